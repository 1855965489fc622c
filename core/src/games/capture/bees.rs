//! Bees: `docs/rules/2b-shark-bees.md#bees`.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::history::{Endless, Stop};
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason, Score};
use crate::seat::{Colour, Seat};
use crate::show::Show;
use crate::square::{Direction, Square};
use crate::view::{Mark, View};

/// White's men at the start; Black's are the same turned.
const WHITE: Bitboard = Bitboard(0x0000_0000_0103_070f);

/// The six kinds of step. The first three are odd, the others even.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A rank up.
    Up,
    /// A rank down.
    Down,
    /// Towards the enemy along the diagonal a1–h8.
    Forward,
    /// A file to the left.
    Left,
    /// A file to the right.
    Right,
    /// Away from the enemy along the diagonal.
    Back,
}

impl Kind {
    const ALL: [Kind; 6] = [Kind::Up, Kind::Down, Kind::Forward, Kind::Left, Kind::Right, Kind::Back];

    /// Where a step of this kind leads a seat's men.
    #[inline]
    fn direction(self, seat: Seat) -> Direction {
        match (self, seat) {
            (Kind::Up, _) => Direction::Up,
            (Kind::Down, _) => Direction::Down,
            (Kind::Left, _) => Direction::Left,
            (Kind::Right, _) => Direction::Right,
            (Kind::Forward, Seat::FIRST) | (Kind::Back, Seat::SECOND) => Direction::UpRight,
            (Kind::Forward | Kind::Back, _) => Direction::DownLeft,
        }
    }

    /// *Bound choice*: the two other kinds of the same parity.
    #[inline]
    const fn answers(self) -> &'static [Kind] {
        match self {
            Kind::Up => &[Kind::Down, Kind::Forward],
            Kind::Down => &[Kind::Up, Kind::Forward],
            Kind::Forward => &[Kind::Up, Kind::Down],
            Kind::Left => &[Kind::Right, Kind::Back],
            Kind::Right => &[Kind::Left, Kind::Back],
            Kind::Back => &[Kind::Left, Kind::Right],
        }
    }

    /// A sign for the kind.
    const fn sign(self) -> &'static str {
        match self {
            Kind::Up => "↑",
            Kind::Down => "↓",
            Kind::Forward => "»",
            Kind::Left => "←",
            Kind::Right => "→",
            Kind::Back => "«",
        }
    }
}

/// A position: the men, who acts, who leads, and the kind of the step just made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bees {
    men: [Bitboard; 2],
    acts: Seat,
    leads: Seat,
    /// None at the start and after a pass: the choice is free.
    last: Option<Kind>,
}

/// A ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// A man steps.
    Step(Square, Kind),
    /// The turn is given up, and the lead goes to the opponent.
    Pass,
}

impl Bees {
    /// *Turn*: the kinds of step permitted now.
    #[inline]
    fn kinds(&self) -> &'static [Kind] {
        match self.last {
            None => &Kind::ALL,
            Some(kind) => kind.answers(),
        }
    }

    /// The squares to which men of a seat can make a step of a kind.
    #[inline]
    fn targets(&self, seat: Seat, kind: Kind) -> Bitboard {
        let own = self.men[seat.index()];
        own.shift(kind.direction(seat)) & !own
    }

    /// Steps permitted now.
    #[inline]
    fn count_steps(&self) -> u32 {
        self.kinds().iter().map(|&kind| self.targets(self.acts, kind).len()).sum()
    }

    /// *Turn*: the leader may pass when he is bound; who has no permitted step must.
    #[inline]
    fn may_pass(&self, steps: u32) -> bool {
        steps == 0 || self.leads == self.acts && self.last.is_some()
    }

    fn score(&self) -> [i16; 2] {
        self.men.map(|men| men.len() as i16)
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.men[0].is_empty() || self.men[1].is_empty()
    }
}

impl Game for Bees {
    type Ply = Act;

