//! Deliveries out: what the session wants said becomes requests to Discord.
//!
//! Every interaction is deferred as soon as it comes in: then Discord waits for the answers for fifteen minutes. The
//! first answer to a command takes the place of what Discord shows meanwhile, all others are follow-ups. What is said
//! to no interaction, or too late to one, goes to the channel.

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

use crate::body::{Body, filled};
use crate::incoming;
use crate::interactions::{Interactions, Stage};
use crate::rest::{Failure, Rest, code};
use crate::via::{Sort, Via};

/// The types of an interaction's callback that defer the answer.
const DEFERRED_MESSAGE: u64 = 5;
const DEFERRED_UPDATE: u64 = 6;
/// LOADING: an answer that was deferred.
const LOADING: u64 = 1 << 7;
/// When to ask again after the token was refused: somebody has to act first.
const REFUSED_WAIT: Duration = Duration::from_secs(60);
/// How long an interaction can be answered, a little less than Discord's fifteen minutes.
const ANSWERABLE: Duration = Duration::from_secs(14 * 60 + 30);

/// Carries deliveries to Discord. Clones are the same carrier.
#[derive(Clone)]
pub(crate) struct Carrier {
    rest: Arc<Rest>,
    interactions: Arc<Interactions>,
    renderer: Arc<Renderer>,
}

/// Where an answer was given, or that the interaction takes none any more.
type Reply = Result<Option<Told>, Failure>;

impl Carrier {
    pub fn new(rest: Arc<Rest>, renderer: Arc<Renderer>) -> Carrier {
        Carrier { rest, interactions: Arc::default(), renderer }
    }

    /// Has Discord wait for the answers to an interaction that has just come in.
    pub fn opened(&self, via: Via) {
        let carrier = self.clone();
        let stage = self.interactions.get(via.interaction);
        tokio::spawn(async move {
            // If that fails it is tried again together with the first answer.
            if let Err(failure) = carrier.defer(&via, &mut *stage.lock().await).await {
                tracing::warn!(%failure, "an interaction could not be deferred at once");
            }
            tokio::time::sleep(ANSWERABLE).await;
            // If nothing came until now, nothing will.
            carrier.stop_thinking(&via).await;
            carrier.interactions.close(via.interaction);
        });
    }

    /// Has Discord wait for answers, unless it does so already.
    async fn defer(&self, via: &Via, stage: &mut Stage) -> Result<(), Failure> {
        if *stage != Stage::Unknown {
            return Ok(());
        }
        let (kind, deferred) = match via.sort {
            Sort::Command => (DEFERRED_MESSAGE, Stage::Thinking),
            Sort::Press(_) => (DEFERRED_UPDATE, Stage::Open { given: None }),
        };
        let route = Route::InteractionResponse { interaction_id: via.interaction, token: &via.token };
        let request = filled(Request::new(route, LightMethod::Post), &json!({ "type": kind }));
        *stage = match self.rest.call(request).await {
            Ok(_) => deferred,
            Err(failure) => match failure.code() {
                // An earlier attempt was heard after all, or one before a restart.
                Some(code::ALREADY_ACKNOWLEDGED) => match via.sort {
                    Sort::Command => self.find_out(via).await?,
                    Sort::Press(_) => deferred,
                },
                Some(code::UNKNOWN_INTERACTION) => Stage::Over,
                _ => return Err(failure),
            },
        };
        Ok(())
    }

    /// Asks Discord how far the answer to a command has come.
    async fn find_out(&self, via: &Via) -> Result<Stage, Failure> {
        match self.rest.call(original(via, LightMethod::Get)).await {
            Ok(message) if message["flags"].as_u64().unwrap_or_default() & LOADING != 0 => {
                Ok(Stage::Thinking)
            }
            Ok(message) => Ok(Stage::Open { given: Some(message) }),
            Err(failure) if failure.code() == Some(code::UNKNOWN_MESSAGE) => Ok(Stage::Open { given: None }),
            Err(failure) if is_over(&failure) => Ok(Stage::Over),
            Err(failure) => Err(failure),
        }
    }

