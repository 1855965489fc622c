//! Pieces of text as Discord's Markdown, with nothing in them that Discord would take for its own.

use tavlei_session::Span;

use crate::PLATFORM;

/// The characters that a message may have.
pub(crate) const MOST: usize = 2000;

/// A text as the messages that it takes: one, unless escaping has made it too long.
pub(crate) fn messages(spans: &[Span]) -> Vec<String> {
    pack(&pieces(spans))
}

/// A text as one message, cut short if it is too long.
pub(crate) fn message(spans: &[Span]) -> String {
    let mut parts = messages(spans);
    if parts.len() == 1 {
        return parts.remove(0);
    }
    let mut text: String = parts.swap_remove(0).chars().take(MOST - 1).collect();
    text.push('…');
    text
}

/// The text in parts that must not be cut.
fn pieces(spans: &[Span]) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut at_start = true;
    for span in spans {
        match span {
            Span::Plain(text) => plain(text, &mut at_start, &mut pieces),
            Span::Strong(text) if text.trim().is_empty() => plain(text, &mut at_start, &mut pieces),
            Span::Strong(text) => {
                // Stars beside blanks emphasise nothing.
                let inner = escape(text.trim());
                let (before, after) = (leading(text), trailing(text));
                pieces.push(format!("{before}**{inner}**{after}"));
            }
            Span::Code(text) => pieces.push(code(text)),
            Span::Person { id, name } => pieces.push(match id.platform {
                PLATFORM if id.id.bytes().all(|b| b.is_ascii_digit()) => format!("<@{}>", id.id),
                _ => escape(&tame(name)),
            }),
        }
        if !matches!(span, Span::Plain(_)) {
            at_start = false;
        }
    }
    pieces
}

fn leading(text: &str) -> &str {
    &text[..text.len() - text.trim_start().len()]
}

fn trailing(text: &str) -> &str {
    &text[text.trim_end().len()..]
}

/// Adds plain text, cut after blanks.
fn plain(text: &str, at_start: &mut bool, pieces: &mut Vec<String>) {
    for line in text.split_inclusive('\n') {
        for word in line.split_inclusive(' ') {
            let mut out = String::new();
            if *at_start {
                guard_start(word, &mut out);
            } else {
                out = escape(word);
            }
            *at_start = false;
            pieces.push(out);
        }
        *at_start = line.ends_with('\n');
    }
}

/// Escapes a word that begins a line, where some characters mean a heading, a quotation or a list.
fn guard_start(word: &str, out: &mut String) {
    let escaped = escape(word);
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    if word.starts_with(['>', '#', '-', '+']) {
        out.push('\\');
        out.push_str(&escaped);
    } else if digits > 0 && word[digits..].starts_with('.') && word[digits + 1..].starts_with(' ') {
        out.push_str(&word[..digits]);
        out.push('\\');
        out.push_str(&escaped[digits..]);
    } else {
        out.push_str(&escaped);
    }
}

