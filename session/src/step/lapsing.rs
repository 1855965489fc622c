//! What lapses when a game goes on or ends: offers, questions, hints.

use tavlei_core::Seat;

use super::context::Context;
use super::talking::{self, Tag, message};
use crate::delivery::Message;
use crate::ids::PersonId;
use crate::keys;
use crate::record::{Game, GameId, Hint, Offered, Older, Purpose, Resigning, Slot};
use crate::texts::say;
use crate::transaction::StepError;

/// An offer does not outlive a ply of somebody else than who offers; a takeback outlives none.
pub(super) fn offer_after_ply(ctx: &mut Context, game: &mut Game, played_by: Seat) {
    if game.offer.as_ref().is_some_and(|offer| offer.what == Offered::Takeback || offer.seat != played_by.0) {
        offer(ctx, game);
    }
}

/// What is offered lapses.
pub(super) fn offer(ctx: &mut Context, game: &mut Game) {
    if game.offer.take().is_some() {
        strip_everywhere(ctx, game, &Slot::Offer(game.id.clone()));
    }
}

/// The question whether to give up lapses for whoever plays on, and for everybody when the game is over.
pub(super) fn resigning(ctx: &mut Context, game: &mut Game, person: Option<&PersonId>) {
    let lapses = |question: &mut Resigning| person.is_none_or(|person| question.who == *person);
    let lapsed: Vec<_> = game.resigning.extract_if(.., lapses).collect();
    for Resigning { number, .. } in lapsed {
        strip_everywhere(ctx, game, &Slot::Resigning(game.id.clone(), number));
    }
}

fn strip_everywhere(ctx: &mut Context, game: &Game, slot: &Slot) {
    for showing in &game.chats {
        talking::strip(ctx, &showing.chat, Older::Shows(slot.clone()));
    }
}

/// A hint about a position that is no longer there is not thought about any more.
pub(super) fn hint(ctx: &mut Context, game: &Game) -> Result<(), StepError> {
    let key = keys::hint(&game.id);
    let Some(hint) = ctx.load(&key)? else { return Ok(()) };
    if hint.think.stage == game.stage && game.ended.is_none() {
        return Ok(());
    }
    ctx.remove(&key);
    ctx.drop_thought(game, Purpose::Hint);
    let text = say(ctx.language_of(&hint.think.chat)?, "advice-dropped", &[]);
    show_hint(ctx, &hint, &game.id, message(text, Vec::new()));
    Ok(())
}

/// Puts what came of a hint in the place of the promise.
pub(super) fn show_hint(ctx: &mut Context, hint: &Hint, game: &GameId, message: Message) {
    let slot = Slot::Hint(game.clone());
    let older = Some(Older::Shows(slot.clone()));
    talking::replace(ctx, &hint.think.chat, older, message, Tag::both(slot, game));
}
