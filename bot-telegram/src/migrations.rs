//! Groups that became supergroups and so have another number.
//!
//! The session goes on knowing the chat by the number under which its games began, and remembers the migrations.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tavlei_session::{Backoff, ChatId, Service, ServiceError};
use teloxide::types;

use crate::chat::{PLATFORM, Topic};

/// The migrations known so far.
pub(crate) struct Migrations {
    service: Service,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// The number that a chat has now, by the one that the session knows.
    new: HashMap<i64, i64>,
    /// The number that the session knows, by the one that a chat has now.
    old: HashMap<i64, i64>,
}

impl Known {
    fn note(&mut self, from: i64, to: i64) {
        self.new.insert(from, to);
        self.old.insert(to, from);
    }
}

impl Migrations {
    /// Those that the session remembers.
    pub(crate) async fn recall(service: Service) -> Result<Migrations, ServiceError> {
        let mut known = Known::default();
        for (from, to) in service.migrations(PLATFORM).await? {
            if let (Some(from), Some(to)) = (Topic::of(&from), Topic::of(&to)) {
                known.note(from.chat.0, to.chat.0);
            }
        }
        Ok(Migrations { service, known: Mutex::new(known) })
    }

    /// Takes note of a migration, which holds at once.
    pub(crate) fn note(&self, from: i64, to: i64) {
        self.known().note(from, to);
    }

    /// Has the session remember a migration; returns when it will.
    ///
    /// # Errors
    /// The session is shut down before that.
    pub(crate) async fn remember(&self, from: i64, to: i64) -> Result<(), ServiceError> {
        let [from, to] = [from, to].map(|number| Topic::new(number, None).id());
        let mut backoff = Backoff::default();
        loop {
            match self.service.note_migration(&from, &to).await {
                Ok(()) => return Ok(()),
                Err(ServiceError::Closed) => return Err(ServiceError::Closed),
                Err(error) => {
                    tracing::error!("that a group became a supergroup could not be stored: {error}")
                }
            }
            tokio::time::sleep(backoff.wait()).await;
        }
    }

    /// Where to send what is meant for a chat.
    pub(crate) fn outward(&self, topic: Topic) -> Topic {
        let chat = self.known().new.get(&topic.chat.0).copied().unwrap_or(topic.chat.0);
        Topic { chat: types::ChatId(chat), ..topic }
    }

    /// Turns the chat that something came from into the one that the session knows.
    pub(crate) fn inward(&self, chat: &mut ChatId) {
        if let Some(topic) = Topic::of(chat)
            && let Some(known) = self.known().old.get(&topic.chat.0)
        {
            *chat = Topic { chat: types::ChatId(*known), ..topic }.id();
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
