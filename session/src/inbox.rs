//! What is to be done, in the order in which it came: a queue for each chat, chats side by side.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::ids::ChatId;

/// The queues of the chats at which somebody works.
pub(crate) struct Inbox<T> {
    queues: Mutex<HashMap<ChatId, VecDeque<T>>>,
}

impl<T> Default for Inbox<T> {
    fn default() -> Self {
        Inbox { queues: Mutex::default() }
    }
}

impl<T> Inbox<T> {
    /// Puts something at the end of a chat's queue. Whether nobody works at the chat: then whoever asked has to, until
    /// [`Inbox::next`] has nothing more.
    pub(crate) fn push(&self, chat: &ChatId, item: T) -> bool {
        let mut queues = self.lock();
        let idle = !queues.contains_key(chat);
        queues.entry(chat.clone()).or_default().push_back(item);
        idle
    }

    /// The next thing to be done in a chat. If there is none, nobody works at the chat any more.
    pub(crate) fn next(&self, chat: &ChatId) -> Option<T> {
        let mut queues = self.lock();
        let next = queues.get_mut(chat)?.pop_front();
        if next.is_none() {
            queues.remove(chat);
        }
        next
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ChatId, VecDeque<T>>> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::WEB;

    #[test]
    fn a_chat_has_one_worker_and_keeps_its_order() {
        let inbox = Inbox::default();
        let [a, b] = ["a", "b"].map(|id| ChatId { platform: WEB, id: id.to_owned() });
        assert!(inbox.push(&a, 1));
        assert!(!inbox.push(&a, 2), "somebody works at it");
        assert!(inbox.push(&b, 3), "chats do not wait for each other");
        assert_eq!(inbox.next(&a), Some(1));
        assert!(!inbox.push(&a, 4));
        assert_eq!([inbox.next(&a), inbox.next(&a), inbox.next(&a)], [Some(2), Some(4), None]);
        assert!(inbox.push(&a, 5), "nobody does any more");
    }
}
