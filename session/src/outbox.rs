//! What waits to be carried: which deliveries there are by chat, and what each of them means once its turn has come.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::delivery::{Button, Deliver, Delivery};
use crate::ids::{ChatId, MessageId, Platform};
use crate::keys;
use crate::record::{Link, Older, Out, Shown, Slot};
use crate::store::{Pair, Read};
use crate::transaction::{StepError, Transaction};

/// The numbers of the deliveries that wait in each chat. Only what is safely stored is here.
#[derive(Default)]
pub(crate) struct Outbox {
    platforms: Mutex<HashMap<Platform, Chats>>,
}

/// The chats of a platform where something waits.
#[derive(Default)]
struct Chats {
    waiting: HashMap<ChatId, BTreeSet<u64>>,
    /// Those that nobody serves, in the order in which something came to wait there.
    unserved: VecDeque<ChatId>,
    /// Told when a chat is added to those.
    news: Arc<Notify>,
}

impl Outbox {
    /// Adds a delivery.
    pub(crate) fn push(&self, chat: &ChatId, number: u64) {
        let mut platforms = self.lock();
        let chats = platforms.entry(chat.platform).or_default();
        if let Some(numbers) = chats.waiting.get_mut(chat) {
            numbers.insert(number);
        } else {
            chats.waiting.insert(chat.clone(), BTreeSet::from([number]));
            chats.unserved.push_back(chat.clone());
            chats.news.notify_one();
        }
    }

    /// Waits for a chat of a platform where something waits and that nobody serves. Whoever gets it serves it, until
    /// [`Outbox::first`] finds nothing any more.
    pub(crate) async fn next_chat(&self, platform: Platform) -> ChatId {
        loop {
            let news = {
                let mut platforms = self.lock();
                let chats = platforms.entry(platform).or_default();
                if let Some(chat) = chats.unserved.pop_front() {
                    return chat;
                }
                Arc::clone(&chats.news)
            };
            news.notified().await;
        }
    }

    /// Lets somebody else serve a chat.
    pub(crate) fn give_back(&self, chat: &ChatId) {
        if let Some(chats) = self.lock().get_mut(&chat.platform)
            && chats.waiting.contains_key(chat)
        {
            chats.unserved.push_back(chat.clone());
            chats.news.notify_one();
        }
    }

    /// The first delivery of a chat that is served. If there is none, the chat is not served any more.
    pub(crate) fn first(&self, chat: &ChatId) -> Option<u64> {
        let mut platforms = self.lock();
        let chats = platforms.get_mut(&chat.platform)?;
        let first = chats.waiting.get(chat)?.first().copied();
        if first.is_none() {
            chats.waiting.remove(chat);
        }
        first
    }

