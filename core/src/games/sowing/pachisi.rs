//! Diceless Pachisi: `docs/rules/4-mancala-pachisi.md#pachisi`.

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
use crate::square::Square;
use crate::view::{Mark, View};

/// Steps of a lap: the edge squares. The step of this number is the start square again.
const LAP: u8 = 28;
/// The last step, on the player's last home cell.
const LAST: u8 = 31;
/// In place of a step: a man in hand.
const HAND: u8 = u8::MAX;

/// The edge counter-clockwise from a1, which is White's track.
const EDGE: [Square; LAP as usize] = {
    let mut edge = [Square::at(0, 0); LAP as usize];
    let mut step = 0;
    while step < 7 {
        edge[step as usize] = Square::at(step, 0);
        edge[step as usize + 7] = Square::at(7, step);
        edge[step as usize + 14] = Square::at(7 - step, 7);
        edge[step as usize + 21] = Square::at(0, 7 - step);
        step += 1;
    }
    edge
};

/// The squares of all steps of White, then of Black.
const TRACKS: [[Square; LAST as usize + 1]; 2] = {
    let mut tracks = [[Square::at(0, 0); LAST as usize + 1]; 2];
    let mut step = 0;
    while step <= LAST {
        let square =
            if step <= LAP { EDGE[(step % LAP) as usize] } else { Square::at(step - LAP, step - LAP) };
        tracks[0][step as usize] = square;
        tracks[1][step as usize] = square.turned();
        step += 1;
    }
    tracks
};

/// *Turn*: what the last ply leaves to the player who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Before {
    /// Nothing was moved: the start, or a pass.
    Nothing,
    /// A man was entered.
    Entry,
    /// A man was moved by so many.
    Moved(u8),
}

/// A position: the steps of each player's men in ascending order, those in hand last; who acts, and after what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pachisi {
    men: [[u8; 4]; 2],
    acts: Seat,
    before: Before,
}

/// A ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ply {
    /// A man goes from a step by a number.
    Move(u8, u8),
    /// A man enters.
    Enter,
    /// Neither is possible.
    Pass,
}

/// How far ahead of a step of one player a step of the other lies along the edge, 0..28.
const fn ahead(step: u8, other: u8) -> u8 {
    // The other's start square is half a lap away.
    (other + LAP / 2 + LAP - step) % LAP
}

impl Pachisi {
    /// *Numbers open to you*: bit *n* for the number *n*.
    fn numbers(&self) -> u8 {
        const fn set(a: u8, b: u8) -> u8 {
            1 << a | 1 << b
        }
        match self.before {
            Before::Nothing => 0b111_1110,
            Before::Entry => set(2, 4),
            Before::Moved(n) if self.acts == Seat::FIRST => set((n + 4) % 6 + 1, n % 6 + 1),
            Before::Moved(n) => set((n + 1) % 6 + 1, (n + 3) % 6 + 1),
        }
    }

    fn own(&self) -> &[u8; 4] {
        &self.men[self.acts.index()]
    }

    /// *Move*: whether a man may go from a step by a number.
    fn may_move(&self, from: u8, number: u8) -> bool {
        let to = from + number;
        to <= LAST && (to < LAP || !self.own().contains(&to))
    }

    fn has_hand(&self) -> bool {
        // The men in hand are the last.
        self.own()[3] == HAND
    }

    /// *Capture*: whether the enemy's man on a step is on a square that a move passes or ends on.
    fn sweeps(from: u8, number: u8, enemy: u8) -> bool {
        if from >= LAP || enemy > LAP {
            return false;
        }
        let way = number.min(LAP - from);
        (1..=way).contains(&ahead(from, enemy))
    }

    fn captures(&self, ply: Ply) -> bool {
        let enemy = &self.men[self.acts.other().index()];
        match ply {
            Ply::Move(from, number) => enemy.iter().any(|&step| Self::sweeps(from, number, step)),
            Ply::Enter | Ply::Pass => false,
        }
    }

    fn start_square(seat: Seat) -> Square {
        TRACKS[seat.index()][0]
    }

    fn square(&self, step: u8) -> Square {
        TRACKS[self.acts.index()][usize::from(step.min(LAST))]
    }
}

impl Game for Pachisi {
    type Ply = Ply;

