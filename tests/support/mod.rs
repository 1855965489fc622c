//! What the end-to-end tests share. Each test binary uses its part of it.
#![allow(dead_code, missing_docs, clippy::unwrap_used)]

pub mod arrived;
pub mod discord;
pub mod discord_api;
pub mod discord_board;
pub mod discord_gateway;
pub mod discord_rest;
pub mod process;
pub mod speech;
pub mod telegram;
pub mod telegram_play;
pub mod telegram_spec;
pub mod web;
pub mod web_chat;
pub mod whole_games;