    const INFO: Info = Info {
        slug: "bees",
        family: Family::Capture,
        ru: "Пчёлы",
        en: "Bees",
        aliases: &["Пчелы"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };

    fn start(_: &Options) -> Self {
        let black = WHITE.into_iter().map(Square::turned).collect();
        Bees { men: [WHITE, black], acts: Seat::FIRST, leads: Seat::FIRST, last: None }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Act>) {
        if self.is_over() {
            return;
        }
        let start = list.len();
        for &kind in self.kinds() {
            let back = kind.direction(self.acts).opposite();
            let from = |to: Square| to.step(back).map(|from| Act::Step(from, kind));
            list.extend(self.targets(self.acts, kind).into_iter().filter_map(from));
        }
        if self.may_pass((list.len() - start) as u32) {
            list.push(Act::Pass);
        }
    }

    fn count(&self) -> usize {
        if self.is_over() {
            return 0;
        }
        let steps = self.count_steps();
        steps as usize + usize::from(self.may_pass(steps))
    }

    fn play(&mut self, act: Act) {
        let seat = self.acts;
        match act {
            Act::Step(from, kind) => {
                let to = Bitboard::of(from).shift(kind.direction(seat));
                self.men[seat.index()] = self.men[seat.index()] & !Bitboard::of(from) | to;
                self.men[seat.other().index()] &= !to;
                self.last = Some(kind);
            }
            Act::Pass => {
                self.leads = seat.other();
                self.last = None;
            }
        }
        self.acts = seat.other();
    }

    fn outcome(&self) -> Option<Outcome> {
        let [white, black] = self.score();
        let winner = match (white, black) {
            (_, 0) => Seat::FIRST,
            (0, _) => Seat::SECOND,
            _ => return None,
        };
        Some(Outcome::win(winner, Reason::NO_PIECES).with_score(Score::two(white, black)))
    }

    fn endless(&self) -> Endless {
        Endless { no_progress: Some(60), ..Endless::STANDARD }
    }

    /// *Endless play*: without captures for too long, the men are counted.
    fn stopped(&self, stop: Stop) -> Outcome {
        let [white, black] = self.score();
        match stop {
            Stop::Repetition => Outcome::draw(Reason::REPETITION),
            _ => Outcome::count(white, black, Reason::NO_PROGRESS),
        }
    }

    fn is_irreversible(&self, act: Act) -> bool {
        self.is_capture(act)
    }

    fn key(&self) -> u64 {
        let kind = self.last.map_or(7, |kind| kind as u64);
        let state = kind << 16 | u64::from(self.leads.0) << 8 | u64::from(self.acts.0);
        key_of([self.men[0].0, self.men[1].0, state])
    }

    fn text(&self, act: Act) -> String {
        match act {
            Act::Step(from, kind) => {
                let to = from.step(kind.direction(self.acts)).unwrap_or(from);
                format!("{from}-{to}")
            }
            Act::Pass => "pass".to_owned(),
        }
    }

    fn board(&self) -> Board {
        Board::of_men_and_kings(self.men[0], self.men[1], Bitboard::EMPTY)
    }
}

impl Evaluate for Bees {
    fn is_capture(&self, act: Act) -> bool {
        match act {
            Act::Step(from, kind) => {
                let to = Bitboard::of(from).shift(kind.direction(self.acts));
                !(to & self.men[self.acts.other().index()]).is_empty()
            }
            Act::Pass => false,
        }
    }

    const TERMS: &'static [Term] = &[
        term("men", 100),
        term("few", 2),
        term("takes", 45),
        term("hits-now", 5),
        term("hits-next", 8),
        term("hits-later", 6),
        term("guarded", 3),
        term("lead", 15),
        term("permitted", 1),
        term("mobility", 1),
        term("company", 2),
        term("edge", -2),
        term("advance", 0),
        term("tempo", 3),
        term("idle-lead", -25),
    ];

