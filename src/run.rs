//! `tavlei run`: the bot.

use crate::Failure;

pub fn run() -> Result<(), Failure> {
    Err(Failure::other("nothing to run yet"))
}
