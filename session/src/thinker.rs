//! The bot's thinking: a bounded pool of threads, with chats taking turns.
//!
//! Nobody's own ply ever waits here: what was thought out comes back as an event of its own.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tavlei_core::search::Limits;
use tavlei_core::{Seat, Table};

use crate::ids::ChatId;
use crate::record::{GameId, Task};
use crate::step::Answer;

/// Something to think about.
pub(crate) struct Job {
    pub game: GameId,
    pub stage: u32,
    pub task: Task,
    pub chat: ChatId,
    pub seed: u64,
    /// The bot's level, 1..=8.
    pub level: u8,
    /// The bot's seat.
    pub seat: Seat,
    pub table: Box<dyn Table>,
}

/// The longest that a level may think about one ply.
pub(crate) fn ceiling(level: u8) -> Duration {
    Duration::from_millis(match level {
        0 | 1 => 50,
        2 => 100,
        3 => 200,
        4 => 350,
        5 => 600,
        6 => 1_000,
        7 => 1_500,
        _ => 1_950,
    })
}

/// The level at which the bot thinks about a draw.
const DRAW_LEVEL: u8 = 4;

/// Where answers go.
type Report = dyn Fn(Done) + Send + Sync;

/// A job that was thought through.
pub(crate) struct Done {
    pub game: GameId,
    pub stage: u32,
    pub seed: u64,
    pub answer: Answer,
}

/// The pool.
pub(crate) struct Thinkers {
    shared: Arc<Shared>,
    threads: Mutex<Vec<thread::JoinHandle<()>>>,
}

struct Shared {
    state: Mutex<State>,
    wake: Condvar,
    report: Box<Report>,
}

#[derive(Default)]
struct State {
    queue: Queue,
    /// The games that are thought about now, and how to stop that.
    busy: HashMap<GameId, (u32, Arc<AtomicBool>)>,
    closed: bool,
}

/// Jobs in the order in which they are taken: chats take turns, each with its oldest job.
#[derive(Default)]
struct Queue {
    turns: VecDeque<ChatId>,
    waiting: HashMap<ChatId, VecDeque<Job>>,
}

impl Queue {
    fn push(&mut self, job: Job) {
        let jobs = self.waiting.entry(job.chat.clone()).or_default();
        if jobs.is_empty() {
            self.turns.push_back(job.chat.clone());
        }
        jobs.push_back(job);
    }

    fn pop(&mut self) -> Option<Job> {
        let chat = self.turns.pop_front()?;
        let jobs = self.waiting.get_mut(&chat)?;
        let job = jobs.pop_front();
        if jobs.is_empty() {
            self.waiting.remove(&chat);
        } else {
            self.turns.push_back(chat);
        }
        job
    }

    fn remove(&mut self, game: &GameId) {
        self.waiting.retain(|_, jobs| {
            jobs.retain(|job| job.game != *game);
            !jobs.is_empty()
        });
        let waiting = &self.waiting;
        self.turns.retain(|chat| waiting.contains_key(chat));
    }

    fn clear(&mut self) {
        *self = Queue::default();
    }
}

impl Thinkers {
    /// Starts a pool of this many threads, at least one.
    pub(crate) fn start(threads: usize, report: Box<Report>) -> std::io::Result<Thinkers> {
        let shared = Arc::new(Shared { state: Mutex::default(), wake: Condvar::new(), report });
        let handles = (0..threads.max(1))
            .map(|number| {
                let shared = Arc::clone(&shared);
                thread::Builder::new().name(format!("thinker-{number}")).spawn(move || shared.work())
            })
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Thinkers { shared, threads: Mutex::new(handles) })
    }

    /// Queues a job. An older one about the same game is dropped.
    pub(crate) fn ask(&self, job: Job) {
        let mut state = self.shared.lock();
        if state.closed {
            return;
        }
        if state.busy.get(&job.game).is_some_and(|(stage, _)| *stage == job.stage) {
            return;
        }
        state.drop_game(&job.game);
        state.queue.push(job);
        drop(state);
        self.shared.wake.notify_one();
    }

    /// Stops thinking about a game.
    pub(crate) fn cancel(&self, game: &GameId) {
        self.shared.lock().drop_game(game);
    }

    /// Stops all thinking and waits for the threads; what was not thought out is found again in the store.
    pub(crate) fn close(&self) {
        let mut state = self.shared.lock();
        state.closed = true;
        state.queue.clear();
        for (_, stop) in state.busy.values() {
            stop.store(true, Ordering::Relaxed);
        }
        drop(state);
        self.shared.wake.notify_all();
        let handles = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for handle in handles {
            // A thread that has panicked has said so already.
            let _ = handle.join();
        }
    }
}

