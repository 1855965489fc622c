//! The games of capture told a second time, plainly.

mod support;

use support::plain::{
    EIGHT, Legal, Plain, STRAIGHT, Square, State, Way, add, confirm_perft, every_square, name, on_board,
    square,
};

const GAMES: &[Plain] = &[
    Plain { slug: "seega", options: &[], start: seega_start, plies: seega },
    Plain { slug: "hasami", options: &[], start: hasami_start, plies: hasami },
    Plain { slug: "ming-mang", options: &[], start: ming_mang_start, plies: ming_mang },
    Plain { slug: "alquerque", options: &[], start: alquerque_start, plies: alquerque },
    Plain { slug: "alquerque", options: &["board=8x8"], start: alquerque_start_8, plies: alquerque },
    Plain { slug: "shark", options: &[], start: || shark_start(false), plies: shark },
    Plain { slug: "shark", options: &["black=counterclockwise"], start: || shark_start(true), plies: shark },
    Plain { slug: "bees", options: &[], start: bees_start, plies: bees },
];

#[test]
fn perft_numbers_are_confirmed() {
    confirm_perft(GAMES);
}

#[test]
fn random_games_agree() {
    GAMES.iter().for_each(Plain::agrees_over_random_play);
}

fn mark(state: &State) -> &'static str {
    if state.black { "b" } else { "w" }
}

/// What a piece of the side that acts holds from a square: rows of at most `longest`.
fn held(state: &State, at: Square, ways: &[Way], longest: i8) -> Vec<Square> {
    let mut held = Vec::new();
    for &way in ways {
        let row: Vec<Square> =
            (1..8).map(|far| add(at, way, far)).take_while(|&square| state.tops(square, false)).collect();
        let length = row.len() as i8;
        if length > 0 && length <= longest && state.tops(add(at, way, length + 1), true) {
            held.extend(row);
        }
    }
    held
}

fn moved(state: &State, from: Square, to: Square) -> State {
    let mut next = state.clone();
    let piece = next.at(from).to_owned();
    next.put(from, "");
    next.put(to, &piece);
    next
}

fn text(from: Square, to: Square) -> String {
    format!("{}-{}", name(from), name(to))
}

// Seega. `more` names the piece that may go on.

fn seega_start() -> State {
    State { hands: Some([30, 30]), ..State::default() }
}

fn seega_steps(state: &State) -> Vec<(Square, Square)> {
    let movers = match state.more.first() {
        Some(piece) => vec![square(piece)],
        None => state.own(),
    };
    let steps = movers.into_iter().flat_map(|from| STRAIGHT.map(|way| (from, add(from, way, 1))));
    steps.filter(|&(_, to)| state.free(to)).collect()
}

fn seega(state: &State) -> Legal {
    let mut plies = Vec::new();
    let hands = state.hands.unwrap_or_default();
    if hands != [0, 0] {
        for to in every_square() {
            let centre = (3..5).contains(&to.0) && (3..5).contains(&to.1);
            if !state.free(to) || centre {
                continue;
            }
            let mut next = state.clone();
            next.put(to, mark(state));
            let placed = 61 - hands[0] - hands[1];
            next.hands.as_mut().expect("hands")[state.seat()] -= 1;
            next.black = placed / 2 % 2 == 1;
            plies.push((name(to), next));
        }
    } else {
        for (from, to) in seega_steps(state) {
            let mut next = moved(state, from, to);
            let taken = held(&next, to, &EIGHT, 1);
            taken.iter().for_each(|&square| next.put(square, ""));
            next.more = if taken.is_empty() { Vec::new() } else { vec![name(to)] };
            if taken.is_empty() {
                next = next.turned();
            } else if next.enemy().len() <= 1 {
                next.over = Some((Some(state.seat()), "no-pieces"));
            }
            plies.push((text(from, to), next));
        }
        if !state.more.is_empty() {
            let next = State { more: Vec::new(), ..state.clone() };
            plies.push(("pass".to_owned(), next.turned()));
        }
    }
    for (_, next) in &mut plies {
        let moving = next.hands == Some([0, 0]) && next.over.is_none() && next.more.is_empty();
        if moving && seega_steps(next).is_empty() {
            next.over = Some((Some(1 - next.seat()), "no-moves"));
        }
    }
    plies
}

// Hasami.

fn hasami_start() -> State {
    State::men("a1 b1 c1 d1 e1 f1 g1 h1", "a8 b8 c8 d8 e8 f8 g8 h8")
}

