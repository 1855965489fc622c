//! Reversi (Othello): `docs/rules/5a-territory.md#reversi`.

use super::endgame::{self, Count};
use super::flips::{targets, turned};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::{Evaluate, Finish};
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::history::Endless;
use crate::info::{BLACK_FIRST, Capital, Family, Info};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::Seat;
use crate::show::Show;
use crate::square::{Direction, Square};
use crate::view::{Mark, View};

/// A position: the pieces of each seat (Black is seat 0) and who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reversi {
    pieces: [Bitboard; 2],
    /// The legal squares of the seat that acts, so that they are looked for once a ply.
    targets: Bitboard,
    acts: Seat,
}

impl Reversi {
    fn of(pieces: [Bitboard; 2], acts: Seat) -> Self {
        let targets = targets(pieces[acts.index()], pieces[acts.other().index()]);
        Reversi { pieces, targets, acts }
    }

    fn own(&self) -> Bitboard {
        self.pieces[self.acts.index()]
    }

    fn enemy(&self) -> Bitboard {
        self.pieces[self.acts.other().index()]
    }
}

const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);
/// The diagonal neighbours of the corners.
const X_SQUARES: Bitboard = Bitboard(0x0042_0000_0000_4200);

/// The ranks without a free square, and the files.
#[inline]
fn full_lines(occupied: Bitboard) -> [Bitboard; 2] {
    let mut ranks = occupied.0;
    ranks &= ranks >> 4;
    ranks &= ranks >> 2;
    ranks &= ranks >> 1;
    let mut files = occupied.0;
    files &= files.rotate_right(32);
    files &= files.rotate_right(16);
    files &= files.rotate_right(8);
    [Bitboard((ranks & Bitboard::file(0).0) * 0xff), Bitboard(files)]
}

/// Pieces that can no longer be turned: on each of its four lines such a piece has the edge or another one at one side,
/// or the line is full. Only those that hang together with a corner are looked for.
#[inline]
fn stable(own: Bitboard, [full_ranks, full_files]: [Bitboard; 2]) -> Bitboard {
    use Direction::{Down, DownLeft, DownRight, Left, Right, Up, UpLeft, UpRight};
    let mut stable = own & CORNERS;
    if stable.is_empty() {
        return stable;
    }
    loop {
        let beside = |one: Direction, other: Direction| stable.shift(one) | stable.shift(other);
        let next = own
            & (beside(Left, Right) | full_ranks | Bitboard::file(0) | Bitboard::file(7))
            & (beside(Up, Down) | full_files | Bitboard::rank(0) | Bitboard::rank(7))
            & (beside(UpLeft, DownRight) | Bitboard::BORDER)
            & (beside(UpRight, DownLeft) | Bitboard::BORDER);
        if next == stable {
            return stable;
        }
        stable = next;
    }
}

impl Game for Reversi {
    type Ply = Square;

    const INFO: Info = Info {
        slug: "reversi",
        family: Family::Territory,
        ru: "Реверси",
        en: "Reversi",
        aliases: &["Отелло", "Othello"],
        seats: BLACK_FIRST,
        options: &[],
        capital: Capital::King,
    };

    fn start(_: &Options) -> Self {
        let black = [Square::at(3, 4), Square::at(4, 3)];
        let white = [Square::at(3, 3), Square::at(4, 4)];
        Reversi::of([black.into_iter().collect(), white.into_iter().collect()], Seat::FIRST)
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Square>) {
        list.extend(self.targets);
    }

    fn count(&self) -> usize {
        self.targets.len() as usize
    }

    fn play(&mut self, square: Square) {
        let turned = turned(self.own(), self.enemy(), square);
        let own = self.own() | turned | Bitboard::of(square);
        let enemy = self.enemy() & !turned;
        // The turn goes over by itself, unless only the same player can act.
        let theirs = targets(enemy, own);
        let again = if theirs.is_empty() { targets(own, enemy) } else { Bitboard::EMPTY };
        let seat = self.acts.index();
        self.pieces[seat] = own;
        self.pieces[1 - seat] = enemy;
        self.targets = theirs | again;
        if again.is_empty() {
            self.acts = self.acts.other();
        }
    }

