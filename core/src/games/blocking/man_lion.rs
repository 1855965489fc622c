//! Man and Lion: `docs/rules/1-blocking.md#man-lion`.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::info::{BLACK_FIRST, Capital, Family, Info};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::{Colour, Seat};
use crate::show::Show;
use crate::square::{Direction, Square};
use crate::view::{Mark, View};

/// The man's seat; the lion has the other.
const MAN: Seat = Seat::FIRST;
/// The man's longest way.
const REACH: usize = 3;
/// The man's goal.
const GOAL: Square = Square::at(7, 7);
/// Closed to the man: d4, e4, d5, e5.
const CENTRE: Bitboard = Bitboard(0x18_1800_0000);

/// A position: the man, the lion and who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ManLion {
    man: Square,
    lion: Square,
    acts: Seat,
}

impl ManLion {
    /// *Turn*: where the man can stop.
    fn man_steps(&self) -> Bitboard {
        let lion = Bitboard::of(self.lion);
        let free = !(CENTRE | lion | lion.neighbours());
        let mut steps = Bitboard::EMPTY;
        for direction in Direction::ORTHOGONAL {
            let mut at = Bitboard::of(self.man);
            for _ in 0..REACH {
                at = at.shift(direction) & free;
                steps |= at;
            }
        }
        steps
    }

    /// *Turn*: where the lion can step.
    fn lion_steps(&self) -> Bitboard {
        let man = Bitboard::of(self.man);
        // The squares no farther from the man than the lion is now.
        let mut near = man;
        for _ in 0..self.lion.king_distance(self.man) {
            near |= near.neighbours();
        }
        Bitboard::of(self.lion).neighbours() & near & !man
    }

    fn steps(&self) -> Bitboard {
        if self.acts == MAN { self.man_steps() } else { self.lion_steps() }
    }
}

impl Game for ManLion {
    /// The square to go to.
    type Ply = Square;

    const INFO: Info = Info {
        slug: "man-lion",
        family: Family::Blocking,
        ru: "Человек и лев",
        en: "Man and Lion",
        aliases: &[],
        seats: BLACK_FIRST,
        options: &[],
        capital: Capital::King,
    };

    fn start(_: &Options) -> Self {
        ManLion { man: Square::at(0, 0), lion: Square::at(7, 7), acts: MAN }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Square>) {
        if self.man != GOAL {
            list.extend(self.steps());
        }
    }

    fn count(&self) -> usize {
        if self.man == GOAL { 0 } else { self.steps().len() as usize }
    }

    fn play(&mut self, to: Square) {
        if self.acts == MAN {
            self.man = to;
        } else {
            self.lion = to;
        }
        self.acts = self.acts.other();
    }

    /// *End*.
    fn outcome(&self) -> Option<Outcome> {
        if self.man == GOAL {
            Some(Outcome::win(MAN, Reason::GOAL))
        } else if self.steps().is_empty() {
            Some(Outcome::win(self.acts.other(), Reason::NO_MOVES))
        } else {
            None
        }
    }

    fn is_irreversible(&self, _: Square) -> bool {
        false
    }

    fn key(&self) -> u64 {
        let (man, lion) = (self.man.index() as u64, self.lion.index() as u64);
        key_of([man | lion << 8 | u64::from(self.acts.0) << 16])
    }

    fn text(&self, to: Square) -> String {
        let from = if self.acts == MAN { self.man } else { self.lion };
        format!("{from}-{to}")
    }

    fn board(&self) -> Board {
        let mut board = Board::default();
        board.put(self.man, 'b');
        board.put(self.lion, 'w');
        board
    }
}

impl Evaluate for ManLion {
    const SMALL: Option<usize> = Some(10_000);

    /// What each is worth to the man; the lion's are the opposite.
    const TERMS: &'static [Term] = &[
        term("man", -100),
        term("tempo", 5),
        term("freedom", 15),
        term("way", -20),
        term("lion-way", 20),
        term("apart", 10),
    ];

    /// *Evaluation*: the man's freedom and his way to the goal; the lion between them, and close.
    fn measure(&self, seat: Seat) -> Measured {
        let way = |from: Square| i32::from(from.king_distance(GOAL));
        let man = [
            1,
            if self.acts == MAN { 1 } else { -1 },
            self.man_steps().len() as i32,
            way(self.man),
            way(self.lion),
            i32::from(self.man.king_distance(self.lion)),
        ];
        Measured::of(if seat == MAN { man } else { man.map(|term| -term) })
    }
}

impl Show for ManLion {
    /// *Picture*: the squares closed to the man, and his goal.
    fn view(&self, view: &mut View) {
        view.mark(CENTRE, Mark::Forbidden);
        view.marks.push((GOAL, Mark::Goal(Some(Colour::Black))));
    }
}
