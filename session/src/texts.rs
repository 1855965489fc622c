//! Texts for people: Fluent messages in every language, turned into the pieces that a front-end shows.
//!
//! In a Fluent file `**…**` is emphasised and `` `…` `` is something to be typed. What comes in as an argument is never
//! read for such marks: it is put in as a piece of its own.

use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

use crate::delivery::Span;
use crate::ids::PersonId;
use crate::language::Language;

/// Every file of one language.
macro_rules! files {
    ($language:literal) => {
        &[
            include_str!(concat!("../locales/", $language, "/chat.ftl")),
            include_str!(concat!("../locales/", $language, "/reasons.ftl")),
            include_str!(concat!("../locales/", $language, "/draughts.ftl")),
            include_str!(concat!("../locales/", $language, "/stacks.ftl")),
            include_str!(concat!("../locales/", $language, "/blocking.ftl")),
            include_str!(concat!("../locales/", $language, "/capture.ftl")),
            include_str!(concat!("../locales/", $language, "/race.ftl")),
            include_str!(concat!("../locales/", $language, "/sowing.ftl")),
            include_str!(concat!("../locales/", $language, "/territory.ftl")),
            include_str!(concat!("../locales/", $language, "/figures.ftl")),
        ]
    };
}

/// The text of every file of a language.
pub(crate) const fn files(language: Language) -> &'static [&'static str] {
    match language {
        Language::English => files!("en"),
        Language::Russian => files!("ru"),
    }
}

type Bundle = FluentBundle<FluentResource>;

static BUNDLES: LazyLock<[Bundle; 2]> = LazyLock::new(|| Language::ALL.map(bundle));

fn bundle(language: Language) -> Bundle {
    let mut bundle = FluentBundle::new_concurrent(vec![language.identifier()]);
    bundle.set_use_isolating(false);
    for text in files(language) {
        // A broken message is left out; a test looks at the files.
        let resource = FluentResource::try_new((*text).to_owned()).unwrap_or_else(|(whole, _)| whole);
        bundle.add_resource_overriding(resource);
    }
    bundle
}

/// What a text is given to say.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// A number: the text chooses the plural.
    Number(i64),
    /// A word for the text to choose by: a side's name, a kind. Only words of the code's own.
    Word(&'static str),
    /// Pieces to be put in.
    Spans(Vec<Span>),
}

impl Arg {
    /// Plain text to be put in.
    pub fn plain(text: impl Into<String>) -> Arg {
        Arg::Spans(vec![Span::Plain(text.into())])
    }

    /// Emphasised text to be put in.
    pub fn strong(text: impl Into<String>) -> Arg {
        Arg::Spans(vec![Span::Strong(text.into())])
    }

    /// Something to be typed to be put in.
    pub fn code(text: impl Into<String>) -> Arg {
        Arg::Spans(vec![Span::Code(text.into())])
    }

    /// A person's name to be put in.
    pub fn person(id: &PersonId, name: impl Into<String>) -> Arg {
        Arg::Spans(vec![Span::Person { id: id.clone(), name: name.into() }])
    }

    /// Things to be typed, separated by commas.
    pub fn codes<S: AsRef<str>>(texts: impl IntoIterator<Item = S>) -> Arg {
        let mut spans = Vec::new();
        for text in texts {
            if !spans.is_empty() {
                spans.push(Span::Plain(", ".to_owned()));
            }
            spans.push(Span::Code(text.as_ref().to_owned()));
        }
        Arg::Spans(spans)
    }
}

impl From<usize> for Arg {
    fn from(number: usize) -> Arg {
        Arg::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

// Marks that stand for an argument's pieces while Fluent does its work. They never come from outside:
// arguments are not part of what Fluent sees.
const OPEN: char = '\u{e000}';
const CLOSE: char = '\u{e001}';

/// Whether there is a text of this id.
pub fn has(language: Language, id: &str) -> bool {
    BUNDLES[language as usize].has_message(id)
}

/// A text in pieces. An id that has no text is shown itself.
pub fn say(language: Language, id: &str, args: &[(&'static str, Arg)]) -> Vec<Span> {
    let bundle = &BUNDLES[language as usize];
    let Some(pattern) = bundle.get_message(id).and_then(|message| message.value()) else {
        tracing::error!(id, language = language.code(), "no such text");
        return vec![Span::Plain(id.to_owned())];
    };
    let mut fluent = FluentArgs::new();
    for (index, (name, arg)) in args.iter().enumerate() {
        match arg {
            Arg::Number(number) => fluent.set(*name, *number),
            Arg::Word(word) => fluent.set(*name, *word),
            Arg::Spans(_) => fluent.set(*name, FluentValue::from(format!("{OPEN}{index}{CLOSE}"))),
        }
    }
    let mut errors = Vec::new();
    let text = bundle.format_pattern(pattern, Some(&fluent), &mut errors);
    if !errors.is_empty() {
        tracing::error!(id, language = language.code(), ?errors, "a text is wrong");
    }
    pieces(&text, args)
}

/// A text without emphasis or links: for buttons, notes and descriptions.
pub fn plain(language: Language, id: &str, args: &[(&'static str, Arg)]) -> String {
    flat(&say(language, id, args))
}

/// The characters of pieces without their meaning.
pub fn flat(spans: &[Span]) -> String {
    spans
        .iter()
        .map(|span| match span {
            Span::Plain(text) | Span::Strong(text) | Span::Code(text) => text.as_str(),
            Span::Person { name, .. } => name.as_str(),
        })
        .collect()
}

/// Cuts a formatted text at its marks.
fn pieces(text: &str, args: &[(&'static str, Arg)]) -> Vec<Span> {
    let mut spans = Vec::new();
    // Inside `…` every odd part of a cut by backticks, inside **…** every odd part of a cut by stars.
    for (index, part) in text.split('`').enumerate() {
        if index % 2 == 1 {
            spans.push(Span::Code(part.to_owned()));
            continue;
        }
        for (index, part) in part.split("**").enumerate() {
            let style = if index % 2 == 1 { Span::Strong } else { Span::Plain };
            spans.push(style(part.to_owned()));
        }
    }
    spans.into_iter().flat_map(|span| filled(span, args)).collect()
}

/// Puts arguments in the places of their marks. A plain argument takes the style of what it stands in.
fn filled(span: Span, args: &[(&'static str, Arg)]) -> Vec<Span> {
    let (text, style): (String, fn(String) -> Span) = match span {
        Span::Strong(text) => (text, Span::Strong),
        Span::Code(text) => (text, Span::Code),
        Span::Plain(text) => (text, Span::Plain),
        person @ Span::Person { .. } => return vec![person],
    };
    let mut out = Vec::new();
    let mut rest = text.as_str();
    while let Some(open) = rest.find(OPEN) {
        let (before, after) = rest.split_at(open);
        if !before.is_empty() {
            out.push(style(before.to_owned()));
        }
        let after = &after[OPEN.len_utf8()..];
        let (index, after) = after.split_once(CLOSE).unwrap_or((after, ""));
        let arg = index.parse::<usize>().ok().and_then(|index| args.get(index));
        if let Some((_, Arg::Spans(spans))) = arg {
            for inner in spans {
                out.push(match inner {
                    Span::Plain(text) => style(text.clone()),
                    other => other.clone(),
                });
            }
        }
        rest = after;
    }
    if !rest.is_empty() {
        out.push(style(rest.to_owned()));
    }
    out
}
