//! tavlei-bot-telegram
