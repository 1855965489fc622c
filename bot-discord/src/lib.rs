//! The Discord front-end: what the gateway tells becomes events of the session, its deliveries become requests.
//!
//! It decides nothing about games. Read on in this order: [`run`] below ties everything together, `gateway` hears,
//! `incoming` translates, `carrier` answers.

mod body;
mod carrier;
mod commands;
mod components;
mod gateway;
mod incoming;
mod interactions;
mod markup;
mod rest;
mod session;
mod via;

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use serenity::all::{ApplicationId, ClientBuilder, CommandInteraction, GatewayIntents, Interaction, UserId};
use serenity::gateway::GatewayError;
use serenity::http::{HttpBuilder, LightMethod, Request, Route};
use tavlei_render::Renderer;
use tavlei_session::commands::{self as table, Choice, Kind};
use tavlei_session::{Backoff, Language, Platform};

use carrier::Carrier;
use gateway::{Heard, Hearing};
use incoming::Me;
use rest::{Failure, Rest};
pub use session::Session;

/// Discord, as the session knows it.
pub const PLATFORM: Platform = Platform::new("discord").expect("letters only");
/// Where Discord's API is.
const OFFICIAL: &str = "https://discord.com";
/// Messages of guilds and direct messages; their text is there wherever the bot is meant, without any privilege.
const INTENTS: GatewayIntents = GatewayIntents::GUILD_MESSAGES.union(GatewayIntents::DIRECT_MESSAGES);
/// The type of the callback that answers a completion.
const AUTOCOMPLETE: u64 = 8;
/// How long a farewell to the gateway may take, and what is being delivered when it is time to stop.
const GOODBYE: Duration = Duration::from_secs(2);

/// What the front-end is told from outside.
#[derive(Clone, Debug)]
pub struct Config {
    /// The bot's token.
    pub token: SecretString,
    /// Where the API is, without `/api`: `https://discord.com` if it is not said. The gateway's address comes from there.
    pub api: Option<String>,
}

/// Why the front-end cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The token is not taken.
    #[error(
        "Discord refuses the token: copy the bot's token from the page \"Bot\" of the Developer Portal into DISCORD_TOKEN"
    )]
    Token,
    /// The intents are not taken.
    #[error(
        "Discord refuses the gateway intents: the bot asks for the messages of guilds and for direct messages only, \
         which need no privilege; look at the page \"Bot\" of the Developer Portal"
    )]
    Intents,
    /// What was set as the API's address is not an address.
    #[error("DISCORD_API_URL is \"{0}\": it must be an address such as {OFFICIAL}")]
    Address(String),
    /// Requests cannot be made at all.
    #[error("requests to Discord cannot be made: {0}")]
    Client(String),
    /// The gateway has ended the conversation.
    #[error("Discord's gateway has ended the conversation: {0}")]
    Gateway(String),
}

