//! Hints: a ply for the person who is to act, and why.

use tavlei_core::Table;
use tavlei_core::advice::point_at;

use super::{Advice, Scene, StepError, Thought, Work, person_arg};
use crate::caption;
use crate::delivery::Message;
use crate::keys;
use crate::record::{Game, GameId, Hint, Older, OutWhat, Purpose, Slot, Task, Think};
use crate::texts::{Arg, say};
use crate::thought::HINT_LEVEL;
use crate::wording;

impl Work<'_> {
    /// Sets out to find a hint. Only who is to act may ask; everybody in the chat sees the answer.
    pub(super) fn ask_hint(&mut self, scene: &Scene, game: &Game) -> Result<(), StepError> {
        let table = self.boards.table(game)?;
        if !table.to_act().is_some_and(|seat| game.sits(&scene.me.id, seat)) {
            self.answer(scene, "advice-not-your-turn", &[]);
            return Ok(());
        }
        let key = keys::hint(&game.id);
        if self.draft.load(&key)?.is_some_and(|hint| hint.think.stage == game.stage) {
            self.answer(scene, "advice-waits", &[]);
            return Ok(());
        }
        let seed = self.seed();
        let think = Think { task: Task::Hint, stage: game.stage, chat: scene.chat.clone(), seed };
        self.draft.save(&key, &Hint { think: think.clone(), who: scene.me.clone() })?;
        self.think.push((game.id.clone(), think));
        let text = say(scene.language, "advice-thinks", &[]);
        self.post_in(&game.id, &scene.chat, Slot::Hint(game.id.clone()), text);
        Ok(())
    }

    /// A new message with nothing but a text, to be replaced by what is being worked out.
    pub(super) fn post_in(
        &mut self,
        game: &GameId,
        chat: &crate::ids::ChatId,
        slot: Slot,
        text: Vec<crate::delivery::Span>,
    ) {
        let message = Message { text, ..Message::default() };
        self.post(chat, OutWhat::Send(Box::new(message)), Some(slot), Some(game.clone()));
    }

    /// A hint about a position that is no longer there is not thought about any more.
    pub(super) fn drop_hint(&mut self, game: &Game) -> Result<(), StepError> {
        let key = keys::hint(&game.id);
        let Some(hint) = self.draft.load(&key)? else { return Ok(()) };
        if hint.think.stage == game.stage && game.ended.is_none() {
            return Ok(());
        }
        self.draft.remove(&key);
        self.dropped.push((game.id.clone(), Purpose::Hint));
        let text = say(self.language_of(&hint.think.chat)?, "advice-dropped", &[]);
        self.show_hint(&hint, &game.id, Message { text, ..Message::default() });
        Ok(())
    }

    pub(super) fn hint_thought(
        &mut self,
        thought: &Thought,
        advice: Option<&Advice>,
    ) -> Result<(), StepError> {
        let key = keys::hint(&thought.game);
        let Some(hint) = self.draft.load(&key)? else { return Ok(()) };
        let Some(game) = self.game(&thought.game)? else {
            self.draft.remove(&key);
            return Ok(());
        };
        if hint.think.stage != thought.stage || game.stage != thought.stage || game.ended.is_some() {
            return Ok(());
        }
        self.draft.remove(&key);
        let table = self.boards.table(&game)?;
        let message = match advice {
            Some(advice) => self.advise(&game, table.as_ref(), &hint, advice)?,
            None => {
                let text = say(self.language_of(&hint.think.chat)?, "advice-failed", &[]);
                Message { text, ..Message::default() }
            }
        };
        self.show_hint(&hint, &game.id, message);
        Ok(())
    }

    fn show_hint(&mut self, hint: &Hint, game: &GameId, message: Message) {
        let slot = Slot::Hint(game.clone());
        let what = OutWhat::Edit { older: Older::Shows(slot.clone()), to: Box::new(message) };
        self.post(&hint.think.chat, what, Some(slot), Some(game.clone()));
    }

    /// The hint in words and as an arrow.
    fn advise(
        &mut self,
        game: &Game,
        table: &dyn Table,
        hint: &Hint,
        advice: &Advice,
    ) -> Result<Message, StepError> {
        let chat = &hint.think.chat;
        let language = self.language_of(chat)?;
        let private = self.draft.load(&keys::chat(chat))?.is_some_and(|chat| chat.private);
        let ply = ("ply", Arg::code(advice.ply.clone()));
        let mut text = if private {
            say(language, "advice-ply", &[ply])
        } else {
            say(language, "advice-ply-for", &[ply, ("who", person_arg(&hint.who))])
        };
        let pieces = wording::pieces_of(table);
        text.extend(wording::reasons(&advice.why, advice.reply.as_deref(), pieces, language));
        text.push(crate::delivery::Span::Plain("\n".to_owned()));
        let foot = if private { "advice-foot" } else { "advice-foot-seen" };
        text.extend(say(language, foot, &[("level", Arg::Number(i64::from(HINT_LEVEL)))]));
        let picture = self.pointed(game, table, chat, &advice.ply)?;
        Ok(Message {
            text: caption::shortened(text),
            picture: Some(picture),
            notify: vec![hint.who.id.clone()],
            ..Message::default()
        })
    }

    /// A position as a chat sees it, with an arrow for a ply.
    pub(super) fn pointed(
        &mut self,
        game: &Game,
        table: &dyn Table,
        chat: &crate::ids::ChatId,
        ply: &str,
    ) -> Result<crate::delivery::Picture, StepError> {
        let language = self.language_of(chat)?;
        let viewer = game.people().map(|(_, guest)| guest.id.clone()).next();
        let theme = self.theme_for(chat, viewer.as_ref())?;
        let seen_by = game.chats.iter().find(|showing| showing.chat == *chat).map_or(0, |s| s.seen_by);
        let mut view = table.view();
        point_at(table, ply, &mut view);
        Ok(caption::picture(view, table.info(), seen_by, &theme, language))
    }
}
