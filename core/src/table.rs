//! A game in progress behind one object-safe face, for everybody outside the core.

use rand::Rng;

use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, Weights};
use crate::game::Game;
use crate::info::Info;
use crate::notation::Candidate;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::perft;
use crate::played::Played;
use crate::search::{self, Found, Limits, Solution};
use crate::seat::Seat;
use crate::show::Show;
use crate::view::View;

/// A game in progress, whichever game it is.
///
/// Plies are read and played by [`read`](trait.Table.html#method.read) and [`play`](trait.Table.html#method.play), which
/// explain what is not legal.
///
/// ```
/// let mut table = tavlei_core::catalogue::by_slug("russian").expect("a game").table(&Default::default());
/// let ply = table.read("С3 д4").expect("a ply typed on a Russian keyboard");
/// table.play(&ply).expect("legal");
/// assert_eq!(table.plies(), ["c3-d4"]);
/// assert_eq!(table.legal().len(), 7);
/// assert!(table.undo());
/// ```
pub trait Table: Send + Sync {
    /// The catalogue's entry.
    fn info(&self) -> &'static Info;

    /// The options of this game.
    fn options(&self) -> &Options;

    /// The seat that acts; none when the game is over.
    fn to_act(&self) -> Option<Seat>;

    /// The result, if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The canonical texts of the plies so far.
    fn plies(&self) -> &[String];

    /// The canonical texts of the legal plies, sorted bytewise: none exactly when the game is over.
    fn legal(&self) -> Vec<String>;

    /// The legal plies, each with its canonical text and the other texts that mean it, sorted by the former.
    fn candidates(&self) -> Vec<Candidate>;

    /// Plays the legal ply that has this canonical text; false if none has it.
    fn play_canonical(&mut self, text: &str) -> bool;

    /// Takes the last ply back. False at the start.
    fn undo(&mut self) -> bool;

    /// The key of the position.
    fn key(&self) -> u64;

    /// The pieces in letters.
    fn board(&self) -> Board;

    /// What is to be seen, the last ply included.
    fn view(&self) -> View;

    /// How good the position is for a seat, in hundredths of a man, without looking ahead.
    fn evaluate(&self, seat: Seat) -> i32;

    /// The terms of the game, with their weights before any tuning.
    fn terms(&self) -> &'static [Term];

    /// How much there is of each term, as a seat sees it.
    fn measure(&self, seat: Seat) -> Measured;

    /// The same once the captures on offer are played out; none when that ends the game.
    fn measure_settled(&self, seat: Seat) -> Option<Measured>;

    /// The ply that the opponent would choose; none when the game is over. `stop` is asked often and ends the
    /// search with the best ply so far.
    fn best(&self, limits: &Limits, stop: &dyn Fn() -> bool) -> Option<Found>;

    /// Solves all that can come up from here; none when there are more than `most` positions, when more than two play,
    /// or when `stop` said so.
    fn solve(&self, most: usize, stop: &dyn Fn() -> bool) -> Option<Solution>;

    /// Solves the game or the ending if a search with these limits would, and keeps it in [`Limits::solved`]: asked before a
    /// search whose time is short, it leaves that time for choosing.
    fn get_ready(&self, limits: &Limits, stop: &dyn Fn() -> bool);

    /// The legal ply that `choose` picks, given their number: every lower number means another. None when the game is over.
    fn choose(&self, choose: &mut dyn FnMut(usize) -> usize) -> Option<String>;

    /// A legal ply picked uniformly; none when the game is over.
    fn random(&self, seed: u64) -> Option<String> {
        self.choose(&mut |number| search::rng(seed).random_range(0..number))
    }

    /// The number of ply sequences of this length from here (the endless-play rules are left out).
    fn perft(&self, depth: u32) -> u64;

    /// Plays so many games of uniformly picked plies from here to the end and gives their plies in all. The table itself
    /// stays as it is.
    fn playouts(&self, games: u64, seed: u64) -> u64;

    /// A table of its own with the same game.
    fn clone_table(&self) -> Box<dyn Table>;
}

