//! A stand-in for Telegram: the Bot API over real HTTP, with people who write and press buttons.
//!
//! Every request is held against the description of the Bot API and against the limits that are not in it; what is
//! wrong is refused as Telegram would, and fails the test when the stand-in goes out of scope.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Multipart, Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use serde_json::{Map, Value, json};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::arrived::arrived;
use super::process::PATIENCE;
use super::telegram_spec as spec;

/// The token that the stand-in knows.
pub const TOKEN: &str = "123456789:AAStandInStandInStandInStandInStandI";
/// The bot's handle.
pub const HANDLE: &str = "tavlei_test_bot";
const BOT: i64 = 123456789;

/// Somebody who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct User {
    /// The id.
    pub id: i64,
    /// The name, hostile or not.
    pub name: &'static str,
    /// The handle without `@`.
    pub handle: Option<&'static str>,
    /// The language of the person's program.
    pub language: &'static str,
}

/// Two who play.
pub const ANNA: User = User { id: 1001, name: "Anna", handle: Some("anna_plays"), language: "en" };
/// The other one.
pub const BORIS: User = User { id: 1002, name: "Boris", handle: Some("boris_plays"), language: "en" };
/// One who only looks on.
pub const STRANGER: User = User { id: 1003, name: "Stranger", handle: None, language: "en" };

/// Where one writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chat {
    /// Between one person and the bot.
    Private(User),
    /// A group.
    Group(i64),
    /// A topic of a forum.
    Topic(i64, i64),
}

impl Chat {
    /// The chat's number.
    pub fn id(self) -> i64 {
        match self {
            Chat::Private(user) => user.id,
            Chat::Group(id) | Chat::Topic(id, _) => id,
        }
    }

    /// The topic's number.
    pub fn thread(self) -> Option<i64> {
        match self {
            Chat::Topic(_, thread) => Some(thread),
            _ => None,
        }
    }
}

/// A message of the bot as it looks after being sent or edited.
#[derive(Clone, Debug)]
pub struct Posted {
    /// Grows with everything that the bot shows.
    pub seq: usize,
    /// The chat's number.
    pub chat: i64,
    /// The topic.
    pub thread: Option<i64>,
    /// Its number in the chat.
    pub id: i64,
    /// The text, or the caption.
    pub text: String,
    /// What is what in the text.
    pub entities: Vec<Value>,
    /// The picture.
    pub photo: Option<Bytes>,
    /// Rows of buttons: label and payload.
    pub buttons: Vec<Vec<(String, String)>>,
    /// The message that it answers.
    pub reply_to: Option<i64>,
    /// Whether it made no sound.
    pub silent: bool,
    /// Whether this is a later state of the message.
    pub edited: bool,
}

impl Posted {
    /// All labels.
    pub fn labels(&self) -> Vec<&str> {
        self.buttons.iter().flatten().map(|(label, _)| label.as_str()).collect()
    }

    /// The payload of the button with a label.
    pub fn payload(&self, label: &str) -> Option<&str> {
        self.buttons.iter().flatten().find(|(of, _)| of == label).map(|(_, payload)| payload.as_str())
    }

    /// The users whom its text pings.
    pub fn pings(&self) -> Vec<i64> {
        let user = |entity: &Value| match entity["type"].as_str()? {
            "text_mention" => entity["user"]["id"].as_i64(),
            "text_link" => entity["url"].as_str()?.split_once("?id=")?.1.parse().ok(),
            _ => None,
        };
        self.entities.iter().filter_map(user).collect()
    }

    /// Checks that the picture is a whole PNG, and gives its width and height.
    pub fn picture_size(&self) -> (u32, u32) {
        let bytes = self.photo.as_ref().unwrap_or_else(|| panic!("no picture: {}", self.text));
        let mut picture = png::Decoder::new(io::Cursor::new(&bytes[..])).read_info().expect("a PNG");
        let mut pixels = vec![0; picture.output_buffer_size().expect("a size")];
        picture.next_frame(&mut pixels).expect("a whole PNG");
        (picture.info().width, picture.info().height)
    }
}

