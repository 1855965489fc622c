//! What is written without a command: plies, and chat.

use tavlei_core::illegal::{Illegal, Misread};
use tavlei_core::reading::read_plies;
use tavlei_core::{Square, Table};

use super::arriving::Caller;
use super::context::{Context, Done, refuse};
use super::playing::play_plies;
use super::questions::{self, short_title};
use super::showing::Show;
use super::talking::{self, labelled};
use crate::caption;
use crate::delivery::{ButtonKind, Span};
use crate::ids::MessageId;
use crate::keys;
use crate::language::Language;
use crate::payload::Payload;
use crate::record::{About, AskId, Game, GameId};
use crate::texts::{Arg, joined, say};

/// The most plies that an explanation names.
const NAMED: usize = 12;
/// The most plies that an explanation offers as buttons.
const OFFERED: usize = 10;

/// A game with its position.
type Candidate = (Game, Box<dyn Table>);

/// A text that may be a ply.
pub(super) fn said(ctx: &mut Context, caller: &Caller, text: &str, reply_to: Option<&MessageId>) -> Done {
    if let Some(game) = questions::game_of_reply(ctx, caller, reply_to)? {
        return said_about(ctx, caller, game, text);
    }
    let mut fits: Vec<(Candidate, Vec<String>)> = Vec::new();
    let mut illegal: Vec<(Candidate, Illegal)> = Vec::new();
    let mut early: Vec<(Candidate, Illegal)> = Vec::new();
    for game in ctx.games_in(&caller.chat)? {
        if game.seat_of(&caller.me.id).is_none() {
            continue;
        }
        let table = ctx.table(&game)?;
        match read_plies(table.as_ref(), text, |seat| game.sits(&caller.me.id, seat)) {
            Ok(plies) => fits.push(((game, table), plies)),
            Err(Misread::Illegal(why @ (Illegal::NotYourTurn | Illegal::Over))) => {
                early.push(((game, table), why));
            }
            Err(Misread::Illegal(why)) => illegal.push(((game, table), why)),
            Err(Misread::NotAPly) => {}
        }
    }
    if fits.len() > 1 {
        let games: Vec<Game> = fits.into_iter().map(|((game, _), _)| game).collect();
        let question = say(caller.language, "which-game-for", &[("text", Arg::code(text))]);
        return questions::ask(ctx, caller, About::Text(text.to_owned()), question, |ask| {
            questions::games(&games, caller, |game| Payload::Text {
                ask: ask.clone(),
                game: game.id.clone(),
                stage: game.stage,
            })
        });
    }
    if let Some(((game, table), plies)) = fits.pop() {
        return Ok(play_plies(ctx, game, table, &plies, Some(&caller.me.id), &Show::Anew)?);
    }
    let several = illegal.len() + early.len() > 1;
    let mut mistakes = if illegal.is_empty() { early } else { illegal };
    // What is wrong in several games is explained for the one that was played last.
    let last = ctx.load(&keys::chat(&caller.chat))?.and_then(|chat| chat.last);
    let latest = mistakes.iter().position(|((game, _), _)| Some(&game.id) == last.as_ref());
    let Some(index) = latest.or(mistakes.len().checked_sub(1)) else { return not_a_ply(ctx, caller) };
    let ((game, table), why) = mistakes.swap_remove(index);
    explain(ctx, caller, &game, table.as_ref(), &why, several);
    Ok(())
}

/// A text that answers a message of a game. Onlookers may talk about the game; only what is a ply is answered.
fn said_about(ctx: &mut Context, caller: &Caller, game: Game, text: &str) -> Done {
    let table = ctx.table(&game)?;
    let mine = game.seat_of(&caller.me.id).is_some();
    match read_plies(table.as_ref(), text, |seat| !mine || game.sits(&caller.me.id, seat)) {
        Err(Misread::NotAPly) => not_a_ply(ctx, caller),
        _ if !mine => Err(refuse("not-your-game")),
        _ if game.ended.is_some() => Err(refuse("illegal-over")),
        Ok(plies) => Ok(play_plies(ctx, game, table, &plies, Some(&caller.me.id), &Show::Anew)?),
        Err(Misread::Illegal(why)) => {
            explain(ctx, caller, &game, table.as_ref(), &why, false);
            Ok(())
        }
    }
}

