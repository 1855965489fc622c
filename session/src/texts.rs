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
            include_str!(concat!("../locales/", $language, "/advice.ftl")),
            include_str!(concat!("../locales/", $language, "/page.ftl")),
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
        Arg::list(texts.into_iter().map(|text| Span::Code(text.as_ref().to_owned())))
    }

    /// Pieces separated by commas.
    pub fn list(spans: impl IntoIterator<Item = Span>) -> Arg {
        Arg::Spans(joined(spans.into_iter().map(|span| vec![span]), ", "))
    }
}

/// Texts below one another.
pub(crate) fn lines(texts: impl IntoIterator<Item = Vec<Span>>) -> Vec<Span> {
    joined(texts, "\n")
}

/// Texts one after another with something between.
pub(crate) fn joined(texts: impl IntoIterator<Item = Vec<Span>>, between: &str) -> Vec<Span> {
    let mut all = Vec::new();
    for (index, text) in texts.into_iter().enumerate() {
        if index > 0 {
            all.push(Span::Plain(between.to_owned()));
        }
        all.extend(text);
    }
    all
}

impl From<u8> for Arg {
    fn from(number: u8) -> Arg {
        Arg::Number(number.into())
    }
}

impl From<u32> for Arg {
    fn from(number: u32) -> Arg {
        Arg::Number(number.into())
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

/// How long a text is for a platform: in units of UTF-16.
pub(crate) fn length(spans: &[Span]) -> usize {
    flat(spans).encode_utf16().count()
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

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
    use tavlei_core::catalogue::GAMES;

    use super::*;

    /// The variables of every message of a language.
    fn messages(language: Language) -> BTreeMap<String, BTreeSet<String>> {
        let mut found = BTreeMap::new();
        for text in files(language) {
            let resource = fluent_syntax::parser::parse(*text)
                .unwrap_or_else(|(_, errors)| panic!("{}: {errors:?} in {text}", language.code()));
            for entry in resource.body {
                if let Entry::Message(message) = entry {
                    let mut variables = BTreeSet::new();
                    collect(message.value.as_ref().expect("a value"), &mut variables);
                    let before = found.insert(message.id.name.to_owned(), variables);
                    assert!(before.is_none(), "{} twice in {}", message.id.name, language.code());
                }
            }
        }
        found
    }

    fn collect(pattern: &Pattern<&str>, variables: &mut BTreeSet<String>) {
        for element in &pattern.elements {
            let PatternElement::Placeable { expression } = element else { continue };
            match expression {
                Expression::Inline(inline) => collect_inline(inline, variables),
                Expression::Select { selector, variants } => {
                    collect_inline(selector, variables);
                    for variant in variants {
                        collect(&variant.value, variables);
                    }
                }
            }
        }
    }

    fn collect_inline(inline: &InlineExpression<&str>, variables: &mut BTreeSet<String>) {
        match inline {
            InlineExpression::VariableReference { id } => {
                variables.insert(id.name.to_owned());
            }
            InlineExpression::Placeable { expression } => {
                if let Expression::Inline(inline) = expression.as_ref() {
                    collect_inline(inline, variables);
                }
            }
            InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
            other => panic!("not used in these files: {other:?}"),
        }
    }

    #[test]
    fn both_languages_have_the_same_texts_with_the_same_variables() {
        let english = messages(Language::English);
        let russian = messages(Language::Russian);
        for (id, variables) in &english {
            assert_eq!(Some(variables), russian.get(id), "{id}");
        }
        for id in russian.keys() {
            assert!(english.contains_key(id), "{id} is in Russian only");
        }
    }

    #[test]
    fn every_text_can_be_said_with_any_number() {
        for language in Language::ALL {
            for (id, variables) in messages(language) {
                for number in [0, 1, 2, 4, 5, 11, 21, 111] {
                    let args: Vec<(&'static str, Arg)> = variables
                        .iter()
                        .map(|name| {
                            let name: &'static str = name.clone().leak();
                            let arg = match name {
                                "count" | "free" | "level" | "seats" | "most" | "lowest" | "highest"
                                | "back" | "usual" => Arg::Number(number),
                                "side" => Arg::Word("south"),
                                "turn" | "place" | "what" | "goal" | "when" | "from" | "to" => {
                                    Arg::Word("other")
                                }
                                _ => Arg::code("x"),
                            };
                            (name, arg)
                        })
                        .collect();
                    let text = flat(&say(language, &id, &args));
                    assert!(!text.trim().is_empty(), "{id}");
                    assert!(!text.contains(['{', '}', '$', '\u{e000}', '`']), "{id}: {text}");
                    assert!(!text.contains("**"), "{id}: {text}");
                }
            }
        }
    }

    #[test]
    fn every_game_says_how_it_is_played_and_what_its_options_mean() {
        for language in Language::ALL {
            for entry in GAMES {
                let info = entry.info;
                let summary = format!("{}-summary", info.slug);
                assert!(has(language, &summary), "{summary} is missing in {}", language.code());
                for option in info.options {
                    let id = format!("{}-option-{}", info.slug, option.name);
                    assert!(has(language, &id), "{id} is missing in {}", language.code());
                }
            }
        }
    }

    #[test]
    fn every_reason_for_an_end_has_a_text() {
        let mut reasons: BTreeSet<&str> =
            ["agreement", "resignation", "repetition", "no-progress", "time", "limit"].into();
        for entry in GAMES {
            for seed in 0..12 {
                let mut table = entry.table(&tavlei_core::Options::default());
                for ply in 0..3_000 {
                    let Some(text) = table.random(seed * 10_000 + ply) else { break };
                    table.play(&text).expect("legal");
                }
                reasons.extend(table.outcome().map(|outcome| outcome.reason.0));
            }
        }
        for reason in reasons {
            for language in Language::ALL {
                let id = format!("reason-{reason}");
                assert!(has(language, &id), "{id} is missing in {}", language.code());
            }
        }
    }

    #[test]
    fn arguments_are_pieces_of_their_own_and_never_read() {
        let id = PersonId { platform: crate::testing::WEB, id: "1".to_owned() };
        let args = [("who", Arg::person(&id, "**x** `y` { $z }"))];
        let text = say(Language::English, "resign-done", &args);
        assert_eq!(text[0], Span::Person { id, name: "**x** `y` { $z }".to_owned() });
        let text = say(
            Language::English,
            "play-bad-value",
            &[("game", Arg::plain("G")), ("value", Arg::code("`v`")), ("known", Arg::codes(["a", "b"]))],
        );
        let codes: Vec<_> = text.iter().filter(|span| matches!(span, Span::Code(_))).collect();
        assert_eq!(codes.len(), 3);
        assert_eq!(codes[0], &Span::Code("`v`".to_owned()));
    }

    #[test]
    fn russian_plurals_are_right() {
        let moves = |count: i64| plain(Language::Russian, "moves-count", &[("count", Arg::Number(count))]);
        assert_eq!(moves(1), "1 возможный ход:");
        assert_eq!(moves(3), "3 возможных хода:");
        assert_eq!(moves(5), "5 возможных ходов:");
        assert_eq!(moves(11), "11 возможных ходов:");
        assert_eq!(moves(21), "21 возможный ход:");
        assert_eq!(moves(112), "112 возможных ходов:");
        let length = |count: i64, seats: i64| {
            let args = [("count", Arg::Number(count)), ("seats", Arg::Number(seats))];
            plain(Language::Russian, "rules-length", &args)
        };
        assert_eq!(length(21, 2), "Партия длится около 21 хода на двоих.");
        assert_eq!(length(60, 4), "Партия длится около 60 ходов на всех.");
    }

    #[test]
    fn an_unknown_id_is_shown_and_does_not_panic() {
        assert_eq!(plain(Language::English, "no-such-text", &[]), "no-such-text");
    }
}
