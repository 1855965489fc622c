//! What was solved so far.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use super::solve::Solution;

/// What was solved so far. Searches that are given the same one share it, so that nothing is solved twice in a row.
#[derive(Default)]
pub struct Solved {
    /// By game and options, what was asked for last in front.
    solutions: Mutex<VecDeque<(String, Arc<Solution>)>>,
}

/// How many solutions are kept: some 20 MB each.
const KEPT: usize = 6;

impl Solved {
    /// The solution that holds a position. It is made if need be and `make` says how: it holds all that can come up, so that
    /// one is enough for the rest of a game. Nobody waits for another's: two who begin at the same time both work.
    pub(super) fn solution(
        &self,
        name: &str,
        key: u64,
        make: impl FnOnce() -> Option<Solution>,
    ) -> Option<Arc<Solution>> {
        let lock = || self.solutions.lock().unwrap_or_else(PoisonError::into_inner);
        let mut solutions = lock();
        let holds = |(of, solution): &(String, Arc<Solution>)| *of == name && solution.value(key).is_some();
        if let Some(place) = solutions.iter().position(holds)
            && let Some(found) = solutions.remove(place)
        {
            let solution = Arc::clone(&found.1);
            solutions.push_front(found);
            return Some(solution);
        }
        drop(solutions);
        let solution = Arc::new(make()?);
        let mut solutions = lock();
        solutions.push_front((name.to_owned(), Arc::clone(&solution)));
        solutions.truncate(KEPT);
        Some(solution)
    }
}
