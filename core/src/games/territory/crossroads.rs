//! Crossroads: `docs/rules/5a-territory.md#crossroads`.

use super::area::{groups, nearer};
use super::show_score;
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
use crate::seat::{Colour, Seat};
use crate::show::Show;
use crate::square::{Direction, Square};
use crate::view::{Line, Mark, OwnedLine, View};

/// A position: for each seat (White is seat 0) its pieces, its files and its ranks, and who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossroads {
    pieces: [Bitboard; 2],
    files: [Bitboard; 2],
    ranks: [Bitboard; 2],
    acts: Seat,
}

impl Crossroads {
    /// Whether all 16 lines have owners.
    fn over(&self) -> bool {
        self.files[0] | self.files[1] == Bitboard::ALL && self.ranks[0] | self.ranks[1] == Bitboard::ALL
    }

    fn free(&self) -> Bitboard {
        !(self.pieces[0] | self.pieces[1])
    }

    /// The free squares on lines of a seat's opponent.
    fn closed(&self, seat: Seat) -> Bitboard {
        let enemy = seat.other().index();
        (self.files[enemy] | self.ranks[enemy]) & self.free()
    }

    /// *Turn*: the free squares whose lines are each one's own or without owner. None when the game is over, since
    /// no such square is free any more.
    fn targets(&self) -> Bitboard {
        self.free() & !self.closed(self.acts)
    }

    /// *End*: the regions of free squares that each seat gets.
    fn regions(&self) -> [Bitboard; 2] {
        let more_on = |border: Bitboard, of: [Bitboard; 2]| {
            let [white, black] = of.map(|set| (set & border).len());
            (white != black).then_some(usize::from(black > white))
        };
        let mut by_border = [Bitboard::EMPTY; 2];
        let mut disputed = Vec::new();
        for region in groups(self.free()) {
            let border = region.side_neighbours() & !region;
            match more_on(border, self.pieces) {
                Some(seat) => by_border[seat] |= region,
                None => disputed.push(region),
            }
        }
        let mut given = by_border;
        for region in disputed {
            let corners = region.neighbours() & !region & !region.side_neighbours();
            if let Some(seat) = more_on(corners, by_border) {
                given[seat] |= region;
            }
        }
        given
    }
}

impl Game for Crossroads {
    type Ply = Square;

    const INFO: Info = Info {
        slug: "crossroads",
        family: Family::Territory,
        ru: "Перекрёсток",
        en: "Crossroads",
        aliases: &[],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };

    fn start(_: &Options) -> Self {
        let none = [Bitboard::EMPTY; 2];
        Crossroads { pieces: none, files: none, ranks: none, acts: Seat::FIRST }
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
        let own = self.acts.index();
        self.pieces[own].add(square);
        self.files[own] |= Bitboard::file(square.file());
        self.ranks[own] |= Bitboard::rank(square.rank());
        if self.over() {
            // What only one player could fill is filled at once.
            for seat in 0..2 {
                self.pieces[seat] |= self.files[seat] & self.ranks[seat];
            }
        }
        self.acts = self.acts.other();
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.over() {
            return None;
        }
        let regions = self.regions();
        let [white, black] = [0, 1].map(|seat| (self.pieces[seat] | regions[seat]).len() as i16);
        Some(Outcome::count(white, black, Reason::COUNT))
    }

    fn endless(&self) -> Endless {
        Endless::NEVER
    }

    fn is_irreversible(&self, _: Square) -> bool {
        true
    }

    /// The owners of the lines follow from the pieces.
    fn key(&self) -> u64 {
        key_of([self.pieces[0].0, self.pieces[1].0, u64::from(self.acts.0)])
    }

    fn text(&self, square: Square) -> String {
        square.to_string()
    }

    fn board(&self) -> Board {
        Board::of_men_and_kings(self.pieces[0], self.pieces[1], Bitboard::EMPTY)
    }
}

impl Evaluate for Crossroads {
    /// *Evaluation*: files times ranks owned, squares with one line owned and the other still open, crossed squares
    /// beside one's own and nearer to them, lines in a row, choices left.
    const TERMS: &'static [Term] = &[
        term("owned", 100),
        term("half-owned", 45),
        term("beside-crossed", 10),
        term("nearer-crossed", 40),
        term("lines", 10),
        term("adjacent", 0),
        term("enemy-closed", 5),
        term("inner", 0),
        term("last-line", 20),
        term("tempo", 20),
    ];

    #[inline]
    fn measure(&self, seat: Seat) -> Measured {
        let len = |set: Bitboard| set.len() as i32;
        let sure = [0, 1].map(|seat| self.files[seat] & self.ranks[seat]);
        let crossed = self.files[0] & self.ranks[1] | self.ranks[0] & self.files[1];
        let areas = nearer(sure, crossed);
        let open_files = !(self.files[0] | self.files[1]);
        let open_ranks = !(self.ranks[0] | self.ranks[1]);
        let lines = |files: Bitboard, ranks: Bitboard| {
            len(files & Bitboard::rank(0)) + len(ranks & Bitboard::file(0))
        };
        let side = |seat: Seat| -> [i32; 10] {
            let own = seat.index();
            let sure = sure[own];
            [
                len(sure),
                len(self.files[own] & open_ranks | self.ranks[own] & open_files),
                len(sure.side_neighbours() & crossed),
                len(areas[own]),
                lines(self.files[own], self.ranks[own]),
                len(sure & sure.shift(Direction::Right)) + len(sure & sure.shift(Direction::Up)),
                len(self.closed(seat.other())),
                len(sure & !Bitboard::BORDER),
                0,
                i32::from(seat == self.acts),
            ]
        };
        let mut measured = Measured::balance(side(seat), side(seat.other()));
        // With an odd number of lines open, whoever acts may hope for the last; it tells only near the end.
        let open = lines(open_files, open_ranks);
        let odd = if open % 2 == 1 { 1 } else { -1 };
        let acts = if seat == self.acts { 1 } else { -1 };
        measured[8] = odd * acts * (5 - open).clamp(0, 4);
        measured
    }
}

impl Show for Crossroads {
    /// *Picture*: owners of files and ranks along the edge, squares closed to the player to act; at the end the
    /// regions by owner.
    fn view(&self, view: &mut View) {
        show_score(self.outcome(), view);
        for (seat, colour) in [(0, Colour::White), (1, Colour::Black)] {
            let owned =
                |line: Line, first: Square, of: Bitboard| of.has(first).then_some(OwnedLine { line, colour });
            view.lines.extend(
                (0..8)
                    .flat_map(|n| {
                        [
                            owned(Line::File(n), Square::at(n, 0), self.files[seat]),
                            owned(Line::Rank(n), Square::at(0, n), self.ranks[seat]),
                        ]
                    })
                    .flatten(),
            );
        }
        if self.over() {
            let [white, black] = self.regions();
            view.mark(white, Mark::Territory(Colour::White));
            view.mark(black, Mark::Territory(Colour::Black));
        } else {
            view.mark(self.closed(self.acts), Mark::Closed);
        }
    }
}
