//! What comes into a step: something that a person did, something that the bot has thought out, something too old.

use rand::TryRngCore;
use rand::rngs::OsRng;
use tavlei_core::advice::Why;

use crate::event::Event;
use crate::ids::ChatId;
use crate::record::{AskId, ChallengeId, GameId, TurningPoint};

/// All that a step knows of the world outside the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// The time, milliseconds since 1970.
    pub at: u64,
    /// The only source of chance.
    pub seed: u64,
}

impl Stamp {
    /// The stamp of what happens now: the one place where the clock is read and chance is drawn.
    pub(crate) fn now() -> Stamp {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let at = since.map_or(0, |since| since.as_millis() as u64);
        Stamp { at, seed: OsRng.try_next_u64().unwrap_or(at) }
    }
}

/// Something that changes the state.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// A person did something.
    Event(Box<Event>),
    /// The bot has thought.
    Thought(Thought),
    /// A challenge has become too old.
    ChallengeEnds(ChallengeId),
    /// A question has become too old.
    AskEnds {
        /// Which.
        ask: AskId,
        /// Where it was asked.
        chat: ChatId,
    },
}

/// What the bot has thought out.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// For which game.
    pub game: GameId,
    /// At which stage of it: a thought about another position is dropped.
    pub stage: u32,
    /// What.
    pub answer: Answer,
}

/// The answer of a thought.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// What the bot would play.
    Ply(Choice),
    /// How good the position is for the bot, in hundredths of a man.
    Draw {
        /// The value.
        score: i32,
    },
    /// What a person might play; none if that could not be found out.
    Hint(Option<Box<Advice>>),
    /// How good a position of a finished game was.
    Value {
        /// The position after so many plies.
        after: u32,
        /// The value for the first seat, in hundredths of a man.
        score: i32,
    },
    /// Whether a ply of a finished game turned it.
    TurningPoint {
        /// The ply before which there were so many.
        after: u32,
        /// None if nothing was better.
        point: Option<Box<TurningPoint>>,
    },
}

/// A ply that the bot has chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Its canonical text.
    pub ply: String,
    /// Its value for the bot, in hundredths of a man.
    pub score: i32,
    /// Plies until the win, when it is proven.
    pub win_in: Option<u32>,
}

impl From<String> for Choice {
    /// A ply of which nothing is known.
    fn from(ply: String) -> Self {
        Choice { ply, score: 0, win_in: None }
    }
}

/// A ply for a person, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// Its canonical text.
    pub ply: String,
    /// What another seat is expected to answer.
    pub reply: Option<String>,
    /// Why.
    pub why: Vec<Why>,
}
