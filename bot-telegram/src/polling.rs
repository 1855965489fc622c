//! Takes updates from Telegram and confirms them only once they are stored.
//!
//! Telegram hands an update over again and again until it is asked for one with a higher number: that confirms all
//! before it. So the number asked for is the first that is not stored yet. Updates of one chat are handled one after
//! the other; chats do not wait for each other, and those behind a slow one are handled but not confirmed.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt::Display;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tavlei_session::{Backoff, ChatId, Event, ServiceError};
use teloxide::payloads::{DeleteWebhook, GetUpdates, GetUpdatesSetters as _};
use teloxide::types::AllowedUpdate;
use tokio::task::{self, JoinSet};
use tracing::{error, info, warn};

use crate::api::{Api, Trouble};
use crate::chat::Spot;
use crate::incoming::{self, Incoming, Me};
use crate::moves::Moves;

/// How long Telegram may keep a request for updates open when there are none.
const LONG_POLL: Duration = Duration::from_secs(50);
/// How long those who are through wait for a slow one before more updates are asked for.
const GRACE: Duration = Duration::from_millis(300);

/// Takes updates until the token is refused. `handle` stores an event; what it could not store is tried again.
pub(crate) async fn poll<H, F>(api: &Api, me: &Me, moves: &Arc<Moves>, handle: H) -> Trouble
where
    H: Fn(Event) -> F + Clone + Send + Sync + 'static,
    F: Future<Output = Result<(), ServiceError>> + Send + 'static,
{
    let mut window = Window::default();
    let storing = Arc::clone(moves);
    let mut lanes = Lanes::new(move |news| {
        let (moves, handle) = (Arc::clone(&storing), handle.clone());
        async move {
            match news {
                News::Event(event) => handle(*event).await,
                News::Moved { from, to } => moves.remember(from, to).await,
            }
        }
    });
    let mut backoff = Backoff::default();
    loop {
        let timeout = u32::try_from(LONG_POLL.as_secs()).unwrap_or(u32::MAX);
        let request = GetUpdates::new()
            .offset(window.next)
            .timeout(timeout)
            .allowed_updates([AllowedUpdate::Message, AllowedUpdate::CallbackQuery]);
        let answer: Result<Vec<Value>, _> = lanes.meanwhile(&mut window, api.call(&request)).await;
        let updates = match answer {
            Ok(updates) => updates,
            Err(trouble) if trouble.is(401) || trouble.is(404) => return trouble,
            Err(trouble) => {
                let wait = recover(api, &trouble, &mut backoff).await;
                lanes.meanwhile(&mut window, tokio::time::sleep(wait)).await;
                continue;
            }
        };
        backoff.reset();
        for update in updates {
            let Some(id) = update["update_id"].as_i64().and_then(|id| i32::try_from(id).ok()) else {
                warn!("Telegram sent an update without a number");
                continue;
            };
            if !window.take(id) {
                continue;
            }
            match incoming::read(&update, me) {
                Incoming::Event(mut event) => {
                    moves.arrive(&mut event.place.chat);
                    lanes.push(id, event.place.chat.clone(), News::Event(event));
                }
                Incoming::Moved { from, to } => {
                    // What comes after it finds the chat; what is stored of it is stored in its turn.
                    moves.note(from, to);
                    lanes.push(id, Spot::whole(from).id(), News::Moved { from, to });
                }
                Incoming::Nothing => window.stored(id),
            }
        }
        let all = async {
            while let Some(id) = lanes.next().await {
                window.stored(id);
            }
        };
        let _ = tokio::time::timeout(GRACE, all).await;
    }
}

/// What to do about a request for updates that failed: how long to wait.
async fn recover(api: &Api, trouble: &Trouble, backoff: &mut Backoff) -> Duration {
    if let Trouble::Flood(wait) = trouble {
        return *wait;
    }
    if trouble.is(409) && trouble.says("webhook") {
        info!("this bot was set to a webhook before; that is undone, since it polls here");
        if let Err(trouble) = api.call::<_, Value>(&DeleteWebhook::new()).await {
            warn!("could not undo the webhook: {trouble}");
        }
    } else if trouble.is(409) {
        error!("another program uses the same Telegram token; only one can: stop the other");
    } else {
        warn!("no updates from Telegram: {trouble}");
    }
    backoff.wait()
}

/// Which updates are stored, and from which number on to ask.
#[derive(Default)]
struct Window {
    /// The first number that is not known to be stored; zero before there was any.
    next: i32,
    /// Those taken and not confirmed: whether they are stored.
    taken: BTreeMap<i32, bool>,
}

impl Window {
    /// Notes that an update has come; false if it is in hand already.
    fn take(&mut self, id: i32) -> bool {
        if self.taken.contains_key(&id) {
            return false;
        }
        // Telegram never goes back, except after a quiet week, when it starts at a random number.
        self.next = if self.taken.is_empty() { id } else { self.next.min(id) };
        self.taken.insert(id, false);
        true
    }

