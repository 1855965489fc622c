//! The machine of ugolki and halma: men step, or leap over one another, from their own corner to the enemy's; with a
//! table of the differences.

use std::fmt::Debug;
use std::marker::PhantomData;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::history::{Endless, Stop};
use crate::info::Info;
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason, Score};
use crate::seat::{Colour, Seat};
use crate::show::Show;
use crate::square::{Direction, Square};
use crate::view::{Mark, TallyKind, View};

/// What a game of the machine differs in.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Where White's men start. Black's start is the same turned, and each one's start is the other's goal.
    pub home: Bitboard,
    /// The directions of steps and leaps.
    pub directions: &'static [Direction],
    /// Whether an enemy who would be home with his next ply makes a draw of it.
    pub answer: bool,
}

/// The terms, with the same weights before any tuning in both games.
pub const TERMS: [Term; 13] = [
    term("way", -16),
    term("aside", -8),
    term("last", -8),
    term("stragglers", -2),
    term("start", -6),
    term("home", 30),
    term("deep", 5),
    term("ladders", 1),
    term("ladders-ahead", 3),
    term("steps-ahead", 1),
    term("company", 0),
    term("blocked", 0),
    term("tempo", 8),
];

/// A game of the machine: its table and its entry in the catalogue.
pub trait Leaping: Copy + Debug + PartialEq + Eq + Send + Sync + 'static {
    /// The table of differences.
    const RULES: Rules;
    /// The catalogue's entry.
    const INFO: Info;

    /// How many plies a game has at most.
    fn limit(options: &Options) -> u16;
}

/// A position: the men of both seats and who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leap<R: Leaping> {
    men: [Bitboard; 2],
    acts: Seat,
    limit: u16,
    rules: PhantomData<R>,
}

/// A ply: from and to, whatever the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ply {
    from: Square,
    to: Square,
}

/// Ways of one leaping ply that are written out for the reader of plies, at most.
const WAYS: usize = 48;

impl<R: Leaping> Leap<R> {
    /// Where a seat's men start, which is the other's goal.
    const HOMES: [Bitboard; 2] = [R::RULES.home, Bitboard(R::RULES.home.0.reverse_bits())];

    fn goal(seat: Seat) -> Bitboard {
        Self::HOMES[seat.other().index()]
    }

    fn occupied(&self) -> Bitboard {
        self.men[0] | self.men[1]
    }

    /// One leap of each of a set of men; they themselves are no hurdles.
    #[inline]
    fn leaps(from: Bitboard, hurdles: Bitboard) -> Bitboard {
        let over = R::RULES.directions.iter().fold(Bitboard::EMPTY, |reached, &direction| {
            reached | (from.shift(direction) & hurdles).shift(direction)
        });
        over & !hurdles
    }

    /// *Turn*: where a man may leap. The square that he leaves is empty meanwhile, but he may not stay on it.
    #[inline]
    fn leaps_of(&self, man: Square) -> Bitboard {
        let start = Bitboard::of(man);
        let hurdles = self.occupied() & !start;
        let mut reached = start;
        let mut last = start;
        while !last.is_empty() {
            last = Self::leaps(last, hurdles) & !reached;
            reached |= last;
        }
        reached & !start
    }

    #[inline]
    fn steps(set: Bitboard) -> Bitboard {
        R::RULES.directions.iter().fold(Bitboard::EMPTY, |steps, &direction| steps | set.shift(direction))
    }

    /// *Turn*: where a man may go.
    #[inline]
    fn targets(&self, man: Square) -> Bitboard {
        (Self::steps(Bitboard::of(man)) & !self.occupied()) | self.leaps_of(man)
    }

    fn can_act(&self, seat: Seat) -> bool {
        let own = self.men[seat.index()];
        !(Self::steps(own) & !self.occupied()).is_empty() || !Self::leaps(own, self.occupied()).is_empty()
    }

    fn is_home(&self, seat: Seat) -> bool {
        self.men[seat.index()] == Self::goal(seat)
    }

