//! The machine of the games in which a lone piece meets a pack that goes forward only: four-dogs, antelope and
//! fox-geese, with a table of their differences.

use std::fmt::Debug;
use std::marker::PhantomData;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::history::Endless;
use crate::info::Info;
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason, Score};
use crate::seat::{Colour, Seat};
use crate::show::Show;
use crate::square::{Direction, Square};
use crate::view::{Mark, TallyKind, View};

/// The seat of the lone piece, which acts first; the pack has the other.
const LONE: Seat = Seat::FIRST;
const PACK: Seat = Seat::SECOND;

/// What a game of the machine differs in.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Where the pack stands at the start.
    pub pack: Bitboard,
    /// How the lone piece jumps.
    pub jump: Jump,
    /// What decides beside being stuck.
    pub goal: Goal,
}

/// How the lone piece jumps over a neighbour to the empty square right behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Jump {
    /// Not at all.
    Never,
    /// Over one piece a ply, which stays.
    Over,
    /// Over any number, which are taken.
    Taking,
}

/// What decides a game beside being stuck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The lone piece wants to reach file a.
    FileA,
    /// The pack wants enough of its pieces to leave the board over file h.
    Through,
}

/// What the terms are worth to the lone piece before any tuning, in hundredths of a man. The pack's are the opposite.
#[derive(Clone, Copy, Debug)]
pub struct Untuned {
    /// To be the lone piece.
    pub lone: i16,
    /// To act.
    pub tempo: i16,
    /// A step that the lone piece has.
    pub steps: i16,
    /// A square within three of its steps.
    pub room: i16,
    /// A square that it can reach at all.
    pub reach: i16,
    /// A square that it can reach and none of the pack ever can.
    pub behind: i16,
    /// Its way to file a is open.
    pub open: i16,
    /// A file that it has gone.
    pub gone: i16,
    /// One of the pack on its file or past it.
    pub passed: i16,
    /// A jump that it has.
    pub jumps: i16,
    /// A line on which one of the pack could be jumped.
    pub exposed: i16,
    /// A file between the first and the last of the pack.
    pub ragged: i16,
    /// A file that one of the pack has gone.
    pub advance: i16,
    /// A step that the pack has.
    pub mobility: i16,
    /// One of the pack that got through.
    pub through: i16,
    /// One that it can still lose and reach its goal.
    pub margin: i16,
    /// One on its last two files.
    pub near: i16,
}

/// The number of terms.
const TERMS: usize = 17;

impl Untuned {
    /// As a table of terms.
    pub const fn terms(self) -> [Term; TERMS] {
        [
            term("lone", self.lone),
            term("tempo", self.tempo),
            term("steps", self.steps),
            term("room", self.room),
            term("reach", self.reach),
            term("behind", self.behind),
            term("open", self.open),
            term("gone", self.gone),
            term("passed", self.passed),
            term("jumps", self.jumps),
            term("exposed", self.exposed),
            term("ragged", self.ragged),
            term("advance", self.advance),
            term("mobility", self.mobility),
            term("through", self.through),
            term("margin", self.margin),
            term("near", self.near),
        ]
    }
}

/// A game of the machine: its table and its entry in the catalogue.
pub trait Hunted: Copy + Debug + PartialEq + Eq + Send + Sync + 'static {
    /// The table of differences.
    const RULES: Rules;
    /// The catalogue's entry.
    const INFO: Info;
    /// *Evaluation*: what they are worth.
    const TERMS: &'static [Term];
    /// The most positions that can come up, where they are few enough to be solved.
    const SMALL: Option<usize> = None;

    /// How many of the pack must get through, where that is the goal.
    fn need(options: &Options) -> u8 {
        let _ = options;
        0
    }
}

/// A position: the lone piece, once it is placed, the pack, who acts, and how many of the pack are through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hunt<R: Hunted> {
    lone: Option<Square>,
    pack: Bitboard,
    acts: Seat,
    through: u8,
    need: u8,
    rules: PhantomData<R>,
}