fn hasami_moves(state: &State) -> Vec<(Square, Square)> {
    let forward = if state.black { -1 } else { 1 };
    let mut moves = Vec::new();
    for from in state.own() {
        for way in [(0, forward), (-1, 0), (1, 0)] {
            let slide = (1..8).map(|far| add(from, way, far)).take_while(|&to| state.free(to));
            moves.extend(slide.map(|to| (from, to)));
            if state.tops(add(from, way, 1), false) && state.free(add(from, way, 2)) {
                moves.push((from, add(from, way, 2)));
            }
        }
    }
    moves
}

fn hasami(state: &State) -> Legal {
    let mut plies = Vec::new();
    for (from, to) in hasami_moves(state) {
        let mut next = moved(state, from, to);
        held(&next, to, &STRAIGHT, 1).into_iter().for_each(|square| next.put(square, ""));
        let inner = |square: Square| next.tops(square, true) && (1..7).contains(&square.1);
        let five = |square: Square, way: Way| (0..5).all(|far| inner(add(square, way, far)));
        if every_square().into_iter().any(|square| EIGHT.iter().any(|&way| five(square, way))) {
            next.over = Some((Some(state.seat()), "five"));
        } else if next.enemy().len() <= 4 {
            next.over = Some((None, "too-few"));
        }
        let (mover, other) = (next.clone(), next.turned());
        let next = match (hasami_moves(&other).is_empty(), hasami_moves(&mover).is_empty()) {
            (false, _) => other,
            (true, false) => mover,
            (true, true) => State { over: other.over.or(Some((None, "no-moves"))), ..other },
        };
        plies.push((text(from, to), next));
    }
    plies
}

// Ming Mang.

fn ming_mang_start() -> State {
    State::men("a1 a2 a3 a4 a5 a6 a7 a8 b1 c1 d1 e1 f1 g1", "h1 h2 h3 h4 h5 h6 h7 h8 b8 c8 d8 e8 f8 g8")
}

fn rook_moves(state: &State) -> Vec<(Square, Square)> {
    let mut moves = Vec::new();
    for from in state.own() {
        for way in STRAIGHT {
            let slide = (1..8).map(|far| add(from, way, far)).take_while(|&to| state.free(to));
            moves.extend(slide.map(|to| (from, to)));
        }
    }
    moves
}

fn ming_mang(state: &State) -> Legal {
    let mut plies = Vec::new();
    for (from, to) in rook_moves(state) {
        let mut next = moved(state, from, to);
        held(&next, to, &STRAIGHT, 8).into_iter().for_each(|square| next.put(square, mark(state)));
        let (mine, his) = (next.own().len(), next.enemy().len());
        let mut next = next.turned();
        if his == 0 {
            next.over = Some((Some(state.seat()), "no-pieces"));
        } else if rook_moves(&next).is_empty() {
            next.over = Some((Some(state.seat()).filter(|_| mine > his), "no-moves"));
        }
        plies.push((text(from, to), next));
    }
    plies
}

// Alquerque. `more` is the side of the board, and then the squares open to a fine.

fn alquerque_start() -> State {
    let white = "a1 b1 c1 d1 e1 f1 g1 a2 b2 c2 d2 e2 f2 g2 a3 b3 c3 d3 e3 f3 g3 e4 f4 g4";
    let black = "a5 b5 c5 d5 e5 f5 g5 a6 b6 c6 d6 e6 f6 g6 a7 b7 c7 d7 e7 f7 g7 a4 b4 c4";
    State { more: vec!["7".to_owned()], ..State::men(white, black) }
}

fn alquerque_start_8() -> State {
    let mut state = State { more: vec!["8".to_owned()], ..State::default() };
    for at in every_square() {
        let hole = (3..5).contains(&at.0) && (3..5).contains(&at.1);
        if !hole {
            state.put(at, if at.1 < 4 { "w" } else { "b" });
        }
    }
    state
}

fn alquerque_free(state: &State, at: Square) -> bool {
    let side: i8 = state.more[0].parse().expect("a number");
    state.free(at) && at.0 < side && at.1 < side
}

/// Every series of the piece that stands at the end of `way`, whose first square has been left.
fn alquerque_series(state: &State, way: &mut Vec<Square>, found: &mut Vec<(Vec<Square>, State)>) {
    let at = way[way.len() - 1];
    for direction in EIGHT {
        let (over, to) = (add(at, direction, 1), add(at, direction, 2));
        if !state.tops(over, false) || !alquerque_free(state, to) || to == way[0] {
            continue;
        }
        let mut next = moved(state, at, to);
        next.put(over, "");
        way.push(to);
        found.push((way.clone(), next.clone()));
        alquerque_series(&next, way, found);
        way.pop();
    }
}

