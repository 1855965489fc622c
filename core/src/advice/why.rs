//! What can be said for a ply.

use serde::{Deserialize, Serialize};

use crate::outcome::Reason;
use crate::square::Square;

/// A reason for a ply. Plies are counted with both sides' together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// It wins, whatever the enemy does.
    Wins {
        /// Plies until the win at most, this one included: 1 for a win at once.
        plies: u32,
    },
    /// It is the only legal ply.
    Only,
    /// The game is lost, but by no ply it lasts longer.
    Delays {
        /// Plies until the loss at most, this one included.
        plies: u32,
    },
    /// Every other ply loses by force.
    Saves,
    /// After most other plies the enemy would win by force; now he does not.
    Stops {
        /// What he would win with.
        goal: Goal,
        /// Plies until that at most: 1 for at once.
        plies: u32,
    },
    /// It takes enemy pieces off the board.
    Takes {
        /// How many, in the whole exchange that it begins if that goes as expected.
        pieces: u32,
        /// Own pieces that the exchange costs.
        back: u32,
    },
    /// It gets enemy pieces under own ones.
    Covers {
        /// How many, in the whole exchange that it begins if that goes as expected.
        pieces: u32,
        /// Own pieces that the exchange costs.
        back: u32,
    },
    /// It gives pieces up and gets more for them, if it goes as expected.
    Sacrifices {
        /// Own pieces given up.
        gives: u32,
        /// Enemy pieces taken.
        takes: u32,
    },
    /// It offers an exchange of equal numbers, if it goes as expected.
    Trades {
        /// Pieces on either side.
        pieces: u32,
    },
    /// It gets rid of own pieces where that is the aim, if it goes as expected.
    Sheds {
        /// How many more own pieces than enemy ones leave the board.
        pieces: u32,
    },
    /// Men become kings.
    Crowns,
    /// Own pieces come home, or get through.
    Homes {
        /// How many.
        pieces: u32,
    },
    /// It gains points.
    Scores {
        /// How many.
        points: u32,
    },
    /// If it is not answered, the next own ply wins, or begins to win by force.
    Threatens {
        /// What it wins with.
        goal: Goal,
        /// Plies until that at most, counted from the next own ply: 1 if that wins.
        plies: u32,
    },
    /// If it is not answered, the next own ply makes a king.
    Promotes,
    /// The same side acts once more, out of turn.
    Again,
    /// A piece comes nearer to its goal.
    Nears,
    /// After most other plies the enemy would do best to take this piece; now he does not.
    Guards {
        /// Where the piece stood before the ply.
        square: Square,
        /// Whether it is the piece that goes.
        leaves: bool,
    },
    /// After most other plies the enemy would make a king at once; now he does not.
    Holds,
    /// After most other plies the enemy would gain at once; now he does not.
    Denies {
        /// What he would gain, in points or pieces: half of the other plies let him have so much or more.
        points: u32,
    },
    /// If it is not answered, the next own ply takes this piece.
    Attacks {
        /// Where it stands.
        square: Square,
    },
    /// The enemy has one legal reply.
    Forces {
        /// The reply.
        reply: String,
    },
    /// It leaves the enemy far fewer replies than other plies do.
    Blocks {
        /// His replies.
        replies: u32,
        /// His replies after another ply, on the average.
        usual: u32,
    },
    /// Enemy pieces change sides.
    Turns {
        /// How many.
        pieces: u32,
    },
    /// After the expected reply there are more own plies than now.
    Room {
        /// Now.
        before: u32,
        /// Then.
        after: u32,
    },
}

/// What a game is won with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// So many in a row.
    Row(u8),
    /// Something else.
    Other,
}

impl Goal {
    pub(super) fn of(reason: Reason) -> Goal {
        match reason {
            Reason::FIVE => Goal::Row(5),
            Reason("four") => Goal::Row(4),
            _ => Goal::Other,
        }
    }
}
