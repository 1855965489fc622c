//! The placing and figure games told a second time, plainly, and held against the fast ones.

mod support;

use support::grid::{
    AROUND, At, Grid, LINES, Plain, Result, SIDES, Step, at, hold, more_wins, name, near, on_board, plus,
    squares,
};

/// White is seat 0, but for renju.
const LETTERS: [char; 2] = ['w', 'b'];

fn names(squares: Vec<At>) -> Vec<String> {
    squares.into_iter().map(name).collect()
}

fn placed(grid: &Grid) -> [i64; 2] {
    [['w', 'W'], ['b', 'B']].map(|letters| letters.map(|letter| grid.number(letter) as i64).iter().sum())
}

fn all_placed(grid: &Grid, most: i64) -> Option<Result> {
    let score = placed(grid);
    let winner = score.iter().position(|&number| number == most)?;
    Some((Some(winner), "all-placed", Some(score)))
}

#[derive(Clone)]
struct Damut {
    grid: Grid,
    acts: usize,
}

impl Damut {
    fn pairs(&self, seat: usize) -> Vec<String> {
        let fits = |square: At| {
            let own = |beside: At| self.grid.is(beside, LETTERS[seat]);
            self.grid.is_free(square) && !near(square, &SIDES).into_iter().any(own)
        };
        let mut pairs = Vec::new();
        for first in squares() {
            for step in [(0, 1), (1, 0)] {
                let second = plus(first, step, 1);
                if fits(first) && fits(second) {
                    pairs.push(format!("{}+{}", name(first), name(second)));
                }
            }
        }
        pairs
    }
}

impl Plain for Damut {
    fn start(_: &[&str]) -> Self {
        Damut { grid: Grid::default(), acts: 0 }
    }

    fn acts(&self) -> usize {
        self.acts
    }

    fn plies(&self) -> Vec<String> {
        self.pairs(self.acts)
    }

    fn play(&mut self, ply: &str) {
        ply.split('+').for_each(|square| self.grid.put(at(square), LETTERS[self.acts]));
        if !self.pairs(1 - self.acts).is_empty() {
            self.acts = 1 - self.acts;
        }
    }

    fn result(&self) -> Option<Result> {
        let stuck = [0, 1].into_iter().all(|seat| self.pairs(seat).is_empty());
        all_placed(&self.grid, 22).or_else(|| stuck.then(|| more_wins(placed(&self.grid), "count")))
    }

    fn grid(&self) -> &Grid {
        &self.grid
    }
}

#[derive(Clone)]
struct Loach {
    grid: Grid,
    acts: usize,
    /// The last piece, who placed it, and the step that led to it.
    last: Option<(At, usize, Option<Step>)>,
}

impl Loach {
    fn continuing(&self, seat: usize) -> Vec<String> {
        let Some((last, owner, step)) = self.last else {
            return ["d4", "d5", "e4", "e5"].map(str::to_owned).into();
        };
        let free =
            |step: Step| Some(plus(last, step, 1)).filter(|&square| self.grid.is_free(square)).map(name);
        let Some((right, up)) = step else {
            return SIDES.into_iter().filter_map(free).flat_map(|s| [s.clone(), s + "*"]).collect();
        };
        let straight = free((right, up));
        let aside = [(up, right), (-up, -right)].into_iter().filter_map(free).map(|square| square + "*");
        let hook = matches!(self.grid.get(last), Some('W' | 'B'));
        match (owner == seat, hook) {
            (false, false) => straight.into_iter().chain(aside).collect(),
            (false, true) => straight.into_iter().collect(),
            (true, true) => aside.collect(),
            (true, false) => Vec::new(),
        }
    }

    fn attaching(&self, seat: usize) -> Vec<String> {
        let enemies = [['b', 'B'], ['w', 'W']][seat];
        let mut plies = Vec::new();
        for enemy in enemies.into_iter().flat_map(|letter| self.grid.of(letter)) {
            for square in near(enemy, &SIDES) {
                if self.grid.is_free(square) {
                    plies.push(format!("{}@{}", name(square), name(enemy)));
                }
            }
        }
        plies
    }

    /// Who acts after a ply of a seat, and what he may do.
    fn next(&self, mover: usize) -> (usize, Vec<String>) {
        let other = 1 - mover;
        let ways = [
            (other, self.continuing(other)),
            (mover, self.continuing(mover)),
            (mover, self.attaching(mover)),
            (other, self.attaching(other)),
        ];
        ways.into_iter().find(|(_, plies)| !plies.is_empty()).unwrap_or((other, Vec::new()))
    }
}

