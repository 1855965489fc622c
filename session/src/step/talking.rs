//! Everything that is said: messages, notes, buttons.

use super::arriving::Caller;
use super::context::{Context, Post, Refusal};
use crate::delivery::{Button, ButtonKind, Deliver, Message, Span};
use crate::ids::ChatId;
use crate::language::Language;
use crate::payload::Payload;
use crate::record::{GameId, Guest, Older, Slot};
use crate::texts::{self, Arg, say};

/// The most characters of a button's label.
const LABEL: usize = 40;

/// What a message shows from the moment it is carried, and the game that it belongs to.
#[derive(Clone, Default)]
pub(super) struct Tag {
    pub shows: Option<Slot>,
    pub game: Option<GameId>,
}

impl Tag {
    pub(super) fn game(game: &GameId) -> Tag {
        Tag { shows: None, game: Some(game.clone()) }
    }

    pub(super) fn shows(slot: Slot) -> Tag {
        Tag { shows: Some(slot), game: None }
    }

    pub(super) fn both(slot: Slot, game: &GameId) -> Tag {
        Tag { shows: Some(slot), game: Some(game.clone()) }
    }
}

fn post(ctx: &mut Context, chat: &ChatId, what: Deliver<Older>, Tag { shows, game }: Tag) {
    ctx.posts.push(Post { chat: chat.clone(), what, shows, game });
}

/// A message of words and buttons.
pub(super) fn message(text: Vec<Span>, buttons: Vec<Vec<Button>>) -> Message {
    Message { text, buttons, ..Message::default() }
}

/// A new message.
pub(super) fn send(ctx: &mut Context, chat: &ChatId, message: Message, tag: Tag) {
    post(ctx, chat, Deliver::Send(Box::new(message)), tag);
}

/// A message in the place of an older one; a new one if there is none.
pub(super) fn replace(ctx: &mut Context, chat: &ChatId, older: Option<Older>, message: Message, tag: Tag) {
    let to = Box::new(message);
    let what = match older {
        Some(older) => Deliver::Edit { older, to },
        None => Deliver::Send(to),
    };
    post(ctx, chat, what, tag);
}

/// Other buttons under an older message.
pub(super) fn rebutton(ctx: &mut Context, chat: &ChatId, older: Older, buttons: Vec<Vec<Button>>, tag: Tag) {
    post(ctx, chat, Deliver::Buttons { older, buttons }, tag);
}

/// No more buttons under an older message.
pub(super) fn strip(ctx: &mut Context, chat: &ChatId, older: Older) {
    post(ctx, chat, Deliver::Strip { older }, Tag::default());
}

// ---- To whoever asked ----

/// A new message in the caller's chat.
pub(super) fn tell(ctx: &mut Context, caller: &Caller, text: Vec<Span>, buttons: Vec<Vec<Button>>) {
    send(ctx, &caller.chat, message(text, buttons), Tag::default());
}

/// A message for one person: in a group it says whom it is for. That person has just done something here, and need
/// not be called.
pub(super) fn tell_one(ctx: &mut Context, caller: &Caller, text: Vec<Span>, buttons: Vec<Vec<Button>>) {
    tell(ctx, caller, caller.for_me(text), buttons);
}

/// An answer to one person: a note if a button was pressed, a message otherwise.
pub(super) fn answer(ctx: &mut Context, caller: &Caller, id: &str, args: &[(&'static str, Arg)]) {
    if caller.pressed.is_some() {
        note(ctx, caller, Some(texts::plain(caller.own, id, args)));
    } else {
        tell_one(ctx, caller, say(caller.language, id, args), Vec::new());
    }
}

/// Tells why something was not done.
pub(super) fn refused(ctx: &mut Context, caller: &Caller, refusal: &Refusal) {
    answer(ctx, caller, refusal.id, &refusal.args);
    if refusal.strips {
        strip_pressed(ctx, caller);
    }
}

/// A note for whoever pressed a button. It goes before everything else, and there is one only.
fn note(ctx: &mut Context, caller: &Caller, text: Option<String>) {
    if !ctx.posts.iter().any(|post| matches!(post.what, Deliver::Note { .. })) {
        let what = Deliver::Note { text };
        ctx.posts.insert(0, Post { chat: caller.chat.clone(), what, shows: None, game: None });
    }
}

/// Every press gets a note, if only an empty one.
pub(super) fn owe_a_note(ctx: &mut Context, caller: &Caller) {
    note(ctx, caller, None);
}

/// Whoever gave a slash command is shown an error by the platform unless something comes back.
pub(super) fn owe_an_answer(ctx: &mut Context, caller: &Caller) {
    let answers = |post: &Post| post.chat == caller.chat && matches!(post.what, Deliver::Send(_));
    if !ctx.posts.iter().any(answers) {
        answer(ctx, caller, "done", &[]);
    }
}

/// The message with the pressed button becomes a text without buttons; a new message if none was pressed.
pub(super) fn settle(ctx: &mut Context, caller: &Caller, text: Vec<Span>) {
    replace(ctx, &caller.chat, pressed(caller), message(text, Vec::new()), Tag::default());
}

/// The message whose button was pressed loses its buttons.
pub(super) fn strip_pressed(ctx: &mut Context, caller: &Caller) {
    if let Some(older) = pressed(caller) {
        strip(ctx, &caller.chat, older);
    }
}

/// The message whose button was pressed.
pub(super) fn pressed(caller: &Caller) -> Option<Older> {
    caller.pressed.clone().map(Older::Message)
}

// ---- Pieces ----

pub(super) fn button(language: Language, id: &str, payload: Payload, kind: ButtonKind) -> Button {
    labelled(texts::plain(language, id, &[]), payload, kind)
}

/// A button with a label of its own, cut to what fits.
pub(super) fn labelled(label: String, payload: Payload, kind: ButtonKind) -> Button {
    let fits = label.chars().count() <= LABEL;
    let label = if fits { label } else { label.chars().take(LABEL - 1).chain(['…']).collect() };
    Button { label, payload: payload.to_string(), kind }
}

/// A yes and a no.
pub(super) fn yes_no(language: Language, yes: (&str, Payload), no: (&str, Payload)) -> Vec<Vec<Button>> {
    let yes = button(language, yes.0, yes.1, ButtonKind::Yes);
    vec![vec![yes, button(language, no.0, no.1, ButtonKind::No)]]
}

pub(super) fn person_arg(guest: &Guest) -> Arg {
    Arg::Spans(vec![guest.span()])
}

/// People, separated by commas.
pub(super) fn people_arg<'a>(guests: impl IntoIterator<Item = &'a Guest>) -> Arg {
    Arg::list(guests.into_iter().map(Guest::span))
}
