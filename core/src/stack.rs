//! Stacks of pieces, and boards of them.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::key::mix;
use crate::seat::Seat;
use crate::square::Square;

/// A stack in one word: `BITS` bits a piece, the top piece lowest, and a single bit above the bottom piece.
///
/// With one bit a piece is a man of a seat, and a stack has up to 63 of them; with two bits it is a man or a king,
/// and a stack has up to 31.
///
/// ```
/// use tavlei_core::Seat;
/// use tavlei_core::stack::{Piece, Stack};
///
/// let [white, black] = [Seat::FIRST, Seat::SECOND].map(Piece::man);
/// let tower = Stack::<2>::of(black).push(white).push(Piece::king(Seat::FIRST));
/// assert_eq!((tower.height(), tower.run(), tower.bottom()), (3, 2, Some(black)));
/// assert_eq!(tower.pop().top(), Some(white));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stack<const BITS: u32>(u64);

/// A piece in a stack: whose it is by origin, and its rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Whose.
    pub seat: Seat,
    /// Whether it is a king.
    pub king: bool,
}

impl Piece {
    /// A man of a seat.
    #[inline]
    pub const fn man(seat: Seat) -> Self {
        Piece { seat, king: false }
    }

    /// A king of a seat.
    #[inline]
    pub const fn king(seat: Seat) -> Self {
        Piece { seat, king: true }
    }

    /// The piece's letter, White being the first seat.
    pub const fn letter(self) -> char {
        match (self.seat.0, self.king) {
            (0, false) => 'w',
            (0, true) => 'W',
            (_, false) => 'b',
            (_, true) => 'B',
        }
    }
}

impl<const BITS: u32> Stack<BITS> {
    /// No pieces.
    pub const EMPTY: Self = Stack(1);
    /// As high as a stack can be.
    pub const HIGHEST: u32 = 63 / BITS;

    const PIECE: u64 = (1 << BITS) - 1;

    /// One piece.
    #[inline]
    pub const fn of(piece: Piece) -> Self {
        Stack::EMPTY.push(piece)
    }

    /// The number of pieces.
    #[inline]
    pub const fn height(self) -> u32 {
        self.0.ilog2() / BITS
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 1
    }

    /// The same with one more piece on top.
    #[inline]
    pub const fn push(self, piece: Piece) -> Self {
        let rank = if BITS > 1 { (piece.king as u64) << 1 } else { 0 };
        Stack(self.0 << BITS | rank | piece.seat.0 as u64 & 1)
    }

    /// The top piece.
    #[inline]
    pub const fn top(self) -> Option<Piece> {
        if self.is_empty() { None } else { Some(Self::decode(self.0)) }
    }

    /// The bottom piece.
    #[inline]
    pub const fn bottom(self) -> Option<Piece> {
        match self.height().checked_sub(1) {
            Some(above) => Some(Self::decode(self.0 >> (above * BITS))),
            None => None,
        }
    }

    /// The same without its top piece.
    #[inline]
    pub const fn pop(self) -> Self {
        if self.is_empty() { self } else { Stack(self.0 >> BITS) }
    }

    /// Its top `pieces` (all of them, if it has fewer) and what is below.
    #[inline]
    pub const fn split(self, pieces: u32) -> (Self, Self) {
        if pieces >= self.height() {
            return (self, Stack::EMPTY);
        }
        let end = 1 << (pieces * BITS);
        (Stack(self.0 & (end - 1) | end), Stack(self.0 >> (pieces * BITS)))
    }

    /// This stack put on top of another. Together they must not be too high.
    #[inline]
    pub const fn on(self, below: Self) -> Self {
        let bits = self.height() * BITS;
        Stack(below.0 << bits | self.0 & ((1 << bits) - 1))
    }

    /// How many of the pieces are of a seat.
    #[inline]
    pub const fn pieces(self, seat: Seat) -> u32 {
        let mut every = 1;
        if BITS > 1 {
            every = 0x5555_5555_5555_5555;
        }
        let body = self.0 ^ 1 << self.0.ilog2();
        let second = if BITS > 1 { body & every } else { body }.count_ones();
        if seat.0 == 1 { second } else { self.height() - second }
    }

    /// How many pieces from the top down are of the top piece's seat.
    #[inline]
    pub const fn run(self) -> u32 {
        let mut every = !0;
        if BITS > 1 {
            every = 0x5555_5555_5555_5555;
        }
        // Bits of seats that differ from the top's; the mark above the bottom piece ends the run at the latest.
        let same = if self.0 & 1 == 1 { every } else { 0 };
        let height = self.height();
        let others = (self.0 ^ same) & every;
        let run = others.trailing_zeros() / BITS;
        if run < height { run } else { height }
    }

    /// The seat of which all pieces are, if it is one.
    #[inline]
    pub const fn only(self) -> Option<Seat> {
        let height = self.height();
        if height == 0 {
            return None;
        }
        match self.pieces(Seat::SECOND) {
            0 => Some(Seat::FIRST),
            second if second == height => Some(Seat::SECOND),
            _ => None,
        }
    }

    /// The pieces from top to bottom.
    pub fn from_top(self) -> impl Iterator<Item = Piece> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let top = rest.top()?;
            rest = rest.pop();
            Some(top)
        })
    }

    /// The pieces' letters from bottom to top.
    pub fn letters(self) -> String {
        let letters: Vec<char> = self.from_top().map(Piece::letter).collect();
        letters.into_iter().rev().collect()
    }

    #[inline]
    const fn decode(word: u64) -> Piece {
        let bits = word & Self::PIECE;
        Piece { seat: Seat((bits & 1) as u8), king: bits & 2 != 0 }
    }
}

