//! Halma: `docs/rules/2a-capture-race.md#halma`.

use super::leap::{Leaping, Rules};
use crate::bitboard::Bitboard;
use crate::info::{Capital, Family, Info, OptionSpec, WHITE_FIRST};
use crate::options::Options;
use crate::square::Direction;

/// Halma.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Halma;

impl Leaping for Halma {
    /// *Players and start*, *Turn*, *End*: ten men in a triangle (the yard), steps and leaps in all directions; the first
    /// home wins at once.
    const RULES: Rules = Rules { home: Bitboard(0x0103_070f), directions: &Direction::ALL, answer: false };

    const INFO: Info = Info {
        slug: "halma",
        family: Family::Race,
        ru: "Халма",
        en: "Halma",
        aliases: &[],
        seats: WHITE_FIRST,
        options: &[OptionSpec { name: "limit", values: &["30", "60", "100"] }],
        capital: Capital::King,
    };

    /// *Options*: turns of each player.
    fn limit(options: &Options) -> u16 {
        let turns = options.get("limit").and_then(|turns| turns.parse::<u16>().ok());
        turns.unwrap_or(30).saturating_mul(2)
    }
}
