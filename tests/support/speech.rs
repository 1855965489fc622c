//! What the bot says, held against the language in which it should be said.

use bytes::Bytes;
use tavlei_core::catalogue::Entry;
use tavlei_core::{Outcome, Seat, Side};
use tavlei_session::{Language, texts};

/// A message of the bot, whatever platform it is on.
#[derive(Clone, Debug, Default)]
pub struct Said {
    /// Its number: newer messages have greater ones.
    pub number: u64,
    /// The words without marks of emphasis; people are in it by the name that they have there.
    pub text: String,
    /// What is marked as something to be typed.
    pub codes: Vec<String>,
    /// The picture.
    pub picture: Option<Bytes>,
    /// The picture in words, where the platform has that.
    pub alt: Option<String>,
    /// The labels of the buttons.
    pub labels: Vec<String>,
}

/// A game's name.
pub fn name(entry: &Entry, language: Language) -> &'static str {
    match language {
        Language::English => entry.info.en,
        Language::Russian => entry.info.ru,
    }
}

/// The other language.
pub fn other(language: Language) -> Language {
    match language {
        Language::English => Language::Russian,
        Language::Russian => Language::English,
    }
}

/// A side's name, and the words for its victory.
fn side_words(side: Side, language: Language) -> (&'static str, &'static str) {
    match (language, side) {
        (Language::English, Side::White) => ("White", "White wins"),
        (Language::English, Side::Black) => ("Black", "Black wins"),
        (Language::English, Side::South) => ("South", "South wins"),
        (Language::English, Side::East) => ("East", "East wins"),
        (Language::English, Side::North) => ("North", "North wins"),
        (Language::English, Side::West) => ("West", "West wins"),
        (Language::Russian, Side::White) => ("Белые", "Победили белые"),
        (Language::Russian, Side::Black) => ("Чёрные", "Победили чёрные"),
        (Language::Russian, Side::South) => ("Юг", "Победил Юг"),
        (Language::Russian, Side::East) => ("Восток", "Победил Восток"),
        (Language::Russian, Side::North) => ("Север", "Победил Север"),
        (Language::Russian, Side::West) => ("Запад", "Победил Запад"),
    }
}

/// Who sits on each seat, as the caption of a board says; nobody where the bot sits.
pub fn sitters(board: &Said, entry: &Entry, language: Language, people: &[String]) -> Vec<Option<usize>> {
    let seat = |&side: &Side| {
        let head = format!("{}: ", side_words(side, language).0);
        let at = board.text.find(&head).unwrap_or_else(|| panic!("no {head:?} in {:?}", board.text));
        let rest = &board.text[at + head.len()..];
        people.iter().position(|name| rest.starts_with(name.as_str()))
    };
    entry.info.seats.iter().map(seat).collect()
}

/// Checks a board: the game's name, the last ply, a whole picture, and not a word of another language.
pub fn check_board(
    board: &Said,
    entry: &Entry,
    language: Language,
    last: Option<&String>,
    people: &[String],
) {
    let name = name(entry, language);
    let picture = board.picture.as_ref().unwrap_or_else(|| panic!("no picture: {board:?}"));
    assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n") && picture.len() <= 60_000, "{name}: {board:?}");
    assert!(board.text.starts_with(name), "{name}: {:?}", board.text);
    assert_eq!(board.codes.last(), last, "{name}: {:?}", board.text);
    let own: Vec<&str> = board.codes.iter().chain(people).map(String::as_str).chain([name]).collect();
    check_words(&board.text, language, &own);
    if let Some(alt) = &board.alt {
        assert!(alt.starts_with(name), "{name}: {alt:?}");
        if let Some(last) = last {
            assert!(alt.contains(last.as_str()), "{name}: {alt:?}");
        }
        check_words(alt, language, &own);
    }
    for label in &board.labels {
        // Plies are the same in both languages.
        let digits = label.chars().any(|c| c.is_ascii_digit());
        let is_ply = digits || label.chars().count() < 3 || label == "pass" || label.ends_with('…');
        if !is_ply {
            check_words(label, language, &[]);
        }
    }
}

/// Checks the caption of a finished game: who has won and why, and the score.
pub fn check_end(
    board: &Said,
    entry: &Entry,
    language: Language,
    outcome: &Outcome,
    sitters: &[Option<usize>],
    people: &[String],
) {
    let text = &board.text;
    let what = match outcome.winner {
        Some(winner) => side_words(entry.info.seats[winner.index()], language).1,
        None if language == Language::Russian => "Ничья",
        None => "A draw",
    };
    let line = text.lines().find(|line| line.starts_with(what));
    let line = line.unwrap_or_else(|| panic!("{:?} is not in {text:?}", what));
    let id = format!("reason-{}", outcome.reason.0);
    assert!(texts::has(language, &id), "{id}");
    assert!(line.contains(&texts::plain(language, &id, &[])), "{text:?}");
    if let Some(Seat(winner)) = outcome.winner {
        let who = match sitters[usize::from(winner)] {
            Some(person) => people[person].as_str(),
            None if language == Language::Russian => "бот (уровень",
            None => "the bot (level",
        };
        assert!(line.contains(who), "{who:?} is not in {text:?}");
    }
    if let Some(score) = outcome.score {
        let head = if language == Language::Russian { "Счёт: " } else { "Score: " };
        let line = text.lines().find(|line| line.starts_with(head)).unwrap_or_else(|| panic!("{text:?}"));
        for number in score.as_slice() {
            let found = line.split([' ', ',']).any(|word| word == number.to_string());
            assert!(found, "{number} is not in {line:?}");
        }
    }
}

/// Checks that a text is written in a language, apart from words of its own, and that nothing in it is left to be
/// filled in.
pub fn check_words(text: &str, language: Language, own: &[&str]) {
    assert!(!text.trim().is_empty());
    assert!(!text.contains(['{', '}', '$', '\u{e000}', '\u{e001}']), "{text:?}");
    // The longest first: one may be part of another.
    let mut own: Vec<&str> = own.iter().copied().filter(|word| !word.is_empty()).collect();
    own.sort_by_key(|word| std::cmp::Reverse(word.len()));
    let rest = own.iter().fold(text.to_owned(), |rest, word| rest.replace(word, " "));
    let is_russian = |c: char| matches!(c, 'а'..='я' | 'А'..='Я' | 'ё' | 'Ё');
    match language {
        Language::English => {
            assert!(!rest.contains(is_russian), "Russian in an English text: {text:?}");
        }
        // Squares and pits are single letters beside digits.
        Language::Russian => {
            let latin = rest.split(|c: char| !c.is_ascii_alphabetic()).find(|word| word.len() > 1);
            assert_eq!(latin, None, "English in a Russian text: {text:?}");
        }
    }
}
