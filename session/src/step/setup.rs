//! `/play`: from what was said to a game, a challenge or a question.

use tavlei_core::catalogue::{self, Entry, Lookup};
use tavlei_core::{BadOption, Options};

use super::said::entry_of;
use super::{Scene, StepError, Work, button, labelled};
use crate::caption::title;
use crate::commands::{LEVELS, Verb, name_of};
use crate::delivery::{Button, ButtonKind, Span};
use crate::keys;
use crate::payload::{Payload, Reply};
use crate::record::{About, AskId, Challenge, ChallengeId, Guest, Invited, Sitter, Slot, Terms, Whom};
use crate::terms::{EASY, MEDIUM, RANDOM, STRONG, Wish};
use crate::texts::{self, Arg, say};

/// The most games that a question offers.
const OFFERED: usize = 20;

impl Work<'_> {
    pub(super) fn play(&mut self, scene: &Scene, wish: Wish) -> Result<(), StepError> {
        if let Some(level) = &wish.bad_level {
            let args = [
                ("level", Arg::code(level.clone())),
                ("lowest", Arg::Number(i64::from(*LEVELS.start()))),
                ("highest", Arg::Number(i64::from(*LEVELS.end()))),
            ];
            self.answer(scene, "play-bad-level", &args);
            return Ok(());
        }
        if wish.name.is_empty() {
            self.answer(scene, "play-what", &[]);
            return Ok(());
        }
        match catalogue::look_up(&wish.name) {
            Lookup::Found(entry) => self.set_up(scene, entry, wish.terms),
            Lookup::Several(entries) => {
                let rest = Box::new(wish.terms);
                let ask = self.ask(scene, About::Name { verb: Verb::Play, rest })?;
                self.which_name(scene, &ask, "name-several", &wish.name, &entries);
                Ok(())
            }
            Lookup::Nothing(near) if near.is_empty() => {
                self.answer(scene, "name-unknown", &[("name", shown(&wish.name))]);
                Ok(())
            }
            Lookup::Nothing(near) => {
                let rest = Box::new(wish.terms);
                let ask = self.ask(scene, About::Name { verb: Verb::Play, rest })?;
                self.which_name(scene, &ask, "name-near", &wish.name, &near);
                Ok(())
            }
        }
    }

    fn which_name(&mut self, scene: &Scene, ask: &AskId, id: &str, name: &str, entries: &[&'static Entry]) {
        let buttons = names(entries, scene, |slug| Payload::Name { ask: ask.clone(), slug });
        let text = say(scene.language, id, &[("name", shown(name))]);
        self.tell_asked(scene, ask, text, buttons);
    }

    pub(super) fn press_name(&mut self, scene: &Scene, id: &AskId, slug: &str) -> Result<(), StepError> {
        let Some(ask) = self.asked(scene, id)? else { return Ok(()) };
        let (About::Name { rest, .. }, Some(entry)) = (ask.about, entry_of(slug)) else {
            self.answer(scene, "button-unknown", &[]);
            return Ok(());
        };
        self.set_up(scene, entry, *rest)
    }

    pub(super) fn press_setup(&mut self, scene: &Scene, slug: &str) -> Result<(), StepError> {
        match entry_of(slug) {
            // A new message: the rules stay where they are.
            Some(entry) => self.set_up(&scene.unpressed(), entry, Terms::default()),
            None => {
                self.answer(scene, "button-unknown", &[]);
                Ok(())
            }
        }
    }

    /// Begins a game on terms, or asks for what is missing.
    fn set_up(&mut self, scene: &Scene, entry: &'static Entry, terms: Terms) -> Result<(), StepError> {
        let info = entry.info;
        let options = match Options::of(info, terms.options) {
            Ok(options) => options.without_defaults(info),
            Err(why) => {
                self.bad_option(scene, entry, &why);
                return Ok(());
            }
        };
        let seat = match terms.side.as_deref() {
            None | Some(RANDOM) => None,
            Some(word) => match info.seats.iter().position(|side| side.name() == word) {
                Some(seat) => Some(seat as u8),
                None => {
                    let sides = Arg::codes(info.seats.iter().map(|side| side.name()));
                    let args = [("game", Arg::plain(name_of(info, scene.language))), ("sides", sides)];
                    self.answer(scene, "play-bad-side", &args);
                    return Ok(());
                }
            },
        };
        let drawn = terms.side.as_deref() == Some(RANDOM);
        if !self.has_room(scene, std::slice::from_ref(&scene.me.id))? {
            return Ok(());
        }
        let mut invited = Vec::new();
        for one in terms.invited {
            let one = self.resolve(scene, one)?;
            if is(&one, &scene.me, scene.handle.as_deref()) {
                self.answer(scene, "play-yourself", &[]);
                return Ok(());
            }
            if !invited.contains(&one) {
                invited.push(one);
            }
        }
        let two = info.seats.len() == 2;
        if !invited.is_empty() {
            if scene.private {
                self.answer(scene, "play-friend-how", &[]);
            } else if terms.bot.is_some() && two {
                self.answer(scene, "play-bot-or-friend", &[]);
            } else if invited.len() >= info.seats.len() {
                let args =
                    [("game", Arg::plain(name_of(info, scene.language))), ("seats", info.seats.len().into())];
                self.answer(scene, "play-too-many", &args);
            } else {
                let whom = match (two, invited.pop()) {
                    (true, Some(one)) => Whom::One(one),
                    (_, last) => {
                        invited.extend(last);
                        Whom::Table { invited, joined: vec![scene.me.clone()] }
                    }
                };
                let challenge = self.new_challenge(scene, entry, options, seat, whom)?;
                self.show_challenge(scene, &challenge, entry);
            }
            return Ok(());
        }
        if let Some(level) = terms.bot {
            self.close_setup(scene, entry);
            return self.begin_with_bot(scene, entry, options, self.seat_against_bot(seat, drawn), level);
        }
        // Nobody is named: the challenger is asked. Against the bot a side that is drawn stays so.
        let challenge = self.new_challenge(scene, entry, options, seat, Whom::Unsaid)?;
        self.ask_whom(scene, &challenge, entry);
        Ok(())
    }

    /// Against the bot the person has the first move unless the side is named or is to be drawn.
    fn seat_against_bot(&self, seat: Option<u8>, drawn: bool) -> Option<u8> {
        seat.or((!drawn).then_some(0))
    }

    /// A person and the bot on all other seats. Without a seat it is drawn by lot.
    pub(super) fn begin_with_bot(
        &mut self,
        scene: &Scene,
        entry: &'static Entry,
        options: Options,
        seat: Option<u8>,
        level: u8,
    ) -> Result<(), StepError> {
        let seats = entry.info.seats.len().max(1);
        let seat = seat.map_or_else(|| (self.seed() % seats as u64) as usize, usize::from);
        let sitters = (0..seats)
            .map(|index| if index == seat { Sitter::Person(scene.me.clone()) } else { Sitter::Bot { level } })
            .collect();
        self.begin(scene, entry, options, sitters)
    }

    fn bad_option(&mut self, scene: &Scene, entry: &'static Entry, why: &BadOption) {
        let game = ("game", Arg::plain(name_of(entry.info, scene.language)));
        match why {
            BadOption::Name { name, known, .. } if known.is_empty() => {
                self.answer(scene, "play-no-options", &[game, ("name", Arg::code(name.clone()))]);
            }
            BadOption::Name { name, known, .. } => {
                let args = [game, ("name", Arg::code(name.clone())), ("known", Arg::codes(known))];
                self.answer(scene, "play-bad-option", &args);
            }
            BadOption::Value { name, value, known, .. } => {
                let known: Vec<String> = known.iter().map(|value| format!("{name}={value}")).collect();
                let args = [game, ("value", Arg::code(value.clone())), ("known", Arg::codes(known))];
                self.answer(scene, "play-bad-value", &args);
            }
        }
    }

    /// A handle becomes the person who had it when last seen.
    fn resolve(&mut self, scene: &Scene, invited: Invited) -> Result<Invited, StepError> {
        let Invited::Handle(handle) = &invited else { return Ok(invited) };
        let key = keys::handle(scene.me.id.platform, handle);
        let Some(known) = self.draft.load(&key)? else { return Ok(invited) };
        let person = self.draft.load(&keys::person(&known.person))?;
        // Handles change hands: only who still had it when last seen.
        let person = person
            .filter(|person| person.handle.as_ref().is_some_and(|own| own.eq_ignore_ascii_case(handle)));
        Ok(person.map_or(invited, |person| Invited::Person(Guest { id: known.person, name: person.name })))
    }

    pub(super) fn new_challenge(
        &mut self,
        scene: &Scene,
        entry: &'static Entry,
        options: Options,
        seat: Option<u8>,
        whom: Whom,
    ) -> Result<Challenge, StepError> {
        let id = loop {
            let id = ChallengeId::of_seed(self.seed());
            if self.draft.load(&keys::challenge(&id))?.is_none() {
                break id;
            }
        };
        let challenge = Challenge {
            id,
            chat: scene.chat.clone(),
            by: scene.me.clone(),
            slug: entry.info.slug.to_owned(),
            options,
            seat,
            made: self.at,
            whom,
        };
        self.draft.save(&keys::challenge(&challenge.id), &challenge)?;
        Ok(challenge)
    }

    /// Asks whom to play.
    fn ask_whom(&mut self, scene: &Scene, challenge: &Challenge, entry: &'static Entry) {
        let language = scene.language;
        let four = entry.info.seats.len() > 2;
        let reply = |reply| Payload::Challenge { challenge: challenge.id.clone(), reply };
        let level = |id, level| button(language, id, reply(Reply::Bot(level)), ButtonKind::Plain);
        let mut rows: Vec<Vec<Button>> = vec![vec![
            level("button-bot-easy", EASY),
            level("button-bot-medium", MEDIUM),
            level("button-bot-strong", STRONG),
        ]];
        rows.push(vec![if scene.private {
            button(language, "button-friend", reply(Reply::Friend), ButtonKind::Plain)
        } else {
            let id = if four { "button-table" } else { "button-anyone" };
            button(language, id, reply(Reply::Anyone), ButtonKind::Plain)
        }]);
        let mut text = title(entry.info, &challenge.options, language);
        text.push(Span::Plain("\n".to_owned()));
        text.extend(say(language, "play-whom", &[]));
        self.put(scene, challenge, text, rows, Vec::new());
    }

    /// Shows a challenge: in the place of the pressed message, or anew.
    pub(super) fn put(
        &mut self,
        scene: &Scene,
        challenge: &Challenge,
        text: Vec<Span>,
        buttons: Vec<Vec<Button>>,
        notify: Vec<crate::ids::PersonId>,
    ) {
        use crate::delivery::Message;
        use crate::record::{Older, OutWhat};
        let to = Box::new(Message { text, buttons, notify, ..Message::default() });
        let what = match &scene.pressed {
            Some(message) => OutWhat::Edit { older: Older::Message(message.clone()), to },
            None => OutWhat::Send(to),
        };
        self.post(&scene.chat, what, Some(Slot::Challenge(challenge.id.clone())), None);
    }

    /// The question with the pressed button becomes the game's name: the board follows.
    fn close_setup(&mut self, scene: &Scene, entry: &'static Entry) {
        if scene.pressed.is_some() {
            let text = title(entry.info, &Options::default(), scene.language);
            self.settle(scene, text);
        }
    }

    pub(super) fn settle_with_title(
        &mut self,
        scene: &Scene,
        challenge: &Challenge,
        id: &str,
        args: &[(&'static str, Arg)],
    ) {
        let mut text = Vec::new();
        if let Some(entry) = entry_of(&challenge.slug) {
            text = title(entry.info, &challenge.options, scene.language);
            text.push(Span::Plain("\n".to_owned()));
        }
        text.extend(say(scene.language, id, args));
        self.settle(scene, text);
    }
}

impl Scene {
    /// The same, as if no button had been pressed: what comes is a new message.
    pub(super) fn unpressed(&self) -> Scene {
        Scene { pressed: None, ..self.again() }
    }
}

/// Buttons with the names of games.
pub(super) fn names(
    entries: &[&'static Entry],
    scene: &Scene,
    payload: impl Fn(String) -> Payload,
) -> Vec<Vec<Button>> {
    let buttons: Vec<Button> = entries
        .iter()
        .take(OFFERED)
        .map(|entry| {
            let label = name_of(entry.info, scene.language).to_owned();
            labelled(label, payload(entry.info.slug.to_owned()), ButtonKind::Plain)
        })
        .collect();
    buttons.chunks(2).map(<[Button]>::to_vec).collect()
}

/// What somebody typed, short enough to be shown.
pub(super) fn shown(text: &str) -> Arg {
    Arg::plain(crate::names::harmless(text))
}

/// Whether somebody is who was invited.
pub(super) fn is(invited: &Invited, guest: &Guest, handle: Option<&str>) -> bool {
    match invited {
        Invited::Person(person) => person.id == guest.id,
        Invited::Handle(name) => handle.is_some_and(|own| own.eq_ignore_ascii_case(name)),
    }
}

/// Somebody invited, as a piece of a text.
pub(super) fn invited_span(invited: &Invited) -> Span {
    match invited {
        Invited::Person(guest) => Span::Person { id: guest.id.clone(), name: guest.name.clone() },
        Invited::Handle(handle) => Span::Plain(format!("@{handle}")),
    }
}

/// A level's word, if it has one.
pub(super) fn level_word(level: u8, language: crate::language::Language) -> String {
    let id = match level {
        EASY => "level-easy",
        MEDIUM => "level-medium",
        STRONG => "level-strong",
        _ => return level.to_string(),
    };
    texts::plain(language, id, &[])
}
