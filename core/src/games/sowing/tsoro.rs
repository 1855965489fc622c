//! Natatu, a Tsoro game: `docs/rules/4-mancala-pachisi.md#tsoro`.

use super::places::Places;
use super::ring::{Ring, ascending, descending};
use super::{mark_pit, show_pit};
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::history::Stop;
use crate::info::{Capital, Family, Info};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason, Score};
use crate::seat::{Seat, Side};
use crate::show::Show;
use crate::view::{Cells, CounterKind, PitLook, PitMark, Shape, Store, TallyKind, View};

/// A player's pits, clockwise: the outer row 0..7, then the inner row back. South's are g1 … a1 a2 … g2, North's
/// a4 … g4 g3 … a3: the same turned.
const PITS: usize = 14;
/// More than all the men of a side, which are sown on that side only.
const COUNTS: usize = 64;
/// A sowing that has not ended by then is not allowed.
const LAPS: usize = 100;

static CLOCKWISE: Ring<PITS, 1, COUNTS> = Ring::new(ascending());
static COUNTER_CLOCKWISE: Ring<PITS, 1, COUNTS> = Ring::new(descending());

/// A direction of sowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// `+`.
    Clockwise,
    /// `-`.
    CounterClockwise,
}

impl Way {
    const fn sign(self) -> char {
        match self {
            Way::Clockwise => '+',
            Way::CounterClockwise => '-',
        }
    }
}

/// *Turn*: what a player has decided of his direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Choice {
    /// The first sowing, clockwise, is still to come.
    First,
    /// The second sowing, which chooses, is still to come.
    Second,
    /// Chosen for good.
    Chosen(Way),
}

impl Choice {
    const fn ways(self) -> &'static [Way] {
        match self {
            Choice::First | Choice::Chosen(Way::Clockwise) => &[Way::Clockwise],
            Choice::Chosen(Way::CounterClockwise) => &[Way::CounterClockwise],
            Choice::Second => &[Way::Clockwise, Way::CounterClockwise],
        }
    }
}

/// A ply. Pits are places of a player's ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ply {
    /// Sows from an own pit.
    Sow(u8, Way),
    /// Takes the men of one more enemy pit.
    Take(u8),
    /// Declines to.
    Decline,
}

/// A position: the men of both players, what they have taken, their directions, who acts and for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tsoro {
    pits: [Places; 2],
    stores: [u8; 2],
    choices: [Choice; 2],
    acts: Seat,
    /// Whether one more enemy pit is to be taken, or declined.
    takes: bool,
}

/// *Turn*: sows lap after lap. Gives the ring afterwards and the pit of the last man, unless it does not end.
#[inline]
fn sow(mut ring: Places, from: usize, way: Way) -> Option<(Places, usize)> {
    let machine = match way {
        Way::Clockwise => &CLOCKWISE,
        Way::CounterClockwise => &COUNTER_CLOCKWISE,
    };
    let mut at = from;
    for _ in 0..LAPS {
        let end = machine.sow(&mut ring, at);
        if ring.men(end) == 1 {
            return Some((ring, end));
        }
        at = end;
    }
    None
}

/// *Capture*: the enemy's outer and inner pit on the file of an own inner pit.
const fn facing(inner: usize) -> [usize; 2] {
    [inner - 7, 20 - inner]
}

/// Whether a pit lies in its owner's inner row.
const fn is_inner(pit: usize) -> bool {
    pit >= 7
}

/// File and row, from 0, of a player's pit.
const fn cell(seat: Seat, pit: usize) -> (usize, usize) {
    let (file, row) = if is_inner(pit) { (pit - 7, 1) } else { (6 - pit, 0) };
    if seat.0 == 0 { (file, row) } else { (6 - file, 3 - row) }
}

fn name(seat: Seat, pit: usize) -> String {
    let (file, row) = cell(seat, pit);
    format!("{}{}", (b'a' + file as u8) as char, row + 1)
}

impl Tsoro {
    fn men(&self, seat: Seat) -> i16 {
        self.pits[seat.index()].iter().map(|&men| i16::from(men)).sum()
    }

    /// The enemy pits that a sowing takes which ends here.
    fn taken(&self, end: usize) -> Option<[usize; 2]> {
        let enemy = &self.pits[self.acts.other().index()];
        let pits = if is_inner(end) { facing(end) } else { return None };
        (enemy[pits[0]] + enemy[pits[1]] > 0).then_some(pits)
    }

