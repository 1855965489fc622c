//! Wari: `docs/rules/4-mancala-pachisi.md#wari`.

use super::filled::Filled;
use super::places::Places;
use super::ring::Ring;
use super::{mark_pit, show_pit};
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::history::Stop;
use crate::info::{Capital, Family, Info};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::{Seat, Side};
use crate::show::Show;
use crate::view::{Cells, PitLook, PitMark, Shape, Store, TallyKind, View};

/// The places: each player's six pits in the order of sowing, behind them his store, and one that is never used. So what is
/// a player's is one half of a word.
const PLACES: usize = 16;
const HALF: usize = PLACES / 2;
/// The pits of a player.
const EACH: usize = 6;
/// The places that are pits, in the order of sowing.
const PITS: [u8; 2 * EACH] = [0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13];
/// Their names by place: South's A to F, then North's f to a.
const NAMES: [&str; PLACES] = ["A", "B", "C", "D", "E", "F", "", "", "f", "e", "d", "c", "b", "a", "", ""];
/// More than all the men.
const COUNTS: usize = 64;

/// All pits in the half of a player.
const SIDE: u64 = 0xffff_ffff_ffff;

static RING: Ring<{ 2 * EACH }, 1, COUNTS> = Ring::new(PITS);

/// A position: the men in the pits and stores, and who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wari {
    places: Places,
    acts: Seat,
}

/// Where a player's store lies among the places.
const fn store(seat: Seat) -> usize {
    side(seat) + EACH
}

/// The first of a player's six pits.
const fn side(seat: Seat) -> usize {
    seat.index() * HALF
}

impl Wari {
    fn pits(&self, seat: Seat) -> &[u8] {
        &self.places[side(seat)..side(seat) + EACH]
    }

    #[inline]
    fn can_act(&self, seat: Seat) -> bool {
        self.half(seat) > 0
    }

    /// *Turn*: the pits of a player from which he can sow, counted from his first.
    #[inline]
    fn filled(&self, seat: Seat) -> Filled {
        Filled::of(self.half(seat))
    }

    /// The men in a player's pits, a byte each.
    #[inline]
    fn half(&self, seat: Seat) -> u64 {
        let places = self.places.word(0);
        (if seat == Seat::FIRST { places as u64 } else { (places >> 64) as u64 }) & SIDE
    }

    /// Puts men into a player's pits, a byte each.
    #[inline]
    fn set_half(&mut self, seat: Seat, pits: u64) {
        let shift = 8 * side(seat);
        let others = self.places.word(0) & !(u128::from(SIDE) << shift);
        self.places.set_word(0, others | u128::from(pits) << shift);
    }

    fn men(&self, seat: Seat) -> i16 {
        // The highest byte becomes the sum of all.
        (self.half(seat).wrapping_mul(0x0101_0101_0101_0101) >> 56) as i16
    }

    fn stores(&self) -> [i16; 2] {
        [Seat::FIRST, Seat::SECOND].map(|seat| self.places.men(store(seat)).into())
    }

    /// *Turn* and *Capture*: sows from a pit and takes what falls to the mover. Gives the pit of the last man, and the men
    /// taken.
    #[inline]
    fn sow(&mut self, from: usize) -> (usize, u8) {
        let men = (self.half(self.acts) >> (8 * (from % HALF))) as u8;
        let end = RING.sow_men(&mut self.places, from, men);
        let enemy = self.acts.other();
        let (mut pits, mut pit, mut taken) = (self.half(enemy), end.wrapping_sub(side(enemy)), 0);
        // Backwards from the last man, as long as the pits are the enemy's and hold two or three.
        while pit < EACH {
            let men = (pits >> (8 * pit)) as u8;
            if !matches!(men, 2 | 3) {
                break;
            }
            pits -= u64::from(men) << (8 * pit);
            taken += men;
            pit = pit.wrapping_sub(1);
        }
        if taken > 0 {
            self.set_half(enemy, pits);
            self.places.put(store(self.acts), taken);
        }
        (end, taken)
    }

    /// Puts the men on a player's side into his store.
    fn take_side(&mut self, owner: Seat) {
        let men = self.men(owner) as u8;
        self.set_half(owner, 0);
        self.places.put(store(owner), men);
    }

    fn captures(&self, from: u8) -> bool {
        let mut next = *self;
        next.sow(usize::from(from) % PLACES).1 > 0
    }
}

impl Game for Wari {
    /// The place of the pit.
    type Ply = u8;

