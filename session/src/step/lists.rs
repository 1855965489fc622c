//! What the bot tells without a game: greetings, help, the list of games, rules, one's games.

use tavlei_core::catalogue::{self, Entry, GAMES, Lookup};
use tavlei_core::{Family, Length, Seat};

use super::setup::{names, shown};
use super::{Scene, StepError, Work, button, labelled};
use crate::caption::{side, title};
use crate::commands::{COMMANDS, Verb, name_of};
use crate::delivery::{ButtonKind, Message, Span};
use crate::language::Language;
use crate::payload::Payload;
use crate::record::OutWhat;
use crate::texts::{self, Arg, flat, say};

/// The most characters of a message without a picture, and under one.
const LONGEST: usize = 1_850;
const LONGEST_CAPTION: usize = 1_000;
/// The most games of one's own that are listed.
const LISTED: usize = 30;

impl Work<'_> {
    pub(super) fn greet(&mut self, scene: &Scene) {
        let id = if scene.private { "hello-private" } else { "hello-group" };
        let args = [("count", GAMES.len().into()), ("who", Arg::Spans(vec![scene.me()]))];
        self.tell(scene, say(scene.language, id, &args), Vec::new());
    }

    pub(super) fn help(&mut self, scene: &Scene) {
        let language = scene.language;
        let mut text = say(language, "help-head", &[]);
        for command in COMMANDS.iter().filter(|command| command.verb != Verb::Start) {
            text.push(Span::Plain("\n".to_owned()));
            text.push(Span::Code(format!("/{}", command.name)));
            if language == Language::Russian
                && let Some(word) = command.russian.first()
            {
                text.push(Span::Plain(" ".to_owned()));
                text.push(Span::Code(format!("/{word}")));
            }
            text.push(Span::Plain(format!(" — {}", command.describe(language))));
        }
        text.push(Span::Plain("\n\n".to_owned()));
        text.extend(say(language, "help-foot", &[]));
        self.tell(scene, text, Vec::new());
    }

    pub(super) fn games(&mut self, scene: &Scene, search: &str) {
        let language = scene.language;
        if search.is_empty() {
            let mut blocks = Vec::new();
            for family in Family::ALL {
                let entries: Vec<_> = catalogue::of_family(family).collect();
                if !entries.is_empty() {
                    blocks.push(block(family, &entries, language));
                }
            }
            let mut head = say(language, "games-head", &[("count", GAMES.len().into())]);
            head.push(Span::Plain("\n".to_owned()));
            blocks.insert(0, head);
            let mut foot = vec![Span::Plain("\n".to_owned())];
            foot.extend(say(language, "games-foot", &[]));
            blocks.push(foot);
            for message in packed(blocks) {
                self.tell(scene, message, Vec::new());
            }
            return;
        }
        let (id, entries) = match family_named(search) {
            Some(family) => ("games-found", catalogue::of_family(family).collect::<Vec<_>>()),
            None => match catalogue::look_up(search) {
                Lookup::Found(entry) => ("games-found", vec![entry]),
                Lookup::Several(entries) => ("games-found", entries),
                Lookup::Nothing(near) if near.is_empty() => ("name-unknown", near),
                Lookup::Nothing(near) => ("name-near", near),
            },
        };
        let name = shown(search);
        if entries.is_empty() {
            self.answer(scene, "name-unknown", &[("name", name)]);
            return;
        }
        let mut text = say(language, id, &[("name", name), ("count", entries.len().into())]);
        for entry in &entries {
            text.push(Span::Plain("\n".to_owned()));
            text.extend(line(entry, language));
        }
        let buttons = names(&entries, scene, |slug| Payload::Rules { slug });
        self.tell(scene, text, buttons);
    }

    pub(super) fn rules(&mut self, scene: &Scene, name: &str) -> Result<(), StepError> {
        if name.is_empty() {
            self.answer(scene, "rules-what", &[]);
            return Ok(());
        }
        let (id, entries) = match catalogue::look_up(name) {
            Lookup::Found(entry) => return self.tell_rules(scene, entry),
            Lookup::Several(entries) => ("name-several", entries),
            Lookup::Nothing(near) if near.is_empty() => {
                self.answer(scene, "name-unknown", &[("name", shown(name))]);
                return Ok(());
            }
            Lookup::Nothing(near) => ("name-near", near),
        };
        let buttons = names(&entries, scene, |slug| Payload::Rules { slug });
        let text = say(scene.language, id, &[("name", shown(name))]);
        self.tell_one(scene, text, buttons);
        Ok(())
    }

    pub(super) fn press_rules(&mut self, scene: &Scene, slug: &str) -> Result<(), StepError> {
        match catalogue::by_slug(slug) {
            Some(entry) => self.tell_rules(scene, entry),
            None => {
                self.answer(scene, "button-unknown", &[]);
                Ok(())
            }
        }
    }

    /// What a game is, with the starting picture.
    fn tell_rules(&mut self, scene: &Scene, entry: &'static Entry) -> Result<(), StepError> {
        let language = scene.language;
        let info = entry.info;
        let mut text = title(info, &tavlei_core::Options::default(), language);
        text.push(Span::Plain("\n".to_owned()));
        text.extend(summary(info, language));
        text.push(Span::Plain("\n\n".to_owned()));
        let first = ("side", Arg::Word(side(info, Seat::FIRST).name()));
        text.extend(say(language, "rules-first", &[first, ("seats", info.seats.len().into())]));
        if let Some(length) = Length::of(info.slug) {
            text.push(Span::Plain(" ".to_owned()));
            text.extend(lasts(length, info.seats.len(), language));
        }
        let options = options(info, language);
        let together = flat(&text).encode_utf16().count() + flat(&options).encode_utf16().count();
        let apart = together > LONGEST_CAPTION;
        if !apart {
            text.extend(options.clone());
        }
        let picture = self.starting_picture(scene, entry)?;
        let play = Payload::Setup { slug: info.slug.to_owned() };
        let buttons = vec![vec![button(language, "button-play", play, ButtonKind::Yes)]];
        if flat(&text).encode_utf16().count() > LONGEST_CAPTION {
            // Too much for a caption: the picture comes first, the words after it.
            let head = Message {
                picture: Some(picture),
                text: title(info, &Default::default(), language),
                ..Message::default()
            };
            self.post(&scene.chat, OutWhat::Send(Box::new(head)), None, None);
            self.tell(scene, text, buttons);
        } else {
            let message = Message { text, picture: Some(picture), buttons, ..Message::default() };
            self.post(&scene.chat, OutWhat::Send(Box::new(message)), None, None);
        }
        if apart && !options.is_empty() {
            self.tell(scene, options, Vec::new());
        }
        Ok(())
    }

    pub(super) fn my_games(&mut self, scene: &Scene) -> Result<(), StepError> {
        let language = scene.language;
        let person = self.draft.load(&crate::keys::person(&scene.me.id))?;
        let ids = person.map(|person| person.games).unwrap_or_default();
        let count = ids.len();
        let mut text = Vec::new();
        let mut rows = Vec::new();
        for id in ids.iter().rev().take(LISTED) {
            let game = match self.game(id) {
                Ok(Some(game)) => game,
                Ok(None) => continue,
                Err(StepError::Unreadable(why)) => {
                    tracing::error!(%why, "a game cannot be read; it is left as it is");
                    continue;
                }
                Err(error) => return Err(error),
            };
            let table = self.boards.table(&game)?;
            let here = game.chats.iter().any(|showing| showing.chat == scene.chat);
            let acts = table.to_act().is_some_and(|seat| game.sits(&scene.me.id, seat));
            let name = Self::short_title(&game, &scene.me.id, language);
            let turn = if acts { "yours" } else { "theirs" };
            let place = if here { "here" } else { "elsewhere" };
            let args = [
                ("game", Arg::strong(name.clone())),
                ("turn", Arg::Word(turn)),
                ("place", Arg::Word(place)),
                ("plies", game.plies.len().into()),
            ];
            text.push(Span::Plain("\n".to_owned()));
            text.extend(say(language, "mygames-line", &args));
            if here && rows.len() < 9 {
                rows.push(vec![labelled(name, self.about(Verb::Board, &game), ButtonKind::Plain)]);
            }
            if flat(&text).encode_utf16().count() > LONGEST - 300 {
                break;
            }
        }
        if text.is_empty() {
            self.answer(scene, "mygames-none", &[]);
            return Ok(());
        }
        let mut all = say(language, "mygames-head", &[("count", count.into())]);
        all.extend(text);
        self.tell_one(scene, all, rows);
        Ok(())
    }
}

