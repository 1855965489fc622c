//! What the bot tells without a game: greetings, help, the list of games, one's games.

use tavlei_core::Family;
use tavlei_core::catalogue::{self, Entry, GAMES};

use super::arriving::Caller;
use super::context::{Context, Done, refuse};
use super::questions::{Named, named, names, short_title, shown};
use super::talking::{self, labelled, person_arg};
use crate::commands::{COMMANDS, Verb, name_of};
use crate::delivery::{ButtonKind, Span};
use crate::keys;
use crate::language::Language;
use crate::payload::Payload;
use crate::texts::{self, Arg, length, lines, say};

/// The most characters of a message without a picture.
const MESSAGE: usize = 1_850;
/// The most games of one's own that are listed.
const LISTED: usize = 30;
/// The most of them that have a button.
const BUTTONS: usize = 9;

pub(super) fn greet(ctx: &mut Context, caller: &Caller) {
    let id = if caller.private { "hello-private" } else { "hello-group" };
    let args = [("count", GAMES.len().into()), ("who", person_arg(&caller.me))];
    talking::tell(ctx, caller, say(caller.language, id, &args), Vec::new());
}

pub(super) fn help(ctx: &mut Context, caller: &Caller) {
    let language = caller.language;
    let mut text = vec![say(language, "help-head", &[])];
    for command in COMMANDS.iter().filter(|command| command.verb != Verb::Start) {
        let mut line = vec![Span::Code(format!("/{}", command.name))];
        if let (Language::Russian, Some(word)) = (language, command.russian.first()) {
            line.push(Span::Plain(" ".to_owned()));
            line.push(Span::Code(format!("/{word}")));
        }
        line.push(Span::Plain(format!(" — {}", command.describe(language))));
        text.push(line);
    }
    text.extend([Vec::new(), say(language, "help-foot", &[])]);
    talking::tell(ctx, caller, lines(text), Vec::new());
}

/// All games by family, or those that are looked for.
pub(super) fn games(ctx: &mut Context, caller: &Caller, search: &str) -> Done {
    let language = caller.language;
    if search.is_empty() {
        let mut blocks = vec![say(language, "games-head", &[("count", GAMES.len().into())])];
        for family in Family::ALL {
            let name = texts::plain(language, &format!("family-{}", family.name()), &[]);
            let games = catalogue::of_family(family).map(|entry| line(entry, language));
            blocks.push(lines(std::iter::once(vec![Span::Strong(name)]).chain(games)));
        }
        blocks.push(say(language, "games-foot", &[]));
        for message in packed(blocks) {
            talking::tell(ctx, caller, message, Vec::new());
        }
        return Ok(());
    }
    let (id, entries) = match family_named(search) {
        Some(family) => ("games-found", catalogue::of_family(family).collect()),
        None => match named(search)? {
            Named::One(entry) => ("games-found", vec![entry]),
            Named::Several("name-several", entries) => ("games-found", entries),
            Named::Several(id, entries) => (id, entries),
        },
    };
    let head = say(language, id, &[("name", shown(search)), ("count", entries.len().into())]);
    let found = entries.iter().map(|entry| line(entry, language));
    let text = lines(std::iter::once(head).chain(found));
    talking::tell(ctx, caller, text, names(&entries, language, |slug| Payload::Rules { slug }));
    Ok(())
}

/// The games in progress of the person, the newest first.
pub(super) fn my_games(ctx: &mut Context, caller: &Caller) -> Done {
    let language = caller.language;
    let person = ctx.load(&keys::person(&caller.me.id))?;
    let ids = person.map(|person| person.games).unwrap_or_default();
    let mut text = vec![say(language, "mygames-head", &[("count", ids.len().into())])];
    let mut rows = Vec::new();
    for game in ctx.games(ids.into_iter().rev().take(LISTED))? {
        let table = ctx.table(&game)?;
        let here = game.is_shown_in(&caller.chat);
        let acts = table.to_act().is_some_and(|seat| game.sits(&caller.me.id, seat));
        let name = short_title(&game, &caller.me.id, language);
        let line = say(
            language,
            "mygames-line",
            &[
                ("game", Arg::strong(name.clone())),
                ("turn", Arg::Word(if acts { "yours" } else { "theirs" })),
                ("place", Arg::Word(if here { "here" } else { "elsewhere" })),
                ("plies", game.plies.len().into()),
            ],
        );
        if length(&text.concat()) + length(&line) > MESSAGE - LISTED {
            break;
        }
        text.push(line);
        if here && rows.len() < BUTTONS {
            let board = Payload::About { verb: Verb::Board, game: game.id };
            rows.push(vec![labelled(name, board, ButtonKind::Plain)]);
        }
    }
    if text.len() == 1 {
        return Err(refuse("mygames-none"));
    }
    talking::tell_one(ctx, caller, lines(text), rows);
    Ok(())
}

/// A game in a list.
fn line(entry: &'static Entry, language: Language) -> Vec<Span> {
    let name = name_of(entry.info, language);
    vec![Span::Plain(format!("{name} — ")), Span::Code(entry.info.slug.to_owned())]
}

/// Blocks with a blank line between, in as few messages as they fit in.
fn packed(blocks: Vec<Vec<Span>>) -> Vec<Vec<Span>> {
    let mut messages: Vec<Vec<Span>> = Vec::new();
    for block in blocks {
        match messages.last_mut() {
            Some(message) if length(message) + length(&block) + 2 <= MESSAGE => {
                message.push(Span::Plain("\n\n".to_owned()));
                message.extend(block);
            }
            _ => messages.push(block),
        }
    }
    messages
}

/// The family that somebody names, in either language, by a word of its name.
fn family_named(text: &str) -> Option<Family> {
    let wanted = text.trim().to_lowercase();
    if wanted.chars().count() < 3 {
        return None;
    }
    let called = |family: Family, language| {
        let name = texts::plain(language, &format!("family-{}", family.name()), &[]).to_lowercase();
        name == wanted || name.split([' ', ',']).any(|word| word == wanted)
    };
    Family::ALL.into_iter().find(|&family| {
        wanted == family.name() || Language::ALL.into_iter().any(|language| called(family, language))
    })
}
