//! What the session says, as calls of the Bot API.

use std::sync::Arc;
use std::time::Duration;

use serde::de::IgnoredAny;
use tavlei_session::{
    Button, Carrier, Carry, CarryError, Deliver, Delivery, Message, MessageId, Picture, Span,
};
use teloxide::payloads::{
    AnswerCallbackQuery, EditMessageCaption, EditMessageCaptionSetters as _, EditMessageMedia,
    EditMessageReplyMarkup, EditMessageText, EditMessageTextSetters as _, SendMessage,
    SendMessageSetters as _, SendPhoto, SendPhotoSetters as _,
};
use teloxide::types::{
    self, CallbackQueryId, InlineKeyboardButton, InlineKeyboardMarkup, InputMedia, InputMediaPhoto,
    LinkPreviewOptions, ReplyParameters,
};
use tracing::error;

use crate::api::{Api, Trouble, attached};
use crate::chat::{Spot, message_id, message_of};
use crate::moves::Moves;
use crate::text::{Text, compose};

/// The longest note that Telegram shows, in characters.
const LONGEST_NOTE: usize = 200;
/// How long to wait for a token that was refused to be in order again.
const REFUSED_TOKEN: Duration = Duration::from_secs(60);

/// Draws a picture as a PNG.
pub(crate) type Draw = dyn Fn(&Picture) -> Result<Vec<u8>, String> + Send + Sync;

/// Carries deliveries to Telegram.
pub(crate) struct Telegram {
    /// Where they are sent.
    pub api: Arc<Api>,
    /// The groups that moved.
    pub moves: Arc<Moves>,
    /// Where the pictures come from.
    pub draw: Arc<Draw>,
}

impl Carrier for Telegram {
    async fn carry(&self, delivery: &Delivery) -> Carry {
        let Some(spot) = Spot::of(&delivery.chat) else {
            return Err(CarryError::Never(format!("{} is no chat of Telegram", delivery.chat.id)));
        };
        let mut done = self.attempt(self.moves.depart(spot), delivery).await;
        if let Err(Trouble::Moved(to)) = done {
            self.moves.note(spot.chat.0, to);
            if let Err(error) = self.moves.remember(spot.chat.0, to).await {
                error!("that a group moved could not be stored: {error}");
            }
            done = self.attempt(self.moves.depart(spot), delivery).await;
        }
        let trouble = match done {
            Ok(message) => return Ok(message.map(message_id)),
            Err(trouble) => trouble,
        };
        Err(match trouble {
            Trouble::Flood(wait) => CarryError::Later(wait),
            Trouble::Unanswered(_) | Trouble::Moved(_) => CarryError::Unanswered(trouble.to_string()),
            Trouble::Refused { code: 401 | 404, .. } => CarryError::Later(REFUSED_TOKEN),
            Trouble::Refused { .. } => CarryError::Never(trouble.to_string()),
        })
    }
}

impl Telegram {
    async fn attempt(&self, spot: Spot, delivery: &Delivery) -> Result<Option<types::MessageId>, Trouble> {
        match &delivery.what {
            Deliver::Send(message) => self.send(spot, message).await.map(Some),
            Deliver::Edit { older, to } => self.edit(spot, older, to).await.map(Some),
            Deliver::Buttons { older, buttons } => {
                self.set_buttons(spot, older, buttons).await.map(|()| None)
            }
            Deliver::Strip { older } => self.set_buttons(spot, older, &[]).await.map(|()| None),
            Deliver::Note { text } => {
                self.note(delivery.via.as_deref(), text.as_deref()).await.map(|()| None)
            }
        }
    }

    async fn send(&self, spot: Spot, message: &Message) -> Result<types::MessageId, Trouble> {
        let Some(picture) = self.picture(message).await else { return self.send_text(spot, message).await };
        let text = compose(&message.text, &message.notify);
        let mut photo = SendPhoto::new(spot.chat, attached())
            .caption(text.text)
            .caption_entities(text.entities)
            .disable_notification(message.notify.is_empty());
        photo.message_thread_id = spot.thread;
        photo.reply_parameters = reply(message);
        photo.reply_markup = keyboard(&message.buttons).map(Into::into);
        match self.api.upload(&photo, picture).await {
            // Some groups do not allow pictures.
            Err(trouble) if trouble.says("to send photos") || trouble.says("PHOTOS_FORBIDDEN") => {
                self.send_text(spot, message).await
            }
            sent => sent,
        }
    }

    /// Sends a message without its picture, which is put in words.
    async fn send_text(&self, spot: Spot, message: &Message) -> Result<types::MessageId, Trouble> {
        let text = in_words(message);
        let mut sending = SendMessage::new(spot.chat, text.text)
            .entities(text.entities)
            .link_preview_options(no_preview())
            .disable_notification(message.notify.is_empty());
        sending.message_thread_id = spot.thread;
        sending.reply_parameters = reply(message);
        sending.reply_markup = keyboard(&message.buttons).map(Into::into);
        self.api.call(&sending).await
    }

