//! Single steps of the pieces of a side, counted and picked without making a list.

use crate::bitboard::Bitboard;
use crate::square::{Direction, Square};

/// The steps of some pieces to neighbouring free squares, along `N` axes.
///
/// A step is an edge between a square with a piece and a free one. Told by the square at which it begins in the direction
/// of its axis, no two steps of an axis meet, so that a step there and a step back are found and counted in one go.
pub(super) struct Steps<const N: usize> {
    pieces: Bitboard,
    axes: [Direction; N],
    edges: [Bitboard; N],
}

impl<const N: usize> Steps<N> {
    /// The steps of these pieces. An axis is given by one of its two directions.
    #[inline]
    pub(super) fn of(pieces: Bitboard, axes: [Direction; N], free: Bitboard) -> Self {
        let mut edges = [Bitboard::EMPTY; N];
        for (edges, axis) in edges.iter_mut().zip(axes) {
            let back = axis.opposite();
            *edges = pieces & free.shift(back) | free & pieces.shift(back);
        }
        Steps { pieces, axes, edges }
    }

    /// How many they are.
    #[inline]
    pub(super) fn count(&self) -> usize {
        self.edges.iter().map(|edges| edges.len() as usize).sum()
    }

    /// All of them, from where and to where.
    #[inline]
    pub(super) fn all(&self) -> impl Iterator<Item = (Square, Square)> {
        self.axes
            .iter()
            .zip(&self.edges)
            .flat_map(move |(&axis, &edges)| edges.into_iter().map(move |at| self.step(at, axis)))
    }

    /// The one at this place among all, which has to be lower than their number.
    #[inline]
    pub(super) fn nth(&self, place: usize) -> (Square, Square) {
        // No branches: which axis it is cannot be guessed.
        let (mut index, mut told, mut passed) = (0, 0, 0);
        for edges in &self.edges {
            told += edges.len() as usize;
            index += usize::from(told <= place);
            passed = if told <= place { told } else { passed };
        }
        let index = index.min(N - 1);
        self.step(self.edges[index].nth((place - passed) as u32), self.axes[index])
    }

    /// The step of an edge.
    #[inline]
    fn step(&self, at: Square, axis: Direction) -> (Square, Square) {
        let (file, rank) = axis.delta();
        let next = Square::new((at.index() as i8 + 8 * rank + file) as u8);
        if self.pieces.has(at) { (at, next) } else { (next, at) }
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
}
