//! Marks on squares: each a plain sign of its own shape, so that none is told by its colour alone.

use tavlei_core::seat::Colour as PieceColour;
use tavlei_core::square::Square;
use tavlei_core::view::Mark;

use super::{Painter, square_sketch};
use crate::font::Weight;
use crate::grid::Grid;
use crate::path::Pen;
use crate::picture::Sketch;
use crate::theme::Tint;

impl Painter<'_> {
    fn marked(&self, grid: &Grid) -> Vec<(Square, Mark)> {
        let mut marks: Vec<_> =
            self.view.marks.iter().copied().filter(|(square, _)| grid.has(*square)).collect();
        marks.sort_by_key(|&(square, mark)| (layer(mark), square));
        marks.dedup();
        marks
    }

    /// Marks that lie on the board.
    pub(super) fn marks_below(&mut self, grid: &Grid) {
        for (square, mark) in self.marked(grid) {
            let free = !self.view.pieces.contains_key(&square);
            let mut sketch = square_sketch(grid.side);
            self.below(&mut sketch, grid.side as f32, square, mark, free);
            let fragment = sketch.finish();
            if !fragment.svg.is_empty() {
                let (x, y) = grid.corner(square);
                self.picture.put(x, y, fragment);
            }
        }
    }

    /// Marks that lie over the pieces.
    pub(super) fn marks_above(&mut self, grid: &Grid) {
        let marks = self.marked(grid);
        self.put_above(grid, marks.into_iter().filter(|&(_, mark)| !is_badge(mark)));
    }

    /// What stands in the corners of squares, over all that points at them: the numbers of pieces, and marks.
    pub(super) fn badges(&mut self, grid: &Grid) {
        for (at, number) in std::mem::take(&mut self.numbers) {
            self.badge(at, number);
        }
        let marks = self.marked(grid);
        self.put_above(grid, marks.into_iter().filter(|&(_, mark)| is_badge(mark)));
    }

    fn put_above(&mut self, grid: &Grid, marks: impl Iterator<Item = (Square, Mark)>) {
        let mut badges: Vec<Square> = Vec::new();
        for (square, mark) in marks {
            let taken = self.view.pieces.contains_key(&square);
            let mut sketch = square_sketch(grid.side);
            // A tower's number has the first place.
            let tower =
                self.view.ordered && self.view.pieces.get(&square).is_some_and(|pieces| pieces.len() > 1);
            let place = usize::from(tower) + badges.iter().filter(|&&other| other == square).count();
            self.above(&mut sketch, grid.side as f32, square, mark, taken, place);
            if matches!(mark, Mark::Barred | Mark::Danger) {
                badges.push(square);
            }
            let fragment = sketch.finish();
            if !fragment.svg.is_empty() {
                let (x, y) = grid.corner(square);
                self.picture.put(x, y, fragment);
            }
        }
    }

    fn below(&self, sketch: &mut Sketch, s: f32, square: Square, mark: Mark, free: bool) {
        let c = self.colours;
        let dark = square.is_dark();
        let quiet = c.quiet(dark);
        let middle = (s / 2.0, s / 2.0);
        let whole = |pen: &mut Pen| {
            pen.rect(0.0, 0.0, s, s);
        };
        match mark {
            Mark::Start => {
                sketch.fill(c.tinted(Tint::Start, dark), whole);
                // A ring on a free square, a thin frame under what was left behind.
                sketch.fill(c.ink(dark), |pen| {
                    if free {
                        pen.ring(middle, s * 0.34, s * 0.30);
                    } else {
                        pen.frame(0.0, 0.0, s, s, s * 0.015);
                    }
                });
            }
            Mark::Way => {
                sketch.fill(c.tinted(Tint::Way, dark), whole);
                if free {
                    sketch.fill(c.ink(dark), |pen| {
                        pen.circle(middle, s * 0.065);
                    });
                }
            }
            Mark::End => {
                sketch.fill(c.tinted(Tint::End, dark), whole);
                sketch.fill(c.ink(dark), |pen| {
                    pen.frame(0.0, 0.0, s, s, s * 0.04);
                });
            }
            Mark::Taken => {
                sketch.fill(c.taken, |pen| {
                    pen.frame(0.0, 0.0, s, s, s * 0.075);
                });
                if free {
                    sketch.fill(c.taken, |pen| cross(pen, middle, s * 0.13, s * 0.065));
                }
            }
            Mark::Goal(colour) => {
                // On a free square a large diamond, under a piece its tips and a small one in the corner.
                let line = colour.map_or(quiet, |colour| c.disc(colour).face);
                if let Some(colour) = colour {
                    let edge = if colour == PieceColour::White { quiet } else { c.halo(dark) };
                    sketch.fill(edge, |pen| {
                        diamond(pen, middle, s * 0.475);
                        diamond_hole(pen, middle, s * 0.365);
                    });
                }
                sketch.fill(line, |pen| {
                    diamond(pen, middle, s * 0.455);
                    diamond_hole(pen, middle, s * 0.385);
                });
            }
            Mark::Home(colour) => {
                let disc = c.disc(colour);
                sketch.fill(c.tinted(Tint::Home(colour), dark), whole);
                sketch.fill(disc.edge, |pen| {
                    pen.polygon(&[(0.0, 0.0), (s * 0.31, 0.0), (0.0, s * 0.31)]);
                });
                sketch.fill(disc.face, |pen| {
                    pen.polygon(&[(1.0, 1.0), (s * 0.25, 1.0), (1.0, s * 0.25)]);
                });
            }
            Mark::Special => {
                sketch.fill(quiet, |pen| {
                    pen.round_frame(s * 0.07, s * 0.07, s * 0.86, s * 0.86, s * 0.12, s * 0.045);
                });
            }
            Mark::Forbidden => {
                sketch.fill(c.tinted(Tint::Forbidden, dark), whole);
                sketch.fill(c.hatch(dark), |pen| hatch(pen, s));
            }
            Mark::Closed if free => {
                sketch.fill(quiet, |pen| cross(pen, middle, s * 0.13, s * 0.06));
            }
            Mark::Active => {
                sketch.fill(c.tinted(Tint::Active, dark), whole);
                sketch.fill(c.line_edge, |pen| brackets(pen, s, s * 0.37, s * 0.13, 0.0));
                sketch.fill(c.active, |pen| brackets(pen, s, s * 0.35, s * 0.09, s * 0.02));
            }
            Mark::Territory(colour) => {
                sketch.fill(c.tinted(Tint::Home(colour), dark), whole);
            }
            Mark::Winning => {
                sketch.fill(c.tinted(Tint::Winning, dark), whole);
            }
            _ => {}
        }
    }

    fn above(&self, sketch: &mut Sketch, s: f32, square: Square, mark: Mark, taken: bool, place: usize) {
        let c = self.colours;
        let middle = (s / 2.0, s / 2.0);
        match mark {
            Mark::Turned => {
                sketch.fill(c.line_edge, |pen| {
                    pen.ring(middle, s * 0.485, s * 0.395);
                });
                sketch.fill(c.turned, |pen| {
                    pen.ring(middle, s * 0.475, s * 0.41);
                });
            }
            Mark::Goal(colour) if taken => {
                let at = (s * 0.13, s * 0.13);
                let (edge, core) = match colour {
                    Some(PieceColour::White) => (c.white.edge, c.white.face),
                    Some(PieceColour::Black) => (c.white.face, c.black.face),
                    None => (c.badge, c.badge_text),
                };
                sketch.fill(edge, |pen| diamond(pen, at, s * 0.13));
                sketch.fill(core, |pen| diamond(pen, at, s * 0.095));
            }
            Mark::Target if taken => {
                let t = s * 0.26;
                sketch.fill(c.target, |pen| {
                    pen.polygon(&[(0.0, 0.0), (t, 0.0), (0.0, t)]);
                    pen.polygon(&[(s, 0.0), (s, t), (s - t, 0.0)]);
                    pen.polygon(&[(s, s), (s - t, s), (s, s - t)]);
                    pen.polygon(&[(0.0, s), (0.0, s - t), (t, s)]);
                });
            }
            Mark::Target => {
                sketch.fill(c.target, |pen| {
                    pen.circle(middle, s * 0.135);
                });
            }
            Mark::Closed if taken => {
                sketch.fill(c.badge_text, |pen| cross(pen, (s * 0.84, s * 0.84), s * 0.12, s * 0.1));
                sketch.fill(c.badge, |pen| cross(pen, (s * 0.84, s * 0.84), s * 0.11, s * 0.055));
            }
            Mark::Hit => {
                sketch.fill(if taken { c.warning } else { c.hit(square.is_dark()) }, |pen| {
                    pen.ring(middle, s * 0.17, s * 0.12);
                    pen.rect(middle.0 - s * 0.022, middle.1 - s * 0.25, s * 0.044, s * 0.17);
                    pen.rect(middle.0 - s * 0.022, middle.1 + s * 0.08, s * 0.044, s * 0.17);
                    pen.rect(middle.0 - s * 0.25, middle.1 - s * 0.022, s * 0.17, s * 0.044);
                    pen.rect(middle.0 + s * 0.08, middle.1 - s * 0.022, s * 0.17, s * 0.044);
                });
            }
            Mark::Barred => {
                let at = badge_place(s, place);
                sketch.fill(c.badge_text, |pen| {
                    pen.circle(at, s * 0.17);
                });
                sketch.fill(c.taken, |pen| {
                    pen.circle(at, s * 0.148);
                });
                sketch.fill(c.badge_text, |pen| {
                    pen.rect(at.0 - s * 0.095, at.1 - s * 0.03, s * 0.19, s * 0.06);
                });
            }
            Mark::Danger => {
                let (x, y) = badge_place(s, place);
                let triangle = |pen: &mut Pen, r: f32| {
                    pen.polygon(&[
                        (x, y - r * 1.1),
                        (x + r * 1.08, y + r * 0.82),
                        (x - r * 1.08, y + r * 0.82),
                    ]);
                };
                sketch.fill(c.badge, |pen| triangle(pen, s * 0.215));
                sketch.fill(c.winning, |pen| triangle(pen, s * 0.165));
                sketch.centred(self.font, c.badge, "!", (x, y + s * 0.03), s * 0.25, Weight::Bold);
            }
            Mark::Territory(colour) => {
                let disc = c.disc(colour);
                let (outer, inner) = (s * 0.34, s * 0.28);
                sketch.fill(disc.edge, |pen| {
                    pen.round((s - outer) / 2.0, (s - outer) / 2.0, outer, outer, s * 0.06);
                });
                sketch.fill(disc.rim, |pen| {
                    pen.round((s - inner) / 2.0, (s - inner) / 2.0, inner, inner, s * 0.04);
                });
                sketch.fill(disc.face, |pen| {
                    let inner = inner - s * 0.05;
                    pen.round((s - inner) / 2.0, (s - inner) / 2.0, inner, inner, s * 0.03);
                });
            }
            Mark::Winning => {
                let at = (s * 0.17, s * 0.17);
                sketch.fill(c.badge, |pen| star(pen, at, s * 0.2));
                sketch.fill(c.winning, |pen| star(pen, at, s * 0.145));
            }
            _ => {}
        }
    }
}

