//! What the benchmarks have in common: the games asked for, and the clock.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use tavlei_core::catalogue::{Entry, GAMES};

/// The games that the command line names, or all if it names none.
pub fn wanted() -> impl Iterator<Item = &'static Entry> {
    let named: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    GAMES.iter().filter(move |entry| named.is_empty() || named.iter().any(|name| name == entry.info.slug))
}

/// The processor time that this thread has taken so far: the time of day would count what other programs take, too.
pub fn now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}