    /// Whether a seat has a ply that brings its last man home.
    fn would_be_home(&self, seat: Seat) -> bool {
        let goal = Self::goal(seat);
        let last = self.men[seat.index()] & !goal;
        last.len() == 1 && last.first().is_some_and(|man| !(self.targets(man) & goal).is_empty())
    }

    fn men_home(&self, seat: Seat) -> i16 {
        (self.men[seat.index()] & Self::goal(seat)).len() as i16
    }

    /// The squares on which a man stops on his shortest way, start and end included.
    fn way(&self, ply: Ply) -> Vec<Square> {
        let Ply { from, to } = ply;
        if (Self::steps(Bitboard::of(from)) & !self.occupied()).has(to) {
            return vec![from, to];
        }
        let hurdles = self.occupied() & !Bitboard::of(from);
        let mut rounds = vec![Bitboard::of(from)];
        let mut reached = Bitboard::of(from);
        while let Some(&last) = rounds.last()
            && !reached.has(to)
            && !last.is_empty()
        {
            let next = Self::leaps(last, hurdles) & !reached;
            reached |= next;
            rounds.push(next);
        }
        // Leaps go both ways, so that the way is found backwards.
        let mut way = vec![to];
        rounds.pop();
        for round in rounds.into_iter().rev() {
            let before = way.last().map_or(Bitboard::EMPTY, |&at| Self::leaps(Bitboard::of(at), hurdles));
            way.extend((before & round).first());
        }
        way.reverse();
        way
    }

    /// Adds the ways of a man's leaps from the end of a way on to a square, as texts; no square twice.
    fn write_ways(&self, way: &mut Vec<Square>, to: Square, list: &mut Vec<String>) {
        let (Some(&start), Some(&at)) = (way.first(), way.last()) else { return };
        let hurdles = self.occupied() & !Bitboard::of(start);
        let passed: Bitboard = way.iter().copied().collect();
        for next in Self::leaps(Bitboard::of(at), hurdles) & !passed {
            if list.len() >= WAYS {
                return;
            }
            way.push(next);
            if next == to {
                let texts: Vec<String> = way.iter().map(Square::to_string).collect();
                list.push(texts.join("-"));
            } else {
                self.write_ways(way, to, list);
            }
            way.pop();
        }
    }
}

impl<R: Leaping> Game for Leap<R> {
    type Ply = Ply;

    const INFO: Info = R::INFO;

    fn start(options: &Options) -> Self {
        Leap { men: Self::HOMES, acts: Seat::FIRST, limit: R::limit(options), rules: PhantomData }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Ply>) {
        if self.is_home(self.acts) || self.is_home(self.acts.other()) {
            return;
        }
        for from in self.men[self.acts.index()] {
            list.extend(self.targets(from).into_iter().map(|to| Ply { from, to }));
        }
    }

    fn count(&self) -> usize {
        if self.is_home(self.acts) || self.is_home(self.acts.other()) {
            return 0;
        }
        let men = self.men[self.acts.index()].into_iter();
        men.map(|from| self.targets(from).len() as usize).sum()
    }

    /// A player without a ply is passed over.
    fn play(&mut self, ply: Ply) {
        let men = &mut self.men[self.acts.index()];
        men.remove(ply.from);
        men.add(ply.to);
        if self.can_act(self.acts.other()) {
            self.acts = self.acts.other();
        }
    }

    /// *End*: all men of the mover are home.
    fn outcome(&self) -> Option<Outcome> {
        let winner = [Seat::FIRST, Seat::SECOND].into_iter().find(|&seat| self.is_home(seat))?;
        if R::RULES.answer && self.would_be_home(winner.other()) {
            Some(Outcome::draw(Reason::GOAL))
        } else {
            Some(Outcome::win(winner, Reason::GOAL))
        }
    }

    /// *Endless play*: only the limit.
    fn endless(&self) -> Endless {
        Endless { limit: Some(self.limit), ..Endless::NEVER }
    }

