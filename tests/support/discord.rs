//! A stand-in for Discord: the REST routes that a bot uses and the gateway, on one local port.
//!
//! Whatever the bot asks is held against the description of the API; [`Discord::assert_clean`] says what was wrong.
//! People of a test give commands, press buttons and write messages through it, and read what came of it.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use axum::Router;
use axum::body::Bytes;
use axum::routing::get;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::discord_api::Api;
use super::discord_gateway::{self, Gateway, Out};
use super::discord_rest;
use super::process::PATIENCE;

/// The bot's token here.
pub const TOKEN: &str = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs";
/// The application's id; the bot's own is another, as old bots have it.
pub const APPLICATION: &str = "700000000000000001";
/// The bot's id as a user.
pub const BOT: &str = "700000000000000002";
/// The one guild.
pub const GUILD: &str = "700000000000000003";

/// EPHEMERAL, of a message.
pub(super) const EPHEMERAL: u64 = 1 << 6;
/// LOADING, of a deferred message.
const LOADING: u64 = 1 << 7;

/// A person of a test.
#[derive(Clone, Debug)]
pub struct Person {
    pub id: String,
    pub username: String,
    /// The name that is shown.
    pub name: String,
    pub locale: String,
    pub is_bot: bool,
}

impl Person {
    /// A person, numbered so that the id is their own.
    pub fn new(number: u64, username: &str, name: &str, locale: &str) -> Person {
        Person {
            id: (800_000_000_000_000_000 + number).to_string(),
            username: username.to_owned(),
            name: name.to_owned(),
            locale: locale.to_owned(),
            is_bot: false,
        }
    }

    fn json(&self) -> Value {
        user(&self.id, &self.username, Some(&self.name), self.is_bot)
    }

    fn member(&self, whole: bool) -> Value {
        let mut member = json!({
            "roles": [], "joined_at": "2024-01-01T00:00:00.000000+00:00", "deaf": false, "mute": false, "flags": 0,
            "permissions": "2248473465835073", "nick": null, "avatar": null, "banner": null, "premium_since": null,
            "communication_disabled_until": null, "pending": false,
        });
        if whole {
            member["user"] = self.json();
        }
        member
    }
}

pub(super) fn user(id: &str, username: &str, name: Option<&str>, bot: bool) -> Value {
    json!({
        "id": id, "username": username, "global_name": name, "discriminator": "0", "avatar": null, "bot": bot,
        "public_flags": 0,
    })
}

/// A message of the bot as it stands.
#[derive(Clone, Debug)]
pub struct Message {
    pub id: String,
    pub channel: String,
    pub content: String,
    pub components: Vec<Value>,
    pub files: Vec<File>,
    pub ephemeral: bool,
    /// A deferred answer that still says that the bot is thinking.
    pub loading: bool,
    pub deleted: bool,
    pub reply_to: Option<String>,
    /// The interaction that it answers.
    pub interaction: Option<String>,
    /// Who was pinged when it was sent: people's ids, or `everyone`.
    pub pings: Vec<String>,
    /// How often it was changed.
    pub edits: usize,
}

/// A picture of a message.
#[derive(Clone, Debug)]
pub struct File {
    pub name: String,
    pub alt: String,
    pub bytes: Bytes,
}

/// A button, or an option of a select.
#[derive(Clone, Debug)]
pub struct Button {
    pub label: String,
    /// The component's id.
    pub custom_id: String,
    /// The option's value in a select.
    pub value: Option<String>,
    pub style: Option<u64>,
}

impl Message {
    /// Its buttons and the options of its selects, in order.
    pub fn buttons(&self) -> Vec<Button> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let mut buttons = Vec::new();
        for part in self.components.iter().flat_map(|row| row["components"].as_array().into_iter().flatten())
        {
            let custom_id = text(&part["custom_id"]);
            for option in part["options"].as_array().into_iter().flatten() {
                buttons.push(Button {
                    label: text(&option["label"]),
                    custom_id: custom_id.clone(),
                    value: Some(text(&option["value"])),
                    style: None,
                });
            }
            if part["options"].is_null() {
                buttons.push(Button {
                    label: text(&part["label"]),
                    custom_id,
                    value: None,
                    style: part["style"].as_u64(),
                });
            }
        }
        buttons
    }

    /// The button whose label is, or contains, this.
    pub fn button(&self, label: &str) -> Option<Button> {
        let buttons = self.buttons();
        let exact = buttons.iter().find(|button| button.label == label);
        exact.or_else(|| buttons.iter().find(|button| button.label.contains(label))).cloned()
    }
}

