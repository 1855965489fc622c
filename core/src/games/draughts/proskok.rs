//! Slip-through: `docs/rules/3a-draughts.md#proskok`.

use super::field::{Field, TWELVE};
use super::game::usual_end;
use super::numbers::Numbers;
use super::ply::Ply;
use super::rules::{LastRank, Obligation, RUSSIAN, Ruled, Rules, Ways};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::evaluate::Evaluate;
use crate::evaluation::{Measured, Term, term};
use crate::game::Game;
use crate::history::Endless;
use crate::info::{Capital, Family, Info, OptionSpec, WHITE_FIRST};
use crate::options::Options;
use crate::outcome::{Outcome, Reason, Score};
use crate::seat::{Colour, Seat};
use crate::show::Show;
use crate::square::Direction;
use crate::view::{Mark, Sign, TallyKind, View};

/// A position of slip-through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proskok {
    field: Field<Men>,
    /// Ranks to which a piece that is through may return, 0..=3; without return the game is counted.
    returns: u8,
    /// Whether a blocked piece may go home.
    rescue: bool,
}

/// *Capture*: forward only, from the last rank backward only; the most pieces. There are no kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Men;

impl Ruled for Men {
    const RULES: Rules = Rules {
        man_jumps: Ways::FORWARD,
        last_rank_jumps: Ways::BACKWARD,
        obligation: Obligation::Majority,
        last_rank: LastRank::Never,
        ..RUSSIAN
    };
}

impl Proskok {
    /// The pieces of a seat that are through: on its last rank.
    #[inline]
    fn through(&self, seat: Seat) -> Bitboard {
        self.field.pieces[seat.index()] & Field::<Men>::last_rank(seat)
    }

    /// The first ranks of a seat, dark squares only.
    #[inline]
    fn home(seat: Seat, ranks: u8) -> Bitboard {
        let rank = |rank: u8| Bitboard::rank(if seat == Seat::FIRST { rank } else { 7 - rank });
        (0..ranks).fold(Bitboard::EMPTY, |home, r| home | rank(r)) & Bitboard::DARK
    }

    /// The pieces of the side that acts that can capture: with return, those that are through never do.
    #[inline]
    fn capturers(&self) -> Bitboard {
        let capturers = self.field.capturers();
        if self.returns == 0 { capturers } else { capturers & !self.through(self.field.acts) }
    }

    /// With rescue: the pieces of the side that acts whose squares ahead are all occupied, at least one by an enemy.
    #[inline]
    fn blocked(&self) -> Bitboard {
        let seat = self.field.acts;
        let ends = Bitboard::rank(0) | Bitboard::rank(7);
        let back = if seat == Seat::FIRST {
            [Direction::DownLeft, Direction::DownRight]
        } else {
            [Direction::UpLeft, Direction::UpRight]
        };
        let behind = |squares: Bitboard| squares.shift(back[0]) | squares.shift(back[1]);
        let empty = Bitboard::DARK & !self.field.occupied();
        self.field.own() & !ends & !behind(empty) & behind(self.field.enemy())
    }

    /// The returns and rescues: pieces with the squares that they may go to.
    #[inline]
    fn homeward(&self) -> [(Bitboard, Bitboard); 2] {
        let seat = self.field.acts;
        let empty = !self.field.occupied();
        let returning = (self.through(seat), Self::home(seat, self.returns) & empty);
        let rescued = if self.rescue { self.blocked() } else { Bitboard::EMPTY };
        [returning, (rescued, Self::home(seat, 1) & empty)]
    }

    /// *End* without return: the pieces through are counted, then all pieces.
    fn counted(&self) -> Outcome {
        let [white, black] = [Seat::FIRST, Seat::SECOND].map(|seat| self.through(seat).len() as i16);
        let [white_pieces, black_pieces] = self.field.pieces.map(|pieces| pieces.len());
        if white == black && white_pieces != black_pieces {
            let winner = if white_pieces > black_pieces { Seat::FIRST } else { Seat::SECOND };
            return Outcome::win(winner, Reason::COUNT).with_score(Score::two(white, black));
        }
        Outcome::count(white, black, Reason::COUNT)
    }
}

impl Game for Proskok {
    type Ply = Ply;

    const INFO: Info = Info {
        slug: "proskok",
        family: Family::Draughts,
        ru: "Проскок",
        en: "Slip-through",
        aliases: &["Proskok", "Простые шашки", "Проскоки"],
        seats: WHITE_FIRST,
        options: &[
            OptionSpec { name: "return", values: &["none", "1", "2", "3"] },
            OptionSpec { name: "rescue", values: &["no", "yes"] },
        ],
        capital: Capital::King,
    };

    /// *Players and start*, *Options*: rescue has no effect without return.
    fn start(options: &Options) -> Self {
        let returns = match options.get("return") {
            Some("1") => 1,
            Some("2") => 2,
            Some("3") => 3,
            _ => 0,
        };
        Proskok {
            field: Field::new(TWELVE, Bitboard::EMPTY).stopping(returns > 0),
            returns,
            rescue: returns > 0 && options.is("rescue", "yes"),
        }
    }

    #[inline]
    fn to_act(&self) -> Seat {
        self.field.acts
    }

