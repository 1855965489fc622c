//! The menu of commands, in every language that people are spoken to in.

use serde::de::IgnoredAny;
use tavlei_session::commands::{COMMANDS, Verb};
use tavlei_session::{Backoff, Language};
use teloxide::payloads::{SetMyCommands, SetMyCommandsSetters as _};
use teloxide::types::BotCommand;
use tracing::warn;

use crate::api::{Api, Trouble};

/// Puts the menu up: for each language its own, and the default language's for everybody else.
pub(crate) async fn put_up(api: &Api) {
    for language in Language::ALL {
        let menu = SetMyCommands::new(commands(language));
        if language == Language::default() {
            set(api, &menu).await;
        }
        set(api, &menu.language_code(language.code())).await;
    }
}

async fn set(api: &Api, menu: &SetMyCommands) {
    let mut backoff = Backoff::default();
    loop {
        let wait = match api.call(menu).await {
            Ok(IgnoredAny) => return,
            Err(Trouble::Flood(wait)) => wait,
            Err(Trouble::Unanswered(_)) => backoff.wait(),
            Err(trouble) => return warn!("the menu of commands could not be put up: {trouble}"),
        };
        tokio::time::sleep(wait).await;
    }
}

/// The menu in a language. `/start` is Telegram's own button.
fn commands(language: Language) -> Vec<BotCommand> {
    COMMANDS
        .iter()
        .filter(|command| command.verb != Verb::Start)
        .map(|command| BotCommand::new(command.name, command.describe(language)))
        .collect()
}