    const INFO: Info = Info {
        slug: "wari",
        family: Family::Sowing,
        ru: "Вари",
        en: "Wari",
        aliases: &["Оваре", "Авари", "Oware", "Awari", "Awale"],
        seats: &[Side::South, Side::North],
        options: &[],
        capital: Capital::King,
    };

    fn start(_: &Options) -> Self {
        let mut places = Places::EMPTY;
        for pit in PITS {
            places[usize::from(pit)] = 4;
        }
        Wari { places, acts: Seat::FIRST }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<u8>) {
        let filled = self.filled(self.acts);
        list.extend((0..filled.count()).map(|place| (side(self.acts) + filled.nth(place)) as u8));
    }

    #[inline]
    fn count(&self) -> usize {
        self.filled(self.acts).count()
    }

    #[inline]
    fn pick(&self, choose: impl FnOnce(usize) -> usize, _: &mut Vec<u8>) -> Option<u8> {
        let filled = self.filled(self.acts);
        match filled.count() {
            0 => None,
            number => Some((side(self.acts) + filled.nth(choose(number))) as u8),
        }
    }

    fn play(&mut self, pit: u8) {
        self.advance(pit);
    }

    #[inline]
    fn advance(&mut self, pit: u8) -> bool {
        let (_, taken) = self.sow(usize::from(pit) % PLACES);
        self.acts = self.acts.other();
        // *End*: whoever cannot sow leaves what is on the other side to its owner.
        if !self.can_act(self.acts) {
            self.take_side(self.acts.other());
        }
        taken > 0
    }

    /// *End*: the player who is to act has no man on his side.
    fn outcome(&self) -> Option<Outcome> {
        if self.can_act(self.acts) {
            return None;
        }
        let [south, north] = self.stores();
        Some(Outcome::count(south, north, Reason::COUNT))
    }

    /// *Endless play*: the stores decide, once the men left are in them; the reason is what stopped the game.
    fn stopped(&self, stop: Stop) -> Outcome {
        let mut end = *self;
        end.close();
        let [south, north] = end.stores();
        Outcome { reason: stop.reason(), ..Outcome::count(south, north, stop.reason()) }
    }

    /// *Endless play*: each takes the men on his own side.
    fn close(&mut self) {
        self.take_side(Seat::FIRST);
        self.take_side(Seat::SECOND);
    }

    fn is_irreversible(&self, pit: u8) -> bool {
        self.captures(pit)
    }

    #[inline]
    fn key(&self) -> u64 {
        let places = self.places.word(0);
        // The last byte of the places is never used.
        key_of([places as u64, (places >> 64) as u64 | u64::from(self.acts.0) << 56])
    }

    fn text(&self, pit: u8) -> String {
        NAMES[usize::from(pit) % PLACES].to_owned()
    }

    /// The number of the pit from the owner's left.
    fn other_texts(&self, pit: u8, list: &mut Vec<String>) {
        list.push((usize::from(pit) % HALF + 1).to_string());
    }

    fn board(&self) -> Board {
        let mut board = Board::default();
        for pit in PITS.map(usize::from) {
            board.pits.insert(NAMES[pit].to_owned(), self.places[pit].into());
        }
        board.stores = Some(self.stores().map(|men| men as u16).to_vec());
        board
    }
}

impl Evaluate for Wari {
    fn is_capture(&self, pit: u8) -> bool {
        self.captures(pit)
    }

    /// *Evaluation*: the stores above all, decided at 25; what each could capture; pits of one or two, which are open to
    /// capture; a house that reaches round the board; men and pits to sow from; starving.
    const TERMS: &'static [Term] = &[
        term("store", 100),
        term("decided", 1_500),
        term("capture-now", 60),
        term("capture-next", 25),
        term("open-pits", -8),
        term("open-in-a-row", -4),
        term("men", 4),
        term("pits", 10),
        term("house", 50),
        term("starving", 5),
        term("tempo", 10),
    ];

    #[inline]
    fn measure(&self, seat: Seat) -> Measured {
        let side = |seat: Seat| -> [i32; 11] {
            let pits = self.pits(seat);
            let now = i32::from(seat == self.acts);
            let enemy = side(seat.other());
            let (mut men, mut choices, mut open, mut row, mut house, mut capture) = (0, 0, 0, 0, 0, 0);
            let mut was_open = false;
            for (pit, &here) in pits.iter().enumerate() {
                let is_open = matches!(here, 1 | 2);
                open += i32::from(is_open);
                row += i32::from(is_open && was_open);
                was_open = is_open;
                if here == 0 {
                    continue;
                }
                men += i32::from(here);
                choices += 1;
                house |= i32::from(here >= 12);
                let from = side(seat) + pit;
                let mut end = RING.end(from, here.into());
                if (enemy..enemy + EACH).contains(&end) {
                    let mut next = self.places;
                    RING.sow(&mut next, from);
                    let mut taken = 0;
                    while (enemy..enemy + EACH).contains(&end) && matches!(next[end], 2 | 3) {
                        taken += i32::from(next[end]);
                        end = end.wrapping_sub(1);
                    }
                    capture = capture.max(taken);
                }
            }
            let store = i32::from(self.places[store(seat)]);
            [
                store,
                i32::from(store > 24),
                capture * now,
                capture * (1 - now),
                open,
                row,
                men,
                choices,
                house,
                0,
                now,
            ]
        };
        let (own, enemy) = (side(seat), side(seat.other()));
        let mut measured = Measured::balance(own, enemy);
        // With next to nothing on one side, what lies on the other is its owner's.
        let starving = |own: [i32; 11], enemy: [i32; 11]| own[6] * (6 - enemy[6]).max(0);
        measured[9] = starving(own, enemy) - starving(enemy, own);
        measured
    }
}

