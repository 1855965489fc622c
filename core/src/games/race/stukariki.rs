//! Knockers (Stukariki): `docs/rules/2a-capture-race.md#stukariki`.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::history::{Endless, Stop};
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::Seat;
use crate::show::Show;
use crate::square::{Direction, Square};
use crate::view::{CounterKind, Mark, TallyKind, View};

/// The sixteen squares of the two long diagonals.
const DIAGONALS: Bitboard = Bitboard(0x8142_2418_1824_4281);
/// Those among them in the middle, which are hard to enter.
const MIDDLE: Bitboard = Bitboard(0x0000_2418_1824_0000);
/// Plies in a row without a record that end the game.
const IDLE: u8 = 40;
/// Plies without a record from which on their number is shown.
const SHOWN_FROM: u8 = 10;

/// A position: the men of both seats and who acts; beside it the record of occupied diagonal squares, and the plies
/// since then.
///
/// Positions may come back across a record, as men slide off the diagonals again. So the count of plies is kept here
/// and no ply is called irreversible: repetition is looked for in the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stukariki {
    men: [Bitboard; 2],
    acts: Seat,
    record: u8,
    idle: u8,
}

/// A ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ply {
    from: Square,
    to: Square,
}

/// The last empty square before a piece or the edge, if the man can move at all.
#[inline]
fn slide(from: Square, direction: Direction, occupied: Bitboard) -> Option<Square> {
    let ray = Bitboard::ray(from, direction);
    let barriers = (ray & occupied).0;
    let ascending = matches!(direction, Direction::Up | Direction::Right);
    let free = if barriers == 0 {
        ray.0
    } else if ascending {
        ray.0 & ((1 << barriers.trailing_zeros()) - 1)
    } else {
        // Only what lies above the highest barrier.
        ray.0 & !(u64::MAX >> barriers.leading_zeros())
    };
    if free == 0 {
        None
    } else if ascending {
        Some(Square::new(63 - free.leading_zeros() as u8))
    } else {
        Some(Square::new(free.trailing_zeros() as u8))
    }
}

impl Stukariki {
    fn occupied(&self) -> Bitboard {
        self.men[0] | self.men[1]
    }

    /// The pieces of each on the diagonals.
    fn on_diagonals(&self) -> [i16; 2] {
        self.men.map(|men| (men & DIAGONALS).len() as i16)
    }

    fn is_full(&self) -> bool {
        (DIAGONALS & !self.occupied()).is_empty()
    }

    fn can_act(&self, seat: Seat) -> bool {
        !(self.men[seat.index()].side_neighbours() & !self.occupied()).is_empty()
    }
}

impl Game for Stukariki {
    type Ply = Ply;

    const INFO: Info = Info {
        slug: "stukariki",
        family: Family::Race,
        ru: "Стукарики",
        en: "Knockers",
        aliases: &["Stukariki"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };

    fn start(_: &Options) -> Self {
        // Two edges each, without corners.
        let white = Bitboard(0x0001_0101_0101_017e);
        let men = [white, Bitboard(white.0.reverse_bits())];
        Stukariki { men, acts: Seat::FIRST, record: 0, idle: 0 }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Ply>) {
        if self.is_full() {
            return;
        }
        let occupied = self.occupied();
        for from in self.men[self.acts.index()] {
            for direction in Direction::ORTHOGONAL {
                list.extend(slide(from, direction, occupied).map(|to| Ply { from, to }));
            }
        }
    }

    /// Every man beside an empty square has a slide that way.
    fn count(&self) -> usize {
        if self.is_full() {
            return 0;
        }
        let (own, empty) = (self.men[self.acts.index()], !self.occupied());
        let open = |direction: Direction| (own.shift(direction) & empty).len() as usize;
        Direction::ORTHOGONAL.into_iter().map(open).sum()
    }

    /// A player who cannot move is passed over.
    fn play(&mut self, ply: Ply) {
        let men = &mut self.men[self.acts.index()];
        men.remove(ply.from);
        men.add(ply.to);
        let occupied = (self.occupied() & DIAGONALS).len() as u8;
        if occupied > self.record {
            self.record = occupied;
            self.idle = 0;
        } else {
            self.idle = self.idle.saturating_add(1);
        }
        if self.can_act(self.acts.other()) {
            self.acts = self.acts.other();
        }
    }

    /// *End*: the diagonals are full, or neither can move.
    fn outcome(&self) -> Option<Outcome> {
        let [white, black] = self.on_diagonals();
        if self.is_full() {
            let outcome = Outcome::count(white, black, Reason::GOAL);
            return Some(Outcome { reason: Reason::GOAL, ..outcome });
        }
        // `play` leaves the turn with whoever can move.
        (!self.can_act(self.acts)).then(|| Outcome::count(white, black, Reason::NO_MOVES))
    }

    fn endless(&self) -> Endless {
        let no_progress = (self.idle >= IDLE).then_some(0);
        Endless { no_progress, ..Endless::STANDARD }
    }

    fn stopped(&self, stop: Stop) -> Outcome {
        let [white, black] = self.on_diagonals();
        Outcome::count(white, black, stop.reason())
    }

    fn is_irreversible(&self, _: Ply) -> bool {
        false
    }

    fn key(&self) -> u64 {
        key_of([self.men[0].0, self.men[1].0, u64::from(self.acts.0)])
    }

    fn text(&self, ply: Ply) -> String {
        format!("{}-{}", ply.from, ply.to)
    }

    fn board(&self) -> Board {
        Board::of_men_and_kings(self.men[0], self.men[1], Bitboard::EMPTY)
    }
}

impl Evaluate for Stukariki {
    const TERMS: &'static [Term] = &[
        term("on-diagonals", 100),
        term("in-the-middle", 25),
        term("in-corners", 0),
        term("closing", 4),
        term("idle", 2),
        term("entries-to-act", 15),
        term("entries-waiting", 12),
        term("middle-entries", 5),
        term("stoppers", 2),
        term("settled", 5),
        term("mobility", 1),
        term("shut-in", -2),
        term("tempo", 5),
    ];

