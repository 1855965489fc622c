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
    let mut counted = [Bitboard::EMPTY; 3];
    let mut next = set;
    for _ in 0..N {
        counted = one_more(counted, next);
        next = next.shift(back);
    }
    counted
}

/// Planes of bits with one added on the squares of a set.
#[inline]
fn one_more([ones, twos, fours]: [Bitboard; 3], set: Bitboard) -> [Bitboard; 3] {
    let carry = ones & set;
    [ones ^ set, twos ^ carry, fours | twos & carry]
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

/// Which rows are worth something when they are completed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Completed {
    /// Those too that are part of a longer run.
    AnyLength,
    /// Only those that are no part of a longer run.
    Exact,
}

/// What a seat has of rows of `N` squares.
pub(super) struct Shapes {
    /// Rows without an enemy piece, by what they hold.
    pub(super) rows: [i32; 6],
    /// The squares that complete a row.
    pub(super) completing: Bitboard,
    /// Sets that lack two, and with one more have two ways to be completed.
    pub(super) open: i32,
    /// Sets that lack three, and with one more are such sets.
    pub(super) open_fewer: i32,
}

impl Shapes {
    /// `M` is `N` - 1.
    #[inline]
    pub(super) fn of<const N: usize, const M: usize>(
        own: Bitboard,
        enemy: Bitboard,
        completed: Completed,
    ) -> Shapes {
        let free = !(own | enemy);
        let mut shapes = Shapes { rows: [0; 6], completing: Bitboard::EMPTY, open: 0, open_fewer: 0 };
        for axis in AXES {
            let back = axis.opposite();
            let shifted = |set: Bitboard, times: usize| (0..times).fold(set, |set, _| set.shift(back));
            let inner = rows::<M>(!enemy, axis);
            let mut open = rows::<2>(inner, axis);
            if completed == Completed::Exact {
                open &= !(own.shift(axis) | shifted(own, N));
            }
            let fewer = counts::<M>(own, axis);
            let counted = one_more(fewer, shifted(own, M));
            for (number, rows) in shapes.rows.iter_mut().enumerate().take(N).skip(1) {
                *rows += (open & holding(counted, number)).len() as i32;
            }
            let lacks_one = open & holding(counted, M);
            if !lacks_one.is_empty() {
                shapes.completing |= squares_of::<N>(lacks_one, axis) & free;
            }
            // A row less long with both ends free. Two of them side by side are the same set.
            let between = inner & free.shift(axis) & shifted(free, M);
            let sets = |number: usize| {
                let rows = between & holding(fewer, number);
                (rows & !rows.shift(axis)).len() as i32
            };
            shapes.open += sets(M - 1);
            shapes.open_fewer += sets(M - 2);
        }
        shapes
    }
}

/// The rows that hold a number, as [`counts`] tells.
#[inline]
fn holding(planes: [Bitboard; 3], number: usize) -> Bitboard {
    let fits = |plane: usize| if number >> plane & 1 == 1 { planes[plane] } else { !planes[plane] };
    fits(0) & fits(1) & fits(2)
}

/// The squares that lie in a row of `N ≤ 5` squares together with a square, itself left out: by `N`.
static IN_ROW_WITH: [[Bitboard; 64]; 6] = {
    let mut all = [[Bitboard::EMPTY; 64]; 6];
    let mut length = 2;
    while length < 6 {
        let mut index = 0;
        while index < 64 {
            let mut way = 0;
            while way < 8 {
                let mut at = Square::new(index).step(Direction::ALL[way]);
                let mut steps = 1;
                while let Some(square) = at {
                    if steps == length {
                        break;
                    }
                    all[length][index as usize].0 |= Bitboard::of(square).0;
                    at = square.step(Direction::ALL[way]);
                    steps += 1;
                }
                way += 1;
            }
            index += 1;
        }
        length += 1;
    }
    all
};

/// Whether a piece on a square could complete a row of `N ≤ 5` squares: there are enough of `own` about.
#[inline]
pub(super) fn may_complete<const N: usize>(own: Bitboard, square: Square) -> bool {
    (own & IN_ROW_WITH[N][square.index()]).len() as usize >= N - 1
}

/// Whether a piece on a square completes a row of `N ≤ 5` squares.
#[inline]
pub(super) fn completes<const N: usize>(own: Bitboard, square: Square) -> bool {
    may_complete::<N>(own, square) && has_row::<N>(own | Bitboard::of(square))
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

    fn set(squares: &str) -> Bitboard {
        squares.split_whitespace().map(|text| text.parse::<Square>().expect("a square")).collect()
    }

    #[test]
    fn shapes_are_told_from_each_other() {
        let none = Bitboard::EMPTY;
        let three = Shapes::of::<5, 4>(set("c4 d4 e4"), none, Completed::AnyLength);
        assert_eq!((three.open, three.rows[3], three.completing), (1, 3, none));
        let shut = Shapes::of::<5, 4>(set("c4 d4 e4"), set("f4"), Completed::AnyLength);
        assert_eq!((shut.open, shut.rows[3]), (0, 1));
        let four = Shapes::of::<5, 4>(set("c4 d4 e4 f4"), none, Completed::AnyLength);
        assert_eq!((four.completing, four.open), (set("b4 g4"), 0));
        let broken = Shapes::of::<5, 4>(set("a1 b2 d4 e5"), none, Completed::AnyLength);
        assert_eq!(broken.completing, set("c3"));
        let long = set("a1 b2 d4 e5 f6");
        assert_eq!(Shapes::of::<5, 4>(long, none, Completed::AnyLength).completing, set("c3"));
        assert_eq!(Shapes::of::<5, 4>(long, none, Completed::Exact).completing, none);
        let two = Shapes::of::<4, 3>(set("c3 c4"), none, Completed::AnyLength);
        assert_eq!((two.open, two.rows[2]), (1, 3));
    }

    #[test]
    fn rows_are_completed_where_a_piece_makes_one() {
        let own = set("a1 b1 c1 e1 b3 c4 d5 h8");
        for square in !own {
            let all = own | square.into();
            assert_eq!(completes::<4>(own, square), has_row::<4>(all), "{square}");
            assert_eq!(completes::<5>(own, square), has_row::<5>(all), "{square}");
        }
        assert!(completes::<5>(own, "d1".parse().expect("a square")));
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
