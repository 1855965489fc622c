//! Why a text is not a legal ply.

use crate::square::Square;

/// What reading a text as a ply can end in when it is not one.
///
/// ```
/// use tavlei_core::{Misread, catalogue};
///
/// let table = catalogue::by_slug("russian").expect("a game").table(&Default::default());
/// assert_eq!(table.read("good luck!"), Err(Misread::NotAPly));
/// assert!(matches!(table.read("c3-c4"), Err(Misread::Illegal(_))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misread {
    /// The text does not look like a ply at all: chat.
    #[error("this is not a move")]
    NotAPly,
    /// The text looks like a ply, but not like a legal one.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}

/// Why a ply is not legal. Lists of plies hold canonical texts, sorted, and are never empty.
///
/// ```
/// let mut table = tavlei_core::catalogue::by_slug("russian").expect("a game").table(&Default::default());
/// let why = table.play("c3-c4").expect_err("men go diagonally");
/// assert_eq!(why.to_string(), "from c3 you can play: c3-b4, c3-d4");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// Somebody else is to act.
    #[error("it is not your turn")]
    NotYourTurn,
    /// Several legal plies fit the text.
    #[error("this may be one of several moves: {}", .plies.join(", "))]
    Ambiguous {
        /// The plies that fit.
        plies: Vec<String>,
    },
    /// Nothing stands on the square of departure.
    #[error("there is no piece on {square}")]
    NoPiece {
        /// The square.
        square: Square,
    },
    /// The piece there is not the player's to move.
    #[error("the piece on {square} is not yours")]
    NotYours {
        /// The square.
        square: Square,
    },
    /// The player must capture.
    #[error("a capture is compulsory: {}", .plies.join(", "))]
    MustCapture {
        /// The captures.
        plies: Vec<String>,
    },
    /// The piece has no legal ply now.
    #[error("the piece on {square} cannot move now")]
    Stuck {
        /// Where it stands.
        square: Square,
    },
    /// The piece has legal plies, but not this one.
    #[error("from {square} you can play: {}", .plies.join(", "))]
    GoesOnly {
        /// Where it stands.
        square: Square,
        /// Its plies.
        plies: Vec<String>,
    },
    /// A piece stands on the square already.
    #[error("{square} is taken")]
    Occupied {
        /// The square.
        square: Square,
    },
    /// The square is empty but closed to the player now.
    #[error("{square} is closed to you now; you can play: {}", .plies.join(", "))]
    Closed {
        /// The square.
        square: Square,
        /// What can be played.
        plies: Vec<String>,
    },
    /// Anything else.
    #[error("this is not a legal move; you can play: {}", .plies.join(", "))]
    Unknown {
        /// What can be played.
        plies: Vec<String>,
    },
}
