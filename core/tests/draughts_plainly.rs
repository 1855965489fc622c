//! The draughts family told a second time, plainly: square by square, with every route written out and compared. It shares
//! nothing with the machine but the rules, and confirms its perft numbers and its legal plies over random play.

mod support;

use std::collections::BTreeMap;

use support::{folder, table};

type Way = (i8, i8);
type Square = (i8, i8);
type Board = [[u8; 8]; 8];

const FREE: u8 = b'.';
const FORWARD: &[Way] = &[(-1, 1), (1, 1)];
const BACKWARD: &[Way] = &[(-1, -1), (1, -1)];
const DIAGONAL: &[Way] = &[(-1, 1), (1, 1), (-1, -1), (1, -1)];
const FRONTAL: &[Way] = &[(0, 1), (-1, 0), (1, 0)];
const ORTHOGONAL: &[Way] = &[(0, 1), (-1, 0), (1, 0), (0, -1)];
const SIDEWAYS: &[Way] = &[(-1, 0), (1, 0)];

#[derive(Clone, Copy, PartialEq)]
enum Duty {
    None,
    Any,
    Most,
}

#[derive(Clone, Copy, PartialEq)]
enum LastRank {
    GoesOn,
    Stops,
    Later,
    Never,
}

#[derive(Clone, Copy, PartialEq)]
enum Turn {
    One,
    Two,
    OwnOrForeign,
    Wisman,
}

/// What one game does.
#[derive(Clone, Copy)]
struct Rules {
    slug: &'static str,
    options: &'static [&'static str],
    start: &'static str,
    step: &'static [Way],
    leap: &'static [Way],
    jump: &'static [Way],
    jump_from_last: &'static [Way],
    king_step: &'static [Way],
    king_jump: &'static [Way],
    flies: bool,
    jumps_from_afar: bool,
    lands_first: bool,
    comes_off_at_once: bool,
    no_turning_back: bool,
    choice: bool,
    breaks_off: bool,
    eats_own: bool,
    kings_stay: bool,
    duty: Duty,
    last: LastRank,
    corner: bool,
    /// Home ranks to which a piece that is through may return; it never captures then.
    returns: i8,
    rescue: bool,
    turn: Turn,
}

const TWELVE: &str = ".b.b.b.b b.b.b.b. .b.b.b.b ........ ........ w.w.w.w. .w.w.w.w w.w.w.w.";
const EIGHT: &str = ".b.b.b.b b.b.b.b. ........ ........ ........ ........ .w.w.w.w w.w.w.w.";
const STILTS: &str = ".B.B.B.B B.B.B.B. ........ ........ ........ ........ .W.W.W.W W.W.W.W.";
const VERTEP: &str = ".B.B.B.B b.b.b.b. .b.b.b.b ........ ........ w.w.w.w. .w.w.w.w W.W.W.W.";
const FINGERS: &str = "b.b.b.b. .b.b.b.b b.b.b.b. ........ ........ w.w.w.w. .w.w.w.w w.w.w.w.";
const BOTTOM: &str = ".b.b.b.. w...b.b. .....b.b w.....b. .w.....b w.w..... .w.w...b ..w.w.w.";
const SIXTEEN: &str = "........ bbbbbbbb bbbbbbbb ........ ........ wwwwwwww wwwwwwww ........";
const FULL: &str = "bbbbbbbb bbbbbbbb bbbbbbbb ........ ........ wwwwwwww wwwwwwww wwwwwwww";

const RUSSIAN: Rules = Rules {
    slug: "russian",
    options: &[],
    start: TWELVE,
    step: FORWARD,
    leap: &[],
    jump: DIAGONAL,
    jump_from_last: DIAGONAL,
    king_step: DIAGONAL,
    king_jump: DIAGONAL,
    flies: true,
    jumps_from_afar: true,
    lands_first: false,
    comes_off_at_once: false,
    no_turning_back: false,
    choice: true,
    breaks_off: false,
    eats_own: false,
    kings_stay: false,
    duty: Duty::Any,
    last: LastRank::GoesOn,
    corner: false,
    returns: 0,
    rescue: false,
    turn: Turn::One,
};
const CHECKERS: Rules =
    Rules { slug: "checkers", jump: FORWARD, flies: false, jumps_from_afar: false, choice: false, ..RUSSIAN };
