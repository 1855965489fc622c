//! Damas (Spanish draughts): `docs/rules/3a-draughts.md#damas`.

use super::field::{Field, TWELVE};
use super::game::Variant;
use super::numbers::Numbers;
use super::rules::{Obligation, RUSSIAN, Ruled, Rules, Ways};
use super::terms::Untuned;
use crate::bitboard::Bitboard;
use crate::evaluation::Term;
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::options::Options;

/// Damas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Damas;

impl Ruled for Damas {
    /// *Turn*: the majority rule. *Capture*: men jump forward only; a king lands on any free square behind its prey.
    const RULES: Rules = Rules {
        obligation: Obligation::Majority,
        man_jumps: Ways::FORWARD,
        last_rank_jumps: Ways::FORWARD,
        kings_choice: false,
        ..RUSSIAN
    };
}

impl Variant for Damas {
    const INFO: Info = Info {
        slug: "damas",
        family: Family::Draughts,
        ru: "Дамас",
        en: "Damas",
        aliases: &["Spanish draughts", "Испанские шашки", "Шашки испанские", "Усиленные шашки"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };
    const TERMS: &'static [Term] = &Untuned { king: 320, ..Untuned::RUSSIAN }.terms();
    const NUMBERS: Option<Numbers> = Some(Numbers::FromBlack);

    /// *Players and start*.
    fn start(_: &Options) -> Field<Self> {
        Field::new(TWELVE, Bitboard::EMPTY)
    }
}
