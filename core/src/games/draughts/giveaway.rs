//! Giveaway draughts: `docs/rules/3a-draughts.md#giveaway`.

use super::field::{Field, TWELVE};
use super::game::Variant;
use super::numbers::Numbers;
use super::rules::{RUSSIAN, Ruled, Rules};
use super::terms::Untuned;
use crate::bitboard::Bitboard;
use crate::evaluation::Term;
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::options::Options;

/// Giveaway draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Giveaway;

impl Ruled for Giveaway {
    /// *Turn, capture, promotion*: exactly as in Russian draughts.
    const RULES: Rules = RUSSIAN;
}

impl Variant for Giveaway {
    const INFO: Info = Info {
        slug: "giveaway",
        family: Family::Draughts,
        ru: "Поддавки",
        en: "Giveaway draughts",
        aliases: &["Giveaway", "Antidraughts", "Suicide draughts", "Обратные шашки"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };
    /// *Evaluation*: few men, but free ones.
    const TERMS: &'static [Term] = &Untuned {
        man: -100,
        king: -60,
        advance: -1,
        guard: 2,
        centre: 0,
        mobility: 6,
        road: 0,
        tempo: 0,
        few: 0,
        near: -2,
        backed: 0,
        runner: 0,
        ..Untuned::RUSSIAN
    }
    .terms();
    const NUMBERS: Option<Numbers> = Some(Numbers::FromBlack);

    /// *End*: who has no pieces, or no ply, wins.
    const REVERSED: bool = true;

    /// *Players and start*.
    fn start(_: &Options) -> Field<Self> {
        Field::new(TWELVE, Bitboard::EMPTY)
    }
}
