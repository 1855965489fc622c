//! Groups and areas: sets of squares joined by sides.

use crate::bitboard::Bitboard;

/// The groups of a set, one after another.
pub(super) fn groups(mut set: Bitboard) -> impl Iterator<Item = Bitboard> {
    std::iter::from_fn(move || {
        let group = Bitboard::of(set.first()?).flood(set);
        set &= !group;
        Some(group)
    })
}

/// The pieces of all groups that have no free side neighbour. The edge of the board helps the captor.
#[inline]
pub(super) fn without_liberty(own: Bitboard, free: Bitboard) -> Bitboard {
    let alive = free.side_neighbours() & own;
    if alive == own { Bitboard::EMPTY } else { own & !alive.flood(own) }
}

/// What is known of the free side neighbours (*liberties*) of a set's groups.
pub(super) struct Liberties {
    /// All groups.
    pub(super) number: i32,
    /// Groups that have none, one, two and three.
    pub(super) groups: [i32; 4],
    /// Pieces of these groups.
    pub(super) pieces: [i32; 4],
    /// The two smallest numbers; 9 stands for more or for no group.
    pub(super) fewest: [i32; 2],
}

impl Liberties {
    pub(super) fn of(own: Bitboard, free: Bitboard) -> Liberties {
        let mut all = Liberties { number: 0, groups: [0; 4], pieces: [0; 4], fewest: [9; 2] };
        for group in groups(own) {
            let liberties = (group.side_neighbours() & free).len();
            all.number += 1;
            if let Some(groups) = all.groups.get_mut(liberties as usize) {
                *groups += 1;
                all.pieces[liberties as usize] += group.len() as i32;
            }
            let liberties = liberties as i32;
            if liberties < all.fewest[0] {
                all.fewest = [liberties, all.fewest[0]];
            } else {
                all.fewest[1] = all.fewest[1].min(liberties);
            }
        }
        all
    }
}

/// Whether a piece placed on a free square takes the last free neighbour from one of these groups beside it.
#[inline]
pub(super) fn stifles(placed: Bitboard, pieces: Bitboard, free: Bitboard) -> bool {
    let breathing = (free & !placed).side_neighbours();
    let near = placed.side_neighbours() & pieces & !breathing;
    !near.is_empty() && !(near & !(pieces & breathing).flood(pieces)).is_empty()
}

/// The squares of `within` that each of two sets reaches before the other, all going one step from side to side at
/// a time. Squares reached at the same time belong to nobody and stop both.
pub(super) fn nearer(mut sets: [Bitboard; 2], within: Bitboard) -> [Bitboard; 2] {
    let mut open = within & !(sets[0] | sets[1]);
    let mut reached = [Bitboard::EMPTY; 2];
    loop {
        let steps = sets.map(|set| set.side_neighbours() & open);
        if (steps[0] | steps[1]).is_empty() {
            return reached;
        }
        open &= !(steps[0] | steps[1]);
        sets = [steps[0] & !steps[1], steps[1] & !steps[0]];
        reached = [reached[0] | sets[0], reached[1] | sets[1]];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::Square;

    fn set(squares: &str) -> Bitboard {
        squares.split_whitespace().map(|text| text.parse::<Square>().expect("a square")).collect()
    }

    #[test]
    fn groups_are_joined_by_sides_only() {
        let found: Vec<_> = groups(set("a1 a2 b3 c3 h8")).collect();
        assert_eq!(found, [set("a1 a2"), set("b3 c3"), set("h8")]);
    }

    #[test]
    fn a_corner_is_shut_in_by_two_pieces() {
        let (own, other) = (set("a1 e5"), set("a2 b1"));
        assert_eq!(without_liberty(own, !(own | other)), set("a1"));
        let liberties = Liberties::of(own, !(own | other));
        assert_eq!((liberties.fewest, liberties.number), ([0, 4], 2));
        assert_eq!((liberties.groups, liberties.pieces), ([1, 0, 0, 0], [1, 0, 0, 0]));
    }

    #[test]
    fn a_piece_stifles_what_would_have_no_free_neighbour_left() {
        let mut bits = 0x0123_4567_89ab_cdef_u64;
        for _ in 0..200 {
            let mut next = || {
                bits = bits.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ bits >> 29;
                Bitboard(bits)
            };
            let (own, free) = (next() | next(), next() | next());
            let (own, free) = (own & !free, free);
            let fallen = without_liberty(own, free);
            for square in free {
                let placed = Bitboard::of(square);
                let falls = without_liberty(own, free & !placed) != fallen;
                assert_eq!(stifles(placed, own, free), falls, "{own:?} {free:?} {square}");
            }
        }
    }

    #[test]
    fn nearer_squares_stop_where_both_arrive() {
        let row = Bitboard::rank(0);
        assert_eq!(nearer([set("a1"), set("e1")], row), [set("b1"), set("d1 f1 g1 h1")]);
    }
}
