//! The table of differences: what one game of draughts does otherwise than another.

use crate::square::Direction;

/// A set of directions: bit *i* is direction *i*, clockwise from up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ways(u8);

impl Ways {
    /// No direction.
    pub const NONE: Ways = Ways(0);
    /// Diagonally forward.
    pub const FORWARD: Ways = Ways::of(&[Direction::UpLeft, Direction::UpRight]);
    /// Diagonally backward.
    pub const BACKWARD: Ways = Ways::of(&[Direction::DownLeft, Direction::DownRight]);
    /// All four diagonals.
    pub const DIAGONAL: Ways = Ways::of(&Direction::DIAGONAL);
    /// Left and right along the rank.
    pub const SIDEWAYS: Ways = Ways::of(&[Direction::Left, Direction::Right]);
    /// Along ranks and files.
    pub const ORTHOGONAL: Ways = Ways::of(&Direction::ORTHOGONAL);

    /// The set of some directions.
    pub const fn of(directions: &[Direction]) -> Ways {
        let (mut ways, mut i) = (0, 0);
        while i < directions.len() {
            ways |= 1 << directions[i] as u8;
            i += 1;
        }
        Ways(ways)
    }

    /// Whether a direction is in the set.
    #[inline]
    pub const fn has(self, direction: Direction) -> bool {
        self.0 >> direction as u8 & 1 != 0
    }

    /// As a side sees it: White's own, or turned by half a circle for Black.
    #[inline]
    pub const fn seen(self, white: bool) -> Ways {
        if white { self } else { Ways(self.0.rotate_left(4)) }
    }

    /// Whether two sets are the same.
    #[inline]
    pub const fn is(self, other: Ways) -> bool {
        self.0 == other.0
    }
}

/// Does something for every direction of a set. Written out eight times, so that each copy knows its direction and
/// those that a game does not have leave nothing behind.
macro_rules! each_way {
    ($ways:expr, $way:ident => $body:block) => {{
        let ways = $ways;
        each_way!(@ ways, $way, $body, Up UpRight Right DownRight Down DownLeft Left UpLeft);
    }};
    (@ $ways:ident, $way:ident, $body:block, $($direction:ident)*) => {$(
        if $ways.has($crate::square::Direction::$direction) {
            #[allow(non_upper_case_globals)]
            const $way: $crate::square::Direction = $crate::square::Direction::$direction;
            $body
        }
    )*};
}
pub(super) use each_way;

/// From where a king jumps and where it lands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reach {
    /// Over a neighbour, onto the square behind it.
    Neighbour,
    /// From any distance, onto the first square behind only.
    Behind,
    /// From any distance, onto any square of the empty row behind.
    Any,
}

/// When capturing is a duty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Obligation {
    /// Never.
    None,
    /// Always; which capture is free.
    Choice,
    /// Always; only captures that take the most pieces are legal.
    Majority,
}

/// What becomes of a man that reaches its last rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LastRank {
    /// It is a king there, and goes on capturing as one.
    GoesOn,
    /// It is a king there, and its capture stops.
    Stops,
    /// It goes on capturing as a man, and is a king when the ply is over.
    AtEnd,
    /// It stays a man.
    Never,
}

/// The table of differences. Directions are White's; Black's are turned by half a circle.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// *Step*: where a man steps.
    pub man_steps: Ways,
    /// Where a man jumps over a piece of his own, which stays.
    pub man_leaps: Ways,
    /// Where a king steps, or flies.
    pub king_steps: Ways,
    /// Whether a king's step goes any number of empty squares.
    pub king_flies: bool,
    /// *Jump*: where a man jumps.
    pub man_jumps: Ways,
    /// Where a man that stands on its last rank jumps.
    pub last_rank_jumps: Ways,
    /// Where a king jumps.
    pub king_jumps: Ways,
    /// From where a king jumps and where it lands.
    pub king_reach: Reach,
    /// *Capture*: whether pieces of one's own may be taken as well.
    pub eats_own: bool,
    /// Whether captured pieces come off one by one during the capture, or all at its end.
    pub at_once: bool,
    /// Whether a flying king may turn straight back between two jumps.
    pub turns_back: bool,
    /// The king's choice: whether a flying king must land where it can go on, if there is such a square.
    pub kings_choice: bool,
    /// Whether a capture may end though it could go on.
    pub breaks_off: bool,
    /// Whether a captured king stays where it is, as a man.
    pub kings_stay: bool,
    /// *Obligation*.
    pub obligation: Obligation,
    /// *Crowning*.
    pub last_rank: LastRank,
    /// *Endless play*: the ways in which a man's step is irreversible.
    pub progress: Ways,
}

/// Russian draughts, from which the tables of most games are told.
pub const RUSSIAN: Rules = Rules {
    man_steps: Ways::FORWARD,
    man_leaps: Ways::NONE,
    king_steps: Ways::DIAGONAL,
    king_flies: true,
    man_jumps: Ways::DIAGONAL,
    last_rank_jumps: Ways::DIAGONAL,
    king_jumps: Ways::DIAGONAL,
    king_reach: Reach::Any,
    eats_own: false,
    at_once: false,
    turns_back: true,
    kings_choice: true,
    breaks_off: false,
    kings_stay: false,
    obligation: Obligation::Choice,
    last_rank: LastRank::GoesOn,
    progress: Ways::FORWARD,
};

/// A game with its table. The machine is compiled once for each, so that the table costs nothing.
pub trait Ruled: Copy + Send + Sync + 'static {
    /// The table of differences.
    const RULES: Rules;
}
