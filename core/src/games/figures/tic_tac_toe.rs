//! Tic-tac-toe (four in a row): `docs/rules/5b-figures.md#tic-tac-toe`.

use super::rows::{Completed, Shapes, all_rows, completes, has_row};
use super::{board, hands};
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
use crate::square::Square;
use crate::view::{CounterKind, Mark, View};

/// Pieces in hand at the start.
const HAND: u8 = 12;

/// Four own pieces in a row.
const FOUR: Reason = Reason("four");

/// *Turn*: the 3×3 block of a corner, and within it the corner with its two neighbours.
const BLOCKS: [(Bitboard, Bitboard); 4] = {
    let block = Bitboard(0x0007_0707);
    let corner = Bitboard(0x0000_0103);
    [
        (block, corner),
        (Bitboard(block.0 << 5), Bitboard(0x0000_80c0)),
        (Bitboard(block.0 << 40), Bitboard(0x0301 << 48)),
        (Bitboard(block.0 << 45), Bitboard(0xc080 << 48)),
    ]
};

/// A position: the pieces of each seat (White is seat 0), who acts, and Black's double placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TicTacToe {
    pieces: [Bitboard; 2],
    acts: Seat,
    /// Whether Black has used his double placement.
    doubled: bool,
    /// The first piece of a double placement, while the second is due.
    near: Option<Square>,
}

/// A piece placed; `double` for the first of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    square: Square,
    double: bool,
}

/// *Double placement*: the squares at least three king's steps from all of a set.
fn far_from(pieces: Bitboard) -> Bitboard {
    let near = pieces | pieces.neighbours();
    !(near | near.neighbours())
}

impl TicTacToe {
    fn occupied(&self) -> Bitboard {
        self.pieces[0] | self.pieces[1]
    }

    fn over(&self) -> bool {
        self.occupied().len() == 2 * u32::from(HAND) || self.pieces.into_iter().any(has_row::<4>)
    }

    /// The squares on which a single piece may be placed.
    fn targets(&self) -> Bitboard {
        let occupied = self.occupied();
        match (self.near, occupied.len()) {
            (Some(near), _) => far_from(occupied & !Bitboard::of(near)),
            (None, 0) => BLOCKS.into_iter().fold(Bitboard::EMPTY, |set, (_, corner)| set | corner),
            (None, 1) => {
                let belongs = |(block, _): &(Bitboard, Bitboard)| !(*block & occupied).is_empty();
                let block = BLOCKS.into_iter().find(belongs).map_or(Bitboard::ALL, |(block, _)| block);
                block & !occupied
            }
            (None, _) => !occupied,
        }
    }

    /// The squares on which the first piece of a double placement may be placed: near ones, if there is a far one.
    fn double_targets(&self) -> Bitboard {
        let occupied = self.occupied();
        let hand = hands(self.pieces, HAND)[1];
        if self.acts == Seat::FIRST || self.doubled || self.near.is_some() || occupied.len() < 2 || hand < 2 {
            return Bitboard::EMPTY;
        }
        let far = far_from(occupied);
        if far.is_empty() { far } else { !(occupied | far) }
    }
}

impl Game for TicTacToe {
    type Ply = Piece;

