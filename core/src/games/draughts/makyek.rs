//! Thai draughts (Makhos): `docs/rules/3a-draughts.md#makyek`.

use super::field::{EIGHT, Field};
use super::game::Variant;
use super::numbers::Numbers;
use super::rules::{LastRank, RUSSIAN, Reach, Ruled, Rules, Ways};
use super::terms::Untuned;
use crate::bitboard::Bitboard;
use crate::evaluation::Term;
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::options::Options;

/// Thai draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Makyek;

impl Ruled for Makyek {
    /// *Capture*: men jump forward only; kings land directly behind; each captured piece comes off at once, so that a
    /// king may pass over its square, straight back too.
    /// *Promotion*: a capture that reaches the last rank stops.
    const RULES: Rules = Rules {
        man_jumps: Ways::FORWARD,
        last_rank_jumps: Ways::FORWARD,
        king_reach: Reach::Behind,
        at_once: true,
        last_rank: LastRank::Stops,
        ..RUSSIAN
    };
}

impl Variant for Makyek {
    const INFO: Info = Info {
        slug: "makyek",
        family: Family::Draughts,
        ru: "Мак-йёк",
        en: "Thai draughts",
        aliases: &["Makhos", "Mak-yek", "Мак-йек", "Макйёк", "Макйек", "Тайские шашки", "Махос"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };
    const TERMS: &'static [Term] = &Untuned { king: 350, advance: 4, ..Untuned::RUSSIAN }.terms();
    const NUMBERS: Option<Numbers> = Some(Numbers::FromBlack);

    /// *Players and start*.
    fn start(_: &Options) -> Field<Self> {
        Field::new(EIGHT, Bitboard::EMPTY)
    }
}
