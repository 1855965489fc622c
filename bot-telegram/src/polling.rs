//! Takes updates from Telegram and confirms them only once they are stored.
//!
//! Telegram hands an update over again and again until it is asked for one with a higher number: that confirms all
//! before it. So the number asked for is the first that is not stored yet. Updates of one chat are handled one after
//! the other; chats do not wait for each other, and those behind a slow one are handled but not confirmed.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt::Display;
use std::future::Future;
use std::time::Duration;

use serde_json::Value;
use tavlei_session::{ChatId, Event};
use teloxide::payloads::{DeleteWebhook, GetUpdates, GetUpdatesSetters as _};
use teloxide::types::AllowedUpdate;
use tokio::task::{self, JoinSet};
use tracing::{error, info, warn};

use crate::api::{Api, Trouble};
use crate::backoff::Backoff;
use crate::incoming::{self, Incoming, Me};
use crate::moves::Moves;

/// How long Telegram may keep a request for updates open when there are none.
const LONG_POLL: Duration = Duration::from_secs(50);
/// How long those who are through wait for a slow one before more updates are asked for.
const GRACE: Duration = Duration::from_millis(300);

/// Takes updates until the token is refused. `handle` stores an event; what it could not store is tried again.
pub(crate) async fn poll<H, F, E>(api: &Api, me: &Me, moves: &Moves, handle: H) -> Trouble
where
    H: Fn(Event) -> F + Clone + Send + Sync + 'static,
    F: Future<Output = Result<(), E>> + Send + 'static,
    E: Display + Send + 'static,
{
    let mut window = Window::default();
    let mut lanes = Lanes::new(handle);
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
                    lanes.push(id, *event);
                }
                Incoming::Moved { from, to } => {
                    let mut backoff = Backoff::default();
                    while let Err(error) = moves.note(from, to).await {
                        error!("that a group moved could not be stored, and will be tried again: {error}");
                        tokio::time::sleep(backoff.next()).await;
                    }
                    window.stored(id);
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
    backoff.next()
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

/// The events in hand, a lane for each chat.
struct Lanes<H> {
    handle: H,
    /// What waits in each lane where something is under way.
    waiting: HashMap<ChatId, VecDeque<(i32, Event)>>,
    tasks: JoinSet<()>,
    /// What each task is about.
    under_way: HashMap<task::Id, (i32, ChatId)>,
}

impl<H, F, E> Lanes<H>
where
    H: Fn(Event) -> F + Clone + Send + Sync + 'static,
    F: Future<Output = Result<(), E>> + Send + 'static,
    E: Display + Send + 'static,
{
    fn new(handle: H) -> Self {
        Lanes { handle, waiting: HashMap::new(), tasks: JoinSet::new(), under_way: HashMap::new() }
    }

    fn push(&mut self, id: i32, event: Event) {
        match self.waiting.get_mut(&event.place.chat) {
            Some(lane) => lane.push_back((id, event)),
            None => {
                self.waiting.insert(event.place.chat.clone(), VecDeque::new());
                self.start(id, event);
            }
        }
    }

    fn start(&mut self, id: i32, event: Event) {
        let handle = self.handle.clone();
        let chat = event.place.chat.clone();
        let task = self.tasks.spawn(async move {
            let mut backoff = Backoff::default();
            while let Err(error) = handle(event.clone()).await {
                error!("what was written in a chat could not be stored, and will be tried again: {error}");
                tokio::time::sleep(backoff.next()).await;
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
            Some((id, event)) => self.start(id, event),
            None => _ = self.waiting.remove(&chat),
        }
        Some(id)
    }

    /// Waits for something else while the lanes go on.
    async fn meanwhile<T>(&mut self, window: &mut Window, something: impl Future<Output = T>) -> T {
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
    use std::sync::{Arc, Mutex};

    use tavlei_session::{Person, PersonId, Place, Platform, What};
    use tokio::sync::Semaphore;

    fn event(update: i32, chat: &str) -> Event {
        Event {
            update: update.to_string(),
            at: 0,
            seed: 0,
            place: Place {
                chat: ChatId { platform: Platform::Telegram, id: chat.to_owned() },
                private: false,
            },
            who: Person {
                id: PersonId { platform: Platform::Telegram, id: "1".to_owned() },
                name: String::new(),
                handle: None,
                language: None,
            },
            what: What::Said { text: String::new(), reply_to: None, addressed: false, mentions: Vec::new() },
            via: None,
        }
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
        let mut lanes = Lanes::new(move |event: Event| {
            let (gate, log) = (Arc::clone(&keeper), Arc::clone(&log));
            async move {
                if event.place.chat.id == "slow" {
                    gate.acquire().await.map_err(|error| error.to_string())?.forget();
                }
                log.lock().map_err(|error| error.to_string())?.push(event.update);
                Ok::<_, String>(())
            }
        });
        for (id, chat) in [(1, "slow"), (2, "slow"), (3, "quick"), (4, "quick")] {
            lanes.push(id, event(id, chat));
        }
        assert_eq!((lanes.next().await, lanes.next().await), (Some(3), Some(4)));
        gate.add_permits(2);
        assert_eq!((lanes.next().await, lanes.next().await, lanes.next().await), (Some(1), Some(2), None));
        assert_eq!(*seen.lock().expect("the log"), ["3", "4", "1", "2"]);
    }

    #[tokio::test(start_paused = true)]
    async fn what_could_not_be_stored_is_tried_again() {
        let tries = Arc::new(Mutex::new(0));
        let counter = Arc::clone(&tries);
        let mut lanes = Lanes::new(move |_| {
            let mut tries = counter.lock().expect("a count");
            *tries += 1;
            let full = *tries < 3;
            async move { if full { Err("the disk is full") } else { Ok(()) } }
        });
        lanes.push(1, event(1, "chat"));
        assert_eq!(lanes.next().await, Some(1));
        assert_eq!(*tries.lock().expect("a count"), 3);
    }

    #[tokio::test]
    async fn an_update_that_breaks_the_program_does_not_stop_its_chat() {
        let mut lanes = Lanes::new(|event: Event| async move {
            assert_ne!(event.update, "1", "this update breaks the program");
            Ok::<_, String>(())
        });
        lanes.push(1, event(1, "chat"));
        lanes.push(2, event(2, "chat"));
        assert_eq!((lanes.next().await, lanes.next().await, lanes.next().await), (Some(1), Some(2), None));
    }
}
