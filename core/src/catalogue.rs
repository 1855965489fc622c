//! The one list of games, and look-ups in it.

use crate::game::Game;
use crate::games;
use crate::info::{Family, Info};
use crate::options::Options;
use crate::table::{Seated, Table};

/// A game of the catalogue.
#[derive(Clone, Copy)]
pub struct Entry {
    /// What is to be said of it.
    pub info: &'static Info,
    open: fn(&Options) -> Box<dyn Table>,
}

impl Entry {
    const fn of<G: Game>() -> Entry {
        Entry { info: const { &G::INFO }, open: |options| Box::new(Seated::<G>::new(options)) }
    }

    /// A new game with these options.
    pub fn table(&self, options: &Options) -> Box<dyn Table> {
        (self.open)(options)
    }
}

/// All games, by family and then as the rules files order them.
pub static GAMES: &[Entry] = &[
    Entry::of::<games::stacks::Tower>(),
    Entry::of::<games::stacks::Gana>(),
    Entry::of::<games::blocking::CatsMouse>(),
    Entry::of::<games::sowing::Kalah>(),
    Entry::of::<games::sowing::Ruma>(),
    Entry::of::<games::draughts::Draughts<games::draughts::Russian>>(),
    Entry::of::<games::territory::Reversi>(),
];

/// The game of a slug.
pub fn by_slug(slug: &str) -> Option<&'static Entry> {
    GAMES.iter().find(|entry| entry.info.slug == slug)
}

/// What a look-up by name found.
pub enum Lookup {
    /// One game.
    Found(&'static Entry),
    /// Several games fit equally well.
    Several(Vec<&'static Entry>),
    /// No game fits; these come nearest (they may be none).
    Nothing(Vec<&'static Entry>),
}

/// The games of a family, in the catalogue's order.
pub fn of_family(family: Family) -> impl Iterator<Item = &'static Entry> {
    GAMES.iter().filter(move |entry| entry.info.family == family)
}
