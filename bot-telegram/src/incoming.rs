//! What Telegram tells, as events of the session.

use serde_json::Value;
use tavlei_session::{Event, Person, Place, What};
use teloxide::types::UserId;

use crate::chat::{Topic, message_id, person_id};
use crate::update::{CallbackQuery, Chat, Entity, Message, OtherMessage, Update, User};

/// The user in whose name Telegram itself writes.
const TELEGRAM: u64 = 777_000;

/// The bot itself.
#[derive(Clone, Debug)]
pub(crate) struct Me {
    /// Its user id.
    pub id: UserId,
    /// Its handle, without `@`.
    pub handle: String,
}

/// What an update says, as far as it concerns us.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Incoming {
    /// Something for the session.
    Event(Box<Event>),
    /// A group has become a supergroup and has a new number.
    Migrated {
        /// The group's number.
        from: i64,
        /// The supergroup's number.
        to: i64,
    },
    /// Nothing.
    Nothing,
}

/// Reads an update.
pub(crate) fn read(update: Value, me: &Me) -> Incoming {
    // Its number is all that is known of an update that is made otherwise.
    let Some(id) = update["update_id"].as_i64() else { return Incoming::Nothing };
    let Ok(update) = serde_json::from_value::<Update>(update) else { return Incoming::Nothing };
    if let Some(message) = update.message {
        if let Some(to) = message.migrate_to_chat_id {
            return Incoming::Migrated { from: message.chat.id, to };
        }
        let topic = topic(&message.chat, message.message_thread_id, message.is_topic_message);
        return said(&message, me).map_or(Incoming::Nothing, |(who, what)| {
            event(id, topic, message.chat.is_private(), who, what, None)
        });
    }
    update.callback_query.and_then(|query| pressed(id, query)).unwrap_or(Incoming::Nothing)
}

fn event(update: i64, topic: Topic, private: bool, who: Person, what: What, via: Option<String>) -> Incoming {
    let place = Place { chat: topic.id(), private };
    Incoming::Event(Box::new(Event { update: update.to_string(), place, who, what, via }))
}

/// A written message: who wrote, and what.
fn said(message: &Message, me: &Me) -> Option<(Person, What)> {
    if message.forward_origin.is_some() {
        return None; // nobody's order: it was said elsewhere, or by somebody else
    }
    let who = writer(message)?;
    let (mut text, mut mentions) = without_named(message.text.as_deref()?, &message.entities);
    let mut addressed = message.chat.is_private();

    if text.starts_with('/') {
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        if let Some(at) = text[..end].find('@') {
            if !text[at + 1..end].eq_ignore_ascii_case(&me.handle) {
                return None; // a command for another bot
            }
            text.replace_range(at..end, "");
            addressed = true;
        }
    }
    let reply = message.reply_to_message.as_ref().filter(|reply| !begins_topic(message, reply));
    addressed |= reply.and_then(|reply| reply.from.as_ref()).is_some_and(|author| author.id == me.id.0);
    addressed |= strike_handle(&mut text, &me.handle);
    let others = mentions.len();
    mentions.retain(|person| person.id != person_id(me.id));
    addressed |= mentions.len() < others;

    let text = text.trim().to_owned();
    let reply_to = reply.map(|reply| message_id(reply.message_id));
    Some((who, What::Said { text, reply_to, addressed, mentions }))
}

/// A pressed button.
fn pressed(update: i64, query: CallbackQuery) -> Option<Incoming> {
    let under = query.message?;
    let topic = topic(&under.chat, under.message_thread_id, under.is_topic_message);
    let what = What::Pressed { payload: query.data?, message: message_id(under.message_id) };
    Some(event(update, topic, under.chat.is_private(), person(&query.from), what, Some(query.id)))
}

fn topic(chat: &Chat, thread: Option<i32>, is_topic: bool) -> Topic {
    // Outside forums a thread is only a chain of replies.
    Topic::new(chat.id, thread.filter(|_| is_topic))
}

