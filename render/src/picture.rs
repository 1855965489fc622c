//! A picture before it is drawn: small pieces of SVG at whole pixels, one over the other.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

use crate::font::{Font, Weight};
use crate::path::{Pen, Point};
use crate::theme::{Colour, SHADOW};

/// A small piece of SVG with its size; equal fragments are drawn once and then copied.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fragment {
    pub width: u32,
    pub height: u32,
    pub svg: Arc<str>,
}

/// A fragment in its place.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub x: i32,
    pub y: i32,
    pub fragment: Fragment,
}

/// A whole picture.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub width: u32,
    pub height: u32,
    /// From the lowest layer to the topmost.
    pub fragments: Vec<Placed>,
}

impl Picture {
    /// Puts a fragment on top, its upper left corner at a pixel.
    pub fn put(&mut self, x: i32, y: i32, fragment: Fragment) {
        self.fragments.push(Placed { x, y, fragment });
    }

    /// The picture as one SVG document. A fragment that is shown more than once is defined once.
    pub fn document(&self) -> String {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for placed in &self.fragments {
            *counts.entry(&placed.fragment.svg).or_default() += 1;
        }
        let mut svg = head(self.width, self.height);
        let mut defined: HashMap<&str, usize> = HashMap::new();
        for Placed { x, y, fragment } in &self.fragments {
            let content: &str = &fragment.svg;
            if content.is_empty() {
                continue;
            }
            let next = defined.len();
            if counts.get(content) == Some(&1) {
                let _ = write!(svg, "\n<g transform=\"translate({x} {y})\">{content}</g>");
                continue;
            }
            let id = *defined.entry(content).or_insert_with(|| {
                let _ = write!(svg, "\n<defs><g id=\"f{next}\">{content}</g></defs>");
                next
            });
            let _ = write!(svg, "\n<use href=\"#f{id}\" x=\"{x}\" y=\"{y}\"/>");
        }
        svg.push_str("\n</svg>\n");
        svg
    }
}

impl Fragment {
    /// The fragment as an SVG document of its own.
    pub fn document(&self) -> String {
        let mut svg = head(self.width, self.height);
        svg.push_str(&self.svg);
        svg.push_str("</svg>");
        svg
    }
}

fn head(width: u32, height: u32) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">"
    )
}

/// A fragment in the making.
pub(crate) struct Sketch {
    width: u32,
    height: u32,
    /// How many pixels a unit of what is drawn is.
    scale: f32,
    svg: String,
}

impl Sketch {
    /// An empty fragment of a size in pixels.
    pub fn new(width: u32, height: u32) -> Sketch {
        Sketch { width, height, scale: 1.0, svg: String::new() }
    }

    /// An empty square fragment of a side in pixels, in which what is drawn has so many units in a row.
    pub fn scaled(side: u32, units: u32) -> Sketch {
        Sketch { width: side, height: side, scale: side as f32 / units as f32, svg: String::new() }
    }

    /// Fills what a pen draws.
    pub fn fill(&mut self, colour: Colour, draw: impl FnOnce(&mut Pen)) -> &mut Self {
        self.path(colour, "", draw)
    }

    /// Fills what a pen draws with a shadow, through which is seen what lies below.
    pub fn shadow(&mut self, colour: Colour, draw: impl FnOnce(&mut Pen)) -> &mut Self {
        self.path(colour, &format!(" fill-opacity=\"0.{SHADOW:02}\""), draw)
    }

    fn path(&mut self, Colour(rgb): Colour, opacity: &str, draw: impl FnOnce(&mut Pen)) -> &mut Self {
        let mut pen = Pen::scaled(self.scale);
        draw(&mut pen);
        let _ = write!(self.svg, "<path fill=\"#{rgb:06x}\"{opacity} d=\"{}\"/>", pen.finish());
        self
    }

    /// A text whose baseline begins at a point.
    pub fn text(
        &mut self,
        font: &Font,
        colour: Colour,
        text: &str,
        at: Point,
        size: f32,
        weight: Weight,
    ) -> &mut Self {
        self.fill(colour, |pen| font.draw(pen, text, at, size, weight))
    }

    /// A text around a centre: its letters' height is taken as that of a digit.
    pub fn centred(
        &mut self,
        font: &Font,
        colour: Colour,
        text: &str,
        (x, y): Point,
        size: f32,
        weight: Weight,
    ) -> &mut Self {
        let left = x - font.width(text, size, weight) / 2.0;
        self.text(font, colour, text, (left, y + size * 0.357), size, weight)
    }

    /// The fragment.
    pub fn finish(self) -> Fragment {
        Fragment { width: self.width, height: self.height, svg: self.svg.into() }
    }
}
