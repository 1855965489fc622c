//! Going through a finished game, position by position: each thought is small, and what is known is stored after it.

use std::collections::BTreeMap;

use tavlei_core::Seat;

use super::arriving::Caller;
use super::context::{Context, Done, refuse};
use super::input::Thought;
use super::talking::{self, Tag, message};
use super::{questions, showing};
use crate::caption::{self, side_arg, sitter, title};
use crate::delivery::{Message, Span};
use crate::ids::{ChatId, MessageId};
use crate::keys;
use crate::plan;
use crate::record::{Analysis, Game, Older, Sitter, Slot, Task, TurningPoint};
use crate::texts::{Arg, lines, say};
use crate::transaction::StepError;
use crate::wording;

/// A bot of this level or a higher one sees as much as who goes through the game: its plies are no mistakes.
const SEES_ALL: u8 = 5;

/// The game that is to be gone through: the one of the message that is answered, or the last one finished here.
pub(super) fn analyse(ctx: &mut Context, caller: &Caller, reply_to: Option<&MessageId>) -> Done {
    let mut game = questions::game_of_reply(ctx, caller, reply_to)?;
    if game.is_none() {
        let finished = ctx.load(&keys::chat(&caller.chat))?.and_then(|chat| chat.finished);
        game = ctx.games(finished)?.pop();
    }
    match game {
        Some(game) => begin(ctx, caller, &game),
        None if ctx.games_in(&caller.chat)?.is_empty() => Err(refuse("analyse-none")),
        None => Err(refuse("analyse-later")),
    }
}

/// Sets out to go through a game.
pub(super) fn begin(ctx: &mut Context, caller: &Caller, game: &Game) -> Done {
    if let Some(id) = plan::why_not(game) {
        return Err(refuse(id));
    }
    let key = keys::analysis(&game.id);
    if ctx.load(&key)?.is_some() {
        return Err(refuse("analyse-under-way"));
    }
    // A game that can no longer be read is no game to go through.
    ctx.table(game)?;
    let think = ctx.thinking(game, Task::Value { after: 0 }, &caller.chat);
    let analysis = Analysis {
        think: think.clone(),
        who: caller.me.clone(),
        values: BTreeMap::new(),
        turns: Vec::new(),
        found: Vec::new(),
    };
    ctx.save(&key, &analysis)?;
    ctx.think(game, think);
    let promise = message(say(caller.language, "analyse-thinks", &[]), Vec::new());
    talking::send(ctx, &caller.chat, promise, Tag::both(Slot::Analysis(game.id.clone()), &game.id));
    Ok(())
}

/// One position more is known.
pub(super) fn valued(ctx: &mut Context, thought: &Thought, after: u32, score: i32) -> Result<(), StepError> {
    let Some((game, mut analysis)) = waiting(ctx, thought, Task::Value { after })? else { return Ok(()) };
    analysis.values.insert(after, score);
    if let Some(after) = plan::next(&analysis.values, game.plies.len() as u32) {
        return go_on(ctx, &game, analysis, Task::Value { after });
    }
    let seats: Vec<u8> = game.plies.iter().map(|ply| ply.seat).collect();
    let strong =
        |seat: u8| matches!(game.seats.get(usize::from(seat)), Some(Sitter::Bot { level: SEES_ALL.. }));
    analysis.turns = plan::candidates(&analysis.values, &seats, strong);
    look_at_next(ctx, &game, analysis)
}

/// One ply was looked at closely.
pub(super) fn looked_at(
    ctx: &mut Context,
    thought: &Thought,
    after: u32,
    point: Option<&TurningPoint>,
) -> Result<(), StepError> {
    let task = Task::TurningPoint { after };
    let Some((game, mut analysis)) = waiting(ctx, thought, task)? else { return Ok(()) };
    analysis.turns.retain(|other| *other != after);
    analysis.found.extend(point.filter(|point| plan::is_turn(point.before, point.then)).cloned());
    look_at_next(ctx, &game, analysis)
}

