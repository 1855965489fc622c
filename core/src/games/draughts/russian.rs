//! Russian draughts: *3a. Draughts*, section `russian`.

use super::field::{Field, TWELVE};
use super::game::Variant;
use super::numbers::Numbers;
use super::rules::{RUSSIAN, Ruled, Rules};
use super::weights::Weights;
use crate::bitboard::Bitboard;
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::options::Options;

/// Russian draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Russian;

impl Ruled for Russian {
    /// *Turn*, *Capture*, *Promotion*: men capture forwards and backwards, kings fly and have the king's choice, a
    /// capture that reaches the last rank goes on, and which capture is free.
    const RULES: Rules = RUSSIAN;
}

impl Variant for Russian {
    const INFO: Info = Info {
        slug: "russian",
        family: Family::Draughts,
        ru: "Русские шашки",
        en: "Russian draughts",
        aliases: &["Шашки", "Шашки полные", "Русские", "Shashki", "Draughts", "Russian checkers"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };
    const WEIGHTS: Weights = Weights::RUSSIAN;
    const NUMBERS: Option<Numbers> = Some(Numbers::FromBlack);

    /// *Players and start*.
    fn start(_: &Options) -> Field<Self> {
        Field::new(TWELVE, Bitboard::EMPTY)
    }
}
