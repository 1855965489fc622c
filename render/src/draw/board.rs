//! The frame, the squares and the coordinates.

use tavlei_core::view::Shape;

use super::{CORNER, FRAME, Painter, WIDTH};
use crate::font::Weight;
use crate::grid::Grid;
use crate::path::Pen;
use crate::picture::Sketch;

/// The upper part of the picture's rounded card: square below, where the bar goes on.
pub(super) fn card_top(pen: &mut Pen, width: f32, height: f32) {
    let k = CORNER * 0.4477;
    pen.go((0.0, height)).line((0.0, CORNER)).cubic((0.0, k), (k, 0.0), (CORNER, 0.0));
    pen.line((width - CORNER, 0.0)).cubic((width - k, 0.0), (width, k), (width, CORNER));
    pen.line((width, height)).close();
}

impl Painter<'_> {
    /// The empty board in its frame: one fragment, the same for all positions of a game.
    pub(super) fn board(&mut self, grid: &Grid) {
        let c = self.colours;
        let missing: &[_] = match &self.view.shape {
            Shape::Squares { missing, .. } => missing,
            Shape::Pits { .. } => &[],
        };
        let mut sketch = Sketch::new(WIDTH as u32, grid.height() as u32);
        self.frame(&mut sketch, grid.height());
        let side = grid.side as f32;
        let squares: Vec<_> = grid.squares().filter(|square| !missing.contains(square)).collect();
        let at = |square| {
            let (x, y) = grid.corner(square);
            (x as f32, y as f32)
        };
        for (grow, colour) in [(5.0, c.frame_dim), (2.0, c.board_edge)] {
            sketch.fill(colour, |pen| {
                for &square in &squares {
                    let (x, y) = at(square);
                    pen.rect(x - grow, y - grow, side + 2.0 * grow, side + 2.0 * grow);
                }
            });
        }
        for (dark, colour) in [(false, c.light), (true, c.dark)] {
            sketch.fill(colour, |pen| {
                for &square in squares.iter().filter(|square| square.is_dark() == dark) {
                    let (x, y) = at(square);
                    pen.rect(x, y, side, side);
                }
            });
        }
        self.coordinates(&mut sketch, grid);
        self.picture.put(0, 0, sketch.finish());
    }

    /// The frame: the card's upper part.
    pub(super) fn frame(&self, sketch: &mut Sketch, height: i32) {
        let c = self.colours;
        let (width, height) = (WIDTH as f32, height as f32);
        sketch.fill(c.frame_dim, |pen| card_top(pen, width, height));
        sketch.fill(c.frame, |pen| {
            pen.round(2.0, 2.0, width - 4.0, height + 20.0, CORNER - 2.0);
        });
        sketch.fill(c.frame_lit, |pen| {
            pen.round_frame(5.0, 5.0, width - 10.0, height + 30.0, CORNER - 4.0, 1.5);
        });
    }

    fn coordinates(&self, sketch: &mut Sketch, grid: &Grid) {
        let size = 21.0;
        let half = grid.side / 2;
        let beyond = FRAME / 2 + 3;
        let (left, right) = (grid.x - beyond, grid.x + i32::from(grid.columns) * grid.side + beyond);
        let (top, low) = (grid.y - beyond, grid.y + i32::from(grid.rows) * grid.side + beyond);
        let mut label = |text: String, (x, y): (i32, i32)| {
            sketch.centred(
                self.font,
                self.colours.coordinate,
                &text,
                (x as f32, y as f32),
                size,
                Weight::Regular,
            );
        };
        for square in grid.squares().filter(|square| square.rank() == 0) {
            let text = char::from(b'a' + square.file()).to_string();
            let (x, y) = grid.corner(square);
            if grid.rotation.is_sideways() {
                label(text.clone(), (left, y + half));
                label(text, (right, y + half));
            } else {
                label(text.clone(), (x + half, top));
                label(text, (x + half, low));
            }
        }
        for square in grid.squares().filter(|square| square.file() == 0) {
            let text = (square.rank() + 1).to_string();
            let (x, y) = grid.corner(square);
            if grid.rotation.is_sideways() {
                label(text.clone(), (x + half, top));
                label(text, (x + half, low));
            } else {
                label(text.clone(), (left, y + half));
                label(text, (right, y + half));
            }
        }
    }
}
