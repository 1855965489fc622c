//! The move generator of the family: pieces on the board, their steps and captures.

use std::marker::PhantomData;

use arrayvec::ArrayVec;

use super::capture::{Hunt, Sink};
use super::ply::Ply;
use super::rules::{LastRank, Obligation, Reach, Ruled, each_way};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::key::key_of;
use crate::seat::Seat;
use crate::square::{Direction, Square};

/// The pieces and who acts. White is seat 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field<R> {
    /// The pieces of each seat, kings included.
    pub(super) pieces: [Bitboard; 2],
    /// The kings of both.
    pub(super) kings: Bitboard,
    /// Who acts.
    pub(super) acts: Seat,
    /// Whether a man's capture that reaches the last rank ends there. The same all through a game.
    pub(super) stops: bool,
    rules: PhantomData<R>,
}

/// The most positions that an ending may have to be solved: a second of work.
const MOST_SOLVED: usize = 600_000;

/// The start of twelve.
pub(super) const TWELVE: [Bitboard; 2] = [Bitboard(0x0055_aa55), Bitboard(0xaa55_aa00_0000_0000)];
/// The start of eight.
pub(super) const EIGHT: [Bitboard; 2] = [Bitboard(0xaa55), Bitboard(0xaa55_0000_0000_0000)];

impl<R: Ruled> Field<R> {
    /// Men and kings at the start; White acts.
    pub(super) fn new(pieces: [Bitboard; 2], kings: Bitboard) -> Self {
        let stops = R::RULES.last_rank == LastRank::Stops;
        Field { pieces, kings, acts: Seat::FIRST, stops, rules: PhantomData }
    }

    /// The same, where a man's capture ends on the last rank.
    pub(super) fn stopping(self, stops: bool) -> Self {
        Field { stops, ..self }
    }

    /// The pieces that words like `c3=w d8=B` put up, for a seat to act.
    #[cfg(test)]
    pub(super) fn of(words: &str, acts: Seat) -> Self {
        let mut field = Self::new([Bitboard::EMPTY; 2], Bitboard::EMPTY);
        field.acts = acts;
        for (square, letter) in crate::games::study::pieces(words) {
            field.pieces[usize::from(letter.eq_ignore_ascii_case("b"))].add(square);
            if letter == "W" || letter == "B" {
                field.kings.add(square);
            }
        }
        field
    }

    /// The pieces of the side that acts.
    #[inline]
    pub(super) fn own(&self) -> Bitboard {
        self.pieces[self.acts.index()]
    }

    /// The pieces of the other side.
    #[inline]
    pub(super) fn enemy(&self) -> Bitboard {
        self.pieces[self.acts.other().index()]
    }

    /// Whether a side has no pieces left.
    #[inline]
    pub(super) fn is_one_sided(&self) -> bool {
        self.pieces[0].is_empty() || self.pieces[1].is_empty()
    }

    /// All pieces.
    #[inline]
    pub(super) fn occupied(&self) -> Bitboard {
        self.pieces[0] | self.pieces[1]
    }

    /// The most positions that can come up from here, where they are few enough to be gone through at once.
    pub(super) fn ending(&self) -> Option<usize> {
        let rules = &R::RULES;
        let ways = [rules.man_steps, rules.man_leaps, rules.king_steps, rules.man_jumps, rules.king_jumps];
        let straight = ways.iter().any(|ways| Direction::ORTHOGONAL.iter().any(|&way| ways.has(way)));
        let mut free: usize = if straight { 64 } else { 32 };
        // Who acts, the squares of each side's pieces, and whether each that may change is a man or a king.
        let changing = if rules.kings_stay { self.occupied() } else { self.occupied() & !self.kings };
        let mut positions = 2_usize << changing.len().min(32);
        for side in self.pieces {
            for number in 1..=side.len() as usize {
                positions = positions.saturating_mul(free) / number;
                free -= 1;
            }
        }
        (positions <= MOST_SOLVED).then_some(MOST_SOLVED)
    }

    /// The last rank of a seat.
    #[inline]
    pub(super) const fn last_rank(seat: Seat) -> Bitboard {
        Bitboard::rank(if seat.0 == 0 { 7 } else { 0 })
    }

