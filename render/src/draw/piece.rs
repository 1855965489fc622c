//! Pieces: single ones, towers, and several side by side.

use tavlei_core::seat::Colour as PieceColour;
use tavlei_core::view::{Piece, Sign};

use super::Painter;
use crate::font::Weight;
use crate::grid::Grid;
use crate::path::{Pen, Point};
use crate::picture::{Fragment, Sketch};
use crate::theme::{Colours, Disc};

/// What a piece looks like: the piece, the radius of its upper face and its height.
pub(super) type Kind = (Piece, f32, f32);
/// A fragment and the point of it that stands for the whole.
pub(super) type Drawn = (Fragment, (i32, i32));

/// The width of a block in the strip beside a tower.
const BLOCK: i32 = 11;

impl Painter<'_> {
    pub(super) fn pieces(&mut self, grid: &Grid) {
        // From the top of the picture downwards: a tower hides what is behind it.
        let mut squares: Vec<_> = self.view.pieces.iter().filter(|(square, _)| grid.has(**square)).collect();
        squares.sort_by_key(|(square, _)| grid.cell(**square).1);
        for (&square, pieces) in squares {
            match pieces.as_slice() {
                [] => {}
                [piece] => self.single(grid, grid.centre(square), *piece),
                pieces if self.view.ordered => self.tower(grid, grid.corner(square), pieces),
                pieces => self.side_by_side(grid, grid.corner(square), pieces),
            }
        }
    }

    /// How far the upper face of a single piece lies above the square's centre, and its radius.
    pub(super) fn face(grid: &Grid) -> (i32, f32) {
        (grid.side / 20, grid.side as f32 * 0.40)
    }

    fn single(&mut self, grid: &Grid, (x, y): (i32, i32), piece: Piece) {
        let (up, r) = Self::face(grid);
        self.piece((x, y - up), piece, r, grid.side as f32 * 0.095);
    }

    /// One piece, the centre of its upper face on a pixel.
    fn piece(&mut self, at: (i32, i32), piece: Piece, r: f32, height: f32) {
        let height = if piece.sign == Sign::Dead { height * 0.35 } else { height };
        let kind = (piece, r, height);
        let (fragment, own) = match self.drawn.iter().find(|(drawn, _)| *drawn == kind) {
            Some((_, drawn)) => drawn.clone(),
            None => {
                let drawn = disc(self.colours, self.colours.disc(piece.colour), r, height, piece.sign);
                self.drawn.push((kind, drawn.clone()));
                drawn
            }
        };
        self.put_at(at, own, fragment);
    }

    fn tower(&mut self, grid: &Grid, (left, top): (i32, i32), pieces: &[Piece]) {
        let side = grid.side;
        let count = pieces.len() as i32;
        let r = side as f32 * 0.3;
        let lift = side * 7 / 80;
        // The discs share the room that a tower has, so that it does not hide what stands behind it.
        let room = side * 19 / 80;
        let (x, low) = (left + side * 49 / 80, top + side * 45 / 80);
        for (index, &piece) in pieces.iter().enumerate() {
            let up = (index as i32 * lift).min(index as i32 * room / (count - 1));
            let sign = if index + 1 == pieces.len() { piece.sign } else { Sign::None };
            self.piece((x, low - up), Piece { sign, ..piece }, r, side as f32 * 0.075);
        }
        self.strip(left + 2, top + side - 3, side - 6, pieces);
        // The number stands below the upper face, whose sign stays free.
        let face = low - ((count - 1) * lift).min(room);
        let below = face + r as i32 + side / 12;
        self.numbers.push(((left + side - 14, below.min(top + side - 14)), count));
    }

    /// The strip of colours from the bottom to the top piece; a tall tower has lower blocks and a second column.
    fn strip(&mut self, left: i32, low: i32, room: i32, pieces: &[Piece]) {
        let pitch = match pieces.len() {
            0..=9 => 8,
            10..=20 => 7,
            _ => 6,
        };
        let a_column = (room / pitch).max(1);
        for (index, piece) in pieces.iter().enumerate() {
            let (column, row) = (index as i32 / a_column, index as i32 % a_column);
            let fragment = self.block(*piece, pitch - 1);
            self.picture.put(left + column * (BLOCK + 1), low - (row + 1) * pitch, fragment);
        }
    }

    fn block(&self, piece: Piece, height: i32) -> Fragment {
        let (w, h) = (BLOCK as f32, height as f32);
        let disc = self.colours.disc(piece.colour);
        let line = match piece.colour {
            PieceColour::White => disc.edge,
            PieceColour::Black => disc.rim,
        };
        let mut sketch = Sketch::new(BLOCK as u32, height as u32);
        sketch.fill(line, |pen| {
            pen.round(0.0, 0.0, w, h, 1.5);
        });
        sketch.fill(disc.face, |pen| {
            pen.rect(1.0, 1.0, w - 2.0, h - 2.0);
        });
        if piece.sign != Sign::None {
            sketch.fill(self.colours.crown, |pen| {
                pen.rect(4.0, 1.0, w - 8.0, h - 2.0);
            });
        }
        sketch.finish()
    }

    /// A number on a disc of its own.
    pub(super) fn badge(&mut self, at: (i32, i32), number: i32) {
        let c = self.colours;
        let text = number.to_string();
        let (width, height) = (if text.len() > 2 { 36 } else { 28 }, 26);
        let (w, h) = (width as f32, height as f32);
        let mut sketch = Sketch::new(width, height);
        sketch.fill(c.badge_text, |pen| {
            pen.round(0.0, 0.0, w, h, h / 2.0 - 0.1);
        });
        sketch.fill(c.badge, |pen| {
            pen.round(1.5, 1.5, w - 3.0, h - 3.0, h / 2.0 - 1.6);
        });
        let size = if text.len() > 1 { 17.0 } else { 19.0 };
        sketch.centred(self.font, c.badge_text, &text, (w / 2.0, h / 2.0), size, Weight::Bold);
        self.put_middle(at, sketch.finish());
    }

    /// Pieces without an order: two or three slantwise, four in a square, nine in three rows.
    fn side_by_side(&mut self, grid: &Grid, (left, top): (i32, i32), pieces: &[Piece]) {
        // Centres in eightieths of a square, and the radius.
        const TWO: &[(i32, i32)] = &[(23, 26), (57, 51)];
        const THREE: &[(i32, i32)] = &[(21, 23), (59, 30), (36, 58)];
        const FOUR: &[(i32, i32)] = &[(21, 20), (59, 20), (21, 57), (59, 57)];
        const NINE: &[(i32, i32)] =
            &[(15, 13), (40, 13), (65, 13), (15, 38), (40, 38), (65, 38), (15, 63), (40, 63), (65, 63)];
        let side = grid.side;
        let (places, r) = match pieces.len() {
            0..=2 => (TWO, 0.25),
            3 => (THREE, 0.225),
            4 => (FOUR, 0.215),
            _ => (NINE, 0.14),
        };
        for (&piece, &(x, y)) in pieces.iter().zip(places) {
            let at = (left + x * side / 80, top + y * side / 80);
            self.piece(at, piece, side as f32 * r, side as f32 * 0.05);
        }
        if pieces.len() > places.len() {
            self.numbers.push(((left + side - 14, top + 13), pieces.len() as i32));
        }
    }
}