    /// Answers an interaction with a message; none if Discord takes no answer any more.
    async fn reply(&self, via: &Via, body: &Body) -> Reply {
        let stage = self.interactions.get(via.interaction);
        let mut stage = stage.lock().await;
        self.defer(via, &mut stage).await?;
        if let Stage::Open { given } = &mut *stage
            && let Some(before) = given.take()
            && body.is_like(&before)
        {
            return Ok(told(&before));
        }
        if *stage == Stage::Thinking && body.must_be_new() {
            // What takes the place of a deferred answer calls nobody, and is seen by everybody.
            match self.rest.call(original(via, LightMethod::Delete)).await {
                Ok(_) | Err(Failure::Refused { .. }) => *stage = Stage::Open { given: None },
                Err(failure) => return Err(failure),
            }
        }
        if *stage == Stage::Over {
            return Ok(None);
        }
        let waits = *stage == Stage::Thinking;
        let request = || if waits { original(via, LightMethod::Patch) } else { follow_up(via) };
        match self.put(body, request, |_| {}).await {
            Ok(message) => {
                *stage = Stage::Open { given: None };
                Ok(told(&message))
            }
            Err(failure) if is_over(&failure) => {
                *stage = Stage::Over;
                Ok(None)
            }
            Err(failure) => Err(failure),
        }
    }

    async fn body(&self, message: &Message, chat: &ChatId) -> Body {
        let png = match &message.picture {
            Some(picture) => self.png(picture).await,
            None => None,
        };
        Body::new(message, png, incoming::is_direct(chat))
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
        let body = self.body(message, &delivery.chat).await;
        self.send_body(delivery, via, message, &body).await
    }

    async fn send_body(
        &self,
        delivery: &Delivery,
        via: Option<&Via>,
        message: &Message,
        body: &Body,
    ) -> Carry {
        for (index, text) in body.before.iter().enumerate() {
            self.send_one(delivery, via, None, &Body::text(text.clone()), Some(index)).await?;
        }
        self.send_one(delivery, via, message.reply_to.as_ref(), body, None).await
    }

    async fn send_one(
        &self,
        delivery: &Delivery,
        via: Option<&Via>,
        reply_to: Option<&Told>,
        body: &Body,
        part: Option<usize>,
    ) -> Carry {
        if let Some(via) = via
            && let Some(id) = self.reply(via, body).await.map_err(carry_error)?
        {
            return Ok(Some(id));
        }
        let route = Route::ChannelMessages { channel_id: channel(&delivery.chat)? };
        let request = || Request::new(route, LightMethod::Post);
        let nonce = nonce(delivery, part);
        let mark = |body: &mut Value| {
            body["nonce"] = json!(nonce);
            body["enforce_nonce"] = json!(true);
        };
        let mut sent = match reply_to {
            Some(other) => {
                let answering = |body: &mut Value| {
                    mark(body);
                    body["message_reference"] = json!({ "message_id": other.0, "fail_if_not_exists": false });
                };
                self.put(body, request, answering).await
            }
            None => self.put(body, request, mark).await,
        };
        if let Err(Failure::Refused { code: code::MISSING_PERMISSIONS | code::NO_HISTORY, .. }) = sent
            && reply_to.is_some()
        {
            // Perhaps only replies are not allowed here.
            sent = self.put(body, request, mark).await;
        }
        sent.map(|message| told(&message)).map_err(carry_error)
    }