/// What goes wrong with a request.
#[derive(Clone, Debug)]
pub enum Fault {
    /// 429: come back after so many seconds. The chat stays closed as long.
    Flood(u64),
    /// An answer of the gateway before the Bot API, not JSON.
    BadGateway,
    /// 500 in JSON.
    Internal,
    /// The connection breaks before anything is done.
    Lost,
    /// The request is carried out, and then the connection breaks.
    LostAfter,
    /// The request is carried out and never answered.
    Stuck,
    /// Refused with a code and words.
    Refused(u16, &'static str),
}

/// A fault for the next request to a method, in one chat or any.
struct Trap {
    method: &'static str,
    chat: Option<i64>,
    fault: Fault,
}

/// A press of a button.
#[derive(Clone, Debug, Default)]
pub struct Press {
    /// How often it was answered.
    pub answers: usize,
    /// What the person was told.
    pub note: Option<String>,
}

/// A command of the menu: name and description.
pub type MenuItem = (String, String);

/// All that the stand-in knows.
#[derive(Default)]
pub struct World {
    /// What the bot showed, in order; a message comes again for every edit.
    pub shown: Vec<Posted>,
    /// The presses by query id.
    pub presses: BTreeMap<String, Press>,
    /// The calls: method and parameters.
    pub calls: Vec<(&'static str, Value)>,
    /// The updates handed over at least once.
    pub handed_over: BTreeSet<i64>,
    /// The first update that is not confirmed.
    pub offset: i64,
    /// The menus by language; the default under an empty one.
    pub menus: BTreeMap<String, Vec<MenuItem>>,
    /// Whether the bot is set to a webhook.
    pub webhook: bool,
    messages: HashMap<(i64, i64), Posted>,
    numbers: HashMap<i64, i64>,
    queue: VecDeque<(i64, Value)>,
    again: Vec<Value>,
    newest: Option<Value>,
    last_update: i64,
    polls: u64,
    known: HashSet<i64>,
    thrown_out: HashSet<i64>,
    moved: HashMap<i64, i64>,
    traps: Vec<Trap>,
    held: HashSet<&'static str>,
    closed_until: HashMap<i64, Instant>,
    wrongs: Vec<String>,
}

/// The stand-in.
pub struct Telegram {
    /// Where it listens.
    pub url: String,
    shared: Arc<Shared>,
    server: JoinHandle<()>,
}

struct Shared {
    world: Mutex<World>,
    changes: watch::Sender<()>,
}

impl Shared {
    fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().expect("the world")
    }

    fn change<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        let changed = change(&mut self.world());
        self.changes.send_replace(());
        changed
    }

    async fn until<T>(&self, mut look: impl FnMut(&World) -> Option<T>) -> T {
        let mut changes = self.changes.subscribe();
        loop {
            if let Some(found) = look(&self.world()) {
                return found;
            }
            changes.changed().await.expect("the world goes on");
        }
    }
}

