//! Oware as OpenSpiel has it, so that the opponent can meet OpenSpiel in a game whose rules both hold to
//! (`tools/openspiel_match.py oware`). In wari one may starve the other and take all he has, here neither; and the search
//! must know it.
//!
//! ```sh
//! cargo run --release -p tavlei-core --example oware -- replay A a F    # the position after these plies, in JSON
//! cargo run --release -p tavlei-core --example oware -- best 1000 1 A a F   # a ply: milliseconds, seed, plies
//! ```

use std::process::ExitCode;
use std::time::{Duration, Instant};

use serde_json::json;
use tavlei_core::evaluation::term;
use tavlei_core::key::key_of;
use tavlei_core::search::{self, Limits};
use tavlei_core::{
    Board, Capital, Endless, Evaluate, Family, Game, Info, Measured, Options, Outcome, Played, Reason, Seat,
    Show, Side, Stop, Term,
};

/// The pits in the order of sowing, each player's from his left.
const NAMES: [&str; 12] = ["A", "B", "C", "D", "E", "F", "a", "b", "c", "d", "e", "f"];
/// Half of the men.
const HALF: u8 = 24;

#[derive(Clone, Copy)]
struct Oware {
    pits: [u8; 12],
    stores: [u8; 2],
    acts: Seat,
}

/// The first pit of a seat.
const fn side(seat: Seat) -> usize {
    seat.index() * 6
}

impl Oware {
    fn men(&self, seat: Seat) -> u8 {
        self.pits[side(seat)..side(seat) + 6].iter().sum()
    }

    /// Sows from a pit of a seat and captures; a capture of all that the other has takes nothing. Gives the men taken.
    fn sow(&mut self, seat: Seat, from: usize) -> u8 {
        let men = std::mem::take(&mut self.pits[from]);
        let mut end = from;
        for _ in 0..men {
            end = (end + 1) % 12;
            if end == from {
                end = (end + 1) % 12;
            }
            self.pits[end] += 1;
        }
        let enemy = side(seat.other());
        let chain = (enemy..enemy + 6).contains(&end).then(|| {
            let open = |&pit: &usize| matches!(self.pits[pit], 2 | 3);
            (enemy..=end).rev().take_while(open).last()
        });
        let Some(last) = chain.flatten() else { return 0 };
        let taken: u8 = self.pits[last..=end].iter().sum();
        if taken == self.men(seat.other()) {
            return 0;
        }
        self.pits[last..=end].fill(0);
        self.stores[seat.index()] += taken;
        taken
    }

    /// Whether a sowing from a pit is allowed: it must feed the other who has nothing.
    fn may_sow(&self, pit: usize) -> bool {
        let men = usize::from(self.pits[pit]);
        men > 0 && (self.men(self.acts.other()) > 0 || pit + men > side(self.acts) + 5)
    }

    fn may_act(&self) -> bool {
        (side(self.acts)..side(self.acts) + 6).any(|pit| self.may_sow(pit))
    }

    /// Each takes what lies on his own side.
    fn collected(&self) -> [u8; 2] {
        [Seat::FIRST, Seat::SECOND].map(|seat| self.stores[seat.index()] + self.men(seat))
    }
}

impl Game for Oware {
    type Ply = u8;

    const INFO: Info = Info {
        slug: "oware",
        family: Family::Sowing,
        ru: "Оваре",
        en: "Oware",
        aliases: &[],
        seats: &[Side::South, Side::North],
        options: &[],
        capital: Capital::King,
    };

    fn start(_: &Options) -> Self {
        Oware { pits: [4; 12], stores: [0; 2], acts: Seat::FIRST }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<u8>) {
        if self.outcome().is_none() {
            let own = side(self.acts);
            list.extend((own..own + 6).filter(|&pit| self.may_sow(pit)).map(|pit| pit as u8));
        }
    }

    fn play(&mut self, pit: u8) {
        self.sow(self.acts, usize::from(pit));
        self.acts = self.acts.other();
    }

    fn outcome(&self) -> Option<Outcome> {
        let over =
            self.stores.iter().any(|&store| store > HALF) || self.stores == [HALF; 2] || !self.may_act();
        let [south, north] = self.collected();
        over.then(|| Outcome::count(south.into(), north.into(), Reason::COUNT))
    }

