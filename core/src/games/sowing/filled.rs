//! Pits that hold men, counted and picked without branches: which of them do is as good as random, so a processor would
//! mispredict every other branch.

use crate::bitboard::nth_of_eight;

/// A one in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const HIGH: u64 = ONES << 7;

/// Which of eight pits hold men.
#[derive(Clone, Copy)]
pub(super) struct Filled {
    /// The highest bit of each byte whose pit holds men.
    pits: u64,
}

impl Filled {
    /// The filled ones of these pits: a byte each, the first in the lowest, with at most 128 men.
    #[inline]
    pub(super) const fn of(pits: u64) -> Self {
        Filled { pits: (pits + (HIGH - ONES)) & HIGH }
    }

    /// How many they are.
    #[inline]
    pub(super) const fn count(self) -> usize {
        self.pits.count_ones() as usize
    }

    /// The pit that comes after so many filled ones, fewer than all.
    #[inline]
    pub(super) const fn nth(self, before: usize) -> usize {
        /// Brings the lowest bit of byte *i* to bit *i* of the highest byte.
        const TOGETHER: u64 = 0x0102_0408_1020_4080;
        let pits = (self.pits >> 7).wrapping_mul(TOGETHER) >> 56;
        nth_of_eight(pits as u8, before) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filled_pits_are_those_with_men() {
        for pattern in 0..256_u32 {
            for men in [1, 2, 48, 128] {
                let pits: [u8; 8] = std::array::from_fn(|pit| (pattern >> pit & 1) as u8 * men);
                let filled = Filled::of(u64::from_le_bytes(pits));
                let expected: Vec<usize> = (0..8).filter(|&pit| pits[pit] > 0).collect();
                let found: Vec<usize> = (0..filled.count()).map(|place| filled.nth(place)).collect();
                assert_eq!(found, expected);
            }
        }
    }
}
