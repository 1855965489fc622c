//! Chats and topics of them as the session's opaque ids.

use tavlei_session::{ChatId, MessageId, PersonId, Platform};
use teloxide::types;

/// Telegram, as the session knows it.
pub(crate) const PLATFORM: Platform = Platform::new("telegram").expect("letters only");

/// A chat, or one topic of a forum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Topic {
    /// The chat.
    pub chat: types::ChatId,
    /// The topic, if it is one that has to be named; the general topic is not.
    pub thread: Option<types::ThreadId>,
}

impl Topic {
    /// A topic by its number; without one, the whole of a chat or its general topic.
    pub(crate) fn new(chat: i64, thread: Option<i32>) -> Topic {
        Topic { chat: types::ChatId(chat), thread: thread.map(|id| types::ThreadId(types::MessageId(id))) }
    }

    /// The session's id for it: the chat's number, and the topic's after a slash.
    pub(crate) fn id(self) -> ChatId {
        let id = match self.thread {
            None => self.chat.to_string(),
            Some(thread) => format!("{}/{thread}", self.chat),
        };
        ChatId { platform: PLATFORM, id }
    }

    /// Reads the session's id back.
    pub(crate) fn of(id: &ChatId) -> Option<Topic> {
        let (chat, thread) = match id.id.split_once('/') {
            None => (id.id.as_str(), None),
            Some((chat, thread)) => (chat, Some(thread)),
        };
        let thread = thread.map(str::parse).transpose().ok()?;
        Some(Topic::new(chat.parse().ok()?, thread))
    }
}

/// The session's id of a message.
pub(crate) fn message_id(number: i32) -> MessageId {
    MessageId(number.to_string())
}

/// Reads the session's id of a message back.
pub(crate) fn message_of(id: &MessageId) -> Option<types::MessageId> {
    id.0.parse().ok().map(types::MessageId)
}

/// The session's id of a user, or of a chat in whose name somebody writes.
pub(crate) fn person_id(id: impl ToString) -> PersonId {
    PersonId { platform: PLATFORM, id: id.to_string() }
}

/// The user that a person is, if it is one of Telegram's.
pub(crate) fn user_of(id: &PersonId) -> Option<types::UserId> {
    if id.platform == PLATFORM { id.id.parse().ok().map(types::UserId) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_topic_survives_the_way_there_and_back() {
        for thread in [None, Some(types::ThreadId(types::MessageId(42)))] {
            let topic = Topic { chat: types::ChatId(-1001234567890), thread };
            assert_eq!(Topic::of(&topic.id()), Some(topic));
        }
        assert_eq!(Topic::of(&ChatId { platform: PLATFORM, id: "lobby".to_owned() }), None);
    }
}
