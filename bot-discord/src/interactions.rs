//! How far the answers to interactions have come.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use serenity::model::id::InteractionId;

/// How far the answer to an interaction has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Nothing was said yet.
    Fresh,
    /// Discord was told to wait.
    Deferred,
    /// There was an answer: more are follow-ups.
    Answered,
    /// Something was said, but whether Discord heard it is not known; or it was said before a restart.
    Unsure,
    /// Discord takes no answer any more.
    Over,
}

/// The interactions that can still be answered. Who holds a stage's lock is the one who speaks.
#[derive(Default)]
pub(crate) struct Interactions {
    open: Mutex<HashMap<InteractionId, Arc<tokio::sync::Mutex<Stage>>>>,
}

impl Interactions {
    /// An interaction has come in. None if it is known: Discord has sent it again.
    pub fn open(&self, id: InteractionId) -> Option<Arc<tokio::sync::Mutex<Stage>>> {
        let mut open = self.open.lock().ok()?;
        if open.contains_key(&id) {
            return None;
        }
        let stage = Arc::new(tokio::sync::Mutex::new(Stage::Fresh));
        open.insert(id, Arc::clone(&stage));
        Some(stage)
    }

    /// How far an interaction has come; unsure if it came before a restart.
    pub fn get(&self, id: InteractionId) -> Arc<tokio::sync::Mutex<Stage>> {
        let unsure = || Arc::new(tokio::sync::Mutex::new(Stage::Unsure));
        match self.open.lock() {
            Ok(mut open) => Arc::clone(open.entry(id).or_insert_with(unsure)),
            Err(_) => unsure(),
        }
    }

    /// An interaction can be answered no more.
    pub fn close(&self, id: InteractionId) {
        if let Ok(mut open) = self.open.lock() {
            open.remove(&id);
        }
    }
}
