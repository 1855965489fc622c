//! Repetitions in a picture, found by its runs: the half of DEFLATE that is called LZ77.
//!
//! A picture of areas has a tenth as many runs of one value as it has pixels, and what repeats in it repeats from the end of
//! a run on. So only runs are looked up and compared. Measured on the pictures of every game beside the sixth level of
//! zlib-rs: two thirds of the time, and a twentieth fewer bytes.

use libflate::lz77::{Code, Lz77Encode, MAX_DISTANCE, MAX_LENGTH, Sink};

use crate::runs::Run;

/// How many earlier runs are tried for one.
const TRIED: usize = 6;
/// A match of this length is good enough.
const LONG: u32 = MAX_LENGTH as u32;
/// A match that ends so soon is compared with that of the next run.
const SHORT: u32 = 128;
/// So many more bytes the match of the next run must reach to be the better one.
const FARTHER: u32 = 4;
/// What a byte is worth that a match covers, in bits; and what it costs to tell the first bytes of its run apart.
const BYTE: u32 = 3;
const APART: u32 = 16;
/// The shortest match that DEFLATE knows.
const SHORTEST: u32 = 3;
/// Bits of the hash of a run and what follows it.
const HASH_BITS: u32 = 14;

/// Writes the codes of runs.
#[derive(Debug)]
pub(crate) struct RunLz77 {
    runs: Vec<Run>,
}

impl RunLz77 {
    /// These runs are all that is to be written.
    pub fn new(runs: Vec<Run>) -> RunLz77 {
        RunLz77 { runs }
    }
}

impl Lz77Encode for RunLz77 {
    fn encode<S: Sink>(&mut self, buf: &[u8], _: S) {
        debug_assert!(buf.is_empty(), "the runs are told beforehand");
    }

    fn flush<S: Sink>(&mut self, mut sink: S) {
        Search::new(std::mem::take(&mut self.runs)).codes(&mut sink);
    }
}

/// What has been there before.
#[derive(Clone, Copy)]
struct Match {
    distance: u32,
    /// Where it begins and ends, and the run in which its end lies or which begins there.
    start: u32,
    end: u32,
    run: usize,
}

/// Runs, and where to find earlier ones by what they are.
struct Search {
    /// The runs, and two that say that no more follow.
    runs: Vec<Run>,
    /// Where each run starts, and where the last one ends.
    starts: Vec<u32>,
    /// By hash: the last run that is known, counted from one.
    last: Vec<u32>,
    /// For every known run the one before it of the same hash, likewise.
    before: Vec<u32>,
}

impl Search {
    fn new(mut runs: Vec<Run>) -> Search {
        let mut starts = Vec::with_capacity(runs.len() + 1);
        let mut end = 0;
        for run in &runs {
            starts.push(end);
            end += run.length();
        }
        starts.push(end);
        let before = vec![0; runs.len()];
        runs.extend([Run::END; 2]);
        Search { runs, starts, last: vec![0; 1 << HASH_BITS], before }
    }

    /// A hash of a run's value, of the next run, and of the value after that.
    fn hash(&self, run: usize) -> usize {
        let [this, next, after] = [0, 1, 2].map(|ahead| self.runs[run + ahead].bits());
        let mixed = (this >> 24) ^ next.rotate_left(8) ^ (after >> 24 << 16);
        (mixed.wrapping_mul(0x9e37_79b1) >> (32 - HASH_BITS)) as usize
    }

    /// Makes runs known.
    fn know(&mut self, runs: std::ops::Range<usize>) {
        for run in runs {
            // Nothing starts like the last run: there is nothing after it.
            if run + 2 < self.runs.len() - 1 {
                let hash = self.hash(run);
                self.before[run] = std::mem::replace(&mut self.last[hash], run as u32 + 1);
            }
        }
    }

    /// The best match that covers the end of a run from some byte of it on, or from a later one.
    fn find(&self, run: usize, from: u32) -> Option<Match> {
        let count = self.before.len();
        if run + 1 >= count {
            return None;
        }
        let end = self.starts[run + 1];
        let mut best = None;
        let mut most = 0;
        // What the best match so far ends in, or before.
        let mut reached = run + 1;
        let mut next = self.last[self.hash(run)];
        for _ in 0..TRIED {
            let Some(earlier) = (next as usize).checked_sub(1) else { break };
            next = self.before[earlier];
            let distance = end - self.starts[earlier + 1];
            if distance > u32::from(MAX_DISTANCE) {
                break;
            }
            let value = |run: usize| self.runs[run].value();
            if value(earlier) != value(run) || value(earlier + reached - run) != value(reached) {
                continue;
            }
            let (mine, theirs) = (&self.runs[run + 1..count], &self.runs[earlier + 1..]);
            let same = mine.iter().zip(theirs).take_while(|(a, b)| a == b).count();
            let mut last = run + 1 + same;
            let mut to = self.starts[last];
            if last < count && value(earlier + 1 + same) == value(last) {
                let (a, b) = (self.runs[earlier + 1 + same].length(), self.runs[last].length());
                to += a.min(b);
                last += usize::from(a >= b);
            }
            let start = from.max(end - self.runs[earlier].length().min(end));
            // A far one takes more bits.
            let costs = if start > from { APART } else { 0 } + distance.ilog2();
            let gain = (BYTE * (to - start)).saturating_sub(costs);
            if gain > most && to - start >= SHORTEST {
                most = gain;
                reached = last;
                best = Some(Match { distance, start, end: to, run: last });
                if to >= end + LONG {
                    break;
                }
            }
        }
        best
    }

