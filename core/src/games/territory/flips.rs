//! The flips of reversi: where a piece may be placed, and what it turns over.

use crate::bitboard::Bitboard;
use crate::square::{Direction, Square};

/// *Turn*: the free squares on which at least one enemy piece is turned over.
#[inline]
pub(super) fn targets(own: Bitboard, enemy: Bitboard) -> Bitboard {
    // A row of enemy pieces along a rank or a diagonal never holds one on file a or h.
    let inner = enemy.0 & 0x7e7e_7e7e_7e7e_7e7e;
    // Both ways along one line at a time. Rows have six pieces at most: one, two, then two at a time.
    let line = |shift: u32, enemy: u64| {
        let mut up = enemy & own.0 << shift;
        let mut down = enemy & own.0 >> shift;
        up |= enemy & up << shift;
        down |= enemy & down >> shift;
        let (up_pairs, down_pairs) = (enemy & enemy << shift, enemy & enemy >> shift);
        up |= up_pairs & up << (2 * shift);
        down |= down_pairs & down >> (2 * shift);
        up |= up_pairs & up << (2 * shift);
        down |= down_pairs & down >> (2 * shift);
        up << shift | down >> shift
    };
    let found = line(1, inner) | line(7, inner) | line(8, enemy.0) | line(9, inner);
    Bitboard(found & !(own.0 | enemy.0))
}

/// *Capture*: the enemy pieces that a piece placed on `square` turns over.
#[inline]
pub(super) fn turned(own: Bitboard, enemy: Bitboard, square: Square) -> Bitboard {
    use Direction::{Down, DownLeft, DownRight, Left, Right, Up, UpLeft, UpRight};
    let mut turned = 0;
    for direction in [Right, UpLeft, Up, UpRight] {
        let ray = Bitboard::ray(square, direction).0;
        // Adding one lets a carry run through the enemy's pieces to the first other square of the ray.
        let end = (enemy.0 | !ray).wrapping_add(1) & own.0 & ray;
        turned |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for direction in [Left, DownRight, Down, DownLeft] {
        let ray = Bitboard::ray(square, direction).0;
        // Downwards the first other square is the highest.
        let others = ray & !enemy.0;
        let end = (1 << 63 >> (others | 1).leading_zeros()) & others & own.0;
        turned |= end.wrapping_neg() << 1 & ray;
    }
    Bitboard(turned)
}