/// A ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ply {
    /// The lone piece comes onto the board.
    Place(Square),
    /// A step, or a jump that takes nothing.
    Step(Square, Square),
    /// A series of jumps: where it ends and what it takes. The way does not matter.
    Take(Square, Bitboard),
}

/// The squares on which the lone piece may be placed: h2, h4, h6, h8.
const PLACES: Bitboard = Bitboard(Bitboard::file(7).0 & Bitboard::DARK.0);
/// The last file for the pack.
const FILE_H: Bitboard = Bitboard::file(7);

/// *Turn*: one step forward of a whole pack.
const fn forward(pack: Bitboard) -> Bitboard {
    Bitboard(pack.shift(Direction::UpRight).0 | pack.shift(Direction::DownRight).0)
}

/// The diagonal neighbours of a set.
const fn around(set: Bitboard) -> Bitboard {
    Bitboard(forward(set).0 | set.shift(Direction::UpLeft).0 | set.shift(Direction::DownLeft).0)
}

/// The square jumped over and the one right behind it, where one of `over` can be jumped.
fn jumps(from: Square, over: Bitboard, empty: Bitboard) -> impl Iterator<Item = (Square, Square)> {
    Direction::DIAGONAL.into_iter().filter_map(move |direction| {
        let passed = from.step(direction)?;
        let behind = passed.step(direction)?;
        (over.has(passed) && empty.has(behind)).then_some((passed, behind))
    })
}

impl<R: Hunted> Hunt<R> {
    /// A position with the pieces as they stand.
    #[cfg(test)]
    pub(super) fn of(lone: Square, pack: Bitboard, acts: Seat, through: u8, need: u8) -> Self {
        Hunt { lone: Some(lone), pack, acts, through, need, rules: PhantomData }
    }

    fn empty(&self) -> Bitboard {
        let lone = self.lone.map_or(Bitboard::EMPTY, Bitboard::of);
        !(self.pack | lone)
    }

    fn eaten(&self) -> u8 {
        R::RULES.pack.len() as u8 - self.pack.len() as u8 - self.through
    }

    /// *Capture*: all series that begin with what was taken so far; each result once.
    fn series(&self, from: Square, taken: Bitboard, list: &mut Vec<Ply>) {
        let empty = self.lone.map_or(Bitboard::EMPTY, Bitboard::of) | self.empty() | taken;
        for (over, to) in jumps(from, self.pack & !taken, empty) {
            let ply = Ply::Take(to, taken | Bitboard::of(over));
            if !list.contains(&ply) {
                list.push(ply);
                self.series(to, taken | Bitboard::of(over), list);
            }
        }
    }

    /// All ways that lead to a result, as texts.
    fn ways(
        &self,
        so_far: &str,
        at: Square,
        taken: Bitboard,
        result: (Square, Bitboard),
        ways: &mut Vec<String>,
    ) {
        if (at, taken) == result {
            ways.push(so_far.to_owned());
        }
        let empty = self.lone.map_or(Bitboard::EMPTY, Bitboard::of) | self.empty() | taken;
        for (over, to) in jumps(at, result.1 & !taken, empty) {
            self.ways(&format!("{so_far}:{to}"), to, taken | Bitboard::of(over), result, ways);
        }
    }

    /// The texts of a capture, the canonical one first.
    fn texts(&self, to: Square, taken: Bitboard) -> Vec<String> {
        let Some(from) = self.lone else { return Vec::new() };
        let mut ways = Vec::new();
        self.ways(&from.to_string(), from, Bitboard::EMPTY, (to, taken), &mut ways);
        ways.sort_unstable();
        ways
    }

    fn lone_steps(&self, lone: Square) -> Bitboard {
        around(Bitboard::of(lone)) & self.empty()
    }

    fn is_stuck(&self) -> bool {
        if self.acts == PACK {
            return (forward(self.pack) & self.empty()).is_empty();
        }
        let Some(lone) = self.lone else { return false };
        self.lone_steps(lone).is_empty()
            && (R::RULES.jump == Jump::Never || jumps(lone, self.pack, self.empty()).next().is_none())
    }
}