/// A request that the bot made.
#[derive(Clone, Debug)]
pub struct Call {
    /// The route, `POST /channels/{channel_id}/messages`.
    pub route: String,
    pub parameters: BTreeMap<String, String>,
    pub query: Vec<(String, String)>,
    pub body: Value,
}

/// How an interaction stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    None,
    /// Deferred, with the callback's type: 5 or 6.
    Deferred(u64),
    /// Answered, with the callback's type: 4, 7 or 8.
    Given(u64),
}

/// An interaction.
#[derive(Clone, Debug)]
pub struct Interaction {
    pub id: String,
    pub token: String,
    pub channel: String,
    pub answer: Answer,
    /// The message that was pressed.
    pub pressed: Option<String>,
    /// The first answer's message.
    pub original: Option<String>,
    /// The choices that autocomplete gave: shown and meant.
    pub choices: Vec<(String, String)>,
    /// Whether its token is no longer taken.
    pub expired: bool,
}

/// Something that goes wrong with a request.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    /// 429 with the seconds to wait.
    TooMany(f64),
    /// A 5xx answer.
    Broken(u16),
    /// The connection drops and the request was not seen.
    Lost,
    /// The connection drops after the request was carried out.
    AnswerLost,
    /// Refused: the status and Discord's code.
    Refused(u16, u64),
}

/// All that the stand-in knows.
pub struct Inner {
    pub commands: Vec<Value>,
    pub interactions: Vec<Interaction>,
    pub messages: Vec<Message>,
    /// Each state of each message of the bot in the order in which it was shown.
    pub shown: Vec<Message>,
    pub calls: Vec<Call>,
    pub gateway: Gateway,
    pub(super) complaints: Vec<String>,
    pub(super) faults: VecDeque<(String, Fault)>,
    pub(super) nonces: HashMap<(String, String), String>,
    /// The interactions as they were dispatched, by id.
    given: HashMap<String, Value>,
    pub(super) gone: HashSet<String>,
    private: HashSet<String>,
    threads: HashSet<String>,
    ids: u64,
}

pub(super) struct Shared {
    inner: Mutex<Inner>,
    changed: watch::Sender<()>,
    pub(super) api: Api,
    pub(super) heartbeat: u64,
    pub(super) address: SocketAddr,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap()
    }

    pub(super) fn change<T>(&self, work: impl FnOnce(&mut Inner) -> T) -> T {
        let done = work(&mut self.lock());
        self.changed.send_replace(());
        done
    }
}

/// The running stand-in.
pub struct Discord {
    /// What `DISCORD_API_URL` is to be.
    pub url: String,
    shared: Arc<Shared>,
    server: JoinHandle<()>,
}

impl Drop for Discord {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl Discord {
    /// Starts it on a port of its own.
    pub async fn start() -> Discord {
        Discord::start_beating(41_250).await
    }

    /// Starts it with a heartbeat interval, in milliseconds.
    pub async fn start_beating(heartbeat: u64) -> Discord {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("bound");
        let inner = Inner {
            commands: Vec::new(),
            interactions: Vec::new(),
            messages: Vec::new(),
            shown: Vec::new(),
            calls: Vec::new(),
            gateway: Gateway::default(),
            complaints: Vec::new(),
            faults: VecDeque::new(),
            nonces: HashMap::new(),
            given: HashMap::new(),
            gone: HashSet::new(),
            private: HashSet::new(),
            threads: HashSet::new(),
            ids: 1_100_000_000_000_000_000,
        };
        let shared = Arc::new(Shared {
            inner: Mutex::new(inner),
            changed: watch::Sender::new(()),
            api: Api::load(),
            heartbeat,
            address,
        });
        let app = Router::new()
            .route("/socket", get(discord_gateway::socket))
            .fallback(discord_rest::rest)
            .with_state(Arc::clone(&shared));
        let server = tokio::spawn(async move {
            axum::serve(listener, app).await.expect("the stand-in serves");
        });
        Discord { url: format!("http://{address}"), shared, server }
    }

