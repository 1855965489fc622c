//! Carrying the outbox: each chat in order, chats side by side.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::delivery::{Carrier, CarryError, Deliver, Delivery};
use crate::draft::{Draft, StepError};
use crate::ids::{ChatId, MessageId, Platform};
use crate::keys;
use crate::record::{Link, Older, Out, OutWhat, Shown, Slot};
use crate::service::Service;
use crate::store::{Pair, Read};

/// The most deliveries under way at once on one platform.
const AT_ONCE: usize = 32;
/// How long to wait when the store fails.
const PAUSE: Duration = Duration::from_secs(5);

/// Carries what is to be carried on a platform, until the service shuts down. What waits from an earlier run goes
/// first.
pub async fn run_courier<C: Carrier>(service: Service, platform: Platform, carrier: C) {
    let carrier = Arc::new(carrier);
    let permits = Arc::new(Semaphore::new(AT_ONCE));
    let mut busy: HashSet<ChatId> = HashSet::new();
    let mut names: HashMap<tokio::task::Id, ChatId> = HashMap::new();
    let mut tasks = JoinSet::new();
    loop {
        for chat in service.outbox().chats(platform) {
            if service.is_closing() || !busy.insert(chat.clone()) {
                continue;
            }
            let task = carry_chat(service.clone(), chat.clone(), Arc::clone(&carrier), Arc::clone(&permits));
            names.insert(tasks.spawn(task).id(), chat);
        }
        tokio::select! {
            () = service.closing() => break,
            () = service.outbox().news(platform).notified() => {}
            Some(ended) = tasks.join_next_with_id() => {
                let id = match ended {
                    Ok((id, ())) => id,
                    Err(error) => {
                        tracing::error!("carrying to a chat broke off: {error}");
                        // Not at once again: it may break off every time.
                        tokio::time::sleep(PAUSE).await;
                        error.id()
                    }
                };
                if let Some(chat) = names.remove(&id) {
                    busy.remove(&chat);
                }
            }
        }
    }
    while tasks.join_next().await.is_some() {}
}

/// Carries what waits in one chat, in order.
async fn carry_chat<C: Carrier>(service: Service, chat: ChatId, carrier: Arc<C>, permits: Arc<Semaphore>) {
    while let Some(number) = service.outbox().first(&chat) {
        if service.is_closing() {
            return;
        }
        let out = match service.waiting(&chat, number).await {
            Ok(Some(found)) => found,
            Ok(None) => {
                service.outbox().remove(&chat, number);
                continue;
            }
            Err(error) => {
                tracing::error!("the outbox cannot be read: {error}");
                pause(&service, PAUSE).await;
                continue;
            }
        };
        let mut id = None;
        if let Some(delivery) = &out.delivery {
            let Ok(permit) = permits.acquire().await else { return };
            let carried = carrier.carry(delivery).await;
            drop(permit);
            match carried {
                Ok(message) => id = message,
                Err(CarryError::Later(wait)) => {
                    pause(&service, wait).await;
                    continue;
                }
                Err(CarryError::Never(why)) => {
                    tracing::warn!(chat = %chat.id, number, "a delivery is given up: {why}");
                }
            }
        }
        while let Err(error) = service.strike(&out, id.clone()).await {
            tracing::error!("a delivery cannot be struck off: {error}");
            if service.is_closing() {
                return;
            }
            pause(&service, PAUSE).await;
        }
        service.outbox().remove(&chat, number);
    }
}

async fn pause(service: &Service, wait: Duration) {
    tokio::select! {
        () = service.closing() => {}
        () = tokio::time::sleep(wait) => {}
    }
}

/// Something that waits, and what of it is to be carried now.
#[derive(Clone)]
pub(crate) struct Waiting {
    pub(crate) out: Out,
    /// The older message, as far as it is known.
    older: Option<MessageId>,
    /// None if there is nothing to do after all.
    pub(crate) delivery: Option<Delivery>,
}

/// Finds out what is to be carried, now that everything before it is.
pub(crate) fn resolve(state: &dyn Read, chat: &ChatId, number: u64) -> Result<Option<Waiting>, StepError> {
    let mut draft = Draft::new(state);
    let Some(out) = draft.load(&keys::out(chat, number))? else { return Ok(None) };
    let mut shown = |slot: &Slot| draft.load(&keys::shown(chat, slot));
    let mut find = |older: &Older| -> Result<Option<Shown>, StepError> {
        match older {
            Older::Message(message) => {
                Ok(Some(Shown { message: message.clone(), buttons: true, at: out.at }))
            }
            Older::Shows(slot) => shown(slot),
        }
    };
    let mut older = None;
    let what = match &out.what {
        OutWhat::Send(message) => Some(Deliver::Send((**message).clone())),
        OutWhat::Note { text } => Some(Deliver::Note { text: text.clone() }),
        OutWhat::Edit { older: which, to } => {
            older = find(which)?.map(|shown| shown.message);
            Some(match older.clone() {
                Some(message) => Deliver::Edit { message, to: (**to).clone() },
                None => Deliver::Send((**to).clone()),
            })
        }
        OutWhat::Buttons { older: which, buttons } => {
            older = find(which)?.map(|shown| shown.message);
            older.clone().map(|message| Deliver::Buttons { message, buttons: buttons.clone() })
        }
        OutWhat::Strip { older: which } => {
            older = find(which)?.filter(|shown| shown.buttons).map(|shown| shown.message);
            older.clone().map(|message| Deliver::Strip { message })
        }
    };
    let delivery =
        what.map(|what| Delivery { id: out.id, chat: out.chat.clone(), via: out.via.clone(), what });
    Ok(Some(Waiting { out, older, delivery }))
}

/// What is written when something has been carried: it waits no more, and its message is remembered.
pub(crate) fn struck(
    state: &dyn Read,
    waiting: &Waiting,
    id: Option<MessageId>,
) -> Result<(Vec<Pair>, Vec<Pair>), StepError> {
    let mut draft = Draft::new(state);
    let out = &waiting.out;
    let key = keys::out(&out.chat, out.id);
    if draft.load(&key)?.is_none() {
        return Ok(draft.finish());
    }
    draft.remove(&key);
    match &out.what {
        OutWhat::Send(message) | OutWhat::Edit { to: message, .. } => {
            if let Some(id) = id.or_else(|| waiting.older.clone()) {
                if let Some(slot) = &out.shows {
                    let shown =
                        Shown { message: id.clone(), buttons: !message.buttons.is_empty(), at: out.at };
                    draft.save(&keys::shown(&out.chat, slot), &shown)?;
                }
                if let Some(game) = &out.game {
                    draft.save(&keys::message(&out.chat, &id), &Link { game: game.clone(), at: out.at })?;
                }
            }
        }
        OutWhat::Buttons { buttons, .. } => {
            if let (Some(message), Some(slot)) = (&waiting.older, &out.shows) {
                let shown = Shown { message: message.clone(), buttons: !buttons.is_empty(), at: out.at };
                draft.save(&keys::shown(&out.chat, slot), &shown)?;
            }
        }
        OutWhat::Strip { older: Older::Shows(slot) } => {
            let key = keys::shown(&out.chat, slot);
            if let Some(shown) = draft.load(&key)? {
                draft.save(&key, &Shown { buttons: false, ..shown })?;
            }
        }
        OutWhat::Strip { .. } | OutWhat::Note { .. } => {}
    }
    Ok(draft.finish())
}
