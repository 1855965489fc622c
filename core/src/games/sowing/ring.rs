//! The machine of the sowing games: a ring of places and what one sowing adds to it.
//!
//! In wari, ruma and tsoro a sowing goes round the ring one man a place and passes over the pit that it was lifted from.
//! What it adds depends on the pit and the number of its men alone, so it is looked up and added at once. (In
//! kalah a place may be closed because it is full: it has a sowing of its own.)

/// What a sowing adds to a ring of `PLACES` places, by the pit that it is lifted from and the number of its men, which is
/// less than `COUNTS`. The places lie in an array of `WIDTH` bytes, so that they are added in one go.
pub(super) struct Ring<const PLACES: usize, const WIDTH: usize, const COUNTS: usize> {
    added: [[[u8; WIDTH]; COUNTS]; PLACES],
}

impl<const PLACES: usize, const WIDTH: usize, const COUNTS: usize> Ring<PLACES, WIDTH, COUNTS> {
    /// The ring whose sowings go forward by `step` places a man: 1, or `PLACES - 1` for backwards.
    pub(super) const fn new(step: usize) -> Self {
        let mut added = [[[0; WIDTH]; COUNTS]; PLACES];
        let mut from = 0;
        while from < PLACES {
            let mut men = 1;
            while men < COUNTS {
                added[from][men] = added[from][men - 1];
                added[from][men][Self::end(from, men, step)] += 1;
                men += 1;
            }
            from += 1;
        }
        Ring { added }
    }

    /// The place into which the last of so many men falls; `men` is 1 or more.
    #[inline]
    pub(super) const fn end(from: usize, men: usize, step: usize) -> usize {
        // Every round has one place less than the ring: the pit left is passed over.
        (from + step * (men + (men - 1) / (PLACES - 1))) % PLACES
    }

    /// Lifts all men of a pit and sows them.
    #[inline]
    pub(super) fn sow(&self, places: &mut [u8; WIDTH], from: usize) {
        let men = std::mem::take(&mut places[from]);
        let added = &self.added[from][usize::from(men) % COUNTS];
        for (place, more) in places.iter_mut().zip(added) {
            *place = place.wrapping_add(*more);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sowing as it is done by hand.
    fn by_hand(places: &mut [u8; 8], ring: usize, from: usize, step: usize) -> usize {
        let mut at = from;
        for _ in 0..std::mem::take(&mut places[from]) {
            at = (at + step) % ring;
            if at == from {
                at = (at + step) % ring;
            }
            places[at] += 1;
        }
        at
    }

    #[test]
    fn looked_up_sowings_are_those_done_by_hand() {
        for step in [1, 4] {
            let ring = Ring::<5, 8, 20>::new(step);
            for from in 0..5 {
                for men in 1..20 {
                    let mut looked_up = [3, 0, 1, 7, 2, 0, 0, 0];
                    looked_up[from] = men;
                    let mut hand = looked_up;
                    let end = by_hand(&mut hand, 5, from, step);
                    ring.sow(&mut looked_up, from);
                    assert_eq!(looked_up, hand, "{men} men from {from}");
                    assert_eq!(Ring::<5, 8, 20>::end(from, men.into(), step), end, "{men} men from {from}");
                }
            }
        }
    }
}