/// A disc seen a little from above, and the centre of its upper face in the fragment.
pub(super) fn disc(c: &Colours, disc: &Disc, r: f32, height: f32, sign: Sign) -> Drawn {
    let half = (r + 3.0).ceil() as i32;
    let mut sketch = Sketch::new(2 * half as u32, (2 * half) as u32 + height.ceil() as u32 + 1);
    let centre = (half as f32, half as f32);
    let (x, y) = centre;
    sketch.shadow(c.shadow, |pen| {
        pen.drum((x, y + 3.4), r + 1.0, height);
    });
    sketch.fill(disc.edge, |pen| {
        pen.drum(centre, r + 1.0, height);
    });
    sketch.fill(disc.side, |pen| {
        pen.drum(centre, r - 0.5, height);
    });
    sketch.fill(disc.rim, |pen| {
        pen.circle(centre, r - 0.5);
    });
    sketch.fill(disc.face, |pen| {
        pen.circle(centre, r * 0.91);
    });
    if r > 14.0 {
        sketch.fill(disc.hollow, |pen| {
            pen.circle(centre, r * 0.65);
        });
    }
    sign_on(&mut sketch, c, disc, centre, r, sign);
    (sketch.finish(), (half, half))
}

/// The sign on a disc's face.
fn sign_on(sketch: &mut Sketch, c: &Colours, disc: &Disc, centre: Point, r: f32, sign: Sign) {
    let (x, y) = centre;
    let p = |dx: f32, dy: f32| (x + dx * r, y + dy * r);
    match sign {
        Sign::None => {}
        Sign::King => {
            sketch.fill(c.crown_edge, |pen| crown(pen, centre, r * 0.68, r * 0.09));
            sketch.fill(c.crown, |pen| crown(pen, centre, r * 0.68, 0.0));
        }
        Sign::Flipped => {
            sketch.fill(disc.ink, |pen| {
                pen.ring(centre, r * 0.62, r * 0.40).circle(centre, r * 0.18);
            });
        }
        Sign::Dead => {
            sketch.fill(disc.ink, |pen| {
                pen.bar(p(-0.5, -0.5), p(0.5, 0.5), r * 0.2).bar(p(0.5, -0.5), p(-0.5, 0.5), r * 0.2);
            });
        }
        Sign::Home => {
            sketch.fill(disc.ink, |pen| {
                pen.polygon(&[p(0.0, -0.6), p(0.62, 0.02), p(-0.62, 0.02)]);
                pen.polygon(&[p(-0.42, 0.0), p(0.42, 0.0), p(0.42, 0.5), p(-0.42, 0.5)]);
            });
        }
        Sign::Stopped => {
            sketch.fill(disc.ink, |pen| {
                pen.rect(x - r * 0.36, y - r * 0.42, r * 0.25, r * 0.84);
                pen.rect(x + r * 0.11, y - r * 0.42, r * 0.25, r * 0.84);
            });
        }
        Sign::Head => {
            sketch.fill(disc.ink, |pen| {
                pen.polygon(&[p(0.0, -0.56), p(0.56, 0.0), p(0.0, 0.56), p(-0.56, 0.0)]);
            });
        }
    }
}

/// A crown of three points, so much thicker all round.
pub(super) fn crown(pen: &mut Pen, (x, y): Point, r: f32, more: f32) {
    let (w, top, low) = (r * 0.9, y - r * 0.62, y + r * 0.62);
    pen.polygon(&[
        (x - w - more, y - r * 0.42 - more * 2.0),
        (x - w * 0.46, y - r * 0.02 - more),
        (x, top - more * 1.8),
        (x + w * 0.46, y - r * 0.02 - more),
        (x + w + more, y - r * 0.42 - more * 2.0),
        (x + w * 0.78 + more, low + more),
        (x - w * 0.78 - more, low + more),
    ]);
}
