//! What is to be seen of a position: plain data, all that a renderer ever gets.
//!
//! A view says what, never how: no colours of a theme, no sizes in pixels, no words in any language.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::seat::{Colour, Seat, Side};
use crate::square::{Square, squares_in};

/// All that a picture of a position tells.
///
/// ```
/// let mut table = tavlei_core::catalogue::by_slug("russian").expect("a game").table(&Default::default());
/// table.play("c3-d4").expect("legal");
/// let view = table.view();
/// assert_eq!(view.pieces.len(), 24);
/// assert!(view.players[1].acts);
/// assert_eq!(view.last.as_deref(), Some("c3-d4"));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// The game's slug.
    pub game: String,
    /// The shape of the board.
    pub shape: Shape,
    /// The occupied squares, each with its pieces from bottom to top.
    pub pieces: BTreeMap<Square, Vec<Piece>>,
    /// Whether the pieces of one square have an order (a tower) or lie side by side.
    pub ordered: bool,
    /// Marked squares; a square may have several marks.
    pub marks: Vec<(Square, Mark)>,
    /// Files and ranks that belong to somebody, and edges that are somebody's goal.
    pub lines: Vec<OwnedLine>,
    /// Groups of squares drawn round: windows, a completed figure, a winning group.
    pub outlines: Vec<Outline>,
    /// Straight lines between centres of squares: a closed figure, a row of five.
    pub strokes: Vec<Stroke>,
    /// Arrows from square to square: a direction of play.
    pub arrows: Vec<(Square, Square)>,
    /// What is pointed at: the ply of a hint.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pointers: Vec<Pointer>,
    /// Pits of sowing games.
    pub pits: Vec<Pit>,
    /// Stores of sowing games.
    pub stores: Vec<Store>,
    /// The sides in the order in which they first act.
    pub players: Vec<Player>,
    /// The last ply's canonical text.
    pub last: Option<String>,
    /// Counters that matter now.
    pub counters: Vec<Counter>,
    /// A short text without words in any language: open numbers, kinds of step, a direction. In it `○` and `●` are
    /// drawn as a white and a black piece, `□` and `■` as a light and a dark square.
    pub note: Option<String>,
}

/// The shape of a board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// Squares in files and ranks from a1.
    Squares {
        /// Files, 1..=8.
        files: u8,
        /// Ranks, 1..=8.
        ranks: u8,
        /// Squares that the board does not have, inside those files and ranks.
        missing: Vec<Square>,
    },
    /// Pits and stores placed in a plane of cells.
    Pits {
        /// Width in cells.
        width: f32,
        /// Height in cells.
        height: f32,
    },
}

/// One piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// Its colour.
    pub colour: Colour,
    /// What is shown on top of it.
    pub sign: Sign,
}

/// A sign on top of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sign {
    /// An ordinary man.
    None,
    /// A king.
    King,
    /// Turned over (a hook).
    Flipped,
    /// Dead: counts, but acts no more.
    Dead,
    /// Has done its round, is through, or stands at home.
    Home,
    /// A man that can go no farther (stopped on the last rank).
    Stopped,
    /// The head of a chain.
    Head,
}

/// What is marked on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// The last ply began here.
    Start,
    /// The last ply passed here.
    Way,
    /// The last ply ended, or placed a piece, here.
    End,
    /// A piece was taken here by the last ply.
    Taken,
    /// A piece changed its colour or its nature here by the last ply.
    Turned,
    /// A legal square, as a dot.
    Target,
    /// A goal, of a colour or of whoever.
    Goal(Option<Colour>),
    /// A home, yard or half of a colour.
    Home(Colour),
    /// Special, without anything to forbid: a centre, a counting diagonal, a track.
    Special,
    /// Nobody may go here.
    Forbidden,
    /// Closed to the side that acts.
    Closed,
    /// Hit by the enemy.
    Hit,
    /// The piece that must go on, or the end that is open.
    Active,
    /// The piece that may not be moved now.
    Barred,
    /// About to fall, or open to a fine.
    Danger,
    /// Territory of a colour.
    Territory(Colour),
    /// Part of what won.
    Winning,
}