    /// Writes everything.
    fn codes<S: Sink>(&mut self, sink: &mut S) {
        let count = self.before.len();
        // The first byte that is not written, and its run.
        let (mut at, mut run) = (0, 0);
        // What was found for this run when the one before it was looked at.
        let mut ahead = None;
        while run < count {
            let end = self.starts[run + 1];
            let found = ahead.take().or_else(|| self.find(run, at));
            self.know(run..run + 1);
            let found = found.filter(|found| {
                if found.end >= end + SHORT {
                    return true;
                }
                // Does the next run have a better one?
                ahead = self
                    .find(run + 1, end)
                    .filter(|next| next.start == end && next.end > found.end + FARTHER);
                ahead.is_none()
            });
            let Some(found) = found else {
                self.repeat(sink, run, at, end);
                (at, run) = (end, run + 1);
                continue;
            };
            self.repeat(sink, run, at, found.start);
            copy(sink, found.distance, found.end - found.start);
            self.know(run + 1..found.run);
            (at, run) = (found.end, found.run);
        }
    }

    /// Writes bytes of a run by what is right before them, or as they are.
    fn repeat<S: Sink>(&self, sink: &mut S, run: usize, mut from: u32, to: u32) {
        let literal = Code::Literal(self.runs[run].value());
        if from == self.starts[run] && from < to {
            sink.consume(literal);
            from += 1;
        }
        if to - from >= SHORTEST {
            copy(sink, 1, to - from);
        } else {
            (from..to).for_each(|_| sink.consume(literal));
        }
    }
}

/// Writes so many bytes, [`SHORTEST`] or more, that were there a distance before.
fn copy<S: Sink>(sink: &mut S, distance: u32, mut length: u32) {
    while length > 0 {
        // None may be left that are too few.
        let most = if length < LONG + SHORTEST { LONG - SHORTEST } else { LONG };
        let part = if length <= LONG { length } else { most };
        sink.consume(Code::Pointer { length: part as u16, backward_distance: distance as u16 });
        length -= part;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runs::Runs;

    /// The bytes that codes stand for.
    fn read(codes: &[Code]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for code in codes {
            match *code {
                Code::Literal(byte) => bytes.push(byte),
                Code::Pointer { length, backward_distance } => {
                    assert!((3..=MAX_LENGTH).contains(&length), "{code:?}");
                    assert!((1..=MAX_DISTANCE).contains(&backward_distance), "{code:?}");
                    for _ in 0..length {
                        bytes.push(bytes[bytes.len() - usize::from(backward_distance)]);
                    }
                }
            }
        }
        bytes
    }

    fn written(bytes: &[u8]) -> Vec<Code> {
        let mut runs = Runs::with_capacity(bytes.len());
        bytes.iter().for_each(|&byte| runs.push(byte, 1));
        let mut codes = Vec::new();
        RunLz77::new(runs.finish().0).flush(&mut codes);
        codes
    }

    /// Numbers that look random.
    fn noise(seed: u64) -> impl FnMut(u64) -> u64 {
        let mut state = seed;
        move |below| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (state >> 33) % below
        }
    }

    #[test]
    fn everything_comes_back() {
        for seed in 0..600 {
            let mut next = noise(seed);
            let (values, longest, length) = (1 + next(5), 1 + next(400), next(90_000) as usize);
            let mut bytes = Vec::new();
            while bytes.len() < length {
                if next(3) == 0 && !bytes.is_empty() {
                    // Something that was there before.
                    let from = next(bytes.len() as u64) as usize;
                    let to = bytes.len().min(from + next(1000) as usize);
                    bytes.extend_from_within(from..to);
                } else {
                    let value = (255 * next(2) as u8) ^ next(values) as u8;
                    bytes.resize(bytes.len() + 1 + next(longest) as usize, value);
                }
            }
            assert!(read(&written(&bytes)) == bytes, "seed {seed}");
        }
    }

    #[test]
    fn short_inputs_come_back() {
        for length in 0..9_u32 {
            for bits in 0..1_u32 << length {
                let bytes: Vec<u8> = (0..length).map(|bit| 255 * (bits >> bit & 1) as u8).collect();
                assert_eq!(read(&written(&bytes)), bytes);
            }
        }
        for length in 250..800 {
            assert_eq!(read(&written(&vec![7; length])), vec![7; length]);
        }
    }

    #[test]
    fn what_repeats_is_told_once() {
        let row: Vec<u8> = (0..720_u32).map(|x| (x / 9 * 7 % 11) as u8).collect();
        let rows = row.repeat(40);
        // At most a literal and a repetition for each run of the first row, and then three codes a row.
        assert!(written(&rows).len() <= 2 * 80 + 39 * 3);
    }
}