const PROSKOK: Rules = Rules {
    slug: "proskok",
    jump: FORWARD,
    jump_from_last: BACKWARD,
    duty: Duty::Most,
    last: LastRank::Never,
    ..RUSSIAN
};
const VADE: Rules = Rules {
    slug: "vade",
    start: SIXTEEN,
    step: FRONTAL,
    jump: FRONTAL,
    jump_from_last: FRONTAL,
    king_step: ORTHOGONAL,
    king_jump: ORTHOGONAL,
    comes_off_at_once: true,
    no_turning_back: true,
    choice: false,
    duty: Duty::Most,
    last: LastRank::Later,
    ..RUSSIAN
};

const GAMES: &[Rules] = &[
    RUSSIAN,
    CHECKERS,
    Rules { options: &["crowned=stops"], last: LastRank::Stops, ..CHECKERS },
    Rules {
        slug: "makyek",
        start: EIGHT,
        jump: FORWARD,
        lands_first: true,
        choice: false,
        comes_off_at_once: true,
        last: LastRank::Stops,
        ..RUSSIAN
    },
    Rules { slug: "damas", jump: FORWARD, choice: false, duty: Duty::Most, ..RUSSIAN },
    Rules { slug: "double-move", turn: Turn::Two, ..RUSSIAN },
    Rules { slug: "foreign-move", turn: Turn::OwnOrForeign, ..RUSSIAN },
    Rules {
        slug: "self-eaters",
        duty: Duty::None,
        eats_own: true,
        breaks_off: true,
        choice: false,
        ..RUSSIAN
    },
    Rules { slug: "switch-off", kings_stay: true, ..RUSSIAN },
    PROSKOK,
    Rules { options: &["return=1"], returns: 1, jump_from_last: &[], ..PROSKOK },
    Rules { options: &["return=2", "rescue=yes"], returns: 2, rescue: true, jump_from_last: &[], ..PROSKOK },
    Rules { options: &["return=3", "rescue=yes"], returns: 3, rescue: true, jump_from_last: &[], ..PROSKOK },
    Rules { slug: "giveaway", ..RUSSIAN },
    Rules {
        slug: "bottom",
        start: BOTTOM,
        step: &[(1, 1), (-1, 1), (1, -1)],
        last: LastRank::Never,
        corner: true,
        ..RUSSIAN
    },
    Rules {
        slug: "stilts",
        start: STILTS,
        lands_first: true,
        choice: false,
        last: LastRank::Never,
        ..RUSSIAN
    },
    Rules { slug: "vertep", start: VERTEP, last: LastRank::Never, ..RUSSIAN },
    Rules { slug: "wisman", start: FULL, last: LastRank::Stops, turn: Turn::Wisman, ..RUSSIAN },
    Rules {
        slug: "fingers",
        start: FINGERS,
        jump: SIDEWAYS,
        jump_from_last: SIDEWAYS,
        king_jump: SIDEWAYS,
        jumps_from_afar: false,
        choice: false,
        ..RUSSIAN
    },
    VADE,
    Rules {
        slug: "tama",
        step: &[(0, 1), (-1, 1), (1, 1), (-1, 0), (1, 0)],
        king_step: &[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)],
        ..VADE
    },
    Rules {
        slug: "keny",
        leap: FRONTAL,
        jump: ORTHOGONAL,
        jump_from_last: ORTHOGONAL,
        duty: Duty::None,
        breaks_off: true,
        ..VADE
    },
];

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    board: Board,
    white: bool,
    left: u8,
    barred: Option<Square>,
    castled: bool,
    /// By player (White first) and colour of squares (dark first).
    earned: [[bool; 2]; 2],
}

/// Where a capture led: texts compare by squares.
struct Capture {
    way: Vec<Square>,
    taken: Vec<Square>,
    king: bool,
}

/// A jump that is possible: its direction, the prey and the landing square.
#[derive(Clone, Copy)]
struct Jump {
    way: Way,
    over: Square,
    to: Square,
}

/// What stands on a square; nothing outside the board.
fn at(board: &Board, (file, rank): Square) -> Option<u8> {
    board.get(usize::try_from(rank).ok()?)?.get(usize::try_from(file).ok()?).copied()
}

fn put(board: &mut Board, (file, rank): Square, piece: u8) {
    board[rank as usize][file as usize] = piece;
}

fn go((file, rank): Square, (right, up): Way) -> Square {
    (file + right, rank + up)
}

fn back((right, up): Way) -> Way {
    (-right, -up)
}

