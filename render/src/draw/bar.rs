//! The bar below the board: who acts, what each side has, the last ply, and the counters that matter.

use tavlei_core::view::{Counter, CounterKind, Player, TallyKind};

use super::icon::SEAT;
use super::{CORNER, Painter, WIDTH};
use crate::font::Weight;
use crate::picture::{Fragment, Sketch};
use crate::theme::Colour;

/// The height of a bar of one row, and of each row more.
const ROW: i32 = 62;
const ROW_MORE: i32 = 50;

/// The free room at both ends of a row, and the least room between two things in it.
const MARGIN: i32 = 18;
const BETWEEN: i32 = 24;

/// The size of numbers where there is room: 16 pixels where a phone shows a picture 360 pixels wide.
const LARGE: f32 = 32.0;

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

    /// Another row behind this one.
    fn append(&mut self, gap: i32, other: Row) {
        if !other.items.is_empty() {
            self.gap(gap);
            let start = self.width;
            self.items.extend(other.items.into_iter().map(|(x, fragment)| (start + x, fragment)));
            self.width += other.width;
        }
    }
}

impl Painter<'_> {
    /// Draws the bar below so many pixels and gives its height.
    pub(super) fn bar(&mut self, top: i32) -> i32 {
        let room = WIDTH - 2 * MARGIN;
        let facts = self.facts(room);
        // As large as fits one row with the last ply, else large in as many rows as it takes.
        let in_one = [LARGE, 27.0, 23.0]
            .into_iter()
            .map(|size| self.sides(room, size))
            .find(|rows| matches!(rows.as_slice(), [row] if row.width + BETWEEN + facts.width <= room));
        let mut rows = in_one.unwrap_or_else(|| self.sides(room, LARGE));
        // The last ply stands at the right, in a row of its own if the last row is full.
        let last_width = rows.last().map_or(0, |row| row.width);
        if last_width + BETWEEN + facts.width > room {
            rows.push(Row::default());
        }
        let height = ROW + (rows.len().max(1) as i32 - 1) * ROW_MORE;
        self.bar_ground(top, height);
        let low = top + height - ROW / 2;
        let count = rows.len() as i32;
        for (index, row) in rows.into_iter().enumerate() {
            self.row(MARGIN, low - (count - 1 - index as i32) * ROW_MORE, row);
        }
        self.row(WIDTH - MARGIN - facts.width, low, facts);
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
        self.picture.put(0, top, sketch.finish());
    }

    fn row(&mut self, left: i32, middle: i32, row: Row) {
        for (x, fragment) in row.items {
            let y = middle - fragment.height as i32 / 2;
            self.picture.put(left + x, y, fragment);
        }
    }

    /// The sides with what they have, in as few rows as it takes at a size of letters, and smaller where a row is
    /// not enough for one side.
    fn sides(&self, room: i32, size: f32) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        for player in &self.view.players {
            let mut side = self.side(player, size);
            if side.width > room {
                side = self.side(player, size * 0.7);
            }
            match rows.last_mut() {
                Some(row) if row.width + BETWEEN + side.width <= room => row.append(BETWEEN, side),
                _ => rows.push(side),
            }
        }
        rows
    }

    /// A side: its sign, ringed if it acts, and its numbers.
    fn side(&self, player: &Player, size: f32) -> Row {
        let c = self.colours;
        let mut row = Row::default();
        // The ring's room is there for every side, so that nothing moves when the turn does.
        let ring = player.acts.then(|| self.seat_ring());
        let out = player.out.then(|| self.seat_out());
        row.pile(SEAT, [Some(self.seat(player.side)), ring, out].into_iter().flatten());
        let text = if player.out { c.bar_quiet } else { c.bar_text };
        for tally in &player.tallies {
            if tally.what == TallyKind::Fines && self.fines_shown {
                continue;
            }
            row.gap(8);
            if let Some(icon) = self.tally_icon(player.side, tally.what) {
                row.gap(4);
                row.push(icon);
                row.gap(3);
            }
            row.push(self.words(&tally.count.to_string(), size, Weight::Bold, text));
            if let Some(of) = tally.of {
                row.push(self.words(&format!("/{of}"), size * 0.8, Weight::Regular, c.bar_quiet));
            }
        }
        row
    }

    /// The last ply, counters and the note.
    fn facts(&self, room: i32) -> Row {
        let c = self.colours;
        let mut tail = Row::default();
        for counter in self.view.counters.iter().filter(|counter| matters(counter)) {
            tail.gap(16);
            tail.push(self.counter_icon(counter.what));
            tail.gap(4);
            tail.push(self.words(&counter.count.to_string(), LARGE, Weight::Bold, c.bar_text));
            if let Some(of) = counter.of {
                tail.push(self.words(&format!("/{of}"), LARGE * 0.8, Weight::Regular, c.bar_quiet));
            }
        }
        if let Some(note) = self.view.note.as_deref().filter(|note| !note.is_empty()) {
            tail.gap(16);
            tail.push(self.note(note, room / 2));
        }
        let mut row = Row::default();
        if let Some(last) = self.view.last.as_deref().filter(|last| !last.is_empty()) {
            let left = (room - tail.width - 16).max(80) as f32;
            let last = self.font.fit(last, left, 28.0, Weight::Regular);
            row.push(self.words(&last, 28.0, Weight::Regular, c.bar_text));
        }
        row.append(18, tail);
        row
    }

    /// The note in a pill of its own; the signs ○ ● □ ■ become pieces and squares of the theme's colours.
    fn note(&self, note: &str, room: i32) -> Fragment {
        let c = self.colours;
        let (size, sign) = (26.0, 24.0);
        let text = self.font.fit(note, room as f32, size, Weight::Bold);
        let is_sign = |letter: char| "○●□■".contains(letter);
        let parts: Vec<&str> = text.split_inclusive(is_sign).collect();
        let words = |part: &str| part.trim_end_matches(is_sign).to_owned();
        let widths = parts.iter().map(|part| {
            let beyond = if part.ends_with(is_sign) { sign } else { 0.0 };
            self.font.width(&words(part), size, Weight::Bold) + beyond
        });
        let width = widths.sum::<f32>().ceil() + 20.0;
        let mut sketch = Sketch::new(width as u32, 36);
        sketch.fill(c.bar_quiet, |pen| {
            pen.round_frame(0.5, 1.0, width - 1.0, 34.0, 8.0, 2.0);
        });
        let (mut x, y) = (10.0, 18.0);
        for part in parts {
            let text = words(part);
            sketch.text(self.font, c.bar_text, &text, (x, y + size * 0.357), size, Weight::Bold);
            x += self.font.width(&text, size, Weight::Bold);
            let middle = (x + sign / 2.0, y);
            match part.chars().next_back() {
                Some('○') => small_disc(&mut sketch, middle, c.bar_quiet, c.white.face),
                Some('●') => small_disc(&mut sketch, middle, c.bar_quiet, c.black.face),
                Some('□') => small_square(&mut sketch, middle, c.bar_quiet, c.light),
                Some('■') => small_square(&mut sketch, middle, c.bar_quiet, c.dark),
                _ => continue,
            }
            x += sign;
        }
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

/// Whether a counter is worth its room: what ends the game is, from half way on.
fn matters(counter: &Counter) -> bool {
    let ends = matches!(counter.what, CounterKind::NoProgress | CounterKind::Limit);
    !ends || counter.of.is_none_or(|of| counter.count >= of / 2)
}

fn small_disc(sketch: &mut Sketch, middle: (f32, f32), line: Colour, face: Colour) {
    sketch.fill(line, |pen| {
        pen.circle(middle, 10.5);
    });
    sketch.fill(face, |pen| {
        pen.circle(middle, 8.7);
    });
}

fn small_square(sketch: &mut Sketch, (x, y): (f32, f32), line: Colour, face: Colour) {
    sketch.fill(line, |pen| {
        pen.rect(x - 9.5, y - 9.5, 19.0, 19.0);
    });
    sketch.fill(face, |pen| {
        pen.rect(x - 7.7, y - 7.7, 15.4, 15.4);
    });
}
