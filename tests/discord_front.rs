//! The Discord front-end alone: a session that says whatever a test wants, against the stand-in.

mod support;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use secrecy::SecretString;
use support::discord::{Answer, BOT, Discord, Fault, Message as Held, Person, TOKEN};
use support::process::PATIENCE;
use tavlei_bot_discord::{Config, Error, PLATFORM, Session};
use tavlei_core::catalogue;
use tavlei_render::Renderer;
use tavlei_session::{
    Button, ButtonKind, Carrier, Carry, CarryError, ChatId, Deliver, Delivery, Event, Message, MessageId,
    PersonId, Picture, Span, What,
};
use tokio::sync::{Mutex as Waiting, mpsc};
use tokio::task::JoinHandle;

/// A session that hands over whatever a test gives it.
#[derive(Clone)]
struct Puppet {
    heard: mpsc::UnboundedSender<Event>,
    deliveries: Arc<Waiting<mpsc::UnboundedReceiver<Delivery>>>,
    carried: mpsc::UnboundedSender<(u64, Carry)>,
    plies: Vec<String>,
}

impl Session for Puppet {
    fn take(&self, event: Event) {
        let _ = self.heard.send(event);
    }

    async fn legal_plies(&self, _: &ChatId, _: &PersonId, typed: &str, most: usize) -> Vec<String> {
        let typed = typed.to_lowercase();
        self.plies.iter().filter(|ply| ply.starts_with(&typed)).take(most).cloned().collect()
    }

    async fn courier(self, carrier: impl Carrier) {
        let mut deliveries = self.deliveries.lock().await;
        while let Some(delivery) = deliveries.recv().await {
            loop {
                match carrier.carry(&delivery).await {
                    Err(CarryError::Later(wait)) => tokio::time::sleep(wait).await,
                    Err(CarryError::Unanswered(_)) => tokio::time::sleep(Duration::from_millis(50)).await,
                    done => {
                        let _ = self.carried.send((delivery.id, done));
                        break;
                    }
                }
            }
        }
    }
}

/// A front-end at work and its strings.
struct Stage {
    discord: Arc<Discord>,
    events: mpsc::UnboundedReceiver<Event>,
    deliveries: mpsc::UnboundedSender<Delivery>,
    carried: mpsc::UnboundedReceiver<(u64, Carry)>,
    run: JoinHandle<Result<(), Error>>,
    next: u64,
}

fn config(discord: &Discord, token: &str) -> Config {
    Config { token: SecretString::from(token.to_owned()), api: Some(discord.url.clone()) }
}

fn renderer() -> Arc<Renderer> {
    static ONE: Mutex<Option<Arc<Renderer>>> = Mutex::new(None);
    let mut one = ONE.lock().expect("not poisoned");
    Arc::clone(one.get_or_insert_with(|| Arc::new(Renderer::new().expect("a font"))))
}

impl Stage {
    async fn new() -> Stage {
        Stage::on(Arc::new(Discord::start().await)).await
    }

    /// A front-end that has just been started.
    async fn on(discord: Arc<Discord>) -> Stage {
        let (heard, events) = mpsc::unbounded_channel();
        let (deliveries, to_carry) = mpsc::unbounded_channel();
        let (told, carried) = mpsc::unbounded_channel();
        let puppet = Puppet {
            heard,
            deliveries: Arc::new(Waiting::new(to_carry)),
            carried: told,
            plies: ["c4", "d3", "e6", "f5"].map(str::to_owned).to_vec(),
        };
        let run = tokio::spawn(tavlei_bot_discord::run(
            config(&discord, TOKEN),
            puppet,
            renderer(),
            std::future::pending(),
        ));
        discord.ready().await;
        Stage { discord, events, deliveries, carried, run, next: 1 }
    }

    /// Ends the front-end as a crash does and starts another.
    async fn restarted(self) -> Stage {
        let before = self.discord.look(|inner| inner.gateway.identifies);
        self.run.abort();
        let _ = self.run.await;
        self.discord.drop_socket();
        let mut stage = Stage::on(Arc::clone(&self.discord)).await;
        stage.next = self.next;
        self.discord
            .wait("the new one identifies", |inner| (inner.gateway.identifies > before).then_some(()))
            .await;
        self.discord.ready().await;
        stage
    }

    async fn event(&mut self) -> Event {
        let event = tokio::time::timeout(PATIENCE, self.events.recv()).await;
        event.unwrap_or_else(|_| panic!("no event.\n{}", self.discord.story())).expect("the front-end lives")
    }

    /// Hands a delivery over and waits until it is carried.
    async fn carry(&mut self, chat: &ChatId, via: Option<String>, what: Deliver) -> Carry {
        let id = self.give(chat, via, what);
        self.carried(id).await
    }

    fn give(&mut self, chat: &ChatId, via: Option<String>, what: Deliver) -> u64 {
        let id = self.next;
        self.next += 1;
        self.deliveries.send(Delivery { id, chat: chat.clone(), via, what }).expect("the front-end lives");
        id
    }

