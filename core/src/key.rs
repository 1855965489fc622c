//! Keys of positions: 64 bits that tell one position from another.

/// Mixes words into one key. Good enough that two positions of a game do not meet by chance.
#[inline]
pub const fn key_of<const N: usize>(words: [u64; N]) -> u64 {
    let mut key = 0x9e37_79b9_7f4a_7c15;
    let mut i = 0;
    while i < N {
        key = fold(key ^ words[i], 0xa076_1d64_78bd_642f ^ ((i as u64) << 1));
        i += 1;
    }
    fold(key, 0xe703_7ed1_a0b4_28db)
}

/// One more word mixed into a key.
#[inline]
pub const fn mix(key: u64, word: u64) -> u64 {
    fold(key ^ word.rotate_left(17) ^ 0x8ebc_6af0_9c88_c6e3, 0x5899_65cc_7537_4cc3)
}

#[inline]
const fn fold(a: u64, b: u64) -> u64 {
    let product = (a as u128).wrapping_mul(b as u128);
    (product as u64) ^ ((product >> 64) as u64)
}
