//! Shark: `docs/rules/2b-shark-bees.md#shark`.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::history::{Endless, Stop};
use crate::info::{Capital, Family, Info, OptionSpec, WHITE_FIRST};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason, Score};
use crate::seat::{Colour, Seat};
use crate::show::Show;
use crate::square::Square;
use crate::view::{Line, Mark, OwnedLine, Sign, Stroke, TallyKind, View};

/// Squares of a track.
const LENGTH: u8 = 20;
/// As many kings as a chain may have and still activate fewer.
const KINGS: u32 = 3;
/// Men of a chain at the start.
const MEN: u32 = 10;

/// A track: its squares in the direction of movement.
#[derive(Debug, PartialEq, Eq)]
struct Track {
    squares: [Square; LENGTH as usize],
    /// By file, the place on the track of the square beside the divide.
    divide: [u8; 8],
}

impl Track {
    /// Clockwise from the square on file a that is lowest: up the file, along the upper rank, down, and back.
    const fn clockwise(lowest_rank: u8) -> Track {
        let mut squares = [Square::at(0, 0); LENGTH as usize];
        let mut i = 0;
        while i < LENGTH {
            let (file, rank) = match i {
                0..3 => (0, i),
                3..10 => (i - 3, 3),
                10..13 => (7, 13 - i),
                _ => (20 - i, 0),
            };
            squares[i as usize] = Square::at(file, lowest_rank + rank);
            i += 1;
        }
        Track::of(squares)
    }

    /// The same way round the other way.
    const fn reversed(&self) -> Track {
        let mut squares = self.squares;
        let mut i = 0;
        while i < LENGTH as usize {
            squares[i] = self.squares[LENGTH as usize - 1 - i];
            i += 1;
        }
        Track::of(squares)
    }

    const fn of(squares: [Square; LENGTH as usize]) -> Track {
        let mut divide = [0; 8];
        let mut i = 0;
        while i < LENGTH {
            let square = squares[i as usize];
            if square.rank() == 3 || square.rank() == 4 {
                divide[square.file() as usize] = i;
            }
            i += 1;
        }
        Track { squares, divide }
    }

    /// The place of a square.
    fn place(&self, square: Square) -> u8 {
        (0..).zip(self.squares).find(|&(_, other)| other == square).map_or(0, |(place, _)| place)
    }
}

static WHITE: Track = Track::clockwise(0);
static BLACK: Track = Track::clockwise(4);
static BLACK_REVERSED: Track = Track::clockwise(4).reversed();

/// A chain. Bit *i* of a set is the square *i* places behind the head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Chain {
    /// The head's place on the track.
    head: u8,
    /// Where there are pieces; without gaps if all from the head to the tail are there.
    on: u32,
    /// Pieces of Black's colour.
    black: u32,
    /// Kings.
    kings: u32,
}

impl Chain {
    #[inline]
    fn len(self) -> u32 {
        self.on.count_ones()
    }

    /// Squares from head to tail.
    #[inline]
    fn span(self) -> u32 {
        32 - self.on.leading_zeros()
    }

    #[inline]
    fn is_broken(self) -> bool {
        self.on & (self.on + 1) != 0
    }

    /// Whether all pieces are alike in colour and rank.
    #[inline]
    fn is_uniform(self) -> bool {
        (self.black == 0 || self.black == self.on) && (self.kings == 0 || self.kings == self.on)
    }

    /// The place `behind` the head.
    #[inline]
    fn place(self, behind: u8) -> u8 {
        (self.head + LENGTH - behind) % LENGTH
    }

    /// *Close*: pushed together, the head moving back.
    fn close(&mut self, back: u8) {
        let (mut black, mut kings, mut len) = (0, 0, 0);
        for behind in (0..self.span()).filter(|behind| self.on >> behind & 1 != 0) {
            black |= (self.black >> behind & 1) << len;
            kings |= (self.kings >> behind & 1) << len;
            len += 1;
        }
        *self = Chain { head: self.place(back), on: (1 << len) - 1, black, kings };
    }

    /// *Advance the chain*.
    #[inline]
    fn advance(&mut self) {
        self.head = (self.head + 1) % LENGTH;
    }

