//! What one side would gain next.

use super::glance::{GLANCE, glance};
use super::material::{Material, more, new_capitals, pieces_on};
use crate::info::Capital;
use crate::square::Square;
use crate::table::Table;
use crate::view::TallyKind;

/// What whoever acts would gain by what a glance finds best.
#[derive(Default)]
pub(super) struct Gain {
    /// The squares where enemy pieces would vanish; none if they change sides instead.
    pub(super) taken: Vec<Square>,
    /// Points, or pieces in games whose pieces do not stand on squares.
    pub(super) points: u32,
    /// Whether there would be one more king.
    pub(super) kings: bool,
}

impl Gain {
    pub(super) fn of(table: &dyn Table) -> Gain {
        let (Some(seat), Some(found)) = (table.to_act(), glance(table, GLANCE)) else {
            return Gain::default();
        };
        let mut after = table.clone_table();
        if after.play(&found.ply).is_err() {
            return Gain::default();
        }
        // In games in which it is good to lose pieces, taking some is no gain.
        if after.evaluate(seat) <= table.evaluate(seat) {
            return Gain::default();
        }
        let (board, then) = (table.board(), after.board());
        let Some(colour) = table.info().seats[seat.index()].colour().filter(|_| board.pits.is_empty()) else {
            let points = match (Material::of(table, seat), Material::of(after.as_ref(), seat)) {
                (Some(before), Some(now)) => u32::try_from(before.enemy - now.enemy).unwrap_or(0),
                _ => 0,
            };
            let scored = more(&table.view(), &after.view(), seat, TallyKind::Points);
            return Gain { points: points.max(scored), ..Gain::default() };
        };
        let enemy = colour.other();
        let vanish = board.pieces(enemy) > then.pieces(enemy) && then.pieces(colour) <= board.pieces(colour);
        let lost = |square: &Square| pieces_on(&then, *square, enemy) < pieces_on(&board, *square, enemy);
        let taken = board.squares.keys().filter(|square| vanish && board.top(**square) == Some(enemy));
        let capital = table.info().capital == Capital::King;
        Gain {
            taken: taken.filter(|square| lost(square)).copied().collect(),
            points: more(&table.view(), &after.view(), seat, TallyKind::Points),
            kings: capital && new_capitals(table, after.as_ref(), colour) > 0,
        }
    }
}

/// How often each square comes up.
#[derive(Default)]
pub(super) struct Victims(Vec<(Square, usize)>);

impl Victims {
    pub(super) fn count(&mut self, squares: &[Square]) {
        for &square in squares {
            match self.0.iter_mut().find(|(known, _)| *known == square) {
                Some((_, count)) => *count += 1,
                None => self.0.push((square, 1)),
            }
        }
    }

    /// The square that came up most often, if that was more than half of so many times.
    pub(super) fn most(&self, times: usize) -> Option<Square> {
        let most = self.0.iter().max_by_key(|&&(_, count)| count);
        most.filter(|(_, count)| count * 2 > times).map(|&(square, _)| square)
    }
}
