//! Requests to Discord, and what can come of them.
//!
//! serenity builds the requests; they are sent here because its own way hides how long a rate limit lasts, and goes
//! past the proxy when it minds rate limits itself.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use serenity::http::{RatelimitingBucket, Request};

/// How long a request may take.
const TIMEOUT: Duration = Duration::from_secs(30);
/// How long to wait when Discord says so in a number that cannot be read.
const UNREADABLE_WAIT: Duration = Duration::from_secs(60);

/// What Discord says in its codes.
pub(crate) mod code {
    pub const UNKNOWN_MESSAGE: i64 = 10008;
    pub const UNKNOWN_WEBHOOK: i64 = 10015;
    pub const UNKNOWN_INTERACTION: i64 = 10062;
    pub const TOO_LARGE: i64 = 40005;
    pub const ALREADY_ACKNOWLEDGED: i64 = 40060;
    pub const INVALID_WEBHOOK_TOKEN: i64 = 50027;
    pub const MISSING_PERMISSIONS: i64 = 50013;
    pub const INVALID_FORM: i64 = 50035;
    pub const NO_HISTORY: i64 = 160002;
}

/// A request that gave nothing. None of these ever holds an address, since addresses hold tokens.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Failure {
    /// Discord wants a pause.
    #[error("Discord asks to wait {0:?}")]
    Busy(Duration),
    /// Discord cannot be reached or is broken; the request may have been carried out.
    #[error("Discord cannot be reached: {0}")]
    Broken(String),
    /// Discord refuses.
    #[error("Discord refuses ({status}, {code}): {message}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// Discord's own code; 0 where there is none.
        code: i64,
        /// Discord's explanation.
        message: String,
    },
}

impl Failure {
    /// Discord's code of a refusal.
    pub fn code(&self) -> Option<i64> {
        match self {
            Failure::Refused { code, .. } => Some(*code),
            _ => None,
        }
    }

    /// Whether Discord did not like what was sent, which it may take a second time, or in another form.
    pub fn may_pass_by(&self) -> bool {
        match self {
            Failure::Refused { status, code, .. } => {
                *status == 413 || [code::INVALID_FORM, code::TOO_LARGE].contains(code)
            }
            _ => false,
        }
    }
}

/// Sends requests.
pub(crate) struct Rest {
    client: reqwest::Client,
    token: SecretString,
    proxy: Option<String>,
    pauses: Mutex<Pauses>,
}

/// Until when Discord wants nothing more of a sort, or nothing at all.
#[derive(Default)]
struct Pauses {
    of: HashMap<RatelimitingBucket, Instant>,
    all: Option<Instant>,
}

impl Rest {
    /// Sends requests with a token; to Discord, or to the address of a proxy in its place.
    pub fn new(token: &SecretString, proxy: Option<String>) -> Result<Rest, reqwest::Error> {
        // Nothing is followed: an address elsewhere must not get the token.
        let client = reqwest::Client::builder()
            .use_rustls_tls()
            .timeout(TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(reqwest::Error::without_url)?;
        let token =
            SecretString::from(format!("Bot {}", token.expose_secret().trim_start_matches("Bot ").trim()));
        Ok(Rest { client, token, proxy, pauses: Mutex::default() })
    }

    /// Sends a request and reads the answer; null if there is none to read.
    pub async fn call(&self, request: Request<'_>) -> Result<Value, Failure> {
        let bucket = request.route_ref().ratelimiting_bucket();
        if let Some(wait) = self.pause(&bucket) {
            return Err(Failure::Busy(wait));
        }
        let request = request
            .build(&self.client, self.token.expose_secret(), self.proxy.as_deref())
            // The error may quote the address or the header.
            .map_err(|_| Failure::Broken("the request cannot be built".to_owned()))?;
        let response = request.send().await.map_err(lost)?;
        let status = response.status();
        let headers = response.headers().clone();
        let number =
            |name: &str| headers.get(name).and_then(|value| value.to_str().ok()?.parse::<f64>().ok());
        if number("x-ratelimit-remaining") == Some(0.0)
            && let Some(seconds) = number("x-ratelimit-reset-after")
        {
            self.wait(Some(bucket), seconds);
        }
        let bytes = response.bytes().await.map_err(lost)?;
        let body: Option<Value> = serde_json::from_slice(&bytes).ok();
        if status.is_success() {
            return Ok(body.unwrap_or_default());
        }
        if status.as_u16() == 429 {
            let seconds = body.as_ref().and_then(|body| body["retry_after"].as_f64());
            let seconds = seconds.or_else(|| number("retry-after")).unwrap_or(1.0);
            let global = body.as_ref().is_some_and(|body| body["global"] == true);
            return Err(Failure::Busy(self.wait((!global).then_some(bucket), seconds)));
        }
        match body.filter(|body| body["code"].is_i64()) {
            Some(body) if status.is_client_error() => Err(Failure::Refused {
                status: status.as_u16(),
                code: body["code"].as_i64().unwrap_or_default(),
                message: explanation(&body),
            }),
            // What is not in Discord's own form was said by something in front of it.
            _ if matches!(status.as_u16(), 401 | 413) => {
                Err(Failure::Refused { status: status.as_u16(), code: 0, message: status.to_string() })
            }
            _ => Err(Failure::Broken(format!("it answers with status {status}"))),
        }
    }

    fn pause(&self, bucket: &RatelimitingBucket) -> Option<Duration> {
        let pauses = self.pauses.lock().ok()?;
        let until = pauses.of.get(bucket).copied().max(pauses.all)?;
        let left = until.saturating_duration_since(Instant::now());
        (!left.is_zero()).then_some(left)
    }

    fn wait(&self, bucket: Option<RatelimitingBucket>, seconds: f64) -> Duration {
        let wait = Duration::try_from_secs_f64(seconds).unwrap_or(UNREADABLE_WAIT);
        let now = Instant::now();
        if let (Ok(mut pauses), Some(until)) = (self.pauses.lock(), now.checked_add(wait)) {
            match bucket {
                Some(bucket) => {
                    pauses.of.retain(|_, until| *until > now);
                    pauses.of.insert(bucket, until);
                }
                None => pauses.all = Some(until),
            }
        }
        wait
    }
}

fn lost(error: reqwest::Error) -> Failure {
    let why = if error.is_timeout() { "it does not answer" } else { "the connection fails" };
    tracing::debug!(error = %error.without_url(), "a request to Discord was lost");
    Failure::Broken(why.to_owned())
}

/// What Discord explains, with the fields that it complains of.
fn explanation(body: &Value) -> String {
    let mut text = body["message"].as_str().unwrap_or("no explanation").to_owned();
    if body["errors"].is_object() {
        text.push_str(": ");
        text.extend(body["errors"].to_string().chars().take(500));
    }
    text
}
