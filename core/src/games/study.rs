//! What the tests of single games share: positions from words, and what is legal in them.

use crate::bitboard::Bitboard;
use crate::game::Game;
use crate::square::Square;

/// Squares and their pieces from words like `c5=Wwb`, bottom to top.
pub(crate) fn pieces(words: &str) -> Vec<(Square, &str)> {
    words
        .split_whitespace()
        .map(|word| {
            let (square, letters) = word.split_once('=').expect("square=letters");
            (square.parse().expect("a square"), letters)
        })
        .collect()
}

/// The squares of the white and of the black men from words like `c5=w d6=b`.
pub(crate) fn men(words: &str) -> [Bitboard; 2] {
    ["w", "b"].map(|colour| {
        pieces(words)
            .into_iter()
            .filter(|&(_, letters)| letters == colour)
            .map(|(square, _)| square)
            .collect()
    })
}

/// The canonical texts of the legal plies, sorted.
pub(crate) fn legal<G: Game>(position: &G) -> Vec<String> {
    let mut list = Vec::new();
    position.plies(&mut list);
    let mut texts: Vec<_> = list.into_iter().map(|ply| position.text(ply)).collect();
    texts.sort_unstable();
    texts
}

/// The position after some plies.
#[track_caller]
pub(crate) fn after<G: Game>(position: &G, plies: &str) -> G {
    let mut next = position.clone();
    for text in plies.split_whitespace() {
        let mut list = Vec::new();
        next.plies(&mut list);
        let ply = list.into_iter().find(|&ply| next.text(ply) == text);
        next.play(ply.unwrap_or_else(|| panic!("{text} is not legal: {:?}", legal(&next))));
    }
    next
}

/// Holds some squares of a position against words like `c5=Wwb d5=` (empty).
#[track_caller]
pub(crate) fn shows<G: Game>(position: &G, words: &str) {
    let board = position.board();
    for (square, letters) in pieces(words) {
        assert_eq!(board.squares.get(&square).map_or("", String::as_str), letters, "{square}");
    }
}
