//! Lines of Action: `docs/rules/2a-capture-race.md#lines`.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::Seat;
use crate::show::Show;
use crate::square::{Direction, Square};
use crate::view::{Mark, View};

/// The lines of the board: eight files, eight ranks, fifteen diagonals each way.
const LINES: usize = 46;

/// The four lines of every square, each for a direction and its opposite, in the order of [`Direction::ALL`].
static LINES_OF: [[u8; 4]; 64] = {
    let mut lines = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        lines[square] =
            [file as u8, (16 + file + 7 - rank) as u8, (8 + rank) as u8, (31 + file + rank) as u8];
        square += 1;
    }
    lines
};

/// A way along a line: the square where it ends, none if that is off the board, and those before it.
#[derive(Clone, Copy)]
struct Way {
    to: u64,
    between: u64,
}

/// `WAYS[square][direction][n - 1]`: the way of `n` steps, 1..=8.
static WAYS: [[[Way; 8]; 8]; 64] = {
    let mut ways = [[[Way { to: 0, between: 0 }; 8]; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let mut between = 0;
            let mut at = Square::new(square as u8).step(Direction::ALL[direction]);
            let mut steps = 0;
            while let Some(here) = at {
                let to = 1 << here.index();
                ways[square][direction][steps] = Way { to, between };
                between |= to;
                at = here.step(Direction::ALL[direction]);
                steps += 1;
            }
            direction += 1;
        }
        square += 1;
    }
    ways
};

/// A position: the pieces of both seats, how many stand on each line, whose are connected, and who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    men: [Bitboard; 2],
    counts: [u8; LINES],
    connected: [bool; 2],
    acts: Seat,
}

/// A ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ply {
    from: Square,
    to: Square,
}

/// *End*: whether all pieces form one group by contact.
#[inline]
fn is_connected(men: Bitboard) -> bool {
    // Most of the time somebody stands alone.
    let touching = men & men.neighbours();
    if touching != men {
        return men.len() <= 1;
    }
    // The lowest piece and all that is in touch with it.
    let mut group = men.0 & men.0.wrapping_neg();
    loop {
        let next = (Bitboard(group).neighbours().0 | group) & men.0;
        if next == group {
            return group == men.0;
        }
        group = next;
    }
}

/// *Evaluation*: pairs in touch; windows of two by two with three pieces, with two across, with four; and the number of
/// groups less that of the holes in them.
#[inline]
fn contacts(men: Bitboard) -> [i32; 5] {
    let len = |set: Bitboard| set.len() as i32;
    // Every window at its lower left square.
    let (right, up) = (men.shift(Direction::Left), men.shift(Direction::Down));
    let across = men.shift(Direction::DownLeft);
    let beside = (men & right, men & up);
    let (rising, falling) = (men & across, right & up);
    let four = beside.0 & up & across;
    let three = beside.0 & (up ^ across) | (men ^ right) & up & across;
    let pairs = len(beside.0) + len(beside.1) + len(rising) + len(falling);
    let two_across = rising & !right & !up | falling & !men & !across;
    // Euler's number: pieces less pairs plus triangles, of which a full window has four, less one for its body. A group
    // without holes makes 1.
    let groups = len(men) - pairs + len(three) + 3 * len(four);
    [pairs, len(three), len(two_across), len(four), groups]
}

impl Lines {
    fn of(men: [Bitboard; 2], acts: Seat) -> Self {
        let mut counts = [0; LINES];
        for square in men[0] | men[1] {
            for line in LINES_OF[square.index()] {
                counts[usize::from(line)] += 1;
            }
        }
        Lines { men, counts, connected: men.map(is_connected), acts }
    }

    /// *Turn*: where a piece of a seat may go, one square for each direction at most.
    #[inline]
    fn targets(&self, seat: Seat, from: Square) -> Bitboard {
        let (own, enemy) = (self.men[seat.index()], self.men[seat.other().index()]);
        let (lines, ways) = (&LINES_OF[from.index()], &WAYS[from.index()]);
        let mut targets = 0;
        for (direction, ways) in ways.iter().enumerate() {
            let steps = self.counts[usize::from(lines[direction % 4])];
            let way = ways[usize::from(steps.wrapping_sub(1) % 8)];
            let free = way.between & enemy.0 == 0;
            targets |= way.to & u64::from(free).wrapping_neg();
        }
        Bitboard(targets) & !own
    }