impl<R: Hunted> Game for Hunt<R> {
    type Ply = Ply;

    const INFO: Info = R::INFO;

    fn start(options: &Options) -> Self {
        Hunt {
            lone: None,
            pack: R::RULES.pack,
            acts: LONE,
            through: 0,
            need: R::need(options),
            rules: PhantomData,
        }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Ply>) {
        if self.outcome().is_some() {
            return;
        }
        if self.acts == PACK {
            for from in self.pack {
                let steps = forward(Bitboard::of(from)) & self.empty();
                list.extend(steps.into_iter().map(|to| Ply::Step(from, to)));
            }
            return;
        }
        let Some(lone) = self.lone else {
            list.extend(PLACES.into_iter().map(Ply::Place));
            return;
        };
        list.extend(self.lone_steps(lone).into_iter().map(|to| Ply::Step(lone, to)));
        match R::RULES.jump {
            Jump::Never => {}
            Jump::Over => {
                let jumps = jumps(lone, self.pack, self.empty());
                list.extend(jumps.map(|(_, to)| Ply::Step(lone, to)));
            }
            Jump::Taking => self.series(lone, Bitboard::EMPTY, list),
        }
    }

    fn play(&mut self, ply: Ply) {
        match ply {
            Ply::Place(square) => self.lone = Some(square),
            Ply::Step(_, to) if self.acts == LONE => self.lone = Some(to),
            Ply::Step(from, to) => {
                self.pack.remove(from);
                if R::RULES.goal == Goal::Through && FILE_H.has(to) {
                    self.through += 1;
                } else {
                    self.pack.add(to);
                }
            }
            Ply::Take(to, taken) => {
                self.lone = Some(to);
                self.pack &= !taken;
            }
        }
        self.acts = self.acts.other();
    }

    /// *End*.
    fn outcome(&self) -> Option<Outcome> {
        let decided = match R::RULES.goal {
            // Only the lone piece's own ply brings it to file a.
            Goal::FileA if self.lone.is_some_and(|lone| lone.file() == 0) => {
                Some(Outcome::win(LONE, Reason::GOAL))
            }
            Goal::FileA => None,
            Goal::Through if self.through >= self.need => Some(Outcome::win(PACK, Reason::GOAL)),
            Goal::Through if self.through + (self.pack.len() as u8) < self.need => {
                Some(Outcome::win(LONE, Reason::CAPTURED))
            }
            Goal::Through => None,
        };
        let stuck = || self.is_stuck().then(|| Outcome::win(self.acts.other(), Reason::NO_MOVES));
        let outcome = decided.or_else(stuck)?;
        Some(match R::RULES.goal {
            Goal::FileA => outcome,
            Goal::Through => outcome.with_score(Score::two(self.eaten().into(), self.through.into())),
        })
    }

    /// The pack runs out of steps.
    fn endless(&self) -> Endless {
        Endless::NEVER
    }

    fn is_irreversible(&self, ply: Ply) -> bool {
        self.acts == PACK || !matches!(ply, Ply::Step(..))
    }

    fn key(&self) -> u64 {
        let lone = self.lone.map_or(64, Square::index) as u64;
        key_of([self.pack.0, lone | u64::from(self.acts.0) << 8 | u64::from(self.through) << 16])
    }

    fn text(&self, ply: Ply) -> String {
        match ply {
            Ply::Place(square) => square.to_string(),
            Ply::Step(from, to) => format!("{from}-{to}"),
            Ply::Take(to, taken) => self.texts(to, taken).into_iter().next().unwrap_or_default(),
        }
    }

    /// The other ways to the same result.
    fn other_texts(&self, ply: Ply, list: &mut Vec<String>) {
        if let Ply::Take(to, taken) = ply {
            list.extend(self.texts(to, taken).into_iter().skip(1));
        }
    }

    fn board(&self) -> Board {
        let [lone, pack] = [LONE, PACK].map(|seat| colour::<R>(seat).letter());
        let mut board = Board::default();
        if let Some(square) = self.lone {
            board.put(square, lone);
        }
        board.put_all(self.pack, pack);
        board.hands = Some(vec![u16::from(self.lone.is_none()), 0]);
        board
    }
}

