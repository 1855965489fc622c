//! How an event can be answered, kept as a string beside the deliveries that it sets off.

use std::fmt;
use std::str::FromStr;

use serenity::model::id::{ApplicationId, InteractionId, MessageId};

/// What sort of interaction it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    /// A slash command: it must get an answer.
    Command,
    /// A button or a select of a message.
    Press(MessageId),
}

/// An interaction that can be answered for fifteen minutes.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Via {
    pub sort: Sort,
    pub application: ApplicationId,
    pub interaction: InteractionId,
    /// Whoever has it can answer in the bot's name for fifteen minutes: it is not shown.
    pub token: String,
}

impl Via {
    /// Whether it is a press of this very message.
    pub fn pressed(&self, message: MessageId) -> bool {
        self.sort == Sort::Press(message)
    }
}

impl fmt::Debug for Via {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Via({:?}, {})", self.sort, self.interaction)
    }
}

impl fmt::Display for Via {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.sort {
            Sort::Command => write!(f, "command")?,
            Sort::Press(message) => write!(f, "{message}")?,
        }
        write!(f, ":{}:{}:{}", self.application, self.interaction, self.token)
    }
}

/// A string that is no [`Via`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoVia;

impl FromStr for Via {
    type Err = NoVia;

    fn from_str(text: &str) -> Result<Via, NoVia> {
        // Ids are never zero, and serenity's types refuse it with a panic.
        let id = |text: &str| text.parse::<u64>().ok().filter(|id| *id != 0).ok_or(NoVia);
        let mut parts = text.splitn(4, ':');
        let mut next = || parts.next().ok_or(NoVia);
        let sort = match next()? {
            "command" => Sort::Command,
            message => Sort::Press(MessageId::new(id(message)?)),
        };
        Ok(Via {
            sort,
            application: ApplicationId::new(id(next()?)?),
            interaction: InteractionId::new(id(next()?)?),
            token: next()?.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for sort in [Sort::Command, Sort::Press(MessageId::new(7))] {
            let via = Via {
                sort,
                application: ApplicationId::new(1),
                interaction: InteractionId::new(2),
                token: "a:b".to_owned(),
            };
            assert_eq!(via.to_string().parse(), Ok(via));
        }
    }

    #[test]
    fn other_strings_are_refused_without_a_panic() {
        for text in
            ["", "command", "command:1:2", "0:1:2:t", "command:0:2:t", "command:x:2:t", "command:1:0:t"]
        {
            assert_eq!(text.parse::<Via>(), Err(NoVia), "{text}");
        }
    }

    #[test]
    fn the_token_does_not_show() {
        let via: Via = "command:1:2:secret".parse().expect("well-formed");
        assert!(!format!("{via:?}").contains("secret"));
    }
}
