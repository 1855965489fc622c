//! Dots: `docs/rules/5a-territory.md#dots`.

use super::show_score;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::games::put::Put;
use crate::history::Endless;
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::{Colour, Seat};
use crate::show::Show;
use crate::square::{Direction, Square};
use crate::view::{CounterKind, Mark, TallyKind, View};

/// Pieces in hand at the start.
const HAND: u8 = 24;

/// A position: pieces and hands of each seat (White is seat 0), who acts, and what binds the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dots {
    pieces: [Bitboard; 2],
    hands: [u8; 2],
    acts: Seat,
    /// The square of the piece placed last: L of *Turn*.
    last: Option<Square>,
    /// Whether the turn has not begun.
    fresh: bool,
    /// Plies left in the turn at most.
    left: u8,
    /// The board when this turn began.
    turn_began: [Bitboard; 2],
    /// The board when the opponent's last turn began, which may not be restored. Empty where it could not be
    /// restored anyway: a placement gives a board a piece.
    barred: [Bitboard; 2],
}

/// For every square, the number of its neighbours in a set: four planes of bits, the ones first.
#[inline]
fn neighbour_counts(set: Bitboard) -> [Bitboard; 4] {
    let [a, b, c, d, e, f, g, h] = Direction::ALL.map(|direction| set.shift(direction));
    let full = |a: Bitboard, b: Bitboard, c: Bitboard| (a ^ b ^ c, a & b | c & (a ^ b));
    let (ones_1, twos_1) = full(a, b, c);
    let (ones_2, twos_2) = full(d, e, f);
    let (ones_3, twos_3) = (g ^ h, g & h);
    let (ones, twos_4) = full(ones_1, ones_2, ones_3);
    let (twos_5, fours_1) = full(twos_1, twos_2, twos_3);
    let (twos, fours_2) = (twos_5 ^ twos_4, twos_5 & twos_4);
    [ones, twos, fours_1 ^ fours_2, fours_1 & fours_2]
}

/// *Capture*: the enemies beside a piece just placed that have four or more of `own` as neighbours.
#[inline]
fn captured(own: Bitboard, enemy: Bitboard, placed: Bitboard) -> Bitboard {
    let near = placed.neighbours() & enemy;
    if near.is_empty() {
        return near;
    }
    let [_, _, fours, eights] = neighbour_counts(own);
    near & (fours | eights)
}

/// *End*: the squares that each colour owns when all are given out in rounds.
fn owned(pieces: [Bitboard; 2]) -> [Bitboard; 2] {
    let mut owned = pieces;
    loop {
        let [white, black] = owned.map(neighbour_counts);
        let (mut more, mut fewer, mut level) = (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::ALL);
        for plane in (0..4).rev() {
            more |= level & white[plane] & !black[plane];
            fewer |= level & black[plane] & !white[plane];
            level &= !(white[plane] ^ black[plane]);
        }
        let open = !(owned[0] | owned[1]);
        if ((more | fewer) & open).is_empty() {
            return owned;
        }
        owned = [owned[0] | more & open, owned[1] | fewer & open];
    }
}

impl Dots {
    fn over(&self) -> bool {
        self.hands[0] == 0 || self.hands[1] == 0
    }

    /// The square, if any, on which a piece of the seat that acts would restore the barred board.
    fn restoring(&self) -> Bitboard {
        let (own, enemy) = (self.acts.index(), self.acts.other().index());
        let square = self.barred[own] ^ self.pieces[own];
        if square.len() != 1 || self.barred[own] & square != square {
            return Bitboard::EMPTY;
        }
        let taken = captured(self.barred[own], self.pieces[enemy], square);
        if self.pieces[enemy] & !taken == self.barred[enemy] { square } else { Bitboard::EMPTY }
    }

