//! Groups that became supergroups and so have another number.
//!
//! The session goes on knowing the chat by the number under which its games began.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tavlei_session::ChatId;
use teloxide::types;

use crate::chat::Spot;

/// The moves known so far.
#[derive(Default)]
pub(crate) struct Moves {
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    forth: HashMap<i64, i64>,
    back: HashMap<i64, i64>,
}

impl Moves {
    /// Notes that a group has moved.
    pub(crate) fn note(&self, from: i64, to: i64) {
        let mut known = self.known();
        known.forth.insert(from, to);
        known.back.insert(to, from);
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
