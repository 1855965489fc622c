//! The games on several levels told a second time, plainly.

mod support;

use support::plain::{
    DIAGONAL, EIGHT, Legal, Plain, STRAIGHT, Square, State, add, confirm_perft, is_black, name, on_board,
    square,
};

const GAMES: &[Plain] = &[
    Plain { slug: "stolby", options: &[], start: stolby_start, plies: stolby },
    Plain { slug: "tower", options: &[], start: || tower_start(0), plies: tower },
    Plain { slug: "tower", options: &["reserve=8"], start: || tower_start(8), plies: tower },
    Plain { slug: "dipole", options: &[], start: dipole_start, plies: dipole },
    Plain { slug: "tumblin-down", options: &[], start: tumbling_start, plies: tumbling },
    Plain { slug: "gana", options: &[], start: gana_start, plies: gana },
];

#[test]
fn perft_numbers_are_confirmed() {
    confirm_perft(GAMES);
}

#[test]
fn random_games_agree() {
    GAMES.iter().for_each(Plain::agrees_over_random_play);
}

/// The letter of the side that acts.
fn letter(state: &State) -> char {
    if state.black { 'b' } else { 'w' }
}

/// Who has lost, when the side that acts has nothing or cannot do anything.
fn stuck(state: &mut State, plies: &Legal) {
    if state.own().is_empty() && plies.is_empty() {
        state.over = Some((Some(1 - state.seat()), "no-pieces"));
    } else if plies.is_empty() {
        state.over = Some((Some(1 - state.seat()), "no-moves"));
    }
}

// Columns.

fn stolby_start() -> State {
    State::men("a1 c1 e1 g1 b2 d2 f2 h2 a3 c3 e3 g3", "b8 d8 f8 h8 a7 c7 e7 g7 b6 d6 f6 h6")
}

/// A column with its top man crowned, if it stands on the last rank of the side that acts.
fn crowned(state: &State, at: Square, column: &str) -> String {
    let last = if state.black { 0 } else { 7 };
    if at.1 != last {
        return column.to_owned();
    }
    let (below, top) = column.split_at(column.len() - 1);
    format!("{below}{}", top.to_uppercase())
}

fn stolby(state: &State) -> Legal {
    let mut next = stolby_raw(state);
    for (_, after) in &mut next {
        let replies = stolby_raw(after);
        stuck(after, &replies);
    }
    next
}

fn stolby_raw(state: &State) -> Legal {
    let mut plies = Vec::new();
    for from in state.own() {
        let mut lifted = state.clone();
        lifted.put(from, "");
        let mut way = vec![from];
        column_jumps(&lifted, &mut way, state.at(from), &mut Vec::new(), &mut plies);
    }
    if !plies.is_empty() {
        return plies;
    }
    let forward = if state.black { -1 } else { 1 };
    for from in state.own() {
        let column = state.at(from);
        let king = column.ends_with(['W', 'B']);
        for way in DIAGONAL {
            if !king && way.1 != forward {
                continue;
            }
            for far in 1..if king { 8 } else { 2 } {
                let to = add(from, way, far);
                if !state.free(to) {
                    break;
                }
                let mut next = state.clone();
                next.put(from, "");
                next.put(to, &crowned(state, to, column));
                plies.push((format!("{}-{}", name(from), name(to)), next.turned()));
            }
        }
    }
    plies
}

/// Goes on jumping, and adds what is complete. Whether any jump was possible.
fn column_jumps(
    lifted: &State,
    way: &mut Vec<Square>,
    column: &str,
    jumped: &mut Vec<Square>,
    plies: &mut Legal,
) -> bool {
    let mut any = false;
    let at = way[way.len() - 1];
    let column = crowned(lifted, at, column);
    for (over, landings) in column_targets(lifted, at, &column, jumped) {
        any = true;
        jumped.push(over);
        let goes_on: Vec<bool> = landings
            .iter()
            .map(|&to| {
                let column = crowned(lifted, to, &column);
                !column_targets(lifted, to, &column, jumped).is_empty()
            })
            .collect();
        let must = goes_on.contains(&true);
        for (&to, on) in landings.iter().zip(goes_on) {
            if must && !on {
                continue;
            }
            way.push(to);
            if on {
                column_jumps(lifted, way, &column, jumped, plies);
            } else {
                let mut next = lifted.clone();
                let mut below = String::new();
                for &robbed in jumped.iter() {
                    let (rest, top) = lifted.at(robbed).split_at(lifted.at(robbed).len() - 1);
                    next.put(robbed, rest);
                    below = format!("{top}{below}");
                }
                next.put(to, &format!("{below}{}", crowned(lifted, to, &column)));
                let names: Vec<String> = way.iter().map(|&square| name(square)).collect();
                plies.push((names.join(":"), next.turned()));
            }
            way.pop();
        }
        jumped.pop();
    }
    any
}

