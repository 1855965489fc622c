//! The places of a sowing game and the men in them.

use std::ops::{Deref, DerefMut};

/// The numbers of men in some places: 16 to a word, a byte each.
///
/// They can be seen and changed one by one, as bytes. The methods work on whole words, as a processor waits when it reads
/// a word right after one of its bytes was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Places<const WORDS: usize = 1>([[u8; 16]; WORDS]);

impl<const WORDS: usize> Places<WORDS> {
    pub(super) const EMPTY: Self = Places([[0; 16]; WORDS]);

    /// The 16 places of a word in one number, the first in its lowest byte.
    #[inline]
    pub(super) fn word(&self, index: usize) -> u128 {
        u128::from_le_bytes(self.0[index])
    }

    /// Sets the 16 places of a word from one number.
    #[inline]
    pub(super) fn set_word(&mut self, index: usize, word: u128) {
        self.0[index] = word.to_le_bytes();
    }

    /// The men in a place.
    #[inline]
    pub(super) fn men(&self, place: usize) -> u8 {
        (self.word(place / 16) >> (8 * (place % 16))) as u8
    }

    /// Puts men into a place.
    #[inline]
    pub(super) fn put(&mut self, place: usize, men: u8) {
        let more = u128::from(men) << (8 * (place % 16));
        self.set_word(place / 16, self.word(place / 16).wrapping_add(more));
    }
}

impl<const WORDS: usize> Deref for Places<WORDS> {
    type Target = [u8];
    #[inline]
    fn deref(&self) -> &[u8] {
        self.0.as_flattened()
    }
}

impl<const WORDS: usize> DerefMut for Places<WORDS> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u8] {
        self.0.as_flattened_mut()
    }
}