impl Plain for Loach {
    fn start(_: &[&str]) -> Self {
        Loach { grid: Grid::default(), acts: 0, last: None }
    }

    fn acts(&self) -> usize {
        self.acts
    }

    fn plies(&self) -> Vec<String> {
        match self.last {
            Some((_, mover, _)) => self.next(mover).1,
            None => self.continuing(0),
        }
    }

    fn play(&mut self, ply: &str) {
        let square = at(ply);
        let flipped = ply.ends_with('*');
        let letter = if flipped { ['W', 'B'] } else { LETTERS }[self.acts];
        let from = ply.split_once('@').map(|(_, enemy)| at(enemy)).or(self.last.map(|(last, ..)| last));
        self.grid.put(square, letter);
        let step = from.map(|from| (square.0 - from.0, square.1 - from.1));
        self.last = Some((square, self.acts, step));
        self.acts = self.next(self.acts).0;
    }

    fn result(&self) -> Option<Result> {
        all_placed(&self.grid, 18)
    }

    fn grid(&self) -> &Grid {
        &self.grid
    }
}

#[derive(Clone)]
struct Fence {
    grid: Grid,
    acts: usize,
    /// The chain under way from end to end.
    chain: Vec<At>,
}

impl Fence {
    fn on_border(square: At) -> bool {
        near(square, &SIDES).len() < 4
    }

    /// The squares that continue the chain, and whether at its first end.
    fn continuing(&self) -> Vec<(At, bool)> {
        let mut found = Vec::new();
        for (end, first) in [(self.chain.first(), true), (self.chain.last(), false)] {
            let Some(&end) = end else { continue };
            let open =
                self.grid.is(end, LETTERS[1 - self.acts]) && (!Self::on_border(end) || self.chain.len() == 1);
            if open {
                let beside = near(end, &SIDES).into_iter().filter(|&square| self.grid.is_free(square));
                found.extend(beside.map(|square| (square, first)));
            }
        }
        found
    }
}

impl Plain for Fence {
    fn start(_: &[&str]) -> Self {
        Fence { grid: Grid::default(), acts: 0, chain: Vec::new() }
    }

    fn acts(&self) -> usize {
        self.acts
    }

    fn plies(&self) -> Vec<String> {
        let mut continuing: Vec<At> = self.continuing().into_iter().map(|(square, _)| square).collect();
        continuing.sort_unstable();
        continuing.dedup();
        names(if continuing.is_empty() { self.grid.free() } else { continuing })
    }

    fn play(&mut self, ply: &str) {
        let square = at(ply);
        let how = self.continuing().into_iter().find(|&(to, _)| to == square);
        self.grid.put(square, LETTERS[self.acts]);
        let Some((_, first)) = how else {
            self.chain = vec![square];
            self.acts = 1 - self.acts;
            return;
        };
        let beside = near(square, &SIDES);
        let enemy_end = |end: Option<&At>| {
            end.is_some_and(|end| beside.contains(end) && self.grid.is(*end, LETTERS[1 - self.acts]))
        };
        let ring = self.chain.len() >= 3 && enemy_end(self.chain.first()) && enemy_end(self.chain.last());
        if ring {
            self.chain.clear();
        } else if first {
            self.chain.insert(0, square);
        } else {
            self.chain.push(square);
        }
        if !ring && !Self::on_border(square) {
            self.acts = 1 - self.acts;
        }
    }

    fn result(&self) -> Option<Result> {
        all_placed(&self.grid, 18)
    }

    fn grid(&self) -> &Grid {
        &self.grid
    }
}

#[derive(Clone)]
struct Curtain {
    grid: Grid,
    acts: usize,
}

impl Curtain {
    fn gaps(&self) -> Vec<Vec<At>> {
        let own = LETTERS[self.acts];
        let mut gaps = Vec::new();
        for from in self.grid.of(own) {
            for step in LINES {
                let gap: Vec<At> = (1..8)
                    .map(|n| plus(from, step, n))
                    .take_while(|&square| self.grid.is_free(square))
                    .collect();
                if !gap.is_empty() && self.grid.is(plus(from, step, gap.len() as i32 + 1), own) {
                    gaps.push(gap);
                }
            }
        }
        gaps
    }
}

impl Plain for Curtain {
    fn start(_: &[&str]) -> Self {
        Curtain { grid: Grid::default(), acts: 0 }
    }

    fn acts(&self) -> usize {
        self.acts
    }

