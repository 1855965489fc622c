//! What makes a position good in the draughts family (*Evaluation*), measured by popcounts.

use super::field::Field;
use super::rules::Ruled;
use crate::bitboard::Bitboard;
use crate::evaluation::{Measured, Term, term};
use crate::seat::Seat;

/// What the terms are worth before any tuning, in hundredths of a man.
#[derive(Clone, Copy, Debug)]
pub struct Untuned {
    /// A man.
    pub man: i16,
    /// A king.
    pub king: i16,
    /// Being a man ahead, the more so the fewer pieces are left: in 64ths of the pieces on the board.
    pub few: i16,
    /// A man for each rank that it has gone.
    pub advance: i16,
    /// A man on the last ranks before its goal: one for the third last, three for the second last.
    pub near: i16,
    /// A man on the own first rank while the enemy has men to stop.
    pub guard: i16,
    /// A man on c3 to f6.
    pub centre: i16,
    /// A man on the edge files.
    pub edge: i16,
    /// A man that an own piece stands behind.
    pub backed: i16,
    /// A man that no enemy can meet on its way.
    pub runner: i16,
    /// A step that the men could make.
    pub mobility: i16,
    /// Holding the long diagonal a1-h8 with a king.
    pub road: i16,
    /// To act.
    pub tempo: i16,
}

/// The terms that all games of the family have; a game's own come after them.
pub const SHARED: usize = 13;

impl Untuned {
    /// Russian draughts.
    pub const RUSSIAN: Untuned = Untuned {
        man: 100,
        king: 300,
        few: 2,
        advance: 3,
        near: 6,
        guard: 7,
        centre: 4,
        edge: 0,
        backed: 2,
        runner: 20,
        mobility: 2,
        road: 25,
        tempo: 3,
    };

    /// The frontal games, on all the squares.
    pub const FRONTAL: Untuned = Untuned {
        man: 100,
        king: 450,
        few: 2,
        advance: 4,
        near: 8,
        guard: 0,
        centre: 1,
        edge: 0,
        backed: 1,
        runner: 20,
        mobility: 1,
        road: 0,
        tempo: 4,
    };

    /// As a table of terms.
    pub const fn terms(self) -> [Term; SHARED] {
        [
            term("men", self.man),
            term("kings", self.king),
            term("few", self.few),
            term("advance", self.advance),
            term("near", self.near),
            term("guard", self.guard),
            term("centre", self.centre),
            term("edge", self.edge),
            term("backed", self.backed),
            term("runners", self.runner),
            term("mobility", self.mobility),
            term("road", self.road),
            term("tempo", self.tempo),
        ]
    }

    /// As a table of terms, with a game's own after them; `N` is the number of all.
    pub const fn and<const N: usize>(self, own: &[Term]) -> [Term; N] {
        let shared = self.terms();
        let mut all = [term("", 0); N];
        let mut index = 0;
        while index < N {
            all[index] = if index < SHARED { shared[index] } else { own[index - SHARED] };
            index += 1;
        }
        all
    }
}

/// c3 to f6.
const CENTRE: Bitboard = Bitboard(0x0000_3c3c_3c3c_0000);
/// Files a and h.
const EDGES: Bitboard = Bitboard(0x8181_8181_8181_8181);
/// The long diagonal.
const ROAD: Bitboard = Bitboard(0x8040_2010_0804_0201);

/// How much there is of each shared term, as a seat sees it.
pub(super) fn measure<R: Ruled>(field: &Field<R>, seat: Seat) -> Measured {
    let side = |of: Seat| -> [i32; SHARED] {
        let own = field.pieces[of.index()];
        let men = own & !field.kings;
        let kings = own & field.kings;
        let enemy = field.pieces[of.other().index()];
        let len = |set: Bitboard| set.len() as i32;
        // Ranks gone: popcounts of the men beyond each rank.
        let beyond = |ranks: u8| {
            let zone = if of == Seat::FIRST { !0 << (8 * ranks) } else { !0 >> (8 * ranks) };
            len(men & Bitboard(zone))
        };
        let gone: i32 = (1..8).map(beyond).sum();
        let first = Bitboard::rank(if of == Seat::FIRST { 0 } else { 7 });
        let guards = if (enemy & !field.kings).is_empty() { 0 } else { len(men & first) };
        [
            len(men),
            len(kings),
            0,
            gone,
            beyond(5) + 2 * beyond(6),
            guards,
            len(men & CENTRE),
            len(men & EDGES),
            len(men & spread_forward(own, of)),
            len(men & !in_the_way(enemy, of)),
            field.count_steps(of, men) as i32,
            i32::from(!(kings & ROAD).is_empty()),
            i32::from(field.acts == of),
        ]
    };
    let mut measured = Measured::balance(side(seat), side(seat.other()));
    let ahead = (measured[0] + 3 * measured[1]).clamp(-3, 3);
    measured[2] = ahead * 64 / (field.occupied().len() as i32 + 4);
    measured
}

/// The squares diagonally ahead of some pieces.
#[inline]
fn spread_forward(pieces: Bitboard, seat: Seat) -> Bitboard {
    /// Without files a and h, from which a shift would come out on the other edge.
    const INNER: Bitboard = Bitboard(0x7e7e_7e7e_7e7e_7e7e);
    let (left, right) = (pieces & (INNER | Bitboard::file(7)), pieces & (INNER | Bitboard::file(0)));
    if seat == Seat::FIRST {
        Bitboard(left.0 << 7 | right.0 << 9)
    } else {
        Bitboard(left.0 >> 9 | right.0 >> 7)
    }
}

/// The squares from which a man of `seat` meets one of these pieces on its way, whichever way it takes.
#[inline]
fn in_the_way(enemy: Bitboard, seat: Seat) -> Bitboard {
    let mut met = enemy;
    for _ in 0..6 {
        met |= Bitboard(if seat == Seat::FIRST { met.0 >> 8 } else { met.0 << 8 });
        met |= spread_forward(met, seat.other());
    }
    met
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(squares: &[&str]) -> Bitboard {
        squares.iter().map(|square| square.parse::<crate::square::Square>().expect("a square")).collect()
    }

    #[test]
    fn ahead_is_ahead_for_both_sides_and_never_round_the_edge() {
        assert_eq!(spread_forward(of(&["a3", "h3"]), Seat::FIRST), of(&["b4", "g4"]));
        assert_eq!(spread_forward(of(&["a3", "h3"]), Seat::SECOND), of(&["b2", "g2"]));
    }

    #[test]
    fn a_runner_has_no_enemy_ahead() {
        let met = in_the_way(of(&["e7"]), Seat::FIRST);
        assert_eq!(met & Bitboard::rank(4), of(&["c5", "d5", "e5", "f5", "g5"]));
        assert!((met & Bitboard::rank(7)).is_empty());
    }
}