/// Whether a mark stands in a corner of its square.
fn is_badge(mark: Mark) -> bool {
    matches!(mark, Mark::Barred | Mark::Danger | Mark::Closed | Mark::Winning)
}

/// Which marks lie over which.
fn layer(mark: Mark) -> u8 {
    match mark {
        Mark::Home(_) => 0,
        Mark::Territory(_) => 1,
        Mark::Special => 2,
        Mark::Forbidden => 3,
        Mark::Start => 4,
        Mark::Way => 5,
        Mark::End => 6,
        Mark::Winning => 7,
        Mark::Active => 8,
        Mark::Goal(_) => 9,
        Mark::Closed => 10,
        Mark::Taken => 11,
        Mark::Hit => 12,
        Mark::Turned => 13,
        Mark::Target => 14,
        Mark::Barred => 15,
        Mark::Danger => 16,
    }
}

/// The places of badges: from the lower right corner to the left.
fn badge_place(s: f32, place: usize) -> (f32, f32) {
    (s * 0.79 - place as f32 * s * 0.4, s * 0.79)
}

fn cross(pen: &mut Pen, (x, y): (f32, f32), r: f32, thick: f32) {
    pen.bar((x - r, y - r), (x + r, y + r), thick).bar((x + r, y - r), (x - r, y + r), thick);
}