    /// Makes a request with a message. If Discord does not take the picture, the message is said in words.
    async fn put<'a>(
        &self,
        body: &Body,
        request: impl Fn() -> Request<'a>,
        more: impl Fn(&mut Value),
    ) -> Result<Value, Failure> {
        let mut done = self.rest.call(body.fill_with(request(), &more)).await;
        if !body.has_picture() {
            return done;
        }
        if done.as_ref().is_err_and(Failure::may_pass_by) {
            done = self.rest.call(body.fill_with(request(), &more)).await;
        }
        match done {
            Err(failure) if failure.may_pass_by() || failure.code() == Some(code::MISSING_PERMISSIONS) => {
                tracing::warn!(%failure, "a picture is put in words");
                self.rest.call(body.in_words().fill_with(request(), &more)).await
            }
            done => done,
        }
    }

    async fn edit(&self, delivery: &Delivery, via: Option<&Via>, older: &Told, message: &Message) -> Carry {
        let body = self.body(message, &delivery.chat).await;
        let Some(id) = message_id(older) else {
            return self.send_body(delivery, via, message, &body).await;
        };
        if !body.before.is_empty() {
            // It does not fit into one message.
            let sent = self.send_body(delivery, via, message, &body).await?;
            self.remove(&delivery.chat, id).await;
            return Ok(sent);
        }
        let channel_id = channel(&delivery.chat)?;
        match self.change(channel_id, id, via, &body).await {
            Ok(_) => Ok(Some(older.clone())),
            // It is gone, or is not the bot's to change.
            Err(Failure::Refused { status: 403 | 404, .. }) => {
                self.send_body(delivery, via, message, &body).await
            }
            Err(failure) => Err(carry_error(failure)),
        }
    }

    /// Replaces the buttons of a message. One that is gone needs none.
    async fn buttons(
        &self,
        delivery: &Delivery,
        via: Option<&Via>,
        older: &Told,
        buttons: &[Vec<Button>],
    ) -> Carry {
        let Some(id) = message_id(older) else { return Ok(None) };
        let channel_id = channel(&delivery.chat)?;
        match self.change(channel_id, id, via, &Body::buttons(buttons)).await {
            Ok(_) => Ok(None),
            Err(failure @ Failure::Refused { status: 403 | 404, .. }) => {
                tracing::debug!(%failure, "buttons of a message could not be changed");
                Ok(None)
            }
            Err(failure) => Err(carry_error(failure)),
        }
    }

    /// Changes an older message: as the answer to a press of its button, as long as that takes answers, which needs no
    /// rights in the channel; otherwise in the channel.
    async fn change(
        &self,
        channel_id: ChannelId,
        id: MessageId,
        via: Option<&Via>,
        body: &Body,
    ) -> Result<Value, Failure> {
        if let Some(via) = via.filter(|via| via.pressed(id)) {
            let stage = self.interactions.get(via.interaction);
            let mut stage = stage.lock().await;
            self.defer(via, &mut stage).await?;
            if *stage != Stage::Over {
                match self.put(body, || original(via, LightMethod::Patch), |_| {}).await {
                    Err(failure) if is_over(&failure) => *stage = Stage::Over,
                    done => return done,
                }
            }
        }
        let route = Route::ChannelMessage { channel_id, message_id: id };
        self.put(body, || Request::new(route, LightMethod::Patch), |_| {}).await
    }

    /// Tells the one who pressed a button something, or only that the press was taken.
    async fn note(&self, via: Option<&Via>, text: Option<&str>) -> Carry {
        let Some(via) = via else { return Ok(None) };
        let done = match text {
            Some(text) => self.reply(via, &Body::note(text)).await.map(drop),
            None => {
                let stage = self.interactions.get(via.interaction);
                self.defer(via, &mut *stage.lock().await).await
            }
        };
        // A note is not a message that anybody else will refer to.
        done.map(|()| None).map_err(carry_error)
    }

    /// Takes away what Discord shows as long as a command has no answer.
    async fn stop_thinking(&self, via: &Via) {
        let stage = self.interactions.get(via.interaction);
        let mut stage = stage.lock().await;
        if *stage == Stage::Thinking && self.rest.call(original(via, LightMethod::Delete)).await.is_ok() {
            *stage = Stage::Open { given: None };
        }
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

impl tavlei_session::Carrier for Carrier {
    async fn carry(&self, delivery: &Delivery) -> Carry {
        let via = delivery.via.as_deref().and_then(|via| via.parse::<Via>().ok());
        let via = via.as_ref();
        let carried = match &delivery.what {
            Deliver::Send(message) => self.send(delivery, via, message).await,
            Deliver::Edit { older, to } => self.edit(delivery, via, older, to).await,
            Deliver::Buttons { older, buttons } => self.buttons(delivery, via, older, buttons).await,
            Deliver::Strip { older } => self.buttons(delivery, via, older, &[]).await,
            Deliver::Note { text } => self.note(via, text.as_deref()).await,
        };
        if let (Err(CarryError::Never(_)), Some(via)) = (&carried, via) {
            self.stop_thinking(via).await;
        }
        carried
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

/// A request for the message that was the first answer.
fn original(via: &Via, method: LightMethod) -> Request<'_> {
    let route =
        Route::WebhookOriginalInteractionResponse { application_id: via.application, token: &via.token };
    Request::new(route, method)
}

/// A request for one more answer.
fn follow_up(via: &Via) -> Request<'_> {
    let route = Route::WebhookFollowupMessages { application_id: via.application, token: &via.token };
    Request::new(route, LightMethod::Post).params(Some(vec![("wait", "true".to_owned())]))
}

fn told(message: &Value) -> Option<Told> {
    message["id"].as_str().map(|id| Told(id.to_owned()))
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
        failure @ Failure::Broken(_) => CarryError::Unanswered(failure.to_string()),
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
