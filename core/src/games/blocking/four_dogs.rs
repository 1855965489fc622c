//! Four Dogs: `docs/rules/1-blocking.md#four-dogs`.

use super::hunt::{Goal, Hunted, Jump, Rules, Untuned};
use crate::bitboard::Bitboard;
use crate::evaluation::Term;
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
    const SMALL: Option<usize> = Some(1_000_000);
    const TERMS: &'static [Term] = &Untuned {
        lone: -200,
        tempo: 5,
        steps: 6,
        room: 12,
        reach: 2,
        behind: 10,
        open: 150,
        gone: 30,
        passed: 60,
        jumps: 0,
        exposed: 0,
        ragged: 10,
        advance: 1,
        mobility: -2,
        through: 0,
        margin: 0,
        near: 0,
    }
    .terms();
}
