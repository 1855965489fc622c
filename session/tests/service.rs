//! The service from outside: events in, deliveries out, through restarts.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tavlei_session::store::Commit;
use tavlei_session::{
    Carrier, Carry, CarryError, ChatId, Deliver, Delivery, DiskStore, Event, MemoryStore, MessageId, Person,
    PersonId, Place, Platform, Service, ServiceError, Settings, Store, What, run_courier,
};
use tokio::sync::mpsc;

const WEB: Platform = Platform::new("web").expect("a name");

fn settings() -> Settings {
    Settings { thinkers: 2, ..Settings::default() }
}

fn chat(id: &str) -> ChatId {
    ChatId { platform: WEB, id: id.to_owned() }
}

static UPDATES: AtomicU64 = AtomicU64::new(1);

fn event(place: &str, who: &str, what: What) -> Event {
    let number = UPDATES.fetch_add(1, Ordering::Relaxed);
    Event {
        update: format!("update {number}"),
        place: Place { chat: chat(place), private: false },
        who: Person {
            id: PersonId { platform: WEB, id: who.to_owned() },
            name: who.to_owned(),
            handle: Some(who.to_lowercase()),
            language: Some("en".to_owned()),
            is_bot: false,
        },
        what,
        via: None,
    }
}

fn said(place: &str, who: &str, text: &str) -> Event {
    let what = What::Said { text: text.to_owned(), reply_to: None, addressed: true, mentions: Vec::new() };
    event(place, who, what)
}

/// The button with a label is pressed under what was delivered.
fn pressed(place: &str, who: &str, under: &Delivery, label: &str) -> Event {
    let message = match &under.what {
        Deliver::Edit { older, .. } => older.clone(),
        _ => MessageId(under.id.to_string()),
    };
    event(place, who, What::Pressed { payload: payload(under, label), message })
}

/// Hands everything on. A message has the number of its delivery.
struct Hand {
    to: mpsc::UnboundedSender<Delivery>,
    /// What happens to a delivery the first time that it is carried.
    trouble: fn(&Delivery) -> Option<CarryError>,
    tried: Mutex<HashMap<(ChatId, u64), u32>>,
}

impl Carrier for Hand {
    async fn carry(&self, delivery: &Delivery) -> Carry {
        let first = {
            let mut tried = self.tried.lock().expect("not poisoned");
            let count = tried.entry((delivery.chat.clone(), delivery.id)).or_default();
            *count += 1;
            *count == 1
        };
        if let (true, Some(error)) = (first, (self.trouble)(delivery)) {
            return Err(error);
        }
        // Nobody need listen any more.
        let _ = self.to.send(delivery.clone());
        Ok(match &delivery.what {
            Deliver::Send(_) => Some(MessageId(delivery.id.to_string())),
            Deliver::Edit { older, .. } => Some(older.clone()),
            _ => None,
        })
    }
}

/// A courier at work, and what it carries.
fn courier(
    service: &Service,
    trouble: fn(&Delivery) -> Option<CarryError>,
) -> (mpsc::UnboundedReceiver<Delivery>, tokio::task::JoinHandle<()>) {
    let (to, from) = mpsc::unbounded_channel();
    let hand = Hand { to, trouble, tried: Mutex::default() };
    (from, tokio::spawn(run_courier(service.clone(), WEB, hand)))
}

fn text(delivery: &Delivery) -> String {
    match &delivery.what {
        Deliver::Send(message) | Deliver::Edit { to: message, .. } => {
            tavlei_session::texts::flat(&message.text)
        }
        _ => String::new(),
    }
}

/// Waits for a delivery whose text has these words.
async fn until(from: &mut mpsc::UnboundedReceiver<Delivery>, words: &str) -> Delivery {
    loop {
        let delivery = from.recv().await.expect("the courier works");
        if text(&delivery).contains(words) {
            return delivery;
        }
    }
}

fn payload(delivery: &Delivery, label: &str) -> String {
    let (Deliver::Send(message) | Deliver::Edit { to: message, .. }) = &delivery.what else {
        panic!("a message")
    };
    let mut buttons = message.buttons.iter().flatten();
    buttons.find(|button| button.label == label).expect("a button").payload.clone()
}