impl Show for Wari {
    /// *Picture*: two rows of pits, South's below, each store at its owner's right hand.
    fn view(&self, view: &mut View) {
        view.shape = Shape::Pits { width: 8.0, height: 2.0 };
        for pit in PITS.map(usize::from) {
            let (seat, column) = (Seat((pit / HALF) as u8), pit % HALF);
            let (column, y) = if seat == Seat::FIRST { (column, 1.0) } else { (EACH - 1 - column, 0.0) };
            let at = Cells { x: 1.0 + column as f32, y, w: 1.0, h: 1.0 };
            show_pit(view, NAMES[pit], self.places[pit], at, seat, PitLook::Hollow);
        }
        for seat in [Seat::FIRST, Seat::SECOND] {
            let x = if seat == Seat::FIRST { 7.0 } else { 0.0 };
            let count = self.places[store(seat)].into();
            let at = Cells { x, y: 0.0, w: 1.0, h: 2.0 };
            view.stores.push(Store { name: None, count, at, owner: Some(seat) });
            view.tally(seat, TallyKind::Points, i32::from(count), None);
        }
    }

    fn view_ply(&self, pit: u8, _: &Self, view: &mut View) {
        let from = usize::from(pit) % PLACES;
        let mut next = *self;
        let (end, _) = next.sow(from);
        mark_pit(view, NAMES[from], PitMark::Sown);
        for pit in PITS.map(usize::from) {
            let name = NAMES[pit];
            if next.places[pit] < self.places[pit] {
                mark_pit(view, name, PitMark::Captured);
            } else if pit == end {
                let taken = next.places[pit] == 0;
                mark_pit(view, name, if taken { PitMark::Captured } else { PitMark::Ended });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::study::{after, legal};

    fn position(south: [u8; 6], north: [u8; 6], stores: [u8; 2], acts: Seat) -> Wari {
        let mut places = Places::EMPTY;
        places[..6].copy_from_slice(&south);
        places[HALF..HALF + 6].copy_from_slice(&north);
        places[6] = stores[0];
        places[HALF + 6] = stores[1];
        Wari { places, acts }
    }

    #[test]
    fn the_chain_of_captures_stops_at_the_end_of_the_enemy_side() {
        // The last man makes three in f; F before it holds three as well but is South's own.
        let before = position([0, 0, 0, 0, 1, 2], [2, 1, 0, 0, 0, 0], [0, 0], Seat::FIRST);
        let next = after(&before, "F");
        assert_eq!(PITS.map(|pit| next.places[usize::from(pit)]), [0; 12]);
        assert_eq!(next.stores(), [6, 0], "three, two, and the man that North could not answer");
    }

    #[test]
    fn a_last_man_on_the_own_side_captures_nothing() {
        let before = position([1, 1, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1], [0, 0], Seat::FIRST);
        let next = after(&before, "A");
        assert_eq!(next.stores(), [0, 0]);
        assert_eq!(legal(&next), ["a"]);
    }

    #[test]
    fn a_stopped_game_gives_each_the_men_on_his_side() {
        let stopped =
            position([1, 0, 0, 0, 0, 0], [0, 2, 0, 0, 0, 0], [23, 22], Seat::FIRST).stopped(Stop::NoProgress);
        assert_eq!((stopped.winner, stopped.reason), (None, Reason::NO_PROGRESS));
        assert_eq!(stopped.score.map(|score| score.as_slice().to_vec()), Some(vec![24, 24]));
    }
}
