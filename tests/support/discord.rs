//! A stand-in for Discord: the REST routes that a bot uses and the gateway, on one local port.
//!
//! Whatever the bot asks is held against the description of the API; [`Discord::assert_clean`] says what was wrong.
//! People of a test give commands, press buttons and write messages through it, and read what came of it.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade};
use axum::extract::{FromRequest, Multipart, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;

use super::discord_api::{Api, Asked};
use super::process::PATIENCE;

/// The bot's token here.
pub const TOKEN: &str = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs";
/// The application's id; the bot's own is another, as old bots have it.
pub const APPLICATION: &str = "700000000000000001";
/// The bot's id as a user.
pub const BOT: &str = "700000000000000002";
/// The one guild.
pub const GUILD: &str = "700000000000000003";

/// GUILD_MESSAGES and DIRECT_MESSAGES: all that a bot without privileges needs to see messages.
const INTENTS: u64 = 1 << 9 | 1 << 12;
/// EPHEMERAL, of a message.
const EPHEMERAL: u64 = 1 << 6;
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
}

impl Person {
    /// A person, numbered so that the id is their own.
    pub fn new(number: u64, username: &str, name: &str, locale: &str) -> Person {
        Person {
            id: (800_000_000_000_000_000 + number).to_string(),
            username: username.to_owned(),
            name: name.to_owned(),
            locale: locale.to_owned(),
        }
    }

