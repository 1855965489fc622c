//! Dipole: `docs/rules/3b-frontal-stacks.md#dipole`.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::history::Endless;
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::key::mix;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::Seat;
use crate::show::Show;
use crate::square::{Direction, Square};
use crate::stack::{Piece, Stack, Stacks};
use crate::view::{Mark, View};

/// Pieces of each seat at the start.
const PIECES: u32 = 12;

/// Enemy stacks farther away cannot be reached.
const FARTHEST: usize = 7;

/// `STARS[pieces][square]`: the squares that so many pieces or fewer can reach in eight directions.
static STARS: [[Bitboard; 64]; FARTHEST + 1] = {
    let mut stars = [[Bitboard::EMPTY; 64]; FARTHEST + 1];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            let (a, b) = (Square::new(from), Square::new(to));
            let mut pieces = a.king_distance(b) as usize;
            let reached = a.is_dark() == b.is_dark() && Direction::towards(a, b).is_some();
            while reached && pieces <= FARTHEST {
                stars[pieces][from as usize].0 |= 1 << to;
                pieces += 1;
            }
            to += 1;
        }
        from += 1;
    }
    stars
};

/// A position: the stacks, each of one colour, and who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dipole {
    stacks: Stacks<1>,
    acts: Seat,
}

/// A ply: pieces from the top of a stack move as many squares as they are, or leave the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ply {
    from: Square,
    pieces: u8,
    /// Where they land; none when they leave.
    to: Option<Square>,
}

/// The three lines forward of a seat.
const fn forward(seat: Seat) -> [Direction; 3] {
    match seat {
        Seat::FIRST => [Direction::UpLeft, Direction::Up, Direction::UpRight],
        _ => [Direction::DownLeft, Direction::Down, Direction::DownRight],
    }
}

impl Dipole {
    /// *Turn*, *Capture*, *Leaving*: calls `each` with every ply of a seat until it returns true, and gives whether it did.
    fn search(&self, seat: Seat, mut each: impl FnMut(Ply) -> bool) -> bool {
        let (own, enemy) = (self.stacks.owned(seat), self.stacks.owned(seat.other()));
        let forward = forward(seat);
        for from in own {
            let height = self.stacks.at(from).height() as u8;
            // Bit *n*: n pieces may leave, whatever the line.
            let mut leaving = 0_u16;
            for direction in Direction::ALL {
                let ahead = forward.contains(&direction);
                let (file, rank) = direction.delta();
                let straight = file == 0 || rank == 0;
                // The colour of the squares demands even numbers along ranks and files.
                let step = if straight { 2 } else { 1 };
                for pieces in (step..=height).step_by(step.into()) {
                    let far = pieces as i8;
                    let to = Square::on_board(from.file() as i8 + far * file, from.rank() as i8 + far * rank);
                    let Some(to) = to else {
                        leaving |= u16::from(ahead) << pieces;
                        continue;
                    };
                    let allowed =
                        if enemy.has(to) { self.stacks.at(to).height() <= u32::from(pieces) } else { ahead };
                    if allowed && each(Ply { from, pieces, to: Some(to) }) {
                        return true;
                    }
                }
            }
            for pieces in (1..=height).filter(|pieces| leaving >> pieces & 1 != 0) {
                if each(Ply { from, pieces, to: None }) {
                    return true;
                }
            }
        }
        false
    }

    /// *Evaluation*: the enemy stacks that a seat can capture.
    fn prey(&self, seat: Seat) -> Bitboard {
        let enemy = self.stacks.owned(seat.other());
        let mut prey = Bitboard::EMPTY;
        for from in self.stacks.owned(seat) {
            let height = self.stacks.at(from).height() as usize;
            for to in STARS[height.min(FARTHEST)][from.index()] & enemy & !prey {
                // As many pieces as squares must be no fewer than the stack has.
                if self.stacks.at(to).height() <= u32::from(from.king_distance(to)) {
                    prey.add(to);
                }
            }
        }
        prey
    }

    /// *End*: the seat that has no pieces on the board.
    fn loser(&self) -> Option<Seat> {
        [Seat::FIRST, Seat::SECOND].into_iter().find(|&seat| self.stacks.owned(seat).is_empty())
    }
}