    /// OpenSpiel stops at the second occurrence already, and is the judge; a search looks no further than that either.
    fn endless(&self) -> Endless {
        Endless { returns: false, no_progress: None, ..Endless::STANDARD }
    }

    fn stopped(&self, stop: Stop) -> Outcome {
        let [south, north] = self.collected();
        Outcome::count(south.into(), north.into(), stop.reason())
    }

    fn is_irreversible(&self, pit: u8) -> bool {
        self.is_capture(pit)
    }

    fn key(&self) -> u64 {
        let pits = self.pits.iter().fold(0_u128, |sum, &men| sum << 6 | u128::from(men));
        let stores = u64::from(self.stores[0]) << 8 | u64::from(self.stores[1]);
        key_of([pits as u64, (pits >> 64) as u64, stores << 8 | u64::from(self.acts.0)])
    }

    fn text(&self, pit: u8) -> String {
        NAMES[usize::from(pit)].to_owned()
    }

    fn board(&self) -> Board {
        let mut board = Board::default();
        for (name, &men) in NAMES.iter().zip(&self.pits) {
            board.pits.insert((*name).to_owned(), men.into());
        }
        board.stores = Some(self.stores.map(u16::from).to_vec());
        board
    }
}

impl Evaluate for Oware {
    fn is_capture(&self, pit: u8) -> bool {
        let mut next = *self;
        next.sow(self.acts, usize::from(pit)) > 0
    }

    const TERMS: &'static [Term] = &[
        term("store", 100),
        term("capture-now", 50),
        term("capture-next", 25),
        term("open-pits", -8),
        term("men", 2),
        term("pits", 10),
        term("house", 40),
        term("tempo", 10),
    ];

    fn measure(&self, seat: Seat) -> Measured {
        let of = |seat: Seat| -> [i32; 8] {
            let now = i32::from(seat == self.acts);
            let own = side(seat)..side(seat) + 6;
            let capture =
                own.clone().filter(|&pit| self.pits[pit] > 0).map(|pit| self.clone().sow(seat, pit));
            let capture: i32 = capture.max().unwrap_or(0).into();
            let pits = &self.pits[own];
            [
                self.stores[seat.index()].into(),
                capture * now,
                capture * (1 - now),
                pits.iter().filter(|&&men| matches!(men, 1 | 2)).count() as i32,
                self.men(seat).into(),
                pits.iter().filter(|&&men| men > 0).count() as i32,
                i32::from(pits.iter().any(|&men| men >= 12)),
                now,
            ]
        };
        Measured::balance(of(seat), of(seat.other()))
    }
}

impl Show for Oware {}

/// The game after some plies; none if one of them is not legal.
fn after(plies: &[String]) -> Option<Played<Oware>> {
    let mut game = Played::<Oware>::new(&Options::default());
    for text in plies {
        let ply = game.legal().into_iter().find(|&ply| game.position().text(ply) == *text)?;
        game.play(ply);
    }
    Some(game)
}

fn answer(words: &[String]) -> Option<serde_json::Value> {
    match words {
        [command, plies @ ..] if command == "replay" => {
            let game = after(plies)?;
            let legal: Vec<String> = game.legal().iter().map(|&ply| game.position().text(ply)).collect();
            Some(json!({
                "seat": game.position().to_act(),
                "legal": legal,
                "result": game.outcome(),
                "board": game.position().board(),
            }))
        }
        [command, millis, seed, plies @ ..] if command == "best" => {
            let end = Instant::now() + Duration::from_millis(millis.parse().ok()?);
            let limits = Limits::unbounded(seed.parse().ok()?);
            serde_json::to_value(search::best(&after(plies)?, &limits, &|| Instant::now() >= end)?).ok()
        }
        _ => None,
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match answer(&words) {
        Some(answer) => {
            println!("{answer}");
            ExitCode::SUCCESS
        }
        None => {
            eprintln!("replay PLY… or best MILLIS SEED PLY…, with legal plies");
            ExitCode::from(2)
        }
    }
}