    /// The settings that make `tavlei` use it.
    pub fn settings(&self) -> [(&str, &str); 2] {
        [("DISCORD_TOKEN", TOKEN), ("DISCORD_API_URL", &self.url)]
    }

    /// Looks at what it knows.
    pub fn look<T>(&self, at: impl FnOnce(&Inner) -> T) -> T {
        at(&self.shared.lock())
    }

    /// Waits until something is there.
    pub async fn wait<T>(&self, what: &str, mut at: impl FnMut(&Inner) -> Option<T>) -> T {
        let mut changes = self.shared.changed.subscribe();
        let found = tokio::time::timeout(PATIENCE, async {
            loop {
                changes.borrow_and_update();
                if let Some(found) = self.look(&mut at) {
                    return found;
                }
                // What the API refuses does not come right by waiting.
                self.assert_clean();
                changes.changed().await.expect("the stand-in lives");
            }
        });
        match found.await {
            Ok(found) => found,
            Err(_) => panic!("{what}: waited in vain.\n{}", self.story()),
        }
    }

    /// What happened so far, for a test that fails.
    pub fn story(&self) -> String {
        self.look(|inner| {
            let calls: Vec<String> = inner
                .calls
                .iter()
                .rev()
                .take(30)
                .rev()
                .map(|call| {
                    let body: String = call.body.to_string().chars().take(400).collect();
                    format!("{} {:?} {body}", call.route, call.parameters.get("channel_id"))
                })
                .collect();
            format!("last calls:\n{}\ncomplaints: {:#?}", calls.join("\n"), inner.complaints)
        })
    }

    /// Fails if a request was not as the API wants it.
    pub fn assert_clean(&self) {
        let complaints = self.look(|inner| inner.complaints.clone());
        assert!(complaints.is_empty(), "the API would have complained: {complaints:#?}");
    }

    /// Waits until the bot is connected and its commands are registered.
    pub async fn ready(&self) {
        self.wait("the bot connects", |inner| {
            (inner.gateway.is_connected() && !inner.commands.is_empty()).then_some(())
        })
        .await;
    }

    /// The next request whose route contains `route` goes wrong; several queue up.
    pub fn fault(&self, route: &str, fault: Fault) {
        self.shared.change(|inner| inner.faults.push_back((route.to_owned(), fault)));
    }

    /// Nothing more goes wrong.
    pub fn mend(&self) {
        self.shared.change(|inner| inner.faults.clear());
    }

    /// How many faults have not struck yet.
    pub fn faults_left(&self) -> usize {
        self.look(Inner::faults_left)
    }

    /// A thread below a channel of the guild.
    pub fn thread(&self, number: u64) -> String {
        let id = (910_000_000_000_000_000 + number).to_string();
        self.shared.change(|inner| inner.threads.insert(id.clone()));
        id
    }

    /// A channel of the guild.
    pub fn channel(&self, number: u64) -> String {
        (900_000_000_000_000_000 + number).to_string()
    }

    /// The direct messages between a person and the bot.
    pub fn direct(&self, person: &Person) -> String {
        let id = format!("95{}", &person.id[2..]);
        self.shared.change(|inner| inner.private.insert(id.clone()));
        id
    }

    /// A channel is deleted.
    pub fn lose(&self, channel: &str) {
        self.shared.change(|inner| inner.gone.insert(channel.to_owned()));
    }

    /// A message is deleted.
    pub fn delete(&self, message: &str) {
        self.shared.change(|inner| {
            for held in inner.messages.iter_mut().filter(|held| held.id == message) {
                held.deleted = true;
            }
        });
    }

