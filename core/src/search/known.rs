//! Games that are small enough to be solved whole, and endings that are: they are played without a fault.

use std::sync::Arc;

use super::choice::{Choice, Known, WIN};
use super::level::Limits;
use super::solve::{Solution, Won};
use crate::evaluate::Evaluate;
use crate::options::Options;
use crate::played::Played;

/// What the solution of a small game or of an ending says, where the limits allow to ask it.
pub(super) fn ply<G: Evaluate>(
    game: &Played<G>,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
) -> Option<Known<G::Ply>> {
    let solution = solution(game, limits, stop)?;
    let position = game.position();
    let won = solution.value(position.key())?;
    if won.is_some_and(|won| !stands(game, &solution, won)) {
        return None;
    }
    let after = |ply: G::Ply| {
        let mut next = position.clone();
        next.play(ply);
        solution.value(next.key())
    };
    let plies: Vec<(G::Ply, Option<Won>)> =
        game.legal().into_iter().map(|ply| after(ply).map(|won| (ply, won))).collect::<Option<_>>()?;
    let next = won.map(|won| Won { plies: won.plies.saturating_sub(1), ..won });
    let mut best = plies.into_iter().filter(|&(_, after)| after == next).map(|(ply, _)| ply);
    Some(match won {
        Some(Won { by, plies }) if by == position.to_act() => {
            let score = WIN - i32::from(plies);
            Known::Best(Choice { line: vec![best.next()?], score, depth: plies.into(), nodes: 1 })
        }
        // Who is lost hopes for a mistake: of the plies that hold out longest, a search knows which are hard to meet.
        _ => Known::Among(best.collect()),
    })
}

/// Whether a win that a solution promises, which knows nothing of the rules against endless play, cannot be foiled by them:
/// it comes before an end by count, and no position on the way to it has occurred twice before.
pub(super) fn stands<G: Evaluate>(game: &Played<G>, solution: &Solution, won: Won) -> bool {
    let on_the_way = |key: &u64| {
        let nearer = |other: Won| other.by == won.by && other.plies < won.plies;
        solution.value(*key).flatten().is_some_and(nearer)
    };
    usize::from(won.plies) <= game.plies_to_count()
        && !game.position().endless().repetition | !game.history().repeated().iter().any(on_the_way)
}

/// The solution that holds the position of a game, where the limits allow to ask for it.
pub(super) fn solution<G: Evaluate>(
    game: &Played<G>,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
) -> Option<Arc<Solution>> {
    let position = game.position();
    // Endings are solved from where they are asked for, whole games from the start.
    let (most, start) = match (limits.solve, G::SMALL) {
        (false, _) => return None,
        (true, Some(most)) => (most, None),
        (true, None) => (position.ending()?, Some(position)),
    };
    let make = || match start {
        Some(position) => Solution::of(position, most, stop),
        None => Solution::of(&G::start(game.options()), most, stop),
    };
    limits.solved.solution(&name::<G>(game.options()), position.key(), make)
}

/// What solutions are known by.
fn name<G: Evaluate>(options: &Options) -> String {
    format!("{} {options:?}", G::INFO.slug)
}
