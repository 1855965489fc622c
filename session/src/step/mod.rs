//! What an event does: a function from the stored state and the event to changes and deliveries.
//!
//! Nothing here knows a runtime, a clock or a source of chance: time and seed come with what is handed in.

#[cfg(test)]
mod advice_tests;
mod analysis;
mod challenges;
mod hint;
mod lists;
pub(crate) mod mood;
mod offers;
mod playing;
#[cfg(test)]
mod properties;
mod said;
mod settings;
mod setup;
mod showing;
#[cfg(test)]
mod tests;
mod thoughts;

use rand::RngCore;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tavlei_core::advice::Why;

use crate::boards::Boards;
use crate::commands::{self, Verb};
use crate::delivery::{Button, ButtonKind, Message, Span};
use crate::draft::Draft;
pub use crate::draft::StepError;
use crate::event::{Event, Person, What};
use crate::ids::{ChatId, MessageId, PersonId};
use crate::keys;
use crate::language::Language;
use crate::names::harmless;
use crate::payload::Payload;
use crate::record::{
    self, AskId, ChallengeId, Chat, Game, GameId, Guest, Handle, Older, Out, OutWhat, Purpose, Seen, Slot,
    Think, Turn, Unreadable,
};
use crate::store::{Pair, Read};
use crate::texts::{self, Arg, say};

/// The most characters of a written message that are looked at.
const LONGEST_TEXT: usize = 500;
/// A challenge or a question ends after this many milliseconds: a day.
pub(crate) const LIFE: u64 = 24 * 60 * 60 * 1000;

/// Something that changes the state.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// A person did something.
    Event(Box<Event>),
    /// The bot has thought.
    Thought(Thought),
    /// A challenge has become too old.
    ChallengeEnds {
        /// Which.
        challenge: ChallengeId,
        /// When it was noticed, milliseconds since 1970.
        at: u64,
    },
    /// A question has become too old.
    AskEnds {
        /// Which.
        ask: AskId,
        /// Where it was asked.
        chat: ChatId,
        /// When it was noticed, milliseconds since 1970.
        at: u64,
    },
}

/// What the bot has thought out.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// For which game.
    pub game: GameId,
    /// At which stage of it: a thought about another position is dropped.
    pub stage: u32,
    /// When it was ready, milliseconds since 1970.
    pub at: u64,
    /// The source of chance for what it sets off.
    pub seed: u64,
    /// What.
    pub answer: Answer,
}

/// The answer of a thought.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// What the bot would play.
    Ply(Choice),
    /// How good the position is for the bot, in hundredths of a man.
    Draw {
        /// The value.
        score: i32,
    },
    /// What a person might play; none if that could not be found out.
    Hint(Option<Box<Advice>>),
    /// How good a position of a finished game was.
    Value {
        /// The position after so many plies.
        after: u32,
        /// The value for the first seat, in hundredths of a man.
        score: i32,
    },
    /// What was wrong with a ply of a finished game.
    Turn {
        /// The ply before which there were so many.
        after: u32,
        /// None if nothing was better.
        turn: Option<Box<Turn>>,
    },
}

/// A ply that the bot has chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Its canonical text.
    pub ply: String,
    /// Its value for the bot, in hundredths of a man.
    pub score: i32,
    /// Plies until the win, when it is proven.
    pub win_in: Option<u32>,
}

impl From<String> for Choice {
    /// A ply of which nothing is known.
    fn from(ply: String) -> Self {
        Choice { ply, score: 0, win_in: None }
    }
}

/// A ply for a person, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// Its canonical text.
    pub ply: String,
    /// What another seat is expected to answer.
    pub reply: Option<String>,
    /// Why.
    pub why: Vec<Why>,
}

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
    /// Whether the event was done before, so that nothing changes.
    pub seen: bool,
}

/// What an input does to the state.
///
/// # Errors
/// The state cannot be read. Nothing has changed then.
pub fn step(state: &dyn Read, boards: &Boards, input: &Input) -> Result<Changes, StepError> {
    match input {
        Input::Event(event) => {
            let mut work = Work::new(state, boards, event.at, event.seed);
            if !work.begin_event(event)? {
                return Ok(Changes { seen: true, ..Changes::default() });
            }
            work.event(event)?;
            work.finish()
        }
        Input::Thought(thought) => {
            let mut work = Work::new(state, boards, thought.at, thought.seed);
            work.thought(thought)?;
            work.finish()
        }
        Input::ChallengeEnds { challenge, at } => {
            let mut work = Work::new(state, boards, *at, *at);
            work.challenge_ends(challenge)?;
            work.finish()
        }
        Input::AskEnds { ask, chat, at } => {
            let mut work = Work::new(state, boards, *at, *at);
            work.draft.remove(&keys::ask(ask));
            work.strip(chat, Older::Shows(Slot::Ask(ask.clone())));
            work.finish()
        }
    }
}

