//! Challenges: a question whom to play, open, to one person, and tables for four.

use rand::seq::SliceRandom;
use tavlei_core::catalogue::{self, Entry};
use tavlei_core::{Options, Seat};

use super::arriving::Caller;
use super::beginning::{begin, begin_with_bot};
use super::context::{Context, Done, refuse};
use super::playing::has_room;
use super::questions::entry_of;
use super::talking::{self, Tag, button, message, people_arg, person_arg};
use crate::caption::{self, side_arg};
use crate::commands::{EASY, LEVELS, MEDIUM, STRONG, level_word};
use crate::delivery::{Button, ButtonKind};
use crate::keys;
use crate::language::Language;
use crate::payload::{Payload, Reply};
use crate::record::{Challenge, ChallengeId, Guest, Invited, Older, QUESTION_LIFE, Sitter, Slot, Whom};
use crate::texts::{Arg, lines, say};
use crate::transaction::StepError;

// ---- Making and showing ----

/// Makes a challenge and shows it.
pub(super) fn challenge(
    ctx: &mut Context,
    caller: &Caller,
    entry: &'static Entry,
    options: Options,
    seat: Option<u8>,
    whom: Whom,
) -> Done {
    let challenge = Challenge {
        id: ctx.fresh(ChallengeId::of_seed, keys::challenge)?,
        chat: caller.chat.clone(),
        by: caller.me.clone(),
        slug: entry.info.slug.to_owned(),
        options,
        seat,
        made: ctx.at,
        whom,
    };
    keep(ctx, caller, &challenge, entry)
}

/// Challenges these people: one for a game for two, otherwise a table for them.
pub(super) fn invite(
    ctx: &mut Context,
    caller: &Caller,
    entry: &'static Entry,
    options: Options,
    seat: Option<u8>,
    mut invited: Vec<Invited>,
) -> Done {
    let whom = match invited.pop() {
        Some(one) if entry.info.seats.len() == 2 => Whom::One(one),
        last => {
            invited.extend(last);
            Whom::Table { invited, joined: vec![caller.me.clone()] }
        }
    };
    challenge(ctx, caller, entry, options, seat, whom)
}

/// Stores a challenge and shows it: in the place of the pressed message, or anew.
fn keep(ctx: &mut Context, caller: &Caller, challenge: &Challenge, entry: &'static Entry) -> Done {
    ctx.save(&keys::challenge(&challenge.id), challenge)?;
    let language = caller.language;
    let by = || ("by", person_arg(&challenge.by));
    let mut text = vec![caption::title(entry.info, &challenge.options, language)];
    let mut asked: &[Invited] = &[];
    match &challenge.whom {
        Whom::Unsaid => text.push(say(language, "play-whom", &[])),
        Whom::Anyone => text.push(say(language, "challenge-anyone", &[by()])),
        Whom::One(one) => {
            asked = std::slice::from_ref(one);
            let whom = Arg::Spans(vec![one.span()]);
            text.push(say(language, "challenge-one", &[by(), ("whom", whom)]));
        }
        Whom::Table { invited, joined } => {
            asked = invited;
            let seats = entry.info.seats.len();
            text.push(say(language, "challenge-table", &[by(), ("seats", seats.into())]));
            if !invited.is_empty() {
                let whom = Arg::list(invited.iter().map(Invited::span));
                text.push(say(language, "challenge-table-invited", &[("whom", whom)]));
            }
            let free = seats.saturating_sub(joined.len());
            let args = [("who", people_arg(joined)), ("count", joined.len().into()), ("free", free.into())];
            text.push(say(language, "challenge-table-joined", &args));
        }
    }
    if entry.info.seats.len() == 2 && challenge.whom != Whom::Unsaid {
        text.push(match challenge.seat {
            Some(seat) => say(language, "challenge-side", &[by(), side_arg(entry.info, Seat(seat))]),
            None => say(language, "challenge-lot", &[]),
        });
    }
    let mut message = message(lines(text), buttons(challenge, entry, caller.private, language));
    message.notify = asked.iter().filter_map(Invited::id).cloned().collect();
    let tag = Tag::shows(Slot::Challenge(challenge.id.clone()));
    talking::replace(ctx, &caller.chat, talking::pressed(caller), message, tag);
    Ok(())
}

