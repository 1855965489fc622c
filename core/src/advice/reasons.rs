//! The reasons for a ply, one kind after another.

use super::gain::{Gain, Victims};
use super::glance::{BLINK, GLANCE, LOOK, forced_win, glance, goal_of, lost};
use super::material::{Material, more, new_capitals};
use super::why::Why;
use crate::info::Capital;
use crate::search::{Found, PROVEN, WIN};
use crate::seat::{Colour, Seat};
use crate::square::{Square, squares_in};
use crate::table::Table;
use crate::view::{Mark, TallyKind, View};

/// The most other plies, and replies, that are looked at.
const SAMPLE: usize = 64;
/// The most plies of an exchange that are followed.
const EXCHANGE: usize = 10;
/// Of these, for a longer look.
const SMALL_SAMPLE: usize = 10;
/// All reasons for a ply that a search found, the most telling first.
pub(super) fn find(table: &dyn Table, found: &Found, stop: &dyn Fn() -> bool) -> Vec<Why> {
    let Some(seat) = table.to_act() else { return Vec::new() };
    let mut next = table.clone_table();
    if next.play(&found.ply).is_err() {
        return Vec::new();
    }
    let mut reasons = Reasons {
        table,
        found,
        stop,
        seat,
        next: next.as_ref(),
        others: Vec::new(),
        two: table.info().seats.len() == 2,
        list: Vec::new(),
    };
    reasons.find();
    reasons.list
}

struct Reasons<'a> {
    table: &'a dyn Table,
    found: &'a Found,
    stop: &'a dyn Fn() -> bool,
    /// Whose ply it is.
    seat: Seat,
    /// After the ply.
    next: &'a dyn Table,
    /// After each other ply, as far as they are looked at.
    others: Vec<Box<dyn Table>>,
    /// Whether two play.
    two: bool,
    list: Vec<Why>,
}

