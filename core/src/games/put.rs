//! The ply of games in which a piece is put down or the turn given up.

use std::fmt;

use crate::square::Square;

/// A piece put on a square, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Put {
    /// A piece is put on this square.
    On(Square),
    /// The turn, or what is left of it, is given up.
    Pass,
}

impl fmt::Display for Put {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Put::On(square) => square.fmt(f),
            Put::Pass => f.write_str("pass"),
        }
    }
}