    fn can_act(&self, seat: Seat) -> bool {
        self.men[seat.index()].into_iter().any(|from| !self.targets(seat, from).is_empty())
    }
}

impl Game for Lines {
    type Ply = Ply;

    const INFO: Info = Info {
        slug: "lines",
        family: Family::Race,
        ru: "Линии",
        en: "Lines of Action",
        aliases: &["Лоа", "Линии действия", "LOA"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };

    fn start(_: &Options) -> Self {
        let corners = Bitboard(0x8100_0000_0000_0081);
        let white = (Bitboard::rank(0) | Bitboard::rank(7)) & !corners;
        let black = (Bitboard::file(0) | Bitboard::file(7)) & !corners;
        Lines::of([white, black], Seat::FIRST)
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Ply>) {
        if self.connected != [false, false] {
            return;
        }
        for from in self.men[self.acts.index()] {
            list.extend(self.targets(self.acts, from).into_iter().map(|to| Ply { from, to }));
        }
    }

    fn count(&self) -> usize {
        if self.connected != [false, false] {
            return 0;
        }
        let men = self.men[self.acts.index()].into_iter();
        men.map(|from| self.targets(self.acts, from).len() as usize).sum()
    }

    /// A player who cannot move is passed over.
    fn play(&mut self, ply: Ply) {
        let (own, enemy) = (self.acts.index(), self.acts.other().index());
        for line in LINES_OF[ply.from.index()] {
            self.counts[usize::from(line)] = self.counts[usize::from(line)].wrapping_sub(1);
        }
        if self.men[enemy].has(ply.to) {
            self.men[enemy].remove(ply.to);
            self.connected[enemy] = is_connected(self.men[enemy]);
        } else {
            for line in LINES_OF[ply.to.index()] {
                self.counts[usize::from(line)] = self.counts[usize::from(line)].wrapping_add(1);
            }
        }
        self.men[own].remove(ply.from);
        self.men[own].add(ply.to);
        self.connected[own] = is_connected(self.men[own]);
        if self.can_act(self.acts.other()) {
            self.acts = self.acts.other();
        }
    }

    /// *End*.
    fn outcome(&self) -> Option<Outcome> {
        match self.connected {
            [true, true] => Some(Outcome::draw(Reason("both-connected"))),
            [true, false] => Some(Outcome::win(Seat::FIRST, Reason("connected"))),
            [false, true] => Some(Outcome::win(Seat::SECOND, Reason("connected"))),
            // `play` leaves the turn with whoever can move.
            [false, false] => (!self.can_act(self.acts)).then(|| Outcome::draw(Reason::NO_MOVES)),
        }
    }

    /// A capture is.
    fn is_irreversible(&self, ply: Ply) -> bool {
        self.is_capture(ply)
    }

    fn key(&self) -> u64 {
        key_of([self.men[0].0, self.men[1].0, u64::from(self.acts.0)])
    }

    fn text(&self, ply: Ply) -> String {
        format!("{}-{}", ply.from, ply.to)
    }

    fn board(&self) -> Board {
        Board::of_men_and_kings(self.men[0], self.men[1], Bitboard::EMPTY)
    }
}

impl Evaluate for Lines {
    fn is_capture(&self, ply: Ply) -> bool {
        self.men[self.acts.other().index()].has(ply.to)
    }

    const TERMS: &'static [Term] = &[
        term("pieces", 0),
        term("apart", -19),
        term("farthest", -5),
        term("box", -3),
        term("groups", -12),
        term("alone", -12),
        term("pairs", 2),
        term("windows-of-three", 3),
        term("windows-of-four", 3),
        term("windows-across", 0),
        term("edge", -10),
        term("hemmed-in", -5),
        term("centre", 3),
        term("reach", 1),
        term("tempo", 10),
    ];

