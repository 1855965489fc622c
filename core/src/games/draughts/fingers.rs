//! Fingers: `docs/rules/3a-draughts.md#fingers`.

use super::field::{Field, TWELVE};
use super::game::Variant;
use super::numbers::Numbers;
use super::rules::{RUSSIAN, Reach, Ruled, Rules, Ways};
use super::terms::Untuned;
use crate::bitboard::Bitboard;
use crate::evaluation::Term;
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::options::Options;

/// Fingers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingers;

/// Black's men, on light squares.
const BLACK: Bitboard = Bitboard(0x55aa_5500_0000_0000);

impl Ruled for Fingers {
    /// *Step*: men diagonally forward, kings fly. *Capture*: men and kings alike, along the rank, over a neighbour.
    const RULES: Rules = Rules {
        man_jumps: Ways::SIDEWAYS,
        last_rank_jumps: Ways::SIDEWAYS,
        king_jumps: Ways::SIDEWAYS,
        king_reach: Reach::Neighbour,
        ..RUSSIAN
    };
}

impl Variant for Fingers {
    const INFO: Info = Info {
        slug: "fingers",
        family: Family::Draughts,
        ru: "Пальцы",
        en: "Fingers",
        aliases: &[],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };
    /// *Evaluation*: the crowning race.
    const TERMS: &'static [Term] =
        &Untuned { king: 300, advance: 5, guard: 0, centre: 0, road: 10, ..Untuned::RUSSIAN }.terms();
    const NUMBERS: Option<Numbers> = None;

    /// *Players and start*: White on dark squares, Black on light ones.
    fn start(_: &Options) -> Field<Self> {
        Field::new([TWELVE[0], BLACK], Bitboard::EMPTY)
    }
}