    /// The tokens of all interactions so far are no longer taken.
    pub fn expire(&self) {
        self.shared.change(|inner| {
            for interaction in &mut inner.interactions {
                interaction.expired = true;
            }
        });
    }

    /// Gives a slash command; the interaction's id.
    pub fn command(&self, who: &Person, channel: &str, name: &str, options: &[(&str, &str)]) -> String {
        self.interact(who, channel, |inner, interaction| {
            interaction["type"] = json!(2);
            interaction["data"] = command_data(inner, name, options, None);
        })
    }

    /// Gives a command whose option names a person.
    pub fn command_with(
        &self,
        who: &Person,
        channel: &str,
        name: &str,
        options: &[(&str, &str)],
        named: &Person,
    ) -> String {
        self.interact(who, channel, |inner, interaction| {
            interaction["type"] = json!(2);
            let mut data = command_data(inner, name, options, None);
            data["resolved"] = json!({
                "users": { named.id.clone(): named.json() },
                "members": { named.id.clone(): named.member(false) },
            });
            interaction["data"] = data;
        })
    }

    /// Types into an option and reads what is offered: shown and meant.
    pub async fn complete(
        &self,
        who: &Person,
        channel: &str,
        name: &str,
        options: &[(&str, &str)],
        focus: &str,
    ) -> Vec<(String, String)> {
        let id = self.interact(who, channel, |inner, interaction| {
            interaction["type"] = json!(4);
            interaction["data"] = command_data(inner, name, options, Some(focus));
        });
        self.wait("autocomplete answers", |inner| {
            let interaction = inner.interaction(&id)?;
            (interaction.answer == Answer::Given(8)).then(|| interaction.choices.clone())
        })
        .await
    }

    /// Presses a button or chooses an option of a select.
    pub fn press(&self, who: &Person, message: &Message, button: &Button) -> String {
        self.interact(who, &message.channel, |inner, interaction| {
            let held = inner.messages.iter().find(|held| held.id == message.id).expect("the message is held");
            interaction["type"] = json!(3);
            interaction["message"] = held.json();
            interaction["data"] = match &button.value {
                Some(value) => {
                    json!({ "custom_id": button.custom_id, "component_type": 3, "values": [value] })
                }
                None => json!({ "custom_id": button.custom_id, "component_type": 2 }),
            };
        })
    }

    fn interact(&self, who: &Person, channel: &str, fill: impl FnOnce(&mut Inner, &mut Value)) -> String {
        self.shared.change(|inner| {
            let id = inner.id();
            let token = format!("interaction-token-{id}");
            let private = inner.private.contains(channel);
            let mut interaction = json!({
                "id": id, "application_id": APPLICATION, "token": token, "version": 1, "channel_id": channel,
                "channel": { "id": channel, "type": if private { 1 } else { 0 }, "permissions": "2248473465835073" },
                "app_permissions": "2248473465835073", "locale": who.locale, "entitlements": [],
                "authorizing_integration_owners": { "0": GUILD }, "attachment_size_limit": 10_485_760,
                "context": if private { 1 } else { 0 },
            });
            if private {
                interaction["user"] = who.json();
                interaction["authorizing_integration_owners"] = json!({ "0": "0" });
            } else {
                interaction["guild_id"] = json!(GUILD);
                interaction["guild_locale"] = json!("en-US");
                interaction["member"] = who.member(true);
            }
            if inner.threads.contains(channel) {
                interaction["channel"]["type"] = json!(11);
                interaction["channel"]["parent_id"] = json!(self.channel(0));
                interaction["channel"]["thread_metadata"] = json!({
                    "archived": false, "auto_archive_duration": 1440, "locked": false,
                    "archive_timestamp": "2026-01-01T00:00:00.000000+00:00",
                });
            }
            fill(inner, &mut interaction);
            inner.interactions.push(Interaction {
                id: id.clone(),
                token,
                channel: channel.to_owned(),
                answer: Answer::None,
                pressed: interaction["message"]["id"].as_str().map(str::to_owned),
                original: None,
                choices: Vec::new(),
                expired: false,
            });
            inner.given.insert(id.clone(), interaction.clone());
            inner.dispatch("INTERACTION_CREATE", interaction);
            id
        })
    }

