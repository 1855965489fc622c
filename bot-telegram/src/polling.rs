//! Takes updates from Telegram and confirms them only once they are stored.
//!
//! Telegram hands an update over again and again until it is asked for one with a higher number: that confirms all
//! before it. So the number asked for is the first that is not stored yet. Chats do not wait for each other: what comes
//! behind a slow one is stored, but not confirmed.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tavlei_session::{Backoff, Event, ServiceError};
use teloxide::payloads::{DeleteWebhook, GetUpdates, GetUpdatesSetters as _};
use teloxide::types::AllowedUpdate;
use tokio::task::JoinSet;
use tracing::{error, info, warn};

use crate::api::{Api, Trouble};
use crate::incoming::{self, Incoming, Me};
use crate::migrations::Migrations;

/// How long Telegram may keep a request for updates open when there are none.
const LONG_POLL: Duration = Duration::from_secs(50);
/// How long those who are through wait for a slow one before more updates are asked for.
const GRACE: Duration = Duration::from_millis(300);

/// Takes updates until the token is refused. `take` has an event stored, after those that it was given before; what it
/// gives back tells when that is done.
pub(crate) async fn poll<F>(
    api: &Api,
    me: &Me,
    migrations: &Arc<Migrations>,
    take: impl Fn(Event) -> F,
) -> Trouble
where
    F: Future<Output = Result<(), ServiceError>> + Send + 'static,
{
    let mut window = Window::default();
    let mut storing = Storing::default();
    let mut backoff = Backoff::default();
    loop {
        let timeout = u32::try_from(LONG_POLL.as_secs()).unwrap_or(u32::MAX);
        let request = GetUpdates::new()
            .offset(window.next)
            .timeout(timeout)
            .allowed_updates([AllowedUpdate::Message, AllowedUpdate::CallbackQuery]);
        let answer: Result<Vec<Value>, _> = storing.meanwhile(&mut window, api.call(&request)).await;
        let updates = match answer {
            Ok(updates) => updates,
            Err(trouble) if trouble.is(401) || trouble.is(404) => return trouble,
            Err(trouble) => {
                let wait = recover(api, &trouble, &mut backoff).await;
                storing.meanwhile(&mut window, tokio::time::sleep(wait)).await;
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
            match incoming::read(update, me) {
                Incoming::Event(mut event) => {
                    migrations.inward(&mut event.place.chat);
                    storing.add(id, take(*event));
                }
                Incoming::Migrated { from, to } => {
                    // What comes after it finds the chat at once.
                    migrations.note(from, to);
                    let migrations = Arc::clone(migrations);
                    storing.add(id, async move { migrations.remember(from, to).await });
                }
                Incoming::Nothing => window.stored(id),
            }
        }
        let all = async {
            while let Some(id) = storing.next().await {
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

/// What is being stored, by the number of its update.
#[derive(Default)]
struct Storing(JoinSet<Option<i32>>);

impl Storing {
    fn add(&mut self, id: i32, stored: impl Future<Output = Result<(), ServiceError>> + Send + 'static) {
        self.0.spawn(async move { stored.await.is_ok().then_some(id) });
    }

    /// Waits until an update is stored; none if none is in hand.
    async fn next(&mut self) -> Option<i32> {
        loop {
            match self.0.join_next().await? {
                Ok(Some(id)) => return Some(id),
                // Not stored, since the service is shut down: Telegram hands it over again when it is back.
                Ok(None) => {}
                Err(error) => error!("storing an update broke off: {error}"),
            }
        }
    }

    /// Waits for something else while the storing goes on.
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
    use tavlei_session::{MemoryStore, Service, Settings};

    use crate::chat::{PLATFORM, Topic};

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
    async fn a_migration_that_cannot_be_stored_holds_up_no_chat_and_is_not_confirmed() {
        let store = MemoryStore::default();
        let service =
            Service::open(store.clone(), &Settings { thinkers: 1, ..Settings::default() }).expect("opens");
        store.fill(true);
        let of = |id: i64, chat: i64| {
            serde_json::json!({"message_id": id, "date": 1, "chat": {"id": chat, "type": "supergroup", "title": "x"},
                "from": {"id": 1, "is_bot": false, "first_name": "Anna"}})
        };
        let mut migrated = of(1, -100);
        migrated["migrate_to_chat_id"] = (-1007).into();
        let (mut there, mut here) = (of(2, -1007), of(3, -200));
        there["text"] = "there".into();
        here["text"] = "here".into();
        let (api, mut offsets) = telegram(serde_json::json!([
            {"update_id": 5, "message": migrated}, {"update_id": 6, "message": there}, {"update_id": 7, "message": here},
        ]))
        .await;
        let migrations = Arc::new(Migrations::recall(service.clone()).await.expect("readable"));
        let (told, mut heard) = tokio::sync::mpsc::unbounded_channel();
        let polling = tokio::spawn(async move {
            let me = Me { id: teloxide::types::UserId(99), handle: "tavlei_bot".to_owned() };
            let take = move |event: Event| {
                let told = told.clone();
                async move {
                    let _ = told.send(event.place.chat.id);
                    Ok(())
                }
            };
            poll(&api, &me, &migrations, take).await
        });
        assert_eq!(heard.recv().await.as_deref(), Some("-100"), "the chat is known by its first number");
        assert_eq!(heard.recv().await.as_deref(), Some("-200"));
        for _ in 0..3 {
            assert!(
                offsets.recv().await.expect("it goes on polling") <= 5,
                "nothing is confirmed that is not stored"
            );
        }
        store.fill(false);
        while offsets.recv().await.expect("it goes on polling") != 8 {}
        let known = service.migrations(PLATFORM).await.expect("readable");
        assert_eq!(known, [(Topic::new(-100, None).id(), Topic::new(-1007, None).id())]);
        polling.abort();
    }
}
