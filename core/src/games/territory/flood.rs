//! Flood (go on the squares): `docs/rules/5a-territory.md#flood`.

use super::area::{Liberties, groups, nearer, stifles, without_liberty};
use super::show_score;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::games::put::Put;
use crate::history::Endless;
use crate::info::{BLACK_FIRST, Capital, Family, Info, OptionSpec};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::{Colour, Seat};
use crate::show::Show;
use crate::view::{Mark, TallyKind, View};

/// A position: pieces and hands of each seat (Black is seat 0), who acts, and what the last ply leaves behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flood {
    pieces: [Bitboard; 2],
    hands: [u8; 2],
    /// Pieces that each seat has lost.
    lost: [u8; 2],
    acts: Seat,
    /// *Repetition rule*: the one square that would bring back the board before the last ply.
    forbidden: Bitboard,
    /// Whether the last ply was a pass.
    passed: bool,
    over: bool,
}

impl Flood {
    fn free(&self) -> Bitboard {
        !(self.pieces[0] | self.pieces[1])
    }

    fn targets(&self) -> Bitboard {
        self.free() & !self.forbidden
    }

    /// *Capture*: takes a seat's groups without a free neighbour off.
    fn take_off(&mut self, seat: Seat) {
        let fallen = without_liberty(self.pieces[seat.index()], self.free());
        self.pieces[seat.index()] &= !fallen;
        self.lost[seat.index()] += fallen.len() as u8;
    }

    /// *Repetition rule*: a square on which a piece of the seat that acts would restore `before`.
    fn restoring(&self, before: [Bitboard; 2]) -> Bitboard {
        let (own, enemy) = (self.acts.index(), self.acts.other().index());
        let square = before[own] ^ self.pieces[own];
        // Only one piece more than now, and only fewer enemies.
        let possible = square.len() == 1
            && (square & !self.free()).is_empty()
            && (before[enemy] & !self.pieces[enemy]).is_empty();
        if !possible {
            return Bitboard::EMPTY;
        }
        let free = self.free() & !square;
        let left = self.pieces[enemy] & !without_liberty(self.pieces[enemy], free);
        if left == before[enemy] { square } else { Bitboard::EMPTY }
    }

    /// *End*: free squares of the regions whose neighbouring pieces are all one seat's, for each seat.
    fn areas(&self) -> [Bitboard; 2] {
        let free = self.free();
        let [black, white] = self.pieces.map(|set| set.side_neighbours().flood(free));
        [black & !white, white & !black]
    }
}

impl Game for Flood {
    type Ply = Put;

    const INFO: Info = Info {
        slug: "flood",
        family: Family::Territory,
        ru: "Потоп",
        en: "Flood",
        aliases: &["Go on the squares", "Го на клетках"],
        seats: BLACK_FIRST,
        options: &[OptionSpec { name: "pieces", values: &["32", "24", "16"] }],
        capital: Capital::King,
    };

