//! What the bot has thought out comes in as an event of its own.

use super::showing::Show;
use super::{Answer, StepError, Thought, Work};
use crate::keys;
use crate::record::Task;

/// After this many milliseconds the person may have turned away: the answer is a new message, to be noticed.
const ATTENTION: u64 = 20_000;

impl Work<'_> {
    pub(super) fn thought(&mut self, thought: &Thought) -> Result<(), StepError> {
        match &thought.answer {
            Answer::Ply(_) | Answer::Draw { .. } => self.play_thought(thought),
            Answer::Hint(advice) => self.hint_thought(thought, advice.as_deref()),
            Answer::Value { after, score } => self.value_thought(thought, *after, *score),
            Answer::Turn { after, turn } => self.turn_thought(thought, *after, turn.as_deref()),
        }
    }

    fn play_thought(&mut self, thought: &Thought) -> Result<(), StepError> {
        let Some(think) = self.draft.load(&keys::think(&thought.game))? else { return Ok(()) };
        let Some(game) = self.game(&thought.game)? else {
            self.draft.remove(&keys::think(&thought.game));
            return Ok(());
        };
        if think.stage != thought.stage || game.stage != thought.stage || game.ended.is_some() {
            return Ok(());
        }
        match &thought.answer {
            Answer::Draw { score } if think.task == Task::Draw => self.bot_answers_draw(game, *score),
            Answer::Ply(choice) if think.task == Task::Ply => {
                let table = self.boards.table(&game)?;
                if table.to_act().is_none_or(|seat| game.bot(seat).is_none()) {
                    return Ok(());
                }
                let lately = game.plies.last().map_or(game.began, |ply| ply.at);
                let how = if self.at.saturating_sub(lately) > ATTENTION { Show::Anew } else { Show::InPlace };
                self.draft.remove(&keys::think(&game.id));
                self.bot_plays(game, table, choice, &how)
            }
            _ => Ok(()),
        }
    }
}
