//! Alquerque: `docs/rules/2a-capture-race.md#alquerque`.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::games::steps::{Jumps, Steps};
use crate::history::Stop;
use crate::info::{Capital, Family, Info, OptionSpec, WHITE_FIRST};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::Seat;
use crate::show::Show;
use crate::square::{Direction, Square, squares_in};
use crate::view::{Mark, Shape, View};

/// The squares of the board of 7×7.
const SEVEN: Bitboard = Bitboard(0x007f_7f7f_7f7f_7f7f);

/// The lines on which pieces step and jump.
const AXES: [Direction; 4] = [Direction::Up, Direction::UpRight, Direction::Right, Direction::DownRight];

/// The eight directions in the ASCII order of the squares to which they lead.
const BY_NAME: [Direction; 8] = [
    Direction::DownLeft,
    Direction::Left,
    Direction::UpLeft,
    Direction::Down,
    Direction::Up,
    Direction::DownRight,
    Direction::Right,
    Direction::UpRight,
];

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alquerque {
    pieces: [Bitboard; 2],
    acts: Seat,
    /// The enemy pieces that the player who acts may take off as a fine.
    fines: Bitboard,
    /// The squares of the board. The same all through a game.
    field: Bitboard,
    /// The squares from which a piece of the player who acts could jump: asked for again and again.
    starts: Bitboard,
}

/// A ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// A piece steps.
    Step(Square, Square),
    /// A piece captures, one piece after another.
    Series {
        /// What it takes.
        taken: Bitboard,
        /// Where it starts.
        from: Square,
        /// Where it ends.
        to: Square,
    },
    /// A piece is taken off as a fine.
    Fine(Square),
}

impl Alquerque {
    fn set_up(white: Bitboard, field: Bitboard) -> Self {
        let turn = |square: Square| Square::new((field.0.ilog2() as u8).wrapping_sub(square.index() as u8));
        let black = white.into_iter().map(turn).collect();
        Self::of([white, black], Seat::FIRST, field)
    }

    /// The position of these pieces, without fines.
    fn of(pieces: [Bitboard; 2], acts: Seat, field: Bitboard) -> Self {
        let mut position = Alquerque { pieces, acts, fines: Bitboard::EMPTY, field, starts: Bitboard::EMPTY };
        position.starts = starts(position.enemy(), position.free());
        position
    }

    #[inline]
    fn own(&self) -> Bitboard {
        self.pieces[self.acts.index()]
    }

    #[inline]
    fn enemy(&self) -> Bitboard {
        self.pieces[self.acts.other().index()]
    }

    #[inline]
    fn free(&self) -> Bitboard {
        self.field & !(self.pieces[0] | self.pieces[1])
    }

    /// *Capture*: the jumps with which series begin.
    #[inline]
    fn jumps(&self) -> Jumps<4> {
        Jumps::of(self.own(), AXES, self.enemy(), self.free())
    }

    /// *Capture*: the pieces that can jump.
    #[inline]
    fn jumpers(&self) -> Bitboard {
        self.own() & self.starts
    }

    /// *Capture*: adds the series of two jumps and more, one of every result.
    // Always inlined, as `play` is: a random game takes a seventh longer otherwise.
    #[inline(always)]
    fn add_longer(&self, jumps: &Jumps<4>, list: &mut Vec<Act>) {
        let (own, enemy, free) = (self.own(), self.enemy(), self.free());
        // One piece less changes nothing for the second jump: the square that it leaves is too near.
        let vias = jumps.ends() & free & self.starts;
        if !vias.is_empty() {
            add_through(vias, own, enemy, free, list);
        }
    }

    /// The ways of a series, those by name first, up to a number of them.
    fn ways(&self, act: Act, most: usize) -> Vec<String> {
        let Act::Series { from, to, taken } = act else { return Vec::new() };
        let mut ways = Ways { to, most, way: vec![from], texts: Vec::new() };
        ways.jump(from, self.free(), taken);
        ways.texts
    }

    #[inline]
    fn steps(&self) -> Steps<4> {
        Steps::of(self.own(), AXES, self.free())
    }

    fn can_act(&self) -> bool {
        !(self.own().neighbours() & self.free()).is_empty()
            || !self.fines.is_empty()
            || !self.jumpers().is_empty()
    }