    /// Writes a message; its id. In the guild the bot gets the text only if it is mentioned, as without the privilege.
    pub fn say(&self, who: &Person, channel: &str, text: &str, reply_to: Option<&Message>) -> String {
        self.say_naming(who, channel, text, reply_to, &[])
    }

    /// Writes a message that mentions other people.
    pub fn say_naming(
        &self,
        who: &Person,
        channel: &str,
        text: &str,
        reply_to: Option<&Message>,
        named: &[&Person],
    ) -> String {
        self.shared.change(|inner| {
            let id = inner.id();
            let private = inner.private.contains(channel);
            let mut mentions: Vec<Value> = named.iter().map(|person| person.json()).collect();
            let marks = [format!("<@{BOT}>"), format!("<@!{BOT}>")];
            let called = reply_to.is_some() || marks.iter().any(|mark| text.contains(mark));
            if called {
                mentions.push(user(BOT, "tavlei", None, true));
            }
            let mut message = json!({
                "id": id, "channel_id": channel, "author": who.json(),
                "content": if private || called { text } else { "" },
                "timestamp": "2026-01-01T00:00:00.000000+00:00", "edited_timestamp": null, "tts": false,
                "mention_everyone": false, "mentions": mentions, "mention_roles": [], "attachments": [], "embeds": [],
                "pinned": false, "type": if reply_to.is_some() { 19 } else { 0 }, "flags": 0, "components": [],
            });
            if let Some(other) = reply_to {
                message["message_reference"] = json!({ "message_id": other.id, "channel_id": other.channel });
                message["referenced_message"] = other.json();
            }
            if !private {
                message["guild_id"] = json!(GUILD);
                message["member"] = who.member(false);
            }
            inner.dispatch("MESSAGE_CREATE", message);
            id
        })
    }

    /// The gateway sends its last event once more, as it may after a reconnect.
    pub fn repeat_last(&self) {
        self.shared.change(|inner| {
            let (_, last) = inner.gateway.log.last().cloned().expect("there was an event");
            inner.dispatch(last["t"].as_str().unwrap_or_default(), last["d"].clone());
        });
    }

    /// The gateway sends an interaction once more.
    pub fn repeat(&self, id: &str) {
        self.shared.change(|inner| {
            let data = inner.given.get(id).cloned().expect("it was given");
            inner.dispatch("INTERACTION_CREATE", data);
        });
    }

    /// The gateway's connection drops without a word.
    pub fn drop_socket(&self) {
        self.shared.change(|inner| inner.gateway.say(Out::Drop));
    }

    /// The gateway closes the connection with a code.
    pub fn close_socket(&self, code: u16) {
        self.shared.change(|inner| inner.gateway.say(Out::Close(code)));
    }

    /// The gateway asks the bot to come again.
    pub fn ask_to_reconnect(&self) {
        self.shared.change(|inner| inner.gateway.say(Out::Say(json!({ "op": 7, "d": null }))));
    }

    /// The gateway forgets the session.
    pub fn invalidate_session(&self) {
        self.shared.change(|inner| {
            inner.gateway.session = None;
            inner.gateway.say(Out::Say(json!({ "op": 9, "d": false })));
        });
    }

    /// The gateway asks for a heartbeat at once.
    pub fn ask_heartbeat(&self) {
        self.shared.change(|inner| inner.gateway.say(Out::Say(json!({ "op": 1, "d": null }))));
    }

    /// Waits for a message of the bot, as it stands, in a channel.
    pub async fn message(&self, what: &str, channel: &str, mut is: impl FnMut(&Message) -> bool) -> Message {
        self.wait(what, |inner| {
            let there =
                |message: &&Message| message.channel == channel && !message.deleted && !message.loading;
            inner.messages.iter().filter(there).find(|message| is(message)).cloned()
        })
        .await
    }

