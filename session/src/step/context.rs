//! A step in the making: what was read, what is to be written, said, thought about and remembered.

use rand::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tavlei_core::Table;

use super::input::Stamp;
use crate::boards::{Boards, Remembered};
use crate::commands::THEMES;
use crate::delivery::Deliver;
use crate::event::Event;
use crate::ids::{ChatId, MessageId, PersonId};
use crate::keys::{self, Key};
use crate::language::Language;
use crate::outbox;
use crate::payload::Payload;
use crate::record::{Ended, Game, GameId, Older, Out, Purpose, Record, Seen, Slot, Task, Think, Unreadable};
use crate::store::{Pair, Read};
use crate::texts::Arg;
use crate::transaction::{StepError, Transaction};

/// What a step changes.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// What was read, and must still be so.
    pub expected: Vec<Pair>,
    /// What is written.
    pub writes: Vec<Pair>,
    /// What is to be carried; it is among the writes too.
    pub(crate) out: Vec<Out>,
    /// What the bot is to think about; it is among the writes too.
    pub(crate) think: Vec<(GameId, Think)>,
    /// Games about which the bot need not think any more.
    pub(crate) dropped: Vec<(GameId, Purpose)>,
    /// What the cache of boards is to remember of the games that have changed.
    pub(crate) boards: Vec<Remembered>,
    /// Whether the event was done before, so that nothing changes.
    pub seen: bool,
}

/// Why something that a person asked for was not done.
pub(super) enum Stop {
    /// The person is told why not.
    Refused(Refusal),
    /// The state cannot be read.
    Failed(StepError),
}

/// What a person is told instead of what was asked for.
pub(super) struct Refusal {
    /// The text.
    pub id: &'static str,
    pub args: Vec<(&'static str, Arg)>,
    /// Whether the pressed button has had its day: its message loses all of them.
    pub strips: bool,
}

/// What comes of something that a person asked for.
pub(super) type Done<T = ()> = Result<T, Stop>;

impl<E: Into<StepError>> From<E> for Stop {
    fn from(error: E) -> Self {
        Stop::Failed(error.into())
    }
}

impl Stop {
    /// The same, and the pressed message loses its buttons.
    pub(super) fn stripping(mut self) -> Self {
        if let Stop::Refused(refusal) = &mut self {
            refusal.strips = true;
        }
        self
    }
}

/// The person is told this text instead.
pub(super) fn refuse(id: &'static str) -> Stop {
    refuse_with(id, [])
}

/// The same with arguments.
pub(super) fn refuse_with<const N: usize>(id: &'static str, args: [(&'static str, Arg); N]) -> Stop {
    Stop::Refused(Refusal { id, args: args.into(), strips: false })
}

/// A step in the making.
pub(super) struct Context<'a> {
    transaction: Transaction<'a>,
    known: &'a Boards,
    pub at: u64,
    pub rng: Xoshiro256PlusPlus,
    pub posts: Vec<Post>,
    via: Option<(ChatId, String)>,
    think: Vec<(GameId, Think)>,
    dropped: Vec<(GameId, Purpose)>,
    boards: Vec<Remembered>,
}

/// Something to be carried that has no number yet.
pub(super) struct Post {
    pub chat: ChatId,
    pub what: Deliver<Older>,
    pub shows: Option<Slot>,
    pub game: Option<GameId>,
}

impl<'a> Context<'a> {
    pub(super) fn new(state: &'a dyn Read, known: &'a Boards, stamp: Stamp) -> Self {
        Context {
            transaction: Transaction::new(state),
            known,
            at: stamp.at,
            rng: Xoshiro256PlusPlus::seed_from_u64(stamp.seed),
            posts: Vec::new(),
            via: None,
            think: Vec::new(),
            dropped: Vec::new(),
            boards: Vec::new(),
        }
    }

    /// Whether an event was done before; from now on it counts as done.
    pub(super) fn was_done(&mut self, event: &Event) -> Result<bool, StepError> {
        let key = keys::seen(event.place.chat.platform, &event.update);
        if self.load(&key)?.is_some() {
            return Ok(true);
        }
        self.save(&key, &Seen { at: self.at })?;
        self.via = event.via.clone().map(|via| (event.place.chat.clone(), via));
        Ok(false)
    }

    /// Numbers what is to be carried and ends the step.
    pub(super) fn finish(mut self) -> Result<Changes, StepError> {
        let mut out = Vec::new();
        for Post { chat: place, what, shows, game } in std::mem::take(&mut self.posts) {
            let key = keys::chat(&place);
            let Some(mut chat) = self.load(&key)? else { continue };
            let via = self.via.as_ref().filter(|(other, _)| *other == place).map(|(_, via)| via.clone());
            let item = Out { id: chat.next, chat: place, via, at: self.at, what, shows, game };
            chat.next += 1;
            self.save(&key, &chat)?;
            self.save(&keys::out(&item.chat, item.id), &item)?;
            out.push(item);
        }
        let (expected, writes) = self.transaction.finish();
        let Context { think, dropped, boards, .. } = self;
        Ok(Changes { expected, writes, out, think, dropped, boards, seen: false })
    }

    // ---- What is stored ----

    pub(super) fn load<R: Record>(&mut self, key: &Key<R>) -> Result<Option<R>, StepError> {
        self.transaction.load(key)
    }

    pub(super) fn save<R: Record>(&mut self, key: &Key<R>, record: &R) -> Result<(), StepError> {
        self.transaction.save(key, record)
    }

    pub(super) fn remove<R: Record>(&mut self, key: &Key<R>) {
        self.transaction.remove(key);
    }

