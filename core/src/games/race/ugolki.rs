//! Corners (Ugolki): `docs/rules/2a-capture-race.md#ugolki`.

use super::leap::{Leaping, Rules};
use crate::bitboard::Bitboard;
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::options::Options;
use crate::square::Direction;

/// Corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ugolki;

impl Leaping for Ugolki {
    /// *Players and start*, *Turn*, *End*: nine men in a square of three, orthogonal steps and leaps, an answer to the
    /// last ply.
    const RULES: Rules =
        Rules { home: Bitboard(0x0007_0707), directions: &Direction::ORTHOGONAL, answer: true };

    const INFO: Info = Info {
        slug: "ugolki",
        family: Family::Race,
        ru: "Уголки",
        en: "Corners",
        aliases: &["Передвижки", "Ugolki"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };

    /// Eighty turns of each player.
    fn limit(_: &Options) -> u16 {
        160
    }
}
