//! Commands about a game in progress, and which game is meant.

use super::arriving::Caller;
use super::context::{Context, Done, refuse};
use super::{analysis, hint, offers, questions, resigning, showing, talking};
use crate::caption;
use crate::commands::Verb;
use crate::delivery::Span;
use crate::ids::MessageId;
use crate::keys;
use crate::payload::Payload;
use crate::record::{Game, GameId};
use crate::texts::{self, lines, say};

/// The most characters of one message of a list.
const MESSAGE: usize = 1_800;

/// A command about a game: the one of the message that it answers, or the only one, or the bot asks which.
pub(super) fn some_game(
    ctx: &mut Context,
    caller: &Caller,
    verb: Verb,
    reply_to: Option<&MessageId>,
) -> Done {
    if let Some(game) = questions::game_of_reply(ctx, caller, reply_to)? {
        return this_game(ctx, caller, verb, game);
    }
    let games = ctx.games_in(&caller.chat)?;
    let (mut games, others): (Vec<Game>, Vec<Game>) =
        games.into_iter().partition(|game| game.seat_of(&caller.me.id).is_some());
    if games.is_empty() && matches!(verb, Verb::Board | Verb::Moves) {
        games = others;
        if games.is_empty() {
            // Nothing goes on: the board of the last game can still be looked at.
            let last = ctx.load(&keys::chat(&caller.chat))?.and_then(|chat| chat.last);
            games = ctx.games(last)?;
        }
    }
    match (games.pop(), games.is_empty()) {
        (None, _) => Err(refuse("no-game-here")),
        (Some(game), true) => this_game(ctx, caller, verb, game),
        (Some(game), false) => {
            games.push(game);
            let about = |game: &Game| Payload::About { verb, game: game.id.clone() };
            let rows = questions::games(&games, caller, about);
            talking::tell_one(ctx, caller, say(caller.language, "which-game", &[]), rows);
            Ok(())
        }
    }
}

/// The game was chosen with a button.
pub(super) fn pressed(ctx: &mut Context, caller: &Caller, verb: Verb, id: &GameId) -> Done {
    let game = ctx.known_game(id)?;
    if !game.is_shown_in(&caller.chat) {
        return Err(refuse("game-unknown"));
    }
    // The question is answered; a list of boards stays one to choose from.
    if verb != Verb::Board {
        talking::strip_pressed(ctx, caller);
    }
    this_game(ctx, caller, verb, game)
}

fn this_game(ctx: &mut Context, caller: &Caller, verb: Verb, game: Game) -> Done {
    match verb {
        Verb::Board => Ok(showing::show_again(ctx, caller, &game)?),
        Verb::Moves => list_moves(ctx, caller, &game),
        Verb::Analyse => analysis::begin(ctx, caller, &game),
        _ if game.seat_of(&caller.me.id).is_none() => Err(refuse("not-your-game")),
        Verb::Flip => flip(ctx, caller, game),
        _ if game.ended.is_some() => Err(refuse("illegal-over")),
        Verb::Hint => hint::ask(ctx, caller, &game),
        Verb::Resign => resigning::ask(ctx, caller, game),
        Verb::Draw => offers::draw(ctx, caller, game),
        Verb::Undo => offers::takeback(ctx, caller, game),
        _ => Ok(()),
    }
}

/// Turns the board round in the caller's chat.
fn flip(ctx: &mut Context, caller: &Caller, mut game: Game) -> Done {
    let seats = game.seats.len() as u8;
    for showing in game.chats.iter_mut().filter(|showing| showing.chat == caller.chat) {
        showing.seen_by = (showing.seen_by + 1) % seats;
    }
    ctx.save_game(&game)?;
    Ok(showing::show_again(ctx, caller, &game)?)
}

/// All legal plies, in as many messages as it takes.
fn list_moves(ctx: &mut Context, caller: &Caller, game: &Game) -> Done {
    let table = ctx.table(game)?;
    let language = caller.language;
    let standing = caption::standing(game, table.as_ref(), language);
    let mut head = caption::titled(table.info(), &game.options, language, standing);
    let legal = if game.ended.is_some() { Vec::new() } else { table.legal() };
    if !legal.is_empty() {
        let count = say(language, "moves-count", &[("count", legal.len().into())]);
        head = lines([head, count, vec![Span::Plain(String::new())]]);
    }
    for message in listed(head, &legal) {
        talking::tell(ctx, caller, message, Vec::new());
    }
    Ok(())
}

/// Plies after a head, in messages that are not too long.
fn listed(head: Vec<Span>, plies: &[String]) -> Vec<Vec<Span>> {
    let mut length = texts::length(&head);
    let mut messages = vec![head];
    let mut first = true;
    for ply in plies {
        if length + ply.len() + 1 > MESSAGE {
            messages.push(Vec::new());
            (length, first) = (0, true);
        }
        if let Some(message) = messages.last_mut() {
            if !first {
                message.push(Span::Plain(" ".to_owned()));
            }
            message.push(Span::Code(ply.clone()));
        }
        first = false;
        length += ply.len() + 1;
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::flat;

    #[test]
    fn long_lists_of_plies_are_split_and_whole() {
        let plies: Vec<String> = (0..1_000).map(|n| format!("ply-{n}")).collect();
        let messages = listed(vec![Span::Plain("head\n".to_owned())], &plies);
        assert!(messages.len() > 1);
        let mut found = Vec::new();
        for message in &messages {
            assert!(flat(message).chars().count() <= 1_900);
            for span in message {
                if let Span::Code(text) = span {
                    found.push(text.clone());
                }
            }
        }
        assert_eq!(found, plies);
    }
}
