//! Telegram: updates in, replies out.
//!
//! The front-end takes updates by long polling, turns them into the session's events, and carries the session's
//! deliveries as calls of the Bot API. It decides nothing about games.

mod api;
mod carrier;
mod chat;
mod incoming;
mod menu;
mod migrations;
mod polling;
mod text;
mod update;

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use secrecy::{ExposeSecret as _, SecretString};
use tavlei_render::{Look, Renderer};
use tavlei_session::{Backoff, Picture, Service, ServiceError, run_courier};
use teloxide::payloads::GetMe;
use teloxide::types::User;
use tracing::{info, warn};

use crate::api::{Api, Trouble};
use crate::carrier::Telegram;
use crate::incoming::Me;
use crate::migrations::Migrations;

/// The address of the official Bot API.
const OFFICIAL_API: &str = "https://api.telegram.org";
/// How long replies that are under way are waited for at the end.
const LEAVE: Duration = Duration::from_secs(10);

/// What the front-end has to be told.
#[derive(Clone, Debug)]
pub struct Config {
    /// The bot's token.
    pub token: SecretString,
    /// The address of the Bot API, if it is not the official one.
    pub api: Option<String>,
}

/// Why the front-end cannot run.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// What was set as the address of the Bot API is not an address.
    #[error("TELEGRAM_API_URL must be an address such as {OFFICIAL_API}")]
    Address,
    /// The token is refused.
    #[error("Telegram does not accept the token in TELEGRAM_TOKEN: copy it again from @BotFather")]
    Token,
    /// Telegram does not let the bot in.
    #[error("Telegram does not let the bot in: {0}")]
    Refused(String),
    /// What is stored cannot be read.
    #[error(transparent)]
    Service(#[from] ServiceError),
    /// No requests can be made at all.
    #[error("requests cannot be made: {0}")]
    Client(String),
}

/// Runs until `shutdown` comes. Replies that are under way then are waited for as long as a request may take; if the
/// service is shut down at the same time, for no others.
///
/// # Errors
/// The token is refused, at the start or later, or the settings are of no use. An API that does not answer is no
/// error: it is asked again.
pub async fn run(
    config: Config,
    service: Service,
    renderer: Arc<Renderer>,
    shutdown: impl Future<Output = ()>,
) -> Result<(), Error> {
    tokio::pin!(shutdown);
    let api = Arc::new(connect(&config)?);
    let me = tokio::select! {
        me = meet(&api) => me?,
        () = &mut shutdown => return Ok(()),
    };
    info!("Telegram: @{} listens", me.handle);

    let migrations = Arc::new(Migrations::recall(service.clone()).await?);
    let carrier = Telegram {
        api: Arc::clone(&api),
        migrations: Arc::clone(&migrations),
        draw: Arc::new(move |picture| draw(&renderer, picture)),
    };
    let mut courier = tokio::spawn(run_courier(service.clone(), chat::PLATFORM, carrier));
    let menu = async {
        menu::put_up(&api).await;
        std::future::pending().await
    };
    let ended = tokio::select! {
        () = shutdown => Ok(()),
        refusal = polling::poll(&api, &me, &migrations, |event| service.take(event)) => {
            Err(refusal_of(refusal))
        }
        ended = menu => ended,
        // It ends when the service is shut down.
        _ = &mut courier => return Ok(()),
    };
    if tokio::time::timeout(LEAVE, &mut courier).await.is_err() {
        courier.abort();
    }
    ended
}

fn connect(config: &Config) -> Result<Api, Error> {
    let address = config.api.as_deref().unwrap_or(OFFICIAL_API);
    let address = reqwest::Url::parse(address).map_err(|_| Error::Address)?;
    if !matches!(address.scheme(), "http" | "https") || !address.has_host() {
        return Err(Error::Address);
    }
    Api::new(address.as_str(), config.token.expose_secret())
        .map_err(|error| Error::Client(error.without_url().to_string()))
}

/// Asks who the bot is, until there is an answer.
async fn meet(api: &Api) -> Result<Me, Error> {
    let mut backoff = Backoff::default();
    loop {
        let wait = match api.call::<_, User>(&GetMe::new()).await {
            Ok(user) => return Ok(Me { id: user.id, handle: user.username.unwrap_or_default() }),
            Err(Trouble::Flood(wait)) => wait,
            Err(trouble @ Trouble::Refused { .. }) => return Err(refusal_of(trouble)),
            Err(trouble) => {
                warn!("Telegram will be asked again: {trouble}");
                backoff.wait()
            }
        };
        tokio::time::sleep(wait).await;
    }
}

/// What a refusal of the bot itself means. For a token that is not even shaped like one, Telegram finds nothing.
fn refusal_of(trouble: Trouble) -> Error {
    if trouble.is(401) || trouble.is(404) { Error::Token } else { Error::Refused(trouble.to_string()) }
}

fn draw(renderer: &Renderer, picture: &Picture) -> Result<Vec<u8>, String> {
    let look = Look::named(&picture.theme, picture.seen_by);
    renderer.png(&picture.view, &look).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_does_not_show() {
        let config = Config { token: "12345:SECRET".into(), api: None };
        assert!(!format!("{config:?}").contains("SECRET"));
    }

    #[test]
    fn an_address_has_to_be_one() {
        for (address, good) in [
            (OFFICIAL_API, true),
            ("http://127.0.0.1:8081/", true),
            ("api.telegram.org", false),
            ("ftp://x", false),
        ] {
            let config = Config { token: "12345:SECRET".into(), api: Some(address.to_owned()) };
            assert_eq!(connect(&config).is_ok(), good, "{address}");
        }
    }
}
