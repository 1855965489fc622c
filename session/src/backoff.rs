//! How long to wait before the next attempt at something that failed.

use std::time::Duration;

const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// Waits that double from half a second to half a minute.
#[derive(Clone, Debug, Default)]
pub struct Backoff {
    failures: u32,
}

impl Backoff {
    /// Counts a failure: how long to wait now.
    pub fn wait(&mut self) -> Duration {
        let wait = FIRST_WAIT.saturating_mul(1 << self.failures.min(10)).min(LONGEST_WAIT);
        self.failures += 1;
        wait
    }

    /// Something went well: the next wait is short again.
    pub fn reset(&mut self) {
        self.failures = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_and_stop_growing() {
        let mut backoff = Backoff::default();
        let waits: Vec<_> = (0..3).map(|_| backoff.wait()).collect();
        assert_eq!(waits, [FIRST_WAIT, FIRST_WAIT * 2, FIRST_WAIT * 4]);
        assert_eq!((0..100).map(|_| backoff.wait()).last(), Some(LONGEST_WAIT));
        backoff.reset();
        assert_eq!(backoff.wait(), FIRST_WAIT);
    }
}
