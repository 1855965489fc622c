//! Games told a second time, plainly: a position is squares with letters, a ply is a text and what comes of it. What a
//! plain game shares with the machine that it checks are the rules alone.

use std::collections::{BTreeMap, HashMap, hash_map::Entry};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use arrayvec::ArrayString;

use super::{folder, table};

/// File and rank, 0..8 each.
pub type Square = (i8, i8);
/// What a step adds to file and rank.
pub type Way = (i8, i8);

pub const STRAIGHT: [Way; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub const DIAGONAL: [Way; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
pub const EIGHT: [Way; 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The letters of every square, from bottom to top, file by file. All in one place, as positions are copied all the time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Letters([ArrayString<32>; 64]);

impl Default for Letters {
    fn default() -> Self {
        Letters([ArrayString::new_const(); 64])
    }
}

/// A position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// Read with `at`, written with `put`.
    pub letters: Letters,
    /// Whether Black acts.
    pub black: bool,
    /// Pieces in hand or reserve, where there are any.
    pub hands: Option<[i32; 2]>,
    /// Whatever else decides what is legal, in the game's own words.
    pub more: Vec<String>,
    /// Winner and reason, when the game is over.
    pub over: Option<(Option<usize>, &'static str)>,
}

/// A game: its name and options, its start, and its plies with what they lead to, the same result perhaps several times.
pub struct Plain {
    pub slug: &'static str,
    pub options: &'static [&'static str],
    pub start: fn() -> State,
    pub plies: fn(&State) -> Vec<(String, State)>,
}

/// Plies and what they lead to: one text a result, the first in ASCII order.
pub type Legal = Vec<(String, State)>;

pub fn add((file, rank): Square, (right, up): Way, times: i8) -> Square {
    (file + right * times, rank + up * times)
}

pub fn on_board((file, rank): Square) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

pub fn every_square() -> Vec<Square> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank))).collect()
}

pub fn name((file, rank): Square) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

pub fn square(name: &str) -> Square {
    let bytes = name.as_bytes();
    ((bytes[0] - b'a') as i8, (bytes[1] - b'1') as i8)
}

fn place((file, rank): Square) -> usize {
    file as usize * 8 + rank as usize
}

/// Whether a letter is a piece of Black's.
pub fn is_black(letter: char) -> bool {
    letter.eq_ignore_ascii_case(&'b')
}

impl State {
    /// A position from words like `c3=wb`.
    pub fn of(words: &str) -> State {
        let mut state = State::default();
        for word in words.split_whitespace() {
            let (at, letters) = word.split_once('=').expect("square=letters");
            state.put(square(at), letters);
        }
        state
    }

    /// One man of White's on some squares, and of Black's on others.
    pub fn men(white: &str, black: &str) -> State {
        let mut state = State::default();
        white.split_whitespace().for_each(|name| state.put(square(name), "w"));
        black.split_whitespace().for_each(|name| state.put(square(name), "b"));
        state
    }

    pub fn at(&self, square: Square) -> &str {
        if on_board(square) { &self.letters.0[place(square)] } else { "" }
    }

    pub fn free(&self, square: Square) -> bool {
        on_board(square) && self.at(square).is_empty()
    }

    pub fn put(&mut self, square: Square, letters: &str) {
        self.letters.0[place(square)] = ArrayString::from(letters).expect("no more letters than pieces");
    }

    /// The occupied squares with their letters, file by file.
    pub fn occupied(&self) -> impl Iterator<Item = (Square, &str)> {
        let all = (0..64i8).map(|place| (place / 8, place % 8)).map(|square| (square, self.at(square)));
        all.filter(|(_, letters)| !letters.is_empty())
    }

    /// Whether the top piece of a square is of the side that acts (`own`), or of the other.
    pub fn tops(&self, square: Square, own: bool) -> bool {
        self.at(square).chars().next_back().is_some_and(|top| (is_black(top) == self.black) == own)
    }

    /// The squares whose top piece is of the side that acts.
    pub fn own(&self) -> Vec<Square> {
        self.topped(true)
    }

    /// The squares whose top piece is of the other side.
    pub fn enemy(&self) -> Vec<Square> {
        self.topped(false)
    }

    fn topped(&self, own: bool) -> Vec<Square> {
        self.occupied().map(|(square, _)| square).filter(|&square| self.tops(square, own)).collect()
    }

    /// The index of the side that acts.
    pub fn seat(&self) -> usize {
        usize::from(self.black)
    }

    /// A number that no two positions have in common but by a chance of one in 2^128.
    fn key(&self) -> u128 {
        let half = |salt: u64| {
            let mut hasher = DefaultHasher::new();
            (salt, self).hash(&mut hasher);
            u128::from(hasher.finish())
        };
        half(0) << 64 | half(1)
    }

