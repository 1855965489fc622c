//! The sowing games and Pachisi told a second time, man by man.

mod support;

use support::twin::{Twin, confirm};

/// Kalah: the ten places A B C D, Black's kalah, d c b a, White's kalah.
#[derive(Clone)]
struct Kalah {
    men: [u32; 10],
    black: bool,
}

impl Twin for Kalah {
    fn legal(&self) -> Vec<(String, Self)> {
        let names = ["A", "B", "C", "D", "", "d", "c", "b", "a", ""];
        let (own, enemy, side) = if self.black { (4, 9, 5..9) } else { (9, 4, 0..4) };
        let mut list = Vec::new();
        for window in side.clone().filter(|&window| self.men[window] > 0) {
            let mut next = self.clone();
            let mut hand = next.men[window];
            next.men[window] = 0;
            let mut at = window;
            while hand > 0 {
                at = (at + 1) % 10;
                let is_full = at != 4 && at != 9 && next.men[at] == 8;
                if at != enemy && !is_full {
                    next.men[at] += 1;
                    hand -= 1;
                }
            }
            let mut again = at == own;
            if side.contains(&at) && next.men[at] == 1 {
                let across = 8 - at;
                next.men[at] += next.men[across];
                next.men[across] = 0;
                if next.men[at] == 9 {
                    next.men[at] = 8;
                    next.men[own] += 1;
                    again = true;
                }
            }
            next.black = self.black == again;
            list.push((names[window].to_owned(), next));
        }
        list
    }
}

#[test]
fn kalah() {
    confirm("kalah", &[], &Kalah { men: [6, 5, 4, 3, 0, 6, 5, 4, 3, 0], black: false });
}

/// Wari: A to F, then f to a.
#[derive(Clone)]
struct Wari {
    men: [u32; 12],
    north: bool,
}

impl Twin for Wari {
    fn legal(&self) -> Vec<(String, Self)> {
        let names = ["A", "B", "C", "D", "E", "F", "f", "e", "d", "c", "b", "a"];
        let (own, enemy) = if self.north { (6..12, 0..6) } else { (0..6, 6..12) };
        let mut list = Vec::new();
        for pit in own.filter(|&pit| self.men[pit] > 0) {
            let mut next = self.clone();
            let mut hand = next.men[pit];
            next.men[pit] = 0;
            let mut at = pit;
            while hand > 0 {
                at = (at + 1) % 12;
                if at != pit {
                    next.men[at] += 1;
                    hand -= 1;
                }
            }
            while enemy.contains(&at) && (next.men[at] == 2 || next.men[at] == 3) {
                next.men[at] = 0;
                at = (at + 11) % 12;
            }
            next.north = !self.north;
            list.push((names[pit].to_owned(), next));
        }
        list
    }
}

#[test]
fn wari() {
    confirm("wari", &[], &Wari { men: [4; 12], north: false });
}

/// Ruma: 28 places, each seventh a ruma.
#[derive(Clone)]
struct Ruma {
    men: [u32; 28],
    fines: [u32; 4],
    acts: usize,
    over: bool,
}

impl Ruma {
    fn sow(&self, pit: usize) -> Option<[u32; 28]> {
        let mut men = self.men;
        let mut hand = men[pit];
        if hand == 0 {
            return None;
        }
        men[pit] = 0;
        let mut at = pit;
        while hand > 0 {
            at = (at + 1) % 28;
            if at == pit {
                continue;
            }
            if hand == 1 && at % 7 != 6 && men[at] == 0 {
                return None;
            }
            men[at] += 1;
            hand -= 1;
        }
        Some(men)
    }

    fn can_act(&self, seat: usize) -> bool {
        (0..6).any(|pit| self.sow(seat * 7 + pit).is_some())
    }
}

