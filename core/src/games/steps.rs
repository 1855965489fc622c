//! Single steps of the pieces of a side, counted and picked without making a list.

use crate::bitboard::Bitboard;
use crate::square::{Direction, Square};

/// Sets of squares along `N` axes, each square of a set meaning something of its own.
struct Edges<const N: usize> {
    axes: [Direction; N],
    sets: [Bitboard; N],
}

impl<const N: usize> Edges<N> {
    /// The squares that `find` finds for every axis and its opposite.
    #[inline]
    fn of(axes: [Direction; N], find: impl Fn(Direction, Direction) -> Bitboard) -> Self {
        let mut sets = [Bitboard::EMPTY; N];
        for (set, axis) in sets.iter_mut().zip(axes) {
            *set = find(axis, axis.opposite());
        }
        Edges { axes, sets }
    }

    #[inline]
    fn count(&self) -> usize {
        self.sets.iter().map(|set| set.len() as usize).sum()
    }

    #[inline]
    fn all(&self) -> impl Iterator<Item = (Square, Direction)> {
        self.axes.iter().zip(&self.sets).flat_map(|(&axis, &set)| set.into_iter().map(move |at| (at, axis)))
    }

    #[inline]
    fn nth(&self, place: usize) -> (Square, Direction) {
        // No branches, as a processor cannot predict which axis it is. If it is none of the others, it is the last.
        let (mut index, mut told, mut passed) = (0, 0, 0);
        for set in &self.sets[..N - 1] {
            told += set.len() as usize;
            index += usize::from(told <= place);
            passed = if told <= place { told } else { passed };
        }
        (self.sets[index].nth((place - passed) as u32), self.axes[index])
    }
}

/// How much a step in a direction adds to the index of a square.
#[inline]
fn offset(direction: Direction) -> i8 {
    let (file, rank) = direction.delta();
    8 * rank + file
}

/// The square whose index is greater by so much. It has to be on the board.
#[inline]
fn beyond(square: Square, offset: i8) -> Square {
    Square::new((square.index() as i8 + offset) as u8)
}

/// The steps of some pieces to neighbouring free squares, along `N` axes.
///
/// A step is an edge between a square with a piece and a free one. Told by the square at which it begins in the direction
/// of its axis, no two steps of an axis meet, so that a step there and a step back are found and counted in one go.
pub(super) struct Steps<const N: usize> {
    pieces: Bitboard,
    edges: Edges<N>,
}

impl<const N: usize> Steps<N> {
    /// The steps of these pieces. An axis is given by one of its two directions.
    #[inline]
    pub(super) fn of(pieces: Bitboard, axes: [Direction; N], free: Bitboard) -> Self {
        let find = |_, back| pieces & free.shift(back) | free & pieces.shift(back);
        Steps { pieces, edges: Edges::of(axes, find) }
    }

    /// How many they are.
    #[inline]
    pub(super) fn count(&self) -> usize {
        self.edges.count()
    }

    /// All of them, from where and to where.
    #[inline]
    pub(super) fn all(&self) -> impl Iterator<Item = (Square, Square)> {
        self.edges.all().map(|(at, axis)| self.step(at, axis))
    }

    /// The one at this place among all, which has to be lower than their number.
    #[inline]
    pub(super) fn nth(&self, place: usize) -> (Square, Square) {
        let (at, axis) = self.edges.nth(place);
        self.step(at, axis)
    }

    /// The step of an edge.
    #[inline]
    fn step(&self, at: Square, axis: Direction) -> (Square, Square) {
        let next = beyond(at, offset(axis));
        if self.pieces.has(at) { (at, next) } else { (next, at) }
    }
}

/// The jumps of some pieces over others to the free squares right behind, along `N` axes.
///
/// A jump is told by the square that is jumped over: along one axis there is no other over it.
pub(super) struct Jumps<const N: usize> {
    pieces: Bitboard,
    edges: Edges<N>,
}