    /// The same pieces with the other side to act.
    #[inline]
    pub(super) fn turned(&self) -> Self {
        Field { acts: self.acts.other(), ..*self }
    }

    /// Adds the legal plies of the side that acts, without a look at endings.
    #[inline]
    pub(super) fn plies(&self, list: &mut Vec<Ply>) {
        if self.acts == Seat::FIRST { self.plies_of::<true>(list) } else { self.plies_of::<false>(list) }
    }

    /// Their number.
    #[inline]
    pub(super) fn count(&self) -> usize {
        if self.acts == Seat::FIRST { self.count_of::<true>() } else { self.count_of::<false>() }
    }

    /// Whether there is any.
    #[inline]
    pub(super) fn can_act(&self) -> bool {
        if self.acts == Seat::FIRST { self.can_act_of::<true>() } else { self.can_act_of::<false>() }
    }

    /// The pieces of the side that acts that can capture.
    #[inline]
    pub(super) fn capturers(&self) -> Bitboard {
        if self.acts == Seat::FIRST { self.capturers_of::<true>() } else { self.capturers_of::<false>() }
    }

    /// Adds the captures of some pieces of the side that acts.
    #[inline]
    pub(super) fn captures(&self, movers: Bitboard, list: &mut Vec<Ply>) {
        let start = list.len();
        let mut collector = Collector { field: self, list, start, most: 0 };
        if self.acts == Seat::FIRST {
            self.hunt::<_, true>(movers, &mut collector);
        } else {
            self.hunt::<_, false>(movers, &mut collector);
        }
    }

    /// The number of captures of some pieces of the side that acts.
    #[inline]
    pub(super) fn count_captures(&self, movers: Bitboard) -> usize {
        if self.acts == Seat::FIRST {
            self.count_captures_of::<true>(movers)
        } else {
            self.count_captures_of::<false>(movers)
        }
    }

    /// Hands out the steps of some pieces of the side that acts.
    #[inline]
    pub(super) fn each_step(&self, movers: Bitboard, found: impl FnMut(Ply)) {
        if self.acts == Seat::FIRST {
            self.steps_of::<true>(movers, found);
        } else {
            self.steps_of::<false>(movers, found);
        }
    }

    /// The number of steps of some pieces of a seat.
    #[inline]
    pub(super) fn count_steps(&self, seat: Seat, movers: Bitboard) -> usize {
        if seat == Seat::FIRST {
            self.count_steps_of::<true>(movers)
        } else {
            self.count_steps_of::<false>(movers)
        }
    }

    fn plies_of<const WHITE: bool>(&self, list: &mut Vec<Ply>) {
        let own = self.pieces[usize::from(!WHITE)];
        let capturers = self.capturers_of::<WHITE>();
        if !capturers.is_empty() {
            let start = list.len();
            let mut collector = Collector { field: self, list, start, most: 0 };
            self.hunt::<_, WHITE>(capturers, &mut collector);
            if R::RULES.obligation != Obligation::None {
                return;
            }
        }
        self.steps_of::<WHITE>(own, |ply| list.push(ply));
    }

    fn count_of<const WHITE: bool>(&self) -> usize {
        let own = self.pieces[usize::from(!WHITE)];
        let capturers = self.capturers_of::<WHITE>();
        let mut captures = 0;
        if !capturers.is_empty() {
            captures = self.count_captures_of::<WHITE>(capturers);
            if R::RULES.obligation != Obligation::None {
                return captures;
            }
        }
        captures + self.count_steps_of::<WHITE>(own)
    }

    fn count_captures_of<const WHITE: bool>(&self, movers: Bitboard) -> usize {
        let mut few = Few { few: ArrayVec::new(), more: Vec::new() };
        let mut collector = Collector { field: self, list: &mut few, start: 0, most: 0 };
        self.hunt::<_, WHITE>(movers, &mut collector);
        few.len()
    }