fn is_white(piece: u8) -> bool {
    piece.eq_ignore_ascii_case(&b'w')
}

fn squares() -> impl Iterator<Item = Square> {
    (0..8).flat_map(|rank| (0..8).map(move |file| (file, rank)))
}

fn pieces(board: &Board, white: bool) -> Vec<Square> {
    let own = |&square: &Square| at(board, square).is_some_and(|p| p != FREE && is_white(p) == white);
    squares().filter(own).collect()
}

fn is_king(board: &Board, square: Square) -> bool {
    at(board, square).is_some_and(|piece| piece.is_ascii_uppercase())
}

fn piece(white: bool, king: bool) -> u8 {
    match (white, king) {
        (true, false) => b'w',
        (true, true) => b'W',
        (false, false) => b'b',
        (false, true) => b'B',
    }
}

fn name(way: &[Square], sign: &str) -> String {
    let names: Vec<String> =
        way.iter().map(|&(file, rank)| format!("{}{}", (b'a' + file as u8) as char, rank + 1)).collect();
    names.join(sign)
}

/// The directions as a side sees them.
fn seen(ways: &[Way], white: bool) -> Vec<Way> {
    ways.iter().map(|&way| if white { way } else { back(way) }).collect()
}

fn last_rank(white: bool) -> i8 {
    if white { 7 } else { 0 }
}

impl Rules {
    fn start(&self) -> State {
        let mut board = [[FREE; 8]; 8];
        for (row, rank) in self.start.split(' ').zip((0..8).rev()) {
            for (letter, file) in row.bytes().zip(0..) {
                put(&mut board, (file, rank), letter);
            }
        }
        State { board, white: true, left: 2, barred: None, castled: false, earned: [[false; 2]; 2] }
    }

    /// The jumps of a piece that stands on `from`, its starting square already empty on the board.
    fn jumps(
        &self,
        board: &Board,
        white: bool,
        from: Square,
        king: bool,
        came: Option<Way>,
        taken: &[Square],
    ) -> Vec<Jump> {
        let ways = if king {
            self.king_jump
        } else if from.1 == last_rank(white) {
            self.jump_from_last
        } else {
            self.jump
        };
        let afar = king && self.jumps_from_afar;
        let mut jumps = Vec::new();
        // What stands on a square now: captured pieces may have come off, or still bar the way.
        let now = |square: Square| match at(board, square) {
            Some(_) if self.comes_off_at_once && taken.contains(&square) => Some(FREE),
            other => other,
        };
        for way in seen(ways, white) {
            if king && self.no_turning_back && came == Some(back(way)) {
                continue;
            }
            let mut over = go(from, way);
            while afar && now(over) == Some(FREE) {
                over = go(over, way);
            }
            let Some(prey) = now(over) else { continue };
            if prey == FREE || taken.contains(&over) || (is_white(prey) == white && !self.eats_own) {
                continue;
            }
            let mut to = go(over, way);
            while now(to) == Some(FREE) {
                jumps.push(Jump { way, over, to });
                to = go(to, way);
                if !afar || self.lands_first {
                    break;
                }
            }
        }
        jumps
    }

    /// What a piece is after a landing, and the jumps with which it goes on: man or king, and whether it will be a king.
    fn landed(
        &self,
        board: &Board,
        white: bool,
        jump: Jump,
        king: bool,
        crowned: bool,
        taken: &[Square],
    ) -> (bool, bool, Vec<Jump>) {
        let arrives = !king && jump.to.1 == last_rank(white);
        let (king, crowned, stops) = match self.last {
            LastRank::GoesOn if arrives => (true, true, false),
            LastRank::Stops if arrives => (true, true, true),
            LastRank::Later if arrives => (false, true, false),
            _ => (king, crowned, false),
        };
        let on =
            if stops { Vec::new() } else { self.jumps(board, white, jump.to, king, Some(jump.way), taken) };
        (king, crowned, on)
    }

    #[allow(clippy::too_many_arguments, reason = "a plain walk that remembers its way")]
    fn walk(
        &self,
        board: &Board,
        white: bool,
        king: bool,
        crowned: bool,
        jumps: &[Jump],
        way: &mut Vec<Square>,
        taken: &mut Vec<Square>,
        found: &mut Vec<Capture>,
    ) {
        for &jump in jumps {
            taken.push(jump.over);
            way.push(jump.to);
            let (king_now, crowned_now, on) = self.landed(board, white, jump, king, crowned, taken);
            let better_landing = self.choice
                && king
                && jumps.iter().any(|other| {
                    other.over == jump.over
                        && !self.landed(board, white, *other, king, crowned, taken).2.is_empty()
                });
            if self.breaks_off || (on.is_empty() && !better_landing) {
                found.push(Capture { way: way.clone(), taken: taken.clone(), king: king_now || crowned_now });
            }
            self.walk(board, white, king_now, crowned_now, &on, way, taken, found);
            way.pop();
            taken.pop();
        }
    }

