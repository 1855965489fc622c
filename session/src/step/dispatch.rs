//! Handing an event or a thought to whom it concerns.

use super::arriving::{Caller, arrive};
use super::context::{Context, Done, Stop, refuse};
use super::input::{Answer, Thought};
use super::{
    about, again, analysis, bot, challenges, hint, lists, offers, questions, resigning, rules, settings,
    setup, talking, tapping, typing,
};
use crate::commands::{self, Verb};
use crate::conditions;
use crate::event::{Event, Person, What};
use crate::ids::MessageId;
use crate::payload::Payload;
use crate::transaction::StepError;

/// The most characters of a written message that are looked at.
const LOOKED_AT: usize = 500;

/// What a person did.
pub(super) fn event(ctx: &mut Context, event: &Event) -> Result<(), StepError> {
    let caller = arrive(ctx, event)?;
    let done = match &event.what {
        What::Said { text, reply_to, mentions, .. } => {
            let (text, whole) = looked_at(text);
            if text.starts_with('/') {
                typed_command(ctx, &caller, text, reply_to.as_ref(), mentions)
            } else if whole {
                typing::said(ctx, &caller, text, reply_to.as_ref())
            } else {
                typing::not_a_ply(ctx, &caller)
            }
        }
        What::Commanded { name, arguments, mentions } => {
            slash_command(ctx, &caller, name, arguments, mentions)
        }
        // What a press says can be forged: it counts only on the message, and in the chat, that offered it.
        What::Pressed { payload: text, message } => match Payload::read(text) {
            Some(payload) if ctx.offers(&caller.chat, message, &payload)? => pressed(ctx, &caller, payload),
            Some(_) => Err(refuse("press-old")),
            None => Err(refuse("button-unknown")),
        },
    };
    match done {
        Ok(()) => {}
        Err(Stop::Refused(refusal)) => talking::refused(ctx, &caller, &refusal),
        Err(Stop::Failed(error)) => return Err(error),
    }
    match &event.what {
        What::Commanded { .. } => talking::owe_an_answer(ctx, &caller),
        What::Pressed { .. } => talking::owe_a_note(ctx, &caller),
        What::Said { .. } => {}
    }
    Ok(())
}

/// The beginning of a text that is looked at, and whether that is all of it.
fn looked_at(text: &str) -> (&str, bool) {
    let text = text.trim();
    match text.char_indices().nth(LOOKED_AT) {
        Some((end, _)) => (&text[..end], false),
        None => (text, true),
    }
}

/// A command as it is typed: `/play reversi`, `/сыграть реверси`, `/help@bot`.
fn typed_command(
    ctx: &mut Context,
    caller: &Caller,
    text: &str,
    reply_to: Option<&MessageId>,
    mentions: &[Person],
) -> Done {
    let (word, rest) = text[1..].split_once(char::is_whitespace).unwrap_or((&text[1..], ""));
    let Some(command) = commands::find(word.split('@').next().unwrap_or_default()) else {
        // In a group it may be meant for another bot.
        return if caller.expects { Err(refuse("command-unknown")) } else { Ok(()) };
    };
    let caller = &Caller { expects: true, ..caller.clone() };
    match command.verb {
        Verb::Play => setup::play(ctx, caller, conditions::typed(rest.trim(), mentions)),
        verb => command_of(ctx, caller, verb, rest.trim(), reply_to),
    }
}

fn slash_command(
    ctx: &mut Context,
    caller: &Caller,
    name: &str,
    arguments: &[(String, String)],
    mentions: &[Person],
) -> Done {
    let command = commands::find(name).ok_or_else(|| refuse("command-unknown"))?;
    if command.verb == Verb::Play {
        return setup::play(ctx, caller, conditions::named(arguments, mentions));
    }
    let text = arguments.first().map_or("", |(_, value)| looked_at(value).0);
    command_of(ctx, caller, command.verb, text, None)
}

fn command_of(
    ctx: &mut Context,
    caller: &Caller,
    verb: Verb,
    text: &str,
    reply_to: Option<&MessageId>,
) -> Done {
    match verb {
        Verb::Start => lists::greet(ctx, caller),
        Verb::Help => lists::help(ctx, caller),
        Verb::Games => lists::games(ctx, caller, text)?,
        Verb::Rules => rules::rules(ctx, caller, text)?,
        Verb::Play => setup::play(ctx, caller, conditions::typed(text, &[]))?,
        Verb::Move => typing::said(ctx, caller, text, reply_to)?,
        Verb::MyGames => lists::my_games(ctx, caller)?,
        Verb::Lang => settings::choose_language(ctx, caller, text)?,
        Verb::Theme => settings::choose_theme(ctx, caller, text)?,
        Verb::Analyse => analysis::analyse(ctx, caller, reply_to)?,
        Verb::Board | Verb::Moves | Verb::Hint | Verb::Resign | Verb::Draw | Verb::Undo | Verb::Flip => {
            about::some_game(ctx, caller, verb, reply_to)?;
        }
    }
    Ok(())
}

fn pressed(ctx: &mut Context, caller: &Caller, payload: Payload) -> Done {
    match payload {
        Payload::Play { game, stage, index } => tapping::ply(ctx, caller, &game, stage, index),
        Payload::Group { game, stage, beginning } => tapping::group(ctx, caller, &game, stage, &beginning),
        Payload::Resign { game, number, yes } => resigning::answered(ctx, caller, &game, number, yes),
        Payload::Answer { game, number, yes } => offers::answered(ctx, caller, &game, number, yes),
        Payload::About { verb, game } => about::pressed(ctx, caller, verb, &game),
        Payload::Challenge { challenge, reply } => challenges::answered(ctx, caller, &challenge, reply),
        Payload::Text { ask, game, stage } => typing::chosen(ctx, caller, &ask, &game, stage),
        Payload::Name { ask, slug } => setup::name_chosen(ctx, caller, &ask, &slug),
        Payload::Setup { slug } => setup::game_chosen(ctx, caller, &slug),
        Payload::Rules { slug } => rules::of(ctx, caller, questions::entry_of(&slug)?),
        Payload::Again { game } => again::again(ctx, caller, &game),
        Payload::Language(language) => settings::set_language(ctx, caller, language),
        Payload::Theme(theme) => settings::choose_theme(ctx, caller, &theme),
    }
}

/// What the bot has thought out.
pub(super) fn thought(ctx: &mut Context, thought: &Thought) -> Result<(), StepError> {
    match &thought.answer {
        Answer::Ply(choice) => bot::chose(ctx, thought, choice),
        Answer::Draw { score } => bot::judged_draw(ctx, thought, *score),
        Answer::Hint(advice) => hint::found(ctx, thought, advice.as_deref()),
        Answer::Value { after, score } => analysis::valued(ctx, thought, *after, *score),
        Answer::TurningPoint { after, point } => analysis::looked_at(ctx, thought, *after, point.as_deref()),
    }
}
