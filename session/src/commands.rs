//! The commands: one table for menus, for slash commands and for reading what is typed.

use serde::{Deserialize, Serialize};
use tavlei_core::catalogue::{self, GAMES, Lookup};
use tavlei_core::search::{HIGHEST_LEVEL, LOWEST_LEVEL};

use crate::language::Language;
use crate::texts;

/// What a command does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verb {
    /// Greets.
    Start,
    /// Lists the commands.
    Help,
    /// Lists the games.
    Games,
    /// Tells a game's rules.
    Rules,
    /// Begins a game.
    Play,
    /// Plays a ply.
    Move,
    /// Shows the board.
    Board,
    /// Lists the legal plies.
    Moves,
    /// Suggests a ply.
    Hint,
    /// Goes through a finished game.
    Analyse,
    /// Gives up.
    Resign,
    /// Offers a draw.
    Draw,
    /// Takes a ply back.
    Undo,
    /// Lists one's games.
    MyGames,
    /// Chooses the language.
    Lang,
    /// Chooses the look of the boards.
    Theme,
    /// Turns the board round.
    Flip,
}

/// A command.
#[derive(Debug)]
pub struct Command {
    /// What it does.
    pub verb: Verb,
    /// The name, without `/`: lower-case Latin letters.
    pub name: &'static str,
    /// Russian words that mean it, without `/`.
    pub russian: &'static [&'static str],
    /// The arguments, those that must be there first.
    pub arguments: &'static [Argument],
}

/// An argument of a command.
#[derive(Debug)]
pub struct Argument {
    /// The name: lower-case Latin letters.
    pub name: &'static str,
    /// The Russian name: lower-case letters.
    pub russian: &'static str,
    /// What may stand there.
    pub kind: Kind,
    /// Whether it must be there.
    pub required: bool,
}

/// What may stand in an argument's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A game by any of its names: complete it with [`games_like`].
    Game,
    /// Words to look for among the games.
    Search,
    /// A person: one of the event's mentions. Where the bot itself is picked, the value is `bot`.
    Opponent,
    /// The bot's level, a number of [`LEVELS`]. With a level and no person the opponent is the bot.
    Level,
    /// A side: complete it with [`choices`]; other words, such as `south`, are understood too.
    Side,
    /// Options of the game, `name=value` separated by blanks: complete them with [`options_like`].
    Options,
    /// A ply of the position: complete it with [`crate::Service::legal_plies`].
    Ply,
    /// A language: complete it with [`choices`].
    Language,
    /// A theme: complete it with [`choices`].
    Theme,
}

/// The bot's levels.
pub const LEVELS: std::ops::RangeInclusive<u8> = LOWEST_LEVEL..=HIGHEST_LEVEL;

/// The levels that have a word.
pub(crate) const EASY: u8 = 2;
pub(crate) const MEDIUM: u8 = 5;
pub(crate) const STRONG: u8 = 8;

/// The level of hints.
pub(crate) const HINT_LEVEL: u8 = 6;

/// The themes of the pictures, the default first.
pub const THEMES: [&str; 4] = ["wood", "dark", "paper", "contrast"];

const fn must(name: &'static str, russian: &'static str, kind: Kind) -> Argument {
    Argument { name, russian, kind, required: true }
}

const fn may(name: &'static str, russian: &'static str, kind: Kind) -> Argument {
    Argument { name, russian, kind, required: false }
}

const fn command(
    verb: Verb,
    name: &'static str,
    russian: &'static [&'static str],
    arguments: &'static [Argument],
) -> Command {
    Command { verb, name, russian, arguments }
}

