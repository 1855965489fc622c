//! Playing and ending games.

use tavlei_core::{Seat, Table};

use super::arriving::Caller;
use super::context::{Context, Done, refuse_with};
use super::lapsing;
use super::showing::{Show, show};
use crate::ids::PersonId;
use crate::keys;
use crate::record::{Ended, Game, Ply, Purpose, Task, Think};
use crate::transaction::StepError;

/// The most games in progress in one chat.
pub(super) const MOST_HERE: usize = 40;
/// The most games in progress of one person.
pub(super) const MOST_OF_ONE: usize = 100;

/// Whether there is room for one more game of these people here; if not, the person is told.
pub(super) fn has_room<'p>(
    ctx: &mut Context,
    caller: &Caller,
    people: impl IntoIterator<Item = &'p PersonId>,
) -> Done {
    let here = ctx.load(&keys::chat(&caller.chat))?.map_or(0, |chat| chat.games.len());
    if here >= MOST_HERE {
        return Err(refuse_with("too-many-here", [("most", MOST_HERE.into())]));
    }
    for person in people {
        if ctx.load(&keys::person(person))?.map_or(0, |person| person.games.len()) >= MOST_OF_ONE {
            return Err(refuse_with("too-many-games", [("most", MOST_OF_ONE.into())]));
        }
    }
    Ok(())
}

/// Plays legal plies, stores the game and shows it.
pub(super) fn play_plies(
    ctx: &mut Context,
    mut game: Game,
    mut table: Box<dyn Table>,
    plies: &[String],
    by: Option<&PersonId>,
    how: &Show,
) -> Result<(), StepError> {
    for text in plies {
        let Some(seat) = table.to_act() else { break };
        if let Err(why) = table.play(text) {
            tracing::error!(game = %game.id, ply = %text, %why, "a ply was not legal after all");
            break;
        }
        game.plies.push(Ply { text: text.clone(), seat: seat.0, at: ctx.at });
        game.stage = game.stage.wrapping_add(1);
        lapsing::offer_after_ply(ctx, &mut game, seat);
        if by.is_some() {
            lapsing::resigning(ctx, &mut game, by);
        }
    }
    game.ended = table.outcome().map(|outcome| Ended::of(&outcome, ctx.at));
    keep(ctx, &mut game, table, by, how)
}

/// Ends a game by what the players have done beside playing.
pub(super) fn end(
    ctx: &mut Context,
    mut game: Game,
    winner: Option<Seat>,
    reason: &str,
    by: Option<&PersonId>,
) -> Result<(), StepError> {
    let table = ctx.table(&game)?;
    game.ended = Some(ctx.ended(winner.map(|seat| seat.0), reason));
    game.stage = game.stage.wrapping_add(1);
    keep(ctx, &mut game, table, by, &Show::Anew)
}

/// Stores a game after a change, and shows it.
pub(super) fn keep(
    ctx: &mut Context,
    game: &mut Game,
    table: Box<dyn Table>,
    by: Option<&PersonId>,
    how: &Show,
) -> Result<(), StepError> {
    let over = game.ended.is_some();
    for showing in &game.chats {
        ctx.change(&keys::chat(&showing.chat), |chat| {
            chat.last = Some(game.id.clone());
            if over {
                chat.games.retain(|id| *id != game.id);
                chat.finished = Some(game.id.clone());
            }
        })?;
    }
    if over {
        lapsing::offer(ctx, game);
        lapsing::resigning(ctx, game, None);
        for (_, guest) in game.people() {
            ctx.change(&keys::person(&guest.id), |person| person.games.retain(|id| *id != game.id))?;
        }
    }
    ctx.save_game(game)?;
    wake(ctx, game, table.as_ref())?;
    lapsing::hint(ctx, game)?;
    show(ctx, game, table.as_ref(), how, &to_notice(game, table.as_ref(), by))?;
    ctx.remember(game, table);
    Ok(())
}

/// Who should notice the new board: who is to act, or everybody when the game is over, but not who did it.
pub(super) fn to_notice(game: &Game, table: &dyn Table, by: Option<&PersonId>) -> Vec<PersonId> {
    let mut people = Vec::new();
    for (seat, guest) in game.people() {
        let concerned = game.ended.is_some() || table.to_act() == Some(seat);
        if concerned && Some(&guest.id) != by && !people.contains(&guest.id) {
            people.push(guest.id.clone());
        }
    }
    people
}

/// Sets the bot thinking if it is to act, and stops it if it is not. A draw that it was offered is answered first,
/// whatever has been played since.
pub(super) fn wake(ctx: &mut Context, game: &Game, table: &dyn Table) -> Result<(), StepError> {
    let key = keys::think(&game.id);
    let before = ctx.load(&key)?;
    let acts = table.to_act().is_some_and(|seat| game.bot(seat).is_some());
    let task = match &before {
        _ if game.ended.is_some() => None,
        Some(Think { task: Task::Draw, .. }) => Some(Task::Draw),
        _ => acts.then_some(Task::Ply),
    };
    match (task, game.chats.first()) {
        (Some(task), Some(showing)) => {
            let think = ctx.thinking(game, task, &showing.chat);
            ctx.save(&key, &think)?;
            ctx.think(game, think);
        }
        _ if before.is_some() => {
            ctx.remove(&key);
            ctx.drop_thought(game, Purpose::Play);
        }
        _ => {}
    }
    Ok(())
}
