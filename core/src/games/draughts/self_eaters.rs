//! Self-eating draughts: *3a. Draughts*, section `self-eaters`.

use super::field::{Field, TWELVE};
use super::game::Variant;
use super::numbers::Numbers;
use super::rules::{Obligation, RUSSIAN, Ruled, Rules};
use super::weights::Weights;
use crate::bitboard::Bitboard;
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::options::Options;

/// Self-eating draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelfEaters;

impl Ruled for SelfEaters {
    /// *Turn*: a step or a capture at will. *Capture*: over pieces of either colour, ended on any landing square.
    const RULES: Rules = Rules {
        obligation: Obligation::None,
        eats_own: true,
        breaks_off: true,
        kings_choice: false,
        ..RUSSIAN
    };
}

impl Variant for SelfEaters {
    const INFO: Info = Info {
        slug: "self-eaters",
        family: Family::Draughts,
        ru: "Самоеды",
        en: "Self-eating draughts",
        aliases: &["Self-eaters", "Siberian draughts", "Сибирские шашки", "Шашки сибирские"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };
    const WEIGHTS: Weights = Weights { advance: 4, guard: 3, ..Weights::RUSSIAN };
    const NUMBERS: Option<Numbers> = Some(Numbers::FromBlack);

    /// *Players and start*.
    fn start(_: &Options) -> Field<Self> {
        Field::new(TWELVE, Bitboard::EMPTY)
    }
}
