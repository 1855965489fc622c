//! Turkish draughts: `docs/rules/3b-frontal-stacks.md#vade`.

use super::field::Field;
use super::game::Variant;
use super::numbers::Numbers;
use super::rules::{LastRank, Obligation, Reach, Ruled, Rules, Ways};
use super::terms::Untuned;
use crate::bitboard::Bitboard;
use crate::evaluation::Term;
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::options::Options;
use crate::square::Direction;

/// Turkish draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Vade;

/// Straight forward, left and right.
const FRONTAL: Ways = Ways::of(&[Direction::Up, Direction::Left, Direction::Right]);
/// Ranks 2 and 3, 6 and 7.
pub(super) const SIXTEEN: [Bitboard; 2] = [Bitboard(0x00ff_ff00), Bitboard(0x00ff_ff00_0000_0000)];

/// Turkish draughts, from which the tables of the frontal games are told.
pub(super) const TURKISH: Rules = Rules {
    // *Turn*.
    man_steps: FRONTAL,
    man_leaps: Ways::NONE,
    king_steps: Ways::ORTHOGONAL,
    king_flies: true,
    // *Capture*: each piece leaves the board at once, a king does not turn straight back, and the most are taken.
    man_jumps: FRONTAL,
    last_rank_jumps: FRONTAL,
    king_jumps: Ways::ORTHOGONAL,
    king_reach: Reach::Any,
    eats_own: false,
    at_once: true,
    turns_back: false,
    kings_choice: false,
    breaks_off: false,
    kings_stay: false,
    obligation: Obligation::Majority,
    // *Promotion*: a man goes on as a man, and is crowned when the ply ends.
    last_rank: LastRank::AtEnd,
    // *Endless play*: a man's step sideways is not irreversible.
    progress: Ways::of(&[Direction::Up]),
};

impl Ruled for Vade {
    const RULES: Rules = TURKISH;
}

impl Variant for Vade {
    const INFO: Info = Info {
        slug: "vade",
        family: Family::Draughts,
        ru: "Вадэ",
        en: "Turkish draughts",
        aliases: &["Vade", "Dama", "Дамаси", "Дама", "Турецкие шашки"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };
    const TERMS: &'static [Term] = &Untuned::FRONTAL.terms();
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
    fn the_king_stops_where_most_are_taken() {
        let position = Draughts::<Vade>::of("a1=W a3=b c5=b d6=b", Seat::FIRST);
        assert_eq!(legal(&position), ["a1:a5:d5:d7", "a1:a5:d5:d8"]);
    }

    #[test]
    fn a_man_beside_the_last_rank_is_crowned_when_the_ply_ends() {
        let position = Draughts::<Vade>::of("g7=w f8=b d8=b h2=b", Seat::FIRST);
        assert_eq!(legal(&position), ["g7-f7", "g7-g8", "g7-h7"]);
        shows(&after(&position, "g7-g8"), "g8=W");
        let there = Draughts::<Vade>::of("g8=W f8=b d8=b h2=b", Seat::FIRST);
        assert_eq!(legal(&there), ["g8:e8:a8", "g8:e8:b8", "g8:e8:c8"]);
    }

    #[test]
    fn a_man_captures_on_along_the_last_rank_as_a_man() {
        // A king would take b8 from d8 as well.
        let position = Draughts::<Vade>::of("f6=w f7=b e8=b b8=b h5=b", Seat::FIRST);
        assert_eq!(legal(&position), ["f6:f8:d8"]);
        shows(&after(&position, "f6:f8:d8"), "d8=W e8= f7= b8=b");
    }

    #[test]
    fn a_king_does_not_turn_straight_back() {
        // Once d5 is gone the way back to d1 is open, but it is the way that the king came.
        let position = Draughts::<Vade>::of("d3=W d5=b d1=b", Seat::FIRST);
        assert_eq!(legal(&position), ["d3:d6", "d3:d7", "d3:d8"]);
        let position = Draughts::<Vade>::of("d4=W d5=b d2=b", Seat::FIRST);
        assert_eq!(legal(&position), ["d4:d1", "d4:d6", "d4:d7", "d4:d8"]);
    }
}
