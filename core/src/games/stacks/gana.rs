//! Gana: `docs/rules/3b-frontal-stacks.md#gana`.

use std::ops::ControlFlow;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::key::{key_of, mix};
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::Seat;
use crate::show::Show;
use crate::square::{Direction, Square};
use crate::view::{Mark, View};

/// As many pieces as a square may hold.
const MOST: u8 = 4;
/// What the pieces of a seat count in the byte of a square: the low half is White's, the high half Black's.
const ONE: [u8; 2] = [0x01, 0x10];

/// A position: how many pieces of each seat share every square, and where the kings are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gana {
    /// By square, in the units of [`ONE`], the king included.
    counts: [u8; 64],
    /// The squares with pieces of each seat.
    on: [Bitboard; 2],
    /// The squares with four pieces or more.
    full: Bitboard,
    /// Pieces of each seat, the king included.
    total: [u8; 2],
    /// The kings; a captured one is none.
    kings: [Option<Square>; 2],
    acts: Seat,
}

/// A ply: pieces of one square walk in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Walk {
    from: Square,
    direction: Direction,
    /// Squares walked, 1..=4.
    length: u8,
    /// Which of them the king is put on, counted from 1; 0 without a king.
    king: u8,
    /// The king leaves own men on his square.
    alone: bool,
}

impl Walk {
    /// The square walked `steps` from the start.
    #[inline]
    fn square(self, steps: u8) -> Square {
        let (file, rank) = self.direction.delta();
        let steps = steps as i8;
        Square::new((self.from.index() as i8 + steps * (file + 8 * rank)) as u8)
    }

    /// The square on which the last piece lands.
    #[inline]
    fn end(self) -> Square {
        self.square(self.length)
    }
}

/// What happens on the square where the last piece lands.
struct Landing {
    /// Pieces put down there.
    pieces: u8,
    /// Enemy men taken there.
    taken: u8,
}

impl Gana {
    #[inline]
    fn count(&self, seat: Seat, square: Square) -> u8 {
        self.counts[square.index()] >> (4 * seat.0) & 0xf
    }

    fn add(&mut self, seat: Seat, square: Square, pieces: u8) {
        if pieces > 0 {
            self.counts[square.index()] += pieces * ONE[seat.index()];
            self.on[seat.index()].add(square);
            self.total[seat.index()] += pieces;
            self.fill(square);
        }
    }

    fn remove(&mut self, seat: Seat, square: Square, pieces: u8) {
        self.counts[square.index()] -= pieces * ONE[seat.index()];
        if self.count(seat, square) == 0 {
            self.on[seat.index()].remove(square);
        }
        self.total[seat.index()] -= pieces;
        self.fill(square);
    }

    fn fill(&mut self, square: Square) {
        if self.count(Seat::FIRST, square) + self.count(Seat::SECOND, square) >= MOST {
            self.full.add(square);
        } else {
            self.full.remove(square);
        }
    }

    /// *Turn*: the squares that stop a walk of `seat`: those with four pieces, but never the enemy king's.
    #[inline]
    fn blocked(&self, seat: Seat) -> Bitboard {
        match self.kings[seat.other().index()] {
            Some(king) => self.full & !Bitboard::of(king),
            None => self.full,
        }
    }

