//! Going through a finished game, position by position: each thought is small, and what is known is stored after it.

use std::collections::BTreeMap;

use super::{Scene, StepError, Thought, Work};
use crate::caption::{self, side, sitter, title};
use crate::delivery::{Message, Span};
use crate::ids::MessageId;
use crate::keys;
use crate::plan;
use crate::record::{Analysis, Game, Older, OutWhat, Sitter, Slot, Task, Think, Turn};
use crate::texts::{Arg, say};
use crate::wording;

/// Games of fewer plies have no turning point.
const SHORTEST: usize = 4;
/// A bot of this level or a higher one sees as much as who goes through the game: its plies are no mistakes.
const STRONG: u8 = 5;

impl Work<'_> {
    /// Whether there is something to be said about how a finished game went.
    pub(super) fn can_be_analysed(game: &Game) -> bool {
        game.ended.is_some() && game.seats.len() == 2 && game.plies.len() >= SHORTEST
    }

    /// The game that is to be gone through: the one of the message that is answered, or the last one finished here.
    pub(super) fn analyse(&mut self, scene: &Scene, reply_to: Option<&MessageId>) -> Result<(), StepError> {
        let mut game = match reply_to {
            Some(message) => self.game_of(&scene.chat, message)?,
            None => None,
        };
        if game.is_none() {
            let finished = self.draft.load(&keys::chat(&scene.chat))?.and_then(|chat| chat.finished);
            game = finished.map(|id| self.game(&id)).transpose()?.flatten();
        }
        match game {
            Some(game) => self.analyse_game(scene, &game),
            None => {
                let id =
                    if self.games_in(&scene.chat)?.is_empty() { "analyse-none" } else { "analyse-later" };
                self.answer(scene, id, &[]);
                Ok(())
            }
        }
    }

    pub(super) fn analyse_game(&mut self, scene: &Scene, game: &Game) -> Result<(), StepError> {
        let key = keys::analysis(&game.id);
        let refusal = if game.ended.is_none() {
            Some("analyse-later")
        } else if game.seats.len() != 2 {
            Some("analyse-four")
        } else if game.plies.len() < SHORTEST {
            Some("analyse-short")
        } else if self.draft.load(&key)?.is_some() {
            Some("analyse-under-way")
        } else {
            None
        };
        if let Some(id) = refusal {
            self.answer(scene, id, &[]);
            return Ok(());
        }
        // A game that can no longer be read is no game to go through.
        self.boards.at(game, game.plies.len())?;
        let seed = self.seed();
        let task = Task::Value { after: 0 };
        let think = Think { task, stage: game.stage, chat: scene.chat.clone(), seed };
        let analysis = Analysis {
            think: think.clone(),
            who: scene.me.clone(),
            values: BTreeMap::new(),
            turns: Vec::new(),
            found: Vec::new(),
        };
        self.draft.save(&key, &analysis)?;
        self.think.push((game.id.clone(), think));
        let text = say(scene.language, "analyse-thinks", &[]);
        self.post_in(&game.id, &scene.chat, Slot::Analysis(game.id.clone()), text);
        Ok(())
    }

    /// One position more is known.
    pub(super) fn value_thought(
        &mut self,
        thought: &Thought,
        after: u32,
        score: i32,
    ) -> Result<(), StepError> {
        let task = Task::Value { after };
        let Some((game, mut analysis)) = self.analysed(thought, task)? else { return Ok(()) };
        analysis.values.insert(after, score);
        let plies = game.plies.len() as u32;
        if let Some(after) = plan::next(&analysis.values, plies) {
            return self.go_on(&game, analysis, Task::Value { after });
        }
        let seats: Vec<u8> = game.plies.iter().map(|ply| ply.seat).collect();
        let strong =
            |seat: u8| matches!(game.seats.get(usize::from(seat)), Some(Sitter::Bot { level: STRONG.. }));
        analysis.turns = plan::candidates(&analysis.values, &seats, strong);
        self.look_at_next(&game, analysis)
    }

    /// One ply was looked at closely.
    pub(super) fn turn_thought(
        &mut self,
        thought: &Thought,
        after: u32,
        turn: Option<&Turn>,
    ) -> Result<(), StepError> {
        let task = Task::Turn { after };
        let Some((game, mut analysis)) = self.analysed(thought, task)? else { return Ok(()) };
        analysis.turns.retain(|other| *other != after);
        analysis.found.extend(turn.filter(|turn| plan::is_turn(turn.before, turn.then)).cloned());
        self.look_at_next(&game, analysis)
    }

    /// The analysis that a thought belongs to, if it is the one that is waited for.
    fn analysed(&mut self, thought: &Thought, task: Task) -> Result<Option<(Game, Analysis)>, StepError> {
        let key = keys::analysis(&thought.game);
        let Some(analysis) = self.draft.load(&key)? else { return Ok(None) };
        let Some(game) = self.game(&thought.game)? else {
            self.draft.remove(&key);
            return Ok(None);
        };
        // One that comes twice is taken once.
        let waited_for = analysis.think.stage == thought.stage && analysis.think.task == task;
        Ok(waited_for.then_some((game, analysis)))
    }

    fn go_on(&mut self, game: &Game, mut analysis: Analysis, task: Task) -> Result<(), StepError> {
        analysis.think.task = task;
        analysis.think.seed = self.seed();
        self.draft.save(&keys::analysis(&game.id), &analysis)?;
        self.think.push((game.id.clone(), analysis.think));
        Ok(())
    }

    fn look_at_next(&mut self, game: &Game, analysis: Analysis) -> Result<(), StepError> {
        match analysis.turns.first() {
            Some(&after) if analysis.found.len() < plan::SHOWN => {
                self.go_on(game, analysis, Task::Turn { after })
            }
            _ => self.show_analysis(game, analysis),
        }
    }

    fn show_analysis(&mut self, game: &Game, mut analysis: Analysis) -> Result<(), StepError> {
        self.draft.remove(&keys::analysis(&game.id));
        analysis.found.sort_by_key(|turn| turn.after);
        let chat = analysis.think.chat.clone();
        let language = self.language_of(&chat)?;
        let table = self.boards.at(game, 0)?;
        let mut text = title(table.info(), &game.options, language);
        text.push(Span::Plain(". ".to_owned()));
        text.extend(say(language, "analyse-head", &[("count", analysis.found.len().into())]));
        if plan::is_sampled(game.plies.len() as u32) {
            text.push(Span::Plain(" ".to_owned()));
            text.extend(say(language, "analyse-sampled", &[]));
        }
        let slot = Slot::Analysis(game.id.clone());
        let message = Message { text, ..Message::default() };
        let what = OutWhat::Edit { older: Older::Shows(slot.clone()), to: Box::new(message) };
        self.post(&chat, what, Some(slot), Some(game.id.clone()));
        let last = analysis.found.len();
        for (index, turn) in analysis.found.iter().enumerate() {
            let mut message = self.turn_message(game, &chat, turn)?;
            if index + 1 == last {
                // It may have taken a while.
                message.notify = vec![analysis.who.id.clone()];
            }
            self.post(&chat, OutWhat::Send(Box::new(message)), None, Some(game.id.clone()));
        }
        Ok(())
    }

    /// One turning point: the position before it, what was played, what was better, and why.
    fn turn_message(
        &mut self,
        game: &Game,
        chat: &crate::ids::ChatId,
        turn: &Turn,
    ) -> Result<Message, StepError> {
        let language = self.language_of(chat)?;
        let table = self.boards.at(game, turn.after as usize)?;
        let Some(ply) = game.plies.get(turn.after as usize) else { return Ok(Message::default()) };
        let seat = tavlei_core::Seat(ply.seat);
        let whose = ("side", Arg::Word(side(table.info(), seat).name()));
        let (played, better) =
            (("played", Arg::code(ply.text.clone())), ("better", Arg::code(turn.better.clone())));
        let number = ("count", Arg::Number(i64::from(turn.after) + 1));
        let who = ("who", Arg::Spans(sitter(game, seat, language)));
        let mut text =
            say(language, "turn-head", &[number, whose.clone(), who, played.clone(), better.clone()]);
        let newline = || Span::Plain("\n".to_owned());
        let (from, to) = (wording::standing(turn.before), wording::standing(turn.then));
        if from != to {
            text.push(newline());
            let args = [whose, ("from", Arg::Word(from)), ("to", Arg::Word(to))];
            text.extend(say(language, "turn-swing", &args));
        }
        let pieces = wording::pieces_of(table.as_ref());
        text.push(newline());
        text.extend(say(language, "turn-why", &[better]));
        text.extend(wording::reasons(&turn.why, turn.reply.as_deref(), pieces, language));
        // That an answer improves the position is no reason against what was played.
        if let Some((answer, why)) = turn.answer.as_ref().filter(|(_, why)| !why.is_empty()) {
            text.push(newline());
            text.extend(say(language, "turn-answer", &[played, ("answer", Arg::code(answer.clone()))]));
            text.extend(wording::reasons(why, None, pieces, language));
        }
        let picture = self.pointed(game, table.as_ref(), chat, &turn.better)?;
        Ok(Message { text: caption::shortened(text), picture: Some(picture), ..Message::default() })
    }
}
