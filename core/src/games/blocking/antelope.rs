//! Antelope and Wolves: `docs/rules/1-blocking.md#antelope`.

use super::hunt::{Goal, Hunted, Jump, Rules, Untuned};
use crate::bitboard::Bitboard;
use crate::evaluation::Term;
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
    const TERMS: &'static [Term] = &Untuned {
        lone: -200,
        tempo: 5,
        steps: 6,
        room: 12,
        reach: 2,
        behind: 3,
        open: 20,
        gone: 30,
        passed: 60,
        jumps: 20,
        exposed: 5,
        ragged: 10,
        advance: 1,
        mobility: -2,
        through: 0,
        margin: 0,
        near: 0,
    }
    .terms();
}
