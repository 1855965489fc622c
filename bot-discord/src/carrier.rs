//! Deliveries out: what the session wants said becomes requests to Discord.
//!
//! An event that came as an interaction is answered as one as long as Discord takes it: the first answer by the
//! interaction's callback, the others as follow-ups. Everything else goes to the channel.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use serenity::http::{LightMethod, Request, Route};
use serenity::model::id::{ChannelId, MessageId};
use tavlei_render::{Look, Renderer};
use tavlei_session::{
    Button, Carry, CarryError, ChatId, Deliver, Delivery, Message, MessageId as Told, Picture,
};

use crate::draft::{Draft, filled};
use crate::interactions::{Interactions, Stage};
use crate::rest::{Failure, Rest, code};
use crate::via::{Sort, Via};
use crate::{components, incoming};

/// The types of an interaction's callback.
mod callback {
    pub const MESSAGE: u64 = 4;
    pub const DEFERRED_MESSAGE: u64 = 5;
    pub const DEFERRED_UPDATE: u64 = 6;
    pub const UPDATE: u64 = 7;
}

/// LOADING: an answer that was deferred.
const LOADING: u64 = 1 << 7;
/// When to ask again after the token was refused: somebody has to act first.
const REFUSED_WAIT: Duration = Duration::from_secs(60);
/// When an answer is deferred: Discord waits three seconds for it.
const DEFER_AFTER: Duration = Duration::from_millis(1500);
/// When a press that changes nothing is acknowledged.
const MOMENT: Duration = Duration::from_millis(250);
/// How long an interaction can be answered, a little less than Discord's fifteen minutes.
const ANSWERABLE: Duration = Duration::from_secs(14 * 60 + 30);

/// Carries deliveries to Discord.
pub(crate) struct Carrier {
    rest: Arc<Rest>,
    interactions: Interactions,
    renderer: Arc<Renderer>,
}

/// Where a message was sent, or that the interaction takes no answer any more.
type Reply = Result<Option<Told>, Failure>;

impl Carrier {
    pub fn new(rest: Arc<Rest>, renderer: Arc<Renderer>) -> Carrier {
        Carrier { rest, interactions: Interactions::default(), renderer }
    }

    /// An interaction has come in: from now on it is answered in time, with a pause for thought if need be.
    pub fn opened(self: &Arc<Carrier>, via: &Via) {
        let Some(stage) = self.interactions.open(via.interaction) else { return };
        let (carrier, via) = (Arc::clone(self), via.clone());
        tokio::spawn(async move {
            tokio::time::sleep(DEFER_AFTER).await;
            carrier.defer(&via, &mut *stage.lock().await).await;
            tokio::time::sleep(ANSWERABLE).await;
            if via.sort == Sort::Command && *stage.lock().await == Stage::Deferred {
                // Nothing came: the bot does not think for ever.
                let _ = carrier.rest.call(original(&via, LightMethod::Delete)).await;
            }
            carrier.interactions.close(via.interaction);
        });
    }

    async fn defer(&self, via: &Via, stage: &mut Stage) {
        if *stage != Stage::Fresh {
            return;
        }
        let kind = match via.sort {
            Sort::Command => callback::DEFERRED_MESSAGE,
            Sort::Press(_) => callback::DEFERRED_UPDATE,
        };
        *stage = match self.rest.call(call_back(via, &json!({ "type": kind }))).await {
            Ok(_) => Stage::Deferred,
            Err(Failure::Refused { code: code::UNKNOWN_INTERACTION, .. }) => Stage::Over,
            // Not even this was said.
            Err(Failure::Busy(_)) => Stage::Fresh,
            Err(_) => Stage::Unsure,
        };
    }

    async fn draft(&self, message: &Message, chat: &ChatId) -> Draft {
        let png = match &message.picture {
            Some(picture) => self.png(picture).await,
            None => None,
        };
        Draft::new(message, png, incoming::is_direct(chat))
    }

