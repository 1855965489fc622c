//! What stands behind a button: short, readable, at most 64 bytes.

use std::fmt;

use crate::commands::Verb;
use crate::language::Language;
use crate::record::{AskId, ChallengeId, GameId};

/// The most bytes of a payload.
pub(crate) const MOST_BYTES: usize = 64;

/// What a button means.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Payload {
    /// Plays a legal ply, by its index in the sorted list, at a stage of a game.
    Play { game: GameId, stage: u32, index: usize },
    /// Shows the plies that begin so, at a stage of a game; all of them if it is empty.
    Group { game: GameId, stage: u32, beginning: String },
    /// Answers the question whether to give up a game.
    Resign { game: GameId, number: u32, yes: bool },
    /// Answers an offer.
    Answer { game: GameId, number: u32, yes: bool },
    /// Gives a command about one game.
    About { verb: Verb, game: GameId },
    /// Answers a challenge.
    Challenge { challenge: ChallengeId, reply: Reply },
    /// Plays the text that was asked about in a game at a stage.
    Text { ask: AskId, game: GameId, stage: u32 },
    /// The game that was meant by a command that was asked about.
    Name { ask: AskId, slug: String },
    /// Sets a game up.
    Setup { slug: String },
    /// Tells a game's rules.
    Rules { slug: String },
    /// Plays a finished game again.
    Again { game: GameId },
    /// Chooses a language.
    Language(Language),
    /// Chooses a theme.
    Theme(String),
}

/// An answer to a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// Takes it.
    Accept,
    /// Does not; the challenger withdraws it.
    Decline,
    /// Sits down at the table.
    Join,
    /// Begins, with the bot on the free seats.
    Begin,
    /// The challenger chooses the bot of a level.
    Bot(u8),
    /// The challenger chooses whoever wants to play.
    Anyone,
    /// The challenger wants to know how to play a friend.
    Friend,
}

impl fmt::Display for Payload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |yes: &bool| if *yes { 'y' } else { 'n' };
        match self {
            Payload::Play { game, stage, index } => write!(f, "m:{game}:{stage}:{index}"),
            Payload::Group { game, stage, beginning } => write!(f, "g:{game}:{stage}:{beginning}"),
            Payload::Resign { game, number, yes } => write!(f, "r:{game}:{number}:{}", sign(yes)),
            Payload::Answer { game, number, yes } => write!(f, "o:{game}:{number}:{}", sign(yes)),
            Payload::About { verb, game } => write!(f, "k:{}:{game}", letter(*verb)),
            Payload::Challenge { challenge, reply } => match reply {
                Reply::Accept => write!(f, "c:{challenge}:a"),
                Reply::Decline => write!(f, "c:{challenge}:d"),
                Reply::Join => write!(f, "c:{challenge}:j"),
                Reply::Begin => write!(f, "c:{challenge}:s"),
                Reply::Anyone => write!(f, "c:{challenge}:o"),
                Reply::Friend => write!(f, "c:{challenge}:f"),
                Reply::Bot(level) => write!(f, "c:{challenge}:b{level}"),
            },
            Payload::Text { ask, game, stage } => write!(f, "w:{ask}:{game}:{stage}"),
            Payload::Name { ask, slug } => write!(f, "n:{ask}:{slug}"),
            Payload::Setup { slug } => write!(f, "p:{slug}"),
            Payload::Rules { slug } => write!(f, "i:{slug}"),
            Payload::Again { game } => write!(f, "z:{game}"),
            Payload::Language(language) => write!(f, "l:{}", language.code()),
            Payload::Theme(theme) => write!(f, "t:{theme}"),
        }
    }
}

impl Payload {
    /// The game that it is about, if it is about one.
    pub(crate) fn game(&self) -> Option<&GameId> {
        match self {
            Payload::Play { game, .. }
            | Payload::Group { game, .. }
            | Payload::Resign { game, .. }
            | Payload::Answer { game, .. }
            | Payload::About { game, .. }
            | Payload::Text { game, .. }
            | Payload::Again { game } => Some(game),
            Payload::Challenge { .. }
            | Payload::Name { .. }
            | Payload::Setup { .. }
            | Payload::Rules { .. }
            | Payload::Language(_)
            | Payload::Theme(_) => None,
        }
    }