/// What can be jumped from a square, each with the squares behind.
fn column_targets(lifted: &State, at: Square, column: &str, jumped: &[Square]) -> Vec<(Square, Vec<Square>)> {
    let king = column.ends_with(['W', 'B']);
    let mut targets = Vec::new();
    for way in DIAGONAL {
        let mut far = 1;
        while king && lifted.free(add(at, way, far)) {
            far += 1;
        }
        let over = add(at, way, far);
        if !lifted.tops(over, false) || jumped.contains(&over) {
            continue;
        }
        let mut landings = Vec::new();
        let mut to = add(over, way, 1);
        while lifted.free(to) && (king || landings.is_empty()) {
            landings.push(to);
            to = add(to, way, 1);
        }
        if !landings.is_empty() {
            targets.push((over, landings));
        }
    }
    targets
}

// Tower.

fn tower_start(reserve: i32) -> State {
    let white = "b7 c7 f7 g7 d6 e6 b5 c5 f5 g5 d4 e4 b3 c3 f3 g3 d2 e2";
    let black = "d7 e7 b6 c6 f6 g6 d5 e5 b4 c4 f4 g4 d3 e3 b2 c2 f2 g2";
    State { hands: Some([reserve; 2]), ..State::men(white, black) }
}

fn in_tower(square: Square) -> bool {
    const OUT: [&str; 12] = ["a1", "a2", "b1", "h1", "h2", "g1", "a8", "a7", "b8", "h8", "h7", "g8"];
    on_board(square) && !OUT.contains(&name(square).as_str())
}

fn tower(state: &State) -> Legal {
    let mut next = tower_raw(state);
    for (_, after) in &mut next {
        let replies = tower_raw(after);
        stuck(after, &replies);
    }
    next
}

fn tower_raw(state: &State) -> Legal {
    let mut plies = Vec::new();
    for from in state.own() {
        let stack = state.at(from);
        for way in STRAIGHT {
            for pieces in 1..=stack.len() {
                tower_travel(state, from, way, pieces, pieces as i8, &mut plies);
            }
            if stack.len() == 1 && state.tops(add(from, way, 1), false) {
                tower_travel(state, from, way, 1, 2, &mut plies);
            }
        }
    }
    if state.hands.is_some_and(|hands| hands[state.seat()] > 0) {
        for place in support::plain::every_square().into_iter().filter(|&place| in_tower(place)) {
            let mut next = state.clone();
            if let Some(hands) = &mut next.hands {
                hands[state.seat()] -= 1;
            }
            tower_land(&mut next, place, format!("{}{}", state.at(place), letter(state)));
            plies.push((name(place), next.turned()));
        }
    }
    plies
}

fn tower_travel(state: &State, from: Square, way: (i8, i8), pieces: usize, far: i8, plies: &mut Legal) {
    let to = add(from, way, far);
    if !in_tower(to) || !state.free(to) {
        return;
    }
    let (rest, top) = state.at(from).split_at(state.at(from).len() - pieces);
    let mut next = state.clone();
    next.put(from, rest);
    let mut stack = top.to_owned();
    let mut sign = '-';
    for step in 1..far {
        let passed = add(from, way, step);
        if !state.at(passed).is_empty() {
            sign = ':';
        }
        stack = format!("{}{stack}", state.at(passed));
        next.put(passed, "");
    }
    tower_land(&mut next, to, stack);
    plies.push((format!("{}{sign}{}", name(from), name(to)), next.turned()));
}

fn tower_land(next: &mut State, at: Square, mut stack: String) {
    let seat = next.seat();
    while stack.len() > 5 {
        let bottom = stack.remove(0);
        if is_black(bottom) == next.black
            && let Some(hands) = &mut next.hands
        {
            hands[seat] += 1;
        }
    }
    next.put(at, &stack);
}

// Dipole.

fn dipole_start() -> State {
    State::of("e1=wwwwwwwwwwww d8=bbbbbbbbbbbb")
}

fn dipole(state: &State) -> Legal {
    let mut next = dipole_raw(state);
    for (_, after) in &mut next {
        if after.own().is_empty() {
            after.over = Some((Some(1 - after.seat()), "no-pieces"));
        } else if after.enemy().is_empty() {
            after.over = Some((Some(after.seat()), "no-pieces"));
        } else if dipole_raw(after).is_empty() {
            *after = after.clone().turned();
        }
    }
    next
}