    /// All allowed sowings of the player who acts, lazily.
    fn sowings(&self) -> impl Iterator<Item = Ply> + '_ {
        let ring = self.pits[self.acts.index()];
        let ways = self.choices[self.acts.index()].ways();
        (0..PITS)
            .filter(move |&pit| ring[pit] > 0)
            .flat_map(move |pit| ways.iter().map(move |&way| (pit, way)))
            .filter(move |&(pit, way)| sow(ring, pit, way).is_some())
            .map(|(pit, way)| Ply::Sow(pit as u8, way))
    }

    fn score(&self) -> Score {
        Score::two(self.men(Seat::FIRST), self.men(Seat::SECOND))
    }
}

impl Game for Tsoro {
    type Ply = Ply;

    const INFO: Info = Info {
        slug: "tsoro",
        family: Family::Sowing,
        ru: "Цоро",
        en: "Natatu",
        aliases: &["Натату", "Чисоло", "Tsoro", "Chisolo"],
        seats: &[Side::South, Side::North],
        options: &[],
        capital: Capital::King,
    };

    fn start(_: &Options) -> Self {
        let mut ring = Places::EMPTY;
        ring[..12].copy_from_slice(&[3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 2, 1]);
        Tsoro {
            pits: [ring; 2],
            stores: [0; 2],
            choices: [Choice::First; 2],
            acts: Seat::FIRST,
            takes: false,
        }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Ply>) {
        let enemy = &self.pits[self.acts.other().index()];
        if self.takes {
            list.push(Ply::Decline);
            list.extend((0..PITS).filter(|&pit| enemy[pit] > 0).map(|pit| Ply::Take(pit as u8)));
        } else if self.men(self.acts) > 0 && self.men(self.acts.other()) > 0 {
            list.extend(self.sowings());
        }
    }

    fn play(&mut self, ply: Ply) {
        self.advance(ply);
    }

    fn advance(&mut self, ply: Ply) -> bool {
        let stores = self.stores;
        let (own, enemy) = (self.acts.index(), self.acts.other().index());
        match ply {
            Ply::Sow(pit, way) => {
                self.choices[own] = match self.choices[own] {
                    Choice::First => Choice::Second,
                    Choice::Second => Choice::Chosen(way),
                    chosen => chosen,
                };
                if let Some((ring, end)) = sow(self.pits[own], usize::from(pit) % PITS, way) {
                    self.pits[own] = ring;
                    if let Some(taken) = self.taken(end) {
                        for pit in taken {
                            self.stores[own] += std::mem::take(&mut self.pits[enemy][pit]);
                        }
                        // Something was taken: one more pit may be, if there is any.
                        self.takes = self.men(Seat(enemy as u8)) > 0;
                        if self.takes {
                            return true;
                        }
                    }
                }
            }
            Ply::Take(pit) => {
                self.stores[own] += std::mem::take(&mut self.pits[enemy][usize::from(pit) % PITS]);
                self.takes = false;
            }
            Ply::Decline => self.takes = false,
        }
        self.acts = self.acts.other();
        self.stores != stores
    }

    /// *End*.
    fn outcome(&self) -> Option<Outcome> {
        if self.takes {
            return None;
        }
        let loser = [self.acts, self.acts.other()].into_iter().find(|&seat| self.men(seat) == 0);
        if let Some(loser) = loser {
            return Some(Outcome::win(loser.other(), Reason::NO_PIECES).with_score(self.score()));
        }
        if self.sowings().next().is_none() {
            return Some(Outcome::win(self.acts.other(), Reason::NO_MOVES).with_score(self.score()));
        }
        None
    }

    /// *Endless play*: more men on the board win; the reason is what stopped the game.
    fn stopped(&self, stop: Stop) -> Outcome {
        let [south, north] = [Seat::FIRST, Seat::SECOND].map(|seat| self.men(seat));
        Outcome { reason: stop.reason(), ..Outcome::count(south, north, stop.reason()) }
    }

    /// A capture is.
    fn is_irreversible(&self, ply: Ply) -> bool {
        self.is_capture(ply)
    }

    fn key(&self) -> u64 {
        let words = |seat: usize| {
            let (words, _) = self.pits[seat].as_chunks::<8>();
            let word = |index: usize| words.get(index).map_or(0, |bytes| u64::from_le_bytes(*bytes));
            (word(0), word(1))
        };
        let choice = |seat: usize| match self.choices[seat] {
            Choice::First => 0,
            Choice::Second => 1,
            Choice::Chosen(Way::Clockwise) => 2,
            Choice::Chosen(Way::CounterClockwise) => 3,
        };
        let state = choice(0) | choice(1) << 2 | u64::from(self.takes) << 4 | u64::from(self.acts.0) << 5;
        let (south, north) = (words(0), words(1));
        key_of([south.0, south.1, north.0, north.1, state])
    }

