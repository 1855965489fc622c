//! What holds for every picture.

mod support;

use tavlei_core::seat::Seat;
use tavlei_core::view::View;
use tavlei_render::{Look, Renderer, Theme};

/// The most that a picture may take, in bytes.
const MOST_BYTES: usize = 60 << 10;

fn renderer() -> Renderer {
    Renderer::new().expect("the font is embedded")
}

fn png(renderer: &Renderer, view: &View, theme: Theme, seat: u8) -> Vec<u8> {
    renderer.png(view, &Look { theme, seen_by: Seat(seat) }).expect("a picture")
}

fn views() -> Vec<(String, View)> {
    let mut views = support::of_the_catalogue(&[0, 1, 7, 20, 50]);
    views.extend(support::by_hand());
    views
}

/// Width, height and pixels of a PNG file, decoded to red, green, blue and alpha.
fn decode(file: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().expect("a PNG header");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut pixels).expect("a PNG picture");
    pixels.truncate(info.buffer_size());
    (info.width, info.height, pixels)
}

#[test]
fn every_picture_is_a_small_png_of_the_right_width() {
    let renderer = renderer();
    for (name, view) in views() {
        for theme in Theme::ALL {
            for seat in 0..view.players.len() as u8 {
                let file = png(&renderer, &view, theme, seat);
                assert!(file.len() <= MOST_BYTES, "{name} {}: {} bytes", theme.name(), file.len());
                let (width, height, pixels) = decode(&file);
                assert_eq!(width, 720, "{name}");
                assert!((200..=1000).contains(&height), "{name}: {height} pixels high");
                assert_eq!(pixels[3], 0, "{name}: the corner is transparent");
                assert_eq!(pixels[(width * height / 2 + width / 2) as usize * 4 + 3], 255, "{name}");
            }
        }
    }
}

#[test]
fn the_same_view_gives_the_same_bytes() {
    let (one, other) = (renderer(), renderer());
    let views = views();
    // The other renderer draws in another order, so that its cache is in another state.
    let backwards: Vec<_> = views.iter().rev().map(|(_, view)| png(&other, view, Theme::Wood, 1)).collect();
    for ((name, view), before) in views.iter().zip(backwards.iter().rev()) {
        assert_eq!(&png(&one, view, Theme::Wood, 1), before, "{name}");
        assert_eq!(&png(&one, view, Theme::Wood, 1), before, "{name} again");
    }
}
