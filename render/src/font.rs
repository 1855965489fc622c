//! The embedded font: texts become outlines, so that no picture depends on a machine's fonts.

use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::prelude::{LocationRef, Size};
use skrifa::{FontRef, GlyphId, MetadataProvider as _};

use crate::path::Pen;

/// The embedded font cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the embedded font cannot be read: {0}")]
pub struct FontError(String);

/// How heavy letters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    Regular,
    Bold,
}

/// A font in two weights.
pub(crate) struct Font {
    regular: FontRef<'static>,
    bold: FontRef<'static>,
}

impl Font {
    /// Reads the embedded font.
    pub fn embedded() -> Result<Font, FontError> {
        let face = |data| FontRef::new(data).map_err(|error| FontError(error.to_string()));
        Ok(Font { regular: face(ttf_noto_sans::REGULAR)?, bold: face(ttf_noto_sans::BOLD)? })
    }

    fn face(&self, weight: Weight) -> &FontRef<'static> {
        match weight {
            Weight::Regular => &self.regular,
            Weight::Bold => &self.bold,
        }
    }

    /// The glyphs of a text; what the font does not have is shown as its replacement glyph.
    fn glyphs(&self, text: &str, weight: Weight) -> impl Iterator<Item = GlyphId> {
        let charmap = self.face(weight).charmap();
        text.chars().map(move |letter| charmap.map(letter).unwrap_or(GlyphId::NOTDEF))
    }

    /// The width of a text in pixels.
    pub fn width(&self, text: &str, size: f32, weight: Weight) -> f32 {
        let metrics = self.face(weight).glyph_metrics(Size::new(size), LocationRef::default());
        self.glyphs(text, weight).filter_map(|glyph| metrics.advance_width(glyph)).sum()
    }

    /// Draws a text whose baseline begins at a point.
    pub fn draw(&self, pen: &mut Pen, text: &str, (x, y): (f32, f32), size: f32, weight: Weight) {
        let size = Size::new(size);
        let metrics = self.face(weight).glyph_metrics(size, LocationRef::default());
        let outlines = self.face(weight).outline_glyphs();
        let mut at = x;
        for glyph in self.glyphs(text, weight) {
            if let Some(outline) = outlines.get(glyph) {
                let settings = DrawSettings::unhinted(size, LocationRef::default());
                // A letter whose outline is broken is left out: a picture with a gap is better than none.
                let _ = outline.draw(settings, &mut Outline { pen, x: at, y });
            }
            at += metrics.advance_width(glyph).unwrap_or(0.0);
        }
    }

    /// The longest end of a text, behind an ellipsis if it is not whole, that fits a width.
    pub fn fit(&self, text: &str, width: f32, size: f32, weight: Weight) -> String {
        if self.width(text, size, weight) <= width {
            return text.to_owned();
        }
        let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).skip(1).collect();
        for at in starts {
            let shorter = format!("…{}", &text[at..]);
            if self.width(&shorter, size, weight) <= width {
                return shorter;
            }
        }
        String::new()
    }
}

/// Moves a glyph to its place: its heights grow upwards, those of a picture downwards.
struct Outline<'a> {
    pen: &'a mut Pen,
    x: f32,
    y: f32,
}

impl Outline<'_> {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x, self.y - y)
    }
}

impl OutlinePen for Outline<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let to = self.at(x, y);
        self.pen.go(to);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.at(x, y);
        self.pen.line(to);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (handle, to) = (self.at(x1, y1), self.at(x, y));
        self.pen.quad(handle, to);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (first, second, to) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.pen.cubic(first, second, to);
    }

    fn close(&mut self) {
        self.pen.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cyrillic_and_latin_are_there() {
        let font = Font::embedded().expect("the font is embedded");
        for letter in "abcdefghABCDEFGHабвгдежзАБВГ0123456789:-+*×→…".chars() {
            for weight in [Weight::Regular, Weight::Bold] {
                assert!(font.face(weight).charmap().map(letter).is_some(), "{letter} in {weight:?}");
            }
        }
    }

    /// No game writes a note, a pit or a ply in letters that the font does not have.
    #[test]
    fn the_games_letters_are_there() {
        let font = Font::embedded().expect("the font is embedded");
        for entry in tavlei_core::catalogue::GAMES {
            let mut table = entry.table(&Default::default());
            for ply in 0..60 {
                let view = table.view();
                let names = view.pits.iter().map(|pit| pit.name.as_str());
                let stores = view.stores.iter().filter_map(|store| store.name.as_deref());
                let texts = names.chain(stores).chain(view.last.as_deref()).chain(view.note.as_deref());
                for letter in texts.flat_map(str::chars) {
                    for weight in [Weight::Regular, Weight::Bold] {
                        let there = font.face(weight).charmap().map(letter).is_some();
                        assert!(there, "{}: {letter} in {weight:?}", entry.info.slug);
                    }
                }
                let Some(text) = table.random(ply) else { break };
                table.play(&text).expect("a legal ply");
            }
        }
    }

    #[test]
    fn a_long_text_keeps_its_end() {
        let font = Font::embedded().expect("the font is embedded");
        let text = "c3:e5:g7:e5:c7:a5:c3";
        let fitted = font.fit(text, 100.0, 20.0, Weight::Regular);
        assert!(fitted.starts_with('…') && fitted.ends_with("c3"), "{fitted}");
        assert!(font.width(&fitted, 20.0, Weight::Regular) <= 100.0);
        assert_eq!(font.fit(text, 1000.0, 20.0, Weight::Regular), text);
    }
}
