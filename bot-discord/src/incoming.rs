//! What Discord tells becomes events of the session.

use std::collections::HashMap;

use serenity::model::application::{
    CommandDataOptionValue, CommandInteraction, ComponentInteraction, ComponentInteractionDataKind,
};
use serenity::model::channel::{Message, MessageType};
use serenity::model::guild::PartialMember;
use serenity::model::id::{ChannelId, GuildId, UserId};
use serenity::model::user::User;
use tavlei_session::{ChatId, Event, MessageId, Person, PersonId, Place, What};

use crate::PLATFORM;
use crate::components::SELECT;
use crate::via::{Sort, Via};

/// What the id of a chat of direct messages begins with.
const DIRECT: char = '@';
/// The most characters of a text that are read; Discord's own limit is far below.
const MOST_CHARACTERS: usize = 10_000;

/// The bot as Discord knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Me(pub UserId);

/// The chat of a channel, a thread, or the direct messages with a person.
pub(crate) fn chat_of(channel: ChannelId, guild: Option<GuildId>) -> ChatId {
    let id = match guild {
        Some(_) => channel.to_string(),
        None => format!("{DIRECT}{channel}"),
    };
    ChatId { platform: PLATFORM, id }
}

/// Whether a chat is between one person and the bot.
pub(crate) fn is_direct(chat: &ChatId) -> bool {
    chat.id.starts_with(DIRECT)
}

/// The channel of a chat.
pub(crate) fn channel_of(chat: &ChatId) -> Option<ChannelId> {
    let id = chat.id.strip_prefix(DIRECT).unwrap_or(&chat.id);
    id.parse().ok().filter(|id| *id != 0).map(ChannelId::new)
}

fn place(channel: ChannelId, guild: Option<GuildId>) -> Place {
    Place { chat: chat_of(channel, guild), private: guild.is_none() }
}

/// A person under the name that the chat sees.
fn person(user: &User, nick: Option<&str>, language: Option<&str>) -> Person {
    Person {
        id: PersonId { platform: PLATFORM, id: user.id.to_string() },
        name: nick.or(user.global_name.as_deref()).unwrap_or(&user.name).to_owned(),
        handle: Some(user.name.clone()),
        language: language.map(str::to_owned),
        is_bot: user.bot,
    }
}

/// A slash command.
pub(crate) fn command(given: &CommandInteraction, me: Me) -> Event {
    let resolved = &given.data.resolved;
    let mut mentions = Vec::new();
    let mut arguments = Vec::new();
    for option in &given.data.options {
        let value = match &option.value {
            CommandDataOptionValue::User(id) if *id == me.0 => "bot".to_owned(),
            CommandDataOptionValue::User(id) => match resolved.users.get(id) {
                Some(user) => {
                    let member = resolved.members.get(id);
                    mentions.push(person(user, member.and_then(|member| member.nick.as_deref()), None));
                    format!("@{}", user.name)
                }
                None => continue,
            },
            value => match typed(value) {
                Some(value) => value,
                None => continue,
            },
        };
        arguments.push((option.name.clone(), value));
    }
    let via = Via {
        sort: Sort::Command,
        application: given.application_id,
        interaction: given.id,
        token: given.token.clone(),
    };
    let nick = given.member.as_ref().and_then(|member| member.nick.as_deref());
    Event {
        update: given.id.to_string(),
        place: place(given.channel_id, given.guild_id),
        who: person(&given.user, nick, Some(&given.locale)),
        what: What::Commanded { name: given.data.name.clone(), arguments, mentions },
        via: Some(via.to_string()),
    }
}

/// The game that a command names so far; empty if it names none.
pub(crate) fn game_of(given: &CommandInteraction) -> String {
    let named = given.data.options.iter().find(|option| option.name == "game");
    named.and_then(|option| typed(&option.value)).unwrap_or_default()
}

/// A value as it would be typed.
fn typed(value: &CommandDataOptionValue) -> Option<String> {
    match value {
        CommandDataOptionValue::String(text) | CommandDataOptionValue::Autocomplete { value: text, .. } => {
            Some(text.chars().take(MOST_CHARACTERS).collect())
        }
        CommandDataOptionValue::Integer(number) => Some(number.to_string()),
        CommandDataOptionValue::Number(number) => Some(number.to_string()),
        CommandDataOptionValue::Boolean(yes) => Some(yes.to_string()),
        _ => None,
    }
}

/// A button, or an option of a select. None for components that the bot does not use.
pub(crate) fn press(given: &ComponentInteraction) -> Option<Event> {
    let payload = match &given.data.kind {
        ComponentInteractionDataKind::Button => given.data.custom_id.clone(),
        ComponentInteractionDataKind::StringSelect { values } if given.data.custom_id.starts_with(SELECT) => {
            values.first()?.clone()
        }
        _ => return None,
    };
    let via = Via {
        sort: Sort::Press(given.message.id),
        application: given.application_id,
        interaction: given.id,
        token: given.token.clone(),
    };
    let nick = given.member.as_ref().and_then(|member| member.nick.as_deref());
    Some(Event {
        update: given.id.to_string(),
        place: place(given.channel_id, given.guild_id),
        who: person(&given.user, nick, Some(&given.locale)),
        what: What::Pressed { payload, message: MessageId(given.message.id.to_string()) },
        via: Some(via.to_string()),
    })
}

/// A message that somebody wrote. None for what is not meant for the bot: it could not be read anyway.
pub(crate) fn message(given: &Message, me: Me) -> Option<Event> {
    if given.author.bot || given.webhook_id.is_some() {
        return None;
    }
    if !matches!(given.kind, MessageType::Regular | MessageType::InlineReply) {
        return None;
    }
    let answered = given.referenced_message.as_deref().filter(|_| given.kind == MessageType::InlineReply);
    let called = given.mentions.iter().any(|user| user.id == me.0)
        || answered.is_some_and(|message| message.author.id == me.0);
    let addressed = given.guild_id.is_none() || called;
    if !addressed {
        return None;
    }
    let mentions: Vec<&User> = given.mentions.iter().filter(|user| user.id != me.0).collect();
    let text = without_mentions(&given.content, me, &mentions);
    if given.content.trim().is_empty() {
        return None;
    }
    let nick = |member: &Option<Box<PartialMember>>| member.as_ref().and_then(|member| member.nick.clone());
    Some(Event {
        update: given.id.to_string(),
        place: place(given.channel_id, given.guild_id),
        who: person(&given.author, nick(&given.member).as_deref(), None),
        what: What::Said {
            text,
            reply_to: answered.map(|message| MessageId(message.id.to_string())),
            addressed,
            mentions: mentions.into_iter().map(|user| person(user, None, None)).collect(),
        },
        via: None,
    })
}

/// The text without the bot's own mention, and with names where other people are mentioned.
fn without_mentions(content: &str, me: Me, mentions: &[&User]) -> String {
    let mut text: String = content.chars().take(MOST_CHARACTERS).collect();
    let names: HashMap<UserId, String> =
        mentions.iter().map(|user| (user.id, format!("@{}", user.name))).collect();
    let mine = (me.0, String::new());
    for (id, name) in names.into_iter().chain([mine]) {
        for mark in [format!("<@{id}>"), format!("<@!{id}>")] {
            text = text.replace(&mark, &name);
        }
    }
    text.trim().to_owned()
}