    async fn carried(&mut self, id: u64) -> Carry {
        let carried = tokio::time::timeout(PATIENCE, self.carried.recv()).await;
        let carried = carried.unwrap_or_else(|_| panic!("nothing carried.\n{}", self.discord.story()));
        let (which, carry) = carried.expect("the front-end lives");
        assert_eq!(which, id);
        carry
    }

    async fn send(&mut self, chat: &ChatId, via: Option<String>, message: Message) -> Held {
        let carry = self.carry(chat, via, Deliver::Send(Box::new(message))).await;
        self.held(&carry)
    }

    /// The message whose id was reported.
    fn held(&self, carry: &Carry) -> Held {
        let id = carry.clone().expect("carried").expect("with an id");
        self.discord.look(|inner| inner.message(&id.0).cloned()).expect("the id is a message's")
    }

    fn messages(&self) -> Vec<Held> {
        self.discord.look(|inner| inner.messages.iter().filter(|held| !held.deleted).cloned().collect())
    }
}

fn anna() -> Person {
    Person::new(1, "anna", "Анна", "ru")
}

fn boris() -> Person {
    Person::new(2, "boris", "Boris", "en-GB")
}

fn text(text: &str) -> Message {
    Message { text: vec![Span::Plain(text.to_owned())], ..Message::default() }
}

fn board(caption: &str) -> Message {
    let table = catalogue::by_slug("reversi").expect("in the catalogue").table(&Default::default());
    let picture = Picture {
        view: Box::new(table.view()),
        seen_by: 0,
        theme: "wood".to_owned(),
        alt: "Four discs in the middle".to_owned(),
    };
    Message { picture: Some(picture), ..text(caption) }
}

fn button(label: &str, payload: &str, kind: ButtonKind) -> Button {
    Button { label: label.to_owned(), payload: payload.to_owned(), kind }
}

fn asking(caption: &str) -> Message {
    let row = vec![button("Yes", "y:1", ButtonKind::Yes), button("No", "n:1", ButtonKind::No)];
    Message { buttons: vec![row], ..text(caption) }
}

fn edit(old: &Held, to: Message) -> Deliver {
    Deliver::Edit { older: MessageId(old.id.clone()), to: Box::new(to) }
}

/// Somebody gives `/board` in a channel; the event.
async fn given(stage: &mut Stage, who: &Person, channel: &str) -> Event {
    stage.discord.command(who, channel, "board", &[]);
    stage.event().await
}

/// A message with buttons in a channel, and the event of a press of its first one.
async fn pressed(stage: &mut Stage, who: &Person, channel: &str) -> (Held, Event) {
    let chat = ChatId { platform: PLATFORM, id: channel.to_owned() };
    let held = stage.send(&chat, None, asking("Play?")).await;
    stage.discord.press(who, &held, &held.button("Yes").expect("there"));
    let event = stage.event().await;
    (held, event)
}

