//! A chat to test in: events go through the step into a store, and deliveries are carried at once.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use tavlei_core::search::Limits;

use crate::boards::Boards;
use crate::delivery::{Button, Deliver, Delivery, Message};
use crate::event::{Event, Person, Place, What};
use crate::ids::{ChatId, MessageId, PersonId, Platform};
use crate::keys;
use crate::outbox::{resolve, struck};
use crate::record::{Game, GameId, Task, Think};
use crate::step::{Advice, Answer, Changes, Input, Stamp, Thought, step};
use crate::store::{Commit, MemoryStore, Store};
use crate::texts::flat;
use crate::transaction::Transaction;

/// The platform of tests.
pub(crate) const WEB: Platform = Platform::new("web").expect("a name");

/// A chat with a store, a clock and people who speak English unless their name is Cyrillic.
pub(crate) struct Desk {
    pub store: MemoryStore,
    pub boards: Boards,
    pub chat: ChatId,
    pub private: bool,
    pub now: u64,
    updates: u64,
    /// Messages as they stand in the chat now, the oldest first.
    pub messages: BTreeMap<u64, Message>,
    /// Everything carried since the last event.
    pub carried: Vec<Delivery>,
    /// What the bot was set to think about and has not answered.
    pub thinking: Vec<(GameId, Think)>,
}

impl Desk {
    pub(crate) fn group() -> Desk {
        Desk {
            store: MemoryStore::default(),
            boards: Boards::default(),
            chat: ChatId { platform: WEB, id: "club".to_owned() },
            private: false,
            now: 1_000_000,
            updates: 0,
            messages: BTreeMap::new(),
            carried: Vec::new(),
            thinking: Vec::new(),
        }
    }

    pub(crate) fn private() -> Desk {
        Desk { private: true, ..Desk::group() }
    }

    pub(crate) fn event(&mut self, who: &str, what: What) -> Event {
        self.updates += 1;
        self.now += 1_000;
        Event {
            update: self.updates.to_string(),
            place: Place { chat: self.chat.clone(), private: self.private },
            who: person(who),
            what,
            via: Some(format!("via {}", self.updates)),
        }
    }

    /// The time on the desk's clock, and a seed that no other event has.
    pub(crate) fn stamp(&self) -> Stamp {
        Stamp { at: self.now, seed: self.updates }
    }

    pub(crate) fn run(&mut self, input: &Input) -> Changes {
        let changes = step(&self.store, &self.boards, self.stamp(), input).expect("a readable store");
        let commit = self.store.commit(&changes.expected, &changes.writes).expect("memory");
        assert_eq!(commit, Commit::Done);
        self.thinking.retain(|(id, think)| {
            let key = (id.clone(), think.task.purpose());
            let newer = changes.think.iter().any(|(id, think)| (id.clone(), think.task.purpose()) == key);
            !changes.dropped.contains(&key) && !newer
        });
        self.thinking.extend(changes.think.clone());
        self.boards.remember(&changes.boards);
        self.carried.clear();
        for out in &changes.out {
            self.carry(&out.chat, out.id);
        }
        changes
    }

    fn carry(&mut self, chat: &ChatId, number: u64) {
        let waiting = resolve(&self.store, chat, number).expect("readable").expect("it waits");
        let mut id = None;
        if let Some(delivery) = &waiting.delivery {
            check(delivery);
            match &delivery.what {
                Deliver::Send(message) => id = Some(self.post((**message).clone())),
                Deliver::Edit { older, to } => {
                    self.messages.insert(key(older), (**to).clone());
                    id = Some(older.clone());
                }
                Deliver::Buttons { older, buttons } => {
                    self.messages.get_mut(&key(older)).expect("there").buttons = buttons.clone();
                }
                Deliver::Strip { older } => {
                    self.messages.get_mut(&key(older)).expect("there").buttons.clear();
                }
                Deliver::Note { .. } => {}
            }
            self.carried.push(delivery.clone());
        }
        let struck = struck(&self.store, &waiting, id).expect("readable");
        assert_eq!(self.store.commit(&struck.expected, &struck.writes), Ok(Commit::Done));
        if struck.more {
            self.carry(chat, number);
        }
    }

    fn post(&mut self, message: Message) -> MessageId {
        let id = self.messages.last_key_value().map_or(1, |(last, _)| last + 1);
        self.messages.insert(id, message);
        MessageId(id.to_string())
    }

    /// Somebody writes something. Gives the texts of what came back.
    pub(crate) fn says(&mut self, who: &str, text: &str) -> Vec<String> {
        self.says_to(who, text, None)
    }