fn buttons(
    challenge: &Challenge,
    entry: &'static Entry,
    private: bool,
    language: Language,
) -> Vec<Vec<Button>> {
    let press = |id, reply, kind| {
        button(language, id, Payload::Challenge { challenge: challenge.id.clone(), reply }, kind)
    };
    let plain = |id, reply| press(id, reply, ButtonKind::Plain);
    let yes = |id, reply| press(id, reply, ButtonKind::Yes);
    let no = |id| press(id, Reply::Decline, ButtonKind::No);
    match &challenge.whom {
        Whom::Unsaid => {
            let others = match entry.info.seats.len() {
                _ if private => plain("button-friend", Reply::Friend),
                2 => plain("button-anyone", Reply::Anyone),
                _ => plain("button-table", Reply::Anyone),
            };
            let level = |id, level| plain(id, Reply::Bot(level));
            let levels = [
                level("button-bot-easy", EASY),
                level("button-bot-medium", MEDIUM),
                level("button-bot-strong", STRONG),
            ];
            vec![levels.to_vec(), vec![others]]
        }
        Whom::Anyone => vec![vec![yes("button-accept", Reply::Accept), no("button-withdraw")]],
        Whom::One(_) => vec![vec![yes("button-accept", Reply::Accept), no("button-decline")]],
        Whom::Table { .. } => vec![
            vec![yes("button-join", Reply::Join), plain("button-begin", Reply::Begin)],
            vec![no("button-leave")],
        ],
    }
}

// ---- Answers ----

/// Somebody has pressed a button under a challenge.
pub(super) fn answered(ctx: &mut Context, caller: &Caller, id: &ChallengeId, reply: Reply) -> Done {
    let found = ctx.load(&keys::challenge(id))?;
    let challenge = found.ok_or_else(|| refuse("challenge-over").stripping())?;
    let entry = entry_of(&challenge.slug)?;
    if ctx.at.saturating_sub(challenge.made) > QUESTION_LIFE {
        settle(ctx, caller, &challenge, "challenge-expired", &[]);
        return Err(refuse("challenge-over"));
    }
    let mine = challenge.by.id == caller.me.id;
    match (&challenge.whom, reply) {
        (Whom::Unsaid, _) if !mine => Err(refuse("not-asked")),
        (Whom::Unsaid, Reply::Bot(level)) => {
            has_room(ctx, caller, [&caller.me.id])?;
            let level = level.clamp(*LEVELS.start(), *LEVELS.end());
            let word = level_word(level, caller.language).unwrap_or_else(|| level.to_string());
            settle(ctx, caller, &challenge, "play-bot-chosen", &[("level", Arg::plain(word))]);
            let seat = challenge.seat.unwrap_or(0);
            Ok(begin_with_bot(ctx, caller, entry, challenge.options, Some(seat), level)?)
        }
        (Whom::Unsaid, Reply::Anyone) if !caller.private => {
            let whom = match entry.info.seats.len() {
                2 => Whom::Anyone,
                _ => Whom::Table { invited: Vec::new(), joined: vec![challenge.by.clone()] },
            };
            keep(ctx, caller, &Challenge { whom, made: ctx.at, ..challenge }, entry)
        }
        (Whom::Unsaid, Reply::Friend) => {
            // The question stays: the bot can still be chosen.
            talking::tell(ctx, caller, say(caller.language, "play-friend-how", &[]), Vec::new());
            Ok(())
        }
        (Whom::Anyone | Whom::One(_), Reply::Accept) if mine => Err(refuse("challenge-own")),
        (Whom::One(one), Reply::Accept | Reply::Decline)
            if !mine && !one.is(&caller.me, caller.handle.as_deref()) =>
        {
            Err(refuse("challenge-not-you"))
        }
        (Whom::Anyone | Whom::One(_), Reply::Accept) => accept(ctx, caller, challenge, entry),
        (Whom::Anyone, Reply::Decline) if !mine => Err(refuse("challenge-not-yours")),
        (Whom::One(_), Reply::Decline) if !mine => {
            settle(ctx, caller, &challenge, "challenge-declined", &[("who", person_arg(&caller.me))]);
            Ok(())
        }
        (Whom::Table { .. }, Reply::Join) => join(ctx, caller, challenge, entry),
        (Whom::Table { .. }, Reply::Begin) if !mine => Err(refuse("table-not-yours")),
        (Whom::Table { .. }, Reply::Begin) => begin_table(ctx, caller, challenge, entry),
        (Whom::Table { .. }, Reply::Decline) if !mine => leave(ctx, caller, challenge, entry),
        (Whom::Anyone | Whom::One(_) | Whom::Table { .. }, Reply::Decline) => {
            settle(ctx, caller, &challenge, "challenge-withdrawn", &[("who", person_arg(&caller.me))]);
            Ok(())
        }
        _ => Err(refuse("button-unknown")),
    }
}