    fn json(&self) -> Value {
        user(&self.id, &self.username, Some(&self.name), false)
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

fn user(id: &str, username: &str, name: Option<&str>, bot: bool) -> Value {
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
    complaints: Vec<String>,
    faults: VecDeque<(String, Fault)>,
    nonces: HashMap<(String, String), String>,
    /// The interactions as they were dispatched, by id.
    given: HashMap<String, Value>,
    gone: HashSet<String>,
    private: HashSet<String>,
    ids: u64,
}

/// The gateway's side.
#[derive(Default)]
pub struct Gateway {
    pub identifies: usize,
    /// The sequence numbers of the RESUMEs.
    pub resumes: Vec<u64>,
    pub heartbeats: usize,
    session: Option<String>,
    sequence: u64,
    log: Vec<(u64, Value)>,
    socket: Option<mpsc::UnboundedSender<Out>>,
    /// Whether the socket has said READY or RESUMED.
    ready: bool,
}

enum Out {
    Say(Value),
    Close(u16),
    Drop,
}

struct Shared {
    inner: Mutex<Inner>,
    changed: watch::Sender<()>,
    api: Api,
    heartbeat: u64,
    address: SocketAddr,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap()
    }

    fn change<T>(&self, work: impl FnOnce(&mut Inner) -> T) -> T {
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
            ids: 1_100_000_000_000_000_000,
        };
        let shared = Arc::new(Shared {
            inner: Mutex::new(inner),
            changed: watch::Sender::new(()),
            api: Api::load(),
            heartbeat,
            address,
        });
        let app = Router::new().route("/socket", get(socket)).fallback(rest).with_state(Arc::clone(&shared));
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

    /// A channel of the guild; a thread is the same to everybody.
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
    fn id(&mut self) -> String {
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

    fn dispatch(&mut self, kind: &str, data: Value) {
        self.gateway.sequence += 1;
        let event = json!({ "op": 0, "s": self.gateway.sequence, "t": kind, "d": data });
        self.gateway.log.push((self.gateway.sequence, event.clone()));
        if self.gateway.ready {
            self.gateway.say(Out::Say(event));
        }
    }
}

impl Gateway {
    /// Whether the bot is connected.
    pub fn is_connected(&self) -> bool {
        self.socket.is_some() && self.ready
    }

    fn say(&mut self, out: Out) {
        if let Some(socket) = &self.socket {
            // A socket that has just gone is noticed elsewhere.
            let _ = socket.send(out);
        }
    }
}

impl Message {
    fn json(&self) -> Value {
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

// The REST side.

/// What a route answers.
enum Said {
    Json(Value),
    Nothing,
    Refused(u16, u64, &'static str),
}

const UNKNOWN_CHANNEL: Said = Said::Refused(404, 10003, "Unknown Channel");
const UNKNOWN_MESSAGE: Said = Said::Refused(404, 10008, "Unknown Message");
const UNKNOWN_WEBHOOK: Said = Said::Refused(404, 10015, "Unknown Webhook");
const UNKNOWN_INTERACTION: Said = Said::Refused(404, 10062, "Unknown interaction");
const ACKNOWLEDGED: Said = Said::Refused(400, 40060, "Interaction has already been acknowledged.");

/// What a request carries beside its route.
struct Sent {
    parameters: BTreeMap<String, String>,
    query: Vec<(String, String)>,
    body: Value,
    files: Vec<(String, String, Bytes)>,
}

impl Sent {
    fn parameter(&self, name: &str) -> &str {
        &self.parameters[name]
    }

    fn asks(&self, name: &str) -> bool {
        self.query.iter().any(|(known, value)| known == name && value == "true")
    }
}

fn refused(status: u16, code: u64, message: &str) -> Response {
    let status = StatusCode::from_u16(status).expect("a status");
    (status, axum::Json(json!({ "code": code, "message": message }))).into_response()
}

fn cut() -> Response {
    let broken =
        futures::stream::once(async { Err::<Bytes, _>(std::io::Error::other("the connection drops")) });
    Body::from_stream(broken).into_response()
}

async fn rest(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let method = request.method().to_string();
    let whole = request.uri().path().to_owned();
    let query: Vec<(String, String)> = request
        .uri()
        .query()
        .unwrap_or_default()
        .split('&')
        .filter(|part| !part.is_empty())
        .map(|part| part.split_once('=').unwrap_or((part, "")))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let authorised =
        request.headers().get(header::AUTHORIZATION).is_some_and(|value| value == &format!("Bot {TOKEN}"));
    let multipart = request
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|value| value.as_bytes().starts_with(b"multipart/form-data"));
    let complain = |complaint: String| {
        shared.change(|inner| inner.complaints.push(format!("{method} {whole}: {complaint}")));
        refused(400, 50035, "Invalid Form Body")
    };
    let Some(path) = whole.strip_prefix("/api/v10") else {
        return complain("not under /api/v10".to_owned());
    };
    let Some((route, parameters)) = shared.api.find(&method, path) else {
        return complain("no such route".to_owned());
    };
    // The body is read before anything goes wrong with the request, as a proxy does.
    let mut files = Vec::new();
    let body = if multipart {
        let mut payload = None;
        let mut parts = match Multipart::from_request(request, &()).await {
            Ok(parts) => parts,
            Err(error) => return complain(format!("no multipart: {error}")),
        };
        while let Ok(Some(part)) = parts.next_field().await {
            let name = part.name().unwrap_or_default().to_owned();
            let file = part.file_name().map(str::to_owned);
            let Ok(bytes) = part.bytes().await else { return complain("a broken part".to_owned()) };
            match file {
                Some(file) => files.push((name, file, bytes)),
                None if name == "payload_json" => payload = serde_json::from_slice(&bytes).ok(),
                None => return complain(format!("a part {name}")),
            }
        }
        match payload {
            Some(payload) => Some(payload),
            None => return complain("no payload_json".to_owned()),
        }
    } else {
        let Ok(bytes) = axum::body::to_bytes(request.into_body(), 1 << 24).await else {
            return complain("a broken body".to_owned());
        };
        match bytes.is_empty() {
            true => None,
            false => match serde_json::from_slice::<Value>(&bytes) {
                Ok(body) => Some(body),
                Err(error) => return complain(format!("no JSON: {error}")),
            },
        }
    };
    let public = path == "/gateway" || path.starts_with("/interactions/") || path.starts_with("/webhooks/");
    if !authorised && !public {
        return refused(401, 0, "401: Unauthorized");
    }
    let names = files.iter().map(|(name, _, _)| name.clone()).collect();
    let asked = Asked { query: &query, body: body.as_ref(), files: multipart.then_some(names) };
    let wrong = shared.api.faults(route, &parameters, &asked);
    if !wrong.is_empty() {
        return complain(wrong.join("; "));
    }
    let fault = shared.change(|inner| {
        let at = inner.faults.iter().position(|(part, _)| route.name.contains(part.as_str()))?;
        inner.faults.remove(at).map(|(_, fault)| fault)
    });
    match fault {
        Some(Fault::TooMany(seconds)) => {
            let body =
                json!({ "message": "You are being rate limited.", "retry_after": seconds, "global": false });
            let headers =
                [("retry-after", seconds.ceil().to_string()), ("x-ratelimit-scope", "user".to_owned())];
            return (StatusCode::TOO_MANY_REQUESTS, headers, axum::Json(body)).into_response();
        }
        Some(Fault::Broken(status)) => {
            return (StatusCode::from_u16(status).expect("a status"), "<html>upstream</html>")
                .into_response();
        }
        Some(Fault::Refused(status, code)) => return refused(status, code, "Refused"),
        Some(Fault::Lost) => return cut(),
        Some(Fault::AnswerLost) | None => {}
    }
    let sent = Sent { parameters, query, body: body.unwrap_or_default(), files };
    let address = shared.address;
    let said = shared.change(|inner| {
        inner.calls.push(Call {
            route: route.name.clone(),
            parameters: sent.parameters.clone(),
            query: sent.query.clone(),
            body: sent.body.clone(),
        });
        answer(inner, &route.name, &sent, address)
    });
    if matches!(fault, Some(Fault::AnswerLost)) {
        return cut();
    }
    match said {
        Said::Json(value) => axum::Json(value).into_response(),
        Said::Nothing => StatusCode::NO_CONTENT.into_response(),
        Said::Refused(status, code, message) => refused(status, code, message),
    }
}

fn answer(inner: &mut Inner, route: &str, sent: &Sent, address: SocketAddr) -> Said {
    let gateway = format!("ws://{address}/socket");
    match route {
        "GET /gateway" => Said::Json(json!({ "url": gateway })),
        "GET /gateway/bot" => Said::Json(json!({
            "url": gateway, "shards": 1,
            "session_start_limit": { "total": 1000, "remaining": 999, "reset_after": 14_400_000, "max_concurrency": 1 },
        })),
        "GET /users/@me" => Said::Json(user(BOT, "tavlei", None, true)),
        "GET /oauth2/applications/@me" => {
            Said::Json(json!({ "id": APPLICATION, "name": "Tavlei", "flags": 0 }))
        }
        "GET /applications/{application_id}/commands" => Said::Json(json!(inner.commands)),
        "PUT /applications/{application_id}/commands" => {
            if sent.parameter("application_id") != APPLICATION {
                return Said::Refused(403, 20012, "You are not authorized to perform this action");
            }
            let mut commands = sent.body.as_array().cloned().unwrap_or_default();
            for command in &mut commands {
                let id = inner.id();
                command["id"] = json!(id);
                command["application_id"] = json!(APPLICATION);
                command["version"] = json!(id);
            }
            inner.commands.clone_from(&commands);
            Said::Json(json!(commands))
        }
        "POST /interactions/{interaction_id}/{interaction_token}/callback" => callback(inner, sent),
        "POST /channels/{channel_id}/messages" => {
            let channel = sent.parameter("channel_id").to_owned();
            if inner.gone.contains(&channel) {
                return UNKNOWN_CHANNEL;
            }
            let nonce = sent.body["nonce"].as_str().filter(|_| sent.body["enforce_nonce"] == true);
            let nonce = nonce.map(|nonce| (channel.clone(), nonce.to_owned()));
            if let Some(known) = nonce.as_ref().and_then(|nonce| inner.nonces.get(nonce)) {
                return Said::Json(inner.message(known).expect("held").json());
            }
            let id = send(inner, channel, &sent.body, &sent.files, None);
            if let Some(nonce) = nonce {
                inner.nonces.insert(nonce, id.clone());
            }
            Said::Json(inner.message(&id).expect("just sent").json())
        }
        "GET /channels/{channel_id}/messages/{message_id}"
        | "PATCH /channels/{channel_id}/messages/{message_id}"
        | "DELETE /channels/{channel_id}/messages/{message_id}" => {
            let (channel, id) = (sent.parameter("channel_id"), sent.parameter("message_id"));
            if inner.gone.contains(channel) {
                return UNKNOWN_CHANNEL;
            }
            match inner.message(id) {
                Some(message) if message.channel == channel && !message.ephemeral => {}
                _ => return UNKNOWN_MESSAGE,
            }
            at_message(inner, route, id, sent)
        }
        _ if route.contains("/webhooks/{webhook_id}/{webhook_token}") => webhook(inner, route, sent),
        other => panic!("the stand-in does not know {other}"),
    }
}

fn at_message(inner: &mut Inner, route: &str, id: &str, sent: &Sent) -> Said {
    let Some(message) = inner.messages.iter_mut().find(|message| message.id == id && !message.deleted) else {
        return UNKNOWN_MESSAGE;
    };
    match route.split(' ').next() {
        Some("GET") => Said::Json(message.json()),
        Some("DELETE") => {
            message.deleted = true;
            Said::Nothing
        }
        _ => {
            change(message, &sent.body, &sent.files);
            let now = message.clone();
            inner.shown.push(now.clone());
            Said::Json(now.json())
        }
    }
}

fn webhook(inner: &mut Inner, route: &str, sent: &Sent) -> Said {
    let token = sent.parameter("webhook_token");
    let known = inner.interactions.iter().position(|interaction| interaction.token == token);
    let Some(known) = known else { return UNKNOWN_WEBHOOK };
    let interaction = inner.interactions[known].clone();
    if interaction.expired
        || interaction.answer == Answer::None
        || sent.parameter("webhook_id") != APPLICATION
    {
        return UNKNOWN_WEBHOOK;
    }
    if route.starts_with("POST") {
        // The first follow-up takes the place of a deferred answer.
        let waiting = inner.messages.iter().position(|message| {
            message.loading && !message.deleted && interaction.original.as_ref() == Some(&message.id)
        });
        let id = match waiting {
            Some(at) => {
                change(&mut inner.messages[at], &sent.body, &sent.files);
                let now = inner.messages[at].clone();
                inner.shown.push(now.clone());
                now.id
            }
            None => send(inner, interaction.channel, &sent.body, &sent.files, Some(token.to_owned())),
        };
        return match sent.asks("wait") {
            true => Said::Json(inner.message(&id).expect("just sent").json()),
            false => Said::Nothing,
        };
    }
    let id = match sent.parameters.get("message_id") {
        Some(id) if inner.message(id).is_some_and(|held| held.interaction.as_deref() == Some(token)) => {
            id.clone()
        }
        Some(_) => return UNKNOWN_MESSAGE,
        None => match interaction.original {
            Some(id) => id,
            None => return UNKNOWN_MESSAGE,
        },
    };
    at_message(inner, route, &id, sent)
}

fn callback(inner: &mut Inner, sent: &Sent) -> Said {
    let kind = sent.body["type"].as_u64().unwrap_or_default();
    let known = inner.interactions.iter().position(|interaction| {
        interaction.id == sent.parameter("interaction_id")
            && interaction.token == sent.parameter("interaction_token")
            && !interaction.expired
    });
    let Some(known) = known else { return UNKNOWN_INTERACTION };
    let interaction = inner.interactions[known].clone();
    if interaction.answer != Answer::None {
        return ACKNOWLEDGED;
    }
    let data = &sent.body["data"];
    let mut original = interaction.original.clone();
    let mut answer = Answer::Given(kind);
    match kind {
        4 | 5 => {
            let id = send(inner, interaction.channel, data, &sent.files, Some(interaction.token));
            if kind == 5 {
                answer = Answer::Deferred(5);
                let message = inner.messages.last_mut().expect("just sent");
                message.loading = true;
                inner.shown.pop();
            }
            original = Some(id);
        }
        6 | 7 => {
            let Some(pressed) = &interaction.pressed else {
                inner.complaints.push(format!("a callback of type {kind} to what is no press"));
                return Said::Refused(400, 50035, "Invalid Form Body");
            };
            original = Some(pressed.clone());
            if kind == 6 {
                answer = Answer::Deferred(6);
            } else {
                let held = inner.messages.iter_mut().find(|held| &held.id == pressed && !held.deleted);
                let Some(held) = held else { return UNKNOWN_MESSAGE };
                change(held, data, &sent.files);
                let now = held.clone();
                inner.shown.push(now);
            }
        }
        8 => {
            let choices = data["choices"].as_array().into_iter().flatten();
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            inner.interactions[known].choices =
                choices.map(|choice| (text(&choice["name"]), text(&choice["value"]))).collect();
        }
        _ => panic!("the stand-in does not know a callback of type {kind}"),
    }
    let interaction = &mut inner.interactions[known];
    interaction.answer = answer;
    interaction.original.clone_from(&original);
    let id = interaction.id.clone();
    if !sent.asks("with_response") {
        return Said::Nothing;
    }
    let message = original.as_deref().and_then(|id| inner.message(id));
    Said::Json(json!({
        "interaction": { "id": id, "type": 2, "response_message_id": original },
        "resource": { "type": kind, "message": message.map(Message::json) },
    }))
}

fn send(
    inner: &mut Inner,
    channel: String,
    body: &Value,
    files: &[(String, String, Bytes)],
    interaction: Option<String>,
) -> String {
    let id = inner.id();
    let mut message = Message {
        id: id.clone(),
        channel,
        content: String::new(),
        components: Vec::new(),
        files: Vec::new(),
        ephemeral: body["flags"].as_u64().unwrap_or_default() & EPHEMERAL != 0,
        loading: false,
        deleted: false,
        reply_to: body["message_reference"]["message_id"].as_str().map(str::to_owned),
        interaction,
        pings: pings(body),
        edits: 0,
    };
    change(&mut message, body, files);
    message.edits = 0;
    inner.messages.push(message.clone());
    inner.shown.push(message);
    id
}

fn change(message: &mut Message, body: &Value, files: &[(String, String, Bytes)]) {
    message.edits += 1;
    message.loading = false;
    if let Some(content) = body["content"].as_str() {
        content.clone_into(&mut message.content);
    }
    if let Some(components) = body["components"].as_array() {
        message.components.clone_from(components);
    }
    if let Some(attachments) = body["attachments"].as_array() {
        message.files = attachments
            .iter()
            .filter_map(|attachment| {
                let part = format!("files[{}]", attachment["id"].as_str()?);
                let (_, name, bytes) = files.iter().find(|(name, _, _)| *name == part)?;
                let alt = attachment["description"].as_str().unwrap_or_default().to_owned();
                Some(File { name: name.clone(), alt, bytes: bytes.clone() })
            })
            .collect();
    }
}

/// Who is pinged by a message: whoever its text mentions and its allowed mentions allow.
fn pings(body: &Value) -> Vec<String> {
    let content = body["content"].as_str().unwrap_or_default();
    let allowed = &body["allowed_mentions"];
    let parse = |what: &str| match allowed.is_null() {
        true => true,
        false => allowed["parse"].as_array().is_some_and(|kinds| kinds.contains(&json!(what))),
    };
    let listed = |id: &str| allowed["users"].as_array().is_some_and(|ids| ids.contains(&json!(id)));
    let mut pings = Vec::new();
    if parse("everyone") && (content.contains("@everyone") || content.contains("@here")) {
        pings.push("everyone".to_owned());
    }
    for part in content.split("<@").skip(1) {
        let Some((id, _)) = part.split_once('>') else { continue };
        let id = id.trim_start_matches('!');
        if (parse("users") || listed(id)) && !pings.contains(&id.to_owned()) {
            pings.push(id.to_owned());
        }
    }
    if !body["message_reference"].is_null() && allowed["replied_user"] != false {
        pings.push("replied".to_owned());
    }
    pings
}

// The gateway.

async fn socket(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let query = request.uri().query().unwrap_or_default().to_owned();
    if !query.contains("v=10") {
        shared.change(|inner| inner.complaints.push(format!("the gateway is asked with \"{query}\"")));
    }
    match WebSocketUpgrade::from_request(request, &()).await {
        Ok(upgrade) => upgrade.on_upgrade(move |socket| converse(shared, socket)),
        Err(refusal) => refusal.into_response(),
    }
}

async fn converse(shared: Arc<Shared>, socket: WebSocket) {
    let (mut out, mut input) = socket.split();
    let (sender, mut receiver) = mpsc::unbounded_channel();
    let hello = json!({ "op": 10, "d": { "heartbeat_interval": shared.heartbeat } });
    if out.send(Frame::Text(hello.to_string().into())).await.is_err() {
        return;
    }
    loop {
        tokio::select! {
            said = receiver.recv() => match said {
                Some(Out::Say(value)) => {
                    if out.send(Frame::Text(value.to_string().into())).await.is_err() {
                        break;
                    }
                }
                Some(Out::Close(code)) => {
                    let _ = out.send(Frame::Close(Some(CloseFrame { code, reason: "".into() }))).await;
                    break;
                }
                Some(Out::Drop) | None => break,
            },
            heard = input.next() => match heard {
                Some(Ok(Frame::Text(text))) => match serde_json::from_str(&text) {
                    Ok(value) => heard_of(&shared, &sender, &value),
                    Err(_) => shared.change(|inner| inner.complaints.push(format!("the gateway hears {text}"))),
                },
                // The other side's farewell is answered by going on to listen.
                Some(Ok(_)) => {}
                Some(Err(_)) | None => break,
            },
        }
    }
    shared.change(|inner| {
        if inner.gateway.socket.as_ref().is_some_and(|socket| socket.same_channel(&sender)) {
            inner.gateway.socket = None;
            inner.gateway.ready = false;
        }
    });
}

fn heard_of(shared: &Shared, sender: &mpsc::UnboundedSender<Out>, heard: &Value) {
    let data = &heard["d"];
    let say = |value: Value| {
        let _ = sender.send(Out::Say(value));
    };
    shared.change(|inner| match heard["op"].as_u64() {
        Some(1) => {
            inner.gateway.heartbeats += 1;
            say(json!({ "op": 11, "d": null }));
        }
        Some(2) => {
            inner.gateway.identifies += 1;
            if data["token"] != format!("Bot {TOKEN}") && data["token"] != TOKEN {
                let _ = sender.send(Out::Close(4004));
                return;
            }
            let intents = data["intents"].as_u64().unwrap_or_default();
            if intents & INTENTS != INTENTS || intents & (1 << 1 | 1 << 8 | 1 << 15) != 0 {
                inner.complaints.push(format!("the intents are {intents}"));
                let _ = sender.send(Out::Close(4014));
                return;
            }
            for property in ["os", "browser", "device"] {
                if !data["properties"][property].is_string() {
                    inner.complaints.push(format!("identify has no {property}"));
                }
            }
            let session = inner.id();
            inner.gateway.session = Some(session.clone());
            inner.gateway.sequence = 0;
            inner.gateway.log.clear();
            inner.gateway.socket = Some(sender.clone());
            inner.gateway.ready = true;
            let address = shared.address;
            inner.dispatch(
                "READY",
                json!({
                    "v": 10, "user": user(BOT, "tavlei", None, true), "guilds": [{ "id": GUILD, "unavailable": true }],
                    "session_id": session, "resume_gateway_url": format!("ws://{address}/socket"), "shard": [0, 1],
                    "application": { "id": APPLICATION, "flags": 0 },
                }),
            );
        }
        Some(6) => {
            let sequence = data["seq"].as_u64().unwrap_or_default();
            inner.gateway.resumes.push(sequence);
            if inner.gateway.session.is_none() || data["session_id"] != json!(inner.gateway.session) {
                say(json!({ "op": 9, "d": false }));
                return;
            }
            inner.gateway.socket = Some(sender.clone());
            for (_, event) in inner.gateway.log.iter().filter(|(at, _)| *at > sequence) {
                say(event.clone());
            }
            inner.gateway.ready = true;
            inner.dispatch("RESUMED", json!({ "_trace": [] }));
        }
        Some(3) => {}
        other => inner.complaints.push(format!("the gateway hears op {other:?}")),
    });
}