    fn plies(&self) -> Vec<String> {
        let gaps = self.gaps();
        if gaps.is_empty() {
            return names(self.grid.free());
        }
        let hand = 30 - placed(&self.grid)[self.acts] as usize;
        let text = |gap: Vec<At>| {
            let filled = &gap[..gap.len().min(hand)];
            match filled {
                [only] => name(*only),
                _ => format!("{}..{}", name(filled[0]), name(filled[filled.len() - 1])),
            }
        };
        let mut plies: Vec<String> = gaps.into_iter().map(text).collect();
        plies.sort();
        plies.dedup();
        plies
    }

    fn play(&mut self, ply: &str) {
        let (first, last) = ply.split_once("..").map_or((at(ply), at(ply)), |(a, b)| (at(a), at(b)));
        let step = ((last.0 - first.0).signum(), (last.1 - first.1).signum());
        let mut square = first;
        self.grid.put(square, LETTERS[self.acts]);
        while square != last {
            square = plus(square, step, 1);
            self.grid.put(square, LETTERS[self.acts]);
        }
        self.acts = 1 - self.acts;
    }

    fn result(&self) -> Option<Result> {
        all_placed(&self.grid, 30)
    }

    fn grid(&self) -> &Grid {
        &self.grid
    }
}

/// The length of the unbroken series of a letter through a square along a line.
fn run(grid: &Grid, square: At, step: Step) -> i32 {
    let letter = grid.get(square).expect("a piece");
    let one_way = |step| (1..8).take_while(|&n| grid.is(plus(square, step, n), letter)).count() as i32;
    1 + one_way(step) + one_way((-step.0, -step.1))
}

#[derive(Clone)]
struct Renju {
    grid: Grid,
    acts: usize,
    size: usize,
    classic: bool,
    passes: usize,
    first: Option<At>,
    result: Option<Result>,
}

/// The whole line through a square, the square among them.
fn line(square: At, step: Step) -> Vec<At> {
    (-7..8).map(|n| plus(square, step, n)).filter(|&at| on_board(at)).collect()
}

/// *Four*: the different sets of four black stones of a line, the square's among them, which an empty square of the
/// line makes a run of exactly five.
fn fours(grid: &Grid, square: At, step: Step) -> Vec<Vec<At>> {
    let mut found = Vec::new();
    for empty in line(square, step).into_iter().filter(|&at| grid.is_free(at)) {
        let mut with = grid.clone();
        with.put(empty, 'b');
        if run(&with, empty, step) != 5 {
            continue;
        }
        let mut five = with.region(empty, &[step, (-step.0, -step.1)], |at| with.is(at, 'b'));
        five.retain(|&at| at != empty);
        five.sort_unstable();
        if five.contains(&square) && !found.contains(&five) {
            found.push(five);
        }
    }
    found
}

/// *Straight four*: whether four black stones of a line that hold both squares have empty squares at either end, each
/// of which makes exactly five.
fn is_straight_four(grid: &Grid, one: At, other: At, step: Step) -> bool {
    let four = grid.region(one, &[step, (-step.0, -step.1)], |at| grid.is(at, 'b'));
    if four.len() != 4 || !four.contains(&other) {
        return false;
    }
    let ends: Vec<At> = [step, (-step.0, -step.1)]
        .into_iter()
        .flat_map(|way| four.iter().map(move |&at| plus(at, way, 1)))
        .filter(|at| !four.contains(at))
        .collect();
    ends.iter().all(|&end| {
        let mut with = grid.clone();
        with.put(end, 'b');
        grid.is_free(end) && run(&with, end, step) == 5
    })
}

/// *Forbidden*, by the whole definition.
fn is_forbidden(grid: &Grid, square: At) -> bool {
    let mut with = grid.clone();
    with.put(square, 'b');
    let runs = LINES.map(|step| run(&with, square, step));
    if runs.contains(&5) {
        return false;
    }
    let fours: usize = LINES.into_iter().map(|step| fours(&with, square, step).len()).sum();
    let is_three = |step: &Step| {
        line(square, *step).into_iter().filter(|&e| with.is_free(e)).any(|e| {
            let mut four = with.clone();
            four.put(e, 'b');
            is_straight_four(&four, square, e, *step)
                && !LINES.into_iter().any(|step| run(&four, e, step) == 5)
                && !is_forbidden(&with, e)
        })
    };
    runs.iter().any(|&run| run > 5) || fours >= 2 || LINES.iter().filter(|step| is_three(step)).count() >= 2
}

