//! A text in pieces as Telegram wants it: one string, and entities that say what is what in it.
//!
//! With entities there is no markup to escape. What is left to take care of is what Telegram finds by itself in any
//! text: handles, links, hashtags and commands inside a name would ping somebody or lure people away.

use tavlei_session::{PersonId, Span};
use teloxide::types::MessageEntity;

use crate::chat::user_of;

/// Joins two characters without being seen, so that Telegram does not take them for a handle or a link.
const WORD_JOINER: char = '\u{2060}';

/// A text and what is what in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Text {
    /// The text.
    pub text: String,
    /// Its entities; offsets and lengths in UTF-16 code units.
    pub entities: Vec<MessageEntity>,
}

/// Puts the pieces together. A person's name is a link, which pings, only for those who are to be notified.
pub(crate) fn compose(spans: &[Span], notify: &[PersonId]) -> Text {
    let mut whole = Text::default();
    let mut offset = 0;
    for span in spans {
        let piece = match span {
            Span::Plain(text) | Span::Strong(text) | Span::Code(text) => text.clone(),
            Span::Person { name, .. } => inert(name),
        };
        let length = piece.encode_utf16().count();
        let entity = match span {
            _ if length == 0 => None,
            Span::Plain(_) => None,
            Span::Strong(_) => Some(MessageEntity::bold(offset, length)),
            Span::Code(_) => Some(MessageEntity::code(offset, length)),
            Span::Person { id, .. } if notify.contains(id) => {
                user_of(id).map(|user| MessageEntity::text_mention_id(user, offset, length))
            }
            Span::Person { .. } => None,
        };
        whole.text.push_str(&piece);
        whole.entities.extend(entity);
        offset += length;
    }
    whole
}

/// A name in which Telegram finds neither a handle nor a link, a hashtag or a command.
fn inert(name: &str) -> String {
    let mut safe = String::with_capacity(name.len());
    let mut letters = name.chars().peekable();
    while let Some(letter) = letters.next() {
        safe.push(letter);
        let joins = matches!(letter, '@' | '/' | '#' | '$' | '.' | ':');
        if joins && letters.peek().is_some_and(|next| !next.is_whitespace()) {
            safe.push(WORD_JOINER);
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::person_id;

    fn person(id: u64, name: &str) -> Span {
        Span::Person { id: person_id(id), name: name.to_owned() }
    }

    #[test]
    fn offsets_count_utf16() {
        let spans = [
            Span::Plain("♟🎲 ".to_owned()),
            Span::Strong("Шашки".to_owned()),
            Span::Plain(": ".to_owned()),
            Span::Code("c3-d4".to_owned()),
            Span::Code(String::new()),
        ];
        let text = compose(&spans, &[]);
        assert_eq!(text.text, "♟🎲 Шашки: c3-d4");
        assert_eq!(text.entities, [MessageEntity::bold(4, 5), MessageEntity::code(11, 5)]);
    }

    #[test]
    fn only_the_notified_are_linked() {
        let text =
            compose(&[person(1, "Anna"), Span::Plain(" – ".to_owned()), person(2, "Boris")], &[person_id(2)]);
        assert_eq!(text.text, "Anna – Boris");
        assert_eq!(text.entities, [MessageEntity::text_mention_id(teloxide::types::UserId(2), 7, 5)]);
    }

    #[test]
    fn a_name_is_no_handle_and_no_link() {
        assert_eq!(inert("@durov"), "@\u{2060}durov");
        assert_eq!(
            inert("https://evil.example/x"),
            "https:\u{2060}/\u{2060}/\u{2060}evil.\u{2060}example/\u{2060}x"
        );
        assert_eq!(inert("J. R. *Smith* <b>"), "J. R. *Smith* <b>");
    }
}
