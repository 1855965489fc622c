//! Curtain: `docs/rules/5b-figures.md#curtain`.

use super::rows::AXES;
use super::{board, hands, placed};
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
use crate::view::{Mark, Outline, View};

/// Pieces in hand at the start.
const HAND: u8 = 30;
/// The squares of the widest gap: a line of eight less the piece at either end.
const WIDEST: usize = 6;

/// A position: the pieces of each seat (White is seat 0) and who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Curtain {
    pieces: [Bitboard; 2],
    acts: Seat,
}

/// The squares that one ply fills: one, or several in a row, from the first in square order to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fill {
    first: Square,
    last: Square,
}

impl Fill {
    fn one(square: Square) -> Self {
        Fill { first: square, last: square }
    }

    fn squares(self) -> Bitboard {
        let toward = |from: u8, to: u8| (to as i8 - from as i8).signum();
        let step = (toward(self.first.file(), self.last.file()), toward(self.first.rank(), self.last.rank()));
        let direction = Direction::ALL.into_iter().find(|direction| direction.delta() == step);
        let way = direction
            .map_or(Bitboard::EMPTY, |direction| Bitboard::reach(self.first, direction, self.last.into()));
        way | Bitboard::of(self.first) | Bitboard::of(self.last)
    }
}

/// The own pieces that end a gap, looking along a direction from the piece before it.
#[inline]
fn ends(own: Bitboard, free: Bitboard, direction: Direction) -> Bitboard {
    let mut gap = own.shift(direction) & free;
    for _ in 1..WIDEST {
        gap |= gap.shift(direction) & free;
    }
    gap.shift(direction) & own
}

impl Curtain {
    fn free(&self) -> Bitboard {
        !(self.pieces[0] | self.pieces[1])
    }

    fn hand(&self, seat: Seat) -> u8 {
        hands(self.pieces, HAND)[seat.index()]
    }

    fn has_gap(&self, seat: Seat) -> bool {
        let (own, free) = (self.pieces[seat.index()], self.free());
        AXES.into_iter().any(|axis| !ends(own, free, axis).is_empty())
    }

    /// Hands the gaps of a seat, whole, to `each`. A square that is a gap of its own in several directions comes once.
    fn gaps(&self, seat: Seat, mut each: impl FnMut(Fill)) {
        let (own, free) = (self.pieces[seat.index()], self.free());
        let mut singles = Bitboard::EMPTY;
        for direction in AXES {
            let back = direction.opposite();
            for end in ends(own, free, direction) {
                let gap = Bitboard::reach(end, back, !free);
                if gap.len() == 1 {
                    singles |= gap;
                } else if let (Some(first), Some(last)) = (gap.nearest(direction), gap.nearest(back)) {
                    each(Fill { first, last });
                }
            }
        }
        singles.into_iter().map(Fill::one).for_each(each);
    }

    /// A gap as far as the hand reaches.
    fn cut(&self, gap: Fill) -> Fill {
        let most = usize::from(self.hand(self.acts));
        let squares = gap.squares();
        if squares.len() as usize <= most {
            return gap;
        }
        let mut last = gap.first;
        let toward = AXES.into_iter().find(|&way| Bitboard::ray(gap.first, way).has(gap.last));
        for _ in 1..most {
            last = toward.and_then(|way| last.step(way)).unwrap_or(last);
        }
        Fill { last, ..gap }
    }

    fn over(&self) -> bool {
        hands(self.pieces, HAND).contains(&0)
    }
}

impl Game for Curtain {
    type Ply = Fill;

    const INFO: Info = Info {
        slug: "curtain",
        family: Family::Figures,
        ru: "Завеса",
        en: "Curtain",
        aliases: &[],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };

