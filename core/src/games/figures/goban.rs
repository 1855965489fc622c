//! Goban: `docs/rules/5b-figures.md#goban`.

use super::rows::{AXES, counts, last_of, may_complete, rows, squares_of};
use super::{board, hands};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::history::{Endless, Stop};
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason, Score};
use crate::seat::{Colour, Seat};
use crate::show::Show;
use crate::square::{Direction, Square};
use crate::view::{Mark, Stroke, TallyKind, View};

/// Pieces in hand at the start.
const HAND: u8 = 12;
/// Points that win.
const GOAL: u8 = 10;
/// Points that the winner gets on top.
const PREMIUM: u8 = 3;

/// Fives by the square where they begin, for each axis of [`AXES`].
type Fives = [Bitboard; 4];

/// A position: the pieces of each seat (White is seat 0), who acts, and the fives that each has been paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goban {
    pieces: [Bitboard; 2],
    record: [Fives; 2],
    acts: Seat,
}

/// A piece placed, or moved from somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ply {
    from: Option<Square>,
    to: Square,
}

/// *A five*: five adjacent squares of a line.
fn fives(own: Bitboard) -> Fives {
    AXES.map(|axis| rows::<5>(own, axis))
}

fn number(fives: Fives) -> u8 {
    fives.map(Bitboard::len).iter().sum::<u32>() as u8
}

impl Goban {
    fn free(&self) -> Bitboard {
        !(self.pieces[0] | self.pieces[1])
    }

    fn hand(&self, seat: Seat) -> u8 {
        hands(self.pieces, HAND)[seat.index()]
    }

    /// Points of a seat: every recorded five is one.
    fn points(&self, seat: Seat) -> u8 {
        number(self.record[seat.index()])
    }

    fn over(&self) -> bool {
        self.points(Seat::FIRST) >= GOAL || self.points(Seat::SECOND) >= GOAL
    }

    /// The number of moves of a seat that has placed everything.
    fn moves(&self, seat: Seat) -> usize {
        let (own, free) = (self.pieces[seat.index()], self.free());
        Direction::ALL.into_iter().map(|way| (own.shift(way) & free).len() as usize).sum()
    }

    /// The own pieces after a ply.
    fn own_after(&self, ply: Ply) -> Bitboard {
        let mut own = self.pieces[self.acts.index()];
        if let Some(from) = ply.from {
            own.remove(from);
        }
        own | Bitboard::of(ply.to)
    }

    /// The fives of a ply that are not yet recorded.
    fn new_fives(&self, ply: Ply) -> Fives {
        let (now, known) = (fives(self.own_after(ply)), self.record[self.acts.index()]);
        [0, 1, 2, 3].map(|axis| now[axis] & !known[axis])
    }

    fn by_points(&self, reason: Reason) -> Outcome {
        let [white, black] = [Seat::FIRST, Seat::SECOND].map(|seat| i16::from(self.points(seat)));
        Outcome { reason, ..Outcome::count(white, black, reason) }
    }
}

impl Game for Goban {
    type Ply = Ply;

