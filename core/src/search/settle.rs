//! Where a position leads to when captures are played out: what may be judged without looking ahead.

use crate::evaluate::Evaluate;
use crate::evaluation::Weights;

/// The most captures in a row that are followed.
const MOST_CAPTURES: u32 = 12;
/// The most positions that are looked at.
const MOST: u32 = 2_000;
/// Beyond every value.
const INFINITY: i32 = 1_000_000;

/// The quiet position that best captures lead to, for both sides; none when the game ends on the way.
pub(crate) fn settled<G: Evaluate>(position: &G, weights: &Weights) -> Option<G> {
    let mut nodes = 0;
    let (_, end) = quiesce(position, weights, -INFINITY, INFINITY, MOST_CAPTURES, &mut nodes);
    end.outcome().is_none().then_some(end)
}

/// The value for the seat that acts, and the position that it belongs to.
fn quiesce<G: Evaluate>(
    position: &G,
    weights: &Weights,
    mut alpha: i32,
    beta: i32,
    left: u32,
    nodes: &mut u32,
) -> (i32, G) {
    *nodes += 1;
    let seat = position.to_act();
    if let Some(outcome) = position.outcome() {
        let value = match outcome.winner {
            None => 0,
            Some(winner) if winner == seat => INFINITY / 2,
            Some(_) => -INFINITY / 2,
        };
        return (value, position.clone());
    }
    let mut best = (position.evaluate(seat, weights), position.clone());
    if best.0 >= beta || left == 0 || *nodes >= MOST {
        return best;
    }
    alpha = alpha.max(best.0);
    let mut list = Vec::new();
    position.plies(&mut list);
    let single = list.len() == 1;
    for ply in list {
        if !single && !position.is_capture(ply) {
            continue;
        }
        let mut next = position.clone();
        next.play(ply);
        let (value, end) = if next.to_act() == seat {
            quiesce(&next, weights, alpha, beta, left - 1, nodes)
        } else {
            let (value, end) = quiesce(&next, weights, -beta, -alpha, left - 1, nodes);
            (-value, end)
        };
        if value > best.0 {
            best = (value, end);
        }
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    best
}
