//! Kalah on the draughtboard: `docs/rules/4-mancala-pachisi.md#kalah`.

use super::filled::Filled;
use super::places::Places;
use super::ring::Ring;
use super::{mark_pit, show_pit};
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::history::Stop;
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::Seat;
use crate::show::Show;
use crate::view::{Cells, PitLook, PitMark, Store, TallyKind, View};

/// The windows by name, in the order of sowing; the kalahs lie between D and d, and between a and A.
const NAMES: [&str; 8] = ["A", "B", "C", "D", "d", "c", "b", "a"];
/// What a window holds at most.
const FULL: u8 = 8;

/// The places into which each player sows: all windows and the own kalah, the enemy's is passed.
const ORDERS: [[u8; 9]; 2] = [[0, 1, 2, 3, 4, 5, 6, 7, 8], [4, 5, 6, 7, 0, 1, 2, 3, 9]];
static RINGS: [Ring<9, 1, 16>; 2] = [Ring::new(ORDERS[0]), Ring::new(ORDERS[1])];

/// A position: the men in the windows, White's and Black's kalah behind them, and who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kalah {
    places: Places,
    acts: Seat,
}

/// The first of a player's four windows.
const fn side(seat: Seat) -> usize {
    seat.index() * 4
}

/// Where a player's kalah lies among the places.
const fn kalah(seat: Seat) -> usize {
    NAMES.len() + seat.index()
}

/// The window on the same files across the middle line.
const fn facing(window: usize) -> usize {
    window ^ 7
}

impl Kalah {
    fn windows(&self, seat: Seat) -> &[u8] {
        &self.places[side(seat)..side(seat) + 4]
    }

    #[inline]
    fn kalahs(&self) -> [i16; 2] {
        [Seat::FIRST, Seat::SECOND].map(|seat| self.places.men(kalah(seat)).into())
    }

    fn can_act(&self, seat: Seat) -> bool {
        (self.word() >> (8 * side(seat))) as u32 != 0
    }

    /// All windows in one word.
    #[inline]
    fn word(&self) -> u64 {
        self.places.word(0) as u64
    }

    /// Both kalahs in one word.
    #[inline]
    fn word_of_kalahs(&self) -> u64 {
        (self.places.word(0) >> 64) as u64
    }

    #[inline]
    fn set_words(&mut self, windows: u64, kalahs: u64) {
        self.places.set_word(0, u128::from(windows) | u128::from(kalahs) << 64);
    }

    /// *Turn*: the windows of a player from which he can sow, counted from his first.
    #[inline]
    fn filled(&self, seat: Seat) -> Filled {
        Filled::of(self.word() >> (8 * side(seat)) & 0xffff_ffff)
    }

    /// *Turn*: drops the men of a window one by one. Gives the place of the last.
    #[inline]
    fn drop_men(&mut self, from: usize) -> usize {
        let before = self.places;
        let end = RINGS[self.acts.index()].sow(&mut self.places, from);
        // At most one man falls into each place, so that a window that was full would hold nine now.
        const NINE: u64 = 0x8080_8080_8080_8080;
        if (self.word() + (NINE - u64::from_le_bytes([FULL + 1; 8]))) & NINE == 0 {
            return end;
        }
        let (places, end) = drop_past_full(before, self.acts, from);
        self.places = places;
        end
    }

    /// *Turn* and *Capture*: sows from a window. Gives the place of the last man, and whether the player acts again.
    #[inline]
    fn sow(&mut self, from: usize) -> (usize, bool) {
        let own = kalah(self.acts);
        let end = self.drop_men(from);
        // Whether the last man captures is as good as random: adding nothing is quicker than a mispredicted branch.
        let is_own = (side(self.acts)..side(self.acts) + 4).contains(&end);
        let (bits, bits_of_facing) = (8 * (end % NAMES.len()), 8 * facing(end % NAMES.len()));
        let mut windows = self.word();
        let captures = is_own & ((windows >> bits) as u8 == 1);
        let captured = u64::from((windows >> bits_of_facing) as u8) * u64::from(captures);
        windows = windows - (captured << bits_of_facing) + (captured << bits);
        if captured < FULL.into() {
            self.set_words(windows, self.word_of_kalahs());
            return (end, end == own);
        }
        self.set_words(windows - (1 << bits), self.word_of_kalahs() + (1 << (8 * self.acts.index())));
        (end, true)
    }
}

