//! Armenian draughts: `docs/rules/3b-frontal-stacks.md#tama`.

use super::field::Field;
use super::game::Variant;
use super::numbers::Numbers;
use super::rules::{Ruled, Rules, Ways};
use super::terms::Untuned;
use super::vade::{SIXTEEN, TURKISH};
use crate::bitboard::Bitboard;
use crate::evaluation::Term;
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::options::Options;
use crate::square::Direction;

/// Armenian draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tama;

impl Ruled for Tama {
    /// *Turn*: diagonal steps are added, and diagonal captures are not.
    const RULES: Rules = Rules {
        man_steps: Ways::of(&[
            Direction::Up,
            Direction::UpLeft,
            Direction::UpRight,
            Direction::Left,
            Direction::Right,
        ]),
        king_steps: Ways::of(&Direction::ALL),
        progress: Ways::of(&[Direction::Up, Direction::UpLeft, Direction::UpRight]),
        ..TURKISH
    };
}

impl Variant for Tama {
    const INFO: Info = Info {
        slug: "tama",
        family: Family::Draughts,
        ru: "Тама",
        en: "Armenian draughts",
        aliases: &["Tama", "Тамма", "Армянские шашки"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };
    const TERMS: &'static [Term] = &Untuned { king: 550, mobility: 1, ..Untuned::FRONTAL }.terms();
    const NUMBERS: Option<Numbers> = None;

    /// *Players and start*.
    fn start(_: &Options) -> Field<Self> {
        Field::new(SIXTEEN, Bitboard::EMPTY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::Draughts;
    use crate::games::study::legal;
    use crate::seat::Seat;

    #[test]
    fn nobody_captures_diagonally() {
        let position = Draughts::<Tama>::of("a1=W c3=b h8=b", Seat::FIRST);
        let plies = legal(&position);
        assert_eq!(plies.len(), 15);
        assert!(plies.contains(&"a1-b2".to_owned()) && plies.iter().all(|ply| !ply.contains(':')));
    }
}
