//! Questions that are answered with a button: which game is meant.

use tavlei_core::Info;
use tavlei_core::catalogue::{self, Entry, Lookup};

use super::arriving::Caller;
use super::context::{Context, Done, refuse, refuse_with};
use super::talking::{self, Tag, labelled, message};
use crate::commands::name_of;
use crate::delivery::{Button, ButtonKind, Span};
use crate::ids::{MessageId, PersonId};
use crate::keys;
use crate::language::Language;
use crate::names::harmless;
use crate::payload::Payload;
use crate::record::{About, Ask, AskId, Game, Sitter, Slot};
use crate::texts::{self, Arg, say};
use crate::transaction::StepError;

/// The most kinds of games that a question offers.
const KINDS: usize = 20;
/// The most games in progress that a question offers.
const GAMES: usize = 10;

/// The game of a slug from a button or a record.
pub(super) fn entry_of(slug: &str) -> Done<&'static Entry> {
    catalogue::by_slug(slug).ok_or_else(|| refuse("game-unknown"))
}

/// What somebody typed, short enough to be shown.
pub(super) fn shown(text: &str) -> Arg {
    Arg::plain(harmless(text))
}

// ---- Which kind of game ----

/// What a name may mean.
pub(super) enum Named {
    One(&'static Entry),
    /// What is to be said of the games that it may mean.
    Several(&'static str, Vec<&'static Entry>),
}

/// The games that a name may mean; the person is told if there is none.
pub(super) fn named(name: &str) -> Done<Named> {
    Ok(match catalogue::look_up(name) {
        Lookup::Found(entry) => Named::One(entry),
        Lookup::Several(entries) => Named::Several("name-several", entries),
        Lookup::Nothing(near) if near.is_empty() => {
            return Err(refuse_with("name-unknown", [("name", shown(name))]));
        }
        Lookup::Nothing(near) => Named::Several("name-near", near),
    })
}

/// Buttons with the names of games.
pub(super) fn names(
    entries: &[&'static Entry],
    language: Language,
    payload: impl Fn(String) -> Payload,
) -> Vec<Vec<Button>> {
    let button = |entry: &&'static Entry| {
        let label = name_of(entry.info, language).to_owned();
        labelled(label, payload(entry.info.slug.to_owned()), ButtonKind::Plain)
    };
    let buttons: Vec<Button> = entries.iter().take(KINDS).map(button).collect();
    buttons.chunks(2).map(<[_]>::to_vec).collect()
}

// ---- Which game in progress ----

/// The game of the message that somebody answers.
pub(super) fn game_of_reply(
    ctx: &mut Context,
    caller: &Caller,
    reply_to: Option<&MessageId>,
) -> Result<Option<Game>, StepError> {
    let Some(message) = reply_to else { return Ok(None) };
    match ctx.load(&keys::message(&caller.chat, message))?.and_then(|link| link.game) {
        Some(game) => ctx.game(&game),
        None => Ok(None),
    }
}

/// Buttons with games, the newest first.
pub(super) fn games(games: &[Game], caller: &Caller, payload: impl Fn(&Game) -> Payload) -> Vec<Vec<Button>> {
    let row = |game| {
        let label = short_title(game, &caller.me.id, caller.language);
        vec![labelled(label, payload(game), ButtonKind::Plain)]
    };
    games.iter().rev().take(GAMES).map(row).collect()
}

/// A game's name and the people, short, for buttons and lists.
pub(super) fn short_title(game: &Game, me: &PersonId, language: Language) -> String {
    let name = |info: &'static Info| name_of(info, language);
    let name = catalogue::by_slug(&game.slug).map_or(game.slug.as_str(), |entry| name(entry.info));
    let other = |sitter: &Sitter| match sitter {
        Sitter::Person(guest) if guest.id == *me => None,
        Sitter::Person(guest) => Some(guest.name.clone()),
        Sitter::Bot { level } => Some(texts::plain(language, "the-bot", &[("level", (*level).into())])),
    };
    let mut others: Vec<String> = game.seats.iter().filter_map(other).collect();
    others.dedup();
    format!("{name}: {}", others.join(", "))
}

// ---- Asking ----

/// Asks something that is stored until it is answered. The buttons are made of the question's id.
pub(super) fn ask(
    ctx: &mut Context,
    caller: &Caller,
    about: About,
    text: Vec<Span>,
    buttons: impl FnOnce(&AskId) -> Vec<Vec<Button>>,
) -> Done {
    let id = ctx.fresh(AskId::of_seed, keys::ask)?;
    let ask = Ask { who: caller.me.id.clone(), chat: caller.chat.clone(), made: ctx.at, about };
    ctx.save(&keys::ask(&id), &ask)?;
    let message = message(caller.for_me(text), buttons(&id));
    talking::send(ctx, &caller.chat, message, Tag::shows(Slot::Ask(id)));
    Ok(())
}

/// The question behind a button, if it was put to the one who pressed it. It is answered then.
pub(super) fn answered(ctx: &mut Context, caller: &Caller, id: &AskId) -> Done<About> {
    let key = keys::ask(id);
    let ask = ctx.load(&key)?.ok_or_else(|| refuse("question-over").stripping())?;
    if ask.who != caller.me.id {
        return Err(refuse("not-asked"));
    }
    ctx.remove(&key);
    Ok(ask.about)
}

/// The message with the pressed button becomes a plain text.
pub(super) fn close(ctx: &mut Context, caller: &Caller, id: &str, args: &[(&'static str, Arg)]) {
    talking::settle(ctx, caller, say(caller.language, id, args));
}