    /// *Evaluation*: the enemy pieces that a seat can take with a first jump, and the squares on which a second one ends.
    fn prey(&self, seat: Seat) -> (Bitboard, Bitboard) {
        let (own, enemy, free) = (self.pieces[seat.index()], self.pieces[seat.other().index()], self.free());
        let jumps =
            |from: Bitboard, direction: Direction| (from.shift(direction) & enemy).shift(direction) & free;
        let mut prey = Bitboard::EMPTY;
        let mut landings = Bitboard::EMPTY;
        for direction in Direction::ALL {
            let landing = jumps(own, direction);
            landings |= landing;
            prey |= landing.shift(direction.opposite());
        }
        if landings.is_empty() {
            return (prey, landings);
        }
        // Back over the piece just taken it would be the first square, which still counts as held.
        let on = |on, direction| on | jumps(landings, direction);
        (prey, Direction::ALL.into_iter().fold(Bitboard::EMPTY, on))
    }

    /// *Evaluation*: the free squares on which a piece of a seat would be safe, and its pieces that are not.
    fn safety(&self, seat: Seat) -> (Bitboard, Bitboard) {
        let (own, enemy, free) = (self.pieces[seat.index()], self.pieces[seat.other().index()], self.free());
        let stands = self.field & !own;
        let (mut struck, mut open) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for direction in Direction::ALL {
            let behind = free.shift(direction.opposite());
            struck |= enemy.shift(direction) & behind;
            open |= stands.shift(direction) & behind;
        }
        (free & !struck, own & open)
    }
}

/// The series of a single jump.
#[inline]
fn single((from, over, to): (Square, Square, Square)) -> Act {
    Act::Series { from, to, taken: Bitboard::of(over) }
}

/// *Capture*: the squares from which a piece could jump.
///
/// Kept apart: in the midst of others it takes longer, as there are too few registers.
#[inline(never)]
fn starts(enemy: Bitboard, free: Bitboard) -> Bitboard {
    let start = |direction: Direction| (free.shift(direction) & enemy).shift(direction);
    Direction::ALL.into_iter().fold(Bitboard::EMPTY, |all, direction| all | start(direction))
}

/// The square on the other side of a neighbouring square.
#[inline]
fn across(at: Square, over: Square) -> Square {
    Square::new((2 * over.index() - at.index()) as u8)
}

/// *Capture*: adds the series of two jumps and more that pass through certain squares with the first jump.
fn add_through(vias: Bitboard, own: Bitboard, enemy: Bitboard, free: Bitboard, list: &mut Vec<Act>) {
    let start = list.len();
    for via in vias {
        let seconds = prey(via, enemy, free);
        for first in prey(via, enemy, own) {
            let from = across(via, first);
            for second in seconds {
                let taken = Bitboard::of(first) | Bitboard::of(second);
                list.push(Act::Series { taken, from, to: across(via, second) });
            }
        }
    }
    // Pieces leave at once, and so does the one that jumps. But none of their squares is a landing place: the first one may
    // not be, and one that was jumped over lies an odd number of squares away.
    let mut next = start;
    while let Some(&Act::Series { from, to: at, taken }) = list.get(next) {
        next += 1;
        for jumped in prey(at, enemy & !taken, free) {
            let act = Act::Series { taken: taken | Bitboard::of(jumped), from, to: across(at, jumped) };
            // The same can be done in another order where a square is met again: from the fourth jump on.
            if taken.len() < 3 || !list[next..].contains(&act) {
                list.push(act);
            }
        }
    }
}

/// *Capture*: the enemies beside a square that have one of some other squares right behind them.
#[inline]
fn prey(at: Square, enemy: Bitboard, behind: Bitboard) -> Bitboard {
    let at = Bitboard::of(at);
    Direction::ALL.into_iter().fold(Bitboard::EMPTY, |prey, direction| {
        prey | at.shift(direction) & behind.shift(direction.opposite())
    }) & enemy
}

/// The ways of one series as they are found, those by name first.
struct Ways {
    to: Square,
    most: usize,
    way: Vec<Square>,
    texts: Vec<String>,
}

impl Ways {
    /// Goes on from a square in every direction; `left` is still to be taken.
    fn jump(&mut self, at: Square, free: Bitboard, left: Bitboard) {
        if left.is_empty() && at == self.to {
            let squares: Vec<String> = self.way.iter().map(Square::to_string).collect();
            self.texts.push(squares.join(":"));
        }
        for direction in BY_NAME {
            let jumped = Bitboard::of(at).shift(direction) & left;
            let Some(to) = (jumped.shift(direction) & free).first() else { continue };
            if self.texts.len() < self.most {
                self.way.push(to);
                self.jump(to, free | jumped, left & !jumped);
                self.way.pop();
            }
        }
    }
}