/// In a topic, a message that answers none comes as a reply to the one that opened the topic.
fn begins_topic(message: &Message, reply: &OtherMessage) -> bool {
    message.is_topic_message && message.message_thread_id == Some(reply.message_id)
}

/// Who wrote: a user, or the chat in whose name an unnamed administrator writes. Bots and what a channel forwards to
/// its group are nobody.
fn writer(message: &Message) -> Option<Person> {
    match (&message.sender_chat, &message.from) {
        (_, Some(user)) if user.id == TELEGRAM => None,
        (Some(chat), _) => Some(disguise(chat)),
        (None, Some(user)) if !user.is_bot => Some(person(user)),
        _ => None,
    }
}

fn person(user: &User) -> Person {
    let name = match &user.last_name {
        Some(last) => format!("{} {last}", user.first_name),
        None => user.first_name.clone(),
    };
    let (handle, language) = (user.username.clone(), user.language_code.clone());
    Person { id: person_id(user.id), name, handle, language, is_bot: user.is_bot }
}

fn disguise(chat: &Chat) -> Person {
    let name = chat.title.clone().unwrap_or_default();
    Person { id: person_id(chat.id), name, handle: chat.username.clone(), language: None, is_bot: false }
}

/// The text without the names of people that Telegram has identified, and these people.
fn without_named(text: &str, entities: &[Entity]) -> (String, Vec<Person>) {
    let mut left = text.to_owned();
    let mut people = Vec::new();
    for entity in entities.iter().rev() {
        let Some(user) = entity.user.as_ref().filter(|_| entity.kind == "text_mention") else { continue };
        people.insert(0, person(user));
        let start = byte_at(text, entity.offset);
        let end = byte_at(text, entity.offset.saturating_add(entity.length));
        if let (Some(start), Some(end)) = (start, end)
            && left.is_char_boundary(end)
            && start <= end
        {
            left.replace_range(start..end, "");
        }
    }
    (left, people)
}

/// Where a UTF-16 offset lies in bytes, if it lies between two characters.
fn byte_at(text: &str, offset: usize) -> Option<usize> {
    let mut units = 0;
    for (byte, letter) in text.char_indices() {
        if units >= offset {
            return (units == offset).then_some(byte);
        }
        units += letter.len_utf16();
    }
    (units == offset).then_some(text.len())
}

