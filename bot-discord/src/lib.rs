//! tavlei-bot-discord
