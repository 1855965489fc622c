//! Who sits at a game that the command line plays, and the playing.

use tavlei_core::catalogue::Entry;
use tavlei_core::key::key_of;
use tavlei_core::search::{Found, HIGHEST_LEVEL, LOWEST_LEVEL, Limits};
use tavlei_core::{Options, Table};

use crate::Failure;
use crate::best::Budget;

/// A player.
#[derive(Clone)]
pub enum Player {
    /// Picks uniformly among the legal plies.
    Random,
    /// Looks one ply ahead.
    Greedy,
    /// A level, or a time.
    Search(Budget),
    /// A search within these bounds; its seed is another for every ply.
    Bounded(Limits),
}

impl Player {
    /// Reads what a person wrote.
    pub fn of_spec(spec: &str) -> Result<Player, Failure> {
        let bad = || {
            let shown: String = spec.chars().take(40).collect();
            Failure::Arguments(format!(
                "\"{shown}\" is no player: write random, greedy, level:N (1 to 8) or millis:MS"
            ))
        };
        match spec.split_once(':') {
            None if spec == "random" => Ok(Player::Random),
            None if spec == "greedy" => Ok(Player::Greedy),
            Some(("level", level)) => match level.parse() {
                Ok(level @ LOWEST_LEVEL..=HIGHEST_LEVEL) => Ok(Player::Search(Budget::Level(level))),
                _ => Err(bad()),
            },
            Some(("millis", millis)) => match millis.parse() {
                Ok(millis @ 1..=3_600_000) => Ok(Player::Search(Budget::Millis(millis))),
                _ => Err(bad()),
            },
            _ => Err(bad()),
        }
    }

    /// What a player who searches found; none for a random player, and when the game is over.
    pub fn search(&self, table: &dyn Table, seed: u64) -> Option<Found> {
        match self {
            Player::Random => None,
            Player::Greedy => table.best(&Limits { depth: 1, ..Limits::unbounded(seed) }, &|| false),
            Player::Search(budget) => budget.best(table, seed),
            Player::Bounded(limits) => table.best(&Limits { seed, ..limits.clone() }, &|| false),
        }
    }
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
    pub fn table(self, entry: &Entry, options: &Options, number: u64) -> Result<Box<dyn Table>, Failure> {
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
    ) -> Result<Box<dyn Table>, Failure> {
        let mut table = entry.table(options);
        for ply in 0..self.plies {
            let Some(text) = table.random(key_of([seed, number, u64::from(ply)])) else { break };
            table.play(&text).map_err(Failure::other)?;
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
pub fn play<'a>(
    table: &mut dyn Table,
    player: impl Fn(u8) -> &'a Player,
    seed: u64,
    mut searched: impl FnMut(&dyn Table, &Found),
) -> Result<(), Failure> {
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
        table.play(&text).map_err(Failure::other)?;
        ply += 1;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use tavlei_core::catalogue;

    use super::*;

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
