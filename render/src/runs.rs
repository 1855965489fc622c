//! Bytes as runs of one value: how a picture's rows go to the compressor, which never sees a byte of its own.

/// Bytes of one value that follow one another: the value in the high byte, their number in the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run(u32);

impl Run {
    /// The most bytes of a run.
    const LONGEST: u32 = 0xff_fffe;
    /// Stands behind the last run; no run is like it.
    pub const END: Run = Run(u32::MAX);

    fn new(value: u8, length: u32) -> Run {
        Run(u32::from(value) << 24 | length)
    }

    pub fn value(self) -> u8 {
        (self.0 >> 24) as u8
    }

    pub fn length(self) -> u32 {
        self.0 & 0xff_ffff
    }

    /// Both, in 32 bits.
    pub fn bits(self) -> u32 {
        self.0
    }
}

/// Runs one after another, and their checksum.
#[derive(Debug)]
pub(crate) struct Runs {
    /// Neighbours differ in value, unless one is as long as a run can be.
    runs: Vec<Run>,
    /// The last run, which may still grow.
    value: u8,
    length: u32,
    adler: Adler,
}

impl Runs {
    pub fn with_capacity(runs: usize) -> Runs {
        Runs { runs: Vec::with_capacity(runs), value: 0, length: 0, adler: Adler { sum: 1, sums: 0 } }
    }

    /// So many bytes of a value follow: fewer than 2<sup>24</sup>.
    pub fn push(&mut self, value: u8, length: u32) {
        if value == self.value && self.length + length <= Run::LONGEST {
            self.length += length;
        } else {
            self.end();
            (self.value, self.length) = (value, length);
        }
    }

    /// Ends the last run.
    fn end(&mut self) {
        if self.length > 0 {
            self.runs.push(Run::new(self.value, self.length));
            self.adler.add(self.value, self.length);
        }
    }

    /// The runs, and their checksum as zlib has it: Adler-32.
    pub fn finish(mut self) -> (Vec<Run>, u32) {
        self.end();
        (self.runs, self.adler.finish())
    }
}

/// The checksum of zlib in the making: the sum of the bytes, and the sum of all of these sums.
///
/// Remainders are not taken before they must be.
#[derive(Debug)]
struct Adler {
    sum: u64,
    sums: u64,
}

impl Adler {
    const MODULUS: u64 = 65_521;

    /// Adds so many bytes of a value, all at once.
    fn add(&mut self, value: u8, length: u32) {
        let (value, length) = (u64::from(value), u64::from(length));
        // The sums grow by arithmetic progression: with 24 bits of length and 32 of sum, by 57 bits at most.
        self.sums += length * self.sum + value * (length * (length + 1) / 2);
        self.sum += value * length;
        if self.sum >> 32 != 0 || self.sums >> 62 != 0 {
            self.sum %= Self::MODULUS;
            self.sums %= Self::MODULUS;
        }
    }

    fn finish(self) -> u32 {
        (((self.sums % Self::MODULUS) << 16) | (self.sum % Self::MODULUS)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_one_value_become_one() {
        let mut runs = Runs::with_capacity(0);
        for (value, length) in [(3, 2), (3, 1), (0, 7), (3, Run::LONGEST), (3, 5)] {
            runs.push(value, length);
        }
        let told: Vec<_> = runs.finish().0.iter().map(|run| (run.value(), run.length())).collect();
        assert_eq!(told, [(3, 3), (0, 7), (3, Run::LONGEST), (3, 5)]);
    }

    #[test]
    fn the_checksum_is_that_of_the_bytes() {
        let mut runs = Runs::with_capacity(0);
        let (mut sum, mut sums) = (1_u32, 0_u32);
        for (value, length) in [(255, 70_000), (0, 1), (17, 100_000), (255, 3), (1, 16_000_000)] {
            runs.push(value, length);
            for _ in 0..length {
                sum = (sum + u32::from(value)) % 65_521;
                sums = (sums + sum) % 65_521;
            }
        }
        assert_eq!(runs.finish().1, sums << 16 | sum);
    }
}