    /// The captures of some pieces of a side, whatever they lead to.
    fn captures(&self, board: &Board, white: bool, movers: &[Square]) -> Vec<Capture> {
        let mut found = Vec::new();
        for &from in movers {
            let king = is_king(board, from);
            let mut lifted = *board;
            put(&mut lifted, from, FREE);
            let jumps = self.jumps(&lifted, white, from, king, None, &[]);
            self.walk(&lifted, white, king, king, &jumps, &mut vec![from], &mut Vec::new(), &mut found);
        }
        if self.duty == Duty::Most {
            let most = found.iter().map(|capture| capture.taken.len()).max().unwrap_or(0);
            found.retain(|capture| capture.taken.len() == most);
        }
        found
    }

    fn after(&self, board: &Board, white: bool, capture: &Capture) -> Board {
        let mut next = *board;
        put(&mut next, capture.way[0], FREE);
        for &prey in &capture.taken {
            let stays = self.kings_stay && is_king(board, prey);
            put(&mut next, prey, if stays { piece(!white, false) } else { FREE });
        }
        put(&mut next, *capture.way.last().expect("a way"), piece(white, capture.king));
        next
    }

    /// The steps of some pieces of a side: text and board.
    fn steps(&self, board: &Board, white: bool, movers: &[Square]) -> Vec<(String, Board)> {
        let mut found = Vec::new();
        for &from in movers {
            let king = is_king(board, from);
            let mut targets = Vec::new();
            for way in seen(if king { self.king_step } else { self.step }, white) {
                let mut to = go(from, way);
                while at(board, to) == Some(FREE) {
                    targets.push(to);
                    to = go(to, way);
                    if !king || !self.flies {
                        break;
                    }
                }
            }
            if !king {
                for way in seen(self.leap, white) {
                    let (over, to) = (go(from, way), go(go(from, way), way));
                    let own = at(board, over).is_some_and(|p| p != FREE && is_white(p) == white);
                    if own && at(board, to) == Some(FREE) {
                        targets.push(to);
                    }
                }
            }
            for to in targets {
                let crowned = to.1 == last_rank(white) && self.last != LastRank::Never;
                let mut next = *board;
                put(&mut next, from, FREE);
                put(&mut next, to, piece(white, king || crowned));
                found.push((name(&[from, to], "-"), next));
            }
        }
        found
    }

    /// The captures as plies: the first text of all that lead to the same board.
    fn capture_plies(&self, board: &Board, white: bool, movers: &[Square]) -> Vec<(String, Board)> {
        let mut firsts: BTreeMap<Board, String> = BTreeMap::new();
        for capture in self.captures(board, white, movers) {
            let (text, next) = (name(&capture.way, ":"), self.after(board, white, &capture));
            let first = firsts.entry(next).or_insert_with(|| text.clone());
            if text < *first {
                *first = text;
            }
        }
        firsts.into_iter().map(|(next, text)| (text, next)).collect()
    }

    /// The plies of one side by itself.
    fn plies(&self, board: &Board, white: bool) -> Vec<(String, Board)> {
        let own = pieces(board, white);
        let mut plies = self.capture_plies(board, white, &own);
        if plies.is_empty() || self.duty == Duty::None {
            plies.extend(self.steps(board, white, &own));
            plies.extend(self.returns_home(board, white));
        }
        plies
    }

    /// Returns of pieces that are through, and rescues of blocked ones.
    fn returns_home(&self, board: &Board, white: bool) -> Vec<(String, Board)> {
        let mut found = Vec::new();
        let ranks_gone = |(_, rank): Square| if white { rank } else { 7 - rank };
        for from in pieces(board, white) {
            let ahead: Vec<u8> =
                seen(FORWARD, white).into_iter().filter_map(|way| at(board, go(from, way))).collect();
            let blocked = !ahead.contains(&FREE) && ahead.iter().any(|&p| p != FREE && is_white(p) != white);
            let ranks = match ranks_gone(from) {
                7 => self.returns,
                1..=6 if self.rescue && blocked => 1,
                _ => 0,
            };
            for to in squares().filter(|&to| ranks_gone(to) < ranks && (to.0 + to.1) % 2 == 0) {
                if at(board, to) == Some(FREE) {
                    let mut next = *board;
                    put(&mut next, from, FREE);
                    put(&mut next, to, piece(white, false));
                    found.push((name(&[from, to], "-"), next));
                }
            }
        }
        found
    }

