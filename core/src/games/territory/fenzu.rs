//! Fenzu: `docs/rules/5a-territory.md#fenzu`.

use super::show_score;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::history::Endless;
use crate::info::{Capital, Family, Info, OptionSpec, WHITE_FIRST};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::{Colour, Seat};
use crate::show::Show;
use crate::square::{Direction, Square};
use crate::view::{Line, Mark, OwnedLine, TallyKind, View};

/// Pieces in hand at the start.
const HAND: u8 = 18;

/// *Players and start*: the ranks on which each seat (White is seat 0) places.
const HALVES: [Bitboard; 2] = [Bitboard(0xffff_ffff), Bitboard(0xffff_ffff << 32)];

/// A position: pieces, hands and prisoners of each seat, who acts, and what must be struck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fenzu {
    pieces: [Bitboard; 2],
    hands: [u8; 2],
    prisoners: [u8; 2],
    acts: Seat,
    /// The piece just sacrificed.
    sacrificed: Option<Square>,
    /// Whether pieces in hand count (option `count`).
    hands_count: bool,
}

/// *Turn*: the squares that a piece hits: its file and its two diagonals, through everything between.
fn hit_from(square: Square) -> Bitboard {
    use Direction::{Down, DownLeft, DownRight, Up, UpLeft, UpRight};
    let ways = [Up, UpRight, DownRight, Down, DownLeft, UpLeft];
    ways.into_iter().fold(Bitboard::EMPTY, |set, way| set | Bitboard::ray(square, way))
}

/// The squares that any piece of a set hits.
fn hit_by(pieces: Bitboard) -> Bitboard {
    pieces.into_iter().fold(Bitboard::EMPTY, |set, square| set | hit_from(square))
}

impl Fenzu {
    fn over(&self) -> bool {
        self.sacrificed.is_none() && (self.hands[0] == 0 || self.hands[1] == 0)
    }

    /// The free squares of a seat's half.
    fn room(&self, seat: Seat) -> Bitboard {
        HALVES[seat.index()] & !(self.pieces[0] | self.pieces[1])
    }

    /// Those of them that no enemy piece hits.
    fn safe(&self, seat: Seat) -> Bitboard {
        self.room(seat) & !hit_by(self.pieces[seat.other().index()])
    }

    /// The squares of all legal plies: of the striking pieces when a strike is due, else the squares to place on.
    fn targets(&self) -> Bitboard {
        if let Some(sacrificed) = self.sacrificed {
            return self.pieces[self.acts.index()] & hit_from(sacrificed);
        }
        if self.over() {
            return Bitboard::EMPTY;
        }
        let safe = self.safe(self.acts);
        if safe.is_empty() { self.room(self.acts) } else { safe }
    }

    /// *End*: what a seat scores.
    fn score(&self, seat: Seat) -> i16 {
        let seat = seat.index();
        let hand = if self.hands_count { i16::from(self.hands[seat]) } else { 0 };
        self.pieces[seat].len() as i16 + hand + i16::from(self.prisoners[seat])
    }
}

impl Game for Fenzu {
    /// Where a piece is placed, or which piece strikes.
    type Ply = Square;

    const INFO: Info = Info {
        slug: "fenzu",
        family: Family::Territory,
        ru: "Фэнзу",
        en: "Fenzu",
        aliases: &["Фензу"],
        seats: WHITE_FIRST,
        options: &[OptionSpec { name: "count", values: &["kept", "board"] }],
        capital: Capital::King,
    };

    fn start(options: &Options) -> Self {
        Fenzu {
            pieces: [Bitboard::EMPTY; 2],
            hands: [HAND; 2],
            prisoners: [0; 2],
            acts: Seat::FIRST,
            sacrificed: None,
            hands_count: !options.is("count", "board"),
        }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Square>) {
        list.extend(self.targets());
    }

    fn count(&self) -> usize {
        self.targets().len() as usize
    }

    fn play(&mut self, square: Square) {
        let (own, enemy) = (self.acts.index(), self.acts.other().index());
        if let Some(sacrificed) = self.sacrificed.take() {
            self.pieces[enemy].remove(sacrificed);
            self.prisoners[own] += 1;
            self.pieces[own].remove(square);
            self.hands[own] += 1;
        } else {
            if hit_by(self.pieces[enemy]).has(square) {
                self.sacrificed = Some(square);
            }
            self.pieces[own].add(square);
            self.hands[own] = self.hands[own].saturating_sub(1);
        }
        self.acts = self.acts.other();
    }

