//! Fox and Geese: `docs/rules/1-blocking.md#fox-geese`.

use super::antelope::EIGHT;
use super::hunt::{Goal, Hunted, Jump, Rules, Untuned};
use crate::evaluation::Term;
use crate::info::{BLACK_FIRST, Capital, Family, Info, OptionSpec};
use crate::options::Options;

/// Fox and Geese.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FoxGeese;

impl Hunted for FoxGeese {
    /// *Players and start*, *Turn*, *Capture*, *End*: eight geese; the fox eats what it jumps over; enough geese must get
    /// through.
    const RULES: Rules = Rules { pack: EIGHT, jump: Jump::Taking, goal: Goal::Through };

    const INFO: Info = Info {
        slug: "fox-geese",
        family: Family::Blocking,
        ru: "Лиса и гуси",
        en: "Fox and Geese",
        aliases: &[],
        seats: BLACK_FIRST,
        options: &[OptionSpec { name: "need", values: &["6", "1", "2", "3", "4", "5", "7", "8"] }],
        capital: Capital::King,
    };
    const TERMS: &'static [Term] = &Untuned {
        lone: 200,
        tempo: 10,
        steps: 6,
        room: 12,
        reach: 0,
        behind: 0,
        open: 0,
        gone: 0,
        passed: -30,
        jumps: 60,
        exposed: 5,
        ragged: 0,
        advance: -8,
        mobility: -1,
        through: -120,
        margin: -100,
        near: -10,
    }
    .terms();

    /// *Options*.
    fn need(options: &Options) -> u8 {
        options.get("need").and_then(|need| need.parse().ok()).unwrap_or(6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::blocking::Hunt;
    use crate::games::study::{after, legal};
    use crate::outcome::Reason;
    use crate::seat::Seat;
    use crate::square::Square;

    fn square(name: &str) -> Square {
        name.parse().expect("a square")
    }

    fn position(fox: &str, geese: &str, acts: Seat) -> Hunt<FoxGeese> {
        let geese = geese.split_whitespace().map(square).collect();
        Hunt::of(square(fox), geese, acts, 2, 4)
    }

    #[test]
    fn a_round_trip_is_one_ply_with_the_text_that_sorts_first() {
        // Round the four geese either way, back to c3.
        let before = position("c3", "d4 d6 b4 b6 f2", Seat::FIRST);
        let round: Vec<String> =
            legal(&before).into_iter().filter(|text| text.len() == "c3:a5:c7:e5:c3".len()).collect();
        assert_eq!(round, ["c3:a5:c7:e5:c3"]);
        let mut played = crate::played::Played::from_position(before, &Options::default());
        let ply = played.legal().into_iter().find(|&ply| before.text(ply) == round[0]).expect("there");
        let mut others = Vec::new();
        before.other_texts(ply, &mut others);
        assert_eq!(others, ["c3:e5:c7:a5:c3"]);
        played.play(ply);
        let outcome = played.outcome().expect("only three geese could get through");
        assert_eq!((outcome.winner, outcome.reason), (Some(Seat::FIRST), Reason::CAPTURED));
    }

    #[test]
    fn a_goose_jumped_is_gone_for_the_rest_of_the_series() {
        // After d4 and f4 the way back over d4 is open: nothing stands there to be jumped.
        let before = position("c3", "d4 f4 a1 b2", Seat::FIRST);
        assert_eq!(legal(&before), ["c3-b4", "c3-d2", "c3:e5", "c3:e5:g3"]);
    }

    #[test]
    fn geese_that_are_stuck_lose_and_the_score_is_kept() {
        // The fox on h2 stands before g1; g3 goes through h4.
        let before = position("h2", "g1 g3", Seat::SECOND);
        assert_eq!(legal(&before), ["g3-h4"]);
        let next = after(&before, "g3-h4 h2-g3");
        assert_eq!(legal(&next), ["g1-h2"]);
        let outcome = after(&next, "g1-h2").outcome().expect("four are through");
        assert_eq!((outcome.winner, outcome.reason), (Some(Seat::SECOND), Reason::GOAL));
        assert_eq!(outcome.score.map(|score| score.as_slice().to_vec()), Some(vec![4, 4]));
    }
}
