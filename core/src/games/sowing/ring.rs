//! The machine of the sowing games: a ring of places and what one sowing adds to it.
//!
//! A sowing goes round the ring one man a place and passes over the pit that it was lifted from. What it adds
//! depends on the pit and the number of its men alone, so it is looked up and added at once. (In kalah a window may be
//! full, and then the sowing has to be done by hand.)

use super::places::Places;

/// No game has as many places.
const MOST: usize = 32;

/// What a sowing adds to a ring of `PLACES` places in `WORDS` words, by the pit that it is lifted from and the number of
/// its men, which is less than `COUNTS`.
pub(super) struct Ring<const PLACES: usize, const WORDS: usize, const COUNTS: usize> {
    /// What is added to each word. The men leave their pit by the same addition.
    added: [[[u128; WORDS]; COUNTS]; MOST],
    /// The place of the last man.
    ends: [[u8; COUNTS]; MOST],
}

impl<const PLACES: usize, const WORDS: usize, const COUNTS: usize> Ring<PLACES, WORDS, COUNTS> {
    /// The ring of these places, in the order of sowing.
    pub(super) const fn new(order: [u8; PLACES]) -> Self {
        let mut ring = Ring { added: [[[0; WORDS]; COUNTS]; MOST], ends: [[0; COUNTS]; MOST] };
        let mut start = 0;
        while start < PLACES {
            let from = order[start] as usize;
            ring.ends[from][0] = from as u8;
            let mut at = start;
            let mut men = 1;
            while men < COUNTS {
                at = (at + 1) % PLACES;
                if at == start {
                    at = (at + 1) % PLACES;
                }
                let end = order[at] as usize;
                let mut added = ring.added[from][men - 1];
                added[end / 16] = added[end / 16].wrapping_add(1 << (8 * (end % 16)));
                added[from / 16] = added[from / 16].wrapping_sub(1 << (8 * (from % 16)));
                ring.added[from][men] = added;
                ring.ends[from][men] = end as u8;
                men += 1;
            }
            start += 1;
        }
        ring
    }

    /// The place into which the last of so many men falls.
    #[inline]
    pub(super) const fn end(&self, from: usize, men: usize) -> usize {
        self.ends[from % MOST][men % COUNTS] as usize % (16 * WORDS)
    }

    /// Lifts all men of a pit and sows them. Gives the place of the last.
    #[inline]
    pub(super) fn sow(&self, places: &mut Places<WORDS>, from: usize) -> usize {
        self.sow_men(places, from, places.men(from))
    }

    /// The same, where it is known how many men the pit has.
    #[inline]
    pub(super) fn sow_men(&self, places: &mut Places<WORDS>, from: usize, men: u8) -> usize {
        let men = usize::from(men) % COUNTS;
        for (word, more) in self.added[from % MOST][men].iter().enumerate() {
            places.set_word(word, places.word(word).wrapping_add(*more));
        }
        self.end(from, men)
    }
}

/// The places 0, 1, 2… in their own order.
pub(super) const fn ascending<const PLACES: usize>() -> [u8; PLACES] {
    let mut order = [0; PLACES];
    let mut place = 0;
    while place < PLACES {
        order[place] = place as u8;
        place += 1;
    }
    order
}

/// The same places the other way round.
pub(super) const fn descending<const PLACES: usize>() -> [u8; PLACES] {
    let mut order = ascending::<PLACES>();
    let mut place = 0;
    while place < PLACES {
        order[place] = (PLACES - 1 - place) as u8;
        place += 1;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sowing as it is done by hand.
    fn by_hand(places: &mut Places, order: [u8; 5], from: u8) -> usize {
        let start = order.iter().position(|&place| place == from).expect("a place");
        let mut at = start;
        for _ in 0..std::mem::take(&mut places[usize::from(from)]) {
            at = (at + 1) % order.len();
            if at == start {
                at = (at + 1) % order.len();
            }
            places[usize::from(order[at])] += 1;
        }
        order[at].into()
    }

    #[test]
    fn looked_up_sowings_are_those_done_by_hand() {
        for order in [ascending(), descending(), [3, 0, 7, 1, 6]] {
            let ring = Ring::<5, 1, 20>::new(order);
            for from in order {
                for men in 0..20 {
                    let mut looked_up = Places::EMPTY;
                    looked_up[..8].copy_from_slice(&[3, 0, 1, 7, 2, 0, 5, 4]);
                    looked_up[usize::from(from)] = men;
                    let mut hand = looked_up;
                    let end = by_hand(&mut hand, order, from);
                    assert_eq!(ring.sow(&mut looked_up, from.into()), end, "{men} men from {from}");
                    assert_eq!(looked_up, hand, "{men} men from {from}");
                }
            }
        }
    }
}
