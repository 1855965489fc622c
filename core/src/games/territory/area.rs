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

/// The two smallest numbers of free side neighbours that groups of a set have; 9 stands for more or for no group.
pub(super) fn fewest_liberties(own: Bitboard, free: Bitboard) -> [i32; 2] {
    let mut fewest = [9; 2];
    for group in groups(own) {
        let liberties = (group.side_neighbours() & free).len() as i32;
        if liberties < fewest[0] {
            fewest = [liberties, fewest[0]];
        } else {
            fewest[1] = fewest[1].min(liberties);
        }
    }
    fewest
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
        assert_eq!(fewest_liberties(own, !(own | other)), [0, 4]);
    }

    #[test]
    fn nearer_squares_stop_where_both_arrive() {
        let row = Bitboard::rank(0);
        assert_eq!(nearer([set("a1"), set("e1")], row), [set("b1"), set("d1 f1 g1 h1")]);
    }
}
