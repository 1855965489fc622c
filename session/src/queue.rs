//! Whose turn it is to be thought about: chats take turns, each with its oldest job.

use std::collections::{HashMap, VecDeque};

use crate::ids::ChatId;
use crate::record::{GameId, Purpose};
use crate::thought::Job;

/// So many jobs that somebody waits for are taken before one that nobody is in a hurry for.
const PATIENCE: u32 = 8;

/// The jobs that wait.
#[derive(Default)]
pub(crate) struct Queue {
    /// Plies, draws and hints.
    urgent: Turns,
    /// Finished games.
    leisure: Turns,
    /// Urgent jobs taken while others waited.
    passed: u32,
}

impl Queue {
    fn turns(&mut self, purpose: Purpose) -> &mut Turns {
        match purpose {
            Purpose::Play | Purpose::Hint => &mut self.urgent,
            Purpose::Analysis => &mut self.leisure,
        }
    }

    pub(crate) fn push(&mut self, job: Job) {
        self.turns(job.task.purpose()).push(job);
    }

    /// A job that was begun goes to the head of its chat's jobs again.
    pub(crate) fn put_back(&mut self, mut job: Job) {
        job.put_off += 1;
        self.turns(job.task.purpose()).put_back(job);
    }

    /// The next job: of a chat that has none in hand, if there is such a one.
    pub(crate) fn pop(&mut self, in_hand: impl Fn(&ChatId) -> bool) -> Option<Job> {
        let leisure = !self.leisure.order.is_empty();
        if leisure && (self.urgent.order.is_empty() || self.passed >= PATIENCE) {
            self.passed = 0;
            return self.leisure.pop(in_hand);
        }
        self.passed += u32::from(leisure);
        self.urgent.pop(in_hand)
    }

    /// Whether somebody waits in a chat that has nothing in hand.
    pub(crate) fn waits_for_first(&self, in_hand: impl Fn(&ChatId) -> bool) -> bool {
        self.urgent.order.iter().any(|chat| !in_hand(chat))
    }

    pub(crate) fn remove(&mut self, key: &(GameId, Purpose)) {
        self.turns(key.1).remove(&key.0, key.1);
    }

    pub(crate) fn clear(&mut self) {
        *self = Queue::default();
    }
}

/// Jobs in the order in which they are taken.
#[derive(Default)]
struct Turns {
    order: VecDeque<ChatId>,
    waiting: HashMap<ChatId, VecDeque<Job>>,
}

impl Turns {
    fn push(&mut self, job: Job) {
        let jobs = self.waiting.entry(job.chat.clone()).or_default();
        if jobs.is_empty() {
            self.order.push_back(job.chat.clone());
        }
        jobs.push_back(job);
    }

    fn put_back(&mut self, job: Job) {
        let jobs = self.waiting.entry(job.chat.clone()).or_default();
        if jobs.is_empty() {
            self.order.push_back(job.chat.clone());
        }
        jobs.push_front(job);
    }

    fn pop(&mut self, in_hand: impl Fn(&ChatId) -> bool) -> Option<Job> {
        let first = self.order.iter().position(|chat| !in_hand(chat)).unwrap_or(0);
        let chat = self.order.remove(first)?;
        let jobs = self.waiting.get_mut(&chat)?;
        let job = jobs.pop_front();
        if jobs.is_empty() {
            self.waiting.remove(&chat);
        } else {
            self.order.push_back(chat);
        }
        job
    }

    fn remove(&mut self, game: &GameId, purpose: Purpose) {
        self.waiting.retain(|_, jobs| {
            jobs.retain(|job| job.game != *game || job.task.purpose() != purpose);
            !jobs.is_empty()
        });
        let waiting = &self.waiting;
        self.order.retain(|chat| waiting.contains_key(chat));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Task;
    use crate::thought::tests::job;

    fn order(queue: &mut Queue, in_hand: impl Fn(&ChatId) -> bool) -> Vec<GameId> {
        std::iter::from_fn(|| queue.pop(&in_hand)).map(|job| job.game).collect()
    }

    #[test]
    fn chats_take_turns() {
        let mut queue = Queue::default();
        for game in 0..3 {
            queue.push(job(game, "a"));
        }
        queue.push(job(10, "b"));
        queue.push(job(20, "c"));
        queue.remove(&(GameId::of_seed(1), Purpose::Play));
        // A hint in the same game is another matter.
        queue.remove(&(GameId::of_seed(0), Purpose::Hint));
        assert_eq!(order(&mut queue, |_| false), [0, 10, 20, 2].map(GameId::of_seed));
        assert!(queue.urgent.order.is_empty() && queue.urgent.waiting.is_empty());
    }

    #[test]
    fn chats_with_nothing_in_hand_go_first() {
        let mut queue = Queue::default();
        queue.push(job(1, "a"));
        queue.push(job(2, "b"));
        assert!(queue.waits_for_first(|chat| chat.id == "a"));
        assert!(!queue.waits_for_first(|_| true));
        assert_eq!(order(&mut queue, |chat| chat.id == "a"), [2, 1].map(GameId::of_seed));
    }

    #[test]
    fn what_nobody_is_in_a_hurry_for_waits_and_is_not_forgotten() {
        let mut queue = Queue::default();
        let slow = |game| Job { task: Task::Value { after: 0 }, ..job(game, "slow") };
        queue.push(slow(100));
        queue.push(slow(101));
        for game in 0..20 {
            queue.push(job(game, "quick"));
        }
        let order = order(&mut queue, |_| false);
        let place = |game| order.iter().position(|other| *other == GameId::of_seed(game));
        assert_eq!(place(100), Some(PATIENCE as usize));
        assert_eq!(place(101), Some(2 * PATIENCE as usize + 1));
        assert_eq!(order.len(), 22);
    }

    #[test]
    fn what_was_put_off_is_first_again_in_its_chat() {
        let mut queue = Queue::default();
        queue.push(job(1, "a"));
        queue.push(job(2, "a"));
        let first = queue.pop(|_| false).expect("waits");
        queue.put_back(first);
        let again = queue.pop(|_| false).expect("waits");
        assert_eq!((again.game, again.put_off), (GameId::of_seed(1), 1));
    }
}
