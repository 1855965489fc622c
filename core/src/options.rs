//! The options of a game, chosen for one game.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::info::Info;

/// Chosen options, name to value. What is not named has its default.
///
/// ```
/// use tavlei_core::{Options, catalogue};
///
/// let halma = catalogue::by_slug("halma").expect("a game");
/// let options = Options::of(halma.info, [("limit", "60")]).expect("an option of the game");
/// assert!(options.is("limit", "60"));
/// assert!(Options::of(halma.info, [("limit", "61")]).is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Options(BTreeMap<String, String>);

/// An option that a game does not have, or a value that the option does not take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadOption {
    /// The game has no option of this name.
    #[error("{game} has no option \"{name}\"{}", listed(" (its options: ", known))]
    Name {
        /// The game's slug.
        game: &'static str,
        /// The name asked for.
        name: String,
        /// The names that the game has.
        known: Vec<&'static str>,
    },
    /// The option does not take this value.
    #[error("{game}: {name} cannot be \"{value}\"{}", listed(" (it can be: ", known))]
    Value {
        /// The game's slug.
        game: &'static str,
        /// The option.
        name: String,
        /// The value asked for.
        value: String,
        /// The values that it takes.
        known: Vec<&'static str>,
    },
}

fn listed(lead: &str, known: &[&'static str]) -> String {
    if known.is_empty() { String::new() } else { format!("{lead}{})", known.join(", ")) }
}

impl Options {
    /// The options of a game from pairs of name and value.
    ///
    /// # Errors
    /// A name or a value that the game does not know.
    pub fn of<N: AsRef<str>, V: AsRef<str>>(
        info: &Info,
        pairs: impl IntoIterator<Item = (N, V)>,
    ) -> Result<Options, BadOption> {
        let mut options = Options::default();
        for (name, value) in pairs {
            options.set(info, name.as_ref(), value.as_ref())?;
        }
        Ok(options)
    }

    /// Sets one option.
    ///
    /// # Errors
    /// A name or a value that the game does not know.
    pub fn set(&mut self, info: &Info, name: &str, value: &str) -> Result<(), BadOption> {
        let Some(spec) = info.options.iter().find(|spec| spec.name == name) else {
            return Err(BadOption::Name {
                game: info.slug,
                name: name.chars().take(40).collect(),
                known: info.options.iter().map(|spec| spec.name).collect(),
            });
        };
        if !spec.values.contains(&value) {
            return Err(BadOption::Value {
                game: info.slug,
                name: name.to_owned(),
                value: value.chars().take(40).collect(),
                known: spec.values.to_vec(),
            });
        }
        self.0.insert(name.to_owned(), value.to_owned());
        Ok(())
    }

    /// The chosen value of an option, if one was chosen.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Whether an option was chosen to be this value.
    pub fn is(&self, name: &str, value: &str) -> bool {
        self.get(name) == Some(value)
    }

    /// The same without options that are at their defaults.
    pub fn without_defaults(mut self, info: &Info) -> Options {
        self.0.retain(|name, value| {
            let default =
                info.options.iter().find(|spec| spec.name == name).and_then(|spec| spec.values.first());
            default != Some(&value.as_str())
        });
        self
    }

    /// The chosen options by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether all options have their defaults.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
