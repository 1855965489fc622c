//! What needs consent or confirmation: giving up, draws, takebacks.

use rand::RngCore;
use tavlei_core::Seat;

use super::showing::Show;
use super::{Scene, StepError, Work, person_arg};
use crate::caption::{ABANDONED, side};
use crate::delivery::{Message, Span};
use crate::ids::PersonId;
use crate::keys;
use crate::payload::Payload;
use crate::record::{
    Ended, Game, GameId, Guest, Offer, Offered, Older, OutWhat, Resigning, Sitter, Slot, Task, Think,
};
use crate::terms::MEDIUM;
use crate::texts::{Arg, say};

impl Work<'_> {
    // ---- Giving up ----

    /// Asks once whether the person really gives up.
    pub(super) fn ask_resign(&mut self, scene: &Scene, mut game: Game) -> Result<(), StepError> {
        if game.seat_of(&scene.me.id).is_none() {
            return Ok(());
        }
        // A new question takes the place of the one before.
        self.drop_resigning(&mut game, Some(&scene.me.id));
        // Small, so that a button has room for it.
        let number = self.rng.next_u32() >> 8;
        game.resigning.push(Resigning { who: scene.me.id.clone(), number });
        self.draft.save(&keys::game(&game.id), &game)?;
        let language = scene.language;
        let payload = |yes| Payload::Resign { game: game.id.clone(), number, yes };
        let buttons =
            Self::yes_no(language, ("button-resign", payload(true)), ("button-go-on", payload(false)));
        let name = Self::short_title(&game, &scene.me.id, language);
        let text = scene.for_me(say(language, "resign-sure", &[("game", Arg::plain(name))]));
        let message = Message { text, buttons, ..Message::default() };
        let slot = Slot::Resigning(game.id, number);
        self.post(&scene.chat, OutWhat::Send(Box::new(message)), Some(slot), None);
        Ok(())
    }

    /// The question lapses for whoever plays on, and for everybody when the game is over.
    pub(super) fn drop_resigning(&mut self, game: &mut Game, person: Option<&PersonId>) {
        let lapses = |question: &mut Resigning| person.is_none_or(|person| question.who == *person);
        for Resigning { number, .. } in game.resigning.extract_if(.., lapses) {
            for showing in &game.chats {
                self.strip(&showing.chat, Older::Shows(Slot::Resigning(game.id.clone(), number)));
            }
        }
    }

    pub(super) fn press_resign(
        &mut self,
        scene: &Scene,
        id: &GameId,
        number: u32,
        yes: bool,
    ) -> Result<(), StepError> {
        let Some(mut game) = self.game(id)? else {
            self.answer(scene, "game-unknown", &[]);
            return Ok(());
        };
        let question = game.resigning.iter().position(|it| it.number == number);
        let mine = question.is_some_and(|at| game.resigning[at].who == scene.me.id);
        let Some(seat) = game.seat_of(&scene.me.id).filter(|_| mine || question.is_none()) else {
            self.answer(scene, "not-asked", &[]);
            return Ok(());
        };
        if game.ended.is_some() {
            self.answer(scene, "illegal-over", &[]);
            self.strip_pressed(scene);
            return Ok(());
        }
        let Some(question) = question else {
            self.answer(scene, "question-over", &[]);
            self.strip_pressed(scene);
            return Ok(());
        };
        game.resigning.remove(question);
        if !yes {
            self.draft.save(&keys::game(&game.id), &game)?;
            self.close_question(scene, "resign-not", &[]);
            return Ok(());
        }
        let me = person_arg(&scene.me);
        self.close_question(scene, "resign-done", &[("who", me)]);
        let table = self.boards.table(&game)?;
        if game.seats.len() == 2 {
            game.ended = Some(self.ended(Some(seat.other().0), "resignation"));
        } else {
            // Among four the others go on: the bot takes the seat. When nobody is left, that is the end.
            let others = game.people().any(|(_, guest)| guest.id != scene.me.id);
            if others {
                self.leave(&mut game, &scene.me.id)?;
                game.offer = None;
            } else {
                game.ended = Some(self.ended(None, ABANDONED));
            }
        }
        game.stage = game.stage.wrapping_add(1);
        self.keep(&mut game, table, Some(&scene.me.id), &Show::Anew)
    }

    /// The bot takes the seats of a person.
    fn leave(&mut self, game: &mut Game, person: &PersonId) -> Result<(), StepError> {
        for sitter in &mut game.seats {
            if matches!(sitter, Sitter::Person(guest) if guest.id == *person) {
                *sitter = Sitter::Bot { level: MEDIUM };
            }
        }
        let key = keys::person(person);
        if let Some(mut person) = self.draft.load(&key)? {
            person.games.retain(|id| *id != game.id);
            self.draft.save(&key, &person)?;
        }
        Ok(())
    }

    pub(super) fn ended(&self, winner: Option<u8>, reason: &str) -> Ended {
        Ended { at: self.at, winner, reason: reason.to_owned(), score: None, places: None }
    }

    // ---- Draws ----

    pub(super) fn offer_draw(&mut self, scene: &Scene, mut game: Game) -> Result<(), StepError> {
        let Some(seat) = game.seat_of(&scene.me.id) else { return Ok(()) };
        if game.seats.len() > 2 {
            self.answer(scene, "draw-not-here", &[]);
            return Ok(());
        }
        if let Some(offer) = &game.offer
            && offer.what == Offered::Draw
        {
            if offer.seat == seat.0 {
                self.answer(scene, "draw-waits", &[]);
                return Ok(());
            }
            // Both want it.
            return self.agree(scene, game, seat);
        }
        let Some(level) = game.bot(seat.other()) else {
            return self.offer(scene, game, seat, Offered::Draw);
        };
        let table = self.boards.table(&game)?;
        let thinks = self.draft.load(&keys::think(&game.id))?;
        if thinks.is_some_and(|think| think.task == Task::Draw) {
            self.answer(scene, "draw-waits", &[]);
        } else if table.to_act() != Some(seat) {
            self.answer(scene, "draw-on-your-turn", &[]);
        } else if game.asked == Some(game.stage) {
            self.answer(scene, "draw-asked", &[]);
        } else if let Some(showing) = game.chats.first() {
            let chat = showing.chat.clone();
            let think = Think { task: Task::Draw, stage: game.stage, chat, seed: self.seed() };
            game.asked = Some(game.stage);
            self.draft.save(&keys::game(&game.id), &game)?;
            self.draft.save(&keys::think(&game.id), &think)?;
            self.think.push((game.id.clone(), think));
            self.answer(scene, "draw-thinks", &[("level", Arg::Number(i64::from(level)))]);
        }
        Ok(())
    }

    /// The bot's own answer to an offered draw.
    pub(super) fn bot_answers_draw(&mut self, mut game: Game, score: i32) -> Result<(), StepError> {
        /// A man's worth in hundredths; the bot sees itself clearly worse below the half of it.
        const WORSE: i32 = -50;
        /// What it takes in the opening, where a draw would be no game.
        const LOST: i32 = -250;
        /// Plies of an opening.
        const EARLY: usize = 10;
        /// Plies after which a level game may be drawn.
        const LONG: usize = 40;
        self.draft.remove(&keys::think(&game.id));
        let level = (WORSE..=-WORSE).contains(&score);
        let early = game.plies.len() < EARLY;
        let accepts = score < if early { LOST } else { WORSE } || (level && game.plies.len() >= LONG);
        let table = self.boards.table(&game)?;
        if accepts {
            self.bot_says(&game, "bot-agrees", &[Self::bots_level(&game)])?;
            game.ended = Some(self.ended(None, "agreement"));
            game.stage = game.stage.wrapping_add(1);
            return self.keep(&mut game, table, None, &Show::Anew);
        }
        for showing in &game.chats {
            let text = say(self.language_of(&showing.chat)?, "draw-bot-declines", &[]);
            let message = Message { text, ..Message::default() };
            self.post(&showing.chat, OutWhat::Send(Box::new(message)), None, Some(game.id.clone()));
        }
        // There may have been a ply since the offer.
        game.asked = Some(game.stage);
        self.draft.save(&keys::game(&game.id), &game)?;
        self.wake(&game, table.as_ref())
    }

    // ---- Takebacks ----

    pub(super) fn take_back(&mut self, scene: &Scene, mut game: Game) -> Result<(), StepError> {
        let Some(seat) = game.seat_of(&scene.me.id) else { return Ok(()) };
        if let Some(offer) = &game.offer
            && offer.what == Offered::Takeback
        {
            if offer.seat == seat.0 {
                self.answer(scene, "undo-waits", &[]);
                return Ok(());
            }
            return self.agree(scene, game, seat);
        }
        if !game.plies.iter().any(|ply| ply.seat == seat.0) {
            self.answer(scene, "undo-nothing", &[]);
            return Ok(());
        }
        if game.people().any(|(_, guest)| guest.id != scene.me.id) {
            return self.offer(scene, game, seat, Offered::Takeback);
        }
        self.rewind(&mut game, seat, Some(&scene.me.id))
    }

    /// Takes plies back, the last one of this seat included.
    fn rewind(&mut self, game: &mut Game, seat: Seat, by: Option<&PersonId>) -> Result<(), StepError> {
        while let Some(ply) = game.plies.pop() {
            if ply.seat == seat.0 {
                break;
            }
        }
        game.stage = game.stage.wrapping_add(1);
        game.mood = super::mood::rewound(&game.mood);
        if game.offer.take().is_some() {
            self.strip_offer(game);
        }
        self.boards.forget(&game.id);
        let table = self.boards.table(game)?;
        self.keep(game, table, by, &Show::Anew)
    }

    // ---- Offers among people ----

    fn offer(&mut self, scene: &Scene, mut game: Game, seat: Seat, what: Offered) -> Result<(), StepError> {
        let others: Vec<Guest> =
            game.people().filter(|(other, _)| *other != seat).map(|(_, guest)| guest.clone()).collect();
        let waits_for = game.people().map(|(other, _)| other.0).filter(|other| *other != seat.0).collect();
        // Small, so that a button has room for it.
        let number = self.rng.next_u32() >> 8;
        if game.offer.is_some() {
            // A new offer takes the place of the one before.
            self.strip_offer(&game);
        }
        game.offer = Some(Offer { what, seat: seat.0, waits_for, number });
        self.draft.save(&keys::game(&game.id), &game)?;
        let id = match what {
            Offered::Draw => "draw-offer",
            Offered::Takeback => "undo-offer",
        };
        self.show_offer(&game, number, id, ("who", person_arg(&scene.me)), &others)
    }

    /// Asks some people, wherever the game is shown, whether they agree to the offer of a number.
    pub(super) fn show_offer(
        &mut self,
        game: &Game,
        number: u32,
        id: &str,
        by: (&'static str, Arg),
        asked: &[Guest],
    ) -> Result<(), StepError> {
        let payload = |yes| Payload::Answer { game: game.id.clone(), number, yes };
        let mut whom = Vec::new();
        for guest in asked {
            if !whom.is_empty() {
                whom.push(Span::Plain(", ".to_owned()));
            }
            whom.push(Span::Person { id: guest.id.clone(), name: guest.name.clone() });
        }
        let args = [by, ("whom", Arg::Spans(whom)), ("count", asked.len().into())];
        for showing in &game.chats {
            let language = self.language_of(&showing.chat)?;
            let buttons =
                Self::yes_no(language, ("button-agree", payload(true)), ("button-disagree", payload(false)));
            let mut text = Vec::new();
            if let Some(entry) = super::said::entry_of(&game.slug) {
                text.extend(crate::caption::title(entry.info, &game.options, language));
                text.push(Span::Plain("\n".to_owned()));
            }
            text.extend(say(language, id, &args));
            let notify = asked.iter().map(|guest| guest.id.clone()).collect();
            let message = Message { text, buttons, notify, ..Message::default() };
            let slot = Slot::Offer(game.id.clone());
            self.post(&showing.chat, OutWhat::Send(Box::new(message)), Some(slot), Some(game.id.clone()));
        }
        Ok(())
    }

    pub(super) fn press_answer(
        &mut self,
        scene: &Scene,
        id: &GameId,
        number: u32,
        yes: bool,
    ) -> Result<(), StepError> {
        let Some(mut game) = self.game(id)? else {
            self.answer(scene, "game-unknown", &[]);
            return Ok(());
        };
        let Some(offer) = game.offer.clone().filter(|offer| offer.number == number) else {
            self.answer(scene, "offer-over", &[]);
            self.strip_pressed(scene);
            return Ok(());
        };
        let mine = offer.waits_for.iter().copied().find(|&seat| game.sits(&scene.me.id, Seat(seat)));
        match mine {
            None if !yes && game.sits(&scene.me.id, Seat(offer.seat)) => {
                game.offer = None;
                self.draft.save(&keys::game(&game.id), &game)?;
                self.close_question(scene, "offer-withdrawn", &[("who", person_arg(&scene.me))]);
                Ok(())
            }
            None => {
                self.answer(scene, "not-asked", &[]);
                Ok(())
            }
            Some(seat) if yes => self.agree(scene, game, Seat(seat)),
            Some(_) => {
                game.offer = None;
                self.draft.save(&keys::game(&game.id), &game)?;
                let id = match offer.what {
                    Offered::Draw => "draw-declined",
                    Offered::Takeback => "undo-declined",
                };
                self.close_question(scene, id, &[("who", person_arg(&scene.me))]);
                Ok(())
            }
        }
    }

    /// A seat agrees to what is offered; when all have, it is done.
    fn agree(&mut self, scene: &Scene, mut game: Game, seat: Seat) -> Result<(), StepError> {
        let Some(mut offer) = game.offer.take() else { return Ok(()) };
        offer.waits_for.retain(|&other| other != seat.0);
        if !offer.waits_for.is_empty() {
            let left = offer.waits_for.len();
            game.offer = Some(offer);
            self.draft.save(&keys::game(&game.id), &game)?;
            self.answer(scene, "offer-others", &[("count", left.into())]);
            return Ok(());
        }
        let id = match offer.what {
            Offered::Draw => "draw-agreed",
            Offered::Takeback => "undo-agreed",
        };
        if scene.pressed.is_some() {
            self.close_question(scene, id, &[("who", person_arg(&scene.me))]);
        } else {
            self.strip_offer(&game);
        }
        match offer.what {
            Offered::Draw => {
                let table = self.boards.table(&game)?;
                game.ended = Some(self.ended(None, "agreement"));
                game.stage = game.stage.wrapping_add(1);
                self.keep(&mut game, table, Some(&scene.me.id), &Show::Anew)
            }
            Offered::Takeback => self.rewind(&mut game, Seat(offer.seat), Some(&scene.me.id)),
        }
    }

    /// The word for a seat's side.
    pub(super) fn side_word(info: &tavlei_core::Info, seat: u8) -> (&'static str, Arg) {
        ("side", Arg::Word(side(info, Seat(seat)).name()))
    }
}