/// What is done about an event that met something stored that cannot be read: the person is told, and the event
/// counts as done.
pub(crate) fn apologise(state: &dyn Read, boards: &Boards, event: &Event) -> Result<Changes, StepError> {
    let mut work = Work::new(state, boards, event.at, event.seed);
    if !work.begin_event(event)? {
        return Ok(Changes { seen: true, ..Changes::default() });
    }
    let scene = work.arrive(event)?;
    work.answer(&scene, "record-unreadable", &[]);
    work.finish()
}

/// Counts an event as done without doing anything.
pub(crate) fn pass_over(state: &dyn Read, boards: &Boards, event: &Event) -> Result<Changes, StepError> {
    let mut work = Work::new(state, boards, event.at, event.seed);
    let seen = !work.begin_event(event)?;
    let (expected, writes) = work.draft.finish();
    Ok(Changes { expected, writes, seen, ..Changes::default() })
}

/// A step in the making.
pub(crate) struct Work<'a> {
    pub(crate) draft: Draft<'a>,
    boards: &'a Boards,
    at: u64,
    rng: Xoshiro256PlusPlus,
    posts: Vec<Post>,
    via: Option<(ChatId, String)>,
    think: Vec<(GameId, Think)>,
    dropped: Vec<(GameId, Purpose)>,
}

/// Something to be carried that has no number yet.
struct Post {
    chat: ChatId,
    what: OutWhat,
    shows: Option<Slot>,
    game: Option<GameId>,
}

/// Where an event happens, and how to talk to whom.
pub(crate) struct Scene {
    chat: ChatId,
    private: bool,
    /// The chat's language.
    language: Language,
    /// The person's language, for notes that nobody else sees.
    own: Language,
    me: Guest,
    handle: Option<String>,
    /// The message whose button was pressed.
    pressed: Option<MessageId>,
    /// Whether the person waits for an answer, whatever it is.
    expects: bool,
}

impl<'a> Work<'a> {
    fn new(state: &'a dyn Read, boards: &'a Boards, at: u64, seed: u64) -> Self {
        Work {
            draft: Draft::new(state),
            boards,
            at,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            posts: Vec::new(),
            via: None,
            think: Vec::new(),
            dropped: Vec::new(),
        }
    }

    /// Takes note of an event; false if it was done before.
    fn begin_event(&mut self, event: &Event) -> Result<bool, StepError> {
        let key = keys::seen(event.place.chat.platform, &event.update);
        if self.draft.load(&key)?.is_some() {
            return Ok(false);
        }
        self.draft.save(&key, &Seen { at: event.at })?;
        self.via = event.via.clone().map(|via| (event.place.chat.clone(), via));
        Ok(true)
    }

    /// Numbers what is to be carried and ends the step.
    fn finish(mut self) -> Result<Changes, StepError> {
        let mut out = Vec::new();
        for post in std::mem::take(&mut self.posts) {
            let key = keys::chat(&post.chat);
            let Some(mut chat) = self.draft.load(&key)? else { continue };
            let via = self.via.as_ref().filter(|(place, _)| *place == post.chat).map(|(_, via)| via.clone());
            let item = Out {
                id: chat.next,
                chat: post.chat,
                via,
                at: self.at,
                what: post.what,
                shows: post.shows,
                game: post.game,
            };
            chat.next += 1;
            self.draft.save(&key, &chat)?;
            self.draft.save(&keys::out(&item.chat, item.id), &item)?;
            out.push(item);
        }
        let (expected, writes) = self.draft.finish();
        Ok(Changes { expected, writes, out, think: self.think, dropped: self.dropped, seen: false })
    }

