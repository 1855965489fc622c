//! A store that forgets everything at the end: for tests and for trying things out.

use std::collections::BTreeMap;
use std::ops::Bound;
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

    /// Behaves from now on as if its disk were full, or no longer: nothing can be written while it is.
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
    fn page(&self, prefix: &str, after: Option<&str>, most: usize) -> Result<Vec<Found>, StoreError> {
        let pairs = self.pairs.lock().unwrap_or_else(PoisonError::into_inner);
        let from = after.filter(|after| *after >= prefix).map_or(Bound::Included(prefix), Bound::Excluded);
        let pairs = pairs.range::<str, _>((from, Bound::Unbounded));
        let fitting = pairs.take_while(|(key, _)| key.starts_with(prefix)).take(most);
        Ok(fitting.map(|(key, value)| (key.clone(), value.clone())).collect())
    }

    fn commit(&self, expected: &[Pair], writes: &[Pair]) -> Result<Commit, StoreError> {
        let mut pairs = self.pairs.lock().unwrap_or_else(PoisonError::into_inner);
        if expected.iter().any(|(key, value)| pairs.get(key) != value.as_ref()) {
            return Ok(Commit::Conflict);
        }
        if self.full.load(Ordering::Relaxed) && !writes.is_empty() {
            return Err(StoreError::Full("data".into()));
        }
        for (key, value) in writes {
            match value {
                Some(value) => pairs.insert(key.clone(), value.clone()),
                None => pairs.remove(key),
            };
        }
        Ok(Commit::Done)
    }
}
