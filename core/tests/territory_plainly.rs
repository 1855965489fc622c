//! The territory games told a second time, plainly, and held against the fast ones.

mod support;

use support::grid::{AROUND, At, Grid, Plain, Result, SIDES, at, hold, more_wins, name, near, plus};

/// The letter of the seat, for games in which White, or Black, is seat 0.
const WHITE_FIRST: [char; 2] = ['w', 'b'];
const BLACK_FIRST: [char; 2] = ['b', 'w'];

fn names(squares: Vec<At>) -> Vec<String> {
    squares.into_iter().map(name).collect()
}

#[derive(Clone)]
struct Reversi {
    grid: Grid,
    acts: usize,
}

impl Reversi {
    fn turned(&self, seat: usize, square: At) -> Vec<At> {
        let mut turned = Vec::new();
        if !self.grid.is_free(square) {
            return turned;
        }
        for step in AROUND {
            let row: Vec<At> = (1..8)
                .map(|n| plus(square, step, n))
                .take_while(|&at| self.grid.is(at, BLACK_FIRST[1 - seat]))
                .collect();
            if self.grid.is(plus(square, step, row.len() as i32 + 1), BLACK_FIRST[seat]) {
                turned.extend(row);
            }
        }
        turned
    }

    fn targets(&self, seat: usize) -> Vec<At> {
        let mut free = self.grid.free();
        free.retain(|&square| !self.turned(seat, square).is_empty());
        free
    }
}

impl Plain for Reversi {
    fn start(_: &[&str]) -> Self {
        let mut grid = Grid::default();
        for (square, letter) in [("d4", 'w'), ("e5", 'w'), ("d5", 'b'), ("e4", 'b')] {
            grid.put(at(square), letter);
        }
        Reversi { grid, acts: 0 }
    }

    fn acts(&self) -> usize {
        self.acts
    }

    fn plies(&self) -> Vec<String> {
        names(self.targets(self.acts))
    }

    fn play(&mut self, ply: &str) {
        for square in self.turned(self.acts, at(ply)) {
            self.grid.put(square, BLACK_FIRST[self.acts]);
        }
        self.grid.put(at(ply), BLACK_FIRST[self.acts]);
        if !self.targets(1 - self.acts).is_empty() {
            self.acts = 1 - self.acts;
        }
    }

    fn result(&self) -> Option<Result> {
        let over = [0, 1].into_iter().all(|seat| self.targets(seat).is_empty());
        over.then(|| more_wins(BLACK_FIRST.map(|letter| self.grid.number(letter) as i64), "count"))
    }

    fn grid(&self) -> &Grid {
        &self.grid
    }
}

#[derive(Clone)]
struct Korobochka {
    grid: Grid,
    acts: usize,
}

impl Plain for Korobochka {
    fn start(_: &[&str]) -> Self {
        Korobochka { grid: Grid::default(), acts: 0 }
    }

    fn acts(&self) -> usize {
        self.acts
    }

    fn plies(&self) -> Vec<String> {
        names(self.grid.free())
    }

    fn play(&mut self, ply: &str) {
        let square = at(ply);
        self.grid.put(square, WHITE_FIRST[self.acts]);
        let mut taken = Vec::new();
        for (right, up) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let others = [(right, 0), (0, up), (right, up)].map(|step| plus(square, step, 1));
            if others.iter().all(|&other| self.grid.get(other).is_some()) {
                taken.extend(others);
            }
        }
        for &other in &taken {
            self.grid.put(other, WHITE_FIRST[self.acts]);
        }
        if taken.is_empty() {
            self.acts = 1 - self.acts;
        }
    }

    fn result(&self) -> Option<Result> {
        let score = WHITE_FIRST.map(|letter| self.grid.number(letter) as i64);
        self.grid.free().is_empty().then(|| more_wins(score, "count"))
    }

    fn grid(&self) -> &Grid {
        &self.grid
    }
}

/// The squares of all groups of a letter without a free side neighbour.
fn fallen(grid: &Grid, letter: char) -> Vec<At> {
    let breathes = |&square: &At| near(square, &SIDES).into_iter().any(|beside| grid.is_free(beside));
    let mut groups = grid.regions(|square| grid.is(square, letter));
    groups.retain(|group| !group.iter().any(breathes));
    groups.concat()
}