/// All commands, in the order in which menus show them.
pub static COMMANDS: &[Command] = &[
    command(
        Verb::Play,
        "play",
        &["сыграть", "играть", "игра"],
        &[
            must("game", "игра", Kind::Game),
            may("opponent", "соперник", Kind::Opponent),
            may("level", "уровень", Kind::Level),
            may("side", "сторона", Kind::Side),
            may("options", "параметры", Kind::Options),
        ],
    ),
    command(Verb::Games, "games", &["игры"], &[may("search", "поиск", Kind::Search)]),
    command(Verb::Rules, "rules", &["правила"], &[must("game", "игра", Kind::Game)]),
    command(Verb::Move, "move", &["ход", "ходить"], &[must("move", "ход", Kind::Ply)]),
    command(Verb::Board, "board", &["доска"], &[]),
    command(Verb::Moves, "moves", &["ходы"], &[]),
    command(Verb::Hint, "hint", &["подсказка", "подскажи"], &[]),
    command(Verb::Undo, "undo", &["вернуть", "назад"], &[]),
    command(Verb::Draw, "draw", &["ничья"], &[]),
    command(Verb::Resign, "resign", &["сдаться", "сдаюсь"], &[]),
    command(Verb::Analyse, "analyse", &["разбор", "анализ"], &[]),
    command(Verb::MyGames, "mygames", &["мои", "моиигры", "мои_игры"], &[]),
    command(Verb::Flip, "flip", &["перевернуть", "развернуть"], &[]),
    command(Verb::Theme, "theme", &["тема"], &[may("theme", "тема", Kind::Theme)]),
    command(Verb::Lang, "lang", &["язык"], &[may("language", "язык", Kind::Language)]),
    command(Verb::Help, "help", &["помощь", "справка"], &[]),
    command(Verb::Start, "start", &["старт", "начать"], &[]),
];

impl Command {
    /// What the command does, in a few words (at most 100 characters).
    pub fn describe(&self, language: Language) -> String {
        texts::plain(language, &format!("command-{}", self.name), &[])
    }
}

impl Argument {
    /// What stands there, in a few words (at most 100 characters).
    pub fn describe(&self, language: Language) -> String {
        texts::plain(language, &format!("argument-{}", self.name), &[])
    }
}

/// The command of a name in either language, without `/`, in any case.
pub fn find(name: &str) -> Option<&'static Command> {
    let name = name.to_lowercase();
    COMMANDS.iter().find(|command| command.name == name || command.russian.contains(&name.as_str()))
}

/// A value that an argument can have, and how to show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What is handed back as the argument's value.
    pub value: String,
    /// What the person sees.
    pub label: String,
}

/// The values of arguments that have only a few; none for the other kinds.
pub fn choices(kind: Kind, language: Language) -> Vec<Choice> {
    let choice =
        |value: &str, id: &str| Choice { value: value.to_owned(), label: texts::plain(language, id, &[]) };
    match kind {
        Kind::Level => LEVELS
            .map(|level| Choice { value: level.to_string(), label: level_label(level, language) })
            .collect(),
        Kind::Side => {
            ["white", "black", "random"].map(|side| choice(side, &format!("choice-{side}"))).to_vec()
        }
        Kind::Theme => THEMES.iter().map(|theme| choice(theme, &format!("theme-{theme}"))).collect(),
        Kind::Language => Language::ALL
            .map(|language| Choice {
                value: language.code().to_owned(),
                label: language.own_name().to_owned(),
            })
            .to_vec(),
        _ => Vec::new(),
    }
}

/// The word for a level, where there is one.
pub(crate) fn level_word(level: u8, language: Language) -> Option<String> {
    let id = match level {
        EASY => "level-easy",
        MEDIUM => "level-medium",
        STRONG => "level-strong",
        _ => return None,
    };
    Some(texts::plain(language, id, &[]))
}

/// A level with the word for it, where there is one.
fn level_label(level: u8, language: Language) -> String {
    level_word(level, language).map_or_else(|| level.to_string(), |word| format!("{level}: {word}"))
}

/// The games that something typed may mean, the likeliest first; all games when nothing is typed. For completion.
pub fn games_like(typed: &str, language: Language, most: usize) -> Vec<Choice> {
    let entries = if typed.trim().is_empty() {
        GAMES.iter().collect()
    } else {
        match catalogue::look_up(typed) {
            Lookup::Found(entry) => vec![entry],
            Lookup::Several(entries) | Lookup::Nothing(entries) => entries,
        }
    };
    let choice = |entry: &'static catalogue::Entry| Choice {
        value: entry.info.slug.to_owned(),
        label: name_of(entry.info, language).to_owned(),
    };
    entries.into_iter().take(most).map(choice).collect()
}