    /// Notes that an update is stored.
    fn stored(&mut self, id: i32) {
        if let Some(stored) = self.taken.get_mut(&id) {
            *stored = true;
        }
        while let Some(first) = self.taken.first_entry()
            && *first.get()
        {
            self.next = first.key().saturating_add(1);
            first.remove();
        }
    }
}

/// Something of an update that is to be stored.
#[derive(Clone)]
enum News {
    /// What somebody did.
    Event(Box<Event>),
    /// A group has become a supergroup and has a new number.
    Moved { from: i64, to: i64 },
}

/// What is in hand, a lane for each chat.
struct Lanes<T, H> {
    handle: H,
    /// What waits in each lane where something is under way.
    waiting: HashMap<ChatId, VecDeque<(i32, T)>>,
    tasks: JoinSet<()>,
    /// What each task is about.
    under_way: HashMap<task::Id, (i32, ChatId)>,
}

impl<T, H, F, E> Lanes<T, H>
where
    T: Clone + Send + 'static,
    H: Fn(T) -> F + Clone + Send + Sync + 'static,
    F: Future<Output = Result<(), E>> + Send + 'static,
    E: Display + Send + 'static,
{
    fn new(handle: H) -> Self {
        Lanes { handle, waiting: HashMap::new(), tasks: JoinSet::new(), under_way: HashMap::new() }
    }

    fn push(&mut self, id: i32, chat: ChatId, news: T) {
        match self.waiting.get_mut(&chat) {
            Some(lane) => lane.push_back((id, news)),
            None => {
                self.waiting.insert(chat.clone(), VecDeque::new());
                self.start(id, chat, news);
            }
        }
    }

    fn start(&mut self, id: i32, chat: ChatId, news: T) {
        let handle = self.handle.clone();
        let task = self.tasks.spawn(async move {
            let mut backoff = Backoff::default();
            while let Err(error) = handle(news.clone()).await {
                error!("what happened in a chat could not be stored, and will be tried again: {error}");
                tokio::time::sleep(backoff.wait()).await;
            }
        });
        self.under_way.insert(task.id(), (id, chat));
    }

    /// Waits until an update is stored; none if there is none in hand.
    async fn next(&mut self) -> Option<i32> {
        let task = match self.tasks.join_next_with_id().await? {
            Ok((task, ())) => task,
            Err(failure) => {
                // It would fail for ever, and hold up everything that comes after it.
                error!("an update is passed over, since handling it failed: {failure}");
                failure.id()
            }
        };
        let (id, chat) = self.under_way.remove(&task)?;
        match self.waiting.get_mut(&chat).and_then(VecDeque::pop_front) {
            Some((next, news)) => self.start(next, chat, news),
            None => _ = self.waiting.remove(&chat),
        }
        Some(id)
    }

    /// Waits for something else while the lanes go on.
    async fn meanwhile<R>(&mut self, window: &mut Window, something: impl Future<Output = R>) -> R {
        tokio::pin!(something);
        loop {
            tokio::select! {
                done = &mut something => return done,
                Some(id) = self.next() => window.stored(id),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    use tavlei_session::{MemoryStore, Service, Settings};
    use tokio::sync::Semaphore;

    fn chat(id: &str) -> ChatId {
        ChatId { platform: crate::chat::PLATFORM, id: id.to_owned() }
    }

    #[test]
    fn only_what_is_stored_without_a_gap_is_confirmed() {
        let mut window = Window::default();
        assert!(window.take(5) && window.take(6) && window.take(8));
        assert!(!window.take(6), "it is in hand already");
        assert_eq!(window.next, 5);
        window.stored(6);
        assert_eq!(window.next, 5);
        window.stored(5);
        assert_eq!(window.next, 7);
        window.stored(8);
        assert_eq!(window.next, 9);
    }

    #[test]
    fn numbers_may_start_anew() {
        let mut window = Window::default();
        window.take(900);
        window.stored(900);
        assert!(window.take(3));
        window.stored(3);
        assert_eq!(window.next, 4);
    }

    #[tokio::test]
    async fn chats_do_not_wait_for_each_other_and_keep_their_order() {
        let gate = Arc::new(Semaphore::new(0));
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (keeper, log) = (Arc::clone(&gate), Arc::clone(&seen));
        let mut lanes = Lanes::new(move |(id, name)| {
            let (gate, log) = (Arc::clone(&keeper), Arc::clone(&log));
            async move {
                if name == "slow" {
                    gate.acquire().await.map_err(|error| error.to_string())?.forget();
                }
                log.lock().map_err(|error| error.to_string())?.push(id);
                Ok::<_, String>(())
            }
        });
        for (id, name) in [(1, "slow"), (2, "slow"), (3, "quick"), (4, "quick")] {
            lanes.push(id, chat(name), (id, name));
        }
        assert_eq!((lanes.next().await, lanes.next().await), (Some(3), Some(4)));
        gate.add_permits(2);
        assert_eq!((lanes.next().await, lanes.next().await, lanes.next().await), (Some(1), Some(2), None));
        assert_eq!(*seen.lock().expect("the log"), [3, 4, 1, 2]);
    }

    #[tokio::test(start_paused = true)]
    async fn what_could_not_be_stored_is_tried_again() {
        let tries = Arc::new(Mutex::new(0));
        let counter = Arc::clone(&tries);
        let mut lanes = Lanes::new(move |()| {
            let mut tries = counter.lock().expect("a count");
            *tries += 1;
            let full = *tries < 3;
            async move { if full { Err("the disk is full") } else { Ok(()) } }
        });
        lanes.push(1, chat("chat"), ());
        assert_eq!(lanes.next().await, Some(1));
        assert_eq!(*tries.lock().expect("a count"), 3);
    }

    #[tokio::test]
    async fn an_update_that_breaks_the_program_does_not_stop_its_chat() {
        let mut lanes = Lanes::new(|id| async move {
            assert_ne!(id, 1, "this update breaks the program");
            Ok::<_, String>(())
        });
        lanes.push(1, chat("chat"), 1);
        lanes.push(2, chat("chat"), 2);
        assert_eq!((lanes.next().await, lanes.next().await, lanes.next().await), (Some(1), Some(2), None));
    }

    /// Answers a poll for updates: the same ones again and again until they are confirmed. The offsets come back.
    async fn telegram(updates: Value) -> (Api, tokio::sync::mpsc::UnboundedReceiver<i64>) {
        use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("its address"));
        let (told, offsets) = tokio::sync::mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut request = Vec::new();
                let asked = loop {
                    let mut part = [0; 4096];
                    let length = stream.read(&mut part).await.expect("a request");
                    request.extend_from_slice(&part[..length]);
                    let text = String::from_utf8_lossy(&request).into_owned();
                    let body =
                        text.split_once("\r\n\r\n").map(|(_, body)| serde_json::from_str::<Value>(body));
                    if let Some(Ok(body)) = body {
                        break body;
                    }
                };
                let offset = asked["offset"].as_i64().unwrap_or_default();
                let left: Vec<&Value> = updates
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter(|update| update["update_id"].as_i64() >= Some(offset))
                    .collect();
                let body = serde_json::json!({ "ok": true, "result": left }).to_string();
                let head =
                    format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
                stream.write_all((head + &body).as_bytes()).await.expect("an answer");
                if told.send(offset).is_err() {
                    return;
                }
            }
        });
        (Api::new(&address, "12345:TOKEN").expect("a client"), offsets)
    }

    #[tokio::test]
    async fn a_move_that_cannot_be_stored_holds_up_no_other_chat() {
        let store = MemoryStore::default();
        let service =
            Service::open(store.clone(), &Settings { thinkers: 1, ..Settings::default() }).expect("opens");
        store.fill(true);
        let of = |id: i64, chat: i64| {
            serde_json::json!({"message_id": id, "date": 1, "chat": {"id": chat, "type": "supergroup", "title": "x"},
                "from": {"id": 1, "is_bot": false, "first_name": "Anna"}})
        };
        let mut moved = of(1, -100);
        moved["migrate_to_chat_id"] = (-1007).into();
        let (mut there, mut here) = (of(2, -1007), of(3, -200));
        there["text"] = "there".into();
        here["text"] = "here".into();
        let (api, mut offsets) = telegram(serde_json::json!([
            {"update_id": 5, "message": moved}, {"update_id": 6, "message": there}, {"update_id": 7, "message": here},
        ]))
        .await;
        let moves = Arc::new(Moves::recall(service.clone()).await.expect("readable"));
        let (told, mut heard) = tokio::sync::mpsc::unbounded_channel();
        let polling = tokio::spawn(async move {
            let me = Me { id: teloxide::types::UserId(99), handle: "tavlei_bot".to_owned() };
            let handle = move |event: Event| {
                let told = told.clone();
                async move {
                    let _ = told.send(event.place.chat.id);
                    Ok(())
                }
            };
            poll(&api, &me, &moves, handle).await
        });
        assert_eq!(heard.recv().await.as_deref(), Some("-200"), "the other chat does not wait");
        for _ in 0..3 {
            assert!(
                offsets.recv().await.expect("it goes on polling") <= 5,
                "nothing is confirmed that is not stored"
            );
        }
        store.fill(false);
        assert_eq!(heard.recv().await.as_deref(), Some("-100"), "the chat is known by its first number");
        while offsets.recv().await.expect("it goes on polling") != 8 {}
        let known = service.moves(crate::chat::PLATFORM).await.expect("readable");
        assert_eq!(known, [(Spot::whole(-100).id(), Spot::whole(-1007).id())]);
        polling.abort();
    }
}