    /// The answers to an interaction once there are at least so many of them.
    pub async fn answers(&self, id: &str, least: usize) -> Vec<Message> {
        self.wait("the interaction is answered", |inner| {
            let token = &inner.interaction(id)?.token;
            let answers = inner.messages.iter().filter(|message| message.interaction.as_ref() == Some(token));
            let answers: Vec<Message> = answers.filter(|message| !message.loading).cloned().collect();
            (answers.len() >= least).then_some(answers)
        })
        .await
    }

    /// The first answer to an interaction.
    pub async fn answer(&self, id: &str) -> Message {
        self.answers(id, 1).await.remove(0)
    }
}

fn command_data(inner: &Inner, name: &str, options: &[(&str, &str)], focus: Option<&str>) -> Value {
    let command = inner.commands.iter().find(|command| command["name"] == name);
    let command = command.unwrap_or_else(|| panic!("the command {name} is not registered"));
    let known = command["options"].as_array().cloned().unwrap_or_default();
    for required in known.iter().filter(|option| option["required"] == true && focus.is_none()) {
        assert!(
            options.iter().any(|(name, _)| required["name"] == *name),
            "{name} wants {}",
            required["name"]
        );
    }
    let options: Vec<Value> = options
        .iter()
        .map(|(option, value)| {
            let known = known.iter().find(|known| known["name"] == *option);
            let known = known.unwrap_or_else(|| panic!("the command {name} has no option {option}"));
            let kind = known["type"].as_u64().expect("options have types");
            let choices = known["choices"].as_array().cloned().unwrap_or_default();
            let value = match kind {
                4 => json!(value.parse::<i64>().expect("a number")),
                5 => json!(*value == "true"),
                _ => json!(value),
            };
            let focused = focus == Some(*option);
            assert!(
                choices.is_empty() || focused || choices.iter().any(|choice| choice["value"] == value),
                "{option} does not offer {value}"
            );
            assert!(!focused || known["autocomplete"] == true, "{option} has no autocomplete");
            let mut given = json!({ "name": option, "type": kind, "value": value });
            if focused {
                given["focused"] = json!(true);
            }
            given
        })
        .collect();
    json!({ "id": command["id"], "name": name, "type": 1, "options": options })
}

impl Inner {
    pub(super) fn id(&mut self) -> String {
        self.ids += 1 << 22;
        self.ids.to_string()
    }

    /// An interaction by its id.
    pub fn interaction(&self, id: &str) -> Option<&Interaction> {
        self.interactions.iter().find(|interaction| interaction.id == id)
    }

    /// A message by its id.
    pub fn message(&self, id: &str) -> Option<&Message> {
        self.messages.iter().find(|message| message.id == id)
    }

    /// How many faults have not struck yet.
    pub fn faults_left(&self) -> usize {
        self.faults.len()
    }

    /// The calls of a route.
    pub fn calls_of(&self, route: &str) -> Vec<&Call> {
        self.calls.iter().filter(|call| call.route.contains(route)).collect()
    }
}

impl Message {
    pub(super) fn json(&self) -> Value {
        let flags = if self.ephemeral { EPHEMERAL } else { 0 } | if self.loading { LOADING } else { 0 };
        let attachments: Vec<Value> = self
            .files
            .iter()
            .enumerate()
            .map(|(index, file)| {
                json!({
                    "id": (990_000_000_000_000_000 + index as u64).to_string(), "filename": file.name,
                    "description": file.alt, "size": file.bytes.len(), "url": "https://cdn.invalid/board.png",
                    "proxy_url": "https://media.invalid/board.png", "content_type": "image/png",
                })
            })
            .collect();
        let mut message = json!({
            "id": self.id, "channel_id": self.channel, "author": user(BOT, "tavlei", None, true),
            "content": self.content, "timestamp": "2026-01-01T00:00:00.000000+00:00",
            "edited_timestamp": null, "tts": false, "mention_everyone": false, "mentions": [], "mention_roles": [],
            "attachments": attachments, "embeds": [], "pinned": false,
            "type": if self.interaction.is_some() { 20 } else { 0 }, "flags": flags,
            "components": self.components,
        });
        if self.interaction.is_some() {
            message["webhook_id"] = json!(APPLICATION);
            message["application_id"] = json!(APPLICATION);
        }
        message
    }
}
