//! How much of a picture is new: a forecast of how long its file gets, before anything is compressed.
//!
//! DEFLATE looks back so many bytes, which are so many pixels where each has a byte of its own. Three runs of colours that
//! have not followed one another within them have to be told anew. A sample of the rows says how often that is.

use libflate::lz77::MAX_DISTANCE;

/// A power of two of places for three runs each.
const PLACES: usize = 1 << 12;

/// Counts what is new in some rows of a picture.
pub(crate) struct Novelty {
    /// Three runs, as a hash, and where they were last, in pixels of the sample.
    seen: Vec<(u32, u32)>,
    at: u32,
    /// How often three runs followed one another that had not done so shortly before.
    count: usize,
}

impl Novelty {
    /// One row in so many is to be told of.
    pub const STEP: usize = 4;

    pub fn new() -> Novelty {
        // Nothing has been seen: what is at zero is too far back.
        Novelty { seen: vec![(0, 0); PLACES], at: 1 + Self::REACH, count: 0 }
    }

    /// So far DEFLATE looks back, in pixels of the sample.
    const REACH: u32 = MAX_DISTANCE as u32 / Self::STEP as u32;

    /// A row of runs follows: numbers of colours, and how many pixels have them.
    pub fn row(&mut self, runs: &[(u32, u32)]) {
        let mut before = [0_u32; 2];
        for &(colour, length) in runs {
            let run = (colour << 16 ^ length).wrapping_mul(0x9e37_79b1);
            let [last, last_but_one] = before;
            let three = (run.rotate_left(14) ^ last.rotate_left(7) ^ last_but_one).wrapping_mul(0x85eb_ca6b);
            before = [run, last];
            self.at += length;
            let place = &mut self.seen[three as usize >> 20];
            self.count += usize::from(place.0 != three || self.at - place.1 > Self::REACH);
            *place = (three, self.at);
        }
    }

    /// The forecast for a picture of so many runs, in bytes. Fitted to the pictures of every game: a twentieth off.
    pub fn bytes(&self, runs: usize) -> usize {
        6_300 + self.count * Self::STEP / 2 + runs / 20
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of runs that differ.
    fn row() -> Vec<(u32, u32)> {
        (1..30).map(|length| (length % 5, length)).collect()
    }

    #[test]
    fn what_comes_again_soon_is_not_new() {
        let mut novelty = Novelty::new();
        (0..50).for_each(|_| novelty.row(&row()));
        assert_eq!(novelty.count, row().len());
    }

    #[test]
    fn what_comes_again_late_is_new() {
        let mut novelty = Novelty::new();
        novelty.row(&row());
        novelty.row(&[(0, Novelty::REACH)]);
        novelty.row(&row());
        assert_eq!(novelty.count, 2 * row().len() + 1);
    }
}