    /// *Bring the tail round*.
    #[inline]
    fn bring_round(&mut self) {
        let tail = self.span() - 1;
        self.black = self.black << 1 & self.on | self.black >> tail & 1;
        self.kings = self.kings << 1 & self.on | self.kings >> tail & 1;
        self.advance();
    }

    /// *Capture*: takes pieces out; the foremost of the rest is the head.
    fn remove(&mut self, taken: u32) {
        self.on &= !taken;
        self.black &= self.on;
        self.kings &= self.on;
        if self.on != 0 {
            let lost = self.on.trailing_zeros();
            self.on >>= lost;
            self.black >>= lost;
            self.kings >>= lost;
            self.head = self.place(lost as u8);
        }
    }

    /// *Capture*: a piece joins the tail.
    fn join(&mut self, black: bool, king: bool) {
        let tail = self.span();
        self.on |= 1 << tail;
        self.black |= u32::from(black) << tail;
        self.kings |= u32::from(king) << tail;
    }

    /// The piece on a place of the track, as its bit.
    #[inline]
    fn at(self, place: u8) -> u32 {
        1 << ((self.head + LENGTH - place) % LENGTH) & self.on
    }
}

/// A position: both chains, and who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shark {
    chains: [Chain; 2],
    /// Whether Black moves counterclockwise. The same all through a game.
    reversed: bool,
    acts: Seat,
}

/// A ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// The chain is closed up, the head moving back so many squares.
    Close(u8),
    /// The whole chain advances.
    Advance,
    /// The tail is brought round to the front.
    BringRound,
    /// The man so many places behind the head becomes a king.
    Activate(u8),
}

impl Shark {
    #[inline]
    fn track(&self, seat: Seat) -> &'static Track {
        match (seat, self.reversed) {
            (Seat::FIRST, _) => &WHITE,
            (_, false) => &BLACK,
            (_, true) => &BLACK_REVERSED,
        }
    }

    #[inline]
    fn chain(&self, seat: Seat) -> Chain {
        self.chains[seat.index()]
    }

    /// *Capture*: the pieces of the other chain that `seat` would strike now, as bits of that chain.
    fn struck(&self, seat: Seat) -> u32 {
        let (own, enemy) = (self.chain(seat), self.chain(seat.other()));
        // Every strike has a king on one side.
        if own.kings | enemy.kings == 0 {
            return 0;
        }
        let places = self.track(seat).divide.into_iter().zip(self.track(seat.other()).divide);
        places.fold(0, |struck, (near, far)| {
            let (piece, target) = (own.at(near), enemy.at(far));
            let same = (own.black & piece != 0) == (enemy.black & target != 0);
            let hits = match (own.kings & piece != 0, enemy.kings & target != 0) {
                (true, false) => !same,
                (false, true) => same,
                _ => false,
            };
            if piece != 0 && hits { struck | target } else { struck }
        })
    }

    /// The strike that ends a movement: what is taken joins the taker's tail, the foremost first.
    fn strike(&mut self, seat: Seat) {
        let mut struck = self.struck(seat);
        let enemy = self.chain(seat.other());
        self.chains[seat.other().index()].remove(struck);
        while struck != 0 {
            let piece = struck & struck.wrapping_neg();
            self.chains[seat.index()].join(enemy.black & piece != 0, enemy.kings & piece != 0);
            struck ^= piece;
        }
    }

    /// The position after a movement, the strike left out.
    fn moved(mut self, act: Act) -> Self {
        let chain = &mut self.chains[self.acts.index()];
        match act {
            Act::Advance => chain.advance(),
            Act::BringRound => chain.bring_round(),
            Act::Close(_) | Act::Activate(_) => {}
        }
        self
    }

    fn is_over(&self) -> bool {
        self.chains.iter().any(|chain| chain.on == 0)
    }

    fn score(&self) -> [i16; 2] {
        self.chains.map(|chain| chain.len() as i16)
    }

    /// The pieces of a chain by square, from head to tail: square, colour and rank.
    fn pieces(&self, seat: Seat) -> impl Iterator<Item = (Square, Colour, bool)> {
        let (chain, track) = (self.chain(seat), self.track(seat));
        (0..LENGTH).filter(move |&behind| chain.on >> behind & 1 != 0).map(move |behind| {
            let colour = if chain.black >> behind & 1 == 0 { Colour::White } else { Colour::Black };
            let square = track.squares[usize::from(chain.place(behind))];
            (square, colour, chain.kings >> behind & 1 != 0)
        })
    }

    /// A square of a seat's chain or track, so many places behind the head.
    fn square(&self, seat: Seat, behind: u8) -> Square {
        self.track(seat).squares[usize::from(self.chain(seat).place(behind))]
    }

    /// The square in front of a seat's head.
    fn front(&self, seat: Seat) -> Square {
        self.square(seat, LENGTH - 1)
    }
}

