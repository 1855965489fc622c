//! Taking in who came where, and bringing what is known of both up to date.

use super::context::Context;
use crate::delivery::Span;
use crate::event::{Event, What};
use crate::ids::{ChatId, MessageId};
use crate::keys;
use crate::language::Language;
use crate::names::harmless;
use crate::record::{Chat, Guest, Handle, Person};
use crate::transaction::StepError;

/// Who asks for something, where, and how to answer.
#[derive(Clone)]
pub(super) struct Caller {
    pub chat: ChatId,
    pub private: bool,
    /// The chat's language.
    pub language: Language,
    /// The person's language, for notes that nobody else sees.
    pub own: Language,
    pub me: Guest,
    pub handle: Option<String>,
    /// The message whose button was pressed.
    pub pressed: Option<MessageId>,
    /// Whether the person waits for an answer, whatever it is.
    pub expects: bool,
}

impl Caller {
    /// A text for the person: in a group it says whom it is for.
    pub(super) fn for_me(&self, mut text: Vec<Span>) -> Vec<Span> {
        if !self.private {
            text.splice(0..0, [self.me.span(), Span::Plain(": ".to_owned())]);
        }
        text
    }

    /// The same, as if no button had been pressed: what comes is a new message.
    pub(super) fn unpressed(&self) -> Caller {
        Caller { pressed: None, ..self.clone() }
    }
}

/// Takes in an event's person and chat.
pub(super) fn arrive(ctx: &mut Context, event: &Event) -> Result<Caller, StepError> {
    let place = &event.place;
    let name = harmless(&event.who.name);
    let handle = event.who.handle.as_deref().map(harmless);
    let chat_key = keys::chat(&place.chat);
    let person_key = keys::person(&event.who.id);
    let known = ctx.load(&chat_key)?;
    let mut person = ctx.load(&person_key)?.unwrap_or_else(|| Person::named(&name));
    let reported = event.who.language.as_deref().map(Language::of_tag).or(person.reported);
    let here = known.as_ref().map(|chat| chat.language);
    let own = person.language.or(reported).or(here).unwrap_or_default();
    person.name.clone_from(&name);
    person.reported = reported;
    if let Some(handle) = &handle {
        person.handle = Some(handle.clone());
        let owner = Handle { person: event.who.id.clone() };
        let key = keys::handle(event.who.id.platform, handle);
        if ctx.load(&key)?.as_ref() != Some(&owner) {
            ctx.save(&key, &owner)?;
        }
    }
    ctx.save(&person_key, &person)?;
    let mut chat = known.unwrap_or_else(|| Chat::new(own));
    chat.private = place.private;
    if place.private {
        chat.language = own;
    }
    ctx.save(&chat_key, &chat)?;
    let (pressed, expects) = match &event.what {
        What::Pressed { message, .. } => (Some(message.clone()), true),
        What::Commanded { .. } => (None, true),
        // Whoever calls the bot by its name waits for an answer; whoever only answers its message may talk to others.
        What::Said { addressed, reply_to, .. } => (None, place.private || *addressed && reply_to.is_none()),
    };
    Ok(Caller {
        chat: place.chat.clone(),
        private: place.private,
        language: chat.language,
        own,
        me: Guest { id: event.who.id.clone(), name },
        handle,
        pressed,
        expects,
    })
}
