//! Tumbling Down: `docs/rules/3b-frontal-stacks.md#tumblin-down`.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::history::Endless;
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::key::mix;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::Seat;
use crate::show::Show;
use crate::square::{Direction, Square};
use crate::stack::{Piece, Stack, Stacks};
use crate::view::{Mark, Sign, View};

/// The heights of White's stacks at the start, file by file from a, rank by rank from 1.
const START: [&[u8]; 4] = [&[2, 3, 4, 3, 2, 1], &[1, 2, 3, 2, 1], &[0, 1, 2, 1], &[0, 0, 1]];

/// A side has no king.
const NO_KING: Reason = Reason("no-king");

/// A position: the stacks, who acts, and how the last ply ended the game, if it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TumblinDown {
    stacks: Stacks<1>,
    /// *Kings* of both seats. They follow from the stacks, but are asked for again with every ply.
    kings: [Bitboard; 2],
    acts: Seat,
    end: Option<(Seat, Reason)>,
}

/// A ply: a whole stack is laid out in a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tumble {
    from: Square,
    direction: Direction,
}

impl Tumble {
    /// The squares ahead, to the edge.
    fn ahead(self) -> impl Iterator<Item = Square> {
        std::iter::successors(self.from.step(self.direction), move |square| square.step(self.direction))
    }
}

impl TumblinDown {
    fn new(stacks: Stacks<1>, acts: Seat) -> TumblinDown {
        let kings = [Seat::FIRST, Seat::SECOND].map(|seat| TumblinDown::kings(&stacks, seat));
        TumblinDown { stacks, kings, acts, end: None }
    }

    /// *Kings*: the tallest of the stacks made only of a seat's pieces.
    fn kings(stacks: &Stacks<1>, seat: Seat) -> Bitboard {
        let (mut kings, mut tallest) = (Bitboard::EMPTY, 1);
        for square in stacks.owned(seat) {
            let stack = stacks.at(square);
            let height = stack.height();
            if height < tallest || stack.only() != Some(seat) {
                continue;
            }
            if height > tallest {
                (kings, tallest) = (Bitboard::EMPTY, height);
            }
            kings.add(square);
        }
        kings
    }

    /// *Turn*: lays a stack out; the last square is the one where it is used up, or the one before the edge.
    fn lay(&mut self, ply: Tumble) {
        let mut left = self.stacks.at(ply.from);
        self.stacks.set(ply.from, Stack::EMPTY);
        for square in ply.ahead() {
            let pieces = if square.step(ply.direction).is_some() { 1 } else { left.height() };
            // What is laid next is the lowest part of what is left.
            let (rest, laid) = left.split(left.height().saturating_sub(pieces));
            if laid.is_empty() {
                break;
            }
            self.stacks.set(square, laid.on(self.stacks.at(square)));
            left = rest;
        }
    }

    /// The square of the piece laid last.
    fn last(&self, ply: Tumble) -> Square {
        ply.ahead().take(self.stacks.at(ply.from).height() as usize).last().unwrap_or(ply.from)
    }

    /// Whether a ply leaves an own piece on top of one of these squares.
    fn covers(&self, ply: Tumble, squares: Bitboard) -> bool {
        let (seat, stack) = (self.acts, self.stacks.at(ply.from));
        (0..stack.height()).zip(ply.ahead()).any(|(below, square)| {
            let last = square.step(ply.direction).is_none();
            squares.has(square) && (last || stack_piece(stack, below) == Some(seat))
        })
    }

    /// How many stacks of a seat could put a piece of their own on top of a square.
    fn attackers(&self, seat: Seat, target: Square) -> u32 {
        let own = self.stacks.owned(seat);
        let mut attackers = 0;
        for direction in Direction::ALL {
            let edge = target.step(direction).is_none();
            for square in Bitboard::ray(target, direction.opposite()) & own {
                let stack = self.stacks.at(square);
                let below = u32::from(square.king_distance(target)) - 1;
                let reaches = below < stack.height();
                attackers += u32::from(reaches && (edge || stack_piece(stack, below) == Some(seat)));
            }
        }
        attackers
    }
}

/// Whose piece lies on top of `below` others in a stack.
fn stack_piece(stack: Stack<1>, below: u32) -> Option<Seat> {
    let above = stack.height().checked_sub(below + 1)?;
    let (_, rest) = stack.split(above);
    rest.top().map(|piece| piece.seat)
}

impl Game for TumblinDown {
    type Ply = Tumble;

