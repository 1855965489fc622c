//! Perft numbers: `perft.txt` holds a line a game, `SLUG [name=value…] [after PLY…]: COUNT COUNT…`.
//!
//! The tests `*_plainly.rs` confirm them by a second, plain machine that shares only the rules with the first. In every run
//! they go up to some thousand leaves, or as far as `TAVLEI_PLAIN_LEAVES` says. Those of `stacks_plainly.rs` and
//! `capture_plainly.rs` count from equal positions once and can go to the end of their lines:
//!
//! ```sh
//! TAVLEI_PLAIN_LEAVES=100000000 cargo test --release -p tavlei-core --test stacks_plainly perft -- --nocapture
//! ```
//!
//! tells each number with the time that it took: 11.7 million leaves of `seega` two minutes, 22 million of `stolby` four, 28.6
//! million of `tower` half an hour, beside much else on two cores.

mod support;

use support::{folder, play, table};

/// Leaves beyond this are left to the benchmarks.
const MOST: u64 = 1_500_000;

#[test]
fn perft_numbers_agree() {
    let text = std::fs::read_to_string(folder("perft.txt")).expect("the data file");
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (head, counts) = line.rsplit_once(": ").expect("a colon");
        let (head, after) = head.split_once(" after ").unwrap_or((head, ""));
        let mut words = head.split_whitespace();
        let slug = words.next().expect("a slug");
        let options: Vec<&str> = words.collect();
        let mut table = table(slug, &options);
        play(table.as_mut(), &after.split_whitespace().collect::<Vec<_>>());
        for (depth, count) in (1..).zip(counts.split_whitespace()) {
            let count: u64 = count.parse().expect("a number");
            if count > MOST {
                break;
            }
            assert_eq!(table.perft(depth), count, "{head}, depth {depth}");
        }
    }
}
