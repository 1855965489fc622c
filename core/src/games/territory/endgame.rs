//! The end of a game of reversi, solved exactly.

use super::flips::{targets, turned};
use crate::bitboard::Bitboard;
use crate::square::Square;

/// How a finished board is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// The pieces alone, as the rules do here.
    Pieces,
    /// Empty squares go to the winner, as published scores have it.
    WinnerTakesFree,
}

/// What solving a position gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The best square.
    pub best: Square,
    /// Own pieces less the enemy's at the end, -64..=64.
    pub score: i32,
    /// Positions visited.
    pub nodes: u64,
}

/// Free squares from which on plies are not sorted by what they leave to the enemy.
const PLAIN: u32 = 5;
/// Free squares from which on positions are looked up in the table.
const KEPT: u32 = 8;
/// Entries of the table, as a power of two.
const BITS: u32 = 19;
/// Positions between two questions whether to stop.
const PATIENCE: u64 = 1 << 14;
/// Beyond every score.
const INFINITY: i32 = 65;

/// The squares of each quarter of the board: where an odd number of them is free, to be the last there is worth having.
const QUARTERS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];
const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Solves a position in which the side that acts has a legal square: none when more than `most` positions would have
/// to be visited, or when `stop` said so.
pub fn solve(
    own: Bitboard,
    enemy: Bitboard,
    count: Count,
    most: u64,
    stop: &dyn Fn() -> bool,
) -> Option<Solved> {
    let mut search = Search {
        table: vec![Entry::NOTHING; 1 << BITS],
        count,
        nodes: 0,
        most,
        ask_at: 0,
        stopped: false,
        stop,
    };
    let mut best = None;
    let (mut alpha, beta) = (-INFINITY, INFINITY);
    let plies = search.sorted(own, enemy, targets(own, enemy), None);
    for (index, &(_, square)) in plies.as_slice().iter().enumerate() {
        let (next_own, next_enemy) = after(own, enemy, square);
        let mut score = if index == 0 {
            -search.node(next_own, next_enemy, -beta, -alpha)
        } else {
            -search.node(next_own, next_enemy, -alpha - 1, -alpha)
        };
        if index > 0 && score > alpha {
            score = -search.node(next_own, next_enemy, -beta, -score + 1);
        }
        if search.stopped {
            return None;
        }
        if score > alpha {
            alpha = score;
            best = Some(square);
        }
    }
    best.map(|best| Solved { best, score: alpha, nodes: search.nodes })
}

/// The board after a ply, as the other side sees it.
#[inline]
fn after(own: Bitboard, enemy: Bitboard, square: Square) -> (Bitboard, Bitboard) {
    let turned = turned(own, enemy, square);
    (enemy & !turned, own | turned | Bitboard::of(square))
}

/// What is known of a position's score.
#[derive(Clone, Copy)]
struct Entry {
    own: u64,
    enemy: u64,
    least: i8,
    greatest: i8,
    best: u8,
}

impl Entry {
    const NOTHING: Entry = Entry { own: 0, enemy: 0, least: -64, greatest: 64, best: 64 };
}

/// Plies with what they leave to the enemy, the least first.
struct Plies {
    list: [(i32, Square); 32],
    len: usize,
}

impl Plies {
    fn as_slice(&self) -> &[(i32, Square)] {
        &self.list[..self.len]
    }
}

struct Search<'a> {
    table: Vec<Entry>,
    count: Count,
    nodes: u64,
    most: u64,
    /// The number of positions at which to ask whether to stop.
    ask_at: u64,
    stopped: bool,
    stop: &'a dyn Fn() -> bool,
}

