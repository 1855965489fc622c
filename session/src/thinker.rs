//! The bot's thinking: a bounded pool of threads, with chats taking turns.
//!
//! Nobody's own ply ever waits here: what was thought out comes back as an event of its own.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use tavlei_core::search::Solved;

use crate::queue::Queue;
use crate::record::{GameId, Purpose};
use crate::step::Answer;
use crate::thought::{Job, fallback, think};

/// Where answers go.
type Report = dyn Fn(Done) + Send + Sync;

/// A job that was thought through.
pub(crate) struct Done {
    pub game: GameId,
    pub stage: u32,
    pub answer: Answer,
}

/// What a job is known by: a newer one takes the place of an older one.
type Key = (GameId, Purpose);

/// The pool.
pub(crate) struct Thinkers {
    shared: Arc<Shared>,
    threads: Mutex<Vec<thread::JoinHandle<()>>>,
}

struct Shared {
    state: Mutex<State>,
    wake: Condvar,
    report: Box<Report>,
    /// What the searches of all threads have solved.
    solved: Arc<Solved>,
    /// How many threads there are.
    threads: usize,
}

#[derive(Default)]
struct State {
    queue: Queue,
    /// What is thought about now.
    busy: HashMap<Key, Busy>,
    closed: bool,
    /// Jobs begun so far.
    begun: u64,
}

/// A job that a thread has in hand.
struct Busy {
    stage: u32,
    chat: crate::ids::ChatId,
    /// Which job begun it was.
    number: u64,
    put_off: u8,
    stop: Arc<Stop>,
}

/// Whether a search is to stop, and what becomes of its job then.
#[derive(Default)]
pub(crate) struct Stop(AtomicU8);

const GO_ON: u8 = 0;
/// The job is dropped.
const DROP: u8 = 1;
/// The job waits for another turn.
const PUT_OFF: u8 = 2;

/// A job is put off so often at most.
const MOST_PUT_OFF: u8 = 3;

impl Stop {
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed) != GO_ON
    }
}