    /// *Turn*: the squares on which a piece may be placed now.
    fn targets(&self) -> Bitboard {
        if self.over() {
            return Bitboard::EMPTY;
        }
        let free = !(self.pieces[0] | self.pieces[1] | self.restoring());
        let beside_enemies = free & self.pieces[self.acts.other().index()].neighbours();
        let Some(last) = self.last.filter(|_| self.fresh) else {
            // An extra ply; or the first ply of all, which is free.
            return if self.last.is_some() { beside_enemies } else { free };
        };
        let beside_last = free & Bitboard::of(last).neighbours();
        [beside_last, beside_enemies, free].into_iter().find(|set| !set.is_empty()).unwrap_or(free)
    }

    fn end_turn(&mut self) {
        self.acts = self.acts.other();
        // Who lost nothing cannot get the board back by placing a piece more.
        let lost = self.turn_began[self.acts.index()] != self.pieces[self.acts.index()];
        self.barred = if lost { self.turn_began } else { [Bitboard::EMPTY; 2] };
        self.turn_began = self.pieces;
        self.fresh = true;
        self.left = self.last.map_or(1, turn_length);
    }
}

/// *Turn*: one ply after an inner square, up to two after an edge, up to three after a corner.
fn turn_length(last: Square) -> u8 {
    let edges = [last.file(), last.rank()].into_iter().filter(|&line| line == 0 || line == 7);
    1 + edges.count() as u8
}

impl Game for Dots {
    type Ply = Put;

    const INFO: Info = Info {
        slug: "dots",
        family: Family::Territory,
        ru: "Точки",
        en: "Dots",
        aliases: &[],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };

    fn start(_: &Options) -> Self {
        Dots {
            pieces: [Bitboard::EMPTY; 2],
            hands: [HAND; 2],
            acts: Seat::FIRST,
            last: None,
            fresh: true,
            left: 1,
            turn_began: [Bitboard::EMPTY; 2],
            barred: [Bitboard::EMPTY; 2],
        }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Put>) {
        list.extend(self.targets().into_iter().map(Put::On));
        if !self.fresh && !self.over() {
            list.push(Put::Pass);
        }
    }

    fn count(&self) -> usize {
        self.targets().len() as usize + usize::from(!self.fresh && !self.over())
    }

    fn play(&mut self, ply: Put) {
        let Put::On(square) = ply else { return self.end_turn() };
        let (own, enemy) = (self.acts.index(), self.acts.other().index());
        self.pieces[own].add(square);
        self.hands[own] = self.hands[own].saturating_sub(1);
        self.pieces[enemy] &= !captured(self.pieces[own], self.pieces[enemy], square.into());
        self.last = Some(square);
        self.fresh = false;
        self.left = self.left.saturating_sub(1);
        // The turn ends by itself when nothing is left of it.
        if !self.over() && (self.left == 0 || self.targets().is_empty()) {
            self.end_turn();
        }
    }

    /// *End*: a hand is empty, even in mid-turn.
    fn outcome(&self) -> Option<Outcome> {
        if !self.over() {
            return None;
        }
        let [white, black] = owned(self.pieces).map(|set| set.len() as i16);
        Some(Outcome::count(white, black, Reason::COUNT))
    }

    fn endless(&self) -> Endless {
        Endless::NEVER
    }

    fn is_irreversible(&self, _: Put) -> bool {
        true
    }

    fn key(&self) -> u64 {
        let rest = u64::from(self.acts.0)
            | u64::from(self.fresh) << 1
            | u64::from(self.left) << 2
            | self.last.map_or(64, |square| square.index() as u64) << 8
            | u64::from(self.hands[0]) << 16
            | u64::from(self.hands[1]) << 24;
        // The board when this turn began matters only once the opponent has lost something in it.
        let enemy = self.acts.other().index();
        let lost = self.turn_began[enemy] != self.pieces[enemy];
        let began = if lost { self.turn_began } else { [Bitboard::EMPTY; 2] };
        let [[a, b], [c, d], [e, f]] = [self.pieces, self.barred, began].map(|board| board.map(|set| set.0));
        key_of([a, b, c, d, e, f, rest])
    }

    fn text(&self, ply: Put) -> String {
        ply.to_string()
    }

