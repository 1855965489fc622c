//! Reading what is said with `/play`.

use tavlei_core::Side;

use crate::commands::{EASY, LEVELS, MEDIUM, STRONG};
use crate::event::Person;
use crate::names::harmless;
use crate::record::{Conditions, Guest, Invited};

/// The word for a side that is drawn by lot.
pub(crate) const RANDOM: &str = "random";

/// The name of the game, and everything else that was said.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Wish {
    /// The name as it was given; it may be empty.
    pub name: String,
    /// The rest.
    pub conditions: Conditions,
    /// A level that there is not.
    pub bad_level: Option<String>,
    /// Whether another bot is named, which cannot play.
    pub names_another_bot: bool,
}

/// Reads what is typed after the command.
pub(crate) fn typed(text: &str, mentions: &[Person]) -> Wish {
    let mut wish = Wish::default();
    let mut name: Vec<&str> = Vec::new();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let lower = word.to_lowercase();
        if let Some((option, value)) = word.split_once('=') {
            wish.conditions.options.push((option.to_lowercase(), value.to_lowercase()));
        } else if let Some(handle) = word.strip_prefix('@').filter(|handle| !handle.is_empty()) {
            invite_handle(&mut wish.conditions, handle, mentions);
        } else if word.starts_with("<@") && word.ends_with('>') {
            // A mention in its raw form: the person is among the mentions.
        } else if is_bot(&lower) {
            wish.conditions.bot = Some(MEDIUM);
            if let Some(level) = words.peek().and_then(|next| level_of(next)) {
                words.next();
                set_level(&mut wish, level);
            }
        } else if let Some(side) = side_of(&lower) {
            wish.conditions.side = Some(side.to_owned());
        } else if !is_filler(&lower) {
            name.push(word);
        }
    }
    wish.name = name.join(" ");
    wish.names_another_bot = mentions.iter().any(|person| person.is_bot);
    for person in mentions {
        invite(&mut wish.conditions, person);
    }
    wish
}

/// Reads the arguments of a slash command.
pub(crate) fn named(arguments: &[(String, String)], mentions: &[Person]) -> Wish {
    let mut wish = Wish::default();
    for (name, value) in arguments {
        let value = value.trim();
        match name.as_str() {
            "game" => wish.name = value.to_owned(),
            "opponent" => {
                let said = typed(value, mentions).conditions;
                wish.conditions.bot = said.bot.or(wish.conditions.bot);
                wish.conditions.invited = said.invited;
            }
            "level" => match level_of(value) {
                Some(level) => set_level(&mut wish, level),
                None => wish.bad_level = Some(value.chars().take(20).collect()),
            },
            "side" => {
                wish.conditions.side =
                    typed(value, &[]).conditions.side.or_else(|| Some(value.to_lowercase()))
            }
            "options" => wish.conditions.options = typed(value, &[]).conditions.options,
            _ => {}
        }
    }
    wish.names_another_bot = mentions.iter().any(|person| person.is_bot);
    for person in mentions {
        invite(&mut wish.conditions, person);
    }
    wish
}

fn set_level(wish: &mut Wish, level: u32) {
    match u8::try_from(level).ok().filter(|level| LEVELS.contains(level)) {
        Some(level) => wish.conditions.bot = Some(level),
        None => wish.bad_level = Some(level.to_string()),
    }
}

/// A level by number or word. Numbers that are no level are given back, to be complained of.
fn level_of(word: &str) -> Option<u32> {
    let level = match word.to_lowercase().as_str() {
        "easy" | "weak" | "лёгкий" | "легкий" | "слабый" | "легко" => EASY,
        "medium" | "средний" | "средне" => MEDIUM,
        "strong" | "hard" | "сильный" | "трудный" | "сложный" => STRONG,
        digits => return digits.parse().ok(),
    };
    Some(u32::from(level))
}

fn is_bot(word: &str) -> bool {
    matches!(word, "bot" | "бот" | "бота" | "ботом" | "боту" | "computer" | "компьютер" | "компьютером")
}

fn is_filler(word: &str) -> bool {
    matches!(word, "with" | "against" | "vs" | "as" | "с" | "со" | "против" | "за" | "в" | "во")
}

/// The name of a side, or `random`.
fn side_of(word: &str) -> Option<&'static str> {
    Some(match word {
        "random" | "any" | "случайно" | "жребий" | "наугад" => RANDOM,
        "white" | "белые" | "белыми" | "белых" => Side::White.name(),
        "black" | "чёрные" | "черные" | "чёрными" | "черными" | "чёрных" | "черных" => {
            Side::Black.name()
        }
        "south" | "юг" | "югом" => Side::South.name(),
        "east" | "восток" | "востоком" => Side::East.name(),
        "north" | "север" | "севером" => Side::North.name(),
        "west" | "запад" | "западом" => Side::West.name(),
        _ => return None,
    })
}