fn diamond(pen: &mut Pen, (x, y): (f32, f32), r: f32) {
    pen.polygon(&[(x, y - r), (x + r, y), (x, y + r), (x - r, y)]);
}

fn diamond_hole(pen: &mut Pen, (x, y): (f32, f32), r: f32) {
    pen.polygon(&[(x, y - r), (x - r, y), (x, y + r), (x + r, y)]);
}

/// Diagonal stripes over a whole square.
fn hatch(pen: &mut Pen, s: f32) {
    let (step, thick) = (s / 4.0, s / 10.0);
    // The ends of the line x + y = sum inside the square.
    let ends = |sum: f32| {
        if sum <= s { ((0.0, sum), (sum, 0.0)) } else { ((sum - s, s), (s, sum - s)) }
    };
    for n in 0..8 {
        let at = n as f32 * step + step / 2.0;
        let ((low, high), (low2, high2)) = (ends(at - thick / 2.0), ends(at + thick / 2.0));
        pen.polygon(&[low, high, high2, low2]);
    }
}

/// The four corners of a square's frame.
fn brackets(pen: &mut Pen, s: f32, long: f32, thick: f32, inset: f32) {
    let (a, b) = (inset, s - inset);
    pen.polygon(&[
        (a, a),
        (a + long, a),
        (a + long, a + thick),
        (a + thick, a + thick),
        (a + thick, a + long),
        (a, a + long),
    ]);
    pen.polygon(&[
        (b, a),
        (b, a + long),
        (b - thick, a + long),
        (b - thick, a + thick),
        (b - long, a + thick),
        (b - long, a),
    ]);
    pen.polygon(&[
        (b, b),
        (b - long, b),
        (b - long, b - thick),
        (b - thick, b - thick),
        (b - thick, b - long),
        (b, b - long),
    ]);
    pen.polygon(&[
        (a, b),
        (a, b - long),
        (a + thick, b - long),
        (a + thick, b - thick),
        (a + long, b - thick),
        (a + long, b),
    ]);
}

/// A star of five points.
pub(super) fn star(pen: &mut Pen, (x, y): (f32, f32), r: f32) {
    // Sines and cosines of multiples of 36 degrees, written out so that they are the same everywhere.
    const OUTER: [(f32, f32); 5] = [
        (0.0, -1.0),
        (0.951_06, -0.309_02),
        (0.587_79, 0.809_02),
        (-0.587_79, 0.809_02),
        (-0.951_06, -0.309_02),
    ];
    let mut points = Vec::with_capacity(10);
    for n in 0..5 {
        let (ox, oy) = OUTER[n];
        let (ix, iy) = OUTER[(n + 3) % 5];
        points.push((x + ox * r, y + oy * r));
        points.push((x - ix * r * 0.45, y - iy * r * 0.45));
    }
    pen.polygon(&points);
}
