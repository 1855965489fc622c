//! The placing games told a second time, plainly: a grid of single letters, looked at square by square, with plies as
//! texts and what a game needs beside its grid in fields of its own.

use std::collections::BTreeMap;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tavlei_core::Square;

/// A file and a rank; those on the board are 0..8.
pub type At = (i32, i32);
/// A step by file and rank.
pub type Step = (i32, i32);

pub const SIDES: [Step; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
pub const AROUND: [Step; 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
/// One direction of each kind of line, in square order.
pub const LINES: [Step; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

pub fn plus((file, rank): At, (right, up): Step, times: i32) -> At {
    (file + right * times, rank + up * times)
}

pub fn on_board((file, rank): At) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

/// All squares in square order: by file, then by rank.
pub fn squares() -> Vec<At> {
    (0..64).map(|n| (n / 8, n % 8)).collect()
}

pub fn name((file, rank): At) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

pub fn at(text: &str) -> At {
    let bytes = text.as_bytes();
    (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
}

/// Letters on squares; an empty square is not there.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Grid(pub BTreeMap<At, char>);

impl Grid {
    pub fn get(&self, at: At) -> Option<char> {
        self.0.get(&at).copied()
    }

    pub fn is(&self, at: At, letter: char) -> bool {
        self.get(at) == Some(letter)
    }

    pub fn is_free(&self, at: At) -> bool {
        on_board(at) && self.get(at).is_none()
    }

    pub fn put(&mut self, at: At, letter: char) {
        self.0.insert(at, letter);
    }

    pub fn take(&mut self, at: At) {
        self.0.remove(&at);
    }

    pub fn free(&self) -> Vec<At> {
        squares().into_iter().filter(|&at| self.is_free(at)).collect()
    }

    pub fn of(&self, letter: char) -> Vec<At> {
        squares().into_iter().filter(|&at| self.is(at, letter)).collect()
    }

    pub fn number(&self, letter: char) -> usize {
        self.of(letter).len()
    }

    /// Squares joined by steps, from one of them, of which each fits.
    pub fn region(&self, from: At, steps: &[Step], fits: impl Fn(At) -> bool) -> Vec<At> {
        let mut found = vec![from];
        let mut next = 0;
        while next < found.len() {
            for &step in steps {
                let to = plus(found[next], step, 1);
                if on_board(to) && fits(to) && !found.contains(&to) {
                    found.push(to);
                }
            }
            next += 1;
        }
        found
    }

    /// All regions of the squares that fit.
    pub fn regions(&self, fits: impl Fn(At) -> bool) -> Vec<Vec<At>> {
        let mut regions: Vec<Vec<At>> = Vec::new();
        for from in squares() {
            if fits(from) && !regions.iter().any(|region| region.contains(&from)) {
                regions.push(self.region(from, &SIDES, &fits));
            }
        }
        regions
    }
}

/// Neighbours on the board by steps.
pub fn near(at: At, steps: &[Step]) -> Vec<At> {
    steps.iter().map(|&step| plus(at, step, 1)).filter(|&at| on_board(at)).collect()
}

/// A winner (none for a draw), the reason and the score.
pub type Result = (Option<usize>, &'static str, Option<[i64; 2]>);

/// More wins, equal is a draw.
pub fn more_wins(score: [i64; 2], reason: &'static str) -> Result {
    let winner = match score[0] - score[1] {
        0 => None,
        more => Some(usize::from(more < 0)),
    };
    (winner, reason, Some(score))
}

pub trait Plain: Clone {
    /// A new game with options `name=value`.
    fn start(options: &[&str]) -> Self;
    fn acts(&self) -> usize;
    /// The legal plies, were the game not over.
    fn plies(&self) -> Vec<String>;
    fn play(&mut self, ply: &str);
    fn result(&self) -> Option<Result>;
    fn grid(&self) -> &Grid;
}

/// The number of ply sequences of a length.
fn perft<P: Plain>(game: &P, depth: usize) -> u64 {
    if game.result().is_some() {
        return 0;
    }
    let plies = game.plies();
    if depth == 1 {
        return plies.len() as u64;
    }
    let after = |ply: &String| {
        let mut next = game.clone();
        next.play(ply);
        perft(&next, depth - 1)
    };
    plies.iter().map(after).sum()
}

/// Plays random games and holds every position against the other game.
fn compare<P: Plain>(slug: &str, options: &[&str], games: u64) {
    for seed in 0..games {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut plain = P::start(options);
        let mut table = super::table(slug, options);
        loop {
            let here = || format!("{slug} {options:?}: {:?}", table.plies());
            let outcome = table.outcome().map(|outcome| {
                let score = outcome.score.map(|score| [0, 1].map(|n| i64::from(score.as_slice()[n])));
                (outcome.winner.map(|seat| seat.index()), outcome.reason.0, score)
            });
            assert_eq!(outcome, plain.result(), "{}", here());
            let letter =
                |(&at, &letter): (&At, &char)| (Square::at(at.0 as u8, at.1 as u8), letter.to_string());
            let squares: BTreeMap<_, _> = plain.grid().0.iter().map(letter).collect();
            assert_eq!(table.board().squares, squares, "{}", here());
            if outcome.is_some() {
                break;
            }
            assert_eq!(table.to_act().map(|seat| seat.index()), Some(plain.acts()), "{}", here());
            let mut plies = plain.plies();
            plies.sort();
            assert_eq!(table.legal(), plies, "{}", here());
            // A pass is rarer than it would be by chance, so that games go on.
            let mut ply = &plies[rng.random_range(0..plies.len())];
            if ply == "pass" && rng.random_range(0..4) > 0 {
                ply = &plies[rng.random_range(0..plies.len())];
            }
            plain.play(ply);
            table.play(ply).expect("legal");
        }
    }
}

/// Holds a game against its plain twin: random games, `games` of them or as many as `TAVLEI_PLAIN_GAMES` says, and the
/// numbers of `perft.txt` that are no larger than `TAVLEI_PLAIN_LEAVES` (a few thousand without it).
pub fn hold<P: Plain>(slug: &str, options: &[&[&str]], games: u64) {
    let games = number("TAVLEI_PLAIN_GAMES", games);
    let most = number("TAVLEI_PLAIN_LEAVES", 5_000);
    compare::<P>(slug, &[], games);
    for options in options {
        compare::<P>(slug, options, games);
    }
    let text = std::fs::read_to_string(super::folder("perft.txt")).expect("the data file");
    let mut lines = 0;
    for line in text.lines().filter(|line| line.split([' ', ':']).next() == Some(slug)) {
        let (head, counts) = line.rsplit_once(": ").expect("a colon");
        let (head, after) = head.split_once(" after ").unwrap_or((head, ""));
        let options: Vec<&str> = head.split_whitespace().skip(1).collect();
        let mut plain = P::start(&options);
        after.split_whitespace().for_each(|ply| plain.play(ply));
        for (depth, count) in (1..).zip(counts.split_whitespace()) {
            let count: u64 = count.parse().expect("a number");
            if count > most {
                break;
            }
            assert_eq!(perft(&plain, depth), count, "{head}, depth {depth}");
        }
        lines += 1;
    }
    assert!(lines > 0, "{slug} has no line in perft.txt");
}

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|number| number.parse().ok()).unwrap_or(otherwise)
}
