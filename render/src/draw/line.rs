//! Lines: owned files, ranks and edges, groups drawn round, strokes and arrows.

use tavlei_core::seat::Colour as PieceColour;
use tavlei_core::square::Square;
use tavlei_core::view::Line;

use super::Painter;
use crate::grid::Grid;
use crate::path::{Pen, Point, unit};
use crate::picture::Sketch;
use crate::theme::Colour;

/// The thickness of a bar at the board's edge and its distance from the board.
const EDGE: (i32, i32) = (9, 3);

impl Painter<'_> {
    /// The colours of a line: its edge and its core.
    fn line_colours(&self, colour: Option<PieceColour>) -> (Colour, Colour) {
        match colour {
            None => (self.colours.line_edge, self.colours.line),
            Some(PieceColour::White) => (self.colours.white.edge, self.colours.white.rim),
            Some(PieceColour::Black) => (self.colours.white.rim, self.colours.black.face),
        }
    }

    pub(super) fn owned_lines(&mut self, grid: &Grid) {
        for owned in self.view.lines.clone() {
            let colours = self.line_colours(Some(owned.colour));
            match owned.line {
                Line::File(file) => {
                    for place in [0, 2] {
                        let rank = if place == 0 { 0 } else { grid.ranks() - 1 };
                        self.edge_square(grid, Square::at(file, rank), place, colours);
                    }
                }
                Line::Rank(rank) => {
                    for place in [1, 3] {
                        let file = if place == 3 { 0 } else { grid.files() - 1 };
                        self.edge_square(grid, Square::at(file, rank), place, colours);
                    }
                }
                Line::Bottom => self.edge(grid, 0, colours),
                Line::Right => self.edge(grid, 1, colours),
                Line::Top => self.edge(grid, 2, colours),
                Line::Left => self.edge(grid, 3, colours),
                Line::Middle => self.middle(grid, owned.colour, colours),
            }
        }
    }

    /// A bar at the edge beside one square; the place is that of an unturned board, 0 below and on to the left.
    fn edge_square(&mut self, grid: &Grid, square: Square, place: u8, colours: (Colour, Colour)) {
        if grid.has(square) {
            // Shorter than the square, so that two beside each other stay two.
            let ((x, y), place) = (grid.corner(square), grid.rotation.turned(place));
            let (short, whole) = (grid.side - 8, grid.side);
            if place.is_multiple_of(2) {
                self.edge_bar((x + 4, y), (short, whole), place, colours);
            } else {
                self.edge_bar((x, y + 4), (whole, short), place, colours);
            }
        }
    }

    /// A bar along a whole edge.
    fn edge(&mut self, grid: &Grid, place: u8, colours: (Colour, Colour)) {
        let size = (i32::from(grid.columns) * grid.side, i32::from(grid.rows) * grid.side);
        self.edge_bar((grid.x, grid.y), size, grid.rotation.turned(place), colours);
    }

    fn edge_bar(&mut self, (x, y): (i32, i32), (w, h): (i32, i32), place: u8, colours: (Colour, Colour)) {
        let (thick, away) = EDGE;
        let (x, y, w, h) = match place {
            0 => (x, y + h + away, w, thick),
            1 => (x + w + away, y, thick, h),
            2 => (x, y - away - thick, w, thick),
            _ => (x - away - thick, y, thick, h),
        };
        self.picture.put(x, y, bar(w, h, colours));
    }

    /// The line between the halves, half a line nearer to its owner.
    fn middle(&mut self, grid: &Grid, colour: PieceColour, colours: (Colour, Colour)) {
        let (a, b) = (Square::at(0, 3), Square::at(grid.files() - 1, 4));
        if !grid.has(a) || !grid.has(b) {
            return;
        }
        let ((ax, ay), (bx, by)) = (grid.corner(a), grid.corner(b));
        let ours = if colour == PieceColour::White { grid.corner(a) } else { grid.corner(Square::at(0, 4)) };
        let (left, top, right, low) =
            (ax.min(bx), ay.min(by), ax.max(bx) + grid.side, ay.max(by) + grid.side);
        let thick = 8;
        if grid.rotation.is_sideways() {
            let x = left + grid.side - if ours.0 == left { thick - 1 } else { 1 };
            self.picture.put(x, top, bar(thick, low - top, colours));
        } else {
            let y = top + grid.side - if ours.1 == top { thick - 1 } else { 1 };
            self.picture.put(left, y, bar(right - left, thick, colours));
        }
    }

    pub(super) fn outlines(&mut self, grid: &Grid) {
        for outline in self.view.outlines.clone() {
            let (edge, core) = self.line_colours(outline.colour);
            let squares: Vec<_> =
                outline.squares.iter().copied().filter(|square| grid.has(*square)).collect();
            let cells: Vec<_> = squares.iter().map(|&square| grid.cell(square)).collect();
            let within = |column: i32, row: i32| {
                cells.iter().any(|&(x, y)| (i32::from(x), i32::from(y)) == (column, row))
            };
            for (thick, colour) in [(9, edge), (5, core)] {
                let long = grid.side + thick;
                let across = plain(long, thick, colour);
                let along = plain(thick, long, colour);
                for &(column, row) in &cells {
                    let (column, row) = (i32::from(column), i32::from(row));
                    let (x, y) = (grid.x + column * grid.side, grid.y + row * grid.side);
                    let half = thick / 2;
                    for (beside, below) in [(row - 1, 0), (row + 1, grid.side)] {
                        if !within(column, beside) {
                            self.picture.put(x - half, y + below - half, across.clone());
                        }
                    }
                    for (beside, right) in [(column - 1, 0), (column + 1, grid.side)] {
                        if !within(beside, row) {
                            self.picture.put(x + right - half, y - half, along.clone());
                        }
                    }
                }
            }
        }
    }

    pub(super) fn strokes(&mut self, grid: &Grid) {
        for stroke in self.view.strokes.clone() {
            if !grid.has(stroke.from) || !grid.has(stroke.to) {
                continue;
            }
            let (edge, core) = self.line_colours(stroke.colour);
            self.between(grid, stroke.from, stroke.to, |sketch, from, to| {
                for (thick, colour) in [(11.0, edge), (6.5, core)] {
                    sketch.fill(colour, |pen| {
                        pen.bar(from, to, thick)
                            .circle(from, thick / 2.0 + 1.5)
                            .circle(to, thick / 2.0 + 1.5);
                    });
                }
            });
        }
    }

    pub(super) fn arrows(&mut self, grid: &Grid) {
        for (from, to) in self.view.arrows.clone() {
            if !grid.has(from) || !grid.has(to) || from == to {
                continue;
            }
            let (edge, core) = self.line_colours(None);
            let side = grid.side as f32;
            self.between(grid, from, to, |sketch, from, to| {
                for (more, colour) in [(2.5, edge), (0.0, core)] {
                    sketch.fill(colour, |pen| arrow(pen, (from, to), (side, 1.0), more));
                }
            });
        }
    }

    /// A fragment that spans two squares, drawn with their centres in its own pixels.
    pub(super) fn between(
        &mut self,
        grid: &Grid,
        from: Square,
        to: Square,
        draw: impl FnOnce(&mut Sketch, (f32, f32), (f32, f32)),
    ) {
        let ((ax, ay), (bx, by)) = (grid.centre(from), grid.centre(to));
        let around = grid.side / 2;
        let (left, top) = (ax.min(bx) - around, ay.min(by) - around);
        let size = ((ax - bx).abs() + 2 * around, (ay - by).abs() + 2 * around);
        let mut sketch = Sketch::new(size.0 as u32, size.1 as u32);
        let own = |x: i32, y: i32| ((x - left) as f32, (y - top) as f32);
        draw(&mut sketch, own(ax, ay), own(bx, by));
        self.picture.put(left, top, sketch.finish());
    }
}