/// Escapes whatever means something anywhere in a line: emphasis, code, spoilers, links, mentions, emoji.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let meant = match c {
            '\\' | '*' | '_' | '~' | '`' | '|' | '<' | '[' | ']' | '@' => true,
            // An address, or the name of an emoji.
            ':' => {
                chars.peek().is_some_and(|next| *next == '/' || next.is_ascii_alphanumeric() || *next == '_')
            }
            _ => false,
        };
        if meant {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Something to be typed.
fn code(text: &str) -> String {
    if text.trim().is_empty() {
        return escape(text);
    }
    // Two backticks hold one, and a zero-width joint holds those that come in a row or at an end.
    let text = text.replace('\n', " ");
    if !text.contains('`') {
        return format!("`{text}`");
    }
    format!("`` {} ``", text.replace("``", "`\u{2060}`"))
}

/// A name without what would turn the text round it or break its line.
pub(crate) fn tame(name: &str) -> String {
    let tamed: String = name
        .chars()
        .filter(|c| !matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
        .map(|c| if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') { ' ' } else { c })
        .collect();
    tamed.trim().to_owned()
}

/// Puts pieces together into as few messages as hold them.
fn pack(pieces: &[String]) -> Vec<String> {
    let mut parts = Vec::new();
    let mut part = String::new();
    let mut length = 0;
    for piece in pieces {
        let letters: Vec<char> = piece.chars().collect();
        for run in letters.chunks(MOST) {
            if length + run.len() > MOST {
                parts.push(std::mem::take(&mut part));
                length = 0;
            }
            part.extend(run);
            length += run.len();
        }
    }
    parts.push(part);
    if parts.len() > 1 {
        parts.retain(|part| !part.trim().is_empty());
    }
    parts
}

#[cfg(test)]
mod tests {
    use tavlei_session::{PersonId, Platform};

    use super::*;

    const TELEGRAM: Platform = Platform::new("telegram").expect("a name");

    fn plain_text(text: &str) -> String {
        message(&[Span::Plain(text.to_owned())])
    }

    fn person(platform: Platform, id: &str, name: &str) -> Span {
        Span::Person { id: PersonId { platform, id: id.to_owned() }, name: name.to_owned() }
    }

    #[test]
    fn emphasis_code_and_people_are_written_in_markdown() {
        let spans = [
            Span::Strong("Reversi".to_owned()),
            Span::Plain(": ".to_owned()),
            person(PLATFORM, "42", "Анна"),
            Span::Plain(" plays ".to_owned()),
            Span::Code("c3-d4".to_owned()),
        ];
        assert_eq!(message(&spans), "**Reversi**: <@42> plays `c3-d4`");
    }

    #[test]
    fn names_from_elsewhere_cannot_mark_up_mention_or_turn_the_text() {
        let hostile = "**b** _i_ `c` ||s|| [l](https://e.vil) @everyone <@1> :skull: \u{202e}live\nx";
        let text = message(&[person(TELEGRAM, "1", hostile)]);
        assert_eq!(
            text,
            "\\*\\*b\\*\\* \\_i\\_ \\`c\\` \\|\\|s\\|\\| \\[l\\](https\\://e.vil) \\@everyone \\<\\@1> \\:skull: live x"
        );
    }

    #[test]
    fn a_discord_id_that_is_none_is_not_written_as_a_mention() {
        assert_eq!(message(&[person(PLATFORM, "everyone> ", "x")]), "x");
    }

    #[test]
    fn only_the_beginning_of_a_line_is_guarded_against_lists_and_headings() {
        assert_eq!(plain_text("# a - b\n- c\n> d\n1. e 1. f"), "\\# a - b\n\\- c\n\\> d\n1\\. e 1. f");
        assert_eq!(plain_text("3-4 1.5"), "3-4 1.5");
    }

    #[test]
    fn code_keeps_backticks_inside() {
        assert_eq!(message(&[Span::Code("a`b".to_owned())]), "`` a`b ``");
        assert_eq!(message(&[Span::Code("a``b".to_owned())]), "`` a`\u{2060}`b ``");
        assert_eq!(message(&[Span::Code(" ".to_owned())]), " ");
    }

    #[test]
    fn emphasis_leaves_its_blanks_outside() {
        assert_eq!(message(&[Span::Strong(" a ".to_owned()), Span::Strong(" ".to_owned())]), " **a**  ");
    }

    #[test]
    fn a_text_that_escaping_makes_too_long_is_cut_between_pieces() {
        let spans: Vec<Span> =
            (0..400).flat_map(|_| [Span::Code("c3-d4".to_owned()), Span::Plain(", ".to_owned())]).collect();
        let parts = messages(&spans);
        assert!(parts.len() > 1);
        assert!(parts.iter().all(|part| part.chars().count() <= MOST));
        assert_eq!(parts.concat().matches("`c3-d4`").count(), 400);
        let one = message(&spans);
        assert_eq!(one.chars().count(), MOST.min(one.chars().count()));
        assert!(one.ends_with('…'));
    }

    #[test]
    fn one_endless_word_is_cut_too() {
        let parts = messages(&[Span::Plain("*".repeat(3000))]);
        assert_eq!(parts.iter().map(|part| part.chars().count()).collect::<Vec<_>>(), [2000, 2000, 2000]);
    }
}