    /// *Turn*: calls `each` with every ply until it breaks off.
    fn walks(&self, mut each: impl FnMut(Walk) -> ControlFlow<()>) -> ControlFlow<()> {
        let seat = self.acts;
        let blocked = self.blocked(seat);
        // *The king captures*: four pieces with an enemy among them do not stop him on the square due to him.
        let blocks_king = blocked & !self.on[seat.other().index()];
        for from in self.on[seat.index()] {
            let pieces = self.count(seat, from);
            let has_king = self.kings[seat.index()] == Some(from);
            for direction in Direction::ORTHOGONAL {
                let mut length = 0;
                let mut next = from.step(direction);
                while let Some(square) = next
                    && length < pieces
                    && !blocked.has(square)
                {
                    length += 1;
                    next = square.step(direction);
                }
                let due = length + 1 == pieces && next.is_some_and(|square| !blocks_king.has(square));
                let walk = Walk { from, direction, length, king: 0, alone: false };
                let mut offer = |walk: Walk| match self.keeps_limit(walk) {
                    true => each(walk),
                    false => ControlFlow::Continue(()),
                };
                if !has_king {
                    if length > 0 {
                        offer(walk)?;
                    }
                    continue;
                }
                if due {
                    offer(Walk { length: pieces, king: pieces, ..walk })?;
                }
                // Ruling 11: a king to whom the next square is due may stop before it all the same, and a man with him.
                for king in 1..=length {
                    offer(Walk { king, ..walk })?;
                }
                let first = from.step(direction);
                if pieces > 1 && first.is_some_and(|square| !blocks_king.has(square)) {
                    offer(Walk { length: 1, king: 1, alone: true, ..walk })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a ply captures the enemy king, on the way or at its end.
    #[inline]
    fn takes_king(&self, walk: Walk) -> bool {
        let king = self.kings[self.acts.other().index()];
        king.is_some_and(|king| (1..=walk.length).any(|steps| walk.square(steps) == king))
    }

    /// *Capture of men*, *The king captures*: what happens where the last piece lands.
    fn landing(&self, walk: Walk) -> Landing {
        let pieces = if walk.alone { 1 } else { self.count(self.acts, walk.from) };
        let landed = pieces + 1 - walk.length;
        let end = walk.end();
        let own = self.count(self.acts, end) + landed;
        let enemy_king = self.kings[self.acts.other().index()] == Some(end);
        let enemy = self.count(self.acts.other(), end) - u8::from(enemy_king);
        let king_last = walk.king == walk.length;
        let evenly = pieces > 1 && own == enemy && own <= 2;
        Landing { pieces: landed, taken: if king_last || evenly { enemy } else { 0 } }
    }

    /// *Limit*: no square holds more than four pieces afterwards, unless the king was captured.
    fn keeps_limit(&self, walk: Walk) -> bool {
        let landing = self.landing(walk);
        let end = walk.end();
        let there = self.count(Seat::FIRST, end) + self.count(Seat::SECOND, end);
        there + landing.pieces - landing.taken <= MOST || self.takes_king(walk)
    }

    /// *Capture of the king*: whether `seat` could capture the enemy king if it were to act.
    fn hits_king(&self, seat: Seat) -> bool {
        let Some(king) = self.kings[seat.other().index()] else { return false };
        let blocked = self.blocked(seat);
        Direction::ORTHOGONAL.into_iter().any(|direction| {
            let mut next = king.step(direction);
            for distance in 1..=MOST {
                let Some(square) = next else { return false };
                if self.count(seat, square) >= distance {
                    return true;
                }
                if blocked.has(square) {
                    return false;
                }
                next = square.step(direction);
            }
            false
        })
    }

    /// *Evaluation*: the enemy men that groups of a seat would take at the end of a walk over open squares.
    fn struck(&self, own: &[Bitboard; 5], enemy: &[Bitboard; 5]) -> i32 {
        let open = !self.full;
        // What a last piece that lands alone is even with: one enemy alone, or two beside an own piece.
        let even = [enemy[1] & !(own[1] | own[2] | own[3] | own[4]), enemy[2] & own[1]];
        let (mut one, mut two) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for direction in Direction::ORTHOGONAL {
            let mut walking = Bitboard::EMPTY;
            for group in [own[4], own[3], own[2]] {
                walking = (walking | group).shift(direction) & open;
            }
            // All of them have one step left.
            let ends = walking.shift(direction) & open;
            one |= ends & even[0];
            two |= ends & even[1];
        }
        (one.len() + 2 * two.len()) as i32
    }

    /// The squares by the number of a seat's pieces on them.
    fn by_count(&self, seat: Seat) -> [Bitboard; 5] {
        let mut squares = [Bitboard::EMPTY; 5];
        for square in self.on[seat.index()] {
            squares[usize::from(self.count(seat, square).min(MOST))].add(square);
        }
        squares
    }

    /// *End*: the endings that kings make, all but a player without a ply.
    fn ended(&self) -> Option<Outcome> {
        let seat = self.acts;
        if let Some(loser) = self.kings.iter().position(Option::is_none) {
            return Some(Outcome::win(Seat(loser as u8).other(), Reason::CAPTURED));
        }
        if self.total == [1, 1] {
            return Some(Outcome::draw(KINGS));
        }
        (self.total[seat.index()] == 1 && self.is_stalemate()).then_some(Outcome::draw(STALEMATE))
    }

    /// *End*: a lone king, safe where he stands, that can be captured wherever he goes.
    fn is_stalemate(&self) -> bool {
        let enemy = self.acts.other();
        let escapes = |walk| {
            let mut next = *self;
            next.play(walk);
            next.kings[enemy.index()].is_none() || !next.hits_king(enemy)
        };
        let search = |walk| if escapes(walk) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        !self.hits_king(enemy) && self.walks(search).is_continue()
    }

    fn has_ply(&self) -> bool {
        self.walks(|_| ControlFlow::Break(())).is_break()
    }
}

/// Both sides have only their kings.
const KINGS: Reason = Reason("kings");
/// The player who must act cannot, or his lone king cannot go anywhere in safety.
const STALEMATE: Reason = Reason("stalemate");

impl Game for Gana {
    type Ply = Walk;

    const INFO: Info = Info {
        slug: "gana",
        family: Family::Stacks,
        ru: "Гана",
        en: "Gana",
        aliases: &[],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };

    fn start(_: &Options) -> Self {
        let kings = [Square::at(4, 0), Square::at(4, 7)];
        let mut start = Gana {
            counts: [0; 64],
            on: [Bitboard::EMPTY; 2],
            full: Bitboard::EMPTY,
            total: [0; 2],
            kings: kings.map(Some),
            acts: Seat::FIRST,
        };
        for (seat, ranks) in [(Seat::FIRST, [0, 1]), (Seat::SECOND, [6, 7])] {
            for square in Bitboard::rank(ranks[0]) | Bitboard::rank(ranks[1]) {
                start.add(seat, square, 1);
            }
        }
        start
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Walk>) {
        if self.ended().is_none() {
            let _ = self.walks(|walk| {
                list.push(walk);
                ControlFlow::Continue(())
            });
        }
    }

    fn count(&self) -> usize {
        let mut count = 0;
        if self.ended().is_none() {
            let _ = self.walks(|_| {
                count += 1;
                ControlFlow::Continue(())
            });
        }
        count
    }

    fn play(&mut self, walk: Walk) {
        let (seat, enemy) = (self.acts, self.acts.other());
        let landing = self.landing(walk);
        // The enemy king leaves first.
        if let Some(king) = self.kings[enemy.index()].filter(|_| self.takes_king(walk)) {
            self.kings[enemy.index()] = None;
            self.remove(enemy, king, 1);
        }
        self.remove(seat, walk.from, walk.length - 1 + landing.pieces);
        for steps in 1..walk.length {
            self.add(seat, walk.square(steps), 1);
        }
        self.add(seat, walk.end(), landing.pieces);
        self.remove(enemy, walk.end(), landing.taken);
        if walk.king > 0 {
            self.kings[seat.index()] = Some(walk.square(walk.king));
        }
        self.acts = enemy;
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ended().or_else(|| (!self.has_ply()).then_some(Outcome::draw(STALEMATE)))
    }

    /// *Endless play*: captures alone are irreversible.
    fn is_irreversible(&self, walk: Walk) -> bool {
        self.is_capture(walk)
    }

    fn key(&self) -> u64 {
        let king = |seat: usize| self.kings[seat].map_or(64, |square| square.index() as u64);
        let key = key_of([king(0) << 16 | king(1) << 8 | u64::from(self.acts.0)]);
        let words = self.counts.chunks_exact(8);
        words.fold(key, |key, eight| {
            mix(key, eight.iter().fold(0, |word, &count| word << 8 | u64::from(count)))
        })
    }

    /// *Notation*: the king's own square is named when others walk with him, `K` leads when he leaves them.
    fn text(&self, walk: Walk) -> String {
        let end = walk.end();
        let from = walk.from;
        if walk.alone {
            format!("K{from}-{end}")
        } else if walk.king > 0 && self.count(self.acts, from) > 1 {
            format!("{from}-{end}K{}", walk.square(walk.king))
        } else {
            format!("{from}-{end}")
        }
    }

    /// The king on the last square may be written without naming it twice.
    fn other_texts(&self, walk: Walk, list: &mut Vec<String>) {
        if !walk.alone && walk.king == walk.length && self.count(self.acts, walk.from) > 1 {
            list.push(format!("{}-{}K", walk.from, walk.end()));
        }
    }

    /// The pieces of a square have no order: White's first, kings first.
    fn board(&self) -> Board {
        let mut board = Board::default();
        for square in self.on[0] | self.on[1] {
            for (seat, [man, king]) in [(Seat::FIRST, ['w', 'W']), (Seat::SECOND, ['b', 'B'])] {
                for piece in 0..self.count(seat, square) {
                    let is_king = piece == 0 && self.kings[seat.index()] == Some(square);
                    board.put(square, if is_king { king } else { man });
                }
            }
        }
        board
    }
}

impl Evaluate for Gana {
    fn is_capture(&self, walk: Walk) -> bool {
        self.landing(walk).taken > 0 || self.takes_king(walk)
    }

    const TERMS: &'static [Term] = &[
        term("men", 100),
        term("few", 2),
        term("king-taken", 6000),
        term("king-threatened", 60),
        term("pairs", 8),
        term("triples", 8),
        term("fours", 0),
        term("strikes-to-act", 40),
        term("strikes-waiting", 10),
        term("king-takes-to-act", 20),
        term("king-takes-waiting", -20),
        term("king-company", 6),
        term("king-group", 0),
        term("king-shelter", 3),
        term("king-advance", 0),
        term("advance", 2),
        term("squares", 0),
        term("blocked", -1),
        term("tempo", 5),
    ];

    /// *Evaluation*: men, the more so the fewer are left; the kings' safety, the company they have and what they can take;
    /// groups, and enemy men at the end of their walks; squares held, full squares about them.
    fn measure(&self, seat: Seat) -> Measured {
        let len = |set: Bitboard| set.len() as i32;
        let counts = [self.by_count(Seat::FIRST), self.by_count(Seat::SECOND)];
        let side = |of: Seat| {
            let enemy = of.other();
            let on = self.on[of.index()];
            let acts = i32::from(self.acts == of);
            let own = &counts[of.index()];
            let strikes = self.struck(own, &counts[enemy.index()]);
            let gone =
                |square: Square| i32::from(if of == Seat::FIRST { square.rank() } else { 7 - square.rank() });
            let beyond = |ranks: u32| {
                len(on & Bitboard(if of == Seat::FIRST { !0 << (8 * ranks) } else { !0 >> (8 * ranks) }))
            };
            let hits = i32::from(self.hits_king(of));
            // A side without a king has 0 of all of these.
            let king = self.kings[of.index()];
            let at = king.map_or(Bitboard::EMPTY, Bitboard::of);
            let beside = at.side_neighbours();
            let prey = (beside & self.on[enemy.index()])
                .into_iter()
                .map(|square| i32::from(self.count(enemy, square)))
                .fold(0, i32::max);
            [
                i32::from(self.total[of.index()]),
                0,
                acts * hits,
                (1 - acts) * hits,
                len(own[2]),
                len(own[3]),
                len(own[4]),
                acts * strikes,
                (1 - acts) * strikes,
                acts * prey,
                (1 - acts) * prey,
                len(at.neighbours() & on),
                king.map_or(0, |king| i32::from(self.count(of, king)) - 1),
                len(beside & self.full),
                king.map_or(0, gone),
                (1..8).map(beyond).sum(),
                len(on),
                len(on.side_neighbours() & self.full),
                acts,
            ]
        };
        let mut measured = Measured::balance(side(seat), side(seat.other()));
        let pieces = i32::from(self.total[0]) + i32::from(self.total[1]);
        measured[1] = measured[0].clamp(-4, 4) * 64 / (pieces + 4);
        measured
    }
}

impl Show for Gana {
    fn view(&self, view: &mut View) {
        view.ordered = false;
    }

    /// *Picture*: every square of the walk.
    fn view_ply(&self, walk: Walk, next: &Self, view: &mut View) {
        let enemy = self.acts.other();
        view.marks.push((walk.from, Mark::Start));
        for steps in 1..=walk.length {
            let square = walk.square(steps);
            view.marks.push((square, if steps == walk.length { Mark::End } else { Mark::Way }));
            if next.count(enemy, square) < self.count(enemy, square) {
                view.marks.push((square, Mark::Taken));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::study::{self, after, legal, shows};

    /// A position from words like `c5=Ww`.
    fn position(acts: Seat, words: &str) -> Gana {
        let mut position = Gana {
            counts: [0; 64],
            on: [Bitboard::EMPTY; 2],
            full: Bitboard::EMPTY,
            total: [0; 2],
            kings: [None; 2],
            acts,
        };
        for (square, letters) in study::pieces(words) {
            for letter in letters.chars() {
                let seat = if letter.eq_ignore_ascii_case(&'w') { Seat::FIRST } else { Seat::SECOND };
                position.add(seat, square, 1);
                if letter.is_ascii_uppercase() {
                    position.kings[seat.index()] = Some(square);
                }
            }
        }
        position
    }

    const FIGURE: &str = "c5=Ww e7=wwww b3=www d6=wwwb g5=ww c7=bbb e3=b h7=bb d3=b f5=B";

    #[test]
    fn the_figure_of_the_text() {
        let figure = position(Seat::FIRST, FIGURE);
        let all = "Kc5-b5 Kc5-c4 Kc5-c6 Kc5-d5 b3-a3 b3-b1 b3-b6 b3-e3 c5-a5Ka5 c5-a5Kb5 c5-c3Kc3 c5-c3Kc4 \
                   c5-c7Kc6 c5-c7Kc7 c5-e5Kd5 c5-e5Ke5 d6-a6 d6-d3 d6-d8 d6-g6 e7-a7 e7-e3 e7-e8 e7-h7 g5-e5 \
                   g5-g3 g5-g7 g5-h5";
        assert_eq!(legal(&figure), all.split_whitespace().collect::<Vec<_>>());
        shows(&after(&figure, "c5-c7Kc7"), "c5= c6=w c7=W");
        shows(&after(&figure, "c5-c7Kc6"), "c6=W c7=wbbb");
        shows(&after(&figure, "e7-e3"), "e7= e6=w e5=w e4=w e3=w");
        shows(&after(&figure, "e7-h7"), "f7=w g7=w h7=ww");
        shows(&after(&figure, "b3-e3"), "c3=w d3=wb e3=w");
        shows(&after(&figure, "d6-d3"), "d6=b d5=w d4=w d3=w");
        let won = after(&figure, "g5-e5");
        assert_eq!(won.outcome(), Some(Outcome::win(Seat::FIRST, Reason::CAPTURED)));
        shows(&won, "g5= f5=w e5=w");
        let figure = position(Seat::SECOND, FIGURE);
        assert_eq!(legal(&figure).len(), 23);
        shows(&after(&figure, "f5-g5"), "f5= g5=B");
        shows(&after(&figure, "c7-d7"), "c7= d7=bbb e7=wwww");
        let won = after(&figure, "c7-c4");
        assert_eq!(won.outcome(), Some(Outcome::win(Seat::SECOND, Reason::CAPTURED)));
        shows(&won, "c7= c6=b c5=wb c4=b");
    }

    #[test]
    fn stalemate_needs_a_king_safe_where_he_stands() {
        let safe = position(Seat::FIRST, "a1=W b2=b h8=B");
        assert_eq!(safe.outcome(), Some(Outcome::draw(STALEMATE)));
        assert!(legal(&safe).is_empty());
        let hit = position(Seat::FIRST, "a1=W a3=bb h8=B");
        assert_eq!(hit.outcome(), None);
        assert_eq!(legal(&hit), ["a1-a2", "a1-b1"]);
    }

    #[test]
    fn kings_alone_draw() {
        let before = position(Seat::FIRST, "a1=W a2=b h8=B");
        let both = after(&before, "a1-a2");
        assert_eq!(both.outcome(), Some(Outcome::draw(KINGS)));
        assert!(legal(&both).is_empty());
    }

    #[test]
    fn a_full_square_is_open_to_the_king_to_whom_it_is_due() {
        // Three pieces: the third square, d1, is full of enemies. The last piece may go there as king only.
        let full = position(Seat::FIRST, "a1=Www d1=bbbb h8=B a8=b");
        let right: Vec<_> =
            legal(&full).into_iter().filter(|text| text.starts_with("a1-") && text.contains("1K")).collect();
        assert_eq!(right, ["a1-c1Kb1", "a1-c1Kc1", "a1-d1Kd1"]);
        shows(&after(&full, "a1-d1Kd1"), "a1= b1=w c1=w d1=W");
        shows(&after(&full, "a1-c1Kb1"), "a1= b1=W c1=ww d1=bbbb");
        shows(&after(&full, "a1-c1Kc1"), "a1= b1=w c1=Ww d1=bbbb");
        // Two squares away it is not due to the last of three, and stops them all.
        let near = position(Seat::FIRST, "a1=Www c1=bbbb h8=B a8=b");
        let right: Vec<_> =
            legal(&near).into_iter().filter(|text| text.starts_with("a1-") && text.contains("1K")).collect();
        assert_eq!(right, ["a1-b1Kb1"]);
        // Where he stops before the full square he captures as the last of all does.
        let guarded = position(Seat::FIRST, "a1=Www c1=bbb d1=bbbb h8=B");
        shows(&after(&guarded, "a1-c1Kc1"), "a1= b1=w c1=Ww d1=bbbb");
    }
}