    fn board(&self) -> Board {
        let mut board = Board::of_men_and_kings(self.pieces[0], self.pieces[1], Bitboard::EMPTY);
        board.hands = Some(self.hands.map(u16::from).into());
        board
    }
}

impl Evaluate for Dots {
    fn is_capture(&self, ply: Put) -> bool {
        let (own, enemy) = (self.acts.index(), self.acts.other().index());
        match ply {
            Put::On(square) => {
                let placed = Bitboard::of(square);
                !captured(self.pieces[own] | placed, self.pieces[enemy], placed).is_empty()
            }
            Put::Pass => false,
        }
    }

    /// *Evaluation*: squares owned if the game ended here, pieces among three enemies, the plies that the last piece
    /// gives to the seat that acts, pieces in hand.
    const TERMS: &'static [Term] = &[
        term("pieces", 60),
        term("owned", 25),
        term("owned-late", 2),
        term("hand", 0),
        term("in-danger", -45),
        term("in-danger-acting", -15),
        term("pressed", -5),
        term("corners", 10),
        term("border", 0),
        term("centre", 0),
        term("backed", 1),
        term("left", 35),
        term("tempo", 5),
    ];

    #[inline]
    fn measure(&self, seat: Seat) -> Measured {
        const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);
        const CENTRE: Bitboard = Bitboard(0x0000_3c3c_3c3c_0000);
        let owned = owned(self.pieces);
        // The nearer the end, which comes when a hand is empty, the more the count is worth.
        let late = i32::from(HAND - self.hands[0].min(self.hands[1]).min(HAND));
        let free = !(self.pieces[0] | self.pieces[1]);
        let len = |set: Bitboard| set.len() as i32;
        let side = |seat: Seat| -> [i32; 13] {
            let own = self.pieces[seat.index()];
            let enemy = self.pieces[seat.other().index()];
            let [ones, twos, fours, _] = neighbour_counts(enemy);
            // One more enemy beside it takes it.
            let in_danger = len(own & (ones & twos | fours) & free.neighbours());
            let now = i32::from(seat == self.acts);
            let owned = len(owned[seat.index()]);
            [
                len(own),
                owned,
                owned * late / 8,
                self.hands[seat.index()].into(),
                in_danger * (1 - now),
                in_danger * now,
                len(own & twos & !ones),
                len(own & CORNERS),
                len(own & Bitboard::BORDER),
                len(own & CENTRE),
                len(own & own.neighbours()),
                i32::from(self.left) * now,
                now,
            ]
        };
        Measured::balance(side(seat), side(seat.other()))
    }
}

impl Show for Dots {
    /// *Picture*: the piece that binds the opponent, legal squares as dots, plies left in the turn, prisoners; the
    /// owned squares at the end.
    fn view(&self, view: &mut View) {
        show_score(self.outcome(), view);
        for seat in [Seat::FIRST, Seat::SECOND] {
            let enemy = seat.other().index();
            let on_board = self.pieces[enemy].len() as i32;
            let taken = i32::from(HAND) - i32::from(self.hands[enemy]) - on_board;
            view.tally(seat, TallyKind::Taken, taken, None);
        }
        if self.over() {
            let [white, black] = owned(self.pieces);
            view.mark(white & !self.pieces[0], Mark::Territory(Colour::White));
            view.mark(black & !self.pieces[1], Mark::Territory(Colour::Black));
        } else {
            view.mark(self.targets(), Mark::Target);
            if let Some(last) = self.last.filter(|_| self.fresh) {
                view.mark(last, Mark::Active);
            }
            view.count(CounterKind::TurnLeft, u16::from(self.left), None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_counted() {
        let mut set = Bitboard(0x0123_4567_89ab_cdef);
        for _ in 0..50 {
            set.0 = set.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ set.0 >> 29;
            let planes = neighbour_counts(set);
            for square in Square::all() {
                let counted: u32 = (0..4).map(|n| u32::from(planes[n].has(square)) << n).sum();
                assert_eq!(counted, (Bitboard::of(square).neighbours() & set).len());
            }
        }
    }
}