impl Twin for Ruma {
    fn legal(&self) -> Vec<(String, Self)> {
        let mut list = Vec::new();
        if self.over {
            return list;
        }
        for pit in 0..6 {
            let Some(men) = self.sow(self.acts * 7 + pit) else { continue };
            let mut next = Ruma { men, ..self.clone() };
            next.over = (0..6).all(|pit| men[self.acts * 7 + pit] == 0);
            while !next.over {
                next.acts = (next.acts + 1) % 4;
                if next.fines[next.acts] == 12 {
                    continue;
                }
                if next.can_act(next.acts) {
                    break;
                }
                next.fines[next.acts] += 1;
                let rumas = [0, 1, 2, 3].map(|step| (next.acts + step) % 4 * 7 + 6);
                if let Some(ruma) = rumas.into_iter().find(|&ruma| next.men[ruma] > 0) {
                    next.men[ruma] -= 1;
                }
                next.over = next.fines.iter().filter(|&&fines| fines == 12).count() == 3;
            }
            list.push((format!("{}{}", ["S", "E", "N", "W"][self.acts], pit + 1), next));
        }
        list
    }
}

#[test]
fn ruma() {
    let mut men = [4; 28];
    [6, 13, 20, 27].into_iter().for_each(|ruma| men[ruma] = 0);
    confirm("ruma", &[], &Ruma { men, fines: [0; 4], acts: 0, over: false });
}

/// Natatu: men by file and row.
#[derive(Clone)]
struct Tsoro {
    men: [[u32; 4]; 7],
    north: bool,
    takes: bool,
    sowings: [u32; 2],
    ways: [char; 2],
}

type Pit = (usize, usize);

/// A player's fourteen pits clockwise, seen from above.
fn clockwise(north: bool) -> Vec<Pit> {
    let (lower, upper) = if north { (2, 3) } else { (0, 1) };
    let along = (0..7).map(|file| (file, upper));
    along.chain((0..7).rev().map(|file| (file, lower))).collect()
}

fn pit_name((file, row): Pit) -> String {
    format!("{}{}", ["a", "b", "c", "d", "e", "f", "g"][file], row + 1)
}

impl Tsoro {
    fn sum(&self, north: bool) -> u32 {
        clockwise(north).into_iter().map(|(file, row)| self.men[file][row]).sum()
    }

    /// Sows lap after lap and says where it ended.
    fn sow(&mut self, pit: Pit, way: char) -> Option<Pit> {
        let mut ring = clockwise(self.north);
        if way == '-' {
            ring.reverse();
        }
        let mut at = ring.iter().position(|&other| other == pit).expect("an own pit");
        for _ in 0..100 {
            let from = at;
            let mut hand = std::mem::take(&mut self.men[ring[from].0][ring[from].1]);
            while hand > 0 {
                at = (at + 1) % 14;
                if at != from {
                    self.men[ring[at].0][ring[at].1] += 1;
                    hand -= 1;
                }
            }
            if self.men[ring[at].0][ring[at].1] == 1 {
                return Some(ring[at]);
            }
        }
        None
    }
}

impl Twin for Tsoro {
    fn legal(&self) -> Vec<(String, Self)> {
        let mut list = Vec::new();
        if self.takes {
            let done = Tsoro { takes: false, north: !self.north, ..self.clone() };
            for (file, row) in clockwise(!self.north) {
                if self.men[file][row] > 0 {
                    let mut next = done.clone();
                    next.men[file][row] = 0;
                    list.push((format!("x{}", pit_name((file, row))), next));
                }
            }
            list.push(("pass".to_owned(), done));
            return list;
        }
        if self.sum(false) == 0 || self.sum(true) == 0 {
            return list;
        }
        let seat = usize::from(self.north);
        let ways = match self.sowings[seat] {
            0 => vec!['+'],
            1 => vec!['+', '-'],
            _ => vec![self.ways[seat]],
        };
        for pit in clockwise(self.north).into_iter().filter(|&(file, row)| self.men[file][row] > 0) {
            for &way in &ways {
                let mut next = self.clone();
                let Some((file, row)) = next.sow(pit, way) else { continue };
                next.sowings[seat] += 1;
                next.ways[seat] = way;
                let enemy = if self.north { [0, 1] } else { [2, 3] };
                let inner = if self.north { 2 } else { 1 };
                let there: u32 = enemy.into_iter().map(|row| next.men[file][row]).sum();
                next.takes = false;
                if row == inner && there > 0 {
                    enemy.into_iter().for_each(|row| next.men[file][row] = 0);
                    next.takes = next.sum(!self.north) > 0;
                }
                next.north = self.north == next.takes;
                list.push((format!("{}{way}", pit_name(pit)), next));
            }
        }
        list
    }
}