    const INFO: Info = Info {
        slug: "tic-tac-toe",
        family: Family::Figures,
        ru: "Крестики-нолики",
        en: "Tic-tac-toe",
        aliases: &["Four in a row", "Четыре в ряд", "Noughts and crosses"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };

    fn start(_: &Options) -> Self {
        TicTacToe { pieces: [Bitboard::EMPTY; 2], acts: Seat::FIRST, doubled: false, near: None }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Piece>) {
        if !self.over() {
            list.extend(self.targets().into_iter().map(|square| Piece { square, double: false }));
            list.extend(self.double_targets().into_iter().map(|square| Piece { square, double: true }));
        }
    }

    fn count(&self) -> usize {
        if self.over() { 0 } else { (self.targets().len() + self.double_targets().len()) as usize }
    }

    fn play(&mut self, piece: Piece) {
        self.pieces[self.acts.index()].add(piece.square);
        self.near = None;
        if piece.double {
            self.doubled = true;
            self.near = Some(piece.square);
            return;
        }
        // A player without pieces is skipped.
        let other = self.acts.other();
        if hands(self.pieces, HAND)[other.index()] > 0 {
            self.acts = other;
        }
    }

    /// *End*: four in a row, or both hands empty.
    fn outcome(&self) -> Option<Outcome> {
        for seat in [Seat::FIRST, Seat::SECOND] {
            if has_row::<4>(self.pieces[seat.index()]) {
                return Some(Outcome::win(seat, FOUR));
            }
        }
        self.over().then(|| Outcome::draw(Reason::ALL_PLACED))
    }

    fn endless(&self) -> Endless {
        Endless::NEVER
    }

    fn is_irreversible(&self, _: Piece) -> bool {
        true
    }

    fn key(&self) -> u64 {
        let rest = u64::from(self.acts.0)
            | u64::from(self.doubled) << 1
            | self.near.map_or(64, |square| square.index() as u64) << 8;
        key_of([self.pieces[0].0, self.pieces[1].0, rest])
    }

    fn text(&self, piece: Piece) -> String {
        let mark = if piece.double { "+" } else { "" };
        format!("{}{mark}", piece.square)
    }

    fn board(&self) -> Board {
        board(self.pieces, Bitboard::EMPTY, HAND)
    }
}

impl Evaluate for TicTacToe {
    /// Four in a row, made or stopped.
    fn is_capture(&self, piece: Piece) -> bool {
        self.pieces.into_iter().any(|pieces| completes::<4>(pieces, piece.square))
    }

    /// *Evaluation*: rows of four without enemy pieces, by what they hold; a row of three is won by whoever acts, and two of
    /// them by the other as well; Black's double placement.
    const TERMS: &'static [Term] = &[
        term("ones", 3),
        term("twos", 20),
        term("threes", 20),
        term("wins-now", 5_000),
        term("threatens", 130),
        term("threatens-twice", 1_200),
        term("open-two-now", 300),
        term("open-two-next", 40),
        term("double", 60),
        term("doubling", 20),
        term("centre", 2),
        term("tempo", 15),
    ];

    #[inline]
    fn measure(&self, seat: Seat) -> Measured {
        const CENTRE: Bitboard = Bitboard(0x0000_3c3c_3c3c_0000);
        let side = |seat: Seat| -> [i32; 12] {
            let [own, enemy] = [self.pieces[seat.index()], self.pieces[seat.other().index()]];
            let shapes = Shapes::of::<4, 3>(own, enemy, Completed::AnyLength);
            let now = i32::from(seat == self.acts);
            // The second piece of a double placement goes far away.
            let allowed = if now == 1 { self.targets() } else { Bitboard::ALL };
            let wins = i32::from(!(shapes.completing & allowed).is_empty());
            let twice = i32::from(shapes.completing.len() > 1);
            [
                shapes.rows[1],
                shapes.rows[2],
                shapes.rows[3],
                wins * now,
                wins * (1 - now) * (1 - twice),
                twice * (1 - now),
                shapes.open.min(1) * now,
                shapes.open * (1 - now),
                i32::from(seat == Seat::SECOND && !self.doubled),
                i32::from(self.near.is_some()) * now,
                (own & CENTRE).len() as i32,
                now,
            ]
        };
        Measured::balance(side(seat), side(seat.other()))
    }
}

impl Show for TicTacToe {
    /// *Picture*: whether the double placement is still there, and the far squares while it is under way.
    fn view(&self, view: &mut View) {
        for pieces in self.pieces {
            view.mark(all_rows::<4>(pieces), Mark::Winning);
        }
        if self.over() {
            return;
        }
        if self.near.is_some() {
            view.count(CounterKind::TurnLeft, 1, None);
            view.mark(self.targets(), Mark::Target);
        } else if self.occupied().len() < 2 {
            view.mark(self.targets(), Mark::Target);
        }
        if !self.doubled {
            view.note = Some("×2".to_owned());
        }
    }

    /// *Picture*: both pieces of a double placement.
    fn view_ply(&self, piece: Piece, _: &Self, view: &mut View) {
        view.mark(piece.square, Mark::End);
        if let Some(near) = self.near {
            view.mark(near, Mark::End);
        }
    }
}