    /// *End*: neither player has a legal ply. `play` leaves the turn with whoever has one.
    fn outcome(&self) -> Option<Outcome> {
        if !self.targets.is_empty() {
            return None;
        }
        let [black, white] = self.pieces.map(|pieces| pieces.len() as i16);
        Some(Outcome::count(black, white, Reason::COUNT))
    }

    fn endless(&self) -> Endless {
        Endless::NEVER
    }

    fn is_irreversible(&self, _: Square) -> bool {
        true
    }

    fn key(&self) -> u64 {
        key_of([self.pieces[0].0, self.pieces[1].0, u64::from(self.acts.0)])
    }

    fn text(&self, square: Square) -> String {
        square.to_string()
    }

    fn board(&self) -> Board {
        Board::of_men_and_kings(self.pieces[1], self.pieces[0], Bitboard::EMPTY)
    }
}

impl Evaluate for Reversi {
    /// A corner stays whose it is.
    fn is_capture(&self, square: Square) -> bool {
        CORNERS.has(square)
    }

    /// *Evaluation*: corners, pieces that cannot be turned any more, the squares beside empty corners, mobility and what
    /// it will be; the pieces themselves only near the end. Most are there twice, early (in eighths of the free squares)
    /// and late (in eighths of the others), so that each weighs as much as it does at the time.
    const TERMS: &'static [Term] = &[
        term("corners-early", 60),
        term("corners-late", 50),
        term("x-squares-early", -35),
        term("x-squares-late", -20),
        term("c-squares-early", -15),
        term("c-squares-late", -10),
        term("stable-early", 15),
        term("stable-late", 18),
        term("mobility-early", 6),
        term("mobility-late", 7),
        term("frontier-early", -3),
        term("frontier-late", -2),
        term("outlets", 3),
        term("pieces-early", -2),
        term("pieces-at-end", 8),
        term("corner-now", 250),
        term("corner-next", 120),
        term("edges", 5),
        term("last-square", 4),
        term("tempo", 20),
    ];

    #[inline]
    fn measure(&self, seat: Seat) -> Measured {
        let [own, enemy] = [self.pieces[seat.index()], self.pieces[seat.other().index()]];
        let free = !(own | enemy);
        let left = free.len() as i32;
        let beside = (CORNERS & free).neighbours();
        let frontier = free.neighbours();
        let full = full_lines(!free);
        let len = |set: Bitboard| set.len() as i32;
        let side = |own: Bitboard, enemy: Bitboard, acts: bool| -> [i32; 11] {
            let targets = if acts { self.targets } else { targets(own, enemy) };
            let (now, next) = if acts { (targets, Bitboard::EMPTY) } else { (Bitboard::EMPTY, targets) };
            [
                len(own & CORNERS),
                len(own & beside & X_SQUARES),
                len(own & beside & !X_SQUARES),
                len(stable(own, full)),
                len(targets),
                // An own piece beside a free square is a place where the enemy may find a ply.
                len(own & frontier),
                len(enemy.neighbours() & free),
                len(own),
                len(now & CORNERS).min(1),
                len(next & CORNERS),
                len(own & Bitboard::BORDER & !CORNERS & !beside),
            ]
        };
        let first = seat == self.acts;
        let (ours, theirs) = (side(own, enemy, first), side(enemy, own, !first));
        let [corners, x, c, stable, mobility, frontier, outlets, pieces, now, next, edges]: [i32; 11] =
            std::array::from_fn(|term| ours[term] - theirs[term]);
        let early = |term: i32| term * left / 8;
        let late = |term: i32| term * (64 - left) / 8;
        let acts = if first { 1 } else { -1 };
        let odd = if left % 2 == 1 { 1 } else { -1 };
        Measured::of([
            early(corners),
            late(corners),
            early(x),
            late(x),
            early(c),
            late(c),
            early(stable),
            late(stable),
            early(mobility),
            late(mobility),
            early(frontier),
            late(frontier),
            outlets,
            early(pieces),
            pieces * (13 - left).max(0),
            now,
            next,
            edges,
            odd * acts * (24 - left).max(0),
            acts,
        ])
    }

    fn finish(&self, nodes: u64, stop: &dyn Fn() -> bool) -> Option<Finish<Square>> {
        // As measured: half a million positions with sixteen free squares, and 2.4 times as many for each one more.
        let free = (!(self.own() | self.enemy())).len();
        let expected = (16..free).fold(500_000_u64, |nodes, _| nodes.saturating_mul(12) / 5);
        let expected = (free..16).fold(expected, |nodes, _| nodes * 5 / 12);
        if expected > nodes {
            return None;
        }
        let solved = endgame::solve(self.own(), self.enemy(), Count::Pieces, nodes, stop)?;
        Some(Finish { ply: solved.best, result: solved.score.cmp(&0), plies: free, nodes: solved.nodes })
    }
}