/// Drops the men of a window by hand, past windows that hold eight men at that moment. Gives all places, and that of the
/// last man.
#[cold]
#[inline(never)]
fn drop_past_full(mut places: Places, acts: Seat, from: usize) -> (Places, usize) {
    let order = &ORDERS[acts.index()];
    let mut step = order.iter().position(|&place| usize::from(place) == from).unwrap_or(0);
    let mut at = from;
    for _ in 0..std::mem::take(&mut places[from]) {
        // The own kalah is always open, so that this comes to an end.
        loop {
            step = if step + 1 == order.len() { 0 } else { step + 1 };
            at = order[step].into();
            if at >= NAMES.len() || places[at] < FULL {
                break;
            }
        }
        places[at] += 1;
    }
    (places, at)
}

impl Game for Kalah {
    /// The place of the window.
    type Ply = u8;

    const INFO: Info = Info {
        slug: "kalah",
        family: Family::Sowing,
        ru: "Калах",
        en: "Kalah",
        aliases: &["Калах на шашечной доске", "Kalaha", "Mancala"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };

    fn start(_: &Options) -> Self {
        let mut places = Places::EMPTY;
        places[..8].copy_from_slice(&[6, 5, 4, 3, 6, 5, 4, 3]);
        Kalah { places, acts: Seat::FIRST }
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

    fn play(&mut self, window: u8) {
        self.advance(window);
    }

    #[inline]
    fn advance(&mut self, window: u8) -> bool {
        let before = self.word_of_kalahs();
        let (_, again) = self.sow(usize::from(window) % NAMES.len());
        self.acts = if again { self.acts } else { self.acts.other() };
        self.word_of_kalahs() != before
    }

    /// *End*: the player who is to act has no man in his windows.
    fn outcome(&self) -> Option<Outcome> {
        if self.can_act(self.acts) {
            return None;
        }
        let [white, black] = self.kalahs();
        Some(Outcome::count(white, black, Reason::COUNT))
    }

    /// *Endless play*: the kalahs decide, and the reason is what stopped the game.
    fn stopped(&self, stop: Stop) -> Outcome {
        let [white, black] = self.kalahs();
        Outcome { reason: stop.reason(), ..Outcome::count(white, black, stop.reason()) }
    }

    /// A man enters a kalah, and stays there.
    fn is_irreversible(&self, window: u8) -> bool {
        let mut next = *self;
        next.sow(usize::from(window) % NAMES.len());
        next.kalahs() != self.kalahs()
    }

    #[inline]
    fn key(&self) -> u64 {
        // The last bytes of the places are never used.
        key_of([self.word(), self.word_of_kalahs() | u64::from(self.acts.0) << 56])
    }

    fn text(&self, window: u8) -> String {
        NAMES[usize::from(window) % NAMES.len()].to_owned()
    }

    /// The number of the window from the owner's left.
    fn other_texts(&self, window: u8, list: &mut Vec<String>) {
        list.push((usize::from(window) % 4 + 1).to_string());
    }

    fn board(&self) -> Board {
        let mut board = Board::default();
        for (name, &men) in NAMES.iter().zip(self.places.iter()) {
            board.pits.insert((*name).to_owned(), men.into());
        }
        board.stores = Some(self.kalahs().map(|men| men as u16).to_vec());
        board
    }
}

impl Evaluate for Kalah {
    /// The ply after which the same player acts again: it enters his kalah.
    fn is_capture(&self, window: u8) -> bool {
        let mut next = *self;
        next.sow(usize::from(window) % NAMES.len()).1
    }

    /// *Evaluation*: the kalahs above all, men on the own side, acting again, capturing, the end, which freezes the kalahs.
    const TERMS: &'static [Term] = &[
        term("kalah", 100),
        term("men", 6),
        term("windows", 4),
        term("again-now", 25),
        term("again-next", 10),
        term("capture-now", 6),
        term("capture-next", 3),
        term("facing-rich", 2),
        term("full", 5),
        term("ahead-at-end", 1),
        term("tempo", 20),
    ];

    #[inline]
    fn measure(&self, seat: Seat) -> Measured {
        let side = |seat: Seat| -> [i32; 11] {
            let own = side(seat)..side(seat) + 4;
            let now = i32::from(seat == self.acts);
            let (mut men, mut windows, mut full, mut again, mut capture, mut rich) = (0, 0, 0, 0, 0, 0);
            for window in own.clone() {
                let here = self.places[window];
                if here == 0 {
                    rich += i32::from(self.places[facing(window)]);
                    continue;
                }
                men += i32::from(here);
                windows += 1;
                full += i32::from(here >= FULL);
                // Full windows on the way, which put the end off, are left out of account.
                let end = RINGS[seat.index()].end(window, here.into());
                again += i32::from(end == kalah(seat));
                if own.contains(&end) && self.places[end] == 0 {
                    capture = capture.max(self.places[facing(end)].into());
                }
            }
            [
                self.places[kalah(seat)].into(),
                men,
                windows,
                again * now,
                again * (1 - now),
                capture * now,
                capture * (1 - now),
                rich,
                full,
                0,
                now,
            ]
        };
        let (own, enemy) = (side(seat), side(seat.other()));
        let mut measured = Measured::balance(own, enemy);
        // Whoever is ahead wants a side to be empty soon.
        measured[9] = (own[0] - enemy[0]).clamp(-6, 6) * (12 - own[1].min(enemy[1])).max(0);
        measured
    }
}

impl Show for Kalah {
    /// *Picture*: the 8×8 board in windows of 2×4 squares, a kalah at each player's left hand.
    fn view(&self, view: &mut View) {
        const KALAH: f32 = 1.5;
        view.shape = crate::view::Shape::Pits { width: 8.0 + 2.0 * KALAH, height: 8.0 };
        for seat in [Seat::SECOND, Seat::FIRST] {
            let (y, look) = match seat {
                Seat::FIRST => (4.0, PitLook::WindowUp),
                _ => (0.0, PitLook::WindowDown),
            };
            for (step, &count) in self.windows(seat).iter().enumerate() {
                let column = if seat == Seat::FIRST { step } else { 3 - step };
                let at = Cells { x: KALAH + 2.0 * column as f32, y, w: 2.0, h: 4.0 };
                show_pit(view, NAMES[side(seat) + step], count, at, seat, look);
            }
            let x = if seat == Seat::FIRST { 0.0 } else { KALAH + 8.0 };
            let count = self.places[kalah(seat)].into();
            let at = Cells { x, y: 2.0, w: KALAH, h: 4.0 };
            view.stores.push(Store { name: None, count, at, owner: Some(seat) });
            view.tally(seat, TallyKind::Points, i32::from(count), None);
        }
        view.stores.reverse();
    }