    const INFO: Info = Info {
        slug: "pachisi",
        family: Family::Sowing,
        ru: "Пахиси",
        en: "Diceless Pachisi",
        aliases: &["Пачиси", "Парчизи", "Pachisi", "Parcheesi"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::Home,
    };

    fn start(_: &Options) -> Self {
        Pachisi { men: [[0, HAND, HAND, HAND]; 2], acts: Seat::FIRST, before: Before::Nothing }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Ply>) {
        if self.outcome().is_some() {
            return;
        }
        let before = list.len();
        let numbers = self.numbers();
        let mut last = HAND;
        for &from in self.own().iter().filter(|&&step| step <= LAST) {
            // Men on one step are alike.
            if from != last {
                let open = (1..=6).filter(|&n| numbers >> n & 1 != 0 && self.may_move(from, n));
                list.extend(open.map(|n| Ply::Move(from, n)));
            }
            last = from;
        }
        if self.has_hand() {
            list.push(Ply::Enter);
        }
        if list.len() == before {
            list.push(Ply::Pass);
        }
    }

    fn play(&mut self, ply: Ply) {
        let (own, enemy) = (self.acts.index(), self.acts.other().index());
        match ply {
            Ply::Move(from, number) => {
                for step in &mut self.men[enemy] {
                    if Self::sweeps(from, number, *step) {
                        *step = HAND;
                    }
                }
                self.men[enemy].sort_unstable();
                if let Some(man) = self.men[own].iter_mut().find(|step| **step == from) {
                    *man = (from + number).min(LAST);
                }
                self.before = Before::Moved(number);
            }
            Ply::Enter => {
                self.men[own][3] = 0;
                self.before = Before::Entry;
            }
            Ply::Pass => self.before = Before::Nothing,
        }
        self.men[own].sort_unstable();
        self.acts = self.acts.other();
    }

    /// *End*: four men on the four home cells.
    fn outcome(&self) -> Option<Outcome> {
        let home = [LAP, LAP + 1, LAP + 2, LAST];
        let winner = [Seat::FIRST, Seat::SECOND].into_iter().find(|seat| self.men[seat.index()] == home)?;
        Some(Outcome::win(winner, Reason::GOAL))
    }

    fn endless(&self) -> Endless {
        Endless { no_progress: Some(300), ..Endless::STANDARD }
    }

    /// A man leaves the edge for good.
    fn is_irreversible(&self, ply: Ply) -> bool {
        matches!(ply, Ply::Move(from, number) if from <= LAP && from + number > LAP)
    }

    fn key(&self) -> u64 {
        let men = |seat: usize| u64::from(u32::from_le_bytes(self.men[seat]));
        let before = match self.before {
            Before::Nothing => 0,
            Before::Entry => 7,
            Before::Moved(number) => u64::from(number),
        };
        key_of([men(0) | men(1) << 32, before | u64::from(self.acts.0) << 8])
    }

    fn text(&self, ply: Ply) -> String {
        match ply {
            Ply::Move(from, number) => format!("{}-{}", self.square(from), self.square(from + number)),
            Ply::Enter => Self::start_square(self.acts).to_string(),
            Ply::Pass => "pass".to_owned(),
        }
    }

    fn board(&self) -> Board {
        let mut board = Board::default();
        for (seat, letters) in [['w', 'W'], ['b', 'B']].into_iter().enumerate() {
            for &step in self.men[seat].iter().filter(|&&step| step <= LAST) {
                board.put(TRACKS[seat][usize::from(step)], letters[usize::from(step >= LAP)]);
            }
        }
        let hand = |men: &[u8; 4]| men.iter().filter(|&&step| step == HAND).count() as u16;
        board.hands = Some(self.men.iter().map(hand).collect());
        board
    }
}

impl Evaluate for Pachisi {
    fn is_capture(&self, ply: Ply) -> bool {
        self.captures(ply)
    }

    /// *Evaluation*: steps done, men at home, men that can be swept with the numbers open now and with any number later,
    /// flexibility at the end.
    const TERMS: &'static [Term] = &[
        term("entered", 60),
        term("steps", 10),
        term("home", 80),
        term("home-steps", 20),
        term("sweep-now", 6),
        term("swept-count-now", 25),
        term("in-reach", 2),
        term("in-reach-count", 6),
        term("near-home", 10),
        term("choices-home", 10),
        term("together", 0),
        term("tempo", 20),
    ];

    #[inline]
    fn measure(&self, seat: Seat) -> Measured {
        let numbers = self.numbers();
        let side = |seat: Seat| -> [i32; 12] {
            let (own, enemy) = (&self.men[seat.index()], &self.men[seat.other().index()]);
            let now = seat == self.acts;
            let mut all = [0; 12];
            let mut last = HAND;
            for &step in own.iter().filter(|&&step| step <= LAST) {
                all[0] += 1;
                all[1] += i32::from(step.min(LAP));
                if step > LAP {
                    all[2] += 1;
                    all[3] += i32::from(step - LAP);
                }
                // The last exact numbers: home cells that the man could still go to.
                if step >= LAP - 6 {
                    let cells = step.max(LAP - 1) + 1..=LAST;
                    all[9] += cells.filter(|cell| !own.contains(cell)).count() as i32;
                }
                all[8] += i32::from((LAP - 6..=LAP).contains(&step));
                all[10] += i32::from(step == last);
                last = step;
                let sweeps = |number: u8| {
                    let swept = enemy.iter().filter(|&&other| Self::sweeps(step, number, other));
                    swept.fold([0, 0], |[steps, men], &other| [steps + i32::from(other), men + 1])
                };
                // The farther a man goes, the more he sweeps.
                let is_open = |number: &u8| numbers >> number & 1 != 0 && self.may_move(step, *number);
                if now && let Some(number) = (1..=6).rev().find(is_open) {
                    let [steps, men] = sweeps(number);
                    all[4] = all[4].max(steps);
                    all[5] = all[5].max(men);
                }
                let [steps, men] = sweeps(6);
                all[6] += steps;
                all[7] += men;
            }
            all[11] = now.into();
            all
        };
        Measured::balance(side(seat), side(seat.other()))
    }
}

