//! Who plays whom: commands, challenges and games in progress, stored so that nothing is lost.
//!
//! A front-end turns what its platform tells it into an [`Event`], hands it to the service, and carries the
//! [`Delivery`]s that come back. This crate knows no platform: chats, people and messages are opaque ids.

mod boards;
mod caption;
mod choose;
pub mod commands;
mod courier;
pub mod delivery;
mod draft;
pub mod event;
pub mod ids;
mod keys;
pub mod language;
mod names;
mod outbox;
mod payload;
mod record;
mod service;
mod step;
pub mod store;
mod terms;
#[cfg(test)]
mod testing;
pub mod texts;
mod thinker;

pub use courier::run_courier;
pub use delivery::{
    Button, ButtonKind, Carrier, Carry, CarryError, Deliver, Delivery, Message, Picture, Span,
};
pub use event::{Event, Person, Place, What};
pub use ids::{ChatId, MessageId, PersonId, Platform};
pub use language::Language;
pub use service::{Service, ServiceError, Settings};
pub use store::{MemoryStore, SledStore, Store, StoreError};
