//! What is stored, each thing with the version of its form.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tavlei_core::advice::Why;
use tavlei_core::search::rng;
use tavlei_core::{Options, Outcome, Seat};

use crate::commands::Verb;
use crate::delivery::{Deliver, Span};
use crate::ids::{ChatId, MessageId, PersonId};
use crate::language::Language;

/// A day in milliseconds.
pub(crate) const DAY: u64 = 24 * 60 * 60 * 1000;
/// How long it is remembered that an update is done, in milliseconds: a week, and the rest of the day.
pub(crate) const SEEN_LIFE: u64 = 7 * DAY;
/// How long messages are remembered, in milliseconds: about a month, and the rest of the day.
const MESSAGE_LIFE: u64 = 31 * DAY;
/// How long a challenge or a question waits for an answer, in milliseconds: a day.
pub(crate) const QUESTION_LIFE: u64 = DAY;

/// The midnight after a time: what ends then is looked for once, and not all day long.
const fn midnight_after(at: u64) -> u64 {
    (at / DAY + 1) * DAY
}

/// Something that is stored under a key of its own.
pub(crate) trait Record: Serialize + DeserializeOwned {
    /// What it is called in the stored form.
    const KIND: &'static str;
    /// The version of its form. A greater one is of a newer program and is left alone.
    const VERSION: u32 = 1;

    /// When it is to end, milliseconds since 1970; none if it lives for ever, or until something else ends it.
    fn ends(&self) -> Option<u64> {
        None
    }
}

/// A stored value that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("what is stored under {key} cannot be read: {why}")]
pub struct Unreadable {
    /// The key.
    pub key: String,
    /// Why not.
    pub why: String,
}

#[derive(Serialize)]
struct Wrapped<'a, R> {
    kind: &'static str,
    v: u32,
    #[serde(flatten)]
    record: &'a R,
}

#[derive(Deserialize)]
struct Head {
    kind: String,
    v: u32,
}

/// The stored form of a record.
pub(crate) fn encode<R: Record>(key: &str, record: &R) -> Result<Vec<u8>, Unreadable> {
    let wrapped = Wrapped { kind: R::KIND, v: R::VERSION, record };
    serde_json::to_vec(&wrapped).map_err(|why| Unreadable { key: key.to_owned(), why: why.to_string() })
}

/// The record of a stored form.
pub(crate) fn decode<R: Record>(key: &str, bytes: &[u8]) -> Result<R, Unreadable> {
    let unreadable = |why: String| Unreadable { key: key.to_owned(), why };
    let head: Head = serde_json::from_slice(bytes).map_err(|why| unreadable(why.to_string()))?;
    if head.kind != R::KIND {
        return Err(unreadable(format!("it is a {}, not a {}", head.kind, R::KIND)));
    }
    if head.v > R::VERSION {
        return Err(unreadable(format!(
            "it was written by a newer version of the program (form {})",
            head.v
        )));
    }
    serde_json::from_slice(bytes).map_err(|why| unreadable(why.to_string()))
}

/// A short random id, safe in keys and in buttons: eight letters and digits that are not easily confused.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// The id that a seed gives.
            pub(crate) fn of_seed(seed: u64) -> Self {
                $name(id_of(seed))
            }

            /// An id as it stands in a button; none if it is not made like one.
            pub(crate) fn read(text: &str) -> Option<Self> {
                let fits = text.len() == 8 && text.bytes().all(|byte| ALPHABET.contains(&byte));
                fits.then(|| $name(text.to_owned()))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

fn id_of(seed: u64) -> String {
    use rand::RngCore;
    let mut bits = rng(seed).next_u64();
    (0..8)
        .map(|_| {
            let letter = ALPHABET[(bits % 32) as usize];
            bits /= 32;
            char::from(letter)
        })
        .collect()
}

id!(
    /// A game in progress or finished.
    GameId
);
id!(
    /// A challenge.
    ChallengeId
);
id!(
    /// A question that the bot has asked.
    AskId
);

/// The version of the store as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Format {
    /// Counted up when a key space changes its meaning.
    pub number: u32,
}

/// The format that this program writes.
pub(crate) const FORMAT: u32 = 1;

impl Record for Format {
    const KIND: &'static str = "format";
}

/// The note that a record is to end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Due {}

impl Record for Due {
    const KIND: &'static str = "due";
}

/// How far the store has been swept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Swept {
    /// The first day, counted from 1970, on which something may have ended that is still there.
    pub day: u64,
}

