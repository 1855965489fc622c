//! The key spaces of the store: all of them, here.
//!
//! | key | value | lives |
//! |---|---|---|
//! | `meta/format` | [`Format`] | always: the version of this table |
//! | `meta/swept` | [`Swept`] | always: how far what has ended is swept out |
//! | `due/DAY/KEY` | [`Due`] | as long as the record under KEY, which ends on that day, counted from 1970 in six digits |
//! | `seen/PLATFORM/UPDATE` | [`Seen`] | a week: the updates that are done |
//! | `person/PLATFORM/ID` | [`Person`] | always |
//! | `handle/PLATFORM/HANDLE` | [`Handle`] | always: who had this handle when last seen, in lower case |
//! | `chat/PLATFORM/ID` | [`Chat`] | always |
//! | `moved/PLATFORM/ID` | [`Migration`] | always: the chat that has this id now, and the one by which it is known |
//! | `game/GAME` | [`Game`] | always |
//! | `think/GAME` | [`Think`] | until the bot has answered |
//! | `hint/GAME` | [`Hint`] | until it is given, or the position is another |
//! | `analysis/GAME` | [`Analysis`] | until it is done |
//! | `challenge/CHALLENGE` | [`Challenge`] | until it is answered, a day at most |
//! | `ask/ASK` | [`Ask`] | until it is answered, a day at most |
//! | `out/PLATFORM/CHAT/NUMBER` | [`Out`] | until it is carried; the number has 20 digits, so that keys are in its order |
//! | `shown/PLATFORM/CHAT/SLOT` | [`Shown`] | a month after its last change: the message that shows a board, a challenge… now |
//! | `message/PLATFORM/CHAT/MESSAGE` | [`Link`] | a month: the game that a message belongs to |
//!
//! Every value is a JSON object with its `kind` and the version `v` of its form. Ids that come from outside are
//! escaped: all but letters, digits and `._-` of ASCII become `%XX`.

use std::fmt::Write;
use std::marker::PhantomData;

use crate::ids::{ChatId, MessageId, PersonId, Platform};
use crate::record::{
    Analysis, Ask, AskId, Challenge, ChallengeId, Chat, DAY, Due, Format, Game, GameId, Handle, Hint, Link,
    Migration, Out, Person, Seen, Shown, Slot, Swept, Think,
};

/// A key and the type of what is under it.
pub(crate) struct Key<R> {
    pub(crate) text: String,
    record: PhantomData<fn() -> R>,
}

fn key<R>(text: String) -> Key<R> {
    Key { text, record: PhantomData }
}

/// All prefixes that are scanned.
pub(crate) mod prefix {
    pub(crate) const SEEN: &str = "seen/";
    pub(crate) const THINK: &str = "think/";
    pub(crate) const HINT: &str = "hint/";
    pub(crate) const ANALYSIS: &str = "analysis/";
    pub(crate) const CHALLENGE: &str = "challenge/";
    pub(crate) const ASK: &str = "ask/";
    pub(crate) const OUT: &str = "out/";
    pub(crate) const SHOWN: &str = "shown/";
    pub(crate) const MESSAGE: &str = "message/";
    pub(crate) const MIGRATION: &str = "moved/";
}

pub(crate) fn format() -> Key<Format> {
    key("meta/format".to_owned())
}

pub(crate) fn swept() -> Key<Swept> {
    key("meta/swept".to_owned())
}

/// The day of a time, counted from 1970.
pub(crate) const fn day(at: u64) -> u64 {
    at / DAY
}

/// What the notes begin with that tell what ends on a day.
pub(crate) fn due_on(day: u64) -> String {
    format!("due/{day:06}/")
}

/// The note that a record ends at a time.
pub(crate) fn due(ends: u64, record: &str) -> Key<Due> {
    key(due_on(day(ends)) + record)
}

pub(crate) fn seen(platform: Platform, update: &str) -> Key<Seen> {
    key(format!("seen/{}/{}", platform.name(), escaped(update)))
}

pub(crate) fn person(id: &PersonId) -> Key<Person> {
    key(format!("person/{}/{}", id.platform.name(), escaped(&id.id)))
}

pub(crate) fn handle(platform: Platform, handle: &str) -> Key<Handle> {
    key(format!("handle/{}/{}", platform.name(), escaped(&handle.to_lowercase())))
}

pub(crate) fn chat(id: &ChatId) -> Key<Chat> {
    key(format!("chat/{}", path(id)))
}

pub(crate) fn migration(to: &ChatId) -> Key<Migration> {
    key(format!("{}{}", prefix::MIGRATION, path(to)))
}

pub(crate) fn game(id: &GameId) -> Key<Game> {
    key(format!("game/{id}"))
}

pub(crate) fn think(id: &GameId) -> Key<Think> {
    key(format!("think/{id}"))
}

pub(crate) fn hint(id: &GameId) -> Key<Hint> {
    key(format!("{}{id}", prefix::HINT))
}

pub(crate) fn analysis(id: &GameId) -> Key<Analysis> {
    key(format!("{}{id}", prefix::ANALYSIS))
}

pub(crate) fn challenge(id: &ChallengeId) -> Key<Challenge> {
    key(format!("challenge/{id}"))
}

pub(crate) fn ask(id: &AskId) -> Key<Ask> {
    key(format!("ask/{id}"))
}

pub(crate) fn out(chat: &ChatId, number: u64) -> Key<Out> {
    key(format!("out/{}/{number:020}", path(chat)))
}

pub(crate) fn shown(chat: &ChatId, slot: &Slot) -> Key<Shown> {
    key(format!("shown/{}/{slot}", path(chat)))
}

pub(crate) fn message(chat: &ChatId, message: &MessageId) -> Key<Link> {
    key(format!("message/{}/{}", path(chat), escaped(&message.0)))
}

fn path(chat: &ChatId) -> String {
    format!("{}/{}", chat.platform.name(), escaped(&chat.id))
}

/// An id from outside, safe inside a key.
fn escaped(id: &str) -> String {
    let mut out = String::with_capacity(id.len());
    for byte in id.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'_' | b'-' => out.push(char::from(byte)),
            _ => {
                // Writing to a string never fails.
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_from_outside_cannot_leave_their_place() {
        assert_eq!(escaped("-100/7"), "-100%2F7");
        assert_eq!(escaped("яé %"), "%D1%8F%C3%A9%20%25");
    }

    #[test]
    fn numbers_are_in_the_order_of_their_keys() {
        let chat = ChatId { platform: crate::testing::WEB, id: "x".to_owned() };
        assert!(out(&chat, 9).text < out(&chat, 10).text);
        assert!(out(&chat, u64::MAX).text > out(&chat, 10).text);
    }
}
