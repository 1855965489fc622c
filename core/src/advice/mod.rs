//! Why a ply is good, in terms that can be put into words: for hints, and for looking at a game afterwards.
//!
//! Everything is found out on the [`Table`], by playing plies and looking at what becomes of the pieces, so that it holds
//! in every game. What is said is true of the position; what rests on the plies that the search expects says so.

mod gain;
mod glance;
mod material;
mod pointing;
mod reasons;
mod why;

pub use pointing::point_at;
pub use why::{Goal, Why};

use crate::search::Found;
use crate::table::Table;

/// The most reasons that are given.
const MOST: usize = 3;

/// The reasons for the ply that a search found, the most telling first, three at most; none if nothing particular is to
/// be said for it. `stop` is asked before every small search; what was not looked at then is left out.
pub fn reasons(table: &dyn Table, found: &Found, stop: &dyn Fn() -> bool) -> Vec<Why> {
    let mut list = reasons::find(table, found, stop);
    list.truncate(MOST);
    list
}
