//! Tavlei's command line.

mod args;
mod best;
mod contest;
mod games;
mod licences;
mod opening;
mod perft;
mod picture;
mod player;
mod replay;
mod run;
mod settings;
mod solve;
mod store;

use std::process::ExitCode;

use args::{Args, Command};
use clap::Parser;

fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return args::refuse(&error),
    };
    let done = match args.command.unwrap_or(Command::Run) {
        Command::Run => run::run(),
        Command::Games(args) => games::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Best(args) => best::run(&args),
        Command::Match(args) => contest::run(&args),
        Command::Picture(args) => picture::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Licences => licences::run(),
        Command::Store(args) => store::run(&args.command),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.tell();
            ExitCode::from(failure.code())
        }
    }
}

/// Why a command ended without doing what was asked: one plain line.
#[derive(Debug, thiserror::Error)]
enum Failure {
    /// The arguments ask for something that is not there.
    #[error("{0}")]
    Arguments(String),
    /// The arguments were right, but it could not be done.
    #[error("{0}")]
    Other(String),
}

impl Failure {
    fn arguments(why: impl ToString) -> Failure {
        Failure::Arguments(why.to_string())
    }

    fn other(why: impl ToString) -> Failure {
        Failure::Other(why.to_string())
    }

    fn tell(&self) {
        eprintln!("tavlei: {self}");
    }

    /// Ends the process on the spot, without waiting for anything that is under way.
    fn end_at_once(&self) -> ! {
        self.tell();
        std::process::exit(self.code().into())
    }

    const fn code(&self) -> u8 {
        match self {
            Failure::Arguments(_) => 2,
            Failure::Other(_) => 1,
        }
    }
}

/// What became of writing to standard output. A closed pipe (`tavlei games | head`) is no failure.
fn written(result: std::io::Result<()>) -> Result<(), Failure> {
    match result {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other.map_err(|error| Failure::Other(format!("cannot write: {error}"))),
    }
}
