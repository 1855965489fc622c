//! What has become too old.
//!
//! For every record that does not live for ever there is a note under a key that begins with the day on which it ends.
//! So to find what has ended costs as much as has ended, however much there is.

use crate::ids::ChatId;
use crate::keys::{self, prefix};
use crate::record::{
    Ask, AskId, Challenge, Due, Link, Record, Seen, Shown, Swept, Unreadable, decode, encode,
};
use crate::step::Input;
use crate::store::{Commit, Found, Pair, Store, StoreError};
use crate::transaction::{StepError, Transaction};

/// The most that is written at once.
const BATCH: usize = 1_000;

/// Ends what has become too old: forgets what need only be forgotten, and gives what a step has to end, with its chat.
pub(crate) fn sweep(store: &dyn Store, now: u64) -> Result<Vec<(ChatId, Input)>, StepError> {
    let today = keys::day(now);
    let from = Transaction::new(store).load(&keys::swept())?.map_or(0, |swept| swept.day);
    let mut ends = Vec::new();
    let mut first_left = None;
    for day in from..=today {
        let (mut expected, mut writes) = (Vec::new(), Vec::new());
        let mut is_left = false;
        for note in pages(store, &keys::due_on(day)) {
            let (note, _) = note?;
            let key = note[keys::due_on(day).len()..].to_owned();
            match state(store, &key)? {
                State::Ends { at, .. } if keys::day(at) != day => writes.push((note, None)),
                State::Ends { at, .. } if at > now => is_left = true,
                State::Ends { step: Some(end), .. } => {
                    // Its note goes when it is gone.
                    is_left = true;
                    ends.push(end);
                }
                State::Ends { bytes, .. } => {
                    expected.push((key.clone(), Some(bytes)));
                    writes.extend([(key, None), (note, None)]);
                }
                State::Gone => writes.push((note, None)),
            }
            if writes.len() >= BATCH {
                is_left |= !write(store, &mut expected, &mut writes)?;
            }
        }
        is_left |= !write(store, &mut expected, &mut writes)?;
        if is_left {
            first_left.get_or_insert(day);
        }
    }
    let day = first_left.unwrap_or(today);
    if day != from {
        set_swept(store, day)?;
    }
    Ok(ends)
}

/// Gives notes to the records of a store that was written before there were any.
pub(crate) fn prepare(store: &dyn Store, now: u64) -> Result<(), StepError> {
    if Transaction::new(store).load(&keys::swept())?.is_some() {
        return Ok(());
    }
    let mut first = keys::day(now);
    for prefix in [prefix::SEEN, prefix::MESSAGE, prefix::SHOWN, prefix::CHALLENGE, prefix::ASK] {
        let mut notes = Vec::new();
        for record in pages(store, prefix) {
            let (key, bytes) = record?;
            if let Ok(Some((at, _))) = end_of(&key, &bytes) {
                let note = keys::due(at, &key).text;
                let bytes = encode(&note, &Due {})?;
                notes.push((note, Some(bytes)));
                first = first.min(keys::day(at));
            }
            if notes.len() >= BATCH {
                write(store, &mut Vec::new(), &mut notes)?;
            }
        }
        write(store, &mut Vec::new(), &mut notes)?;
    }
    set_swept(store, first)
}

/// Everything under a prefix, of which never more than a page is in memory.
fn pages(store: &dyn Store, prefix: &str) -> impl Iterator<Item = Result<Found, StoreError>> {
    let mut page = Vec::new().into_iter();
    let mut last: Option<String> = None;
    std::iter::from_fn(move || {
        if page.len() == 0 {
            match store.page(prefix, last.as_deref(), BATCH) {
                Ok(next) => page = next.into_iter(),
                Err(error) => return Some(Err(error)),
            }
        }
        let found = page.next()?;
        last = Some(found.0.clone());
        Some(Ok(found))
    })
}

fn set_swept(store: &dyn Store, day: u64) -> Result<(), StepError> {
    let key = keys::swept().text;
    let bytes = encode(&key, &Swept { day })?;
    write(store, &mut Vec::new(), &mut vec![(key, Some(bytes))])?;
    Ok(())
}

/// Writes all at once; false if something has changed meanwhile and nothing was written.
fn write(store: &dyn Store, expected: &mut Vec<Pair>, writes: &mut Vec<Pair>) -> Result<bool, StepError> {
    let (expected, writes) = (std::mem::take(expected), std::mem::take(writes));
    Ok(writes.is_empty() || store.commit(&expected, &writes)? == Commit::Done)
}

/// What has become of a record that has a note.
enum State {
    /// It is there no more, or cannot be read: then it is left as it is.
    Gone,
    /// It ends.
    Ends {
        /// When, milliseconds since 1970.
        at: u64,
        /// The record.
        bytes: Vec<u8>,
        /// The step that ends it, if it need not only be forgotten.
        step: Option<(ChatId, Input)>,
    },
}

fn state(store: &dyn Store, key: &str) -> Result<State, StepError> {
    let Some(bytes) = store.get(key)? else { return Ok(State::Gone) };
    Ok(match end_of(key, &bytes) {
        Ok(Some((at, step))) => State::Ends { at, bytes, step },
        Ok(None) => State::Gone,
        Err(error) => {
            tracing::error!("{error}; it is left as it is");
            State::Gone
        }
    })
}

/// When a record ends, and the step that ends it.
type End = Option<(u64, Option<(ChatId, Input)>)>;