#[derive(Clone)]
struct Atari {
    grid: Grid,
    acts: usize,
    winner: Option<usize>,
}

impl Plain for Atari {
    fn start(_: &[&str]) -> Self {
        Atari { grid: Grid::default(), acts: 0, winner: None }
    }

    fn acts(&self) -> usize {
        self.acts
    }

    fn plies(&self) -> Vec<String> {
        names(self.grid.free())
    }

    fn play(&mut self, ply: &str) {
        self.grid.put(at(ply), BLACK_FIRST[self.acts]);
        if !fallen(&self.grid, BLACK_FIRST[1 - self.acts]).is_empty() {
            self.winner = Some(self.acts);
        } else if !fallen(&self.grid, BLACK_FIRST[self.acts]).is_empty() {
            self.winner = Some(1 - self.acts);
        }
        self.acts = 1 - self.acts;
    }

    fn result(&self) -> Option<Result> {
        self.winner.map(|winner| (Some(winner), "captured", None))
    }

    fn grid(&self) -> &Grid {
        &self.grid
    }
}

#[derive(Clone)]
struct Comb {
    grid: Grid,
    /// Whose every placement of the rest of the game is, the next one last.
    order: Vec<usize>,
}

impl Comb {
    fn live_regions(&self) -> Vec<Vec<At>> {
        self.grid.regions(|square| !matches!(self.grid.get(square), Some('W' | 'B')))
    }

    fn holds(&self, region: &[At], letter: char) -> bool {
        region.iter().any(|&square| self.grid.is(square, letter))
    }
}

impl Plain for Comb {
    fn start(_: &[&str]) -> Self {
        let mut grid = Grid::default();
        grid.put(at("a1"), 'w');
        grid.put(at("h8"), 'b');
        let mut order = vec![0, 1, 1];
        order.extend([0, 0, 0, 1, 1]);
        for _ in 0..8 {
            order.extend([0, 0, 1, 1, 1, 0, 0, 0, 1, 1]);
        }
        order.reverse();
        Comb { grid, order }
    }

    fn acts(&self) -> usize {
        *self.order.last().expect("placements enough")
    }

    fn plies(&self) -> Vec<String> {
        let mut free = self.grid.free();
        let own = WHITE_FIRST[self.acts()];
        free.retain(|&square| near(square, &SIDES).into_iter().any(|beside| self.grid.is(beside, own)));
        names(free)
    }

    fn play(&mut self, ply: &str) {
        let seat = self.order.pop().expect("placements enough");
        self.grid.put(at(ply), WHITE_FIRST[seat]);
        for beside in near(at(ply), &SIDES) {
            if self.grid.is(beside, WHITE_FIRST[1 - seat]) {
                self.grid.put(beside, ['W', 'B'][seat]);
            }
        }
    }

    fn result(&self) -> Option<Result> {
        let regions = self.live_regions();
        if regions.iter().any(|region| self.holds(region, 'w') && self.holds(region, 'b')) {
            return None;
        }
        let score = [('w', 'W'), ('b', 'B')].map(|(live, dead)| {
            let free: usize = regions
                .iter()
                .filter(|region| self.holds(region, live))
                .map(|region| region.iter().filter(|&&square| self.grid.is_free(square)).count())
                .sum();
            (self.grid.number(live) + self.grid.number(dead) + free) as i64
        });
        Some(more_wins(score, if self.grid.free().is_empty() { "count" } else { "barrier" }))
    }

    fn grid(&self) -> &Grid {
        &self.grid
    }
}

#[derive(Clone)]
struct Crossroads {
    grid: Grid,
    acts: usize,
    files: [Option<usize>; 8],
    ranks: [Option<usize>; 8],
}

impl Crossroads {
    fn owners(&self, (file, rank): At) -> [Option<usize>; 2] {
        [self.files[file as usize], self.ranks[rank as usize]]
    }

    fn over(&self) -> bool {
        self.files.iter().chain(&self.ranks).all(Option::is_some)
    }
}

impl Plain for Crossroads {
    fn start(_: &[&str]) -> Self {
        Crossroads { grid: Grid::default(), acts: 0, files: [None; 8], ranks: [None; 8] }
    }

