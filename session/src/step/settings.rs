//! Language and theme.

use tavlei_core::catalogue;

use super::arriving::Caller;
use super::context::{Context, Done};
use super::showing::{show_again, starting_picture};
use super::talking::{self, Tag, button, labelled, message};
use crate::commands::THEMES;
use crate::delivery::ButtonKind;
use crate::keys;
use crate::language::Language;
use crate::payload::Payload;
use crate::record::{Chat, Person};
use crate::texts::{self, Arg, say};
use crate::transaction::StepError;

pub(super) fn choose_language(ctx: &mut Context, caller: &Caller, text: &str) -> Done {
    if let Some(language) = Language::named(text) {
        return set_language(ctx, caller, language);
    }
    let buttons = Language::ALL.map(|language| {
        labelled(language.own_name().to_owned(), Payload::Language(language), ButtonKind::Plain)
    });
    let id = if text.is_empty() { "lang-which" } else { "lang-unknown" };
    talking::tell(ctx, caller, say(caller.language, id, &[]), vec![buttons.to_vec()]);
    Ok(())
}

pub(super) fn set_language(ctx: &mut Context, caller: &Caller, language: Language) -> Done {
    let person = |person: &mut Person| person.language = Some(language);
    set(ctx, caller, person, |chat| chat.language = language)?;
    let id = if caller.private { "lang-done" } else { "lang-done-here" };
    talking::settle(ctx, caller, say(language, id, &[]));
    Ok(())
}

/// A setting is the chat's, and in private the person's too.
fn set(
    ctx: &mut Context,
    caller: &Caller,
    person: impl FnOnce(&mut Person),
    chat: impl FnOnce(&mut Chat),
) -> Result<(), StepError> {
    if caller.private {
        ctx.change(&keys::person(&caller.me.id), person)?;
    }
    ctx.change(&keys::chat(&caller.chat), chat)
}

pub(super) fn choose_theme(ctx: &mut Context, caller: &Caller, text: &str) -> Done {
    let Some(theme) = theme_named(text) else {
        let buttons = THEMES.map(|theme| {
            let payload = Payload::Theme(theme.to_owned());
            button(caller.language, &format!("theme-{theme}"), payload, ButtonKind::Plain)
        });
        let id = if text.is_empty() { "theme-which" } else { "theme-unknown" };
        let rows = buttons.chunks(2).map(<[_]>::to_vec).collect();
        talking::tell(ctx, caller, say(caller.language, id, &[]), rows);
        return Ok(());
    };
    let person = |person: &mut Person| person.theme = Some(theme.to_owned());
    set(ctx, caller, person, |chat| chat.theme = Some(theme.to_owned()))?;
    let name = texts::plain(caller.language, &format!("theme-{theme}"), &[]);
    let text = say(caller.language, "theme-done", &[("theme", Arg::strong(name))]);
    talking::strip_pressed(ctx, caller);
    // A game in progress shows itself in its new look; otherwise a sample does.
    let mut games = ctx.games_in(&caller.chat)?;
    games.retain(|game| game.seat_of(&caller.me.id).is_some());
    let mut message = message(text, Vec::new());
    let Some(game) = games.pop() else {
        if let Some(sample) = catalogue::by_slug("russian") {
            message.picture = Some(starting_picture(ctx, caller, sample)?);
        }
        talking::send(ctx, &caller.chat, message, Tag::default());
        return Ok(());
    };
    talking::send(ctx, &caller.chat, message, Tag::default());
    Ok(show_again(ctx, caller, &game)?)
}

/// The theme that a person names, by its name or its words in either language.
fn theme_named(text: &str) -> Option<&'static str> {
    let wanted = text.trim().to_lowercase();
    let called =
        |theme: &str, language| texts::plain(language, &format!("theme-{theme}"), &[]).to_lowercase();
    THEMES.into_iter().find(|theme| {
        wanted == *theme || Language::ALL.into_iter().any(|language| called(theme, language) == wanted)
    })
}
