//! How the bot feels about a game: when it gives up, and when it offers or takes a draw.

use tavlei_core::search::{PROVEN, WIN};
use tavlei_core::view::CounterKind;
use tavlei_core::{Seat, Table};

use crate::record::{Game, Guest, Mood};

/// Below this level the bot never gives up: to play a won game to its end is the fun of it.
const GIVES_UP: u8 = 5;
/// No game is given up before so many plies.
const EARLIEST: usize = 16;
/// A loss must have been proven at so many of the bot's plies in a row. The person is then seen to know how to win: many
/// a small game is lost from the start.
const LOST_FOR: u16 = 3;
/// Who wins within so many plies may do it.
const NEAR: i32 = 3;
/// Worse than this is hopeless, in hundredths of a man…
const HOPELESS: i32 = -1_500;
/// …if it was so at so many of the bot's plies in a row.
const HOPELESS_FOR: u16 = 5;

/// Within this the game is even, in hundredths of a man.
const EVEN: i32 = 30;
/// A draw is offered when the game was even at so many of the bot's plies in a row…
const EVEN_FOR: u16 = 8;
/// …when it has gone on for so many plies…
const LATE: usize = 40;
/// …of which the last so many brought no progress, in a game that is drawn in the end for want of it…
const STUCK_FOR: u16 = 16;
/// …and not again before so many plies more.
const AGAIN_AFTER: u32 = 30;

/// The bot sees itself clearly worse below the half of a man's worth, and then takes a draw…
const WORSE: i32 = -50;
/// …but in the opening, where a draw would be no game, only when it sees itself this much worse…
const LOST: i32 = -250;
/// …which is so many plies long.
const OPENING: usize = 10;

impl Mood {
    /// Takes note of what the bot has found before it plays a ply.
    pub(super) fn note(&mut self, score: i32, win_in: Option<u32>, plies: usize) {
        let count = |holds: bool, so_far: u16| if holds { so_far.saturating_add(1) } else { 0 };
        self.even = count(score.abs() <= EVEN, self.even);
        self.hopeless = count(score <= HOPELESS, self.hopeless);
        self.lost = count(score < -PROVEN, self.lost);
        // After the ply there is one less.
        self.win = win_in.filter(|&win| win > 1).map(|win| (plies as u32 + 1, win - 1));
    }

    /// Whether it is time to give up.
    pub(super) fn gives_up(&self, level: u8, score: i32, plies: usize) -> bool {
        let near = score < -PROVEN && WIN + score < NEAR;
        let beaten = self.lost >= LOST_FOR || self.hopeless >= HOPELESS_FOR;
        level >= GIVES_UP && plies >= EARLIEST && beaten && !near
    }

    /// Whether it is time to offer a draw, when so many plies have brought no progress.
    pub(super) fn offers_draw(&self, plies: usize, stuck: u16) -> bool {
        let lately =
            self.offered.is_some_and(|offered| plies as u32 - offered.min(plies as u32) < AGAIN_AFTER);
        self.even >= EVEN_FOR && plies >= LATE && stuck >= STUCK_FOR && !lately
    }
}

/// The one person that the bot plays, and the bot's seat and level, in a game for two.
pub(super) fn opponents(game: &Game) -> Option<(Guest, Seat, u8)> {
    if game.seats.len() != 2 {
        return None;
    }
    let bot = [Seat::FIRST, Seat::SECOND].into_iter().find_map(|seat| Some((seat, game.bot(seat)?)))?;
    let (_, guest) = game.people().next()?;
    Some((guest.clone(), bot.0, bot.1))
}

/// Plies without progress, of those that end the game.
pub(super) fn stuck(table: &dyn Table) -> u16 {
    let counters = table.view().counters;
    counters.iter().find(|counter| counter.what == CounterKind::NoProgress).map_or(0, |counter| counter.count)
}

/// Whether the bot takes a draw that it is offered after so many plies, when it values the game so.
pub(super) fn accepts_draw(score: i32, plies: usize) -> bool {
    let level = (WORSE..=-WORSE).contains(&score);
    let enough = if plies < OPENING { LOST } else { WORSE };
    score < enough || (level && plies >= LATE)
}

/// What a takeback leaves of a mood: nothing but when a draw was offered.
pub(super) fn rewound(mood: &Mood) -> Mood {
    Mood { offered: mood.offered, ..Mood::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noted(scores: &[i32]) -> Mood {
        let mut mood = Mood::default();
        for &score in scores {
            mood.note(score, None, 50);
        }
        mood
    }

    #[test]
    fn a_proven_loss_is_played_on_until_the_person_is_seen_to_win_it() {
        let lost = |plies: i32| plies - WIN;
        assert!(!noted(&[lost(20)]).gives_up(8, lost(20), 30));
        assert!(noted(&[lost(20), lost(18), lost(16)]).gives_up(8, lost(16), 30));
        assert!(!noted(&[lost(20), -100, lost(16)]).gives_up(8, lost(16), 30), "not in a row");
        assert!(!noted(&[lost(20), lost(18), lost(16)]).gives_up(8, lost(16), 10), "never so early");
        assert!(
            !noted(&[lost(6), lost(4), lost(2)]).gives_up(8, lost(2), 30),
            "the last ply is the person's"
        );
        assert!(!noted(&[lost(20), lost(18), lost(16)]).gives_up(4, lost(16), 30), "not against a beginner");
    }

    #[test]
    fn a_hopeless_game_is_given_up_after_a_while() {
        assert!(!noted(&[-1_600; 4]).gives_up(6, -1_600, 40));
        assert!(noted(&[-1_600; 5]).gives_up(6, -1_600, 40));
        assert!(!noted(&[-1_400; 9]).gives_up(6, -1_400, 40));
    }

    #[test]
    fn a_draw_is_offered_late_in_an_even_game_that_goes_nowhere_and_seldom() {
        let mut mood = noted(&[10; 8]);
        assert!(mood.offers_draw(60, 20));
        assert!(!mood.offers_draw(30, 20) && !mood.offers_draw(60, 10));
        assert!(!noted(&[10, 10, 10, 200, 0, 0, 0, 0, 0]).offers_draw(60, 20));
        mood.offered = Some(50);
        assert!(!mood.offers_draw(60, 20));
        assert!(mood.offers_draw(80, 20));
    }

    #[test]
    fn a_proven_win_is_known_for_the_position_after_the_ply() {
        let mut mood = Mood::default();
        mood.note(WIN - 7, Some(7), 20);
        assert_eq!(mood.win, Some((21, 6)));
        mood.note(WIN - 1, Some(1), 22);
        assert_eq!(mood.win, None);
    }
}