    /// The picture, drawn where it does not hold up others. Without it the text still tells what happened.
    async fn png(&self, picture: &Picture) -> Option<Vec<u8>> {
        let look = Look::named(&picture.theme, picture.seen_by);
        let (renderer, view) = (Arc::clone(&self.renderer), picture.view.clone());
        match tokio::task::spawn_blocking(move || renderer.png(&view, &look)).await {
            Ok(Ok(png)) => Some(png),
            Ok(Err(error)) => {
                tracing::error!(%error, game = picture.view.game, "a picture cannot be drawn");
                None
            }
            Err(_) => {
                tracing::error!(game = picture.view.game, "drawing a picture failed");
                None
            }
        }
    }

    async fn send(&self, delivery: &Delivery, via: Option<&Via>, message: &Message) -> Carry {
        let draft = self.draft(message, &delivery.chat).await;
        self.send_draft(delivery, via, message, &draft).await
    }

    async fn send_draft(
        &self,
        delivery: &Delivery,
        via: Option<&Via>,
        message: &Message,
        draft: &Draft,
    ) -> Carry {
        for (index, text) in draft.before.iter().enumerate() {
            self.send_one(delivery, via, None, &Draft::text(text.clone()), Some(index)).await?;
        }
        self.send_one(delivery, via, message.reply_to.as_ref(), draft, None).await
    }

    async fn send_one(
        &self,
        delivery: &Delivery,
        via: Option<&Via>,
        reply_to: Option<&Told>,
        draft: &Draft,
        part: Option<usize>,
    ) -> Carry {
        if let Some(via) = via
            && let Some(id) = self.reply(via, draft).await.map_err(carry_error)?
        {
            return Ok(Some(id));
        }
        let route = Route::ChannelMessages { channel_id: channel(&delivery.chat)? };
        let nonce = nonce(delivery, part);
        let mark = |mut body: Value| {
            body["nonce"] = json!(nonce);
            body["enforce_nonce"] = json!(true);
            body
        };
        let request = draft.fill(Request::new(route, LightMethod::Post), |body| {
            let mut body = mark(body);
            if let Some(other) = reply_to {
                body["message_reference"] = json!({ "message_id": other.0, "fail_if_not_exists": false });
            }
            body
        });
        let mut sent = self.rest.call(request).await;
        if let Err(Failure::Refused { code: code::MISSING_PERMISSIONS | code::NO_HISTORY, .. }) = sent
            && (draft.has_picture() || reply_to.is_some())
        {
            // Perhaps only pictures or replies are not allowed here: words are better than silence.
            let request = draft.bare().fill(Request::new(route, LightMethod::Post), mark);
            sent = self.rest.call(request).await;
        }
        sent.map(|message| told(&message)).map_err(carry_error)
    }

    /// Answers an interaction with a new message; none if Discord takes no answer any more.
    async fn reply(&self, via: &Via, draft: &Draft) -> Reply {
        let stage = self.interactions.get(via.interaction);
        let mut stage = stage.lock().await;
        match *stage {
            Stage::Fresh => self.first(via, &mut stage, draft).await,
            Stage::Deferred if via.sort == Sort::Command => {
                let answer = self.rest.call(draft.fill(original(via, LightMethod::Patch), |body| body)).await;
                settle(answer, &mut stage)
            }
            Stage::Deferred | Stage::Answered => self.follow_up(via, &mut stage, draft).await,
            Stage::Unsure => self.find_out(via, &mut stage, draft).await,
            Stage::Over => Ok(None),
        }
    }