    const INFO: Info = Info {
        slug: "goban",
        family: Family::Figures,
        ru: "Гобан",
        en: "Goban",
        aliases: &["Go-Bang"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };

    fn start(_: &Options) -> Self {
        let none = [Bitboard::EMPTY; 4];
        Goban { pieces: [Bitboard::EMPTY; 2], record: [none; 2], acts: Seat::FIRST }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    /// *Turn*: place while there are pieces in hand, then move one step in any direction.
    fn plies(&self, list: &mut Vec<Ply>) {
        if self.over() {
            return;
        }
        let free = self.free();
        if self.hand(self.acts) > 0 {
            list.extend(free.into_iter().map(|to| Ply { from: None, to }));
            return;
        }
        for from in self.pieces[self.acts.index()] {
            let around = Bitboard::of(from).neighbours() & free;
            list.extend(around.into_iter().map(|to| Ply { from: Some(from), to }));
        }
    }

    fn count(&self) -> usize {
        if self.over() {
            0
        } else if self.hand(self.acts) > 0 {
            self.free().len() as usize
        } else {
            self.moves(self.acts)
        }
    }

    fn play(&mut self, ply: Ply) {
        let own = self.acts.index();
        let new = self.new_fives(ply);
        self.pieces[own] = self.own_after(ply);
        for (record, new) in self.record[own].iter_mut().zip(new) {
            *record |= new;
        }
        // A player none of whose pieces can move is skipped.
        let other = self.acts.other();
        if self.hand(other) > 0 || self.moves(other) > 0 {
            self.acts = other;
        }
    }

    /// *End*: ten points; the premium is added to the score.
    fn outcome(&self) -> Option<Outcome> {
        let winner = [Seat::FIRST, Seat::SECOND].into_iter().find(|&seat| self.points(seat) >= GOAL)?;
        let [white, black] = [Seat::FIRST, Seat::SECOND]
            .map(|seat| i16::from(self.points(seat)) + if seat == winner { i16::from(PREMIUM) } else { 0 });
        Some(Outcome::win(winner, Reason::GOAL).with_score(Score::two(white, black)))
    }

    /// *Endless play*: positions before the last placement or new five do not count.
    fn endless(&self) -> Endless {
        Endless { returns: false, ..Endless::STANDARD }
    }

    /// *Endless play*: whoever leads wins.
    fn stopped(&self, stop: Stop) -> Outcome {
        self.by_points(stop.reason())
    }

    fn is_irreversible(&self, ply: Ply) -> bool {
        ply.from.is_none() || number(self.new_fives(ply)) > 0
    }

    fn key(&self) -> u64 {
        let [[a, b, c, d], [e, f, g, h]] = self.record.map(|fives| fives.map(|set| set.0));
        key_of([self.pieces[0].0, self.pieces[1].0, u64::from(self.acts.0), a, b, c, d, e, f, g, h])
    }

    fn text(&self, ply: Ply) -> String {
        match ply.from {
            Some(from) => format!("{from}-{}", ply.to),
            None => ply.to.to_string(),
        }
    }

    fn board(&self) -> Board {
        board(self.pieces, Bitboard::EMPTY, HAND)
    }
}

impl Evaluate for Goban {
    fn is_capture(&self, ply: Ply) -> bool {
        may_complete::<5>(self.pieces[self.acts.index()], ply.to) && number(self.new_fives(ply)) > 0
    }

    /// *Evaluation*: points; rows of five without enemy pieces by what they hold, those that are paid for left out; those
    /// that one ply completes.
    const TERMS: &'static [Term] = &[
        term("points", 300),
        term("near-goal", 20),
        term("ones", 1),
        term("twos", 5),
        term("threes", 18),
        term("fours", 40),
        term("ready-now", 150),
        term("ready-next", 30),
        term("two-ready-next", 60),
        term("paid-fives", 10),
        term("near-threes", 5),
        term("mobility", 0),
        term("hand", 0),
        term("centre", 1),
        term("tempo", 20),
    ];

    #[inline]
    fn measure(&self, seat: Seat) -> Measured {
        const CENTRE: Bitboard = Bitboard(0x0000_3c3c_3c3c_0000);
        let free = self.free();
        let len = |set: Bitboard| set.len() as i32;
        let side = |seat: Seat| -> [i32; 15] {
            let [own, enemy] = [self.pieces[seat.index()], self.pieces[seat.other().index()]];
            let now = i32::from(seat == self.acts);
            let places = self.hand(seat) > 0;
            let beside = own.neighbours();
            let mut all = [0; 15];
            let mut ready = Bitboard::EMPTY;
            for (axis, record) in AXES.into_iter().zip(self.record[seat.index()]) {
                let open = rows::<5>(!enemy, axis);
                let [ones, twos, fours] = counts::<5>(own, axis);
                all[9] += len(record & ones & fours);
                let open = open & !record;
                all[2] += len(open & ones & !twos & !fours);
                all[3] += len(open & !ones & twos);
                let threes = open & ones & twos;
                all[4] += len(threes);
                let near = squares_of::<5>(threes, axis) & free & beside;
                all[10] += len(near);
                let fours = open & !ones & fours;
                all[5] += len(fours);
                if fours.is_empty() {
                    continue;
                }
                let missing = squares_of::<5>(fours, axis) & free;
                if places {
                    ready |= missing;
                    continue;
                }
                // A piece from outside the row must be a step away.
                for first in fours {
                    let row = squares_of::<5>(first.into(), axis);
                    ready |= row & free & (own & !row).neighbours();
                }
            }
            let ready = len(ready);
            let points = i32::from(self.points(seat));
            all[0] = points;
            all[1] = (points - 6).max(0);
            all[6] = ready.min(2) * now;
            all[7] = ready.min(1) * (1 - now);
            all[8] = i32::from(ready > 1) * (1 - now);
            all[11] = if places { 0 } else { len(beside & free) };
            all[12] = self.hand(seat).into();
            all[13] = len(own & CENTRE);
            all[14] = now;
            all
        };
        Measured::balance(side(seat), side(seat.other()))
    }
}

impl Show for Goban {
    /// *Picture*: points of each. The plies left before `no-progress` are shown in every game.
    fn view(&self, view: &mut View) {
        for seat in [Seat::FIRST, Seat::SECOND] {
            view.tally(seat, TallyKind::Points, i32::from(self.points(seat)), Some(i32::from(GOAL)));
        }
    }

