//! The stand-in's REST side: each request is held against the description of the API, and then does what Discord does.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Multipart, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::arrived::arrived;
use super::discord::{
    APPLICATION, Answer, BOT, Call, EPHEMERAL, Fault, File, Inner, Message, Shared, TOKEN, user,
};
use super::discord_api::Asked;

/// What a route answers.
enum Said {
    Json(Value),
    Nothing,
    Refused(u16, u64, &'static str),
}

const UNKNOWN_CHANNEL: Said = Said::Refused(404, 10003, "Unknown Channel");
const UNKNOWN_MESSAGE: Said = Said::Refused(404, 10008, "Unknown Message");
const UNKNOWN_WEBHOOK: Said = Said::Refused(404, 10015, "Unknown Webhook");
const UNKNOWN_INTERACTION: Said = Said::Refused(404, 10062, "Unknown interaction");
const ACKNOWLEDGED: Said = Said::Refused(400, 40060, "Interaction has already been acknowledged.");

/// What a request carries beside its route.
struct Sent {
    parameters: BTreeMap<String, String>,
    query: Vec<(String, String)>,
    body: Value,
    files: Vec<(String, String, Bytes)>,
}

impl Sent {
    fn parameter(&self, name: &str) -> &str {
        &self.parameters[name]
    }

    fn asks(&self, name: &str) -> bool {
        self.query.iter().any(|(known, value)| known == name && value == "true")
    }
}

fn refused(status: u16, code: u64, message: &str) -> Response {
    let status = StatusCode::from_u16(status).expect("a status");
    (status, axum::Json(json!({ "code": code, "message": message }))).into_response()
}

fn cut() -> Response {
    let broken =
        futures::stream::once(async { Err::<Bytes, _>(std::io::Error::other("the connection drops")) });
    Body::from_stream(broken).into_response()
}

pub(super) async fn rest(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let method = request.method().to_string();
    let whole = request.uri().path().to_owned();
    let query: Vec<(String, String)> = request
        .uri()
        .query()
        .unwrap_or_default()
        .split('&')
        .filter(|part| !part.is_empty())
        .map(|part| part.split_once('=').unwrap_or((part, "")))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let authorised =
        request.headers().get(header::AUTHORIZATION).is_some_and(|value| value == &format!("Bot {TOKEN}"));
    let multipart = request
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|value| value.as_bytes().starts_with(b"multipart/form-data"));
    let complain = |complaint: String| {
        shared.change(|inner| inner.complaints.push(format!("{method} {whole}: {complaint}")));
        refused(400, 50035, "Invalid Form Body")
    };
    let Some(path) = whole.strip_prefix("/api/v10") else {
        return complain("not under /api/v10".to_owned());
    };
    let Some((route, parameters)) = shared.api.find(&method, path) else {
        return complain("no such route".to_owned());
    };
    // The body is read before anything goes wrong with the request, as a proxy does.
    let Some(request) = arrived(request).await else {
        return refused(400, 50035, "Invalid Form Body");
    };
    let mut files = Vec::new();
    let body = if multipart {
        let mut payload = None;
        let mut parts = match Multipart::from_request(request, &()).await {
            Ok(parts) => parts,
            Err(error) => return complain(format!("no multipart: {error}")),
        };
        while let Ok(Some(part)) = parts.next_field().await {
            let name = part.name().unwrap_or_default().to_owned();
            let file = part.file_name().map(str::to_owned);
            let Ok(bytes) = part.bytes().await else { return complain("a broken part".to_owned()) };
            match file {
                Some(file) => files.push((name, file, bytes)),
                None if name == "payload_json" => payload = serde_json::from_slice(&bytes).ok(),
                None => return complain(format!("a part {name}")),
            }
        }
        match payload {
            Some(payload) => Some(payload),
            None => return complain("no payload_json".to_owned()),
        }
    } else {
        let Ok(bytes) = axum::body::to_bytes(request.into_body(), 1 << 24).await else {
            return complain("a broken body".to_owned());
        };
        match bytes.is_empty() {
            true => None,
            false => match serde_json::from_slice::<Value>(&bytes) {
                Ok(body) => Some(body),
                Err(error) => return complain(format!("no JSON: {error}")),
            },
        }
    };
    let public = path == "/gateway" || path.starts_with("/interactions/") || path.starts_with("/webhooks/");
    if !authorised && !public {
        return refused(401, 0, "401: Unauthorized");
    }
    let names = files.iter().map(|(name, _, _)| name.clone()).collect();
    let asked = Asked { query: &query, body: body.as_ref(), files: multipart.then_some(names) };
    let wrong = shared.api.faults(route, &parameters, &asked);
    if !wrong.is_empty() {
        return complain(wrong.join("; "));
    }
    let fault = shared.change(|inner| {
        let at = inner.faults.iter().position(|(part, _)| route.name.contains(part.as_str()))?;
        inner.faults.remove(at).map(|(_, fault)| fault)
    });
    match fault {
        Some(Fault::TooMany(seconds)) => {
            let body =
                json!({ "message": "You are being rate limited.", "retry_after": seconds, "global": false });
            let headers =
                [("retry-after", seconds.ceil().to_string()), ("x-ratelimit-scope", "user".to_owned())];
            return (StatusCode::TOO_MANY_REQUESTS, headers, axum::Json(body)).into_response();
        }
        Some(Fault::Broken(status)) => {
            return (StatusCode::from_u16(status).expect("a status"), "<html>upstream</html>")
                .into_response();
        }
        Some(Fault::Refused(status, code)) => return refused(status, code, "Refused"),
        Some(Fault::Lost) => return cut(),
        Some(Fault::AnswerLost) | None => {}
    }
    let sent = Sent { parameters, query, body: body.unwrap_or_default(), files };
    let address = shared.address;
    let said = shared.change(|inner| {
        inner.calls.push(Call {
            route: route.name.clone(),
            parameters: sent.parameters.clone(),
            query: sent.query.clone(),
            body: sent.body.clone(),
        });
        answer(inner, &route.name, &sent, address)
    });
    if matches!(fault, Some(Fault::AnswerLost)) {
        return cut();
    }
    match said {
        Said::Json(value) => axum::Json(value).into_response(),
        Said::Nothing => StatusCode::NO_CONTENT.into_response(),
        Said::Refused(status, code, message) => refused(status, code, message),
    }
}