impl Record for Swept {
    const KIND: &'static str = "swept";
}

/// An update that is done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Seen {
    /// When, milliseconds since 1970.
    pub at: u64,
}

impl Record for Seen {
    const KIND: &'static str = "seen";

    fn ends(&self) -> Option<u64> {
        Some(midnight_after(self.at + SEEN_LIFE))
    }
}

/// A person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Person {
    /// The name when last seen, made harmless.
    pub name: String,
    /// The handle when last seen, without `@`.
    pub handle: Option<String>,
    /// The language that the person chose.
    pub language: Option<Language>,
    /// The language that the platform reported when last seen.
    pub reported: Option<Language>,
    /// The theme that the person chose.
    pub theme: Option<String>,
    /// The person's games in progress, the oldest first.
    pub games: Vec<GameId>,
}

impl Person {
    /// Somebody of whom nothing is known but the name.
    pub(crate) fn named(name: &str) -> Person {
        let name = name.to_owned();
        Person { name, handle: None, language: None, reported: None, theme: None, games: Vec::new() }
    }
}

impl Record for Person {
    const KIND: &'static str = "person";
}

/// Who has a handle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Handle {
    /// The person.
    pub person: PersonId,
}

impl Record for Handle {
    const KIND: &'static str = "handle";
}

/// A chat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Chat {
    /// Whether it is between one person and the bot.
    pub private: bool,
    /// The language spoken here: in private the person's; in a group that of the first who spoke, or as chosen.
    pub language: Language,
    /// The theme chosen for a group.
    pub theme: Option<String>,
    /// The games in progress that are shown here, the oldest first.
    pub games: Vec<GameId>,
    /// The game that was last begun or played here, also when it is over.
    pub last: Option<GameId>,
    /// The game that was last finished here.
    #[serde(default)]
    pub finished: Option<GameId>,
    /// The number of the next delivery.
    pub next: u64,
}

impl Chat {
    /// A chat where nothing has happened yet.
    pub(crate) const fn new(language: Language) -> Chat {
        let games = Vec::new();
        Chat { private: false, language, theme: None, games, last: None, finished: None, next: 1 }
    }
}

impl Record for Chat {
    const KIND: &'static str = "chat";
}

/// A chat that got another id on its platform.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Migration {
    /// The id by which everything here knows it.
    pub from: ChatId,
    /// The id by which the platform knows it now.
    pub to: ChatId,
}

impl Record for Migration {
    // As stores have it since the first version.
    const KIND: &'static str = "moved";
}

/// A game: its plies and times, who plays, and where it is shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Game {
    /// The id.
    pub id: GameId,
    /// The game's slug.
    pub slug: String,
    /// The options that are not at their defaults.
    pub options: Options,
    /// Who sits where, by seat index.
    pub seats: Vec<Sitter>,
    /// When it began, milliseconds since 1970.
    pub began: u64,
    /// What was played.
    pub plies: Vec<Ply>,
    /// Counted up at every change of the position: what was offered to be pressed before is out of date.
    pub stage: u32,
    /// What somebody offers, and is not answered.
    pub offer: Option<Offer>,
    /// The stage at which the bot was last asked for a draw.
    pub asked: Option<u32>,
    /// Who is asked whether to give it up, and has not answered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resigning: Vec<Resigning>,
    /// How the bot sees it, where the bot plays one person.
    #[serde(default)]
    pub mood: Mood,
    /// How it ended.
    pub ended: Option<Ended>,
    /// Whether it has been played again.
    #[serde(default)]
    pub again: bool,
    /// The chats where it is shown.
    pub chats: Vec<Showing>,
}

impl Record for Game {
    const KIND: &'static str = "game";
}

/// The question whether somebody really gives up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Resigning {
    /// Who is asked.
    pub who: PersonId,
    /// By which its buttons are told from those of an earlier one.
    pub number: u32,
}

/// A ply that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Ply {
    /// Its canonical text.
    pub text: String,
    /// Whose it was.
    pub seat: u8,
    /// When, milliseconds since 1970.
    pub at: u64,
}

/// How the bot sees a game: what it has found at its own plies in a row, up to the last one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Mood {
    /// Plies in a row at which it was even.
    pub even: u16,
    /// Plies in a row at which it was hopeless.
    pub hopeless: u16,
    /// Plies in a row at which it was proven to be lost.
    pub lost: u16,
    /// A proven win: how many plies the game had then, and in how many more at most it is won.
    pub win: Option<(u32, u32)>,
    /// How many plies the game had when the bot last offered a draw.
    pub offered: Option<u32>,
}