    /// Reads a payload; none if it is none of ours.
    pub(crate) fn read(text: &str) -> Option<Payload> {
        if text.len() > MOST_BYTES {
            return None;
        }
        let parts: Vec<&str> = text.splitn(4, ':').collect();
        Some(match *parts.as_slice() {
            ["m", game, stage, index] => Payload::Play {
                game: GameId::read(game)?,
                stage: number(stage)?,
                index: number(index)? as usize,
            },
            ["g", game, stage, beginning] => Payload::Group {
                game: GameId::read(game)?,
                stage: number(stage)?,
                beginning: beginning.to_owned(),
            },
            ["r", game, count, yes] => {
                Payload::Resign { game: GameId::read(game)?, number: number(count)?, yes: yes_or_no(yes)? }
            }
            ["o", game, count, yes] => {
                Payload::Answer { game: GameId::read(game)?, number: number(count)?, yes: yes_or_no(yes)? }
            }
            ["k", verb, game] => Payload::About { verb: verb_of(verb)?, game: GameId::read(game)? },
            ["c", challenge, reply] => {
                Payload::Challenge { challenge: ChallengeId::read(challenge)?, reply: reply_of(reply)? }
            }
            ["w", ask, game, stage] => {
                Payload::Text { ask: AskId::read(ask)?, game: GameId::read(game)?, stage: number(stage)? }
            }
            ["n", ask, slug] => Payload::Name { ask: AskId::read(ask)?, slug: slug.to_owned() },
            ["p", slug] => Payload::Setup { slug: slug.to_owned() },
            ["i", slug] => Payload::Rules { slug: slug.to_owned() },
            ["z", game] => Payload::Again { game: GameId::read(game)? },
            ["l", code] => Payload::Language(Language::ALL.into_iter().find(|known| known.code() == code)?),
            ["t", theme] => Payload::Theme(theme.to_owned()),
            _ => return None,
        })
    }
}

/// The commands that can be about one of several games.
const ABOUT: [(Verb, &str); 8] = [
    (Verb::Board, "b"),
    (Verb::Moves, "m"),
    (Verb::Resign, "r"),
    (Verb::Draw, "d"),
    (Verb::Undo, "u"),
    (Verb::Flip, "f"),
    (Verb::Hint, "h"),
    (Verb::Analyse, "a"),
];

fn letter(verb: Verb) -> &'static str {
    ABOUT.iter().find(|(known, _)| *known == verb).map_or("b", |(_, letter)| letter)
}

fn verb_of(letter: &str) -> Option<Verb> {
    ABOUT.iter().find(|(_, known)| *known == letter).map(|(verb, _)| *verb)
}

fn reply_of(text: &str) -> Option<Reply> {
    Some(match text {
        "a" => Reply::Accept,
        "d" => Reply::Decline,
        "j" => Reply::Join,
        "s" => Reply::Begin,
        "o" => Reply::Anyone,
        "f" => Reply::Friend,
        _ => Reply::Bot(u8::try_from(number(text.strip_prefix('b')?)?).ok()?),
    })
}

fn yes_or_no(text: &str) -> Option<bool> {
    match text {
        "y" => Some(true),
        "n" => Some(false),
        _ => None,
    }
}

fn number(text: &str) -> Option<u32> {
    // Only the form that is written: no signs, no leading zeros.
    let plain = text == "0" || (text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0'));
    if plain { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn all() -> Vec<Payload> {
        let game = GameId::of_seed(1);
        let challenge = ChallengeId::of_seed(2);
        let ask = AskId::of_seed(3);
        let mut all = vec![
            Payload::Play { game: game.clone(), stage: u32::MAX, index: 4_000_000_000 },
            Payload::Group { game: game.clone(), stage: 12, beginning: String::new() },
            Payload::Group { game: game.clone(), stage: u32::MAX, beginning: "Ke1:a".to_owned() },
            Payload::Resign { game: game.clone(), number: u32::MAX, yes: true },
            Payload::Answer { game: game.clone(), number: u32::MAX, yes: false },
            Payload::Text { ask: ask.clone(), game: game.clone(), stage: u32::MAX },
            Payload::Name { ask, slug: "tumblin-down".to_owned() },
            Payload::Setup { slug: "reversi".to_owned() },
            Payload::Rules { slug: "reversi".to_owned() },
            Payload::Again { game: game.clone() },
            Payload::Language(Language::Russian),
            Payload::Theme("contrast".to_owned()),
        ];
        all.extend(ABOUT.map(|(verb, _)| Payload::About { verb, game: game.clone() }));
        let replies =
            [Reply::Accept, Reply::Decline, Reply::Join, Reply::Begin, Reply::Anyone, Reply::Friend];
        for reply in replies.into_iter().chain([Reply::Bot(1), Reply::Bot(8)]) {
            all.push(Payload::Challenge { challenge: challenge.clone(), reply });
        }
        all
    }

    #[test]
    fn payloads_are_short_and_read_back() {
        for payload in all() {
            let text = payload.to_string();
            assert!(text.len() <= MOST_BYTES, "{text}");
            assert_eq!(Payload::read(&text), Some(payload), "{text}");
        }
    }

    proptest! {
        #[test]
        fn garbage_is_no_payload_of_ours(text in ".{0,80}") {
            if let Some(payload) = Payload::read(&text) {
                prop_assert_eq!(payload.to_string(), text);
            }
        }
    }
}
