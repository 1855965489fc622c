//! Ming Mang: `docs/rules/2a-capture-race.md#ming-mang`.

use super::custody::held;
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
use crate::seat::Seat;
use crate::show::Show;
use crate::square::{Direction, Square};

/// White's pieces at the start: file a and the rest of rank 1 but h1.
const WHITE: Bitboard = Bitboard(0x0101_0101_0101_017f);
/// Black's: file h and the rest of rank 8 but a8.
const BLACK: Bitboard = Bitboard(0xfe80_8080_8080_8080);
/// Plies of a whole game.
const LIMIT: u16 = 200;

/// A position: the pieces, and who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MingMang {
    pieces: [Bitboard; 2],
    acts: Seat,
}

/// A ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    from: Square,
    to: Square,
}

impl MingMang {
    #[inline]
    fn occupied(&self) -> Bitboard {
        self.pieces[0] | self.pieces[1]
    }

    /// *Turn*: as a rook.
    #[inline]
    fn targets(&self, from: Square) -> Bitboard {
        let occupied = self.occupied();
        let reach = |targets, direction| targets | Bitboard::reach(from, direction, occupied);
        Direction::ORTHOGONAL.into_iter().fold(Bitboard::EMPTY, reach)
    }

    fn can_act(&self) -> bool {
        !(self.pieces[self.acts.index()].side_neighbours() & !self.occupied()).is_empty()
    }

    /// *Capture*: whole rows held along rank or file, which are turned over.
    #[inline]
    fn turned(&self, ply: Slide) -> Bitboard {
        let own = self.pieces[self.acts.index()] & !Bitboard::of(ply.from);
        held(ply.to, Bitboard::of(ply.to).side_neighbours(), own, self.pieces[self.acts.other().index()], 7)
    }

    fn score(&self) -> [i16; 2] {
        self.pieces.map(|pieces| pieces.len() as i16)
    }

    /// *Evaluation*: the pieces of enemy rows with an own piece at one end and a free square at the other, first all of them,
    /// then those whose free square is among `reach`.
    fn hanging(&self, seat: Seat, reach: Bitboard) -> (i32, i32) {
        let (own, enemy) = (self.pieces[seat.index()], self.pieces[seat.other().index()]);
        let free = !self.occupied();
        let (mut hanging, mut turned) = (0, 0);
        for direction in Direction::ORTHOGONAL {
            let mut row = own.shift(direction) & enemy;
            for length in 1..7 {
                if row.is_empty() {
                    break;
                }
                let next = row.shift(direction);
                hanging += length * (next & free).len() as i32;
                turned += length * (next & reach).len() as i32;
                row = next & enemy;
            }
        }
        (hanging, turned)
    }
}

impl Game for MingMang {
    type Ply = Slide;

    const INFO: Info = Info {
        slug: "ming-mang",
        family: Family::Capture,
        ru: "Мин-Манг",
        en: "Ming Mang",
        aliases: &["Миг Манг", "Гандра", "Гундру", "Mig mang", "Gundru", "Gandra"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };

    fn start(_: &Options) -> Self {
        MingMang { pieces: [WHITE, BLACK], acts: Seat::FIRST }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Slide>) {
        for from in self.pieces[self.acts.index()] {
            list.extend(self.targets(from).into_iter().map(|to| Slide { from, to }));
        }
    }

    fn count(&self) -> usize {
        let own = self.pieces[self.acts.index()].into_iter();
        own.map(|from| self.targets(from).len()).sum::<u32>() as usize
    }

    fn play(&mut self, ply: Slide) {
        let seat = self.acts.index();
        let turned = self.turned(ply);
        self.pieces[seat].remove(ply.from);
        self.pieces[seat] |= turned | Bitboard::of(ply.to);
        self.pieces[1 - seat] &= !turned;
        self.acts = self.acts.other();
    }

    /// *End*: seen by the player who must act. A block wins only with more pieces.
    fn outcome(&self) -> Option<Outcome> {
        if self.can_act() {
            return None;
        }
        let [white, black] = self.score();
        let (mover, own, enemy) = match self.acts {
            Seat::FIRST => (Seat::SECOND, black, white),
            _ => (Seat::FIRST, white, black),
        };
        let outcome = if enemy == 0 {
            Outcome::win(mover, Reason::NO_PIECES)
        } else if own > enemy {
            Outcome::win(mover, Reason::NO_MOVES)
        } else {
            Outcome::draw(Reason::NO_MOVES)
        };
        Some(outcome.with_score(Score::two(white, black)))
    }

    fn endless(&self) -> Endless {
        Endless { limit: Some(LIMIT), ..Endless::STANDARD }
    }

    /// *Endless play*: decided by the count of pieces, whatever stops the game.
    fn stopped(&self, stop: Stop) -> Outcome {
        let [white, black] = self.score();
        Outcome::count(white, black, stop.reason())
    }

    fn is_irreversible(&self, ply: Slide) -> bool {
        self.is_capture(ply)
    }

    fn key(&self) -> u64 {
        key_of([self.pieces[0].0, self.pieces[1].0, u64::from(self.acts.0)])
    }

    fn text(&self, ply: Slide) -> String {
        format!("{}-{}", ply.from, ply.to)
    }

    fn board(&self) -> Board {
        Board::of_men_and_kings(self.pieces[0], self.pieces[1], Bitboard::EMPTY)
    }
}

impl Evaluate for MingMang {
    fn is_capture(&self, ply: Slide) -> bool {
        !self.turned(ply).is_empty()
    }