    /// *End*: at the limit, whoever still has men at the start loses; then men at the goal count.
    fn stopped(&self, stop: Stop) -> Outcome {
        let [white, black] = [Seat::FIRST, Seat::SECOND].map(|seat| self.men_home(seat));
        let left = [0, 1].map(|seat: usize| !(self.men[seat] & Self::HOMES[seat]).is_empty());
        let outcome = match left {
            [true, true] => Outcome::draw(stop.reason()),
            [true, false] => Outcome::win(Seat::SECOND, stop.reason()),
            [false, true] => Outcome::win(Seat::FIRST, stop.reason()),
            [false, false] => Outcome::count(white, black, stop.reason()),
        };
        outcome.with_score(Score::two(white, black))
    }

    fn is_irreversible(&self, _: Ply) -> bool {
        false
    }

    fn key(&self) -> u64 {
        key_of([self.men[0].0, self.men[1].0, u64::from(self.acts.0)])
    }

    fn text(&self, ply: Ply) -> String {
        format!("{}-{}", ply.from, ply.to)
    }

    /// Leaps written square by square.
    fn other_texts(&self, ply: Ply, list: &mut Vec<String>) {
        self.write_ways(&mut vec![ply.from], ply.to, list);
    }

    fn board(&self) -> Board {
        Board::of_men_and_kings(self.men[0], self.men[1], Bitboard::EMPTY)
    }
}

impl<R: Leaping> Evaluate for Leap<R> {
    const TERMS: &'static [Term] = &TERMS;

    /// *Evaluation*: the way that is left to the far corner, more for those who are last; men still at the start, men at the
    /// goal and on its deepest squares; leaps to make, most of all ahead.
    fn measure(&self, seat: Seat) -> Measured {
        let diagonal = R::RULES.directions.len() > Direction::ORTHOGONAL.len();
        let len = |set: Bitboard| set.len() as i32;
        let occupied = self.occupied();
        let side = |of: Seat| {
            let own = self.men[of.index()];
            let [mut way, mut aside, mut last, mut stragglers, mut deep] = [0; 5];
            for man in own {
                let man = if of == Seat::FIRST { man } else { man.turned() };
                let (files, ranks) = (7 - i32::from(man.file()), 7 - i32::from(man.rank()));
                // A king's way or a rook's, and how far off the long diagonal.
                let left = if diagonal { files.max(ranks) } else { files + ranks };
                way += left;
                aside += (files - ranks).abs();
                stragglers += left * left / 4;
                last = last.max(left);
                deep += i32::from(files + ranks < 2);
            }
            let ahead = |direction: Direction| {
                let (file, rank) = direction.delta();
                if of == Seat::FIRST { file + rank > 0 } else { file + rank < 0 }
            };
            let [mut leaps, mut leaps_ahead, mut steps_ahead] = [0; 3];
            for &direction in R::RULES.directions {
                let next = own.shift(direction);
                let leap = len((next & occupied).shift(direction) & !occupied);
                leaps += leap;
                if ahead(direction) {
                    leaps_ahead += leap;
                    steps_ahead += len(next & !occupied);
                }
            }
            let start = Self::HOMES[of.index()];
            [
                way,
                aside,
                last,
                stragglers,
                len(own & start),
                i32::from(self.men_home(of)),
                deep,
                leaps,
                leaps_ahead,
                steps_ahead,
                len(own & own.neighbours()),
                // Enemies who stay on the goal.
                len(self.men[of.other().index()] & Self::goal(of)),
                i32::from(self.acts == of),
            ]
        };
        Measured::balance(side(seat), side(seat.other()))
    }
}

impl<R: Leaping> Show for Leap<R> {
    /// *Picture*: both corners, the men who are home.
    fn view(&self, view: &mut View) {
        for (seat, colour) in [(Seat::FIRST, Colour::White), (Seat::SECOND, Colour::Black)] {
            let home = Self::HOMES[seat.index()];
            view.mark(home, Mark::Home(colour));
            view.tally(seat, TallyKind::Home, i32::from(self.men_home(seat)), Some(home.len() as i32));
        }
    }

