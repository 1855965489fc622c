//! What the front-end needs of the session.

use std::future::Future;
use std::time::Duration;

use tavlei_session::{Carrier, ChatId, Event, PersonId, Service, ServiceError, run_courier};

use crate::PLATFORM;

/// The first wait before an event that could not be stored is tried again, and the longest.
const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// The session as this front-end sees it: the service, or what a test puts in its place.
pub trait Session: Clone + Send + Sync + 'static {
    /// Handles an event: returns once that is done for good.
    fn handle(&self, event: Event) -> impl Future<Output = ()> + Send;

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
    async fn handle(&self, event: Event) {
        let mut wait = FIRST_WAIT;
        loop {
            match Service::handle(self, event.clone()).await {
                Ok(()) | Err(ServiceError::Closed) => return,
                // It would break every time.
                Err(error @ ServiceError::Broken(_)) => {
                    return tracing::error!(%error, "an event is passed over");
                }
                // Discord does not tell anything twice: it is kept here until it can be stored.
                Err(error) => {
                    tracing::error!(%error, "an event could not be stored, and will be tried again");
                    tokio::time::sleep(wait).await;
                    wait = (wait * 2).min(LONGEST_WAIT);
                }
            }
        }
    }

    async fn legal_plies(&self, chat: &ChatId, person: &PersonId, typed: &str, most: usize) -> Vec<String> {
        Service::legal_plies(self, chat, person, typed, most).await
    }

    async fn courier(self, carrier: impl Carrier) {
        run_courier(self, PLATFORM, carrier).await;
    }
}
