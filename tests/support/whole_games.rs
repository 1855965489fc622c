//! Short whole games of every game of the catalogue, found by trying.

use std::sync::LazyLock;

use tavlei_core::catalogue::{Entry, GAMES};
use tavlei_core::key::key_of;
use tavlei_core::notation::read_plies;
use tavlei_core::{Outcome, Seat, Table};

/// Tries of each kind.
const TRIES: u64 = 24;
/// A game of fewer turns shows too little to be chosen.
const FEWEST: usize = 12;
/// Plies after which a try is given up.
const LONGEST: usize = 1_000;
/// What the chat takes in one message.
const IN_ONE_MESSAGE: usize = 12;

/// A game from its first ply to its end.
pub struct WholeGame {
    pub entry: &'static Entry,
    /// What is typed, in order: by whom, the text of the message, and the plies that it means.
    pub turns: Vec<Turn>,
    pub outcome: Outcome,
}

/// A message with the plies of one turn, or with as many of them as a message takes.
pub struct Turn {
    pub seat: Seat,
    pub text: String,
    pub plies: Vec<String>,
}

/// One game of every game, in the catalogue's order.
pub static WHOLE_GAMES: LazyLock<Vec<WholeGame>> = LazyLock::new(|| GAMES.iter().map(short).collect());

/// A short game: if possible one that neither repetition nor a count of plies ends.
fn short(entry: &'static Entry) -> WholeGame {
    let mut best: Option<(u32, usize, Box<dyn Table>, Vec<Seat>)> = None;
    for number in 0..2 * TRIES {
        let known = best.as_ref().filter(|(rank, ..)| *rank == 0).map_or(LONGEST, |(_, _, table, _)| {
            // Within a turn there are a few plies at most.
            table.plies().len() * 2
        });
        let Some((table, seats)) = attempt(entry, number, known) else { continue };
        let outcome = table.outcome().expect("played to its end");
        let turns = 1 + seats.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let by_itself = !matches!(outcome.reason.0, "repetition" | "no-progress" | "limit");
        let rank = u32::from(!by_itself) + if turns < FEWEST { 2 } else { 0 };
        // Among those that are too short the longest is best.
        let length = if turns < FEWEST { usize::MAX - turns } else { turns };
        if best.as_ref().is_none_or(|(r, l, ..)| (rank, length) < (*r, *l)) {
            best = Some((rank, length, table, seats));
        }
    }
    let (_, _, table, seats) = best.unwrap_or_else(|| panic!("{} does not end", entry.info.slug));
    let outcome = table.outcome().expect("played to its end");
    WholeGame { entry, turns: turns(entry, table.plies(), &seats), outcome }
}

/// Half of the tries are played by lot; in the others everybody plays for one seat, more or less.
fn attempt(entry: &Entry, number: u64, most: usize) -> Option<(Box<dyn Table>, Vec<Seat>)> {
    let mut table = entry.table(&Default::default());
    let winner = Seat((number / 2 % entry.info.seats.len() as u64) as u8);
    let mut seats = Vec::new();
    while let Some(seat) = table.to_act() {
        if seats.len() >= most {
            return None;
        }
        let seed = key_of([number, seats.len() as u64]);
        let ply = if number.is_multiple_of(2) || seed.is_multiple_of(8) {
            table.random(seed)?
        } else {
            best_for(table.as_ref(), winner, seed)
        };
        table.play(&ply).expect("legal");
        seats.push(seat);
    }
    Some((table, seats))
}

/// Of some legal plies the one after which a seat stands best.
fn best_for(table: &dyn Table, winner: Seat, seed: u64) -> String {
    let legal = table.legal();
    let own = table.to_act() == Some(winner);
    let looked_at = legal.len().min(if own { 30 } else { 10 });
    let start = seed as usize % legal.len();
    let value = |text: &String| {
        let mut after = table.clone_table();
        after.play(text).expect("legal");
        match after.outcome() {
            None => after.evaluate(winner),
            Some(outcome) if outcome.winner == Some(winner) => i32::MAX,
            Some(_) => i32::MIN,
        }
    };
    let some = (0..looked_at).map(|index| &legal[(start + index * 7) % legal.len()]);
    some.max_by_key(|text| value(text)).expect("the game goes on").clone()
}

/// The plies of a game as messages: those of one seat in a row stand in one message.
fn turns(entry: &'static Entry, plies: &[String], seats: &[Seat]) -> Vec<Turn> {
    let mut table = entry.table(&Default::default());
    let mut turns: Vec<Turn> = Vec::new();
    for (ply, &seat) in plies.iter().zip(seats) {
        match turns.last_mut() {
            Some(turn) if turn.seat == seat && turn.plies.len() < IN_ONE_MESSAGE => {
                turn.plies.push(ply.clone());
            }
            _ => turns.push(Turn { seat, text: String::new(), plies: vec![ply.clone()] }),
        }
    }
    for turn in &mut turns {
        turn.text = turn.plies.join("; ");
        let read = read_plies(table.as_ref(), &turn.text, |seat| seat == turn.seat);
        assert_eq!(read.as_ref(), Ok(&turn.plies), "{}: {:?}", entry.info.slug, turn.text);
        for ply in &turn.plies {
            table.play(ply).expect("legal");
        }
    }
    turns
}

/// A ply that brings the end near: the shortest of some games of chance begins with it.
pub fn hastening(table: &dyn Table, seed: u64) -> String {
    let after = |text: &String| {
        let mut after = table.clone_table();
        after.play(text).expect("legal");
        (0..12).map(|game| after.playout(key_of([seed, game]))).min()
    };
    table.legal().into_iter().min_by_key(after).expect("the game goes on")
}