impl Renju {
    fn hand(&self, seat: usize) -> usize {
        self.size - self.grid.number(['b', 'w'][seat])
    }

    fn can_get_five(&self, seat: usize) -> bool {
        let (own, enemy) = (['b', 'w'][seat], ['w', 'b'][seat]);
        squares().into_iter().any(|first| {
            LINES.into_iter().any(|step| {
                let five = [0, 1, 2, 3, 4].map(|n| plus(first, step, n));
                let lacking = five.iter().filter(|&&at| !self.grid.is(at, own)).count();
                five.iter().all(|&at| on_board(at) && !self.grid.is(at, enemy)) && lacking <= self.hand(seat)
            })
        })
    }
}

impl Plain for Renju {
    fn start(options: &[&str]) -> Self {
        let pieces = options.iter().find_map(|option| option.strip_prefix("pieces="));
        Renju {
            grid: Grid::default(),
            acts: 0,
            size: pieces.map_or(30, |pieces| pieces.parse().expect("a number")),
            classic: options.contains(&"opening=classic"),
            passes: 0,
            first: None,
            result: None,
        }
    }

    fn acts(&self) -> usize {
        self.acts
    }

    fn plies(&self) -> Vec<String> {
        let mut free = self.grid.free();
        let stones = 64 - free.len();
        let steps = |a: At, b: At| (a.0 - b.0).abs().max((a.1 - b.1).abs());
        match (self.classic, self.first, stones) {
            (true, None, _) => {
                free.retain(|&square| steps(square, (3, 3)) <= 1 && square.0 > 2 && square.1 > 2)
            }
            (true, Some(first), 1 | 2) => free.retain(|&square| steps(square, first) <= stones as i32),
            _ => {}
        }
        if self.acts == 0 {
            free.retain(|&square| !is_forbidden(&self.grid, square));
        }
        if self.hand(self.acts) == 0 {
            free.clear();
        }
        let mut plies = names(free);
        if stones >= 6 || plies.is_empty() {
            plies.push("pass".to_owned());
        }
        plies
    }

    fn play(&mut self, ply: &str) {
        if ply == "pass" {
            self.passes += 1;
            if self.passes == 2 {
                self.result = Some((None, "passes", None));
            }
        } else {
            self.passes = 0;
            self.grid.put(at(ply), ['b', 'w'][self.acts]);
            self.first = self.first.or(Some(at(ply)));
            let wins = |step| {
                let run = run(&self.grid, at(ply), step);
                run == 5 || run > 5 && self.acts == 1
            };
            if LINES.into_iter().any(wins) {
                self.result = Some((Some(self.acts), "five", None));
            } else if !self.can_get_five(0) && !self.can_get_five(1) {
                self.result = Some((None, "no-five", None));
            }
        }
        self.acts = 1 - self.acts;
    }

    fn result(&self) -> Option<Result> {
        self.result
    }

    fn grid(&self) -> &Grid {
        &self.grid
    }
}

#[derive(Clone)]
struct TicTacToe {
    grid: Grid,
    acts: usize,
    doubled: bool,
    /// The far squares while the second piece of a double placement is due.
    far: Option<Vec<At>>,
    won: Option<usize>,
}

impl TicTacToe {
    fn far(&self) -> Vec<At> {
        let mut free = self.grid.free();
        let steps = |a: At, b: At| (a.0 - b.0).abs().max((a.1 - b.1).abs());
        free.retain(|&square| self.grid.0.keys().all(|&piece| steps(piece, square) >= 3));
        free
    }
}

impl Plain for TicTacToe {
    fn start(_: &[&str]) -> Self {
        TicTacToe { grid: Grid::default(), acts: 0, doubled: false, far: None, won: None }
    }

    fn acts(&self) -> usize {
        self.acts
    }

    fn plies(&self) -> Vec<String> {
        if let Some(far) = &self.far {
            return names(far.clone());
        }
        let free = self.grid.free();
        match 64 - free.len() {
            0 => ["a1", "a2", "b1", "a7", "a8", "b8", "g1", "h1", "h2", "g8", "h7", "h8"]
                .map(str::to_owned)
                .into(),
            1 => {
                let first = *self.grid.0.keys().next().expect("a piece");
                let block = |line: i32| if line < 3 { 0..3 } else { 5..8 };
                let (files, ranks) = (block(first.0), block(first.1));
                names(free.into_iter().filter(|s| files.contains(&s.0) && ranks.contains(&s.1)).collect())
            }
            _ => {
                let far = self.far();
                let mut plies = names(free.clone());
                if self.acts == 1 && !self.doubled && self.grid.number('b') <= 10 && !far.is_empty() {
                    let near = free.into_iter().filter(|square| !far.contains(square));
                    plies.extend(near.map(|square| name(square) + "+"));
                }
                plies
            }
        }
    }

