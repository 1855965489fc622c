//! Columns (Bashni): `docs/rules/3b-frontal-stacks.md#stolby`.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::games::draughts::{self, Tops};
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::key::mix;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::Seat;
use crate::show::Show;
use crate::square::{Direction, Square};
use crate::stack::{Piece, Stack, Stacks};

/// A position: the columns, and who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stolby {
    columns: Stacks<2>,
    acts: Seat,
}

/// A ply: what the top piece does, and in which order kings and men are taken, for so they lie in the column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ply {
    top: draughts::Ply,
    /// Bit *i*: the piece taken by jump *i* is a king.
    kings: u16,
}

impl Stolby {
    /// The tops play Russian draughts.
    #[inline]
    fn tops(&self) -> Tops {
        let owned = [self.columns.owned(Seat::FIRST), self.columns.owned(Seat::SECOND)];
        Tops::new(owned, self.columns.kings(), self.acts)
    }

    /// A capture with the ranks of what it takes, in the order of its route.
    fn capture(&self, route: &[Square], top: draughts::Ply) -> Ply {
        let taken = top.captured & self.columns.kings();
        let kings = if taken.is_empty() {
            0
        } else if taken == top.captured {
            u16::MAX >> (16 - taken.len().min(16))
        } else {
            let is_king =
                |pair: &[Square]| jumped(pair[0], pair[1], top.captured).is_some_and(|s| taken.has(s));
            (0..)
                .zip(route.windows(2))
                .fold(0, |kings, (jump, pair)| kings | u16::from(is_king(pair)) << jump)
        };
        Ply { top, kings }
    }

    /// *Turn*: the captures, one of every result.
    fn captures(&self, list: &mut Vec<Ply>) {
        let start = list.len();
        self.tops().captures::<false>(|route, top| {
            let ply = self.capture(route, top);
            if !list[start..].contains(&ply) {
                list.push(ply);
            }
        });
    }

    /// The texts of all routes of a capture, in ASCII order.
    fn routes(&self, ply: Ply) -> Vec<String> {
        let mut texts = Vec::new();
        self.tops().captures::<true>(|route, top| {
            if top == ply.top && self.capture(route, top) == ply {
                let squares: Vec<String> = route.iter().map(Square::to_string).collect();
                texts.push(squares.join(":"));
            }
        });
        texts.sort_unstable();
        texts.dedup();
        texts
    }
}

/// The captured square between two landings.
fn jumped(from: Square, to: Square, captured: Bitboard) -> Option<Square> {
    let direction = Direction::towards(from, to)?;
    let between = Bitboard::ray(from, direction) & !Bitboard::ray(to, direction);
    (between & captured).first()
}

impl Game for Stolby {
    type Ply = Ply;

    const INFO: Info = Info {
        slug: "stolby",
        family: Family::Stacks,
        ru: "Столбы",
        en: "Column draughts",
        aliases: &["Башни", "Столбовые шашки", "Bashni", "Columns"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };

    fn start(_: &Options) -> Self {
        const WHITE: Bitboard = Bitboard(0x0055_aa55);
        const BLACK: Bitboard = Bitboard(0xaa55_aa00_0000_0000);
        let mut columns = Stacks::EMPTY;
        for (seat, squares) in [(Seat::FIRST, WHITE), (Seat::SECOND, BLACK)] {
            squares.into_iter().for_each(|square| columns.set(square, Stack::of(Piece::man(seat))));
        }
        Stolby { columns, acts: Seat::FIRST }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Ply>) {
        let tops = self.tops();
        if tops.can_capture() {
            self.captures(list);
        } else {
            let mut steps = Vec::new();
            tops.steps(&mut steps);
            list.extend(steps.into_iter().map(|top| Ply { top, kings: 0 }));
        }
    }

    fn count(&self) -> usize {
        let tops = self.tops();
        if !tops.can_capture() {
            return tops.count_steps(self.acts);
        }
        let mut list = Vec::new();
        self.captures(&mut list);
        list.len()
    }

    /// *Capture*: only the top piece of a jumped column is taken; the first lies highest under the column.
    fn play(&mut self, Ply { top, kings }: Ply) {
        let enemy = self.acts.other();
        let mut column = self.columns.at(top.from);
        self.columns.set(top.from, Stack::EMPTY);
        // *Promotion*: only the top piece changes.
        if top.crowned {
            column = column.pop().push(Piece::king(self.acts));
        }
        for (jump, square) in top.captured.into_iter().enumerate() {
            self.columns.set(square, self.columns.at(square).pop());
            let king = jump < 16 && kings >> jump & 1 != 0;
            column = column.on(Stack::of(Piece { seat: enemy, king }));
        }
        self.columns.set(top.to, column);
        self.acts = enemy;
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.tops().can_act() {
            return None;
        }
        let stuck = !self.columns.owned(self.acts).is_empty();
        Some(Outcome::win(self.acts.other(), if stuck { Reason::NO_MOVES } else { Reason::NO_PIECES }))
    }

    /// *Endless play*: captures, and every step with a man on top.
    fn is_irreversible(&self, ply: Ply) -> bool {
        ply.top.is_capture() || !self.columns.kings().has(ply.top.from)
    }

    fn key(&self) -> u64 {
        mix(self.columns.key(), u64::from(self.acts.0))
    }

    fn text(&self, ply: Ply) -> String {
        let mut routes = if ply.top.is_capture() { self.routes(ply) } else { Vec::new() };
        if routes.is_empty() { format!("{}-{}", ply.top.from, ply.top.to) } else { routes.swap_remove(0) }
    }

    fn other_texts(&self, ply: Ply, list: &mut Vec<String>) {
        if ply.top.is_capture() {
            list.extend(self.routes(ply).into_iter().skip(1));
        }
        Tops::numbers(&self.text(ply), list);
    }

    fn board(&self) -> Board {
        self.columns.board()
    }
}

impl Evaluate for Stolby {
    fn is_capture(&self, ply: Ply) -> bool {
        ply.top.is_capture() || ply.top.crowned
    }

