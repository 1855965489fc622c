//! Squares of the 8×8 board and the eight directions between them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A square, 0..64 from a1, file by file within a rank: a1 = 0, b1 = 1, a2 = 8, h8 = 63.
///
/// Smaller boards use a part of these squares.
///
/// ```
/// use tavlei_core::{Direction, Square};
///
/// let c3: Square = "c3".parse().expect("a square");
/// assert_eq!((c3.file(), c3.rank()), (2, 2));
/// assert_eq!(c3.step(Direction::UpRight).expect("on the board").to_string(), "d4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// A text that names no square.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a square: squares are a1 to h8")]
pub struct NotASquare(pub String);

impl Square {
    /// The square of an index 0..64; only the low six bits count.
    #[inline]
    pub const fn new(index: u8) -> Self {
        Square(index & 63)
    }

    /// The square on a file and a rank, both 0..8; only the low three bits of each count.
    #[inline]
    pub const fn at(file: u8, rank: u8) -> Self {
        Square((rank & 7) << 3 | (file & 7))
    }

    /// The square on a file and a rank, when both are on the board.
    #[inline]
    pub const fn on_board(file: i8, rank: i8) -> Option<Self> {
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            Some(Square::at(file as u8, rank as u8))
        } else {
            None
        }
    }

    /// The index, 0..64.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, 0 for a.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// The rank, 0 for rank 1.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// Whether the square is dark, as a1 is.
    #[inline]
    pub const fn is_dark(self) -> bool {
        (self.file() + self.rank()) & 1 == 0
    }

    /// The next square in a direction, if the board goes on.
    #[inline]
    pub const fn step(self, direction: Direction) -> Option<Self> {
        let (file, rank) = direction.delta();
        Square::on_board(self.file() as i8 + file, self.rank() as i8 + rank)
    }

    /// The square opposite through the centre of the board.
    #[inline]
    pub const fn turned(self) -> Self {
        Square(63 - self.0)
    }

    /// The distance in steps of a chess king, 0..8.
    #[inline]
    pub const fn king_distance(self, other: Square) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// All squares, a1 first, h8 last.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Self, NotASquare> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Square::at(file - b'a', rank - b'1')),
            _ => Err(NotASquare(text.chars().take(16).collect())),
        }
    }
}

/// The squares that a text names, in order.
pub fn squares_in(text: &str) -> Vec<Square> {
    let bytes = text.as_bytes();
    let pairs = bytes.windows(2).filter_map(|pair| std::str::from_utf8(pair).ok()?.parse().ok());
    pairs.collect()
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// One of the eight directions on the board; up is towards rank 8, right towards file h.
///
/// ```
/// use tavlei_core::{Direction, Square};
///
/// let [a1, h8] = [Square::new(0), Square::new(63)];
/// assert_eq!(Direction::towards(a1, h8), Some(Direction::UpRight));
/// assert_eq!(Direction::UpRight.opposite().delta(), (-1, -1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Rank +1.
    Up,
    /// File +1, rank +1.
    UpRight,
    /// File +1.
    Right,
    /// File +1, rank −1.
    DownRight,
    /// Rank −1.
    Down,
    /// File −1, rank −1.
    DownLeft,
    /// File −1.
    Left,
    /// File −1, rank +1.
    UpLeft,
}

impl Direction {
    /// All eight, clockwise from up.
    pub const ALL: [Direction; 8] = [
        Direction::Up,
        Direction::UpRight,
        Direction::Right,
        Direction::DownRight,
        Direction::Down,
        Direction::DownLeft,
        Direction::Left,
        Direction::UpLeft,
    ];
    /// The four along ranks and files, clockwise from up.
    pub const ORTHOGONAL: [Direction; 4] =
        [Direction::Up, Direction::Right, Direction::Down, Direction::Left];
    /// The four along diagonals, clockwise from up-right.
    pub const DIAGONAL: [Direction; 4] =
        [Direction::UpRight, Direction::DownRight, Direction::DownLeft, Direction::UpLeft];

    /// What one step adds to file and rank.
    #[inline]
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Direction::Up => (0, 1),
            Direction::UpRight => (1, 1),
            Direction::Right => (1, 0),
            Direction::DownRight => (1, -1),
            Direction::Down => (0, -1),
            Direction::DownLeft => (-1, -1),
            Direction::Left => (-1, 0),
            Direction::UpLeft => (-1, 1),
        }
    }

    /// The direction that leads from one square to another on the same rank, file or diagonal.
    #[inline]
    pub const fn towards(from: Square, to: Square) -> Option<Self> {
        let files = to.file() as i8 - from.file() as i8;
        let ranks = to.rank() as i8 - from.rank() as i8;
        if files != 0 && ranks != 0 && files != ranks && files != -ranks {
            return None;
        }
        match (files.signum(), ranks.signum()) {
            (0, 1) => Some(Direction::Up),
            (1, 1) => Some(Direction::UpRight),
            (1, 0) => Some(Direction::Right),
            (1, -1) => Some(Direction::DownRight),
            (0, -1) => Some(Direction::Down),
            (-1, -1) => Some(Direction::DownLeft),
            (-1, 0) => Some(Direction::Left),
            (-1, 1) => Some(Direction::UpLeft),
            _ => None,
        }
    }

    /// The direction straight back.
    #[inline]
    pub const fn opposite(self) -> Self {
        Direction::ALL[(self as usize + 4) & 7]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_indices_agree() {
        for (index, square) in Square::all().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        assert_eq!("h8".parse(), Ok(Square::new(63)));
        assert!(Square::at(0, 0).is_dark());
        assert!("i1".parse::<Square>().is_err());
        assert!("a9".parse::<Square>().is_err());
    }

    #[test]
    fn steps_stop_at_the_edge() {
        let a1 = Square::at(0, 0);
        assert_eq!(a1.step(Direction::Left), None);
        assert_eq!(a1.step(Direction::UpRight), Some(Square::at(1, 1)));
        for direction in Direction::ALL {
            let d4 = Square::at(3, 3);
            let there = d4.step(direction).and_then(|s| s.step(direction.opposite()));
            assert_eq!(there, Some(d4));
        }
    }

    #[test]
    fn towards_finds_the_line() {
        for from in Square::all() {
            for to in Square::all() {
                let found = Direction::ALL.into_iter().find(|&direction| {
                    std::iter::successors(from.step(direction), |square| square.step(direction))
                        .any(|s| s == to)
                });
                assert_eq!(Direction::towards(from, to), found, "{from} {to}");
            }
        }
    }
}
