//! Thinking one job through: a search, and what is made of it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tavlei_core::advice::reasons;
use tavlei_core::search::{Found, Limits, Solved, WIN};
use tavlei_core::{Seat, Table};

use crate::commands::HINT_LEVEL;
use crate::ids::ChatId;
use crate::record::{GameId, Purpose, Task, TurningPoint};
use crate::step::{Advice, Answer, Choice};

/// Something to think about.
pub(crate) struct Job {
    pub game: GameId,
    pub stage: u32,
    pub task: Task,
    pub chat: ChatId,
    pub seed: u64,
    /// The most memory for the search, in bytes.
    pub memory: usize,
    /// The bot's level, 1..=8, where it is the bot's own game.
    pub level: u8,
    /// The bot's seat, where it has one.
    pub seat: Seat,
    pub table: Box<dyn Table>,
    /// The ply that was played, where that is looked at.
    pub played: Option<String>,
    /// How often it was begun and put off.
    pub put_off: u8,
    /// Where it waits before anything else.
    #[cfg(test)]
    pub gate: Option<crate::testing::Gate>,
}

impl Job {
    pub(crate) fn key(&self) -> (GameId, Purpose) {
        (self.game.clone(), self.task.purpose())
    }
}

/// The level at which the bot thinks about a draw.
const DRAW_LEVEL: u8 = 4;
/// The level at which the positions of a finished game are judged.
const VALUE_LEVEL: u8 = 5;
/// The level at which a ply that may have turned a game is looked at.
const TURN_LEVEL: u8 = 6;
/// The longest that reasons may be looked for.
const REASONS: Duration = Duration::from_millis(600);

