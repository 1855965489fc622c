//! What a front-end tells the session.

use serde::{Deserialize, Serialize};

use crate::ids::{ChatId, MessageId, PersonId};

/// Something that a person did in a chat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// The platform's own id of the update, unique on the platform and the same when it is delivered again.
    pub update: String,
    /// Where.
    pub place: Place,
    /// Who.
    pub who: Person,
    /// What.
    pub what: What,
    /// How to answer this very event, where the platform has such a thing (a callback's id, an interaction's
    /// token). Opaque: it comes back in the deliveries that the event sets off in the same chat.
    pub via: Option<String>,
}

/// A chat as an event sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// The chat.
    pub chat: ChatId,
    /// Whether it is between one person and the bot.
    pub private: bool,
}

/// A person as the platform shows them. Names are hostile: any character may be in them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Person {
    /// The id.
    pub id: PersonId,
    /// The name to show.
    pub name: String,
    /// The unique handle without `@`, where there is one.
    pub handle: Option<String>,
    /// The language that the platform reports, as a tag (`ru`, `en-GB`).
    pub language: Option<String>,
    /// Whether it is a program and not a person. One may be mentioned, but never does anything here.
    pub is_bot: bool,
}

/// What somebody did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// Wrote a message; a command if it begins with `/`. A command for another bot (`/help@other`) is never handed on.
    Said {
        /// The text, without a mention of the bot itself.
        text: String,
        /// The message that it replies to.
        reply_to: Option<MessageId>,
        /// Whether it is plainly meant for the bot: a private chat, a reply to the bot, a mention of it.
        addressed: bool,
        /// The people whom the text mentions, the bot left out. A mention that the platform only gives as `@handle`
        /// stays in the text.
        mentions: Vec<Person>,
    },
    /// Gave a command with named arguments (a slash command).
    Commanded {
        /// The command's English name without `/`.
        name: String,
        /// The arguments by name, in any order; a value is what would be typed.
        arguments: Vec<(String, String)>,
        /// The people among the arguments.
        mentions: Vec<Person>,
    },
    /// Pressed a button.
    Pressed {
        /// The button's payload.
        payload: String,
        /// The message that it was under.
        message: MessageId,
    },
}
