//! Bottom (corner draughts): `docs/rules/3a-draughts.md#bottom`.

use super::field::Field;
use super::game::Variant;
use super::numbers::Numbers;
use super::rules::{LastRank, RUSSIAN, Ruled, Rules, Ways};
use super::terms::{SHARED, Untuned, measure};
use crate::bitboard::Bitboard;
use crate::evaluation::{Measured, Term, term};
use crate::info::{Capital, Family, Info, WHITE_FIRST};
use crate::options::Options;
use crate::outcome::{Outcome, Reason};
use crate::seat::{Colour, Seat};
use crate::square::{Direction, Square};
use crate::view::{Mark, View};

/// Bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bottom;

/// White's men in the corner at a1; Black's lie opposite through the centre.
const WHITE: [(u8, u8); 10] =
    [(0, 6), (0, 4), (0, 2), (1, 3), (1, 1), (2, 2), (2, 0), (3, 1), (4, 0), (6, 0)];
/// Black's men.
const BLACK: [(u8, u8); 10] =
    [(1, 7), (3, 7), (4, 6), (5, 7), (5, 5), (6, 6), (6, 4), (7, 5), (7, 3), (7, 1)];
/// Where each seat is going.
const GOALS: [Square; 2] = [Square::at(7, 7), Square::at(0, 0)];

impl Ruled for Bottom {
    /// *Step*: along the main diagonal, or square to it to either side; never backward. *Capture*: in all four
    /// directions. There are no kings. *Endless play*: sideways steps are not irreversible.
    const RULES: Rules = Rules {
        man_steps: Ways::of(&[Direction::UpRight, Direction::UpLeft, Direction::DownRight]),
        last_rank: LastRank::Never,
        progress: Ways::of(&[Direction::UpRight]),
        ..RUSSIAN
    };
}

impl Variant for Bottom {
    const INFO: Info = Info {
        slug: "bottom",
        family: Family::Draughts,
        ru: "Дно",
        en: "Bottom",
        aliases: &["Corner draughts", "Уголковые шашки"],
        seats: WHITE_FIRST,
        options: &[],
        capital: Capital::King,
    };
    const TERMS: &'static [Term] = &Untuned {
        advance: 0,
        near: 0,
        guard: 0,
        centre: 0,
        runner: 0,
        mobility: 0,
        road: 0,
        ..Untuned::RUSSIAN
    }
    .and::<{ SHARED + 3 }>(&[term("gone", 3), term("guards", 15), term("enemies-at-the-gate", -60)]);
    const NUMBERS: Option<Numbers> = Some(Numbers::FromBlack);

    /// *Players and start*.
    fn start(_: &Options) -> Field<Self> {
        let set = |men: [(u8, u8); 10]| men.into_iter().map(|(file, rank)| Square::at(file, rank)).collect();
        Field::new([set(WHITE), set(BLACK)], Bitboard::EMPTY)
    }

    /// *End*: a piece in the corner behind the enemy's start wins, before all else.
    #[inline]
    fn goal(field: &Field<Self>) -> Option<Outcome> {
        [Seat::FIRST, Seat::SECOND]
            .into_iter()
            .find(|seat| field.pieces[seat.index()].has(GOALS[seat.index()]))
            .map(|seat| Outcome::win(seat, Reason::GOAL))
    }

    /// *Evaluation*: the shared ones; the way gone to the corner, guards before the own corner, and enemies there.
    #[inline]
    fn measure(field: &Field<Self>, seat: Seat) -> Measured {
        let side = |of: Seat| {
            let own = field.pieces[of.index()];
            let enemy = field.pieces[of.other().index()];
            let home = GOALS[of.other().index()];
            let gone: i32 = own
                .into_iter()
                .map(|s| i32::from(s.file().abs_diff(home.file()) + s.rank().abs_diff(home.rank())))
                .sum();
            let steps = if of == Seat::FIRST { Direction::UpRight } else { Direction::DownLeft };
            let gate = Bitboard::of(home).shift(steps);
            let gates = gate | gate.shift(steps);
            [gone, (own & gates).len() as i32, (enemy & gates).len() as i32]
        };
        let mut measured = measure(field, seat);
        let (own, enemy) = (side(seat), side(seat.other()));
        for term in 0..own.len() {
            measured[SHARED + term] = own[term] - enemy[term];
        }
        measured
    }

    /// *Picture*: the corners as goals, and the main diagonal.
    fn view(_: &Field<Self>, view: &mut View) {
        let diagonal = Bitboard::ray(GOALS[1], Direction::UpRight) & !Bitboard::of(GOALS[0]);
        view.mark(diagonal, Mark::Special);
        view.mark(GOALS[0], Mark::Goal(Some(Colour::White)));
        view.mark(GOALS[1], Mark::Goal(Some(Colour::Black)));
    }
}