    /// *Picture*: the new fives.
    fn view_ply(&self, ply: Ply, next: &Self, view: &mut View) {
        if let Some(from) = ply.from {
            view.mark(from, Mark::Start);
        }
        view.mark(ply.to, Mark::End);
        let colour = Some([Colour::White, Colour::Black][self.acts.index()]);
        for (axis, new) in AXES.into_iter().zip(self.new_fives(ply)) {
            for from in new {
                if let Some(to) = last_of::<5>(from, axis) {
                    view.strokes.push(Stroke { from, to, colour });
                }
            }
        }
        if next.acts == self.acts && !next.over() {
            view.acts_again();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::study::{after, legal};
    use crate::played::Played;

    fn set(squares: &str) -> Bitboard {
        squares.split_whitespace().map(|text| text.parse::<Square>().expect("a square")).collect()
    }

    #[test]
    fn the_tenth_point_wins_and_brings_a_premium() {
        let mut position = Goban::start(&Options::default());
        position.pieces =
            [set("a1 b1 c1 d1 e2 h1 h2 h4 h5 h7 g8 f7"), set("a8 a6 a5 b8 c8 c6 d8 d6 e7 e5 b4 b6")];
        position.record[0][0] = set("a3 b3 c3 d3 a4 b4 c4 d4");
        position.record[1][2] = set("a1 b1");
        let nine = after(&position, "e2-e1 a8-a7");
        assert_eq!((nine.points(Seat::FIRST), nine.outcome()), (9, None));
        // h1 to h5 in one step: the tenth.
        let mut ten = nine;
        ten.pieces[0] = set("a1 b1 c1 d1 e1 h1 h2 g3 h4 h5 g8 f7");
        let won = after(&ten, "g3-h3");
        let expected = Outcome::win(Seat::FIRST, Reason::GOAL).with_score(Score::two(13, 2));
        assert_eq!(won.outcome(), Some(expected));
        assert!(legal(&won).is_empty());
    }

    #[test]
    fn a_player_who_cannot_move_is_skipped() {
        let mut position = Goban::start(&Options::default());
        // Black's twelve fill the corner a1, White's wall them in.
        position.pieces =
            [set("a4 b4 c4 d4 e4 e3 e2 e1 a5 g7 h7 h8"), set("a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3")];
        let next = after(&position, "h8-g8");
        assert_eq!(next.acts, Seat::FIRST);
        let mut game = Played::from_position(position, &Options::default());
        game.play(Ply { from: Some(Square::at(7, 7)), to: Square::at(6, 7) });
        assert!(game.view().note.is_some());
    }
}
