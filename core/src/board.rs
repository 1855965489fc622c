//! What a position looks like, for comparison: the *Board output* of the rules.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::bitboard::Bitboard;
use crate::seat::Colour;
use crate::square::Square;

/// The pieces of a position in letters. A key is there only in games that have the thing.
///
/// ```
/// use tavlei_core::{Colour, catalogue};
///
/// let board = catalogue::by_slug("russian").expect("a game").table(&Default::default()).board();
/// assert_eq!(board.squares[&"c3".parse().expect("a square")], "w");
/// assert_eq!(board.pieces(Colour::Black), 12);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// The occupied squares, each with its pieces from bottom to top, a letter a piece.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub squares: BTreeMap<Square, String>,
    /// Pieces by seat still to be placed or in reserve.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hands: Option<Vec<u16>>,
    /// Men by name of the pit, empty pits too.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pits: BTreeMap<String, u16>,
    /// Men by store.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stores: Option<Vec<u16>>,
}

impl Board {
    /// Puts one piece on top of a square.
    pub fn put(&mut self, square: Square, letter: char) {
        self.squares.entry(square).or_default().push(letter);
    }

    /// Puts the same piece on every square of a set.
    pub fn put_all(&mut self, squares: Bitboard, letter: char) {
        for square in squares {
            self.put(square, letter);
        }
    }

    /// Men and kings of both colours, one piece a square; `kings` are part of `white` and `black`.
    pub fn of_men_and_kings(white: Bitboard, black: Bitboard, kings: Bitboard) -> Board {
        let mut board = Board::default();
        board.put_all(white & !kings, 'w');
        board.put_all(white & kings, 'W');
        board.put_all(black & !kings, 'b');
        board.put_all(black & kings, 'B');
        board
    }

    /// The colour of the top piece of a square.
    pub fn top(&self, square: Square) -> Option<Colour> {
        self.squares.get(&square)?.chars().next_back().and_then(colour_of)
    }

    /// How many pieces of a colour are on the squares, towers piece by piece.
    pub fn pieces(&self, colour: Colour) -> u16 {
        let letters = self.squares.values().flat_map(|tower| tower.chars());
        letters.filter(|&letter| colour_of(letter) == Some(colour)).count() as u16
    }
}

/// The colour of a piece's letter.
pub fn colour_of(letter: char) -> Option<Colour> {
    match letter {
        'w' | 'W' => Some(Colour::White),
        'b' | 'B' => Some(Colour::Black),
        _ => None,
    }
}