impl Reasons<'_> {
    fn find(&mut self) {
        let legal = self.table.legal();
        self.decided();
        if legal.len() == 1 {
            self.list.push(Why::Only);
        }
        if self.list.contains(&Why::Wins { plies: 1 }) {
            return;
        }
        if legal.len() > 1 {
            let others = spread(legal.len() - 1, SAMPLE);
            let mut texts = legal.iter().filter(|text| **text != self.found.ply).collect::<Vec<_>>();
            texts = others.map(|index| texts[index]).collect();
            for text in texts {
                let mut other = self.table.clone_table();
                if other.play(text).is_ok() {
                    self.others.push(other);
                }
            }
            let all = self.others.len() + 1 == legal.len();
            if self.two && self.list.is_empty() {
                self.escapes(all);
            }
        }
        self.exchange();
        self.gains();
        if self.next.outcome().is_some() {
            return;
        }
        if self.two && self.list.is_empty() && self.next.to_act() != Some(self.seat) {
            self.threatens();
            self.guards();
            self.attacks();
        }
        self.replies();
        self.turns();
        self.room();
        self.nears();
    }

    /// Whether the game is decided, with this ply or whatever is played.
    fn decided(&mut self) {
        if self.next.outcome().is_some_and(|outcome| outcome.winner == Some(self.seat)) {
            self.list.push(Why::Wins { plies: 1 });
        } else if let Some(plies) = self.found.win_in.filter(|_| self.two) {
            self.list.push(Why::Wins { plies });
        } else if self.two && self.found.score < -PROVEN {
            self.list.push(Why::Delays { plies: (WIN + self.found.score) as u32 });
        }
    }

    /// Whether the other plies lose.
    fn escapes(&mut self, all: bool) {
        for (size, sample) in [(BLINK, SAMPLE), (LOOK, SMALL_SAMPLE)] {
            let rivals: Vec<_> =
                self.others.iter().filter(|other| other.to_act() != Some(self.seat)).collect();
            let sample = rivals.len().min(sample);
            let (mut loses, mut holds, mut longest) = (0, 0, 0);
            let mut last = None;
            for index in spread(rivals.len(), sample) {
                if (self.stop)() {
                    return;
                }
                match forced_win(rivals[index].as_ref(), size) {
                    Some(plies) => {
                        loses += 1;
                        longest = plies.max(longest);
                        last = Some((rivals[index], plies));
                    }
                    None => holds += 1,
                }
                if holds * 2 >= sample {
                    break;
                }
            }
            if sample > 1
                && loses * 2 > sample
                && let Some((lost, plies)) = last
                && (self.next.to_act() == Some(self.seat) || forced_win(self.next, size).is_none())
            {
                let goal = goal_of(lost.as_ref(), size, plies);
                self.list.push(Why::Stops { goal, plies: longest });
                break;
            }
        }
        // Of all other plies each may lose in its own way.
        if !all {
            return;
        }
        for other in &self.others {
            if (self.stop)() || !lost(other.as_ref(), self.seat) {
                return;
            }
        }
        if !lost(self.next, self.seat) {
            self.list.push(Why::Saves);
        }
    }

    /// Pieces that are taken, exchanged, given up.
    fn exchange(&mut self) {
        let Some(before) = Material::of(self.table, self.seat) else { return };
        let Some(now) = Material::of(self.next, self.seat) else { return };
        let better = |table: &dyn Table, by: i32| {
            table.evaluate(self.seat) >= self.table.evaluate(self.seat).saturating_add(by)
        };
        let (off, free) = (before.enemy - now.enemy, before.enemy_free() - now.enemy_free());
        let turned = off > 0 && now.own - before.own >= off;
        let Some((end, after)) = self.settled() else { return };
        let lost = before.own_free() - after.own_free();
        let won = before.enemy_free() - after.enemy_free();
        if turned {
            return;
        }
        let back = u32::try_from(lost).unwrap_or(0);
        // What costs more than it takes has another reason.
        if off > 0 && lost <= won && better(self.next, 1) {
            self.list.push(Why::Takes { pieces: won as u32, back });
        } else if free > 0 && lost <= won && before.ordered && better(self.next, 1) {
            self.list.push(Why::Covers { pieces: won as u32, back });
        } else if off <= 0 && lost > 0 && won > lost && better(end.as_ref(), 1) {
            self.list.push(Why::Sacrifices { gives: lost as u32, takes: won as u32 });
        } else if off <= 0 && lost > 0 && won == lost {
            self.list.push(Why::Trades { pieces: lost as u32 });
        } else if lost > won.max(0) && better(end.as_ref(), 20 * (lost - won)) {
            self.list.push(Why::Sheds { pieces: (lost - won.max(0)) as u32 });
        }
    }

    /// The position in which the exchange that begins with the ply, or with the reply to it, is over.
    fn settled(&self) -> Option<(Box<dyn Table>, Material)> {
        let mut table = self.next.clone_table();
        let mut count = Material::of(self.next, self.seat)?;
        let mut begun = Material::of(self.table, self.seat)?.differs(&count);
        let mut line = self.found.line.iter().skip(1);
        for _ in 0..EXCHANGE {
            if table.outcome().is_some() {
                break;
            }
            if (self.stop)() {
                return None;
            }
            let ply = match line.next() {
                Some(ply) => ply.clone(),
                // Where the expected plies end, a glance shows whether anything is taken back.
                None if begun => glance(table.as_ref(), GLANCE)?.ply,
                None => break,
            };
            let mut ahead = table.clone_table();
            ahead.play(&ply).ok()?;
            let then = Material::of(ahead.as_ref(), self.seat)?;
            if !count.differs(&then) {
                break;
            }
            begun = true;
            (table, count) = (ahead, then);
        }
        Some((table, count))
    }

    /// Kings, men at home, points, one more ply.
    fn gains(&mut self) {
        let (before, now) = (self.table.view(), self.next.view());
        let better = self.next.evaluate(self.seat) > self.table.evaluate(self.seat);
        let capitals = self.colour().map_or(0, |colour| new_capitals(self.table, self.next, colour));
        let homes = match self.table.info().capital {
            Capital::Home if capitals > 0 => capitals,
            _ => more(&before, &now, self.seat, TallyKind::Home),
        };
        if capitals > 0 && better && self.table.info().capital == Capital::King {
            self.list.push(Why::Crowns);
        }
        if homes > 0 && better {
            self.list.push(Why::Homes { pieces: homes });
        }
        let points = more(&before, &now, self.seat, TallyKind::Points);
        if points > 0 {
            self.list.push(Why::Scores { points });
        }
        if self.next.to_act() == Some(self.seat) && now.note.as_deref() == Some("+1") {
            self.list.push(Why::Again);
        }
    }

    /// Whether one would win if the enemy did nothing against it.
    fn threatens(&mut self) {
        for (size, sample) in [(BLINK, SAMPLE), (LOOK, SMALL_SAMPLE)] {
            if forced_win(self.table, size).is_some() {
                return;
            }
            let mut longest = 0;
            let mut last = None;
            let wins = self.after_most_replies(sample, |then| {
                let Some(plies) = forced_win(then, size) else { return false };
                longest = plies.max(longest);
                last = Some((then.clone_table(), plies));
                true
            });
            if wins && let Some((then, plies)) = last {
                let goal = goal_of(then.as_ref(), size, plies);
                self.list.push(Why::Threatens { goal, plies: longest });
                return;
            }
        }
    }

    /// Whether something holds after more than half of the enemy's replies, of which so many are looked at.
    fn after_most_replies(&self, sample: usize, mut holds: impl FnMut(&dyn Table) -> bool) -> bool {
        let replies = self.next.legal();
        let sample = replies.len().min(sample);
        let (mut yes, mut no) = (0, 0);
        for index in spread(replies.len(), sample) {
            if (self.stop)() {
                return false;
            }
            let mut then = self.next.clone_table();
            let holds = then.play(&replies[index]).is_ok()
                && then.to_act() == Some(self.seat)
                && holds(then.as_ref());
            *(if holds { &mut yes } else { &mut no }) += 1;
            if no * 2 >= sample {
                return false;
            }
        }
        sample > 2 && yes * 2 > sample
    }

    /// What the enemy would do after most other plies, and does not do now.
    fn guards(&mut self) {
        let now = Gain::of(self.next);
        let mut victims = Victims::default();
        let (mut looked, mut kings) = (0, 0);
        let mut points = Vec::new();
        for other in self.others.iter().filter(|other| other.to_act() != Some(self.seat)) {
            if (self.stop)() {
                return;
            }
            looked += 1;
            let gain = Gain::of(other.as_ref());
            victims.count(&gain.taken);
            kings += usize::from(gain.kings);
            points.push(gain.points);
        }
        if looked < 3 {
            return;
        }
        let board = self.table.board();
        if let Some(colour) = self.colour()
            && let Some(square) = victims.most(looked).filter(|_| now.taken.is_empty())
            && board.top(square) == Some(colour)
        {
            let leaves = self.next.board().top(square) != Some(colour);
            self.list.push(Why::Guards { square, leaves });
        }
        if kings * 2 > looked && !now.kings {
            self.list.push(Why::Holds);
        }
        points.sort_unstable();
        let median = points[looked / 2];
        if median > 0 && now.points == 0 {
            self.list.push(Why::Denies { points: median });
        }
    }

    /// What the next own ply would do if the enemy did nothing against it.
    fn attacks(&mut self) {
        let Some(colour) = self.colour() else { return };
        let already = Gain::of(self.table);
        if !already.taken.is_empty() || already.kings {
            return;
        }
        let mut victims = Victims::default();
        let mut kings = 0;
        let threatens = self.after_most_replies(SAMPLE, |then| {
            let gain = Gain::of(then);
            victims.count(&gain.taken);
            kings += usize::from(gain.kings);
            !gain.taken.is_empty() || gain.kings
        });
        let replies = self.next.legal().len().min(SAMPLE);
        if !threatens {
            return;
        }
        if let Some(square) = victims.most(replies)
            && self.next.board().top(square) == Some(colour.other())
        {
            self.list.push(Why::Attacks { square });
        }
        if kings * 2 > replies {
            self.list.push(Why::Promotes);
        }
    }

    /// How many replies are left to the enemy.
    fn replies(&mut self) {
        if !self.two || self.next.to_act() == Some(self.seat) {
            return;
        }
        let replies = self.next.legal();
        if let [reply] = replies.as_slice() {
            self.list.push(Why::Forces { reply: reply.clone() });
            return;
        }
        // Where something must be taken there are few plies, and nobody is blocked.
        if !Gain::of(self.next).taken.is_empty() {
            return;
        }
        let others = self.others.iter().filter(|other| other.to_act() != Some(self.seat));
        let counts: Vec<usize> = others.map(|other| other.legal().len()).filter(|count| *count > 1).collect();
        if counts.is_empty() {
            return;
        }
        let usual = counts.iter().sum::<usize>() / counts.len();
        if replies.len() * 5 <= usual * 3 && usual - replies.len() >= 2 {
            self.list.push(Why::Blocks { replies: replies.len() as u32, usual: usual as u32 });
        }
    }

    /// Pieces that change sides.
    fn turns(&mut self) {
        let (Some(before), Some(now)) =
            (Material::of(self.table, self.seat), Material::of(self.next, self.seat))
        else {
            return;
        };
        let off = before.enemy - now.enemy;
        if off > 0 && now.own - before.own >= off {
            self.list.push(Why::Turns { pieces: off as u32 });
        }
    }

    /// Own plies after the expected reply.
    fn room(&mut self) {
        let Some(reply) = self.found.line.get(1) else { return };
        let mut then = self.next.clone_table();
        if self.next.to_act() == Some(self.seat)
            || then.play(reply).is_err()
            || then.to_act() != Some(self.seat)
        {
            return;
        }
        let takes = |table: &dyn Table| !Gain::of(table).taken.is_empty();
        let (before, after) = (self.table.legal().len(), then.legal().len());
        if after * 4 >= before * 5 && after >= before + 3 && !takes(self.table) && !takes(then.as_ref()) {
            self.list.push(Why::Room { before: before as u32, after: after as u32 });
        }
    }

    /// A piece that goes towards its goal.
    fn nears(&mut self) {
        let Some(colour) = self.colour() else { return };
        let way = squares_in(&self.found.ply);
        let [start, .., end] = way.as_slice() else { return };
        if self.table.board().top(*start) != Some(colour) || self.next.board().top(*end) != Some(colour) {
            return;
        }
        let goals = goals(&self.table.view(), self.seat, colour);
        let far = |square: &Square| goals.iter().map(|goal| distance(*square, *goal)).min();
        if let (Some(before), Some(after)) = (far(start), far(end))
            && after < before
        {
            self.list.push(Why::Nears);
        }
    }

    fn colour(&self) -> Option<Colour> {
        self.table.info().seats[self.seat.index()].colour().filter(|_| self.two)
    }
}

/// So many numbers below another, spread evenly.
fn spread(of: usize, most: usize) -> impl Iterator<Item = usize> {
    let count = of.min(most);
    (0..count).map(move |index| index * of / count)
}

/// The squares that the pieces of a seat want to reach: its goals, or the enemy's home where one counts who is home.
fn goals(view: &View, seat: Seat, colour: Colour) -> Vec<Square> {
    let counted = view.players.get(seat.index()).is_some_and(|player| {
        player.tallies.iter().any(|tally| tally.what == TallyKind::Home && tally.of.is_some())
    });
    let wanted = |mark: &Mark| match mark {
        Mark::Goal(Some(whose)) => *whose == colour,
        Mark::Home(whose) => counted && *whose == colour.other(),
        _ => false,
    };
    view.marks.iter().filter(|(_, mark)| wanted(mark)).map(|&(square, _)| square).collect()
}

/// The steps of a king of chess from square to square.
fn distance(from: Square, to: Square) -> u8 {
    from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank()))
}