    fn start(_: &Options) -> Self {
        Curtain { pieces: [Bitboard::EMPTY; 2], acts: Seat::FIRST }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    /// *Turn*: a gap must be filled if there is one; else any empty square.
    fn plies(&self, list: &mut Vec<Fill>) {
        if self.over() {
            return;
        }
        if !self.has_gap(self.acts) {
            list.extend(self.free().into_iter().map(Fill::one));
        } else if usize::from(self.hand(self.acts)) >= WIDEST {
            self.gaps(self.acts, |gap| list.push(gap));
        } else {
            // Gaps that begin alike may be the same ply once they are cut.
            let from = list.len();
            self.gaps(self.acts, |gap| {
                let fill = self.cut(gap);
                if !list[from..].contains(&fill) {
                    list.push(fill);
                }
            });
        }
    }

    fn count(&self) -> usize {
        if self.over() {
            0
        } else if !self.has_gap(self.acts) {
            self.free().len() as usize
        } else if usize::from(self.hand(self.acts)) >= WIDEST {
            let mut count = 0;
            self.gaps(self.acts, |_| count += 1);
            count
        } else {
            let mut list = Vec::new();
            self.plies(&mut list);
            list.len()
        }
    }

    fn play(&mut self, fill: Fill) {
        self.pieces[self.acts.index()] |= fill.squares();
        self.acts = self.acts.other();
    }

    /// *End*: a hand is empty.
    fn outcome(&self) -> Option<Outcome> {
        let winner = hands(self.pieces, HAND).into_iter().position(|hand| hand == 0)?;
        Some(Outcome::win(Seat(winner as u8), Reason::ALL_PLACED).with_score(placed(self.pieces)))
    }

    fn endless(&self) -> Endless {
        Endless::NEVER
    }

    fn is_irreversible(&self, _: Fill) -> bool {
        true
    }

    fn key(&self) -> u64 {
        key_of([self.pieces[0].0, self.pieces[1].0, u64::from(self.acts.0)])
    }

    fn text(&self, fill: Fill) -> String {
        if fill.first == fill.last {
            fill.first.to_string()
        } else {
            format!("{}..{}", fill.first, fill.last)
        }
    }

    /// The squares from the other end; any one square of a gap, where it lies in no other.
    fn other_texts(&self, fill: Fill, list: &mut Vec<String>) {
        if fill.first == fill.last {
            return;
        }
        list.push(format!("{}..{}", fill.last, fill.first));
        let mut others = Bitboard::EMPTY;
        let mut fills = Vec::new();
        self.plies(&mut fills);
        fills.into_iter().filter(|&other| other != fill).for_each(|other| others |= other.squares());
        list.extend((fill.squares() & !others).into_iter().map(|square| square.to_string()));
    }

    fn board(&self) -> Board {
        board(self.pieces, Bitboard::EMPTY, HAND)
    }
}

impl Evaluate for Curtain {
    fn is_capture(&self, fill: Fill) -> bool {
        fill.first != fill.last
    }

    /// *Evaluation*: pieces placed; the gaps that the seat that acts will fill, and those that wait, which are safer while
    /// the other is forced to fill his own.
    const TERMS: &'static [Term] = &[
        term("pieces", 100),
        term("longest-now", 90),
        term("gaps-now", 10),
        term("number-now", 5),
        term("longest-next", 25),
        term("gaps-next", 8),
        term("number-next", 5),
        term("longest-next-forced", 30),
        term("gaps-next-forced", 5),
        term("bound", -10),
        term("few-left", 10),
        term("border", 0),
        term("tempo", 40),
    ];

    #[inline]
    fn measure(&self, seat: Seat) -> Measured {
        let free = self.free();
        let gaps = |seat: Seat| -> [i32; 3] {
            let own = self.pieces[seat.index()];
            let (mut longest, mut all, mut number) = (0, 0, 0);
            for direction in AXES {
                for end in ends(own, free, direction) {
                    let length = Bitboard::reach(end, direction.opposite(), !free).len() as i32;
                    longest = longest.max(length);
                    all += length;
                    number += 1;
                }
            }
            [longest, all, number]
        };
        let (now, next) = (gaps(self.acts), gaps(self.acts.other()));
        // Whoever has a gap must fill it and cannot break the other's.
        let bound = i32::from(now[2] > 0);
        let side = |seat: Seat| -> [i32; 13] {
            let own = self.pieces[seat.index()];
            let few = (8 - i32::from(self.hand(seat))).max(0);
            let border = (own & Bitboard::BORDER).len() as i32;
            let placed = own.len() as i32;
            if seat == self.acts {
                let hand = i32::from(self.hand(seat));
                [placed, now[0].min(hand), now[1], now[2], 0, 0, 0, 0, 0, bound, few, border, 1]
            } else {
                let [longest, all, number] = next;
                [placed, 0, 0, 0, longest, all, number, longest * bound, all * bound, 0, few, border, 0]
            }
        };
        Measured::balance(side(seat), side(seat.other()))
    }
}

impl Show for Curtain {
    /// *Picture*: the gaps of the player who acts.
    fn view(&self, view: &mut View) {
        if self.over() {
            return;
        }
        let colour = [Colour::White, Colour::Black][self.acts.index()];
        let mut all = Bitboard::EMPTY;
        self.gaps(self.acts, |gap| {
            all |= gap.squares();
            view.outlines
                .push(Outline { squares: gap.squares().into_iter().collect(), colour: Some(colour) });
        });
        view.mark(all, Mark::Target);
    }

    /// *Picture*: all squares of the last ply.
    fn view_ply(&self, fill: Fill, _: &Self, view: &mut View) {
        view.mark(fill.squares(), Mark::End);
    }
}
