//! Pits, windows and stores of sowing games.

use tavlei_core::view::{Cells, Pit, PitLook, PitMark, Player, Pointer, Sign, Store, TallyKind};

use super::piece::disc;
use super::{FRAME, Painter, WIDTH};
use crate::font::Weight;
use crate::path::Pen;
use crate::picture::{Fragment, Sketch};
use crate::theme::Colour;

/// The frame left and right of a plane of pits.
const SIDE: i32 = 22;

/// The height of the line with a pit's number and name.
const LABEL: i32 = 28;

/// A rectangle in pixels.
#[derive(Clone, Copy)]
pub(super) struct Area {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) w: i32,
    pub(super) h: i32,
}

impl Painter<'_> {
    /// Draws a plane of pits and gives its height.
    pub(super) fn pits(&mut self, width: f32, height: f32) -> i32 {
        let (width, height) = (within(width, 1.0, 40.0), within(height, 1.0, 20.0));
        let (across, down) = if self.rotation.is_sideways() { (height, width) } else { (width, height) };
        let cell = ((WIDTH - 2 * SIDE) as f32 / across).min(110.0);
        let windows = self.view.pits.iter().any(|pit| pit.look != PitLook::Hollow);
        let top = if windows { FRAME } else { SIDE };
        // A few rows of hollows are higher than wide: room for the seeds.
        let tall = if windows { cell } else { (560.0 / down).clamp(cell, cell * 1.9) };
        let left = (WIDTH as f32 - cell * across) / 2.0;
        let total = 2 * top + (tall * down).round() as i32;
        let mut sketch = Sketch::new(WIDTH as u32, total as u32);
        self.frame(&mut sketch, total);
        self.picture.put(0, 0, sketch.finish());
        let area = |at: Cells| {
            let (x, y) = (within(at.x, 0.0, width), within(at.y, 0.0, height));
            let (w, h) = (within(at.w, 0.0, width), within(at.h, 0.0, height));
            let at = self.rotation.cells(Cells { x, y, w, h }, width, height);
            let x = (left + at.x * cell).round() as i32;
            let y = top + (at.y * tall).round() as i32;
            let right = (left + (at.x + at.w) * cell).round() as i32;
            let low = top + ((at.y + at.h) * tall).round() as i32;
            Area { x, y, w: (right - x).max(8), h: (low - y).max(8) }
        };
        let stores: Vec<_> = self.view.stores.iter().map(|store| area(store.at)).collect();
        let pits: Vec<_> = self.view.pits.iter().map(|pit| area(pit.at)).collect();
        for (&at, store) in stores.iter().zip(&self.view.stores) {
            self.store(at, store, windows);
        }
        if windows {
            self.window_frame(&pits);
        } else if let Some(middle) = free_middle(total, &stores, &pits) {
            self.fine_fields(middle);
        }
        for (&at, pit) in pits.iter().zip(&self.view.pits) {
            match pit.look {
                PitLook::Hollow => self.hollow(at, pit),
                PitLook::WindowUp => self.window(at, pit, !self.rotation.is_over(), total),
                PitLook::WindowDown => self.window(at, pit, self.rotation.is_over(), total),
            }
        }
        for (&at, pit) in pits.iter().zip(&self.view.pits) {
            if self.view.pointers.contains(&Pointer::Pit(pit.name.clone())) {
                let above = self.owner(pit).is_some_and(|player| self.rotation.place(player.side) == 2);
                self.pointed_pit(at, above && pit.look == PitLook::Hollow);
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
        let above = self.owner(pit).is_some_and(|player| self.rotation.place(player.side) == 2);
        let (w, h) = ((at.w - 8).max(20), (at.h - LABEL - 6).max(20));
        let top = if above { at.y + LABEL + 2 } else { at.y + 4 };
        let mut sketch = Sketch::new(w as u32, h as u32);
        self.bowl(&mut sketch, w as f32, h as f32, pit.mark);
        self.picture.put(at.x + 4, top, sketch.finish());
        self.seeds((at.x + 4 + w / 2, top + h / 2), (w as f32, h as f32), pit.count);
        let y = if above { at.y + LABEL / 2 + 1 } else { at.y + at.h - LABEL / 2 };
        let colour = if out { c.coordinate_quiet() } else { c.coordinate };
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
        let name = self.words(name, 19.0, Weight::Regular, self.colours.coordinate_quiet());
        let gap = 6;
        let left = at.0 - (count.width as i32 + gap + name.width as i32) / 2;
        let behind = left + count.width as i32 + gap;
        self.picture.put(left, at.1 - count.height as i32 / 2, count);
        self.picture.put(behind, at.1 - name.height as i32 / 2 + 1, name);
    }

    /// Seeds strewn from the middle outwards.
    fn seeds(&mut self, (x, y): (i32, i32), (w, h): (f32, f32), count: u16) {
        let shown = count.min(60);
        let (half_w, half_h) = (w / 2.0 - 16.0, h / 2.0 - 15.0);
        let r = match shown {
            0..=12 if w >= 70.0 && h >= 90.0 => 11,
            0..=12 if w >= 70.0 => 9,
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

    /// Discs in a column from below, in two columns where one is not enough.
    fn discs(&mut self, (x, y): (i32, i32), (w, h): (i32, i32), count: u16) {
        let c = self.colours;
        let r = (w as f32 * 0.21).clamp(5.0, 16.0);
        let pitch = (2.0 * r + 3.0) as i32;
        let room = (h - 2 * pitch).max(pitch) / pitch + 1;
        let (man, own) = disc(c, &c.man, r, r * 0.22, Sign::None);
        for index in 0..i32::from(count).min(2 * room) {
            let beside = if i32::from(count) <= room { 0 } else { (index % 2 * 2 - 1) * pitch / 2 };
            let row = if i32::from(count) <= room { index } else { index / 2 };
            self.put_at((x + beside, y + h / 2 - pitch / 2 - 8 - row * pitch), own, man.clone());
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
        let seed = c.seeds[kind % 4];
        sketch.fill(seed, |pen| {
            pen.ellipse(middle, r - 1.2, r * flat - 1.0);
        });
        sketch.fill(c.glint(seed), |pen| {
            pen.ellipse((middle.0 - r * 0.25, middle.1 - r * 0.3), r * 0.3, r * 0.2);
        });
        sketch.finish()
    }

    /// The edge of the board that the windows make together.
    fn window_frame(&mut self, windows: &[Area]) {
        let c = self.colours;
        let left = windows.iter().map(|at| at.x).min().unwrap_or(0) - 5;
        let top = windows.iter().map(|at| at.y).min().unwrap_or(0) - 5;
        let right = windows.iter().map(|at| at.x + at.w).max().unwrap_or(0) + 5;
        let low = windows.iter().map(|at| at.y + at.h).max().unwrap_or(0) + 5;
        let mut sketch = Sketch::new((right - left).max(1) as u32, (low - top).max(1) as u32);
        let (w, h) = ((right - left) as f32, (low - top) as f32);
        sketch.fill(c.frame_dim, |pen| {
            pen.rect(0.0, 0.0, w, h);
        });
        sketch.fill(c.board_edge, |pen| {
            pen.rect(3.0, 3.0, w - 6.0, h - 6.0);
        });
        self.picture.put(left, top, sketch.finish());
    }

    /// The fine fields of the sides in the free middle of a ring of pits, and an arrow to who acts.
    fn fine_fields(&mut self, middle: Area) {
        let c = self.colours;
        let centre = (middle.x + middle.w / 2, middle.y + middle.h / 2);
        let (long, deep) = (middle.w.min(middle.h) * 54 / 100 / 2 * 2, 58);
        let players = self.view.players.clone();
        for player in &players {
            let fines = player.tallies.iter().find(|tally| tally.what == TallyKind::Fines);
            let Some((count, of)) = fines.and_then(|fines| Some((fines.count, fines.of?))) else { continue };
            let place = self.rotation.place(player.side);
            let across = place.is_multiple_of(2);
            let (w, h) = if across { (long, deep) } else { (deep, long) };
            let at = match place {
                0 => (centre.0, middle.y + middle.h - deep / 2 - 14),
                1 => (middle.x + middle.w - deep / 2 - 14, centre.1),
                2 => (centre.0, middle.y + deep / 2 + 14),
                _ => (middle.x + deep / 2 + 14, centre.1),
            };
            let mut sketch = Sketch::new(w as u32, h as u32);
            let (wf, hf) = (w as f32, h as f32);
            sketch.fill(c.pit_rim, |pen| {
                pen.round(0.5, 0.5, wf - 1.0, hf - 1.0, 12.0);
            });
            sketch.fill(c.pit_deep, |pen| {
                pen.round(2.5, 2.5, wf - 5.0, hf - 5.0, 10.0);
            });
            // Two rows of places, of which the fines so far are filled.
            let columns = (of.clamp(2, 24) + 1) / 2;
            let step = (long - 16) / columns;
            let place_of = |index: i32| {
                let (along, beside) = ((index % columns) * step + 8 + step / 2, (index / columns) * 22 + 18);
                if across { (along, beside) } else { (beside, along) }
            };
            for index in count.max(0)..of.min(24) {
                let (x, y) = place_of(index);
                sketch.fill(c.pit_rim, |pen| {
                    pen.ring((x as f32, y as f32), 6.5, 5.0);
                });
            }
            self.put_middle(at, sketch.finish());
            let stone = self.seed(0, 8);
            for index in 0..count.clamp(0, 24) {
                let (x, y) = place_of(index);
                self.put_middle((at.0 - w / 2 + x, at.1 - h / 2 + y), stone.clone());
            }
            let number = self.words(&count.to_string(), 24.0, Weight::Bold, c.coordinate);
            let beyond = deep / 2 + 18;
            let at = match place {
                0 => (at.0, at.1 - beyond),
                1 => (at.0 - beyond, at.1),
                2 => (at.0, at.1 + beyond),
                _ => (at.0 + beyond, at.1),
            };
            self.put_middle(at, number);
            self.fines_shown = true;
        }
        if self.fines_shown
            && let Some(player) = players.iter().find(|player| player.acts)
        {
            let arrow = self.seat_arrow(self.rotation.place(player.side), 72, c.acts, c.frame_dim);
            self.put_middle(centre, arrow);
        }
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
        self.picture.put(at.x, at.y, sketch.finish());
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

    fn store(&mut self, at: Area, store: &Store, discs: bool) {
        let c = self.colours;
        let (w, h) = ((at.w - 8).max(20), (at.h - LABEL - 10).max(20));
        let mut sketch = Sketch::new(w as u32, h as u32);
        self.bowl(&mut sketch, w as f32, h as f32, None);
        self.picture.put(at.x + 4, at.y + 4, sketch.finish());
        let middle = (at.x + 4 + w / 2, at.y + 4 + h / 2);
        if discs {
            self.discs(middle, (w, h), store.count);
        } else {
            self.seeds(middle, (w as f32, h as f32), store.count);
        }
        let (x, y) = (at.x + at.w / 2, at.y + at.h - LABEL / 2 - 2);
        let owner = store.owner.and_then(|seat| self.view.players.iter().find(|player| player.seat == seat));
        let owner = owner.map(|player| self.seat_small(player.side));
        match (&store.name, owner) {
            (Some(name), _) => self.label((x, y), store.count, name, c.coordinate),
            (None, owner) => {
                let count = self.words(&store.count.to_string(), 27.0, Weight::Bold, c.coordinate);
                let sign = owner.as_ref().map_or(0, |sign| sign.width as i32 + 5);
                let left = x - (sign + count.width as i32) / 2;
                self.picture.put(left + sign, y - count.height as i32 / 2, count);
                if let Some(owner) = owner {
                    self.picture.put(left, y - owner.height as i32 / 2, owner);
                }
            }
        }
    }
}

/// A length between two others; the lesser one instead of what is no length.
fn within(length: f32, least: f32, most: f32) -> f32 {
    if length.is_nan() { least } else { length.clamp(least, most) }
}

/// The free room in the middle of a ring of pits, if there is enough.
fn free_middle(total: i32, stores: &[Area], pits: &[Area]) -> Option<Area> {
    let (x, y) = (WIDTH / 2, total / 2);
    let all = || stores.iter().chain(pits);
    // From the middle outwards along its row and its column.
    let row = || all().filter(|at| at.y < y && y <= at.y + at.h);
    let column = || all().filter(|at| at.x < x && x <= at.x + at.w);
    let left = row().map(|at| at.x + at.w).filter(|&edge| edge <= x).max()?;
    let right = row().map(|at| at.x).filter(|&edge| edge >= x).min()?;
    let top = column().map(|at| at.y + at.h).filter(|&edge| edge <= y).max()?;
    let low = column().map(|at| at.y).filter(|&edge| edge >= y).min()?;
    let middle = Area { x: left, y: top, w: right - left, h: low - top };
    (middle.w >= 280 && middle.h >= 280).then_some(middle)
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
