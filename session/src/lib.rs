//! Who plays whom: commands, challenges and games in progress, stored so that nothing is lost.
//!
//! A front-end turns what its platform tells it into an [`Event`], hands it to the service, and carries the
//! [`Delivery`]s that come back. This crate knows no platform: chats, people and messages are opaque ids.

pub mod commands;
pub mod delivery;
pub mod event;
pub mod ids;
pub mod language;
pub mod texts;

pub use delivery::{
    Button, ButtonKind, Carrier, Carry, CarryError, Deliver, Delivery, Message, Picture, Span,
};
pub use event::{Event, Person, Place, What};
pub use ids::{ChatId, MessageId, PersonId, Platform};
pub use language::Language;
