//! Requests to the Bot API.
//!
//! Payloads and types are teloxide's; what carries them is here and not `teloxide::Bot`, for three reasons. That one
//! sleeps ten seconds on every 5xx answer, in the middle of whatever asked. It reads the answer to a sent message as a
//! whole message, so that a field too new for it makes a message that arrived look as if it had failed, and it would
//! be sent again. And it drops the error code, which alone tells a refusal for good from one for now.

use std::error::Error as _;
use std::time::Duration;

use reqwest::multipart::{Form, Part};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use teloxide::requests::Payload;
use teloxide::types::{FileId, InputFile};

/// How long an answer may take beyond what the request itself asks to wait.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long to wait when Telegram says "too many requests" without saying for how long.
const UNNAMED_FLOOD: Duration = Duration::from_secs(5);
/// The name of the part of an upload that holds the picture.
const PICTURE: &str = "board";

/// The Bot API as one bot sees it.
pub(crate) struct Api {
    client: reqwest::Client,
    /// Ends in the token: never to be shown.
    base: String,
}

/// Why a request came to nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Trouble {
    /// No answer, or none that can be read. The request may have been carried out all the same.
    #[error("no answer from Telegram: {0}")]
    Unanswered(String),
    /// Too many requests.
    #[error("too many requests, to be tried again in {0:?}")]
    Flood(Duration),
    /// The group has become a supergroup, which is another chat.
    #[error("the group has become the supergroup {0}")]
    Migrated(i64),
    /// Telegram will not do it.
    #[error("Telegram refuses: {description} ({code})")]
    Refused {
        /// The error code, an HTTP status.
        code: u16,
        /// Telegram's words.
        description: String,
    },
}

impl Trouble {
    /// Whether Telegram refused with words that begin or go on like this, whatever the case of the letters.
    pub(crate) fn says(&self, words: &str) -> bool {
        match self {
            Trouble::Refused { description, .. } => {
                description.to_lowercase().contains(&words.to_lowercase())
            }
            _ => false,
        }
    }

    /// Whether Telegram refused with this code.
    pub(crate) fn is(&self, wanted: u16) -> bool {
        matches!(self, Trouble::Refused { code, .. } if *code == wanted)
    }
}

impl Api {
    /// The API at an address, for the bot with a token.
    pub(crate) fn new(address: &str, token: &str) -> Result<Api, reqwest::Error> {
        let client =
            reqwest::Client::builder().connect_timeout(Duration::from_secs(10)).tcp_nodelay(true).build()?;
        Ok(Api { client, base: format!("{}/bot{}", address.trim_end_matches('/'), token) })
    }

    /// Calls a method. `T` is what is wanted of its result.
    pub(crate) async fn call<P, T>(&self, payload: &P) -> Result<T, Trouble>
    where
        P: Payload + Serialize,
        T: DeserializeOwned,
    {
        self.answer(self.request(payload).json(payload)).await
    }

    /// Calls a method with a picture, a PNG, to which the payload refers as [`attached`].
    pub(crate) async fn upload<P, T>(&self, payload: &P, picture: Vec<u8>) -> Result<T, Trouble>
    where
        P: Payload + Serialize,
        T: DeserializeOwned,
    {
        let mut form = Form::new();
        let Ok(Value::Object(fields)) = serde_json::to_value(payload) else {
            return Err(Trouble::Refused { code: 400, description: format!("{} has no fields", P::NAME) });
        };
        for (name, value) in fields {
            form = match value {
                Value::String(text) => form.text(name, text),
                other => form.text(name, other.to_string()),
            };
        }
        let part = Part::bytes(picture).file_name("board.png").mime_str("image/png").map_err(unanswered)?;
        self.answer(self.request(payload).multipart(form.part(PICTURE, part))).await
    }

    fn request<P: Payload>(&self, payload: &P) -> reqwest::RequestBuilder {
        self.client
            .post(format!("{}/{}", self.base, P::NAME))
            .timeout(payload.timeout_hint().unwrap_or_default() + PATIENCE)
    }

    async fn answer<T: DeserializeOwned>(&self, request: reqwest::RequestBuilder) -> Result<T, Trouble> {
        let response = request.send().await.map_err(unanswered)?;
        let status = response.status();
        let body = response.bytes().await.map_err(unanswered)?;
        read(status.as_u16(), &body)
    }
}