/// Who sits at a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Sitter {
    /// A person.
    Person(Guest),
    /// The bot.
    Bot {
        /// The level, 1..=8.
        level: u8,
    },
}

/// A person with the name to show.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Guest {
    /// Who.
    pub id: PersonId,
    /// The name.
    pub name: String,
}

impl Guest {
    /// The person, as a piece of a text.
    pub(crate) fn span(&self) -> Span {
        Span::Person { id: self.id.clone(), name: self.name.clone() }
    }
}

/// Where a game is shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Showing {
    /// The chat.
    pub chat: ChatId,
    /// The seat whose side is below.
    pub seen_by: u8,
}

/// Something that needs the others' consent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Offer {
    /// What.
    pub what: Offered,
    /// The seat that offers.
    pub seat: u8,
    /// The seats that have yet to agree.
    pub waits_for: Vec<u8>,
    /// Tells it from other offers of this game.
    pub number: u32,
}

/// What may be offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Offered {
    /// A draw.
    Draw,
    /// To take the offerer's last ply back.
    Takeback,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Ended {
    /// When, milliseconds since 1970.
    pub at: u64,
    /// The winner's seat; none for a draw, or when nobody won.
    pub winner: Option<u8>,
    /// The reason's word.
    pub reason: String,
    /// Points by seat.
    pub score: Option<Vec<i16>>,
    /// Places by seat.
    pub places: Option<Vec<i16>>,
}

impl Ended {
    pub(crate) fn of(outcome: &Outcome, at: u64) -> Ended {
        Ended {
            at,
            winner: outcome.winner.map(|seat| seat.0),
            reason: outcome.reason.0.to_owned(),
            score: outcome.score.map(|score| score.as_slice().to_vec()),
            places: outcome.places.map(|places| places.as_slice().to_vec()),
        }
    }
}

impl Game {
    /// The seats of a person.
    pub(crate) fn sits(&self, person: &PersonId, seat: Seat) -> bool {
        matches!(self.seats.get(seat.index()), Some(Sitter::Person(guest)) if guest.id == *person)
    }

    /// The first seat of a person.
    pub(crate) fn seat_of(&self, person: &PersonId) -> Option<Seat> {
        (0..self.seats.len() as u8).map(Seat).find(|&seat| self.sits(person, seat))
    }

    /// The people who play.
    pub(crate) fn people(&self) -> impl Iterator<Item = (Seat, &Guest)> {
        self.seats.iter().enumerate().filter_map(|(index, sitter)| match sitter {
            Sitter::Person(guest) => Some((Seat(index as u8), guest)),
            Sitter::Bot { .. } => None,
        })
    }

    /// The people who play, without one.
    pub(crate) fn others<'a>(&'a self, me: &'a PersonId) -> impl Iterator<Item = &'a Guest> {
        self.people().map(|(_, guest)| guest).filter(move |guest| guest.id != *me)
    }

    /// Whether its board is shown in a chat.
    pub(crate) fn is_shown_in(&self, chat: &ChatId) -> bool {
        self.chats.iter().any(|showing| showing.chat == *chat)
    }

    /// In how many more plies at most the bot wins, if it has proven that in the position that is there now.
    pub(crate) fn sure_win(&self) -> Option<u32> {
        let (at, plies) = self.mood.win?;
        (at as usize == self.plies.len() && self.ended.is_none()).then_some(plies)
    }

    /// The level of the bot on a seat.
    pub(crate) fn bot(&self, seat: Seat) -> Option<u8> {
        match self.seats.get(seat.index()) {
            Some(Sitter::Bot { level }) => Some(*level),
            _ => None,
        }
    }
}

/// What the bot is to think about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Think {
    /// What for.
    pub task: Task,
    /// The stage of the game that is meant.
    pub stage: u32,
    /// Where the game is shown: chats take turns.
    pub chat: ChatId,
    /// The seed of the search, and of what its answer sets off.
    pub seed: u64,
}

impl Record for Think {
    const KIND: &'static str = "think";
}

/// What there is to think about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Task {
    /// A ply for the bot.
    Ply,
    /// Whether the bot takes a draw.
    Draw,
    /// A ply for a person, and why.
    Hint,
    /// How good a position of a finished game is.
    Value {
        /// The position after so many plies.
        after: u32,
    },
    /// Whether a ply of a finished game turned it.
    #[serde(rename = "turn")]
    TurningPoint {
        /// The ply before which there were so many.
        after: u32,
    },
}