fn dipole_raw(state: &State) -> Legal {
    let mut plies = Vec::new();
    let forward = if state.black { -1 } else { 1 };
    for from in state.own() {
        let stack = state.at(from);
        for way in EIGHT {
            for pieces in 1..=stack.len() {
                let straight = way.0 == 0 || way.1 == 0;
                if straight && pieces % 2 == 1 {
                    continue;
                }
                let (rest, moved) = stack.split_at(stack.len() - pieces);
                let mut next = state.clone();
                next.put(from, rest);
                let to = add(from, way, pieces as i8);
                let ahead = way.1 == forward;
                if !on_board(to) {
                    if ahead {
                        plies.push((format!("{pieces}{}-off", name(from)), next.turned()));
                    }
                    continue;
                }
                if state.tops(to, false) {
                    if state.at(to).len() > pieces {
                        continue;
                    }
                    next.put(to, moved);
                } else if ahead {
                    next.put(to, &format!("{}{moved}", state.at(to)));
                } else {
                    continue;
                }
                plies.push((format!("{}-{}", name(from), name(to)), next.turned()));
            }
        }
    }
    plies
}

// Tumbling Down.

fn tumbling_start() -> State {
    let white = "a1=2 b1=3 c1=4 d1=3 e1=2 f1=1 a2=1 b2=2 c2=3 d2=2 e2=1 b3=1 c3=2 d3=1 c4=1";
    let mut state = State::default();
    for word in white.split_whitespace() {
        let (at, height) = word.split_once('=').expect("square=height");
        let (file, rank) = square(at);
        let height = height.parse().expect("a number");
        state.put((file, rank), &"w".repeat(height));
        state.put((7 - file, 7 - rank), &"b".repeat(height));
    }
    state
}

fn tumbling_kings(state: &State, black: bool) -> Vec<Square> {
    let pure = |letters: &str| letters.chars().all(|letter| is_black(letter) == black);
    let tallest =
        state.occupied().filter(|(_, letters)| pure(letters)).map(|(_, letters)| letters.len()).max();
    let king = |letters: &str| pure(letters) && Some(letters.len()) == tallest;
    state.occupied().filter(|(_, letters)| king(letters)).map(|(square, _)| square).collect()
}

fn tumbling(state: &State) -> Legal {
    let mut plies = Vec::new();
    let (me, him) = (state.black, !state.black);
    for from in state.own() {
        for way in EIGHT {
            if !on_board(add(from, way, 1)) {
                continue;
            }
            let mut next = state.clone();
            next.put(from, "");
            let mut at = from;
            for piece in state.at(from).chars() {
                if on_board(add(at, way, 1)) {
                    at = add(at, way, 1);
                }
                let below = next.at(at).to_owned();
                next.put(at, &format!("{below}{piece}"));
            }
            let covered = |kings: Vec<Square>, by_black: bool| {
                let top = |square| next.at(square).chars().next_back().map(is_black);
                kings.into_iter().any(|square| top(square) == Some(by_black))
            };
            let guarded = tumbling_kings(state, me).into_iter().filter(|&square| square != from).collect();
            let over = if covered(tumbling_kings(state, him), me) {
                Some((me, "captured"))
            } else if tumbling_kings(&next, him).is_empty() {
                Some((me, "no-king"))
            } else if covered(guarded, him) {
                Some((him, "captured"))
            } else if tumbling_kings(&next, me).is_empty() {
                Some((him, "no-king"))
            } else {
                None
            };
            next.over = over.map(|(winner, reason)| (Some(usize::from(winner)), reason));
            plies.push((format!("{}-{}", name(from), name(at)), next.turned()));
        }
    }
    plies
}

// Gana.

fn gana_start() -> State {
    let mut state = State::default();
    for file in 0..8 {
        for (rank, man, king) in [(0, "w", "W"), (1, "w", "w"), (6, "b", "b"), (7, "b", "B")] {
            state.put((file, rank), if file == 4 { king } else { man });
        }
    }
    state
}

/// Letters in the order in which they are shown: White's first, kings first.
fn gana_order(letters: String) -> String {
    "WwBb".chars().flat_map(|wanted| letters.chars().filter(move |&letter| letter == wanted)).collect()
}

fn of_side(letters: &str, black: bool) -> String {
    letters.chars().filter(|&letter| is_black(letter) == black).collect()
}

