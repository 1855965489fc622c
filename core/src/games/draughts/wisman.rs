//! Wisman's draughts: `docs/rules/3a-draughts.md#wisman`.

use super::field::Field;
use super::game::{usual_end, view_before};
use super::ply::Ply;
use super::rules::{LastRank, RUSSIAN, Ruled, Rules};
use super::terms::{SHARED, Untuned, measure};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::key::mix;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::seat::Seat;
use crate::show::Show;
use crate::square::{Direction, Square};
use crate::view::{CounterKind, View};

/// A position of Wisman's draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wisman {
    field: Field<Men>,
    /// Plies left of the turn.
    left: u8,
    /// Whether a castling was made in this turn.
    castled: bool,
    /// Extra plies already earned: bit 0 White's on dark squares, 1 White's on light ones, 2 and 3 Black's.
    earned: u8,
    /// The ply before, if it was of the same turn: for the picture only.
    before: Option<Ply>,
}

/// The steps and jumps of Russian draughts; a ply is one jump, so no capture goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Men;

impl Ruled for Men {
    const RULES: Rules = Rules { last_rank: LastRank::Stops, ..RUSSIAN };
}

/// Plies of a turn.
const TURN: u8 = 2;

/// Squares of a colour: dark, then light.
const COLOURS: [Bitboard; 2] = [Bitboard::DARK, Bitboard(!Bitboard::DARK.0)];

impl Wisman {
    fn new(pieces: [Bitboard; 2], kings: Bitboard) -> Self {
        Wisman { field: Field::new(pieces, kings), left: TURN, castled: false, earned: 0, before: None }
    }

    /// *Capture*: each single jump of the side that acts.
    #[inline]
    fn each_jump(field: &Field<Men>, mut found: impl FnMut(Ply)) {
        let (enemy, occupied) = (field.enemy(), field.occupied());
        let last = Field::<Men>::last_rank(field.acts);
        for from in field.capturers() {
            let king = field.kings.has(from);
            for way in Direction::DIAGONAL {
                let met =
                    if king { (Bitboard::ray(from, way) & occupied).nearest(way) } else { from.step(way) };
                let Some(over) = met.filter(|&over| enemy.has(over)) else { continue };
                let captured = Bitboard::of(over);
                let behind =
                    if king { Bitboard::reach(over, way, occupied) } else { captured.shift(way) & !occupied };
                for to in behind {
                    found(Ply { captured, from, to, crowned: !king && last.has(to) });
                }
            }
        }
    }

    /// *Castling*: the player's piece and an enemy piece beside it on the rank change places.
    #[inline]
    fn each_castling(&self, mut found: impl FnMut(Ply)) {
        if self.castled {
            return;
        }
        let (own, enemy) = (self.field.own(), self.field.enemy());
        for way in [Direction::Left, Direction::Right] {
            for to in own.shift(way) & enemy {
                let Some(from) = to.step(way.opposite()) else { continue };
                let ply = Ply { captured: Bitboard::EMPTY, from, to, crowned: false };
                if !self.is_attacked(from) && self.exchanged(ply).capturers().is_empty() {
                    found(ply);
                }
            }
        }
    }

    /// Whether the enemy, if he were to act, could jump the piece on a square.
    fn is_attacked(&self, square: Square) -> bool {
        let (enemy, occupied) = (self.field.enemy(), self.field.occupied());
        Direction::DIAGONAL.into_iter().any(|way| {
            // From the square's one side over it to the other.
            let landing = square.step(way.opposite()).is_some_and(|to| !occupied.has(to));
            let Some(from) = (Bitboard::ray(square, way) & occupied).nearest(way).filter(|_| landing) else {
                return false;
            };
            enemy.has(from) && (self.field.kings.has(from) || from.king_distance(square) == 1)
        })
    }

    /// The pieces after a castling, with the same side to act.
    fn exchanged(&self, ply: Ply) -> Field<Men> {
        let mut field = self.field;
        let both = Bitboard::of(ply.from) | Bitboard::of(ply.to);
        field.pieces = field.pieces.map(|pieces| pieces ^ both);
        let kings = field.kings & both;
        if kings.len() == 1 {
            field.kings ^= both;
        }
        field
    }

