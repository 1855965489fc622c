//! Checkers (English draughts): `docs/rules/3a-draughts.md#checkers`.

use super::field::{Field, TWELVE};
use super::game::Variant;
use super::numbers::Numbers;
use super::rules::{RUSSIAN, Reach, Ruled, Rules, Ways};
use super::terms::Untuned;
use crate::bitboard::Bitboard;
use crate::evaluation::Term;
use crate::info::{Capital, Family, Info, OptionSpec, WHITE_FIRST};
use crate::options::Options;

/// Checkers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Checkers;

impl Ruled for Checkers {
    /// *Capture*: men jump forward only, short kings in all four directions.
    const RULES: Rules = Rules {
        man_jumps: Ways::FORWARD,
        last_rank_jumps: Ways::FORWARD,
        king_flies: false,
        king_reach: Reach::Neighbour,
        ..RUSSIAN
    };
}

impl Variant for Checkers {
    const INFO: Info = Info {
        slug: "checkers",
        family: Family::Draughts,
        ru: "Чекерс",
        en: "Checkers",
        aliases: &[
            "English draughts",
            "American checkers",
            "Английские шашки",
            "Шашки английские",
            "Ранние шашки",
            "Чекерсы",
        ],
        seats: WHITE_FIRST,
        options: &[OptionSpec { name: "crowned", values: &["goes-on", "stops"] }],
        capital: Capital::King,
    };
    const TERMS: &'static [Term] =
        &Untuned { king: 150, advance: 2, guard: 8, road: 0, ..Untuned::RUSSIAN }.terms();
    const NUMBERS: Option<Numbers> = Some(Numbers::FromWhite);

    /// *Players and start*, and *Options*: with `crowned=stops` a capture that reaches the last rank ends there.
    fn start(options: &Options) -> Field<Self> {
        Field::new(TWELVE, Bitboard::EMPTY).stopping(options.is("crowned", "stops"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    #[test]
    fn the_side_that_begins_has_the_low_numbers() {
        let table = catalogue::by_slug("checkers").expect("there").table(&Options::default());
        // 11-15, the old favourite of the other side of the board.
        assert_eq!(table.read("11-15").as_deref(), Ok("c3-d4"));
    }
}
