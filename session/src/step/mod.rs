//! What an event does: a function from the stored state and the event to changes.
//!
//! Nothing here knows a runtime, a clock or a source of chance: time and seed come in with a [`Stamp`]. Nothing here
//! changes a cache: what is to be remembered is among the [`Changes`].
//!
//! Every topic is a file of functions over a [`Context`] (the changes so far) and, where a person asks for something, the
//! [`Caller`](arriving::Caller). From the top down: an event is taken in (`arriving`), handed to whom it concerns
//! (`dispatch`), and does its work by topic; games are changed in `playing`, shown in `showing`; everything that is said
//! goes through `talking`.

mod about;
#[cfg(test)]
mod advice_tests;
mod again;
mod analysis;
mod arriving;
mod beginning;
mod bot;
mod challenges;
mod context;
mod dispatch;
mod hint;
mod input;
mod lapsing;
mod lists;
mod mood;
mod offers;
mod playing;
#[cfg(test)]
mod properties;
mod questions;
mod resigning;
mod rules;
mod settings;
mod setup;
mod showing;
mod talking;
mod tapping;
#[cfg(test)]
mod tests;
mod typing;

use crate::boards::Boards;
use crate::event::Event;
use crate::keys;
use crate::record::{Older, Slot};
use crate::store::Read;
use crate::transaction::StepError;

pub use context::Changes;
use context::Context;
pub use input::{Advice, Answer, Choice, Input, Stamp, Thought};

/// What an input does to the state.
///
/// # Errors
/// The state cannot be read. Nothing has changed then.
pub fn step(state: &dyn Read, boards: &Boards, stamp: Stamp, input: &Input) -> Result<Changes, StepError> {
    let mut ctx = Context::new(state, boards, stamp);
    match input {
        Input::Event(event) => {
            if ctx.was_done(event)? {
                return Ok(Changes { seen: true, ..Changes::default() });
            }
            dispatch::event(&mut ctx, event)?;
        }
        Input::Thought(thought) => dispatch::thought(&mut ctx, thought)?,
        Input::ChallengeEnds(challenge) => challenges::lapse(&mut ctx, challenge)?,
        Input::AskEnds { ask, chat } => {
            ctx.remove(&keys::ask(ask));
            talking::strip(&mut ctx, chat, Older::Shows(Slot::Ask(ask.clone())));
        }
    }
    ctx.finish()
}

/// What is done about an event that met something stored that cannot be read: the person is told, and the event
/// counts as done.
pub(crate) fn apologise(
    state: &dyn Read,
    boards: &Boards,
    stamp: Stamp,
    event: &Event,
) -> Result<Changes, StepError> {
    let mut ctx = Context::new(state, boards, stamp);
    if ctx.was_done(event)? {
        return Ok(Changes { seen: true, ..Changes::default() });
    }
    let caller = arriving::arrive(&mut ctx, event)?;
    talking::answer(&mut ctx, &caller, "record-unreadable", &[]);
    ctx.finish()
}

/// Counts an event as done without doing anything.
pub(crate) fn pass_over(
    state: &dyn Read,
    boards: &Boards,
    stamp: Stamp,
    event: &Event,
) -> Result<Changes, StepError> {
    let mut ctx = Context::new(state, boards, stamp);
    let seen = ctx.was_done(event)?;
    Ok(Changes { seen, ..ctx.finish()? })
}
