//! Buttons under a board.

use tavlei_core::{Seat, Table};

use super::arriving::Caller;
use super::context::{Context, Done, refuse};
use super::playing::play_plies;
use super::showing::{Show, show_group, strip_if_old};
use super::talking;
use crate::choose;
use crate::record::{Game, GameId, Guest};

/// The game and its table behind a button, if the one who pressed it is to act at that stage.
fn pressable(ctx: &mut Context, caller: &Caller, id: &GameId, stage: u32) -> Done<(Game, Box<dyn Table>)> {
    let game = ctx.known_game(id)?;
    if game.ended.is_some() {
        strip_if_old(ctx, caller, &game)?;
        return Err(refuse("illegal-over"));
    }
    if game.seat_of(&caller.me.id).is_none() {
        return Err(refuse("not-your-game"));
    }
    if game.stage != stage {
        strip_if_old(ctx, caller, &game)?;
        return Err(refuse("old-button"));
    }
    let table = ctx.table(&game)?;
    if !table.to_act().is_some_and(|seat| game.sits(&caller.me.id, seat)) {
        return Err(refuse("illegal-not-your-turn"));
    }
    Ok((game, table))
}

/// Plays a ply, by its index among the legal ones.
pub(super) fn ply(ctx: &mut Context, caller: &Caller, id: &GameId, stage: u32, index: usize) -> Done {
    let (game, table) = pressable(ctx, caller, id, stage)?;
    let text = table.legal().get(index).cloned().ok_or_else(|| refuse("button-unknown"))?;
    let how = after_tap(caller, &game, table.as_ref(), &text);
    Ok(play_plies(ctx, game, table, &[text], Some(&caller.me.id), &how)?)
}

/// Shows the plies that begin so.
pub(super) fn group(ctx: &mut Context, caller: &Caller, id: &GameId, stage: u32, beginning: &str) -> Done {
    let (game, table) = pressable(ctx, caller, id, stage)?;
    if !choose::is_beginning(&table.legal(), beginning) {
        return Err(refuse("button-unknown"));
    }
    if let Some(older) = talking::pressed(caller) {
        show_group(ctx, caller, &game, table.as_ref(), older, beginning);
    }
    Ok(())
}

/// A tap changes the message in place, unless somebody else must notice what came of it.
fn after_tap(caller: &Caller, game: &Game, table: &dyn Table, text: &str) -> Show {
    let mut ahead = table.clone_table();
    let played = ahead.play(text).is_ok();
    let next = ahead.to_act();
    let must_notice =
        |(seat, guest): (Seat, &Guest)| guest.id != caller.me.id && (next.is_none() || next == Some(seat));
    match &caller.pressed {
        Some(message) if played && !game.people().any(must_notice) => {
            Show::InPlaceOf(caller.chat.clone(), message.clone())
        }
        _ => Show::Anew,
    }
}
