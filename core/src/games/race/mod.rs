//! Races: get home before the enemy, fill a place, or gather (`docs/rules/2a-capture-race.md`).
//!
//! [`Leap`] is the machine of ugolki and halma.

mod halma;
mod leap;
mod lines;
mod stukariki;
mod ugolki;

pub use halma::Halma;
pub use leap::{Leap, Leaping, Rules};
pub use lines::Lines;
pub use stukariki::Stukariki;
pub use ugolki::Ugolki;
