//! Sets of squares.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::square::{Direction, Square};

/// A set of squares: bit *i* is square *i*.
///
/// ```
/// use tavlei_core::{Bitboard, Direction, Square};
///
/// let dark = Bitboard::rank(0) & Bitboard::DARK;
/// assert_eq!(dark.into_iter().map(|square| square.to_string()).collect::<String>(), "a1c1e1g1");
/// // How far a rook on c1 goes to the right, g1 being occupied.
/// assert_eq!(Bitboard::reach(Square::at(2, 0), Direction::Right, Square::at(6, 0).into()).len(), 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u64);

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 64 squares.
    pub const ALL: Bitboard = Bitboard(!0);
    /// The dark squares: a1, c1, … h8.
    pub const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);
    /// The squares of the four edges.
    pub const BORDER: Bitboard = Bitboard(0xff81_8181_8181_81ff);

    /// The eight squares of a file, 0..8.
    #[inline]
    pub const fn file(file: u8) -> Self {
        Bitboard(FILE_A << (file & 7))
    }

    /// The eight squares of a rank, 0..8.
    #[inline]
    pub const fn rank(rank: u8) -> Self {
        Bitboard(0xff << ((rank & 7) * 8))
    }

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Self {
        Bitboard(1 << square.index())
    }

    /// Whether a square is in the set.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Adds a square.
    #[inline]
    pub fn add(&mut self, square: Square) {
        self.0 |= 1 << square.index();
    }

    /// Takes a square out.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square.index());
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of squares, 0..=64.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The lowest square, if any.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::new(self.0.trailing_zeros() as u8)) }
    }

    /// The square that comes after so many lower ones of the set; any square if the set has no more than those.
    #[inline]
    pub const fn nth(self, before: u32) -> Square {
        // In each byte how many squares the ranks up to it have.
        let pairs = self.0 - (self.0 >> 1 & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let until = ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(FILE_A);
        // The square's rank comes after all those up to which there are no more squares than that.
        let passed = (((before as u64).wrapping_mul(FILE_A) | FILE_H) - until) & FILE_H;
        let shift = ((passed >> 7).wrapping_mul(FILE_A) >> 56 & 7) << 3;
        let rest = before as u64 - ((until << 8) >> shift & 0xff);
        Square::new(shift as u8 + nth_of_eight((self.0 >> shift) as u8, rest as usize))
    }

    /// Every square moved one step in a direction; those that would leave the board are dropped.
    #[inline]
    pub const fn shift(self, direction: Direction) -> Self {
        let b = self.0;
        Bitboard(match direction {
            Direction::Up => b << 8,
            Direction::UpRight => (b & !FILE_H) << 9,
            Direction::Right => (b & !FILE_H) << 1,
            Direction::DownRight => (b & !FILE_H) >> 7,
            Direction::Down => b >> 8,
            Direction::DownLeft => (b & !FILE_A) >> 9,
            Direction::Left => (b & !FILE_A) >> 1,
            Direction::UpLeft => (b & !FILE_A) << 7,
        })
    }

    /// The squares that share a side with one of the set (the set itself is not added).
    #[inline]
    pub const fn side_neighbours(self) -> Self {
        let b = self.0;
        Bitboard(b << 8 | b >> 8 | (b & !FILE_H) << 1 | (b & !FILE_A) >> 1)
    }

    /// The squares that share a side or a corner with one of the set (the set itself is not added).
    #[inline]
    pub const fn neighbours(self) -> Self {
        let b = self.0;
        let row = (b & !FILE_H) << 1 | (b & !FILE_A) >> 1;
        let three = row | b;
        Bitboard(row | three << 8 | three >> 8)
    }

    /// The squares of `within` that can be reached from this set by steps between side neighbours in it.
    #[inline]
    pub const fn flood(self, within: Bitboard) -> Self {
        let mut reached = self.0 & within.0;
        loop {
            let next = (reached | Bitboard(reached).side_neighbours().0) & within.0;
            if next == reached {
                return Bitboard(reached);
            }
            reached = next;
        }
    }

    /// The squares of `within` that can be reached from this set by steps of a king in it.
    #[inline]
    pub const fn flood_around(self, within: Bitboard) -> Self {
        let mut reached = self.0 & within.0;
        loop {
            let next = (reached | Bitboard(reached).neighbours().0) & within.0;
            if next == reached {
                return Bitboard(reached);
            }
            reached = next;
        }
    }

    /// All squares from `from` (left out) to the edge in a direction.
    #[inline]
    pub const fn ray(from: Square, direction: Direction) -> Self {
        Bitboard(RAYS[direction as usize][from.index()])
    }

    /// The square of a ray's part that is met first when going in the ray's direction.
    #[inline]
    pub const fn nearest(self, direction: Direction) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        Some(Square::new(match direction {
            Direction::Up | Direction::UpRight | Direction::Right | Direction::UpLeft => {
                self.0.trailing_zeros() as u8
            }
            _ => 63 - self.0.leading_zeros() as u8,
        }))
    }

    /// The squares from `from` (left out) in a direction up to the first occupied one (left out) or the edge.
    #[inline]
    pub const fn reach(from: Square, direction: Direction, occupied: Bitboard) -> Self {
        let ray = Bitboard::ray(from, direction);
        match Bitboard(ray.0 & occupied.0).nearest(direction) {
            None => ray,
            Some(square) => Bitboard(ray.0 & !(Bitboard::ray(square, direction).0 | 1 << square.index())),
        }
    }
}

/// The bit of a byte that comes after so many lower ones; any bit if there are no more than those.
#[inline]
pub(crate) const fn nth_of_eight(byte: u8, before: usize) -> u8 {
    NTH[byte as usize][before & 7]
}

