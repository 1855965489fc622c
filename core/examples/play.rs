//! Plays a whole game, the opponent against chance, and prints its plies and its result.
//!
//! `cargo run -p tavlei-core --example play -- [NAME]`

use std::error::Error;

use tavlei_core::catalogue::{Lookup, look_up};
use tavlei_core::search::Limits;
use tavlei_core::{Options, Seat};

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "reversi".to_owned());
    let entry = match look_up(&name) {
        Lookup::Found(entry) => entry,
        Lookup::Several(near) | Lookup::Nothing(near) => {
            let names: Vec<_> = near.iter().map(|entry| entry.info.en).collect();
            return Err(format!("no one game is called {name}; near it: {names:?}").into());
        }
    };
    let mut table = entry.table(&Options::default());
    while let Some(seat) = table.to_act() {
        let seed = table.plies().len() as u64;
        let ply = if seat == Seat::FIRST {
            table.best(&Limits::level(3, seed), &|| false).map(|found| found.ply)
        } else {
            table.random(seed)
        };
        let ply = ply.ok_or("the game is not over, so there is a ply")?;
        table.play(&ply)?;
        println!("{}: {ply}", entry.info.seats[seat.index()].name());
    }
    println!("{:?}", table.outcome());
    Ok(())
}