fn answer(inner: &mut Inner, route: &str, sent: &Sent, address: SocketAddr) -> Said {
    let gateway = format!("ws://{address}/socket");
    match route {
        "GET /gateway" => Said::Json(json!({ "url": gateway })),
        "GET /gateway/bot" => Said::Json(json!({
            "url": gateway, "shards": 1,
            "session_start_limit": { "total": 1000, "remaining": 999, "reset_after": 14_400_000, "max_concurrency": 1 },
        })),
        "GET /users/@me" => Said::Json(user(BOT, "tavlei", None, true)),
        "GET /oauth2/applications/@me" => {
            Said::Json(json!({ "id": APPLICATION, "name": "Tavlei", "flags": 0 }))
        }
        "GET /applications/{application_id}/commands" => Said::Json(json!(inner.commands)),
        "PUT /applications/{application_id}/commands" => {
            if sent.parameter("application_id") != APPLICATION {
                return Said::Refused(403, 20012, "You are not authorized to perform this action");
            }
            let mut commands = sent.body.as_array().cloned().unwrap_or_default();
            for command in &mut commands {
                let id = inner.id();
                command["id"] = json!(id);
                command["application_id"] = json!(APPLICATION);
                command["version"] = json!(id);
            }
            inner.commands.clone_from(&commands);
            Said::Json(json!(commands))
        }
        "POST /interactions/{interaction_id}/{interaction_token}/callback" => callback(inner, sent),
        "POST /channels/{channel_id}/messages" => {
            let channel = sent.parameter("channel_id").to_owned();
            if inner.gone.contains(&channel) {
                return UNKNOWN_CHANNEL;
            }
            let nonce = sent.body["nonce"].as_str().filter(|_| sent.body["enforce_nonce"] == true);
            let nonce = nonce.map(|nonce| (channel.clone(), nonce.to_owned()));
            if let Some(known) = nonce.as_ref().and_then(|nonce| inner.nonces.get(nonce)) {
                return Said::Json(inner.message(known).expect("held").json());
            }
            let id = send(inner, channel, &sent.body, &sent.files, None);
            if let Some(nonce) = nonce {
                inner.nonces.insert(nonce, id.clone());
            }
            Said::Json(inner.message(&id).expect("just sent").json())
        }
        "GET /channels/{channel_id}/messages/{message_id}"
        | "PATCH /channels/{channel_id}/messages/{message_id}"
        | "DELETE /channels/{channel_id}/messages/{message_id}" => {
            let (channel, id) = (sent.parameter("channel_id"), sent.parameter("message_id"));
            if inner.gone.contains(channel) {
                return UNKNOWN_CHANNEL;
            }
            match inner.message(id) {
                Some(message) if message.channel == channel && !message.ephemeral => {}
                _ => return UNKNOWN_MESSAGE,
            }
            at_message(inner, route, id, sent)
        }
        _ if route.contains("/webhooks/{webhook_id}/{webhook_token}") => webhook(inner, route, sent),
        other => panic!("the stand-in does not know {other}"),
    }
}

