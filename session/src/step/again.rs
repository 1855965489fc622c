//! Playing a finished game again: at once against the bot, by a challenge against people.

use super::arriving::Caller;
use super::beginning::begin;
use super::context::{Context, Done, refuse};
use super::playing::has_room;
use super::{challenges, questions, talking};
use crate::record::{GameId, Guest, Invited};

pub(super) fn again(ctx: &mut Context, caller: &Caller, id: &GameId) -> Done {
    let mut game = ctx.known_game(id)?;
    let seat = game.seat_of(&caller.me.id).ok_or_else(|| refuse("not-your-game"))?;
    let entry = questions::entry_of(&game.slug)?;
    if game.ended.is_none() {
        return Err(refuse("again-too-early"));
    }
    if game.again {
        // Pressed twice, or by both.
        return Err(refuse("button-unknown").stripping());
    }
    has_room(ctx, caller, [&caller.me.id])?;
    talking::strip_pressed(ctx, caller);
    game.again = true;
    ctx.save_game(&game)?;
    let mut caller = caller.unpressed();
    // A platform may not tell any more in which part of a chat an old message was.
    if !game.is_shown_in(&caller.chat)
        && let Some(showing) = game.chats.first()
    {
        caller.chat = showing.chat.clone();
    }
    let others: Vec<Guest> = game.others(&caller.me.id).cloned().collect();
    if others.is_empty() {
        // Everybody moves on one seat, so that nobody keeps the first move.
        game.seats.rotate_right(1);
        return Ok(begin(ctx, &caller, entry, game.options, game.seats)?);
    }
    let next = (seat.index() + 1) % game.seats.len();
    let invited = others.into_iter().map(Invited::Person).collect();
    challenges::invite(ctx, &caller, entry, game.options, Some(next as u8), invited)
}
