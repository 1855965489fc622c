//! `/play`: from what was said to a game, a challenge or a question.

use tavlei_core::catalogue::Entry;
use tavlei_core::{BadOption, Options};

use super::arriving::Caller;
use super::beginning::begin_with_bot;
use super::context::{Context, Done, Stop, refuse, refuse_with};
use super::playing::has_room;
use super::questions::{self, Named, entry_of, named, names, shown};
use super::{challenges, talking};
use crate::caption::title;
use crate::commands::{LEVELS, Verb, name_of};
use crate::conditions::{RANDOM, Wish};
use crate::keys;
use crate::language::Language;
use crate::payload::Payload;
use crate::record::{About, AskId, Conditions, Guest, Invited, Whom};
use crate::texts::{Arg, say};
use crate::transaction::StepError;

pub(super) fn play(ctx: &mut Context, caller: &Caller, wish: Wish) -> Done {
    if let Some(level) = wish.bad_level {
        let (lowest, highest) = (*LEVELS.start(), *LEVELS.end());
        let args = [("level", Arg::code(level)), ("lowest", lowest.into()), ("highest", highest.into())];
        return Err(refuse_with("play-bad-level", args));
    }
    if wish.names_another_bot {
        return Err(refuse("play-another-bot"));
    }
    if wish.name.is_empty() {
        return Err(refuse("play-what"));
    }
    match named(&wish.name)? {
        Named::One(entry) => set_up(ctx, caller, entry, wish.conditions),
        Named::Several(id, entries) => {
            let about = About::Name { verb: Verb::Play, rest: Box::new(wish.conditions) };
            let text = say(caller.language, id, &[("name", shown(&wish.name))]);
            questions::ask(ctx, caller, about, text, |ask| {
                names(&entries, caller.language, |slug| Payload::Name { ask: ask.clone(), slug })
            })
        }
    }
}

/// The game that was meant was chosen with a button.
pub(super) fn name_chosen(ctx: &mut Context, caller: &Caller, ask: &AskId, slug: &str) -> Done {
    match questions::answered(ctx, caller, ask)? {
        About::Name { rest, .. } => set_up(ctx, caller, entry_of(slug)?, *rest),
        About::Text(_) => Err(refuse("button-unknown")),
    }
}

/// *Play* under the rules. What comes is a new message: the rules stay where they are.
pub(super) fn game_chosen(ctx: &mut Context, caller: &Caller, slug: &str) -> Done {
    set_up(ctx, &caller.unpressed(), entry_of(slug)?, Conditions::default())
}

/// Begins a game, or asks for what is missing.
fn set_up(ctx: &mut Context, caller: &Caller, entry: &'static Entry, conditions: Conditions) -> Done {
    let info = entry.info;
    let game = || ("game", Arg::plain(name_of(info, caller.language)));
    let options = Options::of(info, conditions.options)
        .map_err(|why| bad_option(entry, &why, caller.language))?
        .without_defaults(info);
    let drawn = conditions.side.as_deref() == Some(RANDOM);
    let seat = match conditions.side.as_deref().filter(|_| !drawn) {
        None => None,
        Some(word) => {
            let seat = info.seats.iter().position(|side| side.name() == word).ok_or_else(|| {
                let sides = Arg::codes(info.seats.iter().map(|side| side.name()));
                refuse_with("play-bad-side", [game(), ("sides", sides)])
            })?;
            Some(seat as u8)
        }
    };
    has_room(ctx, caller, [&caller.me.id])?;
    let mut invited = Vec::new();
    for one in conditions.invited {
        let one = resolve(ctx, caller, one)?;
        if one.is(&caller.me, caller.handle.as_deref()) {
            return Err(refuse("play-yourself"));
        }
        if !invited.contains(&one) {
            invited.push(one);
        }
    }
    if !invited.is_empty() {
        let seats = info.seats.len();
        if caller.private {
            return Err(refuse("play-friend-how"));
        }
        if conditions.bot.is_some() && seats == 2 {
            return Err(refuse("play-bot-or-friend"));
        }
        if invited.len() >= seats {
            return Err(refuse_with("play-too-many", [game(), ("seats", seats.into())]));
        }
        return challenges::invite(ctx, caller, entry, options, seat, invited);
    }
    if let Some(level) = conditions.bot {
        if caller.pressed.is_some() {
            talking::settle(ctx, caller, title(info, &Options::default(), caller.language));
        }
        // Against the bot the person has the first move unless the side is named or is to be drawn.
        let seat = seat.or((!drawn).then_some(0));
        return Ok(begin_with_bot(ctx, caller, entry, options, seat, level)?);
    }
    // Nobody is named: the challenger is asked.
    challenges::challenge(ctx, caller, entry, options, seat, Whom::Unsaid)
}

fn bad_option(entry: &'static Entry, why: &BadOption, language: Language) -> Stop {
    let game = ("game", Arg::plain(name_of(entry.info, language)));
    match why {
        BadOption::Name { name, known, .. } if known.is_empty() => {
            refuse_with("play-no-options", [game, ("name", Arg::code(name))])
        }
        BadOption::Name { name, known, .. } => {
            refuse_with("play-bad-option", [game, ("name", Arg::code(name)), ("known", Arg::codes(known))])
        }
        BadOption::Value { name, value, known, .. } => {
            let known = Arg::codes(known.iter().map(|value| format!("{name}={value}")));
            refuse_with("play-bad-value", [game, ("value", Arg::code(value)), ("known", known)])
        }
    }
}

/// A handle becomes the person who had it when last seen.
fn resolve(ctx: &mut Context, caller: &Caller, invited: Invited) -> Result<Invited, StepError> {
    let Invited::Handle(handle) = &invited else { return Ok(invited) };
    let Some(known) = ctx.load(&keys::handle(caller.me.id.platform, handle))? else { return Ok(invited) };
    // Handles change hands: only who still had it when last seen.
    let person = ctx.load(&keys::person(&known.person))?;
    let person =
        person.filter(|person| person.handle.as_ref().is_some_and(|own| own.eq_ignore_ascii_case(handle)));
    Ok(person.map_or(invited, |person| Invited::Person(Guest { id: known.person, name: person.name })))
}