    fn acts(&self) -> usize {
        self.acts
    }

    fn plies(&self) -> Vec<String> {
        let mut free = self.grid.free();
        free.retain(|&square| !self.owners(square).contains(&Some(1 - self.acts)));
        names(free)
    }

    fn play(&mut self, ply: &str) {
        let (file, rank) = at(ply);
        self.grid.put((file, rank), WHITE_FIRST[self.acts]);
        self.files[file as usize] = Some(self.acts);
        self.ranks[rank as usize] = Some(self.acts);
        if self.over() {
            for square in self.grid.free() {
                if let [Some(one), Some(other)] = self.owners(square)
                    && one == other
                {
                    self.grid.put(square, WHITE_FIRST[one]);
                }
            }
        }
        self.acts = 1 - self.acts;
    }

    fn result(&self) -> Option<Result> {
        if !self.over() {
            return None;
        }
        let regions = self.grid.regions(|square| self.grid.is_free(square));
        let beside = |region: &[At]| {
            let mut beside: Vec<At> = region.iter().flat_map(|&square| near(square, &SIDES)).collect();
            beside.sort_unstable();
            beside.dedup();
            beside.retain(|square| !region.contains(square));
            beside
        };
        let more = |[white, black]: [usize; 2]| match white.cmp(&black) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
        };
        let first: Vec<Option<usize>> = regions
            .iter()
            .map(|region| {
                let border = beside(region);
                more(WHITE_FIRST.map(|letter| border.iter().filter(|&&at| self.grid.is(at, letter)).count()))
            })
            .collect();
        let mut score = WHITE_FIRST.map(|letter| self.grid.number(letter) as i64);
        for (region, owner) in regions.iter().zip(&first) {
            let corners = || {
                let border = beside(region);
                let mut corners: Vec<At> = region.iter().flat_map(|&square| near(square, &AROUND)).collect();
                corners.sort_unstable();
                corners.dedup();
                corners.retain(|square| !region.contains(square) && !border.contains(square));
                let of = |seat: usize| {
                    let owned = |corner: &&At| {
                        regions.iter().zip(&first).any(|(r, o)| r.contains(corner) && *o == Some(seat))
                    };
                    corners.iter().filter(owned).count()
                };
                more([of(0), of(1)])
            };
            if let Some(seat) = owner.or_else(corners) {
                score[seat] += region.len() as i64;
            }
        }
        Some(more_wins(score, "count"))
    }

    fn grid(&self) -> &Grid {
        &self.grid
    }
}

#[derive(Clone)]
struct Flood {
    grid: Grid,
    before: Grid,
    hands: [u32; 2],
    acts: usize,
    passed: bool,
    over: bool,
}

impl Flood {
    fn take_off(grid: &mut Grid, seat: usize) {
        for square in fallen(grid, BLACK_FIRST[seat]) {
            grid.take(square);
        }
    }

    fn placed(&self, square: At) -> Grid {
        let mut grid = self.grid.clone();
        grid.put(square, BLACK_FIRST[self.acts]);
        Self::take_off(&mut grid, 1 - self.acts);
        grid
    }
}

impl Plain for Flood {
    fn start(options: &[&str]) -> Self {
        let hand = options.first().map_or(32, |option| option["pieces=".len()..].parse().expect("a number"));
        let grid = Grid::default();
        Flood { before: grid.clone(), grid, hands: [hand; 2], acts: 0, passed: false, over: false }
    }

    fn acts(&self) -> usize {
        self.acts
    }

    fn plies(&self) -> Vec<String> {
        let mut free = self.grid.free();
        // The empty board cannot come back by placing.
        free.retain(|&square| self.placed(square) != self.before);
        let mut plies = names(free);
        plies.push("pass".to_owned());
        plies
    }

    fn play(&mut self, ply: &str) {
        self.before = self.grid.clone();
        let (own, other) = (self.acts, 1 - self.acts);
        if ply == "pass" {
            Self::take_off(&mut self.grid, other);
            self.over = self.passed || self.hands[other] == 0;
        } else {
            self.grid = self.placed(at(ply));
            self.hands[own] -= 1;
            self.over = self.hands == [0, 0];
        }
        self.passed = ply == "pass";
        if self.over {
            Self::take_off(&mut self.grid, own);
            Self::take_off(&mut self.grid, other);
        } else if self.hands[other] == 0 {
            Self::take_off(&mut self.grid, own);
        } else {
            self.acts = other;
        }
    }