impl Clone for Box<dyn Table> {
    fn clone(&self) -> Self {
        self.clone_table()
    }
}

/// The face of a [`Played`].
pub(crate) struct PlayedTable<G: Game> {
    played: Played<G>,
    texts: Vec<String>,
}

impl<G: Evaluate + Show> PlayedTable<G> {
    pub(crate) fn new(options: &Options) -> Self {
        PlayedTable { played: Played::new(options), texts: Vec::new() }
    }
}

impl<G: Evaluate + Show> Table for PlayedTable<G> {
    fn info(&self) -> &'static Info {
        const { &G::INFO }
    }

    fn options(&self) -> &Options {
        self.played.options()
    }

    fn to_act(&self) -> Option<Seat> {
        self.outcome().is_none().then(|| self.played.position().to_act())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.played.outcome()
    }

    fn plies(&self) -> &[String] {
        &self.texts
    }

    fn legal(&self) -> Vec<String> {
        let position = self.played.position();
        let mut texts: Vec<_> = self.played.legal().into_iter().map(|ply| position.text(ply)).collect();
        texts.sort_unstable();
        texts
    }

    fn candidates(&self) -> Vec<Candidate> {
        let position = self.played.position();
        let candidate = |ply| {
            let mut others = Vec::new();
            position.other_texts(ply, &mut others);
            (position.text(ply), others)
        };
        let mut candidates: Vec<_> = self.played.legal().into_iter().map(candidate).collect();
        candidates.sort_unstable();
        candidates
    }

    fn play_canonical(&mut self, text: &str) -> bool {
        let position = self.played.position();
        let found = self.played.legal().into_iter().find(|&ply| position.text(ply) == text);
        if let Some(ply) = found {
            self.played.play(ply);
            self.texts.push(text.to_owned());
        }
        found.is_some()
    }

    fn undo(&mut self) -> bool {
        self.texts.pop();
        self.played.undo()
    }

    fn key(&self) -> u64 {
        self.played.position().key()
    }

    fn board(&self) -> Board {
        self.played.position().board()
    }

    fn view(&self) -> View {
        self.played.view()
    }

    fn evaluate(&self, seat: Seat) -> i32 {
        self.played.position().evaluate(seat, &Weights::of(&G::INFO, G::TERMS))
    }

    fn terms(&self) -> &'static [Term] {
        G::TERMS
    }

    fn measure(&self, seat: Seat) -> Measured {
        self.played.position().measure(seat)
    }

    fn measure_settled(&self, seat: Seat) -> Option<Measured> {
        if G::INFO.seats.len() != 2 {
            return self.outcome().is_none().then(|| self.measure(seat));
        }
        let weights = Weights::of(&G::INFO, G::TERMS);
        search::settled(self.played.position(), &weights).map(|end| end.measure(seat))
    }

    fn best(&self, limits: &Limits, stop: &dyn Fn() -> bool) -> Option<Found> {
        search::best(&self.played, limits, stop)
    }

    fn solve(&self, most: usize, stop: &dyn Fn() -> bool) -> Option<Solution> {
        if G::INFO.seats.len() != 2 {
            return None;
        }
        Solution::of(self.played.position(), most, stop)
    }

    fn get_ready(&self, limits: &Limits, stop: &dyn Fn() -> bool) {
        search::get_ready(&self.played, limits, stop);
    }

    fn choose(&self, choose: &mut dyn FnMut(usize) -> usize) -> Option<String> {
        let position = self.played.position();
        let ply = if self.outcome().is_none() { position.pick(choose, &mut Vec::new()) } else { None };
        ply.map(|ply| position.text(ply))
    }

    fn perft(&self, depth: u32) -> u64 {
        perft::perft(self.played.position(), depth)
    }

    fn playouts(&self, games: u64, seed: u64) -> u64 {
        perft::playouts(self.played.position(), games, &mut search::rng(seed))
    }

    fn clone_table(&self) -> Box<dyn Table> {
        Box::new(PlayedTable { played: self.played.clone(), texts: self.texts.clone() })
    }
}