impl Telegram {
    /// Starts on a free port.
    pub async fn start() -> Telegram {
        let shared = Arc::new(Shared { world: Mutex::default(), changes: watch::Sender::new(()) });
        shared.world().last_update = 500_000;
        let router = Router::new().route("/{bot}/{method}", any(serve)).with_state(Arc::clone(&shared));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("its address"));
        let server =
            tokio::spawn(async move { axum::serve(listener, router).await.expect("the server runs") });
        Telegram { url, shared, server }
    }

    /// The settings with which the program talks to it.
    pub fn settings(&self) -> [(&'static str, &str); 2] {
        [("TELEGRAM_TOKEN", TOKEN), ("TELEGRAM_API_URL", &self.url)]
    }

    /// Somebody writes. The number of the message.
    pub fn say(&self, user: User, chat: Chat, text: &str) -> i64 {
        self.write(user, chat, text, json!({}))
    }

    /// Somebody answers a message of the bot.
    pub fn reply(&self, user: User, to: &Posted, text: &str) -> i64 {
        let chat = match to.thread {
            _ if to.chat == user.id => Chat::Private(user),
            Some(thread) => Chat::Topic(to.chat, thread),
            None => Chat::Group(to.chat),
        };
        self.write(user, chat, text, json!({ "reply_to_message": message_json(to) }))
    }

    /// Somebody writes a message with more fields.
    pub fn write(&self, user: User, chat: Chat, text: &str, more: Value) -> i64 {
        self.shared.change(|world| {
            let id = world.next_message(chat.id());
            let mut message = json!({
                "message_id": id, "date": 1_790_000_000, "chat": chat_json(chat), "from": user_json(user),
                "text": text,
            });
            if text.starts_with('/') {
                let length = text.split_whitespace().next().expect("a word").encode_utf16().count();
                message["entities"] = json!([{"type": "bot_command", "offset": 0, "length": length}]);
            }
            if let Some(thread) = chat.thread() {
                message["message_thread_id"] = thread.into();
                message["is_topic_message"] = true.into();
                // A message that answers none comes as an answer to the one that opened the topic.
                message["reply_to_message"] = json!({
                    "message_id": thread, "message_thread_id": thread, "is_topic_message": true, "date": 1,
                    "chat": chat_json(chat), "from": user_json(user),
                    "forum_topic_created": {"name": "Games", "icon_color": 7322096},
                });
            }
            for (name, value) in more.as_object().expect("fields") {
                message[name] = value.clone();
            }
            world.known.insert(chat.id());
            world.queue_update("message", message);
            id
        })
    }

    /// Somebody presses the button with a label, which must be there. The query's id.
    pub fn press(&self, user: User, under: &Posted, label: &str) -> String {
        let now = self.shared.world().messages.get(&(under.chat, under.id)).cloned();
        let now = now.expect("the message is still there");
        let payload = now.payload(label).unwrap_or_else(|| panic!("no button {label} in {:?}", now.labels()));
        self.press_payload(user, under, payload)
    }

    /// Somebody presses a button that may be gone by now.
    pub fn press_payload(&self, user: User, under: &Posted, payload: &str) -> String {
        self.press_under(user, message_json(under), payload)
    }

    /// Somebody presses a button under a message of which Telegram tells this.
    pub fn press_under(&self, user: User, under: Value, payload: &str) -> String {
        self.shared.change(|world| {
            let id = format!("4200000{:05}", world.presses.len());
            world.presses.insert(id.clone(), Press::default());
            world.queue_update(
                "callback_query",
                json!({
                    "id": id, "from": user_json(user), "message": under, "chat_instance": "-1",
                    "data": payload,
                }),
            );
            id
        })
    }

    /// Queues an update of any kind.
    pub fn queue(&self, kind: &str, content: Value) -> i64 {
        self.shared.change(|world| world.queue_update(kind, content))
    }

    /// Hands the newest update over once more, though it may be confirmed by now.
    pub fn repeat_last(&self) {
        self.shared.change(|world| world.again.extend(world.newest.clone()));
    }

    /// The number of the newest update.
    pub fn newest_update(&self) -> i64 {
        self.look(|world| world.last_update)
    }

    /// How often a method was called.
    pub fn calls(&self, method: &str) -> usize {
        self.look(|world| world.calls_of(method))
    }

    /// Waits until a method has been called so often.
    pub async fn until_called(&self, method: &str, times: usize) {
        let what = format!("{method} to be called {times} times");
        self.until(&what, |world| (world.calls_of(method) >= times).then_some(())).await;
    }

    /// The next request to a method meets a fault; an empty method is any that has a chat.
    pub fn fail(&self, method: &'static str, fault: Fault) {
        self.shared.change(|world| world.traps.push(Trap { method, chat: None, fault }));
    }

    /// The next request in a chat meets a fault.
    pub fn fail_in(&self, chat: i64, fault: Fault) {
        self.shared.change(|world| world.traps.push(Trap { method: "", chat: Some(chat), fault }));
    }

    /// Requests to a method are neither carried out nor answered until they are let go.
    pub fn hold(&self, method: &'static str) {
        self.shared.change(|world| _ = world.held.insert(method));
    }

    /// Lets held requests go.
    pub fn release(&self, method: &'static str) {
        self.shared.change(|world| _ = world.held.remove(method));
    }

    /// The bot is thrown out of a chat.
    pub fn throw_out(&self, chat: i64) {
        self.shared.change(|world| _ = world.thrown_out.insert(chat));
    }

    /// Somebody deletes a message of the bot.
    pub fn delete(&self, message: &Posted) {
        self.shared.change(|world| _ = world.messages.remove(&(message.chat, message.id)));
    }

    /// A group becomes a supergroup with another number; both tell it.
    pub fn migrate(&self, from: i64, to: i64) {
        self.shared.change(|world| {
            world.move_silently(from, to);
            for (chat, field, other) in [(from, "migrate_to_chat_id", to), (to, "migrate_from_chat_id", from)]
            {
                let id = world.next_message(chat);
                let message = json!({
                    "message_id": id, "date": 1_790_000_000, "chat": chat_json(Chat::Group(chat)),
                    "from": user_json(ANNA), field: other,
                });
                world.queue_update("message", message);
            }
        });
    }

    /// Sets something in the world.
    pub fn set<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        self.shared.change(change)
    }

    /// Looks at the world.
    pub fn look<T>(&self, look: impl FnOnce(&World) -> T) -> T {
        look(&self.shared.world())
    }

    /// How much the bot has shown so far.
    pub fn seq(&self) -> usize {
        self.look(|world| world.shown.len())
    }

    /// Waits until something can be seen.
    pub async fn until<T>(&self, what: &str, look: impl FnMut(&World) -> Option<T>) -> T {
        match tokio::time::timeout(PATIENCE, self.shared.until(look)).await {
            Ok(found) => found,
            Err(_) => panic!("waited in vain for {what}\n{}", self.look(World::story)),
        }
    }

    /// Waits for something like this to be shown in a chat after a moment, and gives the first.
    pub async fn shown(
        &self,
        chat: Chat,
        after: usize,
        what: &str,
        mut wanted: impl FnMut(&Posted) -> bool,
    ) -> Posted {
        let mut here =
            |posted: &Posted| posted.chat == chat.id() && posted.thread == chat.thread() && wanted(posted);
        self.until(what, |world| {
            world.shown[after.min(world.shown.len())..].iter().find(|p| here(p)).cloned()
        })
        .await
    }

    /// Waits for a text to be shown in a chat after a moment.
    pub async fn text(&self, chat: Chat, after: usize, part: &str) -> Posted {
        self.shown(chat, after, &format!("\"{part}\""), |posted| posted.text.contains(part)).await
    }

    /// Waits until a message has no buttons any more.
    pub async fn stripped(&self, message: &Posted) {
        let key = (message.chat, message.id);
        let what = format!("message {} to lose its buttons", message.id);
        self.until(&what, |world| world.messages.get(&key)?.buttons.is_empty().then_some(())).await;
    }

    /// The same where a message may have come twice, since the program died before it knew that it was sent: then
    /// nobody knows of the first.
    pub async fn last_stripped(&self, message: &Posted) {
        let what = format!("message {}, or the same once more, to lose its buttons", message.id);
        let same = |p: &&Posted| p.chat == message.chat && p.text == message.text;
        let last = |world: &World| world.shown.iter().rev().find(same).is_some_and(|p| p.buttons.is_empty());
        self.until(&what, |world| last(world).then_some(())).await;
    }

    /// Waits until a press is answered, and gives what the person was told.
    pub async fn answer(&self, query: &str) -> Option<String> {
        self.until("an answer to a press", |world| {
            world.presses.get(query).filter(|press| press.answers > 0).map(|press| press.note.clone())
        })
        .await
    }

    /// Waits until every update so far is confirmed.
    pub async fn all_confirmed(&self) {
        self.until("all updates to be confirmed", |world| (world.offset > world.last_update).then_some(()))
            .await;
    }

    /// A message as it is now, if it is still there.
    pub fn now(&self, message: &Posted) -> Option<Posted> {
        self.look(|world| world.messages.get(&(message.chat, message.id)).cloned())
    }

    /// What was wrong with the requests so far, and forgets it.
    pub fn take_wrongs(&self) -> Vec<String> {
        self.set(|world| std::mem::take(&mut world.wrongs))
    }
}