#[test]
fn tsoro() {
    let mut men = [[3; 4]; 7];
    for (file, south) in [3, 3, 3, 2, 1, 0, 0].into_iter().enumerate() {
        men[file][1] = south;
        men[6 - file][2] = south;
    }
    let start = Tsoro { men, north: false, takes: false, sowings: [0; 2], ways: ['+'; 2] };
    confirm("tsoro", &[], &start);
}

/// Pachisi: the steps of the men on the board; the others are in hand.
#[derive(Clone)]
struct Pachisi {
    steps: [Vec<u32>; 2],
    black: bool,
    open: Vec<u32>,
}

/// The square of a step.
fn square(black: bool, step: u32) -> String {
    let lap = step % 28;
    let (file, rank) = match (step, lap) {
        (29.., _) => (step - 28, step - 28),
        (_, 0..7) => (lap, 0),
        (_, 7..14) => (7, lap - 7),
        (_, 14..21) => (21 - lap, 7),
        _ => (0, 28 - lap),
    };
    let (file, rank) = if black { (7 - file, 7 - rank) } else { (file, rank) };
    format!("{}{}", ["a", "b", "c", "d", "e", "f", "g", "h"][file as usize], rank + 1)
}

impl Twin for Pachisi {
    fn legal(&self) -> Vec<(String, Self)> {
        let mut list: Vec<(String, Self)> = Vec::new();
        let home = |steps: &Vec<u32>| steps.iter().filter(|&&step| step >= 28).count() == 4;
        if self.steps.iter().any(home) {
            return list;
        }
        let (own, enemy) = if self.black { (1, 0) } else { (0, 1) };
        for (man, &step) in self.steps[own].iter().enumerate() {
            for &number in &self.open {
                let to = step + number;
                if to > 31 || (to >= 28 && self.steps[own].contains(&to)) {
                    continue;
                }
                let mut next = self.clone();
                next.steps[own][man] = to;
                for passed in step + 1..=to.min(28) {
                    let swept = square(self.black, passed);
                    next.steps[enemy].retain(|&other| other > 28 || square(!self.black, other) != swept);
                }
                next.black = !self.black;
                next.open = if self.black {
                    // White is next.
                    vec![if number == 1 { 6 } else { number - 1 }, if number == 6 { 1 } else { number + 1 }]
                } else {
                    (1..=6).filter(|n| n % 2 == number % 2 && *n != number).collect()
                };
                let text = format!("{}-{}", square(self.black, step), square(self.black, to));
                if list.iter().all(|(other, _)| *other != text) {
                    list.push((text, next));
                }
            }
        }
        if self.steps[own].len() < 4 {
            let mut next = self.clone();
            next.steps[own].push(0);
            next.black = !self.black;
            next.open = vec![2, 4];
            list.push((square(self.black, 0), next));
        }
        if list.is_empty() {
            let next = Pachisi { black: !self.black, open: (1..=6).collect(), ..self.clone() };
            list.push(("pass".to_owned(), next));
        }
        list
    }
}

#[test]
fn pachisi() {
    let start = Pachisi { steps: [vec![0], vec![0]], black: false, open: (1..=6).collect() };
    confirm("pachisi", &[], &start);
}
