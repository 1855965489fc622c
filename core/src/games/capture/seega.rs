//! Seega: `docs/rules/2a-capture-race.md#seega`.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::games::steps::Steps;
use crate::history::Stop;
use crate::info::{Capital, Family, Info, OptionSpec, WHITE_FIRST};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::Seat;
use crate::show::Show;
use crate::square::{Direction, Square};
use crate::view::{Mark, View};

/// Pieces of each seat.
const PIECES: u8 = 30;
/// The four squares that stay free while pieces are placed.
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);
/// The squares from which a piece can step to one of them.
const GATES: Bitboard = Bitboard(0x0000_1824_2418_0000);
/// The squares round them.
const ROUND: Bitboard = Bitboard(0x0000_3c24_243c_0000);

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seega {
    pieces: [Bitboard; 2],
    /// Pieces still to be placed.
    hands: [u8; 2],
    acts: Seat,
    /// The piece that has captured and may go on.
    goes_on: Option<Square>,
    /// Whether an endless game is decided by count. The same all through a game.
    counts: bool,
}

/// A ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// A piece is placed.
    Place(Square),
    /// A piece steps.
    Step(Square, Square),
    /// The extra ply is declined.
    Pass,
}

impl Seega {
    #[inline]
    fn own(&self) -> Bitboard {
        self.pieces[self.acts.index()]
    }

    #[inline]
    fn enemy(&self) -> Bitboard {
        self.pieces[self.acts.other().index()]
    }

    #[inline]
    fn free(&self) -> Bitboard {
        !(self.pieces[0] | self.pieces[1])
    }

    #[inline]
    fn is_placing(&self) -> bool {
        self.hands != [0, 0]
    }

    /// *Turn*: the pieces that may step now.
    #[inline]
    fn movers(&self) -> Bitboard {
        self.goes_on.map_or(self.own(), Bitboard::of)
    }

    /// *Turn*: the steps to be chosen from now.
    #[inline]
    fn steps(&self) -> Steps<2> {
        Steps::of(self.movers(), [Direction::Up, Direction::Right], self.free())
    }

    /// *Capture*: the enemies that a piece which steps finds beside it, in any of the eight directions, with an own
    /// piece right behind.
    #[inline]
    fn taken(&self, from: Square, to: Square) -> Bitboard {
        let (own, to) = (self.own() & !Bitboard::of(from), Bitboard::of(to));
        Direction::ALL.into_iter().fold(Bitboard::EMPTY, |taken, direction| {
            taken | to.shift(direction) & own.shift(direction.opposite())
        }) & self.enemy()
    }

    fn has_step(&self) -> bool {
        !(self.movers().side_neighbours() & self.free()).is_empty()
    }

    /// The seat that has one piece or none, when pieces are moved.
    #[inline]
    fn beaten(&self) -> Option<Seat> {
        // Without its lowest piece it has none.
        let beaten = |seat: &Seat| {
            let pieces = self.pieces[seat.index()].0;
            pieces & pieces.wrapping_sub(1) == 0
        };
        [Seat::FIRST, Seat::SECOND].into_iter().find(beaten).filter(|_| !self.is_placing())
    }

    /// *Evaluation*: the squares to which a seat can step and take a piece, as many times as it takes there, and those where
    /// it takes more than one.
    fn strikes(&self, seat: Seat) -> (i32, i32) {
        let (own, enemy) = (self.pieces[seat.index()], self.pieces[seat.other().index()]);
        let open = own.side_neighbours() & self.free();
        let (mut strikes, mut once, mut twice) = (0, Bitboard::EMPTY, Bitboard::EMPTY);
        for direction in Direction::ALL {
            let strike = (own.shift(direction) & enemy).shift(direction) & open;
            strikes += strike.len() as i32;
            twice |= once & strike;
            once |= strike;
        }
        (strikes, twice.len() as i32)
    }
}

impl Game for Seega {
    type Ply = Act;

    const INFO: Info = Info {
        slug: "seega",
        family: Family::Capture,
        ru: "Сиджа",
        en: "Seega",
        aliases: &["Siga", "Sija", "Сига"],
        seats: WHITE_FIRST,
        options: &[OptionSpec { name: "barrier", values: &["draw", "count"] }],
        capital: Capital::King,
    };

