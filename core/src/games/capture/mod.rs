//! Games of capture: by pieces that face each other, by replacement, between two pieces, by leaping.

mod bees;
mod shark;

pub use bees::Bees;
pub use shark::Shark;