    /// Changes a record, if it is there.
    pub(super) fn change<R: Record>(
        &mut self,
        key: &Key<R>,
        change: impl FnOnce(&mut R),
    ) -> Result<(), StepError> {
        if let Some(mut record) = self.load(key)? {
            change(&mut record);
            self.save(key, &record)?;
        }
        Ok(())
    }

    /// Whether a message of the bot in a chat offers a button with this payload. Of an old message the platform may not say
    /// in which part of the chat it is: then it is looked for where the game is shown.
    pub(super) fn offers(
        &mut self,
        chat: &ChatId,
        message: &MessageId,
        payload: &Payload,
    ) -> Result<bool, StepError> {
        let text = payload.to_string();
        if outbox::offers(&mut self.transaction, chat, message, &text)? {
            return Ok(true);
        }
        let Some(game) = payload.game().cloned() else { return Ok(false) };
        // A game that cannot be read is no reason to say that here: whoever presses its button is told so elsewhere.
        let chats = self.game(&game).ok().flatten().map(|game| game.chats).unwrap_or_default();
        for part in chats.into_iter().map(|showing| showing.chat).filter(|part| part.is_part_of(chat)) {
            if outbox::offers(&mut self.transaction, &part, message, &text)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub(super) fn game(&mut self, id: &GameId) -> Result<Option<Game>, StepError> {
        self.load(&keys::game(id))
    }

    /// The game behind a button, which is always there as long as the store is whole.
    pub(super) fn known_game(&mut self, id: &GameId) -> Done<Game> {
        self.game(id)?.ok_or_else(|| refuse("game-unknown"))
    }

    pub(super) fn save_game(&mut self, game: &Game) -> Result<(), StepError> {
        self.save(&keys::game(&game.id), game)
    }

    /// Games by their ids. One that cannot be read is left out, so that the others can go on.
    pub(super) fn games(&mut self, ids: impl IntoIterator<Item = GameId>) -> Result<Vec<Game>, StepError> {
        let mut games = Vec::new();
        for id in ids {
            match self.game(&id) {
                Ok(game) => games.extend(game),
                Err(StepError::Unreadable(Unreadable { key, why })) => {
                    tracing::error!(key, why, "a game cannot be read; it is left as it is");
                }
                Err(error) => return Err(error),
            }
        }
        Ok(games)
    }

    /// The games in progress of a chat, the oldest first.
    pub(super) fn games_in(&mut self, chat: &ChatId) -> Result<Vec<Game>, StepError> {
        let ids = self.load(&keys::chat(chat))?.map(|chat| chat.games).unwrap_or_default();
        self.games(ids)
    }

    pub(super) fn language_of(&mut self, chat: &ChatId) -> Result<Language, StepError> {
        Ok(self.load(&keys::chat(chat))?.map(|chat| chat.language).unwrap_or_default())
    }

    /// The theme for pictures in a chat, as everybody there or, in private, this person has chosen it.
    pub(super) fn theme_for(
        &mut self,
        chat: &ChatId,
        person: Option<&PersonId>,
    ) -> Result<String, StepError> {
        let here = self.load(&keys::chat(chat))?;
        let private = here.as_ref().is_some_and(|chat| chat.private);
        let mut theme = here.and_then(|chat| chat.theme);
        if let (None, true, Some(person)) = (&theme, private, person) {
            theme = self.load(&keys::person(person))?.and_then(|person| person.theme);
        }
        Ok(theme.unwrap_or_else(|| THEMES[0].to_owned()))
    }

    // ---- Boards ----

    pub(super) fn table(&self, game: &Game) -> Result<Box<dyn Table>, StepError> {
        Ok(self.known.table(game)?)
    }

    /// The position of a game after so many plies.
    pub(super) fn table_at(&self, game: &Game, plies: usize) -> Result<Box<dyn Table>, StepError> {
        Ok(self.known.at(game, plies)?)
    }

    /// Has the position of a game remembered; forgotten when the game is over.
    pub(super) fn remember(&mut self, game: &Game, table: Box<dyn Table>) {
        let table = game.ended.is_none().then_some(table);
        self.boards.push(Remembered { game: game.id.clone(), table });
    }

    // ---- Thinking ----

    /// A task about a game as it is now.
    pub(super) fn thinking(&mut self, game: &Game, task: Task, chat: &ChatId) -> Think {
        Think { task, stage: game.stage, chat: chat.clone(), seed: self.seed() }
    }

    /// Sets the bot thinking.
    pub(super) fn think(&mut self, game: &Game, think: Think) {
        self.think.push((game.id.clone(), think));
    }

    /// The bot need not think about this any more.
    pub(super) fn drop_thought(&mut self, game: &Game, purpose: Purpose) {
        self.dropped.push((game.id.clone(), purpose));
    }

    // ---- Chance and time ----

    pub(super) fn seed(&mut self) -> u64 {
        self.rng.next_u64()
    }

    /// A number that tells a question from others of its game; small, so that a button has room for it.
    pub(super) fn number(&mut self) -> u32 {
        self.rng.next_u32() >> 8
    }

    /// An id that nothing has yet.
    pub(super) fn fresh<I, R: Record>(
        &mut self,
        of_seed: fn(u64) -> I,
        key: fn(&I) -> Key<R>,
    ) -> Result<I, StepError> {
        loop {
            let id = of_seed(self.seed());
            if self.load(&key(&id))?.is_none() {
                return Ok(id);
            }
        }
    }

    /// An end that the players made, now.
    pub(super) fn ended(&self, winner: Option<u8>, reason: &str) -> Ended {
        Ended { at: self.at, winner, reason: reason.to_owned(), score: None, places: None }
    }
}