    fn outcome(&self) -> Option<Outcome> {
        let [white, black] = [Seat::FIRST, Seat::SECOND].map(|seat| self.score(seat));
        self.over().then(|| Outcome::count(white, black, Reason::COUNT))
    }

    fn endless(&self) -> Endless {
        Endless::NEVER
    }

    fn is_irreversible(&self, _: Square) -> bool {
        true
    }

    fn key(&self) -> u64 {
        let rest = u64::from(self.acts.0)
            | self.sacrificed.map_or(64, |square| square.index() as u64) << 8
            | u64::from(self.hands[0]) << 16
            | u64::from(self.hands[1]) << 24
            | u64::from(self.prisoners[0]) << 32
            | u64::from(self.prisoners[1]) << 40;
        key_of([self.pieces[0].0, self.pieces[1].0, rest])
    }

    fn text(&self, square: Square) -> String {
        if self.sacrificed.is_some() { format!("x{square}") } else { square.to_string() }
    }

    fn board(&self) -> Board {
        let mut board = Board::of_men_and_kings(self.pieces[0], self.pieces[1], Bitboard::EMPTY);
        board.hands = Some(self.hands.map(u16::from).into());
        board
    }
}

impl Evaluate for Fenzu {
    fn is_capture(&self, _: Square) -> bool {
        self.sacrificed.is_some()
    }

    /// *Evaluation*: the count, the safe squares of both sides, and who runs out of them first.
    const TERMS: &'static [Term] = &[
        term("score", 100),
        term("prisoners", 0),
        term("strikes", 100),
        term("strikers", 2),
        term("safe", 8),
        term("safe-few", 25),
        term("none-safe", -60),
        term("none-safe-acting", -40),
        term("enough-safe", 5),
        term("hand", -5),
        term("hits", 1),
        term("last-safe", 5),
        term("tempo", 10),
    ];

    #[inline]
    fn measure(&self, seat: Seat) -> Measured {
        let len = |set: Bitboard| set.len() as i32;
        let side = |seat: Seat| -> [i32; 13] {
            let now = i32::from(seat == self.acts);
            // A piece to be struck is as good as lost.
            let strikes = i32::from(self.sacrificed.is_some()) * now;
            let strikers = if strikes > 0 { len(self.targets()) } else { 0 };
            let hit = hit_by(self.pieces[seat.other().index()]);
            let room = self.room(seat);
            let safe = len(room & !hit);
            let hand = i32::from(self.hands[seat.index()]);
            [
                self.score(seat).into(),
                self.prisoners[seat.index()].into(),
                strikes,
                strikers,
                safe,
                safe.min(8),
                i32::from(safe == 0) * (1 - now),
                i32::from(safe == 0) * now,
                safe.min(hand),
                hand,
                // What one's own half suffers is the enemy's.
                -len(room & hit),
                i32::from(safe % 2 == 1) * (8 - safe).max(0),
                now,
            ]
        };
        Measured::balance(side(seat), side(seat.other()))
    }
}

impl Show for Fenzu {
    /// *Picture*: the line between the halves, hit squares of the player to act, the sacrificed piece and its
    /// possible strikers, prisoners.
    fn view(&self, view: &mut View) {
        show_score(self.outcome(), view);
        view.lines.push(OwnedLine { line: Line::Middle, colour: Colour::White });
        for seat in [Seat::FIRST, Seat::SECOND] {
            view.tally(seat, TallyKind::Taken, self.prisoners[seat.index()], None);
        }
        if let Some(sacrificed) = self.sacrificed {
            view.mark(sacrificed, Mark::Danger);
            view.mark(self.targets(), Mark::Active);
        } else if !self.over() {
            view.mark(self.room(self.acts) & !self.safe(self.acts), Mark::Hit);
        }
    }

    /// The default takes a strike's square for the end of a way: it is where the striker stood.
    fn view_ply(&self, ply: Square, _: &Self, view: &mut View) {
        if let Some(sacrificed) = self.sacrificed {
            view.mark(ply, Mark::Start);
            view.mark(sacrificed, Mark::Taken);
        } else {
            view.mark(ply, Mark::End);
        }
    }
}
