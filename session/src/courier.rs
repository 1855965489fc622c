//! Carrying the outbox: each chat in order, chats side by side.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::backoff::Backoff;
use crate::delivery::{Carrier, CarryError};
use crate::ids::{ChatId, Platform};
use crate::service::Service;

/// The most deliveries under way at once on one platform.
const AT_ONCE: usize = 32;
/// How long to wait when carrying broke off: it may do so every time.
const PAUSE: Duration = Duration::from_secs(5);

/// Carries what is to be carried on a platform, until the service shuts down. What waits from an earlier run goes
/// first. There is one courier for a platform.
pub async fn run_courier<C: Carrier>(service: Service, platform: Platform, carrier: C) {
    let carrier = Arc::new(carrier);
    let permits = Arc::new(Semaphore::new(AT_ONCE));
    let mut tasks = JoinSet::new();
    loop {
        tokio::select! {
            () = service.closing() => break,
            chat = service.outbox().next_chat(platform) => {
                tasks.spawn(serve(service.clone(), chat, Arc::clone(&carrier), Arc::clone(&permits)));
            }
            Some(_) = tasks.join_next() => {}
        }
    }
    while tasks.join_next().await.is_some() {}
}

/// Carries what waits in one chat. If that breaks off, the chat is served again later.
async fn serve<C: Carrier>(service: Service, chat: ChatId, carrier: Arc<C>, permits: Arc<Semaphore>) {
    // A set of one: it ends its task when it is dropped.
    let mut carrying = JoinSet::new();
    carrying.spawn(carry_chat(service.clone(), chat.clone(), carrier, permits));
    if let Some(Err(error)) = carrying.join_next().await {
        tracing::error!("carrying to a chat broke off: {error}");
        pause(&service, PAUSE).await;
        service.outbox().give_back(&chat);
    }
}

/// Carries what waits in one chat, in order.
async fn carry_chat<C: Carrier>(service: Service, chat: ChatId, carrier: Arc<C>, permits: Arc<Semaphore>) {
    let mut backoff = Backoff::default();
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
                pause(&service, backoff.wait()).await;
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
                Err(CarryError::Unanswered(why)) => {
                    tracing::warn!("a delivery will be tried again: {why}");
                    pause(&service, backoff.wait()).await;
                    continue;
                }
                Err(CarryError::Never(why)) => {
                    tracing::warn!(chat = %chat.id, number, "a delivery is given up: {why}");
                }
            }
        }
        let more = loop {
            match service.strike(&out, id.clone()).await {
                Ok(more) => break more,
                Err(error) => tracing::error!("a delivery cannot be struck off: {error}"),
            }
            if service.is_closing() {
                return;
            }
            pause(&service, backoff.wait()).await;
        };
        backoff.reset();
        if !more {
            service.outbox().remove(&chat, number);
        }
    }
}

async fn pause(service: &Service, wait: Duration) {
    tokio::select! {
        () = service.closing() => {}
        () = tokio::time::sleep(wait) => {}
    }
}
