//! Dark squares by number, 1 to 32, as draughts players write them.

use crate::square::{Square, squares_in};

/// From which corner the dark squares are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numbers {
    /// From White's far left: 1 is b8, 4 is h8, 5 is a7, 32 is g1.
    FromBlack,
    /// The board turned: 1 is g1, 4 is a1, 5 is h2, 32 is b8. The side that begins has 1 to 12.
    FromWhite,
}

impl Numbers {
    /// The number of a dark square, 1..=32.
    pub fn number(self, square: Square) -> u8 {
        let square = match self {
            Numbers::FromBlack => square,
            Numbers::FromWhite => square.turned(),
        };
        (7 - square.rank()) * 4 + square.file() / 2 + 1
    }

    /// Adds the numbered forms of a canonical text: all squares (`9x18x25`), and of a capture the first and the last.
    pub(super) fn texts(self, canonical: &str, list: &mut Vec<String>) {
        let numbers: Vec<String> =
            squares_in(canonical).into_iter().map(|square| self.number(square).to_string()).collect();
        if !canonical.contains(':') {
            list.push(numbers.join("-"));
            return;
        }
        list.push(numbers.join("x"));
        if let [first, .., last] = numbers.as_slice()
            && numbers.len() > 2
        {
            list.push(format!("{first}x{last}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_have_their_numbers() {
        let number = |numbers: Numbers, name: &str| numbers.number(name.parse().expect("a square"));
        for (name, expected) in
            [("b8", 1), ("h8", 4), ("a7", 5), ("c3", 22), ("d4", 18), ("a1", 29), ("g1", 32)]
        {
            assert_eq!(number(Numbers::FromBlack, name), expected);
        }
        for (name, expected) in [("g1", 1), ("a1", 4), ("h2", 5), ("f4", 14), ("b8", 32)] {
            assert_eq!(number(Numbers::FromWhite, name), expected);
        }
    }
}
