//! Views for tests and examples: positions of the catalogue's games, and views made by hand that show everything.
#![allow(dead_code)]

use tavlei_core::catalogue::{Entry, GAMES};
use tavlei_core::options::Options;
use tavlei_core::seat::{Colour, Seat, Side};
use tavlei_core::square::Square;
use tavlei_core::table::Table;
use tavlei_core::view::{
    Cells, CounterKind, Line, Mark, Outline, OwnedLine, Piece, Pit, PitLook, PitMark, Player, Pointer, Shape,
    Sign, Store, Stroke, Tally, TallyKind, View,
};

/// A game after so many plies, picked by a seed; fewer if it ends before.
pub fn played(entry: &Entry, plies: usize, seed: u64) -> Box<dyn Table> {
    let mut table = entry.table(&Options::default());
    for ply in 0..plies as u64 {
        let Some(text) = table.random(seed.wrapping_mul(0x9e37_79b9).wrapping_add(ply)) else { break };
        table.play(&text).expect("a legal ply");
    }
    table
}

/// Positions of every game of the catalogue: name and view.
pub fn of_the_catalogue(lengths: &[usize]) -> Vec<(String, View)> {
    let mut views = Vec::new();
    for entry in GAMES {
        for &plies in lengths {
            let table = played(entry, plies, plies as u64 + 1);
            views.push((format!("{}-{plies:03}", entry.info.slug), table.view()));
        }
    }
    views
}

/// A square by its name.
pub fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

/// A side with numbers.
pub fn player(seat: u8, side: Side, acts: bool, tallies: &[(TallyKind, i32, Option<i32>)]) -> Player {
    let tallies = tallies.iter().map(|&(what, count, of)| Tally { what, count, of }).collect();
    Player { seat: Seat(seat), side, acts, out: false, tallies }
}

/// White and Black with a few pieces.
pub fn empty(name: &str) -> View {
    let mut view = View::empty(name);
    view.players = vec![
        player(0, Side::White, true, &[(TallyKind::Pieces, 12, None)]),
        player(1, Side::Black, false, &[(TallyKind::Pieces, 9, None)]),
    ];
    view
}

/// Puts pieces on a square: `w b` men, `W B` kings, from bottom to top.
pub fn put(view: &mut View, name: &str, letters: &str) {
    put_signed(view, name, letters, Sign::King);
}

/// Puts pieces on a square, capitals with a sign.
pub fn put_signed(view: &mut View, name: &str, letters: &str, capital: Sign) {
    let piece = |letter: char| Piece {
        colour: if letter.eq_ignore_ascii_case(&'w') { Colour::White } else { Colour::Black },
        sign: if letter.is_ascii_uppercase() { capital } else { Sign::None },
    };
    view.pieces.insert(square(name), letters.chars().map(piece).collect());
}

/// Every mark.
pub const MARKS: [Mark; 21] = [
    Mark::Start,
    Mark::Way,
    Mark::End,
    Mark::Taken,
    Mark::Turned,
    Mark::Target,
    Mark::Goal(None),
    Mark::Goal(Some(Colour::White)),
    Mark::Goal(Some(Colour::Black)),
    Mark::Home(Colour::White),
    Mark::Home(Colour::Black),
    Mark::Special,
    Mark::Forbidden,
    Mark::Closed,
    Mark::Hit,
    Mark::Active,
    Mark::Barred,
    Mark::Danger,
    Mark::Territory(Colour::White),
    Mark::Territory(Colour::Black),
    Mark::Winning,
];

/// Every sign.
pub const SIGNS: [Sign; 7] =
    [Sign::None, Sign::King, Sign::Flipped, Sign::Dead, Sign::Home, Sign::Stopped, Sign::Head];

/// Every tally.
pub const TALLIES: [TallyKind; 7] = [
    TallyKind::Pieces,
    TallyKind::Hand,
    TallyKind::Points,
    TallyKind::Taken,
    TallyKind::Lost,
    TallyKind::Home,
    TallyKind::Fines,
];

