//! What needs consent: draws and takebacks.

use tavlei_core::{Seat, catalogue};

use super::arriving::Caller;
use super::context::{Context, Done, refuse};
use super::playing::{end, keep};
use super::showing::Show;
use super::talking::{self, Tag, message, people_arg, person_arg, yes_no};
use super::{lapsing, mood, questions};
use crate::caption;
use crate::ids::PersonId;
use crate::keys;
use crate::payload::Payload;
use crate::record::{Game, GameId, Guest, Offer, Offered, Slot, Task};
use crate::texts::{Arg, say};
use crate::transaction::StepError;

// ---- Draws ----

/// Offers a draw, to the bot or to a person; what the other has offered already is taken.
pub(super) fn draw(ctx: &mut Context, caller: &Caller, mut game: Game) -> Done {
    let Some(seat) = game.seat_of(&caller.me.id) else { return Ok(()) };
    if game.seats.len() > 2 {
        return Err(refuse("draw-not-here"));
    }
    if let Some(offer) = game.offer.as_ref().filter(|offer| offer.what == Offered::Draw) {
        if offer.seat == seat.0 {
            return Err(refuse("draw-waits"));
        }
        return agree(ctx, caller, game, seat);
    }
    let Some(level) = game.bot(seat.other()) else {
        return Ok(offer(ctx, caller, game, seat, Offered::Draw)?);
    };
    let key = keys::think(&game.id);
    if ctx.load(&key)?.is_some_and(|think| think.task == Task::Draw) {
        return Err(refuse("draw-waits"));
    }
    if ctx.table(&game)?.to_act() != Some(seat) {
        return Err(refuse("draw-on-your-turn"));
    }
    if game.asked == Some(game.stage) {
        return Err(refuse("draw-asked"));
    }
    let think = ctx.thinking(&game, Task::Draw, &caller.chat);
    game.asked = Some(game.stage);
    ctx.save_game(&game)?;
    ctx.save(&key, &think)?;
    ctx.think(&game, think);
    talking::answer(ctx, caller, "draw-thinks", &[("level", level.into())]);
    Ok(())
}

// ---- Takebacks ----

/// Takes the last ply back, at once where nobody else plays; what the other has asked for already is granted.
pub(super) fn takeback(ctx: &mut Context, caller: &Caller, game: Game) -> Done {
    let Some(seat) = game.seat_of(&caller.me.id) else { return Ok(()) };
    if let Some(offer) = game.offer.as_ref().filter(|offer| offer.what == Offered::Takeback) {
        if offer.seat == seat.0 {
            return Err(refuse("undo-waits"));
        }
        return agree(ctx, caller, game, seat);
    }
    if !game.plies.iter().any(|ply| ply.seat == seat.0) {
        return Err(refuse("undo-nothing"));
    }
    if game.others(&caller.me.id).next().is_some() {
        return Ok(offer(ctx, caller, game, seat, Offered::Takeback)?);
    }
    Ok(rewind(ctx, game, seat, Some(&caller.me.id))?)
}

/// Takes plies back, the last one of this seat included.
fn rewind(ctx: &mut Context, mut game: Game, seat: Seat, by: Option<&PersonId>) -> Result<(), StepError> {
    while game.plies.pop().is_some_and(|ply| ply.seat != seat.0) {}
    game.stage = game.stage.wrapping_add(1);
    game.mood = mood::rewound(&game.mood);
    lapsing::offer(ctx, &mut game);
    let table = ctx.table(&game)?;
    keep(ctx, &mut game, table, by, &Show::Anew)
}

// ---- Offers among people ----