    /// The legal plies of a state with the states that they lead to.
    fn legal(&self, state: &State) -> Vec<(String, State)> {
        let (board, white) = (&state.board, state.white);
        let gone = pieces(board, true).is_empty() || pieces(board, false).is_empty();
        let goal = self.corner && (at(board, (7, 7)) == Some(b'w') || at(board, (0, 0)) == Some(b'b'));
        if gone || goal {
            return Vec::new();
        }
        let then = |board: Board| State { board, white: !white, barred: None, ..state.clone() };
        match self.turn {
            Turn::One => self.plies(board, white).into_iter().map(|(t, b)| (t, then(b))).collect(),
            Turn::Two => self
                .plies(board, white)
                .into_iter()
                .map(|(text, next)| {
                    let again = state.left == 2 && !self.plies(&next, white).is_empty();
                    let (white, left) = if again { (white, 1) } else { (!white, 2) };
                    (text, State { white, left, ..then(next) })
                })
                .collect(),
            Turn::OwnOrForeign => self.own_or_foreign(state),
            Turn::Wisman => self.wisman(state),
        }
    }

    fn own_or_foreign(&self, state: &State) -> Vec<(String, State)> {
        let (board, white) = (&state.board, state.white);
        let own = self.plies(board, white);
        if own.is_empty() {
            return Vec::new();
        }
        let end = |text: &str| {
            let name = text.as_bytes();
            ((name[name.len() - 2] - b'a') as i8, (name[name.len() - 1] - b'1') as i8)
        };
        let then = |board, barred| State { board, white: !white, barred, ..state.clone() };
        let captures = own.iter().any(|(text, _)| text.contains(':'));
        let mut plies: Vec<_> =
            own.into_iter().map(|(text, next)| (text.clone(), then(next, Some(end(&text))))).collect();
        if !captures {
            let enemies = pieces(board, !white);
            let free: Vec<Square> =
                enemies.iter().copied().filter(|&square| state.barred != Some(square)).collect();
            let foreign = if self.captures(board, !white, &enemies).is_empty() {
                self.steps(board, !white, &free)
            } else {
                self.capture_plies(board, !white, &free)
            };
            plies.extend(foreign.into_iter().map(|(text, next)| (text, then(next, None))));
        }
        plies
    }

    /// The single jumps of a side: text and board.
    fn single_jumps(&self, board: &Board, white: bool) -> Vec<(String, Board)> {
        let mut found = Vec::new();
        for from in pieces(board, white) {
            let king = is_king(board, from);
            for jump in self.jumps(board, white, from, king, None, &[]) {
                let mut next = *board;
                put(&mut next, from, FREE);
                put(&mut next, jump.over, FREE);
                put(&mut next, jump.to, piece(white, king || jump.to.1 == last_rank(white)));
                found.push((name(&[from, jump.to], ":"), next));
            }
        }
        found
    }

    /// Castlings: text and board.
    fn castlings(&self, board: &Board, white: bool) -> Vec<(String, Board)> {
        let mut found = Vec::new();
        for from in pieces(board, white) {
            for way in SIDEWAYS {
                let to = go(from, *way);
                let enemy = at(board, to).filter(|&p| p != FREE && is_white(p) != white);
                let (Some(enemy), Some(own)) = (enemy, at(board, from)) else { continue };
                let attacked = pieces(board, !white).into_iter().any(|attacker| {
                    self.jumps(board, !white, attacker, is_king(board, attacker), None, &[])
                        .iter()
                        .any(|jump| jump.over == from)
                });
                let mut next = *board;
                put(&mut next, to, own);
                put(&mut next, from, enemy);
                if !attacked && self.single_jumps(&next, white).is_empty() {
                    found.push((name(&[from, to], "-"), next));
                }
            }
        }
        found
    }