/// `NTH[rank][before]`: the file that comes after so many lower ones in a rank's set of files.
static NTH: [[u8; 8]; 256] = {
    let mut nth = [[0; 8]; 256];
    let mut rank = 0;
    while rank < 256 {
        let (mut file, mut before) = (0, 0);
        while file < 8 {
            if rank >> file & 1 != 0 {
                nth[rank][before] = file;
                before += 1;
            }
            file += 1;
        }
        rank += 1;
    }
    nth
};

/// `RAYS[direction][square]`: the squares from a square to the edge.
static RAYS: [[u64; 64]; 8] = {
    let mut rays = [[0; 64]; 8];
    let mut d = 0;
    while d < 8 {
        let mut s = 0;
        while s < 64 {
            let mut at = Square::new(s).step(Direction::ALL[d]);
            while let Some(square) = at {
                rays[d][s as usize] |= 1 << square.index();
                at = square.step(Direction::ALL[d]);
            }
            s += 1;
        }
        d += 1;
    }
    rays
};

impl Bitboard {
    /// The squares of `free` that pieces on this set slide over in a direction, each up to the first that is not free.
    #[inline]
    pub const fn slides(self, direction: Direction, free: Bitboard) -> Self {
        // Seven squares in three doublings: what is reached, and how far the way on is free.
        let mut reached = self.shift(direction).0 & free.0;
        let mut way = free;
        let mut next = Bitboard(reached).shift(direction);
        way = Bitboard(way.0 & way.shift(direction).0);
        reached |= next.0 & free.0;
        next = Bitboard(reached).shift(direction).shift(direction);
        reached |= next.0 & way.0;
        way = Bitboard(way.0 & way.shift(direction).shift(direction).0);
        next = Bitboard(reached).shift(direction).shift(direction).shift(direction).shift(direction);
        Bitboard(reached | next.0 & way.0)
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Bitboard(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Bitboard(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Bitboard(!self.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        Bitboard::of(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | Bitboard::of(square))
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

/// The squares of a set, lowest first.
#[derive(Clone)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let number = self.0.count_ones() as usize;
        (number, Some(number))
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_agree_with_steps() {
        for square in Square::all() {
            for direction in Direction::ALL {
                let shifted = Bitboard::of(square).shift(direction);
                assert_eq!(shifted.first(), square.step(direction));
                assert!(shifted.len() <= 1);
            }
            let around: Bitboard = Direction::ALL.into_iter().filter_map(|d| square.step(d)).collect();
            assert_eq!(Bitboard::of(square).neighbours(), around);
            let beside: Bitboard = Direction::ORTHOGONAL.into_iter().filter_map(|d| square.step(d)).collect();
            assert_eq!(Bitboard::of(square).side_neighbours(), beside);
        }
    }

    #[test]
    fn every_square_has_its_place() {
        for set in [1, !0, 1 << 63, 0x8100_0000_0000_0081, 0x00ff_8000_1200_5a01, 0x0123_4567_89ab_cdef] {
            let squares: Vec<Square> = Bitboard(set).into_iter().collect();
            let found: Vec<Square> =
                (0..Bitboard(set).len()).map(|before| Bitboard(set).nth(before)).collect();
            assert_eq!(found, squares, "{set:x}");
        }
    }

    #[test]
    fn dark_squares_and_border() {
        for square in Square::all() {
            assert_eq!(Bitboard::DARK.has(square), square.is_dark());
            let edge = Direction::ORTHOGONAL.into_iter().any(|d| square.step(d).is_none());
            assert_eq!(Bitboard::BORDER.has(square), edge);
        }
    }

    #[test]
    fn reach_stops_before_the_first_piece() {
        let occupied: Bitboard = [Square::at(3, 6), Square::at(3, 1), Square::at(6, 6)].into_iter().collect();
        let d4 = Square::at(3, 3);
        for direction in Direction::ALL {
            let (mut expected, mut met) = (Bitboard::EMPTY, None);
            let mut at = d4.step(direction);
            while let Some(square) = at {
                if occupied.has(square) {
                    met = Some(square);
                    break;
                }
                expected.add(square);
                at = square.step(direction);
            }
            assert_eq!(Bitboard::reach(d4, direction, occupied), expected);
            assert_eq!((Bitboard::ray(d4, direction) & occupied).nearest(direction), met);
        }
    }

    #[test]
    fn a_slide_goes_as_far_as_a_reach() {
        let free = Bitboard(0x7f3c_ff12_fe6d_b7ff);
        for square in Square::all() {
            for direction in Direction::ALL {
                let reach = Bitboard::reach(square, direction, !free);
                assert_eq!(Bitboard::of(square).slides(direction, free), reach, "{square} {direction:?}");
                let all = Bitboard::ray(square, direction);
                assert_eq!(
                    Bitboard::of(square).slides(direction, Bitboard::ALL),
                    all,
                    "{square} {direction:?}"
                );
            }
        }
    }

    #[test]
    fn flood_stays_within() {
        let within = Bitboard::file(0) | Bitboard::file(2);
        let from = Bitboard::of(Square::at(0, 3));
        assert_eq!(from.flood(within), Bitboard::file(0));
        assert_eq!(from.flood_around(within), Bitboard::file(0));
        assert_eq!(from.flood_around(within & Bitboard::DARK), Bitboard::EMPTY);
        let dark = Bitboard::of(Square::at(0, 0)).flood_around(Bitboard::DARK);
        assert_eq!(dark, Bitboard::DARK);
    }
}
