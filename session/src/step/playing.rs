//! Beginning, playing and ending games.

use tavlei_core::catalogue::{self, Entry};
use tavlei_core::{Options, Seat, Table};

use super::said::Candidate;
use super::showing::{Show, below};
use super::{Scene, StepError, Work};
use crate::choose;
use crate::ids::{ChatId, PersonId};
use crate::keys;
use crate::payload::Payload;
use crate::record::{
    Ended, Game, GameId, Mood, Offered, Older, Ply, Purpose, Showing, Sitter, Slot, Task, Think,
};
use crate::texts::Arg;

/// The most games in progress in one chat.
pub(super) const MOST_HERE: usize = 40;
/// The most games in progress of one person.
pub(super) const MOST_OF_ONE: usize = 100;

impl Work<'_> {
    /// Whether there is room for one more game of these people here; if not, the person is told.
    pub(super) fn has_room(&mut self, scene: &Scene, people: &[PersonId]) -> Result<bool, StepError> {
        let here = self.draft.load(&keys::chat(&scene.chat))?.map_or(0, |chat| chat.games.len());
        if here >= MOST_HERE {
            self.answer(scene, "too-many-here", &[("most", MOST_HERE.into())]);
            return Ok(false);
        }
        for person in people {
            if self.draft.load(&keys::person(person))?.map_or(0, |person| person.games.len()) >= MOST_OF_ONE {
                self.answer(scene, "too-many-games", &[("most", MOST_OF_ONE.into())]);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Begins a game in the chat of a scene and shows it.
    pub(super) fn begin(
        &mut self,
        scene: &Scene,
        entry: &'static Entry,
        options: Options,
        seats: Vec<Sitter>,
    ) -> Result<(), StepError> {
        let id = loop {
            let id = GameId::of_seed(self.seed());
            if self.game(&id)?.is_none() {
                break id;
            }
        };
        let table = entry.table(&options);
        let mut game = Game {
            id,
            slug: entry.info.slug.to_owned(),
            options,
            seats,
            began: self.at,
            plies: Vec::new(),
            stage: 0,
            offer: None,
            asked: None,
            resigning: Vec::new(),
            mood: Mood::default(),
            ended: None,
            again: false,
            chats: Vec::new(),
        };
        // One person against the bot sees his own side below; otherwise it is the same for everybody.
        let seats: Vec<Seat> = game.people().map(|(seat, _)| seat).collect();
        let seen_by = match *seats.as_slice() {
            [seat] => seat.0,
            _ => below(entry.info),
        };
        game.chats.push(Showing { chat: scene.chat.clone(), seen_by });
        for showing in &game.chats {
            let key = keys::chat(&showing.chat);
            if let Some(mut chat) = self.draft.load(&key)? {
                chat.games.push(game.id.clone());
                chat.last = Some(game.id.clone());
                self.draft.save(&key, &chat)?;
            }
        }
        for (_, guest) in game.people() {
            let key = keys::person(&guest.id);
            let person = self.draft.load(&key)?;
            let mut person = person.unwrap_or_else(|| crate::record::Person {
                name: guest.name.clone(),
                handle: None,
                language: None,
                reported: None,
                theme: None,
                games: Vec::new(),
            });
            if !person.games.contains(&game.id) {
                person.games.push(game.id.clone());
                self.draft.save(&key, &person)?;
            }
        }
        self.draft.save(&keys::game(&game.id), &game)?;
        self.wake(&game, table.as_ref())?;
        let notify = self.to_notice(&game, table.as_ref(), Some(&scene.me.id));
        self.show(&game, table.as_ref(), &Show::Anew, &notify)?;
        self.boards.remember(&game.id, table);
        Ok(())
    }

    /// Plays legal plies, stores the game and shows it.
    pub(super) fn play_plies(
        &mut self,
        mut game: Game,
        mut table: Box<dyn Table>,
        plies: &[String],
        by: Option<&PersonId>,
        how: &Show,
    ) -> Result<(), StepError> {
        for text in plies {
            let Some(seat) = table.to_act() else { break };
            if let Err(why) = table.play(text) {
                tracing::error!(game = %game.id, ply = %text, %why, "a ply was not legal after all");
                break;
            }
            game.plies.push(Ply { text: text.clone(), seat: seat.0, at: self.at });
            game.stage = game.stage.wrapping_add(1);
            self.lapse(&mut game, Seat(seat.0));
            if by.is_some() {
                self.drop_resigning(&mut game, by);
            }
        }
        if let Some(outcome) = table.outcome() {
            game.ended = Some(Ended::of(&outcome, self.at));
        }
        self.keep(&mut game, table, by, how)
    }

    /// Stores a game after a change, and shows it.
    pub(super) fn keep(
        &mut self,
        game: &mut Game,
        table: Box<dyn Table>,
        by: Option<&PersonId>,
        how: &Show,
    ) -> Result<(), StepError> {
        for showing in &game.chats {
            let key = keys::chat(&showing.chat);
            if let Some(mut chat) = self.draft.load(&key)? {
                chat.last = Some(game.id.clone());
                if game.ended.is_some() {
                    chat.games.retain(|id| *id != game.id);
                    chat.finished = Some(game.id.clone());
                }
                self.draft.save(&key, &chat)?;
            }
        }
        if game.ended.is_some() {
            if game.offer.take().is_some() {
                self.strip_offer(game);
            }
            self.drop_resigning(game, None);
            for (_, guest) in game.people() {
                let key = keys::person(&guest.id);
                if let Some(mut person) = self.draft.load(&key)? {
                    person.games.retain(|id| *id != game.id);
                    self.draft.save(&key, &person)?;
                }
            }
        }
        self.draft.save(&keys::game(&game.id), game)?;
        self.wake(game, table.as_ref())?;
        self.drop_hint(game)?;
        let notify = self.to_notice(game, table.as_ref(), by);
        self.show(game, table.as_ref(), how, &notify)?;
        if game.ended.is_some() {
            self.boards.forget(&game.id);
        } else {
            self.boards.remember(&game.id, table);
        }
        Ok(())
    }

    /// Who should notice the new board: who is to act, or everybody when the game is over, but not who did it.
    fn to_notice(&self, game: &Game, table: &dyn Table, by: Option<&PersonId>) -> Vec<PersonId> {
        let mut people = Vec::new();
        for (seat, guest) in game.people() {
            let concerned = game.ended.is_some() || table.to_act() == Some(seat);
            if concerned && Some(&guest.id) != by && !people.contains(&guest.id) {
                people.push(guest.id.clone());
            }
        }
        people
    }

    /// Sets the bot thinking if it is to act, and stops it if it is not. A draw that it was offered is answered first,
    /// whatever has been played since.
    pub(super) fn wake(&mut self, game: &Game, table: &dyn Table) -> Result<(), StepError> {
        let key = keys::think(&game.id);
        let before = self.draft.load(&key)?;
        let acts = table.to_act().is_some_and(|seat| game.bot(seat).is_some());
        let task = match &before {
            _ if game.ended.is_some() => None,
            Some(Think { task: Task::Draw, .. }) => Some(Task::Draw),
            _ => acts.then_some(Task::Ply),
        };
        match (task, game.chats.first()) {
            (Some(task), Some(showing)) => {
                let seed = self.seed();
                let think = Think { task, stage: game.stage, chat: showing.chat.clone(), seed };
                self.draft.save(&key, &think)?;
                self.think.push((game.id.clone(), think));
            }
            _ if before.is_some() => {
                self.draft.remove(&key);
                self.dropped.push((game.id.clone(), Purpose::Play));
            }
            _ => {}
        }
        Ok(())
    }

    /// An offer does not outlive a ply of somebody else than who offers; a takeback outlives none.
    fn lapse(&mut self, game: &mut Game, seat: Seat) {
        let lapses = |offer: &crate::record::Offer| offer.what == Offered::Takeback || offer.seat != seat.0;
        if game.offer.as_ref().is_some_and(lapses) {
            game.offer = None;
            self.strip_offer(game);
        }
    }

    pub(super) fn strip_offer(&mut self, game: &Game) {
        for showing in &game.chats {
            self.strip(&showing.chat, Older::Shows(Slot::Offer(game.id.clone())));
        }
    }

    // ---- Buttons under a board ----

    /// The game and its table behind a button, if the one who pressed it is to act at that stage; otherwise a note.
    fn pressable(&mut self, scene: &Scene, id: &GameId, stage: u32) -> Result<Option<Candidate>, StepError> {
        let Some(game) = self.game(id)? else {
            self.answer(scene, "game-unknown", &[]);
            return Ok(None);
        };
        if game.ended.is_some() {
            self.answer(scene, "illegal-over", &[]);
            self.strip_if_old(scene, &game)?;
            return Ok(None);
        }
        if game.seat_of(&scene.me.id).is_none() {
            self.answer(scene, "not-your-game", &[]);
            return Ok(None);
        }
        if game.stage != stage {
            self.answer(scene, "old-button", &[]);
            self.strip_if_old(scene, &game)?;
            return Ok(None);
        }
        let table = self.boards.table(&game)?;
        if !table.to_act().is_some_and(|seat| game.sits(&scene.me.id, seat)) {
            self.answer(scene, "illegal-not-your-turn", &[]);
            return Ok(None);
        }
        Ok(Some((game, table)))
    }

    pub(super) fn press_ply(
        &mut self,
        scene: &Scene,
        id: &GameId,
        stage: u32,
        index: usize,
    ) -> Result<(), StepError> {
        let Some((game, table)) = self.pressable(scene, id, stage)? else { return Ok(()) };
        let Some(text) = table.legal().get(index).cloned() else {
            self.answer(scene, "button-unknown", &[]);
            return Ok(());
        };
        let how = self.after_tap(scene, &game, table.as_ref(), &text);
        self.play_plies(game, table, &[text], Some(&scene.me.id), &how)
    }

    pub(super) fn press_group(
        &mut self,
        scene: &Scene,
        id: &GameId,
        stage: u32,
        beginning: &str,
    ) -> Result<(), StepError> {
        let Some((game, table)) = self.pressable(scene, id, stage)? else { return Ok(()) };
        if !choose::is_beginning(&table.legal(), beginning) {
            self.answer(scene, "button-unknown", &[]);
        } else if let Some(message) = &scene.pressed {
            self.show_group(scene, &game, table.as_ref(), message, beginning);
        }
        Ok(())
    }

    /// A tap changes the message in place, unless somebody else must notice what came of it.
    fn after_tap(&self, scene: &Scene, game: &Game, table: &dyn Table, text: &str) -> Show {
        let mut ahead = table.clone_table();
        let played = ahead.play(text).is_ok();
        let next = ahead.to_act();
        let other = |(seat, guest): (Seat, &crate::record::Guest)| {
            guest.id != scene.me.id && (next.is_none() || next == Some(seat))
        };
        match &scene.pressed {
            Some(message) if played && !game.people().any(other) => {
                Show::InPlaceOf(scene.chat.clone(), message.clone())
            }
            _ => Show::Anew,
        }
    }

    // ---- Commands about a board ----

    pub(super) fn show_board(&mut self, scene: &Scene, game: &Game) -> Result<(), StepError> {
        let table = self.boards.table(game)?;
        self.show_in(game, table.as_ref(), &scene.chat, &Show::Anew, &[])
    }

    pub(super) fn flip(&mut self, scene: &Scene, mut game: Game) -> Result<(), StepError> {
        let seats = game.seats.len() as u8;
        for showing in &mut game.chats {
            if showing.chat == scene.chat {
                showing.seen_by = (showing.seen_by + 1) % seats.max(1);
            }
        }
        self.draft.save(&keys::game(&game.id), &game)?;
        self.show_board(scene, &game)
    }

    /// Plays a finished game again: at once against the bot, by a challenge against people.
    pub(super) fn press_again(&mut self, scene: &Scene, id: &GameId) -> Result<(), StepError> {
        let Some(mut game) = self.game(id)? else {
            self.answer(scene, "game-unknown", &[]);
            return Ok(());
        };
        let Some(seat) = game.seat_of(&scene.me.id) else {
            self.answer(scene, "not-your-game", &[]);
            return Ok(());
        };
        let Some(entry) = catalogue::by_slug(&game.slug) else {
            self.answer(scene, "game-unknown", &[]);
            return Ok(());
        };
        if game.ended.is_none() {
            self.answer(scene, "again-too-early", &[]);
            return Ok(());
        }
        if game.again {
            // Pressed twice, or by both.
            self.answer(scene, "button-unknown", &[]);
            self.strip_pressed(scene);
            return Ok(());
        }
        if !self.has_room(scene, std::slice::from_ref(&scene.me.id))? {
            return Ok(());
        }
        self.strip_pressed(scene);
        game.again = true;
        self.draft.save(&keys::game(&game.id), &game)?;
        // A platform may not tell any more in which part of a chat an old message was.
        let known = game.chats.iter().any(|showing| showing.chat == scene.chat);
        let chat = game.chats.first().filter(|_| !known).map_or(&scene.chat, |showing| &showing.chat);
        let scene = &Scene { chat: chat.clone(), ..scene.again() };
        let others: Vec<_> = game
            .people()
            .filter(|(_, guest)| guest.id != scene.me.id)
            .map(|(_, guest)| guest.clone())
            .collect();
        if others.is_empty() {
            // Everybody moves on one seat, so that nobody keeps the first move.
            let mut seats = game.seats.clone();
            seats.rotate_right(1);
            return self.begin(scene, entry, game.options.clone(), seats);
        }
        let next = (usize::from(seat.0) + 1) % game.seats.len().max(1);
        self.challenge_again(scene, entry, game.options.clone(), next as u8, others)
    }

    pub(super) fn strip_pressed(&mut self, scene: &Scene) {
        if let Some(message) = &scene.pressed {
            self.strip(&scene.chat, Older::Message(message.clone()));
        }
    }

    /// The game of a message, if it belongs to one.
    pub(super) fn game_of(
        &mut self,
        chat: &ChatId,
        message: &crate::ids::MessageId,
    ) -> Result<Option<Game>, StepError> {
        match self.draft.load(&keys::message(chat, message))? {
            Some(link) => self.game(&link.game),
            None => Ok(None),
        }
    }

    /// The command buttons for several games.
    pub(super) fn about(&self, verb: crate::commands::Verb, game: &Game) -> Payload {
        Payload::About { verb, game: game.id.clone() }
    }

    /// A game's name and the people, short, for buttons and lists.
    pub(super) fn short_title(game: &Game, me: &PersonId, language: crate::language::Language) -> String {
        let name = catalogue::by_slug(&game.slug)
            .map_or(game.slug.as_str(), |entry| crate::commands::name_of(entry.info, language));
        let others: Vec<String> = game
            .seats
            .iter()
            .filter_map(|sitter| match sitter {
                Sitter::Person(guest) if guest.id == *me => None,
                Sitter::Person(guest) => Some(guest.name.clone()),
                Sitter::Bot { level } => Some(crate::texts::plain(
                    language,
                    "the-bot",
                    &[("level", Arg::Number(i64::from(*level)))],
                )),
            })
            .collect();
        let mut others = others;
        others.dedup();
        format!("{name}: {}", others.join(", "))
    }
}
