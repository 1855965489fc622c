//! Short whole games of every game of the catalogue, found by trying.

use std::sync::LazyLock;

use tavlei_core::catalogue::{Entry, GAMES};
use tavlei_core::key::key_of;
use tavlei_core::reading::read_plies;
use tavlei_core::{Outcome, Seat, Table};

/// Tries of each kind.
const TRIES: u64 = 24;
/// A game of fewer turns shows too little to be chosen.
const FEWEST: usize = 12;
/// Plies after which a try is given up.
const MOST_PLIES: usize = 1_000;
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

/// A game that was tried out.
struct Tried {
    table: Box<dyn Table>,
    /// Who played each ply.
    seats: Vec<Seat>,
}

impl Tried {
    fn outcome(&self) -> Outcome {
        self.table.outcome().expect("played to its end")
    }

    /// The lower, the better: a game that neither repetition nor a count of plies ends, of few turns but not too few.
    fn rank(&self) -> (bool, bool, usize) {
        let turns = 1 + self.seats.windows(2).filter(|pair| pair[0] != pair[1]).count();
        let too_few = turns < FEWEST;
        let stopped = matches!(self.outcome().reason.0, "repetition" | "no-progress" | "limit");
        (too_few, stopped, if too_few { usize::MAX - turns } else { turns })
    }
}

/// A short game of a game.
fn short(entry: &'static Entry) -> WholeGame {
    let mut best: Option<Tried> = None;
    for number in 0..2 * TRIES {
        // Within a turn there are a few plies at most: what is much longer has more turns too.
        let most = best.as_ref().filter(|best| !best.rank().0 && !best.rank().1);
        let most = most.map_or(MOST_PLIES, |best| best.seats.len() * 2);
        let Some(tried) = attempt(entry, number, most) else { continue };
        if best.as_ref().is_none_or(|best| tried.rank() < best.rank()) {
            best = Some(tried);
        }
    }
    let best = best.unwrap_or_else(|| panic!("{} does not end", entry.info.slug));
    let outcome = best.outcome();
    WholeGame { entry, turns: turns(entry, best.table.plies(), &best.seats), outcome }
}

/// Half of the tries are played by lot; in the others everybody plays for one seat, more or less.
fn attempt(entry: &Entry, number: u64, most: usize) -> Option<Tried> {
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
    Some(Tried { table, seats })
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

/// A ply that brings the end near: after it games of chance are shortest on the whole.
pub fn hastening(table: &dyn Table, seed: u64) -> String {
    let plies_after = |text: &String| {
        let mut after = table.clone_table();
        after.play(text).expect("legal");
        after.playouts(24, seed)
    };
    table.legal().into_iter().min_by_key(plies_after).expect("the game goes on")
}