    fn can_act_of<const WHITE: bool>(&self) -> bool {
        let own = self.pieces[usize::from(!WHITE)];
        let empty = !self.occupied();
        let men = own & !self.kings;
        each_way!(R::RULES.man_steps.seen(WHITE), WAY => {
            if !(men.shift(WAY) & empty).is_empty() {
                return true;
            }
        });
        self.count_steps_of::<WHITE>(own) > 0 || !self.capturers_of::<WHITE>().is_empty()
    }

    /// What the pieces of a side may jump.
    #[inline]
    fn prey_of<const WHITE: bool>(&self) -> Bitboard {
        if R::RULES.eats_own { self.occupied() } else { self.pieces[usize::from(WHITE)] }
    }

    fn capturers_of<const WHITE: bool>(&self) -> Bitboard {
        let own = self.pieces[usize::from(!WHITE)];
        let prey = self.prey_of::<WHITE>();
        let occupied = self.occupied();
        let men = own & !self.kings;
        let mut capturers = Bitboard::EMPTY;
        if R::RULES.man_jumps.is(R::RULES.last_rank_jumps) {
            each_way!(R::RULES.man_jumps.seen(WHITE), WAY => {
                capturers |= men & jumpable(prey, occupied, WAY);
            });
        } else {
            let last = Self::last_rank(Seat(u8::from(!WHITE)));
            each_way!(R::RULES.man_jumps.seen(WHITE), WAY => {
                capturers |= men & !last & jumpable(prey, occupied, WAY);
            });
            each_way!(R::RULES.last_rank_jumps.seen(WHITE), WAY => {
                capturers |= men & last & jumpable(prey, occupied, WAY);
            });
        }
        let kings = own & self.kings;
        if !kings.is_empty() {
            match R::RULES.king_reach {
                Reach::Neighbour => each_way!(R::RULES.king_jumps.seen(WHITE), WAY => {
                    capturers |= kings & jumpable(prey, occupied, WAY);
                }),
                Reach::Behind | Reach::Any => {
                    for king in kings {
                        if can_fly(R::RULES.king_jumps.seen(WHITE), king, prey, occupied) {
                            capturers.add(king);
                        }
                    }
                }
            }
        }
        capturers
    }

    fn hunt<S: Sink, const WHITE: bool>(&self, movers: Bitboard, sink: &mut S) {
        let prey = self.prey_of::<WHITE>();
        let occupied = self.occupied();
        for from in movers {
            let king = self.kings.has(from);
            Hunt::<R, S, WHITE>::new(from, prey, occupied, self.stops, sink).run(king);
        }
    }

    #[inline]
    fn steps_of<const WHITE: bool>(&self, movers: Bitboard, mut found: impl FnMut(Ply)) {
        let occupied = self.occupied();
        let empty = !occupied;
        let men = movers & !self.kings;
        let last = match R::RULES.last_rank {
            LastRank::Never => Bitboard::EMPTY,
            _ => Self::last_rank(Seat(u8::from(!WHITE))),
        };
        let step = |from, to, crowned| Ply { captured: Bitboard::EMPTY, from, to, crowned };
        each_way!(R::RULES.man_steps.seen(WHITE), WAY => {
            for to in men.shift(WAY) & empty {
                if let Some(from) = Bitboard::of(to).shift(WAY.opposite()).first() {
                    found(step(from, to, last.has(to)));
                }
            }
        });
        each_way!(R::RULES.man_leaps.seen(WHITE), WAY => {
            let own = self.pieces[usize::from(!WHITE)];
            for to in (men.shift(WAY) & own).shift(WAY) & empty {
                if let Some(from) = Bitboard::of(to).shift(WAY.opposite()).shift(WAY.opposite()).first() {
                    found(step(from, to, last.has(to)));
                }
            }
        });
        for from in movers & self.kings {
            for to in king_steps::<R>(from, occupied) {
                found(step(from, to, false));
            }
        }
    }

    fn count_steps_of<const WHITE: bool>(&self, movers: Bitboard) -> usize {
        let occupied = self.occupied();
        let empty = !occupied;
        let men = movers & !self.kings;
        let mut count = 0;
        each_way!(R::RULES.man_steps.seen(WHITE), WAY => {
            count += (men.shift(WAY) & empty).len();
        });
        each_way!(R::RULES.man_leaps.seen(WHITE), WAY => {
            let own = self.pieces[usize::from(!WHITE)];
            count += ((men.shift(WAY) & own).shift(WAY) & empty).len();
        });
        for from in movers & self.kings {
            count += king_steps::<R>(from, occupied).len();
        }
        count as usize
    }