impl Drop for Telegram {
    fn drop(&mut self) {
        self.server.abort();
        if !std::thread::panicking() {
            let wrongs = self.take_wrongs();
            assert!(
                wrongs.is_empty(),
                "requests that are not as the Bot API wants them:\n{}",
                wrongs.join("\n")
            );
        }
    }
}

impl World {
    /// The end of the story so far, for a test that fails.
    fn story(&self) -> String {
        let mut lines = vec!["shown:".to_owned()];
        for posted in &self.shown[self.shown.len().saturating_sub(12)..] {
            lines.push(format!("  {} #{} {:?} {:?}", posted.chat, posted.id, posted.text, posted.labels()));
        }
        lines.push("calls:".to_owned());
        for (method, _) in &self.calls[self.calls.len().saturating_sub(12)..] {
            lines.push(format!("  {method}"));
        }
        lines.extend(self.wrongs.iter().cloned());
        lines.join("\n")
    }

    /// A group becomes a supergroup with another number, and nobody tells it.
    pub fn move_silently(&mut self, from: i64, to: i64) {
        self.known.insert(to);
        self.moved.insert(from, to);
    }

    /// The bot is let in again.
    pub fn let_in(&mut self, chat: i64) {
        self.thrown_out.remove(&chat);
    }

    fn calls_of(&self, method: &str) -> usize {
        self.calls.iter().filter(|(called, _)| *called == method).count()
    }

    fn next_message(&mut self, chat: i64) -> i64 {
        let number = self.numbers.entry(chat).or_insert(10);
        *number += 1;
        *number
    }

    fn queue_update(&mut self, kind: &str, content: Value) -> i64 {
        self.last_update += 1;
        let id = self.last_update;
        let update = json!({ "update_id": id, kind: content });
        self.newest = Some(update.clone());
        self.queue.push_back((id, update));
        id
    }

    /// The fault that waits for a request.
    fn trap(&mut self, method: &str, chat: Option<i64>) -> Option<Fault> {
        let fits = |trap: &Trap| match (trap.method, trap.chat) {
            ("", None) => chat.is_some(),
            ("", wanted) => chat == wanted,
            (wanted, _) => method == wanted,
        };
        let found = self.traps.iter().position(fits)?;
        Some(self.traps.remove(found).fault)
    }

