//! Opaque ids with a platform's tag.

use serde::{Deserialize, Serialize};

/// Where people chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Platform {
    /// Telegram.
    Telegram,
    /// Discord.
    Discord,
    /// The local page.
    Web,
}

impl Platform {
    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Platform::Telegram => "telegram",
            Platform::Discord => "discord",
            Platform::Web => "web",
        }
    }
}

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

/// A message of a chat; means something only together with the chat.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MessageId(pub String);
