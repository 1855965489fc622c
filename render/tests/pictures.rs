//! What holds for every picture.

mod support;

use std::collections::HashMap;
use std::io::Cursor;

use tavlei_core::catalogue::GAMES;
use tavlei_core::seat::{Colour, Seat, Side};
use tavlei_core::square::Square;
use tavlei_core::view::{
    Counter, Mark, Outline, OwnedLine, Piece, PitMark, Pointer, Sign, Stroke, Tally, View,
};
use tavlei_render::{Look, Renderer, Theme};

/// The most that a picture may take, in bytes.
const MOST_BYTES: usize = 40_000;

fn renderer() -> Renderer {
    Renderer::new().expect("the font is embedded")
}

fn png(renderer: &Renderer, view: &View, theme: Theme, seat: u8) -> Vec<u8> {
    renderer.png(view, &Look { theme, seen_by: Seat(seat) }).expect("a picture")
}

/// A picture decoded to red, green, blue and alpha.
struct Decoded {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Decoded {
    fn at(&self, x: usize, y: usize) -> [u8; 4] {
        let start = (y * self.width + x) * 4;
        self.pixels[start..start + 4].try_into().expect("four channels")
    }
}

fn decode(file: &[u8]) -> Decoded {
    let mut decoder = png::Decoder::new(Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().expect("a PNG header");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut pixels).expect("a PNG picture");
    pixels.truncate(info.buffer_size());
    Decoded { width: info.width as usize, height: info.height as usize, pixels }
}

fn check(name: &str, file: &[u8]) {
    assert!(file.len() <= MOST_BYTES, "{name}: {} bytes", file.len());
    let picture = decode(file);
    assert_eq!(picture.width, 720, "{name}");
    assert!((200..=1000).contains(&picture.height), "{name}: {} pixels high", picture.height);
    for (x, y) in [(0, 0), (719, 0), (0, picture.height - 1), (719, picture.height - 1)] {
        assert_eq!(picture.at(x, y)[3], 0, "{name}: the corners are transparent");
    }
    assert_eq!(picture.at(360, picture.height / 2)[3], 255, "{name}");
}

#[test]
fn every_game_makes_small_pictures_in_every_theme() {
    let renderer = renderer();
    for (index, (name, view)) in support::of_the_catalogue(&[0, 9, 40]).into_iter().enumerate() {
        // Every game in every theme, and from every seat.
        let theme = Theme::ALL[index % Theme::ALL.len()];
        for seat in 0..view.players.len() as u8 {
            check(&format!("{name} {} {seat}", theme.name()), &png(&renderer, &view, theme, seat));
        }
    }
}

#[test]
fn everything_that_a_view_can_show_makes_a_small_picture() {
    let renderer = renderer();
    for (name, view) in support::by_hand() {
        for theme in Theme::ALL {
            check(&format!("{name} {}", theme.name()), &png(&renderer, &view, theme, 1));
        }
    }
}

#[test]
fn the_same_view_gives_the_same_bytes() {
    let (one, other) = (renderer(), renderer());
    let mut views = support::of_the_catalogue(&[11]);
    views.extend(support::by_hand());
    // The other renderer draws in another order, so that its cache is in another state.
    let backwards: Vec<_> = views.iter().rev().map(|(_, view)| png(&other, view, Theme::Wood, 1)).collect();
    for ((name, view), before) in views.iter().zip(backwards.iter().rev()) {
        assert_eq!(&png(&one, view, Theme::Wood, 1), before, "{name}");
        assert_eq!(&png(&one, view, Theme::Wood, 1), before, "{name} again");
    }
}

#[test]
fn threads_share_a_renderer() {
    let renderer = renderer();
    let views = support::by_hand();
    let alone: Vec<_> = views.iter().map(|(_, view)| png(&renderer, view, Theme::Dark, 0)).collect();
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for ((name, view), alone) in views.iter().zip(&alone) {
                    assert_eq!(&png(&renderer, view, Theme::Dark, 0), alone, "{name}");
                }
            });
        }
    });
}

