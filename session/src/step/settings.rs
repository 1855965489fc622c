//! Language and theme.

use super::{Scene, StepError, Work, button, labelled};
use crate::commands::THEMES;
use crate::delivery::{ButtonKind, Message};
use crate::keys;
use crate::language::Language;
use crate::payload::Payload;
use crate::record::OutWhat;
use crate::texts::{self, Arg, say};

impl Work<'_> {
    pub(super) fn choose_language(&mut self, scene: &Scene, text: &str) -> Result<(), StepError> {
        if let Some(language) = Language::named(text) {
            return self.set_language(scene, language);
        }
        let buttons = Language::ALL.map(|language| {
            labelled(language.own_name().to_owned(), Payload::Language(language), ButtonKind::Plain)
        });
        let id = if text.is_empty() { "lang-which" } else { "lang-unknown" };
        self.tell(scene, say(scene.language, id, &[]), vec![buttons.to_vec()]);
        Ok(())
    }

    /// In private the person's language; in a group the chat's.
    pub(super) fn set_language(&mut self, scene: &Scene, language: Language) -> Result<(), StepError> {
        if scene.private {
            let key = keys::person(&scene.me.id);
            if let Some(mut person) = self.draft.load(&key)? {
                person.language = Some(language);
                self.draft.save(&key, &person)?;
            }
        }
        let key = keys::chat(&scene.chat);
        if let Some(mut chat) = self.draft.load(&key)? {
            chat.language = language;
            self.draft.save(&key, &chat)?;
        }
        let id = if scene.private { "lang-done" } else { "lang-done-here" };
        self.settle(scene, say(language, id, &[]));
        Ok(())
    }

    pub(super) fn choose_theme(&mut self, scene: &Scene, text: &str) -> Result<(), StepError> {
        let Some(theme) = theme_named(text) else {
            let buttons: Vec<_> = THEMES
                .iter()
                .map(|theme| {
                    let payload = Payload::Theme((*theme).to_owned());
                    button(scene.language, &format!("theme-{theme}"), payload, ButtonKind::Plain)
                })
                .collect();
            let id = if text.is_empty() { "theme-which" } else { "theme-unknown" };
            let rows = buttons.chunks(2).map(<[_]>::to_vec).collect();
            self.tell(scene, say(scene.language, id, &[]), rows);
            return Ok(());
        };
        if scene.private {
            let key = keys::person(&scene.me.id);
            if let Some(mut person) = self.draft.load(&key)? {
                person.theme = Some(theme.to_owned());
                self.draft.save(&key, &person)?;
            }
        }
        let key = keys::chat(&scene.chat);
        if let Some(mut chat) = self.draft.load(&key)? {
            chat.theme = Some(theme.to_owned());
            self.draft.save(&key, &chat)?;
        }
        let name = texts::plain(scene.language, &format!("theme-{theme}"), &[]);
        let text = say(scene.language, "theme-done", &[("theme", Arg::strong(name))]);
        self.strip_pressed(scene);
        // A game in progress shows itself in its new look; otherwise a sample does.
        let mut games = self.games_in(&scene.chat)?;
        games.retain(|game| game.seat_of(&scene.me.id).is_some());
        if let Some(game) = games.pop() {
            self.tell(scene, text, Vec::new());
            return self.show_board(scene, &game);
        }
        let sample = tavlei_core::catalogue::by_slug("russian").or(tavlei_core::catalogue::GAMES.first());
        let picture = match sample {
            Some(entry) => Some(self.starting_picture(scene, entry)?),
            None => None,
        };
        let message = Message { text, picture, ..Message::default() };
        self.post(&scene.chat, OutWhat::Send(Box::new(message)), None, None);
        Ok(())
    }
}

/// The theme that a person names, by its name or its words in either language.
fn theme_named(text: &str) -> Option<&'static str> {
    let wanted = text.trim().to_lowercase();
    THEMES.into_iter().find(|theme| {
        wanted == *theme
            || Language::ALL.into_iter().any(|language| {
                texts::plain(language, &format!("theme-{theme}"), &[]).to_lowercase() == wanted
            })
    })
}
