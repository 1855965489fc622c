//! Updates as far as they matter here.
//!
//! teloxide has types for the whole of an update. Telegram grows faster than they do, and a part that they do not know
//! spoils all the rest; these read what is needed and pass over everything else.

use serde::Deserialize;
use serde::de::IgnoredAny;

/// Something that happened.
#[derive(Deserialize)]
pub(crate) struct Update {
    pub message: Option<Message>,
    pub callback_query: Option<CallbackQuery>,
}

/// A message that somebody wrote, or that Telegram wrote about a chat.
#[derive(Deserialize)]
pub(crate) struct Message {
    pub message_thread_id: Option<i32>,
    #[serde(default)]
    pub is_topic_message: bool,
    pub chat: Chat,
    pub from: Option<User>,
    /// The chat in whose name it was written.
    pub sender_chat: Option<Chat>,
    /// Where it was written first, if it was only forwarded.
    pub forward_origin: Option<IgnoredAny>,
    pub text: Option<String>,
    #[serde(default)]
    pub entities: Vec<Entity>,
    pub reply_to_message: Option<OtherMessage>,
    /// The number that a group has as a supergroup.
    pub migrate_to_chat_id: Option<i64>,
}

/// A message that another one, or a press, is about.
#[derive(Deserialize)]
pub(crate) struct OtherMessage {
    pub message_id: i32,
    pub message_thread_id: Option<i32>,
    #[serde(default)]
    pub is_topic_message: bool,
    pub chat: Chat,
    pub from: Option<User>,
}

/// A pressed button.
#[derive(Deserialize)]
pub(crate) struct CallbackQuery {
    pub id: String,
    pub from: User,
    /// The message that the button is under. One that is very old comes without its topic.
    pub message: Option<OtherMessage>,
    pub data: Option<String>,
}

/// A chat.
#[derive(Deserialize)]
pub(crate) struct Chat {
    pub id: i64,
    #[serde(rename = "type")]
    pub kind: String,
    pub title: Option<String>,
    pub username: Option<String>,
}

impl Chat {
    /// Whether it is between one person and the bot.
    pub(crate) fn is_private(&self) -> bool {
        self.kind == "private"
    }
}

/// A person or a bot.
#[derive(Deserialize)]
pub(crate) struct User {
    pub id: u64,
    pub is_bot: bool,
    pub first_name: String,
    pub last_name: Option<String>,
    pub username: Option<String>,
    pub language_code: Option<String>,
}

/// What a piece of a text is.
#[derive(Deserialize)]
pub(crate) struct Entity {
    #[serde(rename = "type")]
    pub kind: String,
    /// Where it begins, in UTF-16 code units.
    pub offset: usize,
    /// How long it is, in UTF-16 code units.
    pub length: usize,
    /// Who is meant, if a person without a handle is.
    pub user: Option<User>,
}