    /// Whether a ply is a castling: it ends on an enemy piece.
    #[inline]
    fn is_castling(&self, ply: Ply) -> bool {
        self.field.enemy().has(ply.to)
    }

    /// *Turn*, *Two are due*: hands out the legal plies.
    #[inline]
    fn each_ply(&self, mut found: impl FnMut(Ply)) {
        if self.field.capturers().is_empty() {
            self.field.each_step(self.field.own(), &mut found);
            self.each_castling(found);
            return;
        }
        let goes_on = |ply: Ply| {
            let mut next = self.field;
            next.play(ply);
            !next.turned().capturers().is_empty()
        };
        let mut due = false;
        if self.left >= 2 {
            Self::each_jump(&self.field, |ply| due |= goes_on(ply));
        }
        Self::each_jump(&self.field, |ply| {
            if !due || goes_on(ply) {
                found(ply);
            }
        });
    }

    /// Whether the side that acts has a legal ply.
    fn can_act(&self) -> bool {
        let mut can = self.field.can_act();
        if !can {
            self.each_castling(|_| can = true);
        }
        can
    }

    /// *Extra ply*: the colours of squares on which some piece of a field's side to act could step or jump.
    fn mobile(field: &Field<Men>) -> [bool; 2] {
        COLOURS.map(|squares| {
            field.count_steps(field.acts, field.own() & squares) > 0
                || !(field.capturers() & squares).is_empty()
        })
    }
}

impl Game for Wisman {
    type Ply = Ply;

    const INFO: Info = Info {
        slug: "wisman",
        family: Family::Draughts,
        ru: "Висман",
        en: "Wisman's draughts",
        aliases: &["Wisman", "Шашки Висмана"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };

    /// *Players and start*: three ranks each, dark and light squares.
    fn start(_: &Options) -> Self {
        Wisman::new([Bitboard(0x00ff_ffff), Bitboard(0xffff_ff00_0000_0000)], Bitboard::EMPTY)
    }

    #[inline]
    fn to_act(&self) -> Seat {
        self.field.acts
    }

    fn plies(&self, list: &mut Vec<Ply>) {
        if !self.field.is_one_sided() {
            self.each_ply(|ply| list.push(ply));
        }
    }

    fn count(&self) -> usize {
        let mut count = 0;
        if !self.field.is_one_sided() {
            self.each_ply(|_| count += 1);
        }
        count
    }

    fn play(&mut self, ply: Ply) {
        let seat = self.field.acts;
        let mut extra = 0;
        if self.is_castling(ply) {
            self.field = self.exchanged(ply);
            self.castled = true;
        } else {
            let before = Self::mobile(&self.field.turned());
            self.field.play(ply);
            let after = Self::mobile(&self.field);
            self.field = self.field.turned();
            for colour in 0..2 {
                let bit = 1 << (usize::from(seat.0) * 2 + colour);
                if before[colour] && !after[colour] && self.earned & bit == 0 {
                    self.earned |= bit;
                    extra += 1;
                }
            }
        }
        self.left = self.left - 1 + extra;
        self.before = Some(ply);
        // With no ply left to play, or none that is legal, the turn ends.
        if self.left == 0 || !self.can_act() {
            self.field = self.field.turned();
            self.left = TURN;
            self.castled = false;
            self.before = None;
        }
    }

    /// *End*: `no-moves` only at the beginning of a turn (a later ply of it is there only if it is legal); castling
    /// counts as a legal ply.
    fn outcome(&self) -> Option<Outcome> {
        if !self.field.is_one_sided() && self.can_act() {
            return None;
        }
        let (winner, reason) = usual_end(&self.field)?;
        Some(Outcome::win(winner, reason))
    }

    /// *Endless play*: castling is not irreversible.
    #[inline]
    fn is_irreversible(&self, ply: Ply) -> bool {
        !self.is_castling(ply) && self.field.is_irreversible(ply)
    }

    /// *Endless play*: the position includes plies left, castling done, and the extra plies earned.
    #[inline]
    fn key(&self) -> u64 {
        let rest = u64::from(self.left) << 8 | u64::from(self.castled) << 4 | u64::from(self.earned);
        mix(self.field.key(), rest)
    }

    /// *Notation*: a jump has two squares.
    fn text(&self, ply: Ply) -> String {
        let sign = if ply.is_capture() { ':' } else { '-' };
        format!("{}{sign}{}", ply.from, ply.to)
    }

    fn board(&self) -> Board {
        self.field.board()
    }
}

impl Evaluate for Wisman {
    #[inline]
    fn is_capture(&self, ply: Ply) -> bool {
        ply.is_capture() || ply.crowned
    }

