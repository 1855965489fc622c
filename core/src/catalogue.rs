//! The one list of games, and look-ups in it.

use std::sync::LazyLock;

use crate::evaluate::Evaluate;
use crate::games;
use crate::games::draughts::{self, Draughts};
use crate::info::{Family, Info};
use crate::options::Options;
use crate::show::Show;
use crate::table::{PlayedTable, Table};

/// A game of the catalogue.
///
/// ```
/// let entry = tavlei_core::catalogue::by_slug("halma").expect("a game");
/// let table = entry.table(&Default::default());
/// assert_eq!(table.info().ru, "Халма");
/// ```
#[derive(Clone, Copy)]
pub struct Entry {
    /// What is to be said of it.
    pub info: &'static Info,
    open: fn(&Options) -> Box<dyn Table>,
}

impl Entry {
    const fn of<G: Evaluate + Show>() -> Entry {
        Entry { info: const { &G::INFO }, open: |options| Box::new(PlayedTable::<G>::new(options)) }
    }

    /// A new game with these options.
    pub fn table(&self, options: &Options) -> Box<dyn Table> {
        (self.open)(options)
    }
}

/// All games, by family and then as the rules files order them.
pub static GAMES: &[Entry] = &[
    Entry::of::<Draughts<draughts::Checkers>>(),
    Entry::of::<Draughts<draughts::Makyek>>(),
    Entry::of::<Draughts<draughts::Damas>>(),
    Entry::of::<Draughts<draughts::Russian>>(),
    Entry::of::<draughts::DoubleMove>(),
    Entry::of::<draughts::ForeignMove>(),
    Entry::of::<Draughts<draughts::SelfEaters>>(),
    Entry::of::<Draughts<draughts::SwitchOff>>(),
    Entry::of::<draughts::Proskok>(),
    Entry::of::<Draughts<draughts::Giveaway>>(),
    Entry::of::<Draughts<draughts::Bottom>>(),
    Entry::of::<Draughts<draughts::Stilts>>(),
    Entry::of::<Draughts<draughts::Vertep>>(),
    Entry::of::<draughts::Wisman>(),
    Entry::of::<Draughts<draughts::Fingers>>(),
    Entry::of::<Draughts<draughts::Vade>>(),
    Entry::of::<Draughts<draughts::Tama>>(),
    Entry::of::<Draughts<draughts::Keny>>(),
    Entry::of::<games::stacks::Stolby>(),
    Entry::of::<games::stacks::Tower>(),
    Entry::of::<games::stacks::Dipole>(),
    Entry::of::<games::stacks::TumblinDown>(),
    Entry::of::<games::stacks::Gana>(),
    Entry::of::<games::blocking::Hunt<games::blocking::FourDogs>>(),
    Entry::of::<games::blocking::Hunt<games::blocking::Antelope>>(),
    Entry::of::<games::blocking::Hunt<games::blocking::FoxGeese>>(),
    Entry::of::<games::blocking::TripleDuel>(),
    Entry::of::<games::blocking::ManLion>(),
    Entry::of::<games::blocking::CatsMouse>(),
    Entry::of::<games::capture::Seega>(),
    Entry::of::<games::capture::Hasami>(),
    Entry::of::<games::capture::MingMang>(),
    Entry::of::<games::capture::Alquerque>(),
    Entry::of::<games::capture::Shark>(),
    Entry::of::<games::capture::Bees>(),
    Entry::of::<games::race::Leap<games::race::Ugolki>>(),
    Entry::of::<games::race::Leap<games::race::Halma>>(),
    Entry::of::<games::race::Stukariki>(),
    Entry::of::<games::race::Lines>(),
    Entry::of::<games::sowing::Kalah>(),
    Entry::of::<games::sowing::Pachisi>(),
    Entry::of::<games::sowing::Wari>(),
    Entry::of::<games::sowing::Ruma>(),
    Entry::of::<games::sowing::Tsoro>(),
    Entry::of::<games::territory::Reversi>(),
    Entry::of::<games::territory::Korobochka>(),
    Entry::of::<games::territory::Atari>(),
    Entry::of::<games::territory::Comb>(),
    Entry::of::<games::territory::Crossroads>(),
    Entry::of::<games::territory::Flood>(),
    Entry::of::<games::territory::Dots>(),
    Entry::of::<games::territory::Fenzu>(),
    Entry::of::<games::figures::Damut>(),
    Entry::of::<games::figures::Loach>(),
    Entry::of::<games::figures::Fence>(),
    Entry::of::<games::figures::Curtain>(),
    Entry::of::<games::figures::Renju>(),
    Entry::of::<games::figures::TicTacToe>(),
    Entry::of::<games::figures::Bridgit>(),
    Entry::of::<games::figures::Quadrature>(),
    Entry::of::<games::figures::Goban>(),
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

/// The games that a name may mean, forgivingly.
///
/// Every name counts: slug, Russian, English and other names. They are compared in passes, each more forgiving than the
/// last (the very name in any case, its beginning, the beginning of one of its words, any part of it, a name with
/// a few wrong letters), and the first pass in which something fits decides.
///
/// ```
/// use tavlei_core::catalogue::{Lookup, look_up};
///
/// assert!(matches!(look_up("Риверси"), Lookup::Found(entry) if entry.info.slug == "reversi"));
/// assert!(matches!(look_up("poker"), Lookup::Nothing(_)));
/// ```
pub fn look_up(name: &str) -> Lookup {
    /// Longer texts are not looked up: no name is nearly as long.
    const MOST_CHARACTERS: usize = 60;
    let text = folded(name);
    if text.is_empty() || text.chars().nth(MOST_CHARACTERS).is_some() {
        return Lookup::Nothing(Vec::new());
    }
    let solid = without_spaces(&text);
    let passes: [&dyn Fn(&str) -> bool; 5] = [
        &|name| name == text,
        &|name| without_spaces(name) == solid,
        &|name| name.starts_with(&text),
        &|name| name.split(' ').any(|word| word.starts_with(&text)),
        &|name| text.chars().nth(2).is_some() && name.contains(&text),
    ];
    for pass in passes {
        let found: Vec<_> =
            NAMES.iter().filter(|(_, names)| names.iter().any(|name| pass(name))).map(|(e, _)| *e).collect();
        match found.as_slice() {
            [] => {}
            [one] => return Lookup::Found(one),
            _ => return Lookup::Several(found),
        }
    }
    let mut near: Vec<(usize, &'static Entry)> = NAMES
        .iter()
        .filter_map(|(entry, names)| Some((names.iter().map(|name| distance(&text, name)).min()?, *entry)))
        .collect();
    near.sort_by_key(|(distance, _)| *distance);
    let letters = text.chars().count();
    let allowed = match letters {
        0..=3 => 0,
        4..=6 => 1,
        _ => 2,
    };
    let best = near.first().map_or(usize::MAX, |(distance, _)| *distance);
    let within = |most: usize| -> Vec<&'static Entry> {
        near.iter().take_while(|(distance, _)| *distance <= most).map(|(_, entry)| *entry).collect()
    };
    if best > allowed {
        return Lookup::Nothing(nearest(&text));
    }
    match within(best).as_slice() {
        [one] => Lookup::Found(one),
        several => Lookup::Several(several.to_vec()),
    }
}

/// Every game with all its names, folded.
static NAMES: LazyLock<Vec<(&'static Entry, Vec<String>)>> = LazyLock::new(|| {
    let names = |info: &Info| {
        let names = [info.slug, info.ru, info.en].into_iter().chain(info.aliases.iter().copied());
        names.map(folded).collect()
    };
    GAMES.iter().map(|entry| (entry, names(entry.info))).collect()
});