fn king_of(state: &State, black: bool) -> Option<Square> {
    let king = if black { 'B' } else { 'W' };
    state.occupied().find(|(_, letters)| letters.contains(king)).map(|(square, _)| square)
}

fn gana(state: &State) -> Legal {
    let mut next = gana_raw(state);
    for (_, after) in &mut next {
        after.over = gana_end(after);
    }
    next
}

fn gana_end(state: &State) -> Option<(Option<usize>, &'static str)> {
    let (me, him) = (state.black, !state.black);
    let Some(king) = king_of(state, me) else { return Some((Some(usize::from(him)), "captured")) };
    let men = |black| state.occupied().map(|(_, letters)| of_side(letters, black).len()).sum::<usize>();
    if men(me) == 1 && men(him) == 1 {
        return Some((None, "kings"));
    }
    let plies = gana_raw(state);
    // Whether the enemy, if he acts in this position, can capture the king of the side `me`.
    let open = |position: State| gana_raw(&position).iter().any(|(_, next)| king_of(next, me).is_none());
    let lone = state.at(king) == gana_order(state.at(king).to_owned()) && men(me) == 1;
    let safe_here = lone && !open(state.clone().turned());
    let lost = |next: &State| king_of(next, him).is_some() && open(next.clone());
    let hopeless = safe_here && plies.iter().all(|(_, next)| lost(next));
    (plies.is_empty() || hopeless).then_some((None, "stalemate"))
}

fn gana_raw(state: &State) -> Legal {
    let mut plies = Vec::new();
    let me = state.black;
    let (man, king) = if me { ('b', 'B') } else { ('w', 'W') };
    for (from, _) in state.occupied() {
        let own = of_side(state.at(from), me);
        if own.is_empty() {
            continue;
        }
        let men = own.chars().filter(|&letter| letter == man).count();
        // The pieces that go, in the order of the walk.
        let mut walks: Vec<Vec<char>> = Vec::new();
        if own.contains(king) {
            for place in 0..own.len() {
                let mut walk = vec![man; men];
                walk.insert(place, king);
                walks.push(walk);
            }
            if men > 0 {
                walks.push(vec![king]);
            }
        } else {
            walks.push(vec![man; men]);
        }
        for way in STRAIGHT {
            for walk in &walks {
                plies.extend(gana_walk(state, from, way, walk, own.len()));
            }
        }
    }
    plies
}

fn gana_walk(
    state: &State,
    from: Square,
    way: (i8, i8),
    walk: &[char],
    own: usize,
) -> Option<(String, State)> {
    let me = state.black;
    let is_king = |letter: char| letter.is_ascii_uppercase();
    let enemy_king = if me { 'W' } else { 'B' };
    let mut squares: Vec<Square> = Vec::new();
    let mut stopped = false;
    for (number, &piece) in walk.iter().enumerate() {
        let due = add(from, way, number as i8 + 1);
        let there = state.at(due);
        let last = number + 1 == walk.len();
        let open = on_board(due)
            && (there.len() < 4
                || there.contains(enemy_king)
                || is_king(piece) && last && !of_side(there, !me).is_empty());
        stopped |= !open;
        squares.push(if stopped { *squares.last()? } else { due });
    }
    let end = squares[squares.len() - 1];
    let king = walk.iter().position(|&piece| is_king(piece));
    let mut next = state.clone();
    let won = squares.iter().any(|&square| state.at(square).contains(enemy_king));
    if won {
        let square = king_of(state, !me)?;
        next.put(square, &state.at(square).replace(enemy_king, ""));
    }
    let mut left = next.at(from).to_owned();
    for piece in walk {
        left = left.replacen(*piece, "", 1);
    }
    next.put(from, &left);
    for (&square, &piece) in squares.iter().zip(walk) {
        let letters = gana_order(format!("{}{piece}", next.at(square)));
        next.put(square, &letters);
    }
    let (mine, his) = (of_side(next.at(end), me), of_side(next.at(end), !me));
    // On the last square he captures, whether or not others stopped there after him.
    let king_last = king.is_some_and(|place| squares[place] == end);
    let even = walk.len() > 1 && mine.len() == his.len() && mine.len() <= 2;
    if king_last || even {
        next.put(end, &mine);
    }
    if !won && next.occupied().any(|(_, letters)| letters.len() > 4) {
        return None;
    }
    let text = match king {
        Some(_) if walk.len() < own => format!("K{}-{}", name(from), name(end)),
        Some(place) if own > 1 => format!("{}-{}K{}", name(from), name(end), name(squares[place])),
        _ => format!("{}-{}", name(from), name(end)),
    };
    Some((text, next.turned()))
}