/// How a payload refers to the picture that is uploaded with it.
pub(crate) fn attached() -> InputFile {
    InputFile::file_id(FileId(format!("attach://{PICTURE}")))
}

#[derive(serde::Deserialize)]
struct Answer<T> {
    ok: bool,
    result: Option<T>,
    error_code: Option<u16>,
    description: Option<String>,
    parameters: Option<Parameters>,
}

#[derive(serde::Deserialize)]
struct Parameters {
    retry_after: Option<u64>,
    migrate_to_chat_id: Option<i64>,
}

fn read<T: DeserializeOwned>(status: u16, body: &[u8]) -> Result<T, Trouble> {
    let Ok(answer) = serde_json::from_slice::<Answer<T>>(body) else {
        return Err(match status {
            429 => Trouble::Flood(UNNAMED_FLOOD),
            400..=499 => Trouble::Refused { code: status, description: "an answer without words".to_owned() },
            _ => Trouble::Unanswered(format!("an answer that cannot be read, with status {status}")),
        });
    };
    if answer.ok {
        return answer.result.ok_or_else(|| Trouble::Unanswered("an answer without a result".to_owned()));
    }
    let code = answer.error_code.unwrap_or(status);
    let description = answer.description.unwrap_or_default();
    let parameters = answer.parameters.unwrap_or(Parameters { retry_after: None, migrate_to_chat_id: None });
    Err(match parameters {
        Parameters { migrate_to_chat_id: Some(chat), .. } => Trouble::Migrated(chat),
        Parameters { retry_after: Some(seconds), .. } => Trouble::Flood(Duration::from_secs(seconds)),
        _ if code == 429 => Trouble::Flood(UNNAMED_FLOOD),
        _ if code >= 500 => Trouble::Unanswered(format!("{description} ({code})")),
        _ => Trouble::Refused { code, description },
    })
}

/// What went wrong on the way, without the address, since that has the token in it.
fn unanswered(error: reqwest::Error) -> Trouble {
    let error = error.without_url();
    let mut words = error.to_string();
    let mut deeper = error.source();
    while let Some(cause) = deeper {
        words = format!("{words}: {cause}");
        deeper = cause.source();
    }
    Trouble::Unanswered(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use teloxide::types::MessageId;

    fn of(status: u16, body: Value) -> Result<MessageId, Trouble> {
        read(status, body.to_string().as_bytes())
    }

    #[test]
    fn a_result_is_read_for_what_is_wanted_of_it_only() {
        let answer = json!({"ok": true, "result": {"message_id": 7, "something": {"too": "new"}}});
        assert_eq!(of(200, answer), Ok(MessageId(7)));
    }

    #[test]
    fn refusals_are_told_apart() {
        let flood = json!({"ok": false, "error_code": 429, "description": "Too Many Requests: retry after 3",
            "parameters": {"retry_after": 3}});
        assert_eq!(of(429, flood), Err(Trouble::Flood(Duration::from_secs(3))));
        let migrated = json!({"ok": false, "error_code": 400, "description": "Bad Request: group chat was upgraded",
            "parameters": {"migrate_to_chat_id": -1007}});
        assert_eq!(of(400, migrated), Err(Trouble::Migrated(-1007)));
        let gone =
            of(403, json!({"ok": false, "error_code": 403, "description": "Forbidden: bot was kicked"}));
        assert!(gone.as_ref().is_err_and(|t| t.is(403) && t.says("BOT WAS KICKED")));
        let ill = of(502, json!({"ok": false, "error_code": 502, "description": "Bad Gateway"}));
        assert!(matches!(ill, Err(Trouble::Unanswered(_))));
        let page: Result<MessageId, _> = read(502, b"<html>Bad Gateway</html>");
        assert!(matches!(page, Err(Trouble::Unanswered(_))));
        let bare: Result<MessageId, _> = read(413, b"<html>Request Entity Too Large</html>");
        assert!(bare.is_err_and(|t| t.is(413)));
    }

    #[tokio::test]
    async fn an_error_on_the_way_does_not_tell_the_token() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("its address"));
        drop(listener);
        let api = Api::new(&address, "12345:SECRET").expect("a client");
        let trouble =
            api.call::<_, Value>(&teloxide::payloads::GetMe::new()).await.expect_err("nobody is there");
        assert!(matches!(trouble, Trouble::Unanswered(_)));
        assert!(!format!("{trouble} {trouble:?}").contains("SECRET"));
    }
}