impl<const N: usize> Jumps<N> {
    /// The jumps of these pieces over `enemies`. An axis is given by one of its two directions.
    #[inline]
    pub(super) fn of(pieces: Bitboard, axes: [Direction; N], enemies: Bitboard, free: Bitboard) -> Self {
        let find = |axis, back| {
            (pieces.shift(axis) & free.shift(back) | free.shift(axis) & pieces.shift(back)) & enemies
        };
        Jumps { pieces, edges: Edges::of(axes, find) }
    }

    /// How many they are.
    #[inline]
    pub(super) fn count(&self) -> usize {
        self.edges.count()
    }

    /// The squares beside those that are jumped over: where jumps begin and where they end.
    #[inline]
    pub(super) fn ends(&self) -> Bitboard {
        let ends = |(&axis, set): (&Direction, &Bitboard)| set.shift(axis) | set.shift(axis.opposite());
        self.edges.axes.iter().zip(&self.edges.sets).map(ends).fold(Bitboard::EMPTY, |all, ends| all | ends)
    }

    /// All of them, from where, over which square and to where.
    #[inline]
    pub(super) fn all(&self) -> impl Iterator<Item = (Square, Square, Square)> {
        self.edges.all().map(|(over, axis)| self.jump(over, axis))
    }

    /// The one at this place among all, which has to be lower than their number.
    #[inline]
    pub(super) fn nth(&self, place: usize) -> (Square, Square, Square) {
        let (over, axis) = self.edges.nth(place);
        self.jump(over, axis)
    }

    /// The jump over a square.
    #[inline]
    fn jump(&self, over: Square, axis: Direction) -> (Square, Square, Square) {
        let (next, last) = (beyond(over, offset(axis)), beyond(over, -offset(axis)));
        if self.pieces.has(next) { (next, over, last) } else { (last, over, next) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_those_of_every_piece() {
        let pieces = Bitboard(0x8100_2400_5a00_0081);
        let free = !pieces & Bitboard(0x7eff_ffff_ffe7_ff7f);
        let axes = [Direction::Up, Direction::UpRight, Direction::Right, Direction::DownRight];
        let steps = Steps::of(pieces, axes, free);
        let all: Vec<_> = steps.all().collect();
        assert_eq!((0..steps.count()).map(|place| steps.nth(place)).collect::<Vec<_>>(), all);
        for from in Square::all() {
            for to in Square::all() {
                let steps = pieces.has(from) && free.has(to) && from.king_distance(to) == 1;
                let told = all.iter().filter(|&&step| step == (from, to)).count();
                assert_eq!(told, usize::from(steps), "{from} {to}");
            }
        }
    }

    #[test]
    fn jumps_are_those_of_every_piece() {
        let pieces = Bitboard(0x8100_2400_5a00_0081);
        let enemies = Bitboard(0x0042_00ff_00ff_4200);
        let free = !pieces & !enemies & Bitboard(0x7eff_ffff_ffe7_ff7f);
        let axes = [Direction::Up, Direction::UpRight, Direction::Right, Direction::DownRight];
        let jumps = Jumps::of(pieces, axes, enemies, free);
        let mut all: Vec<_> = jumps.all().collect();
        assert_eq!((0..jumps.count()).map(|place| jumps.nth(place)).collect::<Vec<_>>(), all);
        let mut told = Vec::new();
        for (from, direction) in pieces.into_iter().flat_map(|from| Direction::ALL.map(|way| (from, way))) {
            let over = from.step(direction).filter(|&over| enemies.has(over));
            if let Some((over, to)) = over.and_then(|over| Some((over, over.step(direction)?)))
                && free.has(to)
            {
                told.push((from, over, to));
            }
        }
        all.sort_unstable();
        told.sort_unstable();
        assert_eq!(all, told);
        assert_eq!(all.len(), 18);
        let ends: Bitboard = all.into_iter().flat_map(|(from, _, to)| [from, to]).collect();
        assert_eq!(jumps.ends(), ends);
    }
}