#[test]
fn another_position_is_another_picture() {
    let renderer = renderer();
    for entry in GAMES {
        let slug = entry.info.slug;
        let mut seen = HashMap::new();
        let mut table = entry.table(&Default::default());
        for ply in 0..8_u64 {
            let picture = png(&renderer, &table.view(), Theme::Paper, 0);
            if let Some(before) = seen.insert(picture, ply) {
                panic!("{slug}: the picture after {ply} plies is the one after {before}");
            }
            let Some(text) = table.random(ply) else { break };
            table.play(&text).expect("a legal ply");
        }
    }
}

/// Pictures that must all differ, each with what it shows.
struct Different<'a> {
    renderer: &'a Renderer,
    seen: HashMap<Vec<u8>, String>,
}

impl<'a> Different<'a> {
    fn from(renderer: &'a Renderer, view: &View) -> Self {
        let mut different = Different { renderer, seen: HashMap::new() };
        different.add("nothing", view);
        different
    }

    fn add(&mut self, what: impl ToString, view: &View) {
        for theme in Theme::ALL {
            let what = format!("{} ({})", what.to_string(), theme.name());
            let picture = png(self.renderer, view, theme, 0);
            if let Some(before) = self.seen.insert(picture, what.clone()) {
                panic!("{what} looks like {before}");
            }
        }
    }
}

#[test]
fn every_mark_is_seen() {
    let renderer = renderer();
    for square in [support::square("c3"), support::square("c4")] {
        for letters in ["", "w", "b", "wb"] {
            let mut view = support::empty("marks");
            if !letters.is_empty() {
                support::put(&mut view, &square.to_string(), letters);
            }
            let mut different = Different::from(&renderer, &view);
            for mark in support::MARKS {
                let mut marked = view.clone();
                marked.marks.push((square, mark));
                different.add(format!("{mark:?} on {letters:?}"), &marked);
            }
        }
    }
}

#[test]
fn every_sign_is_seen() {
    let renderer = renderer();
    let mut different = Different::from(&renderer, &support::empty("signs"));
    for colour in [Colour::White, Colour::Black] {
        for sign in support::SIGNS {
            for below in [0, 1, 5] {
                let mut view = support::empty("signs");
                let mut pieces = vec![Piece { colour, sign: Sign::None }; below];
                pieces.push(Piece { colour, sign });
                view.pieces.insert(support::square("e4"), pieces);
                different.add(format!("{colour:?} {sign:?} on {below}"), &view);
            }
        }
    }
}

#[test]
fn a_tower_is_exact_to_the_last_piece() {
    let renderer = renderer();
    let view = support::empty("towers");
    let mut different = Different::from(&renderer, &view);
    for height in 1..=24 {
        let mut places = vec![0, height / 2, height - 1];
        places.dedup();
        for odd in places {
            let mut letters = vec![b'w'; height];
            letters[odd] = b'b';
            let mut tower = view.clone();
            support::put(&mut tower, "d5", &String::from_utf8(letters).expect("letters"));
            different.add(format!("{height} pieces, Black {odd} from below"), &tower);
        }
    }
}

#[test]
fn pieces_side_by_side_are_told_from_a_tower() {
    let renderer = renderer();
    let mut view = support::empty("gana");
    view.ordered = false;
    let mut different = Different::from(&renderer, &view);
    for letters in ["w", "ww", "wb", "wwb", "wbb", "wwbb", "Wwbb", "wwwwwwwww", "wwwwwwwwwww"] {
        let mut aside = view.clone();
        support::put(&mut aside, "d5", letters);
        different.add(format!("{letters} side by side"), &aside);
        if letters.len() > 1 {
            aside.ordered = true;
            different.add(format!("{letters} as a tower"), &aside);
        }
    }
}

