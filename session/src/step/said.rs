//! What is written without a command: plies, and chat. And which game is meant.

use tavlei_core::illegal::{Illegal, Misread};
use tavlei_core::notation::read_plies;
use tavlei_core::{Table, catalogue};

use super::showing::Show;
use super::{Scene, StepError, Work, button, labelled};
use crate::caption::title;
use crate::commands::Verb;
use crate::delivery::{Button, ButtonKind, Span};
use crate::ids::MessageId;
use crate::keys;
use crate::language::Language;
use crate::payload::Payload;
use crate::record::{About, Ask, AskId, Game, GameId, Slot};
use crate::texts::{Arg, say};

/// The most plies that an explanation names.
const NAMED: usize = 12;
/// The most games that a question offers.
const OFFERED: usize = 10;

/// A game with its position.
pub(super) type Candidate = (Game, Box<dyn Table>);

impl Work<'_> {
    /// A text that may be a ply.
    pub(super) fn said(
        &mut self,
        scene: &Scene,
        text: &str,
        reply_to: Option<&MessageId>,
    ) -> Result<(), StepError> {
        if let Some(message) = reply_to
            && let Some(game) = self.game_of(&scene.chat, message)?
        {
            return self.said_about(scene, game, text);
        }
        let mut fits: Vec<(Candidate, Vec<String>)> = Vec::new();
        let mut illegal: Vec<(Candidate, Illegal)> = Vec::new();
        let mut early: Vec<(Candidate, Illegal)> = Vec::new();
        for game in self.games_in(&scene.chat)? {
            if game.seat_of(&scene.me.id).is_none() {
                continue;
            }
            let table = self.boards.table(&game)?;
            match read_plies(table.as_ref(), text, |seat| game.sits(&scene.me.id, seat)) {
                Ok(plies) => fits.push(((game, table), plies)),
                Err(Misread::Illegal(why @ (Illegal::NotYourTurn | Illegal::Over))) => {
                    early.push(((game, table), why));
                }
                Err(Misread::Illegal(why)) => illegal.push(((game, table), why)),
                Err(Misread::NotAPly) => {}
            }
        }
        if fits.len() > 1 {
            let games = fits.into_iter().map(|((game, _), _)| game).collect();
            return self.ask_which(scene, text, games);
        }
        if let Some(((game, table), plies)) = fits.pop() {
            return self.play_plies(game, table, &plies, Some(&scene.me.id), &Show::Anew);
        }
        let several = illegal.len() + early.len() > 1;
        let last = self.draft.load(&keys::chat(&scene.chat))?.and_then(|chat| chat.last);
        let mut mistakes = if illegal.is_empty() { early } else { illegal };
        let latest = mistakes.iter().position(|((game, _), _)| Some(&game.id) == last.as_ref());
        match latest.or(mistakes.len().checked_sub(1)) {
            Some(index) => {
                let ((game, table), why) = mistakes.swap_remove(index);
                self.explain(scene, &game, table.as_ref(), &why, several);
            }
            None => self.not_a_ply(scene)?,
        }
        Ok(())
    }

    /// A text that answers a message of a game.
    fn said_about(&mut self, scene: &Scene, game: Game, text: &str) -> Result<(), StepError> {
        let table = self.boards.table(&game)?;
        if game.seat_of(&scene.me.id).is_none() {
            // Onlookers may talk about the game; only what is a ply is answered.
            let is_ply = !matches!(read_plies(table.as_ref(), text, |_| true), Err(Misread::NotAPly));
            if is_ply {
                self.answer(scene, "not-your-game", &[]);
            } else {
                self.not_a_ply(scene)?;
            }
            return Ok(());
        }
        if game.ended.is_some() {
            let is_ply = !matches!(read_plies(table.as_ref(), text, |_| true), Err(Misread::NotAPly));
            return if is_ply {
                self.explain(scene, &game, table.as_ref(), &Illegal::Over, false);
                Ok(())
            } else {
                self.not_a_ply(scene)
            };
        }
        match read_plies(table.as_ref(), text, |seat| game.sits(&scene.me.id, seat)) {
            Ok(plies) => self.play_plies(game, table, &plies, Some(&scene.me.id), &Show::Anew),
            Err(Misread::Illegal(why)) => {
                self.explain(scene, &game, table.as_ref(), &why, false);
                Ok(())
            }
            Err(Misread::NotAPly) => self.not_a_ply(scene),
        }
    }

    /// Chat: a hint in private and to whoever calls the bot by its name, otherwise silence.
    pub(super) fn not_a_ply(&mut self, scene: &Scene) -> Result<(), StepError> {
        if !scene.expects {
            return Ok(());
        }
        let mut mine = 0;
        for game in self.games_in(&scene.chat)? {
            if game.seat_of(&scene.me.id).is_some() {
                mine += 1;
            }
        }
        let id = if mine > 0 { "hint-game" } else { "hint-no-game" };
        self.answer(scene, id, &[]);
        Ok(())
    }

    /// Says why a ply cannot be played.
    fn explain(&mut self, scene: &Scene, game: &Game, table: &dyn Table, why: &Illegal, name_it: bool) {
        let language = scene.language;
        let mut text = Vec::new();
        if name_it {
            text.extend(title(table.info(), &game.options, language));
            text.push(Span::Plain(". ".to_owned()));
        }
        text.extend(explanation(why, language));
        let mut buttons = Vec::new();
        if let Illegal::Ambiguous { plies } = why
            && plies.len() <= OFFERED
        {
            let legal = table.legal();
            for ply in plies {
                if let Some(index) = legal.iter().position(|text| text == ply) {
                    let payload = Payload::Play { game: game.id.clone(), stage: game.stage, index };
                    buttons.push(vec![labelled(ply.clone(), payload, ButtonKind::Plain)]);
                }
            }
        }
        self.tell_one(scene, text, buttons);
    }

    // ---- Which game ----

    /// Asks in which of several games a text is to be played.
    fn ask_which(&mut self, scene: &Scene, text: &str, games: Vec<Game>) -> Result<(), StepError> {
        let ask = self.ask(scene, About::Text(text.to_owned()))?;
        let rows = games
            .iter()
            .rev()
            .take(OFFERED)
            .map(|game| {
                let payload = Payload::Text { ask: ask.clone(), game: game.id.clone(), stage: game.stage };
                let label = Self::short_title(game, &scene.me.id, scene.language);
                vec![labelled(label, payload, ButtonKind::Plain)]
            })
            .collect();
        let question = say(scene.language, "which-game-for", &[("text", Arg::code(text))]);
        self.tell_asked(scene, &ask, question, rows);
        Ok(())
    }

    /// Stores a question.
    pub(super) fn ask(&mut self, scene: &Scene, about: About) -> Result<AskId, StepError> {
        let id = loop {
            let id = AskId::of_seed(self.seed());
            if self.draft.load(&keys::ask(&id))?.is_none() {
                break id;
            }
        };
        let ask = Ask { who: scene.me.id.clone(), chat: scene.chat.clone(), made: self.at, about };
        self.draft.save(&keys::ask(&id), &ask)?;
        Ok(id)
    }

    /// Puts a question.
    pub(super) fn tell_asked(
        &mut self,
        scene: &Scene,
        ask: &AskId,
        text: Vec<Span>,
        buttons: Vec<Vec<Button>>,
    ) {
        self.tell_one(scene, text, buttons);
        if let Some(post) = self.posts.last_mut() {
            post.shows = Some(Slot::Ask(ask.clone()));
        }
    }

    /// The question behind a button, if it was put to the one who pressed it; otherwise a note.
    pub(super) fn asked(&mut self, scene: &Scene, id: &AskId) -> Result<Option<Ask>, StepError> {
        let Some(ask) = self.draft.load(&keys::ask(id))? else {
            self.answer(scene, "question-over", &[]);
            self.strip_pressed(scene);
            return Ok(None);
        };
        if ask.who != scene.me.id {
            self.answer(scene, "not-asked", &[]);
            return Ok(None);
        }
        self.draft.remove(&keys::ask(id));
        Ok(Some(ask))
    }

    pub(super) fn press_text(
        &mut self,
        scene: &Scene,
        id: &AskId,
        game: &GameId,
        stage: u32,
    ) -> Result<(), StepError> {
        let Some(ask) = self.asked(scene, id)? else { return Ok(()) };
        let (About::Text(text), Some(game)) = (ask.about, self.game(game)?) else {
            self.answer(scene, "game-unknown", &[]);
            return Ok(());
        };
        let table = self.boards.table(&game)?;
        let read = read_plies(table.as_ref(), &text, |seat| game.sits(&scene.me.id, seat));
        match read {
            Ok(plies) if game.stage == stage && game.ended.is_none() => {
                let name = Self::short_title(&game, &scene.me.id, scene.language);
                let done = say(
                    scene.language,
                    "which-game-done",
                    &[("plies", Arg::codes(&plies)), ("game", Arg::plain(name))],
                );
                self.settle(scene, done);
                self.play_plies(game, table, &plies, Some(&scene.me.id), &Show::Anew)
            }
            _ => {
                self.answer(scene, "old-button", &[]);
                self.strip_pressed(scene);
                Ok(())
            }
        }
    }

    /// A command about a game: the one of the message that it answers, or the only one, or the bot asks which.
    pub(super) fn about_some_game(
        &mut self,
        scene: &Scene,
        verb: Verb,
        reply_to: Option<&MessageId>,
    ) -> Result<(), StepError> {
        if let Some(message) = reply_to
            && let Some(game) = self.game_of(&scene.chat, message)?
        {
            return self.about_game(scene, verb, game);
        }
        let games = self.games_in(&scene.chat)?;
        let (mut mine, others): (Vec<Game>, Vec<Game>) =
            games.into_iter().partition(|game| game.seat_of(&scene.me.id).is_some());
        let looks_only = matches!(verb, Verb::Board | Verb::Moves);
        if mine.is_empty() && looks_only {
            mine = others;
        }
        if mine.is_empty() && looks_only {
            // Nothing goes on: the board of the last game can still be looked at.
            let last = self.draft.load(&keys::chat(&scene.chat))?.and_then(|chat| chat.last);
            if let Some(game) = last.map(|id| self.game(&id)).transpose()?.flatten() {
                return self.about_game(scene, verb, game);
            }
        }
        match mine.len() {
            0 => {
                self.answer(scene, "no-game-here", &[]);
                Ok(())
            }
            1 => self.about_game(scene, verb, mine.remove(0)),
            _ => {
                let rows = mine
                    .iter()
                    .rev()
                    .take(OFFERED)
                    .map(|game| {
                        let label = Self::short_title(game, &scene.me.id, scene.language);
                        vec![labelled(label, self.about(verb, game), ButtonKind::Plain)]
                    })
                    .collect();
                let question = say(scene.language, "which-game", &[]);
                self.tell_one(scene, question, rows);
                Ok(())
            }
        }
    }

    pub(super) fn press_about(&mut self, scene: &Scene, verb: Verb, id: &GameId) -> Result<(), StepError> {
        match self.game(id)? {
            Some(game) if game.chats.iter().any(|showing| showing.chat == scene.chat) => {
                // The question is answered; a list of boards stays one to choose from.
                if verb != Verb::Board {
                    self.strip_pressed(scene);
                }
                self.about_game(scene, verb, game)
            }
            _ => {
                self.answer(scene, "game-unknown", &[]);
                Ok(())
            }
        }
    }

    fn about_game(&mut self, scene: &Scene, verb: Verb, game: Game) -> Result<(), StepError> {
        let mine = game.seat_of(&scene.me.id).is_some();
        match verb {
            Verb::Board => return self.show_board(scene, &game),
            Verb::Moves => return self.list_moves(scene, &game),
            Verb::Analyse => return self.analyse_game(scene, &game),
            _ if !mine => self.answer(scene, "not-your-game", &[]),
            Verb::Flip => return self.flip(scene, game),
            _ if game.ended.is_some() => self.answer(scene, "illegal-over", &[]),
            Verb::Hint => return self.ask_hint(scene, &game),
            Verb::Resign => return self.ask_resign(scene, game),
            Verb::Draw => return self.offer_draw(scene, game),
            Verb::Undo => return self.take_back(scene, game),
            _ => {}
        }
        Ok(())
    }

    /// All legal plies, in as many messages as it takes.
    fn list_moves(&mut self, scene: &Scene, game: &Game) -> Result<(), StepError> {
        let table = self.boards.table(game)?;
        let language = scene.language;
        let mut head = title(table.info(), &game.options, language);
        head.push(Span::Plain("\n".to_owned()));
        head.extend(crate::caption::standing(game, table.as_ref(), language));
        let legal = if game.ended.is_some() { Vec::new() } else { table.legal() };
        if legal.is_empty() {
            self.tell(scene, head, Vec::new());
            return Ok(());
        }
        head.push(Span::Plain("\n".to_owned()));
        head.extend(say(language, "moves-count", &[("count", legal.len().into())]));
        head.push(Span::Plain("\n".to_owned()));
        for message in listed(head, &legal) {
            self.tell(scene, message, Vec::new());
        }
        Ok(())
    }

    /// The message of a button that belongs to a question turns into plain text.
    pub(super) fn close_question(&mut self, scene: &Scene, id: &str, args: &[(&'static str, Arg)]) {
        let text = say(scene.language, id, args);
        self.settle(scene, text);
    }

    /// A yes and a no.
    pub(super) fn yes_no(language: Language, yes: (&str, Payload), no: (&str, Payload)) -> Vec<Vec<Button>> {
        vec![vec![
            button(language, yes.0, yes.1, ButtonKind::Yes),
            button(language, no.0, no.1, ButtonKind::No),
        ]]
    }
}

/// The most characters of one message of a list.
const LONGEST: usize = 1_800;

/// Plies after a head, in messages that are not too long.
fn listed(head: Vec<Span>, plies: &[String]) -> Vec<Vec<Span>> {
    let mut messages = vec![head];
    let mut length = messages[0].iter().map(span_length).sum::<usize>();
    let mut first = true;
    for ply in plies {
        if length + ply.len() + 2 > LONGEST {
            messages.push(Vec::new());
            length = 0;
            first = true;
        }
        if let Some(message) = messages.last_mut() {
            if !first {
                message.push(Span::Plain(" ".to_owned()));
            }
            message.push(Span::Code(ply.clone()));
        }
        first = false;
        length += ply.encode_utf16().count() + 1;
    }
    messages
}

fn span_length(span: &Span) -> usize {
    match span {
        Span::Plain(text) | Span::Strong(text) | Span::Code(text) => text.encode_utf16().count(),
        Span::Person { name, .. } => name.encode_utf16().count(),
    }
}

/// Why a ply is not legal, as a sentence.
fn explanation(why: &Illegal, language: Language) -> Vec<Span> {
    let square = |square: &tavlei_core::Square| ("square", Arg::code(square.to_string()));
    let plies = |plies: &[String]| ("plies", some(plies, language));
    match why {
        Illegal::Over => say(language, "illegal-over", &[]),
        Illegal::NotYourTurn => say(language, "illegal-not-your-turn", &[]),
        Illegal::Ambiguous { plies: all } => say(language, "illegal-ambiguous", &[plies(all)]),
        Illegal::NoPiece { square: at } => say(language, "illegal-no-piece", &[square(at)]),
        Illegal::NotYours { square: at } => say(language, "illegal-not-yours", &[square(at)]),
        Illegal::MustCapture { plies: all } => {
            say(language, "illegal-must-capture", &[plies(all), ("count", all.len().into())])
        }
        Illegal::Stuck { square: at } => say(language, "illegal-stuck", &[square(at)]),
        Illegal::GoesOnly { square: at, plies: all } => {
            say(language, "illegal-goes-only", &[square(at), plies(all), ("count", all.len().into())])
        }
        Illegal::Occupied { square: at } => say(language, "illegal-occupied", &[square(at)]),
        Illegal::Closed { square: at, plies: all } => {
            say(language, "illegal-closed", &[square(at), plies(all)])
        }
        Illegal::Unknown { plies: all } => say(language, "illegal-unknown", &[plies(all)]),
    }
}

/// The first of many plies, and how to see the rest.
fn some(plies: &[String], language: Language) -> Arg {
    let Arg::Spans(mut spans) = Arg::codes(plies.iter().take(NAMED)) else { return Arg::Number(0) };
    if plies.len() > NAMED {
        spans.extend(say(language, "and-more", &[("count", (plies.len() - NAMED).into())]));
    }
    Arg::Spans(spans)
}

/// The game of a slug from a button.
pub(super) fn entry_of(slug: &str) -> Option<&'static catalogue::Entry> {
    catalogue::by_slug(slug)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::flat;

    #[test]
    fn long_lists_of_plies_are_split_and_whole() {
        let plies: Vec<String> = (0..1_000).map(|n| format!("ply-{n}")).collect();
        let messages = listed(vec![Span::Plain("head\n".to_owned())], &plies);
        assert!(messages.len() > 1);
        let mut found = Vec::new();
        for message in &messages {
            assert!(flat(message).chars().count() <= 1_900);
            for span in message {
                if let Span::Code(text) = span {
                    found.push(text.clone());
                }
            }
        }
        assert_eq!(found, plies);
    }
}
