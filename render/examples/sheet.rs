//! Draws the pictures of the README: one board, and every game of the catalogue on one sheet.
//!
//! `cargo run --release -p tavlei-render --example sheet -- FOLDER` writes `board.png` and `games.png` there. Each game is shown
//! in the middle, as the opponent plays it against itself.

use std::error::Error;
use std::path::PathBuf;

use resvg::tiny_skia::{Color, FillRule, Paint, Path, PathBuilder, Pixmap, Transform};
use resvg::usvg;
use tavlei_core::Options;
use tavlei_core::catalogue::{Entry, GAMES, by_slug};
use tavlei_core::length::Length;
use tavlei_core::search::Limits;
use tavlei_core::seat::Seat;
use tavlei_core::view::View;
use tavlei_render::{Look, Renderer, Theme};
use ttf_parser::{Face, OutlineBuilder};

/// The game that stands for all, and its level of play.
const BOARD: &str = "russian";
const LEVEL: u8 = 5;

/// Games in a row; a game's place, and in it the width of its picture and the room above the names, in pixels.
const COLUMNS: usize = 8;
const PLACE: (f32, f32) = (208.0, 256.0);
const PICTURE: f32 = 188.0;
const MARGIN: f32 = 12.0;
/// The sizes of the two names, and how far their base lines lie below the picture's place.
const NAMES: [(f32, f32); 2] = [(14.0, 18.0), (12.0, 34.0)];
const TALLEST: f32 = PICTURE * 1.1;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("say into which folder the pictures go")?);
    let renderer = Renderer::new()?;
    let look = Look { theme: Theme::default(), seen_by: Seat::FIRST };
    let one = by_slug(BOARD).ok_or("no such game")?;
    std::fs::write(folder.join("board.png"), renderer.png(&middle(one), &look)?)?;

    let rows = GAMES.len().div_ceil(COLUMNS);
    let (width, height) = (COLUMNS as f32 * PLACE.0 + 2.0 * MARGIN, rows as f32 * PLACE.1 + 2.0 * MARGIN);
    let mut sheet = Pixmap::new(width as u32, height as u32).ok_or("an empty sheet")?;
    sheet.fill(Color::from_rgba8(250, 248, 244, 255));
    let faces = [Face::parse(ttf_noto_sans::BOLD, 0)?, Face::parse(ttf_noto_sans::REGULAR, 0)?];
    for (number, entry) in GAMES.iter().enumerate() {
        let x = MARGIN + (number % COLUMNS) as f32 * PLACE.0;
        let y = MARGIN + (number / COLUMNS) as f32 * PLACE.1;
        let svg = renderer.svg(&middle(entry), &look);
        let tree = usvg::Tree::from_str(&svg, &usvg::Options::default())?;
        let scale = PICTURE / tree.size().width();
        // Low pictures stand on the same line as the others.
        let down = TALLEST - scale * tree.size().height();
        let place =
            Transform::from_translate(x + (PLACE.0 - PICTURE) / 2.0, y + down).pre_scale(scale, scale);
        resvg::render(&tree, place, &mut sheet.as_mut());
        for ((face, name), (size, below)) in faces.iter().zip([entry.info.en, entry.info.ru]).zip(NAMES) {
            let (text, long) = outline(face, name, size);
            let place = Transform::from_translate(x + (PLACE.0 - long) / 2.0, y + TALLEST + below);
            let mut paint = Paint::default();
            paint.set_color_rgba8(50, 38, 30, 255);
            if let Some(text) = text {
                sheet.fill_path(&text, &paint, FillRule::Winding, place, None);
            }
        }
    }
    save(&sheet, &folder.join("games.png"))
}

/// A game half way through.
fn middle(entry: &Entry) -> View {
    let mut table = entry.table(&Options::default());
    let plies =
        Length::of(entry.info.slug).map_or(0, |length| length.level3.median.min(length.random.median) / 2);
    for ply in 0..u64::from(plies) {
        let Some(found) = table.best(&Limits::level(LEVEL, ply), &|| false) else { break };
        table.play(&found.ply).expect("a legal ply");
    }
    table.view()
}

/// The outline of a text whose base line begins at the origin, and how long it is in pixels.
fn outline(face: &Face, text: &str, size: f32) -> (Option<Path>, f32) {
    let scale = size / f32::from(face.units_per_em());
    let mut pen = Pen { path: PathBuilder::new(), x: 0.0, scale };
    for glyph in text.chars().filter_map(|letter| face.glyph_index(letter)) {
        // A blank has no outline.
        let _ = face.outline_glyph(glyph, &mut pen);
        pen.x += f32::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * scale;
    }
    (pen.path.finish(), pen.x)
}

/// Puts glyphs one behind another: font units upwards become pixels downwards.
struct Pen {
    path: PathBuilder,
    x: f32,
    scale: f32,
}

impl Pen {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, -y * self.scale)
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

/// Writes an opaque picture as a PNG file.
fn save(sheet: &Pixmap, path: &std::path::Path) -> Result<(), Box<dyn Error>> {
    let mut encoder = png::Encoder::new(std::fs::File::create(path)?, sheet.width(), sheet.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    let pixels: Vec<u8> =
        sheet.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(())
}