#[test]
fn every_line_group_stroke_and_arrow_is_seen() {
    let renderer = renderer();
    let view = support::empty("lines");
    let mut different = Different::from(&renderer, &view);
    let [a, b, c] = ["c3", "d3", "e6"].map(support::square);
    for colour in [Colour::White, Colour::Black] {
        for line in support::LINES {
            let mut owned = view.clone();
            owned.lines.push(OwnedLine { line, colour });
            different.add(format!("{line:?} of {colour:?}"), &owned);
        }
    }
    for colour in [None, Some(Colour::White), Some(Colour::Black)] {
        let mut drawn = view.clone();
        drawn.outlines.push(Outline { squares: vec![a, b], colour });
        different.add(format!("a group of {colour:?}"), &drawn);
        let mut drawn = view.clone();
        drawn.strokes.push(Stroke { from: a, to: c, colour });
        different.add(format!("a stroke of {colour:?}"), &drawn);
    }
    for (from, to) in [(a, b), (b, a), (a, c)] {
        let mut drawn = view.clone();
        drawn.arrows.push((from, to));
        different.add(format!("an arrow from {from} to {to}"), &drawn);
    }
}

#[test]
fn what_is_pointed_at_is_seen() {
    let renderer = renderer();
    let view = support::empty("pointers");
    let mut different = Different::from(&renderer, &view);
    let [a, b, c] = ["c3", "d3", "e6"].map(support::square);
    for pointer in
        [Pointer::Arrow(a, b), Pointer::Arrow(b, a), Pointer::Arrow(a, c), Pointer::Spot(a), Pointer::Spot(c)]
    {
        let mut pointed = view.clone();
        pointed.pointers.push(pointer.clone());
        different.add(format!("{pointer:?}"), &pointed);
    }
    let mut arrow = view.clone();
    arrow.arrows.push((a, c));
    different.add("an arrow that is no pointer", &arrow);
    for (name, view) in support::of_the_catalogue(&[6]) {
        let Some(pit) = view.pits.first() else { continue };
        let mut different = Different::from(&renderer, &view);
        let mut pointed = view.clone();
        pointed.pointers.push(Pointer::Pit(pit.name.clone()));
        different.add(format!("a pit of {name}"), &pointed);
    }
}

#[test]
fn the_bar_tells_everything() {
    let renderer = renderer();
    let mut view = support::empty("bar");
    for player in &mut view.players {
        player.tallies.clear();
        player.acts = false;
    }
    let mut different = Different::from(&renderer, &view);
    for (seat, side) in [(0, "White"), (1, "Black")] {
        let mut changed = view.clone();
        changed.players[seat].acts = true;
        different.add(format!("{side} acts"), &changed);
        changed.players[seat].acts = false;
        changed.players[seat].out = true;
        different.add(format!("{side} is out"), &changed);
        for what in support::TALLIES {
            for (count, of) in [(3, None), (4, None), (3, Some(12))] {
                let mut changed = view.clone();
                changed.players[seat].tallies.push(Tally { what, count, of });
                different.add(format!("{what:?} {count} {of:?} of {side}"), &changed);
            }
        }
    }
    for what in support::COUNTERS {
        for (count, of) in [(73, None), (74, None), (73, Some(100))] {
            let mut changed = view.clone();
            changed.counters.push(Counter { what, count, of });
            different.add(format!("{what:?} {count} {of:?}"), &changed);
        }
    }
    let mut early = view.clone();
    early.count(tavlei_core::view::CounterKind::NoProgress, 3, Some(100));
    assert_eq!(
        png(&renderer, &early, Theme::Wood, 0),
        png(&renderer, &view, Theme::Wood, 0),
        "no riddle before its time"
    );
    for text in ["a1-b2", "+ →", "○", "●", "□", "■", "○ ■", "○■"] {
        let mut changed = view.clone();
        changed.last = Some(text.into());
        different.add(format!("last {text}"), &changed);
        let mut changed = view.clone();
        changed.note = Some(text.into());
        different.add(format!("note {text}"), &changed);
    }
    for side in [Side::South, Side::East, Side::North, Side::West] {
        let mut changed = view.clone();
        changed.players[0].side = side;
        different.add(format!("{side:?}"), &changed);
    }
}