/// Lower case, words separated by one space, nothing but letters and digits; `ё` counts as `е`.
fn folded(text: &str) -> String {
    let lower = text.to_lowercase().replace('ё', "е");
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

fn without_spaces(text: &str) -> String {
    text.replace(' ', "")
}

/// Wrong letters between what was typed and a name, or one of its words.
fn distance(text: &str, name: &str) -> usize {
    let whole = strsim::osa_distance(text, name);
    name.split(' ').map(|word| strsim::osa_distance(text, word)).min().unwrap_or(whole).min(whole)
}

/// The games of which a name reminds that fits none, the likeliest first.
fn nearest(text: &str) -> Vec<&'static Entry> {
    /// Names less alike than this (1: the same) do not look alike to a reader either.
    const ALIKE: f64 = 0.8;
    /// Letters of the shortest word that is compared: shorter ones (and, of, на) are like too many others.
    const SHORTEST: usize = 4;
    /// The most games that are offered: a longer list would not help.
    const MOST: usize = 5;
    let alike = |name: &String| {
        let words = name.split(' ').filter(|word| word.chars().count() >= SHORTEST);
        let words = words.map(|word| strsim::jaro_winkler(text, word));
        words.fold(strsim::jaro_winkler(text, name), f64::max)
    };
    let mut near: Vec<(f64, &'static Entry)> = NAMES
        .iter()
        .map(|(entry, names)| (names.iter().map(alike).fold(0.0, f64::max), *entry))
        .filter(|(alike, _)| *alike >= ALIKE)
        .collect();
    near.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    near.truncate(MOST);
    near.into_iter().map(|(_, entry)| entry).collect()
}

/// The games of a family, in the catalogue's order.
pub fn of_family(family: Family) -> impl Iterator<Item = &'static Entry> {
    GAMES.iter().filter(move |entry| entry.info.family == family)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(name: &str) -> Option<&'static str> {
        match look_up(name) {
            Lookup::Found(entry) => Some(entry.info.slug),
            _ => None,
        }
    }

    #[test]
    fn every_game_is_found_by_its_slug_and_listed_for_all_its_names() {
        for entry in GAMES {
            let info = entry.info;
            assert_eq!(found(info.slug), Some(info.slug));
            for name in [info.ru, info.en].iter().chain(info.aliases) {
                let fits = match look_up(&name.to_uppercase()) {
                    Lookup::Found(entry) => vec![entry],
                    Lookup::Several(entries) => entries,
                    Lookup::Nothing(_) => Vec::new(),
                };
                assert!(fits.iter().any(|fit| fit.info.slug == info.slug), "{name}");
            }
        }
    }

    #[test]
    fn beginnings_parts_and_small_errors_are_forgiven() {
        for name in
            ["Reversi", " REVERSI! ", "реверси", "Отелло", "rever", "отел", "eversi", "Otello", "риверси"]
        {
            assert_eq!(found(name), Some("reversi"), "{name}");
        }
    }

    #[test]
    fn nonsense_finds_nothing_and_does_not_panic() {
        for name in ["", " ", "?!", "xyzzy qwerty", "\u{202e}\u{0}", &"а".repeat(100_000)] {
            assert!(
                matches!(look_up(name), Lookup::Nothing(_)),
                "{}",
                name.chars().take(20).collect::<String>()
            );
        }
    }

    #[test]
    fn a_near_miss_is_offered() {
        for (name, slug) in [("ревизия", "reversi"), ("chess", "checkers")] {
            match look_up(name) {
                Lookup::Nothing(near) => {
                    assert!(near.iter().any(|entry| entry.info.slug == slug), "{name}");
                }
                _ => panic!("too forgiving: {name}"),
            }
        }
    }

    #[test]
    fn only_what_is_alike_is_offered() {
        for name in ["шахматы", "нарды", "домино", "карты", "poker", "backgammon", "xyzzyqwerty"]
        {
            match look_up(name) {
                Lookup::Nothing(near) => {
                    let slugs: Vec<_> = near.iter().map(|entry| entry.info.slug).collect();
                    assert!(slugs.is_empty(), "{name}: {slugs:?}");
                }
                _ => panic!("too forgiving: {name}"),
            }
        }
    }
}