    fn text(&self, ply: Ply) -> String {
        match ply {
            Ply::Sow(pit, way) => format!("{}{}", name(self.acts, pit.into()), way.sign()),
            Ply::Take(pit) => format!("x{}", name(self.acts.other(), pit.into())),
            Ply::Decline => "pass".to_owned(),
        }
    }

    /// The pit alone: it means both directions while both are open.
    fn other_texts(&self, ply: Ply, list: &mut Vec<String>) {
        match ply {
            Ply::Sow(pit, way) => {
                let pit = name(self.acts, pit.into());
                list.push(format!("{pit} {}", way.sign()));
                list.push(pit);
            }
            Ply::Take(pit) => list.push(name(self.acts.other(), pit.into())),
            Ply::Decline => {}
        }
    }

    fn board(&self) -> Board {
        let mut board = Board::default();
        for seat in [Seat::FIRST, Seat::SECOND] {
            for pit in 0..PITS {
                board.pits.insert(name(seat, pit), self.pits[seat.index()][pit].into());
            }
        }
        board.stores = Some(self.stores.map(u16::from).to_vec());
        board
    }
}

impl Evaluate for Tsoro {
    fn is_capture(&self, ply: Ply) -> bool {
        match ply {
            Ply::Sow(pit, way) => sow(self.pits[self.acts.index()], usize::from(pit) % PITS, way)
                .is_some_and(|(_, end)| self.taken(end).is_some()),
            Ply::Take(_) => true,
            Ply::Decline => false,
        }
    }

    /// *Evaluation*: men left, rich files opposite empty inner pits, sowings that end there at once, the right to take
    /// one more, freedom of direction.
    const TERMS: &'static [Term] = &[
        term("men", 100),
        term("richest-target", 15),
        term("targets", 2),
        term("capture-now", 20),
        term("capture-next", 8),
        term("extra", 80),
        term("extra-gain", 70),
        term("biggest-pit", -10),
        term("outer-men", 3),
        term("pits", 8),
        term("empty-inner", 4),
        term("free-direction", 15),
        term("tempo", 20),
    ];

    #[inline]
    fn measure(&self, seat: Seat) -> Measured {
        let side = |seat: Seat| -> [i32; 13] {
            let (own, enemy) = (&self.pits[seat.index()], &self.pits[seat.other().index()]);
            let now = i32::from(seat == self.acts);
            let rich = |pit: usize| -> i32 {
                let [outer, inner] = facing(pit).map(|pit| i32::from(enemy[pit]));
                outer + inner
            };
            let (mut richest, mut targets, mut empty) = (0, 0, 0);
            for pit in (7..PITS).filter(|&pit| own[pit] == 0) {
                let gain = rich(pit);
                richest = richest.max(gain);
                targets += gain;
                empty += 1;
            }
            let choice = self.choices[seat.index()];
            let counter = choice == Choice::Chosen(Way::CounterClockwise);
            let machine = if counter { &COUNTER_CLOCKWISE } else { &CLOCKWISE };
            let (mut men, mut outer, mut pits, mut biggest, mut capture) = (0, 0, 0, 0, 0);
            for (pit, &here) in own[..PITS].iter().enumerate().filter(|(_, here)| **here > 0) {
                let men_here = i32::from(here);
                men += men_here;
                outer += if is_inner(pit) { 0 } else { men_here };
                pits += 1;
                biggest = biggest.max(men_here);
                // Only a sowing of a single lap is looked at.
                let end = machine.end(pit, here.into());
                if is_inner(end) && own[end] == 0 && usize::from(here) < PITS {
                    capture = capture.max(rich(end));
                }
            }
            let takes = i32::from(self.takes) * now;
            let gain = enemy[..PITS].iter().max().map_or(0, |&men| i32::from(men));
            [
                men,
                richest,
                targets,
                capture * now,
                capture * (1 - now),
                takes,
                takes * gain,
                biggest,
                outer,
                pits,
                empty,
                i32::from(!matches!(choice, Choice::Chosen(_))),
                now,
            ]
        };
        Measured::balance(side(seat), side(seat.other()))
    }
}

impl Show for Tsoro {
    /// *Picture*: four rows of seven pits, the directions, whether one more pit is to be taken.
    fn view(&self, view: &mut View) {
        view.shape = Shape::Pits { width: 9.0, height: 4.0 };
        for seat in [Seat::FIRST, Seat::SECOND] {
            for pit in 0..PITS {
                let (file, row) = cell(seat, pit);
                let at = Cells { x: 1.0 + file as f32, y: 3.0 - row as f32, w: 1.0, h: 1.0 };
                let count = self.pits[seat.index()][pit];
                show_pit(view, &name(seat, pit), count, at, seat, PitLook::Hollow);
            }
            let (x, y) = if seat == Seat::FIRST { (8.0, 2.0) } else { (0.0, 0.0) };
            let count = self.stores[seat.index()].into();
            let at = Cells { x, y, w: 1.0, h: 2.0 };
            view.stores.push(Store { name: None, count, at, owner: Some(seat) });
            view.tally(seat, TallyKind::Pieces, i32::from(self.men(seat)), None);
        }
        let sign = |seat: usize| match self.choices[seat] {
            Choice::Chosen(way) => way.sign(),
            Choice::First | Choice::Second => '?',
        };
        view.note = Some(format!("S {} N {}", sign(0), sign(1)));
        if self.takes {
            view.count(CounterKind::TurnLeft, 1, None);
        }
    }

