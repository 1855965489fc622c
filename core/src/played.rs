//! A game as far as it is played: position, history and plies together.

use std::collections::BTreeMap;

use crate::board::{Board, colour_of};
use crate::game::Game;
use crate::history::History;
use crate::info::Capital;
use crate::notation;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::seat::Seat;
use crate::square::Square;
use crate::view::{CounterKind, Mark, Piece, Player, Sign, Tally, TallyKind, View};

/// A position with its history and the plies that led to it.
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

    /// What is to be seen, the last ply included.
    pub fn view(&self) -> View {
        let mut view = View::empty(G::INFO.slug);
        let board = self.position.board();
        view.pieces = pieces_of(&board, G::INFO.capital);
        for (index, &side) in G::INFO.seats.iter().enumerate() {
            let seat = Seat(index as u8);
            let mut tallies = Vec::new();
            if let Some(colour) = side.colour()
                && !board.squares.is_empty()
            {
                let count = i32::from(board.pieces(colour));
                tallies.push(Tally { what: TallyKind::Pieces, count, of: None });
            }
            if let Some(&hand) = board.hands.as_ref().and_then(|hands| hands.get(index)) {
                tallies.push(Tally { what: TallyKind::Hand, count: i32::from(hand), of: None });
            }
            let acts = self.outcome.is_none() && self.position.to_act() == seat;
            view.players.push(Player { seat, side, acts, out: false, tallies });
        }
        self.position.view(&mut view);
        self.count_down(&mut view);
        if let Some((&last, before)) = self.plies.split_last() {
            let mut position = self.start.clone();
            for &ply in before {
                position.play(ply);
            }
            view.last = Some(position.text(last));
            position.view_ply(last, &self.position, &mut view);
        }
        view
    }

    /// Shows the counters that may end the game, unless the game shows its own.
    fn count_down(&self, view: &mut View) {
        let rules = self.position.endless();
        let plies = self.history.plies().min(usize::from(u16::MAX)) as u16;
        for (what, count, most) in [
            (CounterKind::NoProgress, self.history.idle(), rules.no_progress),
            (CounterKind::Limit, plies, rules.limit),
        ] {
            let shown = view.counters.iter().any(|counter| counter.what == what);
            if most.is_some() && count >= COUNTED_FROM && !shown {
                view.count(what, count, most);
            }
        }
    }
}

/// Plies in a row without progress, or plies in all, from which on their counter is shown.
const COUNTED_FROM: u16 = 10;

/// The result of a position with its history: the position's own endings first, then the endless-play rules.
pub fn outcome_of<G: Game>(position: &G, history: &History) -> Option<Outcome> {
    position.outcome().or_else(|| history.stop(position.endless()).map(|stop| position.stopped(stop)))
}

fn pieces_of(board: &Board, capital: Capital) -> BTreeMap<Square, Vec<Piece>> {
    let piece = |letter: char| {
        let colour = colour_of(letter)?;
        let sign = match (letter.is_ascii_uppercase(), capital) {
            (false, _) => Sign::None,
            (true, Capital::King) => Sign::King,
            (true, Capital::Flipped) => Sign::Flipped,
            (true, Capital::Dead) => Sign::Dead,
            (true, Capital::Home) => Sign::Home,
        };
        Some(Piece { colour, sign })
    };
    let tower = |letters: &String| letters.chars().filter_map(piece).collect();
    board.squares.iter().map(|(&square, letters)| (square, tower(letters))).collect()
}

/// Marks the way of a ply by the squares that its text names, and what it took or turned by comparing the boards.
pub(crate) fn show_ply(text: &str, before: &Board, after: &Board, view: &mut View) {
    let way = notation::squares_in(text);
    if let [way @ .., end] = way.as_slice() {
        if let [start, way @ ..] = way {
            view.marks.push((*start, Mark::Start));
            view.marks.extend(way.iter().map(|&square| (square, Mark::Way)));
        }
        view.marks.push((*end, Mark::End));
    }
    for (&square, tower) in &before.squares {
        if way.contains(&square) {
            continue;
        }
        match after.squares.get(&square) {
            None => view.marks.push((square, Mark::Taken)),
            Some(now) if now.len() < tower.len() => view.marks.push((square, Mark::Taken)),
            Some(now) if now.len() == tower.len() && now != tower => {
                view.marks.push((square, Mark::Turned));
            }
            Some(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::stacks::Gana;
    use crate::view::Counter;

    #[test]
    fn plies_without_progress_are_counted_once_there_are_many() {
        let mut played = Played::<Gana>::new(&Options::default());
        let texts =
            ["a1-a2", "a8-a7", "b1-b2", "b8-b7", "c1-c2", "c8-c7", "d1-d2", "d8-d7", "e1-e2", "e8-e7"];
        for (ply, text) in (0..).zip(texts) {
            assert!(played.view().counters.is_empty(), "after {ply} plies");
            let position = *played.position();
            let found = played.legal().into_iter().find(|&ply| position.text(ply).starts_with(text));
            played.play(found.expect("legal"));
        }
        let counter = Counter { what: CounterKind::NoProgress, count: 10, of: Some(100) };
        assert_eq!(played.view().counters, [counter]);
    }
}