/// Something pointed at, over everything else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pointer {
    /// An arrow from square to square.
    Arrow(Square, Square),
    /// A ring on a square.
    Spot(Square),
    /// A ring round a pit, by its name.
    Pit(String),
}

/// A whole file or rank, or an edge of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnedLine {
    /// Which line.
    pub line: Line,
    /// Whose.
    pub colour: Colour,
}

/// A line of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Line {
    /// A file, 0 for a: shown at the edge beside its letter.
    File(u8),
    /// A rank, 0 for rank 1: shown at the edge beside its number.
    Rank(u8),
    /// The edge below the lowest rank.
    Bottom,
    /// The edge above the highest rank.
    Top,
    /// The edge left of file a.
    Left,
    /// The edge right of the last file.
    Right,
    /// The line between the two halves (between ranks 4 and 5).
    Middle,
}

/// Squares with a line drawn round them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outline {
    /// The squares.
    pub squares: Vec<Square>,
    /// Whose, if somebody's.
    pub colour: Option<Colour>,
}

/// A straight line from centre to centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stroke {
    /// One end.
    pub from: Square,
    /// The other end.
    pub to: Square,
    /// Whose, if somebody's.
    pub colour: Option<Colour>,
}

/// A rectangle in cells: x to the right, y downwards from the top left corner, as South or White sees it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cells {
    /// Left edge.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
    /// Width.
    pub w: f32,
    /// Height.
    pub h: f32,
}

/// A pit with its men.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pit {
    /// The name, as it is typed.
    pub name: String,
    /// Men in it.
    pub count: u16,
    /// Where it lies.
    pub at: Cells,
    /// Whose it is.
    pub owner: Seat,
    /// How it is drawn.
    pub look: PitLook,
    /// What the last ply did here.
    pub mark: Option<PitMark>,
}

/// How a pit is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PitLook {
    /// A hollow with seeds.
    Hollow,
    /// A window of squares of the draughtboard, filled from its lower edge, row by row from the left.
    WindowUp,
    /// The same turned: filled from its upper edge, row by row from the right.
    WindowDown,
}

/// What the last ply did in a pit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PitMark {
    /// The sowing began here.
    Sown,
    /// The sowing ended here.
    Ended,
    /// Its men were captured.
    Captured,
}

/// A store with its men.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Store {
    /// The name, where it has one (`R1`).
    pub name: Option<String>,
    /// Men in it.
    pub count: u16,
    /// Where it lies.
    pub at: Cells,
    /// Whose it is, if somebody's.
    pub owner: Option<Seat>,
}

/// A side as the bar below the board shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Player {
    /// The seat.
    pub seat: Seat,
    /// The side's name.
    pub side: Side,
    /// Whether it is to act.
    pub acts: bool,
    /// Whether it is out of the game.
    pub out: bool,
    /// What it has.
    pub tallies: Vec<Tally>,
}

/// A number that belongs to a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// What is counted.
    pub what: TallyKind,
    /// How many.
    pub count: i32,
    /// How many there can be, where that matters.
    pub of: Option<i32>,
}

/// What a side has a number of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TallyKind {
    /// Pieces on the board.
    Pieces,
    /// Pieces in hand or reserve.
    Hand,
    /// Points.
    Points,
    /// Pieces taken from the enemy.
    Taken,
    /// Own pieces lost.
    Lost,
    /// Pieces that are through, or home.
    Home,
    /// Fines.
    Fines,
}

/// A number that belongs to the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counter {
    /// What is counted.
    pub what: CounterKind,
    /// How many.
    pub count: u16,
    /// How many there can be.
    pub of: Option<u16>,
}

/// What the game has a number of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CounterKind {
    /// Plies without progress, of those that end the game.
    NoProgress,
    /// Plies or turns played, of those that the rules allow.
    Limit,
    /// Plies left in this turn.
    TurnLeft,
    /// Plies that the next turn will have.
    NextTurn,
}

