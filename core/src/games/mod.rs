//! The games: one folder a family, one file a game.

pub mod blocking;
pub mod sowing;
pub mod draughts;
pub mod stacks;
#[cfg(test)]
mod study;
pub mod territory;
