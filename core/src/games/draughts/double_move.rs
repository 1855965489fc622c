//! Double-move draughts: `docs/rules/3a-draughts.md#double-move`.

use super::field::{Field, TWELVE};
use super::game::{usual_end, view_before};
use super::numbers::Numbers;
use super::ply::Ply;
use super::russian::Russian;
use super::terms::{SHARED, Untuned, measure};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::key::mix;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::seat::Seat;
use crate::show::Show;
use crate::view::{CounterKind, View};

/// A position of double-move draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoubleMove {
    field: Field<Russian>,
    /// Plies left of the turn, 1..=2.
    left: u8,
    /// The first ply of the turn, when this is the second: for the picture only.
    first: Option<Ply>,
}

/// Plies of a turn.
const TURN: u8 = 2;

impl Game for DoubleMove {
    type Ply = Ply;

    const INFO: Info = Info {
        slug: "double-move",
        family: Family::Draughts,
        ru: "Двухходовка",
        en: "Double-move draughts",
        aliases: &["Ural draughts", "Уральские шашки", "Шашки уральские", "Двухходовые шашки"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };

    /// *Players and start*: as in Russian draughts.
    fn start(_: &Options) -> Self {
        DoubleMove { field: Field::new(TWELVE, Bitboard::EMPTY), left: TURN, first: None }
    }

    #[inline]
    fn to_act(&self) -> Seat {
        self.field.acts
    }

    /// *Turn*: each of its plies is a whole ply of Russian draughts.
    #[inline]
    fn plies(&self, list: &mut Vec<Ply>) {
        if !self.field.is_one_sided() {
            self.field.plies(list);
        }
    }

    #[inline]
    fn count(&self) -> usize {
        if self.field.is_one_sided() { 0 } else { self.field.count() }
    }

    /// *Turn*: the same player acts again if he can, otherwise his turn ends.
    #[inline]
    fn play(&mut self, ply: Ply) {
        self.field.play(ply);
        let again = self.field.turned();
        if self.left == TURN && again.can_act() {
            *self = DoubleMove { field: again, left: 1, first: Some(ply) };
        } else {
            self.left = TURN;
            self.first = None;
        }
    }

    /// *End*: `no-pieces` after any ply, `no-moves` at the beginning of a turn (a second ply is there only if it is
    /// legal).
    fn outcome(&self) -> Option<Outcome> {
        let (winner, reason) = usual_end(&self.field)?;
        Some(Outcome::win(winner, reason))
    }

    #[inline]
    fn is_irreversible(&self, ply: Ply) -> bool {
        self.field.is_irreversible(ply)
    }

    /// *Endless play*: the position includes how many plies of the turn are left.
    #[inline]
    fn key(&self) -> u64 {
        mix(self.field.key(), u64::from(self.left))
    }

    fn text(&self, ply: Ply) -> String {
        self.field.text(ply)
    }

    fn other_texts(&self, ply: Ply, list: &mut Vec<String>) {
        list.extend(self.field.other_routes(ply));
        Numbers::FromBlack.texts(&self.field.text(ply), list);
    }

    fn board(&self) -> Board {
        self.field.board()
    }
}

impl Evaluate for DoubleMove {
    #[inline]
    fn is_capture(&self, ply: Ply) -> bool {
        ply.is_capture() || ply.crowned
    }

    const TERMS: &'static [Term] = &Untuned::RUSSIAN.and::<{ SHARED + 1 }>(&[term("plies-left", 6)]);

    #[inline]
    fn measure(&self, seat: Seat) -> Measured {
        let mut measured = measure(&self.field, seat);
        // A whole turn to come is worth more than its second half.
        let left = i32::from(self.left);
        measured[SHARED] = if self.field.acts == seat { left } else { -left };
        measured
    }
}

impl Show for DoubleMove {
    /// *Picture*: which ply of the turn it is.
    fn view(&self, view: &mut View) {
        view.count(CounterKind::TurnLeft, u16::from(self.left), Some(u16::from(TURN)));
    }

    /// *Picture*: both last plies.
    fn view_ply(&self, ply: Ply, next: &Self, view: &mut View) {
        if let Some(first) = self.first {
            view_before(first, view);
        }
        view.show_ply(&self.text(ply), &self.board(), &next.board());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::played::Played;
    use crate::square::Square;
    use crate::view::Mark;

    #[test]
    fn both_plies_of_a_turn_are_shown() {
        let mut played = Played::<DoubleMove>::new(&Options::default());
        for text in ["c3-b4", "e3-d4", "b6-a5", "a5:c3:e5"] {
            let position = *played.position();
            let ply = played.legal().into_iter().find(|&ply| position.text(ply) == text);
            played.play(ply.expect("legal"));
        }
        let view = played.view();
        let marked = |name: &str, mark| {
            let square: Square = name.parse().expect("a square");
            view.marks.contains(&(square, mark))
        };
        assert!(marked("b6", Mark::Start) && marked("a5", Mark::Start));
        assert!(marked("e5", Mark::End) && marked("b4", Mark::Taken) && marked("d4", Mark::Taken));
    }
}