impl Show for Pachisi {
    /// *Picture*: the track, the homes, the number just played (`+` for an entry) and the numbers open now.
    fn view(&self, view: &mut View) {
        view.ordered = false;
        view.mark(Bitboard::BORDER, Mark::Special);
        for (seat, colour) in [Colour::White, Colour::Black].into_iter().enumerate() {
            for &square in &TRACKS[seat][usize::from(LAP)..] {
                view.marks.push((square, Mark::Home(colour)));
            }
        }
        if self.outcome().is_none() {
            let numbers = self.numbers();
            let open: Vec<String> =
                (1..=6).filter(|n| numbers >> n & 1 != 0).map(|n: u8| n.to_string()).collect();
            let played = match self.before {
                Before::Nothing => String::new(),
                Before::Entry => "+ → ".to_owned(),
                Before::Moved(number) => format!("{number} → "),
            };
            view.note = Some(format!("{played}{}", open.join(" ")));
        }
    }

    /// The way of the man, and the squares that he swept.
    fn view_ply(&self, ply: Ply, _: &Self, view: &mut View) {
        match ply {
            Ply::Move(from, number) => {
                view.marks.push((self.square(from), Mark::Start));
                for step in from + 1..from + number {
                    view.marks.push((self.square(step), Mark::Way));
                }
                view.marks.push((self.square(from + number), Mark::End));
                let enemy = self.acts.other().index();
                let swept = self.men[enemy].iter().filter(|&&step| Self::sweeps(from, number, step));
                let swept: Bitboard = swept.map(|&step| TRACKS[enemy][usize::from(step)]).collect();
                view.mark(swept, Mark::Taken);
            }
            Ply::Enter => view.marks.push((Self::start_square(self.acts), Mark::End)),
            Ply::Pass => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tracks_run_round_the_edge_and_then_inwards() {
        let named = |seat: usize, step: u8| TRACKS[seat][usize::from(step)].to_string();
        let white =
            [(0, "a1"), (7, "h1"), (8, "h2"), (14, "h8"), (21, "a8"), (27, "a2"), (28, "a1"), (31, "d4")];
        for (step, square) in white {
            assert_eq!(named(0, step), square);
        }
        let black = [(0, "h8"), (7, "a8"), (14, "a1"), (27, "h7"), (28, "h8"), (29, "g7"), (31, "e5")];
        for (step, square) in black {
            assert_eq!(named(1, step), square);
        }
        for step in 0..=LAP {
            for other in 0..=LAP {
                let same = TRACKS[0][usize::from(step)] == TRACKS[1][usize::from(other)];
                assert_eq!(ahead(step, other) == 0, same, "{step} and {other}");
            }
        }
    }

    #[test]
    fn numbers_follow_the_last_ply() {
        let open = |acts: u8, before: Before| -> Vec<u8> {
            let position = Pachisi { acts: Seat(acts), before, ..Pachisi::start(&Options::default()) };
            (1..=6).filter(|n| position.numbers() >> n & 1 != 0).collect()
        };
        let white = [[2, 6], [1, 3], [2, 4], [3, 5], [4, 6], [1, 5]];
        let black = [[3, 5], [4, 6], [1, 5], [2, 6], [1, 3], [2, 4]];
        for n in 1..=6 {
            assert_eq!(open(0, Before::Moved(n)), white[usize::from(n) - 1], "White after {n}");
            assert_eq!(open(1, Before::Moved(n)), black[usize::from(n) - 1], "Black after {n}");
        }
        assert_eq!(open(0, Before::Entry), [2, 4]);
        assert_eq!(open(1, Before::Nothing), [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn a_move_into_the_home_sweeps_the_corner_but_nothing_inside() {
        // From a2 by 3 to c3, past a1 with a Black man on his step 14.
        assert!(Pachisi::sweeps(27, 3, 14));
        assert!(!Pachisi::sweeps(28, 2, 15));
        // The man on a1 himself is not passed by one who leaves it.
        assert!(!Pachisi::sweeps(0, 6, 14));
        // A man on a home cell inside is out of reach wherever he stands.
        assert!(!Pachisi::sweeps(10, 6, 29));
    }
}
