//! Territory games: one piece a ply on a board that fills up.

mod area;
mod atari;
mod comb;
mod crossroads;
mod dots;
mod fenzu;
mod flood;
mod korobochka;
mod reversi;

pub use atari::Atari;
pub use comb::Comb;
pub use crossroads::Crossroads;
pub use dots::Dots;
pub use fenzu::Fenzu;
pub use flood::Flood;
pub use korobochka::Korobochka;
pub use reversi::Reversi;
