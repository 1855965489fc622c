//! Adds a game and lets the opponent play it against itself: Nim. Whoever takes the last stone wins.
//!
//! A game for the bot would also implement `Show`, which may be empty, and have a line in `catalogue::GAMES`.

use tavlei_core::evaluation::{Measured, Term, term};
use tavlei_core::history::Endless;
use tavlei_core::key::key_of;
use tavlei_core::search::{self, Limits};
use tavlei_core::{
    Board, Capital, Evaluate, Family, Game, Info, Options, Outcome, Played, Reason, Seat, Side,
};

/// A position: the stones of each heap and who acts.
#[derive(Clone, Copy)]
struct Nim {
    heaps: [u8; 3],
    acts: Seat,
}

const NAMES: [&str; 3] = ["a", "b", "c"];

impl Game for Nim {
    /// A heap, and how many stones are taken from it.
    type Ply = (usize, u8);

    const INFO: Info = Info {
        slug: "nim",
        family: Family::Sowing,
        ru: "Ним",
        en: "Nim",
        aliases: &[],
        seats: &[Side::South, Side::North],
        options: &[],
        capital: Capital::King,
    };

    fn start(_: &Options) -> Self {
        Nim { heaps: [3, 4, 5], acts: Seat::FIRST }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<(usize, u8)>) {
        for (heap, &stones) in self.heaps.iter().enumerate() {
            list.extend((1..=stones).map(|taken| (heap, taken)));
        }
    }

    fn play(&mut self, (heap, taken): (usize, u8)) {
        self.heaps[heap] -= taken;
        self.acts = self.acts.other();
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.heaps == [0; 3]).then(|| Outcome::win(self.acts.other(), Reason::NO_MOVES))
    }

    fn key(&self) -> u64 {
        let [a, b, c] = self.heaps.map(u64::from);
        key_of([a, b, c, u64::from(self.acts.0)])
    }

    fn text(&self, (heap, taken): (usize, u8)) -> String {
        format!("{}{taken}", NAMES[heap])
    }

    fn endless(&self) -> Endless {
        Endless::NEVER
    }

    fn is_irreversible(&self, _: (usize, u8)) -> bool {
        true
    }

    fn board(&self) -> Board {
        let pits = NAMES.iter().zip(self.heaps).map(|(name, stones)| ((*name).to_owned(), stones.into()));
        Board { pits: pits.collect(), ..Board::default() }
    }
}

impl Evaluate for Nim {
    const TERMS: &'static [Term] = &[term("odd-heaps", 10)];

    /// Heaps with an odd number of stones: a poor guess at who is ahead, so the opponent has to look to the end.
    fn measure(&self, seat: Seat) -> Measured {
        let odd = self.heaps.iter().filter(|&stones| stones % 2 == 1).count() as i32;
        Measured::of([if seat == self.acts { odd } else { -odd }])
    }
}

fn main() {
    let mut game = Played::<Nim>::new(&Options::default());
    while let Some(found) = search::best(&game, &Limits::level(5, 1), &|| false) {
        let position = *game.position();
        let ply = game.legal().into_iter().find(|&ply| position.text(ply) == found.ply);
        game.play(ply.expect("the opponent chose a legal ply"));
        println!("{}: {:?}", found.ply, game.position().heaps);
    }
    // The exclusive or of 3, 4 and 5 is not 0: whoever begins can win, and does.
    assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(Seat::FIRST));
}
