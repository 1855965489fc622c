//! The languages that people are spoken to in.

use serde::{Deserialize, Serialize};
use unic_langid::{LanguageIdentifier, langid};

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// Russian.
    #[serde(rename = "ru")]
    Russian,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 2] = [Language::English, Language::Russian];

    /// The language's two letters.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Russian => "ru",
        }
    }

    /// The language's name in itself.
    pub const fn own_name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::Russian => "Русский",
        }
    }

    /// The language of a tag as platforms give it (`ru`, `en-GB`); English for languages that there are no texts in.
    pub fn of_tag(tag: &str) -> Language {
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        if primary.eq_ignore_ascii_case("ru") { Language::Russian } else { Language::English }
    }

    /// The language that a person names, by its code or its name in either language.
    pub fn named(word: &str) -> Option<Language> {
        match word.trim().to_lowercase().as_str() {
            "en" | "eng" | "english" | "английский" | "по-английски" | "англ" => {
                Some(Language::English)
            }
            "ru" | "rus" | "russian" | "русский" | "по-русски" | "рус" => {
                Some(Language::Russian)
            }
            _ => None,
        }
    }

    pub(crate) const fn identifier(self) -> LanguageIdentifier {
        match self {
            Language::English => langid!("en"),
            Language::Russian => langid!("ru"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_of_platforms_are_understood() {
        for tag in ["ru", "RU", "ru-RU", "ru_RU"] {
            assert_eq!(Language::of_tag(tag), Language::Russian, "{tag}");
        }
        for tag in ["en", "en-GB", "de", "", "rus-like"] {
            assert_eq!(Language::of_tag(tag), Language::English, "{tag}");
        }
    }
}