/// The person of a mention.
pub(crate) fn guest(person: &Person) -> Guest {
    Guest { id: person.id.clone(), name: harmless(&person.name) }
}

fn invite(conditions: &mut Conditions, person: &Person) {
    let invited = Invited::Person(guest(person));
    let known = |other: &Invited| match other {
        Invited::Person(guest) => guest.id == person.id,
        Invited::Handle(handle) => person.handle.as_ref().is_some_and(|own| own.eq_ignore_ascii_case(handle)),
    };
    match conditions.invited.iter_mut().find(|other| known(other)) {
        Some(same) => *same = invited,
        None => conditions.invited.push(invited),
    }
}

fn invite_handle(conditions: &mut Conditions, handle: &str, mentions: &[Person]) {
    let handle = handle.trim_end_matches([',', '.', '!', '?', ':', ';']);
    // Only what can be a handle: it is shown to people.
    let fits = (1..=32).contains(&handle.len())
        && handle.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.');
    if !fits {
        return;
    }
    let same = |person: &&Person| person.handle.as_ref().is_some_and(|own| own.eq_ignore_ascii_case(handle));
    match mentions.iter().find(same) {
        Some(person) => invite(conditions, person),
        None => conditions.invited.push(Invited::Handle(handle.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::PersonId;

    fn anna() -> Person {
        Person {
            id: PersonId { platform: crate::testing::WEB, id: "1".to_owned() },
            name: "Anna".to_owned(),
            handle: Some("anna".to_owned()),
            language: None,
            is_bot: false,
        }
    }

    #[test]
    fn everything_that_may_be_said_is_read_in_both_languages() {
        for text in [
            "reversi bot 3 black limit=30",
            "LIMIT=30 black reversi bot 3",
            "реверси с ботом 3 чёрными limit=30",
        ] {
            let wish = typed(text, &[]);
            assert!(["reversi", "реверси"].contains(&wish.name.as_str()), "{text}");
            assert_eq!(wish.conditions.bot, Some(3), "{text}");
            assert_eq!(wish.conditions.side.as_deref(), Some("black"), "{text}");
            assert_eq!(wish.conditions.options, [("limit".to_owned(), "30".to_owned())], "{text}");
        }
        assert_eq!(typed("кошки-мышь", &[]).name, "кошки-мышь");
        assert_eq!(typed("лиса и гуси бот", &[]).conditions.bot, Some(MEDIUM));
        assert_eq!(typed("gana bot strong", &[]).conditions.bot, Some(STRONG));
        assert_eq!(typed("gana bot 9", &[]).bad_level.as_deref(), Some("9"));
    }

    #[test]
    fn a_mention_and_its_handle_are_one_person() {
        let wish = typed("gana @Anna", &[anna()]);
        assert_eq!(wish.conditions.invited, [Invited::Person(guest(&anna()))]);
        let wish = typed("gana <@1> white", &[anna()]);
        assert_eq!(wish.name, "gana");
        assert_eq!(wish.conditions.invited, [Invited::Person(guest(&anna()))]);
        let wish = typed("gana @boris_2", &[]);
        assert_eq!(wish.conditions.invited, [Invited::Handle("boris_2".to_owned())]);
        assert_eq!(typed("gana @<script>", &[]).conditions.invited, []);
    }

    #[test]
    fn slash_arguments_say_the_same() {
        let arguments = |pairs: &[(&str, &str)]| {
            pairs.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect::<Vec<_>>()
        };
        let wish = named(&arguments(&[("game", "reversi"), ("level", "2"), ("side", "white")]), &[]);
        assert_eq!((wish.name.as_str(), wish.conditions.bot), ("reversi", Some(2)));
        assert_eq!(wish.conditions.side.as_deref(), Some("white"));
        let wish =
            named(&arguments(&[("game", "gana"), ("opponent", "<@1>"), ("options", "a=b c=d")]), &[anna()]);
        assert_eq!(wish.conditions.invited.len(), 1);
        assert_eq!(wish.conditions.options.len(), 2);
        assert_eq!(named(&arguments(&[("opponent", "bot")]), &[]).conditions.bot, Some(MEDIUM));
        assert!(named(&arguments(&[("level", "huge")]), &[]).bad_level.is_some());
    }
}