impl<R: Hunted> Evaluate for Hunt<R> {
    fn is_capture(&self, ply: Ply) -> bool {
        match ply {
            Ply::Place(_) => false,
            Ply::Step(_, to) => R::RULES.goal == Goal::Through && self.acts == PACK && FILE_H.has(to),
            Ply::Take(..) => true,
        }
    }

    const TERMS: &'static [Term] = R::TERMS;

    const SMALL: Option<usize> = R::SMALL;

    /// *Evaluation*: the lone piece's freedom and its way ahead; a pack in one line, without holes, none left behind and none
    /// to be jumped; how many are through and may be lost.
    fn measure(&self, seat: Seat) -> Measured {
        let Some(lone) = self.lone else { return Measured::NOTHING };
        let len = |set: Bitboard| set.len() as i32;
        let (pack, empty) = (self.pack, self.empty());
        let steps = self.lone_steps(lone);
        let mut reach = Bitboard::of(lone) | steps;
        let mut room = reach;
        for step in 1..12 {
            let next = reach | around(reach) & empty;
            if next == reach {
                break;
            }
            reach = next;
            if step < 3 {
                room = reach;
            }
        }
        // Where the pack can ever come to stand, whatever is in its way.
        let covered = (0..6).fold(pack | forward(pack), |covered, _| covered | forward(covered));
        // The lone piece's file and those past it.
        let past = Bitboard(0x0101_0101_0101_0101 * (0xff << lone.file() & 0xff));
        let exposed = |way: Direction| len(pack & empty.shift(way) & empty.shift(way.opposite()));
        let mut files = pack.0 | pack.0 >> 32;
        files |= files >> 16;
        files = (files | files >> 8) & 0xff;
        let ragged = if files == 0 { 0 } else { files.ilog2() as i32 - files.trailing_zeros() as i32 };
        let file = |weights: u64| len(pack & Bitboard(0x0101_0101_0101_0101 * weights));
        let through = i32::from(self.through);
        let is_race = R::RULES.goal == Goal::Through;
        let own = [
            1,
            if self.acts == LONE { 1 } else { -1 },
            len(steps),
            len(room),
            len(reach),
            len(reach & !covered),
            i32::from(!(reach & Bitboard::file(0)).is_empty()),
            7 - i32::from(lone.file()),
            len(pack & past),
            if R::RULES.jump == Jump::Never { 0 } else { jumps(lone, pack, empty).count() as i32 },
            exposed(Direction::UpRight) + exposed(Direction::DownRight),
            ragged,
            file(0b1010_1010) + 2 * file(0b1100_1100) + 4 * file(0b1111_0000),
            len(forward(pack) & empty),
            through,
            if is_race { through + len(pack) - i32::from(self.need) } else { 0 },
            file(0b1100_0000),
        ];
        Measured::of(if seat == LONE { own } else { own.map(|term| -term) })
    }
}

impl<R: Hunted> Show for Hunt<R> {
    /// *Picture*: the goal, the squares to place on, how many are eaten and through.
    fn view(&self, view: &mut View) {
        if self.lone.is_none() {
            view.mark(PLACES, Mark::Target);
        }
        let (file, seat) = match R::RULES.goal {
            Goal::FileA => (Bitboard::file(0), LONE),
            Goal::Through => (FILE_H, PACK),
        };
        view.mark(file & Bitboard::DARK, Mark::Goal(Some(colour::<R>(seat))));
        if R::RULES.goal == Goal::Through {
            view.tally(LONE, TallyKind::Taken, i32::from(self.eaten()), None);
            view.tally(PACK, TallyKind::Home, i32::from(self.through), Some(self.need.into()));
        }
    }
}

fn colour<R: Hunted>(seat: Seat) -> Colour {
    let side = R::INFO.seats.get(seat.index());
    side.and_then(|side| side.colour()).unwrap_or(Colour::White)
}
