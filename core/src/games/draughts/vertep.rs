//! Vertep: `docs/rules/3a-draughts.md#vertep`.

use super::field::{Field, TWELVE};
use super::game::Variant;
use super::numbers::Numbers;
use super::rules::{LastRank, RUSSIAN, Ruled, Rules};
use super::terms::Untuned;
use crate::bitboard::Bitboard;
use crate::evaluation::Term;
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::options::Options;
use crate::seat::Seat;
use crate::view::{Sign, View};

/// Vertep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Vertep;

impl Ruled for Vertep {
    /// *Promotion*: men are never crowned; a capture may pass through the last rank.
    const RULES: Rules = Rules { last_rank: LastRank::Never, ..RUSSIAN };
}

impl Variant for Vertep {
    const INFO: Info = Info {
        slug: "vertep",
        family: Family::Draughts,
        ru: "Вертеп",
        en: "Vertep",
        aliases: &[],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };
    /// *Evaluation*: kings cannot be replaced, and a man is worth less the farther it has gone.
    const TERMS: &'static [Term] =
        &Untuned { king: 350, advance: -2, guard: 0, mobility: 3, ..Untuned::RUSSIAN }.terms();
    const NUMBERS: Option<Numbers> = Some(Numbers::FromBlack);

    /// *Players and start*: the four pieces on each first rank are kings.
    fn start(_: &Options) -> Field<Self> {
        Field::new(TWELVE, (TWELVE[0] & Bitboard::rank(0)) | (TWELVE[1] & Bitboard::rank(7)))
    }

    /// *Picture*: men stopped on the last rank.
    fn view(field: &Field<Self>, view: &mut View) {
        for seat in [Seat::FIRST, Seat::SECOND] {
            for square in field.pieces[seat.index()] & Field::<Self>::last_rank(seat) & !field.kings {
                for piece in view.pieces.get_mut(&square).into_iter().flatten() {
                    piece.sign = Sign::Stopped;
                }
            }
        }
    }
}