/// The plies of the only game in a store, as they are stored.
fn plies(store: &impl Store) -> Vec<String> {
    let games = store.scan("game/").expect("readable");
    assert_eq!(games.len(), 1);
    let game: serde_json::Value = serde_json::from_slice(&games[0].1).expect("JSON");
    let plies = game["plies"].as_array().expect("a list");
    plies.iter().map(|ply| ply["text"].as_str().expect("text").to_owned()).collect()
}

#[tokio::test]
async fn a_person_plays_the_bot_and_the_answers_come_by_themselves() {
    let store = MemoryStore::default();
    let service = Service::open(store.clone(), &settings()).expect("opens");
    let (mut from, courier) = courier(&service, |_| None);
    service.handle(said("c", "Anna", "/play reversi bot 1")).await.expect("stored");
    until(&mut from, "Black to move: Anna").await;
    service.handle(said("c", "Anna", "d3")).await.expect("stored");
    until(&mut from, "Black played: d3").await;
    until(&mut from, "White played").await;
    assert_eq!(plies(&store).len(), 2);
    let person = PersonId { platform: WEB, id: "Anna".to_owned() };
    let legal = service.legal_plies(&chat("c"), &person, "", 25).await;
    assert!(!legal.is_empty());
    let first = &legal[0];
    assert_eq!(&service.legal_plies(&chat("c"), &person, &first.to_uppercase(), 25).await[0], first);
    let other = PersonId { platform: WEB, id: "Boris".to_owned() };
    assert!(service.legal_plies(&chat("c"), &other, "", 25).await.is_empty());
    service.shut_down().await;
    courier.await.expect("the courier ends");
    assert_eq!(service.handle(said("c", "Anna", "d4")).await, Err(ServiceError::Closed));
}

#[tokio::test]
async fn what_was_not_carried_is_carried_after_a_restart_and_updates_are_remembered() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = said("c", "Anna", "/play reversi bot 1");
    let second = said("c", "Anna", "/help");
    {
        let service =
            Service::open(DiskStore::open(folder.path()).expect("opens"), &settings()).expect("opens");
        service.handle(first.clone()).await.expect("stored");
        service.handle(second.clone()).await.expect("stored");
        service.shut_down().await;
    }
    let store = DiskStore::open(folder.path()).expect("opens again");
    let service = Service::open(store.clone(), &settings()).expect("opens again");
    service.handle(first).await.expect("known");
    service.handle(second).await.expect("known");
    let (mut from, courier) = courier(&service, |_| None);
    let one = from.recv().await.expect("carried");
    let two = from.recv().await.expect("carried");
    assert!(text(&one).contains("Black to move"), "{one:?}");
    assert!(text(&two).contains("Commands"), "{two:?}");
    assert!(one.id < two.id);
    service.shut_down().await;
    courier.await.expect("ends");
    let left: Vec<String> = store.scan("out/").expect("readable").into_iter().map(|(key, _)| key).collect();
    assert_eq!(left, [""; 0], "what is carried is struck off");
    assert!(from.recv().await.is_none(), "and carried once");
}

#[tokio::test]
async fn a_chat_that_got_another_id_is_remembered() {
    let folder = tempfile::tempdir().expect("a folder");
    {
        let service =
            Service::open(DiskStore::open(folder.path()).expect("opens"), &settings()).expect("opens");
        service.note_migration(&chat("-1"), &chat("-1001")).await.expect("stored");
        service.note_migration(&chat("-1"), &chat("-1001")).await.expect("stored again");
        service.shut_down().await;
    }
    let service = Service::open(DiskStore::open(folder.path()).expect("opens"), &settings()).expect("opens");
    assert_eq!(service.migrations(WEB).await, Ok(vec![(chat("-1"), chat("-1001"))]));
    assert_eq!(service.migrations(Platform::new("telegram").expect("a name")).await, Ok(Vec::new()));
}

