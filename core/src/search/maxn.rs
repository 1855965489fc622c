//! Max^n for more than two seats: each seat looks for its own best result.

use super::several::{Search, deepen, value_of};
use super::{Choice, Limits};
use crate::game::Game;
use crate::played::{Played, outcome_of};
use crate::seat::Seat;

/// The most seats that a game has.
const SEATS: usize = 4;

/// A value for each seat.
type Values = [i32; SEATS];

pub(super) fn search<G: Game>(
    game: &Played<G>,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
) -> Option<Choice<G::Ply>> {
    let seat = game.position().to_act().index();
    deepen(game, limits, stop, |search, next, depth, _| node(search, next, depth, 1)[seat])
}

fn node<G: Game>(search: &mut Search<'_>, position: &G, depth: u32, from_root: usize) -> Values {
    if !search.visit() {
        return [0; SEATS];
    }
    if let Some(outcome) = outcome_of(position, &search.history) {
        return std::array::from_fn(|seat| value_of(outcome, Seat(seat as u8), from_root));
    }
    if depth == 0 {
        return std::array::from_fn(|seat| position.evaluate(Seat(seat as u8), &search.weights));
    }
    let seat = position.to_act().index();
    let mut list = Vec::new();
    position.plies(&mut list);
    let mut best: Option<Values> = None;
    for ply in list {
        let values = search.after(position, ply, |search, next| node(search, next, depth - 1, from_root + 1));
        if search.stopped {
            break;
        }
        if best.is_none_or(|best| values[seat] > best[seat]) {
            best = Some(values);
        }
    }
    best.unwrap_or([0; SEATS])
}
