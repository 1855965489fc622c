//! Games rebuilt from their plies, with a memory of those rebuilt lately.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use tavlei_core::{Table, catalogue};

use crate::keys;
use crate::record::{Game, GameId, Unreadable};

/// How many games are remembered.
const MOST: usize = 512;

/// What is to be remembered of a game that has changed.
#[derive(Clone)]
pub(crate) struct Remembered {
    /// Which game.
    pub game: GameId,
    /// Its table; none if it is over and can be forgotten.
    pub table: Option<Box<dyn Table>>,
}

impl fmt::Debug for Remembered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = self.table.as_ref().map(|table| table.plies().len());
        f.debug_struct("Remembered").field("game", &self.game).field("plies", &plies).finish()
    }
}

/// Games in progress as tables. What is remembered never changes an answer, it only saves the replaying.
#[derive(Default)]
pub struct Boards {
    lately: Mutex<HashMap<GameId, Box<dyn Table>>>,
}

impl Boards {
    /// The table of a game.
    pub(crate) fn table(&self, game: &Game) -> Result<Box<dyn Table>, Unreadable> {
        let known = self.lately.lock().unwrap_or_else(PoisonError::into_inner).get(&game.id).cloned();
        let same = |table: &dyn Table| {
            table.info().slug == game.slug
                && *table.options() == game.options
                && table.plies().len() <= game.plies.len()
                && table.plies().iter().zip(&game.plies).all(|(text, ply)| *text == ply.text)
        };
        let mut table = match known {
            Some(table) if same(table.as_ref()) => table,
            _ => start(game)?,
        };
        for ply in &game.plies[table.plies().len()..] {
            table.play(&ply.text).map_err(|why| unreadable(game, &format!("ply {}: {why}", ply.text)))?;
        }
        Ok(table)
    }

    /// The table of a game as it was after so many plies, or all of them.
    pub(crate) fn at(&self, game: &Game, plies: usize) -> Result<Box<dyn Table>, Unreadable> {
        let mut table = start(game)?;
        for ply in game.plies.iter().take(plies) {
            table.play(&ply.text).map_err(|why| unreadable(game, &format!("ply {}: {why}", ply.text)))?;
        }
        Ok(table)
    }

    /// Remembers what a step has changed, once that is stored.
    pub(crate) fn remember(&self, changed: &[Remembered]) {
        let mut lately = self.lately.lock().unwrap_or_else(PoisonError::into_inner);
        for Remembered { game, table } in changed {
            if lately.len() >= MOST && !lately.contains_key(game) {
                lately.clear();
            }
            match table {
                Some(table) => drop(lately.insert(game.clone(), table.clone())),
                None => drop(lately.remove(game)),
            }
        }
    }
}

fn start(game: &Game) -> Result<Box<dyn Table>, Unreadable> {
    let entry = catalogue::by_slug(&game.slug)
        .ok_or_else(|| unreadable(game, &format!("there is no game {}", game.slug)))?;
    if entry.info.seats.len() != game.seats.len() {
        return Err(unreadable(game, "the number of seats is wrong"));
    }
    Ok(entry.table(&game.options))
}

fn unreadable(game: &Game, why: &str) -> Unreadable {
    Unreadable { key: keys::game(&game.id).text, why: why.to_owned() }
}