/// Runs the front-end until `shutdown` is done.
///
/// # Errors
/// What somebody has to mend: a token or an address. A Discord that cannot be reached is waited for.
pub async fn run(
    config: Config,
    session: impl Session,
    renderer: Arc<Renderer>,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<(), Error> {
    let proxy = proxy(config.api.as_deref())?;
    let rest = Rest::new(&config.token, proxy.clone()).map_err(|error| Error::Client(error.to_string()))?;
    let rest = Arc::new(rest);
    let mut shutdown = std::pin::pin!(shutdown);
    let known = tokio::select! {
        known = Known::learn(&rest) => known?,
        () = &mut shutdown => return Ok(()),
    };
    let mut http = HttpBuilder::new(config.token.expose_secret()).ratelimiter_disabled(true);
    if let Some(proxy) = proxy {
        http = http.proxy(proxy);
    }
    let (ear, hearing) = gateway::listen();
    let client = ClientBuilder::new_with_http(http.build(), INTENTS).event_handler_arc(ear);
    let mut client = client.await.map_err(gateway_error)?;
    *client.ws_url.lock().await = known.gateway;
    let shards = Arc::clone(&client.shard_manager);

    tokio::spawn(register(Arc::clone(&rest), known.application));
    let carrier = Carrier::new(Arc::clone(&rest), renderer);
    let front = Front { session, rest, carrier, me: known.me };
    let mut courier = tokio::spawn(front.session.clone().courier(front.carrier.clone()));
    let done = tokio::select! {
        done = client.start_shards(known.shards) => match done {
            Ok(()) => Err(Error::Gateway("it was shut down".to_owned())),
            Err(error) => Err(gateway_error(error)),
        },
        () = front.listen(hearing) => Err(Error::Gateway("nothing more is heard".to_owned())),
        () = shutdown => {
            // Discord shows at once that the bot has gone; a connection that hangs is not waited for.
            let _ = tokio::time::timeout(GOODBYE, shards.shutdown_all()).await;
            Ok(())
        }
        // It ends when the session is shut down.
        _ = &mut courier => return Ok(()),
    };
    if tokio::time::timeout(GOODBYE, &mut courier).await.is_err() {
        courier.abort();
    }
    done
}

/// The address to use in place of Discord's own.
fn proxy(api: Option<&str>) -> Result<Option<String>, Error> {
    let Some(said) = api else { return Ok(None) };
    let api = said.trim().trim_end_matches('/');
    if api == OFFICIAL {
        return Ok(None);
    }
    match reqwest::Url::parse(api) {
        Ok(url) if ["http", "https"].contains(&url.scheme()) && url.has_host() => Ok(Some(api.to_owned())),
        _ => Err(Error::Address(said.to_owned())),
    }
}

fn gateway_error(error: serenity::Error) -> Error {
    match error {
        serenity::Error::Gateway(GatewayError::InvalidAuthentication | GatewayError::NoAuthentication) => {
            Error::Token
        }
        serenity::Error::Gateway(
            GatewayError::InvalidGatewayIntents | GatewayError::DisallowedGatewayIntents,
        ) => Error::Intents,
        error => Error::Gateway(error.to_string()),
    }
}

/// What Discord tells before the first conversation.
struct Known {
    me: Me,
    application: ApplicationId,
    gateway: String,
    shards: u32,
}

impl Known {
    /// Asks until Discord answers. The first use of the token.
    async fn learn(rest: &Rest) -> Result<Known, Error> {
        let gateway = ask(rest, Route::GatewayBot).await?;
        let me = ask(rest, Route::UserMe).await?;
        let application = ask(rest, Route::Oauth2ApplicationCurrent).await?;
        let id = |answer: &Value| {
            let id = answer["id"].as_str().and_then(|id| id.parse::<u64>().ok()).filter(|id| *id != 0);
            id.ok_or_else(|| Error::Gateway("it does not say who the bot is".to_owned()))
        };
        let Some(address) = gateway["url"].as_str() else {
            return Err(Error::Gateway("it has no address".to_owned()));
        };
        let shards = gateway["shards"].as_u64().and_then(|shards| u32::try_from(shards).ok());
        Ok(Known {
            me: Me(UserId::new(id(&me)?)),
            application: ApplicationId::new(id(&application)?),
            gateway: address.to_owned(),
            shards: shards.unwrap_or(1).max(1),
        })
    }
}

/// Asks for something until there is an answer.
async fn ask(rest: &Rest, route: Route<'_>) -> Result<Value, Error> {
    let mut backoff = Backoff::default();
    loop {
        let wait = match rest.call(Request::new(route, LightMethod::Get)).await {
            Ok(answer) => return Ok(answer),
            Err(Failure::Refused { status: 401, .. }) => return Err(Error::Token),
            Err(failure @ Failure::Refused { .. }) => return Err(Error::Gateway(failure.to_string())),
            Err(failure) => wait_after(&failure, &mut backoff),
        };
        tokio::time::sleep(wait).await;
    }
}

/// How long to wait after a request that may be tried again.
fn wait_after(failure: &Failure, backoff: &mut Backoff) -> Duration {
    tracing::warn!(%failure, "waiting for Discord");
    match failure {
        Failure::Busy(wait) => *wait,
        _ => backoff.wait(),
    }
}

/// Tells Discord the commands. Without them people can still write to the bot.
async fn register(rest: Arc<Rest>, application: ApplicationId) {
    let commands = commands::all();
    let mut backoff = Backoff::default();
    loop {
        let route = Route::Commands { application_id: application };
        let wait = match rest.call(body::filled(Request::new(route, LightMethod::Put), &commands)).await {
            Ok(_) => return,
            Err(failure @ Failure::Refused { .. }) => {
                return tracing::error!(%failure, "the slash commands cannot be registered");
            }
            Err(failure) => wait_after(&failure, &mut backoff),
        };
        tokio::time::sleep(wait).await;
    }
}

struct Front<S> {
    session: S,
    rest: Arc<Rest>,
    carrier: Carrier,
    me: Me,
}

impl<S: Session> Front<S> {
    async fn listen(&self, mut hearing: Hearing) {
        while let Some(heard) = hearing.next().await {
            match heard {
                Heard::Interaction(interaction) => self.interaction(*interaction),
                Heard::Message(message) => {
                    if let Some(event) = incoming::message(&message, self.me) {
                        self.session.take(event);
                    }
                }
            }
        }
    }

    fn interaction(&self, interaction: Interaction) {
        let event = match interaction {
            Interaction::Command(command) => incoming::command(&command, self.me),
            Interaction::Component(press) => match incoming::press(&press) {
                Some(event) => event,
                None => return,
            },
            Interaction::Autocomplete(asked) => {
                let (session, rest, me) = (self.session.clone(), Arc::clone(&self.rest), self.me);
                tokio::spawn(async move { complete(&session, &rest, &asked, me).await });
                return;
            }
            _ => return,
        };
        if let Some(via) = event.via.as_deref().and_then(|via| via.parse().ok()) {
            self.carrier.opened(via);
        }
        self.session.take(event);
    }
}

/// Answers somebody who types into an option. If it fails, they go on typing.
async fn complete(session: &impl Session, rest: &Rest, asked: &CommandInteraction, me: Me) {
    let language = Language::of_tag(&asked.locale);
    let choices = match asked.data.autocomplete() {
        Some(focused) => {
            let command = table::find(&asked.data.name);
            let argument = command
                .and_then(|command| command.arguments.iter().find(|argument| argument.name == focused.name));
            match argument.map(|argument| argument.kind) {
                Some(Kind::Ply) => {
                    let event = incoming::command(asked, me);
                    let (chat, person) = (&event.place.chat, &event.who.id);
                    let plies = session.legal_plies(chat, person, focused.value, commands::CHOICES).await;
                    plies.into_iter().map(|ply| Choice { label: ply.clone(), value: ply }).collect()
                }
                Some(Kind::Options) => {
                    table::options_like(&incoming::game_of(asked), focused.value, commands::CHOICES)
                }
                Some(kind) => commands::complete(kind, focused.value, language),
                None => Vec::new(),
            }
        }
        None => Vec::new(),
    };
    let route = Route::InteractionResponse { interaction_id: asked.id, token: &asked.token };
    let body = json!({ "type": AUTOCOMPLETE, "data": { "choices": commands::offered(&choices) } });
    if let Err(failure) = rest.call(body::filled(Request::new(route, LightMethod::Post), &body)).await {
        tracing::debug!(%failure, "a completion came to nothing");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_address_elsewhere_is_a_proxy() {
        assert_eq!(proxy(None), Ok(None));
        assert_eq!(proxy(Some("https://discord.com/")), Ok(None));
        assert_eq!(proxy(Some("http://127.0.0.1:9/")), Ok(Some("http://127.0.0.1:9".to_owned())));
        for nowhere in ["", "discord.com", "ftp://discord.com", "http://"] {
            assert_eq!(proxy(Some(nowhere)), Err(Error::Address(nowhere.to_owned())), "{nowhere}");
        }
    }

    #[test]
    fn the_token_does_not_show() {
        let config = Config { token: SecretString::from("secret".to_owned()), api: None };
        assert!(!format!("{config:?}").contains("secret"));
    }
}
