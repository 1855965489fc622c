//! The session's table of commands as Discord's slash commands.

use serde_json::{Map, Value, json};
use tavlei_session::Language;
use tavlei_session::commands::{self, Argument, COMMANDS, Choice, Command, Kind, Verb};

/// The types of options.
const STRING: u64 = 3;
const INTEGER: u64 = 4;
const USER: u64 = 6;
/// Choices that Discord shows.
pub(crate) const CHOICES: usize = 25;
/// Characters of a choice's name and of its value.
const CHOICE: usize = 100;
/// A guild, and direct messages with the bot.
const CONTEXTS: [u64; 2] = [0, 1];
/// Installed to a guild.
const INTEGRATIONS: [u64; 1] = [0];

/// What Discord calls a language other than English, which is what it shows if it knows nothing better.
const LOCALES: [(&str, Language); 1] = [("ru", Language::Russian)];

/// All slash commands.
pub(crate) fn all() -> Value {
    // Nobody starts a bot by a command here.
    COMMANDS.iter().filter(|command| command.verb != Verb::Start).map(slash).collect()
}

fn slash(command: &Command) -> Value {
    let mut names = Map::new();
    if let Some(name) = command.russian.first() {
        names.insert("ru".to_owned(), json!(name));
    }
    json!({
        "type": 1,
        "name": command.name,
        "name_localizations": names,
        "description": command.describe(Language::English),
        "description_localizations": in_languages(|language| command.describe(language)),
        "options": command.arguments.iter().map(option).collect::<Vec<_>>(),
        "contexts": CONTEXTS,
        "integration_types": INTEGRATIONS,
    })
}

fn option(argument: &Argument) -> Value {
    let kind = match argument.kind {
        Kind::Opponent => USER,
        Kind::Level => INTEGER,
        _ => STRING,
    };
    let mut option = json!({
        "type": kind,
        "name": argument.name,
        "name_localizations": { "ru": argument.russian },
        "description": argument.describe(Language::English),
        "description_localizations": in_languages(|language| argument.describe(language)),
        "required": argument.required,
    });
    match argument.kind {
        // What is understood beyond the choices can only be typed with completion.
        Kind::Game | Kind::Search | Kind::Ply | Kind::Side | Kind::Options => {
            option["autocomplete"] = json!(true);
        }
        Kind::Level | Kind::Language | Kind::Theme => option["choices"] = fixed(argument.kind),
        Kind::Opponent => {}
    }
    option
}

/// The choices of an argument that has only those.
fn fixed(kind: Kind) -> Value {
    let translated = LOCALES.map(|(locale, language)| (locale, commands::choices(kind, language)));
    let choices = commands::choices(kind, Language::English).into_iter().take(CHOICES);
    choices
        .map(|choice| {
            let names: Map<String, Value> = translated
                .iter()
                .filter_map(|(locale, choices)| {
                    let same = choices.iter().find(|other| other.value == choice.value)?;
                    Some(((*locale).to_owned(), json!(same.label)))
                })
                .collect();
            let value = match kind {
                Kind::Level => json!(choice.value.parse::<i64>().unwrap_or_default()),
                _ => json!(choice.value),
            };
            json!({ "name": choice.label, "name_localizations": names, "value": value })
        })
        .collect()
}

fn in_languages(text: impl Fn(Language) -> String) -> Map<String, Value> {
    LOCALES.iter().map(|(locale, language)| ((*locale).to_owned(), json!(text(*language)))).collect()
}

/// What an argument may be, as far as that does not depend on a position.
pub(crate) fn complete(kind: Kind, typed: &str, language: Language) -> Vec<Choice> {
    match kind {
        Kind::Game | Kind::Search => commands::games_like(typed, language, CHOICES),
        kind => like(commands::choices(kind, language), typed),
    }
}

/// The choices that begin with, or else contain, what is typed; all of them if nothing is.
fn like(choices: Vec<Choice>, typed: &str) -> Vec<Choice> {
    let typed = typed.trim().to_lowercase();
    let place = |choice: &Choice| {
        let places = [&choice.label, &choice.value].map(|text| text.to_lowercase().find(&typed));
        places.into_iter().flatten().min()
    };
    let mut found: Vec<(bool, Choice)> =
        choices.into_iter().filter_map(|choice| place(&choice).map(|place| (place > 0, choice))).collect();
    found.sort_by_key(|(inside, _)| *inside);
    found.into_iter().map(|(_, choice)| choice).collect()
}

/// Choices as Discord takes them.
pub(crate) fn offered(choices: &[Choice]) -> Value {
    choices
        .iter()
        .filter(|choice| !choice.label.is_empty() && !choice.value.is_empty())
        .filter(|choice| choice.value.chars().count() <= CHOICE)
        .take(CHOICES)
        .map(|choice| {
            let label: String = choice.label.chars().take(CHOICE).collect();
            json!({ "name": label, "value": choice.value })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one<'a>(commands: &'a Value, name: &str) -> &'a Value {
        let commands = commands.as_array().expect("a list");
        commands.iter().find(|command| command["name"] == name).expect("there")
    }

    #[test]
    fn every_command_is_described_in_both_languages() {
        let commands = all();
        let play = one(&commands, "play");
        assert_eq!(play["name_localizations"]["ru"], "сыграть");
        assert_ne!(play["description"], play["description_localizations"]["ru"]);
        let names: Vec<_> =
            play["options"].as_array().into_iter().flatten().map(|option| option["name"].clone()).collect();
        assert_eq!(names, ["game", "opponent", "level", "side", "options"]);
        assert_eq!(play["options"][1]["name_localizations"]["ru"], "соперник");
        assert!(commands.as_array().expect("a list").iter().all(|command| command["name"] != "start"));
    }

    #[test]
    fn levels_are_numbers_with_names_in_both_languages() {
        let commands = all();
        let levels = one(&commands, "play")["options"][2]["choices"].as_array().expect("choices").clone();
        assert_eq!(levels.len(), commands::LEVELS.count());
        assert_eq!(levels[0]["value"], 1);
        assert_ne!(levels[1]["name"], levels[1]["name_localizations"]["ru"]);
    }

    #[test]
    fn completion_prefers_what_begins_so() {
        let choice = |value: &str| Choice { value: value.to_owned(), label: value.to_uppercase() };
        let choices = vec![choice("abc"), choice("cab"), choice("xyz")];
        assert_eq!(like(choices.clone(), "C"), [choice("cab"), choice("abc")]);
        assert_eq!(like(choices.clone(), " ").len(), 3);
        assert!(like(choices, "q").is_empty());
    }

    #[test]
    fn sides_are_completed() {
        let sides = complete(Kind::Side, "whi", Language::English);
        assert_eq!(sides.iter().map(|side| side.value.as_str()).collect::<Vec<_>>(), ["white"]);
    }

    #[test]
    fn what_discord_would_refuse_is_left_out_or_cut() {
        let choice = |value: &str, label: &str| Choice { value: value.to_owned(), label: label.to_owned() };
        let long = "x".repeat(101);
        let offered = offered(&[choice("", "a"), choice(&long, "a"), choice("v", &long)]);
        assert_eq!(offered, json!([{ "name": "x".repeat(100), "value": "v" }]));
    }
}
