//! Which plies a search tries first: what was best before, then captures, then what refuted other plies.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::seat::Seat;

/// Plies that are told apart in the table of what has proved good.
const KINDS: usize = 1 << 12;
/// The table's highest figure.
const MOST: i32 = 1 << 14;

/// The best ply of an earlier, shallower look.
pub(super) const FAVOURITE: i32 = 4 * MOST;
/// A capture.
pub(super) const CAPTURE: i32 = 3 * MOST;
/// A ply that refuted a sister position.
pub(super) const KILLER: i32 = 2 * MOST;

/// How often plies have cut off the search, whatever the position; and the plies that did so last, by depth.
pub(super) struct Ordering<P> {
    good: [Vec<i32>; 2],
    killers: Vec<[Option<P>; 2]>,
}

impl<P: Copy + Eq + Hash> Ordering<P> {
    /// Nothing is known yet; `deepest` plies from the root are told apart.
    pub(super) fn new(deepest: usize) -> Self {
        Ordering { good: [vec![0; KINDS], vec![0; KINDS]], killers: vec![[None; 2]; deepest + 1] }
    }

    /// The rank of a ply that is neither a favourite nor a capture: the higher, the sooner.
    #[inline]
    pub(super) fn rank(&self, ply: P, seat: Seat, from_root: usize) -> i32 {
        if self.killers[from_root].contains(&Some(ply)) {
            return KILLER;
        }
        self.good[seat.index() & 1][kind(ply)]
    }

    /// Takes note that a ply cut off the search and that others, tried before it, did not.
    pub(super) fn cut_off(&mut self, ply: P, seat: Seat, from_root: usize, depth: u32) {
        let killers = &mut self.killers[from_root];
        if killers[0] != Some(ply) {
            killers[1] = killers[0].replace(ply);
        }
        self.weigh(ply, seat, bonus(depth));
    }

    /// Takes note that a ply did not cut off the search where another one did.
    pub(super) fn fell_short(&mut self, ply: P, seat: Seat, depth: u32) {
        self.weigh(ply, seat, -bonus(depth));
    }

    /// The nearer the figure is to its bound, the less is added: it stays within ±[`MOST`].
    fn weigh(&mut self, ply: P, seat: Seat, bonus: i32) {
        let good = &mut self.good[seat.index() & 1][kind(ply)];
        *good += bonus - *good * bonus.abs() / MOST;
    }
}

fn bonus(depth: u32) -> i32 {
    (depth * depth * 16).min(2_000) as i32
}

#[inline]
fn kind<P: Hash>(ply: P) -> usize {
    let mut hasher = FxHasher::default();
    ply.hash(&mut hasher);
    (hasher.finish() >> 20) as usize % KINDS
}