    const INFO: Info = Info {
        slug: "tumblin-down",
        family: Family::Stacks,
        ru: "Тумблин даун",
        en: "Tumbling Down",
        aliases: &["Tumblin Down", "Тамблин даун"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };

    fn start(_: &Options) -> Self {
        let mut stacks = Stacks::EMPTY;
        for (rank, heights) in (0..).zip(START) {
            for (file, &height) in (0..).zip(heights) {
                for seat in [Seat::FIRST, Seat::SECOND] {
                    let square = Square::at(file, rank);
                    let square = if seat == Seat::FIRST { square } else { square.turned() };
                    let pieces = (0..height).map(|_| Piece::man(seat));
                    stacks.set(square, pieces.fold(Stack::EMPTY, Stack::push));
                }
            }
        }
        TumblinDown::new(stacks, Seat::FIRST)
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Tumble>) {
        if self.end.is_some() {
            return;
        }
        for from in self.stacks.owned(self.acts) {
            let open = Direction::ALL.into_iter().filter(|&direction| from.step(direction).is_some());
            list.extend(open.map(|direction| Tumble { from, direction }));
        }
    }

    fn count(&self) -> usize {
        if self.end.is_some() {
            return 0;
        }
        // Eight neighbours, five at an edge, three in a corner.
        const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);
        let own = self.stacks.owned(self.acts);
        let (all, edges, corners) = (own.len(), (own & Bitboard::BORDER).len(), (own & CORNERS).len());
        (8 * all - 3 * edges - 2 * corners) as usize
    }

    /// The ply, and *End*: its four questions in their order.
    fn play(&mut self, ply: Tumble) {
        let (seat, enemy) = (self.acts, self.acts.other());
        let hunted = self.kings[enemy.index()];
        let guarded = self.kings[seat.index()] & !Bitboard::of(ply.from);
        self.lay(ply);
        *self = TumblinDown::new(self.stacks, enemy);
        self.end = if !(hunted & self.stacks.owned(seat)).is_empty() {
            Some((seat, Reason::CAPTURED))
        } else if self.kings[enemy.index()].is_empty() {
            Some((seat, NO_KING))
        } else if !(guarded & self.stacks.owned(enemy)).is_empty() {
            Some((enemy, Reason::CAPTURED))
        } else if self.kings[seat.index()].is_empty() {
            Some((enemy, NO_KING))
        } else {
            None
        };
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end.map(|(winner, reason)| Outcome::win(winner, reason))
    }

    /// *Endless play*: nothing is irreversible, so the 300 plies are counted from the start.
    fn endless(&self) -> Endless {
        Endless { no_progress: Some(300), ..Endless::STANDARD }
    }

    fn is_irreversible(&self, _: Tumble) -> bool {
        false
    }

    fn key(&self) -> u64 {
        mix(self.stacks.key(), u64::from(self.acts.0))
    }

    fn text(&self, ply: Tumble) -> String {
        format!("{}-{}", ply.from, self.last(ply))
    }

    fn board(&self) -> Board {
        self.stacks.board()
    }
}

impl Evaluate for TumblinDown {
    /// The capture of a king is the only one.
    fn is_capture(&self, ply: Tumble) -> bool {
        self.covers(ply, self.kings[self.acts.other().index()])
    }

    const TERMS: &'static [Term] = &[
        term("king-taken", 5000),
        term("king-in-reach", 60),
        term("attackers", 20),
        term("kings", -40),
        term("tallest", 0),
        term("next-tallest", 0),
        term("pure-stacks", 0),
        term("pure-pieces", 10),
        term("stacks", 12),
        term("covered", 0),
        term("near-king", 3),
        term("shelter", 0),
        term("edge-kings", 0),
        term("tempo", 5),
    ];

    /// *Evaluation*: enemy kings in reach and by how many stacks, counted once for whoever acts; how many kings there are and
    /// what could replace them; stacks to act with, whole and on top of enemies; stacks near the enemy's kings.
    fn measure(&self, seat: Seat) -> Measured {
        let len = |set: Bitboard| set.len() as i32;
        let side = |of: Seat| {
            let own = self.stacks.owned(of);
            let (kings, hunted) = (self.kings[of.index()], self.kings[of.other().index()]);
            let acts = i32::from(self.acts == of);
            let attackers: i32 = hunted.into_iter().map(|king| self.attackers(of, king) as i32).sum();
            let hits = attackers.min(1);
            let height = |square: Square| self.stacks.at(square).height() as i32;
            let tallest = kings.first().map_or(0, height);
            let [mut next, mut pure, mut pieces] = [0; 3];
            for square in own {
                let stack = self.stacks.at(square);
                if stack.only() == Some(of) {
                    let height = stack.height() as i32;
                    pure += 1;
                    pieces += height;
                    next += i32::from(height + 1 == tallest);
                }
            }
            let near = hunted.neighbours();
            [
                acts * hits,
                (1 - acts) * hits,
                (1 - acts) * attackers,
                len(kings),
                tallest,
                next,
                pure,
                pieces,
                len(own),
                len(own) - pure,
                len(own & (near | near.neighbours())),
                len(kings.neighbours() & own),
                len(kings & Bitboard::BORDER),
                acts,
            ]
        };
        Measured::balance(side(seat), side(seat.other()))
    }
}

