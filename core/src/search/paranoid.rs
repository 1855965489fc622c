//! Alpha-beta for more than two seats, each seat reckoning that all the others play against it.

use super::several::{INFINITY, Search, deepen, value_of};
use super::{Choice, Limits};
use crate::game::Game;
use crate::played::{Played, outcome_of};
use crate::seat::Seat;

pub(super) fn search<G: Game>(
    game: &Played<G>,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
) -> Option<Choice<G::Ply>> {
    let seat = game.position().to_act();
    deepen(game, limits, stop, |search, next, depth, bar| node(search, next, seat, depth, (bar, INFINITY), 1))
}

/// The value of a position for `seat`, whoever acts in it.
fn node<G: Game>(
    search: &mut Search<'_>,
    position: &G,
    seat: Seat,
    depth: u32,
    (mut alpha, mut beta): (i32, i32),
    from_root: usize,
) -> i32 {
    if !search.visit() {
        return 0;
    }
    if let Some(outcome) = outcome_of(position, &search.history) {
        return value_of(outcome, seat, from_root);
    }
    if depth == 0 {
        return position.evaluate(seat, &search.weights);
    }
    let own = position.to_act() == seat;
    let mut list = Vec::new();
    position.plies(&mut list);
    list.sort_by_key(|&ply| !position.is_capture(ply));
    let mut best = if own { -INFINITY } else { INFINITY };
    for ply in list {
        let value = search.after(position, ply, |search, next| {
            node(search, next, seat, depth - 1, (alpha, beta), from_root + 1)
        });
        if search.stopped {
            break;
        }
        if own {
            best = best.max(value);
            alpha = alpha.max(best);
        } else {
            best = best.min(value);
            beta = beta.min(best);
        }
        if alpha >= beta {
            break;
        }
    }
    best
}