    /// *Evaluation*: as in Russian draughts; being there on a colour where the enemy is not; plies left of the turn.
    const TERMS: &'static [Term] =
        &Untuned { advance: 2, guard: 4, centre: 2, ..Untuned::RUSSIAN }
            .and::<{ SHARED + 2 }>(&[term("colours", 80), term("plies-left", 6)]);

    #[inline]
    fn measure(&self, seat: Seat) -> Measured {
        let mut measured = measure(&self.field, seat);
        let [own, enemy] = [seat, seat.other()].map(|seat| self.field.pieces[seat.index()]);
        for squares in COLOURS {
            let (ours, theirs) = ((own & squares).is_empty(), (enemy & squares).is_empty());
            measured[SHARED] += i32::from(theirs && !ours) - i32::from(ours && !theirs);
        }
        let left = i32::from(self.left);
        measured[SHARED + 1] = if self.field.acts == seat { left } else { -left };
        measured
    }
}

impl Show for Wisman {
    /// *Picture*: the ply of the turn; `↔` while castling is not spent in this turn; the extra plies earned, by player
    /// (○ White, ● Black) and colour of squares (■ dark, □ light).
    fn view(&self, view: &mut View) {
        view.count(CounterKind::TurnLeft, u16::from(self.left), None);
        let mut note = Vec::new();
        if !self.castled {
            note.push("↔".to_owned());
        }
        for (player, shift) in [("○", 0), ("●", 2)] {
            let signs = ["", "+■", "+□", "+■□"][usize::from(self.earned >> shift & 3)];
            if !signs.is_empty() {
                note.push(format!("{player}{signs}"));
            }
        }
        view.note = Some(note.join("  ")).filter(|note| !note.is_empty());
    }

    /// *Picture*: the last plies.
    fn view_ply(&self, ply: Ply, next: &Self, view: &mut View) {
        if let Some(before) = self.before {
            view_before(before, view);
        }
        view.show_ply(&self.text(ply), &self.board(), &next.board());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::study::{after, legal};

    fn set_up(words: &str) -> Wisman {
        let field = Field::<Men>::of(words, Seat::FIRST);
        Wisman::new(field.pieces, field.kings)
    }

    #[test]
    fn an_extra_ply_is_earned_once_a_colour() {
        // c3 takes the last black piece on dark squares, the men on light squares play on.
        let position = set_up("c3=w h1=w d4=b a8=b b8=b");
        let next = after(&position, "c3:e5");
        assert_eq!((next.to_act(), next.left, next.earned), (Seat::FIRST, 1, 0), "b8 could still step");
        let position = set_up("c3=w h1=w d4=b a8=b");
        let next = after(&position, "c3:e5");
        assert_eq!((next.to_act(), next.left, next.earned), (Seat::FIRST, 2, 1));
    }

    #[test]
    fn blocking_the_last_pieces_of_a_colour_earns_too() {
        // a3 cannot step once b2 is taken, nor jump, for c1 stands behind.
        let position = set_up("a1=w c1=w h1=w a3=b g8=b");
        let next = after(&position, "a1-b2");
        assert_eq!((next.to_act(), next.left, next.earned), (Seat::FIRST, 2, 1));
    }

    #[test]
    fn castling_exchanges_ranks_of_pieces_too() {
        let position = set_up("c3=W d3=b h8=b a7=w");
        assert!(legal(&position).contains(&"c3-d3".to_owned()), "{:?}", legal(&position));
        let next = after(&position, "c3-d3");
        let board = next.board();
        let letter = |name: &str| board.squares.get(&name.parse().expect("a square")).cloned();
        assert_eq!((letter("d3"), letter("c3")), (Some("W".into()), Some("b".into())));
        assert!(next.castled && next.to_act() == Seat::FIRST);
    }
}
