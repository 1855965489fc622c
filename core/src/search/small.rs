//! Games that are small enough to be solved whole, once in the life of the process, and endings that are: they are then
//! played without a fault.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, TryLockError};
use std::time::Duration;

use super::solve::{Solution, Won};
use super::{Choice, Limits, WIN};
use crate::evaluate::Evaluate;
use crate::options::Options;
use crate::played::Played;

/// A solution, once there is one; locked while somebody works on it.
type Place = Arc<Mutex<Option<Arc<Solution>>>>;

/// The solutions by game and options.
static SOLVED: LazyLock<Mutex<HashMap<String, Place>>> = LazyLock::new(Mutex::default);

/// The endings that were solved last, by game and options.
static ENDINGS: Mutex<VecDeque<(String, Arc<Solution>)>> = Mutex::new(VecDeque::new());

/// How many endings are kept.
const KEPT: usize = 3;

/// How long one who waits for another's solution sleeps before he looks again and asks whether to stop.
const NAP: Duration = Duration::from_millis(2);

/// What is known of a position.
pub(super) enum Known<P> {
    /// The ply that wins quickest.
    Best(Choice<P>),
    /// The position is not won: these plies keep it drawn, or hold out for as long as can be.
    Among(Vec<P>),
}

/// What the solution of a small game or of an ending says, where the limits allow to ask it.
pub(super) fn ply<G: Evaluate>(
    game: &Played<G>,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
) -> Option<Known<G::Ply>> {
    let solution = solution_within(game, limits, stop)?;
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
        Some(Won { by, plies }) if by == seat => {
            Known::Best(Choice { line: vec![best], score: worth(won), depth: u32::from(plies) + 1, nodes: 1 })
        }
        // Who is lost hopes for a mistake: of the plies that hold out longest, a search knows which are hard to meet.
        _ => Known::Among(plies.into_iter().filter(|&(_, other)| other == won).map(|(ply, _)| ply).collect()),
    })
}

/// The solution that holds the position, where the limits allow to ask for it.
pub(super) fn solution_within<G: Evaluate>(
    game: &Played<G>,
    limits: &Limits,
    stop: &dyn Fn() -> bool,
) -> Option<Arc<Solution>> {
    if !limits.solve {
        return None;
    }
    match G::SMALL {
        Some(most) => solution::<G>(game.options(), most, stop),
        None => ending(game, stop),
    }
}

/// The solution of an ending. It holds all that can come up, so that it is made once for the rest of a game.
fn ending<G: Evaluate>(game: &Played<G>, stop: &dyn Fn() -> bool) -> Option<Arc<Solution>> {
    let position = game.position();
    let most = position.ending()?;
    let (name, key) = (name::<G>(game.options()), position.key());
    let known = |endings: &VecDeque<(String, Arc<Solution>)>| {
        let mut own = endings.iter().filter(|(of, _)| *of == name);
        own.find(|(_, solution)| solution.value(key).is_some()).map(|(_, solution)| Arc::clone(solution))
    };
    let endings = || ENDINGS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(solution) = known(&endings()) {
        return Some(solution);
    }
    let solution = Arc::new(Solution::of(position, most, stop)?);
    let mut endings = endings();
    endings.push_front((name, Arc::clone(&solution)));
    endings.truncate(KEPT);
    Some(solution)
}

/// What solutions are known by.
fn name<G: Evaluate>(options: &Options) -> String {
    format!("{} {options:?}", G::INFO.slug)
}

fn solution<G: Evaluate>(options: &Options, most: usize, stop: &dyn Fn() -> bool) -> Option<Arc<Solution>> {
    let mut places = SOLVED.lock().unwrap_or_else(PoisonError::into_inner);
    let place = Arc::clone(places.entry(name::<G>(options)).or_default());
    drop(places);
    // Whoever asks for the same game meanwhile waits for it rather than doing it again, but never longer than he may.
    let mut solved = loop {
        match place.try_lock() {
            Ok(solved) => break solved,
            Err(TryLockError::Poisoned(poisoned)) => break poisoned.into_inner(),
            Err(TryLockError::WouldBlock) if stop() => return None,
            Err(TryLockError::WouldBlock) => std::thread::sleep(NAP),
        }
    };
    if solved.is_none() {
        *solved = Some(Arc::new(Solution::of(&G::start(options), most, stop)?));
    }
    solved.clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::blocking::TripleDuel;

    #[test]
    fn one_who_waits_for_anothers_solution_can_be_told_to_stop() {
        // Options that no other test solves.
        let options = Options::of(&TripleDuel::INFO, [("files", "abc")]).expect("an option of the game");
        let (started, is_started) = std::sync::mpsc::channel();
        let (finish, may_finish) = std::sync::mpsc::channel::<()>();
        std::thread::scope(|scope| {
            let options = &options;
            scope.spawn(move || {
                let hold = || {
                    started.send(()).ok();
                    may_finish.recv().ok();
                    true
                };
                assert!(solution::<TripleDuel>(options, 50_000, &hold).is_none(), "told to stop");
            });
            is_started.recv().expect("begun");
            assert!(solution::<TripleDuel>(options, 50_000, &|| true).is_none(), "waits no longer");
            drop(finish);
        });
        // Nothing half done is left behind.
        assert!(solution::<TripleDuel>(&options, 50_000, &|| false).is_some());
    }
}
