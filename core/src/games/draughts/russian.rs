//! Russian draughts: `docs/rules/3a-draughts.md#russian`.

use super::field::{Field, TWELVE};
use super::game::Variant;
use super::numbers::Numbers;
use super::rules::{RUSSIAN, Ruled, Rules};
use super::terms::Untuned;
use crate::bitboard::Bitboard;
use crate::evaluation::Term;
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::options::Options;

/// Russian draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Russian;

impl Ruled for Russian {
    /// *Turn*, *Capture*, *Promotion*: men capture forwards and backwards, kings fly and have the king's choice, a
    /// capture that reaches the last rank goes on, and which capture is free.
    const RULES: Rules = RUSSIAN;
}

impl Variant for Russian {
    const INFO: Info = Info {
        slug: "russian",
        family: Family::Draughts,
        ru: "Русские шашки",
        en: "Russian draughts",
        aliases: &["Шашки", "Шашки полные", "Русские", "Shashki", "Draughts", "Russian checkers"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };
    const TERMS: &'static [Term] = &Untuned::RUSSIAN.terms();
    const NUMBERS: Option<Numbers> = Some(Numbers::FromBlack);

    /// *Players and start*.
    fn start(_: &Options) -> Field<Self> {
        Field::new(TWELVE, Bitboard::EMPTY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;
    use crate::game::Game;
    use crate::games::draughts::Draughts;
    use crate::games::study::{after, legal, shows};
    use crate::played::Played;
    use crate::search::{Limits, Solution, best};
    use crate::seat::Seat;

    fn set_up(words: &str, acts: Seat) -> Draughts<Russian> {
        Draughts::of(words, acts)
    }

    #[test]
    fn captured_pieces_stay_until_the_end() {
        // The way from c3 over the empty e5 to f6 is barred by d4, which was jumped first and still stands.
        let position = set_up("b2=W d4=b f4=b f2=b d2=b f6=b", Seat::FIRST);
        let expected = ["b2:e5:g3:e1:a5", "b2:e5:g3:e1:b4", "b2:e5:g3:e1:c3", "b2:e5:g7", "b2:e5:h8"];
        assert_eq!(legal(&position), expected);
    }

    #[test]
    fn a_loop_run_either_way_is_one_ply() {
        let position = set_up("c3=w d4=b f4=b f2=b d2=b", Seat::FIRST);
        assert_eq!(legal(&position), ["c3:e1:g3:e5:c3"]);
        shows(&after(&position, "c3:e1:g3:e5:c3"), "c3=w d4= f4=");
    }

    #[test]
    fn crowned_in_passing_goes_on_as_a_king() {
        let position = set_up("f6=w e7=b b6=b h8=b", Seat::FIRST);
        assert_eq!(legal(&position), ["f6:d8:a5"]);
        shows(&after(&position, "f6:d8:a5"), "a5=W e7= b6= h8=b");
    }

    #[test]
    fn three_kings_catch_one_that_does_not_hold_the_main_road() {
        let start = set_up("c1=W e1=W a3=W b8=B", Seat::FIRST);
        let mut game = Played::from_position(start, &Options::default());
        let mut promised = None;
        while game.outcome().is_none() {
            let found = best(&game, &Limits::level(8, 1), &|| false).expect("the game goes on");
            promised = promised.or(found.win_in);
            let ply = game.legal().into_iter().find(|&ply| game.position().text(ply) == found.ply);
            game.play(ply.expect("legal"));
        }
        // The way is known as Petrov's triangle, and takes fifteen moves at most.
        assert_eq!((promised, game.plies().len()), (Some(23), 23));
        assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(Seat::FIRST));
        let solution = Solution::of(&start, 600_000, &|| false).expect("few positions");
        assert!(solution.longest() < 30);
        for square in ["a1", "e5", "g7", "h8"] {
            let held = set_up(&format!("c1=W e1=W a3=W {square}=B"), Seat::FIRST);
            assert_eq!(solution.value(held.key()), Some(None), "{square}");
        }
    }

    #[test]
    fn numbered_squares_are_understood() {
        let mut table = catalogue::by_slug("russian").expect("there").table(&Options::default());
        assert_eq!(table.read("22-18").as_deref(), Ok("c3-d4"));
        assert!(table.read("2-218").is_err());
        for ply in ["c3-d4", "b6-c5"] {
            table.play(ply).expect("legal");
        }
        for text in ["18x9", "18:9", "18 - 9", "d4:b6", "Д4 Б6"] {
            assert_eq!(table.read(text).as_deref(), Ok("d4:b6"), "{text}");
        }
    }
}
