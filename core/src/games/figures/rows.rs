//! Rows: adjacent squares of a rank, a file or a diagonal.

use crate::bitboard::Bitboard;
use crate::square::{Direction, Square};

/// The directions of the four kinds of line, each in square order (by file, then by rank).
pub(super) const AXES: [Direction; 4] =
    [Direction::Right, Direction::UpRight, Direction::Up, Direction::DownRight];

/// The first squares of all rows of `N` squares of a set along an axis.
#[inline]
pub(super) fn rows<const N: usize>(set: Bitboard, axis: Direction) -> Bitboard {
    let back = axis.opposite();
    let mut rows = set;
    for _ in 1..N {
        rows = set & rows.shift(back);
    }
    rows
}

/// The squares of all rows of `N` squares along an axis that begin on the squares of a set.
#[inline]
pub(super) fn squares_of<const N: usize>(rows: Bitboard, axis: Direction) -> Bitboard {
    let mut squares = rows;
    for _ in 1..N {
        squares = rows | squares.shift(axis);
    }
    squares
}

/// Whether a set has a row of `N` squares along any axis.
#[inline]
pub(super) fn has_row<const N: usize>(set: Bitboard) -> bool {
    AXES.into_iter().any(|axis| !rows::<N>(set, axis).is_empty())
}

/// The squares of all rows of `N` squares of a set.
pub(super) fn all_rows<const N: usize>(set: Bitboard) -> Bitboard {
    let along = |axis| squares_of::<N>(rows::<N>(set, axis), axis);
    AXES.into_iter().map(along).fold(Bitboard::EMPTY, |all, some| all | some)
}

/// For the row of `N ≤ 7` squares that begins on each square, how many of them are in a set: three planes of bits,
/// the ones first. Rows that leave the board are counted as far as they go.
#[inline]
pub(super) fn counts<const N: usize>(set: Bitboard, axis: Direction) -> [Bitboard; 3] {
    let back = axis.opposite();
    let [mut ones, mut twos, mut fours] = [Bitboard::EMPTY; 3];
    let mut next = set;
    for _ in 0..N {
        let carry = ones & next;
        ones ^= next;
        fours |= twos & carry;
        twos ^= carry;
        next = next.shift(back);
    }
    [ones, twos, fours]
}

/// Of the rows of `N ≤ 5` squares without a piece of `enemy`, how many hold each number (the index) of `own`.
pub(super) fn open_rows<const N: usize>(own: Bitboard, enemy: Bitboard) -> [i32; 6] {
    let mut found = [0; 6];
    for axis in AXES {
        let open = rows::<N>(!enemy, axis);
        let [ones, twos, fours] = counts::<N>(own, axis);
        found[1] += (open & ones & !twos & !fours).len() as i32;
        found[2] += (open & !ones & twos).len() as i32;
        found[3] += (open & ones & twos).len() as i32;
        found[4] += (open & !ones & fours).len() as i32;
        found[5] += (open & ones & fours).len() as i32;
    }
    found
}

/// The last square of the row of `N` squares that begins on `first`.
pub(super) fn last_of<const N: usize>(first: Square, axis: Direction) -> Option<Square> {
    (1..N).try_fold(first, |square, _| square.step(axis))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_four_and_five_on_the_empty_board() {
        let number = |rows: Vec<Bitboard>| rows.into_iter().map(Bitboard::len).sum::<u32>();
        assert_eq!(number(AXES.map(|axis| rows::<5>(Bitboard::ALL, axis)).into()), 96);
        assert_eq!(number(AXES.map(|axis| rows::<4>(Bitboard::ALL, axis)).into()), 2 * 40 + 2 * 25);
    }

    #[test]
    fn rows_are_counted_and_unfolded() {
        let mut set = Bitboard(0x0123_4567_89ab_cdef);
        for _ in 0..30 {
            set.0 = set.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ set.0 >> 29;
            for axis in AXES {
                let [ones, twos, fours] = counts::<5>(set, axis);
                for first in rows::<5>(Bitboard::ALL, axis) {
                    let row = squares_of::<5>(first.into(), axis);
                    assert_eq!(row.len(), 5);
                    assert!(last_of::<5>(first, axis).is_some_and(|last| row.has(last)));
                    let counted = [ones, twos, fours].map(|plane| u32::from(plane.has(first)));
                    assert_eq!(counted[0] + 2 * counted[1] + 4 * counted[2], (row & set).len());
                    assert_eq!(rows::<5>(set, axis).has(first), row & set == row);
                }
            }
        }
    }
}
