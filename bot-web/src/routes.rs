//! The page's addresses.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware;
use axum::response::sse::{Event as Sse, KeepAlive};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures::{Stream, StreamExt, stream};
use serde::Deserialize;
use tavlei_session::{
    ChatId, Event, Language, MessageId, Person, PersonId, Place, Service, ServiceError, StepError,
    StoreError, What, texts,
};
use tokio_stream::wrappers::BroadcastStream;

use crate::PLATFORM;
use crate::chat::{Chat, Happening};
use crate::guard;

/// The longest id of an update that is taken, in bytes: it becomes a key in the store.
const MOST_UPDATE: usize = 64;
/// The two people of the page: id and handle.
const PEOPLE: [(&str, &str); 2] = [("1", "one"), ("2", "two")];

struct Page {
    chat: Arc<Chat>,
    service: Service,
}

pub(crate) fn router(chat: Arc<Chat>, service: Service) -> Router {
    Router::new()
        .route("/", get(page))
        .route("/page.js", get(|| async { asset("text/javascript", include_str!("../assets/page.js")) }))
        .route("/page.css", get(|| async { asset("text/css", include_str!("../assets/page.css")) }))
        .route("/happenings", get(happenings))
        .route("/picture/{id}", get(picture))
        .route("/say", post(say))
        .route("/press", post(press))
        .layer(DefaultBodyLimit::max(guard::MOST_BYTES))
        .layer(middleware::from_fn(guard::in_time))
        .layer(middleware::from_fn(guard::only_local))
        .layer(middleware::map_response(guard::policy))
        .with_state(Arc::new(Page { chat, service }))
}

fn asset(kind: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, format!("{kind}; charset=utf-8"))], text).into_response()
}

/// The page in the browser's language. Its words are in the text files.
async fn page(headers: HeaderMap) -> Response {
    let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|tags| tags.to_str().ok()).unwrap_or_default();
    let language = Language::of_tag(wanted.split([',', ';']).next().unwrap_or_default().trim());
    let mut html = include_str!("../assets/page.html").replace("{lang}", language.code());
    for word in
        ["title", "first", "second", "write-as", "placeholder", "send", "welcome", "lost", "reply", "cancel"]
    {
        let text = texts::plain(language, &format!("page-{word}"), &[]);
        html = html.replace(&format!("{{{word}}}"), &escaped(&text));
    }
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

async fn picture(State(page): State<Arc<Page>>, Path(id): Path<String>) -> Response {
    match page.chat.png(&id) {
        Some(png) => ([(header::CONTENT_TYPE, "image/png")], png.as_ref().clone()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// All messages so far, then every happening as it comes.
async fn happenings(State(page): State<Arc<Page>>) -> impl IntoResponse {
    let (messages, receiver) = page.chat.follow();
    let before = stream::iter(messages.into_iter().map(|message| Some(Happening::Message { message })));
    // A page that lagged behind gets the end of its stream, connects again and reads the whole chat.
    let after = BroadcastStream::new(receiver).map(Result::ok);
    let all = before.chain(after).take_while(|happening| {
        let goes_on = !matches!(happening, None | Some(Happening::Closed));
        async move { goes_on }
    });
    axum::response::Sse::new(lines(all.filter_map(|happening| async move { happening })))
        .keep_alive(KeepAlive::default())
}

fn lines(happenings: impl Stream<Item = Happening>) -> impl Stream<Item = Result<Sse, Infallible>> {
    happenings.filter_map(|happening| async move { Sse::default().json_data(happening).ok().map(Ok) })
}

/// Who does it; the page chooses a fresh id for everything it sends, so that sending it again does nothing.
#[derive(Deserialize)]
struct Doer {
    update: String,
    person: u8,
    name: String,
    language: String,
}

#[derive(Deserialize)]
struct Saying {
    #[serde(flatten)]
    doer: Doer,
    text: String,
    reply_to: Option<String>,
}

#[derive(Deserialize)]
struct Pressing {
    #[serde(flatten)]
    doer: Doer,
    payload: String,
    message: String,
}

async fn say(State(page): State<Arc<Page>>, Json(saying): Json<Saying>) -> Response {
    let Some(who) = person(&saying.doer) else { return StatusCode::BAD_REQUEST.into_response() };
    let text = saying.text;
    let said = page.chat.say(&who.id.id, text.chars().take(2_000).collect());
    let mentions = PEOPLE
        .iter()
        .filter(|(id, handle)| {
            *id != who.id.id && text.split_whitespace().any(|word| word == format!("@{handle}"))
        })
        .map(|&(id, handle)| Person {
            id: person_id(id),
            name: handle.to_owned(),
            handle: Some(handle.to_owned()),
            language: None,
            is_bot: false,
        })
        .collect();
    let what = What::Said { text, reply_to: saying.reply_to.map(MessageId), addressed: true, mentions };
    let done = handle(&page, saying.doer, who, what).await;
    if !done.status().is_success() {
        page.chat.take_back(&said);
    }
    done
}

async fn press(State(page): State<Arc<Page>>, Json(pressing): Json<Pressing>) -> Response {
    let Some(who) = person(&pressing.doer) else { return StatusCode::BAD_REQUEST.into_response() };
    let what = What::Pressed { payload: pressing.payload, message: MessageId(pressing.message) };
    handle(&page, pressing.doer, who, what).await
}

fn person_id(id: &str) -> PersonId {
    PersonId { platform: PLATFORM, id: id.to_owned() }
}

fn person(doer: &Doer) -> Option<Person> {
    if doer.update.len() > MOST_UPDATE {
        return None;
    }
    let (id, handle) = PEOPLE.get(usize::from(doer.person).checked_sub(1)?)?;
    Some(Person {
        id: person_id(id),
        name: doer.name.chars().take(64).collect(),
        handle: Some((*handle).to_owned()),
        language: Some(doer.language.chars().take(16).collect()),
        is_bot: false,
    })
}

async fn handle(page: &Page, doer: Doer, who: Person, what: What) -> Response {
    let language = Language::of_tag(&doer.language);
    let event = Event {
        place: Place { chat: ChatId { platform: PLATFORM, id: "page".to_owned() }, private: false },
        who,
        what,
        via: Some(doer.update.clone()),
        update: doer.update,
    };
    match page.service.handle(event).await {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(why) => {
            tracing::error!("an event of the local page was not stored: {why}");
            // The reason is for whoever started the program; the log has it.
            let words = match why {
                ServiceError::Step(StepError::Store(StoreError::Full(_))) => "page-full",
                _ => "page-not-stored",
            };
            let words = texts::plain(language, words, &[]);
            (StatusCode::INTERNAL_SERVER_ERROR, words).into_response()
        }
    }
}
