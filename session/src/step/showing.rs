//! Showing boards: where, to whom, anew or in place.

use tavlei_core::{Table, catalogue};

use super::{Scene, StepError, Work, button};
use crate::caption;
use crate::choose;
use crate::commands::Verb;
use crate::delivery::{Button, ButtonKind, Message};
use crate::ids::{ChatId, MessageId, PersonId};
use crate::keys;
use crate::payload::Payload;
use crate::record::{Game, Older, OutWhat, Slot};

/// How a board comes to be seen.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Show {
    /// As a new message; the buttons of the one before go away.
    Anew,
    /// In the place of this message of this chat; anew in other chats.
    InPlaceOf(ChatId, MessageId),
    /// In the place of whatever message shows it.
    InPlace,
}

impl Work<'_> {
    /// Shows a game's board in all its chats, so that these people notice it.
    pub(super) fn show(
        &mut self,
        game: &Game,
        table: &dyn Table,
        how: &Show,
        notify: &[PersonId],
    ) -> Result<(), StepError> {
        for showing in &game.chats {
            let here = match how {
                Show::InPlaceOf(chat, _) if *chat != showing.chat => &Show::Anew,
                how => how,
            };
            self.show_in(game, table, &showing.chat, here, notify)?;
        }
        Ok(())
    }

    /// Shows a game's board in one chat.
    pub(super) fn show_in(
        &mut self,
        game: &Game,
        table: &dyn Table,
        chat: &ChatId,
        how: &Show,
        notify: &[PersonId],
    ) -> Result<(), StepError> {
        let language = self.language_of(chat)?;
        let viewer = game.people().map(|(_, guest)| guest.id.clone()).next();
        let theme = self.theme_for(chat, viewer.as_ref())?;
        let seen_by = game.chats.iter().find(|showing| showing.chat == *chat).map_or(0, |s| s.seen_by);
        let mut view = table.view();
        if game.ended.is_some() {
            for player in &mut view.players {
                player.acts = false;
            }
        }
        let message = Message {
            text: caption::caption(game, table, language),
            picture: Some(caption::picture(view, table.info(), seen_by, &theme, language)),
            buttons: self.board_buttons(game, table, chat)?,
            notify: notify.to_vec(),
            reply_to: None,
        };
        let slot = Slot::Board(game.id.clone());
        let to = Box::new(message);
        let what = match how {
            Show::Anew => {
                self.strip(chat, Older::Shows(slot.clone()));
                OutWhat::Send(to)
            }
            Show::InPlaceOf(_, message) => OutWhat::Edit { older: Older::Message(message.clone()), to },
            Show::InPlace => OutWhat::Edit { older: Older::Shows(slot.clone()), to },
        };
        self.post(chat, what, Some(slot), Some(game.id.clone()));
        Ok(())
    }

    /// The buttons under a board: the plies of a person who is to act, or another game when this one is over.
    fn board_buttons(
        &mut self,
        game: &Game,
        table: &dyn Table,
        chat: &ChatId,
    ) -> Result<Vec<Vec<Button>>, StepError> {
        let language = self.language_of(chat)?;
        if game.ended.is_some() {
            let again = Payload::Again { game: game.id.clone() };
            let mut row = vec![button(language, "button-again", again, ButtonKind::Plain)];
            if Self::can_be_analysed(game) {
                let analyse = self.about(Verb::Analyse, game);
                row.push(button(language, "button-analyse", analyse, ButtonKind::Plain));
            }
            return Ok(vec![row]);
        }
        match table.to_act() {
            Some(seat) if game.bot(seat).is_none() => {
                Ok(choose::buttons(&game.id, game.stage, &table.legal(), "", language))
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Shows other plies under a board: those that begin so.
    pub(super) fn show_group(
        &mut self,
        scene: &Scene,
        game: &Game,
        table: &dyn Table,
        message: &MessageId,
        beginning: &str,
    ) {
        let buttons = choose::buttons(&game.id, game.stage, &table.legal(), beginning, scene.language);
        let older = Older::Message(message.clone());
        let what = OutWhat::Buttons { older, buttons };
        self.post(&scene.chat, what, Some(Slot::Board(game.id.clone())), Some(game.id.clone()));
    }

    /// Takes the buttons off a message that shows an old position, unless the same message now shows the new one.
    pub(super) fn strip_if_old(&mut self, scene: &Scene, game: &Game) -> Result<(), StepError> {
        let Some(pressed) = &scene.pressed else { return Ok(()) };
        let slot = Slot::Board(game.id.clone());
        let shown = self.draft.load(&keys::shown(&scene.chat, &slot))?;
        if shown.is_some_and(|shown| shown.message != *pressed) {
            self.strip(&scene.chat, Older::Message(pressed.clone()));
        }
        Ok(())
    }

    /// The starting picture of a game, as the chat would see it.
    pub(super) fn starting_picture(
        &mut self,
        scene: &Scene,
        entry: &'static catalogue::Entry,
    ) -> Result<crate::delivery::Picture, StepError> {
        let theme = self.theme_for(&scene.chat, Some(&scene.me.id))?;
        let table = entry.table(&tavlei_core::Options::default());
        let below = below(entry.info);
        Ok(caption::picture(table.view(), entry.info, below, &theme, scene.language))
    }
}

/// The seat whose side is below when nobody has asked otherwise: White, South, or whoever is first.
pub(super) fn below(info: &tavlei_core::Info) -> u8 {
    use tavlei_core::Side;
    info.seats.iter().position(|side| matches!(side, Side::White | Side::South)).unwrap_or(0) as u8
}
