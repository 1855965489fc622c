//! What the gateway says, in the order in which it says it.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use serenity::all::{
    Context, Event, EventHandler, Interaction, Message, Ready, ResumedEvent, ShardStageUpdateEvent,
};
use serenity::async_trait;
use serenity::gateway::CollectorCallback;
use tokio::sync::mpsc;

/// Something that the gateway said.
#[derive(Debug)]
pub(crate) enum Heard {
    /// Somebody gave a command, pressed a button or types into an option.
    Interaction(Box<Interaction>),
    /// Somebody wrote.
    Message(Box<Message>),
}

impl Heard {
    fn of(event: &Event) -> Option<Heard> {
        match event {
            Event::InteractionCreate(event) => Some(Heard::Interaction(Box::new(event.interaction.clone()))),
            Event::MessageCreate(event) => Some(Heard::Message(Box::new(event.message.clone()))),
            _ => None,
        }
    }

    /// Discord's id of it.
    fn id(&self) -> u64 {
        match self {
            Heard::Interaction(interaction) => interaction.id().get(),
            Heard::Message(message) => message.id.get(),
        }
    }
}

/// Listens to the gateway.
///
/// serenity gives every event to a task of its own, so that two in a row may change places. Its collectors are asked
/// in order: one of them does the listening. The tasks only stand in for it at the very beginning of a session, when
/// it may not be there yet; what both hear is told once.
#[derive(Clone)]
pub(crate) struct Ear {
    out: mpsc::UnboundedSender<Heard>,
}

impl Ear {
    fn tell(&self, heard: Heard) {
        // Nobody listens any more when the bot is stopping.
        let _ = self.out.send(heard);
    }
}

#[async_trait]
impl EventHandler for Ear {
    async fn shard_stage_update(&self, context: Context, update: ShardStageUpdateEvent) {
        use serenity::gateway::ConnectionStage::{Connected, Identifying};
        if (update.old, update.new) != (Identifying, Connected) {
            return;
        }
        let ear = self.clone();
        context.shard.add_collector(CollectorCallback(Box::new(move |event| {
            if let Some(heard) = Heard::of(event) {
                ear.tell(heard);
            }
            !ear.out.is_closed()
        })));
    }

    async fn ready(&self, _: Context, ready: Ready) {
        tracing::info!(name = ready.user.name, "connected to Discord");
    }

    async fn resume(&self, _: Context, _: ResumedEvent) {
        tracing::info!("connected to Discord again");
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        self.tell(Heard::Interaction(Box::new(interaction)));
    }

    async fn message(&self, _: Context, message: Message) {
        self.tell(Heard::Message(Box::new(message)));
    }
}

/// What the ear hears, each thing once.
pub(crate) struct Hearing {
    heard: mpsc::UnboundedReceiver<Heard>,
    recent: Recent,
}

/// An ear, and what it hears.
pub(crate) fn listen() -> (Arc<Ear>, Hearing) {
    let (out, heard) = mpsc::unbounded_channel();
    (Arc::new(Ear { out }), Hearing { heard, recent: Recent::default() })
}

impl Hearing {
    /// The next thing; none when nobody will say anything any more.
    pub async fn next(&mut self) -> Option<Heard> {
        loop {
            let heard = self.heard.recv().await?;
            if self.recent.is_new(heard.id()) {
                return Some(heard);
            }
        }
    }
}

/// The ids heard last.
#[derive(Default)]
struct Recent {
    ids: HashSet<u64>,
    order: VecDeque<u64>,
}

impl Recent {
    /// How many are remembered: the two ways of one event are only moments apart.
    const KEPT: usize = 4096;

    fn is_new(&mut self, id: u64) -> bool {
        if !self.ids.insert(id) {
            return false;
        }
        self.order.push_back(id);
        if self.order.len() > Recent::KEPT
            && let Some(oldest) = self.order.pop_front()
        {
            self.ids.remove(&oldest);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_new_once_until_it_is_long_forgotten() {
        let mut recent = Recent::default();
        assert!(recent.is_new(1));
        assert!(!recent.is_new(1));
        for id in 2..=Recent::KEPT as u64 + 1 {
            assert!(recent.is_new(id));
        }
        assert_eq!(recent.ids.len(), Recent::KEPT);
        assert!(recent.is_new(1));
    }
}
