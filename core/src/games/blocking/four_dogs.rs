//! Four Dogs: *1. Blocking games*, section `four-dogs`.

use super::hunt::{Goal, Hunted, Jump, Rules};
use crate::bitboard::Bitboard;
use crate::info::{BLACK_FIRST, Capital, Family, Info};

/// Four Dogs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FourDogs;

impl Hunted for FourDogs {
    /// *Players and start*, *Turn*, *End*: dogs on a1 a3 a5 a7; the wolf only steps, and wants to reach file a.
    const RULES: Rules = Rules {
        pack: Bitboard(Bitboard::file(0).0 & Bitboard::DARK.0),
        jump: Jump::Never,
        goal: Goal::FileA,
    };

    const INFO: Info = Info {
        slug: "four-dogs",
        family: Family::Blocking,
        ru: "Четыре собаки",
        en: "Four Dogs",
        aliases: &["Волк и собаки", "Волк и овцы", "Fox and Hounds", "Wolf and Sheep"],
        seats: BLACK_FIRST,
        options: &[],
        capital: Capital::King,
    };
}