    fn carry_out(&mut self, method: &'static str, call: &Call) -> Result<Value, Refusal> {
        match method {
            "getMe" => Ok(json!({
                "id": BOT, "is_bot": true, "first_name": "Tavlei", "username": HANDLE,
                "can_join_groups": true, "can_read_all_group_messages": false, "supports_inline_queries": false,
            })),
            "setMyCommands" => self.set_menu(call),
            "deleteWebhook" => {
                self.webhook = false;
                Ok(true.into())
            }
            "sendMessage" | "sendPhoto" => self.post(method, call),
            "editMessageText" | "editMessageCaption" | "editMessageMedia" | "editMessageReplyMarkup" => {
                self.edit(method, call)
            }
            "answerCallbackQuery" => self.answer_press(call),
            "getChat" | "getChatMember" | "sendChatAction" | "deleteMessage" => Ok(true.into()),
            _ => Err(Refusal::new(404, "Not Found: the stand-in does not know this method")),
        }
    }

    fn set_menu(&mut self, call: &Call) -> Result<Value, Refusal> {
        let menu: Vec<MenuItem> = call.parameters["commands"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|item| (item["command"].to_string(), item["description"].to_string()))
            .map(|(name, text)| (name.trim_matches('"').to_owned(), text.trim_matches('"').to_owned()))
            .collect();
        for (name, text) in &menu {
            let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
            self.hold_true((1..=32).contains(&name.len()) && name.chars().all(letters), || {
                format!("a command cannot be called {name:?}")
            });
            self.hold_true((1..=256).contains(&text.chars().count()), || {
                format!("/{name} is described as {text:?}")
            });
        }
        self.hold_true(menu.len() <= 100, || "more than 100 commands".to_owned());
        let language = call.text("language_code").unwrap_or_default().to_owned();
        self.menus.insert(language, menu);
        Ok(true.into())
    }

    fn post(&mut self, method: &str, call: &Call) -> Result<Value, Refusal> {
        let chat = self.chat(call)?;
        let thread = call.number("message_thread_id");
        let mut posted = Posted {
            seq: 0,
            chat,
            thread,
            id: 0,
            text: String::new(),
            entities: Vec::new(),
            photo: None,
            buttons: self.buttons(call),
            reply_to: call.parameters.get("reply_parameters").and_then(|reply| reply["message_id"].as_i64()),
            silent: call.parameters.get("disable_notification") == Some(&true.into()),
            edited: false,
        };
        match method {
            "sendPhoto" => {
                posted.photo = Some(self.photo(call, call.text("photo"))?);
                (posted.text, posted.entities) =
                    self.words(&call.parameters, "caption", "caption_entities", 1024)?;
            }
            _ => {
                (posted.text, posted.entities) = self.words(&call.parameters, "text", "entities", 4096)?;
                if posted.text.trim().is_empty() {
                    return Err(Refusal::new(400, "Bad Request: message text is empty"));
                }
            }
        }
        if let Some(reply) = posted.reply_to {
            let ours = self.messages.contains_key(&(chat, reply));
            let theirs = self.numbers.get(&chat).is_some_and(|last| reply <= *last);
            let unneeded = call.parameters["reply_parameters"]["allow_sending_without_reply"] == true;
            if !ours && !theirs && !unneeded {
                return Err(Refusal::new(400, "Bad Request: message to be replied not found"));
            }
        }
        posted.id = self.next_message(chat);
        Ok(self.show(posted))
    }

    fn edit(&mut self, method: &str, call: &Call) -> Result<Value, Refusal> {
        let chat = self.chat(call)?;
        let id = call.number("message_id").unwrap_or_default();
        let Some(old) = self.messages.get(&(chat, id)).cloned() else {
            return Err(Refusal::new(400, "Bad Request: message to edit not found"));
        };
        let mut new = old.clone();
        new.buttons = self.buttons(call);
        match method {
            "editMessageText" if old.photo.is_some() => {
                return Err(Refusal::new(400, "Bad Request: there is no text in the message to edit"));
            }
            "editMessageText" => {
                (new.text, new.entities) = self.words(&call.parameters, "text", "entities", 4096)?
            }
            "editMessageCaption" if old.photo.is_none() => {
                return Err(Refusal::new(400, "Bad Request: there is no caption in the message to edit"));
            }
            "editMessageCaption" => {
                (new.text, new.entities) =
                    self.words(&call.parameters, "caption", "caption_entities", 1024)?;
            }
            "editMessageMedia" => {
                let media = call.parameters["media"].as_object().cloned().unwrap_or_default();
                self.hold_true(media.get("type") == Some(&"photo".into()), || {
                    "only photos are sent".to_owned()
                });
                new.photo = Some(self.photo(call, media.get("media").and_then(Value::as_str))?);
                (new.text, new.entities) = self.words(&media, "caption", "caption_entities", 1024)?;
            }
            _ => {}
        }
        if (&new.text, &new.entities, &new.photo, &new.buttons)
            == (&old.text, &old.entities, &old.photo, &old.buttons)
        {
            return Err(Refusal::new(
                400,
                "Bad Request: message is not modified: specified new message content and reply markup are exactly \
                 the same as a current content and reply markup of the message",
            ));
        }
        new.edited = true;
        Ok(self.show(new))
    }

