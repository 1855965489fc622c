//! Draughts: one move generator with a table of differences.
//!
//! [`rules`](Rules) is the table, `field` steps and plies, `capture` the captures; `game` makes a game of a table, and each
//! game's file holds its table in the order of its section.

mod capture;
mod field;
mod game;
mod numbers;
mod ply;
mod rules;
mod tops;
mod weights;

mod russian;

pub use field::Field;
pub use game::{Draughts, Variant};
pub use numbers::Numbers;
pub use ply::Ply;
pub use rules::{LastRank, Obligation, Reach, Ruled, Rules, Ways};
pub(in crate::games) use tops::Tops;
pub use weights::Weights;

pub use russian::Russian;