    fn start(options: &Options) -> Self {
        let hand = match options.get("pieces") {
            Some("24") => 24,
            Some("16") => 16,
            _ => 32,
        };
        Flood {
            pieces: [Bitboard::EMPTY; 2],
            hands: [hand; 2],
            lost: [0; 2],
            acts: Seat::FIRST,
            forbidden: Bitboard::EMPTY,
            passed: false,
            over: false,
        }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    /// *Turn*: any free square but the forbidden one, or a pass.
    fn plies(&self, list: &mut Vec<Put>) {
        if !self.over {
            list.extend(self.targets().into_iter().map(Put::On));
            list.push(Put::Pass);
        }
    }

    fn count(&self) -> usize {
        if self.over { 0 } else { self.targets().len() as usize + 1 }
    }

    fn play(&mut self, ply: Put) {
        let before = self.pieces;
        let (own, other) = (self.acts, self.acts.other());
        match ply {
            Put::On(square) => {
                self.pieces[own.index()].add(square);
                self.hands[own.index()] = self.hands[own.index()].saturating_sub(1);
                self.take_off(other);
                self.over = self.hands == [0, 0];
                self.passed = false;
            }
            Put::Pass => {
                self.take_off(other);
                self.over = self.passed || self.hands[other.index()] == 0;
                self.passed = true;
            }
        }
        if self.over {
            self.take_off(own);
            self.take_off(other);
            self.forbidden = Bitboard::EMPTY;
        } else {
            if self.hands[other.index()] == 0 {
                // The skipped turn takes off as a pass would.
                self.take_off(own);
            } else {
                self.acts = other;
            }
            self.forbidden = self.restoring(before);
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.over {
            return None;
        }
        let areas = self.areas();
        let [black, white] = [0, 1].map(|seat| (self.pieces[seat] | areas[seat]).len() as i16);
        Some(Outcome::count(black, white, Reason::COUNT))
    }

    fn endless(&self) -> Endless {
        Endless::NEVER
    }

    fn is_irreversible(&self, _: Put) -> bool {
        true
    }

    fn key(&self) -> u64 {
        let rest = u64::from(self.acts.0)
            | u64::from(self.passed) << 1
            | u64::from(self.over) << 2
            | u64::from(self.hands[0]) << 8
            | u64::from(self.hands[1]) << 16;
        key_of([self.pieces[0].0, self.pieces[1].0, self.forbidden.0, rest])
    }

    fn text(&self, ply: Put) -> String {
        ply.to_string()
    }

    fn board(&self) -> Board {
        let mut board = Board::of_men_and_kings(self.pieces[1], self.pieces[0], Bitboard::EMPTY);
        board.hands = Some(self.hands.map(u16::from).into());
        board
    }
}

impl Evaluate for Flood {
    /// A ply that takes more than any other would, and of all plies that take what has fallen by itself only the pass.
    fn is_capture(&self, ply: Put) -> bool {
        let enemy = self.pieces[self.acts.other().index()];
        match ply {
            Put::On(square) => stifles(square.into(), enemy, self.free()),
            Put::Pass => !without_liberty(enemy, self.free()).is_empty(),
        }
    }

    /// *Evaluation*: pieces and the free squares nearer to them; groups with one or two free neighbours; squares that
    /// only one side can fill; pieces left in hand.
    const TERMS: &'static [Term] = &[
        term("pieces", 100),
        term("area", 90),
        term("fallen", -180),
        term("atari", -150),
        term("atari-acting", -50),
        term("two-liberties", -20),
        term("two-liberties-acting", -12),
        term("weak-groups", -15),
        term("liberties", 3),
        term("eyes", 30),
        term("inner", 5),
        term("groups", -4),
        term("border", -5),
        term("hand", 5),
        term("tempo", 30),
    ];

    #[inline]
    fn measure(&self, seat: Seat) -> Measured {
        let free = self.free();
        let areas = if self.over { self.areas() } else { nearer(self.pieces, free) };
        let len = |set: Bitboard| set.len() as i32;
        let side = |seat: Seat| -> [i32; 15] {
            let [own, enemy] = [self.pieces[seat.index()], self.pieces[seat.other().index()]];
            let mut all = [0; 15];
            all[0] = len(own);
            all[1] = len(areas[seat.index()]);
            if self.over {
                return all;
            }
            let now = usize::from(seat == self.acts);
            let liberties = Liberties::of(own, free);
            let [none, one, two, _] = liberties.pieces;
            // Whoever acts takes it, or may still save it.
            all[2] = none;
            all[3 + now] = one;
            all[5 + now] = two;
            all[7] = liberties.groups[1] + liberties.groups[2];
            let beside = own.side_neighbours() & free;
            let inner = beside & !enemy.side_neighbours();
            all[8] = len(beside);
            all[9] = len(inner & !free.side_neighbours());
            all[10] = len(inner);
            all[11] = liberties.number;
            all[12] = len(own & Bitboard::BORDER);
            all[13] = self.hands[seat.index()].into();
            all[14] = now as i32;
            all
        };
        Measured::balance(side(seat), side(seat.other()))
    }
}

impl Show for Flood {
    /// *Picture*: prisoners, the square forbidden by the repetition rule, groups about to fall; area at the end.
    fn view(&self, view: &mut View) {
        show_score(self.outcome(), view);
        for seat in [Seat::FIRST, Seat::SECOND] {
            view.tally(seat, TallyKind::Taken, self.lost[seat.other().index()], None);
        }
        if self.over {
            let [black, white] = self.areas();
            view.mark(black, Mark::Territory(Colour::Black));
            view.mark(white, Mark::Territory(Colour::White));
            return;
        }
        view.mark(self.forbidden, Mark::Forbidden);
        let free = self.free();
        let about_to_fall = |group: &Bitboard| (group.side_neighbours() & free).len() <= 1;
        for group in self.pieces.into_iter().flat_map(groups).filter(about_to_fall) {
            view.mark(group, Mark::Danger);
        }
    }

    /// *Picture*: who acts again, because the opponent's hand is empty.
    fn view_ply(&self, ply: Put, next: &Self, view: &mut View) {
        view.show_ply(&self.text(ply), &self.board(), &next.board());
        if next.acts == self.acts && !next.over {
            view.acts_again();
        }
    }
}