    /// Takes in who came where, and brings what is known of both up to date.
    fn arrive(&mut self, event: &Event) -> Result<Scene, StepError> {
        let place = &event.place;
        let name = harmless(&event.who.name);
        let handle = event.who.handle.as_deref().map(harmless);
        let reported = event.who.language.as_deref().map(Language::of_tag);
        let person_key = keys::person(&event.who.id);
        let chat_key = keys::chat(&place.chat);
        let known = self.draft.load(&chat_key)?;
        let mut person = self.draft.load(&person_key)?.unwrap_or(record::Person {
            name: name.clone(),
            handle: None,
            language: None,
            reported,
            theme: None,
            games: Vec::new(),
        });
        let own = person
            .language
            .or(reported)
            .or(person.reported)
            .or(known.as_ref().map(|chat| chat.language))
            .unwrap_or_default();
        person.name = name.clone();
        person.reported = reported.or(person.reported);
        if handle.is_some() && handle != person.handle {
            person.handle = handle.clone();
        }
        if let Some(handle) = &handle {
            let owner = Handle { person: event.who.id.clone() };
            let key = keys::handle(event.who.id.platform, handle);
            if self.draft.load(&key)?.as_ref() != Some(&owner) {
                self.draft.save(&key, &owner)?;
            }
        }
        self.draft.save(&person_key, &person)?;
        let mut chat = known.unwrap_or(Chat {
            private: place.private,
            language: own,
            theme: None,
            games: Vec::new(),
            last: None,
            finished: None,
            next: 1,
        });
        chat.private = place.private;
        if place.private {
            chat.language = own;
        }
        self.draft.save(&chat_key, &chat)?;
        let (pressed, expects) = match &event.what {
            What::Pressed { message, .. } => (Some(message.clone()), true),
            What::Commanded { .. } => (None, true),
            // Whoever calls the bot by its name waits for an answer; whoever only answers its message may talk to others.
            What::Said { addressed, reply_to, .. } => {
                (None, place.private || *addressed && reply_to.is_none())
            }
        };
        Ok(Scene {
            chat: place.chat.clone(),
            private: place.private,
            language: chat.language,
            own,
            me: Guest { id: event.who.id.clone(), name },
            handle,
            pressed,
            expects,
        })
    }

    fn event(&mut self, event: &Event) -> Result<(), StepError> {
        let scene = self.arrive(event)?;
        match &event.what {
            What::Said { text, reply_to, addressed: _, mentions } => {
                let text = text.trim();
                let length = text.char_indices().nth(LONGEST_TEXT).map(|(at, _)| at);
                match text.strip_prefix('/') {
                    Some(_) => {
                        let text = &text[..length.unwrap_or(text.len())];
                        self.typed_command(&scene, text, reply_to.as_ref(), mentions)?;
                    }
                    None if length.is_some() => self.not_a_ply(&scene)?,
                    None => self.said(&scene, text, reply_to.as_ref())?,
                }
            }
            What::Commanded { name, arguments, mentions } => {
                self.slash_command(&scene, name, arguments, mentions)?;
                self.owe_an_answer(&scene);
            }
            What::Pressed { payload, .. } => {
                match Payload::read(payload) {
                    Some(payload) => self.pressed(&scene, payload)?,
                    None => self.answer(&scene, "button-unknown", &[]),
                }
                self.owe_a_note(&scene);
            }
        }
        Ok(())
    }

    /// A command as it is typed: `/play reversi`, `/сыграть реверси`, `/help@bot`.
    fn typed_command(
        &mut self,
        scene: &Scene,
        text: &str,
        reply_to: Option<&MessageId>,
        mentions: &[Person],
    ) -> Result<(), StepError> {
        let (word, rest) = text[1..].split_once(char::is_whitespace).unwrap_or((&text[1..], ""));
        let name = word.split('@').next().unwrap_or_default();
        let Some(command) = commands::find(name) else {
            // In a group it may be meant for another bot.
            if scene.expects {
                self.tell(scene, say(scene.language, "command-unknown", &[]), Vec::new());
            }
            return Ok(());
        };
        let scene = &Scene { expects: true, ..scene.again() };
        let rest = rest.trim();
        match command.verb {
            Verb::Play => self.play(scene, crate::terms::typed(rest, mentions)),
            verb => self.command(scene, verb, rest, reply_to),
        }
    }

