//! Showing boards: where, to whom, anew or in place.

use tavlei_core::advice::point_at;
use tavlei_core::catalogue::Entry;
use tavlei_core::{Info, Options, Side, Table, View};

use super::arriving::Caller;
use super::context::Context;
use super::talking::{self, Tag, button};
use crate::caption;
use crate::choose;
use crate::commands::Verb;
use crate::delivery::{Button, ButtonKind, Message, Picture};
use crate::ids::{ChatId, MessageId, PersonId};
use crate::keys;
use crate::language::Language;
use crate::payload::Payload;
use crate::plan;
use crate::record::{Game, Older, Slot};
use crate::transaction::StepError;

/// How a board comes to be seen.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Show {
    /// As a new message; the buttons of the one before go away.
    Anew,
    /// In the place of this message of this chat; anew in other chats.
    InPlaceOf(ChatId, MessageId),
    /// In the place of whatever message shows it.
    InPlace,
}

/// Shows a game's board in all its chats, so that these people notice it.
pub(super) fn show(
    ctx: &mut Context,
    game: &Game,
    table: &dyn Table,
    how: &Show,
    notify: &[PersonId],
) -> Result<(), StepError> {
    for showing in &game.chats {
        let here = match how {
            Show::InPlaceOf(chat, _) if *chat != showing.chat => &Show::Anew,
            how => how,
        };
        show_in(ctx, game, table, &showing.chat, here, notify)?;
    }
    Ok(())
}

/// Shows a game's board in one chat.
pub(super) fn show_in(
    ctx: &mut Context,
    game: &Game,
    table: &dyn Table,
    chat: &ChatId,
    how: &Show,
    notify: &[PersonId],
) -> Result<(), StepError> {
    let language = ctx.language_of(chat)?;
    let mut view = table.view();
    if game.ended.is_some() {
        for player in &mut view.players {
            player.acts = false;
        }
    }
    let message = Message {
        text: caption::caption(game, table, language),
        picture: Some(picture(ctx, game, table, view, chat)?),
        buttons: buttons(game, table, language),
        notify: notify.to_vec(),
        reply_to: None,
    };
    let slot = Slot::Board(game.id.clone());
    let older = match how {
        // The courier takes the buttons off the one before as soon as this one is there.
        Show::Anew => None,
        Show::InPlaceOf(_, message) => Some(Older::Message(message.clone())),
        Show::InPlace => Some(Older::Shows(slot.clone())),
    };
    talking::replace(ctx, chat, older, message, Tag::both(slot, &game.id));
    Ok(())
}

/// The board once more, for whoever asked for it.
pub(super) fn show_again(ctx: &mut Context, caller: &Caller, game: &Game) -> Result<(), StepError> {
    let table = ctx.table(game)?;
    show_in(ctx, game, table.as_ref(), &caller.chat, &Show::Anew, &[])
}

/// A position with an arrow for a ply.
pub(super) fn pointed(
    ctx: &mut Context,
    game: &Game,
    table: &dyn Table,
    chat: &ChatId,
    ply: &str,
) -> Result<Picture, StepError> {
    let mut view = table.view();
    point_at(table, ply, &mut view);
    picture(ctx, game, table, view, chat)
}

/// A view as a chat sees it.
fn picture(
    ctx: &mut Context,
    game: &Game,
    table: &dyn Table,
    view: View,
    chat: &ChatId,
) -> Result<Picture, StepError> {
    let language = ctx.language_of(chat)?;
    let viewer = game.people().next().map(|(_, guest)| &guest.id);
    let theme = ctx.theme_for(chat, viewer)?;
    let seen_by = game.chats.iter().find(|showing| showing.chat == *chat).map_or(0, |s| s.seen_by);
    Ok(caption::picture(view, table.info(), seen_by, &theme, language))
}

/// The buttons under a board: the plies of a person who is to act, or another game when this one is over.
fn buttons(game: &Game, table: &dyn Table, language: Language) -> Vec<Vec<Button>> {
    if game.ended.is_some() {
        let again = Payload::Again { game: game.id.clone() };
        let mut row = vec![button(language, "button-again", again, ButtonKind::Plain)];
        if plan::why_not(game).is_none() {
            let analyse = Payload::About { verb: Verb::Analyse, game: game.id.clone() };
            row.push(button(language, "button-analyse", analyse, ButtonKind::Plain));
        }
        return vec![row];
    }
    match table.to_act() {
        Some(seat) if game.bot(seat).is_none() => {
            choose::buttons(&game.id, game.stage, &table.legal(), "", language)
        }
        _ => Vec::new(),
    }
}

/// Shows other plies under a board: those that begin so.
pub(super) fn show_group(
    ctx: &mut Context,
    caller: &Caller,
    game: &Game,
    table: &dyn Table,
    older: Older,
    beginning: &str,
) {
    let buttons = choose::buttons(&game.id, game.stage, &table.legal(), beginning, caller.language);
    let tag = Tag::both(Slot::Board(game.id.clone()), &game.id);
    talking::rebutton(ctx, &caller.chat, older, buttons, tag);
}

/// Takes the buttons off a message that shows an old position, unless the same message now shows the new one.
pub(super) fn strip_if_old(ctx: &mut Context, caller: &Caller, game: &Game) -> Result<(), StepError> {
    let shown = ctx.load(&keys::shown(&caller.chat, &Slot::Board(game.id.clone())))?;
    if shown.is_some_and(|shown| Some(&shown.message) != caller.pressed.as_ref()) {
        talking::strip_pressed(ctx, caller);
    }
    Ok(())
}

/// The starting picture of a game, as the caller's chat would see it.
pub(super) fn starting_picture(
    ctx: &mut Context,
    caller: &Caller,
    entry: &'static Entry,
) -> Result<Picture, StepError> {
    let theme = ctx.theme_for(&caller.chat, Some(&caller.me.id))?;
    let view = entry.table(&Options::default()).view();
    Ok(caption::picture(view, entry.info, below(entry.info), &theme, caller.language))
}

/// The seat whose side is below when nobody has asked otherwise: White, South, or whoever is first.
pub(super) fn below(info: &Info) -> u8 {
    info.seats.iter().position(|side| matches!(side, Side::White | Side::South)).unwrap_or(0) as u8
}