/// How long a game lasts. People neither play without an aim nor play a lost game on, so the shorter of the measured
/// lengths comes nearer to theirs.
fn lasts(length: Length, seats: usize, language: Language) -> Vec<Span> {
    let plies = length.random.median.min(length.level3.median);
    say(language, "rules-length", &[("count", about(plies).into()), ("seats", seats.into())])
}

/// A number of plies as people say it who mean about so many.
fn about(plies: u32) -> usize {
    let plies = plies as usize;
    let step = match plies {
        0..20 => 1,
        20..100 => 5,
        _ => 10,
    };
    (plies + step / 2) / step * step
}

/// A game's summary.
fn summary(info: &tavlei_core::Info, language: Language) -> Vec<Span> {
    let id = format!("{}-summary", info.slug);
    if texts::has(language, &id) { say(language, &id, &[]) } else { say(language, "rules-missing", &[]) }
}

/// The options of a game, one a line.
fn options(info: &tavlei_core::Info, language: Language) -> Vec<Span> {
    let mut text = Vec::new();
    for spec in info.options {
        let id = format!("{}-option-{}", info.slug, spec.name);
        text.push(Span::Plain("\n".to_owned()));
        text.push(Span::Code(format!("{}={}", spec.name, spec.values.join("|"))));
        if texts::has(language, &id) {
            text.push(Span::Plain(" — ".to_owned()));
            text.extend(say(language, &id, &[]));
        }
    }
    text
}