    fn show(&mut self, mut posted: Posted) -> Value {
        posted.seq = self.shown.len() + 1;
        self.messages.insert((posted.chat, posted.id), posted.clone());
        let mut json = message_json(&posted);
        json["novelty"] = json!({"nobody": "knows this field"});
        self.shown.push(posted);
        json
    }

    fn answer_press(&mut self, call: &Call) -> Result<Value, Refusal> {
        let text = call.text("text").map(str::to_owned);
        let length = text.as_ref().map_or(0, |text| text.chars().count());
        self.hold_true(length <= 200, || format!("a note of {length} characters"));
        match self.presses.get_mut(call.text("callback_query_id").unwrap_or_default()) {
            Some(press) => {
                press.answers += 1;
                press.note = text;
                Ok(true.into())
            }
            None => Err(Refusal::new(
                400,
                "Bad Request: query is too old and response timeout expired or query ID is invalid",
            )),
        }
    }

    fn chat(&self, call: &Call) -> Result<i64, Refusal> {
        let chat = call.chat().unwrap_or_default();
        if self.thrown_out.contains(&chat) {
            return Err(Refusal::new(403, "Forbidden: bot was kicked from the supergroup chat"));
        }
        if let Some(to) = self.moved.get(&chat) {
            return Err(Refusal::moved(*to));
        }
        if !self.known.contains(&chat) {
            return Err(Refusal::new(400, "Bad Request: chat not found"));
        }
        Ok(chat)
    }

    /// A text and its entities, held against the limits.
    fn words(
        &mut self,
        fields: &Map<String, Value>,
        text: &str,
        entities: &str,
        most: usize,
    ) -> Result<(String, Vec<Value>), Refusal> {
        let text = fields.get(text).and_then(Value::as_str).unwrap_or_default().to_owned();
        let entities = fields.get(entities).and_then(Value::as_array).cloned().unwrap_or_default();
        if text.encode_utf16().count() > most {
            return Err(Refusal::new(400, "Bad Request: message is too long"));
        }
        let mut borders = vec![0];
        borders.extend(text.chars().scan(0, |at, letter| {
            *at += letter.len_utf16() as i64;
            Some(*at)
        }));
        for entity in &entities {
            let start = entity["offset"].as_i64().unwrap_or(-1);
            let length = entity["length"].as_i64().unwrap_or(0);
            let inside = length > 0 && borders.contains(&start) && borders.contains(&(start + length));
            self.hold_true(inside, || format!("{entity} does not lie in {text:?}"));
        }
        Ok((text, entities))
    }

    fn buttons(&mut self, call: &Call) -> Vec<Vec<(String, String)>> {
        let Some(rows) = call.parameters.get("reply_markup").and_then(|m| m["inline_keyboard"].as_array())
        else {
            return Vec::new();
        };
        let mut buttons = Vec::new();
        for row in rows {
            self.hold_true(row.as_array().is_some_and(|row| (1..=8).contains(&row.len())), || {
                format!("a row of buttons: {row}")
            });
            let mut labels = Vec::new();
            for button in row.as_array().into_iter().flatten() {
                let (label, payload) = (button["text"].as_str(), button["callback_data"].as_str());
                let (label, payload) = (label.unwrap_or_default(), payload.unwrap_or_default());
                self.hold_true(!label.is_empty(), || "a button without a label".to_owned());
                self.hold_true((1..=64).contains(&payload.len()), || format!("a button says {payload:?}"));
                labels.push((label.to_owned(), payload.to_owned()));
            }
            buttons.push(labels);
        }
        let count = buttons.iter().map(Vec::len).sum::<usize>();
        self.hold_true(count <= 100, || format!("{count} buttons"));
        buttons
    }

    fn photo(&mut self, call: &Call, name: Option<&str>) -> Result<Bytes, Refusal> {
        let part = name.and_then(|name| name.strip_prefix("attach://")).and_then(|name| call.files.get(name));
        let photo = part.cloned().ok_or_else(|| Refusal::new(400, "Bad Request: wrong file identifier"))?;
        self.hold_true(photo.len() <= 60_000, || format!("a picture of {} bytes", photo.len()));
        Ok(photo)
    }

    fn hold_true(&mut self, holds: bool, otherwise: impl FnOnce() -> String) {
        if !holds {
            self.wrongs.push(otherwise());
        }
    }
}

struct Refusal {
    code: u16,
    words: String,
    parameters: Value,
}