fn alquerque_raw(state: &State) -> Legal {
    let mut plies = Vec::new();
    let lapsed = |next: State| State { more: vec![next.more[0].clone()], ..next }.turned();
    let mut could = Vec::new();
    for from in state.own() {
        let mut found = Vec::new();
        alquerque_series(state, &mut vec![from], &mut found);
        if !found.is_empty() {
            could.push(from);
        }
        for (way, next) in found {
            let names: Vec<String> = way.into_iter().map(name).collect();
            plies.push((names.join(":"), lapsed(next)));
        }
    }
    for from in state.own() {
        for to in EIGHT.map(|way| add(from, way, 1)).into_iter().filter(|&to| alquerque_free(state, to)) {
            let mut next = lapsed(moved(state, from, to));
            let mut open: Vec<String> =
                could.iter().map(|&piece| name(if piece == from { to } else { piece })).collect();
            open.sort();
            next.more.extend(open);
            plies.push((text(from, to), next));
        }
    }
    for open in &state.more[1..] {
        let mut next = state.clone();
        next.put(square(open), "");
        plies.push((format!("+{open}"), lapsed(next)));
    }
    plies
}

fn alquerque(state: &State) -> Legal {
    let mut plies = alquerque_raw(state);
    for (_, next) in &mut plies {
        if next.own().is_empty() {
            next.over = Some((Some(state.seat()), "no-pieces"));
        } else if alquerque_raw(next).is_empty() {
            next.over = Some((Some(state.seat()), "no-moves"));
        }
    }
    plies
}

// Shark. `more` has White's chain and Black's, from head to tail, and which way Black goes.

const WHITE_TRACK: &str = "a1 a2 a3 a4 b4 c4 d4 e4 f4 g4 h4 h3 h2 h1 g1 f1 e1 d1 c1 b1";
const BLACK_TRACK: &str = "a5 a6 a7 a8 b8 c8 d8 e8 f8 g8 h8 h7 h6 h5 g5 f5 e5 d5 c5 b5";

fn shark_start(counter: bool) -> State {
    let (white, black) = ("a4 a3 a2 a1 b1 c1 d1 e1 f1 g1", "h5 h6 h7 h8 g8 f8 e8 d8 c8 b8");
    let head_first: Vec<&str> = black.split(' ').collect();
    let other_way: Vec<&str> = head_first.iter().rev().copied().collect();
    let chain = if counter { other_way.join(" ") } else { black.to_owned() };
    State { more: vec![white.to_owned(), chain, counter.to_string()], ..State::men(white, black) }
}

fn chain(state: &State, seat: usize) -> Vec<Square> {
    state.more[seat].split_whitespace().map(square).collect()
}

/// The square ahead of one on a seat's track.
fn ahead(state: &State, seat: usize, at: Square) -> Square {
    let mut track: Vec<Square> =
        if seat == 0 { WHITE_TRACK } else { BLACK_TRACK }.split(' ').map(square).collect();
    if seat == 1 && state.more[2] == "true" {
        track.reverse();
    }
    let place = track.iter().position(|&other| other == at).expect("on the track");
    track[(place + 1) % track.len()]
}

/// Puts a chain's pieces on other squares, from head to tail.
fn laid(state: &State, seat: usize, squares: &[Square]) -> State {
    let old = chain(state, seat);
    let mut next = state.clone();
    old.iter().for_each(|&at| next.put(at, ""));
    old.iter().zip(squares).for_each(|(&from, &to)| next.put(to, state.at(from)));
    next.more[seat] = squares.iter().map(|&at| name(at)).collect::<Vec<_>>().join(" ");
    next
}

fn strike(state: &State, seat: usize) -> State {
    let (own, his) = (chain(state, seat), chain(state, 1 - seat));
    let across = |(file, rank): Square| (file, if rank == 3 { 4 } else { 3 });
    let is_king = |at: Square| state.at(at).chars().all(char::is_uppercase);
    let colour = |at: Square| state.at(at).to_lowercase();
    let struck: Vec<Square> = his
        .iter()
        .copied()
        .filter(|&at| {
            let facing = across(at);
            (at.1 == 3 || at.1 == 4) && own.contains(&facing) && {
                let same = colour(at) == colour(facing);
                match (is_king(facing), is_king(at)) {
                    (true, false) => !same,
                    (false, true) => same,
                    _ => false,
                }
            }
        })
        .collect();
    let mut next = state.clone();
    let names = |squares: Vec<Square>| squares.into_iter().map(name).collect::<Vec<_>>().join(" ");
    next.more[1 - seat] = names(his.iter().copied().filter(|at| !struck.contains(at)).collect());
    let mut own = own;
    for at in struck {
        let piece = state.at(at).to_owned();
        let tail = own[own.len() - 1];
        let behind = every_square()
            .into_iter()
            .find(|&behind| on_track(behind, seat) && ahead(state, seat, behind) == tail)
            .expect("a track goes round");
        next.put(at, "");
        next.put(behind, &piece);
        own.push(behind);
    }
    next.more[seat] = names(own);
    next
}