    /// Somebody writes an answer to a message.
    pub(crate) fn says_to(&mut self, who: &str, text: &str, reply_to: Option<u64>) -> Vec<String> {
        let reply_to = reply_to.map(|id| MessageId(id.to_string()));
        let what = What::Said { text: raw(text), reply_to, addressed: false, mentions: mentions(text) };
        let event = self.event(who, what);
        self.run(&Input::Event(Box::new(event)));
        self.texts()
    }

    /// Somebody gives a slash command.
    pub(crate) fn commands(&mut self, who: &str, name: &str, given: &[(&str, &str)]) -> Vec<String> {
        let arguments: Vec<_> = given.iter().map(|(name, value)| ((*name).to_owned(), raw(value))).collect();
        let said: Vec<Person> = given.iter().flat_map(|(_, value)| mentions(value)).collect();
        let what = What::Commanded { name: name.to_owned(), arguments, mentions: said };
        let event = self.event(who, what);
        self.run(&Input::Event(Box::new(event)));
        self.texts()
    }

    /// Somebody presses the newest button with this label. Gives the note, empty if it says nothing.
    pub(crate) fn presses(&mut self, who: &str, label: &str) -> String {
        let (message, payload) = self
            .messages
            .iter()
            .rev()
            .find_map(|(id, message)| {
                let button = message.buttons.iter().flatten().find(|button| button.label == label)?;
                Some((*id, button.payload.clone()))
            })
            .unwrap_or_else(|| panic!("no button {label}: {:?}", self.labels()));
        self.presses_payload(who, message, &payload)
    }

    /// Somebody presses what once was a button of a message.
    pub(crate) fn presses_payload(&mut self, who: &str, message: u64, payload: &str) -> String {
        let what = What::Pressed { payload: payload.to_owned(), message: MessageId(message.to_string()) };
        let event = self.event(who, what);
        self.run(&Input::Event(Box::new(event)));
        let notes: Vec<_> = self
            .carried
            .iter()
            .filter_map(|delivery| match &delivery.what {
                Deliver::Note { text } => Some(text.clone().unwrap_or_default()),
                _ => None,
            })
            .collect();
        assert_eq!(notes.len(), 1, "every press gets exactly one note");
        notes[0].clone()
    }

    /// The texts of the messages that were sent or edited by the last event.
    pub(crate) fn texts(&self) -> Vec<String> {
        self.carried
            .iter()
            .filter_map(|delivery| match &delivery.what {
                Deliver::Send(message) | Deliver::Edit { to: message, .. } => Some(flat(&message.text)),
                _ => None,
            })
            .collect()
    }

    pub(crate) fn labels(&self) -> Vec<String> {
        let buttons = self.messages.values().flat_map(|message| message.buttons.iter().flatten());
        buttons.map(|button| button.label.clone()).collect()
    }

    /// The newest message.
    pub(crate) fn last(&self) -> &Message {
        self.messages.last_key_value().expect("a message").1
    }

    pub(crate) fn last_id(&self) -> u64 {
        *self.messages.last_key_value().expect("a message").0
    }

    /// The newest message with a picture.
    pub(crate) fn board(&self) -> &Message {
        self.messages.values().rev().find(|message| message.picture.is_some()).expect("a board")
    }

    /// All games, the oldest first.
    pub(crate) fn games(&self) -> Vec<Game> {
        let found = self.store.scan("game/").expect("memory");
        let mut games: Vec<Game> =
            found.iter().map(|(key, bytes)| crate::record::decode(key, bytes).expect("readable")).collect();
        games.sort_by_key(|game| game.began);
        games
    }

    /// The newest game.
    pub(crate) fn game(&self) -> Game {
        self.games().pop().expect("a game")
    }

    pub(crate) fn plies(&self) -> Vec<String> {
        self.game().plies.into_iter().map(|ply| ply.text).collect()
    }

    /// The bot answers everything that it thinks about, until it is a person's turn.
    pub(crate) fn bot_thinks(&mut self) {
        while let Some((id, think)) = self.thinking.pop() {
            let game =
                Transaction::new(&self.store).load(&keys::game(&id)).expect("readable").expect("there");
            let table = self.boards.at(&game, game.plies.len()).expect("readable");
            let answer = match think.task {
                Task::Ply => {
                    let found = table.best(&Limits::level(1, think.seed), &|| false).expect("not over");
                    Answer::Ply(found.ply.into())
                }
                Task::Draw => Answer::Draw { score: 0 },
                Task::Hint => {
                    let ply = table.legal().remove(0);
                    Answer::Hint(Some(Box::new(Advice { ply, reply: None, why: Vec::new() })))
                }
                Task::Value { after } => Answer::Value { after, score: 0 },
                Task::TurningPoint { after } => Answer::TurningPoint { after, point: None },
            };
            self.bot_answers(&id, &think, answer);
        }
    }