    /// Plays a legal ply of the side that acts.
    #[inline]
    pub(super) fn play(&mut self, ply: Ply) {
        let (own, enemy) = (self.acts.index(), self.acts.other().index());
        let from = Bitboard::of(ply.from);
        let king = ply.crowned || self.kings.has(ply.from);
        // *switch-off*: captured kings stay, as men.
        let gone = if R::RULES.kings_stay { ply.captured & !self.kings } else { ply.captured };
        self.pieces[own] &= !from;
        if R::RULES.eats_own {
            self.pieces[own] &= !gone;
        }
        self.pieces[enemy] &= !gone;
        self.kings &= !(from | ply.captured);
        self.pieces[own].add(ply.to);
        if king {
            self.kings.add(ply.to);
        }
        self.acts = self.acts.other();
    }

    /// Whether two plies lead to the same position (*One text per result*).
    #[inline]
    fn same_result(&self, a: Ply, b: Ply) -> bool {
        if a.from == b.from {
            return a == b;
        }
        // Pieces that start on different squares can do the same only by running a loop, or by eating one another.
        if !R::RULES.eats_own && (a.from != a.to || b.from != b.to) {
            return false;
        }
        let after = |ply| {
            let mut field = *self;
            field.play(ply);
            (field.pieces, field.kings)
        };
        after(a) == after(b)
    }

    /// *Endless play*: whether a ply of the side that acts is irreversible: a capture, a crowning, most steps of a man.
    #[inline]
    pub(super) fn is_irreversible(&self, ply: Ply) -> bool {
        if ply.is_capture() || ply.crowned {
            return true;
        }
        if self.kings.has(ply.from) {
            return false;
        }
        if R::RULES.progress.is(R::RULES.man_steps) {
            return true;
        }
        let mut progress = false;
        each_way!(R::RULES.progress.seen(self.acts == Seat::FIRST), WAY => {
            progress |= Bitboard::ray(ply.from, WAY).has(ply.to);
        });
        progress
    }

    /// The canonical text of a legal ply.
    pub(super) fn text(&self, ply: Ply) -> String {
        if !ply.is_capture() {
            return format!("{}-{}", ply.from, ply.to);
        }
        self.routes(ply, 0).first
    }

    /// All texts of a capture, the canonical one apart.
    pub(super) fn other_routes(&self, ply: Ply) -> Vec<String> {
        /// More routes than this are never told apart by people.
        const MOST: usize = 200;
        if !ply.is_capture() {
            return Vec::new();
        }
        let routes = self.routes(ply, MOST);
        routes.others.into_iter().filter(|text| *text != routes.first).collect()
    }

    fn routes(&self, ply: Ply, most: usize) -> Routes<'_, R> {
        let mut routes =
            Routes { field: self, ply, way: Vec::new(), first: String::new(), others: Vec::new(), most };
        // Another piece can do the same only as `same_result` says.
        let mut movers = Bitboard::of(ply.from);
        if R::RULES.eats_own {
            movers |= ply.captured & self.own();
        } else if ply.from == ply.to {
            movers = self.own();
        }
        for from in movers {
            routes.way.clear();
            routes.way.push(from);
            let mover = Bitboard::of(from);
            if self.acts == Seat::FIRST {
                self.hunt::<_, true>(mover, &mut routes);
            } else {
                self.hunt::<_, false>(mover, &mut routes);
            }
        }
        routes
    }

    /// The words of the key.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        key_of([self.pieces[0].0, self.pieces[1].0, self.kings.0, u64::from(self.acts.0)])
    }

    /// The pieces in letters.
    pub(super) fn board(&self) -> Board {
        Board::of_men_and_kings(self.pieces[0], self.pieces[1], self.kings)
    }
}

