//! `/rules`: what a game is and how it is played.

use tavlei_core::catalogue::Entry;
use tavlei_core::{Info, Length, Options, Seat};

use super::arriving::Caller;
use super::context::{Context, Done, refuse};
use super::questions::{Named, named, names, shown};
use super::showing::starting_picture;
use super::talking::{self, Tag, button, message};
use crate::caption::{CAPTION, side_arg, title};
use crate::delivery::{ButtonKind, Message, Span};
use crate::language::Language;
use crate::payload::Payload;
use crate::texts::{self, length, lines, say};

pub(super) fn rules(ctx: &mut Context, caller: &Caller, name: &str) -> Done {
    if name.is_empty() {
        return Err(refuse("rules-what"));
    }
    match named(name)? {
        Named::One(entry) => of(ctx, caller, entry),
        Named::Several(id, entries) => {
            let buttons = names(&entries, caller.language, |slug| Payload::Rules { slug });
            let text = say(caller.language, id, &[("name", shown(name))]);
            talking::tell_one(ctx, caller, text, buttons);
            Ok(())
        }
    }
}

/// The rules of a game, with the starting picture.
pub(super) fn of(ctx: &mut Context, caller: &Caller, entry: &'static Entry) -> Done {
    let language = caller.language;
    let info = entry.info;
    let name = title(info, &Options::default(), language);
    let seats = info.seats.len();
    let mut facts = say(language, "rules-first", &[side_arg(info, Seat::FIRST), ("seats", seats.into())]);
    if let Some(length) = Length::of(info.slug) {
        facts.push(Span::Plain(" ".to_owned()));
        facts.extend(lasts(length, seats, language));
    }
    let mut text = lines([name.clone(), summary(info, language), Vec::new(), facts]);
    let mut options = options(info, language);
    if length(&text) + length(&options) < CAPTION && !options.is_empty() {
        text = lines([text, std::mem::take(&mut options)]);
    }
    let picture = Some(starting_picture(ctx, caller, entry)?);
    let play = Payload::Setup { slug: info.slug.to_owned() };
    let buttons = vec![vec![button(language, "button-play", play, ButtonKind::Yes)]];
    if length(&text) > CAPTION {
        // Too much for a caption: the picture comes first, the words after it.
        let head = Message { picture, text: name, ..Message::default() };
        talking::send(ctx, &caller.chat, head, Tag::default());
        talking::tell(ctx, caller, text, buttons);
    } else {
        let whole = Message { picture, ..message(text, buttons) };
        talking::send(ctx, &caller.chat, whole, Tag::default());
    }
    if !options.is_empty() {
        talking::tell(ctx, caller, options, Vec::new());
    }
    Ok(())
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
fn summary(info: &Info, language: Language) -> Vec<Span> {
    say(language, &format!("{}-summary", info.slug), &[])
}

/// The options of a game, one a line.
fn options(info: &Info, language: Language) -> Vec<Span> {
    lines(info.options.iter().map(|spec| {
        let mut line = vec![Span::Code(format!("{}={}", spec.name, spec.values.join("|")))];
        let id = format!("{}-option-{}", info.slug, spec.name);
        if texts::has(language, &id) {
            line.push(Span::Plain(" — ".to_owned()));
            line.extend(say(language, &id, &[]));
        }
        line
    }))
}

#[cfg(test)]
mod tests {
    use tavlei_core::length::Plies;

    use super::*;
    use crate::texts::flat;

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
