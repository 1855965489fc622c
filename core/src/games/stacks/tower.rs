//! Tower: `docs/rules/3b-frontal-stacks.md#tower`.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::info::{Capital, Family, Info, OptionSpec, WHITE_FIRST};
use crate::key::mix;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::Seat;
use crate::show::Show;
use crate::square::{Direction, Square};
use crate::stack::{Piece, Stack, Stacks};
use crate::view::{Shape, View};

/// As high as a stack stays.
const HIGHEST: u32 = 5;

/// The 52 squares: without three in every corner.
const FIELD: Bitboard = Bitboard(0x3c7e_ffff_ffff_7e3c);

/// `REACH[height][square]`: the squares of the field up to `height` squares away along rank and file.
static REACH: [[Bitboard; 64]; HIGHEST as usize + 1] = {
    let mut reach = [[Bitboard::EMPTY; 64]; HIGHEST as usize + 1];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            let (a, b) = (Square::new(from), Square::new(to));
            let in_line = a.file() == b.file() || a.rank() == b.rank();
            let mut height = a.king_distance(b) as usize;
            while in_line && height > 0 && height <= HIGHEST as usize && FIELD.0 >> to & 1 != 0 {
                reach[height][from as usize].0 |= 1 << to;
                height += 1;
            }
            to += 1;
        }
        from += 1;
    }
    reach
};

/// A position: the stacks, what each seat has in reserve, and who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tower {
    stacks: Stacks<1>,
    reserves: [u8; 2],
    acts: Seat,
}

/// A ply. How many pieces travel follows from the distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// Pieces travel from the top of a stack to an empty square.
    Travel {
        /// The stack's square.
        from: Square,
        /// The square on which they land.
        to: Square,
    },
    /// A piece comes in from the reserve.
    Place(Square),
}

impl Tower {
    /// *Turn*: the empty squares on which pieces of the stack on `from` may land. Nothing on the way stops them.
    #[inline]
    fn landings(&self, from: Square) -> Bitboard {
        let free = FIELD & !self.stacks.occupied();
        let height = self.stacks.at(from).height();
        let mut landings = REACH[height.min(HIGHEST) as usize][from.index()] & free;
        if height == 1 {
            let enemy = self.stacks.owned(self.acts.other());
            for direction in Direction::ORTHOGONAL {
                let jumped = Bitboard::of(from).shift(direction) & enemy;
                landings |= jumped.shift(direction) & free;
            }
        }
        landings
    }

    /// *Turn*: the squares on which a reserve piece may be placed. On stacks that are all the player's and cannot
    /// grow, it changes nothing: of these the first by name stands for all.
    fn places(&self) -> Bitboard {
        if self.reserves[self.acts.index()] == 0 {
            return Bitboard::EMPTY;
        }
        let idle = self.unchanged();
        let first = idle.into_iter().min_by_key(|square| (square.file(), square.rank()));
        FIELD & !idle | first.map_or(Bitboard::EMPTY, Bitboard::of)
    }

    /// The squares on which a reserve piece of the player who acts would change nothing.
    fn unchanged(&self) -> Bitboard {
        let full = |square: &Square| {
            let stack = self.stacks.at(*square);
            stack.height() == HIGHEST && stack.only() == Some(self.acts)
        };
        self.stacks.owned(self.acts).into_iter().filter(full).collect()
    }

    /// How many pieces of the stack on `from` travel to `to`: as many as squares, but a single piece jumps.
    #[inline]
    fn travelling(&self, from: Square, to: Square) -> u32 {
        if self.stacks.at(from).height() == 1 { 1 } else { u32::from(from.king_distance(to)) }
    }

    /// *Capture*: the stack that lands, before the limit, with what it passed over below it.
    fn landing(&self, from: Square, to: Square) -> Stack<1> {
        let (mut stack, _) = self.stacks.at(from).split(self.travelling(from, to));
        for square in passed(from, to) {
            stack = stack.on(self.stacks.at(square));
        }
        stack
    }

    /// The stack that a ply makes, before the limit.
    fn made(&self, act: Act) -> Stack<1> {
        match act {
            Act::Travel { from, to } => self.landing(from, to),
            Act::Place(square) => self.stacks.at(square).push(Piece::man(self.acts)),
        }
    }

    /// Whether the player who acts has anything to do.
    fn has_ply(&self) -> bool {
        self.reserves[self.acts.index()] > 0
            || self.stacks.owned(self.acts).into_iter().any(|from| !self.landings(from).is_empty())
    }
}

/// The squares between two on one line, from the first to the second.
fn passed(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let direction = Direction::towards(from, to);
    let step = move |square: Square| direction.and_then(|direction| square.step(direction));
    std::iter::successors(step(from), move |&square| step(square)).take_while(move |&square| square != to)
}

impl Game for Tower {
    type Ply = Act;

    const INFO: Info = Info {
        slug: "tower",
        family: Family::Stacks,
        ru: "Башня",
        en: "Tower",
        aliases: &[],
        seats: WHITE_FIRST,
        options: &[OptionSpec { name: "reserve", values: &["0", "8"] }],
        capital: Capital::King,
    };

