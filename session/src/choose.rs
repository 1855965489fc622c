//! Buttons for choosing a ply in two or three taps, grouped as the plies are typed.

use crate::delivery::{Button, ButtonKind};
use crate::language::Language;
use crate::payload::{self, Payload};
use crate::record::GameId;
use crate::texts;

/// With more plies than this there are no buttons: typing is quicker.
const MOST: usize = 72;
/// So few plies are shown at once, without groups.
const AT_ONCE: usize = 10;
/// So few where a group has been chosen: long series of captures fit two in a row.
const IN_GROUP: usize = 2 * ROWS;
/// So many single squares are shown at once before they are grouped by file.
const SQUARES_AT_ONCE: usize = 24;
/// Rows for plies; one more is for going back.
const ROWS: usize = 9;
/// Buttons in a row.
const WIDEST: usize = 5;

/// The rows of buttons for the plies that begin so. None where there are too many plies.
pub(crate) fn buttons(
    game: &GameId,
    stage: u32,
    legal: &[String],
    beginning: &str,
    language: Language,
) -> Vec<Vec<Button>> {
    if legal.len() > MOST {
        return Vec::new();
    }
    let here: Vec<(usize, &str)> = legal
        .iter()
        .enumerate()
        .map(|(index, text)| (index, text.as_str()))
        .filter(|(_, text)| text.starts_with(beginning))
        .collect();
    let choices = grouped(&here, beginning);
    let mut all = Vec::new();
    for choice in choices {
        let (label, payload) = match choice {
            Choice::Ply(index, text) => {
                (text.chars().take(40).collect(), Payload::Play { game: game.clone(), stage, index })
            }
            Choice::Group(beginning) => (
                format!("{beginning} …"),
                Payload::Group { game: game.clone(), stage, beginning: beginning.to_owned() },
            ),
        };
        let payload = payload.to_string();
        if payload.len() > payload::MOST_BYTES {
            return Vec::new();
        }
        all.push(Button { label, payload, kind: ButtonKind::Plain });
    }
    let Some(mut rows) = rows(all) else { return Vec::new() };
    if !beginning.is_empty() {
        let payload = Payload::Group { game: game.clone(), stage, beginning: String::new() };
        rows.push(vec![Button {
            label: texts::plain(language, "button-back", &[]),
            payload: payload.to_string(),
            kind: ButtonKind::Plain,
        }]);
    }
    rows
}

/// Whether there is more than one button's worth to choose by groups of this beginning.
pub(crate) fn is_beginning(legal: &[String], beginning: &str) -> bool {
    beginning.is_empty() || legal.iter().any(|text| text.starts_with(beginning))
}

enum Choice<'a> {
    Ply(usize, &'a str),
    Group(&'a str),
}

fn grouped<'a>(here: &[(usize, &'a str)], beginning: &str) -> Vec<Choice<'a>> {
    let plies = || here.iter().map(|&(index, text)| Choice::Ply(index, text)).collect();
    if here.len() <= if beginning.is_empty() { AT_ONCE } else { IN_GROUP } {
        return plies();
    }
    let by_part = cut(here, beginning, next_part);
    let singles = by_part.iter().all(|choice| matches!(choice, Choice::Ply(..)));
    if singles && here.len() <= SQUARES_AT_ONCE {
        return plies();
    }
    if singles || by_part.len() > ROWS * WIDEST {
        return cut(here, beginning, next_letter);
    }
    if beginning.is_empty() { by_part } else { opened(by_part, here) }
}

/// Shows the parts of groups that are too large for the next tap, as long as there is room for them.
fn opened<'a>(mut choices: Vec<Choice<'a>>, here: &[(usize, &'a str)]) -> Vec<Choice<'a>> {
    let members = |choice: &Choice<'a>| match choice {
        &Choice::Group(part) => here.iter().copied().filter(|(_, text)| text.starts_with(part)).collect(),
        Choice::Ply(..) => Vec::new(),
    };
    while let Some((place, large)) =
        choices.iter().map(members).enumerate().find(|(_, members)| members.len() > IN_GROUP)
        && let Choice::Group(part) = choices[place]
    {
        let parts = cut(&large, part, next_part);
        if choices.len() + parts.len() > ROWS * 3 {
            break;
        }
        choices.splice(place..=place, parts);
    }
    choices
}

/// Puts together what has the same next cut; what stands alone is a choice of its own.
fn cut<'a>(here: &[(usize, &'a str)], beginning: &str, next: fn(&str, usize) -> usize) -> Vec<Choice<'a>> {
    let mut groups: Vec<(&'a str, Vec<(usize, &'a str)>)> = Vec::new();
    for &(index, text) in here {
        let part = &text[..next(text, beginning.len())];
        match groups.iter_mut().find(|(known, _)| *known == part) {
            Some((_, members)) => members.push((index, text)),
            None => groups.push((part, vec![(index, text)])),
        }
    }
    let choice = |(part, members): (&'a str, Vec<(usize, &'a str)>)| match members.as_slice() {
        &[(index, text)] => Choice::Ply(index, text),
        _ => Choice::Group(part),
    };
    groups.into_iter().map(choice).collect()
}

