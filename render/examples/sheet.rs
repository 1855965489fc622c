//! Draws the pictures of the README: one board, and every game of the catalogue on one sheet.
//!
//! `cargo run --release -p tavlei-render --example sheet -- FOLDER` writes `board.png` and `games.png` there. Each game is shown
//! in the middle, as the opponent plays it against itself.

#[allow(dead_code)]
#[path = "../src/font.rs"]
mod font;
#[allow(dead_code)]
#[path = "../src/path.rs"]
mod path;

use std::error::Error;
use std::path::{Path, PathBuf};

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg;
use tavlei_core::Options;
use tavlei_core::catalogue::{Entry, GAMES, by_slug};
use tavlei_core::length::Length;
use tavlei_core::search::Limits;
use tavlei_core::seat::Seat;
use tavlei_core::view::View;
use tavlei_render::{Look, Renderer, Theme};

use font::{Font, Weight};
use path::Pen;

/// The game that stands for all, and its level of play.
const BOARD: &str = "russian";
const LEVEL: u8 = 5;

/// Games in a row, and the room around them all, in pixels.
const COLUMNS: usize = 8;
const MARGIN: f32 = 12.0;
/// A game's place, and in it how wide its picture is, and how high at most.
const PLACE: (f32, f32) = (208.0, 256.0);
const PICTURE: f32 = 188.0;
const TALLEST: f32 = PICTURE * 1.1;
/// How the two names are written below it: size, how far down the base line lies, and how heavy.
const NAMES: [(f32, f32, Weight); 2] = [(14.0, 18.0, Weight::Bold), (12.0, 34.0, Weight::Regular)];

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
    let (font, mut names) = (Font::embedded()?, Pen::default());
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
        for (name, (size, below, weight)) in [entry.info.en, entry.info.ru].into_iter().zip(NAMES) {
            let x = x + (PLACE.0 - font.width(name, size, weight)) / 2.0;
            font.draw(&mut names, name, (x, y + TALLEST + below), size, weight);
        }
    }
    let names = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\
         <path fill=\"#32261e\" d=\"{}\"/></svg>",
        names.finish()
    );
    let names = usvg::Tree::from_str(&names, &usvg::Options::default())?;
    resvg::render(&names, Transform::identity(), &mut sheet.as_mut());
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

/// Writes an opaque picture as a PNG file.
fn save(sheet: &Pixmap, path: &Path) -> Result<(), Box<dyn Error>> {
    let mut encoder = png::Encoder::new(std::fs::File::create(path)?, sheet.width(), sheet.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    let pixels: Vec<u8> =
        sheet.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(())
}
