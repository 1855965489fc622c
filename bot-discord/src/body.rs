//! A message as Discord takes it.

use serde_json::{Value, json};
use serenity::builder::CreateAttachment;
use serenity::http::{Multipart, MultipartUpload, Request};
use tavlei_session::{Button, Message, Span};

use crate::{PLATFORM, components, markup};

/// EPHEMERAL: seen only by the one who is answered.
const EPHEMERAL: u64 = 1 << 6;
/// Characters of the words for a picture.
const ALT: usize = 1024;
/// The name of the file with the picture.
const FILE: &str = "board.png";

/// A message as the body of a request: to be sent, or put in another's place.
#[derive(Clone, Default)]
pub(crate) struct Body {
    /// What goes before the message itself, because that is too long for one.
    pub before: Vec<String>,
    content: String,
    components: Vec<Value>,
    pings: Vec<String>,
    picture: Option<(Vec<u8>, String)>,
    ephemeral: bool,
    /// Whether everything else of the message stays as it is.
    buttons_only: bool,
}

impl Body {
    /// A message with its picture. In direct messages nobody needs to be pinged.
    pub fn new(message: &Message, png: Option<Vec<u8>>, direct: bool) -> Body {
        let pings: Vec<String> = message
            .notify
            .iter()
            .filter(|person| person.platform == PLATFORM && !direct)
            .map(|person| person.id.clone())
            .collect();
        let mut text = message.text.clone();
        // A ping needs a mention in the text.
        let named = |id: &str| {
            message.text.iter().any(|span| matches!(span, Span::Person { id: person, .. } if person.id == id))
        };
        for person in &message.notify {
            if pings.contains(&person.id) && !named(&person.id) {
                text.push(Span::Plain("\n".to_owned()));
                text.push(Span::Person { id: person.clone(), name: String::new() });
            }
        }
        let mut before = markup::messages(&text);
        let content = before.pop().unwrap_or_default();
        let alt = message.picture.as_ref().map(|picture| picture.alt.chars().take(ALT).collect());
        Body {
            before,
            content,
            components: components::rows(&message.buttons),
            pings,
            picture: png.zip(alt),
            ..Body::default()
        }
    }

    /// A plain text.
    pub fn text(content: String) -> Body {
        Body { content, ..Body::default() }
    }

    /// Other buttons under a message that stays as it is.
    pub fn buttons(buttons: &[Vec<Button>]) -> Body {
        Body { components: components::rows(buttons), buttons_only: true, ..Body::default() }
    }

    /// A short text that only the one who is answered sees.
    pub fn note(text: &str) -> Body {
        let content = markup::message(&[Span::Plain(text.to_owned())]);
        Body { ephemeral: true, ..Body::text(content) }
    }

    /// Whether there is a picture.
    pub fn has_picture(&self) -> bool {
        self.picture.is_some()
    }

    /// The same with the picture in words.
    pub fn in_words(&self) -> Body {
        let words = self.picture.iter().map(|(_, alt)| format!("\n\n{}", markup::escape(alt)));
        let content = self.content.clone() + &words.collect::<String>();
        Body { content: content.chars().take(markup::MOST).collect(), picture: None, ..self.clone() }
    }

    /// Whether a message of Discord's says the same. Discord takes blanks at the ends away.
    pub fn is_like(&self, message: &Value) -> bool {
        message["content"].as_str().is_some_and(|content| content.trim() == self.content.trim())
    }

    /// What Discord is to be told. Everything is said, so that it can take any older message's place.
    fn json(&self) -> Value {
        if self.buttons_only {
            return json!({ "components": self.components });
        }
        let attachments: Vec<Value> = self
            .picture
            .iter()
            .map(|(_, alt)| json!({ "id": "0", "filename": FILE, "description": alt }))
            .collect();
        let mut mentions = json!({ "parse": [], "replied_user": false });
        if !self.pings.is_empty() {
            mentions["users"] = json!(self.pings);
        }
        let mut body = json!({
            "content": self.content,
            "components": self.components,
            "attachments": attachments,
            "allowed_mentions": mentions,
        });
        if self.ephemeral {
            body["flags"] = json!(EPHEMERAL);
        }
        body
    }

    /// Whether it does what only a new message can do: call people, or be seen by one person only.
    pub fn must_be_new(&self) -> bool {
        self.ephemeral || !self.pings.is_empty()
    }

    /// Fills a request with the message and something more.
    pub fn fill_with<'a>(&self, request: Request<'a>, more: impl FnOnce(&mut Value)) -> Request<'a> {
        let mut body = self.json();
        more(&mut body);
        match &self.picture {
            Some((png, _)) => request.multipart(Some(Multipart {
                upload: MultipartUpload::Attachments(vec![CreateAttachment::bytes(png.clone(), FILE)]),
                fields: Vec::new(),
                payload_json: Some(body.to_string()),
            })),
            None => filled(request, &body),
        }
    }
}

/// A request with a body of JSON.
pub(crate) fn filled<'a>(request: Request<'a>, body: &Value) -> Request<'a> {
    request.body(Some(body.to_string().into_bytes()))
}

#[cfg(test)]
mod tests {
    use tavlei_session::{PersonId, Platform};

    use super::*;

    const TELEGRAM: Platform = Platform::new("telegram").expect("a name");

    fn person(platform: Platform, id: &str) -> PersonId {
        PersonId { platform, id: id.to_owned() }
    }

    fn message(text: Vec<Span>, notify: Vec<PersonId>) -> Message {
        Message { text, notify, ..Message::default() }
    }

    #[test]
    fn nobody_is_pinged_but_those_to_notify() {
        let named = Span::Person { id: person(PLATFORM, "5"), name: "A".to_owned() };
        let quiet = Body::new(&message(vec![named.clone()], Vec::new()), None, false).json();
        assert_eq!(quiet["content"], "<@5>");
        assert_eq!(quiet["allowed_mentions"], json!({ "parse": [], "replied_user": false }));
        let loud = Body::new(&message(vec![named], vec![person(PLATFORM, "5")]), None, false).json();
        assert_eq!(loud["content"], "<@5>");
        assert_eq!(loud["allowed_mentions"]["users"], json!(["5"]));
    }

    #[test]
    fn who_is_to_be_notified_and_is_not_named_is_named_at_the_end() {
        let text = vec![Span::Plain("Move!".to_owned())];
        let notify = vec![person(PLATFORM, "5"), person(TELEGRAM, "6")];
        let body = Body::new(&message(text.clone(), notify.clone()), None, false).json();
        assert_eq!(body["content"], "Move!\n<@5>");
        assert_eq!(body["allowed_mentions"]["users"], json!(["5"]));
        let direct = Body::new(&message(text, notify), None, true).json();
        assert_eq!(direct["content"], "Move!");
        assert!(direct["allowed_mentions"]["users"].is_null());
    }

    #[test]
    fn a_message_without_picture_takes_an_older_picture_away() {
        assert_eq!(Body::text("x".to_owned()).json()["attachments"], json!([]));
    }
}