fn end_of(key: &str, bytes: &[u8]) -> Result<End, Unreadable> {
    fn forgotten<R: Record>(key: &str, bytes: &[u8]) -> Result<End, Unreadable> {
        Ok(decode::<R>(key, bytes)?.ends().map(|at| (at, None)))
    }
    if key.starts_with(prefix::SEEN) {
        forgotten::<Seen>(key, bytes)
    } else if key.starts_with(prefix::MESSAGE) {
        forgotten::<Link>(key, bytes)
    } else if key.starts_with(prefix::SHOWN) {
        forgotten::<Shown>(key, bytes)
    } else if key.starts_with(prefix::CHALLENGE) {
        let challenge: Challenge = decode(key, bytes)?;
        let end = challenge.ends();
        Ok(end.map(|at| (at, Some((challenge.chat, Input::ChallengeEnds(challenge.id))))))
    } else if let Some(ask) = key.strip_prefix(prefix::ASK).and_then(AskId::read) {
        let question: Ask = decode(key, bytes)?;
        let end = question.ends();
        Ok(end.map(|at| {
            let chat = question.chat;
            (at, Some((chat.clone(), Input::AskEnds { ask, chat })))
        }))
    } else {
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::record::{DAY, QUESTION_LIFE, SEEN_LIFE};
    use crate::store::{MemoryStore, Read};
    use crate::testing::{Desk, WEB};

    /// A store that counts what it has to look at.
    #[derive(Clone, Default)]
    struct Counting {
        store: MemoryStore,
        looked_at: std::sync::Arc<AtomicUsize>,
    }

    impl Read for Counting {
        fn get(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
            self.looked_at.fetch_add(1, Ordering::Relaxed);
            self.store.get(key)
        }
    }

    impl Store for Counting {
        fn page(&self, prefix: &str, after: Option<&str>, most: usize) -> Result<Vec<Found>, StoreError> {
            let found = self.store.page(prefix, after, most)?;
            self.looked_at.fetch_add(found.len(), Ordering::Relaxed);
            Ok(found)
        }

        fn commit(&self, expected: &[Pair], writes: &[Pair]) -> Result<Commit, StoreError> {
            self.store.commit(expected, writes)
        }
    }

    fn see(store: &dyn Store, update: &str, at: u64) {
        let mut transaction = Transaction::new(store);
        transaction.save(&keys::seen(WEB, update), &Seen { at }).expect("encodes");
        let (expected, writes) = transaction.finish();
        assert_eq!(store.commit(&expected, &writes), Ok(Commit::Done));
    }

    fn seen(store: &dyn Store) -> Vec<String> {
        store.scan("seen/").expect("readable").into_iter().map(|(key, _)| key).collect()
    }

    #[test]
    fn what_has_ended_is_forgotten_and_what_has_not_is_not_even_looked_at() {
        let store = Counting::default();
        prepare(&store, 0).expect("prepared");
        see(&store, "old", 5);
        for n in 0..500 {
            see(&store, &n.to_string(), 3 * DAY + n);
        }
        store.looked_at.store(0, Ordering::Relaxed);
        let now = SEEN_LIFE + 2 * DAY;
        assert_eq!(sweep(&store, now), Ok(Vec::new()));
        let looked_at = store.looked_at.load(Ordering::Relaxed);
        assert!(looked_at < 10, "{looked_at}");
        assert!(!seen(&store).contains(&"seen/web/old".to_owned()));
        assert_eq!(seen(&store).len(), 500);
        assert_eq!(
            store.store.scan(&keys::due_on(keys::day(SEEN_LIFE) + 1)),
            Ok(Vec::new()),
            "the note goes too"
        );
        // A year later nothing is left of them, nor of their notes.
        sweep(&store, 400 * DAY).expect("swept");
        assert!(seen(&store).is_empty() && store.scan("due/").expect("readable").is_empty());
    }

    #[test]
    fn a_store_of_an_earlier_version_is_swept_too() {
        let store = MemoryStore::default();
        see(&store, "old", 5);
        see(&store, "new", 30 * DAY);
        let notes: Vec<Pair> =
            store.scan("due/").expect("readable").into_iter().map(|(key, _)| (key, None)).collect();
        assert_eq!(store.commit(&[], &notes), Ok(Commit::Done));
        prepare(&store, 31 * DAY).expect("prepared");
        sweep(&store, 31 * DAY).expect("swept");
        assert_eq!(seen(&store), ["seen/web/new"]);
    }

    #[test]
    fn a_challenge_is_ended_by_a_step_and_not_before_its_time() {
        let mut desk = Desk::group();
        prepare(&desk.store, desk.now).expect("prepared");
        desk.says("Anna", "/play reversi @boris");
        let made = desk.now;
        assert_eq!(sweep(&desk.store, made + QUESTION_LIFE - 1), Ok(Vec::new()));
        let ends = sweep(&desk.store, made + QUESTION_LIFE).expect("swept");
        assert!(matches!(ends[..], [(_, Input::ChallengeEnds(_))]), "{ends:?}");
        // As long as nobody has ended it, it is found again, whatever the day.
        assert_eq!(sweep(&desk.store, made + 9 * DAY).as_ref().map(Vec::len), Ok(1));
        desk.now = made + 9 * DAY;
        desk.run(&ends[0].1);
        assert_eq!(sweep(&desk.store, desk.now), Ok(Vec::new()));
        assert!(desk.store.scan("challenge/").expect("readable").is_empty());
    }
}
