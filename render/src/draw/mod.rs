//! From a view to a picture: what every thing looks like.

mod bar;
mod board;
mod icon;
mod line;
mod mark;
mod piece;
mod pit;
mod pointer;

use tavlei_core::seat::Seat;
use tavlei_core::view::{Shape, View};

use crate::font::Font;
use crate::grid::{Grid, Rotation};
use crate::picture::{Fragment, Picture, Sketch};
use crate::theme::{Colours, Theme};

/// The width of every picture in pixels.
pub(crate) const WIDTH: i32 = 720;

/// The width of the frame with the coordinates.
const FRAME: i32 = 40;

/// The radius of the picture's corners.
const CORNER: f32 = 16.0;

/// Draws one view into one picture.
struct Painter<'a> {
    view: &'a View,
    colours: &'static Colours,
    font: &'a Font,
    rotation: Rotation,
    picture: Picture,
    /// Whether the board itself shows the fines.
    fines_shown: bool,
    /// The pieces drawn so far: most are like another.
    drawn: Vec<(piece::Kind, piece::Drawn)>,
    /// How many pieces stand on a square, and where that is to be written.
    numbers: Vec<((i32, i32), i32)>,
}

/// The picture of a view in a theme, seen by a seat.
pub(crate) fn picture(view: &View, theme: Theme, seen_by: Seat, font: &Font) -> Picture {
    let mut painter = Painter {
        view,
        colours: theme.colours(),
        font,
        rotation: Rotation::of(view, seen_by),
        picture: Picture { width: WIDTH as u32, height: 0, fragments: Vec::with_capacity(160) },
        fines_shown: false,
        drawn: Vec::new(),
        numbers: Vec::new(),
    };
    let height = match view.shape {
        Shape::Squares { files, ranks, .. } => {
            let grid = Grid::new(files, ranks, painter.rotation, WIDTH, FRAME);
            painter.board(&grid);
            painter.marks_below(&grid);
            painter.owned_lines(&grid);
            painter.outlines(&grid);
            painter.pieces(&grid);
            painter.strokes(&grid);
            painter.marks_above(&grid);
            painter.arrows(&grid);
            painter.pointers(&grid);
            painter.badges(&grid);
            grid.height()
        }
        Shape::Pits { width, height } => painter.pits(width, height),
    };
    let bar = painter.bar(height);
    painter.picture.height = (height + bar) as u32;
    painter.picture
}

impl Painter<'_> {
    /// Puts a fragment so that a point of its own comes to lie on a pixel of the picture.
    fn put_at(&mut self, (x, y): (i32, i32), own: (i32, i32), fragment: Fragment) {
        self.picture.put(x - own.0, y - own.1, fragment);
    }

    /// Puts a fragment so that its middle comes to lie on a pixel of the picture.
    fn put_middle(&mut self, at: (i32, i32), fragment: Fragment) {
        let own = (fragment.width as i32 / 2, fragment.height as i32 / 2);
        self.put_at(at, own, fragment);
    }
}

/// A square fragment of an even number of pixels.
fn square_sketch(side: i32) -> Sketch {
    Sketch::new(side as u32, side as u32)
}
