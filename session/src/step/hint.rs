//! Hints: a ply for the person who is to act, and why.

use tavlei_core::Table;

use super::arriving::Caller;
use super::context::{Context, Done, refuse};
use super::input::{Advice, Thought};
use super::lapsing::show_hint;
use super::showing;
use super::talking::{self, Tag, message, person_arg};
use crate::caption;
use crate::commands::HINT_LEVEL;
use crate::delivery::Message;
use crate::keys;
use crate::record::{Game, Hint, Slot, Task};
use crate::texts::{Arg, lines, say};
use crate::transaction::StepError;
use crate::wording;

/// Sets out to find a hint. Only who is to act may ask; everybody in the chat sees the answer.
pub(super) fn ask(ctx: &mut Context, caller: &Caller, game: &Game) -> Done {
    let table = ctx.table(game)?;
    if !table.to_act().is_some_and(|seat| game.sits(&caller.me.id, seat)) {
        return Err(refuse("advice-not-your-turn"));
    }
    let key = keys::hint(&game.id);
    if ctx.load(&key)?.is_some_and(|hint| hint.think.stage == game.stage) {
        return Err(refuse("advice-waits"));
    }
    let think = ctx.thinking(game, Task::Hint, &caller.chat);
    ctx.save(&key, &Hint { think: think.clone(), who: caller.me.clone() })?;
    ctx.think(game, think);
    let promise = message(say(caller.language, "advice-thinks", &[]), Vec::new());
    talking::send(ctx, &caller.chat, promise, Tag::both(Slot::Hint(game.id.clone()), &game.id));
    Ok(())
}

/// A hint was found, or could not be.
pub(super) fn found(ctx: &mut Context, thought: &Thought, advice: Option<&Advice>) -> Result<(), StepError> {
    let key = keys::hint(&thought.game);
    let Some(hint) = ctx.load(&key)? else { return Ok(()) };
    let Some(game) = ctx.game(&thought.game)? else {
        ctx.remove(&key);
        return Ok(());
    };
    if hint.think.stage != thought.stage || game.stage != thought.stage || game.ended.is_some() {
        return Ok(());
    }
    ctx.remove(&key);
    let table = ctx.table(&game)?;
    let message = match advice {
        Some(advice) => advise(ctx, &game, table.as_ref(), &hint, advice)?,
        None => message(say(ctx.language_of(&hint.think.chat)?, "advice-failed", &[]), Vec::new()),
    };
    show_hint(ctx, &hint, &game.id, message);
    Ok(())
}

/// The hint in words and as an arrow.
fn advise(
    ctx: &mut Context,
    game: &Game,
    table: &dyn Table,
    hint: &Hint,
    advice: &Advice,
) -> Result<Message, StepError> {
    let chat = &hint.think.chat;
    let language = ctx.language_of(chat)?;
    let private = ctx.load(&keys::chat(chat))?.is_some_and(|chat| chat.private);
    let ply = ("ply", Arg::code(&advice.ply));
    let (head, foot) = if private {
        (say(language, "advice-ply", &[ply]), "advice-foot")
    } else {
        (say(language, "advice-ply-for", &[ply, ("who", person_arg(&hint.who))]), "advice-foot-seen")
    };
    let reasons = wording::reasons(&advice.why, advice.reply.as_deref(), wording::pieces_of(table), language);
    let foot = say(language, foot, &[("level", HINT_LEVEL.into())]);
    Ok(Message {
        text: caption::shortened(lines([head, reasons, foot])),
        picture: Some(showing::pointed(ctx, game, table, chat, &advice.ply)?),
        notify: vec![hint.who.id.clone()],
        ..Message::default()
    })
}
