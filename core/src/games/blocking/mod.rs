//! Blocking games: shut the enemy in, or break through (`docs/rules/1-blocking.md`).
//!
//! [`Hunt`] is the machine of a lone piece against a pack: four-dogs, antelope and fox-geese are tables of it.

mod antelope;
mod cats_mouse;
mod four_dogs;
mod fox_geese;
mod hunt;
mod man_lion;
mod triple_duel;

pub use antelope::Antelope;
pub use cats_mouse::CatsMouse;
pub use four_dogs::FourDogs;
pub use fox_geese::FoxGeese;
pub use hunt::{Goal, Hunt, Hunted, Jump, Rules};
pub use man_lion::ManLion;
pub use triple_duel::TripleDuel;
