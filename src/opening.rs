//! Setting up a game from arguments.

use tavlei_core::catalogue::{self, Entry};
use tavlei_core::{Options, Table};

use crate::Failure;
use crate::args::GameArgs;

/// The game and the options that the arguments name.
pub fn game(args: &GameArgs) -> Result<(&'static Entry, Options), Failure> {
    let entry = catalogue::by_slug(&args.slug).ok_or_else(|| {
        let shown: String = args.slug.chars().take(40).collect();
        Failure::Arguments(format!("there is no game \"{shown}\": `tavlei games` lists them"))
    })?;
    let mut pairs = Vec::new();
    for option in &args.options {
        let pair = option.split_once('=').ok_or_else(|| {
            Failure::Arguments(format!("\"{option}\" is not an option: write -o name=value"))
        })?;
        pairs.push(pair);
    }
    let options = Options::of(entry.info, pairs).map_err(Failure::arguments)?;
    Ok((entry, options))
}

/// A table of the game after these plies.
pub fn table(args: &GameArgs, plies: &[String]) -> Result<Box<dyn Table>, Failure> {
    let (entry, options) = game(args)?;
    let mut table = entry.table(&options);
    for text in plies.iter().flat_map(|arg| arg.split_whitespace()) {
        play(table.as_mut(), text).map_err(|why| {
            Failure::Arguments(format!("ply {}, \"{text}\": {why}", table.plies().len() + 1))
        })?;
    }
    Ok(table)
}

/// Plays a ply given in any form that people write.
pub fn play(table: &mut dyn Table, text: &str) -> Result<(), tavlei_core::Misread> {
    // Canonical texts are by far the most frequent, and cheaper to find.
    if table.play(text).is_ok() {
        return Ok(());
    }
    let ply = table.read(text)?;
    table.play(&ply)?;
    Ok(())
}
