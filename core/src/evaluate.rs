//! How a position is judged: the trait by which the opponent knows a game.

use crate::evaluation::{Measured, Term, Weights};
use crate::game::Game;
use crate::seat::Seat;

/// A position that was solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finish<P> {
    /// The best ply.
    pub ply: P,
    /// How the game ends for the side that acts: greater is a win.
    pub result: std::cmp::Ordering,
    /// Plies until the end, or a little more.
    pub plies: u32,
    /// Positions visited.
    pub nodes: u64,
}

/// A game that the opponent can play.
pub trait Evaluate: Game {
    /// Whether a legal ply changes the material, so that a search should not stop before it.
    #[inline]
    fn is_capture(&self, ply: Self::Ply) -> bool {
        let _ = ply;
        false
    }

    /// What makes a position good (*Evaluation*), each with its weight before any tuning.
    const TERMS: &'static [Term];

    /// How much there is of each term, as a seat sees it: own less the enemy's. For two seats, one's figures are the
    /// other's with the signs changed.
    fn measure(&self, seat: Seat) -> Measured;

    /// How good the position is for a seat, in hundredths of a man, within ±20,000.
    #[inline]
    fn evaluate(&self, seat: Seat, weights: &Weights) -> i32 {
        weights.value(&self.measure(seat))
    }

    /// What a draw costs the side that searches, in hundredths of a man. More than 0 in games in which nothing forces the
    /// sides to meet, where those that are content with a draw would go round in circles.
    const CONTEMPT: i32 = 0;

    /// Solves the position where the game has a way of its own that needs no more than so many positions.
    ///
    /// `stop` is asked often.
    fn finish(&self, nodes: u64, stop: &dyn Fn() -> bool) -> Option<Finish<Self::Ply>> {
        let _ = (nodes, stop);
        None
    }

    /// The most positions that can come up in the whole game, where they are few enough to solve them all at once
    /// before the first ply is chosen.
    const SMALL: Option<usize> = None;

    /// The most positions that can come up from here, in endings so small that they can be solved whole while the other
    /// player waits. None in all other positions.
    #[inline]
    fn ending(&self) -> Option<usize> {
        None
    }
}
