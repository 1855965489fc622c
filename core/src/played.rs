//! A game as far as it is played: position, history and plies together.

use crate::game::Game;
use crate::history::History;
use crate::options::Options;
use crate::outcome::Outcome;

/// A position with its history and the plies that led to it.
///
/// ```
/// use tavlei_core::games::territory::Reversi;
/// use tavlei_core::{Options, Played};
///
/// let mut game = Played::<Reversi>::new(&Options::default());
/// let ply = game.legal()[0];
/// game.play(ply);
/// assert_eq!(game.plies(), [ply]);
/// assert!(game.undo() && game.plies().is_empty());
/// ```
#[derive(Clone)]
pub struct Played<G: Game> {
    options: Options,
    start: G,
    position: G,
    history: History,
    plies: Vec<G::Ply>,
    outcome: Option<Outcome>,
}

impl<G: Game> Played<G> {
    /// A game that has not begun.
    pub fn new(options: &Options) -> Self {
        Self::from_position(G::start(options), options)
    }

    /// A game that begins at a position of its own, for studies and tests.
    pub fn from_position(start: G, options: &Options) -> Self {
        Played {
            options: options.clone(),
            position: start.clone(),
            history: History::new(start.key()),
            plies: Vec::new(),
            outcome: start.outcome(),
            start,
        }
    }

    /// The position at the start.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The position now.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The options of this game.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The history of positions.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The plies so far.
    pub fn plies(&self) -> &[G::Ply] {
        &self.plies
    }

    /// The result, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The legal plies: none exactly when the game is over.
    pub fn legal(&self) -> Vec<G::Ply> {
        let mut list = Vec::new();
        if self.outcome.is_none() {
            self.position.plies(&mut list);
        }
        list
    }

    /// Plays a legal ply.
    pub fn play(&mut self, ply: G::Ply) {
        let irreversible = self.position.advance(ply);
        self.history.push(self.position.key(), irreversible);
        self.plies.push(ply);
        self.outcome = outcome_of(&self.position, &self.history);
        if self.outcome.is_some() && self.position.outcome().is_none() {
            self.position.close();
        }
    }

    /// Plies that may be played at least until an end by count: no progress, or the limit of plies.
    pub(crate) fn plies_to_count(&self) -> usize {
        let (rules, history) = (self.position.endless(), &self.history);
        let left = |most: Option<u16>, count: usize| most.map(|most| usize::from(most).saturating_sub(count));
        let counts = [left(rules.limit, history.plies()), left(rules.no_progress, history.idle().into())];
        counts.into_iter().flatten().min().unwrap_or(usize::MAX)
    }

    /// Takes the last ply back, by playing the others again. False at the start.
    pub fn undo(&mut self) -> bool {
        if self.plies.pop().is_none() {
            return false;
        }
        let plies = std::mem::take(&mut self.plies);
        let mut again = Self::from_position(self.start.clone(), &self.options);
        for ply in plies {
            again.play(ply);
        }
        *self = again;
        true
    }
}

/// The result of a position with its history: the position's own endings first, then the endless-play rules.
pub fn outcome_of<G: Game>(position: &G, history: &History) -> Option<Outcome> {
    position.outcome().or_else(|| history.stop(position.endless()).map(|stop| position.stopped(stop)))
}