impl Show for Reversi {
    /// *Picture*: legal squares as dots. Both counts come with every board.
    fn view(&self, view: &mut View) {
        view.mark(self.targets, Mark::Target);
    }

    /// *Picture*: the last placed square, the pieces turned by it, and who acts again.
    fn view_ply(&self, ply: Square, next: &Self, view: &mut View) {
        view.show_ply(&self.text(ply), &self.board(), &next.board());
        if next.acts == self.acts && !next.targets.is_empty() {
            view.acts_again();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::rng;
    use rand::Rng;

    /// *Turn* and *Capture* looked up square by square.
    fn plain_turned(own: Bitboard, enemy: Bitboard, square: Square) -> Bitboard {
        let mut turned = Bitboard::EMPTY;
        for direction in Direction::ALL {
            let mut row = Bitboard::EMPTY;
            let mut next = square.step(direction);
            while let Some(at) = next.filter(|&at| enemy.has(at)) {
                row.add(at);
                next = at.step(direction);
            }
            if next.is_some_and(|at| own.has(at)) {
                turned |= row;
            }
        }
        turned
    }

    #[test]
    fn rows_are_turned_as_square_by_square() {
        for seed in 0..40 {
            let mut position = Reversi::start(&Options::default());
            let mut rng = rng(seed);
            let mut list = Vec::new();
            while position.outcome().is_none() {
                let (own, enemy) = (position.own(), position.enemy());
                for square in !(own | enemy) {
                    let expected = plain_turned(own, enemy, square);
                    assert_eq!(turned(own, enemy, square), expected, "{square}");
                    assert_eq!(position.targets.has(square), !expected.is_empty(), "{square}");
                }
                list.clear();
                position.plies(&mut list);
                position.play(list[rng.random_range(0..list.len())]);
            }
        }
    }

    #[test]
    fn stable_pieces_are_never_turned() {
        let mut found = 0;
        for seed in 0..100 {
            let mut position = Reversi::start(&Options::default());
            let mut rng = rng(seed);
            let mut fast = [Bitboard::EMPTY; 2];
            let mut list = Vec::new();
            while position.outcome().is_none() {
                list.clear();
                position.plies(&mut list);
                position.play(list[rng.random_range(0..list.len())]);
                let full = full_lines(position.pieces[0] | position.pieces[1]);
                for (fast, own) in fast.iter_mut().zip(position.pieces) {
                    assert!((*fast & !own).is_empty(), "turned: {:?}", *fast & !own);
                    *fast |= stable(own, full);
                    found += fast.len();
                }
            }
        }
        assert!(found > 1_000, "{found}");
    }

    #[test]
    fn a_skipped_turn_shows_who_acts_again() {
        let mut game = crate::Played::<Reversi>::new(&Options::default());
        for text in ["c4", "c3", "e6", "b4", "a4", "a5", "c2"] {
            game.play(text.parse().expect("a square"));
            assert_eq!(game.view().note, None);
        }
        game.play("a3".parse().expect("a square"));
        assert!(game.view().note.is_some());
    }
}
