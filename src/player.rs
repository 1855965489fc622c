//! Who sits at a game that the command line plays, and the playing.

use tavlei_core::catalogue::Entry;
use tavlei_core::key::key_of;
use tavlei_core::search::{Found, HIGHEST_LEVEL, LOWEST_LEVEL, Limits, Method};
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
                "\"{shown}\" is no player: write random, greedy, level:N (1 to 8), millis:MS, \
                 alphabeta:MS, \
                 paranoid:MS or montecarlo:MS"
            ))
        };
        match spec.split_once(':') {
            None if spec == "random" => Ok(Player::Random),
            None if spec == "greedy" => Ok(Player::Greedy),
            Some(("level", level)) => match level.parse() {
                Ok(level @ LOWEST_LEVEL..=HIGHEST_LEVEL) => Ok(Player::Search(Budget::Level(level))),
                _ => Err(bad()),
            },
            Some((way, millis)) => {
                let millis = millis.parse().ok().filter(|millis| (1..=3_600_000).contains(millis));
                let budget = match (way, millis) {
                    ("millis", Some(millis)) => Budget::Millis(millis),
                    ("alphabeta", Some(millis)) => Budget::Method(Method::AlphaBeta, millis),
                    ("paranoid", Some(millis)) => Budget::Method(Method::Paranoid, millis),
                    ("montecarlo", Some(millis)) => Budget::Method(Method::MonteCarlo, millis),
                    _ => return Err(bad()),
                };
                Ok(Player::Search(budget))
            }
            None => Err(bad()),
        }
    }

    /// What a player who searches found; none for a random player, and when the game is over.
    pub fn search(&self, table: &dyn Table, seed: u64) -> Option<Found> {
        match self {
            Player::Random => None,
            Player::Greedy => {
                let limits = Limits { depth: 1, ..Limits::unbounded(seed) };
                table.best(&limits, &|| false)
            }
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
}

impl Openings {
    /// A table after the random plies of an opening; none of them ends the game.
    pub fn table(self, entry: &Entry, options: &Options, number: u64) -> Result<Box<dyn Table>, Failure> {
        let mut table = entry.table(options);
        for ply in 0..self.plies {
            let Some(text) = table.random(key_of([self.seed, number, u64::from(ply)])) else { break };
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
