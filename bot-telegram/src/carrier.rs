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
use tracing::{error, warn};

use crate::api::{Api, Trouble, attached};
use crate::chat::{Topic, message_id, message_of};
use crate::migrations::Migrations;
use crate::text::{Text, compose};

/// The most characters of a note that Telegram shows.
const MOST_OF_A_NOTE: usize = 200;
/// How long to wait for a token that was refused to be in order again.
const REFUSED_TOKEN: Duration = Duration::from_secs(60);

/// Draws a picture as a PNG.
pub(crate) type Draw = dyn Fn(&Picture) -> Result<Vec<u8>, String> + Send + Sync;

/// Carries deliveries to Telegram.
pub(crate) struct Telegram {
    /// Where they are sent.
    pub api: Arc<Api>,
    /// The groups that became supergroups.
    pub migrations: Arc<Migrations>,
    /// Where the pictures come from.
    pub draw: Arc<Draw>,
}

impl Carrier for Telegram {
    async fn carry(&self, delivery: &Delivery) -> Carry {
        let Some(topic) = Topic::of(&delivery.chat) else {
            return Err(CarryError::Never(format!("{} is no chat of Telegram", delivery.chat.id)));
        };
        let mut done = self.attempt(self.migrations.outward(topic), delivery).await;
        if let Err(Trouble::Migrated(to)) = done {
            self.migrations.note(topic.chat.0, to);
            if let Err(error) = self.migrations.remember(topic.chat.0, to).await {
                error!("that a group became a supergroup could not be stored: {error}");
            }
            done = self.attempt(self.migrations.outward(topic), delivery).await;
        }
        let trouble = match done {
            Ok(message) => return Ok(message.map(|id| message_id(id.0))),
            Err(trouble) => trouble,
        };
        Err(match trouble {
            Trouble::Flood(wait) => CarryError::Later(wait),
            Trouble::Unanswered(_) | Trouble::Migrated(_) => CarryError::Unanswered(trouble.to_string()),
            Trouble::Refused { code: 401 | 404, .. } => CarryError::Later(REFUSED_TOKEN),
            Trouble::Refused { .. } => CarryError::Never(trouble.to_string()),
        })
    }
}

impl Telegram {
    async fn attempt(&self, topic: Topic, delivery: &Delivery) -> Result<Option<types::MessageId>, Trouble> {
        match &delivery.what {
            Deliver::Send(message) => self.send(topic, message).await.map(Some),
            Deliver::Edit { older, to } => self.edit(topic, older, to).await.map(Some),
            Deliver::Buttons { older, buttons } => {
                self.set_buttons(topic, older, buttons).await.map(|()| None)
            }
            Deliver::Strip { older } => self.set_buttons(topic, older, &[]).await.map(|()| None),
            Deliver::Note { text } => {
                self.note(delivery.via.as_deref(), text.as_deref()).await.map(|()| None)
            }
        }
    }

    async fn send(&self, topic: Topic, message: &Message) -> Result<types::MessageId, Trouble> {
        let Some(picture) = self.picture(message).await else { return self.send_text(topic, message).await };
        let text = compose(&message.text, &message.notify);
        let mut photo = SendPhoto::new(topic.chat, attached())
            .caption(text.text)
            .caption_entities(text.entities)
            .disable_notification(message.notify.is_empty());
        photo.message_thread_id = topic.thread;
        photo.reply_parameters = reply(message);
        photo.reply_markup = keyboard(&message.buttons).map(Into::into);
        let mut sent = self.api.upload(&photo, picture.clone()).await;
        if sent.as_ref().is_err_and(dislikes_picture) {
            sent = self.api.upload(&photo, picture).await;
        }
        match sent {
            Err(trouble) if dislikes_picture(&trouble) || forbids_pictures(&trouble) => {
                warn!("a picture is put in words: {trouble}");
                self.send_text(topic, message).await
            }
            sent => sent,
        }
    }

    /// Sends a message without its picture, which is put in words.
    async fn send_text(&self, topic: Topic, message: &Message) -> Result<types::MessageId, Trouble> {
        let text = in_words(message);
        let mut sending = SendMessage::new(topic.chat, text.text)
            .entities(text.entities)
            .link_preview_options(no_preview())
            .disable_notification(message.notify.is_empty());
        sending.message_thread_id = topic.thread;
        sending.reply_parameters = reply(message);
        sending.reply_markup = keyboard(&message.buttons).map(Into::into);
        self.api.call(&sending).await
    }