    fn start(options: &Options) -> Self {
        Seega {
            pieces: [Bitboard::EMPTY; 2],
            hands: [PIECES; 2],
            acts: Seat::FIRST,
            goes_on: None,
            counts: options.is("barrier", "count"),
        }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Act>) {
        if self.is_placing() {
            list.extend((self.free() & !CENTRE).into_iter().map(Act::Place));
            return;
        }
        if self.beaten().is_some() {
            return;
        }
        list.extend(self.steps().all().map(|(from, to)| Act::Step(from, to)));
        if self.goes_on.is_some() {
            list.push(Act::Pass);
        }
    }

    #[inline]
    fn count(&self) -> usize {
        if self.is_placing() {
            (self.free() & !CENTRE).len() as usize
        } else if self.beaten().is_some() {
            0
        } else {
            self.steps().count() + usize::from(self.goes_on.is_some())
        }
    }

    #[inline]
    fn pick(&self, choose: impl FnOnce(usize) -> usize, _: &mut Vec<Act>) -> Option<Act> {
        if self.is_placing() {
            let free = self.free() & !CENTRE;
            let number = free.len() as usize;
            return (number > 0).then(|| Act::Place(free.nth(choose(number) as u32)));
        }
        if self.beaten().is_some() {
            return None;
        }
        let steps = self.steps();
        let count = steps.count();
        let number = count + usize::from(self.goes_on.is_some());
        if number == 0 {
            return None;
        }
        let place = choose(number);
        if place == count {
            return Some(Act::Pass);
        }
        let (from, to) = steps.nth(place);
        Some(Act::Step(from, to))
    }

    fn play(&mut self, act: Act) {
        self.advance(act);
    }

