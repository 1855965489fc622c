//! *Capture*: one or more jumps by one piece in one ply, found by going every way to its end.

use std::marker::PhantomData;

use super::ply::Ply;
use super::rules::{LastRank, Reach, Ruled, each_way};
use crate::bitboard::Bitboard;
use crate::square::{Direction, Square};

/// Who is told of the captures that are found.
pub(super) trait Sink {
    /// Whether all routes are wanted, or at least one for every result.
    const ROUTES: bool;

    /// Whether captures of this prey are wanted.
    #[inline]
    fn wants(&self, prey: Bitboard) -> bool {
        let _ = prey;
        true
    }

    /// The piece lands on a square.
    #[inline]
    fn enter(&mut self, to: Square) {
        let _ = to;
    }

    /// The last landing is taken back.
    #[inline]
    fn leave(&mut self) {}

    /// The capture may end on the square entered last.
    fn end(&mut self, ply: Ply);
}

/// The captures of one piece of one side.
pub(super) struct Hunt<'a, R, S, const WHITE: bool> {
    /// Where the piece starts.
    from: Square,
    /// What may be jumped.
    prey: Bitboard,
    /// All that stands in the way: the square that the piece started from counts as empty.
    occupied: Bitboard,
    /// Whether a man's capture ends on the last rank.
    stops: bool,
    sink: &'a mut S,
    rules: PhantomData<R>,
}

impl<'a, R: Ruled, S: Sink, const WHITE: bool> Hunt<'a, R, S, WHITE> {
    const LAST: Bitboard = Bitboard::rank(if WHITE { 7 } else { 0 });

    pub(super) fn new(
        from: Square,
        prey: Bitboard,
        occupied: Bitboard,
        stops: bool,
        sink: &'a mut S,
    ) -> Self {
        let start = !Bitboard::of(from);
        Hunt { from, prey: prey & start, occupied: occupied & start, stops, sink, rules: PhantomData }
    }

    /// Finds all captures of the piece.
    #[inline]
    pub(super) fn run(&mut self, king: bool) {
        if king {
            self.king(self.from, Bitboard::EMPTY, false, None);
        } else {
            self.neighbours::<false>(self.from, Bitboard::EMPTY, false);
        }
    }

    fn king(&mut self, at: Square, taken: Bitboard, crowned: bool, came: Option<Direction>) -> bool {
        match R::RULES.king_reach {
            Reach::Neighbour => self.neighbours::<true>(at, taken, crowned),
            Reach::Behind | Reach::Any => self.fly(at, taken, crowned, came, true),
        }
    }

    /// What stands in the way after the pieces taken so far.
    #[inline]
    fn blocked(&self, taken: Bitboard) -> Bitboard {
        if R::RULES.at_once { self.occupied & !taken } else { self.occupied }
    }

    /// Goes on over neighbouring pieces. Whether any jump is possible.
    fn neighbours<const KING: bool>(&mut self, at: Square, taken: Bitboard, crowned: bool) -> bool {
        let prey = self.prey & !taken;
        let empty = !self.blocked(taken);
        let here = Bitboard::of(at);
        let ways = if KING {
            R::RULES.king_jumps
        } else if Self::LAST.has(at) {
            R::RULES.last_rank_jumps
        } else {
            R::RULES.man_jumps
        };
        let mut any = false;
        each_way!(ways.seen(WHITE), WAY => {
            let over = here.shift(WAY) & prey;
            if let Some(to) = (over.shift(WAY) & empty).first() {
                any = true;
                if self.sink.wants(over) {
                    self.sink.enter(to);
                    self.land::<KING>(to, taken | over, crowned, WAY);
                    self.sink.leave();
                }
            }
        });
        any
    }

    /// *Crowning*, and going on after a jump over a neighbour.
    #[inline]
    fn land<const KING: bool>(&mut self, to: Square, taken: Bitboard, crowned: bool, came: Direction) {
        let (goes_on, crowned) = if !KING && Self::LAST.has(to) {
            match R::RULES.last_rank {
                LastRank::GoesOn | LastRank::Stops => {
                    (!self.stops && self.king(to, taken, true, Some(came)), true)
                }
                LastRank::AtEnd => (self.neighbours::<false>(to, taken, true), true),
                LastRank::Never => (!self.stops && self.neighbours::<false>(to, taken, false), false),
            }
        } else {
            (self.neighbours::<KING>(to, taken, crowned), crowned)
        };
        if !goes_on || R::RULES.breaks_off {
            self.end(to, taken, crowned);
        }
    }

    /// Goes on as a king that jumps from any distance. Whether any jump is possible. Without `ahead`, the jumps in the
    /// direction in which the king came are known already from another square of the same row.
    fn fly(
        &mut self,
        at: Square,
        taken: Bitboard,
        crowned: bool,
        came: Option<Direction>,
        ahead: bool,
    ) -> bool {
        let prey = self.prey & !taken;
        let blocked = self.blocked(taken);
        let mut any = false;
        for way in Direction::ALL {
            if !R::RULES.king_jumps.has(way) || !R::RULES.turns_back && came == Some(way.opposite()) {
                continue;
            }
            let Some(square) = (Bitboard::ray(at, way) & blocked).nearest(way) else { continue };
            if !prey.has(square) {
                continue;
            }
            let over = Bitboard::of(square);
            let mut behind = Bitboard::reach(square, way, blocked);
            if R::RULES.king_reach == Reach::Behind {
                behind &= over.shift(way);
            }
            if behind.is_empty() {
                continue;
            }
            any = true;
            if self.sink.wants(over) && (ahead || came != Some(way)) {
                self.land_behind(behind, taken | over, crowned, way);
            }
        }
        any
    }

    /// Goes on from each square behind the prey, and ends where the king's choice and completeness let it.
    fn land_behind(&mut self, behind: Bitboard, taken: Bitboard, crowned: bool, came: Direction) {
        let mut going_on = Bitboard::EMPTY;
        let mut ahead = true;
        for to in behind {
            self.sink.enter(to);
            if self.fly(to, taken, crowned, Some(came), ahead) {
                going_on.add(to);
            }
            self.sink.leave();
            ahead = S::ROUTES;
        }
        let ends = if R::RULES.breaks_off || going_on.is_empty() {
            behind
        } else if R::RULES.kings_choice {
            Bitboard::EMPTY
        } else {
            behind & !going_on
        };
        for to in ends {
            self.sink.enter(to);
            self.end(to, taken, crowned);
            self.sink.leave();
        }
    }

    #[inline]
    fn end(&mut self, to: Square, taken: Bitboard, crowned: bool) {
        self.sink.end(Ply { captured: taken, from: self.from, to, crowned });
    }
}