impl Thinkers {
    /// Starts a pool of this many threads, at least one.
    pub(crate) fn start(threads: usize, report: Box<Report>) -> std::io::Result<Thinkers> {
        let threads = threads.max(1);
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            wake: Condvar::new(),
            report,
            solved: Arc::default(),
            threads,
        });
        let handles = (0..threads)
            .map(|number| {
                let shared = Arc::clone(&shared);
                thread::Builder::new().name(format!("thinker-{number}")).spawn(move || shared.work())
            })
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Thinkers { shared, threads: Mutex::new(handles) })
    }

    /// Queues a job. An older one about the same is dropped.
    pub(crate) fn ask(&self, job: Job) {
        let mut state = self.shared.lock();
        if state.closed {
            return;
        }
        let key = job.key();
        let same = |busy: &Busy| busy.stage == job.stage && !busy.stop.is_set();
        if state.busy.get(&key).is_some_and(same) {
            return;
        }
        state.drop_job(&key);
        state.queue.push(job);
        state.make_room(self.shared.threads);
        drop(state);
        self.shared.wake.notify_one();
    }

    /// Stops thinking about a game for a purpose.
    pub(crate) fn cancel(&self, game: &GameId, purpose: Purpose) {
        self.shared.lock().drop_job(&(game.clone(), purpose));
    }

    /// Stops all thinking and waits for the threads; what was not thought out is found again in the store.
    pub(crate) fn close(&self) {
        let mut state = self.shared.lock();
        state.closed = true;
        state.queue.clear();
        for busy in state.busy.values() {
            busy.stop.0.store(DROP, Ordering::Relaxed);
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
    fn drop_job(&mut self, key: &Key) {
        self.queue.remove(key);
        if let Some(busy) = self.busy.get(key) {
            busy.stop.0.store(DROP, Ordering::Relaxed);
        }
    }

    /// Puts a search off if somebody waits who has none, and the threads are taken by second searches of a chat or by
    /// what nobody is in a hurry for.
    fn make_room(&mut self, threads: usize) {
        let stopping = self.busy.values().any(|busy| busy.stop.is_set());
        if self.busy.len() < threads || stopping {
            return;
        }
        let of = |chat: &crate::ids::ChatId| self.busy.values().filter(|busy| busy.chat == *chat).count();
        if !self.queue.waits_for_first(|chat| of(chat) > 0) {
            return;
        }
        let can_wait = |(_, purpose): &Key, busy: &Busy| {
            busy.put_off < MOST_PUT_OFF && (*purpose == Purpose::Analysis || of(&busy.chat) > 1)
        };
        let candidates = self.busy.iter().filter(|(key, busy)| can_wait(key, busy));
        // The one that has done least.
        let latest = candidates.max_by_key(|(key, busy)| (key.1 == Purpose::Analysis, busy.number));
        if let Some((_, busy)) = latest {
            busy.stop.0.store(PUT_OFF, Ordering::Relaxed);
        }
    }
}

impl Shared {
    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        while let Some((job, stop)) = self.next() {
            let answer = catch_unwind(AssertUnwindSafe(|| think(&job, &self.solved, &|| stop.is_set())))
                .unwrap_or_else(|_| {
                    tracing::error!(game = %job.game, "the search failed");
                    fallback(&job)
                });
            let mut state = self.lock();
            let key = job.key();
            if state.busy.get(&key).is_some_and(|busy| Arc::ptr_eq(&busy.stop, &stop)) {
                state.busy.remove(&key);
            }
            // From here on nobody can stop it any more.
            match stop.0.load(Ordering::Relaxed) {
                GO_ON => {}
                PUT_OFF if !state.closed => {
                    state.queue.put_back(job);
                    continue;
                }
                _ => continue,
            }
            drop(state);
            if let Some(answer) = answer {
                (self.report)(Done { game: job.game, stage: job.stage, answer });
            }
        }
    }

    /// Waits for the next job; none when the pool is closed.
    fn next(&self) -> Option<(Job, Arc<Stop>)> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            let State { queue, busy, .. } = &mut *state;
            if let Some(job) = queue.pop(|chat| busy.values().any(|busy| busy.chat == *chat)) {
                let stop = Arc::new(Stop::default());
                state.begun += 1;
                let busy = Busy {
                    stage: job.stage,
                    chat: job.chat.clone(),
                    number: state.begun,
                    put_off: job.put_off,
                    stop: Arc::clone(&stop),
                };
                state.busy.insert(job.key(), busy);
                return Some((job, stop));
            }
            state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::record::Task;
    use crate::testing::Gate;
    use crate::thought::tests::job;

    /// A pool that reports the games that it has thought about.
    fn pool(threads: usize) -> (Thinkers, mpsc::Receiver<GameId>) {
        let (send, receive) = mpsc::channel();
        let report = Box::new(move |done: Done| drop(send.send(done.game)));
        (Thinkers::start(threads, report).expect("starts"), receive)
    }

    fn gated(job: Job, gate: &Gate) -> Job {
        Job { gate: Some(gate.clone()), ..job }
    }

    #[test]
    fn a_hundred_games_are_answered_in_turn_by_two_threads() {
        let (pool, answers) = pool(2);
        let gate = Gate::default();
        // Both threads are taken while the others queue up: ten chats with ten games each.
        for game in 0..2 {
            pool.ask(gated(job(game, &format!("first {game}")), &gate));
        }
        gate.entered(2);
        for game in 0..100 {
            pool.ask(gated(job(1_000 + game, &format!("chat {}", game / 10)), &gate));
        }
        gate.open();
        let order: Vec<GameId> = (0..102).map(|_| answers.recv().expect("an answer")).collect();
        let chat_of =
            |id: &GameId| (0..100).find(|game| *id == GameId::of_seed(1_000 + game)).map(|n| n / 10);
        let chats: Vec<u64> = order.iter().filter_map(chat_of).collect();
        assert_eq!(chats.len(), 100);
        // Turn by turn: two threads may overtake each other by one.
        for (round, turn) in chats.chunks(10).enumerate() {
            for chat in 0..10 {
                let had = chats[..round * 10 + turn.len()].iter().filter(|other| **other == chat).count();
                assert!(had.abs_diff(round + 1) <= 1, "chat {chat} has {had} answers after round {round}");
            }
        }
        pool.close();
    }

    #[test]
    fn no_chat_waits_while_a_second_search_of_another_runs() {
        let (pool, answers) = pool(2);
        let gate = Gate::default();
        pool.ask(gated(job(1, "a"), &gate));
        pool.ask(gated(job(2, "a"), &gate));
        gate.entered(2);
        // Both threads think for one chat. Somebody else comes, and gets one of them.
        let other = Gate::default();
        other.open();
        pool.ask(gated(job(3, "b"), &other));
        assert_eq!(answers.recv(), Ok(GameId::of_seed(3)));
        // What was put off is begun again and answered.
        gate.open();
        let mut rest = [answers.recv(), answers.recv()].map(|game| game.expect("an answer"));
        rest.sort();
        let mut both = [1, 2].map(GameId::of_seed);
        both.sort();
        assert_eq!(rest, both);
        assert_eq!(gate.count(), 3, "one of the two was begun twice");
        pool.close();
    }

    #[test]
    fn a_finished_game_makes_room_for_one_in_progress() {
        let (pool, answers) = pool(1);
        let gate = Gate::default();
        let slow = Job { task: Task::Value { after: 0 }, ..job(1, "a") };
        pool.ask(gated(slow, &gate));
        gate.entered(1);
        let other = Gate::default();
        other.open();
        pool.ask(gated(job(2, "b"), &other));
        assert_eq!(answers.recv(), Ok(GameId::of_seed(2)));
        gate.open();
        assert_eq!(answers.recv(), Ok(GameId::of_seed(1)));
        pool.close();
    }

    #[test]
    fn what_is_cancelled_does_not_answer() {
        let (pool, answers) = pool(1);
        let gate = Gate::default();
        pool.ask(gated(job(1, "a"), &gate));
        gate.entered(1);
        let hint = Job { task: Task::Hint, ..job(1, "a") };
        pool.ask(gated(hint, &Gate::default()));
        pool.cancel(&GameId::of_seed(1), Purpose::Hint);
        // The search notices it by itself: the gate stays shut.
        pool.cancel(&GameId::of_seed(1), Purpose::Play);
        pool.ask(Job { stage: 1, ..job(2, "a") });
        assert_eq!(answers.recv(), Ok(GameId::of_seed(2)));
        pool.close();
        pool.ask(job(3, "a"));
        drop(pool);
        assert!(answers.recv().is_err(), "a closed pool answers nothing");
    }

    #[test]
    fn a_newer_position_takes_the_place_of_an_older_one() {
        let (send, receive) = mpsc::channel();
        let report = Box::new(move |done: Done| drop(send.send((done.game, done.stage))));
        let pool = Thinkers::start(1, report).expect("starts");
        let gate = Gate::default();
        pool.ask(gated(job(1, "a"), &gate));
        gate.entered(1);
        pool.ask(Job { stage: 1, ..job(1, "a") });
        assert_eq!(receive.recv(), Ok((GameId::of_seed(1), 1)));
        pool.close();
        drop(pool);
        assert!(receive.recv().is_err());
    }

    #[test]
    fn closing_stops_every_search() {
        let (pool, answers) = pool(2);
        let gate = Gate::default();
        for game in 0..5 {
            pool.ask(gated(job(game, &format!("chat {game}")), &gate));
        }
        gate.entered(2);
        // The gate stays shut: the threads end because they are told to.
        pool.close();
        drop(pool);
        assert!(answers.recv().is_err());
        assert_eq!(gate.count(), 2, "nothing more was begun");
    }
}