fn accept(ctx: &mut Context, caller: &Caller, challenge: Challenge, entry: &'static Entry) -> Done {
    has_room(ctx, caller, [&challenge.by.id, &caller.me.id])?;
    settle(ctx, caller, &challenge, "challenge-accepted", &[("who", person_arg(&caller.me))]);
    let first = challenge.seat.map_or_else(|| ctx.seed().is_multiple_of(2), |seat| seat == 0);
    let mut seats = vec![Sitter::Person(challenge.by), Sitter::Person(caller.me.clone())];
    if !first {
        seats.swap(0, 1);
    }
    Ok(begin(ctx, caller, entry, challenge.options, seats)?)
}

// ---- A table for more than two ----

fn join(ctx: &mut Context, caller: &Caller, mut challenge: Challenge, entry: &'static Entry) -> Done {
    let Whom::Table { invited, joined } = &mut challenge.whom else { return Ok(()) };
    if joined.iter().any(|guest| guest.id == caller.me.id) {
        return Err(refuse("table-joined-already"));
    }
    if !invited.is_empty() && !invited.iter().any(|one| one.is(&caller.me, caller.handle.as_deref())) {
        return Err(refuse("challenge-not-you"));
    }
    joined.push(caller.me.clone());
    let full = joined.len() >= entry.info.seats.len();
    has_room(ctx, caller, [&caller.me.id])?;
    if full { begin_table(ctx, caller, challenge, entry) } else { keep(ctx, caller, &challenge, entry) }
}

/// Begins with those who have joined, and the bot for the rest.
fn begin_table(ctx: &mut Context, caller: &Caller, challenge: Challenge, entry: &'static Entry) -> Done {
    let Whom::Table { joined, .. } = &challenge.whom else { return Ok(()) };
    has_room(ctx, caller, joined.iter().map(|guest| &guest.id))?;
    settle(ctx, caller, &challenge, "table-begins", &[("who", people_arg(joined))]);
    let mut seats: Vec<Sitter> = joined.iter().cloned().map(Sitter::Person).collect();
    seats.resize(entry.info.seats.len(), Sitter::Bot { level: MEDIUM });
    // The challenger, who joined first, may have named a seat; the others are drawn by lot.
    match challenge.seat {
        Some(seat) => {
            seats[1..].shuffle(&mut ctx.rng);
            seats[..=usize::from(seat)].rotate_left(1);
        }
        None => seats.shuffle(&mut ctx.rng),
    }
    Ok(begin(ctx, caller, entry, challenge.options, seats)?)
}

/// Somebody who has joined gets up.
fn leave(ctx: &mut Context, caller: &Caller, mut challenge: Challenge, entry: &'static Entry) -> Done {
    let Whom::Table { joined, .. } = &mut challenge.whom else { return Ok(()) };
    let mine = |guest: &Guest| guest.id == caller.me.id;
    let place = joined.iter().position(mine).ok_or_else(|| refuse("table-not-joined"))?;
    joined.remove(place);
    keep(ctx, caller, &challenge, entry)
}

// ---- The end of a challenge ----

/// The challenge is over: its message says what became of it.
fn settle(ctx: &mut Context, caller: &Caller, challenge: &Challenge, id: &str, args: &[(&'static str, Arg)]) {
    close(ctx, challenge, id, args, caller.language, talking::pressed(caller));
}

/// Nobody has answered a challenge for a day.
pub(super) fn lapse(ctx: &mut Context, id: &ChallengeId) -> Result<(), StepError> {
    let Some(challenge) = ctx.load(&keys::challenge(id))? else { return Ok(()) };
    let language = ctx.language_of(&challenge.chat)?;
    let older = Older::Shows(Slot::Challenge(id.clone()));
    close(ctx, &challenge, "challenge-expired", &[], language, Some(older));
    Ok(())
}

fn close(
    ctx: &mut Context,
    challenge: &Challenge,
    id: &str,
    args: &[(&'static str, Arg)],
    language: Language,
    older: Option<Older>,
) {
    ctx.remove(&keys::challenge(&challenge.id));
    let mut text = say(language, id, args);
    if let Some(entry) = catalogue::by_slug(&challenge.slug) {
        text = caption::titled(entry.info, &challenge.options, language, text);
    }
    talking::replace(ctx, &challenge.chat, older, message(text, Vec::new()), Tag::default());
}