/// A board of stacks, each owned by the seat of its top piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stacks<const BITS: u32> {
    stacks: [Stack<BITS>; 64],
    owned: [Bitboard; 2],
    kings: Bitboard,
    key: u64,
}

impl<const BITS: u32> Stacks<BITS> {
    /// An empty board.
    pub const EMPTY: Self =
        Stacks { stacks: [Stack::EMPTY; 64], owned: [Bitboard::EMPTY; 2], kings: Bitboard::EMPTY, key: 0 };

    /// The stack on a square.
    #[inline]
    pub const fn at(&self, square: Square) -> Stack<BITS> {
        self.stacks[square.index()]
    }

    /// The squares with stacks of a seat.
    #[inline]
    pub const fn owned(&self, seat: Seat) -> Bitboard {
        self.owned[seat.index() & 1]
    }

    /// The squares with stacks that have a king on top.
    #[inline]
    pub const fn kings(&self) -> Bitboard {
        self.kings
    }

    /// The squares with stacks.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.owned[0] | self.owned[1]
    }

    /// A key of all stacks, kept up to date.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Puts a stack on a square, instead of what was there.
    #[inline]
    pub fn set(&mut self, square: Square, stack: Stack<BITS>) {
        let place = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(square.index() as u64 + 1);
        let salt = |stack: Stack<BITS>| if stack.is_empty() { 0 } else { mix(place, stack.0) };
        let before = std::mem::replace(&mut self.stacks[square.index()], stack);
        self.key ^= salt(before) ^ salt(stack);
        self.owned.iter_mut().for_each(|squares| squares.remove(square));
        self.kings.remove(square);
        if let Some(top) = stack.top() {
            self.owned[top.seat.index()].add(square);
            if top.king {
                self.kings.add(square);
            }
        }
    }

    /// The pieces in letters.
    pub fn board(&self) -> Board {
        let squares = self.occupied().into_iter().map(|square| (square, self.at(square).letters()));
        Board { squares: squares.collect(), ..Board::default() }
    }
}

#[cfg(test)]
impl<const BITS: u32> Stacks<BITS> {
    /// A board from words like `c5=wwB`.
    pub(crate) fn from_words(words: &str) -> Self {
        let mut stacks = Self::EMPTY;
        for (square, letters) in crate::games::study::pieces(words) {
            let piece = |letter: char| Piece {
                seat: Seat(u8::from(letter.eq_ignore_ascii_case(&'b'))),
                king: letter.is_ascii_uppercase(),
            };
            stacks.set(square, letters.chars().map(piece).fold(Stack::EMPTY, Stack::push));
        }
        stacks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stack<const BITS: u32>(letters: &str) -> Stack<BITS> {
        Stacks::from_words(&format!("a1={letters}")).at(Square::at(0, 0))
    }

    #[test]
    fn pieces_come_back_in_order() {
        let mixed = stack::<2>("wBbWw");
        assert_eq!(mixed.letters(), "wBbWw");
        assert_eq!(mixed.height(), 5);
        assert_eq!(mixed.top(), Some(Piece::man(Seat::FIRST)));
        assert_eq!(mixed.bottom(), Some(Piece::man(Seat::FIRST)));
        assert_eq!(mixed.pop().top(), Some(Piece::king(Seat::FIRST)));
        assert_eq!(mixed.pieces(Seat::FIRST), 3);
        assert_eq!(mixed.pieces(Seat::SECOND), 2);
        assert_eq!(mixed.only(), None);
        let (top, rest) = mixed.split(2);
        assert_eq!((top.letters().as_str(), rest.letters().as_str()), ("Ww", "wBb"));
        assert_eq!(top.on(rest), mixed);
        assert_eq!(rest.on(top).letters(), "WwwBb");
        assert_eq!(mixed.split(9), (mixed, Stack::EMPTY));
        assert_eq!(Stack::EMPTY.on(mixed), mixed);
        assert_eq!(mixed.on(Stack::EMPTY), mixed);
    }

    #[test]
    fn a_run_ends_at_the_first_piece_of_the_other_side() {
        for (letters, run) in
            [("w", 1), ("b", 1), ("bw", 1), ("bbww", 2), ("wbBb", 3), ("WwwW", 4), ("bbb", 3)]
        {
            assert_eq!(stack::<2>(letters).run(), run, "{letters}");
            assert_eq!(stack::<1>(&letters.to_lowercase()).run(), run, "{letters}");
        }
        assert_eq!(Stack::<1>::EMPTY.run(), 0);
    }

    #[test]
    fn a_stack_can_hold_every_piece_of_a_game() {
        let high = (0..58).fold(Stack::<1>::EMPTY, |stack, n| stack.push(Piece::man(Seat(n % 2))));
        assert_eq!(high.height(), 58);
        assert_eq!(high.pieces(Seat::FIRST), 29);
        assert_eq!(high.split(57).1.letters(), "w");
        let crowned = (0..31).fold(Stack::<2>::EMPTY, |stack, _| stack.push(Piece::king(Seat::SECOND)));
        assert_eq!(crowned.height(), Stack::<2>::HIGHEST);
        assert_eq!(crowned.only(), Some(Seat::SECOND));
        assert_eq!(Stack::<2>::EMPTY.only(), None);
    }

    #[test]
    fn the_key_depends_on_the_stacks_alone() {
        let one = Stacks::<1>::from_words("a1=wb c3=b");
        let mut other = Stacks::<1>::from_words("c3=b a1=bw d4=w");
        assert_ne!(one.key(), other.key());
        other.set(Square::at(3, 3), Stack::EMPTY);
        other.set(Square::at(0, 0), stack("wb"));
        assert_eq!(one, other);
        assert_ne!(one.key(), Stacks::<1>::from_words("a1=b c3=wb").key());
        assert_eq!(one.owned(Seat::SECOND), one.occupied());
    }
}
