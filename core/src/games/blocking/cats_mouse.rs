//! Cats and Mouse: `docs/rules/1-blocking.md#cats-mouse`.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::info::{Capital, Family, Info, OptionSpec, WHITE_FIRST};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::{Colour, Seat};
use crate::show::Show;
use crate::square::Square;
use crate::view::{CounterKind, Mark, View};

/// The mouse's seat; the cats have the other.
const MOUSE: Seat = Seat::FIRST;
const CATS: u32 = 3;

/// A position: the mouse, the cats on the board and, while the cats are moving, how many steps of the turn are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CatsMouse {
    mouse: Square,
    cats: Bitboard,
    acts: Seat,
    /// Steps left of a cats' turn that has begun; 0 at the start of a turn.
    left: u8,
    eaten: bool,
}

/// A ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ply {
    /// A new cat.
    Place(Square),
    /// A step of the mouse or of a cat.
    Step(Square, Square),
}

impl CatsMouse {
    /// *Turn*: where the mouse may step.
    fn mouse_steps(&self) -> Bitboard {
        Bitboard::of(self.mouse).neighbours() & !self.cats
    }

    /// *Turn*: where a cat may be placed, while a placing is open.
    fn placings(&self) -> Bitboard {
        if self.left > 0 || self.cats.len() >= CATS {
            return Bitboard::EMPTY;
        }
        let mouse = Bitboard::of(self.mouse);
        !(self.cats | mouse | mouse.neighbours())
    }

    fn cat_steps(&self, cat: Square) -> Bitboard {
        Bitboard::of(cat).neighbours() & !self.cats
    }

    /// How near the nearest side of the border is, 0..=3.
    fn border_distance(&self) -> u8 {
        let inner = |line: u8| line.min(7 - line);
        inner(self.mouse.file()).min(inner(self.mouse.rank()))
    }
}

impl Game for CatsMouse {
    type Ply = Ply;

    const INFO: Info = Info {
        slug: "cats-mouse",
        family: Family::Blocking,
        ru: "Кошки-мышь",
        en: "Cats and Mouse",
        aliases: &["Кошки-мышки"],
        seats: WHITE_FIRST,
        options: &[OptionSpec { name: "start", values: &["d4", "d5", "e4", "e5"] }],
        capital: Capital::King,
    };

    fn start(options: &Options) -> Self {
        let start = options.get("start").and_then(|square| square.parse().ok());
        CatsMouse {
            mouse: start.unwrap_or(Square::at(3, 3)),
            cats: Bitboard::EMPTY,
            acts: MOUSE,
            left: 0,
            eaten: false,
        }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Ply>) {
        if self.outcome().is_some() {
            return;
        }
        if self.acts == MOUSE {
            list.extend(self.mouse_steps().into_iter().map(|to| Ply::Step(self.mouse, to)));
            return;
        }
        list.extend(self.placings().into_iter().map(Ply::Place));
        for cat in self.cats {
            list.extend(self.cat_steps(cat).into_iter().map(|to| Ply::Step(cat, to)));
        }
    }

    fn count(&self) -> usize {
        if self.outcome().is_some() {
            return 0;
        }
        let sum = if self.acts == MOUSE {
            self.mouse_steps().len()
        } else {
            let steps: u32 = self.cats.into_iter().map(|cat| self.cat_steps(cat).len()).sum();
            self.placings().len() + steps
        };
        sum as usize
    }

    fn play(&mut self, ply: Ply) {
        match ply {
            Ply::Place(square) => {
                self.cats.add(square);
                self.acts = MOUSE;
            }
            Ply::Step(_, to) if self.acts == MOUSE => {
                self.mouse = to;
                self.acts = MOUSE.other();
            }
            Ply::Step(from, to) => {
                self.cats.remove(from);
                self.cats.add(to);
                self.eaten = to == self.mouse;
                // The turn has exactly as many steps as there are cats.
                let left = if self.left > 0 { self.left } else { self.cats.len() as u8 } - 1;
                self.left = left;
                if left == 0 || self.eaten {
                    self.left = 0;
                    self.acts = MOUSE;
                }
            }
        }
    }

    /// *End*. Nobody can be without a ply: three cats cannot stand round the mouse, and a cat always has a step.
    fn outcome(&self) -> Option<Outcome> {
        if self.eaten {
            Some(Outcome::win(MOUSE.other(), Reason::CAPTURED))
        } else if Bitboard::BORDER.has(self.mouse) {
            Some(Outcome::win(MOUSE, Reason::GOAL))
        } else {
            None
        }
    }

    /// A placement is.
    fn is_irreversible(&self, ply: Ply) -> bool {
        matches!(ply, Ply::Place(_))
    }

    fn key(&self) -> u64 {
        let state = self.mouse.index() as u64
            | u64::from(self.acts.0) << 8
            | u64::from(self.left) << 16
            | u64::from(self.eaten) << 24;
        key_of([self.cats.0, state])
    }

    fn text(&self, ply: Ply) -> String {
        match ply {
            Ply::Place(square) => square.to_string(),
            Ply::Step(from, to) => format!("{from}-{to}"),
        }
    }

    fn board(&self) -> Board {
        let mut board = Board::default();
        if !self.eaten {
            board.put(self.mouse, 'w');
        }
        board.put_all(self.cats, 'b');
        board.hands = Some(vec![0, (CATS - self.cats.len()) as u16]);
        board
    }
}

impl Evaluate for CatsMouse {
    fn is_capture(&self, ply: Ply) -> bool {
        self.acts != MOUSE && matches!(ply, Ply::Step(_, to) if to == self.mouse)
    }

    /// What each is worth to the mouse; the cats' are the opposite.
    const TERMS: &'static [Term] = &[
        term("mouse", 240),
        term("tempo", 5),
        term("border", -120),
        term("safe", 40),
        term("near", -25),
        term("cats", -20),
        term("caught", -3000),
    ];

    /// *Evaluation*: the mouse's way to the border against the cats' reach, its steps out of that reach, and whether it is
    /// within the reach of cats that act.
    fn measure(&self, seat: Seat) -> Measured {
        let reach = |steps: u32| (0..steps).fold(self.cats, |reach, _| reach | reach.neighbours());
        let far = reach(self.cats.len());
        let left = if self.left > 0 { u32::from(self.left) } else { self.cats.len() };
        let near: i32 = self.cats.into_iter().map(|cat| 8 - i32::from(cat.king_distance(self.mouse))).sum();
        let mouse = [
            1,
            if self.acts == MOUSE { 1 } else { -1 },
            i32::from(self.border_distance()),
            (Bitboard::of(self.mouse).neighbours() & !far).len() as i32,
            near,
            self.cats.len() as i32,
            i32::from(self.acts != MOUSE && reach(left).has(self.mouse)),
        ];
        Measured::of(if seat == MOUSE { mouse } else { mouse.map(|term| -term) })
    }
}

impl Show for CatsMouse {
    /// *Picture*: the border as the goal, steps left in the cats' turn.
    fn view(&self, view: &mut View) {
        view.mark(Bitboard::BORDER, Mark::Goal(Some(Colour::White)));
        if self.acts != MOUSE && self.outcome().is_none() {
            let steps = self.cats.len() as u16;
            let left = if self.left > 0 { u16::from(self.left) } else { steps };
            if left > 0 {
                view.count(CounterKind::TurnLeft, left, Some(steps));
            }
        }
    }
}