fn at_message(inner: &mut Inner, route: &str, id: &str, sent: &Sent) -> Said {
    let Some(message) = inner.messages.iter_mut().find(|message| message.id == id && !message.deleted) else {
        return UNKNOWN_MESSAGE;
    };
    match route.split(' ').next() {
        Some("GET") => Said::Json(message.json()),
        Some("DELETE") => {
            message.deleted = true;
            Said::Nothing
        }
        _ => {
            change(message, &sent.body, &sent.files);
            let now = message.clone();
            inner.shown.push(now.clone());
            Said::Json(now.json())
        }
    }
}

fn webhook(inner: &mut Inner, route: &str, sent: &Sent) -> Said {
    let token = sent.parameter("webhook_token");
    let known = inner.interactions.iter().position(|interaction| interaction.token == token);
    let Some(known) = known else { return UNKNOWN_WEBHOOK };
    let interaction = inner.interactions[known].clone();
    if interaction.expired
        || interaction.answer == Answer::None
        || sent.parameter("webhook_id") != APPLICATION
    {
        return UNKNOWN_WEBHOOK;
    }
    if route.starts_with("POST") {
        // The first follow-up takes the place of a deferred answer.
        let waiting = inner.messages.iter().position(|message| {
            message.loading && !message.deleted && interaction.original.as_ref() == Some(&message.id)
        });
        let id = match waiting {
            Some(at) => {
                change(&mut inner.messages[at], &sent.body, &sent.files);
                let now = inner.messages[at].clone();
                inner.shown.push(now.clone());
                now.id
            }
            None => send(inner, interaction.channel, &sent.body, &sent.files, Some(token.to_owned())),
        };
        return match sent.asks("wait") {
            true => Said::Json(inner.message(&id).expect("just sent").json()),
            false => Said::Nothing,
        };
    }
    let id = match sent.parameters.get("message_id") {
        Some(id) if inner.message(id).is_some_and(|held| held.interaction.as_deref() == Some(token)) => {
            id.clone()
        }
        Some(_) => return UNKNOWN_MESSAGE,
        None => match interaction.original {
            Some(id) => id,
            None => return UNKNOWN_MESSAGE,
        },
    };
    at_message(inner, route, &id, sent)
}

