//! Four-handed Ruma: `docs/rules/4-mancala-pachisi.md#ruma`.

use super::places::Places;
use super::ring::{Ring, ascending};
use super::{add_pits, mark_pit, show_pit};
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::history::Endless;
use crate::info::{Capital, Family, Info};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason, Score};
use crate::seat::{Seat, Side};
use crate::show::Show;
use crate::view::{Cells, PitLook, PitMark, Shape, Store, TallyKind, View};

/// The places of the ring: each side's six pits and the ruma at its right hand, South, East, North, West.
const PLACES: usize = 28;
/// Places of one side.
const SIDE: usize = 7;
/// More than all the men.
const COUNTS: usize = 128;
/// Fines after which a player is out.
const OUT: u8 = 12;

static RING: Ring<PLACES, 2, COUNTS> = Ring::new(ascending());

/// A position: the men in the places, the fines, who is out, and who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruma {
    places: Places<2>,
    fines: [u8; 4],
    /// For each seat when it went out: 1 the first, 2, 3; 0 for those who are in.
    out: [u8; 4],
    acts: Seat,
    end: End,
}

/// Whether and how the game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum End {
    Open,
    /// This seat got rid of all its men.
    Goal(Seat),
    /// This seat is the last.
    LastLeft(Seat),
}

/// The place of a side's ruma.
const fn ruma(side: usize) -> usize {
    side * SIDE + 6
}

impl Ruma {
    fn pits(&self, seat: Seat) -> &[u8] {
        &self.places[seat.index() * SIDE..][..6]
    }

    fn men(&self, seat: Seat) -> u16 {
        self.pits(seat).iter().map(|&men| u16::from(men)).sum()
    }

    /// *Turn*: a sowing is legal if its last man is not alone: he falls into a ruma or to other men.
    #[inline]
    fn is_legal(&self, from: usize) -> bool {
        let men = usize::from(self.places[from]);
        if men == 0 {
            return false;
        }
        let end = RING.end(from, men);
        // A second round finds a man of the first in every pit.
        end % SIDE == 6 || self.places[end] > 0 || men >= PLACES
    }

    fn legal(&self, seat: Seat) -> impl Iterator<Item = usize> {
        let first = seat.index() * SIDE;
        (first..first + 6).filter(|&from| self.is_legal(from))
    }

    /// *Turn*: one more fine, for which a man goes from the ruma at the right hand, or the next that has any.
    fn fine(&mut self, seat: Seat) {
        self.fines[seat.index()] += 1;
        let rumas = (0..4).map(|next| ruma((seat.index() + next) % 4));
        if let Some(place) = rumas.into_iter().find(|&place| self.places[place] > 0) {
            self.places[place] -= 1;
        }
        if self.fines[seat.index()] >= OUT {
            self.out[seat.index()] = 1 + self.out.into_iter().max().unwrap_or(0);
        }
    }

    fn is_out(&self, seat: Seat) -> bool {
        self.out[seat.index()] > 0
    }

    /// *End*: turns and fines go on until somebody can act or only one is left.
    fn pass_on(&mut self) {
        loop {
            self.acts = Seat((self.acts.0 + 1) % 4);
            if self.is_out(self.acts) {
                continue;
            }
            if self.legal(self.acts).next().is_some() {
                return;
            }
            self.fine(self.acts);
            if self.out.contains(&3) {
                let left = self.out.iter().position(|&out| out == 0).unwrap_or(0);
                self.end = End::LastLeft(Seat(left as u8));
                return;
            }
        }
    }

    /// *End*: 1 the winner; then those not out, by fines, then by men; then those who are out, the later the better.
    fn places(&self, winner: Seat) -> Score {
        let rank = |seat: usize| {
            let is_winner = seat == winner.index();
            match self.out[seat] {
                0 => (!is_winner, 0, self.fines[seat], self.men(Seat(seat as u8))),
                out => (!is_winner, 4 - out, 0, 0),
            }
        };
        Score::four(std::array::from_fn(|seat| {
            1 + (0..4).filter(|&other| rank(other) < rank(seat)).count() as i16
        }))
    }

    fn name(place: usize) -> String {
        format!("{}{}", ['S', 'E', 'N', 'W'][place / SIDE % 4], place % SIDE + 1)
    }
}

impl Game for Ruma {
    /// The place of the pit.
    type Ply = u8;

    const INFO: Info = Info {
        slug: "ruma",
        family: Family::Sowing,
        ru: "Рума на четверых",
        en: "Four-handed Ruma",
        aliases: &["Рума", "Ruma"],
        seats: &[Side::South, Side::East, Side::North, Side::West],
        options: &[],
        capital: Capital::King,
    };