/// What the options of a game may be, given what is typed so far: each choice is all of it, with the last option
/// completed. None if the game has no options, or is not known.
pub fn options_like(game: &str, typed: &str, most: usize) -> Vec<Choice> {
    let Lookup::Found(entry) = catalogue::look_up(game) else { return Vec::new() };
    let typed = typed.trim_start();
    let (before, last) = typed.rsplit_once(char::is_whitespace).unwrap_or(("", typed));
    let chosen: Vec<&str> = before.split_whitespace().filter_map(|option| option.split('=').next()).collect();
    let free = entry.info.options.iter().filter(|option| !chosen.contains(&option.name));
    let all = free.flat_map(|option| option.values.iter().map(|value| format!("{}={value}", option.name)));
    let last = last.to_lowercase();
    all.filter(|option| option.starts_with(&last))
        .map(|option| if before.is_empty() { option } else { format!("{} {option}", before.trim()) })
        .take(most)
        .map(|text| Choice { label: text.clone(), value: text })
        .collect()
}

/// A game's name in a language.
pub(crate) fn name_of(info: &tavlei_core::Info, language: Language) -> &'static str {
    match language {
        Language::English => info.en,
        Language::Russian => info.ru,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_and_argument_is_described_briefly_in_every_language() {
        for language in Language::ALL {
            for command in COMMANDS {
                let text = command.describe(language);
                assert!(!text.starts_with("command-"), "{text}");
                assert!(text.chars().count() <= 100, "{text}");
                for argument in command.arguments {
                    let text = argument.describe(language);
                    assert!(!text.starts_with("argument-"), "{text}");
                    assert!(text.chars().count() <= 100, "{text}");
                }
            }
        }
    }

    #[test]
    fn names_are_unique_and_found_in_both_languages() {
        let mut seen = std::collections::HashSet::new();
        for command in COMMANDS {
            assert!(command.name.bytes().all(|b| b.is_ascii_lowercase()));
            for name in command.russian.iter().chain([&command.name]) {
                assert!(seen.insert(*name), "{name} twice");
                assert_eq!(find(&name.to_uppercase()).map(|found| found.verb), Some(command.verb));
            }
        }
        assert!(find("нет-такой").is_none());
    }

    #[test]
    fn arguments_of_a_command_have_names_of_their_own_in_both_languages() {
        for command in COMMANDS {
            let mut seen = std::collections::HashSet::new();
            for argument in command.arguments {
                assert!(argument.name.bytes().all(|b| b.is_ascii_lowercase()));
                assert!(argument.russian.chars().all(|c| matches!(c, 'а'..='я')), "{}", argument.russian);
                assert!(seen.insert(argument.name) && seen.insert(argument.russian), "{}", argument.name);
            }
        }
    }

    #[test]
    fn options_are_completed_one_after_another() {
        let entry =
            GAMES.iter().find(|entry| entry.info.options.len() > 1).expect("some game has two options");
        let [first, second] = [entry.info.options[0], entry.info.options[1]];
        let values = |typed: &str| -> Vec<String> {
            options_like(entry.info.slug, typed, 25).into_iter().map(|choice| choice.value).collect()
        };
        assert!(values("").contains(&format!("{}={}", second.name, second.values[0])));
        let begun = format!("{}={} {}", first.name, first.values[0], second.name);
        assert_eq!(
            values(&begun),
            second.values.iter().map(|value| format!("{begun}={value}")).collect::<Vec<_>>()
        );
        assert!(values("zzz").is_empty());
        assert!(options_like("no such game", "", 25).is_empty());
    }

    #[test]
    fn required_arguments_come_first() {
        for command in COMMANDS {
            assert!(command.arguments.is_sorted_by_key(|argument| !argument.required));
        }
    }

    #[test]
    fn games_are_completed_from_a_beginning_in_either_alphabet() {
        for typed in ["rev", "отел", "реверсы"] {
            let choices = games_like(typed, Language::Russian, 5);
            assert_eq!(choices[0].value, "reversi", "{typed}");
            assert_eq!(choices[0].label, "Реверси");
        }
        assert_eq!(games_like("", Language::English, 1).len(), 1);
    }
}