impl Game for Alquerque {
    type Ply = Act;

    const INFO: Info = Info {
        slug: "alquerque",
        family: Family::Capture,
        ru: "Алькерк",
        en: "Alquerque",
        aliases: &["Qirkat", "Киркат"],
        seats: WHITE_FIRST,
        options: &[OptionSpec { name: "board", values: &["7x7", "8x8"] }],
        capital: Capital::King,
    };

    fn start(options: &Options) -> Self {
        if options.is("board", "8x8") {
            // Ranks 1 to 4 without d4 and e4.
            Self::set_up(Bitboard(0xe7ff_ffff), Bitboard::ALL)
        } else {
            // Ranks 1 to 3, and e4, f4, g4.
            Self::set_up(Bitboard(0x707f_7f7f), SEVEN)
        }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Act>) {
        for (from, to) in self.steps().all() {
            list.push(Act::Step(from, to));
        }
        let jumps = self.jumps();
        list.extend(jumps.all().map(single));
        self.add_longer(&jumps, list);
        list.extend(self.fines.into_iter().map(Act::Fine));
    }

    #[inline]
    fn count(&self) -> usize {
        let (jumps, mut longer) = (self.jumps(), Vec::new());
        self.add_longer(&jumps, &mut longer);
        self.steps().count() + jumps.count() + longer.len() + self.fines.len() as usize
    }

    #[inline]
    fn pick(&self, choose: impl FnOnce(usize) -> usize, longer: &mut Vec<Act>) -> Option<Act> {
        let (steps, jumps, fines) = (self.steps(), self.jumps(), self.fines);
        longer.clear();
        self.add_longer(&jumps, longer);
        let first = steps.count();
        let second = first + jumps.count();
        let third = second + longer.len();
        let number = third + fines.len() as usize;
        if number == 0 {
            return None;
        }
        let place = choose(number);
        if place < first {
            let (from, to) = steps.nth(place);
            Some(Act::Step(from, to))
        } else if place < second {
            Some(single(jumps.nth(place - first)))
        } else if place < third {
            longer.get(place - second).copied()
        } else {
            Some(Act::Fine(fines.nth((place - third) as u32)))
        }
    }

    #[inline(always)]
    fn play(&mut self, act: Act) {
        let seat = self.acts.index();
        let jumpers = self.jumpers();
        self.fines = Bitboard::EMPTY;
        match act {
            Act::Step(from, to) => {
                self.pieces[seat].remove(from);
                self.pieces[seat].add(to);
                // *Turn*, (c): what could have captured is laid open; the piece that stepped on its new square.
                self.fines =
                    jumpers & !Bitboard::of(from) | Bitboard(u64::from(jumpers.has(from)) << to.index());
            }
            Act::Series { from, to, taken } => {
                self.pieces[seat].remove(from);
                self.pieces[seat].add(to);
                self.pieces[1 - seat] &= !taken;
            }
            Act::Fine(square) => self.pieces[1 - seat].remove(square),
        }
        self.acts = self.acts.other();
        self.starts = starts(self.enemy(), self.free());
    }

    fn outcome(&self) -> Option<Outcome> {
        let reason = if self.own().is_empty() {
            Reason::NO_PIECES
        } else if !self.can_act() {
            Reason::NO_MOVES
        } else {
            return None;
        };
        Some(Outcome::win(self.acts.other(), reason))
    }

    /// *Endless play*: decided by the count of pieces.
    fn stopped(&self, stop: Stop) -> Outcome {
        let [white, black] = self.pieces.map(|pieces| pieces.len() as i16);
        Outcome::count(white, black, stop.reason())
    }

    fn is_irreversible(&self, act: Act) -> bool {
        self.is_capture(act)
    }

    #[inline]
    fn key(&self) -> u64 {
        key_of([self.pieces[0].0, self.pieces[1].0, self.fines.0, u64::from(self.acts.0)])
    }

    fn text(&self, act: Act) -> String {
        match act {
            Act::Step(from, to) => format!("{from}-{to}"),
            Act::Series { from, to, .. } => {
                self.ways(act, 1).into_iter().next().unwrap_or_else(|| format!("{from}:{to}"))
            }
            Act::Fine(square) => format!("+{square}"),
        }
    }

    /// A series is understood by any of its ways.
    fn other_texts(&self, act: Act, list: &mut Vec<String>) {
        /// More ways than this are never told apart by people.
        const MOST: usize = 100;
        list.extend(self.ways(act, MOST).into_iter().skip(1));
    }

