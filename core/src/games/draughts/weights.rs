//! *Levers* in figures: a cheap evaluation by popcounts.

use super::field::Field;
use super::rules::Ruled;
use crate::bitboard::Bitboard;
use crate::seat::Seat;

/// What things are worth, in hundredths of a man.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// A man.
    pub man: i32,
    /// A king.
    pub king: i32,
    /// A man for each rank that it has gone; the last three ranks before its goal count more.
    pub advance: i32,
    /// A man on the own first rank while the enemy has men to stop.
    pub guard: i32,
    /// A man on c3 to f6.
    pub centre: i32,
    /// A step that the men could make.
    pub mobility: i32,
    /// A king on the long diagonal a1-h8.
    pub road: i32,
    /// To act.
    pub tempo: i32,
    /// Being a man ahead, the more so the fewer pieces are left: times this, by the pieces on the board.
    pub exchange: i32,
}

impl Weights {
    /// Russian draughts.
    pub const RUSSIAN: Weights = Weights {
        man: 100,
        king: 300,
        advance: 3,
        guard: 7,
        centre: 4,
        mobility: 2,
        road: 25,
        tempo: 3,
        exchange: 150,
    };

    /// The frontal games, on all the squares.
    pub const FRONTAL: Weights = Weights {
        man: 100,
        king: 450,
        advance: 4,
        guard: 0,
        centre: 1,
        mobility: 1,
        road: 0,
        tempo: 4,
        exchange: 100,
    };
}

/// c3 to f6.
const CENTRE: Bitboard = Bitboard(0x0000_3c3c_3c3c_0000);
/// The long diagonal.
const ROAD: Bitboard = Bitboard(0x8040_2010_0804_0201);

/// How good the position is for a seat.
pub(super) fn evaluate<R: Ruled>(field: &Field<R>, weights: &Weights, seat: Seat) -> i32 {
    let side = |of: Seat| -> (i32, i32) {
        let own = field.pieces[of.index()];
        let men = own & !field.kings;
        let kings = own & field.kings;
        let enemy_men = field.pieces[of.other().index()] & !field.kings;
        let material = men.len() as i32 * weights.man + kings.len() as i32 * weights.king;
        // Ranks gone: popcounts of the men beyond each rank.
        let beyond = |ranks: u8| {
            let zone = if of == Seat::FIRST { !0 << (8 * ranks) } else { !0 >> (8 * ranks) };
            (men & Bitboard(zone)).len() as i32
        };
        let gone: i32 = (1..8).map(beyond).sum();
        let near = beyond(5) + 2 * beyond(6);
        let mut place = weights.advance * (gone + 2 * near);
        if !enemy_men.is_empty() {
            let first = Bitboard::rank(if of == Seat::FIRST { 0 } else { 7 });
            place += weights.guard * (men & first).len() as i32;
        }
        place += weights.centre * (men & CENTRE).len() as i32;
        place += weights.mobility * field.count_steps(of, men) as i32;
        if !(kings & ROAD).is_empty() {
            place += weights.road;
        }
        (material, place)
    };
    let ((material, place), (enemy_material, enemy_place)) = (side(seat), side(seat.other()));
    let ahead = material - enemy_material;
    let total = field.occupied().len() as i32 + 4;
    let tempo = if field.acts == seat { weights.tempo } else { -weights.tempo };
    ahead + ahead.clamp(-300, 300) * weights.exchange / (total * 100) + place - enemy_place + tempo
}
