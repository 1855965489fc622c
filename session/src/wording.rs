//! Reasons for plies, and values, in words.

use tavlei_core::advice::{Goal, Why};
use tavlei_core::search::PROVEN;
use tavlei_core::view::PitLook;
use tavlei_core::{Family, Table};

use crate::delivery::Span;
use crate::language::Language;
use crate::texts::{Arg, lines, say};

/// What pieces are called in a game: a word for the texts to choose by.
pub(crate) fn pieces_of(table: &dyn Table) -> &'static str {
    let hollows = || table.view().pits.iter().any(|pit| pit.look == PitLook::Hollow);
    match table.info().family {
        Family::Sowing if hollows() => "seed",
        Family::Territory | Family::Figures => "disc",
        _ => "man",
    }
}

/// The reasons for a ply, each on a line of its own. Where there are none, it only improves the position; then the
/// expected reply is told.
pub(crate) fn reasons(
    why: &[Why],
    reply: Option<&str>,
    pieces: &'static str,
    language: Language,
) -> Vec<Span> {
    let mut sentences: Vec<_> = why.iter().map(|why| reason(why, pieces, language)).collect();
    if why.is_empty() {
        sentences.push(say(language, "why-improves", &[]));
    }
    let told = |why: &Why| matches!(why, Why::Forces { .. } | Why::Wins { plies: 1 });
    if let Some(reply) = reply
        && !why.iter().any(told)
    {
        sentences.push(say(language, "why-reply", &[("reply", Arg::code(reply))]));
    }
    let point = |sentence: Vec<Span>| [vec![Span::Plain("• ".to_owned())], sentence].concat();
    lines(sentences.into_iter().map(point))
}

/// One reason as a sentence.
fn reason(why: &Why, pieces: &'static str, language: Language) -> Vec<Span> {
    let what = ("what", Arg::Word(pieces));
    let counted =
        |id: &str, count: u32| Arg::Spans(say(language, id, &[("count", count.into()), what.clone()]));
    let theirs = |count| ("pieces", counted("pieces-theirs", count));
    let own = |count| ("pieces", counted("pieces-own", count));
    let exchange = |count: u32, back: u32| {
        let id = if count == back { "why-exchanges" } else { "why-profits" };
        say(language, id, &[("count", count.into()), ("back", back.into())])
    };
    let aimed = |id: &str, goal: Goal, plies: u32| {
        let goal = match goal {
            Goal::Row(4) => "four",
            Goal::Row(5) => "five",
            Goal::Row(_) | Goal::Other => "win",
        };
        let when = if plies == 1 { "now" } else { "later" };
        say(language, id, &[("goal", Arg::Word(goal)), ("when", Arg::Word(when))])
    };
    let on = |square: tavlei_core::Square| ("square", Arg::code(square.to_string()));
    match why {
        Why::Wins { plies: 1 } => say(language, "why-wins-now", &[]),
        Why::Wins { plies } => say(language, "why-wins", &[("count", (*plies).into())]),
        Why::Only => say(language, "why-only", &[]),
        Why::Delays { plies } => say(language, "why-delays", &[("count", (*plies).into())]),
        Why::Saves => say(language, "why-saves", &[]),
        Why::Stops { goal, plies } => aimed("why-stops", *goal, *plies),
        Why::Takes { pieces, back: 0 } => say(language, "why-takes", &[theirs(*pieces)]),
        Why::Covers { pieces, back: 0 } => say(language, "why-covers", &[theirs(*pieces)]),
        Why::Takes { pieces, back } | Why::Covers { pieces, back } => exchange(*pieces, *back),
        Why::Sacrifices { gives, takes } => {
            say(language, "why-sacrifices", &[("back", (*gives).into()), ("count", (*takes).into())])
        }
        Why::Trades { pieces } => say(language, "why-trades", &[("count", (*pieces).into())]),
        Why::Sheds { pieces } => say(language, "why-sheds", &[own(*pieces)]),
        Why::Crowns => say(language, "why-crowns", &[]),
        Why::Homes { pieces } => say(language, "why-homes", &[own(*pieces)]),
        Why::Scores { points } => say(language, "why-scores", &[("count", (*points).into())]),
        Why::Threatens { goal, plies } => aimed("why-threatens", *goal, *plies),
        Why::Promotes => say(language, "why-promotes", &[]),
        Why::Again => say(language, "why-again", &[]),
        Why::Nears => say(language, "why-nears", &[]),
        Why::Guards { square, leaves: true } => say(language, "why-leaves", &[on(*square), what]),
        Why::Guards { square, leaves: false } => say(language, "why-guards", &[on(*square), what]),
        Why::Holds => say(language, "why-holds", &[]),
        Why::Denies { points } => say(language, "why-denies", &[("count", (*points).into())]),
        Why::Attacks { square } => say(language, "why-attacks", &[on(*square), what]),
        Why::Forces { reply } => say(language, "why-forces", &[("reply", Arg::code(reply.clone()))]),
        Why::Blocks { replies, usual } => {
            say(language, "why-blocks", &[("count", (*replies).into()), ("usual", (*usual).into())])
        }
        Why::Turns { pieces } => say(language, "why-turns", &[theirs(*pieces)]),
        Why::Room { before, after } => {
            say(language, "why-room", &[("count", (*after).into()), ("usual", (*before).into())])
        }
    }
}

