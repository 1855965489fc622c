//! Pits, windows and stores of sowing games.

use tavlei_core::view::{Cells, Pit, PitLook, PitMark, Player, Sign, Store};

use super::piece::disc;
use super::{FRAME, Painter, WIDTH};
use crate::font::Weight;
use crate::path::Pen;
use crate::scene::{Fragment, Sketch};
use crate::theme::Colour;

/// The frame left and right of a plane of pits.
const SIDE: i32 = 22;

/// The height of the line with a pit's number and name.
const LABEL: i32 = 28;

/// A rectangle in pixels.
#[derive(Clone, Copy)]
struct Area {
    x: i32,
    y: i32,
    w: i32,
    h: i32,
}

impl Painter<'_> {
    /// Draws a plane of pits and gives its height.
    pub(super) fn pits(&mut self, width: f32, height: f32) -> i32 {
        let (width, height) = (width.clamp(1.0, 40.0), height.clamp(0.5, 40.0));
        let (across, down) = if self.turn.is_sideways() { (height, width) } else { (width, height) };
        let cell = ((WIDTH - 2 * SIDE) as f32 / across).min(110.0);
        let windows = self.view.pits.iter().any(|pit| pit.look != PitLook::Hollow);
        let top = if windows { FRAME } else { SIDE };
        let left = (WIDTH as f32 - cell * across) / 2.0;
        let total = 2 * top + (cell * down).round() as i32;
        let mut sketch = Sketch::new(WIDTH as u32, total as u32);
        self.frame(&mut sketch, total);
        self.scene.put(0, 0, sketch.finish());
        let area = |turned: Cells| {
            let x = (left + turned.x * cell).round() as i32;
            let y = top + (turned.y * cell).round() as i32;
            let right = (left + (turned.x + turned.w) * cell).round() as i32;
            let low = top + ((turned.y + turned.h) * cell).round() as i32;
            Area { x, y, w: (right - x).max(8), h: (low - y).max(8) }
        };
        for store in &self.view.stores {
            self.store(area(self.turn.cells(store.at, width, height)), store);
        }
        for pit in &self.view.pits {
            let at = area(self.turn.cells(pit.at, width, height));
            match pit.look {
                PitLook::Hollow => self.hollow(at, pit),
                PitLook::WindowUp => self.window(at, pit, !self.turn.is_over(), total),
                PitLook::WindowDown => self.window(at, pit, self.turn.is_over(), total),
            }
        }
        total
    }

    /// Whether a seat is seen above the middle.
    fn is_above(&self, at: Area, total: i32) -> bool {
        2 * at.y + at.h < total
    }

    fn owner(&self, pit: &Pit) -> Option<&Player> {
        self.view.players.iter().find(|player| player.seat == pit.owner)
    }

    fn hollow(&mut self, at: Area, pit: &Pit) {
        let c = self.colours;
        let out = self.owner(pit).is_some_and(|player| player.out);
        let above = self.owner(pit).is_some_and(|player| self.turn.place(player.side) == 2);
        let (w, h) = ((at.w - 8).max(20), (at.h - LABEL - 6).max(20));
        let top = if above { at.y + LABEL + 2 } else { at.y + 4 };
        let mut sketch = Sketch::new(w as u32, h as u32);
        self.bowl(&mut sketch, w as f32, h as f32, pit.mark);
        self.scene.put(at.x + 4, top, sketch.finish());
        self.seeds((at.x + 4 + w / 2, top + h / 2), (w as f32, h as f32), pit.count);
        let y = if above { at.y + LABEL / 2 + 1 } else { at.y + at.h - LABEL / 2 };
        let colour = if out { c.frame_lit } else { c.coordinate };
        self.label((at.x + at.w / 2, y), pit.count, &pit.name, colour);
    }

    /// A hollow; what the last ply did there is a ring of its own kind.
    fn bowl(&self, sketch: &mut Sketch, w: f32, h: f32, mark: Option<PitMark>) {
        let c = self.colours;
        let r = w.min(h) / 2.0 - 0.6;
        let (ring, thick) = match mark {
            None => (c.pit_rim, 2.5),
            Some(PitMark::Sown) => (c.last, 5.0),
            Some(PitMark::Ended) => (c.active, 5.0),
            Some(PitMark::Captured) => (c.taken, 6.0),
        };
        let layer = |pen: &mut Pen, inset: f32| {
            pen.round(inset, inset, w - 2.0 * inset, h - 2.0 * inset, (r - inset).max(2.0));
        };
        sketch.fill(ring, |pen| layer(pen, 0.5));
        sketch.fill(c.pit_deep, |pen| layer(pen, thick));
        sketch.fill(c.pit, |pen| {
            let inset = thick + 3.0;
            pen.round(inset, inset + 3.0, w - 2.0 * inset, h - 2.0 * inset - 3.0, (r - inset - 1.5).max(2.0));
        });
    }

    /// Number and name of a pit on one line.
    fn label(&mut self, at: (i32, i32), count: u16, name: &str, colour: Colour) {
        let count = self.words(&count.to_string(), 24.0, Weight::Bold, colour);
        let name = self.words(name, 18.0, Weight::Regular, colour.at(75));
        let gap = 6;
        let left = at.0 - (count.width as i32 + gap + name.width as i32) / 2;
        let behind = left + count.width as i32 + gap;
        self.scene.put(left, at.1 - count.height as i32 / 2, count);
        self.scene.put(behind, at.1 - name.height as i32 / 2 + 1, name);
    }

    /// Seeds strewn from the middle outwards.
    fn seeds(&mut self, (x, y): (i32, i32), (w, h): (f32, f32), count: u16) {
        let shown = count.min(60);
        let (half_w, half_h) = (w / 2.0 - 16.0, h / 2.0 - 15.0);
        let r = match shown {
            0..=12 => 8,
            13..=24 => 7,
            _ => 6,
        };
        let stones: Vec<Fragment> = (0..4).map(|kind| self.seed(kind, r)).collect();
        for (index, (dx, dy)) in strewn(usize::from(shown)).into_iter().enumerate() {
            let at = (x + (dx * half_w).round() as i32, y + (dy * half_h).round() as i32 + 1);
            self.put_middle(at, stones[index * 7 % 4].clone());
        }
    }

    fn seed(&self, kind: usize, r: i32) -> Fragment {
        let c = self.colours;
        let mut sketch = Sketch::new(2 * r as u32 + 2, 2 * r as u32 + 2);
        let (middle, r) = ((r as f32 + 1.0, r as f32 + 1.0), r as f32);
        let flat = if kind.is_multiple_of(2) { 0.92 } else { 0.84 };
        sketch.fill(c.seed_edge, |pen| {
            pen.ellipse(middle, r, r * flat + 0.4);
        });
        sketch.fill(c.seeds[kind % 4], |pen| {
            pen.ellipse(middle, r - 1.2, r * flat - 1.0);
        });
        sketch.fill(c.line_edge.at(50), |pen| {
            pen.ellipse((middle.0 - r * 0.25, middle.1 - r * 0.3), r * 0.3, r * 0.2);
        });
        sketch.finish()
    }

    /// A window of two by four squares of the draughtboard, filled from its owner's edge.
    fn window(&mut self, at: Area, pit: &Pit, up: bool, total: i32) {
        let c = self.colours;
        let (columns, rows) = if at.w <= at.h { (2, 4) } else { (4, 2) };
        let (w, h) = (at.w / columns, at.h / rows);
        let mut sketch = Sketch::new(at.w as u32, at.h as u32);
        sketch.fill(c.light, |pen| {
            pen.rect(0.0, 0.0, at.w as f32, at.h as f32);
        });
        sketch.fill(c.dark, |pen| {
            for row in 0..rows {
                for column in 0..columns {
                    // The lower left square of every window is dark, as a1 is.
                    if (rows - 1 - row + column) % 2 == 0 {
                        pen.rect((column * w) as f32, (row * h) as f32, w as f32, h as f32);
                    }
                }
            }
        });
        let (line, thick) = match pit.mark {
            None => (c.board_edge, 2.5),
            Some(PitMark::Sown) => (c.last, 6.0),
            Some(PitMark::Ended) => (c.active, 6.0),
            Some(PitMark::Captured) => (c.taken, 6.0),
        };
        sketch.fill(line, |pen| {
            pen.frame(0.0, 0.0, at.w as f32, at.h as f32, thick);
        });
        self.scene.put(at.x, at.y, sketch.finish());
        let side = w.min(h) as f32;
        let (man, own) = disc(c, &c.man, side * 0.36, side * 0.08, Sign::None);
        for index in 0..i32::from(pit.count.min(24)) {
            let (place, storey) = (index % (columns * rows), index / (columns * rows));
            let (column, row) = (place % columns, place / columns);
            let (column, row) = if up { (column, rows - 1 - row) } else { (columns - 1 - column, row) };
            let x = at.x + column * w + w / 2;
            let y = at.y + row * h + h / 2 - 3 - storey * 8;
            self.put_at((x, y), own, man.clone());
        }
        let y = if self.is_above(at, total) { at.y - FRAME / 2 + 3 } else { at.y + at.h + FRAME / 2 - 3 };
        self.label((at.x + at.w / 2, y), pit.count, &pit.name, c.coordinate);
    }

    fn store(&mut self, at: Area, store: &Store) {
        let c = self.colours;
        let (w, h) = ((at.w - 8).max(20), (at.h - LABEL - 10).max(20));
        let mut sketch = Sketch::new(w as u32, h as u32);
        self.bowl(&mut sketch, w as f32, h as f32, None);
        self.scene.put(at.x + 4, at.y + 4, sketch.finish());
        self.seeds((at.x + 4 + w / 2, at.y + 4 + h / 2), (w as f32, h as f32), store.count);
        let y = at.y + at.h - LABEL / 2 - 2;
        match &store.name {
            Some(name) => self.label((at.x + at.w / 2, y), store.count, name, c.coordinate),
            None => {
                let count = self.words(&store.count.to_string(), 27.0, Weight::Bold, c.coordinate);
                self.put_middle((at.x + at.w / 2, y), count);
            }
        }
    }
}

/// Places for so many seeds inside the unit circle, the first in the middle, each next one turned by the golden angle.
fn strewn(count: usize) -> Vec<(f32, f32)> {
    // Cosine and sine of the golden angle.
    const TURN: (f64, f64) = (-0.737_368_878_078_320, 0.675_490_294_261_524);
    let mut at = (1.0_f64, 0.0_f64);
    let mut places = Vec::with_capacity(count);
    for index in 0..count {
        let r = ((index as f64 + 0.35) / (count as f64).max(5.0)).sqrt();
        places.push(((at.0 * r) as f32, (at.1 * r) as f32));
        at = (at.0 * TURN.0 - at.1 * TURN.1, at.0 * TURN.1 + at.1 * TURN.0);
    }
    places
}