impl Game for Shark {
    type Ply = Act;

    const INFO: Info = Info {
        slug: "shark",
        family: Family::Capture,
        ru: "Акула",
        en: "Shark",
        aliases: &[],
        seats: WHITE_FIRST,
        options: &[OptionSpec { name: "black", values: &["clockwise", "counterclockwise"] }],
        capital: Capital::King,
    };

    fn start(options: &Options) -> Self {
        let reversed = options.is("black", "counterclockwise");
        let men = (1 << MEN) - 1;
        let white = Chain { head: WHITE.place(Square::at(0, 3)), on: men, black: 0, kings: 0 };
        // The same ten squares either way, so the head is at the other end.
        let head =
            if reversed { BLACK_REVERSED.place(Square::at(1, 7)) } else { BLACK.place(Square::at(7, 4)) };
        let black = Chain { head, on: men, black: men, kings: 0 };
        Shark { chains: [white, black], reversed, acts: Seat::FIRST }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Act>) {
        if self.is_over() {
            return;
        }
        let chain = self.chain(self.acts);
        if chain.is_broken() {
            let gaps = chain.span() - chain.len();
            list.extend((0..=gaps as u8).map(Act::Close));
            return;
        }
        list.push(Act::Advance);
        if !chain.is_uniform() {
            list.push(Act::BringRound);
        }
        if chain.kings.count_ones() < KINGS {
            let men = (0..LENGTH).filter(|behind| (chain.on & !chain.kings) >> behind & 1 != 0);
            list.extend(men.map(Act::Activate));
        }
    }

    fn count(&self) -> usize {
        let chain = self.chain(self.acts);
        let kings = chain.kings.count_ones();
        let count = if self.is_over() {
            0
        } else if chain.is_broken() {
            chain.span() - chain.len() + 1
        } else {
            2 - u32::from(chain.is_uniform()) + if kings < KINGS { chain.len() - kings } else { 0 }
        };
        count as usize
    }