/// Every counter.
pub const COUNTERS: [CounterKind; 4] =
    [CounterKind::NoProgress, CounterKind::Limit, CounterKind::TurnLeft, CounterKind::NextTurn];

/// Every line.
pub const LINES: [Line; 7] =
    [Line::File(2), Line::Rank(3), Line::Bottom, Line::Top, Line::Left, Line::Right, Line::Middle];

/// Views made by hand.
pub fn by_hand() -> Vec<(String, View)> {
    vec![
        ("hand-draughts".into(), draughts()),
        ("hand-stacks".into(), stacks()),
        ("hand-tall".into(), tall()),
        ("hand-gana".into(), gana()),
        ("hand-marks".into(), marks(false)),
        ("hand-marks-on-pieces".into(), marks(true)),
        ("hand-signs".into(), signs()),
        ("hand-lines".into(), lines()),
        ("hand-owners".into(), owners()),
        ("hand-tallies".into(), tallies()),
        ("hand-small".into(), small()),
        ("hand-wari".into(), wari()),
        ("hand-kalah".into(), kalah()),
        ("hand-ruma".into(), ruma()),
        ("hand-tsoro".into(), tsoro()),
        ("hand-pointers".into(), pointers()),
        ("hand-pointed-pits".into(), pointed_pits(kalah())),
        ("hand-pointed-hollows".into(), pointed_pits(tsoro())),
    ]
}

fn draughts() -> View {
    let mut view = empty("russian");
    for name in ["a1", "c1", "e1", "d2", "f2", "h2", "a3", "c3", "g3"] {
        put(&mut view, name, "w");
    }
    put(&mut view, "f8", "W");
    for name in ["b8", "h8", "a7", "c7", "g7", "b6", "h6", "g5", "f4"] {
        put(&mut view, name, "b");
    }
    view.marks = vec![
        (square("b4"), Mark::Start),
        (square("d6"), Mark::Way),
        (square("f8"), Mark::End),
        (square("c5"), Mark::Taken),
        (square("e7"), Mark::Taken),
    ];
    view.players[0].acts = false;
    view.players[1].acts = true;
    view.last = Some("b4:d6:f8".into());
    view.count(CounterKind::NoProgress, 14, Some(100));
    view
}

fn stacks() -> View {
    let mut view = empty("tower");
    for (name, letters) in [
        ("a8", "bbbb"),
        ("e8", "B"),
        ("b7", "wbwbwwbbwbbw"),
        ("d7", "wwwbw"),
        ("h7", "bb"),
        ("c6", "wwb"),
        ("c5", "wb"),
        ("f5", "b"),
        ("g5", "ww"),
        ("c4", "w"),
        ("d2", "wwww"),
        ("g2", "bbw"),
        ("a1", "w"),
        ("b1", "wW"),
        ("e1", "W"),
        ("f8", "wbB"),
        ("h1", "bwbwbwB"),
    ] {
        put(&mut view, name, letters);
    }
    view.marks = vec![(square("c3"), Mark::Start), (square("c6"), Mark::End)];
    view.tally(Seat(0), TallyKind::Hand, 2, None);
    view.tally(Seat(1), TallyKind::Hand, 0, None);
    view.last = Some("c3-c6".into());
    view.count(CounterKind::NoProgress, 37, Some(100));
    view
}

fn tall() -> View {
    let mut view = empty("stolby");
    let long = "wbwwbbwbwbwwbbwbwbwwbbwB";
    for (index, name) in
        ["a1", "c1", "e1", "g1", "b2", "d2", "f2", "h2", "a3", "c3", "e3", "g3", "b4", "d4", "f4", "h4", "a5"]
            .into_iter()
            .enumerate()
    {
        put(&mut view, name, &long[long.len() - index - 2..]);
    }
    put(&mut view, "h8", long);
    put(&mut view, "b8", &long[..11]);
    put(&mut view, "d8", "bbbbbbbbbbbbbbb");
    put(&mut view, "e7", "wwwwwwwwwwww");
    view
}

