//! Reading plies forgivingly, and explaining those that are not legal.
//!
//! What is typed is compared with the legal plies only; this says what comes of that at a [`Table`].

use crate::illegal::{Illegal, Misread};
use crate::notation::{ambiguous, crossed, looks_like_ply, matching, plain};
use crate::seat::Seat;
use crate::square::{Square, squares_in};
use crate::table::Table;

/// No ply of any game is nearly as long; anything longer is chat.
const MOST_CHARACTERS: usize = 120;

impl dyn Table + '_ {
    /// Reads one ply, forgivingly, and gives its canonical text.
    ///
    /// # Errors
    /// The text is not a ply, or not a legal one.
    pub fn read(&self, text: &str) -> Result<String, Misread> {
        read(text, self)
    }

    /// Plays a ply given by its canonical text.
    ///
    /// # Errors
    /// No legal ply has this text.
    pub fn play(&mut self, text: &str) -> Result<(), Illegal> {
        if self.play_canonical(text) { Ok(()) } else { Err(explain(text, self)) }
    }
}

fn read(text: &str, table: &dyn Table) -> Result<String, Misread> {
    let candidates = &table.candidates();
    let text = text.trim();
    if text.is_empty() || text.chars().nth(MOST_CHARACTERS).is_some() {
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

/// Reads one or more plies that stand in one message, each legal after the one before, for a player who sits on
/// the seats that `mine` names. Gives their canonical texts.
///
/// # Errors
/// The first text that is not a legal ply of the player.
///
/// ```
/// use tavlei_core::{catalogue, reading::read_plies};
///
/// let table = catalogue::by_slug("russian").expect("a game").table(&Default::default());
/// let plies = read_plies(table.as_ref(), "1. c3-d4 d6-c5", |_| true);
/// assert_eq!(plies.expect("legal plies"), ["c3-d4", "d6-c5"]);
/// ```
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

fn is_within(part: &[Square], whole: &[Square]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|square| rest.any(|other| other == square))
}

/// Whether a plain text is the name of a pit and nothing else.
fn names_pit(plain: &str, table: &dyn Table) -> bool {
    // No name of a pit is longer.
    plain.len() <= 3 && table.board().pits.keys().any(|pit| pit.to_lowercase() == plain)
}

/// Why a text that looks like a ply is not legal. Never says that it is legal.
fn explain(text: &str, table: &dyn Table) -> Illegal {
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