    fn start(options: &Options) -> Self {
        const WHITE: [&str; 6] = ["de", "bcfg", "de", "bcfg", "de", "bcfg"];
        const BLACK: [&str; 6] = ["bcfg", "de", "bcfg", "de", "bcfg", "de"];
        let mut stacks = Stacks::EMPTY;
        for (seat, ranks) in [(Seat::FIRST, WHITE), (Seat::SECOND, BLACK)] {
            for (rank, files) in (1..).zip(ranks) {
                for file in files.bytes() {
                    stacks.set(Square::at(file - b'a', rank), Stack::of(Piece::man(seat)));
                }
            }
        }
        let reserve = if options.is("reserve", "8") { 8 } else { 0 };
        Tower { stacks, reserves: [reserve; 2], acts: Seat::FIRST }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Act>) {
        for from in self.stacks.owned(self.acts) {
            list.extend(self.landings(from).into_iter().map(|to| Act::Travel { from, to }));
        }
        list.extend(self.places().into_iter().map(Act::Place));
    }

    fn count(&self) -> usize {
        let travels = self.stacks.owned(self.acts).into_iter().map(|from| self.landings(from).len());
        (travels.sum::<u32>() + self.places().len()) as usize
    }

    fn play(&mut self, act: Act) {
        // The limit: what is too much leaves from the bottom, own pieces to the reserve.
        let (stack, excess) = self.made(act).split(HIGHEST);
        let reserve = &mut self.reserves[self.acts.index()];
        *reserve += excess.pieces(self.acts) as u8;
        match act {
            Act::Travel { from, to } => {
                let (_, rest) = self.stacks.at(from).split(self.travelling(from, to));
                self.stacks.set(from, rest);
                passed(from, to).for_each(|square| self.stacks.set(square, Stack::EMPTY));
                self.stacks.set(to, stack);
            }
            Act::Place(square) => {
                *reserve = reserve.saturating_sub(1);
                self.stacks.set(square, stack);
            }
        }
        self.acts = self.acts.other();
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.has_ply() {
            return None;
        }
        let stuck = !self.stacks.owned(self.acts).is_empty();
        Some(Outcome::win(self.acts.other(), if stuck { Reason::NO_MOVES } else { Reason::NO_PIECES }))
    }

    /// *Endless play*: only an enemy piece that leaves the game cannot come back.
    fn is_irreversible(&self, act: Act) -> bool {
        let (_, excess) = self.made(act).split(HIGHEST);
        excess.pieces(self.acts.other()) > 0
    }

    fn key(&self) -> u64 {
        let [white, black] = self.reserves.map(u64::from);
        mix(self.stacks.key(), white << 16 | black << 8 | u64::from(self.acts.0))
    }

    fn text(&self, act: Act) -> String {
        match act {
            Act::Travel { from, to } => {
                let takes = passed(from, to).any(|square| self.stacks.occupied().has(square));
                format!("{from}{}{to}", if takes { ':' } else { '-' })
            }
            Act::Place(square) => square.to_string(),
        }
    }

    /// Where a placement changes nothing, the other squares where it would not are as good.
    fn other_texts(&self, act: Act, list: &mut Vec<String>) {
        if let Act::Place(square) = act {
            let idle = self.unchanged();
            if idle.has(square) {
                list.extend((idle & !Bitboard::of(square)).into_iter().map(|other| other.to_string()));
            }
        }
    }

    fn board(&self) -> Board {
        Board { hands: Some(self.reserves.map(u16::from).to_vec()), ..self.stacks.board() }
    }
}

impl Evaluate for Tower {
    fn is_capture(&self, act: Act) -> bool {
        match act {
            Act::Travel { from, to } => {
                let enemy = self.stacks.owned(self.acts.other());
                passed(from, to).any(|square| enemy.has(square))
            }
            Act::Place(_) => false,
        }
    }

