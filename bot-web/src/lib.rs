//! A chat on a local page, with no token: the same commands, the same buttons, the same pictures.
//!
//! The page is one chat with two people and the bot. Whoever looks at it writes as either of the two. It listens on a
//! loopback address only, since it asks nobody who he is.

mod chat;
mod guard;
mod routes;

use std::future::Future;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum_server::Handle;
use hyper_util::rt::TokioTimer;
use tavlei_render::Renderer;
use tavlei_session::{Platform, Service};

use chat::{Chat, ToPage};

/// The page, as the session knows it.
pub(crate) const PLATFORM: Platform = Platform::new("web").expect("letters only");
/// How long a connection may stay without a whole request head, and so how long it may stay idle.
const HEAD: Duration = Duration::from_secs(30);
/// How long requests that are under way may still take when the page is shut down.
const FAREWELL: Duration = Duration::from_secs(2);

/// Why the page could not be served.
#[derive(Debug, thiserror::Error)]
pub enum WebError {
    /// The address can be reached from other machines.
    #[error("the local page listens on loopback addresses only, such as 127.0.0.1:8080, and {0} is none")]
    NotLoopback(SocketAddr),
    /// Another program has the port, or the address is not this machine's.
    #[error("cannot listen on {address}: {why} (set TAVLEI_WEB to another address, or to off)")]
    Address {
        /// The address asked for.
        address: SocketAddr,
        /// The system's reason.
        why: std::io::Error,
    },
    /// The server broke down.
    #[error("the local page stopped: {0}")]
    Server(std::io::Error),
}

/// Takes the address, so that a busy port is known before anything else starts.
///
/// # Errors
/// The address is not a loopback address, or cannot be had.
pub async fn bind(address: SocketAddr) -> Result<TcpListener, WebError> {
    if !address.ip().is_loopback() {
        return Err(WebError::NotLoopback(address));
    }
    let listen = async || {
        let listener = tokio::net::TcpListener::bind(address).await?.into_std()?;
        Ok(listener)
    };
    listen().await.map_err(|why| WebError::Address { address, why })
}

/// Serves the page and carries the deliveries of its chat until `shutdown` is done.
///
/// # Errors
/// The server broke down.
pub async fn run(
    listener: TcpListener,
    service: Service,
    renderer: Arc<Renderer>,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), WebError> {
    let chat = Arc::new(Chat::new(renderer));
    let courier =
        tokio::spawn(tavlei_session::run_courier(service.clone(), PLATFORM, ToPage(Arc::clone(&chat))));
    let router = routes::router(Arc::clone(&chat), service);
    let handle = Handle::new();
    let closing = handle.clone();
    tokio::spawn(async move {
        shutdown.await;
        // An open page holds its stream for ever: the chat ends it.
        chat.close();
        closing.graceful_shutdown(Some(FAREWELL));
    });
    let mut server = axum_server::from_tcp(listener).map_err(WebError::Server)?.http1_only().handle(handle);
    server.http_builder().http1().timer(TokioTimer::new()).header_read_timeout(HEAD);
    let served = server.serve(router.into_make_service()).await;
    courier.abort();
    served.map_err(WebError::Server)
}