impl Game for Dipole {
    type Ply = Ply;

    const INFO: Info = Info {
        slug: "dipole",
        family: Family::Stacks,
        ru: "Диполь",
        en: "Dipole",
        aliases: &[],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };

    fn start(_: &Options) -> Self {
        let stack = |seat: Seat| (0..PIECES).fold(Stack::EMPTY, |stack, _| stack.push(Piece::man(seat)));
        let mut stacks = Stacks::EMPTY;
        stacks.set(Square::at(4, 0), stack(Seat::FIRST));
        stacks.set(Square::at(3, 7), stack(Seat::SECOND));
        Dipole { stacks, acts: Seat::FIRST }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Ply>) {
        if self.loser().is_none() {
            self.search(self.acts, |ply| {
                list.push(ply);
                false
            });
        }
    }

    fn count(&self) -> usize {
        let mut count = 0;
        if self.loser().is_none() {
            self.search(self.acts, |_| {
                count += 1;
                false
            });
        }
        count
    }

    fn play(&mut self, ply: Ply) {
        let (moved, rest) = self.stacks.at(ply.from).split(ply.pieces.into());
        self.stacks.set(ply.from, rest);
        if let Some(to) = ply.to {
            // An own stack is joined, an enemy one captured.
            let own = self.stacks.owned(self.acts).has(to);
            self.stacks.set(to, if own { moved.on(self.stacks.at(to)) } else { moved });
        }
        // Whoever has pieces but no ply sits out. It never happens to both: the highest stack of all can always move.
        if self.search(self.acts.other(), |_| true) || self.loser().is_some() {
            self.acts = self.acts.other();
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.loser().map(|loser| Outcome::win(loser.other(), Reason::NO_PIECES))
    }

    fn endless(&self) -> Endless {
        Endless::NEVER
    }

    fn is_irreversible(&self, _: Ply) -> bool {
        true
    }

    fn key(&self) -> u64 {
        mix(self.stacks.key(), u64::from(self.acts.0))
    }

    fn text(&self, ply: Ply) -> String {
        match ply.to {
            Some(to) => format!("{}-{to}", ply.from),
            None => format!("{}{}-off", ply.pieces, ply.from),
        }
    }

    /// The number is not needed where only one number of the stack's pieces may leave.
    fn other_texts(&self, ply: Ply, list: &mut Vec<String>) {
        if ply.to.is_none() {
            let mut leavings = 0;
            self.search(self.acts, |other| {
                leavings += u32::from(other.from == ply.from && other.to.is_none());
                false
            });
            if leavings == 1 {
                list.push(format!("{}-off", ply.from));
            }
        }
    }

    fn board(&self) -> Board {
        self.stacks.board()
    }
}

impl Evaluate for Dipole {
    fn is_capture(&self, ply: Ply) -> bool {
        ply.to.is_some_and(|to| self.stacks.owned(self.acts.other()).has(to))
    }

    const TERMS: &'static [Term] = &[
        term("pieces", 100),
        term("few", 2),
        term("steps-left", 7),
        term("takes", 0),
        term("prey-to-act", 30),
        term("best-to-act", 10),
        term("prey-waiting", 5),
        term("stacks", 2),
        term("tall", 0),
        term("singles", 0),
        term("at-the-end", -5),
        term("behind", 2),
        term("edge", -1),
        term("tempo", 3),
    ];