    /// The squares of the last series.
    fn view_ply(&self, ply: Ply, _: &Self, view: &mut View) {
        let way = self.way(ply);
        for (index, &square) in way.iter().enumerate() {
            let mark = match index {
                0 => Mark::Start,
                _ if index + 1 == way.len() => Mark::End,
                _ => Mark::Way,
            };
            view.marks.push((square, mark));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::race::{Halma, Ugolki};
    use crate::games::study::legal;
    use crate::played::Played;

    fn position<R: Leaping>(white: &str, black: &str) -> Leap<R> {
        let set = |words: &str| {
            words.split_whitespace().map(|word| word.parse::<Square>().expect("a square")).collect()
        };
        Leap { men: [set(white), set(black)], ..Leap::start(&Options::default()) }
    }

    #[test]
    fn a_series_may_pass_the_square_it_began_on_but_not_end_there() {
        // Round over b3, c4, d3 and c2, either way: b4, d4, d2, and back to b2.
        let position = position::<Ugolki>("b2 b3 c4 d3 c2", "h8");
        let own: Vec<String> = legal(&position).into_iter().filter(|text| text.starts_with("b2")).collect();
        assert_eq!(own, ["b2-a2", "b2-b1", "b2-b4", "b2-d2", "b2-d4"]);
    }

    #[test]
    fn the_way_of_a_series_is_shown_and_understood_square_by_square() {
        let mut played = Played::<Leap<Ugolki>>::new(&Options::default());
        for text in ["c3-c4", "f6-f5", "c1-c5"] {
            let position = *played.position();
            let ply = played.legal().into_iter().find(|&ply| position.text(ply) == text).expect("legal");
            if text == "c1-c5" {
                let mut others = Vec::new();
                position.other_texts(ply, &mut others);
                assert_eq!(others, ["c1-c3-c5"]);
            }
            played.play(ply);
        }
        let view = played.view();
        let marked =
            |mark: Mark| view.marks.iter().find(|(_, m)| *m == mark).map(|(square, _)| square.to_string());
        assert_eq!(marked(Mark::Start).as_deref(), Some("c1"));
        assert_eq!(marked(Mark::Way).as_deref(), Some("c3"));
        assert_eq!(marked(Mark::End).as_deref(), Some("c5"));
    }

    #[test]
    fn at_the_limit_men_left_at_the_start_lose_and_then_men_at_the_goal_count() {
        let limit = |white: &str, black: &str| {
            let outcome = position::<Halma>(white, black).stopped(Stop::Limit);
            (outcome.winner, outcome.reason, outcome.score.map(|score| score.as_slice().to_vec()))
        };
        assert_eq!(limit("a1 h8", "h7 b1"), (None, Reason::LIMIT, Some(vec![1, 1])));
        assert_eq!(limit("a1 h8", "e5 b1"), (Some(Seat::SECOND), Reason::LIMIT, Some(vec![1, 1])));
        assert_eq!(limit("e4 h8", "e5 b1"), (None, Reason::LIMIT, Some(vec![1, 1])));
        assert_eq!(limit("h7 h8", "e5 b1"), (Some(Seat::FIRST), Reason::COUNT, Some(vec![2, 1])));
    }

    #[test]
    fn an_answer_that_brings_the_enemy_home_makes_a_draw() {
        let white = "f6 f7 f8 g6 g7 g8 h6 h7 h8";
        let near = position::<Ugolki>(white, "a1 a2 a3 b1 b2 b3 c1 c2 d3");
        assert_eq!(near.outcome(), Some(Outcome::draw(Reason::GOAL)));
        let far = position::<Ugolki>(white, "a1 a2 a3 b1 b2 b3 c1 c2 e3");
        assert_eq!(far.outcome(), Some(Outcome::win(Seat::FIRST, Reason::GOAL)));
        assert_eq!((far.count(), legal(&far).len()), (0, 0));
        let leap = position::<Ugolki>(white, "a1 a2 a3 b1 b2 b3 c2 c3 e1");
        assert_eq!(leap.outcome(), Some(Outcome::win(Seat::FIRST, Reason::GOAL)), "nothing to leap over");
        let leap = position::<Ugolki>(white, "a1 a2 a3 b1 b2 c1 c2 c3 b5");
        assert_eq!(leap.outcome(), Some(Outcome::win(Seat::FIRST, Reason::GOAL)), "b4 is empty");
    }
}
