//! Plies of the draughts family.

use crate::bitboard::Bitboard;
use crate::square::Square;

/// A step or a whole capture by one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ply {
    /// The squares of the captured pieces; empty for a step.
    pub captured: Bitboard,
    /// Where the piece starts.
    pub from: Square,
    /// Where it ends, perhaps where it started.
    pub to: Square,
    /// Whether it becomes a king.
    pub crowned: bool,
}

impl Ply {
    /// Whether it is a capture.
    #[inline]
    pub fn is_capture(self) -> bool {
        !self.captured.is_empty()
    }
}
