//! `tavlei store`: what an operator does with the store.

use tavlei_session::store::{self, Report};

use crate::Failure;
use crate::args::StoreCommand;
use crate::run::log;
use crate::settings::Settings;

pub fn run(command: &StoreCommand) -> Result<(), Failure> {
    let settings = Settings::read()?;
    log(&settings)?;
    let folder = &settings.data;
    let (done, what) = match command {
        StoreCommand::Check => (store::check(folder), format!("the store in {} is whole", folder.display())),
        StoreCommand::Export { file, partial } => {
            (store::export(folder, file, *partial), format!("written into {}", file.display()))
        }
        StoreCommand::Import { file, edited } => {
            (store::import(folder, file, *edited), format!("there is a store in {} now", folder.display()))
        }
        StoreCommand::Compact => {
            (store::compact(folder), format!("the store in {} is small", folder.display()))
        }
    };
    let Report { changes, records, live, size, troubles } = done.map_err(Failure::other)?;
    println!("{what}: {records} records of {live} bytes, by {changes} changes; {size} bytes on the disk");
    if troubles.is_empty() { Ok(()) } else { Err(Failure::Other(troubles.join("; "))) }
}