impl Show for TumblinDown {
    /// *Picture*: the kings, whole stacks, carry the sign on their top piece.
    fn view(&self, view: &mut View) {
        for square in self.kings[0] | self.kings[1] {
            if let Some(top) = view.pieces.get_mut(&square).and_then(|stack| stack.last_mut()) {
                top.sign = Sign::King;
            }
        }
    }

    /// *Picture*: the whole line, and the kings that it took.
    fn view_ply(&self, ply: Tumble, next: &Self, view: &mut View) {
        let last = self.last(ply);
        view.marks.push((ply.from, Mark::Start));
        let way = ply.ahead().take_while(|&square| square != last);
        view.marks.extend(way.map(|square| (square, Mark::Way)));
        view.marks.push((last, Mark::End));
        let taken = self.kings[self.acts.other().index()] & next.stacks.owned(self.acts);
        view.mark(taken, Mark::Taken);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::study::{after, shows};

    fn position(words: &str) -> TumblinDown {
        TumblinDown::new(Stacks::from_words(words), Seat::FIRST)
    }

    fn kings(position: &TumblinDown, seat: Seat) -> String {
        let names: Vec<String> =
            position.kings[seat.index()].into_iter().map(|square| square.to_string()).collect();
        names.join(" ")
    }

    #[test]
    fn kings_are_found_anew() {
        let start = TumblinDown::start(&Options::default());
        assert_eq!((kings(&start, Seat::FIRST), kings(&start, Seat::SECOND)), ("c1".into(), "f8".into()));
        assert_eq!(kings(&after(&start, "c1-c5"), Seat::FIRST), "c2");
        assert_eq!(kings(&after(&start, "c1-a1"), Seat::FIRST), "a1");
        let line = after(&start, "b1-a2 f8-h6 d1-a1 e7-e5");
        assert_eq!(kings(&line, Seat::SECOND), "h6 f7 g7 e8 g8");
    }

    #[test]
    fn the_ends_are_judged_in_order() {
        // One's own king buried by one's own ply, with an enemy piece on top of it.
        let buried = position("a1=bw a2=www h8=bb");
        let lost = after(&buried, "a1-a3");
        shows(&lost, "a1= a2=wwwb a3=w");
        assert_eq!(lost.outcome(), Some(Outcome::win(Seat::SECOND, Reason::CAPTURED)));
        // An enemy piece laid on the enemy's king leaves it a king.
        let grown = after(&position("a1=bw a2=bb h8=b d1=ww"), "a1-a3");
        shows(&grown, "a2=bbb a3=w");
        assert_eq!((grown.outcome(), kings(&grown, Seat::SECOND)), (None, "a2".into()));
        // The mover's last pure stack gone.
        let none = after(&position("a1=w b1=b h8=bb"), "a1-b1");
        assert_eq!(none.outcome(), Some(Outcome::win(Seat::SECOND, NO_KING)));
        // At the same time the enemy's king is taken: that comes first.
        let both = after(&position("a1=w b1=b"), "a1-b1");
        assert_eq!(both.outcome(), Some(Outcome::win(Seat::FIRST, Reason::CAPTURED)));
    }

    #[test]
    fn what_is_in_reach_is_what_plies_cover() {
        let mut position = TumblinDown::start(&Options::default());
        for _ in 0..40 {
            let mut list = Vec::new();
            position.plies(&mut list);
            if list.is_empty() {
                break;
            }
            for target in Square::all() {
                let covering = list.iter().filter(|&&ply| position.covers(ply, Bitboard::of(target))).count();
                assert_eq!(position.attackers(position.acts, target) as usize, covering, "{target}");
                let seen = list.iter().filter(|&&ply| {
                    let mut next = position;
                    next.lay(ply);
                    let laid = next.stacks.at(target) != position.stacks.at(target);
                    laid && ply.from != target && next.stacks.owned(position.acts).has(target)
                });
                assert_eq!(seen.count(), covering, "{target}");
            }
            let quiet = list.iter().rev().find(|&&ply| !position.is_capture(ply));
            position.play(*quiet.unwrap_or(&list[0]));
        }
    }
}