/// The analysis that a thought belongs to, if it is the one that is waited for: one that comes twice is taken once.
fn waiting(ctx: &mut Context, thought: &Thought, task: Task) -> Result<Option<(Game, Analysis)>, StepError> {
    let key = keys::analysis(&thought.game);
    let Some(analysis) = ctx.load(&key)? else { return Ok(None) };
    let Some(game) = ctx.game(&thought.game)? else {
        ctx.remove(&key);
        return Ok(None);
    };
    let fits = analysis.think.stage == thought.stage && analysis.think.task == task;
    Ok(fits.then_some((game, analysis)))
}

fn go_on(ctx: &mut Context, game: &Game, mut analysis: Analysis, task: Task) -> Result<(), StepError> {
    analysis.think = ctx.thinking(game, task, &analysis.think.chat);
    ctx.save(&keys::analysis(&game.id), &analysis)?;
    ctx.think(game, analysis.think);
    Ok(())
}

fn look_at_next(ctx: &mut Context, game: &Game, analysis: Analysis) -> Result<(), StepError> {
    match analysis.turns.first() {
        Some(&after) if analysis.found.len() < plan::SHOWN => {
            go_on(ctx, game, analysis, Task::TurningPoint { after })
        }
        _ => show(ctx, game, analysis),
    }
}

fn show(ctx: &mut Context, game: &Game, mut analysis: Analysis) -> Result<(), StepError> {
    ctx.remove(&keys::analysis(&game.id));
    analysis.found.sort_by_key(|point| point.after);
    let chat = &analysis.think.chat;
    let language = ctx.language_of(chat)?;
    let table = ctx.table_at(game, 0)?;
    let mut text = title(table.info(), &game.options, language);
    text.push(Span::Plain(". ".to_owned()));
    text.extend(say(language, "analyse-head", &[("count", analysis.found.len().into())]));
    if plan::is_sampled(game.plies.len() as u32) {
        text.push(Span::Plain(" ".to_owned()));
        text.extend(say(language, "analyse-sampled", &[]));
    }
    let slot = Slot::Analysis(game.id.clone());
    let older = Some(Older::Shows(slot.clone()));
    talking::replace(ctx, chat, older, message(text, Vec::new()), Tag::both(slot, &game.id));
    let last = analysis.found.len();
    for (index, point) in analysis.found.iter().enumerate() {
        let mut message = told(ctx, game, chat, point)?;
        if index + 1 == last {
            // It may have taken a while.
            message.notify = vec![analysis.who.id.clone()];
        }
        talking::send(ctx, chat, message, Tag::game(&game.id));
    }
    Ok(())
}

/// One turning point: the position before it, what was played, what was better, and why.
fn told(ctx: &mut Context, game: &Game, chat: &ChatId, point: &TurningPoint) -> Result<Message, StepError> {
    let language = ctx.language_of(chat)?;
    let table = ctx.table_at(game, point.after as usize)?;
    let Some(ply) = game.plies.get(point.after as usize) else { return Ok(Message::default()) };
    let seat = Seat(ply.seat);
    let whose = side_arg(table.info(), seat);
    let (played, better) = (("played", Arg::code(&ply.text)), ("better", Arg::code(&point.better)));
    let number = ("count", (point.after as usize + 1).into());
    let who = ("who", Arg::Spans(sitter(game, seat, language)));
    let mut text =
        vec![say(language, "turn-head", &[number, whose.clone(), who, played.clone(), better.clone()])];
    let (from, to) = (wording::standing(point.before), wording::standing(point.then));
    if from != to {
        let args = [whose, ("from", Arg::Word(from)), ("to", Arg::Word(to))];
        text.push(say(language, "turn-swing", &args));
    }
    let pieces = wording::pieces_of(table.as_ref());
    text.push(say(language, "turn-why", &[better]));
    text.push(wording::reasons(&point.why, point.reply.as_deref(), pieces, language));
    // That an answer improves the position is no reason against what was played.
    if let Some((answer, why)) = point.answer.as_ref().filter(|(_, why)| !why.is_empty()) {
        text.push(say(language, "turn-answer", &[played, ("answer", Arg::code(answer))]));
        text.push(wording::reasons(why, None, pieces, language));
    }
    let picture = showing::pointed(ctx, game, table.as_ref(), chat, &point.better)?;
    Ok(Message { text: caption::shortened(lines(text)), picture: Some(picture), ..Message::default() })
}