#[tokio::test]
async fn whatever_was_accepted_survives_a_crash() {
    let folder = tempfile::tempdir().expect("a folder");
    let service = Service::open(DiskStore::open(folder.path()).expect("opens"), &settings()).expect("opens");
    let (mut from, _courier) = courier(&service, |_| None);
    service.handle(said("c", "Anna", "/play reversi @boris black")).await.expect("stored");
    let challenge = until(&mut from, "do you accept?").await;
    service.handle(pressed("c", "Boris", &challenge, "Accept")).await.expect("stored");
    let mut played = Vec::new();
    for (who, ply) in [("Anna", "d3"), ("Boris", "c3"), ("Anna", "c4"), ("Boris", "c5")] {
        service.handle(said("c", who, ply)).await.expect("stored");
        played.push(ply.to_owned());
        // The disk as it is at this moment is all that a crash would leave.
        let left = tempfile::tempdir().expect("a folder");
        copy(folder.path(), left.path());
        let store = DiskStore::open(left.path()).expect("opens after a crash");
        assert_eq!(plies(&store), played);
    }
}

#[tokio::test]
async fn what_was_carried_is_not_carried_again_after_a_crash() {
    let folder = tempfile::tempdir().expect("a folder");
    let service = Service::open(DiskStore::open(folder.path()).expect("opens"), &settings()).expect("opens");
    for command in ["/help", "/mygames"] {
        service.handle(said("c", "Anna", command)).await.expect("stored");
    }
    let (mut from, _courier) = courier(&service, |_| None);
    until(&mut from, "no games in progress").await;
    // The second may come twice: nobody has told yet that it arrived.
    let left = tempfile::tempdir().expect("a folder");
    copy(folder.path(), left.path());
    let service = Service::open(DiskStore::open(left.path()).expect("opens"), &settings()).expect("opens");
    service.handle(said("c", "Anna", "/lang")).await.expect("stored");
    let (mut from, _courier) = courier(&service, |_| None);
    loop {
        let delivery = from.recv().await.expect("carried");
        assert!(!text(&delivery).contains("Commands"), "it was carried before");
        if text(&delivery).contains("Which language") {
            break;
        }
    }
}

fn copy(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).expect("readable") {
        let entry = entry.expect("readable");
        let target = to.join(entry.file_name());
        if entry.file_type().expect("known").is_dir() {
            std::fs::create_dir(&target).expect("created");
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), &target).expect("copied");
        }
    }
}

#[tokio::test]
async fn thinking_that_was_cut_off_is_taken_up_again() {
    let folder = tempfile::tempdir().expect("a folder");
    {
        let service =
            Service::open(DiskStore::open(folder.path()).expect("opens"), &settings()).expect("opens");
        // The strongest level, so that the answer is not there at once.
        service.handle(said("c", "Anna", "/play russian bot 8 black")).await.expect("stored");
        service.shut_down().await;
    }
    let service = Service::open(DiskStore::open(folder.path()).expect("opens"), &settings()).expect("opens");
    let (mut from, _courier) = courier(&service, |_| None);
    until(&mut from, "Black to move: Anna").await;
}

#[tokio::test]
async fn deliveries_wait_for_their_turn_when_one_must_be_tried_again() {
    let service = Service::open(MemoryStore::default(), &settings()).expect("opens");
    let trouble = |delivery: &Delivery| match delivery.id {
        1 => Some(CarryError::Later(Duration::from_millis(20))),
        2 => Some(CarryError::Never("the chat is gone".to_owned())),
        _ => None,
    };
    for command in ["/help", "/mygames", "/lang", "/play"] {
        service.handle(said("c", "Anna", command)).await.expect("stored");
    }
    let (mut from, courier) = courier(&service, trouble);
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(from.recv().await.expect("carried").id);
    }
    assert_eq!(ids, [1, 3, 4]);
    service.shut_down().await;
    courier.await.expect("ends");
    assert!(from.recv().await.is_none());
}

