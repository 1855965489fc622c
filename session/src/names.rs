//! Names of people, made harmless: a name may be anything.

/// The most characters of a name that are shown.
const SHOWN: usize = 32;

/// A name on one line, without characters that turn the direction of writing or hide, and not too long.
pub(crate) fn harmless(name: &str) -> String {
    let mut out = String::new();
    let mut letters = 0;
    let mut piled = 0;
    for c in name.chars() {
        let c = if c.is_whitespace() { ' ' } else { c };
        if is_hidden(c) || (c == ' ' && (out.is_empty() || out.ends_with(' '))) {
            continue;
        }
        // Marks piled on one letter would cover the lines around it.
        piled = if is_mark(c) { piled + 1 } else { 0 };
        if piled > 2 {
            continue;
        }
        if letters == SHOWN {
            out = out.trim_end().to_owned();
            out.push('…');
            return out;
        }
        out.push(c);
        letters += 1;
    }
    let out = out.trim_end();
    if out.is_empty() { "?".to_owned() } else { out.to_owned() }
}

/// Controls, marks of direction, what has no width, and private use.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{00ad}' | '\u{034f}' | '\u{061c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{3164}' | '\u{ffa0}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{e000}'..='\u{f8ff}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{10ffff}')
}

/// Marks that are written over or under the letter before them.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{0300}'..='\u{036f}' | '\u{0483}'..='\u{0489}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_names_become_harmless() {
        assert_eq!(harmless("Анна"), "Анна");
        assert_eq!(harmless(" a\n\nb\tc "), "a b c");
        assert_eq!(harmless("\u{202e}gnp.exe\u{202c}"), "gnp.exe");
        assert_eq!(harmless("<b>*x*</b> `y`"), "<b>*x*</b> `y`");
        assert_eq!(harmless("\u{200b}\u{2066}\u{e000}0\u{e001}"), "0");
        assert_eq!(harmless("\u{3164}"), "?");
        assert_eq!(harmless(""), "?");
        let piled = harmless(&format!("Z{}o", "\u{0337}\u{0322}".repeat(20)));
        assert_eq!(piled, "Z\u{0337}\u{0322}o");
        let long = harmless(&"я".repeat(100_000));
        assert_eq!(long.chars().count(), 33);
    }

    #[test]
    fn letters_with_marks_of_their_own_stay() {
        assert_eq!(harmless("И\u{0306}ожик Z\u{030c}iz\u{030c}ek"), "И\u{0306}ожик Z\u{030c}iz\u{030c}ek");
    }
}