    const TERMS: &'static [Term] = &[
        term("reserve", 150),
        term("pieces", 100),
        term("alive", 0),
        term("few", 2),
        term("stacks", 40),
        term("prisoners", 35),
        term("layers", 0),
        term("tall", 0),
        term("full", 0),
        term("singles", 0),
        term("mobility", 3),
        term("jumps-to-act", 20),
        term("jumps-waiting", 5),
        term("prey-to-act", 15),
        term("prey-waiting", 5),
        term("edge", 0),
        term("company", 0),
        term("tempo", 5),
    ];

    /// *Evaluation*: own pieces in own stacks, and all that are still in the game; stacks owned, the more so the fewer there
    /// are; their layers on top, prisoners held, the reserve; landings; enemies that single pieces can jump, and those
    /// that taller stacks reach with an empty square beside them.
    fn measure(&self, seat: Seat) -> Measured {
        const EDGE: Bitboard = Bitboard(0x3c42_8181_8181_423c);
        let len = |set: Bitboard| set.len() as i32;
        let occupied = self.stacks.occupied();
        let free = FIELD & !occupied;
        let landing = free.side_neighbours();
        let side = |of: Seat| {
            let (own, enemy) = (self.stacks.owned(of), self.stacks.owned(of.other()));
            let acts = i32::from(self.acts == of);
            let [mut pieces, mut prisoners, mut layers, mut tall, mut full, mut mobility] = [0; 6];
            let (mut singles, mut prey) = (Bitboard::EMPTY, Bitboard::EMPTY);
            for square in own {
                let stack = self.stacks.at(square);
                let height = stack.height();
                if height == 1 {
                    singles.add(square);
                    continue;
                }
                let mine = stack.pieces(of);
                pieces += mine as i32;
                prisoners += (height - mine) as i32;
                layers += stack.run() as i32 - 1;
                tall += i32::from(height > 2);
                full += i32::from(height == HIGHEST);
                mobility += len(REACH[height.min(HIGHEST) as usize][square.index()] & free);
                prey |= REACH[(height - 1).min(HIGHEST) as usize][square.index()] & enemy & landing;
            }
            pieces += len(singles);
            let mut jumped = Bitboard::EMPTY;
            for direction in Direction::ORTHOGONAL {
                mobility += len(singles.shift(direction) & free);
                jumped |= singles.shift(direction) & enemy & free.shift(direction.opposite());
            }
            let reserve = i32::from(self.reserves[of.index()]);
            let (jumps, prey) = (len(jumped), len(prey));
            [
                reserve,
                pieces,
                reserve + pieces,
                0,
                len(own),
                prisoners,
                layers,
                tall,
                full,
                len(singles),
                mobility,
                acts * jumps,
                (1 - acts) * jumps,
                acts * prey,
                (1 - acts) * prey,
                len(own & EDGE),
                len(own & own.side_neighbours()),
                acts,
            ]
        };
        let (own, enemy) = (side(seat), side(seat.other()));
        let mut measured = Measured::balance(own, enemy);
        // Still in the game are those that the enemy holds as prisoners, too.
        measured[2] += enemy[5] - own[5];
        measured[3] = measured[4].clamp(-5, 5) * 64 / (len(occupied) + 4);
        measured
    }
}

impl Show for Tower {
    /// *Picture*: the board lacks three squares in every corner.
    fn view(&self, view: &mut View) {
        view.shape = Shape::Squares { files: 8, ranks: 8, missing: (!FIELD).into_iter().collect() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::study::{after, legal, shows};

    fn position(acts: Seat, words: &str, reserves: [u8; 2]) -> Tower {
        Tower { stacks: Stacks::from_words(words), reserves, acts }
    }

    #[test]
    fn what_is_too_much_leaves_from_the_bottom() {
        let before = position(Seat::FIRST, "a4=www b4=bbw c4=wbb h4=b", [0, 0]);
        let next = after(&before, "a4:d4");
        // From bottom to top c4, b4 and the three that travelled, nine pieces: the lowest four leave.
        shows(&next, "a4= b4= c4= d4=bwwww");
        assert_eq!(next.reserves, [1, 0]);
        assert_eq!(next.acts, Seat::SECOND);
    }

    #[test]
    fn a_single_piece_jumps_over_enemies_only() {
        let single = position(Seat::FIRST, "d4=w d5=bbb e4=w d3=b d2=b", [0, 0]);
        let of_d4: Vec<_> = legal(&single).into_iter().filter(|text| text.starts_with("d4")).collect();
        assert_eq!(of_d4, ["d4-c4", "d4:d6"]);
        shows(&after(&single, "d4:d6"), "d4= d5= d6=bbbw");
    }

    #[test]
    fn placements_that_change_nothing_are_one_ply() {
        let full = position(Seat::FIRST, "b5=wwwww c3=wwwww d4=wwwwb", [1, 0]);
        let texts = legal(&full);
        assert!(texts.contains(&"b5".to_owned()) && !texts.contains(&"c3".to_owned()));
        assert_eq!(after(&full, "b5").reserves, [1, 0]);
        let mut others = Vec::new();
        full.other_texts(Act::Place(Square::at(1, 4)), &mut others);
        assert_eq!(others, ["c3"]);
        // Elsewhere the bottom piece goes to the reserve, or out of the game.
        let pushed = after(&full, "d4");
        shows(&pushed, "d4=wwwbw");
        assert_eq!(pushed.reserves, [1, 0]);
    }

    #[test]
    fn a_player_without_stacks_and_reserve_has_lost() {
        let last = position(Seat::FIRST, "c4=w d4=b", [0, 0]);
        let outcome = after(&last, "c4:e4").outcome();
        assert_eq!(outcome, Some(Outcome::win(Seat::FIRST, Reason::NO_PIECES)));
        let words = "c1=w c2=b c3=b d1=b e1=b";
        let stuck = position(Seat::FIRST, words, [0, 0]);
        assert_eq!(stuck.outcome(), Some(Outcome::win(Seat::SECOND, Reason::NO_MOVES)));
        assert_eq!(position(Seat::FIRST, words, [1, 0]).outcome(), None);
    }
}
