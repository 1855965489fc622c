//! Counting and random play: what the rules core is checked and measured by.

use rand::Rng;

use crate::game::Game;
use crate::history::{Endless, History};

/// The number of ply sequences of a length from a position. A finished position has none below it; the
/// endless-play rules are left out.
///
/// ```
/// use tavlei_core::games::territory::Reversi;
/// use tavlei_core::{Game, Options, perft::perft};
///
/// let start = Reversi::start(&Options::default());
/// assert_eq!([1, 2, 3].map(|depth| perft(&start, depth)), [4, 12, 56]);
/// ```
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

/// Plays so many games of uniformly picked plies to the end, all ending rules included, and gives their plies in all.
pub fn playouts<G: Game>(start: &G, games: u64, rng: &mut impl Rng) -> u64 {
    // One history serves all games, so that memory is allocated once.
    let mut history = History::new(start.key());
    let mut list = Vec::new();
    let mut total = 0;
    for _ in 0..games {
        let mut position = start.clone();
        if start.endless() == Endless::NEVER {
            while let Some(ply) = position.pick(|number| uniform(rng, number), &mut list) {
                position.play(ply);
                total += 1;
            }
            continue;
        }
        history.restart(start.key());
        // There is no ply exactly when the position itself ends the game.
        while history.stop(position.endless()).is_none()
            && let Some(ply) = position.pick(|number| uniform(rng, number), &mut list)
        {
            let irreversible = position.advance(ply);
            history.push(position.key(), irreversible);
        }
        total += history.plies() as u64;
    }
    total
}

/// A random number below another. What the crate rand does takes longer than playing many a ply; here the chances of two
/// numbers differ by less than one in 2^50.
#[inline]
fn uniform(rng: &mut impl Rng, below: usize) -> usize {
    ((u128::from(rng.next_u64()) * below as u128) >> 64) as usize
}