/// From which squares a jump over a neighbour leads onto an empty square.
#[inline]
fn jumpable(prey: Bitboard, occupied: Bitboard, way: Direction) -> Bitboard {
    let back = way.opposite();
    (prey & (!occupied).shift(back)).shift(back)
}

#[inline]
fn can_fly(ways: super::rules::Ways, from: Square, prey: Bitboard, occupied: Bitboard) -> bool {
    let mut can = false;
    each_way!(ways, WAY => {
        if let Some(over) = (Bitboard::ray(from, WAY) & occupied).nearest(WAY) {
            can |= prey.has(over) && !(Bitboard::of(over).shift(WAY) & !occupied).is_empty();
        }
    });
    can
}

/// *Step* of a king.
#[inline]
fn king_steps<R: Ruled>(from: Square, occupied: Bitboard) -> Bitboard {
    let mut steps = Bitboard::EMPTY;
    each_way!(R::RULES.king_steps, WAY => {
        steps |= if R::RULES.king_flies {
            Bitboard::reach(from, WAY, occupied)
        } else {
            Bitboard::of(from).shift(WAY) & !occupied
        };
    });
    steps
}

/// A list of captures that can grow.
trait List {
    fn len(&self) -> usize;
    fn cut(&mut self, len: usize);
    fn add(&mut self, ply: Ply);
    fn any(&self, from: usize, same: impl FnMut(Ply) -> bool) -> bool;
}

impl List for Vec<Ply> {
    #[inline]
    fn len(&self) -> usize {
        self.len()
    }

    #[inline]
    fn cut(&mut self, len: usize) {
        self.truncate(len);
    }

    #[inline]
    fn add(&mut self, ply: Ply) {
        self.push(ply);
    }

    #[inline]
    fn any(&self, from: usize, mut same: impl FnMut(Ply) -> bool) -> bool {
        self.iter().skip(from).any(|&ply| same(ply))
    }
}

/// A list that hardly ever needs the heap.
struct Few {
    few: ArrayVec<Ply, 32>,
    more: Vec<Ply>,
}

impl List for Few {
    #[inline]
    fn len(&self) -> usize {
        self.few.len() + self.more.len()
    }

    #[inline]
    fn cut(&mut self, len: usize) {
        self.few.truncate(len);
        self.more.truncate(len.saturating_sub(self.few.capacity()));
    }

    #[inline]
    fn add(&mut self, ply: Ply) {
        if self.few.try_push(ply).is_err() {
            self.more.push(ply);
        }
    }

    #[inline]
    fn any(&self, from: usize, mut same: impl FnMut(Ply) -> bool) -> bool {
        self.few.iter().chain(&self.more).skip(from).any(|&ply| same(ply))
    }
}

/// Collects the legal captures: one for every result, and under the majority rule the largest only.
struct Collector<'a, R, L> {
    field: &'a Field<R>,
    list: &'a mut L,
    start: usize,
    most: u32,
}

impl<R: Ruled, L: List> Sink for Collector<'_, R, L> {
    const ROUTES: bool = false;

    #[inline]
    fn end(&mut self, ply: Ply) {
        let size = ply.captured.len();
        if R::RULES.obligation == Obligation::Majority {
            if size < self.most {
                return;
            }
            if size > self.most {
                self.list.cut(self.start);
                self.most = size;
            }
        }
        // A single jump is never done in two ways.
        if size > 1 && self.list.any(self.start, |other| self.field.same_result(other, ply)) {
            return;
        }
        self.list.add(ply);
    }
}

/// Collects the texts of all routes to the result of one capture.
struct Routes<'a, R> {
    field: &'a Field<R>,
    ply: Ply,
    way: Vec<Square>,
    first: String,
    others: Vec<String>,
    most: usize,
}