/// Where the next square or pit ends, as it is typed.
fn next_part(text: &str, from: usize) -> usize {
    let is_sign = |c: char| c == '-' || c == ':';
    let rest = &text[from..];
    let start = rest.find(|c| !is_sign(c)).unwrap_or(rest.len());
    from + start + rest[start..].find(is_sign).unwrap_or(rest.len() - start)
}

/// Where the next letter ends.
fn next_letter(text: &str, from: usize) -> usize {
    let is_sign = |c: char| c == '-' || c == ':';
    let rest = &text[from..];
    let start = rest.find(|c| !is_sign(c)).unwrap_or(rest.len());
    from + start + rest[start..].chars().next().map_or(0, char::len_utf8)
}

/// Rows of even length; none if there are too many buttons.
fn rows(buttons: Vec<Button>) -> Option<Vec<Vec<Button>>> {
    let longest = buttons.iter().map(|button| button.label.chars().count()).max().unwrap_or(0);
    let mut wide = match longest {
        0..=6 => WIDEST,
        7..=9 => 4,
        10..=14 => 3,
        _ => 2,
    };
    while buttons.len() > wide * ROWS {
        if wide == WIDEST {
            return None;
        }
        wide += 1;
    }
    // Rows that differ by one button at most look better than a last row of one.
    let count = buttons.len().div_ceil(wide).max(1);
    let even = buttons.len().div_ceil(count).max(1);
    Some(buttons.chunks(even).map(<[Button]>::to_vec).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use tavlei_core::catalogue::GAMES;

    use super::*;

    /// Every ply that can be reached by tapping, with the number of taps.
    fn reach(legal: &[String], beginning: &str, taps: usize, found: &mut BTreeSet<usize>) -> usize {
        let mut most = taps;
        let rows = buttons(&GameId::of_seed(1), 7, legal, beginning, Language::Russian);
        assert!(rows.len() <= 10, "{legal:?}");
        for button in rows.iter().flatten() {
            assert!(button.payload.len() <= 64);
            assert!(!button.label.is_empty() && button.label.chars().count() <= 40);
            match Payload::read(&button.payload).expect("ours") {
                Payload::Play { index, stage: 7, .. } => {
                    assert!(found.insert(index), "{} twice in {legal:?}", legal[index]);
                }
                Payload::Group { beginning: deeper, .. } if deeper.len() > beginning.len() => {
                    most = most.max(reach(legal, &deeper, taps + 1, found));
                }
                Payload::Group { beginning, .. } => assert_eq!(beginning, "", "only back"),
                other => panic!("{other:?}"),
            }
        }
        for row in &rows {
            assert!((1..=5).contains(&row.len()));
        }
        most
    }

    #[test]
    fn every_ply_is_reached_in_three_taps_in_every_game() {
        for (entry, seed) in GAMES.iter().flat_map(|entry| (0..40).map(move |seed| (entry, seed))) {
            let mut table = entry.table(&Default::default());
            for ply in 0..60 {
                let legal = table.legal();
                let mut found = BTreeSet::new();
                let taps = reach(&legal, "", 1, &mut found);
                if legal.len() <= MOST {
                    assert_eq!(found.len(), legal.len(), "{}: {legal:?}", entry.info.slug);
                    assert!(taps <= 3, "{}: {taps} taps: {legal:?}", entry.info.slug);
                } else {
                    assert!(found.is_empty());
                }
                let Some(text) = table.random(100 * seed + ply) else { break };
                table.play(&text).expect("legal");
            }
        }
    }

    #[test]
    fn moves_are_grouped_by_departure_and_squares_by_file() {
        let legal: Vec<String> = ["a3-b4", "c3-b4", "c3-d4", "e3-d4", "e3-f4", "g3-f4", "g3-h4"]
            .into_iter()
            .chain(["b2-a1", "b2-c1", "d2-c1", "d2-e1"])
            .map(str::to_owned)
            .collect();
        let labels = |beginning: &str| -> Vec<String> {
            let rows = buttons(&GameId::of_seed(1), 0, &legal, beginning, Language::English);
            rows.into_iter().flatten().map(|button| button.label).collect()
        };
        assert_eq!(labels(""), ["a3-b4", "c3 …", "e3 …", "g3 …", "b2 …", "d2 …"]);
        assert_eq!(labels("c3")[..2], ["c3-b4", "c3-d4"]);
        let board: Vec<String> =
            ('a'..='h').flat_map(|file| (1..=8).map(move |rank| format!("{file}{rank}"))).collect();
        let rows = buttons(&GameId::of_seed(1), 0, &board, "", Language::English);
        assert_eq!(rows.concat().len(), 8);
        assert_eq!(rows[0][0].label, "a …");
        let none: Vec<String> = (0..200).map(|n| n.to_string()).collect();
        assert!(buttons(&GameId::of_seed(1), 0, &none, "", Language::English).is_empty());
    }
}