    fn start(_: &Options) -> Self {
        let mut places = Places::EMPTY;
        for place in (0..PLACES).filter(|place| place % SIDE < 6) {
            places[place] = 4;
        }
        Ruma { places, fines: [0; 4], out: [0; 4], acts: Seat::FIRST, end: End::Open }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<u8>) {
        if self.end == End::Open {
            add_pits(self.acts.index() * SIDE, 6, list, |place| self.is_legal(place));
        }
    }

    fn count(&self) -> usize {
        if self.end == End::Open { self.legal(self.acts).count() } else { 0 }
    }

    fn play(&mut self, pit: u8) {
        RING.sow(&mut self.places, usize::from(pit) % PLACES);
        if self.men(self.acts) == 0 {
            self.end = End::Goal(self.acts);
        } else {
            self.pass_on();
        }
    }

    /// *End*.
    fn outcome(&self) -> Option<Outcome> {
        let outcome = match self.end {
            End::Open => return None,
            End::Goal(seat) => Outcome::win(seat, Reason::GOAL),
            End::LastLeft(seat) => Outcome::win(seat, Reason("last-left")),
        };
        let places = outcome.winner.map(|winner| self.places(winner));
        Some(Outcome { places, ..outcome.with_score(Score::four(self.fines.map(i16::from))) })
    }

    fn endless(&self) -> Endless {
        Endless::NEVER
    }

    fn is_irreversible(&self, _: u8) -> bool {
        true
    }

    fn key(&self) -> u64 {
        let (words, _) = self.places.as_chunks::<8>();
        let word = |index: usize| words.get(index).map_or(0, |bytes| u64::from_le_bytes(*bytes));
        let four = |numbers: [u8; 4]| u64::from(u32::from_le_bytes(numbers));
        let state = four(self.fines) | four(self.out) << 32;
        key_of([word(0), word(1), word(2), word(3), state, u64::from(self.acts.0)])
    }

    fn text(&self, pit: u8) -> String {
        Self::name(pit.into())
    }

    /// The letters of a Russian compass, written as the reader of plies sees them, and the number alone.
    fn other_texts(&self, pit: u8, list: &mut Vec<String>) {
        let (side, number) = (usize::from(pit) / SIDE % 4, usize::from(pit) % SIDE + 1);
        list.push(format!("{}{number}", ['ю', 'b', 'c', 'з'][side]));
        list.push(number.to_string());
    }

    fn board(&self) -> Board {
        let mut board = Board::default();
        for place in (0..PLACES).filter(|place| place % SIDE < 6) {
            board.pits.insert(Self::name(place), self.places[place].into());
        }
        board.stores = Some((0..4).map(|side| self.places[ruma(side)].into()).collect());
        board
    }
}

impl Evaluate for Ruma {
    /// *Evaluation*: few fines, many sowings to choose from, men on the own side. Each is measured in thirds: three
    /// times the own less what the three others have.
    const TERMS: &'static [Term] = &[
        term("out", -1_200),
        term("men", 0),
        term("few-men", -5),
        term("fines", -65),
        term("choices", 30),
        term("stuck", -155),
        term("into-ruma", 1),
        term("sown-away", -7),
        term("singles", 0),
        term("empty", 25),
        term("tempo", 0),
    ];

    #[inline]
    fn measure(&self, seat: Seat) -> Measured {
        let side = |seat: Seat| -> [i32; 11] {
            if self.is_out(seat) {
                let mut all = [0; 11];
                all[0] = 1;
                return all;
            }
            let first = seat.index() * SIDE;
            let (mut men, mut choices, mut into_ruma, mut away, mut singles, mut empty) = (0, 0, 0, 0, 0, 0);
            for (pit, &here) in self.pits(seat).iter().enumerate() {
                let here = i32::from(here);
                men += here;
                singles += i32::from(here == 1);
                empty += i32::from(here == 0);
                if self.is_legal(first + pit) {
                    choices += 1;
                    into_ruma += i32::from(RING.end(first + pit, here as usize) % SIDE == 6);
                    // Men that leave the side, the ruma's among them.
                    away = away.max(here - (5 - pit as i32));
                }
            }
            let stuck = i32::from(choices == 0);
            let fines = self.fines[seat.index()].into();
            let now = i32::from(seat == self.acts);
            let few = (8 - men).max(0);
            [0, men, few, fines, choices, stuck, into_ruma, away, singles, empty, now]
        };
        let sides = [0, 1, 2, 3].map(|seat| side(Seat(seat)));
        let own = sides[seat.index() % 4];
        Measured::of::<11>(std::array::from_fn(|term| {
            4 * own[term] - sides.iter().map(|side| side[term]).sum::<i32>()
        }))
    }
}