fn gana() -> View {
    let mut view = empty("gana");
    view.ordered = false;
    for (name, letters) in [
        ("a1", "wwww"),
        ("c1", "www"),
        ("e1", "ww"),
        ("g1", "w"),
        ("d4", "WWbb"),
        ("e5", "wB"),
        ("f6", "Bbw"),
        ("b6", "bbbb"),
        ("h8", "bb"),
        ("d6", "B"),
        ("c3", "bwwbbwwbb"),
        ("h4", "bwbbwwbbbwww"),
    ] {
        put(&mut view, name, letters);
    }
    view.marks = vec![
        (square("a3"), Mark::Start),
        (square("b4"), Mark::Way),
        (square("d4"), Mark::End),
        (square("c5"), Mark::Taken),
    ];
    view
}

/// Every mark, on empty squares or on pieces, on light and on dark squares.
fn marks(on_pieces: bool) -> View {
    let mut view = empty("marks");
    for (index, mark) in MARKS.into_iter().enumerate() {
        for (row, letters) in [(0, "w"), (1, "b")] {
            let at = Square::at(index as u8 % 8, 7 - index as u8 / 8 * 2 - row);
            view.marks.push((at, mark));
            if on_pieces {
                put(&mut view, &at.to_string(), letters);
            }
        }
    }
    view
}

fn signs() -> View {
    let mut view = empty("signs");
    for (index, sign) in SIGNS.into_iter().enumerate() {
        let file = index as u8;
        for (rank, letters) in [(7, "W"), (6, "B"), (4, "bwW"), (3, "wwB"), (1, "WB")] {
            put_signed(&mut view, &Square::at(file, rank).to_string(), letters, sign);
        }
    }
    view.arrows = vec![
        (square("a1"), square("c1")),
        (square("d1"), square("e1")),
        (square("f1"), square("h3")),
        (square("h8"), square("h5")),
    ];
    view
}

/// Arrows of every direction and a long way, over pieces and free squares, and rings on both.
fn pointers() -> View {
    let mut view = empty("pointers");
    for name in ["c3", "e3", "g7", "b6"] {
        put(&mut view, name, "w");
    }
    for name in ["d4", "f4", "f6", "h4"] {
        put(&mut view, name, "b");
    }
    put(&mut view, "a1", "bwW");
    let arrow = |from, to| Pointer::Arrow(square(from), square(to));
    view.pointers = vec![
        arrow("c3", "e5"),
        arrow("e5", "g3"),
        arrow("b6", "a7"),
        arrow("g7", "g4"),
        arrow("a1", "f1"),
        Pointer::Spot(square("h8")),
        Pointer::Spot(square("h4")),
        Pointer::Spot(square("c7")),
    ];
    view
}

/// Two pits pointed at, the first and the last.
fn pointed_pits(mut view: View) -> View {
    let names = [view.pits.first(), view.pits.last()].map(|pit| pit.expect("pits").name.clone());
    view.pointers = names.map(Pointer::Pit).to_vec();
    view
}