#[test]
fn pits_stores_and_windows_tell_what_they_hold() {
    let renderer = renderer();
    for name in ["hand-wari", "hand-kalah", "hand-ruma"] {
        let (_, mut view) = support::by_hand().into_iter().find(|(hand, _)| hand == name).expect("by hand");
        for pit in &mut view.pits {
            pit.mark = None;
        }
        let mut different = Different::from(&renderer, &view);
        for count in (1..=40).step_by(3) {
            let mut changed = view.clone();
            changed.pits[1].count = count + 100;
            different.add(format!("{} in a pit", count + 100), &changed);
            let mut changed = view.clone();
            changed.stores[0].count = count + 100;
            different.add(format!("{} in a store", count + 100), &changed);
        }
        for mark in [PitMark::Sown, PitMark::Ended, PitMark::Captured] {
            let mut changed = view.clone();
            changed.pits[1].mark = Some(mark);
            different.add(format!("{mark:?}"), &changed);
        }
        let mut changed = view.clone();
        changed.pits[1].name = "Q".into();
        different.add("another name", &changed);
    }
}

/// A tower hides nothing of its neighbours, however tall it is.
#[test]
fn a_tower_stays_on_its_square() {
    let renderer = renderer();
    let mut view = support::empty("towers");
    let without = decode(&png(&renderer, &view, Theme::Wood, 0));
    support::put(&mut view, "d4", &"wb".repeat(12));
    let tower = decode(&png(&renderer, &view, Theme::Wood, 0));
    let (left, top) = (40 + 3 * 80, 40 + 4 * 80);
    for y in 0..without.height {
        for x in 0..without.width {
            let beside = !(left..left + 80).contains(&x) || !(top..top + 80).contains(&y);
            assert!(!beside || tower.at(x, y) == without.at(x, y), "at {x}, {y}");
        }
    }
}

/// Arrows and rings that point at a ply leave numbers and warnings as they are.
#[test]
fn what_points_at_a_ply_covers_no_badge() {
    let renderer = renderer();
    let [c4, d4, e4] = ["c4", "d4", "e4"].map(support::square);
    let mut view = support::empty("badges");
    support::put(&mut view, "c4", "wb");
    support::put(&mut view, "d4", "ww");
    support::put(&mut view, "e4", "w");
    view.marks.push((e4, Mark::Danger));
    let quiet = decode(&png(&renderer, &view, Theme::Wood, 0));
    view.pointers =
        vec![Pointer::Spot(d4), Pointer::Arrow(c4, d4), Pointer::Arrow(d4, e4), Pointer::Spot(e4)];
    let pointed = decode(&png(&renderer, &view, Theme::Wood, 0));
    assert_ne!(quiet.pixels, pointed.pixels);
    for square in 2..=4 {
        let (x, y) = (40 + square * 80 + 63, 40 + 4 * 80 + 65);
        for (x, y) in (x - 6..x + 6).flat_map(|x| (y - 6..y + 6).map(move |y| (x, y))) {
            assert_eq!(quiet.at(x, y), pointed.at(x, y), "at {x}, {y}");
        }
    }
}

/// Perceived lightness, 0 (black) to 100 (white): CIE L*.
fn lightness([r, g, b, _]: [u8; 4]) -> f64 {
    let linear = |channel: u8| {
        let channel = f64::from(channel) / 255.0;
        if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
    };
    let luminance = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    if luminance <= 0.008856 { 903.3 * luminance } else { 116.0 * luminance.cbrt() - 16.0 }
}