impl Show for Ruma {
    /// *Picture*: a square ring, a ruma in each corner, the fines of each player.
    fn view(&self, view: &mut View) {
        view.shape = Shape::Pits { width: 8.0, height: 8.0 };
        let cell = |x: usize, y: usize| Cells { x: x as f32, y: y as f32, w: 1.0, h: 1.0 };
        for place in 0..PLACES {
            // Counter-clockwise from the lower left corner, which is R4's.
            let (side, step) = (place / SIDE, place % SIDE + 1);
            let at = match side {
                0 => cell(step, 7),
                1 => cell(7, 7 - step),
                2 => cell(7 - step, 0),
                _ => cell(0, step),
            };
            let count = self.places[place];
            if place % SIDE < 6 {
                show_pit(view, &Self::name(place), count, at, Seat(side as u8), PitLook::Hollow);
            } else {
                let name = Some(format!("R{}", side + 1));
                view.stores.push(Store { name, count: count.into(), at, owner: None });
            }
        }
        for seat in (0..4).map(Seat) {
            view.tally(seat, TallyKind::Pieces, i32::from(self.men(seat)), None);
            view.tally(seat, TallyKind::Fines, i32::from(self.fines[seat.index()]), Some(OUT.into()));
            if let Some(player) = view.players.get_mut(seat.index()) {
                player.out = self.is_out(seat);
            }
        }
    }

    /// The pit sown, where the sowing ended, and the fines given since.
    fn view_ply(&self, pit: u8, next: &Self, view: &mut View) {
        let from = usize::from(pit) % PLACES;
        let end = RING.end(from, self.places[from].into());
        mark_pit(view, &Self::name(from), PitMark::Sown);
        if end % SIDE < 6 {
            mark_pit(view, &Self::name(end), PitMark::Ended);
        }
        let fined = (0..4).filter(|&seat| next.fines[seat] > self.fines[seat]);
        let fined: Vec<String> = fined
            .map(|seat| format!("{} +{}", ['S', 'E', 'N', 'W'][seat], next.fines[seat] - self.fines[seat]))
            .collect();
        if !fined.is_empty() {
            view.note = Some(fined.join(", "));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn empty() -> Ruma {
        Ruma { places: Places::EMPTY, ..Ruma::start(&Options::default()) }
    }

    fn place(name: &str) -> usize {
        (0..PLACES).find(|&place| Ruma::name(place) == name).expect("a pit")
    }

    #[test]
    fn a_second_round_passes_over_the_pit_it_came_from_and_never_ends_alone() {
        let mut position = empty();
        position.places[place("S1")] = 28;
        // 27 men go round; the 28th passes S1 and falls to the man in S2.
        assert!(position.is_legal(place("S1")));
        position.places[place("E1")] = 1;
        position.play(place("S1") as u8);
        assert_eq!(position.places[place("S1")], 0);
        assert_eq!(position.places[place("S2")], 2);
        assert_eq!(position.places[place("S3")], 1);
    }

    #[test]
    fn fines_take_men_from_the_next_ruma_that_has_any() {
        let mut position = empty();
        position.places[ruma(0)] = 1;
        position.places[ruma(3)] = 1;
        position.fine(Seat(1));
        assert_eq!(position.places[ruma(3)], 0);
        position.fine(Seat(1));
        assert_eq!(position.places[ruma(0)], 0);
        position.fine(Seat(1));
        assert_eq!(position.fines, [0, 3, 0, 0]);
    }

    #[test]
    fn players_who_are_in_share_a_place_and_the_later_out_the_better() {
        let mut position = empty();
        position.out = [0, 2, 0, 1];
        position.fines = [3, 12, 3, 12];
        position.places[place("N1")] = 2;
        position.places[place("S1")] = 2;
        position.end = End::Goal(Seat(0));
        let places =
            |position: &Ruma| position.outcome().and_then(|o| o.places).map(|p| p.as_slice().to_vec());
        assert_eq!(places(&position), Some(vec![1, 3, 2, 4]));
        position.out = [0, 0, 0, 1];
        position.fines = [3, 5, 5, 12];
        position.places[place("E1")] = 2;
        assert_eq!(places(&position), Some(vec![1, 2, 2, 4]));
    }

    #[test]
    fn the_compass_is_read_in_russian_too() {
        let mut table = crate::catalogue::by_slug("ruma").expect("ruma").table(&Options::default());
        for (typed, canonical) in [("Ю1", "S1"), ("В2", "E2"), ("с4", "N4"), ("З1", "W1"), ("s 2", "S2")]
        {
            assert_eq!(table.read(typed).as_deref(), Ok(canonical), "{typed}");
            table.play(canonical).expect("legal");
        }
    }
}
