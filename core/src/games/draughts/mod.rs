//! Draughts: one move generator with a table of differences.
//!
//! [`rules`](Rules) is the table, `field` steps and plies, `capture` the captures; `game` makes a game of a table, and each
//! game's file holds its table in the order of its section. What the sections share: `docs/rules/3a-draughts.md#shared-parts`.

mod capture;
mod field;
mod game;
mod numbers;
mod ply;
mod rules;
mod terms;
mod tops;

mod bottom;
mod checkers;
mod damas;
mod double_move;
mod fingers;
mod foreign_move;
mod giveaway;
mod keny;
mod makyek;
mod proskok;
mod russian;
mod self_eaters;
mod stilts;
mod switch_off;
mod tama;
mod vade;
mod vertep;
mod wisman;

pub use field::Field;
pub use game::{Draughts, Variant};
pub use numbers::Numbers;
pub use ply::Ply;
pub use rules::{LastRank, Obligation, Reach, Ruled, Rules, Ways};
pub use terms::Untuned;
pub(in crate::games) use tops::Tops;

pub use bottom::Bottom;
pub use checkers::Checkers;
pub use damas::Damas;
pub use double_move::DoubleMove;
pub use fingers::Fingers;
pub use foreign_move::ForeignMove;
pub use giveaway::Giveaway;
pub use keny::Keny;
pub use makyek::Makyek;
pub use proskok::Proskok;
pub use russian::Russian;
pub use self_eaters::SelfEaters;
pub use stilts::Stilts;
pub use switch_off::SwitchOff;
pub use tama::Tama;
pub use vade::Vade;
pub use vertep::Vertep;
pub use wisman::Wisman;
