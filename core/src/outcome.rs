//! How a game ended.

use serde::{Deserialize, Serialize, Serializer};

use crate::seat::Seat;

/// Why a game ended: a short word, as the rules files give it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reason(pub &'static str);

impl Reason {
    /// A side has no pieces left.
    pub const NO_PIECES: Reason = Reason("no-pieces");
    /// A side has no legal ply.
    pub const NO_MOVES: Reason = Reason("no-moves");
    /// A goal was reached.
    pub const GOAL: Reason = Reason("goal");
    /// The piece that matters was captured.
    pub const CAPTURED: Reason = Reason("captured");
    /// Five in a row.
    pub const FIVE: Reason = Reason("five");
    /// Decided by counting.
    pub const COUNT: Reason = Reason("count");
    /// The players agreed on a draw.
    pub const AGREEMENT: Reason = Reason("agreement");
    /// A player gave up.
    pub const RESIGNATION: Reason = Reason("resignation");
    /// The same position for the third time.
    pub const REPETITION: Reason = Reason("repetition");
    /// Too many plies without an irreversible act.
    pub const NO_PROGRESS: Reason = Reason("no-progress");
    /// A player ran out of time.
    pub const TIME: Reason = Reason("time");
    /// The number of plies that the rules allow was played.
    pub const LIMIT: Reason = Reason("limit");
    /// A player placed all pieces.
    pub const ALL_PLACED: Reason = Reason("all-placed");
}

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

/// A number for each seat, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    points: [i16; 4],
    seats: u8,
}

impl Score {
    /// The scores of two seats.
    #[inline]
    pub const fn two(first: i16, second: i16) -> Self {
        Score { points: [first, second, 0, 0], seats: 2 }
    }

    /// The scores of four seats.
    #[inline]
    pub const fn four(points: [i16; 4]) -> Self {
        Score { points, seats: 4 }
    }

    /// The scores by seat index.
    #[inline]
    pub fn as_slice(&self) -> &[i16] {
        &self.points[..self.seats as usize]
    }
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match *Vec::<i16>::deserialize(deserializer)?.as_slice() {
            [a, b] => Ok(Score::two(a, b)),
            [a, b, c, d] => Ok(Score::four([a, b, c, d])),
            _ => Err(serde::de::Error::custom("a score has two or four numbers")),
        }
    }
}

/// A finished game: who won and why.
///
/// ```
/// use tavlei_core::{Outcome, Reason, Score, Seat};
///
/// let outcome = Outcome::count(33, 31, Reason::COUNT);
/// assert_eq!(outcome.winner, Some(Seat::FIRST));
/// assert_eq!(outcome.score, Some(Score::two(33, 31)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// The winner; none for a draw.
    pub winner: Option<Seat>,
    /// Why the game ended.
    pub reason: Reason,
    /// Points by seat, where the rules count any.
    pub score: Option<Score>,
    /// Places by seat, 1 the best, in games for more than two where the rules rank the rest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<Score>,
}

impl Outcome {
    /// A win without a score.
    #[inline]
    pub const fn win(winner: Seat, reason: Reason) -> Self {
        Outcome { winner: Some(winner), reason, score: None, places: None }
    }

    /// A draw without a score.
    #[inline]
    pub const fn draw(reason: Reason) -> Self {
        Outcome { winner: None, reason, score: None, places: None }
    }

    /// The same with a score.
    #[inline]
    pub const fn with_score(mut self, score: Score) -> Self {
        self.score = Some(score);
        self
    }

    /// Two seats compared by points: more wins for `count`; equal is a draw for `level`. The score is kept.
    #[inline]
    pub const fn count(first: i16, second: i16, level: Reason) -> Self {
        let outcome = if first > second {
            Outcome::win(Seat::FIRST, Reason::COUNT)
        } else if second > first {
            Outcome::win(Seat::SECOND, Reason::COUNT)
        } else {
            Outcome::draw(level)
        };
        outcome.with_score(Score::two(first, second))
    }
}
