//! Antelope and Wolves: *1. Blocking games*, section `antelope`.

use super::hunt::{Goal, Hunted, Jump, Rules};
use crate::bitboard::Bitboard;
use crate::info::{Capital, Family, Info, WHITE_FIRST};

/// Antelope and Wolves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Antelope;

/// The dark squares of files a and b, on which a pack of eight starts.
pub(super) const EIGHT: Bitboard = Bitboard((Bitboard::file(0).0 | Bitboard::file(1).0) & Bitboard::DARK.0);

impl Hunted for Antelope {
    /// *Players and start*, *Turn*, *End*: eight wolves; the antelope steps or jumps over one that stays, and wants to
    /// reach file a.
    const RULES: Rules = Rules { pack: EIGHT, jump: Jump::Over, goal: Goal::FileA };

    const INFO: Info = Info {
        slug: "antelope",
        family: Family::Blocking,
        ru: "Антилопа и волки",
        en: "Antelope and Wolves",
        aliases: &["Антилопа", "Antelope"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };
}