    /// Shows a message in the place of an older one, or anew if that one is gone.
    async fn edit(&self, topic: Topic, older: &MessageId, to: &Message) -> Result<types::MessageId, Trouble> {
        let Some(id) = message_of(older) else { return self.send(topic, to).await };
        let edited = match self.picture(to).await {
            Some(picture) => self.edit_picture(topic, id, to, picture).await,
            None => self.edit_text(topic, id, to).await,
        };
        match edited {
            Ok(()) => Ok(id),
            Err(trouble) if is_unchanged(&trouble) => Ok(id),
            Err(trouble) if is_gone(&trouble) => self.send(topic, to).await,
            Err(trouble)
                if to.picture.is_some() && (dislikes_picture(&trouble) || forbids_pictures(&trouble)) =>
            {
                // What shows a picture cannot become a text: it is said anew, and the old buttons go.
                warn!("a picture is put in words: {trouble}");
                let sent = self.send_text(topic, to).await?;
                if let Err(trouble) = self.set_buttons(topic, older, &[]).await {
                    warn!("old buttons are left: {trouble}");
                }
                Ok(sent)
            }
            Err(trouble) => Err(trouble),
        }
    }

    async fn edit_picture(
        &self,
        topic: Topic,
        id: types::MessageId,
        to: &Message,
        picture: Vec<u8>,
    ) -> Result<(), Trouble> {
        let text = compose(&to.text, &to.notify);
        let photo = InputMediaPhoto::new(attached()).caption(text.text).caption_entities(text.entities);
        let mut media = EditMessageMedia::new(topic.chat, id, InputMedia::Photo(photo));
        media.reply_markup = keyboard(&to.buttons);
        let mut edited = self.api.upload(&media, picture.clone()).await;
        if edited
            .as_ref()
            .is_err_and(|trouble| dislikes_picture(trouble) && !is_gone(trouble) && !is_unchanged(trouble))
        {
            edited = self.api.upload(&media, picture).await;
        }
        edited.map(|_: IgnoredAny| ())
    }

    async fn edit_text(&self, topic: Topic, id: types::MessageId, to: &Message) -> Result<(), Trouble> {
        let text = in_words(to);
        let mut editing = EditMessageText::new(topic.chat, id, text.text.clone())
            .entities(text.entities.clone())
            .link_preview_options(no_preview());
        editing.reply_markup = keyboard(&to.buttons);
        match self.api.call(&editing).await {
            // The older one is a picture: that cannot be taken away, and the text goes under it.
            Err(trouble) if trouble.says("no text in the message") => {
                let mut caption = EditMessageCaption::new(topic.chat, id).caption(text.text);
                caption.caption_entities = Some(text.entities);
                caption.reply_markup = keyboard(&to.buttons);
                self.api.call(&caption).await.map(|_: IgnoredAny| ())
            }
            edited => edited.map(|_: IgnoredAny| ()),
        }
    }

    async fn set_buttons(
        &self,
        topic: Topic,
        older: &MessageId,
        buttons: &[Vec<Button>],
    ) -> Result<(), Trouble> {
        let Some(id) = message_of(older) else { return Ok(()) };
        let mut editing = EditMessageReplyMarkup::new(topic.chat, id);
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
        answer.text = text.map(|text| shortened(text, MOST_OF_A_NOTE));
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

/// Whether pictures are not allowed where words are.
fn forbids_pictures(trouble: &Trouble) -> bool {
    ["to send photos", "PHOTOS_FORBIDDEN", "SEND_MEDIA_FORBIDDEN"].iter().any(|words| trouble.says(words))
}

/// Whether it may be only the picture that Telegram does not take, which it may take a second time. Words are refused as
/// well where the bot is not let in any more.
fn dislikes_picture(trouble: &Trouble) -> bool {
    let nothing_is_taken =
        ["chat not found", "bot was", "deactivated", "TOPIC_", "thread not found", "not enough rights"];
    (trouble.is(400) || trouble.is(413)) && !nothing_is_taken.iter().any(|words| trouble.says(words))
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