    /// Shows a message in the place of an older one, or anew if that one is gone.
    async fn edit(&self, spot: Spot, older: &MessageId, to: &Message) -> Result<types::MessageId, Trouble> {
        let Some(id) = message_of(older) else { return self.send(spot, to).await };
        let edited = match self.picture(to).await {
            Some(picture) => self.edit_picture(spot, id, to, picture).await,
            None => self.edit_text(spot, id, to).await,
        };
        match edited {
            Ok(()) => Ok(id),
            Err(trouble) if is_unchanged(&trouble) => Ok(id),
            Err(trouble) if is_gone(&trouble) => self.send(spot, to).await,
            Err(trouble) => Err(trouble),
        }
    }

    async fn edit_picture(
        &self,
        spot: Spot,
        id: types::MessageId,
        to: &Message,
        picture: Vec<u8>,
    ) -> Result<(), Trouble> {
        let text = compose(&to.text, &to.notify);
        let photo = InputMediaPhoto::new(attached()).caption(text.text).caption_entities(text.entities);
        let mut media = EditMessageMedia::new(spot.chat, id, InputMedia::Photo(photo));
        media.reply_markup = keyboard(&to.buttons);
        self.api.upload(&media, picture).await.map(|_: IgnoredAny| ())
    }

    async fn edit_text(&self, spot: Spot, id: types::MessageId, to: &Message) -> Result<(), Trouble> {
        let text = in_words(to);
        let mut editing = EditMessageText::new(spot.chat, id, text.text.clone())
            .entities(text.entities.clone())
            .link_preview_options(no_preview());
        editing.reply_markup = keyboard(&to.buttons);
        match self.api.call(&editing).await {
            // The older one is a picture: that cannot be taken away, and the text goes under it.
            Err(trouble) if trouble.says("no text in the message") => {
                let mut caption = EditMessageCaption::new(spot.chat, id).caption(text.text);
                caption.caption_entities = Some(text.entities);
                caption.reply_markup = keyboard(&to.buttons);
                self.api.call(&caption).await.map(|_: IgnoredAny| ())
            }
            edited => edited.map(|_: IgnoredAny| ()),
        }
    }

    async fn set_buttons(
        &self,
        spot: Spot,
        older: &MessageId,
        buttons: &[Vec<Button>],
    ) -> Result<(), Trouble> {
        let Some(id) = message_of(older) else { return Ok(()) };
        let mut editing = EditMessageReplyMarkup::new(spot.chat, id);
        editing.reply_markup = keyboard(buttons);
        match self.api.call(&editing).await {
            Ok(IgnoredAny) => Ok(()),
            Err(trouble) if is_unchanged(&trouble) || is_gone(&trouble) => Ok(()),
            Err(trouble) => Err(trouble),
        }
    }

    async fn note(&self, query: Option<&str>, text: Option<&str>) -> Result<(), Trouble> {
        let Some(query) = query else { return Ok(()) };
        let mut answer = AnswerCallbackQuery::new(CallbackQueryId(query.to_owned()));
        answer.text = text.map(|text| shortened(text, LONGEST_NOTE));
        match self.api.call(&answer).await {
            Ok(IgnoredAny) => Ok(()),
            // Too late: the person's telephone has stopped waiting.
            Err(trouble) if trouble.is(400) => Ok(()),
            Err(trouble) => Err(trouble),
        }
    }

    async fn picture(&self, message: &Message) -> Option<Vec<u8>> {
        let picture = message.picture.clone()?;
        let draw = Arc::clone(&self.draw);
        let drawn = tokio::task::spawn_blocking(move || draw(&picture)).await;
        match drawn {
            Ok(Ok(png)) => Some(png),
            Ok(Err(why)) => {
                error!("a picture could not be drawn: {why}");
                None
            }
            Err(why) => {
                error!("a picture could not be drawn: {why}");
                None
            }
        }
    }
}

/// Whether an edit changed nothing, which is as good as done.
fn is_unchanged(trouble: &Trouble) -> bool {
    trouble.says("message is not modified")
}

/// Whether the message to be edited is gone or too old.
fn is_gone(trouble: &Trouble) -> bool {
    ["message to edit not found", "MESSAGE_ID_INVALID", "message can't be edited"]
        .iter()
        .any(|words| trouble.says(words))
}

/// The text of a message that is shown without a picture.
fn in_words(message: &Message) -> Text {
    match &message.picture {
        None => compose(&message.text, &message.notify),
        Some(picture) => {
            let mut spans = message.text.clone();
            spans.push(Span::Plain(format!("\n\n{}", picture.alt)));
            compose(&spans, &message.notify)
        }
    }
}

fn reply(message: &Message) -> Option<ReplyParameters> {
    message
        .reply_to
        .as_ref()
        .and_then(message_of)
        .map(|id| ReplyParameters::new(id).allow_sending_without_reply())
}

fn keyboard(buttons: &[Vec<Button>]) -> Option<InlineKeyboardMarkup> {
    let button = |button: &Button| InlineKeyboardButton::callback(&button.label, &button.payload);
    (!buttons.is_empty()).then(|| {
        InlineKeyboardMarkup::new(buttons.iter().map(|row| row.iter().map(button).collect::<Vec<_>>()))
    })
}

fn no_preview() -> LinkPreviewOptions {
    LinkPreviewOptions {
        is_disabled: true,
        url: None,
        prefer_small_media: false,
        prefer_large_media: false,
        show_above_text: false,
    }
}

fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}