    /// The same with the other side to act.
    pub fn turned(mut self) -> State {
        self.black = !self.black;
        self
    }
}

impl Plain {
    /// The legal plies, sorted by text.
    pub fn legal(&self, state: &State) -> Legal {
        let mut legal: Legal = Vec::new();
        if state.over.is_some() {
            return legal;
        }
        let mut places = HashMap::new();
        for (text, next) in (self.plies)(state) {
            match places.entry(next.key()) {
                Entry::Occupied(place) => {
                    let (other, _): &mut (String, State) = &mut legal[*place.get()];
                    *other = text.min(other.clone());
                }
                Entry::Vacant(place) => {
                    place.insert(legal.len());
                    legal.push((text, next));
                }
            }
        }
        legal.sort_by(|(a, _), (b, _)| a.cmp(b));
        legal
    }

    /// The sequences of plies of this length. What has been counted from a position is kept, so that a position to which
    /// many ways lead is counted from only once.
    fn perft(&self, state: &State, depth: u32, counted: &mut HashMap<(u32, u128), u64>) -> u64 {
        if depth == 0 {
            return 1;
        }
        let key = (depth, state.key());
        if let Some(&count) = counted.get(&key) {
            return count;
        }
        let legal = self.legal(state);
        let count = match depth {
            1 => legal.len() as u64,
            _ => legal.iter().map(|(_, next)| self.perft(next, depth - 1, counted)).sum(),
        };
        counted.insert(key, count);
        count
    }

    /// Every number of the data file that is not larger than `TAVLEI_PLAIN_LEAVES` (a few thousand without it).
    fn confirms_perft(&self) {
        let most = number("TAVLEI_PLAIN_LEAVES", 6_000);
        let text = std::fs::read_to_string(folder("perft.txt")).expect("the data file");
        let head = [&[self.slug], self.options].concat().join(" ");
        let (mut confirmed, mut counted) = (0, HashMap::new());
        for line in text.lines().filter_map(|line| line.strip_prefix(&format!("{head}: "))) {
            for (depth, count) in (1..).zip(line.split_whitespace()) {
                let count: u64 = count.parse().expect("a number");
                if count > most {
                    break;
                }
                let begun = Instant::now();
                let found = self.perft(&(self.start)(), depth, &mut counted);
                println!("{head}, depth {depth}: {found} in {:.1} s", begun.elapsed().as_secs_f64());
                assert_eq!(found, count, "{head}, depth {depth}");
                confirmed += 1;
            }
        }
        assert!(confirmed > 0, "no numbers of {head}");
    }

    /// Random games: who acts, the legal plies, the board and the result at every step.
    pub fn agrees_over_random_play(&self) {
        for seed in 0..number("TAVLEI_PLAIN_GAMES", 2) {
            let mut table = table(self.slug, self.options);
            let mut state = (self.start)();
            for ply in 0.. {
                let at = || format!("{} {:?}: {:?}", self.slug, self.options, table.plies());
                let outcome = table.outcome();
                let endless = ["repetition", "no-progress", "limit", "count"];
                if outcome.is_some_and(|outcome| endless.contains(&outcome.reason.0)) && state.over.is_none()
                {
                    break;
                }
                let result = outcome.map(|o| (o.winner.map(|seat| seat.index()), o.reason.0));
                assert_eq!(result, state.over, "{}", at());
                let squares: BTreeMap<String, String> =
                    state.occupied().map(|(square, letters)| (name(square), letters.to_owned())).collect();
                let board = table.board();
                let shown: BTreeMap<String, String> = board
                    .squares
                    .iter()
                    .map(|(square, letters)| (square.to_string(), letters.clone()))
                    .collect();
                assert_eq!(shown, squares, "{}", at());
                let hands = state.hands.map(|hands| hands.map(|hand| hand as u16).to_vec());
                assert_eq!(board.hands, hands, "{}", at());
                let mut legal = self.legal(&state);
                let texts: Vec<&String> = legal.iter().map(|(text, _)| text).collect();
                assert_eq!(table.legal().iter().collect::<Vec<_>>(), texts, "{}", at());
                let Some(text) = table.random(seed * 1_000_003 + ply) else { break };
                assert_eq!(table.to_act().map(|seat| seat.index()), Some(state.seat()), "{}", at());
                let index = legal.iter().position(|(other, _)| *other == text).expect("legal");
                state = legal.swap_remove(index).1;
                table.play(&text).expect("legal");
            }
        }
    }
}

/// Confirms the numbers of some games on all cores.
pub fn confirm_perft(games: &[Plain]) {
    let next = AtomicUsize::new(0);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some(game) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
                    game.confirms_perft();
                }
            });
        }
    });
}

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|number| number.parse().ok()).unwrap_or(otherwise)
}
