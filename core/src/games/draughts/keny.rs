//! Ossetian draughts: `docs/rules/3b-frontal-stacks.md#keny`.

use super::field::Field;
use super::game::Variant;
use super::numbers::Numbers;
use super::rules::{Obligation, Ruled, Rules, Ways};
use super::terms::Untuned;
use super::vade::{SIXTEEN, TURKISH};
use crate::bitboard::Bitboard;
use crate::evaluation::Term;
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::options::Options;
use crate::square::Direction;

/// Ossetian draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Keny;

impl Ruled for Keny {
    /// *Turn*: a man may also jump over a piece of his own. *Capture*: backward too, never a duty, and stopped at will.
    const RULES: Rules = Rules {
        man_leaps: Ways::of(&[Direction::Up, Direction::Left, Direction::Right]),
        man_jumps: Ways::ORTHOGONAL,
        last_rank_jumps: Ways::ORTHOGONAL,
        obligation: Obligation::None,
        breaks_off: true,
        ..TURKISH
    };
}

impl Variant for Keny {
    const INFO: Info = Info {
        slug: "keny",
        family: Family::Draughts,
        ru: "Кены",
        en: "Ossetian draughts",
        aliases: &["Keny", "Keni", "Кени", "Осетинские шашки", "Кавказские шашки", "Caucasian draughts"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };
    const TERMS: &'static [Term] = &Untuned { king: 400, ..Untuned::FRONTAL }.terms();
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
    use crate::games::study::{after, legal, shows};
    use crate::seat::Seat;

    #[test]
    fn men_capture_backward() {
        let position = Draughts::<Keny>::of("d6=w d5=b h8=b", Seat::FIRST);
        assert!(legal(&position).contains(&"d6:d4".to_owned()));
    }

    #[test]
    fn a_man_that_has_been_on_the_last_rank_is_crowned_wherever_he_ends() {
        let position = Draughts::<Keny>::of("d6=w d7=b e8=b f7=b h2=b", Seat::FIRST);
        let expected = ["d6-c6", "d6-e6", "d6:d8", "d6:d8:f8", "d6:d8:f8:f6"];
        assert_eq!(legal(&position), expected);
        for (ply, shown) in [("d6:d8", "d8=W"), ("d6:d8:f8", "f8=W"), ("d6:d8:f8:f6", "f6=W")] {
            shows(&after(&position, ply), shown);
        }
    }
}
