//! Triple Duel: `docs/rules/1-blocking.md#triple-duel`.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::history::Stop;
use crate::info::{Capital, Family, Info, OptionSpec, WHITE_FIRST};
use crate::key::key_of;
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::Seat;
use crate::show::Show;
use crate::square::Square;
use crate::view::{Mark, View};

/// The first ply of the game is at most so many squares long.
const FIRST_REACH: u8 = 3;

/// A position: the ranks of White's and Black's men on the three files, who acts, and whether this is the first ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TripleDuel {
    /// By seat and file; White's man is always below Black's.
    ranks: [[u8; 3]; 2],
    /// The first of the three files.
    file: u8,
    acts: Seat,
    /// Beside the position, not part of it.
    first: bool,
}

/// A ply: which of the three files, and to which rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ply {
    file: u8,
    to: u8,
}

impl TripleDuel {
    /// *Turn*: the lowest and the highest rank open to the man of the player who acts.
    fn span(&self, file: usize) -> (u8, u8) {
        let [white, black] = [self.ranks[0][file], self.ranks[1][file]];
        let (low, high) = if self.acts == Seat::FIRST { (0, black - 1) } else { (white + 1, 7) };
        if !self.first {
            return (low, high);
        }
        let at = self.ranks[self.acts.index()][file];
        (low.max(at.saturating_sub(FIRST_REACH)), high.min(at + FIRST_REACH))
    }

    /// The distances of a player's men from their home rank.
    fn ground(&self, seat: Seat) -> i16 {
        let of = |&rank: &u8| if seat == Seat::FIRST { i16::from(rank) } else { 7 - i16::from(rank) };
        self.ranks[seat.index()].iter().map(of).sum()
    }

    fn gap(&self, file: usize) -> u8 {
        self.ranks[1][file] - self.ranks[0][file] - 1
    }

    fn square(&self, file: u8, rank: u8) -> Square {
        Square::at(self.file + file, rank)
    }
}

impl Game for TripleDuel {
    type Ply = Ply;

    const INFO: Info = Info {
        slug: "triple-duel",
        family: Family::Blocking,
        ru: "Тройная дуэль",
        en: "Triple Duel",
        aliases: &["Дуэль", "Пешечная дуэль", "Pawn duel", "Northcott"],
        seats: WHITE_FIRST,
        options: &[OptionSpec { name: "files", values: &["fgh", "efg", "def", "cde", "bcd", "abc"] }],
        capital: Capital::King,
    };

    fn start(options: &Options) -> Self {
        let first = options.get("files").and_then(|files| files.bytes().next());
        TripleDuel {
            ranks: [[0; 3], [7; 3]],
            file: first.map_or(5, |letter| letter.wrapping_sub(b'a') % 6),
            acts: Seat::FIRST,
            first: true,
        }
    }

    fn to_act(&self) -> Seat {
        self.acts
    }

    fn plies(&self, list: &mut Vec<Ply>) {
        for file in 0..3 {
            let (low, high) = self.span(file);
            let at = self.ranks[self.acts.index()][file];
            let others = (low..=high).filter(|&to| to != at);
            list.extend(others.map(|to| Ply { file: file as u8, to }));
        }
    }

    fn count(&self) -> usize {
        (0..3).map(|file| self.span(file)).map(|(low, high)| usize::from(high - low)).sum()
    }

    fn play(&mut self, ply: Ply) {
        self.ranks[self.acts.index()][usize::from(ply.file) % 3] = ply.to;
        self.acts = self.acts.other();
        self.first = false;
    }

    /// *End*.
    fn outcome(&self) -> Option<Outcome> {
        (self.count() == 0).then(|| Outcome::win(self.acts.other(), Reason::NO_MOVES))
    }

    /// *Endless play*: repetition is a draw; after 100 plies the ground gained decides.
    fn stopped(&self, stop: Stop) -> Outcome {
        match stop {
            Stop::Repetition => Outcome::draw(Reason::REPETITION),
            _ => Outcome::count(self.ground(Seat::FIRST), self.ground(Seat::SECOND), Reason::NO_PROGRESS),
        }
    }

    fn is_irreversible(&self, _: Ply) -> bool {
        false
    }

    fn key(&self) -> u64 {
        let word = |ranks: [u8; 3]| ranks.iter().fold(0, |word, &rank| word << 4 | u64::from(rank));
        key_of([word(self.ranks[0]) << 16 | word(self.ranks[1]), u64::from(self.acts.0)])
    }

    fn text(&self, ply: Ply) -> String {
        let from = self.ranks[self.acts.index()][usize::from(ply.file) % 3];
        format!("{}-{}", self.square(ply.file, from), self.square(ply.file, ply.to))
    }

    fn board(&self) -> Board {
        let mut board = Board::default();
        for file in 0..3 {
            board.put(self.square(file, self.ranks[0][usize::from(file)]), 'w');
            board.put(self.square(file, self.ranks[1][usize::from(file)]), 'b');
        }
        board
    }
}

impl Evaluate for TripleDuel {
    const SMALL: Option<usize> = Some(50_000);

    const TERMS: &'static [Term] =
        &[term("nim", 200), term("ground", 20), term("front", 0), term("tempo", 0)];

    /// *Evaluation*: the three gaps combined by exclusive or tell who wins; ground, and the man who is farthest ahead; to act.
    fn measure(&self, seat: Seat) -> Measured {
        let gaps = (0..3).fold(0, |gaps, file| gaps ^ self.gap(file));
        let ranks = self.ranks;
        let front = [
            i32::from(ranks[0].into_iter().fold(0, u8::max)),
            7 - i32::from(ranks[1].into_iter().fold(7, u8::min)),
        ];
        let side = |of: Seat| {
            let acts = self.acts == of;
            [i32::from(acts == (gaps != 0)), i32::from(self.ground(of)), front[of.index()], i32::from(acts)]
        };
        Measured::balance(side(seat), side(seat.other()))
    }
}

impl Show for TripleDuel {
    /// *Picture*: the three files in use.
    fn view(&self, view: &mut View) {
        for file in self.file..self.file + 3 {
            view.mark(Bitboard::file(file), Mark::Special);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::played::Played;

    #[test]
    fn a_third_occurrence_is_a_draw_without_a_score() {
        let mut played = Played::<TripleDuel>::new(&Options::default());
        let ply = |file: u8, to: u8| Ply { file, to };
        // The limit on the first ply does not make another position of the start.
        for to in [(1, 6), (0, 7), (1, 6), (0, 7)] {
            assert_eq!(played.outcome(), None);
            played.play(ply(0, to.0));
            played.play(ply(0, to.1));
        }
        assert_eq!(played.outcome(), Some(Outcome::draw(Reason::REPETITION)));
    }
}
