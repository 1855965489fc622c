//! Damut: `docs/rules/5b-figures.md#damut`.

use super::{board, placed};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::history::Endless;
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::Seat;
use crate::show::Show;
use crate::square::{Direction, Square};
use crate::view::{Mark, View};

/// Pieces in hand at the start.
const HAND: u8 = 22;

/// A position: the pieces of each seat (White is seat 0) and who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damut {
    pieces: [Bitboard; 2],
    acts: Seat,
}

/// Two squares side by side, in square order: the first, and whether the second lies above it (or to its right).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    first: Square,
    upright: bool,
}

impl Pair {
    fn second(self) -> Bitboard {
        Bitboard::of(self.first).shift(if self.upright { Direction::Up } else { Direction::Right })
    }

    fn squares(self) -> Bitboard {
        self.second() | Bitboard::of(self.first)
    }
}

impl Damut {
    /// The empty squares with no own piece beside them.
    fn open(&self, seat: Seat) -> Bitboard {
        let own = self.pieces[seat.index()];
        !(self.pieces[0] | self.pieces[1] | own.side_neighbours())
    }

    /// *Turn*: the first squares of a seat's legal pairs, those that lie along a rank and those along a file.
    fn pairs(&self, seat: Seat) -> [Bitboard; 2] {
        let open = self.open(seat);
        [open & open.shift(Direction::Left), open & open.shift(Direction::Down)]
    }

    fn pair_count(&self, seat: Seat) -> u32 {
        self.pairs(seat).map(Bitboard::len).iter().sum()
    }

    fn has_placed_all(&self, seat: Seat) -> bool {
        self.pieces[seat.index()].len() >= u32::from(HAND)
    }
}

impl Game for Damut {
    type Ply = Pair;

    const INFO: Info = Info {
        slug: "damut",
        family: Family::Figures,
        ru: "Дамут",
        en: "Damut",
        aliases: &[],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };

    fn start(_: &Options) -> Self {
        Damut { pieces: [Bitboard::EMPTY; 2], acts: Seat::FIRST }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Pair>) {
        if self.has_placed_all(self.acts.other()) || self.has_placed_all(self.acts) {
            return;
        }
        for (firsts, upright) in self.pairs(self.acts).into_iter().zip([false, true]) {
            list.extend(firsts.into_iter().map(|first| Pair { first, upright }));
        }
    }

    fn count(&self) -> usize {
        let over = self.has_placed_all(self.acts.other()) || self.has_placed_all(self.acts);
        if over { 0 } else { self.pair_count(self.acts) as usize }
    }

    fn play(&mut self, pair: Pair) {
        self.pieces[self.acts.index()] |= pair.squares();
        // An opponent without a legal pair is passed over.
        let other = self.acts.other();
        if self.pair_count(other) > 0 || self.pair_count(self.acts) == 0 {
            self.acts = other;
        }
    }

    /// *End*: all 22 pieces placed, or no legal pair for either.
    fn outcome(&self) -> Option<Outcome> {
        for seat in [Seat::FIRST, Seat::SECOND] {
            if self.has_placed_all(seat) {
                return Some(Outcome::win(seat, Reason::ALL_PLACED).with_score(placed(self.pieces)));
            }
        }
        // `play` leaves the turn with whoever has a pair.
        let [white, black] = self.pieces.map(|set| set.len() as i16);
        (self.pair_count(self.acts) == 0).then(|| Outcome::count(white, black, Reason::COUNT))
    }

    fn endless(&self) -> Endless {
        Endless::NEVER
    }

    fn is_irreversible(&self, _: Pair) -> bool {
        true
    }

    fn key(&self) -> u64 {
        key_of([self.pieces[0].0, self.pieces[1].0, u64::from(self.acts.0)])
    }

    fn text(&self, pair: Pair) -> String {
        let second = pair.second().first().unwrap_or(pair.first);
        format!("{}+{second}", pair.first)
    }

    fn other_texts(&self, pair: Pair, list: &mut Vec<String>) {
        let second = pair.second().first().unwrap_or(pair.first);
        list.push(format!("{second}+{}", pair.first));
    }

    fn board(&self) -> Board {
        board(self.pieces, Bitboard::EMPTY, HAND)
    }
}

impl Evaluate for Damut {
    /// *Evaluation*: pairs of one's own, more for those that the enemy cannot use, and pieces placed.
    const TERMS: &'static [Term] = &[
        term("pieces", 60),
        term("pairs", 8),
        term("own-pairs", 10),
        term("open", 2),
        term("own-squares", 8),
        term("places", 10),
        term("no-pair", -60),
        term("few-left", 5),
        term("border", 2),
        term("tempo", 15),
    ];

    #[inline]
    fn measure(&self, seat: Seat) -> Measured {
        /// Where pairs that share no square begin: along the ranks, and along the files.
        const BRICKS: [Bitboard; 2] = [Bitboard(0x5555_5555_5555_5555), Bitboard(0x00ff_00ff_00ff_00ff)];
        let len = |set: Bitboard| set.len() as i32;
        let side = |seat: Seat| -> [i32; 10] {
            let enemy = self.open(seat.other());
            let open = self.open(seat);
            let [along, upright] = self.pairs(seat);
            let own_along = along & !(enemy | enemy.shift(Direction::Left));
            let own_upright = upright & !(enemy | enemy.shift(Direction::Down));
            let all = len(along) + len(upright);
            let pieces = len(self.pieces[seat.index()]);
            [
                pieces,
                all,
                len(own_along) + len(own_upright),
                len(open),
                len(open & !enemy),
                // Pairs that fit in side by side: a region is worth them, not all that can be thought of.
                len(along & BRICKS[0]).max(len(upright & BRICKS[1])),
                i32::from(all == 0),
                (pieces - 14).max(0),
                len(self.pieces[seat.index()] & Bitboard::BORDER),
                i32::from(seat == self.acts),
            ]
        };
        Measured::balance(side(seat), side(seat.other()))
    }
}

impl Show for Damut {
    /// *Picture*: squares closed to the player who acts.
    fn view(&self, view: &mut View) {
        if self.outcome().is_none() {
            let free = !(self.pieces[0] | self.pieces[1]);
            view.mark(free & !self.open(self.acts), Mark::Closed);
        }
    }

    /// *Picture*: the last pair; who acts again.
    fn view_ply(&self, pair: Pair, next: &Self, view: &mut View) {
        view.mark(pair.squares(), Mark::End);
        if next.acts == self.acts && next.outcome().is_none() {
            view.acts_again();
        }
    }
}