impl Search<'_> {
    /// The score of a position within a window, for the side that acts.
    fn node(&mut self, own: Bitboard, enemy: Bitboard, alpha: i32, beta: i32) -> i32 {
        if self.nodes >= self.ask_at {
            self.ask_at = self.nodes + PATIENCE;
            self.stopped |= self.nodes >= self.most || (self.stop)();
        }
        if self.stopped {
            return 0;
        }
        let free = !(own | enemy);
        if free.len() <= PLAIN {
            return self.few(own, enemy, alpha, beta);
        }
        self.nodes += 1;
        let squares = targets(own, enemy);
        if squares.is_empty() {
            if targets(enemy, own).is_empty() {
                return self.counted(own, enemy);
            }
            return -self.node(enemy, own, -beta, -alpha);
        }
        let kept = free.len() >= KEPT;
        let (mut low, mut high, mut favourite) = (alpha, beta, None);
        let place = place(own, enemy);
        if kept {
            let entry = self.table[place];
            if entry.own == own.0 && entry.enemy == enemy.0 {
                low = low.max(i32::from(entry.least));
                high = high.min(i32::from(entry.greatest));
                if low >= high {
                    return if i32::from(entry.least) >= beta {
                        entry.least.into()
                    } else {
                        entry.greatest.into()
                    };
                }
                favourite = (entry.best < 64).then(|| Square::new(entry.best));
            }
        }
        let plies = self.sorted(own, enemy, squares, favourite);
        let (mut best, mut best_square) = (-INFINITY, None);
        let mut bar = low;
        for (index, &(_, square)) in plies.as_slice().iter().enumerate() {
            let (next_own, next_enemy) = after(own, enemy, square);
            let mut score = if index == 0 {
                -self.node(next_own, next_enemy, -high, -bar)
            } else {
                -self.node(next_own, next_enemy, -bar - 1, -bar)
            };
            if index > 0 && score > bar && score < high && !self.stopped {
                score = -self.node(next_own, next_enemy, -high, -score + 1);
            }
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                best_square = Some(square);
            }
            bar = bar.max(score);
            if bar >= high {
                break;
            }
        }
        if kept {
            let entry = &mut self.table[place];
            if entry.own != own.0 || entry.enemy != enemy.0 {
                *entry = Entry { own: own.0, enemy: enemy.0, ..Entry::NOTHING };
            }
            if best > low {
                entry.least = entry.least.max(best as i8);
            }
            if best < high {
                entry.greatest = entry.greatest.min(best as i8);
            }
            entry.best = best_square.map_or(64, |square| square.index() as u8);
        }
        best
    }

    /// The same with few free squares left: no table and no sorting, odd quarters first.
    fn few(&mut self, own: Bitboard, enemy: Bitboard, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let free = !(own | enemy);
        let mut best = -INFINITY;
        let odd = odd_quarters(free);
        for part in [free & odd, free & !odd] {
            for square in part {
                let turned = turned(own, enemy, square);
                if turned.is_empty() {
                    continue;
                }
                let (next_own, next_enemy) = (enemy & !turned, own | turned | Bitboard::of(square));
                let score = if free.len() == 1 {
                    self.nodes += 1;
                    -self.counted(next_own, next_enemy)
                } else {
                    -self.few(next_own, next_enemy, -beta, -alpha)
                };
                best = best.max(score);
                alpha = alpha.max(score);
                if alpha >= beta {
                    return best;
                }
            }
        }
        if best > -INFINITY {
            return best;
        }
        if targets(enemy, own).is_empty() {
            return self.counted(own, enemy);
        }
        -self.few(enemy, own, -beta, -alpha)
    }

    /// Plies sorted by how few the enemy has after them; corners before all but the favourite.
    fn sorted(&self, own: Bitboard, enemy: Bitboard, squares: Bitboard, favourite: Option<Square>) -> Plies {
        let mut plies = Plies { list: [(0, Square::new(0)); 32], len: 0 };
        let odd = odd_quarters(!(own | enemy));
        for square in squares {
            let rank = if Some(square) == favourite {
                -1_000
            } else {
                let (next_own, next_enemy) = after(own, enemy, square);
                let replies = targets(next_own, next_enemy);
                // Replies into corners weigh double.
                let weight = (replies.len() + (replies & Bitboard(CORNERS)).len()) as i32 * 8;
                let open = (!(next_own | next_enemy) & next_enemy.neighbours()).len() as i32;
                let corner = if Bitboard(CORNERS).has(square) { -60 } else { 0 };
                weight + open + corner - if odd.has(square) { 4 } else { 0 }
            };
            if plies.len < plies.list.len() {
                plies.list[plies.len] = (rank, square);
                plies.len += 1;
            }
        }
        plies.list[..plies.len].sort_unstable_by_key(|&(rank, _)| rank);
        plies
    }

    #[inline]
    fn counted(&self, own: Bitboard, enemy: Bitboard) -> i32 {
        let balance = own.len() as i32 - enemy.len() as i32;
        let free = 64 - (own.len() + enemy.len()) as i32;
        match self.count {
            Count::Pieces => balance,
            Count::WinnerTakesFree => balance + balance.signum() * free,
        }
    }
}

#[inline]
fn odd_quarters(free: Bitboard) -> Bitboard {
    let odd = |quarter: u64| if (free.0 & quarter).count_ones() % 2 == 1 { quarter } else { 0 };
    Bitboard(odd(QUARTERS[0]) | odd(QUARTERS[1]) | odd(QUARTERS[2]) | odd(QUARTERS[3]))
}

#[inline]
fn place(own: Bitboard, enemy: Bitboard) -> usize {
    let mixed = own.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ enemy.0.wrapping_mul(0xc2b2_ae3d_27d4_eb4f).rotate_left(31);
    (mixed.wrapping_mul(0xff51_afd7_ed55_8ccd) >> (64 - BITS)) as usize
}
