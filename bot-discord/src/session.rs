//! What the front-end needs of the session.

use std::future::Future;

use tavlei_session::{Carrier, ChatId, Event, PersonId, Service, run_courier};

use crate::PLATFORM;

/// The session as this front-end sees it: the service, or what a test puts in its place.
pub trait Session: Clone + Send + Sync + 'static {
    /// Has an event handled, after those of its chat that came before it.
    fn take(&self, event: Event);

    /// The legal plies of the positions in which a person is to act in a chat, those that fit what is typed first.
    fn legal_plies(
        &self,
        chat: &ChatId,
        person: &PersonId,
        typed: &str,
        most: usize,
    ) -> impl Future<Output = Vec<String>> + Send;

    /// Has the deliveries for Discord carried until the session shuts down.
    fn courier(self, carrier: impl Carrier) -> impl Future<Output = ()> + Send + 'static;
}

impl Session for Service {
    fn take(&self, event: Event) {
        // It is done without anybody waiting for it. Discord does not tell anything twice.
        drop(Service::take(self, event));
    }

    async fn legal_plies(&self, chat: &ChatId, person: &PersonId, typed: &str, most: usize) -> Vec<String> {
        Service::legal_plies(self, chat, person, typed, most).await
    }

    async fn courier(self, carrier: impl Carrier) {
        run_courier(self, PLATFORM, carrier).await;
    }
}