fn callback(inner: &mut Inner, sent: &Sent) -> Said {
    let kind = sent.body["type"].as_u64().unwrap_or_default();
    let known = inner.interactions.iter().position(|interaction| {
        interaction.id == sent.parameter("interaction_id")
            && interaction.token == sent.parameter("interaction_token")
            && !interaction.expired
    });
    let Some(known) = known else { return UNKNOWN_INTERACTION };
    let interaction = inner.interactions[known].clone();
    if interaction.answer != Answer::None {
        return ACKNOWLEDGED;
    }
    let data = &sent.body["data"];
    let mut original = interaction.original.clone();
    let mut answer = Answer::Given(kind);
    match kind {
        4 | 5 => {
            let id = send(inner, interaction.channel, data, &sent.files, Some(interaction.token));
            if kind == 5 {
                answer = Answer::Deferred(5);
                let message = inner.messages.last_mut().expect("just sent");
                message.loading = true;
                inner.shown.pop();
            }
            original = Some(id);
        }
        6 | 7 => {
            let Some(pressed) = &interaction.pressed else {
                inner.complaints.push(format!("a callback of type {kind} to what is no press"));
                return Said::Refused(400, 50035, "Invalid Form Body");
            };
            original = Some(pressed.clone());
            if kind == 6 {
                answer = Answer::Deferred(6);
            } else {
                let held = inner.messages.iter_mut().find(|held| &held.id == pressed && !held.deleted);
                let Some(held) = held else { return UNKNOWN_MESSAGE };
                change(held, data, &sent.files);
                let now = held.clone();
                inner.shown.push(now);
            }
        }
        8 => {
            let choices = data["choices"].as_array().into_iter().flatten();
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            inner.interactions[known].choices =
                choices.map(|choice| (text(&choice["name"]), text(&choice["value"]))).collect();
        }
        _ => panic!("the stand-in does not know a callback of type {kind}"),
    }
    let interaction = &mut inner.interactions[known];
    interaction.answer = answer;
    interaction.original.clone_from(&original);
    let id = interaction.id.clone();
    if !sent.asks("with_response") {
        return Said::Nothing;
    }
    let message = original.as_deref().and_then(|id| inner.message(id));
    Said::Json(json!({
        "interaction": { "id": id, "type": 2, "response_message_id": original },
        "resource": { "type": kind, "message": message.map(Message::json) },
    }))
}

fn send(
    inner: &mut Inner,
    channel: String,
    body: &Value,
    files: &[(String, String, Bytes)],
    interaction: Option<String>,
) -> String {
    let id = inner.id();
    let mut message = Message {
        id: id.clone(),
        channel,
        content: String::new(),
        components: Vec::new(),
        files: Vec::new(),
        ephemeral: body["flags"].as_u64().unwrap_or_default() & EPHEMERAL != 0,
        loading: false,
        deleted: false,
        reply_to: body["message_reference"]["message_id"].as_str().map(str::to_owned),
        interaction,
        pings: pings(body),
        edits: 0,
    };
    change(&mut message, body, files);
    message.edits = 0;
    inner.messages.push(message.clone());
    inner.shown.push(message);
    id
}

fn change(message: &mut Message, body: &Value, files: &[(String, String, Bytes)]) {
    message.edits += 1;
    message.loading = false;
    if let Some(content) = body["content"].as_str() {
        content.clone_into(&mut message.content);
    }
    if let Some(components) = body["components"].as_array() {
        message.components.clone_from(components);
    }
    if let Some(attachments) = body["attachments"].as_array() {
        message.files = attachments
            .iter()
            .filter_map(|attachment| {
                let part = format!("files[{}]", attachment["id"].as_str()?);
                let (_, name, bytes) = files.iter().find(|(name, _, _)| *name == part)?;
                let alt = attachment["description"].as_str().unwrap_or_default().to_owned();
                Some(File { name: name.clone(), alt, bytes: bytes.clone() })
            })
            .collect();
    }
}

/// Who is pinged by a message: whoever its text mentions and its allowed mentions allow.
fn pings(body: &Value) -> Vec<String> {
    let content = body["content"].as_str().unwrap_or_default();
    let allowed = &body["allowed_mentions"];
    let parse = |what: &str| match allowed.is_null() {
        true => true,
        false => allowed["parse"].as_array().is_some_and(|kinds| kinds.contains(&json!(what))),
    };
    let listed = |id: &str| allowed["users"].as_array().is_some_and(|ids| ids.contains(&json!(id)));
    let mut pings = Vec::new();
    if parse("everyone") && (content.contains("@everyone") || content.contains("@here")) {
        pings.push("everyone".to_owned());
    }
    for part in content.split("<@").skip(1) {
        let Some((id, _)) = part.split_once('>') else { continue };
        let id = id.trim_start_matches('!');
        if (parse("users") || listed(id)) && !pings.contains(&id.to_owned()) {
            pings.push(id.to_owned());
        }
    }
    if !body["message_reference"].is_null() && allowed["replied_user"] != false {
        pings.push("replied".to_owned());
    }
    pings
}