/// A rectangle of an edge and a core.
fn bar(w: i32, h: i32, (edge, core): (Colour, Colour)) -> crate::picture::Fragment {
    let mut sketch = Sketch::new(w as u32, h as u32);
    let (w, h) = (w as f32, h as f32);
    sketch.fill(edge, |pen| {
        pen.round(0.0, 0.0, w, h, 2.5);
    });
    sketch.fill(core, |pen| {
        pen.round(1.5, 1.5, w - 3.0, h - 3.0, 1.5);
    });
    sketch.finish()
}

/// A rectangle of one colour.
fn plain(w: i32, h: i32, colour: Colour) -> crate::picture::Fragment {
    let mut sketch = Sketch::new(w as u32, h as u32);
    sketch.fill(colour, |pen| {
        pen.round(0.0, 0.0, w as f32, h as f32, w.min(h) as f32 / 2.0);
    });
    sketch.finish()
}

/// An arrow from near one point to near another: so stout, and so much thicker all round.
pub(super) fn arrow(pen: &mut Pen, (from, to): (Point, Point), (side, stout): (f32, f32), more: f32) {
    let (dx, dy) = unit(from, to);
    let along =
        |(x, y): (f32, f32), by: f32, beside: f32| (x + dx * by - dy * beside, y + dy * by + dx * beside);
    let (thin, wide, head) =
        (side * 0.055 * stout + more, side * 0.19 * stout + more * 1.6, side * 0.32 * stout);
    let tip = along(to, side * 0.16 + more * 1.8, 0.0);
    // From beside the piece, so that its sign stays free.
    let start = along(from, side * 0.3 - more, 0.0);
    pen.polygon(&[
        along(start, 0.0, thin),
        along(tip, -head - more, thin),
        along(tip, -head - more, wide),
        tip,
        along(tip, -head - more, -wide),
        along(tip, -head - more, -thin),
        along(start, 0.0, -thin),
    ]);
}
