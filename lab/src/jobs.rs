//! Work that is shared out among threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The number of threads when nobody says otherwise: one a core.
pub fn default_threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Does something with every job, in their order, on some threads; the first failure ends the rest.
pub fn each<J: Sync>(
    jobs: &[J],
    threads: usize,
    work: impl Fn(&J) -> anyhow::Result<()> + Sync,
) -> anyhow::Result<()> {
    let next = AtomicUsize::new(0);
    let failure = Mutex::new(None);
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, jobs.len().max(1)) {
            scope.spawn(|| {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(why) = work(job) {
                        next.store(jobs.len(), Ordering::Relaxed);
                        if let Ok(mut failure) = failure.lock() {
                            failure.get_or_insert(why);
                        }
                    }
                }
            });
        }
    });
    failure.into_inner().ok().flatten().map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_once_and_a_failure_is_told() {
        let done = Mutex::new(Vec::new());
        let jobs: Vec<u32> = (0..50).collect();
        let work = |job: &u32| {
            done.lock().expect("not poisoned").push(*job);
            Ok(())
        };
        assert!(each(&jobs, 3, work).is_ok());
        let mut done = done.into_inner().expect("not poisoned");
        done.sort_unstable();
        assert_eq!(done, jobs);
        let failing = |job: &u32| if *job == 7 { Err(anyhow::anyhow!("seven")) } else { Ok(()) };
        assert_eq!(each(&jobs, 2, failing).expect_err("a failure").to_string(), "seven");
    }
}
