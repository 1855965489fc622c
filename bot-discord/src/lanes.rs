//! Events of one chat one after another, different chats side by side.

use std::collections::{HashMap, VecDeque};
use std::future::Future;
use std::sync::{Arc, Mutex};

use tavlei_session::{ChatId, Event};

/// The chats that are at work, each with the events that wait.
#[derive(Clone, Default)]
pub(crate) struct Lanes {
    busy: Arc<Mutex<HashMap<ChatId, VecDeque<Event>>>>,
}

impl Lanes {
    /// Has an event handled after those of its chat that came before it.
    pub fn push<F, Fut>(&self, event: Event, handle: F)
    where
        F: Fn(Event) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = ()> + Send,
    {
        let chat = event.place.chat.clone();
        let Ok(mut busy) = self.busy.lock() else { return };
        if let Some(waiting) = busy.get_mut(&chat) {
            waiting.push_back(event);
            return;
        }
        busy.insert(chat.clone(), VecDeque::new());
        drop(busy);
        let lanes = self.clone();
        tokio::spawn(async move {
            let mut next = Some(event);
            while let Some(event) = next {
                handle(event).await;
                next = lanes.next(&chat);
            }
        });
    }

    /// The next event of a chat; without one the chat is at work no more.
    fn next(&self, chat: &ChatId) -> Option<Event> {
        let mut busy = self.busy.lock().ok()?;
        let next = busy.get_mut(chat)?.pop_front();
        if next.is_none() {
            busy.remove(chat);
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use tavlei_session::{Person, PersonId, Place, What};
    use tokio::sync::{mpsc, oneshot};

    use super::*;

    fn event(chat: &str, update: &str) -> Event {
        let platform = crate::PLATFORM;
        Event {
            update: update.to_owned(),
            place: Place { chat: ChatId { platform, id: chat.to_owned() }, private: false },
            who: Person {
                id: PersonId { platform, id: "1".to_owned() },
                name: "A".to_owned(),
                handle: None,
                language: None,
            },
            what: What::Pressed {
                payload: String::new(),
                message: tavlei_session::MessageId("1".to_owned()),
            },
            via: None,
        }
    }

    #[tokio::test]
    async fn a_chat_keeps_its_order_and_does_not_hold_up_another() {
        let lanes = Lanes::default();
        let (open, gate) = oneshot::channel::<()>();
        let gate = Arc::new(tokio::sync::Mutex::new(Some(gate)));
        let (done, mut handled) = mpsc::unbounded_channel();
        let push = |event: Event| {
            let (gate, done) = (Arc::clone(&gate), done.clone());
            lanes.push(event, move |event| {
                let (gate, done) = (Arc::clone(&gate), done.clone());
                async move {
                    if event.update == "a1"
                        && let Some(gate) = gate.lock().await.take()
                    {
                        gate.await.expect("opened");
                    }
                    done.send(event.update).expect("heard");
                }
            });
        };
        for (chat, update) in [("a", "a1"), ("a", "a2"), ("b", "b1"), ("a", "a3")] {
            push(event(chat, update));
        }
        assert_eq!(handled.recv().await.as_deref(), Some("b1"));
        open.send(()).expect("waits");
        for update in ["a1", "a2", "a3"] {
            assert_eq!(handled.recv().await.as_deref(), Some(update));
        }
    }
}
