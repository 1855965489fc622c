//! The blocking games and the races told a second time, square by square.

mod support;

use std::collections::BTreeSet;

use support::grid::{At as Square, name, on_board, plus as go};
use support::twin::{Twin, confirm};

const DIAGONAL: [Square; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const ORTHOGONAL: [Square; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

fn all_ways() -> Vec<Square> {
    DIAGONAL.into_iter().chain(ORTHOGONAL).collect()
}

fn from_to(from: Square, to: Square) -> String {
    format!("{}-{}", name(from), name(to))
}

fn apart(a: Square, b: Square) -> i32 {
    (a.0 - b.0).abs().max((a.1 - b.1).abs())
}

/// A set of squares turned by half a turn.
fn turned(squares: &BTreeSet<Square>) -> BTreeSet<Square> {
    squares.iter().map(|&(file, rank)| (7 - file, 7 - rank)).collect()
}

/// The lone piece against a pack.
#[derive(Clone)]
struct Hunt {
    lone: Option<Square>,
    pack: BTreeSet<Square>,
    pack_acts: bool,
    game: &'static str,
    need: usize,
    through: usize,
}

/// A way of jumps and what it leaves of the pack.
type Series = (Vec<Square>, BTreeSet<Square>);

impl Hunt {
    fn start(game: &'static str, files: i32, need: usize) -> Hunt {
        let squares = (0..files).flat_map(|file| (0..8).map(move |rank| (file, rank)));
        let pack = squares.filter(|(file, rank)| (file + rank) % 2 == 0).collect();
        Hunt { lone: None, pack, pack_acts: false, game, need, through: 0 }
    }

    fn is_free(&self, square: Square) -> bool {
        on_board(square) && self.lone != Some(square) && !self.pack.contains(&square)
    }

    fn series(at: Square, way: &[Square], pack: &BTreeSet<Square>, list: &mut Vec<Series>) {
        for direction in DIAGONAL {
            let (over, to) = (go(at, direction, 1), go(at, direction, 2));
            if pack.contains(&over) && on_board(to) && !pack.contains(&to) {
                let mut pack = pack.clone();
                pack.remove(&over);
                let way = [way, &[to]].concat();
                list.push((way.clone(), pack.clone()));
                Self::series(to, &way, &pack, list);
            }
        }
    }
}

impl Twin for Hunt {
    fn legal(&self) -> Vec<(String, Self)> {
        let mut list: Vec<(String, Self)> = Vec::new();
        let eats = self.game == "fox-geese";
        let over = if eats {
            self.through >= self.need || self.through + self.pack.len() < self.need
        } else {
            self.lone.is_some_and(|(file, _)| file == 0)
        };
        if over {
            return list;
        }
        let after = Hunt { pack_acts: !self.pack_acts, ..self.clone() };
        if self.pack_acts {
            for &from in &self.pack {
                for up in [1, -1] {
                    let to = (from.0 + 1, from.1 + up);
                    if self.is_free(to) {
                        let mut next = after.clone();
                        next.pack.remove(&from);
                        if eats && to.0 == 7 {
                            next.through += 1;
                        } else {
                            next.pack.insert(to);
                        }
                        list.push((from_to(from, to), next));
                    }
                }
            }
            return list;
        }
        let Some(lone) = self.lone else {
            for rank in [1, 3, 5, 7] {
                list.push((name((7, rank)), Hunt { lone: Some((7, rank)), ..after.clone() }));
            }
            return list;
        };
        for direction in DIAGONAL {
            let (near, far) = (go(lone, direction, 1), go(lone, direction, 2));
            let to = if self.is_free(near) {
                near
            } else if self.game == "antelope" && self.pack.contains(&near) && self.is_free(far) {
                far
            } else {
                continue;
            };
            list.push((from_to(lone, to), Hunt { lone: Some(to), ..after.clone() }));
        }
        if eats {
            let mut series = Vec::new();
            Self::series(lone, &[lone], &self.pack, &mut series);
            let text = |way: &[Square]| way.iter().copied().map(name).collect::<Vec<_>>().join(":");
            series.sort_by_key(|(way, _)| text(way));
            let mut seen = BTreeSet::new();
            for (way, pack) in series {
                let end = way[way.len() - 1];
                if seen.insert((end, pack.clone())) {
                    list.push((text(&way), Hunt { lone: Some(end), pack, ..after.clone() }));
                }
            }
        }
        list
    }
}

#[test]
fn hunts() {
    confirm("four-dogs", &[], &Hunt::start("four-dogs", 1, 0));
    confirm("antelope", &[], &Hunt::start("antelope", 2, 0));
    confirm("fox-geese", &[], &Hunt::start("fox-geese", 2, 6));
    confirm("fox-geese", &["need=2"], &Hunt::start("fox-geese", 2, 2));
}

#[derive(Clone)]
struct TripleDuel {
    men: [Vec<Square>; 2],
    acts: usize,
    first: bool,
}

impl Twin for TripleDuel {
    fn legal(&self) -> Vec<(String, Self)> {
        let mut list = Vec::new();
        for (man, &from) in self.men[self.acts].iter().enumerate() {
            for up in [1, -1] {
                for steps in 1..=if self.first { 3 } else { 7 } {
                    let to = go(from, (0, up), steps);
                    if !on_board(to) || self.men.iter().any(|men| men.contains(&to)) {
                        break;
                    }
                    let mut next = TripleDuel { acts: 1 - self.acts, first: false, ..self.clone() };
                    next.men[self.acts][man] = to;
                    list.push((from_to(from, to), next));
                }
            }
        }
        list
    }
}

#[test]
fn triple_duel() {
    let men = |rank: i32, files: [i32; 3]| files.map(|file| (file, rank)).to_vec();
    for (options, files) in [(&[][..], [5, 6, 7]), (&["files=bcd"][..], [1, 2, 3])] {
        let start = TripleDuel { men: [men(0, files), men(7, files)], acts: 0, first: true };
        confirm("triple-duel", options, &start);
    }
}

#[derive(Clone)]
struct ManLion {
    man: Square,
    lion: Square,
    lion_acts: bool,
}

impl Twin for ManLion {
    fn legal(&self) -> Vec<(String, Self)> {
        let mut list = Vec::new();
        if self.man == (7, 7) {
            return list;
        }
        if self.lion_acts {
            for way in all_ways() {
                let to = go(self.lion, way, 1);
                if on_board(to) && to != self.man && apart(to, self.man) <= apart(self.lion, self.man) {
                    list.push((
                        from_to(self.lion, to),
                        ManLion { lion: to, lion_acts: false, ..self.clone() },
                    ));
                }
            }
            return list;
        }
        let centre = [(3, 3), (3, 4), (4, 3), (4, 4)];
        for way in ORTHOGONAL {
            for steps in 1..=3 {
                let to = go(self.man, way, steps);
                if !on_board(to) || centre.contains(&to) || apart(to, self.lion) <= 1 {
                    break;
                }
                list.push((from_to(self.man, to), ManLion { man: to, lion_acts: true, ..self.clone() }));
            }
        }
        list
    }
}

#[test]
fn man_lion() {
    confirm("man-lion", &[], &ManLion { man: (0, 0), lion: (7, 7), lion_acts: false });
}

#[derive(Clone)]
struct CatsMouse {
    mouse: Square,
    cats: BTreeSet<Square>,
    cats_act: bool,
    /// Steps made of a turn of the cats.
    made: usize,
}

impl Twin for CatsMouse {
    fn legal(&self) -> Vec<(String, Self)> {
        let mut list = Vec::new();
        let border = |(file, rank): Square| file == 0 || file == 7 || rank == 0 || rank == 7;
        if self.cats.contains(&self.mouse) || border(self.mouse) {
            return list;
        }
        if !self.cats_act {
            for way in all_ways() {
                let to = go(self.mouse, way, 1);
                if !self.cats.contains(&to) {
                    let next = CatsMouse { mouse: to, cats_act: true, made: 0, ..self.clone() };
                    list.push((from_to(self.mouse, to), next));
                }
            }
            return list;
        }
        if self.made == 0 && self.cats.len() < 3 {
            for square in support::grid::squares() {
                if !self.cats.contains(&square) && apart(square, self.mouse) > 1 {
                    let mut next = CatsMouse { cats_act: false, ..self.clone() };
                    next.cats.insert(square);
                    list.push((name(square), next));
                }
            }
        }
        for &cat in &self.cats {
            for way in all_ways() {
                let to = go(cat, way, 1);
                if on_board(to) && !self.cats.contains(&to) {
                    let mut next = CatsMouse { made: self.made + 1, ..self.clone() };
                    next.cats.remove(&cat);
                    next.cats.insert(to);
                    next.cats_act = next.made < next.cats.len();
                    list.push((from_to(cat, to), next));
                }
            }
        }
        list
    }
}

#[test]
fn cats_mouse() {
    let start = CatsMouse { mouse: (3, 3), cats: BTreeSet::new(), cats_act: false, made: 0 };
    confirm("cats-mouse", &[], &start);
    confirm("cats-mouse", &["start=e5"], &CatsMouse { mouse: (4, 4), ..start });
}

/// Corners and halma.
#[derive(Clone)]
struct Leap {
    men: [BTreeSet<Square>; 2],
    homes: [BTreeSet<Square>; 2],
    acts: usize,
    ways: Vec<Square>,
}

impl Leap {
    fn start(is_home: impl Fn(Square) -> bool, ways: Vec<Square>) -> Leap {
        let white: BTreeSet<Square> =
            support::grid::squares().into_iter().filter(|&square| is_home(square)).collect();
        let men = [white.clone(), turned(&white)];
        Leap { homes: men.clone(), men, acts: 0, ways }
    }

    fn leap(&self, start: Square, at: Square, reached: &mut BTreeSet<Square>) {
        let taken = |square: Square| square != start && self.men.iter().any(|men| men.contains(&square));
        for &way in &self.ways {
            let (over, to) = (go(at, way, 1), go(at, way, 2));
            if on_board(to) && taken(over) && !taken(to) && reached.insert(to) {
                self.leap(start, to, reached);
            }
        }
    }
}

impl Twin for Leap {
    fn legal(&self) -> Vec<(String, Self)> {
        let mut list = Vec::new();
        if self.men[0] == self.homes[1] || self.men[1] == self.homes[0] {
            return list;
        }
        for &from in &self.men[self.acts] {
            let mut targets = BTreeSet::new();
            self.leap(from, from, &mut targets);
            for &way in &self.ways {
                let to = go(from, way, 1);
                if on_board(to) && self.men.iter().all(|men| !men.contains(&to)) {
                    targets.insert(to);
                }
            }
            targets.remove(&from);
            for to in targets {
                let mut next = Leap { acts: 1 - self.acts, ..self.clone() };
                next.men[self.acts].remove(&from);
                next.men[self.acts].insert(to);
                list.push((from_to(from, to), next));
            }
        }
        list
    }
}

#[test]
fn leaps() {
    confirm("ugolki", &[], &Leap::start(|(file, rank)| file < 3 && rank < 3, ORTHOGONAL.to_vec()));
    confirm("halma", &[], &Leap::start(|(file, rank)| file + rank < 4, all_ways()));
    confirm("halma", &["limit=100"], &Leap::start(|(file, rank)| file + rank < 4, all_ways()));
}

#[derive(Clone)]
struct Stukariki {
    men: [BTreeSet<Square>; 2],
    acts: usize,
}

impl Stukariki {
    fn plies(&self, seat: usize) -> Vec<(Square, Square)> {
        let taken = |square: Square| self.men.iter().any(|men| men.contains(&square));
        let mut list = Vec::new();
        for &from in &self.men[seat] {
            for way in ORTHOGONAL {
                let mut to = from;
                while on_board(go(to, way, 1)) && !taken(go(to, way, 1)) {
                    to = go(to, way, 1);
                }
                if to != from {
                    list.push((from, to));
                }
            }
        }
        list
    }
}

impl Twin for Stukariki {
    fn legal(&self) -> Vec<(String, Self)> {
        let mut diagonals = (0..8).flat_map(|n| [(n, n), (n, 7 - n)]);
        if diagonals.all(|square| self.men.iter().any(|men| men.contains(&square))) {
            return Vec::new();
        }
        let mut list = Vec::new();
        for (from, to) in self.plies(self.acts) {
            let mut next = self.clone();
            next.men[self.acts].remove(&from);
            next.men[self.acts].insert(to);
            if !next.plies(1 - self.acts).is_empty() {
                next.acts = 1 - self.acts;
            }
            list.push((from_to(from, to), next));
        }
        list
    }
}

#[test]
fn stukariki() {
    let white: BTreeSet<Square> = (1..7).flat_map(|n| [(0, n), (n, 0)]).collect();
    let black = turned(&white);
    confirm("stukariki", &[], &Stukariki { men: [white, black], acts: 0 });
}

#[derive(Clone)]
struct Lines {
    men: [BTreeSet<Square>; 2],
    acts: usize,
}

impl Lines {
    fn is_connected(men: &BTreeSet<Square>) -> bool {
        let mut group: Vec<Square> = men.iter().take(1).copied().collect();
        let mut seen = 0;
        while seen < group.len() {
            let beside = |man: &&Square| apart(**man, group[seen]) == 1 && !group.contains(man);
            let more: Vec<Square> = men.iter().filter(beside).copied().collect();
            group.extend(more);
            seen += 1;
        }
        group.len() == men.len()
    }

    fn plies(&self, seat: usize) -> Vec<(Square, Square)> {
        let mut list = Vec::new();
        for &from in &self.men[seat] {
            for way in all_ways() {
                let line = (-7..=7).map(|steps| go(from, way, steps));
                let count =
                    line.filter(|square| self.men.iter().any(|men| men.contains(square))).count() as i32;
                let to = go(from, way, count);
                let barred = (1..count).any(|steps| self.men[1 - seat].contains(&go(from, way, steps)));
                if on_board(to) && !barred && !self.men[seat].contains(&to) {
                    list.push((from, to));
                }
            }
        }
        list
    }
}

impl Twin for Lines {
    fn legal(&self) -> Vec<(String, Self)> {
        let mut list = Vec::new();
        if self.men.iter().any(Self::is_connected) {
            return list;
        }
        for (from, to) in self.plies(self.acts) {
            let mut next = self.clone();
            next.men[self.acts].remove(&from);
            next.men[self.acts].insert(to);
            next.men[1 - self.acts].remove(&to);
            if !next.plies(1 - self.acts).is_empty() {
                next.acts = 1 - self.acts;
            }
            list.push((from_to(from, to), next));
        }
        list
    }
}

#[test]
fn lines() {
    let white: BTreeSet<Square> = (1..7).flat_map(|n| [(n, 0), (n, 7)]).collect();
    let black = white.iter().map(|&(file, rank)| (rank, file)).collect();
    confirm("lines", &[], &Lines { men: [white, black], acts: 0 });
}
