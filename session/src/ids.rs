//! Opaque ids, each with the name of its platform.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The most letters of a platform's name.
const MOST_LETTERS: usize = 16;

/// Where people chat, by a short name of which each front-end chooses its own: `telegram`, `discord`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Platform {
    /// The name, filled up with zeros.
    letters: [u8; MOST_LETTERS],
}

impl Platform {
    /// The platform of this name; none unless the name is 1 to 16 letters from `a` to `z`. It becomes part of keys in the
    /// store.
    pub const fn new(name: &str) -> Option<Platform> {
        let name = name.as_bytes();
        if name.is_empty() || name.len() > MOST_LETTERS {
            return None;
        }
        let mut letters = [0; MOST_LETTERS];
        let mut at = 0;
        while at < name.len() {
            if !name[at].is_ascii_lowercase() {
                return None;
            }
            letters[at] = name[at];
            at += 1;
        }
        Some(Platform { letters })
    }

    /// The name.
    pub fn name(&self) -> &str {
        let length = self.letters.iter().position(|letter| *letter == 0).unwrap_or(MOST_LETTERS);
        // Only ASCII letters are ever put in.
        std::str::from_utf8(&self.letters[..length]).unwrap_or_default()
    }
}

impl fmt::Debug for Platform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Platform({})", self.name())
    }
}

impl From<Platform> for String {
    fn from(platform: Platform) -> String {
        platform.name().to_owned()
    }
}

impl TryFrom<String> for Platform {
    type Error = NotAPlatform;

    fn try_from(name: String) -> Result<Platform, NotAPlatform> {
        Platform::new(&name).ok_or(NotAPlatform)
    }
}

/// A name that no platform can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a platform's name is 1 to {MOST_LETTERS} letters from a to z")]
pub struct NotAPlatform;

/// A person on a platform.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PersonId {
    /// The platform.
    pub platform: Platform,
    /// The platform's own id, opaque.
    pub id: String,
}

/// A chat (or a topic of it) on a platform: messages of one chat are delivered in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ChatId {
    /// The platform.
    pub platform: Platform,
    /// The front-end's own id, opaque.
    pub id: String,
}

impl ChatId {
    /// Whether this is a part of another chat, such as a topic: its id begins with the other's and a slash.
    pub(crate) fn is_part_of(&self, other: &ChatId) -> bool {
        let rest = self.id.strip_prefix(&other.id);
        self.platform == other.platform && rest.is_some_and(|rest| rest.starts_with('/'))
    }
}

/// A message of a chat; means something only together with the chat.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MessageId(pub String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_platform_is_stored_by_its_name() {
        let platform = Platform::new("telegram").expect("a name");
        assert_eq!(platform.name(), "telegram");
        assert_eq!(serde_json::to_string(&platform).expect("JSON"), r#""telegram""#);
        assert_eq!(serde_json::from_str::<Platform>(r#""telegram""#).expect("a platform"), platform);
        assert_eq!(Platform::new(&"x".repeat(16)).map(|long| long.name().len()), Some(16));
    }

    #[test]
    fn a_name_that_could_break_a_key_is_refused() {
        for name in ["", "Telegram", "a/b", "a b", "ß", "a1", "x\0", "seventeenletters!", &"x".repeat(17)] {
            assert_eq!(Platform::new(name), None, "{name}");
            assert!(serde_json::from_value::<Platform>(name.into()).is_err(), "{name}");
        }
    }
}