impl Refusal {
    fn new(code: u16, words: &str) -> Refusal {
        Refusal { code, words: words.to_owned(), parameters: Value::Null }
    }

    fn moved(to: i64) -> Refusal {
        let words = "Bad Request: group chat was upgraded to a supergroup chat".to_owned();
        Refusal { code: 400, words, parameters: json!({ "migrate_to_chat_id": to }) }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut body = json!({"ok": false, "error_code": self.code, "description": self.words});
        if !self.parameters.is_null() {
            body["parameters"] = self.parameters;
        }
        json_response(self.code, &body)
    }
}

/// A request, read.
struct Call {
    parameters: Map<String, Value>,
    files: BTreeMap<String, Bytes>,
}

impl Call {
    fn text(&self, name: &str) -> Option<&str> {
        self.parameters.get(name).and_then(Value::as_str)
    }

    fn number(&self, name: &str) -> Option<i64> {
        self.parameters.get(name).and_then(Value::as_i64)
    }

    fn chat(&self) -> Option<i64> {
        self.number("chat_id")
    }

    async fn read(method: &str, request: Request) -> Result<Call, String> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        match kind.map(str::to_owned) {
            Some(kind) if kind.starts_with("multipart/form-data") => {
                let mut form =
                    Multipart::from_request(request, &()).await.map_err(|error| error.to_string())?;
                let (mut texts, mut files) = (Vec::new(), BTreeMap::new());
                while let Some(part) = form.next_field().await.map_err(|error| error.to_string())? {
                    let name = part.name().unwrap_or_default().to_owned();
                    let is_file = part.file_name().is_some();
                    let bytes = part.bytes().await.map_err(|error| error.to_string())?;
                    if is_file {
                        files.insert(name, bytes);
                    } else {
                        texts.push((
                            name,
                            String::from_utf8(bytes.to_vec()).map_err(|error| error.to_string())?,
                        ));
                    }
                }
                Ok(Call { parameters: spec::typed(method, texts), files })
            }
            _ => {
                let body = axum::body::to_bytes(request.into_body(), 1 << 24).await;
                let body = body.map_err(|error| error.to_string())?;
                let parameters = match &body[..] {
                    b"" => Map::new(),
                    body => serde_json::from_slice(body).map_err(|error| error.to_string())?,
                };
                Ok(Call { parameters, files: BTreeMap::new() })
            }
        }
    }
}

async fn serve(
    State(shared): State<Arc<Shared>>,
    Path((bot, method)): Path<(String, String)>,
    request: Request,
) -> Response {
    if bot != format!("bot{TOKEN}") {
        return Refusal::new(401, "Unauthorized").into_response();
    }
    let Some(method) = spec::method(&method) else {
        return Refusal::new(404, "Not Found").into_response();
    };
    let Some(request) = arrived(request).await else {
        return Refusal::new(400, "Bad Request: broken off").into_response();
    };
    let call = match Call::read(method, request).await {
        Ok(call) => call,
        Err(why) => {
            shared.change(|world| world.wrongs.push(format!("{method} cannot be read: {why}")));
            return Refusal::new(400, "Bad Request: cannot be read").into_response();
        }
    };
    let wrongs = spec::faults(method, &call.parameters, &call.files.keys().cloned().collect());
    let fault = shared.change(|world| {
        world.calls.push((method, Value::Object(call.parameters.clone())));
        world.wrongs.extend(wrongs.iter().cloned());
        world.trap(method, call.chat())
    });
    if !wrongs.is_empty() {
        return Refusal::new(400, &format!("Bad Request: {}", wrongs.join("; "))).into_response();
    }
    shared.until(|world| (!world.held.contains(method)).then_some(())).await;
    match fault {
        None => {}
        Some(after @ (Fault::LostAfter | Fault::Stuck)) => {
            match method {
                "getUpdates" => _ = updates(&shared, &call).await,
                _ => _ = shared.change(|world| world.carry_out(method, &call).is_ok()),
            }
            if let Fault::Stuck = after {
                std::future::pending::<()>().await;
            }
            return broken();
        }
        Some(Fault::Lost) => return broken(),
        Some(Fault::BadGateway) => {
            return (StatusCode::BAD_GATEWAY, "<html><body>502 Bad Gateway</body></html>").into_response();
        }
        Some(Fault::Internal) => return Refusal::new(500, "Internal Server Error").into_response(),
        Some(Fault::Refused(code, words)) => return Refusal::new(code, words).into_response(),
        Some(Fault::Flood(seconds)) => {
            if let Some(chat) = call.chat() {
                let until = Instant::now() + Duration::from_secs(seconds);
                shared.change(|world| world.closed_until.insert(chat, until));
            }
            return flood(seconds);
        }
    }
    if method == "getUpdates" {
        return updates(&shared, &call).await;
    }
    let early = shared.change(|world| {
        let until = call.chat().and_then(|chat| world.closed_until.get(&chat).copied());
        let early = until.is_some_and(|until| Instant::now() < until);
        world.hold_true(!early, || format!("{method} did not wait as long as it was told to"));
        early
    });
    if early {
        return flood(1);
    }
    match shared.change(|world| world.carry_out(method, &call)) {
        Ok(result) => json_response(200, &json!({ "ok": true, "result": result })),
        Err(refusal) => refusal.into_response(),
    }
}

