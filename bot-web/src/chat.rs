//! The chat as the page shows it: a list of messages, and what happens to them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;
use tavlei_render::{Look, Renderer};
use tavlei_session::{Button, Carrier, Carry, CarryError, Deliver, Delivery, Message, MessageId, Span};
use tokio::sync::broadcast;

/// Happenings that a slow page may lag behind before it has to load the chat anew.
const LAG: usize = 256;
/// Messages that are kept; older ones scroll away.
const KEPT: usize = 400;

/// A message as the page gets it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Shown {
    pub(crate) id: String,
    /// `1` or `2` for a person, nothing for the bot.
    pub(crate) from: Option<String>,
    pub(crate) text: Vec<Span>,
    /// The picture's description, if there is a picture.
    pub(crate) alt: Option<String>,
    /// How often the message has changed: part of the picture's address.
    pub(crate) revision: u32,
    pub(crate) buttons: Vec<Vec<Button>>,
    /// Whom it is meant for especially.
    pub(crate) notify: Vec<String>,
}

/// Something that happened in the chat.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Happening {
    /// A message is new, or has changed.
    Message { message: Shown },
    /// A message is taken away.
    Gone { id: String },
    /// A short note for the one who pressed a button.
    Note { via: String, text: Vec<Span> },
    /// The chat is over: the program stops.
    Closed,
}

struct Log {
    /// By number, the oldest first.
    messages: BTreeMap<u64, Kept>,
    next: u64,
}

struct Kept {
    shown: Shown,
    png: Option<Arc<Vec<u8>>>,
}

/// The one chat of the page.
pub(crate) struct Chat {
    log: Mutex<Log>,
    happenings: broadcast::Sender<Happening>,
    renderer: Arc<Renderer>,
}

impl Chat {
    pub(crate) fn new(renderer: Arc<Renderer>) -> Chat {
        // Numbers go on from the clock, so that a message of this run is never taken for one of an earlier run.
        let next = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_millis() as u64);
        Chat {
            log: Mutex::new(Log { messages: BTreeMap::new(), next }),
            happenings: broadcast::channel(LAG).0,
            renderer,
        }
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        // Every change of the log is complete in itself.
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All messages so far, and what happens from here on.
    pub(crate) fn follow(&self) -> (Vec<Shown>, broadcast::Receiver<Happening>) {
        let log = self.log();
        (log.messages.values().map(|kept| kept.shown.clone()).collect(), self.happenings.subscribe())
    }

    /// Ends the streams of open pages.
    pub(crate) fn close(&self) {
        // Nobody listening is fine.
        let _ = self.happenings.send(Happening::Closed);
    }

    /// The picture of a message.
    pub(crate) fn png(&self, id: &str) -> Option<Arc<Vec<u8>>> {
        let number = id.parse().ok()?;
        self.log().messages.get(&number)?.png.clone()
    }

    /// A person's message; its id.
    pub(crate) fn say(&self, person: &str, text: String) -> String {
        let message = Message { text: vec![Span::Plain(text)], ..Message::default() };
        self.put(None, Some(person.to_owned()), message, None)
    }

    /// Takes a message away again.
    pub(crate) fn take_back(&self, id: &str) {
        let mut log = self.log();
        if id.parse().is_ok_and(|number: u64| log.messages.remove(&number).is_some()) {
            let _ = self.happenings.send(Happening::Gone { id: id.to_owned() });
        }
    }

    fn put(&self, old: Option<u64>, from: Option<String>, message: Message, png: Option<Vec<u8>>) -> String {
        let mut log = self.log();
        let number = old.filter(|old| log.messages.contains_key(old)).unwrap_or_else(|| {
            log.next += 1;
            log.next
        });
        let revision = log.messages.get(&number).map_or(0, |kept| kept.shown.revision + 1);
        let shown = Shown {
            id: number.to_string(),
            from,
            text: message.text,
            alt: message.picture.map(|picture| picture.alt),
            revision,
            buttons: message.buttons,
            notify: message.notify.into_iter().map(|person| person.id).collect(),
        };
        log.messages.insert(number, Kept { shown: shown.clone(), png: png.map(Arc::new) });
        while log.messages.len() > KEPT {
            log.messages.pop_first();
        }
        let _ = self.happenings.send(Happening::Message { message: shown });
        number.to_string()
    }

    fn buttons(&self, id: &MessageId, buttons: Vec<Vec<Button>>) {
        let mut log = self.log();
        let Some(kept) = id.0.parse().ok().and_then(|number: u64| log.messages.get_mut(&number)) else {
            return;
        };
        kept.shown.buttons = buttons;
        let _ = self.happenings.send(Happening::Message { message: kept.shown.clone() });
    }

    async fn draw(&self, message: &Message) -> Result<Option<Vec<u8>>, CarryError> {
        let Some(picture) = message.picture.clone() else { return Ok(None) };
        let renderer = Arc::clone(&self.renderer);
        let draw = move || renderer.png(&picture.view, &Look::named(&picture.theme, picture.seen_by));
        match tokio::task::spawn_blocking(draw).await {
            Ok(Ok(png)) => Ok(Some(png)),
            Ok(Err(why)) => Err(CarryError::Never(why.to_string())),
            Err(why) => Err(CarryError::Never(why.to_string())),
        }
    }
}

/// Carries the deliveries of the page's platform to its chat.
pub(crate) struct ToPage(pub(crate) Arc<Chat>);

impl Carrier for ToPage {
    async fn carry(&self, delivery: &Delivery) -> Carry {
        let chat = &self.0;
        match &delivery.what {
            Deliver::Send(message) => {
                let png = chat.draw(message).await?;
                Ok(Some(MessageId(chat.put(None, None, (**message).clone(), png))))
            }
            Deliver::Edit { older, to } => {
                let png = chat.draw(to).await?;
                Ok(Some(MessageId(chat.put(older.0.parse().ok(), None, (**to).clone(), png))))
            }
            Deliver::Buttons { older, buttons } => {
                chat.buttons(older, buttons.clone());
                Ok(None)
            }
            Deliver::Strip { older } => {
                chat.buttons(older, Vec::new());
                Ok(None)
            }
            Deliver::Note { text } => {
                if let (Some(text), Some(via)) = (text, &delivery.via) {
                    let text = vec![Span::Plain(text.clone())];
                    let _ = chat.happenings.send(Happening::Note { via: via.clone(), text });
                }
                Ok(None)
            }
        }
    }
}