    /// *Rulings*: a careful game has nothing that forces contact.
    const CONTEMPT: i32 = 30;

    const TERMS: &'static [Term] = &[
        term("pieces", 100),
        term("turns-to-act", 30),
        term("turns-waiting", 5),
        term("hanging", 5),
        term("edge", 5),
        term("corners", 15),
        term("mobility", 1),
        term("reach", 0),
        term("free", 0),
        term("centre", 0),
        term("tempo", 5),
    ];

    /// *Evaluation*: pieces, rows that can be turned now and rows that hang, the safety of edges and corners, mobility.
    fn measure(&self, seat: Seat) -> Measured {
        const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);
        const CENTRE: Bitboard = Bitboard(0x0000_3c3c_3c3c_0000);
        let len = |set: Bitboard| set.len() as i32;
        let free = !self.occupied();
        let side = |of: Seat| {
            let own = self.pieces[of.index()];
            let acts = i32::from(self.acts == of);
            let slides = Direction::ORTHOGONAL.map(|direction| own.slides(direction, free));
            let reach = slides.into_iter().fold(Bitboard::EMPTY, |reach, slides| reach | slides);
            let (hanging, turns) = self.hanging(of, reach);
            [
                len(own),
                acts * turns,
                (1 - acts) * turns,
                hanging,
                len(own & Bitboard::BORDER),
                len(own & CORNERS),
                slides.into_iter().map(len).sum(),
                len(reach),
                len(own & free.side_neighbours()),
                len(own & CENTRE),
                acts,
            ]
        };
        Measured::balance(side(seat), side(seat.other()))
    }
}

impl Show for MingMang {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::study::{after, legal, men};

    fn position(acts: Seat, words: &str) -> MingMang {
        MingMang { pieces: men(words), acts }
    }

    #[test]
    fn a_block_wins_only_with_more_pieces() {
        let more = after(&position(Seat::FIRST, "a1=b a2=w b2=w"), "b2-b1");
        let score = Score::two(2, 1);
        assert_eq!(more.outcome(), Some(Outcome::win(Seat::FIRST, Reason::NO_MOVES).with_score(score)));
        assert!(legal(&more).is_empty());
        let fewer = after(&position(Seat::FIRST, "a1=b a2=b b1=b a3=w b2=w c2=w"), "c2-c1");
        assert_eq!(fewer.outcome(), Some(Outcome::draw(Reason::NO_MOVES).with_score(Score::two(3, 3))));
    }

    #[test]
    fn the_last_row_turned_over_wins() {
        let last = after(&position(Seat::FIRST, "a1=w b1=b c1=b d4=w"), "d4-d1");
        let outcome = Outcome::win(Seat::FIRST, Reason::NO_PIECES).with_score(Score::two(4, 0));
        assert_eq!(last.outcome(), Some(outcome));
    }
}