#[tokio::test]
async fn a_command_becomes_an_event_and_is_answered_with_the_picture() {
    let mut stage = Stage::new().await;
    let channel = stage.discord.channel(1);
    let id = stage.discord.command_with(
        &anna(),
        &channel,
        "play",
        &[("game", "reversi"), ("opponent", &boris().id), ("side", "white"), ("options", "a=b")],
        &boris(),
    );
    let event = stage.event().await;
    assert_eq!(event.update, id);
    assert!(!event.place.private);
    assert_eq!((event.who.name.as_str(), event.who.handle.as_deref()), ("Анна", Some("anna")));
    assert_eq!(event.who.language.as_deref(), Some("ru"));
    let What::Commanded { name, arguments, mentions } = &event.what else { panic!("{event:?}") };
    assert_eq!(name, "play");
    let expected = [("game", "reversi"), ("opponent", "@boris"), ("side", "white"), ("options", "a=b")];
    assert_eq!(*arguments, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    assert_eq!(mentions.iter().map(|person| person.id.id.as_str()).collect::<Vec<_>>(), [boris().id]);

    let first = stage.send(&event.place.chat, event.via.clone(), board("Reversi")).await;
    assert_eq!(first.content, "Reversi");
    assert_eq!(first.files.len(), 1);
    assert_eq!(first.files[0].alt, "Four discs in the middle");
    assert!(first.files[0].bytes.starts_with(b"\x89PNG"));
    let second = stage.send(&event.place.chat, event.via.clone(), text("more")).await;
    let answers = stage.discord.answers(&id, 2).await;
    assert_eq!(answers.iter().map(|held| &held.id).collect::<Vec<_>>(), [&first.id, &second.id]);
    stage.discord.assert_clean();
}

#[tokio::test]
async fn the_bot_picked_as_opponent_is_called_bot() {
    let mut stage = Stage::new().await;
    let channel = stage.discord.channel(1);
    stage.discord.command(
        &anna(),
        &channel,
        "play",
        &[("game", "reversi"), ("opponent", BOT), ("level", "3")],
    );
    let What::Commanded { arguments, mentions, .. } = stage.event().await.what else { panic!("a command") };
    let expected = [("game", "reversi"), ("opponent", "bot"), ("level", "3")];
    assert_eq!(arguments, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    assert!(mentions.is_empty());
    stage.discord.assert_clean();
}

#[tokio::test]
async fn an_answer_that_takes_long_is_deferred_first() {
    let mut stage = Stage::new().await;
    let channel = stage.discord.channel(1);
    let event = given(&mut stage, &anna(), &channel).await;
    stage
        .discord
        .wait("it is deferred", |inner| {
            (inner.interaction(&event.update)?.answer == Answer::Deferred(5)).then_some(())
        })
        .await;
    let first = stage.send(&event.place.chat, event.via.clone(), board("at last")).await;
    let second = stage.send(&event.place.chat, event.via.clone(), text("more")).await;
    assert_eq!((first.content.as_str(), first.loading), ("at last", false));
    assert_eq!(stage.messages().iter().map(|held| &held.id).collect::<Vec<_>>(), [&first.id, &second.id]);
    stage.discord.assert_clean();
}

#[tokio::test]
async fn an_answer_that_calls_somebody_is_a_message_of_its_own() {
    let mut stage = Stage::new().await;
    let channel = stage.discord.channel(1);
    let event = given(&mut stage, &anna(), &channel).await;
    let call = PersonId { platform: PLATFORM, id: boris().id };
    let held = stage
        .send(&event.place.chat, event.via.clone(), Message { notify: vec![call], ..board("Your move") })
        .await;
    // What takes the place of a deferred answer calls nobody.
    assert_eq!(held.pings, [boris().id]);
    let original = stage.discord.look(|inner| inner.interaction(&event.update)?.original.clone());
    assert!(original.is_some_and(|id| id != held.id));
    assert_eq!(stage.messages().len(), 1, "nothing is left of the deferred answer");
    stage.discord.assert_clean();
}

#[tokio::test]
async fn a_picture_that_is_refused_is_tried_once_more_and_then_put_in_words() {
    let mut stage = Stage::new().await;
    let channel = stage.discord.channel(1);
    let chat = ChatId { platform: PLATFORM, id: channel.clone() };
    let words = "Reversi\n\nFour discs in the middle";
    for (status, code) in [(400, 50035), (400, 40005), (413, 0)] {
        stage.discord.fault("POST /channels", Fault::Refused(status, code));
        let held = stage.send(&chat, None, board("Reversi")).await;
        assert_eq!((held.content.as_str(), held.files.len()), ("Reversi", 1), "the second time it is taken");
        for _ in 0..2 {
            stage.discord.fault("POST /channels", Fault::Refused(status, code));
        }
        let message = Message { buttons: asking("").buttons, ..board("Reversi") };
        let held = stage.send(&chat, None, message.clone()).await;
        assert_eq!((held.content.as_str(), held.files.len(), held.buttons().len()), (words, 0, 2));
        // The same when it is put in the place of another, and in answer to a command.
        for _ in 0..2 {
            stage.discord.fault("PATCH /channels", Fault::Refused(status, code));
        }
        let carry = stage.carry(&chat, None, edit(&held, message)).await;
        let now = stage.held(&carry);
        assert_eq!((now.content.as_str(), now.buttons().len()), (words, 2));
        assert_eq!(now.id, held.id);
        for _ in 0..2 {
            stage.discord.fault("PATCH /webhooks", Fault::Refused(status, code));
        }
        let event = given(&mut stage, &anna(), &channel).await;
        let answer = stage.send(&chat, event.via, board("Reversi")).await;
        assert_eq!((answer.content.as_str(), answer.loading), (words, false));
    }
    stage.discord.assert_clean();
}

#[tokio::test]
async fn nothing_ends_at_a_bot_that_thinks() {
    let mut stage = Stage::new().await;
    let channel = stage.discord.channel(1);
    let event = given(&mut stage, &anna(), &channel).await;
    stage.discord.fault("PATCH /webhooks", Fault::Refused(403, 50001));
    let carry = stage.carry(&event.place.chat, event.via, Deliver::Send(Box::new(text("x")))).await;
    assert!(matches!(carry, Err(CarryError::Never(_))), "{carry:?}");
    assert_eq!(stage.messages().len(), 0);
    stage.discord.assert_clean();
}

#[tokio::test]
async fn a_press_is_answered_by_changing_its_message() {
    let mut stage = Stage::new().await;
    let channel = stage.discord.channel(1);
    let (held, event) = pressed(&mut stage, &boris(), &channel).await;
    assert_eq!(event.who.language.as_deref(), Some("en-GB"));
    let What::Pressed { payload, message } = &event.what else { panic!("{event:?}") };
    assert_eq!((payload.as_str(), &message.0), ("y:1", &held.id));
    assert_eq!(
        stage.carry(&event.place.chat, event.via.clone(), Deliver::Note { text: None }).await,
        Ok(None)
    );
    let carry = stage.carry(&event.place.chat, event.via.clone(), edit(&held, board("Go"))).await;
    let now = stage.held(&carry);
    assert_eq!((now.id.as_str(), now.content.as_str(), now.edits), (held.id.as_str(), "Go", 1));
    assert!(now.buttons().is_empty());
    let answer = stage.discord.look(|inner| inner.interaction(&event.update).map(|found| found.answer));
    assert_eq!(answer, Some(Answer::Deferred(6)));
    assert_eq!(
        stage.carry(&event.place.chat, event.via.clone(), Deliver::Note { text: None }).await,
        Ok(None)
    );
    // A second change, and a note for the one who pressed.
    let carry = stage.carry(&event.place.chat, event.via.clone(), edit(&held, text("Gone"))).await;
    let now = stage.held(&carry);
    assert_eq!((now.content.as_str(), now.files.len()), ("Gone", 0));
    let note = Deliver::Note { text: Some("Not *yours*".to_owned()) };
    assert_eq!(stage.carry(&event.place.chat, event.via.clone(), note).await, Ok(None));
    let note = stage.messages().pop().expect("there");
    assert_eq!((note.content.as_str(), note.ephemeral), ("Not \\*yours\\*", true));
    stage.discord.assert_clean();
}

#[tokio::test]
async fn a_press_is_acknowledged_and_notes_are_seen_by_one() {
    let mut stage = Stage::new().await;
    let channel = stage.discord.channel(1);
    let (held, event) = pressed(&mut stage, &boris(), &channel).await;
    assert_eq!(
        stage.carry(&event.place.chat, event.via.clone(), Deliver::Note { text: None }).await,
        Ok(None)
    );
    stage
        .discord
        .wait("the press is acknowledged", |inner| {
            (inner.interaction(&event.update)?.answer == Answer::Deferred(6)).then_some(())
        })
        .await;
    // Its message can still be changed, and the channel written to.
    let strip = Deliver::Strip { older: MessageId(held.id.clone()) };
    assert_eq!(stage.carry(&event.place.chat, event.via.clone(), strip).await, Ok(None));
    let now = stage.discord.look(|inner| inner.message(&held.id).cloned()).expect("there");
    assert!(now.buttons().is_empty());
    assert_eq!(now.content, "Play?");
    stage.send(&event.place.chat, event.via.clone(), text("more")).await;

    let (_, event) = pressed(&mut stage, &anna(), &channel).await;
    let note = Deliver::Note { text: Some("No".to_owned()) };
    assert_eq!(stage.carry(&event.place.chat, event.via.clone(), note).await, Ok(None));
    let note = stage.messages().pop().expect("there");
    assert_eq!((note.content.as_str(), note.ephemeral), ("No", true));
    stage.discord.assert_clean();
}

#[tokio::test]
async fn buttons_are_replaced_without_touching_the_message() {
    let mut stage = Stage::new().await;
    let chat = ChatId { platform: PLATFORM, id: stage.discord.channel(1) };
    let held = stage.send(&chat, None, Message { buttons: asking("").buttons, ..board("Reversi") }).await;
    let buttons = vec![vec![button("c4", "m:c4", ButtonKind::Plain)]];
    let replace = Deliver::Buttons { older: MessageId(held.id.clone()), buttons: buttons.clone() };
    assert_eq!(stage.carry(&chat, None, replace.clone()).await, Ok(None));
    stage.discord.press(&anna(), &held, &held.button("Yes").expect("there"));
    let event = stage.event().await;
    assert_eq!(stage.carry(&chat, event.via, replace).await, Ok(None));
    let now = stage.discord.look(|inner| inner.message(&held.id).cloned()).expect("there");
    assert_eq!((now.content.as_str(), now.files.len(), now.edits), ("Reversi", 1, 2));
    assert_eq!(now.buttons().into_iter().map(|button| button.custom_id).collect::<Vec<_>>(), ["m:c4"]);
    stage.discord.assert_clean();
}

#[tokio::test]
async fn more_buttons_than_fit_become_selects() {
    let mut stage = Stage::new().await;
    let chat = ChatId { platform: PLATFORM, id: stage.discord.channel(1) };
    let plain = |number: usize| button(&format!("ply {number}"), &format!("m:{number}"), ButtonKind::Plain);
    let mut buttons: Vec<Vec<Button>> =
        (0..9).map(|row| (0..5).map(|at| plain(row * 5 + at)).collect()).collect();
    buttons.push(vec![button("Stop", "stop", ButtonKind::No)]);
    let held = stage.send(&chat, None, Message { buttons, ..text("Which?") }).await;
    assert_eq!(held.buttons().len(), 46);
    stage.discord.press(&anna(), &held, &held.button("ply 44").expect("there"));
    let What::Pressed { payload, .. } = stage.event().await.what else { panic!("a press") };
    assert_eq!(payload, "m:44");
    stage.discord.press(&anna(), &held, &held.button("Stop").expect("there"));
    let What::Pressed { payload, .. } = stage.event().await.what else { panic!("a press") };
    assert_eq!(payload, "stop");
    stage.discord.assert_clean();
}

#[tokio::test]
async fn a_note_to_a_command_is_seen_by_one() {
    let mut stage = Stage::new().await;
    let channel = stage.discord.channel(1);
    let event = given(&mut stage, &anna(), &channel).await;
    let note = Deliver::Note { text: Some("Hm".to_owned()) };
    assert_eq!(stage.carry(&event.place.chat, event.via, note).await, Ok(None));
    let left = stage.messages();
    assert_eq!(left.len(), 1);
    assert!(left[0].ephemeral && left[0].content == "Hm");
    stage.discord.assert_clean();
}

#[tokio::test]
async fn a_command_can_change_an_older_message_before_it_is_answered() {
    let mut stage = Stage::new().await;
    let channel = stage.discord.channel(1);
    let chat = ChatId { platform: PLATFORM, id: channel.clone() };
    let old = stage.send(&chat, None, board("before")).await;
    let event = given(&mut stage, &anna(), &channel).await;
    let carry = stage.carry(&chat, event.via.clone(), edit(&old, board("after"))).await;
    assert_eq!((stage.held(&carry).id, stage.held(&carry).content), (old.id, "after".to_owned()));
    let answer = stage.send(&chat, event.via, text("Done.")).await;
    assert_eq!(stage.discord.answer(&event.update).await.id, answer.id);
    stage.discord.assert_clean();
}

#[tokio::test]
async fn when_the_token_has_expired_the_channel_is_written_to() {
    let mut stage = Stage::new().await;
    let channel = stage.discord.channel(1);
    let event = given(&mut stage, &anna(), &channel).await;
    stage.send(&event.place.chat, event.via.clone(), text("in time")).await;
    let unanswered = given(&mut stage, &anna(), &channel).await;
    stage.discord.expire();
    for via in [event.via, unanswered.via] {
        let held = stage.send(&event.place.chat, via.clone(), board("late")).await;
        assert_eq!((held.channel.as_str(), held.interaction, held.files.len()), (channel.as_str(), None, 1));
        let note = Deliver::Note { text: Some("late".to_owned()) };
        assert_eq!(stage.carry(&event.place.chat, via, note).await, Ok(None));
    }
    assert_eq!(stage.messages().len(), 3);
    stage.discord.assert_clean();
}

#[tokio::test]
async fn a_press_that_is_too_old_still_changes_its_message() {
    let mut stage = Stage::new().await;
    let channel = stage.discord.channel(1);
    let (held, event) = pressed(&mut stage, &boris(), &channel).await;
    stage.discord.expire();
    let carry = stage.carry(&event.place.chat, event.via, edit(&held, text("late"))).await;
    assert_eq!((stage.held(&carry).id, stage.held(&carry).content), (held.id, "late".to_owned()));
    stage.discord.assert_clean();
}

#[tokio::test]
async fn after_a_restart_an_interaction_is_taken_up_where_it_was() {
    let mut stage = Stage::new().await;
    let channel = stage.discord.channel(1);
    let answered = given(&mut stage, &anna(), &channel).await;
    let first = stage.send(&answered.place.chat, answered.via.clone(), text("one")).await;
    let deferred = given(&mut stage, &anna(), &channel).await;
    stage
        .discord
        .wait("it is deferred", |inner| {
            (inner.interaction(&deferred.update)?.answer == Answer::Deferred(5)).then_some(())
        })
        .await;
    let fresh = given(&mut stage, &anna(), &channel).await;
    let (held, press) = pressed(&mut stage, &anna(), &channel).await;
    let mut stage = stage.restarted().await;
    let chat = answered.place.chat;

    // What was answered before the crash is known again, what comes after it is a follow-up.
    let again = stage.send(&chat, answered.via.clone(), text("one")).await;
    assert_eq!(again.id, first.id);
    let more = stage.send(&chat, answered.via, text("two")).await;
    assert!(more.interaction.is_some());
    let filled = stage.send(&chat, deferred.via, text("three")).await;
    let original =
        stage.discord.look(|inner| inner.interaction(&deferred.update).and_then(|i| i.original.clone()));
    assert_eq!(original, Some(filled.id));
    let first = stage.send(&chat, fresh.via, text("four")).await;
    assert_eq!(stage.discord.answer(&fresh.update).await.id, first.id);
    let carry = stage.carry(&chat, press.via.clone(), edit(&held, text("five"))).await;
    assert_eq!(stage.held(&carry).id, held.id);
    assert_eq!(stage.carry(&chat, press.via, Deliver::Note { text: None }).await, Ok(None));
    assert_eq!(stage.messages().len(), 5);
    stage.discord.assert_clean();
}

#[tokio::test]
async fn a_message_that_is_gone_is_sent_anew_and_buttons_that_are_gone_are_forgotten() {
    let mut stage = Stage::new().await;
    let chat = ChatId { platform: PLATFORM, id: stage.discord.channel(1) };
    let old = stage.send(&chat, None, asking("old")).await;
    stage.discord.delete(&old.id);
    let carry = stage.carry(&chat, None, edit(&old, board("new"))).await;
    let new = stage.held(&carry);
    assert_ne!(new.id, old.id);
    assert_eq!((new.content.as_str(), new.files.len()), ("new", 1));
    let strip = Deliver::Strip { older: MessageId(old.id) };
    assert_eq!(stage.carry(&chat, None, strip).await, Ok(None));
    stage.discord.assert_clean();
}

#[tokio::test]
async fn failures_are_tried_again_and_nothing_comes_twice() {
    let mut stage = Stage::new().await;
    let channel = stage.discord.channel(1);
    let chat = ChatId { platform: PLATFORM, id: channel.clone() };
    let faults = [
        Fault::TooMany(0.3),
        Fault::Broken(503),
        Fault::Lost,
        Fault::AnswerLost,
        Fault::TooMany(0.1),
        Fault::Broken(500),
    ];
    for fault in faults {
        stage.discord.fault("POST /channels", fault);
    }
    // All six strike the first; the two that follow wait for it.
    let ids: Vec<u64> =
        ["a", "b", "c"].map(|name| stage.give(&chat, None, Deliver::Send(Box::new(board(name))))).to_vec();
    for id in ids {
        stage.carried(id).await.expect("carried");
    }
    assert_eq!(stage.discord.faults_left(), 0);
    let said: Vec<String> = stage.messages().into_iter().map(|held| held.content).collect();
    assert_eq!(said, ["a", "b", "c"]);

    // The same with answers to a command.
    let event = given(&mut stage, &anna(), &channel).await;
    for fault in [Fault::Broken(502), Fault::AnswerLost] {
        stage.discord.fault("/callback", fault);
    }
    let first = stage.send(&chat, event.via.clone(), board("d")).await;
    stage.discord.fault("POST /webhooks", Fault::TooMany(0.2));
    stage.discord.fault("POST /webhooks", Fault::Broken(500));
    let second = stage.send(&chat, event.via.clone(), board("e")).await;
    let answers = stage.discord.answers(&event.update, 2).await;
    assert_eq!(answers.iter().map(|held| &held.id).collect::<Vec<_>>(), [&first.id, &second.id]);
    stage.discord.fault("PATCH /channels", Fault::TooMany(0.2));
    stage.discord.fault("PATCH /channels", Fault::AnswerLost);
    stage.carry(&chat, None, edit(&second, text("f"))).await.expect("carried");
    assert_eq!(stage.messages().len(), 5);
    assert_eq!(stage.discord.faults_left(), 0);
    stage.discord.assert_clean();
}

#[tokio::test]
async fn what_can_never_be_delivered_is_said_to_be_so() {
    let mut stage = Stage::new().await;
    let gone = stage.discord.channel(2);
    stage.discord.lose(&gone);
    let chat = |id: &str| ChatId { platform: PLATFORM, id: id.to_owned() };
    assert!(matches!(
        stage.carry(&chat(&gone), None, Deliver::Send(Box::new(text("x")))).await,
        Err(CarryError::Never(_))
    ));
    assert!(matches!(
        stage.carry(&chat("no id"), None, Deliver::Send(Box::new(text("x")))).await,
        Err(CarryError::Never(_))
    ));
    // Thrown out of the guild.
    stage.discord.fault("POST /channels", Fault::Refused(403, 50001));
    let there = chat(&stage.discord.channel(1));
    assert!(matches!(
        stage.carry(&there, None, Deliver::Send(Box::new(text("x")))).await,
        Err(CarryError::Never(_))
    ));
    stage.send(&there, None, text("y")).await;
    stage.discord.assert_clean();
}

#[tokio::test]
async fn where_pictures_are_not_allowed_the_words_come_alone() {
    let mut stage = Stage::new().await;
    let there = ChatId { platform: PLATFORM, id: stage.discord.channel(1) };
    stage.discord.fault("POST /channels", Fault::Refused(403, 50013));
    let held = stage.send(&there, None, board("Reversi")).await;
    assert_eq!((held.content.as_str(), held.files.len()), ("Reversi\n\nFour discs in the middle", 0));
    // Where nothing is allowed, nothing comes.
    for _ in 0..2 {
        stage.discord.fault("POST /channels", Fault::Refused(403, 50013));
    }
    let carry = stage.carry(&there, None, Deliver::Send(Box::new(board("Reversi")))).await;
    assert!(matches!(carry, Err(CarryError::Never(_))), "{carry:?}");
    stage.discord.assert_clean();
}

#[tokio::test]
async fn nobody_is_pinged_but_who_is_to_notice() {
    let mut stage = Stage::new().await;
    let chat = ChatId { platform: PLATFORM, id: stage.discord.channel(1) };
    let id = |person: &Person| PersonId { platform: PLATFORM, id: person.id.clone() };
    let span = |person: &Person| Span::Person { id: id(person), name: person.name.clone() };
    let message = Message {
        text: vec![
            span(&anna()),
            Span::Plain(format!(" — @everyone @here <@{}> <@&7> ", boris().id)),
            span(&boris()),
        ],
        notify: vec![id(&anna())],
        ..Message::default()
    };
    let held = stage.send(&chat, None, message.clone()).await;
    assert_eq!(held.pings, [anna().id]);
    let quiet = stage.send(&chat, None, Message { notify: Vec::new(), ..message }).await;
    assert_eq!(quiet.pings, Vec::<String>::new());
    let reply = Message { reply_to: Some(MessageId(held.id.clone())), ..text("here") };
    let reply = stage.send(&chat, None, reply).await;
    assert_eq!((reply.reply_to, reply.pings), (Some(held.id), Vec::new()));
    stage.discord.assert_clean();
}

#[tokio::test]
async fn a_text_that_escaping_makes_too_long_takes_two_messages() {
    let mut stage = Stage::new().await;
    let channel = stage.discord.channel(1);
    let event = given(&mut stage, &anna(), &channel).await;
    let long = Message { text: vec![Span::Plain("* ".repeat(900))], ..asking("") };
    let last = stage.send(&event.place.chat, event.via, long).await;
    let answers = stage.discord.answers(&event.update, 2).await;
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[1].id, last.id);
    assert_eq!((answers[0].buttons().len(), last.buttons().len()), (0, 2));
    stage.discord.assert_clean();
}

#[tokio::test]
async fn messages_are_read_where_the_bot_is_meant() {
    let mut stage = Stage::new().await;
    let (channel, direct) = (stage.discord.channel(1), stage.discord.direct(&anna()));
    let chat = ChatId { platform: PLATFORM, id: channel.clone() };
    let held = stage.send(&chat, None, text("Your move")).await;
    let discord = Arc::clone(&stage.discord);
    discord.say(&anna(), &channel, "just talk", None);
    discord.say(&anna(), &channel, &format!("<@{BOT}>  f5 "), None);
    discord.say(&anna(), &channel, "d6", Some(&held));
    discord.say(&anna(), &direct, "c3", None);
    let words = format!("<@!{BOT}> /play reversi <@{}>", boris().id);
    discord.say_naming(&anna(), &channel, &words, None, &[&boris()]);
    let mut seen = Vec::new();
    for _ in 0..4 {
        let event = stage.event().await;
        let What::Said { text, reply_to, addressed, mentions } = event.what else { panic!("a message") };
        assert!(addressed);
        assert!(event.via.is_none());
        let mentions: Vec<String> = mentions.into_iter().map(|person| person.name).collect();
        seen.push((text, reply_to.map(|id| id.0), event.place.private, mentions));
    }
    seen.sort();
    let expected = [
        ("/play reversi @boris".to_owned(), None, false, vec!["Boris".to_owned()]),
        ("c3".to_owned(), None, true, vec![]),
        ("d6".to_owned(), Some(held.id), false, vec![]),
        ("f5".to_owned(), None, false, vec![]),
    ];
    assert_eq!(seen, expected);
    stage.discord.assert_clean();
}

#[tokio::test]
async fn a_chat_of_direct_messages_is_answered_there() {
    let mut stage = Stage::new().await;
    let direct = stage.discord.direct(&anna());
    stage.discord.say(&anna(), &direct, "hello", None);
    let event = stage.event().await;
    let answer = Message { notify: vec![event.who.id.clone()], ..text("hi") };
    let held = stage.send(&event.place.chat, None, answer).await;
    assert_eq!((held.channel.as_str(), held.content.as_str()), (direct.as_str(), "hi"));
    let event = given(&mut stage, &anna(), &direct).await;
    assert!(event.place.private);
    assert_eq!(stage.send(&event.place.chat, event.via, text("board")).await.channel, direct);
    stage.discord.assert_clean();
}

#[tokio::test]
async fn a_thread_is_a_chat_of_its_own() {
    let mut stage = Stage::new().await;
    let (channel, thread) = (stage.discord.channel(0), stage.discord.thread(1));
    let outside = given(&mut stage, &anna(), &channel).await;
    let inside = given(&mut stage, &anna(), &thread).await;
    assert_ne!(outside.place.chat, inside.place.chat);
    assert!(!inside.place.private);
    stage.discord.say(&anna(), &thread, &format!("<@{BOT}> f5"), None);
    let said = stage.event().await;
    assert_eq!(said.place.chat, inside.place.chat);
    let answer = stage.send(&inside.place.chat, inside.via, text("here")).await;
    let message = stage.send(&said.place.chat, said.via, text("and here")).await;
    assert_eq!((answer.channel, message.channel), (thread.clone(), thread));
    stage.discord.assert_clean();
}

#[tokio::test]
async fn options_are_completed() {
    let stage = Stage::new().await;
    let channel = stage.discord.channel(1);
    let offered =
        |who: Person, name: &'static str, options: Vec<(&'static str, &'static str)>, focus: &'static str| {
            let (discord, channel) = (Arc::clone(&stage.discord), channel.clone());
            async move { discord.complete(&who, &channel, name, &options, focus).await }
        };
    let games = offered(anna(), "play", vec![("game", "реве")], "game").await;
    assert_eq!(games[0], ("Реверси".to_owned(), "reversi".to_owned()));
    let games = offered(boris(), "rules", vec![("game", "")], "game").await;
    assert!((2..=25).contains(&games.len()));
    let plies = offered(boris(), "move", vec![("move", "")], "move").await;
    assert_eq!(plies.iter().map(|(_, ply)| ply.as_str()).collect::<Vec<_>>(), ["c4", "d3", "e6", "f5"]);
    let plies = offered(boris(), "move", vec![("move", "E")], "move").await;
    assert_eq!(plies, [("e6".to_owned(), "e6".to_owned())]);
    let sides = offered(anna(), "play", vec![("game", "reversi"), ("side", "бел")], "side").await;
    assert_eq!(sides.iter().map(|(_, side)| side.as_str()).collect::<Vec<_>>(), ["white"]);
    assert!(offered(boris(), "move", vec![("move", "zz")], "move").await.is_empty());
    let options = offered(boris(), "play", vec![("game", "tower"), ("options", "res")], "options").await;
    assert!(options.iter().any(|(_, option)| option == "reserve=8"), "{options:?}");
    stage.discord.assert_clean();
}

#[tokio::test]
async fn a_dropped_connection_is_resumed_and_what_was_missed_comes_in_order() {
    let mut stage = Stage::new().await;
    let direct = stage.discord.direct(&anna());
    stage.discord.say(&anna(), &direct, "before", None);
    stage.event().await;
    stage.discord.drop_socket();
    let missed: Vec<String> = (0..30).map(|number| format!("missed {number}")).collect();
    stage.discord.wait("the connection is gone", |inner| (!inner.gateway.is_connected()).then_some(())).await;
    for text in &missed {
        stage.discord.say(&anna(), &direct, text, None);
    }
    for expected in &missed {
        let What::Said { text, .. } = stage.event().await.what else { panic!("a message") };
        assert_eq!(&text, expected);
    }
    let (resumes, identifies) =
        stage.discord.look(|inner| (inner.gateway.resumes.clone(), inner.gateway.identifies));
    assert_eq!((resumes, identifies), (vec![2], 1));
    stage.discord.assert_clean();
}

#[tokio::test]
async fn the_gateway_can_ask_to_reconnect_and_forget_the_session() {
    let mut stage = Stage::new().await;
    let direct = stage.discord.direct(&anna());
    stage.discord.ask_to_reconnect();
    stage.discord.wait("it resumes", |inner| (inner.gateway.resumes.len() == 1).then_some(())).await;
    stage.discord.say(&anna(), &direct, "one", None);
    stage.event().await;
    stage.discord.invalidate_session();
    stage.discord.wait("it identifies anew", |inner| (inner.gateway.identifies == 2).then_some(())).await;
    stage.discord.ready().await;
    stage.discord.say(&anna(), &direct, "two", None);
    let What::Said { text, .. } = stage.event().await.what else { panic!("a message") };
    assert_eq!(text, "two");
    stage.discord.assert_clean();
}

#[tokio::test]
async fn the_heart_beats() {
    let discord = Arc::new(Discord::start_beating(600).await);
    let stage = Stage::on(discord).await;
    stage.discord.ask_heartbeat();
    stage.discord.wait("three beats", |inner| (inner.gateway.heartbeats >= 3).then_some(())).await;
    assert_eq!(stage.discord.look(|inner| inner.gateway.identifies), 1);
    stage.discord.assert_clean();
}

#[tokio::test]
async fn a_message_that_the_gateway_repeats_is_told_once() {
    let mut stage = Stage::new().await;
    let direct = stage.discord.direct(&anna());
    stage.discord.say(&anna(), &direct, "one", None);
    stage.discord.repeat_last();
    stage.discord.say(&anna(), &direct, "two", None);
    for expected in ["one", "two"] {
        let What::Said { text, .. } = stage.event().await.what else { panic!("a message") };
        assert_eq!(text, expected);
    }
    stage.discord.assert_clean();
}

async fn fails(discord: &Discord, token: &str) -> Error {
    let (heard, _events) = mpsc::unbounded_channel();
    let (_deliveries, to_carry) = mpsc::unbounded_channel();
    let (carried, _) = mpsc::unbounded_channel();
    let puppet = Puppet { heard, deliveries: Arc::new(Waiting::new(to_carry)), carried, plies: Vec::new() };
    let run = tavlei_bot_discord::run(config(discord, token), puppet, renderer(), std::future::pending());
    tokio::time::timeout(PATIENCE, run).await.expect("it ends").expect_err("it fails")
}

#[tokio::test]
async fn a_wrong_token_is_said_to_be_wrong_without_telling_it() {
    let discord = Discord::start().await;
    let error = fails(&discord, "WRONG.TOKEN").await;
    assert_eq!(error, Error::Token);
    let said = error.to_string();
    assert!(said.contains("DISCORD_TOKEN") && !said.contains("WRONG") && !said.contains('\n'), "{said}");
}

#[tokio::test]
async fn a_token_or_intents_that_the_gateway_refuses_end_the_front_end() {
    for (code, error) in [(4004, Error::Token), (4014, Error::Intents), (4013, Error::Intents)] {
        let stage = Stage::new().await;
        stage.discord.close_socket(code);
        let done = tokio::time::timeout(PATIENCE, stage.run).await.expect("it ends").expect("no panic");
        assert_eq!(done, Err(error), "{code}");
    }
}

#[tokio::test]
async fn a_discord_that_is_down_is_waited_for() {
    let discord = Arc::new(Discord::start().await);
    for fault in [Fault::Broken(502), Fault::Lost, Fault::TooMany(0.2)] {
        discord.fault("GET /gateway/bot", fault);
    }
    discord.fault("PUT /applications", Fault::Broken(500));
    let stage = Stage::on(discord).await;
    assert_eq!(stage.discord.faults_left(), 0);
    stage.discord.assert_clean();
}
