//! Games that are small enough to be solved whole: once in the life of the process, and then played without a fault.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use super::solve::{Solution, Won};
use super::{Choice, Limits, WIN};
use crate::game::Game;
use crate::options::Options;
use crate::played::Played;

/// The solutions by game and options.
static SOLVED: LazyLock<Mutex<HashMap<String, Arc<Solution>>>> = LazyLock::new(Mutex::default);

/// What is known of a position.
pub(super) enum Known<P> {
    /// The best ply: the quickest win, or the loss that takes longest.
    Best(Choice<P>),
    /// The position is drawn, and these plies keep it so.
    Among(Vec<P>),
}

/// What the solution of a small game says, where the limits allow to ask it.
pub(super) fn ply<G: Game>(
    game: &Played<G>,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
) -> Option<Known<G::Ply>> {
    let most = G::SMALL.filter(|_| limits.solve)?;
    let solution = solution::<G>(game.options(), most, stop)?;
    let position = game.position();
    let seat = position.to_act();
    let after = |ply: G::Ply| {
        let mut next = position.clone();
        next.play(ply);
        solution.value(next.key())
    };
    let plies: Vec<(G::Ply, Option<Won>)> =
        game.legal().into_iter().map(|ply| after(ply).map(|won| (ply, won))).collect::<Option<_>>()?;
    let worth = |won: Option<Won>| match won {
        None => 0,
        Some(Won { by, plies }) if by == seat => WIN - i32::from(plies) - 1,
        Some(Won { plies, .. }) => i32::from(plies) + 1 - WIN,
    };
    let &(best, won) = plies.iter().max_by_key(|&&(_, won)| worth(won))?;
    Some(match won {
        None => {
            Known::Among(plies.into_iter().filter(|(_, won)| won.is_none()).map(|(ply, _)| ply).collect())
        }
        Some(Won { plies, .. }) => {
            Known::Best(Choice { line: vec![best], score: worth(won), depth: u32::from(plies) + 1, nodes: 1 })
        }
    })
}

fn solution<G: Game>(options: &Options, most: usize, stop: &dyn Fn() -> bool) -> Option<Arc<Solution>> {
    let name = format!("{} {options:?}", G::INFO.slug);
    let mut solved = SOLVED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(solution) = solved.get(&name) {
        return Some(Arc::clone(solution));
    }
    // Whoever asks for the same game meanwhile waits for it rather than doing it again.
    let solution = Arc::new(Solution::of(&G::start(options), most, stop)?);
    solved.insert(name, Arc::clone(&solution));
    Some(solution)
}