/// What a task is part of. A game has at most one task of each kind at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Purpose {
    /// The bot plays.
    Play,
    /// A person is helped.
    Hint,
    /// A finished game is gone through.
    Analysis,
}

impl Task {
    pub(crate) const fn purpose(self) -> Purpose {
        match self {
            Task::Ply | Task::Draw => Purpose::Play,
            Task::Hint => Purpose::Hint,
            Task::Value { .. } | Task::TurningPoint { .. } => Purpose::Analysis,
        }
    }
}

/// A hint that somebody waits for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Hint {
    /// What is thought about, and where the hint is wanted.
    pub think: Think,
    /// Who wants it.
    pub who: Guest,
}

impl Record for Hint {
    const KIND: &'static str = "hint";
}

/// A finished game that is gone through.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Analysis {
    /// What is thought about now, and where the result is wanted.
    pub think: Think,
    /// Who wants it.
    pub who: Guest,
    /// The values of positions for the first seat, in hundredths of a man, by the number of plies before them.
    pub values: BTreeMap<u32, i32>,
    /// The plies that are looked at more closely, those first that are yet to be looked at.
    pub turns: Vec<u32>,
    /// What was found out about those that are done.
    pub found: Vec<TurningPoint>,
}

impl Record for Analysis {
    const KIND: &'static str = "analysis";
}

/// A ply that turned a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct TurningPoint {
    /// How many plies there were before it.
    pub after: u32,
    /// What was better.
    pub better: String,
    /// Why.
    pub why: Vec<Why>,
    /// What was to be expected after the better ply.
    pub reply: Option<String>,
    /// The value for who played it if the better ply had been played, in hundredths of a man.
    pub before: i32,
    /// The value for the same once it was played.
    pub then: i32,
    /// The best answer to what was played, and what speaks for it.
    pub answer: Option<(String, Vec<Why>)>,
}

/// A challenge, or a game that somebody is about to set up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Challenge {
    /// The id.
    pub id: ChallengeId,
    /// Where.
    pub chat: ChatId,
    /// Who challenges.
    pub by: Guest,
    /// The game's slug.
    pub slug: String,
    /// The options.
    pub options: Options,
    /// The challenger's seat; drawn by lot if none.
    pub seat: Option<u8>,
    /// When, milliseconds since 1970.
    pub made: u64,
    /// Whom.
    pub whom: Whom,
}

impl Record for Challenge {
    const KIND: &'static str = "challenge";

    fn ends(&self) -> Option<u64> {
        Some(self.made + QUESTION_LIFE)
    }
}

/// Whom a challenge is for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Whom {
    /// The challenger has not said yet.
    Unsaid,
    /// Whoever wants to.
    Anyone,
    /// Somebody in particular.
    One(Invited),
    /// A table for more than two.
    Table {
        /// Who may join; whoever wants to, if empty.
        invited: Vec<Invited>,
        /// Who has joined, the challenger first.
        joined: Vec<Guest>,
    },
}

/// Somebody in particular.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Invited {
    /// Somebody known.
    Person(Guest),
    /// Somebody known by the handle alone, without `@`.
    Handle(String),
}

impl Invited {
    /// Whether somebody is who was invited.
    pub(crate) fn is(&self, guest: &Guest, handle: Option<&str>) -> bool {
        match self {
            Invited::Person(person) => person.id == guest.id,
            Invited::Handle(name) => handle.is_some_and(|own| own.eq_ignore_ascii_case(name)),
        }
    }

    /// Who is invited, as a piece of a text.
    pub(crate) fn span(&self) -> Span {
        match self {
            Invited::Person(guest) => guest.span(),
            Invited::Handle(handle) => Span::Plain(format!("@{handle}")),
        }
    }

    /// The person's id, if the person is known.
    pub(crate) const fn id(&self) -> Option<&PersonId> {
        match self {
            Invited::Person(guest) => Some(&guest.id),
            Invited::Handle(_) => None,
        }
    }
}

/// A question that the bot has asked, and that is answered with a button.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Ask {
    /// Whom.
    pub who: PersonId,
    /// Where.
    pub chat: ChatId,
    /// When, milliseconds since 1970.
    pub made: u64,
    /// What about.
    pub about: About,
}

impl Record for Ask {
    const KIND: &'static str = "ask";

    fn ends(&self) -> Option<u64> {
        Some(self.made + QUESTION_LIFE)
    }
}

