//! From whose side a board is seen, and where its squares and pits come to lie.

use tavlei_core::seat::{Seat, Side};
use tavlei_core::square::Square;
use tavlei_core::view::{Cells, View};

/// By how many quarters the board is turned, clockwise as it is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rotation(u8);

impl Rotation {
    /// The rotation that brings a seat's own side below; a seat that the game does not have turns nothing.
    pub fn of(view: &View, seat: Seat) -> Rotation {
        Rotation(match view.players.iter().find(|player| player.seat == seat).map(|player| player.side) {
            Some(Side::East) => 1,
            Some(Side::Black | Side::North) => 2,
            Some(Side::West) => 3,
            Some(Side::White | Side::South) | None => 0,
        })
    }

    /// Whether width and height are exchanged.
    pub fn is_sideways(self) -> bool {
        self.0 % 2 == 1
    }

    /// Whether what opens upwards opens downwards now.
    pub fn is_over(self) -> bool {
        self.0 == 2
    }

    /// Where a side is seen: 0 below, 1 at the right, 2 above, 3 at the left.
    pub fn place(self, side: Side) -> u8 {
        let place = match side {
            Side::White | Side::South => 0,
            Side::East => 1,
            Side::Black | Side::North => 2,
            Side::West => 3,
        };
        self.turned(place)
    }

    /// Where a place comes to lie: 0 below, 1 at the right, 2 above, 3 at the left.
    pub fn turned(self, place: u8) -> u8 {
        (place + 4 - self.0) % 4
    }

    /// A cell's column and row, counted from the upper left corner, of so many columns and rows before the rotation.
    fn cell(self, (x, y): (u8, u8), columns: u8, rows: u8) -> (u8, u8) {
        let (right, low) = (columns.saturating_sub(1), rows.saturating_sub(1));
        match self.0 {
            0 => (x, y),
            1 => (low.saturating_sub(y), x),
            2 => (right.saturating_sub(x), low.saturating_sub(y)),
            _ => (y, right.saturating_sub(x)),
        }
    }

    /// A rectangle in a plane of a size, turned with it.
    pub fn cells(self, at: Cells, width: f32, height: f32) -> Cells {
        let Cells { x, y, w, h } = at;
        match self.0 {
            0 => at,
            1 => Cells { x: height - y - h, y: x, w: h, h: w },
            2 => Cells { x: width - x - w, y: height - y - h, w, h },
            _ => Cells { x: y, y: width - x - w, w: h, h: w },
        }
    }
}

/// A board of squares in its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub rotation: Rotation,
    files: u8,
    ranks: u8,
    /// Columns and rows as they are seen.
    pub columns: u8,
    pub rows: u8,
    /// The side of a square, an even number of pixels.
    pub side: i32,
    /// The upper left corner of the board.
    pub x: i32,
    pub y: i32,
}

impl Grid {
    /// A board inside a frame of at least so many pixels, in a picture of a width.
    pub fn new(files: u8, ranks: u8, rotation: Rotation, width: i32, frame: i32) -> Grid {
        let (files, ranks) = (files.clamp(1, 8), ranks.clamp(1, 8));
        let (columns, rows) = if rotation.is_sideways() { (ranks, files) } else { (files, ranks) };
        let side = (width - 2 * frame) / i32::from(columns.max(rows)) / 2 * 2;
        let side = side.min((width - 2 * frame) / 5);
        let x = (width - side * i32::from(columns)) / 2;
        Grid { rotation, files, ranks, columns, rows, side, x, y: frame }
    }

    /// The files of the board, 1..=8.
    pub fn files(&self) -> u8 {
        self.files
    }

    /// The ranks of the board, 1..=8.
    pub fn ranks(&self) -> u8 {
        self.ranks
    }

    /// The height of the frame and the board together.
    pub fn height(&self) -> i32 {
        2 * self.y + self.side * i32::from(self.rows)
    }

    /// Whether the board has a square inside its files and ranks.
    pub fn has(&self, square: Square) -> bool {
        square.file() < self.files && square.rank() < self.ranks
    }

    /// All squares inside its files and ranks.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        Square::all().filter(move |&square| self.has(square))
    }

    /// The column and the row in which a square is seen, from the upper left.
    pub fn cell(&self, square: Square) -> (u8, u8) {
        let from_top = self.ranks.saturating_sub(1).saturating_sub(square.rank());
        self.rotation.cell((square.file(), from_top), self.files, self.ranks)
    }

    /// The upper left corner of a square in pixels.
    pub fn corner(&self, square: Square) -> (i32, i32) {
        let (column, row) = self.cell(square);
        (self.x + i32::from(column) * self.side, self.y + i32::from(row) * self.side)
    }

    /// The centre of a square in pixels.
    pub fn centre(&self, square: Square) -> (i32, i32) {
        let (x, y) = self.corner(square);
        (x + self.side / 2, y + self.side / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rotation_keeps_the_squares_apart() {
        for (files, ranks) in [(8, 8), (7, 7), (3, 8), (5, 2)] {
            for quarters in 0..4 {
                let grid = Grid::new(files, ranks, Rotation(quarters), 720, 40);
                let mut cells: Vec<_> = grid.squares().map(|square| grid.cell(square)).collect();
                assert!(cells.iter().all(|&(x, y)| x < grid.columns && y < grid.rows));
                cells.sort_unstable();
                cells.dedup();
                assert_eq!(cells.len(), usize::from(files * ranks));
            }
        }
    }

    #[test]
    fn own_side_comes_below() {
        // East's middle is right of the centre, so for East it must come below.
        let east = Cells { x: 3.0, y: 1.0, w: 1.0, h: 2.0 };
        let seen = Rotation(1).cells(east, 4.0, 4.0);
        assert_eq!((seen.x, seen.y, seen.w, seen.h), (1.0, 3.0, 2.0, 1.0));
        for (side, quarters) in [(Side::South, 0), (Side::East, 1), (Side::North, 2), (Side::West, 3)] {
            assert_eq!(Rotation(quarters).place(side), 0);
        }
        let h8 = Square::at(7, 7);
        assert_eq!(Grid::new(8, 8, Rotation(0), 720, 40).corner(h8), (600, 40));
        assert_eq!(Grid::new(8, 8, Rotation(2), 720, 40).corner(h8), (40, 600));
        assert_eq!(Grid::new(8, 8, Rotation(1), 720, 40).corner(h8), (600, 600));
    }
}