    /// *Evaluation*: how close the pieces stand to their common centre; in how many groups, pairs and windows of two by two
    /// they touch; pieces on the edge, and those that enemies hem in there; steps to empty squares.
    fn measure(&self, seat: Seat) -> Measured {
        const MIDDLE: Bitboard = Bitboard(0x0000_3c3c_3c3c_0000);
        let len = |set: Bitboard| set.len() as i32;
        let side = |of: Seat| {
            let (men, enemy) = (self.men[of.index()], self.men[of.other().index()]);
            let count = len(men).max(1);
            let (mut sums, mut low, mut high) = ((0, 0), (7, 7), (0, 0));
            for square in men {
                let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
                sums = (sums.0 + file, sums.1 + rank);
                low = (low.0.min(file), low.1.min(rank));
                high = (high.0.max(file), high.1.max(rank));
            }
            let middle = |sum: i32| ((2 * sum + count) / (2 * count)).clamp(0, 7) as u8;
            let centre = Square::at(middle(sums.0), middle(sums.1));
            let (mut apart, mut farthest) = (0, 0);
            for square in men {
                let distance = i32::from(square.king_distance(centre));
                apart += distance;
                farthest = farthest.max(distance);
            }
            // So many can stand on the centre and beside it, the rest two steps away.
            let least = if count <= 9 { count - 1 } else { 8 + 2 * (count - 9) };
            let [pairs, three, across, four, groups] = contacts(men);
            let around = men.neighbours();
            [
                len(men),
                16 * (apart - least) / count,
                farthest,
                (high.0 - low.0) + (high.1 - low.1),
                groups,
                len(men & !around),
                pairs,
                three,
                four,
                across,
                len(men & Bitboard::BORDER),
                len(men & Bitboard::BORDER & enemy.neighbours()),
                len(men & MIDDLE),
                len(around & !men & !enemy),
                i32::from(self.acts == of),
            ]
        };
        Measured::balance(side(seat), side(seat.other()))
    }
}

impl Show for Lines {
    /// *Picture*: the winning group.
    fn view(&self, view: &mut View) {
        for (men, connected) in self.men.into_iter().zip(self.connected) {
            if connected {
                view.mark(men, Mark::Winning);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::study::{after, legal};

    fn position(white: &str, black: &str) -> Lines {
        let set = |words: &str| {
            words.split_whitespace().map(|word| word.parse::<Square>().expect("a square")).collect()
        };
        Lines::of([set(white), set(black)], Seat::FIRST)
    }

    #[test]
    fn counts_of_lines_are_kept_through_moves_and_captures() {
        let mut next = Lines::start(&Options::default());
        for text in ["c1-a3", "h3-f1", "e1-c3", "a6-c6"] {
            next = after(&next, text);
            assert_eq!(next, Lines::of(next.men, next.acts), "after {text}");
        }
    }

    #[test]
    fn a_player_who_cannot_move_is_passed_over() {
        // Every line of a1 and h8 is barred right beside them.
        let next = after(&position("a2 b1 b2 g8 h7 g7 d1", "a1 h8"), "d1-d2");
        assert_eq!(next.acts, Seat::FIRST);
        assert!(!legal(&next).is_empty());
    }

    #[test]
    fn a_single_piece_is_connected() {
        let next = after(&position("c1 h8 a7", "c3 h4"), "c1-c3");
        assert_eq!(next.outcome(), Some(Outcome::win(Seat::SECOND, Reason("connected"))));
    }

    #[test]
    fn groups_are_counted_without_going_through_them() {
        let count = |words: &str| contacts(position(words, "").men[0]);
        assert_eq!(count("a1 h8 d4 d5 e5 e4"), [6, 0, 0, 1, 3]);
        assert_eq!(count("a1 b2 c1 h1 h2 g1 a8"), [5, 1, 2, 0, 3]);
        assert_eq!(count("c3 d4 c5 b4")[4], 0, "one group with a hole");
    }

    #[test]
    fn the_winning_group_is_marked() {
        let mut view = View::empty("lines");
        position("c1 c2 d3", "a8 h8").view(&mut view);
        let marked: Vec<String> = view.marks.iter().map(|(square, _)| square.to_string()).collect();
        assert_eq!(marked, ["c1", "c2", "d3"]);
    }
}
