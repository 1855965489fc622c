//! Counting pieces and points.

use crate::board::{Board, colour_of};
use crate::seat::{Colour, Seat};
use crate::square::Square;
use crate::table::Table;
use crate::view::{TallyKind, View};

/// The pieces of a position as one seat sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Material {
    pub(super) own: i32,
    pub(super) enemy: i32,
    /// Own pieces under an enemy one.
    own_held: i32,
    /// Enemy pieces under an own one.
    enemy_held: i32,
    /// Whether the pieces of a square have an order.
    pub(super) ordered: bool,
}

impl Material {
    /// None where pieces belong to nobody, or to more than two.
    pub(super) fn of(table: &dyn Table, seat: Seat) -> Option<Material> {
        let info = table.info();
        if info.seats.len() != 2 {
            return None;
        }
        let board = table.board();
        let colour = info.seats[seat.index()].colour();
        if let Some(colour) = colour
            && board.pits.is_empty()
        {
            let mut count = Material { own: 0, enemy: 0, own_held: 0, enemy_held: 0, ordered: false };
            for tower in board.squares.values() {
                let head = tower.chars().next_back().and_then(colour_of);
                count.ordered |= tower.len() > 1;
                for piece in tower.chars().filter_map(colour_of) {
                    let mine = piece == colour;
                    *(if mine { &mut count.own } else { &mut count.enemy }) += 1;
                    if head != Some(piece) {
                        *(if mine { &mut count.own_held } else { &mut count.enemy_held }) += 1;
                    }
                }
            }
            if count.ordered && !table.view().ordered {
                (count.own_held, count.enemy_held, count.ordered) = (0, 0, false);
            }
            return Some(count);
        }
        let view = table.view();
        let own = tally(&view, seat, TallyKind::Pieces)?;
        let enemy = tally(&view, seat.other(), TallyKind::Pieces)?;
        Some(Material { own, enemy, own_held: 0, enemy_held: 0, ordered: false })
    }

    pub(super) fn own_free(&self) -> i32 {
        self.own - self.own_held
    }

    pub(super) fn enemy_free(&self) -> i32 {
        self.enemy - self.enemy_held
    }

    /// Whether somebody has lost something between this and that.
    pub(super) fn differs(&self, then: &Material) -> bool {
        self.own_free() > then.own_free() || self.enemy_free() > then.enemy_free()
    }
}

fn tally(view: &View, seat: Seat, what: TallyKind) -> Option<i32> {
    let tallies = &view.players.get(seat.index())?.tallies;
    tallies.iter().find(|tally| tally.what == what).map(|tally| tally.count)
}

pub(super) fn pieces_on(board: &Board, square: Square, colour: Colour) -> usize {
    let tower = board.squares.get(&square).map_or("", String::as_str);
    tower.chars().filter(|&letter| colour_of(letter) == Some(colour)).count()
}

/// How many more capital letters of a colour there are after than before.
pub(super) fn new_capitals(before: &dyn Table, after: &dyn Table, colour: Colour) -> u32 {
    let count = |board: Board| {
        let letters = board.squares.values().flat_map(|tower| tower.chars());
        letters.filter(|letter| letter.is_ascii_uppercase() && colour_of(*letter) == Some(colour)).count()
    };
    count(after.board()).saturating_sub(count(before.board())) as u32
}

pub(super) fn more(before: &View, now: &View, seat: Seat, what: TallyKind) -> u32 {
    let tally = |view| tally(view, seat, what).unwrap_or(0);
    u32::try_from(tally(now) - tally(before)).unwrap_or(0)
}