impl<R: Ruled> Sink for Routes<'_, R> {
    const ROUTES: bool = true;

    #[inline]
    fn wants(&self, prey: Bitboard) -> bool {
        // Of two pieces that can do the same by eating one another, each takes the other.
        let other = if R::RULES.eats_own { Bitboard::of(self.ply.from) } else { Bitboard::EMPTY };
        !(prey & (self.ply.captured | other)).is_empty()
    }

    fn enter(&mut self, to: Square) {
        self.way.push(to);
    }

    fn leave(&mut self) {
        self.way.pop();
    }

    fn end(&mut self, ply: Ply) {
        if !self.field.same_result(self.ply, ply) {
            return;
        }
        let squares: Vec<String> = self.way.iter().map(Square::to_string).collect();
        let text = squares.join(":");
        if self.others.len() < self.most {
            self.others.push(text.clone());
        }
        if self.first.is_empty() || text < self.first {
            self.first = text;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::Rng;

    use super::*;
    use crate::games::draughts::{Checkers, Damas, Makyek, Russian, SelfEaters, Stilts, SwitchOff, Vertep};

    /// All captures by all routes, whatever they lead to.
    struct All {
        way: Vec<Square>,
        ends: Vec<(Ply, String)>,
    }

    impl Sink for All {
        const ROUTES: bool = true;

        fn enter(&mut self, to: Square) {
            self.way.push(to);
        }

        fn leave(&mut self) {
            self.way.pop();
        }

        fn end(&mut self, ply: Ply) {
            let squares: Vec<String> = self.way.iter().map(Square::to_string).collect();
            self.ends.push((ply, squares.join(":")));
        }
    }

    /// *One text per result*, told plainly: group all routes by what they lead to, and take the first text of each.
    fn plainly<R: Ruled>(field: &Field<R>) -> Vec<String> {
        let mut all = All { way: Vec::new(), ends: Vec::new() };
        for from in field.own() {
            all.way = vec![from];
            if field.acts == Seat::FIRST {
                field.hunt::<_, true>(from.into(), &mut all);
            } else {
                field.hunt::<_, false>(from.into(), &mut all);
            }
        }
        let most = all.ends.iter().map(|(ply, _)| ply.captured.len()).max().unwrap_or(0);
        let mut firsts: BTreeMap<[u64; 3], String> = BTreeMap::new();
        for (ply, text) in all.ends {
            if R::RULES.obligation == Obligation::Majority && ply.captured.len() < most {
                continue;
            }
            let mut next = *field;
            next.play(ply);
            let first = firsts
                .entry([next.pieces[0].0, next.pieces[1].0, next.kings.0])
                .or_insert_with(|| text.clone());
            if text < *first {
                *first = text;
            }
        }
        let mut texts: Vec<_> = firsts.into_values().collect();
        texts.sort_unstable();
        texts
    }

    /// Positions put up at random, so full of kings and loops as hardly ever in play.
    fn one_text_per_result<R: Ruled>(seed: u64) {
        let mut rng = crate::search::rng(seed);
        let mut seen = 0;
        for _ in 0..3_000 {
            let mut field = Field::<R>::new([Bitboard::EMPTY; 2], Bitboard::EMPTY);
            field.acts = Seat(rng.random_range(0..2));
            let pieces = rng.random_range(6..=24);
            for _ in 0..pieces {
                let square = Square::new(rng.random_range(0..64));
                if !square.is_dark() || field.occupied().has(square) {
                    continue;
                }
                let seat = if rng.random_bool(0.7) { field.acts.other() } else { field.acts };
                field.pieces[seat.index()].add(square);
                if rng.random_bool(0.4) || Field::<R>::last_rank(seat).has(square) {
                    field.kings.add(square);
                }
            }
            let mut list = Vec::new();
            field.captures(field.capturers(), &mut list);
            assert_eq!(field.count_captures(field.capturers()), list.len());
            let mut texts: Vec<_> = list.iter().map(|&ply| field.text(ply)).collect();
            texts.sort_unstable();
            assert_eq!(texts, plainly(&field), "{:?}", field.board());
            seen += list.len();
        }
        assert!(seen > 1_000);
    }

    #[test]
    fn every_result_has_one_text_and_it_is_the_first() {
        one_text_per_result::<Russian>(1);
        one_text_per_result::<Checkers>(2);
        one_text_per_result::<Damas>(3);
        one_text_per_result::<Makyek>(4);
        one_text_per_result::<SwitchOff>(5);
        one_text_per_result::<SelfEaters>(6);
        one_text_per_result::<Stilts>(7);
        one_text_per_result::<Vertep>(8);
    }
}
