//! Games played to their end by two or more players, and their openings: what the contests of the command line and the
//! developers' tools share.

use crate::catalogue::Entry;
use crate::illegal::Illegal;
use crate::key::key_of;
use crate::options::Options;
use crate::search::{Found, Limits};
use crate::table::Table;

/// Somebody who chooses plies.
pub trait Player: Sync {
    /// What a player who searches found; none for one who plays at random, and when the game is over.
    fn search(&self, table: &dyn Table, seed: u64) -> Option<Found>;
}

/// Picks uniformly among the legal plies.
pub struct Random;

impl Player for Random {
    fn search(&self, _: &dyn Table, _: u64) -> Option<Found> {
        None
    }
}

/// Searches within these limits; its seed is another for every ply.
impl Player for Limits {
    fn search(&self, table: &dyn Table, seed: u64) -> Option<Found> {
        table.best(&Limits { seed, ..self.clone() }, &|| false)
    }
}

/// Limits of a player who looks one ply ahead.
pub fn greedy() -> Limits {
    Limits { depth: 1, ..Limits::unbounded(0) }
}

/// How games are begun: a few random plies, so that deterministic players do not repeat one game.
#[derive(Clone, Copy)]
pub struct Openings {
    /// What chance is drawn from.
    pub seed: u64,
    /// Random plies.
    pub plies: u32,
    /// The most that a side may be ahead by after them, in hundredths of a man; none: it does not matter.
    pub lead: Option<i32>,
}

impl Openings {
    /// Openings are drawn until neither side is too far ahead, at most so often; then one is taken as it comes.
    const DRAWN: u64 = 30;
    /// Positions that are visited to see who is ahead.
    const LOOK: u64 = 12_000;

    /// A table after the random plies of an opening; none of them ends the game.
    ///
    /// # Errors
    /// Never, unless a ply that was drawn among the legal ones is refused.
    pub fn table(self, entry: &Entry, options: &Options, number: u64) -> Result<Box<dyn Table>, Illegal> {
        let Some(lead) = self.lead else { return self.drawn(entry, options, self.seed, number) };
        for draw in 0..Self::DRAWN {
            let table = self.drawn(entry, options, key_of([self.seed, draw]), number)?;
            let limits = Limits { nodes: Self::LOOK, ..Limits::unbounded(1) };
            let found = table.best(&limits, &|| false);
            if found.is_none_or(|found| found.score.abs() <= lead) {
                return Ok(table);
            }
        }
        self.drawn(entry, options, self.seed, number)
    }

    fn drawn(
        self,
        entry: &Entry,
        options: &Options,
        seed: u64,
        number: u64,
    ) -> Result<Box<dyn Table>, Illegal> {
        let mut table = entry.table(options);
        for ply in 0..self.plies {
            let Some(text) = table.random(key_of([seed, number, u64::from(ply)])) else { break };
            table.play(&text)?;
            if table.outcome().is_some() {
                table.undo();
                break;
            }
        }
        Ok(table)
    }
}

/// Plays a game to its end. `player` says who sits on a seat, `seed` is the game's own; `searched` is shown what was
/// found before each ply.
///
/// # Errors
/// A player chose a ply that is not legal.
///
/// ```
/// use tavlei_core::{catalogue, contest};
///
/// let mut table = catalogue::by_slug("tic-tac-toe").expect("a game").table(&Default::default());
/// contest::play(table.as_mut(), |_| &contest::Random, 1, |_, _| ()).expect("legal plies");
/// assert!(table.outcome().is_some());
/// ```
pub fn play<'a>(
    table: &mut dyn Table,
    player: impl Fn(u8) -> &'a dyn Player,
    seed: u64,
    mut searched: impl FnMut(&dyn Table, &Found),
) -> Result<(), Illegal> {
    let mut ply = 1_000;
    while let Some(acts) = table.to_act() {
        let player = player(acts.0);
        let own = key_of([seed, ply]);
        let chosen = match player.search(table, own) {
            Some(found) => {
                searched(table, &found);
                Some(found.ply)
            }
            None => table.random(own),
        };
        let Some(text) = chosen else { break };
        table.play(&text)?;
        ply += 1;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    #[test]
    fn openings_that_decide_the_game_are_drawn_anew() {
        let dipole = catalogue::by_slug("dipole").expect("in the catalogue");
        let ahead = |lead: Option<i32>, number: u64| {
            let openings = Openings { seed: 1, plies: 4, lead };
            let table = openings.table(dipole, &Options::default(), number).expect("an opening");
            let limits = Limits { nodes: Openings::LOOK, ..Limits::unbounded(1) };
            table.best(&limits, &|| false).expect("the game goes on").score.abs()
        };
        assert!((0..10).all(|number| ahead(Some(100), number) <= 100));
        assert!((0..10).any(|number| ahead(None, number) > 300));
    }
}