    fn result(&self) -> Option<Result> {
        if !self.over {
            return None;
        }
        let mut score = BLACK_FIRST.map(|letter| self.grid.number(letter) as i64);
        for region in self.grid.regions(|square| self.grid.is_free(square)) {
            let touches = |letter: char| {
                let beside = |&square: &At| near(square, &SIDES).into_iter().any(|b| self.grid.is(b, letter));
                region.iter().any(beside)
            };
            match BLACK_FIRST.map(touches) {
                [true, false] => score[0] += region.len() as i64,
                [false, true] => score[1] += region.len() as i64,
                _ => {}
            }
        }
        Some(more_wins(score, "count"))
    }

    fn grid(&self) -> &Grid {
        &self.grid
    }
}

#[derive(Clone)]
struct Dots {
    grid: Grid,
    hands: [u32; 2],
    acts: usize,
    last: Option<At>,
    /// Plies of this turn so far, and how many it may have.
    done: usize,
    most: usize,
    /// The boards at the start of all turns so far, this one's last.
    turns: Vec<Grid>,
}

impl Dots {
    fn around(&self, square: At, seat: usize) -> usize {
        let own = |at: &At| self.grid.is(*at, WHITE_FIRST[seat]);
        near(square, &AROUND).iter().filter(|at| own(at)).count()
    }

    fn placed(&self, square: At) -> Grid {
        let mut with = self.clone();
        with.grid.put(square, WHITE_FIRST[self.acts]);
        let mut taken = near(square, &AROUND);
        taken.retain(|&enemy| with.grid.is(enemy, WHITE_FIRST[1 - self.acts]));
        taken.retain(|&enemy| with.around(enemy, self.acts) >= 4);
        taken.into_iter().for_each(|enemy| with.grid.take(enemy));
        with.grid
    }

    fn targets(&self) -> Vec<At> {
        let mut free = self.grid.free();
        // The opponent's last turn began one board before this turn's.
        if let [.., before, _] = self.turns.as_slice() {
            free.retain(|&square| self.placed(square) != *before);
        }
        let Some(last) = self.last else { return free };
        let enemy = WHITE_FIRST[1 - self.acts];
        let touching = |square: &At| near(*square, &AROUND).into_iter().any(|at| self.grid.is(at, enemy));
        let beside_enemies: Vec<At> = free.iter().copied().filter(touching).collect();
        if self.done > 0 {
            return beside_enemies;
        }
        let mut beside_last = free.clone();
        beside_last.retain(|&square| near(square, &AROUND).contains(&last));
        [beside_last, beside_enemies, free].into_iter().find(|set| !set.is_empty()).unwrap_or_default()
    }

    fn end_turn(&mut self) {
        self.acts = 1 - self.acts;
        self.done = 0;
        self.turns.push(self.grid.clone());
        let edge = |line: i32| line == 0 || line == 7;
        self.most = match self.last {
            Some((file, rank)) if edge(file) && edge(rank) => 3,
            Some((file, rank)) if edge(file) || edge(rank) => 2,
            _ => 1,
        };
    }
}

impl Plain for Dots {
    fn start(_: &[&str]) -> Self {
        let grid = Grid::default();
        Dots { turns: vec![grid.clone()], grid, hands: [24; 2], acts: 0, last: None, done: 0, most: 1 }
    }

    fn acts(&self) -> usize {
        self.acts
    }

    fn plies(&self) -> Vec<String> {
        let mut plies = names(self.targets());
        if self.done > 0 {
            plies.push("pass".to_owned());
        }
        plies
    }

    fn play(&mut self, ply: &str) {
        if ply == "pass" {
            return self.end_turn();
        }
        self.grid = self.placed(at(ply));
        self.hands[self.acts] -= 1;
        self.last = Some(at(ply));
        self.done += 1;
        if self.done == self.most || self.targets().is_empty() {
            self.end_turn();
        }
    }