    /// The first answer, by the callback.
    async fn first(&self, via: &Via, stage: &mut Stage, draft: &Draft) -> Reply {
        let shape = |body| json!({ "type": callback::MESSAGE, "data": body });
        let answer = self.rest.call(draft.fill(callback_request(via), shape)).await;
        match answer {
            Ok(answer) => {
                *stage = Stage::Answered;
                Ok(told(&answer["resource"]["message"]).or_else(|| told_id(&answer["interaction"])))
            }
            Err(failure) => match failure.code() {
                Some(code::UNKNOWN_INTERACTION) => {
                    *stage = Stage::Over;
                    Ok(None)
                }
                Some(code::ALREADY_ACKNOWLEDGED) => {
                    *stage = Stage::Unsure;
                    Box::pin(self.find_out(via, stage, draft)).await
                }
                _ => {
                    if matches!(failure, Failure::Broken { .. }) {
                        *stage = Stage::Unsure;
                    }
                    Err(failure)
                }
            },
        }
    }

    async fn follow_up(&self, via: &Via, stage: &mut Stage, draft: &Draft) -> Reply {
        let route = Route::WebhookFollowupMessages { application_id: via.application, token: &via.token };
        let request = Request::new(route, LightMethod::Post).params(Some(vec![("wait", "true".to_owned())]));
        let answer = self.rest.call(draft.fill(request, |body| body)).await;
        settle(answer, stage)
    }

    /// Asks Discord how far the answer has come, and goes on from there.
    async fn find_out(&self, via: &Via, stage: &mut Stage, draft: &Draft) -> Reply {
        match self.rest.call(original(via, LightMethod::Get)).await {
            Ok(message) if is_loading(&message) => {
                *stage = Stage::Deferred;
                let answer = self.rest.call(draft.fill(original(via, LightMethod::Patch), |body| body)).await;
                settle(answer, stage)
            }
            Ok(message) => {
                *stage = Stage::Answered;
                let pressed =
                    told(&message).is_some_and(|id| message_id(&id).is_some_and(|id| via.pressed(id)));
                // The same words are what was said and could not be seen to have been heard.
                if !pressed && draft.is_like(&message) {
                    return Ok(told(&message));
                }
                self.follow_up(via, stage, draft).await
            }
            Err(failure) => match failure.code() {
                Some(code::UNKNOWN_MESSAGE) => {
                    *stage = Stage::Answered;
                    self.follow_up(via, stage, draft).await
                }
                _ if is_over(&failure) => self.last_try(via, stage, draft).await,
                _ => Err(failure),
            },
        }
    }

    /// Discord knows of no answer: either there was none, or it is too late for any.
    async fn last_try(&self, via: &Via, stage: &mut Stage, draft: &Draft) -> Reply {
        let shape = |body| json!({ "type": callback::MESSAGE, "data": body });
        match self.rest.call(draft.fill(callback_request(via), shape)).await {
            Ok(answer) => {
                *stage = Stage::Answered;
                Ok(told(&answer["resource"]["message"]))
            }
            Err(Failure::Refused { .. }) => {
                *stage = Stage::Over;
                Ok(None)
            }
            Err(failure) => Err(failure),
        }
    }

    async fn edit(&self, delivery: &Delivery, via: Option<&Via>, old: &Told, message: &Message) -> Carry {
        let draft = self.draft(message, &delivery.chat).await;
        let Some(id) = message_id(old) else {
            return self.send_draft(delivery, via, message, &draft).await;
        };
        if !draft.before.is_empty() {
            // It does not fit into one message.
            let sent = self.send_draft(delivery, via, message, &draft).await?;
            self.remove(&delivery.chat, id).await;
            return Ok(sent);
        }
        if let Some(via) = via.filter(|via| via.pressed(id))
            && self.update(via, draft.fill(callback_request(via), update)).await?
        {
            return Ok(Some(old.clone()));
        }
        let route = Route::ChannelMessage { channel_id: channel(&delivery.chat)?, message_id: id };
        match self.rest.call(draft.fill(Request::new(route, LightMethod::Patch), |body| body)).await {
            Ok(_) => Ok(Some(old.clone())),
            // It is gone, or is not the bot's to change.
            Err(Failure::Refused { status: 403 | 404, .. }) => {
                self.send_draft(delivery, via, message, &draft).await
            }
            Err(failure) => Err(carry_error(failure)),
        }
    }

