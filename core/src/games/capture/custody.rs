//! *Custodian capture*: enemy pieces between the piece that has just moved and another of the same side.

use crate::bitboard::Bitboard;
use crate::square::{Direction, Square};

/// The enemy pieces that a piece which has just come to `at` captures: in every direction the row of at most `longest`
/// that begins beside it and ends at an own piece. What it captures does not depend on whether `at` is in `own`.
#[inline]
pub(super) fn held(
    at: Square,
    own: Bitboard,
    enemy: Bitboard,
    directions: &[Direction],
    longest: u32,
) -> Bitboard {
    let mut held = Bitboard::EMPTY;
    for &direction in directions {
        let mut row = Bitboard::EMPTY;
        let mut next = Bitboard::of(at).shift(direction);
        while !(next & enemy).is_empty() && row.len() < longest {
            row |= next;
            next = next.shift(direction);
        }
        if !(next & own).is_empty() {
            held |= row;
        }
    }
    held
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::study::pieces;

    /// The squares held by a piece of White's that has come to a square.
    fn held_at(at: &str, words: &str, directions: &[Direction], longest: u32) -> Vec<String> {
        let of = |wanted: &str| -> Bitboard {
            pieces(words)
                .into_iter()
                .filter(|(_, letters)| *letters == wanted)
                .map(|(square, _)| square)
                .collect()
        };
        let at = at.parse().expect("a square");
        held(at, of("w"), of("b"), directions, longest).into_iter().map(|square| square.to_string()).collect()
    }

    #[test]
    fn one_piece_or_a_row_in_every_direction() {
        let words = "d4=w d5=b d6=w c4=b b4=b a4=w e5=b f6=w e4=b d3=b";
        let (all, straight) = (&Direction::ALL, &Direction::ORTHOGONAL);
        assert_eq!(held_at("d4", words, straight, 1), ["d5"]);
        assert_eq!(held_at("d4", words, straight, 7), ["b4", "c4", "d5"]);
        assert_eq!(held_at("d4", words, all, 1), ["d5", "e5"]);
    }

    #[test]
    fn the_edge_is_no_captor() {
        assert!(held_at("b1", "b1=w a1=b c1=b", &Direction::ORTHOGONAL, 7).is_empty());
    }
}