    fn play(&mut self, act: Act) {
        let seat = self.acts;
        match act {
            // The same player acts when his chain is closed.
            Act::Close(back) => self.chains[seat.index()].close(back),
            Act::Activate(behind) => {
                self.chains[seat.index()].kings |= 1 << behind;
                self.acts = seat.other();
            }
            Act::Advance | Act::BringRound => {
                *self = self.moved(act);
                self.strike(seat);
                self.acts = seat.other();
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let [white, black] = self.score();
        let winner = match (white, black) {
            (_, 0) => Seat::FIRST,
            (0, _) => Seat::SECOND,
            _ => return None,
        };
        Some(Outcome::win(winner, Reason::NO_PIECES).with_score(Score::two(white, black)))
    }

    fn endless(&self) -> Endless {
        Endless { no_progress: Some(60), limit: Some(300), ..Endless::STANDARD }
    }

    /// *Endless play*: otherwise than by repetition, the longer chain wins.
    fn stopped(&self, stop: Stop) -> Outcome {
        let [white, black] = self.score();
        match stop {
            Stop::Repetition => Outcome::draw(Reason::REPETITION),
            _ => Outcome::count(white, black, Reason::NO_PROGRESS),
        }
    }

    /// *Endless play*: captures and activations.
    fn is_irreversible(&self, act: Act) -> bool {
        matches!(act, Act::Activate(_)) || self.is_capture(act)
    }

    fn key(&self) -> u64 {
        let words = self
            .chains
            .map(|chain| u64::from(chain.on) << 40 | u64::from(chain.black) << 20 | u64::from(chain.kings));
        let heads = u64::from(self.chains[0].head) << 8 | u64::from(self.chains[1].head);
        key_of([words[0], words[1], heads << 8 | u64::from(self.acts.0)])
    }

    fn text(&self, act: Act) -> String {
        let seat = self.acts;
        let chain = self.chain(seat);
        match act {
            Act::Close(back) => format!("={}", self.square(seat, back)),
            Act::Activate(behind) => format!("+{}", self.square(seat, behind)),
            Act::Advance => format!("{}-{}", self.square(seat, 0), self.front(seat)),
            Act::BringRound => {
                let tail = self.square(seat, chain.span().saturating_sub(1) as u8);
                format!("{tail}-{}", self.front(seat))
            }
        }
    }

    /// *Board letters*: a piece keeps its own colour in whichever chain it is.
    fn board(&self) -> Board {
        let mut board = Board::default();
        for (square, colour, king) in self.pieces(Seat::FIRST).chain(self.pieces(Seat::SECOND)) {
            let letter = colour.letter();
            board.put(square, if king { letter.to_ascii_uppercase() } else { letter });
        }
        board
    }
}

impl Evaluate for Shark {
    fn is_capture(&self, act: Act) -> bool {
        matches!(act, Act::Advance | Act::BringRound) && self.moved(act).struck(self.acts) != 0
    }

    const TERMS: &'static [Term] = &[
        term("length", 100),
        term("few", 2),
        term("kings", 25),
        term("foreign", 0),
        term("foreign-kings", 0),
        term("strike-to-act", 80),
        term("strike-waiting", 30),
        term("choice-to-act", 10),
        term("choice-waiting", 5),
        term("second-strike", 5),
        term("may-activate", 5),
        term("mixed", 0),
        term("broken", -10),
        term("tempo", 5),
    ];

    /// *Evaluation*: the chain's length, the more so the shorter both are; kings, pieces of the other colour; what the next
    /// movement would strike, with both ways of moving, and what the one after it would; the right to activate.
    fn measure(&self, seat: Seat) -> Measured {
        let side = |of: Seat| {
            let chain = self.chain(of);
            let acts = i32::from(self.acts == of);
            let foreign = if of == Seat::FIRST { chain.black } else { chain.on & !chain.black };
            let kings = chain.kings.count_ones();
            let whole = chain.on != 0 && !chain.is_broken();
            let [mut best, mut worst, mut second] = [0; 3];
            if whole && self.chain(of.other()).on != 0 {
                let ahead = Shark { acts: of, ..*self };
                let strikes = |ahead: Shark| ahead.struck(of).count_ones() as i32;
                let advanced = ahead.moved(Act::Advance);
                let hits = [strikes(advanced), strikes(ahead.moved(Act::BringRound))];
                (best, worst) = (hits[0].max(hits[1]), hits[0].min(hits[1]));
                second = strikes(advanced.moved(Act::Advance));
            }
            [
                chain.len() as i32,
                0,
                kings as i32,
                foreign.count_ones() as i32,
                (foreign & chain.kings).count_ones() as i32,
                acts * best,
                (1 - acts) * best,
                acts * worst,
                (1 - acts) * worst,
                second,
                i32::from(whole && kings < KINGS),
                i32::from(whole && !chain.is_uniform()),
                i32::from(chain.is_broken()),
                acts,
            ]
        };
        let mut measured = Measured::balance(side(seat), side(seat.other()));
        let pieces = self.chains[0].len() + self.chains[1].len();
        measured[1] = measured[0].clamp(-4, 4) * 64 / (pieces as i32 + 4);
        measured
    }
}

impl Show for Shark {
    /// *Picture*: the squares outside the tracks, the divide and the pairs that face each other across it, each
    /// chain's head with an arrow ahead, its length, and its gaps.
    fn view(&self, view: &mut View) {
        let on_track = |square: &Square| WHITE.squares.contains(square) || BLACK.squares.contains(square);
        view.mark(Square::all().filter(|square| !on_track(square)).collect::<Bitboard>(), Mark::Forbidden);
        view.lines.push(OwnedLine { line: Line::Middle, colour: Colour::White });
        for file in 0..8 {
            let (from, to) = (Square::at(file, 3), Square::at(file, 4));
            if view.pieces.contains_key(&from) && view.pieces.contains_key(&to) {
                view.strokes.push(Stroke { from, to, colour: None });
            }
        }
        for seat in [Seat::FIRST, Seat::SECOND] {
            let chain = self.chain(seat);
            if let Some(player) = view.players.get_mut(seat.index()) {
                player.tallies.retain(|tally| tally.what != TallyKind::Pieces);
            }
            view.tally(seat, TallyKind::Pieces, chain.len() as i32, None);
            if chain.on == 0 {
                continue;
            }
            let head = self.square(seat, 0);
            view.arrows.push((head, self.front(seat)));
            if let Some(piece) = view.pieces.get_mut(&head).and_then(|pieces| pieces.last_mut())
                && piece.sign == Sign::None
            {
                piece.sign = Sign::Head;
            }
            let gaps = (0..chain.span() as u8).filter(|&behind| chain.on >> behind & 1 == 0);
            view.mark(gaps.map(|behind| self.square(seat, behind)).collect::<Bitboard>(), Mark::Active);
        }
    }

