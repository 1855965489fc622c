//! Groups that became supergroups and so have another number.
//!
//! The session goes on knowing the chat by the number under which its games began, and remembers the moves.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tavlei_session::{ChatId, Service, ServiceError};
use teloxide::types;

use crate::chat::{PLATFORM, Spot};

/// The moves known so far.
pub(crate) struct Moves {
    service: Service,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    forth: HashMap<i64, i64>,
    back: HashMap<i64, i64>,
}

impl Known {
    fn note(&mut self, from: i64, to: i64) {
        self.forth.insert(from, to);
        self.back.insert(to, from);
    }
}

impl Moves {
    /// The moves that the session remembers.
    pub(crate) async fn recall(service: Service) -> Result<Moves, ServiceError> {
        let mut known = Known::default();
        for (from, to) in service.moves(PLATFORM).await? {
            if let (Some(from), Some(to)) = (Spot::of(&from), Spot::of(&to)) {
                known.note(from.chat.0, to.chat.0);
            }
        }
        Ok(Moves { service, known: Mutex::new(known) })
    }

    /// Takes note of a move, which holds at once.
    pub(crate) fn note(&self, from: i64, to: i64) {
        self.known().note(from, to);
    }

    /// Has the session remember a move; returns when it will.
    pub(crate) async fn remember(&self, from: i64, to: i64) -> Result<(), ServiceError> {
        self.service.note_move(&Spot::whole(from).id(), &Spot::whole(to).id()).await
    }

    /// Where to send what is meant for a chat.
    pub(crate) fn depart(&self, spot: Spot) -> Spot {
        let chat = self.known().forth.get(&spot.chat.0).copied().unwrap_or(spot.chat.0);
        Spot { chat: types::ChatId(chat), ..spot }
    }

    /// Turns the chat that something came from into the one that the session knows.
    pub(crate) fn arrive(&self, chat: &mut ChatId) {
        if let Some(spot) = Spot::of(chat)
            && let Some(known) = self.known().back.get(&spot.chat.0)
        {
            *chat = Spot { chat: types::ChatId(*known), ..spot }.id();
        }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