    /// *Evaluation*: pieces on the board, the more so the fewer are left, and the steps that they have left; captures on
    /// offer; how the pieces are spread over stacks, those on the last two ranks and those on the first two.
    fn measure(&self, seat: Seat) -> Measured {
        let prey = [self.prey(Seat::FIRST), self.prey(Seat::SECOND)];
        let side = |of: Seat| {
            let own = self.stacks.owned(of);
            let acts = i32::from(self.acts == of);
            let [mut pieces, mut steps, mut tall, mut singles, mut at_the_end, mut behind, mut edge] = [0; 7];
            for square in own {
                let height = self.stacks.at(square).height() as i32;
                let to_go = i32::from(if of == Seat::FIRST { 7 - square.rank() } else { square.rank() });
                pieces += height;
                steps += height * to_go;
                tall += (height - 1).min(7);
                singles += i32::from(height == 1);
                at_the_end += if to_go < 2 { height } else { 0 };
                behind += if to_go > 5 { height } else { 0 };
                edge += if square.file() % 7 == 0 { height } else { 0 };
            }
            let (mut hits, mut best) = (0, 0);
            for square in prey[of.index()] {
                let height = self.stacks.at(square).height() as i32;
                hits += height;
                best = best.max(height);
            }
            [
                pieces,
                0,
                steps,
                acts * i32::from(hits > 0),
                acts * hits,
                acts * best,
                (1 - acts) * hits,
                own.len() as i32,
                tall,
                singles,
                at_the_end,
                behind,
                edge,
                acts,
            ]
        };
        let mut measured = Measured::balance(side(seat), side(seat.other()));
        let height = |square: Square| self.stacks.at(square).height() as i32;
        let pieces: i32 = self.stacks.occupied().into_iter().map(height).sum();
        measured[1] = measured[0].clamp(-6, 6) * 64 / (pieces + 4);
        measured
    }
}

impl Show for Dipole {
    /// *Picture*: the number that moved.
    fn view_ply(&self, ply: Ply, _: &Self, view: &mut View) {
        view.note = Some(format!("×{}", ply.pieces));
        view.marks.push((ply.from, Mark::Start));
        if let Some(to) = ply.to {
            view.marks.push((to, Mark::End));
            if self.is_capture(ply) {
                view.marks.push((to, Mark::Taken));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;
    use crate::games::study::{after, legal, shows};

    fn position(acts: Seat, words: &str) -> Dipole {
        Dipole { stacks: Stacks::from_words(words), acts }
    }

    fn captures(position: &Dipole) -> Vec<String> {
        let mut list = Vec::new();
        position.plies(&mut list);
        list.retain(|&ply| position.is_capture(ply));
        list.into_iter().map(|ply| position.text(ply)).collect()
    }

    #[test]
    fn captures_go_in_all_eight_directions() {
        let ahead = position(Seat::FIRST, "e3=ww c5=b e5=bb");
        assert_eq!(captures(&ahead), ["e3-e5", "e3-c5"]);
        let back = position(Seat::FIRST, "c5=ww c3=bb");
        assert_eq!(captures(&back), ["c5-c3"]);
        shows(&after(&back, "c5-c3"), "c5= c3=ww");
        let level = position(Seat::FIRST, "c5=www e5=bb f2=b");
        assert_eq!(captures(&level), ["c5-e5", "c5-f2"]);
        shows(&after(&level, "c5-e5"), "c5=w e5=ww");
    }

    #[test]
    fn prey_is_what_captures_take() {
        let mut position = Dipole::start(&Options::default());
        for turn in 0..60 {
            let mut list = Vec::new();
            position.plies(&mut list);
            if list.is_empty() {
                break;
            }
            let captures = list.iter().filter(|&&ply| position.is_capture(ply));
            let taken: Bitboard = captures.filter_map(|ply| ply.to).collect();
            assert_eq!(position.prey(position.acts), taken, "{:?}", position.board());
            position.play(list[turn * 7 % list.len()]);
        }
    }

    #[test]
    fn who_cannot_act_sits_out() {
        let before = position(Seat::SECOND, "g7=w f8=bb h8=bb d8=b");
        let after = after(&before, "d8-c7");
        assert_eq!(after.to_act(), Seat::SECOND);
        assert_eq!(after.outcome(), None);
    }

    #[test]
    fn the_last_stack_may_leave_and_loses() {
        let last = position(Seat::FIRST, "h8=www a1=b");
        assert_eq!(legal(&last), ["1h8-off", "2h8-off", "3h8-off"]);
        let lost = after(&last, "3h8-off");
        assert_eq!(lost.outcome(), Some(Outcome::win(Seat::SECOND, Reason::NO_PIECES)));
        assert!(legal(&lost).is_empty());
    }

    #[test]
    fn leaving_is_read_forgivingly() {
        let table = catalogue::by_slug("dipole").expect("there").table(&Options::default());
        assert_eq!(table.read("12 E1 off").as_deref(), Ok("12e1-off"));
        assert!(matches!(table.read("2e1-off"), Err(crate::Misread::Illegal(_))));
    }
}
