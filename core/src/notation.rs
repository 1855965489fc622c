//! Reading plies forgivingly and explaining illegal ones.
//!
//! What is typed is compared with the legal plies only. Texts are compared in passes, each more
//! forgiving than the last; the first pass in which something fits decides.

use crate::illegal::{Illegal, Misread};
use crate::seat::Seat;
use crate::square::Square;
use crate::table::Table;

/// No ply of any game is nearly as long; anything longer is chat.
const LONGEST: usize = 120;

/// A legal ply's canonical text and its other texts.
pub(crate) type Candidate = (String, Vec<String>);

/// The squares that a text names, in order.
pub fn squares_in(text: &str) -> Vec<Square> {
    let bytes = text.as_bytes();
    let pairs = bytes.windows(2).filter_map(|pair| std::str::from_utf8(pair).ok()?.parse().ok());
    pairs.collect()
}

/// Reads one ply and gives its canonical text.
pub(crate) fn read(text: &str, candidates: &[Candidate], table: &dyn Table) -> Result<String, Misread> {
    let text = text.trim();
    if text.is_empty() || text.chars().nth(LONGEST).is_some() {
        return Err(Misread::NotAPly);
    }
    let plain = plain(text);
    let read = matching(text, &plain, candidates)
        .or_else(|| crossed(text).and_then(|text| matching(&text, &self::plain(&text), candidates)));
    if let Some(read) = read {
        return read;
    }
    if !looks_like_ply(&plain) && !names_pit(&plain, table) {
        return Err(Misread::NotAPly);
    }
    // A capture may be shortened: its first and last square, and any of those between, in order.
    let typed = squares_in(&plain);
    if let [first, .., last] = typed.as_slice() {
        let fits = |text: &str| {
            let way = squares_in(text);
            way.first() == Some(first) && way.last() == Some(last) && is_within(&typed, &way)
        };
        let found: Vec<_> = candidates.iter().filter(|(canonical, _)| fits(canonical)).collect();
        match found.as_slice() {
            [] => {}
            [(canonical, _)] => return Ok(canonical.clone()),
            several => return Err(ambiguous(several).into()),
        }
    }
    Err(explain(&plain, table).into())
}

/// The legal ply of a text, in the first pass in which something fits; none if nothing does.
fn matching(text: &str, plain: &str, candidates: &[Candidate]) -> Option<Result<String, Misread>> {
    type Pass = fn(&str) -> String;
    let passes: [Pass; 4] = [str::to_owned, |text| plain_text(text), tight, bare];
    for (index, pass) in passes.iter().enumerate() {
        let typed = if index == 0 { text.to_owned() } else { pass(plain) };
        let fits = |canonical: &String, others: &[String]| {
            pass(canonical) == typed || others.iter().any(|other| pass(other) == typed)
        };
        let found: Vec<_> = candidates.iter().filter(|(c, others)| fits(c, others)).collect();
        match found.as_slice() {
            [] => {}
            [(canonical, _)] => return Some(Ok(canonical.clone())),
            several => return Some(Err(ambiguous(several).into())),
        }
    }
    None
}

/// Reads one or more plies that stand in one message, each legal after the one before, for a player who sits on
/// the seats that `mine` names. Gives their canonical texts.
///
/// # Errors
/// The first text that is not a legal ply of the player.
pub fn read_plies(
    table: &dyn Table,
    text: &str,
    mine: impl Fn(Seat) -> bool,
) -> Result<Vec<String>, Misread> {
    let may_act = |table: &dyn Table| match table.to_act() {
        None => Err(Illegal::Over),
        Some(seat) if mine(seat) => Ok(()),
        Some(_) => Err(Illegal::NotYourTurn),
    };
    if let Err(why) = may_act(table) {
        // Out of turn nothing can be compared with legal plies: only what plainly is a ply is answered.
        return Err(if looks_like_ply(&plain(text)) { why.into() } else { Misread::NotAPly });
    }
    let whole = table.read(text);
    if let Ok(ply) = whole {
        return Ok(vec![ply]);
    }
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || c == ',' || c == ';')
        .filter(|word| !word.is_empty() && !is_ply_number(word))
        .collect();
    if words.len() < 2 || words.len() > 16 {
        return whole.map(|ply| vec![ply]);
    }
    let mut ahead = table.clone_table();
    let mut plies = Vec::new();
    for word in words {
        if let Err(why) = may_act(ahead.as_ref()) {
            return if plies.is_empty() { whole.map(|ply| vec![ply]) } else { Err(why.into()) };
        }
        match ahead.read(word) {
            Ok(ply) => {
                ahead.play(&ply)?;
                plies.push(ply);
            }
            Err(_) if plies.is_empty() => return whole.map(|ply| vec![ply]),
            Err(why) => return Err(why),
        }
    }
    Ok(plies)
}

/// A word such as `12.` or `3...`, which numbers plies in written games.
fn is_ply_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

fn ambiguous(found: &[&Candidate]) -> Illegal {
    Illegal::Ambiguous { plies: found.iter().map(|(canonical, _)| canonical.clone()).collect() }
}

fn is_within(part: &[Square], whole: &[Square]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|square| rest.any(|other| other == square))
}