    fn result(&self) -> Option<Result> {
        if !self.hands.contains(&0) {
            return None;
        }
        let mut owned = self.clone();
        loop {
            let mut given = Vec::new();
            for square in owned.grid.free() {
                let [white, black] = [0, 1].map(|seat| owned.around(square, seat));
                if white != black {
                    given.push((square, if white > black { 'w' } else { 'b' }));
                }
            }
            if given.is_empty() {
                break;
            }
            given.into_iter().for_each(|(square, letter)| owned.grid.put(square, letter));
        }
        Some(more_wins(WHITE_FIRST.map(|letter| owned.grid.number(letter) as i64), "count"))
    }

    fn grid(&self) -> &Grid {
        &self.grid
    }
}

#[derive(Clone)]
struct Fenzu {
    grid: Grid,
    hands: [i64; 2],
    prisoners: [i64; 2],
    acts: usize,
    sacrificed: Option<At>,
    kept: bool,
}

impl Fenzu {
    fn hits(from: At, to: At) -> bool {
        let (files, ranks) = ((from.0 - to.0).abs(), (from.1 - to.1).abs());
        from != to && (files == 0 || files == ranks)
    }

    fn is_hit(&self, square: At) -> bool {
        self.grid.of(WHITE_FIRST[1 - self.acts]).into_iter().any(|enemy| Self::hits(enemy, square))
    }
}

impl Plain for Fenzu {
    fn start(options: &[&str]) -> Self {
        Fenzu {
            grid: Grid::default(),
            hands: [18; 2],
            prisoners: [0; 2],
            acts: 0,
            sacrificed: None,
            kept: options != ["count=board"],
        }
    }

    fn acts(&self) -> usize {
        self.acts
    }

    fn plies(&self) -> Vec<String> {
        if let Some(sacrificed) = self.sacrificed {
            let mut strikers = self.grid.of(WHITE_FIRST[self.acts]);
            strikers.retain(|&striker| Self::hits(striker, sacrificed));
            return strikers.into_iter().map(|striker| format!("x{}", name(striker))).collect();
        }
        let mut half = self.grid.free();
        half.retain(|&(_, rank)| (rank < 4) == (self.acts == 0));
        let safe: Vec<At> = half.iter().copied().filter(|&square| !self.is_hit(square)).collect();
        names(if safe.is_empty() { half } else { safe })
    }

    fn play(&mut self, ply: &str) {
        match (self.sacrificed, ply.strip_prefix('x')) {
            (Some(sacrificed), Some(striker)) => {
                self.grid.take(sacrificed);
                self.grid.take(at(striker));
                self.prisoners[self.acts] += 1;
                self.hands[self.acts] += 1;
                self.sacrificed = None;
            }
            _ => {
                self.sacrificed = self.is_hit(at(ply)).then(|| at(ply));
                self.grid.put(at(ply), WHITE_FIRST[self.acts]);
                self.hands[self.acts] -= 1;
            }
        }
        self.acts = 1 - self.acts;
    }

    fn result(&self) -> Option<Result> {
        if self.sacrificed.is_some() || !self.hands.contains(&0) {
            return None;
        }
        let score = [0, 1].map(|seat| {
            let hand = if self.kept { self.hands[seat] } else { 0 };
            self.grid.number(WHITE_FIRST[seat]) as i64 + hand + self.prisoners[seat]
        });
        Some(more_wins(score, "count"))
    }

    fn grid(&self) -> &Grid {
        &self.grid
    }
}

#[test]
fn reversi() {
    hold::<Reversi>("reversi", &[], 4);
}

#[test]
fn korobochka() {
    hold::<Korobochka>("korobochka", &[], 6);
}

#[test]
fn atari() {
    hold::<Atari>("atari", &[], 20);
}

#[test]
fn comb() {
    hold::<Comb>("comb", &[], 20);
}

#[test]
fn crossroads() {
    hold::<Crossroads>("crossroads", &[], 60);
}

#[test]
fn flood() {
    hold::<Flood>("flood", &[&["pieces=24"], &["pieces=16"]], 10);
}

#[test]
fn dots() {
    hold::<Dots>("dots", &[], 20);
}

#[test]
fn fenzu() {
    hold::<Fenzu>("fenzu", &[&["count=board"]], 10);
}