fn lines() -> View {
    let mut view = empty("lines");
    for name in ["b2", "c3", "d4", "e5", "f6", "a8", "b8", "c8"] {
        put(&mut view, name, "w");
    }
    for name in ["h1", "h2", "h3", "h4", "h5", "g6", "b6"] {
        put(&mut view, name, "b");
    }
    view.strokes = vec![
        Stroke { from: square("b2"), to: square("f6"), colour: Some(Colour::White) },
        Stroke { from: square("h1"), to: square("h5"), colour: Some(Colour::Black) },
        Stroke { from: square("a5"), to: square("c6"), colour: None },
    ];
    view.outlines = vec![
        Outline {
            squares: vec![square("a8"), square("b8"), square("c8"), square("c7")],
            colour: Some(Colour::White),
        },
        Outline { squares: vec![square("g6"), square("g7"), square("f7")], colour: Some(Colour::Black) },
        Outline { squares: vec![square("d1"), square("e1"), square("d2"), square("e2")], colour: None },
    ];
    view.lines = vec![
        OwnedLine { line: Line::Middle, colour: Colour::White },
        OwnedLine { line: Line::Middle, colour: Colour::Black },
        OwnedLine { line: Line::Left, colour: Colour::White },
        OwnedLine { line: Line::Right, colour: Colour::White },
        OwnedLine { line: Line::Top, colour: Colour::Black },
        OwnedLine { line: Line::Bottom, colour: Colour::Black },
    ];
    view
}

fn owners() -> View {
    let mut view = empty("crossroads");
    put(&mut view, "c3", "w");
    put(&mut view, "f5", "b");
    for (line, colour) in [
        (Line::File(2), Colour::White),
        (Line::Rank(2), Colour::White),
        (Line::File(5), Colour::Black),
        (Line::Rank(4), Colour::Black),
    ] {
        view.lines.push(OwnedLine { line, colour });
    }
    for square in Square::all() {
        if square.file() == 2 || square.rank() == 2 {
            view.marks.push((square, Mark::Closed));
        }
        if square.file() > 5 && square.rank() > 4 {
            view.marks.push((square, Mark::Territory(Colour::Black)));
        }
        if square.file() < 2 && square.rank() < 2 {
            view.marks.push((square, Mark::Territory(Colour::White)));
        }
    }
    view
}

fn tallies() -> View {
    let mut view = empty("tallies");
    view.players = [(0, Side::White), (1, Side::Black)]
        .into_iter()
        .map(|(seat, side)| {
            let numbers: Vec<_> = TALLIES
                .into_iter()
                .enumerate()
                .map(|(n, what)| (what, n as i32 * 3, (n % 3 == 2).then_some(12)))
                .collect();
            player(seat, side, seat == 1, &numbers)
        })
        .collect();
    for (n, counter) in COUNTERS.into_iter().enumerate() {
        view.count(counter, n as u16 + 7, (n % 2 == 0).then_some(100));
    }
    view.last = Some("c3:e5:g7:e5:c7:a5:c3:e1".into());
    view.note = Some("+ ○■ ●□ → 2 4".into());
    view
}

fn small() -> View {
    let mut view = empty("alquerque");
    let missing = ["a7", "g7", "d4"].map(square).to_vec();
    view.shape = Shape::Squares { files: 7, ranks: 7, missing };
    for name in ["a1", "b2", "c3"] {
        put(&mut view, name, "w");
    }
    put(&mut view, "g1", "bb");
    view
}

fn south_north(view: &mut View) {
    view.players = vec![
        player(0, Side::South, true, &[(TallyKind::Points, 5, None)]),
        player(1, Side::North, false, &[(TallyKind::Points, 12, None)]),
    ];
}

fn pit(name: &str, count: u16, x: f32, y: f32, owner: u8) -> Pit {
    Pit {
        name: name.into(),
        count,
        at: Cells { x, y, w: 1.0, h: 1.3 },
        owner: Seat(owner),
        look: PitLook::Hollow,
        mark: None,
    }
}

fn wari() -> View {
    let mut view = View::empty("wari");
    view.shape = Shape::Pits { width: 8.0, height: 2.6 };
    south_north(&mut view);
    for (n, count) in [7, 6, 6, 1, 0, 15].into_iter().enumerate() {
        view.pits.push(pit(&"ABCDEF"[n..=n], count, n as f32 + 1.0, 1.3, 0));
    }
    for (n, count) in [0, 0, 24, 8, 2, 38].into_iter().enumerate() {
        view.pits.push(pit(&"abcdef"[n..=n], count, n as f32 + 1.0, 0.0, 1));
    }
    view.pits[6].mark = Some(PitMark::Sown);
    view.pits[5].mark = Some(PitMark::Ended);
    view.pits[4].mark = Some(PitMark::Captured);
    for (x, count, owner) in [(0.0, 12, 1), (7.0, 5, 0)] {
        view.stores.push(Store {
            name: None,
            count,
            at: Cells { x, y: 0.0, w: 1.0, h: 2.6 },
            owner: Some(Seat(owner)),
        });
    }
    view.last = Some("a".into());
    view
}