/// Lower case, with full-width and Cyrillic characters written as the plain ones they stand for.
fn plain(text: &str) -> String {
    let chars: Vec<char> = text.chars().map(narrow).flat_map(char::to_lowercase).collect();
    let mut out = String::with_capacity(chars.len());
    for (index, &c) in chars.iter().enumerate() {
        let before_digit = chars.get(index + 1).is_some_and(|next| next.is_ascii_digit());
        match c {
            // Look-alikes and sound-alikes of a Russian keyboard.
            'а' => out.push('a'),
            'б' | 'в' => out.push('b'),
            'с' | 'ц' => out.push('c'),
            'д' => out.push('d'),
            'е' | 'ё' => out.push('e'),
            'ф' => out.push('f'),
            'г' => out.push('g'),
            'н' => out.push('h'),
            'к' => out.push('k'),
            // The letter of a file before a digit, a capture's cross otherwise.
            'х' => out.push(if before_digit { 'h' } else { 'x' }),
            '×' | '✕' | '⨯' => out.push('x'),
            '–' | '—' | '−' | '‐' | '‑' | '→' => out.push('-'),
            _ => out.push(c),
        }
    }
    match out.as_str() {
        // The words with which people give up a turn.
        "пacc" | "пac" | "pas" | "pa" | "ps" | "пропуck" => "pass".to_owned(),
        _ => out,
    }
}

/// A text in which the Russian letter between numbers is a cross: `18х9`. None if there is no such letter.
fn crossed(text: &str) -> Option<String> {
    let chars: Vec<char> = text.chars().map(narrow).collect();
    let is_digit = |index: usize| chars.get(index).is_some_and(char::is_ascii_digit);
    let is_between = |index: usize| index > 0 && is_digit(index - 1) && is_digit(index + 1);
    let is_cross = |index: usize| matches!(chars[index], 'х' | 'Х') && is_between(index);
    let any = (0..chars.len()).any(is_cross);
    any.then(|| (0..chars.len()).map(|index| if is_cross(index) { 'x' } else { chars[index] }).collect())
}

/// A full-width character as the plain one.
fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xff01 + 0x21).unwrap_or(c),
        '\u{3000}' => ' ',
        _ => c,
    }
}

fn plain_text(text: &str) -> String {
    text.to_lowercase()
}

/// Without the separators between squares.
fn tight(text: &str) -> String {
    let chars: Vec<char> = text.to_lowercase().chars().collect();
    let is_separator = |index: usize| match chars[index] {
        '-' | ':' | '.' | ',' | '(' | ')' | '!' | '?' | '\'' | '"' | '>' => true,
        // A cross between squares is a separator; before a square at the start it is a mark.
        'x' => index > 0,
        c => c.is_whitespace(),
    };
    without(&chars, is_separator)
}

/// Some characters left out. Numbers stay apart: `1-14` is not `11-4`.
fn without(chars: &[char], left_out: impl Fn(usize) -> bool) -> String {
    let mut out = String::with_capacity(chars.len());
    let mut gap = false;
    for (index, c) in chars.iter().enumerate() {
        if left_out(index) {
            gap = true;
            continue;
        }
        if gap && c.is_ascii_digit() && out.ends_with(|before: char| before.is_ascii_digit()) {
            out.push('-');
        }
        out.push(*c);
        gap = false;
    }
    out
}

/// Letters and digits alone.
fn bare(text: &str) -> String {
    let chars: Vec<char> = text.to_lowercase().chars().collect();
    without(&chars, |index| !chars[index].is_ascii_alphanumeric() || chars[index] == 'x')
}

/// Whether a plain text is made like a ply: squares or pits, with signs between them and nothing else.
fn looks_like_ply(plain: &str) -> bool {
    // Pieces that leave the board.
    let plain = plain.strip_suffix("off").unwrap_or(plain);
    let squares = squares_in(plain).len();
    let letters = plain.chars().filter(|c| c.is_alphabetic() && *c != 'x' && *c != 'k').count();
    let digits = plain.chars().filter(|c| c.is_numeric()).count();
    plain == "pass" || (squares > 0 && letters == squares && digits <= squares + 2)
}

/// Whether a plain text is the name of a pit and nothing else.
fn names_pit(plain: &str, table: &dyn Table) -> bool {
    // No name of a pit is longer.
    plain.len() <= 3 && table.board().pits.keys().any(|pit| pit.to_lowercase() == plain)
}

/// Why a text that looks like a ply is not legal. Never says that it is legal.
pub(crate) fn explain(text: &str, table: &dyn Table) -> Illegal {
    let Some(seat) = table.to_act() else { return Illegal::Over };
    let legal = table.legal();
    let board = table.board();
    let starting = |square: Square| -> Vec<String> {
        let starts = |ply: &&String| squares_in(ply).first() == Some(&square);
        legal.iter().filter(starts).cloned().collect()
    };
    let captures = || -> Vec<String> { legal.iter().filter(|ply| ply.contains(':')).cloned().collect() };
    let only_captures = !legal.is_empty() && legal.iter().all(|ply| ply.contains(':'));
    match squares_in(text).as_slice() {
        [] => Illegal::Unknown { plies: legal },
        &[square] => {
            let plies = starting(square);
            let places = legal.iter().any(|ply| squares_in(ply).len() == 1);
            if places && board.squares.contains_key(&square) {
                Illegal::Occupied { square }
            } else if !plies.is_empty() {
                Illegal::GoesOnly { square, plies }
            } else if places {
                Illegal::Closed { square, plies: legal }
            } else if only_captures {
                Illegal::MustCapture { plies: legal }
            } else {
                Illegal::Unknown { plies: legal }
            }
        }
        &[square, ..] => {
            let plies = starting(square);
            let side = table.info().seats.get(seat.index()).and_then(|side| side.colour());
            if !plies.is_empty() {
                Illegal::GoesOnly { square, plies }
            } else if !board.squares.contains_key(&square) {
                Illegal::NoPiece { square }
            } else if side.is_some() && board.top(square) != side {
                Illegal::NotYours { square }
            } else if only_captures {
                Illegal::MustCapture { plies: captures() }
            } else {
                Illegal::Stuck { square }
            }
        }
    }
}
