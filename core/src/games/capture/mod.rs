//! Games of capture: by pieces that face each other, by replacement, between two pieces, by leaping.

mod custody;

mod alquerque;
mod bees;
mod hasami;
mod ming_mang;
mod seega;
mod shark;

pub use alquerque::Alquerque;
pub use bees::Bees;
pub use hasami::Hasami;
pub use ming_mang::MingMang;
pub use seega::Seega;
pub use shark::Shark;
