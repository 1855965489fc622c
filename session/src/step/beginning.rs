//! Beginning a game.

use tavlei_core::Options;
use tavlei_core::catalogue::Entry;

use super::arriving::Caller;
use super::context::Context;
use super::playing::{to_notice, wake};
use super::showing::{Show, below, show};
use crate::keys;
use crate::record::{Game, GameId, Mood, Showing, Sitter};
use crate::transaction::StepError;

/// Begins a game in the caller's chat and shows it.
pub(super) fn begin(
    ctx: &mut Context,
    caller: &Caller,
    entry: &'static Entry,
    options: Options,
    seats: Vec<Sitter>,
) -> Result<(), StepError> {
    let table = entry.table(&options);
    let mut game = Game {
        id: ctx.fresh(GameId::of_seed, keys::game)?,
        slug: entry.info.slug.to_owned(),
        options,
        seats,
        began: ctx.at,
        plies: Vec::new(),
        stage: 0,
        offer: None,
        asked: None,
        resigning: Vec::new(),
        mood: Mood::default(),
        ended: None,
        again: false,
        chats: Vec::new(),
    };
    // One person against the bot sees his own side below; otherwise it is the same for everybody.
    let mut people = game.people();
    let seen_by = match (people.next(), people.next()) {
        (Some((seat, _)), None) => seat.0,
        _ => below(entry.info),
    };
    drop(people);
    game.chats.push(Showing { chat: caller.chat.clone(), seen_by });
    ctx.change(&keys::chat(&caller.chat), |chat| {
        chat.games.push(game.id.clone());
        chat.last = Some(game.id.clone());
    })?;
    for (_, guest) in game.people() {
        ctx.change(&keys::person(&guest.id), |person| {
            if !person.games.contains(&game.id) {
                person.games.push(game.id.clone());
            }
        })?;
    }
    ctx.save_game(&game)?;
    wake(ctx, &game, table.as_ref())?;
    let notify = to_notice(&game, table.as_ref(), Some(&caller.me.id));
    show(ctx, &game, table.as_ref(), &Show::Anew, &notify)?;
    ctx.remember(&game, table);
    Ok(())
}

/// A game of a person against the bot on all other seats. Without a seat it is drawn by lot.
pub(super) fn begin_with_bot(
    ctx: &mut Context,
    caller: &Caller,
    entry: &'static Entry,
    options: Options,
    seat: Option<u8>,
    level: u8,
) -> Result<(), StepError> {
    let mut seats = vec![Sitter::Bot { level }; entry.info.seats.len()];
    let seat = seat.map_or_else(|| (ctx.seed() % seats.len() as u64) as usize, usize::from);
    seats[seat] = Sitter::Person(caller.me.clone());
    begin(ctx, caller, entry, options, seats)
}
