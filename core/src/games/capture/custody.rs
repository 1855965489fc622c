//! *Custodian capture*: enemy pieces between the piece that has just moved and another of the same side.

use crate::bitboard::Bitboard;
use crate::square::{Direction, Square};

/// The enemy pieces that a piece which has just come to `at` captures: in the direction of every square of `beside`, all
/// of them its neighbours, the row of at most `longest` that begins there and ends at an own piece. What it captures does
/// not depend on whether `at` is in `own`.
#[inline]
pub(super) fn held(at: Square, beside: Bitboard, own: Bitboard, enemy: Bitboard, longest: u32) -> Bitboard {
    let mut held = Bitboard::EMPTY;
    for first in beside & enemy {
        let Some(direction) = Direction::towards(at, first) else { continue };
        let mut row = Bitboard::of(first);
        let mut next = row.shift(direction);
        while row.len() < longest && !(next & enemy).is_empty() {
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
    fn held_at(at: &str, words: &str, diagonally: bool, longest: u32) -> Vec<String> {
        let of = |wanted: &str| -> Bitboard {
            pieces(words)
                .into_iter()
                .filter(|(_, letters)| *letters == wanted)
                .map(|(square, _)| square)
                .collect()
        };
        let at: Square = at.parse().expect("a square");
        let beside =
            if diagonally { Bitboard::of(at).neighbours() } else { Bitboard::of(at).side_neighbours() };
        held(at, beside, of("w"), of("b"), longest).into_iter().map(|square| square.to_string()).collect()
    }

    #[test]
    fn one_piece_or_a_row_in_every_direction() {
        let words = "d4=w d5=b d6=w c4=b b4=b a4=w e5=b f6=w e4=b d3=b";
        assert_eq!(held_at("d4", words, false, 1), ["d5"]);
        assert_eq!(held_at("d4", words, false, 7), ["b4", "c4", "d5"]);
        assert_eq!(held_at("d4", words, true, 1), ["d5", "e5"]);
    }

    #[test]
    fn the_edge_is_no_captor() {
        assert!(held_at("b1", "b1=w a1=b c1=b", false, 7).is_empty());
    }
}
