//! The changes of one event in the making: what was read, and what is to be written if that still holds.

use std::collections::BTreeMap;

use crate::keys::{self, Key};
use crate::record::{Due, Record, Unreadable, decode, encode};
use crate::store::{Pair, Read, StoreError};

/// Why a step could not be done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Something stored is not what it should be.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
}

/// The changes of a step before they are committed: what was read, and what is to be written.
pub(crate) struct Transaction<'a> {
    state: &'a dyn Read,
    read: BTreeMap<String, Option<Vec<u8>>>,
    writes: BTreeMap<String, Option<Vec<u8>>>,
}

impl<'a> Transaction<'a> {
    pub(crate) fn new(state: &'a dyn Read) -> Self {
        Transaction { state, read: BTreeMap::new(), writes: BTreeMap::new() }
    }

    /// The record under a key, as it will be.
    pub(crate) fn load<R: Record>(&mut self, key: &Key<R>) -> Result<Option<R>, StepError> {
        let bytes = match self.writes.get(&key.text).or_else(|| self.read.get(&key.text)) {
            Some(bytes) => bytes.as_deref(),
            None => {
                let bytes = self.state.get(&key.text)?;
                self.read.entry(key.text.clone()).or_insert(bytes).as_deref()
            }
        };
        Ok(bytes.map(|bytes| decode(&key.text, bytes)).transpose()?)
    }

    /// Writes a record, and the note that it ends, if it does.
    pub(crate) fn save<R: Record>(&mut self, key: &Key<R>, record: &R) -> Result<(), StepError> {
        if let Some(ends) = record.ends() {
            let note = keys::due(ends, &key.text).text;
            let bytes = encode(&note, &Due {})?;
            self.writes.insert(note, Some(bytes));
        }
        let bytes = encode(&key.text, record)?;
        self.writes.insert(key.text.clone(), Some(bytes));
        Ok(())
    }

    /// Removes a record.
    pub(crate) fn remove<R: Record>(&mut self, key: &Key<R>) {
        self.writes.insert(key.text.clone(), None);
    }

    /// What must still hold, and what is to be written.
    pub(crate) fn finish(self) -> (Vec<Pair>, Vec<Pair>) {
        let writes: Vec<Pair> =
            self.writes.into_iter().filter(|(key, value)| self.read.get(key) != Some(value)).collect();
        (self.read.into_iter().collect(), writes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Seen;
    use crate::store::{Commit, MemoryStore, Store};

    #[test]
    fn what_was_read_must_still_hold_when_it_is_written() {
        let store = MemoryStore::default();
        let key = keys::seen(crate::testing::WEB, "1");
        let mut first = Transaction::new(&store);
        let mut second = Transaction::new(&store);
        for draft in [&mut first, &mut second] {
            assert_eq!(draft.load(&key), Ok(None));
            draft.save(&key, &Seen { at: 1 }).expect("encodes");
            assert_eq!(draft.load(&key), Ok(Some(Seen { at: 1 })));
        }
        let (expected, writes) = first.finish();
        assert_eq!(store.commit(&expected, &writes), Ok(Commit::Done));
        let (expected, writes) = second.finish();
        assert_eq!(store.commit(&expected, &writes), Ok(Commit::Conflict));
    }
}
