//! `tavlei run`: the bot.

use std::io::IsTerminal;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use tavlei_render::Renderer;
use tavlei_session::{DiskStore, Service};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tracing::{Level, Metadata};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::Failure;
use crate::settings::Settings;

/// How long it may take to end, once the process is told to. Whatever is not done by then is done after the next start.
const FAREWELL: Duration = Duration::from_secs(4);

pub fn run() -> Result<(), Failure> {
    let settings = Settings::read()?;
    log(&settings)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::Other(format!("no threads to run on: {error}")))?;
    let done = runtime.block_on(serve(settings));
    // Dropping it would wait for threads that may hang in a system call.
    runtime.shutdown_background();
    done
}

/// Writes what is logged from now on to standard error.
pub fn log(settings: &Settings) -> Result<(), Failure> {
    let filter = EnvFilter::try_new(&settings.log).map_err(|_| {
        Failure::Other(format!("TAVLEI_LOG is \"{}\": write info, debug, tavlei=debug…", settings.log))
    })?;
    let colours = std::io::stderr().is_terminal();
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(colours);
    tracing_subscriber::registry().with(filter).with(filter_fn(discreet)).with(lines).init();
    Ok(())
}

/// Keeps tokens and what people write out of the log, whatever level is asked for: at TRACE, `tungstenite` logs every
/// frame of a connection, and the spans of `serenity` carry the last event received.
fn discreet(what: &Metadata) -> bool {
    let is_of = |library| what.target().starts_with(library);
    !(is_of("tungstenite") && *what.level() == Level::TRACE || is_of("serenity") && what.is_span())
}

async fn serve(settings: Settings) -> Result<(), Failure> {
    let page = match settings.page() {
        Some(address) => Some(listen(address).await?),
        None => None,
    };
    if page.is_none() && settings.telegram.is_none() && settings.discord.is_none() {
        return Err(Failure::other(
            "there is nothing to run: set TELEGRAM_TOKEN or DISCORD_TOKEN, or let TAVLEI_WEB be an address",
        ));
    }
    let renderer = Arc::new(Renderer::new().map_err(Failure::other)?);
    let data = settings.data.clone();
    let store = tokio::task::spawn_blocking(move || DiskStore::open(data))
        .await
        .map_err(Failure::other)?
        .map_err(Failure::other)?;
    let thinking =
        tavlei_session::Settings { memory: settings.memory, ..tavlei_session::Settings::default() };
    let service = Service::open(store, &thinking).map_err(Failure::other)?;
    run_fronts(settings, page, &service, &renderer).await
}

async fn listen(address: SocketAddr) -> Result<TcpListener, Failure> {
    tavlei_bot_web::bind(address).await.map_err(Failure::other)
}

/// Runs the front-ends until the process is told to stop or one of them cannot go on, and shuts everything down.
async fn run_fronts(
    settings: Settings,
    page: Option<TcpListener>,
    service: &Service,
    renderer: &Arc<Renderer>,
) -> Result<(), Failure> {
    let (stop, stopping) = watch::channel(false);
    let shutdown = || {
        let mut stopping = stopping.clone();
        async move {
            // An error means that the sender is gone, which is a reason to stop as well.
            let _ = stopping.wait_for(|stop| *stop).await;
        }
    };
    let mut fronts: JoinSet<Result<(), Failure>> = JoinSet::new();
    if let Some(listener) = page {
        if let Ok(address) = listener.local_addr() {
            println!("Tavlei is at http://{address}");
        }
        let front = tavlei_bot_web::run(listener, service.clone(), Arc::clone(renderer), shutdown());
        fronts.spawn(async { front.await.map_err(Failure::other) });
    }
    if let Some((token, api)) = settings.telegram {
        let config = tavlei_bot_telegram::Config { token, api };
        let front = tavlei_bot_telegram::run(config, service.clone(), Arc::clone(renderer), shutdown());
        fronts.spawn(async { front.await.map_err(Failure::other) });
    }
    if let Some((token, api)) = settings.discord {
        let config = tavlei_bot_discord::Config { token, api };
        let front = tavlei_bot_discord::run(config, service.clone(), Arc::clone(renderer), shutdown());
        fronts.spawn(async { front.await.map_err(Failure::other) });
    }
    let mut done = Ok(());
    tokio::select! {
        () = told_to_stop() => {}
        Some(ended) = fronts.join_next() => done = result(ended),
    }
    stop.send_replace(true);
    // The front-ends and the session are shut down together: a front-end goes on delivering until the session has ended.
    let farewell = async {
        while let Some(ended) = fronts.join_next().await {
            done = done.and(result(ended));
        }
        done
    };
    let ended = async { tokio::join!(service.shut_down(), farewell).1 };
    tokio::select! {
        done = ended => done,
        () = tokio::time::sleep(FAREWELL) => {
            tracing::warn!("not everything ended in time; what is left is done after the next start");
            Ok(())
        }
        // A second signal ends the process at once.
        () = told_to_stop() => Failure::other("told to stop twice: ended at once").end_at_once(),
    }
}

fn result(ended: Result<Result<(), Failure>, tokio::task::JoinError>) -> Result<(), Failure> {
    ended.unwrap_or_else(|error| Err(Failure::Other(format!("a front-end broke down: {error}"))))
}

/// Returns when the process gets SIGTERM or is interrupted (Ctrl-C).
async fn told_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    // Where there is no SIGTERM (Windows), Ctrl-C is the only orderly way to end.
    let _ = tokio::signal::ctrl_c().await;
}
