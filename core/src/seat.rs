//! Who sits where: seats by index, sides by name, colours of pieces.

use serde::{Deserialize, Serialize};

/// A seat at a game by index: 0 is the seat that acts first.
///
/// ```
/// use tavlei_core::{Seat, catalogue};
///
/// // In reversi Black is the side that acts first.
/// let info = catalogue::by_slug("reversi").expect("a game").info;
/// assert_eq!(info.seats[Seat::FIRST.index()].name(), "black");
/// assert_eq!(Seat::FIRST.other(), Seat::SECOND);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat that acts first.
    pub const FIRST: Seat = Seat(0);
    /// The seat that acts second.
    pub const SECOND: Seat = Seat(1);

    /// The index, 0..4.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The other of two seats.
    #[inline]
    pub const fn other(self) -> Seat {
        Seat(self.0 ^ 1)
    }
}

/// The name of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The white pieces, or ranks 1–4.
    White,
    /// The black pieces, or ranks 5–8.
    Black,
    /// The side at the bottom of the board.
    South,
    /// The side at the right of the board.
    East,
    /// The side at the top of the board.
    North,
    /// The side at the left of the board.
    West,
}

impl Side {
    /// The name in lower case: `white`, `south`…
    pub const fn name(self) -> &'static str {
        match self {
            Side::White => "white",
            Side::Black => "black",
            Side::South => "south",
            Side::East => "east",
            Side::North => "north",
            Side::West => "west",
        }
    }

    /// The side of a name in lower case.
    pub fn of_name(name: &str) -> Option<Side> {
        [Side::White, Side::Black, Side::South, Side::East, Side::North, Side::West]
            .into_iter()
            .find(|side| side.name() == name)
    }

    /// The colour of this side's pieces, for the sides that have one.
    pub const fn colour(self) -> Option<Colour> {
        match self {
            Side::White => Some(Colour::White),
            Side::Black => Some(Colour::Black),
            _ => None,
        }
    }
}

/// The colour of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// Light pieces.
    White,
    /// Dark pieces.
    Black,
}

impl Colour {
    /// The letter of a man of this colour: `w` or `b`.
    #[inline]
    pub const fn letter(self) -> char {
        match self {
            Colour::White => 'w',
            Colour::Black => 'b',
        }
    }

    /// The other colour.
    #[inline]
    pub const fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }
}