/// Chat: a hint in private and to whoever calls the bot by its name, otherwise silence.
pub(super) fn not_a_ply(ctx: &mut Context, caller: &Caller) -> Done {
    if !caller.expects {
        return Ok(());
    }
    let plays = ctx.games_in(&caller.chat)?.iter().any(|game| game.seat_of(&caller.me.id).is_some());
    Err(refuse(if plays { "hint-game" } else { "hint-no-game" }))
}

/// The game in which a text is to be played was chosen with a button.
pub(super) fn chosen(ctx: &mut Context, caller: &Caller, ask: &AskId, game: &GameId, stage: u32) -> Done {
    let About::Text(text) = questions::answered(ctx, caller, ask)? else {
        return Err(refuse("button-unknown"));
    };
    let game = ctx.known_game(game)?;
    let table = ctx.table(&game)?;
    let plies = match read_plies(table.as_ref(), &text, |seat| game.sits(&caller.me.id, seat)) {
        Ok(plies) if game.stage == stage && game.ended.is_none() => plies,
        _ => return Err(refuse("old-button").stripping()),
    };
    let name = Arg::plain(short_title(&game, &caller.me.id, caller.language));
    let args = [("plies", Arg::codes(&plies)), ("game", name)];
    questions::close(ctx, caller, "which-game-done", &args);
    Ok(play_plies(ctx, game, table, &plies, Some(&caller.me.id), &Show::Anew)?)
}

/// Says why a ply cannot be played.
fn explain(ctx: &mut Context, caller: &Caller, game: &Game, table: &dyn Table, why: &Illegal, name_it: bool) {
    let language = caller.language;
    let mut text = Vec::new();
    if name_it {
        text.extend(caption::title(table.info(), &game.options, language));
        text.push(Span::Plain(". ".to_owned()));
    }
    text.extend(explanation(why, language));
    let mut buttons = Vec::new();
    if let Illegal::Ambiguous { plies } = why
        && plies.len() <= OFFERED
    {
        let legal = table.legal();
        for ply in plies {
            if let Some(index) = legal.iter().position(|text| text == ply) {
                let payload = Payload::Play { game: game.id.clone(), stage: game.stage, index };
                buttons.push(vec![labelled(ply.clone(), payload, ButtonKind::Plain)]);
            }
        }
    }
    talking::tell_one(ctx, caller, text, buttons);
}

/// Why a ply is not legal, as a sentence.
fn explanation(why: &Illegal, language: Language) -> Vec<Span> {
    let on = |square: &Square| ("square", Arg::code(square.to_string()));
    let named = |plies: &[String]| ("plies", some(plies, language));
    let count = |plies: &[String]| ("count", plies.len().into());
    let (id, args) = match why {
        Illegal::Over => ("illegal-over", vec![]),
        Illegal::NotYourTurn => ("illegal-not-your-turn", vec![]),
        Illegal::Ambiguous { plies } => ("illegal-ambiguous", vec![named(plies)]),
        Illegal::NoPiece { square } => ("illegal-no-piece", vec![on(square)]),
        Illegal::NotYours { square } => ("illegal-not-yours", vec![on(square)]),
        Illegal::MustCapture { plies } => ("illegal-must-capture", vec![named(plies), count(plies)]),
        Illegal::Stuck { square } => ("illegal-stuck", vec![on(square)]),
        Illegal::GoesOnly { square, plies } => {
            ("illegal-goes-only", vec![on(square), named(plies), count(plies)])
        }
        Illegal::Occupied { square } => ("illegal-occupied", vec![on(square)]),
        Illegal::Closed { square, plies } => ("illegal-closed", vec![on(square), named(plies)]),
        Illegal::Unknown { plies } => ("illegal-unknown", vec![named(plies)]),
    };
    say(language, id, &args)
}

/// The first of many plies, and how to see the rest.
fn some(plies: &[String], language: Language) -> Arg {
    let mut spans = joined(plies.iter().take(NAMED).map(|ply| vec![Span::Code(ply.clone())]), ", ");
    if plies.len() > NAMED {
        spans.extend(say(language, "and-more", &[("count", (plies.len() - NAMED).into())]));
    }
    Arg::Spans(spans)
}