/// Long polling: hands over what is not confirmed, or waits for something to come.
async fn updates(shared: &Shared, call: &Call) -> Response {
    let offset = call.number("offset").unwrap_or_default();
    let limit = usize::try_from(call.number("limit").unwrap_or(100)).expect("a limit");
    let seconds = u64::try_from(call.number("timeout").unwrap_or_default()).expect("a time");
    let poll = shared.change(|world| {
        world.offset = world.offset.max(offset);
        world.queue.retain(|(id, _)| *id >= offset);
        world.polls += 1;
        world.polls
    });
    if shared.world().webhook {
        return Refusal::new(409, "Conflict: can't use getUpdates method while webhook is active")
            .into_response();
    }
    let found = tokio::time::timeout(
        Duration::from_secs(seconds),
        shared.until(|world| {
            (world.polls != poll || !world.queue.is_empty() || !world.again.is_empty()).then_some(())
        }),
    )
    .await;
    if shared.world().polls != poll {
        let words = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running";
        return Refusal::new(409, words).into_response();
    }
    let mut batch = Vec::new();
    if found.is_ok() {
        shared.change(|world| {
            batch.append(&mut world.again);
            batch.extend(world.queue.iter().take(limit).map(|(_, update)| update.clone()));
            world.handed_over.extend(batch.iter().filter_map(|update| update["update_id"].as_i64()));
        });
    }
    json_response(200, &json!({ "ok": true, "result": batch }))
}

fn flood(seconds: u64) -> Response {
    let mut refusal = Refusal::new(429, &format!("Too Many Requests: retry after {seconds}"));
    refusal.parameters = json!({ "retry_after": seconds });
    refusal.into_response()
}

/// An answer that breaks off, and the connection with it.
fn broken() -> Response {
    let gone = io::Error::new(io::ErrorKind::ConnectionReset, "the connection breaks");
    Body::from_stream(futures::stream::once(async { Err::<Bytes, _>(gone) })).into_response()
}

fn json_response(code: u16, body: &Value) -> Response {
    let code = StatusCode::from_u16(code).expect("a status");
    (code, [(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
}

fn user_json(user: User) -> Value {
    let mut json = json!({
        "id": user.id, "is_bot": false, "first_name": user.name, "language_code": user.language,
    });
    if let Some(handle) = user.handle {
        json["username"] = handle.into();
    }
    json
}

fn chat_json(chat: Chat) -> Value {
    match chat {
        Chat::Private(user) => json!({"id": user.id, "type": "private", "first_name": user.name}),
        Chat::Group(id) => json!({"id": id, "type": "supergroup", "title": "Board games"}),
        Chat::Topic(id, _) => {
            json!({"id": id, "type": "supergroup", "title": "Board games", "is_forum": true})
        }
    }
}

/// A message of the bot as Telegram tells it.
fn message_json(posted: &Posted) -> Value {
    let chat = match posted.chat {
        id if id > 0 => json!({"id": id, "type": "private", "first_name": "Somebody"}),
        id => json!({"id": id, "type": "supergroup", "title": "Board games"}),
    };
    let mut json = json!({
        "message_id": posted.id, "date": 1_790_000_000, "chat": chat,
        "from": {"id": BOT, "is_bot": true, "first_name": "Tavlei", "username": HANDLE},
    });
    if let Some(thread) = posted.thread {
        json["message_thread_id"] = thread.into();
        json["is_topic_message"] = true.into();
        json["chat"]["is_forum"] = true.into();
    }
    let (text, entities) = match posted.photo {
        Some(_) => {
            json["photo"] = json!([{"file_id": format!("photo-{}", posted.seq), "file_unique_id": "u", "width": 720,
                "height": 720, "file_size": 20_000}]);
            ("caption", "caption_entities")
        }
        None => ("text", "entities"),
    };
    json[text] = posted.text.clone().into();
    json[entities] = posted.entities.clone().into();
    if !posted.buttons.is_empty() {
        let button = |(label, payload): &(String, String)| json!({"text": label, "callback_data": payload});
        let rows: Vec<Value> = posted.buttons.iter().map(|row| row.iter().map(button).collect()).collect();
        json["reply_markup"] = json!({ "inline_keyboard": rows });
    }
    json
}