fn on_track(at: Square, seat: usize) -> bool {
    let track = if seat == 0 { WHITE_TRACK } else { BLACK_TRACK };
    track.split(' ').any(|other| other == name(at))
}

fn shark(state: &State) -> Legal {
    let seat = state.seat();
    let own = chain(state, seat);
    let (head, tail) = (own[0], own[own.len() - 1]);
    // The stretch from tail to head.
    let mut stretch = vec![tail];
    while stretch[stretch.len() - 1] != head {
        stretch.push(ahead(state, seat, stretch[stretch.len() - 1]));
    }
    stretch.reverse();
    let mut plies = Vec::new();
    if stretch.len() > own.len() {
        for window in stretch.windows(own.len()) {
            plies.push((format!("={}", name(window[0])), laid(state, seat, window)));
        }
        return plies;
    }
    let front = ahead(state, seat, head);
    let advanced: Vec<Square> = own.iter().map(|&at| ahead(state, seat, at)).collect();
    plies.push((text(head, front), strike(&laid(state, seat, &advanced), seat).turned()));
    let letters: Vec<&str> = own.iter().map(|&at| state.at(at)).collect();
    if letters.iter().any(|&letter| letter != letters[0]) {
        // The tail comes first in the chain's order now.
        let mut round = state.clone();
        round.put(tail, "");
        round.put(front, state.at(tail));
        let order: Vec<String> =
            std::iter::once(front).chain(own[..own.len() - 1].iter().copied()).map(name).collect();
        round.more[seat] = order.join(" ");
        plies.push((text(tail, front), strike(&round, seat).turned()));
    }
    if letters.iter().filter(|letter| letter.chars().all(char::is_uppercase)).count() < 3 {
        for &at in &own {
            let mut next = state.clone();
            next.put(at, &state.at(at).to_uppercase());
            if next != *state {
                plies.push((format!("+{}", name(at)), next.turned()));
            }
        }
    }
    for (_, next) in &mut plies {
        if next.more[1 - seat].is_empty() {
            next.over = Some((Some(seat), "no-pieces"));
        }
    }
    plies
}

// Bees. `more` is who leads, and the kind of the last step.

fn bees_start() -> State {
    let men = State::men("a1 a2 a3 a4 b1 b2 b3 c1 c2 d1", "e8 f7 f8 g6 g7 g8 h5 h6 h7 h8");
    State { more: vec!["w".to_owned(), String::new()], ..men }
}

fn bees(state: &State) -> Legal {
    let forward = if state.black { (-1, -1) } else { (1, 1) };
    let kinds: [(&str, bool, Way); 6] = [
        ("up", true, (0, 1)),
        ("down", true, (0, -1)),
        ("forward", true, forward),
        ("left", false, (-1, 0)),
        ("right", false, (1, 0)),
        ("back", false, (-forward.0, -forward.1)),
    ];
    let last = kinds.iter().find(|(kind, ..)| *kind == state.more[1]);
    let mut plies = Vec::new();
    for (kind, odd, way) in kinds {
        if last.is_some_and(|&(before, parity, _)| before == kind || parity != odd) {
            continue;
        }
        for from in state.own() {
            let to = add(from, way, 1);
            if on_board(to) && !state.tops(to, true) {
                let mut next = moved(state, from, to);
                next.more[1] = kind.to_owned();
                if next.enemy().is_empty() {
                    next.over = Some((Some(state.seat()), "no-pieces"));
                }
                plies.push((text(from, to), next.turned()));
            }
        }
    }
    let leads = state.more[0] == mark(state);
    if plies.is_empty() || leads && last.is_some() {
        let next = state.clone().turned();
        let lead = mark(&next).to_owned();
        plies.push(("pass".to_owned(), State { more: vec![lead, String::new()], ..next }));
    }
    plies
}
