//! What the session asks a front-end to carry.

use std::future::Future;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tavlei_core::View;

use crate::ids::{ChatId, MessageId, PersonId};

/// One thing to be carried to a chat, kept in the outbox until it is reported as carried.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery {
    /// Its number, unique in its chat: deliveries of one chat are carried in the order of their numbers.
    pub id: u64,
    /// Where to.
    pub chat: ChatId,
    /// How to answer the event that set it off, if that was in the same chat: see [`crate::Event::via`].
    pub via: Option<String>,
    /// What.
    pub what: Deliver,
}

/// What to carry. `M` is how an older message is named: by its id when a front-end gets it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deliver<M = MessageId> {
    /// A new message. Its id is to be reported.
    Send(Box<Message>),
    /// A message shown in the place of an older one. If that is gone, a new one is sent; the id of whichever it was
    /// is to be reported.
    Edit {
        /// The older message.
        older: M,
        /// What it becomes.
        to: Box<Message>,
    },
    /// The buttons of an older message are replaced; the message stays as it is.
    Buttons {
        /// The older message.
        older: M,
        /// Its new rows of buttons.
        buttons: Vec<Vec<Button>>,
    },
    /// The buttons of an older message go away.
    Strip {
        /// The older message.
        older: M,
    },
    /// A short note for the one who pressed a button, seen by nobody else. Without a text it only says that the press
    /// was taken. Every press gets exactly one of these.
    Note {
        /// The text.
        text: Option<String>,
    },
}

/// A message: text, picture, buttons, all of them ready in one language.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Message {
    /// The text (the caption, when there is a picture), in pieces. It fits every platform: at most 1,000 characters
    /// with a picture, 1,900 without.
    pub text: Vec<Span>,
    /// The picture.
    pub picture: Option<Picture>,
    /// Rows of buttons: at most 5 in a row and 10 rows.
    pub buttons: Vec<Vec<Button>>,
    /// The people who should notice the message. Nobody else may be pinged.
    pub notify: Vec<PersonId>,
    /// The message that it answers.
    pub reply_to: Option<MessageId>,
}

/// A piece of a text. The front-end escapes what needs escaping.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Span {
    /// Plain text, line breaks included.
    Plain(String),
    /// Emphasised text: a game's name, a heading.
    Strong(String),
    /// Something to be typed: a command, a ply.
    Code(String),
    /// A person's name, a link to the person where the platform has that. It pings only people of `notify`.
    Person {
        /// Who.
        id: PersonId,
        /// The name to show.
        name: String,
    },
}

/// A picture of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    /// What is to be seen.
    pub view: Box<View>,
    /// The seat whose side is below.
    pub seen_by: u8,
    /// The theme's name.
    pub theme: String,
    /// What the picture shows, in words, for those who cannot see it.
    pub alt: String,
}

/// A button.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Button {
    /// The label, at most 40 characters.
    pub label: String,
    /// What comes back when it is pressed: at most 64 bytes.
    pub payload: String,
    /// What sort of button it is.
    pub kind: ButtonKind,
}

/// A sort of button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ButtonKind {
    /// Ordinary.
    Plain,
    /// Says yes.
    Yes,
    /// Says no.
    No,
}

/// A delivery that could not be carried.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CarryError {
    /// The platform asks for a pause: it is tried again after it. Later deliveries of the chat wait.
    #[error("try again after {0:?}")]
    Later(Duration),
    /// There was no answer to be relied on: it is tried again after a pause that grows with every attempt. Later
    /// deliveries of the chat wait.
    #[error("{0}")]
    Unanswered(String),
    /// It can never be carried (the chat is gone, the bot was thrown out): it is struck off.
    #[error("cannot be delivered: {0}")]
    Never(String),
}

/// What carrying a delivery gave: the id of the message sent or edited.
pub type Carry = Result<Option<MessageId>, CarryError>;

/// A front-end as the outbox sees it.
pub trait Carrier: Send + Sync + 'static {
    /// Carries one delivery. A delivery may come again after a crash or an error that may have been a success.
    fn carry(&self, delivery: &Delivery) -> impl Future<Output = Carry> + Send;
}