    fn slash_command(
        &mut self,
        scene: &Scene,
        name: &str,
        arguments: &[(String, String)],
        mentions: &[Person],
    ) -> Result<(), StepError> {
        let Some(command) = commands::find(name) else {
            self.answer(scene, "command-unknown", &[]);
            return Ok(());
        };
        if command.verb == Verb::Play {
            return self.play(scene, crate::terms::named(arguments, mentions));
        }
        let text = arguments.first().map(|(_, value)| value.trim()).unwrap_or_default();
        let length = text.char_indices().nth(LONGEST_TEXT).map_or(text.len(), |(at, _)| at);
        self.command(scene, command.verb, &text[..length], None)
    }

    fn command(
        &mut self,
        scene: &Scene,
        verb: Verb,
        text: &str,
        reply_to: Option<&MessageId>,
    ) -> Result<(), StepError> {
        match verb {
            Verb::Start => self.greet(scene),
            Verb::Help => self.help(scene),
            Verb::Games => self.games(scene, text),
            Verb::Rules => self.rules(scene, text)?,
            Verb::Play => self.play(scene, crate::terms::typed(text, &[]))?,
            Verb::Move => self.said(scene, text, reply_to)?,
            Verb::MyGames => self.my_games(scene)?,
            Verb::Lang => self.choose_language(scene, text)?,
            Verb::Theme => self.choose_theme(scene, text)?,
            Verb::Analyse => self.analyse(scene, reply_to)?,
            Verb::Board | Verb::Moves | Verb::Hint | Verb::Resign | Verb::Draw | Verb::Undo | Verb::Flip => {
                self.about_some_game(scene, verb, reply_to)?;
            }
        }
        Ok(())
    }

    fn pressed(&mut self, scene: &Scene, payload: Payload) -> Result<(), StepError> {
        match payload {
            Payload::Play { game, stage, index } => self.press_ply(scene, &game, stage, index),
            Payload::Group { game, stage, beginning } => self.press_group(scene, &game, stage, &beginning),
            Payload::Resign { game, number, yes } => self.press_resign(scene, &game, number, yes),
            Payload::Answer { game, number, yes } => self.press_answer(scene, &game, number, yes),
            Payload::About { verb, game } => self.press_about(scene, verb, &game),
            Payload::Challenge { challenge, reply } => self.press_challenge(scene, &challenge, reply),
            Payload::Text { ask, game, stage } => self.press_text(scene, &ask, &game, stage),
            Payload::Name { ask, slug } => self.press_name(scene, &ask, &slug),
            Payload::Setup { slug } => self.press_setup(scene, &slug),
            Payload::Rules { slug } => self.press_rules(scene, &slug),
            Payload::Again { game } => self.press_again(scene, &game),
            Payload::Language(language) => self.set_language(scene, language),
            Payload::Theme(theme) => self.choose_theme(scene, &theme),
        }
    }

    // ---- Talking ----

    fn post(&mut self, chat: &ChatId, what: OutWhat, shows: Option<Slot>, game: Option<GameId>) {
        self.posts.push(Post { chat: chat.clone(), what, shows, game });
    }

    /// A new message in the chat of a scene.
    fn tell(&mut self, scene: &Scene, text: Vec<Span>, buttons: Vec<Vec<Button>>) {
        let message = Message { text, buttons, ..Message::default() };
        self.post(&scene.chat, OutWhat::Send(Box::new(message)), None, None);
    }

