//! A message as Discord takes it.

use serde_json::{Value, json};
use serenity::builder::CreateAttachment;
use serenity::http::{Multipart, MultipartUpload, Request};
use tavlei_session::{Message, Span};

use crate::{PLATFORM, components, markup};

/// EPHEMERAL: seen only by the one who is answered.
const EPHEMERAL: u64 = 1 << 6;
/// Characters of the words for a picture.
const ALT: usize = 1024;
/// The name of the file with the picture.
const FILE: &str = "board.png";

/// A message ready to be sent or put in another's place.
pub(crate) struct Draft {
    /// What goes before the message itself, because it is too long for one.
    pub before: Vec<String>,
    content: String,
    components: Vec<Value>,
    pings: Vec<String>,
    picture: Option<(Vec<u8>, String)>,
    ephemeral: bool,
}

impl Draft {
    /// A message with its picture. In direct messages nobody needs to be pinged.
    pub fn new(message: &Message, png: Option<Vec<u8>>, direct: bool) -> Draft {
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
        Draft {
            before,
            content,
            components: components::rows(&message.buttons),
            pings,
            picture: png.zip(alt),
            ephemeral: false,
        }
    }

    /// A plain text.
    pub fn text(content: String) -> Draft {
        Draft {
            before: Vec::new(),
            content,
            components: Vec::new(),
            pings: Vec::new(),
            picture: None,
            ephemeral: false,
        }
    }

    /// A short text that only the one who is answered sees.
    pub fn note(text: &str) -> Draft {
        let content = markup::message(&[Span::Plain(text.to_owned())]);
        Draft { ephemeral: true, ..Draft::text(content) }
    }

    /// Whether there is a picture.
    pub fn has_picture(&self) -> bool {
        self.picture.is_some()
    }

    /// The same without its picture.
    pub fn bare(&self) -> Draft {
        Draft {
            before: Vec::new(),
            content: self.content.clone(),
            components: self.components.clone(),
            pings: self.pings.clone(),
            picture: None,
            ephemeral: self.ephemeral,
        }
    }

    /// Whether a message of Discord's says the same. Discord takes blanks at the ends away.
    pub fn is_like(&self, message: &Value) -> bool {
        message["content"].as_str().is_some_and(|content| content.trim() == self.content.trim())
    }

    /// What Discord is to be told. Everything is said, so that it can take any older message's place.
    fn body(&self) -> Value {
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

    /// Fills a request with the message; `shape` may put it into something larger.
    pub fn fill<'a>(&self, request: Request<'a>, shape: impl FnOnce(Value) -> Value) -> Request<'a> {
        let body = shape(self.body());
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
        let quiet = Draft::new(&message(vec![named.clone()], Vec::new()), None, false).body();
        assert_eq!(quiet["content"], "<@5>");
        assert_eq!(quiet["allowed_mentions"], json!({ "parse": [], "replied_user": false }));
        let loud = Draft::new(&message(vec![named], vec![person(PLATFORM, "5")]), None, false).body();
        assert_eq!(loud["content"], "<@5>");
        assert_eq!(loud["allowed_mentions"]["users"], json!(["5"]));
    }

    #[test]
    fn who_is_to_be_notified_and_is_not_named_is_named_at_the_end() {
        let text = vec![Span::Plain("Move!".to_owned())];
        let notify = vec![person(PLATFORM, "5"), person(TELEGRAM, "6")];
        let body = Draft::new(&message(text.clone(), notify.clone()), None, false).body();
        assert_eq!(body["content"], "Move!\n<@5>");
        assert_eq!(body["allowed_mentions"]["users"], json!(["5"]));
        let direct = Draft::new(&message(text, notify), None, true).body();
        assert_eq!(direct["content"], "Move!");
        assert!(direct["allowed_mentions"]["users"].is_null());
    }

    #[test]
    fn a_message_without_picture_takes_an_older_picture_away() {
        assert_eq!(Draft::text("x".to_owned()).body()["attachments"], json!([]));
    }
}
