//! A colour means the same in every picture of a theme: none that is drawn is shown as another.

mod support;

use std::collections::{BTreeSet, HashMap};
use std::io::Cursor;

use resvg::{tiny_skia, usvg};
use tavlei_core::catalogue::GAMES;
use tavlei_core::seat::Seat;
use tavlei_core::view::{Mark, View};
use tavlei_render::{Look, Renderer, Theme};

type Rgb = [u8; 3];

fn renderer() -> Renderer {
    Renderer::new().expect("the font is embedded")
}

/// The opaque colours that an SVG document fills with.
fn fills(svg: &str) -> BTreeSet<Rgb> {
    let after = svg.split("fill=\"#").skip(1);
    let opaque = after.filter(|rest| !rest[6..].starts_with("\" fill-opacity"));
    opaque
        .map(|rest| [0, 2, 4].map(|at| u8::from_str_radix(&rest[at..at + 2], 16).expect("a colour")))
        .collect()
}

/// An SVG document as an independent renderer draws it: width, and red, green, blue, alpha of each pixel.
fn drawn(svg: &str) -> (usize, Vec<[u8; 4]>) {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).expect("SVG");
    let size = tree.size().to_int_size();
    let mut pixmap = tiny_skia::Pixmap::new(size.width(), size.height()).expect("a size");
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixmap.as_mut());
    let pixels = pixmap.data().chunks_exact(4).map(|pixel| pixel.try_into().expect("four channels"));
    (size.width() as usize, pixels.collect())
}

/// A PNG file: its palette, and the colour of each pixel.
fn decoded(file: &[u8]) -> (Vec<Rgb>, Vec<Rgb>) {
    let mut reader = png::Decoder::new(Cursor::new(file)).read_info().expect("a PNG header");
    let palette = reader.info().palette.as_ref().expect("a palette").chunks_exact(3);
    let palette: Vec<Rgb> = palette.map(|colour| colour.try_into().expect("three channels")).collect();
    let mut numbers = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut numbers).expect("a PNG picture");
    let pixels = numbers.into_iter().map(|number| palette[usize::from(number)]).collect();
    (palette, pixels)
}

/// Every pixel that SVG fills with a colour of the theme, no smoothed edge, has that colour in the PNG file: so what two
/// colours tell apart in SVG, two colours tell apart in PNG.
fn assert_exact(renderer: &Renderer, name: &str, view: &View, theme: Theme) {
    let look = Look { theme, seen_by: Seat::FIRST };
    let svg = renderer.svg(view, &look);
    let fills = fills(&svg);
    let (width, drawn) = drawn(&svg);
    let (palette, pixels) = decoded(&renderer.png(view, &look).expect("a picture"));
    for fill in &fills {
        assert!(palette.contains(fill), "{name} {}: {fill:02x?} is not in the palette", theme.name());
    }
    // By colour, how many pixels have it in both, and how many do not.
    let mut counts: HashMap<Rgb, [usize; 2]> = HashMap::new();
    for (at, &[r, g, b, alpha]) in drawn.iter().enumerate() {
        let neighbours = [at.wrapping_sub(1), at + 1, at.wrapping_sub(width), at + width];
        let flat = neighbours.iter().all(|&other| drawn.get(other) == Some(&drawn[at]));
        if alpha == 255 && flat && fills.contains(&[r, g, b]) {
            counts.entry([r, g, b]).or_default()[usize::from(pixels[at] != [r, g, b])] += 1;
        }
    }
    // Where outlines overlap, rounding may leave a trace of an edge in the one and not in the other.
    for (colour, [same, other]) in &counts {
        assert!(*same > 20 * other, "{name} {}: {colour:02x?} at {same}, not at {other}", theme.name());
    }
    assert!(counts.len() >= 5, "{name} {}: only {} colours were looked at", theme.name(), counts.len());
}

#[test]
fn no_colour_of_a_game_is_shown_as_another() {
    let renderer = renderer();
    for (name, view) in support::of_the_catalogue(&[40]) {
        for theme in Theme::ALL {
            assert_exact(&renderer, &name, &view, theme);
        }
    }
}

#[test]
fn no_colour_of_a_mark_sign_or_line_is_shown_as_another() {
    let renderer = renderer();
    for (name, view) in support::by_hand() {
        for theme in Theme::ALL {
            assert_exact(&renderer, &name, &view, theme);
        }
    }
}

/// From the first ply of a game to the last, a colour has the same number in the palette.
#[test]
fn a_colour_is_the_same_at_every_ply() {
    let renderer = renderer();
    for (index, entry) in GAMES.iter().enumerate() {
        let look = Look { theme: Theme::ALL[index % Theme::ALL.len()], seen_by: Seat::FIRST };
        let mut numbers: HashMap<Rgb, usize> = HashMap::new();
        let mut table = entry.table(&Default::default());
        for ply in 0..40 {
            let view = table.view();
            let (palette, _) = decoded(&renderer.png(&view, &look).expect("a picture"));
            for fill in fills(&renderer.svg(&view, &look)) {
                let number = palette.iter().rposition(|&colour| colour == fill).expect("in the palette");
                assert_eq!(*numbers.entry(fill).or_insert(number), number, "{}, ply {ply}", entry.info.slug);
            }
            let Some(text) = table.random(ply) else { break };
            table.play(&text).expect("a legal ply");
        }
    }
}

/// Wisman's last ply and Seega's ring round who acts had colours of their own in SVG only.
#[test]
fn rings_that_were_lost_are_seen() {
    let renderer = renderer();
    for (slug, theme) in [("wisman", Theme::Wood), ("wisman", Theme::Paper), ("seega", Theme::Wood)] {
        let entry = GAMES.iter().find(|entry| entry.info.slug == slug).expect("in the catalogue");
        for plies in [10, 20, 30, 40, 50] {
            let mut view = support::played(entry, plies, 3).view();
            assert!(view.marks.iter().any(|(_, mark)| matches!(mark, Mark::End | Mark::Start)), "{slug}");
            assert_exact(&renderer, slug, &view, theme);
            view.marks.retain(|(_, mark)| !matches!(mark, Mark::End | Mark::Start));
            assert_exact(&renderer, slug, &view, theme);
        }
    }
}