    /// Whether a side has a piece on squares of a colour that could step or jump.
    fn moves_on(&self, board: &Board, white: bool, colour: usize) -> bool {
        pieces(board, white).into_iter().filter(|(file, rank)| (file + rank) as usize % 2 == colour).any(
            |from| {
                !self.steps(board, white, &[from]).is_empty()
                    || !self.jumps(board, white, from, is_king(board, from), None, &[]).is_empty()
            },
        )
    }

    fn wisman(&self, state: &State) -> Vec<(String, State)> {
        let (board, white) = (&state.board, state.white);
        let mut found = Vec::new();
        let jumps = self.single_jumps(board, white);
        let going_on: Vec<_> =
            jumps.iter().filter(|(_, next)| !self.single_jumps(next, white).is_empty()).cloned().collect();
        let plies = if jumps.is_empty() {
            self.steps(board, white, &pieces(board, white))
        } else if state.left >= 2 && !going_on.is_empty() {
            going_on
        } else {
            jumps.clone()
        };
        for (text, next) in plies {
            let mut then = State { board: next, left: state.left - 1, ..state.clone() };
            for colour in 0..2 {
                let earned = &mut then.earned[usize::from(!white)][colour];
                let lost = self.moves_on(board, !white, colour) && !self.moves_on(&next, !white, colour);
                if lost && !*earned {
                    *earned = true;
                    then.left += 1;
                }
            }
            found.push((text, then));
        }
        if jumps.is_empty() && !state.castled {
            for (text, next) in self.castlings(board, white) {
                let left = state.left - 1;
                found.push((text, State { board: next, left, castled: true, ..state.clone() }));
            }
        }
        // The turn ends with its last ply, or when none is left to play.
        for (_, then) in &mut found {
            let stuck = self.steps(&then.board, white, &pieces(&then.board, white)).is_empty()
                && self.single_jumps(&then.board, white).is_empty()
                && (then.castled || self.castlings(&then.board, white).is_empty());
            if then.left == 0 || stuck {
                *then = State { white: !white, left: 2, castled: false, ..then.clone() };
            }
        }
        found
    }

    fn perft(&self, state: &State, depth: u32) -> u64 {
        let legal = self.legal(state);
        match depth {
            0 => 1,
            1 => legal.len() as u64,
            _ => legal.iter().map(|(_, next)| self.perft(next, depth - 1)).sum(),
        }
    }
}

/// Every number of the data file that is not larger than `TAVLEI_PLAIN_LEAVES` (a few thousand without it).
#[test]
fn perft_numbers_are_confirmed() {
    let most = std::env::var("TAVLEI_PLAIN_LEAVES").ok().and_then(|n| n.parse().ok()).unwrap_or(40_000);
    let text = std::fs::read_to_string(folder("perft.txt")).expect("the data file");
    for rules in GAMES {
        let head = [&[rules.slug], rules.options].concat().join(" ");
        let line = text.lines().find_map(|line| line.strip_prefix(&format!("{head}: ")));
        let line = line.unwrap_or_else(|| panic!("no numbers of {head}"));
        for (depth, count) in (1..).zip(line.split_whitespace()) {
            let count: u64 = count.parse().expect("a number");
            if count > most {
                break;
            }
            assert_eq!(rules.perft(&rules.start(), depth), count, "{head}, depth {depth}");
        }
    }
}

#[test]
fn legal_plies_agree_over_random_play() {
    let games: u64 = std::env::var("TAVLEI_PLAIN_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(12);
    for rules in GAMES {
        for seed in 0..games {
            let mut table = table(rules.slug, rules.options);
            let mut state = rules.start();
            for ply in 0.. {
                let mut legal = rules.legal(&state);
                legal.sort();
                let texts: Vec<&String> = legal.iter().map(|(text, _)| text).collect();
                let drawn = table
                    .outcome()
                    .is_some_and(|outcome| ["repetition", "no-progress"].contains(&outcome.reason.0));
                if drawn {
                    break;
                }
                assert_eq!(
                    table.legal().iter().collect::<Vec<_>>(),
                    texts,
                    "{}: {:?}",
                    rules.slug,
                    table.plies()
                );
                let Some(text) = table.random(seed * 1_000_003 + ply) else { break };
                table.play(&text).expect("legal");
                state = legal.into_iter().find(|(other, _)| *other == text).expect("legal").1;
                assert!(
                    table.to_act().is_none_or(|seat| (seat.0 == 0) == state.white),
                    "{}: {:?}",
                    rules.slug,
                    table.plies()
                );
            }
        }
    }
}