    /// Replaces the buttons of a message. One that is gone needs none.
    async fn buttons(
        &self,
        delivery: &Delivery,
        via: Option<&Via>,
        old: &Told,
        buttons: &[Vec<Button>],
    ) -> Carry {
        let Some(id) = message_id(old) else { return Ok(None) };
        let body = json!({ "components": components::rows(buttons) });
        if let Some(via) = via.filter(|via| via.pressed(id))
            && self.update(via, filled(callback_request(via), &update(body.clone()))).await?
        {
            return Ok(None);
        }
        let route = Route::ChannelMessage { channel_id: channel(&delivery.chat)?, message_id: id };
        match self.rest.call(filled(Request::new(route, LightMethod::Patch), &body)).await {
            Ok(_) => Ok(None),
            Err(failure @ Failure::Refused { status: 403 | 404, .. }) => {
                tracing::debug!(%failure, "buttons of a message could not be changed");
                Ok(None)
            }
            Err(failure) => Err(carry_error(failure)),
        }
    }

    /// Changes the pressed message as the answer to the press, if nothing was said to it yet. Whether it was done.
    async fn update(&self, via: &Via, request: Request<'_>) -> Result<bool, CarryError> {
        let stage = self.interactions.get(via.interaction);
        let mut stage = stage.lock().await;
        if *stage != Stage::Fresh {
            return Ok(false);
        }
        match self.rest.call(request).await {
            Ok(_) => {
                *stage = Stage::Answered;
                Ok(true)
            }
            Err(failure @ Failure::Busy(_)) => Err(carry_error(failure)),
            Err(failure) => {
                // Changing it once more, in the channel, does no harm.
                *stage = match failure.code() {
                    Some(code::UNKNOWN_INTERACTION) => Stage::Over,
                    Some(code::UNKNOWN_MESSAGE) => Stage::Fresh,
                    _ => Stage::Unsure,
                };
                Ok(false)
            }
        }
    }

    /// Tells the one who pressed a button something, or only that the press was taken.
    async fn note(self: &Arc<Carrier>, via: Option<&Via>, text: Option<&str>) -> Carry {
        let Some(via) = via else { return Ok(None) };
        match text {
            Some(text) => {
                self.reply(via, &Draft::note(text)).await.map_err(carry_error)?;
            }
            None => self.acknowledge(via),
        }
        // A note is not a message that anybody else will refer to.
        Ok(None)
    }

    /// Says that a press was taken, unless something else is said to it in a moment: mostly its message changes.
    fn acknowledge(self: &Arc<Carrier>, via: &Via) {
        if via.sort == Sort::Command {
            return;
        }
        let (carrier, via) = (Arc::clone(self), via.clone());
        tokio::spawn(async move {
            tokio::time::sleep(MOMENT).await;
            let stage = carrier.interactions.get(via.interaction);
            let mut stage = stage.lock().await;
            if *stage == Stage::Unsure {
                // Of use only right after a restart; otherwise Discord knows, or does not care any more.
                *stage = Stage::Fresh;
            }
            carrier.defer(&via, &mut stage).await;
        });
    }

    /// Deletes a message of the bot; that it cannot be is no harm.
    async fn remove(&self, chat: &ChatId, message: MessageId) {
        let Ok(channel_id) = channel(chat) else { return };
        let route = Route::ChannelMessage { channel_id, message_id: message };
        if let Err(failure) = self.rest.call(Request::new(route, LightMethod::Delete)).await {
            tracing::debug!(%failure, "a message could not be deleted");
        }
    }
}

/// The carrier as the session is given it.
pub(crate) struct Shared(pub Arc<Carrier>);

impl tavlei_session::Carrier for Shared {
    async fn carry(&self, delivery: &Delivery) -> Carry {
        self.0.carry(delivery).await
    }
}