/// How a value, in hundredths of a man, looks to the side that it is for: a word for the texts to choose by.
pub(crate) const fn standing(value: i32) -> &'static str {
    match value {
        _ if value > PROVEN => "won",
        250.. => "winning",
        80.. => "better",
        -79.. => "even",
        -249.. => "worse",
        _ if value >= -PROVEN => "losing",
        _ => "lost",
    }
}

#[cfg(test)]
mod tests {
    use tavlei_core::catalogue;

    use super::*;
    use crate::texts::flat;

    fn every_reason() -> Vec<Why> {
        let square = "c3".parse().expect("a square");
        let mut all =
            vec![Why::Only, Why::Saves, Why::Crowns, Why::Promotes, Why::Again, Why::Nears, Why::Holds];
        for count in [1, 2, 5, 21] {
            all.extend([
                Why::Wins { plies: count },
                Why::Delays { plies: count },
                Why::Takes { pieces: count, back: 0 },
                Why::Takes { pieces: count, back: 1 },
                Why::Covers { pieces: count, back: 0 },
                Why::Covers { pieces: count, back: count },
                Why::Sacrifices { gives: 1, takes: count + 1 },
                Why::Trades { pieces: count },
                Why::Sheds { pieces: count },
                Why::Homes { pieces: count },
                Why::Scores { points: count },
                Why::Denies { points: count },
                Why::Blocks { replies: count, usual: 30 },
                Why::Turns { pieces: count },
                Why::Room { before: 3, after: count },
            ]);
        }
        for goal in [Goal::Row(4), Goal::Row(5), Goal::Other] {
            for plies in [1, 3] {
                all.extend([Why::Stops { goal, plies }, Why::Threatens { goal, plies }]);
            }
        }
        for leaves in [true, false] {
            all.push(Why::Guards { square, leaves });
        }
        all.extend([Why::Attacks { square }, Why::Forces { reply: "c3-d4".to_owned() }]);
        all
    }

    #[test]
    fn every_reason_is_a_sentence_of_its_own_in_both_languages() {
        for language in Language::ALL {
            for pieces in ["man", "disc", "seed"] {
                let mut seen = std::collections::HashSet::new();
                for why in every_reason() {
                    let text = flat(&reason(&why, pieces, language));
                    assert!(text.ends_with('.') && !text.contains("why-"), "{why:?}: {text}");
                    let letter = text.chars().next().expect("a sentence");
                    assert!(letter.is_uppercase(), "{text}");
                    let is_russian = text.chars().any(|c| ('а'..='я').contains(&c));
                    assert_eq!(is_russian, language == Language::Russian, "{text}");
                    // An exchange is an exchange, on the square or on top of it.
                    let exchange =
                        matches!(why, Why::Covers { back: 1.., .. } | Why::Takes { back: 1.., .. });
                    assert!(seen.insert(text.clone()) || exchange, "{text} twice");
                }
            }
        }
    }

    #[test]
    fn numbers_are_in_the_right_form() {
        let russian = |why: Why| flat(&reason(&why, "man", Language::Russian));
        assert_eq!(russian(Why::Takes { pieces: 1, back: 0 }), "Берёт шашку соперника.");
        assert_eq!(russian(Why::Takes { pieces: 2, back: 0 }), "Берёт 2 шашки соперника.");
        assert_eq!(russian(Why::Takes { pieces: 5, back: 0 }), "Берёт 5 шашек соперника.");
        assert_eq!(russian(Why::Takes { pieces: 21, back: 0 }), "Берёт 21 шашку соперника.");
        assert_eq!(russian(Why::Scores { points: 1 }), "Приносит 1 очко.");
        assert_eq!(russian(Why::Scores { points: 4 }), "Приносит 4 очка.");
        assert_eq!(russian(Why::Scores { points: 11 }), "Приносит 11 очков.");
        let english = |why: Why| flat(&reason(&why, "seed", Language::English));
        assert_eq!(english(Why::Takes { pieces: 1, back: 0 }), "Takes one of the opponent’s seeds.");
        assert_eq!(english(Why::Takes { pieces: 3, back: 0 }), "Takes 3 of the opponent’s seeds.");
        assert_eq!(english(Why::Scores { points: 1 }), "Scores 1 point.");
    }

    #[test]
    fn without_a_reason_the_expected_reply_is_told_and_a_forced_one_once() {
        let text = flat(&reasons(&[], Some("e3"), "disc", Language::English));
        assert!(text.contains("improves the position") && text.contains("e3"), "{text}");
        let forced = [Why::Forces { reply: "e3".to_owned() }];
        let text = flat(&reasons(&forced, Some("e3"), "disc", Language::English));
        assert_eq!(text.matches("e3").count(), 1, "{text}");
    }

    #[test]
    fn pieces_are_called_what_they_are() {
        let called = |slug: &str| {
            let entry = catalogue::by_slug(slug).expect("in the catalogue");
            pieces_of(entry.table(&Default::default()).as_ref())
        };
        assert_eq!(["russian", "reversi", "kalah", "wari"].map(called), ["man", "disc", "man", "seed"]);
    }

    #[test]
    fn values_have_words_from_won_to_lost() {
        let words = [29_990, 400, 100, 0, -100, -400, -29_990].map(standing);
        assert_eq!(words, ["won", "winning", "better", "even", "worse", "losing", "lost"]);
    }
}
