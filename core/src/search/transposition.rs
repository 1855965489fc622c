//! A table of positions that a search has already valued.

/// What a stored value says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Exact,
    /// The true value is this or more.
    Lower,
    /// The true value is this or less.
    Upper,
}

/// A valued position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    pub(super) score: i32,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// The best ply's place among the legal plies as the game lists them.
    pub(super) best: u16,
}

/// A fixed number of entries; a deeper or newer one replaces the one in its place.
pub(super) struct Table {
    entries: Vec<Option<Entry>>,
    mask: usize,
}

impl Table {
    /// A table that fits into this many bytes, and is no larger than a search of so many positions can use.
    pub(super) fn new(memory: usize, nodes: u64) -> Table {
        let fitting = (memory / size_of::<Option<Entry>>()).max(1);
        let useful = usize::try_from(nodes).unwrap_or(usize::MAX).saturating_mul(2).max(1 << 10);
        let size = 1_usize << fitting.min(useful).ilog2();
        Table { entries: vec![None; size], mask: size - 1 }
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        self.entries[key as usize & self.mask].filter(|entry| entry.key == key)
    }

    /// Remembers a position's best ply alone.
    pub(super) fn put_ply(&mut self, key: u64, best: usize) {
        self.put(key, i32::MIN, 0, Bound::Lower, best);
    }

    pub(super) fn put(&mut self, key: u64, score: i32, depth: u32, bound: Bound, best: usize) {
        let place = &mut self.entries[key as usize & self.mask];
        let depth = depth.min(255) as u8;
        let keep = place.is_some_and(|old| old.key == key && old.depth > depth && bound != Bound::Exact);
        if !keep {
            let best = best.min(usize::from(u16::MAX)) as u16;
            *place = Some(Entry { key, score, depth, bound, best });
        }
    }
}
