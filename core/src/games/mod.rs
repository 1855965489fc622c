//! The games: one folder a family, one file a game.

pub mod territory;