    fn view_ply(&self, window: u8, after: &Self, view: &mut View) {
        if after.acts == self.acts && after.can_act(after.acts) {
            view.acts_again();
        }
        let from = usize::from(window) % NAMES.len();
        let mut next = *self;
        let (end, _) = next.sow(from);
        mark_pit(view, NAMES[from], PitMark::Sown);
        if let Some(name) = NAMES.get(end) {
            mark_pit(view, name, PitMark::Ended);
        }
        // Nothing but a capture empties another window.
        for (place, name) in NAMES.iter().enumerate() {
            if next.places[place] < self.places[place] && place != from {
                mark_pit(view, name, PitMark::Captured);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::illegal::{Illegal, Misread};
    use crate::played::Played;

    /// White's windows A B C D, Black's d c b a, White's kalah and Black's.
    fn position(white: [u8; 4], black: [u8; 4], kalahs: [u8; 2], acts: Seat) -> Kalah {
        let mut places = Places::EMPTY;
        places[..4].copy_from_slice(&white);
        places[4..8].copy_from_slice(&black);
        places[8..10].copy_from_slice(&kalahs);
        Kalah { places, acts }
    }

    fn after(position: Kalah, name: &str) -> Kalah {
        let mut next = position;
        let ply = NAMES.iter().position(|&other| other == name).expect("a window") as u8;
        next.play(ply);
        next
    }

    #[test]
    fn fewer_than_eight_men_moved_over_end_the_turn() {
        let before = position([1, 0, 3, 0], [6, 5, 7, 3], [0, 0], Seat::FIRST);
        let next = after(before, "A");
        assert_eq!(next, position([0, 8, 3, 0], [6, 5, 0, 3], [0, 0], Seat::SECOND));
    }

    #[test]
    fn an_empty_window_that_faces_nothing_keeps_its_man() {
        let before = position([1, 0, 3, 0], [6, 5, 0, 3], [0, 0], Seat::FIRST);
        assert_eq!(after(before, "A"), position([0, 1, 3, 0], [6, 5, 0, 3], [0, 0], Seat::SECOND));
    }

    #[test]
    fn the_window_just_emptied_is_sown_when_the_sowing_comes_round_to_it() {
        // Six of the places on the way are full: D's eight men are a, kalah, D, a full, kalah, D…
        let before = position([8, 8, 8, 8], [8, 8, 8, 7], [0, 0], Seat::FIRST);
        let next = after(before, "D");
        // a; kalah; D; kalah; D; kalah; D; kalah.
        assert_eq!(next, position([8, 8, 8, 3], [8, 8, 8, 8], [4, 0], Seat::FIRST));
    }

    #[test]
    fn kalahs_decide_a_game_that_is_stopped() {
        let stopped = position([1, 0, 0, 0], [0, 0, 0, 1], [3, 5], Seat::FIRST).stopped(Stop::Repetition);
        assert_eq!(stopped.winner, Some(Seat::SECOND));
        assert_eq!(stopped.reason, Reason::REPETITION);
        assert_eq!(stopped.score.map(|score| score.as_slice().to_vec()), Some(vec![3, 5]));
    }

    #[test]
    fn pits_are_read_in_either_case_by_number_and_in_cyrillic() {
        let mut table = crate::catalogue::by_slug("kalah").expect("kalah").table(&Options::default());
        for typed in ["B", "b", "Б", "в", "2"] {
            assert_eq!(table.read(typed).as_deref(), Ok("B"), "{typed}");
        }
        table.play("B").expect("legal");
        for (typed, canonical) in [("D", "d"), ("1", "d"), ("с", "c"), ("4", "a")] {
            assert_eq!(table.read(typed).as_deref(), Ok(canonical), "{typed}");
        }
        ["a", "C"].into_iter().for_each(|ply| table.play(ply).expect("legal"));
        let empty = Illegal::Unknown { plies: ["A", "B", "D"].map(str::to_owned).to_vec() };
        assert_eq!(table.read("c"), Err(empty.into()));
        assert_eq!(table.read("x"), Err(Misread::NotAPly));
    }

    #[test]
    fn the_picture_marks_what_was_sown_and_captured() {
        let before = position([1, 0, 3, 0], [6, 5, 7, 3], [0, 0], Seat::FIRST);
        let mut played = Played::from_position(before, &Options::default());
        played.play(0);
        let view = played.view();
        let mark = |name| view.pits.iter().find(|pit| pit.name == name).and_then(|pit| pit.mark);
        assert_eq!(mark("A"), Some(PitMark::Sown));
        assert_eq!(mark("B"), Some(PitMark::Ended));
        assert_eq!(mark("b"), Some(PitMark::Captured));
        assert_eq!(mark("c"), None);
    }
}
