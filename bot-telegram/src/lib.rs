//! Telegram: updates in, replies out.
//!
//! The front-end takes updates by long polling, turns them into the session's events, and carries the session's
//! deliveries as calls of the Bot API. It decides nothing about games.

mod api;
mod backoff;
mod carrier;
mod chat;
mod incoming;
mod moves;
mod polling;
mod text;