/// Turned to grey, white piece, light square, dark square and black piece are still told apart.
#[test]
fn pieces_and_squares_are_told_apart_in_grey() {
    let renderer = renderer();
    let mut view = support::empty("grey");
    support::put(&mut view, "a1", "w");
    support::put(&mut view, "h8", "b");
    for theme in Theme::ALL {
        let picture = decode(&png(&renderer, &view, theme, 0));
        let centre = |file: usize, rank: usize| {
            let (x, y) = (40 + file * 80 + 40, 40 + (7 - rank) * 80 + 36);
            lightness(picture.at(x, y))
        };
        let [white, light, dark, black] = [centre(0, 0), centre(1, 0), centre(1, 1), centre(7, 7)];
        assert!(white - light >= 9.0, "{}: white {white:.0}, light {light:.0}", theme.name());
        assert!(light - dark >= 15.0, "{}: light {light:.0}, dark {dark:.0}", theme.name());
        assert!(dark - black >= 25.0, "{}: dark {dark:.0}, black {black:.0}", theme.name());
        // A white piece on a light square has a dark rim as well.
        let rim = (0..12).map(|right| lightness(picture.at(40 + 40 + 28 + right, 640 + 36)));
        let darkest = rim.fold(100.0, f64::min);
        assert!(light - darkest >= 20.0, "{}: rim {darkest:.0}, light {light:.0}", theme.name());
    }
}

/// The own side is below: Black sees h8 at the lower left.
#[test]
fn the_board_turns_with_the_seat() {
    let renderer = renderer();
    let mut view = support::empty("turned");
    support::put(&mut view, "h8", "b");
    for (seat, x, y) in [(0, 680, 76), (1, 80, 636)] {
        let picture = decode(&png(&renderer, &view, Theme::Wood, seat));
        assert!(lightness(picture.at(x, y)) < 25.0, "seat {seat}");
    }
    // Of four, each sees its own pits below.
    let (_, ruma) = support::by_hand().into_iter().find(|(name, _)| name == "hand-ruma").expect("by hand");
    let mut pictures: Vec<_> = (0..4).map(|seat| png(&renderer, &ruma, Theme::Wood, seat)).collect();
    pictures.sort();
    pictures.dedup();
    assert_eq!(pictures.len(), 4);
}

/// An empty board turned round is the same but for its coordinates: they stand at each rank and file, on both sides.
#[test]
fn coordinates_stand_on_every_side() {
    let renderer = renderer();
    let view = support::empty("turned");
    for theme in Theme::ALL {
        let [own, other] = [0, 1].map(|seat| decode(&png(&renderer, &view, theme, seat)));
        let differs = |x: usize, y: usize| own.at(x, y) != other.at(x, y);
        // Runs of lines with something in them: what stands in a row or a column, each apart from the next.
        let runs = |lines: &mut dyn Iterator<Item = bool>| {
            let seen: Vec<bool> = lines.collect();
            seen.windows(2).filter(|pair| !pair[0] && pair[1]).count()
        };
        let (left, right) = (0..own.width / 12, own.width - own.width / 12..own.width);
        for side in [left.clone(), right.clone()] {
            let mut lines = (0..own.height).map(|y| side.clone().any(|x| differs(x, y)));
            assert_eq!(runs(&mut lines), 8, "{theme:?}: ranks");
        }
        let inner = left.end..right.start;
        let mut lines = (0..own.height).map(|y| inner.clone().any(|x| differs(x, y)));
        assert_eq!(runs(&mut lines), 2, "{theme:?}: above and below");
        let mut lines = inner.clone().map(|x| (0..own.height).any(|y| differs(x, y)));
        assert!(runs(&mut lines) >= 8, "{theme:?}: files");
    }
}

/// The SVG document shows the same picture as the PNG file, but for smoothed edges, which have few colours there.
#[test]
fn svg_and_png_are_one_picture() {
    use resvg::{tiny_skia, usvg};
    let renderer = renderer();
    for (name, view) in support::by_hand() {
        let look = Look { theme: Theme::Wood, seen_by: Seat::FIRST };
        let tree = usvg::Tree::from_str(&renderer.svg(&view, &look), &usvg::Options::default()).expect("SVG");
        let size = tree.size().to_int_size();
        let mut pixmap = tiny_skia::Pixmap::new(size.width(), size.height()).expect("a size");
        resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixmap.as_mut());
        let picture = decode(&renderer.png(&view, &look).expect("a picture"));
        assert_eq!(
            (picture.width, picture.height),
            (size.width() as usize, size.height() as usize),
            "{name}"
        );
        let far = pixmap.pixels().iter().zip(picture.pixels.chunks_exact(4)).filter(|(drawn, pixel)| {
            let drawn = drawn.demultiply();
            let drawn = [drawn.red(), drawn.green(), drawn.blue()];
            pixel[3] == 255 && drawn.iter().zip(*pixel).any(|(&a, &b)| a.abs_diff(b) > 40)
        });
        let share = far.count() as f64 / (picture.width * picture.height) as f64;
        assert!(share < 0.01, "{name}: {:.2} % of the pixels differ", share * 100.0);
    }
}

