//! Two players who meet several times, each opening once from either side.

use tavlei_core::catalogue::Entry;
use tavlei_core::contest::{Openings, Player, play};
use tavlei_core::key::key_of;
use tavlei_core::{Illegal, Options, Outcome};

/// How the first of two players fared.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fared {
    /// Games.
    pub games: u32,
    /// Points of the first player: one a game won, a half a game drawn; where four play, the share of the enemy seats
    /// that his seats came in before.
    pub points: f64,
    /// Plies of all games.
    pub plies: u64,
}

impl Fared {
    /// The points as a share of all, 0..=1.
    pub fn share(&self) -> f64 {
        self.points / f64::from(self.games.max(1))
    }
}

/// Lets two players meet. The first has every other seat, and those seats change with each game.
pub fn meet(
    entry: &Entry,
    players: [&dyn Player; 2],
    games: u32,
    openings: Openings,
) -> Result<Fared, Illegal> {
    let options = Options::default();
    let mut fared = Fared { games, ..Fared::default() };
    for game in 0..games {
        let side = (game % 2) as u8;
        let mut table = openings.table(entry, &options, u64::from(game / 2))?;
        let player = |acts: u8| players[usize::from(acts % 2 != side)];
        play(table.as_mut(), player, key_of([openings.seed, u64::from(game)]), |_, _| {})?;
        if let Some(outcome) = table.outcome() {
            fared.points += points(outcome, side, entry.info.seats.len() as u8);
        }
        fared.plies += table.plies().len() as u64;
    }
    Ok(fared)
}

/// The points of the player who has every other seat from `side` on.
fn points(outcome: Outcome, side: u8, seats: u8) -> f64 {
    let place = |seat: u8| match outcome.places {
        Some(places) => places.as_slice().get(usize::from(seat)).copied().unwrap_or(i16::MAX),
        None => i16::from(outcome.winner.is_some_and(|winner| winner.0 != seat)),
    };
    let own = (0..seats).filter(|seat| seat % 2 == side);
    let pairs = own.flat_map(|own| (0..seats).filter(|seat| seat % 2 != side).map(move |enemy| (own, enemy)));
    let (mut sum, mut count) = (0.0, 0.0);
    for (own, enemy) in pairs {
        sum += match place(own).cmp(&place(enemy)) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 0.0,
        };
        count += 1.0;
    }
    sum / f64::max(count, 1.0)
}

#[cfg(test)]
mod tests {
    use tavlei_core::{Reason, Seat};

    use super::*;

    #[test]
    fn a_win_is_a_point_and_a_draw_a_half() {
        let won = Outcome::win(Seat::SECOND, Reason::NO_MOVES);
        assert_eq!([points(won, 0, 2), points(won, 1, 2)], [0.0, 1.0]);
        assert_eq!(points(Outcome::draw(Reason::REPETITION), 0, 2), 0.5);
    }
}
