//! Pointing at a ply: over everything else, in a colour that nothing else has.

use tavlei_core::square::Square;
use tavlei_core::view::Pointer;

use super::line::arrow;
use super::pit::Area;
use super::{Painter, square_sketch};
use crate::grid::Grid;
use crate::picture::Sketch;

/// By how much the arrow is stouter than a direction of play.
const STOUT: f32 = 1.45;

impl Painter<'_> {
    pub(super) fn pointers(&mut self, grid: &Grid) {
        let (edge, core) = (self.colours.line_edge, self.colours.pointer);
        let mut reached = None;
        for pointer in self.view.pointers.clone() {
            match pointer {
                Pointer::Arrow(from, to) if grid.has(from) && grid.has(to) && from != to => {
                    // Only where the way begins: its other squares are passed.
                    if reached != Some(from) {
                        self.pointed_square(grid, from);
                    }
                    reached = Some(to);
                    let side = grid.side as f32;
                    self.between(grid, from, to, |sketch, from, to| {
                        for (more, colour) in [(3.0, edge), (0.0, core)] {
                            sketch.fill(colour, |pen| arrow(pen, (from, to), (side, STOUT), more));
                        }
                    });
                }
                Pointer::Spot(square) if grid.has(square) => self.pointed_square(grid, square),
                _ => {}
            }
        }
    }

    /// A ring on a square, with a dot where nothing stands.
    fn pointed_square(&mut self, grid: &Grid, square: Square) {
        let (edge, core) = (self.colours.line_edge, self.colours.pointer);
        let free = !self.view.pieces.contains_key(&square);
        let mut sketch = square_sketch(grid.side);
        let s = grid.side as f32;
        let middle = (s / 2.0, s / 2.0);
        sketch.fill(edge, |pen| {
            pen.ring(middle, s * 0.475, s * 0.365);
        });
        sketch.fill(core, |pen| {
            pen.ring(middle, s * 0.455, s * 0.385);
        });
        if free {
            sketch.fill(edge, |pen| {
                pen.circle(middle, s * 0.13);
            });
            sketch.fill(core, |pen| {
                pen.circle(middle, s * 0.105);
            });
        }
        let (x, y) = grid.corner(square);
        self.picture.put(x, y, sketch.finish());
    }

    /// A frame round a pit, and a wedge that points into it, away from its number.
    pub(super) fn pointed_pit(&mut self, at: Area, from_below: bool) {
        let (edge, core) = (self.colours.line_edge, self.colours.pointer);
        let (w, h) = (at.w as f32, at.h as f32);
        let mut sketch = Sketch::new(at.w.max(1) as u32, at.h.max(1) as u32);
        sketch.fill(edge, |pen| {
            pen.round_frame(0.0, 0.0, w, h, 12.0, 8.0);
        });
        sketch.fill(core, |pen| {
            pen.round_frame(1.5, 1.5, w - 3.0, h - 3.0, 10.5, 5.0);
        });
        let (x, half, deep) = (w / 2.0, w * 0.13, w * 0.17);
        let y = |from_edge: f32| if from_below { h - from_edge } else { from_edge };
        sketch.fill(edge, |pen| {
            pen.polygon(&[(x - half - 4.0, y(2.0)), (x + half + 4.0, y(2.0)), (x, y(deep + 9.0))]);
        });
        sketch.fill(core, |pen| {
            pen.polygon(&[(x - half, y(2.0)), (x + half, y(2.0)), (x, y(deep + 4.0))]);
        });
        self.picture.put(at.x, at.y, sketch.finish());
    }
}
