//! Small searches.

use super::why::Goal;
use crate::search::{Found, Limits, PROVEN};
use crate::seat::Seat;
use crate::table::Table;

/// One ply, and as many positions as there can be after it.
pub(super) const BLINK: (u32, u64) = (1, 2_000);
/// A glance at a position, in plies and positions: enough to see a capture and what follows on it.
pub(super) const GLANCE: (u32, u64) = (3, 500);
/// A look for a forced win, in plies and positions.
pub(super) const LOOK: (u32, u64) = (6, 3_000);

/// A small search.
pub(super) fn glance(table: &dyn Table, (depth, nodes): (u32, u64)) -> Option<Found> {
    table.best(&Limits { depth, nodes, ..Limits::unbounded(1) }, &|| false)
}

/// Plies until the win that a small search proves for whoever acts.
pub(super) fn forced_win(table: &dyn Table, size: (u32, u64)) -> Option<u32> {
    let found = glance(table, size)?;
    if found.win_in.is_some() {
        return found.win_in;
    }
    // A single ply is played without a search.
    let mut next = table.clone_table();
    next.play(&found.ply).ok()?;
    next.outcome().filter(|outcome| outcome.winner == table.to_act()).map(|_| 1)
}

/// What a win that is proven so is won with.
pub(super) fn goal_of(table: &dyn Table, size: (u32, u64), plies: u32) -> Goal {
    let mut end = table.clone_table();
    for _ in 0..plies {
        let Some(found) = glance(end.as_ref(), size) else { break };
        if end.play(&found.ply).is_err() {
            break;
        }
    }
    end.outcome().map_or(Goal::Other, |outcome| Goal::of(outcome.reason))
}

/// Whether a small search proves that a seat loses.
pub(super) fn lost(table: &dyn Table, seat: Seat) -> bool {
    let Some(acts) = table.to_act() else {
        return table.outcome().is_some_and(|outcome| outcome.winner.is_some_and(|winner| winner != seat));
    };
    let Some(found) = glance(table, LOOK) else { return false };
    if acts == seat { found.score < -PROVEN } else { found.score > PROVEN }
}