fn kalah() -> View {
    let mut view = empty("kalah");
    view.shape = Shape::Pits { width: 10.0, height: 8.0 };
    for (n, count) in [6, 5, 4, 3].into_iter().enumerate() {
        let at = |y| Cells { x: 1.0 + 2.0 * n as f32, y, w: 2.0, h: 4.0 };
        view.pits.push(Pit {
            at: at(4.0),
            look: PitLook::WindowUp,
            ..pit(&"ABCD"[n..=n], count, 0.0, 0.0, 0)
        });
        view.pits.push(Pit {
            at: at(0.0),
            look: PitLook::WindowDown,
            ..pit(&"abcd"[n..=n], 9 - count, 0.0, 0.0, 1)
        });
    }
    view.pits[2].mark = Some(PitMark::Sown);
    view.pits[3].mark = Some(PitMark::Ended);
    for (x, count, owner) in [(0.0, 3, 0), (9.0, 14, 1)] {
        view.stores.push(Store {
            name: None,
            count,
            at: Cells { x, y: 1.0, w: 1.0, h: 6.0 },
            owner: Some(Seat(owner)),
        });
    }
    view.last = Some("B".into());
    view
}

fn ruma() -> View {
    let mut view = View::empty("ruma");
    view.shape = Shape::Pits { width: 8.0, height: 8.0 };
    let sides = [(0, Side::South), (1, Side::East), (2, Side::North), (3, Side::West)];
    view.players = sides
        .into_iter()
        .map(|(seat, side)| {
            player(seat, side, seat == 1, &[(TallyKind::Fines, i32::from(seat) * 3, Some(12))])
        })
        .collect();
    view.players[3].out = true;
    for (seat, letter) in ["S", "E", "N", "W"].into_iter().enumerate() {
        for n in 0..6 {
            let n_f = n as f32;
            let (x, y) = match seat {
                0 => (1.0 + n_f, 7.0),
                1 => (7.0, 6.0 - n_f),
                2 => (6.0 - n_f, 0.0),
                _ => (0.0, 1.0 + n_f),
            };
            let mut pit = pit(&format!("{letter}{}", n + 1), (n * 3 + seat) as u16, x, y, seat as u8);
            pit.at.h = 1.0;
            view.pits.push(pit);
        }
    }
    view.pits[2].mark = Some(PitMark::Sown);
    for (n, (x, y)) in [(7.0, 7.0), (7.0, 0.0), (0.0, 0.0), (0.0, 7.0)].into_iter().enumerate() {
        let at = Cells { x, y, w: 1.0, h: 1.0 };
        view.stores.push(Store { name: Some(format!("R{}", n + 1)), count: n as u16 * 4, at, owner: None });
    }
    view.last = Some("S3".into());
    view
}

fn tsoro() -> View {
    let mut view = View::empty("tsoro");
    view.shape = Shape::Pits { width: 8.0, height: 4.0 };
    south_north(&mut view);
    for row in 0..4_u8 {
        for (file, letter) in "abcdefg".chars().enumerate() {
            let (x, y) = (file as f32, 3.0 - f32::from(row));
            let mut pit = pit(&format!("{letter}{}", row + 1), 3 + file as u16 % 2, x, y, row / 2);
            pit.at.h = 1.0;
            view.pits.push(pit);
        }
    }
    view.note = Some("+ ?".into());
    view
}
