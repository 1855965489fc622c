//! The bar below the board: who acts, what each side has, the last ply, and the counters that matter.

use tavlei_core::view::{Player, TallyKind};

use super::icon::SEAT;
use super::{CORNER, Painter, WIDTH};
use crate::font::Weight;
use crate::scene::{Fragment, Sketch};
use crate::theme::Colour;

/// The height of one row of the bar.
const ROW: i32 = 58;

/// The free room at both ends of a row, and the least room between its two halves.
const MARGIN: i32 = 20;
const BETWEEN: i32 = 24;

/// Fragments in a row, each a distance behind the start.
#[derive(Default)]
struct Row {
    items: Vec<(i32, Fragment)>,
    width: i32,
}

impl Row {
    fn gap(&mut self, gap: i32) {
        if !self.items.is_empty() {
            self.width += gap;
        }
    }

    fn push(&mut self, fragment: Fragment) {
        let width = fragment.width as i32;
        self.items.push((self.width, fragment));
        self.width += width;
    }

    /// Room for fragments that lie over each other: puts all in its middle.
    fn pile(&mut self, width: i32, fragments: impl IntoIterator<Item = Fragment>) {
        for fragment in fragments {
            self.items.push((self.width + (width - fragment.width as i32) / 2, fragment));
        }
        self.width += width;
    }
}

impl Painter<'_> {
    /// Draws the bar below so many pixels and gives its height.
    pub(super) fn bar(&mut self, top: i32) -> i32 {
        let room = WIDTH - 2 * MARGIN;
        let sides = self.sides(room);
        let facts = self.facts(room);
        let one_row =
            sides.width + BETWEEN + facts.width <= room || sides.items.is_empty() || facts.items.is_empty();
        let height = if one_row { ROW } else { 2 * ROW - 8 };
        self.bar_ground(top, height);
        self.row(MARGIN, top + ROW / 2, sides);
        let middle = if one_row { top + ROW / 2 } else { top + ROW + ROW / 2 - 10 };
        self.row(WIDTH - MARGIN - facts.width, middle, facts);
        height
    }

    fn bar_ground(&mut self, top: i32, height: i32) {
        let c = self.colours;
        let mut sketch = Sketch::new(WIDTH as u32, height as u32);
        let (w, h) = (WIDTH as f32, height as f32);
        for (inset, colour) in [(0.0, c.frame_dim), (2.0, c.bar)] {
            sketch.fill(colour, |pen| {
                let (r, right, low) = (CORNER - inset, w - inset, h - inset);
                let k = r * 0.4477;
                pen.go((inset, 0.0)).line((right, 0.0)).line((right, low - r));
                pen.cubic((right, low - k), (right - k, low), (right - r, low)).line((inset + r, low));
                pen.cubic((inset + k, low), (inset, low - k), (inset, low - r)).close();
            });
        }
        sketch.fill(c.frame_dim, |pen| {
            pen.rect(0.0, 0.0, w, 2.0);
        });
        self.scene.put(0, top, sketch.finish());
    }

    fn row(&mut self, left: i32, middle: i32, row: Row) {
        for (x, fragment) in row.items {
            let y = middle - fragment.height as i32 / 2;
            self.scene.put(left + x, y, fragment);
        }
    }

    /// The sides with what they have.
    fn sides(&self, room: i32) -> Row {
        // Four sides with much to tell stand closer.
        for (gap, size) in [(22, 25.0), (12, 22.0), (6, 18.0)] {
            let mut row = Row::default();
            for player in &self.view.players {
                row.gap(gap);
                self.side(&mut row, player, size);
            }
            if row.width <= room || size < 20.0 {
                return row;
            }
        }
        Row::default()
    }

    fn side(&self, row: &mut Row, player: &Player, size: f32) {
        let c = self.colours;
        // The ring's room is there for every side, so that nothing moves when the turn does.
        let ring = player.acts.then(|| self.seat_ring());
        let out = player.out.then(|| self.seat_out());
        row.pile(SEAT, [Some(self.seat(player.side)), ring, out].into_iter().flatten());
        let text = if player.out { c.bar_quiet } else { c.bar_text };
        for tally in &player.tallies {
            row.gap(6);
            if let Some(icon) = self.tally_icon(player.side, tally.what) {
                row.gap(4);
                row.push(icon);
                row.gap(3);
            }
            row.push(self.words(&tally.count.to_string(), size, Weight::Bold, text));
            if let Some(of) = tally.of {
                row.push(self.words(&format!("/{of}"), size * 0.8, Weight::Regular, c.bar_quiet));
            }
            if tally.what == TallyKind::Pieces {
                row.gap(2);
            }
        }
    }

    /// The last ply, counters and the note.
    fn facts(&self, room: i32) -> Row {
        let c = self.colours;
        let mut tail = Row::default();
        for counter in &self.view.counters {
            tail.gap(16);
            tail.push(self.counter_icon(counter.what));
            tail.gap(4);
            tail.push(self.words(&counter.count.to_string(), 22.0, Weight::Bold, c.bar_text));
            if let Some(of) = counter.of {
                tail.push(self.words(&format!("/{of}"), 18.0, Weight::Regular, c.bar_quiet));
            }
        }
        if let Some(note) = self.view.note.as_deref().filter(|note| !note.is_empty()) {
            tail.gap(16);
            tail.push(self.note(note, room / 2));
        }
        let mut row = Row::default();
        if let Some(last) = self.view.last.as_deref().filter(|last| !last.is_empty()) {
            let left = (room - tail.width - 16).max(80) as f32;
            let last = self.font.fit(last, left, 23.0, Weight::Regular);
            row.push(self.words(&last, 23.0, Weight::Regular, c.bar_text));
        }
        if !tail.items.is_empty() {
            row.gap(16);
            let start = row.width;
            row.items.extend(tail.items.into_iter().map(|(x, fragment)| (start + x, fragment)));
            row.width += tail.width;
        }
        row
    }

    /// The note in a pill of its own.
    fn note(&self, note: &str, room: i32) -> Fragment {
        let c = self.colours;
        let size = 20.0;
        let text = self.font.fit(note, room as f32, size, Weight::Bold);
        let width = self.font.width(&text, size, Weight::Bold).ceil() + 20.0;
        let mut sketch = Sketch::new(width as u32, 32);
        sketch.fill(c.bar_quiet, |pen| {
            pen.round_frame(0.5, 1.0, width - 1.0, 30.0, 8.0, 2.0);
        });
        sketch.centred(self.font, c.bar_text, &text, (width / 2.0, 16.0), size, Weight::Bold);
        sketch.finish()
    }

    /// A text as a fragment, its digits in the middle of the height.
    pub(super) fn words(&self, text: &str, size: f32, weight: Weight, colour: Colour) -> Fragment {
        let width = self.font.width(text, size, weight).ceil().max(1.0);
        let height = (size * 1.4).ceil() as u32 / 2 * 2;
        let mut sketch = Sketch::new(width as u32 + 2, height);
        sketch.text(self.font, colour, text, (1.0, height as f32 / 2.0 + size * 0.357), size, weight);
        sketch.finish()
    }
}
