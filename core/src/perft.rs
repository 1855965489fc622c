//! Counting and random play: what the rules core is checked and measured by.

use rand::Rng;

use crate::game::Game;
use crate::history::{Endless, History};
use crate::played::outcome_of;

/// The number of ply sequences of a length from a position. A finished position has none below it; the
/// endless-play rules are left out.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    let mut lists = vec![Vec::new(); depth as usize];
    count(position, depth, &mut lists)
}

fn count<G: Game>(position: &G, depth: u32, lists: &mut [Vec<G::Ply>]) -> u64 {
    match depth {
        0 => return 1,
        1 => return position.count() as u64,
        _ => {}
    }
    let Some((list, deeper)) = lists.split_first_mut() else { return 0 };
    list.clear();
    position.plies(list);
    let mut total = 0;
    for &ply in list.iter() {
        let mut next = position.clone();
        next.play(ply);
        total += count(&next, depth - 1, deeper);
    }
    total
}

/// Plays uniformly picked plies to the end, all ending rules included, and gives their number.
pub fn playout<G: Game>(position: &G, rng: &mut impl Rng) -> usize {
    let mut position = position.clone();
    if position.endless() == Endless::NEVER {
        return finite_playout(position, rng);
    }
    let mut history = History::new(position.key());
    let mut list = Vec::new();
    while outcome_of(&position, &history).is_none() {
        list.clear();
        position.plies(&mut list);
        if list.is_empty() {
            break;
        }
        let ply = list[rng.random_range(0..list.len())];
        let irreversible = position.advance(ply);
        history.push(position.key(), irreversible);
    }
    history.plies()
}

/// The same for games that end by themselves: nothing has to be remembered.
fn finite_playout<G: Game>(mut position: G, rng: &mut impl Rng) -> usize {
    let mut list = Vec::new();
    for plies in 0.. {
        list.clear();
        position.plies(&mut list);
        if list.is_empty() {
            return plies;
        }
        position.play(list[rng.random_range(0..list.len())]);
    }
    0
}
