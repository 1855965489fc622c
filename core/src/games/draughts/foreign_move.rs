//! Foreign-move draughts: `docs/rules/3a-draughts.md#foreign-move`.

use super::field::{Field, TWELVE};
use super::game::usual_end;
use super::numbers::Numbers;
use super::ply::Ply;
use super::russian::Russian;
use super::terms::{Untuned, measure};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term};
use crate::game::Game;
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::key::mix;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::seat::Seat;
use crate::show::Show;
use crate::square::Square;
use crate::view::{Mark, View};

/// A position of foreign-move draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForeignMove {
    field: Field<Russian>,
    /// The square of the piece that the opponent has just moved as his own.
    barred: Option<Square>,
}

impl ForeignMove {
    /// The field on which a ply of the side that acts is a ply of Russian draughts: turned for a foreign one.
    #[inline]
    fn field_of(&self, ply: Ply) -> Field<Russian> {
        if self.field.own().has(ply.from) { self.field } else { self.field.turned() }
    }

    /// The enemy pieces that may be moved, and whether they must capture.
    ///
    /// The piece just moved counts when it is asked whether the enemy's pieces can capture.
    #[inline]
    fn foreign(&self) -> (Field<Russian>, Bitboard, bool) {
        let field = self.field.turned();
        let free = !self.barred.map_or(Bitboard::EMPTY, Bitboard::of);
        let capturers = field.capturers();
        if capturers.is_empty() {
            (field, field.own() & free, false)
        } else {
            (field, capturers & free, true)
        }
    }
}

impl Game for ForeignMove {
    type Ply = Ply;

    const INFO: Info = Info {
        slug: "foreign-move",
        family: Family::Draughts,
        ru: "Чужеходка",
        en: "Foreign-move draughts",
        aliases: &["Stavropol draughts", "Ставропольские шашки", "Шашки ставропольские"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };

    /// *Players and start*: as in Russian draughts.
    fn start(_: &Options) -> Self {
        ForeignMove { field: Field::new(TWELVE, Bitboard::EMPTY), barred: None }
    }

    #[inline]
    fn to_act(&self) -> Seat {
        self.field.acts
    }

    /// *Turn*: an own ply, or a foreign one if no own piece can capture.
    fn plies(&self, list: &mut Vec<Ply>) {
        if self.outcome().is_some() {
            return;
        }
        self.field.plies(list);
        if !self.field.capturers().is_empty() {
            return;
        }
        let (field, movers, captures) = self.foreign();
        if captures {
            field.captures(movers, list);
        } else {
            field.each_step(movers, |ply| list.push(ply));
        }
    }

    fn count(&self) -> usize {
        if self.outcome().is_some() {
            return 0;
        }
        let own = self.field.count();
        if !self.field.capturers().is_empty() {
            return own;
        }
        let (field, movers, captures) = self.foreign();
        own + if captures { field.count_captures(movers) } else { field.count_steps(field.acts, movers) }
    }

    #[inline]
    fn play(&mut self, ply: Ply) {
        if self.field.own().has(ply.from) {
            self.field.play(ply);
            self.barred = Some(ply.to);
        } else {
            let mut field = self.field.turned();
            field.play(ply);
            *self = ForeignMove { field: field.turned(), barred: None };
        }
    }

    /// *End*: whoever is left without pieces loses, and whoever is about to act and has no ply of his own.
    fn outcome(&self) -> Option<Outcome> {
        let (winner, reason) = usual_end(&self.field)?;
        Some(Outcome::win(winner, reason))
    }

    #[inline]
    fn is_irreversible(&self, ply: Ply) -> bool {
        self.field_of(ply).is_irreversible(ply)
    }

    /// *Endless play*: the position includes the square of the piece that may not be moved.
    #[inline]
    fn key(&self) -> u64 {
        mix(self.field.key(), self.barred.map_or(64, |square| square.index() as u64))
    }

    fn text(&self, ply: Ply) -> String {
        self.field_of(ply).text(ply)
    }

    fn other_texts(&self, ply: Ply, list: &mut Vec<String>) {
        list.extend(self.field_of(ply).other_routes(ply));
        Numbers::FromBlack.texts(&self.text(ply), list);
    }

    fn board(&self) -> Board {
        self.field.board()
    }
}

impl Evaluate for ForeignMove {
    #[inline]
    fn is_capture(&self, ply: Ply) -> bool {
        ply.is_capture() || ply.crowned
    }

    const TERMS: &'static [Term] = &Untuned { advance: 1, mobility: 4, ..Untuned::RUSSIAN }.terms();

    #[inline]
    fn measure(&self, seat: Seat) -> Measured {
        measure(&self.field, seat)
    }
}

impl Show for ForeignMove {
    /// *Picture*: the piece that may not be moved.
    fn view(&self, view: &mut View) {
        view.mark(self.barred.map_or(Bitboard::EMPTY, Bitboard::of), Mark::Barred);
    }
}
