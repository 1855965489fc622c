//! tavlei-bot-web