    #[inline]
    fn advance(&mut self, act: Act) -> bool {
        let seat = self.acts;
        match act {
            Act::Place(square) => {
                self.pieces[seat.index()].add(square);
                let hand = &mut self.hands[seat.index()];
                *hand = hand.saturating_sub(1);
                // Two pieces a turn.
                if hand.is_multiple_of(2) {
                    self.acts = seat.other();
                }
                true
            }
            Act::Step(from, to) => {
                let taken = self.taken(from, to);
                self.pieces[seat.index()].remove(from);
                self.pieces[seat.index()].add(to);
                self.pieces[seat.other().index()] &= !taken;
                self.goes_on = Some(to).filter(|_| !taken.is_empty());
                if taken.is_empty() {
                    self.acts = seat.other();
                }
                !taken.is_empty()
            }
            Act::Pass => {
                self.goes_on = None;
                self.acts = seat.other();
                false
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.is_placing() {
            return None;
        }
        if let Some(loser) = self.beaten() {
            return Some(Outcome::win(loser.other(), Reason::NO_PIECES));
        }
        let stuck = self.goes_on.is_none() && !self.has_step();
        stuck.then_some(Outcome::win(self.acts.other(), Reason::NO_MOVES))
    }

    /// *Endless play*: with `barrier=count` by the count of pieces.
    fn stopped(&self, stop: Stop) -> Outcome {
        if !self.counts {
            return Outcome::draw(stop.reason());
        }
        let [white, black] = self.pieces.map(|pieces| pieces.len() as i16);
        Outcome::count(white, black, stop.reason())
    }

    fn is_irreversible(&self, act: Act) -> bool {
        matches!(act, Act::Place(_)) || self.is_capture(act)
    }

    #[inline]
    fn key(&self) -> u64 {
        let goes_on = self.goes_on.map_or(64, |square| square.index() as u64);
        let [white, black] = self.hands.map(u64::from);
        let state = goes_on << 24 | white << 16 | black << 8 | u64::from(self.acts.0);
        key_of([self.pieces[0].0, self.pieces[1].0, state])
    }

    fn text(&self, act: Act) -> String {
        match act {
            Act::Place(square) => square.to_string(),
            Act::Step(from, to) => format!("{from}-{to}"),
            Act::Pass => "pass".to_owned(),
        }
    }

    fn board(&self) -> Board {
        let board = Board::of_men_and_kings(self.pieces[0], self.pieces[1], Bitboard::EMPTY);
        Board { hands: Some(self.hands.map(u16::from).to_vec()), ..board }
    }
}

impl Evaluate for Seega {
    fn is_capture(&self, act: Act) -> bool {
        match act {
            Act::Step(from, to) => !self.taken(from, to).is_empty(),
            Act::Place(_) | Act::Pass => false,
        }
    }

    const TERMS: &'static [Term] = &[
        term("pieces", 100),
        term("few", 2),
        term("takes", 60),
        term("strikes-to-act", 15),
        term("strikes-waiting", 15),
        term("doubles", 10),
        term("mobility", 4),
        term("steps", 0),
        term("edge", 0),
        term("company", 0),
        term("goes-on", 20),
        term("tempo", 5),
        term("placed-round", 6),
        term("placed-gates", 4),
        term("placed-pairs-open", 1),
        term("placed-pairs-held", 1),
        term("placed-edge", 0),
        term("placed-company", 0),
    ];

    /// *Evaluation*: pieces, the more so the fewer are left; captures on offer, several at once, and the right to go on;
    /// mobility. While placing, the squares round the centre and those next to it, and own pairs two apart, between which
    /// an enemy may come to stand or stands.
    fn measure(&self, seat: Seat) -> Measured {
        let len = |set: Bitboard| set.len() as i32;
        let free = self.free();
        if self.is_placing() {
            let side = |of: Seat| {
                let (own, enemy) = (self.pieces[of.index()], self.pieces[of.other().index()]);
                let pairs = |between: Bitboard| -> i32 {
                    // Each pair once.
                    let of = |way: Direction| len((own.shift(way) & between).shift(way) & own);
                    Direction::ALL[..4].iter().map(|&way| of(way)).sum()
                };
                let edge = len(own & Bitboard::BORDER);
                let company = len(own & own.side_neighbours());
                [len(own & ROUND), len(own & GATES), pairs(free), pairs(enemy), edge, company]
            };
            let (own, enemy) = (side(seat), side(seat.other()));
            let mut measured = Measured::NOTHING;
            for term in 0..own.len() {
                measured[12 + term] = own[term] - enemy[term];
            }
            return measured;
        }
        let side = |of: Seat| {
            let own = self.pieces[of.index()];
            let acts = i32::from(self.acts == of);
            let (strikes, doubles) = self.strikes(of);
            [
                len(own),
                0,
                acts * strikes.min(1),
                acts * strikes,
                (1 - acts) * strikes,
                doubles,
                len(own.side_neighbours() & free),
                len(own & free.side_neighbours()),
                len(own & Bitboard::BORDER),
                len(own & own.side_neighbours()),
                acts * i32::from(self.goes_on.is_some()),
                acts,
            ]
        };
        let mut measured = Measured::balance(side(seat), side(seat.other()));
        measured[1] = measured[0].clamp(-4, 4) * 64 / (len(!free) + 4);
        measured
    }
}

impl Show for Seega {
    /// *Picture*: the centre, closed while pieces are placed, and the piece that may go on.
    fn view(&self, view: &mut View) {
        view.mark(CENTRE, if self.is_placing() { Mark::Forbidden } else { Mark::Special });
        if let Some(square) = self.goes_on {
            view.marks.push((square, Mark::Active));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::study::{after, legal, men};
    use crate::outcome::Score;

    fn position(words: &str, counts: bool) -> Seega {
        Seega { pieces: men(words), hands: [0; 2], acts: Seat::FIRST, goes_on: None, counts }
    }

    #[test]
    fn one_piece_is_too_few() {
        let before = position("a1=w c3=w b3=b g7=b", false);
        let won = after(&before, "a1-a2");
        assert_eq!(won.outcome(), None);
        let won = after(&position("a2=w c3=w b3=b g7=b", false), "a2-a3");
        assert_eq!(won.outcome(), Some(Outcome::win(Seat::FIRST, Reason::NO_PIECES)));
        assert!(legal(&won).is_empty());
    }

    #[test]
    fn a_barrier_is_counted_where_that_was_agreed() {
        let words = "a1=w b1=w c1=w h8=b g8=b";
        assert_eq!(position(words, false).stopped(Stop::NoProgress), Outcome::draw(Reason::NO_PROGRESS));
        let counted = Outcome::win(Seat::FIRST, Reason::COUNT).with_score(Score::two(3, 2));
        assert_eq!(position(words, true).stopped(Stop::Repetition), counted);
    }
}
