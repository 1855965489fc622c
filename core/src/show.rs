//! What is to be seen of a game: the trait by which a game completes its picture, and the view of a game as it is played.

use std::collections::BTreeMap;

use crate::board::{Board, colour_of};
use crate::game::Game;
use crate::info::Capital;
use crate::played::Played;
use crate::seat::Seat;
use crate::square::Square;
use crate::view::{CounterKind, Piece, Player, Sign, Tally, TallyKind, View};

/// A game of which a picture can be drawn.
pub trait Show: Game {
    /// Completes a view (*Picture*). Pieces and players come filled in from the board, with a tally of pieces and,
    /// where there are hands, of pieces in hand.
    fn view(&self, view: &mut View) {
        let _ = view;
    }

    /// Shows the ply that led from this position to the next. By default: the squares named in its text, and
    /// the squares where pieces have vanished or changed.
    fn view_ply(&self, ply: Self::Ply, next: &Self, view: &mut View) {
        view.show_ply(&self.text(ply), &self.board(), &next.board());
    }
}

impl<G: Show> Played<G> {
    /// What is to be seen, the last ply included.
    pub fn view(&self) -> View {
        let mut view = View::empty(G::INFO.slug);
        let board = self.position().board();
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
            let acts = self.outcome().is_none() && self.position().to_act() == seat;
            view.players.push(Player { seat, side, acts, out: false, tallies });
        }
        self.position().view(&mut view);
        self.count_down(&mut view);
        if let Some((&last, before)) = self.plies().split_last() {
            let mut position = self.start().clone();
            for &ply in before {
                position.play(ply);
            }
            view.last = Some(position.text(last));
            position.view_ply(last, self.position(), &mut view);
        }
        view
    }

    /// Shows the counters that may end the game, unless the game shows its own.
    fn count_down(&self, view: &mut View) {
        let rules = self.position().endless();
        let plies = self.history().plies().min(usize::from(u16::MAX)) as u16;
        for (what, count, most) in [
            (CounterKind::NoProgress, self.history().idle(), rules.no_progress),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::stacks::Gana;
    use crate::options::Options;
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