/// A family with its games.
fn block(family: Family, entries: &[&'static Entry], language: Language) -> Vec<Span> {
    let name = texts::plain(language, &format!("family-{}", family.name()), &[]);
    let mut text = vec![Span::Plain("\n".to_owned()), Span::Strong(name)];
    for entry in entries {
        text.push(Span::Plain("\n".to_owned()));
        text.extend(line(entry, language));
    }
    text.push(Span::Plain("\n".to_owned()));
    text
}

/// A game in a list.
fn line(entry: &'static Entry, language: Language) -> Vec<Span> {
    let name = name_of(entry.info, language).to_owned();
    vec![Span::Plain(format!("{name} — ")), Span::Code(entry.info.slug.to_owned())]
}

/// Blocks put together in as few messages as they fit in.
fn packed(blocks: Vec<Vec<Span>>) -> Vec<Vec<Span>> {
    let mut messages: Vec<Vec<Span>> = Vec::new();
    let mut length = 0;
    for block in blocks {
        let size = flat(&block).encode_utf16().count();
        match messages.last_mut() {
            Some(message) if length + size <= LONGEST => message.extend(block),
            _ => {
                // The blank line above a block is not needed at the head of a message.
                let blank = block.first().is_some_and(|span| *span == Span::Plain("\n".to_owned()));
                messages.push(block.into_iter().skip(usize::from(blank)).collect());
                length = 0;
            }
        }
        length += size;
    }
    messages
}

/// The family that somebody names, in either language, by the beginning of its name.
fn family_named(text: &str) -> Option<Family> {
    let wanted = text.trim().to_lowercase();
    if wanted.chars().count() < 3 {
        return None;
    }
    Family::ALL.into_iter().find(|family| {
        wanted == family.name()
            || Language::ALL.into_iter().any(|language| {
                let name = texts::plain(language, &format!("family-{}", family.name()), &[]).to_lowercase();
                name == wanted || name.split([' ', ',']).any(|word| word == wanted)
            })
    })
}

#[cfg(test)]
mod tests {
    use tavlei_core::length::Plies;

    use super::*;

    #[test]
    fn lengths_are_told_in_round_numbers() {
        assert_eq!([1, 19, 22, 23, 99, 104, 105, 239].map(about), [1, 19, 20, 25, 100, 100, 110, 240]);
        let told = |random: u32, level3: u32, language: Language| {
            let plies = |median: u32| Plies { median, mean: f64::from(median) };
            flat(&lasts(Length { random: plies(random), level3: plies(level3) }, 2, language))
        };
        assert_eq!(told(61, 57, Language::English), "A game takes about 55 moves, counting both players.");
        let told_in_russian = told(31, 112, Language::Russian);
        assert_eq!(told_in_russian, "Партия длится около 30 ходов на двоих.");
    }
}