    /// *Picture*: what was struck, which has gone over to the other chain.
    fn view_ply(&self, act: Act, next: &Self, view: &mut View) {
        let seat = self.acts;
        match act {
            Act::Close(_) => view.marks.push((next.square(seat, 0), Mark::End)),
            Act::Activate(behind) => view.marks.push((self.square(seat, behind), Mark::Turned)),
            Act::Advance | Act::BringRound => {
                let behind = if act == Act::Advance { 0 } else { self.chain(seat).span() as u8 - 1 };
                view.marks.push((self.square(seat, behind), Mark::Start));
                view.marks.push((self.front(seat), Mark::End));
                let struck = self.moved(act).struck(seat);
                let taken = (0..LENGTH).filter(|behind| struck >> behind & 1 != 0);
                let squares: Bitboard = taken.map(|behind| self.square(seat.other(), behind)).collect();
                view.mark(squares, Mark::Taken);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tracks_go_round_as_the_rules_write_them() {
        let names = |track: &Track| track.squares.map(|square| square.to_string()).join(" ");
        let clockwise = "a1 a2 a3 a4 b4 c4 d4 e4 f4 g4 h4 h3 h2 h1 g1 f1 e1 d1 c1 b1";
        assert_eq!(names(&WHITE), clockwise);
        let up = "a5 a6 a7 a8 b8 c8 d8 e8 f8 g8 h8 h7 h6 h5 g5 f5 e5 d5 c5 b5";
        assert_eq!(names(&BLACK), up);
        let reversed: Vec<&str> = up.split(' ').rev().collect();
        assert_eq!(names(&BLACK_REVERSED), reversed.join(" "));
        for track in [&WHITE, &BLACK, &BLACK_REVERSED] {
            for (file, place) in (0..).zip(track.divide) {
                assert_eq!(track.squares[usize::from(place)].file(), file);
            }
        }
    }

    #[test]
    fn closing_keeps_the_order() {
        // From the head: white king, gap, black man, gap, gap, white man.
        let broken = Chain { head: 5, on: 0b10_0101, black: 0b100, kings: 1 };
        assert!(broken.is_broken());
        for back in 0..=3 {
            let mut closed = broken;
            closed.close(back);
            assert_eq!(closed, Chain { head: 5 - back, on: 0b111, black: 0b10, kings: 1 });
        }
        // Without its head the chain begins where the next piece stands.
        let mut beheaded = broken;
        beheaded.remove(1);
        assert_eq!(beheaded, Chain { head: 3, on: 0b1001, black: 1, kings: 0 });
    }

    #[test]
    fn an_emptied_chain_loses() {
        let on = |track: &Track, name: &str| track.place(name.parse().expect("a square"));
        let mut last = Shark {
            chains: [
                Chain { head: on(&WHITE, "c4"), on: 0b11, black: 0, kings: 1 },
                Chain { head: on(&BLACK, "d5"), on: 1, black: 1, kings: 0 },
            ],
            reversed: false,
            acts: Seat::FIRST,
        };
        assert!(last.is_capture(Act::Advance) && !last.is_capture(Act::BringRound));
        last.play(Act::Advance);
        let outcome = Outcome::win(Seat::FIRST, Reason::NO_PIECES).with_score(Score::two(3, 0));
        assert_eq!(last.outcome(), Some(outcome));
        assert_eq!(last.count(), 0);
    }
}