#[tokio::test]
async fn a_chat_that_must_wait_holds_up_no_other() {
    let service = Service::open(MemoryStore::default(), &settings()).expect("opens");
    let trouble = |delivery: &Delivery| {
        (delivery.chat.id == "slow").then_some(CarryError::Later(Duration::from_secs(3_600)))
    };
    service.handle(said("slow", "Anna", "/help")).await.expect("stored");
    let (mut from, _courier) = courier(&service, trouble);
    for n in 0..50 {
        service.handle(said(&format!("chat {n}"), "Anna", "/help")).await.expect("stored");
    }
    for _ in 0..50 {
        assert_ne!(from.recv().await.expect("carried").chat.id, "slow");
    }
    service.shut_down().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn events_of_a_chat_are_done_in_order_and_once_however_they_come() {
    let store = MemoryStore::default();
    let service = Service::open(store.clone(), &settings()).expect("opens");
    let (mut from, _courier) = courier(&service, |_| None);
    let chats: Vec<String> = (0..6).map(|n| format!("chat {n}")).collect();
    for place in &chats {
        service.handle(said(place, "Anna", "/play reversi @boris black")).await.expect("stored");
        let challenge = until(&mut from, "do you accept?").await;
        service.handle(pressed(place, "Boris", &challenge, "Accept")).await.expect("stored");
    }
    // A game that is known beforehand.
    let entry = tavlei_core::catalogue::by_slug("reversi").expect("in the catalogue");
    let mut table = entry.table(&Default::default());
    let mut script = Vec::new();
    for seed in 0..30 {
        let who = if table.to_act() == Some(tavlei_core::Seat::FIRST) { "Anna" } else { "Boris" };
        let Some(ply) = table.random(seed) else { break };
        table.play(&ply).expect("legal");
        script.push((who, ply));
    }
    let mut tasks = Vec::new();
    for place in &chats {
        let service = service.clone();
        let events: Vec<Event> = script.iter().map(|(who, ply)| said(place, who, ply)).collect();
        tasks.push(tokio::spawn(async move {
            for event in events {
                // The same update three times, two of them at once.
                let (one, two) = tokio::join!(service.handle(event.clone()), service.handle(event.clone()));
                one.and(two).expect("stored");
                service.handle(event).await.expect("known");
            }
        }));
    }
    for task in tasks {
        task.await.expect("done");
    }
    let expected: Vec<&String> = script.iter().map(|(_, ply)| ply).collect();
    let games = store.scan("game/").expect("readable");
    assert_eq!(games.len(), chats.len());
    for (_, bytes) in games {
        let game: serde_json::Value = serde_json::from_slice(&bytes).expect("JSON");
        let plies: Vec<&str> =
            game["plies"].as_array().expect("a list").iter().filter_map(|ply| ply["text"].as_str()).collect();
        assert_eq!(plies, expected);
    }
    service.shut_down().await;
}

#[tokio::test]
async fn nobodys_own_ply_waits_for_a_search() {
    let service = Service::open(MemoryStore::default(), &Settings { thinkers: 1, ..Settings::default() })
        .expect("opens");
    // More searches of the strongest level than the one thread can be through with.
    for n in 0..20 {
        service
            .handle(said(&format!("busy {n}"), "Anna", "/play russian bot 8 black"))
            .await
            .expect("stored");
    }
    let (mut from, _courier) = courier(&service, |_| None);
    service.handle(said("other", "Boris", "/play reversi bot 8")).await.expect("stored");
    service.handle(said("other", "Boris", "d3")).await.expect("stored");
    until(&mut from, "Black played: d3").await;
    // Here the ply was shown before the searches that were asked for earlier were through.
    service.shut_down().await;
    let mut answered = 0;
    while let Some(delivery) = from.recv().await {
        answered += usize::from(text(&delivery).contains("Black to move: Anna"));
    }
    assert!(answered < 20, "{answered}");
}

#[tokio::test]
async fn nothing_is_answered_that_is_not_safely_stored() {
    let store = MemoryStore::default();
    let service = Service::open(store.clone(), &settings()).expect("opens");
    let (mut from, _courier) = courier(&service, |_| None);
    store.fill(true);
    let event = said("c", "Anna", "/help");
    let error = service.handle(event.clone()).await.expect_err("the disk is full");
    assert!(error.to_string().contains("no room is left"), "{error}");
    assert!(from.try_recv().is_err());
    store.fill(false);
    service.handle(event).await.expect("stored now");
    until(&mut from, "Commands").await;
    service.shut_down().await;
    while let Some(delivery) = from.recv().await {
        assert!(!text(&delivery).contains("Commands"), "once");
    }
}

#[tokio::test]
async fn what_nobody_will_hand_in_again_is_kept_in_order_until_it_can_be_stored() {
    let store = MemoryStore::default();
    let service = Service::open(store.clone(), &settings()).expect("opens");
    let (mut from, _courier) = courier(&service, |_| None);
    store.fill(true);
    let stored = ["/help", "/mygames"].map(|text| service.take(said("c", "Anna", text)));
    // One that can be handed in again waits for them, too.
    let last = service.handle(said("c", "Anna", "/lang"));
    store.fill(false);
    for one in stored {
        one.await.expect("stored in the end");
    }
    last.await.expect("stored");
    for words in ["Commands", "no games in progress", "Which language"] {
        let delivery = from.recv().await.expect("carried");
        assert!(text(&delivery).contains(words), "{words}: {delivery:?}");
    }
    store.fill(true);
    let never = service.take(said("c", "Anna", "/help"));
    service.shut_down().await;
    assert_eq!(never.await, Err(ServiceError::Closed));
}

#[tokio::test]
async fn the_bot_answers_though_storing_failed_when_it_was_set_thinking() {
    let store = MemoryStore::default();
    let service = Service::open(store.clone(), &settings()).expect("opens");
    let (mut from, _courier) = courier(&service, |_| None);
    service.handle(said("c", "Anna", "/play reversi bot 1")).await.expect("stored");
    until(&mut from, "Black to move: Anna").await;
    store.fill(true);
    let event = said("c", "Anna", "d3");
    service.handle(event.clone()).await.expect_err("the disk is full");
    // It is in the store all the same, and known to be done when it comes again.
    store.fill(false);
    service.handle(event).await.expect("stored now");
    until(&mut from, "Black played: d3").await;
    until(&mut from, "White played").await;
    service.shut_down().await;
}

#[tokio::test]
async fn a_store_of_a_newer_version_is_not_touched() {
    let store = MemoryStore::default();
    let newer = br#"{"kind":"format","v":1,"number":99}"#.to_vec();
    assert_eq!(store.commit(&[], &[("meta/format".to_owned(), Some(newer))]), Ok(Commit::Done));
    let before = store.all();
    let error = Service::open(store.clone(), &settings()).err().expect("newer");
    assert!(error.to_string().contains("newer version"), "{error}");
    assert_eq!(store.all(), before);
}

#[tokio::test]
async fn an_unreadable_record_is_apologised_for_and_the_update_is_done() {
    let store = MemoryStore::default();
    let service = Service::open(store.clone(), &settings()).expect("opens");
    let (mut from, _courier) = courier(&service, |_| None);
    service.handle(said("c", "Anna", "/play reversi bot 1")).await.expect("stored");
    let board = until(&mut from, "Black to move").await;
    let key = store.scan("game/").expect("readable")[0].0.clone();
    assert_eq!(store.commit(&[], &[(key, Some(b"{".to_vec()))]), Ok(Commit::Done));
    service.handle(pressed("c", "Anna", &board, "d3")).await.expect("done");
    let note = from.recv().await.expect("carried");
    assert!(
        matches!(&note.what, Deliver::Note { text: Some(text) } if text.contains("cannot be read")),
        "{note:?}"
    );
    // A chat that cannot be read at all is passed over, so that the updates behind it are not held up.
    assert_eq!(store.commit(&[], &[("chat/web/c".to_owned(), Some(b"{".to_vec()))]), Ok(Commit::Done));
    service.handle(said("c", "Anna", "/help")).await.expect("passed over");
    service.shut_down().await;
}

#[tokio::test]
async fn a_hundred_games_that_ask_at_once_are_all_answered() {
    let service = Service::open(MemoryStore::default(), &settings()).expect("opens");
    let (mut from, _courier) = courier(&service, |_| None);
    service.handle(said("other", "Boris", "/play reversi @anna black")).await.expect("stored");
    let challenge = until(&mut from, "do you accept?").await;
    service.handle(pressed("other", "Anna", &challenge, "Accept")).await.expect("stored");
    for n in 0..100 {
        let event = said(&format!("chat {n}"), &format!("Guest {n}"), "/play reversi bot 2 white");
        service.handle(event).await.expect("stored");
    }
    // Somebody's own ply among them needs nobody's thinking.
    service.handle(said("other", "Boris", "d3")).await.expect("stored");
    let mut answered = std::collections::HashSet::new();
    let mut shown = false;
    while answered.len() < 100 || !shown {
        let delivery = from.recv().await.expect("the courier works");
        if text(&delivery).contains("White to move: ") {
            shown |= delivery.chat.id == "other";
            answered.extend(Some(delivery.chat.id).filter(|chat| chat != "other"));
        }
    }
    service.shut_down().await;
}

#[tokio::test]
async fn going_through_a_game_is_taken_up_again_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let entry = tavlei_core::catalogue::by_slug("russian").expect("in the catalogue");
    let mut table = entry.table(&Default::default());
    {
        let store = DiskStore::open(folder.path()).expect("opens");
        let service = Service::open(store.clone(), &settings()).expect("opens");
        let (mut from, courier) = courier(&service, |_| None);
        service.handle(said("c", "Anna", "/play russian @boris white")).await.expect("stored");
        let challenge = until(&mut from, "do you accept?").await;
        service.handle(pressed("c", "Boris", &challenge, "Accept")).await.expect("stored");
        for seed in 0..24 {
            let who = if table.to_act() == Some(tavlei_core::Seat::FIRST) { "Anna" } else { "Boris" };
            let ply = table.random(seed).expect("the game goes on");
            table.play(&ply).expect("legal");
            service.handle(said("c", who, &ply)).await.expect("stored");
        }
        service.handle(said("c", "Anna", "/resign")).await.expect("stored");
        let question = until(&mut from, "Do you really give up?").await;
        service.handle(pressed("c", "Anna", &question, "Yes, give up")).await.expect("stored");
        service.handle(said("c", "Anna", "/analyse")).await.expect("stored");
        // Five and twenty positions are not judged in no time.
        service.shut_down().await;
        courier.await.expect("ends");
        assert_eq!(store.scan("analysis/").expect("readable").len(), 1);
    }
    let store = DiskStore::open(folder.path()).expect("opens again");
    let service = Service::open(store.clone(), &settings()).expect("opens again");
    let (mut from, _courier) = courier(&service, |_| None);
    loop {
        let delivery = from.recv().await.expect("the courier works");
        let text = text(&delivery);
        if ["no big mistakes", "One move decided", "This is where it turned"]
            .iter()
            .any(|said| text.contains(said))
        {
            break;
        }
    }
    assert!(store.scan("analysis/").expect("readable").is_empty());
    service.shut_down().await;
}

