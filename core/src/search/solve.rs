//! Exact values of every position of a small game, by going back from the ends.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::evaluate::Evaluate;
use crate::seat::Seat;

/// The winner of a position, with right play, and the plies until then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Won {
    /// Who wins.
    pub by: Seat,
    /// Plies until the end, when the winner hurries and the loser holds out.
    pub plies: u16,
}

/// Who wins each position that can come up in a game. What is not won is drawn.
pub struct Solution {
    places: FxHashMap<u64, u32>,
    won: Vec<Option<Won>>,
}

/// A position that nobody is known to win yet.
struct Open {
    acts: Seat,
    /// Plies that are not known to lose.
    left: u32,
}

/// Positions between two questions whether to stop.
const PATIENCE: usize = 1 << 10;
/// Plies between two such questions where each takes next to no time.
const MANY: usize = 1 << 16;

impl Solution {
    /// Solves all that can come up from a position of two seats; none when there are more than `most` positions, or
    /// when `stop` said so.
    ///
    /// Positions are told apart by their keys. The rules against endless play are left out: a position from which
    /// nobody can force the end is drawn.
    pub fn of<G: Evaluate>(start: &G, most: usize, stop: &dyn Fn() -> bool) -> Option<Solution> {
        let mut places = FxHashMap::default();
        places.insert(start.key(), 0_u32);
        let mut waiting = VecDeque::from([start.clone()]);
        let mut open = Vec::new();
        let mut won = Vec::new();
        // Each ply as a pair of places: from where it leads, and where it comes from.
        let mut ways: Vec<(u32, u32)> = Vec::new();
        let mut ends = VecDeque::new();
        let mut list = Vec::new();
        while let Some(position) = waiting.pop_front() {
            let place = open.len() as u32;
            if open.len().is_multiple_of(PATIENCE) && stop() {
                return None;
            }
            let outcome = position.outcome();
            list.clear();
            if outcome.is_none() {
                position.plies(&mut list);
            }
            for &ply in &list {
                let mut next = position.clone();
                next.play(ply);
                let new = places.len() as u32;
                let to = *places.entry(next.key()).or_insert(new);
                if to == new {
                    waiting.push_back(next);
                }
                ways.push((to, place));
            }
            if places.len() > most {
                return None;
            }
            let end = outcome.and_then(|outcome| outcome.winner).map(|by| Won { by, plies: 0 });
            if end.is_some() {
                ends.push_back(place);
            }
            won.push(end);
            open.push(Open { acts: position.to_act(), left: list.len() as u32 });
        }
        let back = Back::of(&ways, open.len(), stop)?;
        drop(ways);
        go_back(&back, &mut open, &mut won, ends, stop)?;
        Some(Solution { places, won })
    }

    /// Positions in all.
    pub fn positions(&self) -> usize {
        self.won.len()
    }

    /// Positions that somebody wins.
    pub fn decided(&self) -> usize {
        self.won.iter().flatten().count()
    }

    /// The most plies that a win takes.
    pub fn longest(&self) -> u16 {
        self.won.iter().flatten().map(|won| won.plies).max().unwrap_or(0)
    }

    /// Who wins a position, by its key. The outer none: it cannot come up. The inner: it is drawn.
    pub fn value(&self, key: u64) -> Option<Option<Won>> {
        self.won.get(*self.places.get(&key)? as usize).copied()
    }
}

/// From where each position is reached.
struct Back {
    /// The first of a position's own in `from`, and where the next one's begin.
    first: Vec<u32>,
    from: Vec<u32>,
}

impl Back {
    fn of(ways: &[(u32, u32)], positions: usize, stop: &dyn Fn() -> bool) -> Option<Back> {
        let mut first = vec![0; positions + 1];
        for part in ways.chunks(MANY) {
            if stop() {
                return None;
            }
            for &(to, _) in part {
                first[to as usize + 1] += 1;
            }
        }
        for place in 1..first.len() {
            first[place] += first[place - 1];
        }
        let mut next = first.clone();
        let mut from = vec![0; ways.len()];
        for part in ways.chunks(MANY) {
            if stop() {
                return None;
            }
            for &(to, place) in part {
                let next = &mut next[to as usize];
                from[*next as usize] = place;
                *next += 1;
            }
        }
        Some(Back { first, from })
    }

    fn to(&self, place: usize) -> &[u32] {
        &self.from[self.first[place] as usize..self.first[place + 1] as usize]
    }
}

/// From won positions to those that lead to them, the nearest first; none when told to stop.
fn go_back(
    back: &Back,
    open: &mut [Open],
    won: &mut [Option<Won>],
    mut ends: VecDeque<u32>,
    stop: &dyn Fn() -> bool,
) -> Option<()> {
    let mut done = 0_usize;
    while let Some(place) = ends.pop_front() {
        done += 1;
        if done.is_multiple_of(PATIENCE) && stop() {
            return None;
        }
        let Some(Won { by, plies }) = won[place as usize] else { continue };
        for &from in back.to(place as usize) {
            let from = from as usize;
            if won[from].is_some() {
                continue;
            }
            open[from].left -= 1;
            // Who acts takes a ply that wins; he loses when all plies do.
            if open[from].acts == by || open[from].left == 0 {
                won[from] = Some(Won { by, plies: plies + 1 });
                ends.push_back(from as u32);
            }
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::blocking::ManLion;
    use crate::options::Options;

    #[test]
    fn every_position_of_the_man_and_the_lion_is_won_for_one_side() {
        let start = ManLion::start(&Options::default());
        let solution = Solution::of(&start, 100_000, &|| false).expect("small");
        assert_eq!(solution.decided(), solution.positions());
        // The lion acts second; its ninth ply is the eighteenth of the game.
        let won = solution.value(start.key()).flatten().expect("won");
        assert_eq!(won.by, Seat::SECOND);
        assert!(won.plies <= 18, "{won:?}");
    }

    #[test]
    fn what_is_too_much_is_not_begun_for_nothing() {
        let start = ManLion::start(&Options::default());
        assert!(Solution::of(&start, 100, &|| false).is_none(), "too many positions");
        // Whenever it is told to stop.
        for most in [0, 3, 6, 8, 9] {
            let asked = std::cell::Cell::new(0);
            let stop = || asked.replace(asked.get() + 1) >= most;
            assert!(Solution::of(&start, 100_000, &stop).is_none(), "told to stop");
            assert!(asked.get() <= most + 1, "asked again");
        }
    }
}