    fn play(&mut self, ply: &str) {
        let far = self.far();
        self.grid.put(at(ply), LETTERS[self.acts]);
        if LINES.into_iter().any(|step| run(&self.grid, at(ply), step) >= 4) {
            self.won = Some(self.acts);
        }
        if ply.ends_with('+') {
            self.doubled = true;
            self.far = Some(far);
        } else {
            self.far = None;
            if self.grid.number(LETTERS[1 - self.acts]) < 12 {
                self.acts = 1 - self.acts;
            }
        }
    }

    fn result(&self) -> Option<Result> {
        if let Some(winner) = self.won {
            return Some((Some(winner), "four", None));
        }
        (placed(&self.grid) == [12, 12]).then_some((None, "all-placed", None))
    }

    fn grid(&self) -> &Grid {
        &self.grid
    }
}

#[derive(Clone)]
struct Bridgit {
    grid: Grid,
    acts: usize,
    spans: bool,
}

impl Bridgit {
    /// The lines, counted along a seat's way, that a set touches.
    fn lines(seat: usize, set: &[At]) -> Vec<i32> {
        let mut lines: Vec<i32> =
            set.iter().map(|&(file, rank)| if seat == 0 { rank } else { file }).collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    fn joins(&self, seat: usize, fits: impl Fn(At) -> bool) -> bool {
        self.grid.regions(fits).iter().any(|region| {
            let lines = Self::lines(seat, region);
            lines.contains(&0) && lines.contains(&7)
        })
    }

    fn span(&self, seat: usize) -> (usize, usize) {
        let groups = self.grid.regions(|square| self.grid.is(square, LETTERS[seat]));
        groups.iter().map(|group| (Self::lines(seat, group).len(), group.len())).max().unwrap_or((0, 0))
    }
}

impl Plain for Bridgit {
    fn start(options: &[&str]) -> Self {
        Bridgit { grid: Grid::default(), acts: 0, spans: options == ["blocked=span"] }
    }

    fn acts(&self) -> usize {
        self.acts
    }

    fn plies(&self) -> Vec<String> {
        names(self.grid.free())
    }

    fn play(&mut self, ply: &str) {
        self.grid.put(at(ply), LETTERS[self.acts]);
        self.acts = 1 - self.acts;
    }

    fn result(&self) -> Option<Result> {
        for seat in [0, 1] {
            if self.joins(seat, |square| self.grid.is(square, LETTERS[seat])) {
                return Some((Some(seat), "goal", None));
            }
        }
        if [0, 1].into_iter().any(|seat| self.joins(seat, |square| !self.grid.is(square, LETTERS[1 - seat])))
        {
            return None;
        }
        if !self.spans {
            return Some((None, "blocked", None));
        }
        let [white, black] = [0, 1].map(|seat| self.span(seat));
        let winner = if white == black { None } else { Some(usize::from(black > white)) };
        Some((winner, "count", Some([white.0 as i64, black.0 as i64])))
    }

    fn grid(&self) -> &Grid {
        &self.grid
    }
}

#[derive(Clone)]
struct Quadrature {
    grid: Grid,
    plies: Vec<At>,
    made: [i64; 2],
    full: bool,
}

impl Plain for Quadrature {
    fn start(options: &[&str]) -> Self {
        Quadrature { grid: Grid::default(), plies: Vec::new(), made: [0; 2], full: options == ["full=on"] }
    }

    fn acts(&self) -> usize {
        match self.plies.len() {
            0..3 => 0,
            3..6 => 1,
            number => number % 2,
        }
    }

    fn plies(&self) -> Vec<String> {
        match self.plies.as_slice() {
            [(file, rank)] => names(vec![(7 - file, *rank), (*file, 7 - rank)]),
            [(file, rank), _] => names(vec![(7 - file, 7 - rank)]),
            _ => names(self.grid.free()),
        }
    }

