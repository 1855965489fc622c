//! What the ending rules remember of a game: repetition and progress.

use crate::outcome::Reason;

/// The rules that end games which would otherwise go on for ever (*Endings* of the rules).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endless {
    /// Whether the third occurrence of a position ends the game.
    pub repetition: bool,
    /// Whether occurrences before an irreversible act count as well. Where no position can come back across one, they
    /// need not be looked for.
    pub returns: bool,
    /// Plies in a row without an irreversible act that end the game.
    pub no_progress: Option<u16>,
    /// Plies in all that end the game.
    pub limit: Option<u16>,
}

impl Endless {
    /// *Endless play: standard*: the third repetition, and 100 plies without an irreversible act.
    pub const STANDARD: Endless =
        Endless { repetition: true, returns: true, no_progress: Some(100), limit: None };
    /// The game cannot go on for ever.
    pub const NEVER: Endless = Endless { repetition: false, returns: false, no_progress: None, limit: None };
}

/// Which of the rules of [`Endless`] stopped a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The third occurrence of a position.
    Repetition,
    /// Too many plies without an irreversible act.
    NoProgress,
    /// Too many plies in all.
    Limit,
}

impl Stop {
    /// The reason's word.
    pub const fn reason(self) -> Reason {
        match self {
            Stop::Repetition => Reason::REPETITION,
            Stop::NoProgress => Reason::NO_PROGRESS,
            Stop::Limit => Reason::LIMIT,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    /// Plies since the last irreversible act.
    idle: u16,
}

/// The keys of the positions of a game, the start first, and how long nothing irreversible happened.
///
/// ```
/// use tavlei_core::{Endless, History, Stop};
///
/// let mut history = History::new(1);
/// for key in [2, 1, 2, 1] {
///     history.push(key, false);
/// }
/// assert_eq!(history.stop(Endless::STANDARD), Some(Stop::Repetition));
/// ```
#[derive(Clone, Debug)]
pub struct History {
    entries: Vec<Entry>,
    /// How many of the keys end in the same bits: where few do, a position cannot have occurred often.
    alike: Box<[u16; ALIKE]>,
}

/// How many endings of keys are counted.
const ALIKE: usize = 2048;

/// The last bits of a key.
const fn ending(key: u64) -> usize {
    key as usize % ALIKE
}

impl History {
    /// The history of a game that has just begun at the position with this key.
    pub fn new(start: u64) -> Self {
        let mut history = History { entries: Vec::new(), alike: Box::new([0; ALIKE]) };
        history.restart(start);
        history
    }

    /// Forgets everything: a game has just begun at the position with this key.
    pub fn restart(&mut self, start: u64) {
        self.entries.clear();
        self.entries.push(Entry { key: start, idle: 0 });
        self.alike.fill(0);
        self.alike[ending(start)] = 1;
    }

    /// Takes note of a ply that led to the position with this key.
    #[inline]
    pub fn push(&mut self, key: u64, irreversible: bool) {
        // Multiplied instead of branched: a processor cannot predict which plies are irreversible.
        let idle = self.idle().saturating_add(1) * u16::from(!irreversible);
        self.entries.push(Entry { key, idle });
        let alike = &mut self.alike[ending(key)];
        *alike = alike.wrapping_add(1);
    }

    /// Forgets the last ply; the start stays.
    #[inline]
    pub fn pop(&mut self) {
        if self.entries.len() > 1
            && let Some(entry) = self.entries.pop()
        {
            let alike = &mut self.alike[ending(entry.key)];
            *alike = alike.wrapping_sub(1);
        }
    }

    /// Plies so far.
    #[inline]
    pub fn plies(&self) -> usize {
        self.entries.len() - 1
    }

    /// Plies since the last irreversible act.
    #[inline]
    pub fn idle(&self) -> u16 {
        self.entries.last().map_or(0, |entry| entry.idle)
    }

    /// The plies after which the present position stood before, the latest first (0 is the start); with `returns` of the
    /// whole game, without since the last irreversible act.
    #[inline]
    pub fn earlier(&self, returns: bool) -> impl Iterator<Item = usize> {
        let now = self.plies();
        let Entry { key, idle } = self.entries[now];
        let from = if self.alike[ending(key)] == 1 {
            now
        } else if returns {
            0
        } else {
            now.saturating_sub(idle as usize)
        };
        (from..now).rev().filter(move |&ply| self.entries[ply].key == key)
    }

    /// The keys of the positions that have occurred twice or more.
    pub fn repeated(&self) -> Vec<u64> {
        let mut keys: Vec<u64> = self.entries.iter().map(|entry| entry.key).collect();
        keys.sort_unstable();
        let mut repeated: Vec<u64> =
            keys.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        repeated.dedup();
        repeated
    }

    /// Whether one of the rules stops the game here. The repetition is looked at first.
    #[inline]
    pub fn stop(&self, rules: Endless) -> Option<Stop> {
        let &Entry { key, idle } = self.entries.last()?;
        // A cheap test that seldom holds comes first.
        if rules.repetition && self.alike[ending(key)] >= 3 && self.earlier(rules.returns).nth(1).is_some() {
            return Some(Stop::Repetition);
        }
        if rules.no_progress.is_some_and(|most| idle >= most) {
            return Some(Stop::NoProgress);
        }
        if rules.limit.is_some_and(|most| self.plies() >= most as usize) {
            return Some(Stop::Limit);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn third_occurrence_counts_the_start() {
        let mut history = History::new(1);
        for key in [2, 1, 2] {
            history.push(key, false);
            assert_eq!(history.stop(Endless::STANDARD), None);
        }
        history.push(1, false);
        assert_eq!(history.stop(Endless::STANDARD), Some(Stop::Repetition));
        history.pop();
        assert_eq!(history.stop(Endless::STANDARD), None);
    }

    #[test]
    fn keys_of_the_same_ending_are_not_the_same_position() {
        let mut history = History::new(7);
        for n in 1..=20 {
            history.push(7 + n * ALIKE as u64, false);
            assert_eq!(history.earlier(true).count(), 0);
            assert_eq!(history.stop(Endless::STANDARD), None);
        }
        history.push(7, false);
        assert_eq!(history.earlier(true).collect::<Vec<_>>(), [0]);
        history.pop();
        history.push(7 + 20 * ALIKE as u64, false);
        assert_eq!(history.earlier(true).collect::<Vec<_>>(), [20]);
    }

    #[test]
    fn a_position_may_come_back_across_an_irreversible_ply() {
        let mut history = History::new(1);
        for (key, irreversible) in [(2, true), (1, false), (2, true)] {
            history.push(key, irreversible);
            assert_eq!(history.stop(Endless::STANDARD), None);
        }
        history.push(1, false);
        assert_eq!(history.stop(Endless::STANDARD), Some(Stop::Repetition));
        assert_eq!(history.stop(Endless { returns: false, ..Endless::STANDARD }), None);
    }

    #[test]
    fn an_irreversible_ply_starts_the_count_again() {
        let mut history = History::new(0);
        for n in 1..=99 {
            history.push(n, false);
        }
        assert_eq!(history.stop(Endless::STANDARD), None);
        history.push(100, true);
        assert_eq!(history.idle(), 0);
        for n in 101..=200 {
            assert_eq!(history.stop(Endless::STANDARD), None);
            history.push(n, false);
        }
        assert_eq!(history.stop(Endless::STANDARD), Some(Stop::NoProgress));
    }
}