    /// Takes out a delivery of a chat that is served.
    pub(crate) fn remove(&self, chat: &ChatId, number: u64) {
        if let Some(numbers) =
            self.lock().get_mut(&chat.platform).and_then(|chats| chats.waiting.get_mut(chat))
        {
            numbers.remove(&number);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Platform, Chats>> {
        self.platforms.lock().unwrap_or_else(PoisonError::into_inner)
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
    let mut transaction = Transaction::new(state);
    let Some(out) = transaction.load(&keys::out(chat, number))? else { return Ok(None) };
    let mut shown = |slot: &Slot| transaction.load(&keys::shown(chat, slot));
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
        Deliver::Send(message) => Some(Deliver::Send(message.clone())),
        Deliver::Note { text } => Some(Deliver::Note { text: text.clone() }),
        Deliver::Edit { older: which, to } => {
            older = find(which)?.map(|shown| shown.message);
            Some(match older.clone() {
                Some(older) => Deliver::Edit { older, to: to.clone() },
                None => Deliver::Send(to.clone()),
            })
        }
        Deliver::Buttons { older: which, buttons } => {
            older = find(which)?.map(|shown| shown.message);
            older.clone().map(|older| Deliver::Buttons { older, buttons: buttons.clone() })
        }
        Deliver::Strip { older: which } => {
            older = find(which)?.filter(|shown| shown.buttons).map(|shown| shown.message);
            older.clone().map(|older| Deliver::Strip { older })
        }
    };
    let delivery =
        what.map(|what| Delivery { id: out.id, chat: out.chat.clone(), via: out.via.clone(), what });
    Ok(Some(Waiting { out, older, delivery }))
}

fn payloads(buttons: &[Vec<Button>]) -> Vec<String> {
    buttons.iter().flatten().map(|button| button.payload.clone()).collect()
}

/// Whether a message offers a payload: as it is known, or as it is about to be (what is pressed at once may be quicker
/// than the news that the message has arrived).
pub(crate) fn offers(
    state: &mut Transaction,
    chat: &ChatId,
    message: &MessageId,
    payload: &str,
) -> Result<bool, StepError> {
    /// Deliveries of a chat that may be under way when a button of theirs is pressed.
    const UNDER_WAY: u64 = 8;
    let link = state.load(&keys::message(chat, message))?;
    if link.is_some_and(|link| link.offers.iter().any(|offered| offered == payload)) {
        return Ok(true);
    }
    let next = state.load(&keys::chat(chat))?.map_or(0, |chat| chat.next);
    for number in next.saturating_sub(UNDER_WAY)..next {
        let offered = state.load(&keys::out(chat, number))?.is_some_and(|out| match &out.what {
            Deliver::Send(message) | Deliver::Edit { to: message, .. } => {
                offered_by(&message.buttons, payload)
            }
            Deliver::Buttons { buttons, .. } => offered_by(buttons, payload),
            Deliver::Strip { .. } | Deliver::Note { .. } => false,
        });
        if offered {
            return Ok(true);
        }
    }
    Ok(false)
}

fn offered_by(buttons: &[Vec<Button>], payload: &str) -> bool {
    buttons.iter().flatten().any(|button| button.payload == payload)
}

/// What is written when something has been carried.
pub(crate) struct Struck {
    /// What must still be so.
    pub expected: Vec<Pair>,
    /// What is written.
    pub writes: Vec<Pair>,
    /// Whether something more is to be carried under the same number.
    pub more: bool,
}

/// Strikes off what has been carried: it waits no more, and its message is remembered. When a message shows what another
/// one showed before, taking away the buttons of that one comes next: the new message does not wait for it.
pub(crate) fn struck(
    state: &dyn Read,
    waiting: &Waiting,
    id: Option<MessageId>,
) -> Result<Struck, StepError> {
    let mut transaction = Transaction::new(state);
    let mut more = false;
    let out = &waiting.out;
    let key = keys::out(&out.chat, out.id);
    if transaction.load(&key)?.is_none() {
        let (expected, writes) = transaction.finish();
        return Ok(Struck { expected, writes, more });
    }
    transaction.remove(&key);
    match &out.what {
        Deliver::Send(message) | Deliver::Edit { to: message, .. } => {
            if let Some(id) = id.or_else(|| waiting.older.clone()) {
                if let Some(slot) = &out.shows {
                    let place = keys::shown(&out.chat, slot);
                    let before =
                        transaction.load(&place)?.filter(|shown| shown.buttons && shown.message != id);
                    let shown =
                        Shown { message: id.clone(), buttons: !message.buttons.is_empty(), at: out.at };
                    transaction.save(&place, &shown)?;
                    if let Some(before) = before {
                        let what = Deliver::Strip { older: Older::Message(before.message) };
                        transaction.save(&key, &Out { what, shows: None, game: None, ..out.clone() })?;
                        more = true;
                    }
                }
                let offers = payloads(&message.buttons);
                if out.game.is_some() || !offers.is_empty() {
                    let link = Link { game: out.game.clone(), offers, at: out.at };
                    transaction.save(&keys::message(&out.chat, &id), &link)?;
                }
            }
        }
        Deliver::Buttons { buttons, .. } => {
            if let Some(message) = &waiting.older {
                let key = keys::message(&out.chat, message);
                let game = transaction.load(&key)?.and_then(|link| link.game);
                transaction.save(&key, &Link { game, offers: payloads(buttons), at: out.at })?;
            }
            if let (Some(message), Some(slot)) = (&waiting.older, &out.shows) {
                let shown = Shown { message: message.clone(), buttons: !buttons.is_empty(), at: out.at };
                transaction.save(&keys::shown(&out.chat, slot), &shown)?;
            }
        }
        Deliver::Strip { older: Older::Shows(slot) } => {
            let key = keys::shown(&out.chat, slot);
            if let Some(shown) = transaction.load(&key)? {
                transaction.save(&key, &Shown { buttons: false, ..shown })?;
            }
        }
        Deliver::Strip { .. } | Deliver::Note { .. } => {}
    }
    let (expected, writes) = transaction.finish();
    Ok(Struck { expected, writes, more })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::WEB;

    fn chat(id: &str) -> ChatId {
        ChatId { platform: WEB, id: id.to_owned() }
    }

    #[tokio::test]
    async fn a_chat_is_served_by_one_until_nothing_waits_there() {
        let outbox = Outbox::default();
        outbox.push(&chat("a"), 2);
        outbox.push(&chat("b"), 1);
        outbox.push(&chat("a"), 1);
        let a = outbox.next_chat(WEB).await;
        assert_eq!((a.clone(), outbox.next_chat(WEB).await), (chat("a"), chat("b")));
        assert_eq!(outbox.first(&a), Some(1));
        outbox.remove(&a, 1);
        outbox.remove(&a, 2);
        // What comes now belongs to whoever serves the chat.
        outbox.push(&a, 3);
        assert_eq!(outbox.first(&a), Some(3));
        outbox.remove(&a, 3);
        assert_eq!(outbox.first(&a), None);
        outbox.push(&a, 4);
        assert_eq!(outbox.next_chat(WEB).await, a);
        outbox.give_back(&a);
        assert_eq!(outbox.next_chat(WEB).await, a);
    }

    #[tokio::test]
    async fn chats_of_another_platform_are_left_alone() {
        let outbox = Arc::new(Outbox::default());
        let other = Platform::new("elsewhere").expect("a name");
        outbox.push(&ChatId { platform: other, id: "a".to_owned() }, 1);
        let waiter = tokio::spawn({
            let outbox = Arc::clone(&outbox);
            async move { outbox.next_chat(WEB).await }
        });
        tokio::task::yield_now().await;
        outbox.push(&chat("b"), 1);
        assert_eq!(waiter.await.expect("served"), chat("b"));
    }
}
