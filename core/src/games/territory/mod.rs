//! Territory games: one piece a ply on a board that fills up.

mod reversi;

pub use reversi::Reversi;