    fn play(&mut self, ply: &str) {
        let seat = self.acts();
        let before = self.grid.clone();
        self.grid.put(at(ply), LETTERS[seat]);
        self.plies.push(at(ply));
        let own = |grid: &Grid, corner: At| grid.is(corner, LETTERS[seat]);
        for (file, rank) in squares() {
            for a in 1..8 {
                for b in 0..8 {
                    let corners = [
                        (file, rank),
                        (file + a, rank + b),
                        (file + a - b, rank + b + a),
                        (file - b, rank + a),
                    ];
                    let all = |grid: &Grid| corners.iter().all(|&corner| own(grid, corner));
                    if all(&self.grid) && !all(&before) {
                        self.made[seat] += 1;
                    }
                }
            }
        }
    }

    fn result(&self) -> Option<Result> {
        let full = self.grid.free().is_empty();
        let [white, black] = self.made;
        let winner = if white == black { None } else { Some(usize::from(white > black)) };
        if self.made != [0, 0] && !self.full {
            return Some((winner, "square", Some(self.made)));
        }
        full.then_some((winner, "count", Some(self.made)))
    }

    fn grid(&self) -> &Grid {
        &self.grid
    }
}

#[derive(Clone)]
struct Goban {
    grid: Grid,
    acts: usize,
    record: [Vec<[At; 5]>; 2],
    /// The positions since the last placement or new five.
    since: Vec<(Grid, usize)>,
}

impl Goban {
    fn of_seat(&self, seat: usize) -> Vec<String> {
        if self.grid.number(LETTERS[seat]) < 12 {
            return names(self.grid.free());
        }
        let mut plies = Vec::new();
        for from in self.grid.of(LETTERS[seat]) {
            for to in near(from, &AROUND) {
                if self.grid.is_free(to) {
                    plies.push(format!("{}-{}", name(from), name(to)));
                }
            }
        }
        plies
    }
}

impl Plain for Goban {
    fn start(_: &[&str]) -> Self {
        let grid = Grid::default();
        Goban { since: vec![(grid.clone(), 0)], grid, acts: 0, record: [Vec::new(), Vec::new()] }
    }

    fn acts(&self) -> usize {
        self.acts
    }

    fn plies(&self) -> Vec<String> {
        self.of_seat(self.acts)
    }

    fn play(&mut self, ply: &str) {
        let own = LETTERS[self.acts];
        let to = ply.split_once('-').map_or(ply, |(_, to)| to);
        let moved = to != ply;
        if moved {
            self.grid.take(at(ply));
        }
        self.grid.put(at(to), own);
        let mut new = false;
        for first in squares() {
            for step in LINES {
                let five = [0, 1, 2, 3, 4].map(|n| plus(first, step, n));
                if five.iter().all(|&square| self.grid.is(square, own))
                    && !self.record[self.acts].contains(&five)
                {
                    self.record[self.acts].push(five);
                    new = true;
                }
            }
        }
        if !self.of_seat(1 - self.acts).is_empty() {
            self.acts = 1 - self.acts;
        }
        if new || !moved {
            self.since.clear();
        }
        self.since.push((self.grid.clone(), self.acts));
    }

    fn result(&self) -> Option<Result> {
        let points = [0, 1].map(|seat| self.record[seat].len() as i64);
        if let Some(winner) = points.iter().position(|&points| points >= 10) {
            let premium = |seat| points[seat] + if seat == winner { 3 } else { 0 };
            return Some((Some(winner), "goal", Some([premium(0), premium(1)])));
        }
        let here = self.since.last().expect("a position");
        if self.since.iter().filter(|position| *position == here).count() == 3 {
            return Some(more_wins(points, "repetition"));
        }
        (self.since.len() > 100).then(|| more_wins(points, "no-progress"))
    }

    fn grid(&self) -> &Grid {
        &self.grid
    }
}

#[test]
fn damut() {
    hold::<Damut>("damut", &[], 20);
}

#[test]
fn loach() {
    hold::<Loach>("loach", &[], 60);
}

#[test]
fn fence() {
    hold::<Fence>("fence", &[], 60);
}

#[test]
fn curtain() {
    hold::<Curtain>("curtain", &[], 30);
}

#[test]
fn renju() {
    hold::<Renju>("renju", &[&["pieces=25"], &["pieces=20"], &["opening=classic"]], 6);
}

#[test]
fn tic_tac_toe() {
    hold::<TicTacToe>("tic-tac-toe", &[], 40);
}

#[test]
fn bridgit() {
    hold::<Bridgit>("bridgit", &[&["blocked=span"]], 6);
}

#[test]
fn quadrature() {
    hold::<Quadrature>("quadrature", &[&["full=on"]], 6);
}

#[test]
fn goban() {
    hold::<Goban>("goban", &[], 6);
}