    /// *Turn*: a capture if there is one; a step, a return or a rescue otherwise.
    fn plies(&self, list: &mut Vec<Ply>) {
        if self.returns > 0 && self.field.is_one_sided() {
            return;
        }
        let capturers = self.capturers();
        if !capturers.is_empty() {
            self.field.captures(capturers, list);
            return;
        }
        self.field.each_step(self.field.own(), |ply| list.push(ply));
        if self.returns > 0 {
            for (movers, homes) in self.homeward() {
                for from in movers {
                    let ply = |to| Ply { captured: Bitboard::EMPTY, from, to, crowned: false };
                    list.extend(homes.into_iter().map(ply));
                }
            }
        }
    }

    fn count(&self) -> usize {
        if self.returns > 0 && self.field.is_one_sided() {
            return 0;
        }
        let capturers = self.capturers();
        if !capturers.is_empty() {
            return self.field.count_captures(capturers);
        }
        let steps = self.field.count_steps(self.field.acts, self.field.own());
        if self.returns == 0 {
            return steps;
        }
        let homeward: u32 =
            self.homeward().into_iter().map(|(movers, homes)| movers.len() * homes.len()).sum();
        steps + homeward as usize
    }

    #[inline]
    fn play(&mut self, ply: Ply) {
        self.field.play(ply);
    }

    /// *End*.
    fn outcome(&self) -> Option<Outcome> {
        let can_act = || {
            self.field.count_steps(self.field.acts, self.field.own()) > 0
                || !self.capturers().is_empty()
                || self.returns > 0 && self.count() > 0
        };
        if self.returns == 0 {
            return (!can_act()).then(|| self.counted());
        }
        if self.field.is_one_sided() {
            let (winner, reason) = usual_end(&self.field)?;
            return Some(Outcome::win(winner, reason));
        }
        (!can_act()).then(|| Outcome::win(self.field.acts.other(), Reason::NO_MOVES))
    }

    /// *Endless play*: none needed without return.
    #[inline]
    fn endless(&self) -> Endless {
        if self.returns == 0 { Endless::NEVER } else { Endless::STANDARD }
    }

    #[inline]
    fn is_irreversible(&self, ply: Ply) -> bool {
        self.returns == 0 || ply.is_capture()
    }

    #[inline]
    fn key(&self) -> u64 {
        self.field.key()
    }

    fn text(&self, ply: Ply) -> String {
        self.field.text(ply)
    }

    fn other_texts(&self, ply: Ply, list: &mut Vec<String>) {
        list.extend(self.field.other_routes(ply));
        Numbers::FromBlack.texts(&self.field.text(ply), list);
    }

    fn board(&self) -> Board {
        self.field.board()
    }
}

impl Evaluate for Proskok {
    #[inline]
    fn is_capture(&self, ply: Ply) -> bool {
        ply.is_capture()
    }

    /// *Evaluation*: pieces through, material, the way gone and the way free; with return, material and mobility alone.
    const TERMS: &'static [Term] = &[
        term("pieces", 60),
        term("through", 110),
        term("free", 60),
        term("gone", 3),
        term("mobility", 2),
        term("tempo", 4),
        term("pieces-with-return", 100),
        term("mobility-with-return", 3),
        term("gone-with-return", 1),
        term("tempo-with-return", 3),
    ];

    fn measure(&self, seat: Seat) -> Measured {
        let side = |of: Seat| {
            let own = self.field.pieces[of.index()];
            let enemy = self.field.pieces[of.other().index()];
            let pieces = own.len() as i32;
            let steps = self.field.count_steps(of, own) as i32;
            let tempo = i32::from(self.field.acts == of);
            let gone: i32 = own
                .into_iter()
                .map(|square| i32::from(if of == Seat::FIRST { square.rank() } else { 7 - square.rank() }))
                .sum();
            if self.returns > 0 {
                return [0, 0, 0, 0, 0, 0, pieces, steps, gone, tempo];
            }
            let through = self.through(of).len() as i32;
            let towards = if of == Seat::FIRST {
                [Direction::UpLeft, Direction::UpRight]
            } else {
                [Direction::DownLeft, Direction::DownRight]
            };
            // The squares that enemy pieces can still meet, and what is beyond them.
            let mut met = enemy;
            for _ in 0..6 {
                for way in towards {
                    met |= met.shift(way.opposite());
                }
            }
            let free = (own & !met).len() as i32;
            [pieces, through, free, gone, steps, tempo, 0, 0, 0, 0]
        };
        Measured::balance(side(seat), side(seat.other()))
    }
}

impl Show for Proskok {
    /// *Picture*: pieces through, and with return the ranks that may be returned to.
    fn view(&self, view: &mut View) {
        for (seat, colour) in [(Seat::FIRST, Colour::White), (Seat::SECOND, Colour::Black)] {
            let through = self.through(seat);
            for square in through {
                for piece in view.pieces.get_mut(&square).into_iter().flatten() {
                    piece.sign = Sign::Home;
                }
            }
            view.tally(seat, TallyKind::Home, through.len() as i32, None);
            view.mark(Self::home(seat, self.returns), Mark::Home(colour));
        }
    }
}
