//! A store that forgets everything at the end: for tests and for trying things out.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::{Commit, Found, Pair, Read, Store, StoreError};

/// A store in memory. Clones share what they hold.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    pairs: Arc<Mutex<BTreeMap<String, Vec<u8>>>>,
    full: Arc<AtomicBool>,
}

impl MemoryStore {
    /// Everything in it, for comparing.
    pub fn all(&self) -> BTreeMap<String, Vec<u8>> {
        self.pairs.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Behaves from now on as if its disk were full, or no longer: nothing can be flushed while it is.
    pub fn fill(&self, full: bool) {
        self.full.store(full, Ordering::Relaxed);
    }
}

impl Read for MemoryStore {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.pairs.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned())
    }
}

impl Store for MemoryStore {
    fn scan(&self, prefix: &str) -> Result<Vec<Found>, StoreError> {
        let pairs = self.pairs.lock().unwrap_or_else(PoisonError::into_inner);
        let from = pairs.range(prefix.to_owned()..);
        Ok(from
            .take_while(|(key, _)| key.starts_with(prefix))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect())
    }

    fn commit(&self, expected: &[Pair], writes: &[Pair]) -> Result<Commit, StoreError> {
        let mut pairs = self.pairs.lock().unwrap_or_else(PoisonError::into_inner);
        if expected.iter().any(|(key, value)| pairs.get(key) != value.as_ref()) {
            return Ok(Commit::Conflict);
        }
        for (key, value) in writes {
            match value {
                Some(value) => pairs.insert(key.clone(), value.clone()),
                None => pairs.remove(key),
            };
        }
        Ok(Commit::Done)
    }

    fn flush(&self) -> Result<(), StoreError> {
        if self.full.load(Ordering::Relaxed) { Err(StoreError::Full("data".into())) } else { Ok(()) }
    }
}
