//! Who plays whom: commands, challenges and games in progress, stored so that nothing is lost.
//!
//! A front-end turns what its platform tells it into an [`Event`], hands it to the [`Service`], and carries the
//! [`Delivery`]s that come back ([`run_courier`]). This crate knows no platform: chats, people and messages are opaque
//! ids.
//!
//! What holds:
//!
//! - What an event does is a function of the stored state and the event (`step`): it reads no clock and draws no numbers of
//!   its own. Everything that it changes, the update's id and the deliveries included, is one transaction, which is
//!   on the disk before anything is carried.
//! - A thing that is read is part of that transaction: if somebody else has changed it meanwhile, the step is done again.
//! - An older message is named in the outbox by what it shows, and looked up when its turn has come: only then is it sure
//!   which message that is.
//! - The bot's thinking is never on the way of a person's ply: it is a record in the store, a job in a pool of threads,
//!   and an event of its own when it is done.
//! - Names of people and whatever they type are pieces of a text, and never read for marks.

mod backoff;
mod boards;
mod caption;
mod choose;
pub mod commands;
mod conditions;
mod courier;
pub mod delivery;
pub mod event;
mod expiry;
pub mod ids;
mod inbox;
mod keys;
pub mod language;
mod names;
mod outbox;
mod payload;
mod plan;
mod queue;
mod record;
mod service;
mod step;
pub mod store;
#[cfg(test)]
mod testing;
pub mod texts;
mod thinker;
mod thought;
mod transaction;
mod wording;

pub use backoff::Backoff;
pub use courier::run_courier;
pub use delivery::{
    Button, ButtonKind, Carrier, Carry, CarryError, Deliver, Delivery, Message, Picture, Span,
};

pub use event::{Event, Person, Place, What};
pub use ids::{ChatId, MessageId, NotAPlatform, PersonId, Platform};
pub use language::Language;
pub use service::{Service, ServiceError, Settings};
pub use store::{DiskStore, MemoryStore, Store, StoreError};
pub use transaction::StepError;