    const TERMS: &'static [Term] = &[
        term("men-on-top", 100),
        term("kings-on-top", 300),
        term("few", 2),
        term("layers", 70),
        term("kings-below", 20),
        term("buried", 15),
        term("prisoners-guarded", 30),
        term("prisoners-lone", 5),
        term("weak-guards", 0),
        term("tall", 0),
        term("advance", 4),
        term("near", 6),
        term("guard", 5),
        term("centre", 3),
        term("edge", 0),
        term("backed", 2),
        term("mobility", 2),
        term("tempo", 3),
    ];

    /// *Evaluation*: tops, the more so the fewer are left; the layers of own pieces under them, which are so many lives, and
    /// pieces buried deeper; prisoners, who are lost with a lone guard; the way gone, the own first rank, the centre.
    fn measure(&self, seat: Seat) -> Measured {
        /// c3 to f6.
        const CENTRE: Bitboard = Bitboard(0x0000_3c3c_3c3c_0000);
        let tops = self.tops();
        let len = |set: Bitboard| set.len() as i32;
        let side = |of: Seat| {
            let own = self.columns.owned(of);
            let (men, kings) = (own & !self.columns.kings(), own & self.columns.kings());
            let enemy = self.columns.owned(of.other());
            let [mut layers, mut below, mut buried, mut guarded, mut lone, mut weak, mut tall] = [0; 7];
            for square in own {
                let column = self.columns.at(square);
                let height = column.height() as i32;
                if height == 1 {
                    continue;
                }
                let run = column.run() as i32;
                let prisoners = column.pieces(of.other()) as i32;
                layers += run - 1;
                buried += height - run - prisoners;
                tall += i32::from(height > 3);
                if run > 1 {
                    let under = column.from_top().take(run as usize).skip(1);
                    below += under.filter(|piece| piece.king).count() as i32;
                    guarded += prisoners;
                } else {
                    lone += prisoners;
                    weak += i32::from(prisoners > 1);
                }
            }
            // Ranks gone: popcounts of the men beyond each rank.
            let beyond = |ranks: u32| {
                len(men & Bitboard(if of == Seat::FIRST { !0 << (8 * ranks) } else { !0 >> (8 * ranks) }))
            };
            let [left, right] = match of {
                Seat::FIRST => [Direction::UpLeft, Direction::UpRight],
                _ => [Direction::DownLeft, Direction::DownRight],
            };
            let stopped = !(enemy & !self.columns.kings()).is_empty();
            [
                len(men),
                len(kings),
                0,
                layers,
                below,
                buried,
                guarded,
                lone,
                weak,
                tall,
                (1..8).map(beyond).sum(),
                beyond(5) + 2 * beyond(6),
                if stopped { len(men) - beyond(1) } else { 0 },
                len(own & CENTRE),
                len(men & (Bitboard::file(0) | Bitboard::file(7))),
                len(men & (own.shift(left) | own.shift(right))),
                tops.count_steps(of) as i32,
                i32::from(self.acts == of),
            ]
        };
        let mut measured = Measured::balance(side(seat), side(seat.other()));
        let ahead = (measured[0] + 3 * measured[1] + measured[3]).clamp(-4, 4);
        measured[2] = ahead * 64 / (len(self.columns.occupied()) + 4);
        measured
    }
}

impl Show for Stolby {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::study::{after, legal, shows};

    fn position(acts: Seat, words: &str) -> Stolby {
        Stolby { columns: Stacks::from_words(words), acts }
    }

    #[test]
    fn what_is_taken_lies_below_in_order() {
        // The king goes first, the man lies below him; both ways round the same pieces are two results.
        let king = position(Seat::FIRST, "c3=wW d4=wB d6=b b4=b b6=b h8=b");
        let next = after(&king, "c3:e5:c7:a5:c3");
        shows(&next, "c3=bbbBwW d4=w d6= b4= b6=");
        let other = after(&king, "c3:a5:c7:e5:c3");
        shows(&other, "c3=BbbbwW d4=w d6= b4= b6=");
        assert_ne!(next.key(), other.key());
    }

    #[test]
    fn routes_with_one_result_are_one_ply() {
        let loops = position(Seat::FIRST, "c3=w d4=bb f4=b f2=wb d2=b");
        assert_eq!(legal(&loops), ["c3:e1:g3:e5:c3"]);
        let mut list = Vec::new();
        loops.plies(&mut list);
        let mut others = Vec::new();
        loops.other_texts(list[0], &mut others);
        assert_eq!(others[0], "c3:e5:g3:e1:c3");
        shows(&after(&loops, "c3:e1:g3:e5:c3"), "c3=bbbbw d4=b f4= f2=w d2=");
    }

    #[test]
    fn only_the_top_is_crowned_and_a_freed_king_keeps_his_rank() {
        let man = position(Seat::FIRST, "b6=Bww c7=Wb f6=b h4=b");
        // Crowned on d8, the man goes on as a king; the white king under the black man is free.
        let texts = legal(&man);
        assert_eq!(texts, ["b6:d8:g5"]);
        let next = after(&man, "b6:d8:g5");
        shows(&next, "b6= c7=W f6= g5=bbBwW");
        assert_eq!(next.columns.kings().len(), 2);
        assert_eq!(legal(&next), ["h4:f6"]);
        shows(&after(&next, "h4:f6"), "g5=bbBw f6=Wb");
    }
}