/// What a question is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum About {
    /// In which game a text is to be played.
    Text(String),
    /// Which game a command means; what else was said with the command.
    Name {
        /// The command.
        verb: Verb,
        /// Its other arguments.
        rest: Box<Conditions>,
    },
}

/// What was said with `/play` beside the game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Conditions {
    /// The bot's level, if the bot is to play.
    pub bot: Option<u8>,
    /// The people named.
    pub invited: Vec<Invited>,
    /// The word for a side.
    pub side: Option<String>,
    /// Options as pairs.
    pub options: Vec<(String, String)>,
}

/// A thing in a chat that is shown by one message at a time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Slot {
    /// A game's board.
    Board(GameId),
    /// What is offered in a game.
    Offer(GameId),
    /// The question whether somebody really gives up, by its number.
    Resigning(GameId, u32),
    /// A challenge.
    Challenge(ChallengeId),
    /// A question.
    Ask(AskId),
    /// A hint.
    Hint(GameId),
    /// What came of going through a game.
    Analysis(GameId),
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Slot::Board(id) => write!(f, "board-{id}"),
            Slot::Offer(id) => write!(f, "offer-{id}"),
            Slot::Resigning(id, number) => write!(f, "resign-{id}-{number}"),
            Slot::Challenge(id) => write!(f, "challenge-{id}"),
            Slot::Ask(id) => write!(f, "ask-{id}"),
            Slot::Hint(id) => write!(f, "hint-{id}"),
            Slot::Analysis(id) => write!(f, "analysis-{id}"),
        }
    }
}

/// The message that shows a thing now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Shown {
    /// The message.
    pub message: MessageId,
    /// Whether there are buttons under it.
    pub buttons: bool,
    /// When it came there, milliseconds since 1970.
    pub at: u64,
}

impl Record for Shown {
    const KIND: &'static str = "shown";

    fn ends(&self) -> Option<u64> {
        Some(midnight_after(self.at + MESSAGE_LIFE))
    }
}

/// What is known of a message of the bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Link {
    /// The game that it belongs to.
    pub game: Option<GameId>,
    /// The payloads of the buttons that it has, or had last.
    #[serde(default)]
    pub offers: Vec<String>,
    /// When the message was sent, milliseconds since 1970.
    pub at: u64,
}

impl Record for Link {
    const KIND: &'static str = "link";
    const VERSION: u32 = 2;

    fn ends(&self) -> Option<u64> {
        Some(midnight_after(self.at + MESSAGE_LIFE))
    }
}

/// Something to be carried, as it waits in the store.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Out {
    /// Its number in its chat.
    pub id: u64,
    /// Where to.
    pub chat: ChatId,
    /// How to answer the event that set it off.
    pub via: Option<String>,
    /// When it was set off, milliseconds since 1970.
    pub at: u64,
    /// What.
    pub what: Deliver<Older>,
    /// What the message shows from then on.
    pub shows: Option<Slot>,
    /// The game that the message belongs to.
    pub game: Option<GameId>,
}

impl Record for Out {
    const KIND: &'static str = "out";
}

/// An older message, as it is named before it is known which one that is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Older {
    /// This one.
    Message(MessageId),
    /// The one that shows this when the delivery is carried.
    Shows(Slot),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stored_form_says_what_it_is() {
        let bytes = encode("k", &Seen { at: 5 }).expect("encodes");
        assert_eq!(String::from_utf8_lossy(&bytes), r#"{"kind":"seen","v":1,"at":5}"#);
        assert_eq!(decode::<Seen>("k", &bytes), Ok(Seen { at: 5 }));
    }

    #[test]
    fn what_is_newer_or_of_another_kind_is_not_read() {
        let newer = br#"{"kind":"seen","v":2,"at":5,"more":1}"#;
        let why = decode::<Seen>("seen/x", newer).expect_err("newer");
        assert!(why.to_string().contains("newer version"), "{why}");
        let other = br#"{"kind":"game","v":1,"at":5}"#;
        assert!(decode::<Seen>("seen/x", other).is_err());
        for broken in [&b""[..], b"{", b"[]", b"\xff", br#"{"kind":"seen","v":1}"#] {
            assert!(decode::<Seen>("seen/x", broken).is_err());
        }
    }

    #[test]
    fn ids_are_short_and_read_back() {
        for seed in 0..100 {
            let id = GameId::of_seed(seed);
            assert_eq!(GameId::read(&id.to_string()), Some(id));
        }
        for text in ["", "short", "UPPERCAS", "12345678/", "ääää"] {
            assert_eq!(GameId::read(text), None);
        }
    }
}