impl State {
    fn drop_game(&mut self, game: &GameId) {
        self.queue.remove(game);
        if let Some((_, stop)) = self.busy.get(game) {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Shared {
    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        while let Some((job, stop)) = self.next() {
            let answer = catch_unwind(AssertUnwindSafe(|| think(&job, &stop))).unwrap_or_else(|_| {
                tracing::error!(game = %job.game, "the search failed; a random ply is played");
                fallback(&job)
            });
            let mut state = self.lock();
            if state.busy.get(&job.game).is_some_and(|(_, own)| Arc::ptr_eq(own, &stop)) {
                state.busy.remove(&job.game);
            }
            drop(state);
            if let Some(answer) = answer
                && !stop.load(Ordering::Relaxed)
            {
                (self.report)(Done { game: job.game, stage: job.stage, seed: job.seed, answer });
            }
        }
    }

    /// Waits for the next job; none when the pool is closed.
    fn next(&self) -> Option<(Job, Arc<AtomicBool>)> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(job) = state.queue.pop() {
                let stop = Arc::new(AtomicBool::new(false));
                state.busy.insert(job.game.clone(), (job.stage, Arc::clone(&stop)));
                return Some((job, stop));
            }
            state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn think(job: &Job, stop: &AtomicBool) -> Option<Answer> {
    let level = match job.task {
        Task::Ply => job.level,
        Task::Draw => DRAW_LEVEL,
    };
    let begun = Instant::now();
    let longest = ceiling(level);
    let stop = || stop.load(Ordering::Relaxed) || begun.elapsed() >= longest;
    let found = job.table.best(&Limits::level(level, job.seed), &stop)?;
    Some(match job.task {
        Task::Ply => Answer::Ply(found.ply),
        Task::Draw => {
            // The value is meant for whoever acts.
            let own = job.table.to_act() == Some(job.seat);
            Answer::Draw { score: if own { found.score } else { -found.score } }
        }
    })
}

fn fallback(job: &Job) -> Option<Answer> {
    match job.task {
        Task::Ply => {
            catch_unwind(AssertUnwindSafe(|| job.table.random(job.seed))).ok().flatten().map(Answer::Ply)
        }
        Task::Draw => Some(Answer::Draw { score: 0 }),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use tavlei_core::catalogue;

    use super::*;
    use crate::ids::Platform;

    fn job(game: u64, chat: &str, stage: u32) -> Job {
        let entry = catalogue::by_slug("reversi").expect("in the catalogue");
        Job {
            game: GameId::of_seed(game),
            stage,
            task: Task::Ply,
            chat: ChatId { platform: Platform::Web, id: chat.to_owned() },
            seed: 1,
            level: 1,
            seat: Seat::FIRST,
            table: entry.table(&Default::default()),
        }
    }

    #[test]
    fn chats_take_turns() {
        let mut queue = Queue::default();
        for game in 0..3 {
            queue.push(job(game, "a", 0));
        }
        queue.push(job(10, "b", 0));
        queue.push(job(20, "c", 0));
        queue.remove(&GameId::of_seed(1));
        let order: Vec<GameId> = std::iter::from_fn(|| queue.pop()).map(|job| job.game).collect();
        assert_eq!(order, [0, 10, 20, 2].map(GameId::of_seed));
        assert!(queue.turns.is_empty() && queue.waiting.is_empty());
    }

    #[test]
    fn a_hundred_games_are_answered_by_two_threads() {
        let (send, receive) = mpsc::channel();
        let report = Box::new(move |done: Done| drop(send.send(done.game)));
        let pool = Thinkers::start(2, report).expect("starts");
        for game in 0..100 {
            pool.ask(job(game, &format!("chat {}", game % 7), 0));
        }
        let mut answered: Vec<GameId> = (0..100).map(|_| receive.recv().expect("an answer")).collect();
        answered.sort();
        answered.dedup();
        assert_eq!(answered.len(), 100);
        pool.close();
    }

    #[test]
    fn what_is_cancelled_does_not_answer() {
        let (send, receive) = mpsc::channel();
        let report = Box::new(move |done: Done| drop(send.send((done.game, done.stage))));
        let pool = Thinkers::start(1, report).expect("starts");
        let mut long = job(1, "a", 0);
        long.level = 8;
        pool.ask(long);
        pool.cancel(&GameId::of_seed(1));
        pool.ask(job(1, "a", 1));
        assert_eq!(receive.recv(), Ok((GameId::of_seed(1), 1)));
        pool.close();
        pool.ask(job(2, "a", 0));
        drop(pool);
        assert!(receive.recv().is_err(), "a closed pool answers nothing");
    }
}
