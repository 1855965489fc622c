//! Races: get home before the enemy, fill a place, or gather (*2a. Custodian capture, leaping and racing games*).
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