/// Views may come from anywhere: none may break the renderer.
#[test]
fn strange_views_make_pictures_too() {
    use tavlei_core::view::{Cells, Pit, PitLook, Shape, Store};
    let renderer = renderer();
    let mut views = Vec::new();
    for (files, ranks) in [(1, 1), (8, 1), (1, 8), (0, 0), (200, 200)] {
        let mut view = support::empty("strange");
        view.shape = Shape::Squares { files, ranks, missing: Square::all().collect() };
        for square in Square::all() {
            view.pieces.insert(square, vec![Piece { colour: Colour::White, sign: Sign::King }; 70]);
            view.marks.push((square, Mark::Active));
        }
        view.arrows.push((Square::at(0, 0), Square::at(0, 0)));
        view.strokes.push(Stroke { from: Square::at(0, 0), to: Square::at(0, 0), colour: None });
        view.outlines.push(Outline { squares: Vec::new(), colour: None });
        view.lines = support::LINES.map(|line| OwnedLine { line, colour: Colour::Black }).to_vec();
        views.push(view);
    }
    for size in [0.0, -3.0, f32::NAN, f32::INFINITY, 1e9] {
        let mut view = support::empty("strange");
        view.shape = Shape::Pits { width: size, height: size };
        let at = Cells { x: size, y: size, w: size, h: size };
        for look in [PitLook::Hollow, PitLook::WindowUp, PitLook::WindowDown] {
            let (owner, mark) = (Seat(9), None);
            view.pits.push(Pit { name: "x".repeat(300), count: u16::MAX, at, owner, look, mark });
        }
        view.stores.push(Store { name: None, count: u16::MAX, at, owner: Some(Seat(9)) });
        views.push(view);
    }
    let mut talkative = support::empty("strange");
    talkative.last = Some("ж\u{202e}\0<&>\"'".repeat(500));
    talkative.note = Some("∞🀄".repeat(500));
    for _ in 0..9 {
        talkative.players.extend(talkative.players.clone());
        if talkative.players.len() > 40 {
            break;
        }
    }
    talkative.count(tavlei_core::view::CounterKind::Limit, u16::MAX, Some(u16::MAX));
    views.push(talkative);
    for view in &views {
        for seat in [0, 1, 9] {
            let picture = decode(&png(&renderer, view, Theme::Wood, seat));
            assert_eq!(picture.width, 720);
            let look = Look { theme: Theme::Wood, seen_by: Seat(seat) };
            assert!(renderer.svg(view, &look).starts_with("<svg"));
        }
    }
}

/// A hash of a file's bytes: FNV-1a of 64 bits.
fn hash(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Every machine draws the same bytes: `hashes.txt` says which. After a change of what pictures look like, the new
/// lines are those that this test prints.
#[test]
fn pictures_have_the_known_bytes() {
    let renderer = renderer();
    let mut lines = String::new();
    for (index, (name, view)) in support::by_hand().iter().enumerate() {
        let (theme, seat) = (Theme::ALL[index % Theme::ALL.len()], index as u8 % 2);
        let hash = hash(&png(&renderer, view, theme, seat));
        lines += &format!("{name} {} {seat} {hash:016x}\n", theme.name());
    }
    assert!(lines == include_str!("hashes.txt"), "the pictures are others now:\n{lines}");
}