impl View {
    /// An empty view of a board of 8×8 squares.
    pub fn empty(game: &str) -> View {
        View {
            game: game.to_owned(),
            shape: Shape::Squares { files: 8, ranks: 8, missing: Vec::new() },
            pieces: BTreeMap::new(),
            ordered: true,
            marks: Vec::new(),
            lines: Vec::new(),
            outlines: Vec::new(),
            strokes: Vec::new(),
            arrows: Vec::new(),
            pointers: Vec::new(),
            pits: Vec::new(),
            stores: Vec::new(),
            players: Vec::new(),
            last: None,
            counters: Vec::new(),
            note: None,
        }
    }

    /// Marks every square of a set.
    pub fn mark(&mut self, squares: impl Into<Bitboard>, mark: Mark) {
        let squares: Bitboard = squares.into();
        self.marks.extend(squares.into_iter().map(|square| (square, mark)));
    }

    /// Gives a side a number.
    pub fn tally(&mut self, seat: Seat, what: TallyKind, count: impl Into<i32>, of: Option<i32>) {
        if let Some(player) = self.players.get_mut(seat.index()) {
            player.tallies.push(Tally { what, count: count.into(), of });
        }
    }

    /// Says without words that the side that has just acted acts once more, out of the usual turn.
    pub fn acts_again(&mut self) {
        self.note = Some("+1".to_owned());
    }

    /// Shows a number of the game.
    pub fn count(&mut self, what: CounterKind, count: u16, of: Option<u16>) {
        self.counters.push(Counter { what, count, of });
    }

    /// Marks the way of a ply by the squares that its text names, and what it took or turned by comparing the boards.
    pub(crate) fn show_ply(&mut self, text: &str, before: &Board, after: &Board) {
        let way = squares_in(text);
        if let [way @ .., end] = way.as_slice() {
            if let [start, way @ ..] = way {
                self.marks.push((*start, Mark::Start));
                self.marks.extend(way.iter().map(|&square| (square, Mark::Way)));
            }
            self.marks.push((*end, Mark::End));
        }
        for (&square, tower) in &before.squares {
            if way.contains(&square) {
                continue;
            }
            match after.squares.get(&square) {
                None => self.marks.push((square, Mark::Taken)),
                Some(now) if now.len() < tower.len() => self.marks.push((square, Mark::Taken)),
                Some(now) if now.len() == tower.len() && now != tower => {
                    self.marks.push((square, Mark::Turned));
                }
                Some(_) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(towers: &[(&str, &str)]) -> Board {
        let square = |name: &str| name.parse().expect("a square");
        let squares = towers.iter().map(|&(name, letters)| (square(name), letters.to_owned())).collect();
        Board { squares, ..Board::default() }
    }

    #[test]
    fn a_ply_shows_its_way_and_what_it_changed_beside_it() {
        let before = board(&[("a1", "w"), ("b2", "b"), ("d4", "bb"), ("e5", "ww"), ("f6", "b"), ("h8", "w")]);
        let after = board(&[("g7", "w"), ("d4", "b"), ("e5", "ww"), ("f6", "w"), ("h8", "ww")]);
        let mut view = View::empty("no-such-game");
        view.show_ply("a1:c3:g7", &before, &after);
        let marks: Vec<_> = view.marks.iter().map(|(square, mark)| (square.to_string(), *mark)).collect();
        let wanted = [
            ("a1", Mark::Start),
            ("c3", Mark::Way),
            ("g7", Mark::End),
            // b2 is empty now, the tower on d4 lost a piece, f6 changed its colour. e5 stayed and h8 grew: no mark.
            ("b2", Mark::Taken),
            ("d4", Mark::Taken),
            ("f6", Mark::Turned),
        ];
        assert_eq!(marks, wanted.map(|(square, mark)| (square.to_owned(), mark)));
    }
}
