//! What waits to be carried, by chat, as far as it is safely stored.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};

use tokio::sync::Notify;

use crate::ids::{ChatId, Platform};

/// The numbers of the deliveries that wait in each chat. Only what is flushed is here.
#[derive(Default)]
pub(crate) struct Outbox {
    waiting: Mutex<HashMap<ChatId, BTreeSet<u64>>>,
    telegram: Notify,
    discord: Notify,
    web: Notify,
}

impl Outbox {
    /// Adds a delivery.
    pub(crate) fn push(&self, chat: &ChatId, number: u64) {
        self.lock().entry(chat.clone()).or_default().insert(number);
        self.news(chat.platform).notify_one();
    }

    /// The first delivery of a chat.
    pub(crate) fn first(&self, chat: &ChatId) -> Option<u64> {
        self.lock().get(chat)?.first().copied()
    }

    /// Takes a delivery out.
    pub(crate) fn remove(&self, chat: &ChatId, number: u64) {
        let mut waiting = self.lock();
        if let Some(numbers) = waiting.get_mut(chat) {
            numbers.remove(&number);
            if numbers.is_empty() {
                waiting.remove(chat);
            }
        }
    }

    /// The chats of a platform where something waits.
    pub(crate) fn chats(&self, platform: Platform) -> Vec<ChatId> {
        self.lock().keys().filter(|chat| chat.platform == platform).cloned().collect()
    }

    /// Tells that something new waits on a platform; one courier listens.
    pub(crate) fn news(&self, platform: Platform) -> &Notify {
        match platform {
            Platform::Telegram => &self.telegram,
            Platform::Discord => &self.discord,
            Platform::Web => &self.web,
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<ChatId, BTreeSet<u64>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
