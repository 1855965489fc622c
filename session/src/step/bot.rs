//! What the bot does by itself once it has thought: it plays, gives up, offers a draw, answers one.

use tavlei_core::Table;

use super::context::Context;
use super::input::{Choice, Thought};
use super::mood::{accepts_draw, opponents, stuck};
use super::offers;
use super::playing::{end, play_plies, wake};
use super::showing::Show;
use super::talking::{self, Tag, message, person_arg};
use crate::keys;
use crate::record::{Game, Offer, Offered, Task};
use crate::texts::{Arg, say};
use crate::transaction::StepError;

/// After this many milliseconds the person may have turned away: the answer is a new message, to be noticed.
const ATTENTION: u64 = 20_000;

/// The game that a thought is about, if it is the thought that is waited for.
fn waiting(ctx: &mut Context, thought: &Thought, task: Task) -> Result<Option<Game>, StepError> {
    let key = keys::think(&thought.game);
    let Some(think) = ctx.load(&key)? else { return Ok(None) };
    let Some(game) = ctx.game(&thought.game)? else {
        ctx.remove(&key);
        return Ok(None);
    };
    let fits = think.task == task && think.stage == thought.stage && game.stage == thought.stage;
    if !fits || game.ended.is_some() {
        return Ok(None);
    }
    ctx.remove(&key);
    Ok(Some(game))
}

/// The bot plays what it has thought out, or gives up, or offers a draw with it.
pub(super) fn chose(ctx: &mut Context, thought: &Thought, choice: &Choice) -> Result<(), StepError> {
    let Some(mut game) = waiting(ctx, thought, Task::Ply)? else { return Ok(()) };
    let table = ctx.table(&game)?;
    let plies = std::slice::from_ref(&choice.ply);
    let lately = game.plies.last().map_or(game.began, |ply| ply.at);
    let how = if ctx.at.saturating_sub(lately) > ATTENTION { Show::Anew } else { Show::InPlace };
    let Some((guest, seat, level)) = opponents(&game) else {
        return play_plies(ctx, game, table, plies, None, &how);
    };
    let played = game.plies.len();
    game.mood.note(choice.score, choice.win_in, played);
    if game.mood.gives_up(level, choice.score, played) {
        says(ctx, &game, "bot-resigns", &[bots_level(&game), ("whom", person_arg(&guest))])?;
        return end(ctx, game, Some(seat.other()), "resignation", None);
    }
    if game.offer.is_some() || !offers_draw(&game, table.as_ref(), choice) {
        return play_plies(ctx, game, table, plies, None, &how);
    }
    game.mood.offered = Some(played as u32 + 1);
    let number = ctx.number();
    let waits_for = vec![seat.other().0];
    game.offer = Some(Offer { what: Offered::Draw, seat: seat.0, waits_for, number });
    let shown = game.clone();
    play_plies(ctx, game, table, plies, None, &how)?;
    offers::ask(ctx, &shown, number, "bot-offers-draw", bots_level(&shown), &[guest])
}

/// What it is after the ply decides about a draw.
fn offers_draw(game: &Game, table: &dyn Table, choice: &Choice) -> bool {
    let mut ahead = table.clone_table();
    let goes_on = ahead.play(&choice.ply).is_ok() && ahead.outcome().is_none();
    goes_on && game.mood.offers_draw(game.plies.len() + 1, stuck(ahead.as_ref()))
}

/// The bot's answer to an offered draw.
pub(super) fn judged_draw(ctx: &mut Context, thought: &Thought, score: i32) -> Result<(), StepError> {
    let Some(mut game) = waiting(ctx, thought, Task::Draw)? else { return Ok(()) };
    if accepts_draw(score, game.plies.len()) {
        says(ctx, &game, "bot-agrees", &[bots_level(&game)])?;
        return end(ctx, game, None, "agreement", None);
    }
    says(ctx, &game, "draw-bot-declines", &[])?;
    // There may have been a ply since the offer.
    game.asked = Some(game.stage);
    ctx.save_game(&game)?;
    let table = ctx.table(&game)?;
    wake(ctx, &game, table.as_ref())
}

/// The bot says something about a game, wherever it is shown.
fn says(ctx: &mut Context, game: &Game, id: &str, args: &[(&'static str, Arg)]) -> Result<(), StepError> {
    for showing in &game.chats {
        let text = say(ctx.language_of(&showing.chat)?, id, args);
        talking::send(ctx, &showing.chat, message(text, Vec::new()), Tag::game(&game.id));
    }
    Ok(())
}

/// The level of the bot in a game, for what is said of it.
fn bots_level(game: &Game) -> (&'static str, Arg) {
    ("level", opponents(game).map_or(0, |(_, _, level)| level).into())
}