    /// The bot gives this answer.
    pub(crate) fn bot_answers(&mut self, game: &GameId, think: &Think, answer: Answer) {
        self.now += 100;
        let thought = Thought { game: game.clone(), stage: think.stage, answer };
        self.run(&Input::Thought(thought));
    }
}

/// A person by name; the handle is the name in lower case.
pub(crate) fn person(name: &str) -> Person {
    let is_russian = name.chars().any(|c| ('А'..='я').contains(&c));
    Person {
        id: PersonId { platform: WEB, id: name.to_lowercase() },
        name: name.to_owned(),
        handle: name.is_ascii().then(|| name.to_lowercase()),
        language: Some(if is_russian { "ru" } else { "en" }.to_owned()),
        is_bot: name.ends_with("Bot"),
    }
}

/// The people mentioned as `[Name]`.
fn mentions(text: &str) -> Vec<Person> {
    text.split('[').skip(1).filter_map(|part| Some(person(part.split_once(']')?.0))).collect()
}

/// A text as a platform would give it, and the people mentioned in it.
pub(crate) fn said(text: &str) -> (String, Vec<Person>) {
    (raw(text), mentions(text))
}

/// A text with its mentions as a platform would give them.
fn raw(text: &str) -> String {
    text.replace('[', "<@").replace(']', ">")
}

fn key(message: &MessageId) -> u64 {
    message.0.parse().expect("a number")
}

/// What must hold for every delivery.
fn check(delivery: &Delivery) {
    let buttons = |rows: &[Vec<Button>]| {
        assert!(rows.len() <= 10, "{rows:?}");
        for row in rows {
            assert!((1..=5).contains(&row.len()), "{row:?}");
            for button in row {
                assert!((1..=64).contains(&button.payload.len()), "{button:?}");
                assert!((1..=40).contains(&button.label.chars().count()), "{button:?}");
            }
        }
    };
    match &delivery.what {
        Deliver::Send(message) | Deliver::Edit { to: message, .. } => {
            let text = flat(&message.text);
            let most = if message.picture.is_some() { 1_000 } else { 1_900 };
            assert!(!text.trim().is_empty(), "{message:?}");
            assert!(text.encode_utf16().count() <= most, "{} characters: {text}", text.chars().count());
            assert!(!text.contains(['\u{e000}', '\u{e001}']), "{text}");
            buttons(&message.buttons);
            if let Some(picture) = &message.picture {
                assert!((1..=1_000).contains(&picture.alt.chars().count()));
            }
        }
        Deliver::Buttons { buttons: rows, .. } => buttons(rows),
        Deliver::Note { text } => {
            if let Some(text) = text {
                assert!((1..=200).contains(&text.chars().count()), "{text}");
            }
        }
        Deliver::Strip { .. } => {}
    }
}

/// Where searches wait until a test lets them go on.
#[derive(Clone, Default)]
pub(crate) struct Gate(Arc<(Mutex<Waiting>, Condvar)>);

#[derive(Default)]
struct Waiting {
    open: bool,
    entered: usize,
}

impl Gate {
    /// Lets everybody through from now on.
    pub(crate) fn open(&self) {
        self.0.0.lock().expect("not poisoned").open = true;
        self.0.1.notify_all();
    }

    /// How many searches have come here.
    pub(crate) fn count(&self) -> usize {
        self.0.0.lock().expect("not poisoned").entered
    }

    /// Waits until so many searches have come here.
    pub(crate) fn entered(&self, count: usize) {
        let waiting = self.0.0.lock().expect("not poisoned");
        drop(self.0.1.wait_while(waiting, |waiting| waiting.entered < count).expect("not poisoned"));
    }

    /// A search waits here, unless it is told to stop.
    pub(crate) fn pass(&self, stop: &dyn Fn() -> bool) {
        let mut waiting = self.0.0.lock().expect("not poisoned");
        waiting.entered += 1;
        self.0.1.notify_all();
        while !waiting.open && !stop() {
            waiting = self.0.1.wait_timeout(waiting, Duration::from_millis(1)).expect("not poisoned").0;
        }
    }
}
