//! The games: one folder a family, one file a game.

pub mod blocking;
pub mod capture;
pub mod draughts;
pub mod figures;
mod put;
pub mod race;
pub mod sowing;
pub mod stacks;
mod steps;
#[cfg(test)]
pub(crate) mod study;
pub mod territory;