    fn board(&self) -> Board {
        Board::of_men_and_kings(self.pieces[0], self.pieces[1], Bitboard::EMPTY)
    }
}

impl Evaluate for Alquerque {
    fn is_capture(&self, act: Act) -> bool {
        !matches!(act, Act::Step(..))
    }

    const TERMS: &'static [Term] = &[
        term("pieces", 100),
        term("few", 2),
        term("takes", 60),
        term("prey-to-act", 12),
        term("series-to-act", 10),
        term("prey-waiting", 15),
        term("series-waiting", 5),
        term("fine", 60),
        term("mobility", 2),
        term("safe-steps", 2),
        term("protected", 1),
        term("edge", 0),
        term("company", 0),
        term("tempo", 3),
    ];

    /// *Evaluation*: pieces, the more so the fewer are left; what can be taken now, by whoever acts and whoever waits; safe
    /// steps left, pieces that nobody can come behind.
    fn measure(&self, seat: Seat) -> Measured {
        let edge = if self.field == SEVEN { Bitboard(0x007f_4141_4141_417f) } else { Bitboard::BORDER };
        let len = |set: Bitboard| set.len() as i32;
        let side = |of: Seat| {
            let own = self.pieces[of.index()];
            let acts = i32::from(self.acts == of);
            let (prey, second) = self.prey(of);
            let (safe, open) = self.safety(of);
            let (prey, second) = (len(prey), len(second));
            let around = own.neighbours();
            [
                len(own),
                0,
                acts * prey.min(1),
                acts * prey,
                acts * second,
                (1 - acts) * prey,
                (1 - acts) * second,
                acts * i32::from(!self.fines.is_empty()),
                len(around & self.free()),
                len(around & safe),
                len(own & !open),
                len(own & edge),
                len(own & around),
                acts,
            ]
        };
        let mut measured = Measured::balance(side(seat), side(seat.other()));
        let pieces = len(self.pieces[0] | self.pieces[1]);
        measured[1] = measured[0].clamp(-4, 4) * 64 / (pieces + 4);
        measured
    }
}

impl Show for Alquerque {
    /// *Picture*: the smaller board, and the pieces that are open to a fine.
    fn view(&self, view: &mut View) {
        if self.field == SEVEN {
            view.shape = Shape::Squares { files: 7, ranks: 7, missing: Vec::new() };
        }
        view.mark(self.fines, Mark::Danger);
    }

    /// *Picture*: a series with its path, and what it took.
    fn view_ply(&self, act: Act, _: &Self, view: &mut View) {
        match act {
            Act::Fine(square) => view.marks.push((square, Mark::Taken)),
            Act::Step(from, to) => view.marks.extend([(from, Mark::Start), (to, Mark::End)]),
            Act::Series { taken, .. } => {
                let way = squares_in(&self.text(act));
                if let [start, way @ .., end] = way.as_slice() {
                    view.marks.push((*start, Mark::Start));
                    view.marks.extend(way.iter().map(|&square| (square, Mark::Way)));
                    view.marks.push((*end, Mark::End));
                }
                view.mark(taken, Mark::Taken);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::study::{after, legal, men};

    fn position(acts: Seat, words: &str) -> Alquerque {
        Alquerque::of(men(words), acts, SEVEN)
    }

    #[test]
    fn directions_by_name() {
        let around: Vec<String> =
            BY_NAME.into_iter().filter_map(|way| Square::at(3, 3).step(way)).map(|s| s.to_string()).collect();
        assert!(around.is_sorted());
    }

    #[test]
    fn a_series_never_comes_back_to_its_first_square() {
        let round = position(Seat::FIRST, "a1=w b1=b c2=b b3=b a2=b g7=b");
        let captures: Vec<_> = legal(&round).into_iter().filter(|text| text.contains(':')).collect();
        assert_eq!(captures, ["a1:a3", "a1:a3:c3", "a1:a3:c3:c1", "a1:c1", "a1:c1:c3", "a1:c1:c3:a3"]);
    }

    #[test]
    fn the_last_piece_may_go_by_a_fine() {
        let before = position(Seat::FIRST, "a1=w b1=b g7=b");
        let open = after(&before, "a1-a2");
        assert!(legal(&open).contains(&"+a2".to_owned()));
        let over = after(&open, "+a2");
        assert_eq!(over.outcome(), Some(Outcome::win(Seat::SECOND, Reason::NO_PIECES)));
        // Any other ply lets the right lapse.
        assert!(after(&open, "g7-g6").fines.is_empty());
    }
}
