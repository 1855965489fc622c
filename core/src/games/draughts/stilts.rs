//! Stilts: `docs/rules/3a-draughts.md#stilts`.

use super::field::{EIGHT, Field};
use super::game::Variant;
use super::numbers::Numbers;
use super::rules::{LastRank, RUSSIAN, Reach, Ruled, Rules};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluation::{Measured, Term, term};
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::options::Options;
use crate::seat::Seat;

/// Stilts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stilts;

impl Ruled for Stilts {
    /// *Capture*: from any distance, landing only directly behind.
    const RULES: Rules = Rules { king_reach: Reach::Behind, last_rank: LastRank::Never, ..RUSSIAN };
}

impl Variant for Stilts {
    const INFO: Info = Info {
        slug: "stilts",
        family: Family::Draughts,
        ru: "Ходули",
        en: "Stilts",
        aliases: &[],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };
    const TERMS: &'static [Term] =
        &[term("pieces", 100), term("edge", 12), term("company", 0), term("mobility", 2), term("tempo", 4)];
    const NUMBERS: Option<Numbers> = Some(Numbers::FromBlack);

    /// *Players and start*: every piece moves as a flying king for the whole game.
    fn start(_: &Options) -> Field<Self> {
        Field::new(EIGHT, EIGHT[0] | EIGHT[1])
    }

    /// *Evaluation*: material, pieces on the edge and pieces with company, squares within reach, to act.
    #[inline]
    fn measure(field: &Field<Self>, seat: Seat) -> Measured {
        let side = |of: Seat| {
            let own = field.pieces[of.index()];
            [
                own.len() as i32,
                (own & Bitboard::BORDER).len() as i32,
                (own & own.neighbours()).len() as i32,
                field.count_steps(of, own) as i32,
                i32::from(field.acts == of),
            ]
        };
        Measured::balance(side(seat), side(seat.other()))
    }

    /// *Board letters*: pieces are written as men.
    fn board(field: &Field<Self>) -> Board {
        Board::of_men_and_kings(field.pieces[0], field.pieces[1], Bitboard::EMPTY)
    }
}