    /// *Evaluation*: pieces on the diagonals, most of all in the middle, and those that will stay; being ahead, the more so
    /// the fuller the diagonals are and the longer nothing happens; diagonal squares that can be entered now, stoppers
    /// beside empty ones; freedom.
    fn measure(&self, seat: Seat) -> Measured {
        const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);
        let len = |set: Bitboard| set.len() as i32;
        let (occupied, empty) = (self.occupied(), !self.occupied());
        let side = |of: Seat| {
            let own = self.men[of.index()];
            let acts = i32::from(self.acts == of);
            // Where slides of pieces end that are not on the diagonals yet.
            let mut ends = Bitboard::EMPTY;
            let mut mobility = 0;
            for direction in Direction::ORTHOGONAL {
                let stops = empty & !empty.shift(direction.opposite());
                ends |= (own & !DIAGONALS).slides(direction, empty) & stops;
                mobility += len(own.shift(direction) & empty);
            }
            let entries = len(ends & DIAGONALS);
            let free = own & empty.side_neighbours();
            [
                len(own & DIAGONALS),
                len(own & MIDDLE),
                len(own & CORNERS),
                0,
                0,
                acts * entries,
                (1 - acts) * entries,
                len(ends & MIDDLE),
                len(own & !DIAGONALS & (DIAGONALS & empty).side_neighbours()),
                len(own & DIAGONALS & !free),
                mobility,
                len(own & !DIAGONALS & !free),
                acts,
            ]
        };
        let mut measured = Measured::balance(side(seat), side(seat.other()));
        let ahead = measured[0].clamp(-4, 4);
        measured[3] = ahead * len(occupied & DIAGONALS) / 4;
        measured[4] = ahead * i32::from(self.idle) / 4;
        measured
    }
}

impl Show for Stukariki {
    /// *Picture*: the diagonals and the counts on them, plies since the last record.
    fn view(&self, view: &mut View) {
        view.mark(DIAGONALS, Mark::Special);
        for (seat, count) in self.on_diagonals().into_iter().enumerate() {
            view.tally(Seat(seat as u8), TallyKind::Points, i32::from(count), Some(16));
        }
        if self.idle >= SHOWN_FROM {
            view.count(CounterKind::NoProgress, self.idle.into(), Some(IDLE.into()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Score;
    use crate::played::Played;

    fn play(played: &mut Played<Stukariki>, text: &str) {
        let position = *played.position();
        let ply = played.legal().into_iter().find(|&ply| position.text(ply) == text);
        played.play(ply.unwrap_or_else(|| panic!("{text} is not legal")));
    }

    #[test]
    fn a_position_may_come_back_across_a_record() {
        let mut played = Played::<Stukariki>::new(&Options::default());
        // The first two plies set records; the start is there again after four and after eight.
        for ply in ["g1-h1", "b8-a8", "h1-g1", "a8-b8"].into_iter().cycle().take(8) {
            assert_eq!(played.outcome(), None);
            play(&mut played, ply);
        }
        let draw = Outcome::draw(Reason::REPETITION).with_score(Score::two(0, 0));
        assert_eq!(played.outcome(), Some(draw));
    }

    #[test]
    fn forty_plies_without_a_record_are_counted() {
        let mut position = Stukariki { idle: 38, record: 16, ..Stukariki::start(&Options::default()) };
        for (from, to, stops) in [((6, 0), (7, 0), false), ((1, 7), (0, 7), true)] {
            position.play(Ply { from: Square::at(from.0, from.1), to: Square::at(to.0, to.1) });
            assert_eq!(position.endless().no_progress.is_some(), stops);
        }
        assert_eq!(position.stopped(Stop::NoProgress).reason, Reason::NO_PROGRESS, "one each");
    }

    #[test]
    fn slides_agree_with_steps() {
        let occupied = Bitboard(0x1248_0081_2400_4811);
        for from in Square::all() {
            for direction in Direction::ORTHOGONAL {
                let mut end = None;
                let mut at = from.step(direction);
                while let Some(square) = at.filter(|&square| !occupied.has(square)) {
                    end = Some(square);
                    at = square.step(direction);
                }
                assert_eq!(slide(from, direction, occupied), end, "{from} {direction:?}");
            }
        }
    }
}
