//! What the rules of a game are: the trait that every game implements.
//!
//! How a position is judged is [`Evaluate`](crate::Evaluate), how it is shown [`Show`](crate::Show).

use std::fmt::Debug;
use std::hash::Hash;

use crate::board::Board;
use crate::history::{Endless, Stop};
use crate::info::Info;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::seat::Seat;

/// A game: a position as a value, cheap to copy, that knows its rules.
///
/// A *ply* is one notated action; a turn of several plies is several calls, and the position says who
/// acts next. What the endless-play rules need lies beside the position, in
/// [`History`](crate::History); use [`Played`](crate::Played) for both together.
pub trait Game: Clone + Send + Sync + 'static {
    /// A ply. Two legal plies of one position are equal only if they are the same ply.
    type Ply: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// The catalogue's entry.
    const INFO: Info;

    /// The position at the start of a game with these options, which are the game's own.
    fn start(options: &Options) -> Self;

    /// The seat that acts. In a finished position it is any seat.
    fn to_act(&self) -> Seat;

    /// Adds all legal plies to a list: none exactly when [`outcome`](Game::outcome) is there.
    fn plies(&self, list: &mut Vec<Self::Ply>);

    /// The number of legal plies. Worth writing where it can be had without a list.
    #[inline]
    fn count(&self) -> usize {
        let mut list = Vec::new();
        self.plies(&mut list);
        list.len()
    }

    /// The legal ply that `choose` picks, given their number: every lower number means another ply. None where there is
    /// none to pick. `list` is room to work in. Worth writing where it can be had without a list.
    #[inline]
    fn pick(&self, choose: impl FnOnce(usize) -> usize, list: &mut Vec<Self::Ply>) -> Option<Self::Ply> {
        list.clear();
        self.plies(list);
        if list.is_empty() { None } else { list.get(choose(list.len())).copied() }
    }

    /// Plays one of the legal plies. Any other ply may lead anywhere, but not to a panic.
    fn play(&mut self, ply: Self::Ply);

    /// The result, when the position itself ends the game (repetition and the like are beside it).
    fn outcome(&self) -> Option<Outcome>;

    /// The key: equal exactly when the positions are equal in the sense of the rules (*Position*): who acts and
    /// what is left of the turn count, counters of plies do not.
    fn key(&self) -> u64;

    /// The canonical text of a legal ply.
    fn text(&self, ply: Self::Ply) -> String;

    /// Other texts that mean this ply and no other: other routes to the same position, other names of the
    /// squares. Case, separators and Cyrillic letters are taken care of elsewhere.
    fn other_texts(&self, ply: Self::Ply, list: &mut Vec<String>) {
        let _ = (ply, list);
    }

    /// Which endless-play rules the game has.
    #[inline]
    fn endless(&self) -> Endless {
        Endless::STANDARD
    }

    /// The result when one of them stops the game here.
    fn stopped(&self, stop: Stop) -> Outcome {
        Outcome::draw(stop.reason())
    }

    /// What the rules still do with the pieces when one of them stops the game here: the board is shown so afterwards.
    fn close(&mut self) {}

    /// Whether a legal ply is irreversible (*No progress*).
    fn is_irreversible(&self, ply: Self::Ply) -> bool;

    /// Plays a legal ply and says whether it was irreversible. Worth writing where only playing shows it.
    #[inline]
    fn advance(&mut self, ply: Self::Ply) -> bool {
        let irreversible = self.is_irreversible(ply);
        self.play(ply);
        irreversible
    }

    /// The pieces in letters, for comparison.
    fn board(&self) -> Board;
}
