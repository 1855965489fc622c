//! Texts of plies: what is typed, compared with the legal ones.
//!
//! Texts are compared in passes, each more forgiving than the last; the first pass in which something fits decides.

use crate::illegal::{Illegal, Misread};
use crate::square::squares_in;

/// A legal ply's canonical text and its other texts.
pub(crate) type Candidate = (String, Vec<String>);

/// The legal ply of a text, in the first pass in which something fits; none if nothing does.
pub(crate) fn matching(text: &str, plain: &str, candidates: &[Candidate]) -> Option<Result<String, Misread>> {
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

/// Several plies fit.
pub(crate) fn ambiguous(found: &[&Candidate]) -> Illegal {
    Illegal::Ambiguous { plies: found.iter().map(|(canonical, _)| canonical.clone()).collect() }
}

/// Lower case, with full-width and Cyrillic characters written as the plain ones they stand for.
pub(crate) fn plain(text: &str) -> String {
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
pub(crate) fn crossed(text: &str) -> Option<String> {
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
pub(crate) fn looks_like_ply(plain: &str) -> bool {
    // Pieces that leave the board.
    let plain = plain.strip_suffix("off").unwrap_or(plain);
    let squares = squares_in(plain).len();
    let letters = plain.chars().filter(|c| c.is_alphabetic() && *c != 'x' && *c != 'k').count();
    let digits = plain.chars().filter(|c| c.is_numeric()).count();
    plain == "pass" || (squares > 0 && letters == squares && digits <= squares + 2)
}
