//! Giving up.

use super::arriving::Caller;
use super::context::{Context, Done, refuse};
use super::lapsing;
use super::playing::{end, keep};
use super::questions::{self, short_title};
use super::showing::Show;
use super::talking::{self, Tag, message, person_arg, yes_no};
use crate::caption::ABANDONED;
use crate::commands::MEDIUM;
use crate::ids::PersonId;
use crate::keys;
use crate::payload::Payload;
use crate::record::{Game, GameId, Resigning, Sitter, Slot};
use crate::texts::{Arg, say};
use crate::transaction::StepError;

/// Asks once whether the person really gives up.
pub(super) fn ask(ctx: &mut Context, caller: &Caller, mut game: Game) -> Done {
    // A new question takes the place of the one before.
    lapsing::resigning(ctx, &mut game, Some(&caller.me.id));
    let number = ctx.number();
    game.resigning.push(Resigning { who: caller.me.id.clone(), number });
    ctx.save_game(&game)?;
    let language = caller.language;
    let payload = |yes| Payload::Resign { game: game.id.clone(), number, yes };
    let buttons = yes_no(language, ("button-resign", payload(true)), ("button-go-on", payload(false)));
    let name = Arg::plain(short_title(&game, &caller.me.id, language));
    let text = caller.for_me(say(language, "resign-sure", &[("game", name)]));
    let tag = Tag::shows(Slot::Resigning(game.id.clone(), number));
    talking::send(ctx, &caller.chat, message(text, buttons), tag);
    Ok(())
}

/// The question was answered.
pub(super) fn answered(ctx: &mut Context, caller: &Caller, id: &GameId, number: u32, yes: bool) -> Done {
    let mut game = ctx.known_game(id)?;
    let question = game.resigning.iter().position(|question| question.number == number);
    let mine = question.is_none_or(|at| game.resigning[at].who == caller.me.id);
    let seat = game.seat_of(&caller.me.id).filter(|_| mine).ok_or_else(|| refuse("not-asked"))?;
    if game.ended.is_some() {
        return Err(refuse("illegal-over").stripping());
    }
    game.resigning.remove(question.ok_or_else(|| refuse("question-over").stripping())?);
    if !yes {
        ctx.save_game(&game)?;
        questions::close(ctx, caller, "resign-not", &[]);
        return Ok(());
    }
    questions::close(ctx, caller, "resign-done", &[("who", person_arg(&caller.me))]);
    let me = Some(&caller.me.id);
    if game.seats.len() == 2 {
        return Ok(end(ctx, game, Some(seat.other()), "resignation", me)?);
    }
    // Among four the others go on: the bot takes the seat. When nobody is left, that is the end.
    if game.others(&caller.me.id).next().is_none() {
        return Ok(end(ctx, game, None, ABANDONED, me)?);
    }
    leave(ctx, &mut game, &caller.me.id)?;
    game.offer = None;
    game.stage = game.stage.wrapping_add(1);
    let table = ctx.table(&game)?;
    Ok(keep(ctx, &mut game, table, me, &Show::Anew)?)
}

/// The bot takes the seats of a person.
fn leave(ctx: &mut Context, game: &mut Game, person: &PersonId) -> Result<(), StepError> {
    for sitter in &mut game.seats {
        if matches!(sitter, Sitter::Person(guest) if guest.id == *person) {
            *sitter = Sitter::Bot { level: MEDIUM };
        }
    }
    ctx.change(&keys::person(person), |person| person.games.retain(|id| *id != game.id))
}
