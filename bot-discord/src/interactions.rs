//! How far the answers to interactions have come.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use serenity::model::id::InteractionId;

/// How far the answer to an interaction has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Stage {
    /// Discord may not have been told yet that an answer will come. After a restart it is always so.
    #[default]
    Unknown,
    /// Discord shows that the bot is thinking: the next answer takes the place of that.
    Thinking,
    /// Every answer is a message of its own.
    Open {
        /// The answer that was given before a restart, if there is one: it is not to be given twice.
        given: Option<Value>,
    },
    /// Discord takes no answer any more.
    Over,
}

/// The stage of an interaction. Who holds the lock is the one who answers.
pub(crate) type Answering = Arc<tokio::sync::Mutex<Stage>>;

/// The interactions that can still be answered.
#[derive(Default)]
pub(crate) struct Interactions {
    known: Mutex<HashMap<InteractionId, Answering>>,
}

impl Interactions {
    /// How far an interaction has come.
    pub fn get(&self, id: InteractionId) -> Answering {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(id).or_default())
    }

    /// An interaction can be answered no more.
    pub fn close(&self, id: InteractionId) {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
    }
}