impl Carrier {
    async fn carry(self: &Arc<Carrier>, delivery: &Delivery) -> Carry {
        let via = delivery.via.as_deref().and_then(|via| via.parse::<Via>().ok());
        let via = via.as_ref();
        match &delivery.what {
            Deliver::Send(message) => self.send(delivery, via, message).await,
            Deliver::Edit { message, to } => self.edit(delivery, via, message, to).await,
            Deliver::Buttons { message, buttons } => self.buttons(delivery, via, message, buttons).await,
            Deliver::Strip { message } => self.buttons(delivery, via, message, &[]).await,
            Deliver::Note { text } => self.note(via, text.as_deref()).await,
        }
    }
}

/// What came of an answer after the first.
fn settle(answer: Result<Value, Failure>, stage: &mut Stage) -> Reply {
    match answer {
        Ok(message) => {
            *stage = Stage::Answered;
            Ok(told(&message))
        }
        Err(failure) if is_over(&failure) => {
            *stage = Stage::Over;
            Ok(None)
        }
        Err(failure) => Err(failure),
    }
}

/// Whether Discord says that it takes no answer any more.
fn is_over(failure: &Failure) -> bool {
    matches!(
        failure.code(),
        Some(code::UNKNOWN_WEBHOOK | code::INVALID_WEBHOOK_TOKEN | code::UNKNOWN_INTERACTION)
    ) || matches!(failure, Failure::Refused { status: 401, .. })
}

/// A mark of a message: Discord sends one of a known mark only once, for a few minutes.
fn nonce(delivery: &Delivery, part: Option<usize>) -> String {
    let mut hasher = DefaultHasher::new();
    (&delivery.chat, delivery.id, part).hash(&mut hasher);
    // Numbers may begin anew with another store; what is said then is hardly the same.
    format!("{:?}", delivery.what).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

fn is_loading(message: &Value) -> bool {
    message["flags"].as_u64().unwrap_or_default() & LOADING != 0
}

fn update(body: Value) -> Value {
    json!({ "type": callback::UPDATE, "data": body })
}

fn callback_request(via: &Via) -> Request<'_> {
    let route = Route::InteractionResponse { interaction_id: via.interaction, token: &via.token };
    Request::new(route, LightMethod::Post).params(Some(vec![("with_response", "true".to_owned())]))
}

fn call_back<'a>(via: &'a Via, body: &Value) -> Request<'a> {
    filled(callback_request(via), body)
}

/// A request for the message that was the first answer.
fn original(via: &Via, method: LightMethod) -> Request<'_> {
    let route =
        Route::WebhookOriginalInteractionResponse { application_id: via.application, token: &via.token };
    Request::new(route, method)
}

fn told(message: &Value) -> Option<Told> {
    message["id"].as_str().map(|id| Told(id.to_owned()))
}

fn told_id(interaction: &Value) -> Option<Told> {
    interaction["response_message_id"].as_str().map(|id| Told(id.to_owned()))
}

fn message_id(told: &Told) -> Option<MessageId> {
    told.0.parse().ok().filter(|id| *id != 0).map(MessageId::new)
}

fn channel(chat: &ChatId) -> Result<ChannelId, CarryError> {
    incoming::channel_of(chat).ok_or_else(|| CarryError::Never(format!("\"{}\" is no channel", chat.id)))
}

fn carry_error(failure: Failure) -> CarryError {
    match failure {
        Failure::Busy(wait) => CarryError::Later(wait),
        Failure::Broken { ref why, again } => {
            tracing::warn!(why, "Discord cannot be reached; trying again");
            CarryError::Later(again)
        }
        Failure::Refused { status: 401, .. } => {
            tracing::error!("Discord refuses the token");
            CarryError::Later(REFUSED_WAIT)
        }
        failure @ Failure::Refused { .. } => {
            tracing::warn!(%failure, "a message cannot be delivered");
            CarryError::Never(failure.to_string())
        }
    }
}