/// A new offer takes the place of the one before.
fn offer(
    ctx: &mut Context,
    caller: &Caller,
    mut game: Game,
    seat: Seat,
    what: Offered,
) -> Result<(), StepError> {
    lapsing::offer(ctx, &mut game);
    let number = ctx.number();
    let others = || game.people().filter(|(other, _)| *other != seat);
    let waits_for = others().map(|(other, _)| other.0).collect();
    let asked: Vec<Guest> = others().map(|(_, guest)| guest.clone()).collect();
    game.offer = Some(Offer { what, seat: seat.0, waits_for, number });
    ctx.save_game(&game)?;
    let id = match what {
        Offered::Draw => "draw-offer",
        Offered::Takeback => "undo-offer",
    };
    ask(ctx, &game, number, id, ("who", person_arg(&caller.me)), &asked)
}

/// Asks some people, wherever the game is shown, whether they agree to the offer of a number.
pub(super) fn ask(
    ctx: &mut Context,
    game: &Game,
    number: u32,
    id: &str,
    by: (&'static str, Arg),
    asked: &[Guest],
) -> Result<(), StepError> {
    let payload = |yes| Payload::Answer { game: game.id.clone(), number, yes };
    let args = [by, ("whom", people_arg(asked)), ("count", asked.len().into())];
    for showing in &game.chats {
        let language = ctx.language_of(&showing.chat)?;
        let mut text = say(language, id, &args);
        if let Some(entry) = catalogue::by_slug(&game.slug) {
            text = caption::titled(entry.info, &game.options, language, text);
        }
        let buttons = yes_no(language, ("button-agree", payload(true)), ("button-disagree", payload(false)));
        let mut message = message(text, buttons);
        message.notify = asked.iter().map(|guest| guest.id.clone()).collect();
        talking::send(ctx, &showing.chat, message, Tag::both(Slot::Offer(game.id.clone()), &game.id));
    }
    Ok(())
}

/// Somebody has answered an offer; who made it may take it back.
pub(super) fn answered(ctx: &mut Context, caller: &Caller, id: &GameId, number: u32, yes: bool) -> Done {
    let mut game = ctx.known_game(id)?;
    let offer = game.offer.clone().filter(|offer| offer.number == number);
    let offer = offer.ok_or_else(|| refuse("offer-over").stripping())?;
    let asked = offer.waits_for.iter().copied().map(Seat).find(|&seat| game.sits(&caller.me.id, seat));
    let mine = game.sits(&caller.me.id, Seat(offer.seat));
    let id = match (asked, yes) {
        (Some(seat), true) => return agree(ctx, caller, game, seat),
        (None, false) if mine => "offer-withdrawn",
        (None, _) => return Err(refuse("not-asked")),
        (Some(_), false) => match offer.what {
            Offered::Draw => "draw-declined",
            Offered::Takeback => "undo-declined",
        },
    };
    game.offer = None;
    ctx.save_game(&game)?;
    questions::close(ctx, caller, id, &[("who", person_arg(&caller.me))]);
    Ok(())
}

/// A seat agrees to what is offered; when all have, it is done.
fn agree(ctx: &mut Context, caller: &Caller, mut game: Game, seat: Seat) -> Done {
    let Some(offer) = &mut game.offer else { return Ok(()) };
    offer.waits_for.retain(|&other| other != seat.0);
    let (left, what, offerer) = (offer.waits_for.len(), offer.what, Seat(offer.seat));
    if left > 0 {
        ctx.save_game(&game)?;
        talking::answer(ctx, caller, "offer-others", &[("count", left.into())]);
        return Ok(());
    }
    if caller.pressed.is_some() {
        game.offer = None;
        let id = match what {
            Offered::Draw => "draw-agreed",
            Offered::Takeback => "undo-agreed",
        };
        questions::close(ctx, caller, id, &[("who", person_arg(&caller.me))]);
    }
    lapsing::offer(ctx, &mut game);
    let me = Some(&caller.me.id);
    let done = match what {
        Offered::Draw => end(ctx, game, None, "agreement", me),
        Offered::Takeback => rewind(ctx, game, offerer, me),
    };
    Ok(done?)
}