/// Strikes the bot's `@handle` out of a text; whether it was there.
fn strike_handle(text: &mut String, handle: &str) -> bool {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mut found = false;
    let mut from = 0;
    while let Some(at) = text[from..].find('@').map(|at| from + at) {
        let end = at + 1 + text[at + 1..].find(|letter| !is_part(letter)).unwrap_or(text.len() - at - 1);
        from = end;
        if !text[..at].ends_with(is_part) && text[at + 1..end].eq_ignore_ascii_case(handle) {
            text.replace_range(at..end, "");
            from = at;
            found = true;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use tavlei_session::MessageId;

    fn me() -> Me {
        Me { id: UserId(99), handle: "tavlei_bot".to_owned() }
    }

    fn message(more: Value) -> Value {
        let mut message = json!({
            "message_id": 5, "date": 1_700_000_000,
            "chat": {"id": -100, "type": "supergroup", "title": "Club"},
            "from": {"id": 1, "is_bot": false, "first_name": "Anna", "last_name": "K.", "username": "anna",
                "language_code": "ru"},
        });
        for (name, value) in more.as_object().expect("fields") {
            message[name] = value.clone();
        }
        json!({"update_id": 10, "message": message})
    }

    fn heard(update: &Value) -> Option<Event> {
        match read(update.clone(), &me()) {
            Incoming::Event(event) => Some(*event),
            _ => None,
        }
    }

    /// Text, message replied to, whether addressed, number of people mentioned.
    fn words(more: Value) -> Option<(String, Option<MessageId>, bool, usize)> {
        match heard(&message(more))?.what {
            What::Said { text, reply_to, addressed, mentions } => {
                Some((text, reply_to, addressed, mentions.len()))
            }
            _ => None,
        }
    }

    fn said(text: &str, addressed: bool) -> Option<(String, Option<MessageId>, bool, usize)> {
        Some((text.to_owned(), None, addressed, 0))
    }

    #[test]
    fn an_event_says_who_where_and_what() {
        let event = heard(&message(json!({"text": "c3-d4"}))).expect("an event");
        assert_eq!(event.update, "10");
        assert_eq!(event.place.chat.id, "-100");
        assert!(!event.place.private);
        assert_eq!(event.who.name, "Anna K.");
        assert_eq!(event.who.handle.as_deref(), Some("anna"));
        assert_eq!(event.who.language.as_deref(), Some("ru"));
    }

    #[test]
    fn commands_are_for_us_or_for_another_bot() {
        assert_eq!(words(json!({"text": "/play russian"})), said("/play russian", false));
        assert_eq!(words(json!({"text": "/play@Tavlei_Bot russian"})), said("/play russian", true));
        assert_eq!(words(json!({"text": "/play@another_bot russian"})), None);
        assert_eq!(words(json!({"text": "/board@tavlei_bot"})), said("/board", true));
    }

    #[test]
    fn a_mention_of_the_bot_is_struck_out() {
        assert_eq!(words(json!({"text": "@tavlei_bot c3-d4"})), said("c3-d4", true));
        assert_eq!(words(json!({"text": "c3-d4, @TAVLEI_BOT"})), said("c3-d4,", true));
        assert_eq!(
            words(json!({"text": "@tavlei_bot2 me@tavlei_bot"})),
            said("@tavlei_bot2 me@tavlei_bot", false)
        );
        assert_eq!(words(json!({"text": "/play gana @boris"})), said("/play gana @boris", false));
        assert_eq!(words(json!({"text": "@"})), said("@", false));
    }

    #[test]
    fn a_person_without_a_handle_is_lifted_out_of_the_text() {
        let text = "/play gana 🎲 Борис white";
        let boris = json!({"type": "text_mention", "offset": 14, "length": 5,
            "user": {"id": 2, "is_bot": false, "first_name": "Борис"}});
        let found = words(json!({"text": text, "entities": [boris]}));
        assert_eq!(found, Some(("/play gana 🎲  white".to_owned(), None, false, 1)));
        for (offset, length) in [(12, 5), (14, 5000), (usize::MAX, usize::MAX), (14, 0)] {
            let broken = json!({"type": "text_mention", "offset": offset, "length": length,
                "user": {"id": 2, "is_bot": false, "first_name": "Борис"}});
            assert_eq!(
                words(json!({"text": text, "entities": [broken]})).map(|w| w.0).as_deref(),
                Some(text)
            );
        }
    }

    #[test]
    fn replies_count_unless_they_only_tell_the_topic() {
        let of = |id: i32, author: i64| {
            json!({"message_id": id, "date": 1, "chat": {"id": -100, "type": "supergroup", "title": "Club"},
                "from": {"id": author, "is_bot": true, "first_name": "x"}, "text": "…"})
        };
        let to_bot = words(json!({"text": "c3-d4", "reply_to_message": of(3, 99)}));
        assert_eq!(to_bot, Some(("c3-d4".to_owned(), Some(MessageId("3".to_owned())), true, 0)));
        let to_other = words(json!({"text": "c3-d4", "reply_to_message": of(3, 98)}));
        assert_eq!(to_other, Some(("c3-d4".to_owned(), Some(MessageId("3".to_owned())), false, 0)));
        let in_topic = json!({"text": "c3-d4", "message_thread_id": 3, "is_topic_message": true,
            "reply_to_message": of(3, 99)});
        assert_eq!(words(in_topic.clone()), said("c3-d4", false));
        assert_eq!(heard(&message(in_topic)).expect("an event").place.chat.id, "-100/3");
        let in_thread = json!({"text": "c3-d4", "message_thread_id": 3});
        assert_eq!(heard(&message(in_thread)).expect("an event").place.chat.id, "-100");
    }

    #[test]
    fn private_chats_are_always_addressed() {
        let update =
            message(json!({"text": "hi", "chat": {"id": 1, "type": "private", "first_name": "Anna"}}));
        let event = heard(&update).expect("an event");
        assert!(event.place.private);
        assert!(matches!(event.what, What::Said { addressed: true, .. }));
    }

    #[test]
    fn bots_are_not_listened_to_and_unnamed_administrators_are() {
        assert_eq!(words(json!({"text": "x", "from": {"id": 7, "is_bot": true, "first_name": "b"}})), None);
        let unnamed = json!({"text": "x",
            "from": {"id": 1_087_968_824, "is_bot": true, "first_name": "Group", "username": "GroupAnonymousBot"},
            "sender_chat": {"id": -100, "type": "supergroup", "title": "Club"}});
        assert_eq!(heard(&message(unnamed)).expect("an event").who.id, person_id(-100));
        assert_eq!(words(json!({"sticker": {"odd": true}})), None);
    }

    #[test]
    fn a_press_carries_the_way_to_answer_it() {
        let update = json!({"update_id": 11, "callback_query": {
            "id": "777", "chat_instance": "1", "data": "yes",
            "from": {"id": 1, "is_bot": false, "first_name": "Anna"},
            "message": {"message_id": 6, "date": 1, "message_thread_id": 4, "is_topic_message": true, "text": "?",
                "chat": {"id": -100, "type": "supergroup", "title": "Club", "is_forum": true},
                "from": {"id": 99, "is_bot": true, "first_name": "Tavlei"}},
        }});
        let event = heard(&update).expect("an event");
        assert_eq!(event.via.as_deref(), Some("777"));
        assert_eq!(event.place.chat.id, "-100/4");
        let wanted = What::Pressed { payload: "yes".to_owned(), message: MessageId("6".to_owned()) };
        assert_eq!(event.what, wanted);

        let mut old = update;
        old["callback_query"]["message"] =
            json!({"message_id": 6, "date": 0, "chat": {"id": -100, "type": "supergroup", "title": "Club"}});
        assert_eq!(heard(&old).expect("an event").what, wanted);
    }

    #[test]
    fn what_is_too_new_for_the_types_is_overlooked() {
        let new = json!({"text": "c3-d4 tomorrow",
            "entities": [{"type": "date_time", "offset": 6, "length": 8, "unix_time": 1_700_000_000}],
            "reply_to_message": {"message_id": 3, "date": 1, "chat": {"id": -100, "type": "supergroup", "title": "C"},
                "from": {"id": 99, "is_bot": true, "first_name": "Tavlei"}, "text": "x",
                "entities": [{"type": "novelty", "offset": 0, "length": 1}]}});
        assert_eq!(words(new), Some(("c3-d4 tomorrow".to_owned(), Some(MessageId("3".to_owned())), true, 0)));
        assert_eq!(read(json!({"update_id": 12, "hologram": {"x": 1}}), &me()), Incoming::Nothing);
        assert_eq!(read(json!("nonsense"), &me()), Incoming::Nothing);
    }

    #[test]
    fn what_is_only_forwarded_is_nobodys_order() {
        let origin =
            json!({"type": "user", "date": 1, "sender_user": {"id": 2, "is_bot": false, "first_name": "B"}});
        assert_eq!(words(json!({"text": "c3-d4", "forward_origin": origin})), None);
    }

    #[test]
    fn a_group_that_becomes_a_supergroup_is_noticed() {
        let migrated = message(json!({"migrate_to_chat_id": -1007}));
        assert_eq!(read(migrated, &me()), Incoming::Migrated { from: -100, to: -1007 });
    }
}