    fn view_ply(&self, ply: Ply, _: &Self, view: &mut View) {
        let other = self.acts.other();
        match ply {
            Ply::Sow(pit, way) => {
                let from = usize::from(pit) % PITS;
                mark_pit(view, &name(self.acts, from), PitMark::Sown);
                if let Some((_, end)) = sow(self.pits[self.acts.index()], from, way) {
                    mark_pit(view, &name(self.acts, end), PitMark::Ended);
                    for pit in self.taken(end).into_iter().flatten() {
                        mark_pit(view, &name(other, pit), PitMark::Captured);
                    }
                }
            }
            Ply::Take(pit) => mark_pit(view, &name(other, pit.into()), PitMark::Captured),
            Ply::Decline => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::study::{after, legal};

    /// A position from words like `a1=3`, both directions chosen clockwise, South to act.
    fn position(words: &str) -> Tsoro {
        let mut position = Tsoro {
            pits: [Places::EMPTY; 2],
            choices: [Choice::Chosen(Way::Clockwise); 2],
            ..Tsoro::start(&Options::default())
        };
        for word in words.split_whitespace() {
            let (pit, men) = word.split_once('=').expect("pit=men");
            let found = [0, 1]
                .into_iter()
                .flat_map(|seat| (0..PITS).map(move |pit| (seat, pit)))
                .find(|&(seat, index)| name(Seat(seat), index) == pit)
                .expect("a pit");
            position.pits[usize::from(found.0)][found.1] = men.parse().expect("a number");
        }
        position
    }

    #[test]
    fn men_in_the_outer_pit_alone_are_taken_and_two_empty_pits_give_nothing() {
        let next = after(&position("b2=1 g1=1 c4=5 d4=1"), "b2+");
        assert_eq!(next.stores, [5, 0]);
        assert_eq!(legal(&next), ["pass", "xd4"]);
        let next = after(&position("b2=1 g1=1 d4=1"), "b2+");
        assert_eq!((next.stores, next.acts), ([0, 0], Seat::SECOND));
    }

    #[test]
    fn taking_the_last_man_wins_and_leaves_no_pit_to_take() {
        let next = after(&position("b2=1 g1=1 c4=5"), "b2+");
        let outcome = next.outcome().expect("over");
        assert_eq!((outcome.winner, outcome.reason), (Some(Seat::FIRST), Reason::NO_PIECES));
        assert!(legal(&next).is_empty());
    }

    #[test]
    fn a_pit_without_a_direction_is_ambiguous_while_both_are_open() {
        use crate::illegal::{Illegal, Misread};
        let mut table = crate::catalogue::by_slug("tsoro").expect("tsoro").table(&Options::default());
        assert_eq!(table.read("B1").as_deref(), Ok("b1+"));
        for ply in ["b1+", "xb4"] {
            assert_eq!(table.read(ply.trim_start_matches('x')).as_deref(), Ok(ply));
            table.play(ply).expect("legal");
        }
        table.play("e3+").expect("legal");
        let both = Illegal::Ambiguous { plies: vec!["a1+".to_owned(), "a1-".to_owned()] };
        assert_eq!(table.read("a1"), Err(Misread::Illegal(both)));
        assert_eq!(table.read("А1 –").as_deref(), Ok("a1-"));
        assert_eq!(table.read("a1 +").as_deref(), Ok("a1+"));
    }

    #[test]
    fn a_sowing_that_never_ends_is_not_allowed() {
        let mut position = position("a4=1");
        let ring = [0, 3, 0, 1, 2, 0, 1, 0, 4, 1, 0, 1, 0, 1];
        position.pits[0][..PITS].copy_from_slice(&ring);
        let endless: Vec<usize> = (0..PITS)
            .filter(|&pit| ring[pit] > 0 && sow(position.pits[0], pit, Way::Clockwise).is_none())
            .collect();
        let [endless] = endless[..] else { panic!("one pit, not {endless:?}") };
        let texts = legal(&position);
        assert_eq!(texts.len(), 7);
        assert!(!texts.contains(&format!("{}+", name(Seat::FIRST, endless))));
    }
}