    /// *Evaluation*: men, the more so the fewer are left; what can be taken by a kind permitted now, by a kind of the parity
    /// that binds both until somebody passes, and by any other; men that can be avenged at once; the lead, and the lead while
    /// steps are even, which never go forward: he who can pass should; steps.
    fn measure(&self, seat: Seat) -> Measured {
        let len = |set: Bitboard| set.len() as i32;
        let now = self.kinds();
        // Odd kinds are answered by odd ones only.
        let odd = |kind: Kind| (kind as u8) < 3;
        let side = |of: Seat| {
            let own = self.men[of.index()];
            let enemy = self.men[of.other().index()];
            let acts = self.acts == of;
            let [mut hits_now, mut hits_next, mut hits_later, mut permitted, mut mobility] = [0; 5];
            let mut guarded = Bitboard::EMPTY;
            for kind in Kind::ALL {
                let reach = own.shift(kind.direction(of));
                guarded |= reach & own;
                let (steps, hits) = (len(reach & !own), len(reach & enemy));
                mobility += steps;
                if acts && now.contains(&kind) {
                    permitted += steps;
                    hits_now += hits;
                } else if self.last.is_none_or(|last| odd(last) == odd(kind)) {
                    hits_next += hits;
                } else {
                    hits_later += hits;
                }
            }
            let gone = |square: Square| i32::from(square.file() + square.rank());
            let advance: i32 = own.into_iter().map(gone).sum();
            [
                len(own),
                0,
                hits_now.min(1),
                hits_now,
                hits_next,
                hits_later,
                len(guarded),
                i32::from(self.leads == of),
                permitted,
                mobility,
                len(own & own.neighbours()),
                len(own & Bitboard::BORDER),
                if of == Seat::FIRST { advance } else { 14 * len(own) - advance },
                i32::from(acts),
                i32::from(self.leads == of && self.last.is_some_and(|last| !odd(last))),
            ]
        };
        let mut measured = Measured::balance(side(seat), side(seat.other()));
        measured[1] = measured[0].clamp(-3, 3) * 64 / (len(self.men[0] | self.men[1]) + 4);
        measured
    }
}

impl Show for Bees {
    /// *Picture*: who leads, the last kind and those permitted now, and the diagonal that forward and back follow.
    fn view(&self, view: &mut View) {
        view.mark(
            Bitboard::ray(Square::new(0), Direction::UpRight) | Bitboard::of(Square::new(0)),
            Mark::Special,
        );
        let leader = if self.leads == Seat::FIRST { Colour::White } else { Colour::Black };
        let lead = if leader == Colour::White { "○" } else { "●" };
        let last = self.last.map_or("", Kind::sign);
        let now: Vec<&str> = self.kinds().iter().map(|kind| kind.sign()).collect();
        view.note = Some(format!("{lead} {last}: {}", now.join(" ")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::study::{after, legal};

    #[test]
    fn parity_binds_the_answer() {
        for kind in Kind::ALL {
            let odd = |kind: Kind| matches!(kind, Kind::Up | Kind::Down | Kind::Forward);
            assert_eq!(kind.answers().len(), 2);
            assert!(kind.answers().iter().all(|&answer| odd(answer) == odd(kind) && answer != kind));
        }
    }

    #[test]
    fn whoever_loses_the_last_man_loses() {
        let men = |name: &str| Bitboard::of(name.parse().expect("a square"));
        let last =
            Bees { men: [men("c3"), men("d4")], acts: Seat::FIRST, leads: Seat::FIRST, last: Some(Kind::Up) };
        assert_eq!(legal(&last), ["c3-c2", "c3-d4", "pass"]);
        let won = after(&last, "c3-d4");
        let outcome = Outcome::win(Seat::FIRST, Reason::NO_PIECES).with_score(Score::two(1, 0));
        assert_eq!(won.outcome(), Some(outcome));
        assert!(legal(&won).is_empty());
    }
}