    /// An answer to one person: a note if a button was pressed, a message otherwise.
    fn answer(&mut self, scene: &Scene, id: &str, args: &[(&'static str, Arg)]) {
        if scene.pressed.is_some() {
            self.note(scene, texts::plain(scene.own, id, args));
        } else {
            let text = say(scene.language, id, args);
            self.tell_one(scene, text, Vec::new());
        }
    }

    /// A message for one person: in a group it says whom it is for. That person has just done something here, and need
    /// not be called.
    fn tell_one(&mut self, scene: &Scene, text: Vec<Span>, buttons: Vec<Vec<Button>>) {
        self.tell(scene, scene.for_me(text), buttons);
    }

    /// A note for whoever pressed a button. It goes before everything else, and there is one only.
    fn note(&mut self, scene: &Scene, text: String) {
        if !self.has_note() {
            let what = OutWhat::Note { text: Some(text) };
            self.posts.insert(0, Post { chat: scene.chat.clone(), what, shows: None, game: None });
        }
    }

    fn has_note(&self) -> bool {
        self.posts.iter().any(|post| matches!(post.what, OutWhat::Note { .. }))
    }

    fn owe_a_note(&mut self, scene: &Scene) {
        if !self.has_note() {
            let what = OutWhat::Note { text: None };
            self.posts.insert(0, Post { chat: scene.chat.clone(), what, shows: None, game: None });
        }
    }

    /// Whoever gave a slash command is shown an error by the platform unless something comes back.
    fn owe_an_answer(&mut self, scene: &Scene) {
        let answers = |post: &Post| post.chat == scene.chat && matches!(post.what, OutWhat::Send(_));
        if !self.posts.iter().any(answers) {
            self.answer(scene, "done", &[]);
        }
    }

    /// The message with the pressed button becomes a text without buttons; a new message if none was pressed.
    fn settle(&mut self, scene: &Scene, text: Vec<Span>) {
        let to = Box::new(Message { text, ..Message::default() });
        let what = match &scene.pressed {
            Some(message) => OutWhat::Edit { older: Older::Message(message.clone()), to },
            None => OutWhat::Send(to),
        };
        self.post(&scene.chat, what, None, None);
    }

    fn strip(&mut self, chat: &ChatId, older: Older) {
        self.post(chat, OutWhat::Strip { older }, None, None);
    }

    // ---- What is stored ----

    fn game(&mut self, id: &GameId) -> Result<Option<Game>, StepError> {
        self.draft.load(&keys::game(id))
    }

    /// The games in progress of a chat. One that cannot be read is left out, so that the others can go on.
    fn games_in(&mut self, chat: &ChatId) -> Result<Vec<Game>, StepError> {
        let ids = self.draft.load(&keys::chat(chat))?.map(|chat| chat.games).unwrap_or_default();
        let mut games = Vec::new();
        for id in ids {
            match self.game(&id) {
                Ok(Some(game)) => games.push(game),
                Ok(None) => {}
                Err(StepError::Unreadable(Unreadable { key, why })) => {
                    tracing::error!(key, why, "a game cannot be read; it is left as it is");
                }
                Err(error) => return Err(error),
            }
        }
        Ok(games)
    }

    fn language_of(&mut self, chat: &ChatId) -> Result<Language, StepError> {
        Ok(self.draft.load(&keys::chat(chat))?.map(|chat| chat.language).unwrap_or_default())
    }

    /// The theme for pictures in a chat, as one person or everybody there has chosen it.
    fn theme_for(&mut self, chat: &ChatId, person: Option<&PersonId>) -> Result<String, StepError> {
        let here = self.draft.load(&keys::chat(chat))?;
        let mut theme = here.as_ref().and_then(|chat| chat.theme.clone());
        if theme.is_none()
            && here.is_some_and(|chat| chat.private)
            && let Some(person) = person
        {
            theme = self.draft.load(&keys::person(person))?.and_then(|person| person.theme);
        }
        Ok(theme.unwrap_or_else(|| commands::THEMES[0].to_owned()))
    }

    fn seed(&mut self) -> u64 {
        self.rng.next_u64()
    }
}

impl Scene {
    fn again(&self) -> Scene {
        Scene {
            chat: self.chat.clone(),
            private: self.private,
            language: self.language,
            own: self.own,
            me: self.me.clone(),
            handle: self.handle.clone(),
            pressed: self.pressed.clone(),
            expects: self.expects,
        }
    }

    /// A text for the person: in a group it says whom it is for.
    fn for_me(&self, mut text: Vec<Span>) -> Vec<Span> {
        if !self.private {
            text.insert(0, Span::Plain(": ".to_owned()));
            text.insert(0, self.me());
        }
        text
    }

    /// The person, as a piece of a text.
    fn me(&self) -> Span {
        Span::Person { id: self.me.id.clone(), name: self.me.name.clone() }
    }
}

fn button(language: Language, id: &str, payload: Payload, kind: ButtonKind) -> Button {
    labelled(texts::plain(language, id, &[]), payload, kind)
}

/// A button with a label of its own, cut to what fits.
fn labelled(label: String, payload: Payload, kind: ButtonKind) -> Button {
    let label =
        if label.chars().count() > 40 { label.chars().take(39).chain(['…']).collect() } else { label };
    Button { label, payload: payload.to_string(), kind }
}

fn person_arg(guest: &Guest) -> Arg {
    Arg::person(&guest.id, guest.name.clone())
}