/// Anna plays a game against the bot in a chat until it is over, choosing as it comes.
async fn the_bot_plays_to_the_end(slug: &str, level: u8) {
    let store = MemoryStore::default();
    let service = Service::open(store.clone(), &settings()).expect("opens");
    let (mut from, courier) = courier(&service, |_| None);
    service.handle(said("c", "Anna", &format!("/play {slug} bot {level}"))).await.expect("stored");
    let anna = PersonId { platform: WEB, id: "Anna".to_owned() };
    let mut chance = 0;
    let game = loop {
        let games = store.scan("game/").expect("readable");
        let game: serde_json::Value = serde_json::from_slice(&games[0].1).expect("JSON");
        if !game["ended"].is_null() {
            break game;
        }
        let legal = service.legal_plies(&chat("c"), &anna, "", 200).await;
        if legal.is_empty() {
            // The bot thinks; what it does is delivered.
            from.recv().await.expect("the courier works");
        } else {
            chance += 7;
            service.handle(said("c", "Anna", &legal[chance % legal.len()])).await.expect("stored");
        }
    };
    assert!(game["plies"].as_array().is_some_and(|plies| plies.len() > 1), "{slug} {level}: {game}");
    service.shut_down().await;
    courier.await.expect("ends");
}

#[tokio::test]
async fn the_bot_plays_to_the_end_at_every_level() {
    for level in 1..=8 {
        for slug in ["crossroads", "cats-mouse", "dipole", "ruma"] {
            the_bot_plays_to_the_end(slug, level).await;
        }
    }
}

#[tokio::test]
#[ignore = "takes minutes: cargo test --release -p tavlei-session --test service -- --ignored"]
async fn the_bot_plays_every_game_to_the_end_at_every_level() {
    for entry in tavlei_core::catalogue::GAMES {
        for level in 1..=8 {
            the_bot_plays_to_the_end(entry.info.slug, level).await;
        }
        println!("{}", entry.info.slug);
    }
}