/// The longest that a level may think about one ply.
fn ceiling(level: u8) -> Duration {
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

/// The answer; none if the search was stopped before it had one. `solved` is what was solved before, for the next job too.
pub(crate) fn think(job: &Job, solved: &Arc<Solved>, stop: &dyn Fn() -> bool) -> Option<Answer> {
    #[cfg(test)]
    if let Some(gate) = &job.gate {
        gate.pass(stop);
    }
    let table = job.table.as_ref();
    let first = |score: i32, acts: Option<Seat>| if acts == Some(Seat::FIRST) { score } else { -score };
    Some(match job.task {
        Task::Ply => {
            let limits = Limits {
                memory: job.memory,
                solved: Arc::clone(solved),
                ..Limits::level(job.level, job.seed)
            };
            // A small game is solved before its first ply, not within the time for it.
            table.get_ready(&limits, stop);
            let found = search(table, &limits, job.level, stop)?;
            Answer::Ply(Choice { ply: found.ply, score: found.score, win_in: found.win_in })
        }
        Task::Draw => {
            let found = judge(job, table, DRAW_LEVEL, stop)?;
            // The value is meant for whoever acts.
            let own = table.to_act() == Some(job.seat);
            Answer::Draw { score: if own { found.score } else { -found.score } }
        }
        Task::Hint => {
            let found = judge(job, table, HINT_LEVEL, stop)?;
            let why = why(table, &found, stop);
            let reply = reply(table, &found);
            Answer::Hint(Some(Box::new(Advice { ply: found.ply, reply, why })))
        }
        Task::Value { after } => {
            let score = value(job, table, VALUE_LEVEL, stop)?;
            Answer::Value { after, score: first(score, table.to_act().or(Some(Seat::FIRST))) }
        }
        Task::TurningPoint { after } => {
            Answer::TurningPoint { after, point: turning_point(job, after, stop)?.map(Box::new) }
        }
    })
}

/// What is answered when thinking went wrong.
pub(crate) fn fallback(job: &Job) -> Option<Answer> {
    match job.task {
        Task::Ply => {
            let random = catch_unwind(AssertUnwindSafe(|| job.table.random(job.seed))).ok().flatten();
            random.map(|ply| Answer::Ply(ply.into()))
        }
        Task::Draw => Some(Answer::Draw { score: 0 }),
        Task::Hint => Some(Answer::Hint(None)),
        Task::Value { after } => Some(Answer::Value { after, score: 0 }),
        Task::TurningPoint { after } => Some(Answer::TurningPoint { after, point: None }),
    }
}

/// A search within the time of a level.
fn search(table: &dyn Table, limits: &Limits, level: u8, stop: &dyn Fn() -> bool) -> Option<Found> {
    let (begun, longest) = (Instant::now(), ceiling(level));
    table.best(limits, &|| stop() || begun.elapsed() >= longest)
}

/// A search that judges: it looks as far as a level does, without its errors, so that values can be compared.
fn judge(job: &Job, table: &dyn Table, level: u8, stop: &dyn Fn() -> bool) -> Option<Found> {
    let limits = Limits { memory: job.memory, noise: 0, contempt: false, ..Limits::level(level, job.seed) };
    search(table, &limits, level, stop)
}

/// The value of a position for whoever acts; of one that ends the game for the first seat.
fn value(job: &Job, table: &dyn Table, level: u8, stop: &dyn Fn() -> bool) -> Option<i32> {
    match table.outcome() {
        None => Some(judge(job, table, level, stop)?.score),
        Some(outcome) => Some(outcome.winner.map_or(0, |winner| match winner {
            Seat::FIRST => WIN,
            _ => -WIN,
        })),
    }
}

fn why(table: &dyn Table, found: &Found, stop: &dyn Fn() -> bool) -> Vec<tavlei_core::advice::Why> {
    let begun = Instant::now();
    reasons(table, found, &|| stop() || begun.elapsed() >= REASONS)
}

/// The expected ply after the one that was found, if another seat plays it.
fn reply(table: &dyn Table, found: &Found) -> Option<String> {
    let mut next = table.clone_table();
    next.play(&found.ply).ok()?;
    next.to_act().filter(|acts| Some(*acts) != table.to_act())?;
    found.line.get(1).cloned()
}

/// What was wrong with a ply that was played: the inner none if there was nothing better.
fn turning_point(job: &Job, after: u32, stop: &dyn Fn() -> bool) -> Option<Option<TurningPoint>> {
    let table = job.table.as_ref();
    let (Some(played), Some(seat)) = (&job.played, table.to_act()) else { return Some(None) };
    let found = judge(job, table, TURN_LEVEL, stop)?;
    let mut then = table.clone_table();
    if found.ply == *played || then.play(played).is_err() {
        return Some(None);
    }
    let mut answer = None;
    let value = match then.to_act() {
        None => {
            let value = value(job, then.as_ref(), TURN_LEVEL, stop)?;
            if seat == Seat::FIRST { value } else { -value }
        }
        Some(acts) => {
            let next = judge(job, then.as_ref(), TURN_LEVEL, stop)?;
            if acts == seat {
                next.score
            } else {
                answer = Some((next.ply.clone(), why(then.as_ref(), &next, stop)));
                -next.score
            }
        }
    };
    let why = why(table, &found, stop);
    let reply = reply(table, &found);
    Some(Some(TurningPoint {
        after,
        better: found.ply,
        why,
        reply,
        before: found.score,
        then: value,
        answer,
    }))
}

#[cfg(test)]
pub(crate) mod tests {
    use tavlei_core::advice::Why;
    use tavlei_core::catalogue;

    use super::*;

    /// A ply of the weakest level at reversi.
    pub(crate) fn job(game: u64, chat: &str) -> Job {
        let entry = catalogue::by_slug("reversi").expect("in the catalogue");
        Job {
            game: GameId::of_seed(game),
            stage: 0,
            task: Task::Ply,
            chat: ChatId { platform: crate::testing::WEB, id: chat.to_owned() },
            seed: 1,
            memory: 1 << 20,
            level: 1,
            seat: Seat::FIRST,
            table: entry.table(&Default::default()),
            played: None,
            put_off: 0,
            gate: None,
        }
    }

    fn after(slug: &str, plies: &[&str]) -> Box<dyn Table> {
        let mut table = catalogue::by_slug(slug).expect("in the catalogue").table(&Default::default());
        for ply in plies {
            table.play(ply).expect("legal");
        }
        table
    }

    #[test]
    fn a_hint_has_a_reason_and_the_expected_reply() {
        let table = after("russian", &["a3-b4", "b6-a5", "g3-f4"]);
        let job = Job { task: Task::Hint, table, ..job(1, "a") };
        let Some(Answer::Hint(Some(advice))) = think(&job, &Arc::default(), &|| false) else {
            panic!("a hint")
        };
        assert_eq!((advice.ply.as_str(), advice.reply.as_deref()), ("d6-e5", Some("f4:d6")));
        assert_eq!(advice.why[0], Why::Sacrifices { gives: 1, takes: 2 });
    }

    #[test]
    fn a_mistake_is_told_with_what_was_better_and_what_it_allows() {
        // White walks into a shot of two for one.
        let table = after("russian", &["a3-b4", "b6-a5"]);
        let job = Job {
            task: Task::TurningPoint { after: 2 },
            table,
            played: Some("g3-f4".to_owned()),
            ..job(1, "a")
        };
        let Some(Answer::TurningPoint { point: Some(turn), .. }) = think(&job, &Arc::default(), &|| false)
        else {
            panic!("a turn")
        };
        assert!(turn.before > turn.then + 50, "{turn:?}");
        assert_ne!(turn.better, "g3-f4");
        let (answer, why) = turn.answer.expect("Black's answer");
        assert_eq!(answer, "d6-e5");
        assert_eq!(why[0], Why::Sacrifices { gives: 1, takes: 2 });
        // What is best is no mistake.
        let table = after("russian", &["a3-b4", "b6-a5", "g3-f4"]);
        let job =
            Job { task: Task::TurningPoint { after: 3 }, table, played: Some("d6-e5".to_owned()), ..job };
        assert_eq!(
            think(&job, &Arc::default(), &|| false),
            Some(Answer::TurningPoint { after: 3, point: None })
        );
    }

    #[test]
    fn values_are_meant_for_the_first_seat() {
        // White, the second seat, has won.
        let mut table = after("cats-mouse", &["d4-d3", "c1", "d3-c2"]);
        let job = Job { task: Task::Value { after: 3 }, table: table.clone(), ..job(1, "a") };
        let Some(Answer::Value { score, .. }) = think(&job, &Arc::default(), &|| false) else {
            panic!("a value")
        };
        assert_eq!(score, 1 - WIN);
        table.play("c1-c2").expect("legal");
        let job = Job { table, ..job };
        assert_eq!(think(&job, &Arc::default(), &|| false), Some(Answer::Value { after: 3, score: -WIN }));
    }

    #[test]
    fn higher_levels_may_take_longer_and_none_takes_two_seconds() {
        assert!((1..8).all(|level| ceiling(level) < ceiling(level + 1)));
        assert!(ceiling(1) <= Duration::from_millis(50) && ceiling(8) < Duration::from_secs(2));
    }
}
