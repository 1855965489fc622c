//! The stand-in's gateway: hello, identify, heartbeats, dispatches, resume.

use std::sync::Arc;

use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade};
use axum::extract::{FromRequest, Request, State};
use axum::response::{IntoResponse, Response};
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::discord::{APPLICATION, BOT, GUILD, Inner, Shared, TOKEN, user};

/// GUILD_MESSAGES and DIRECT_MESSAGES: all that a bot without privileges needs to see messages.
const INTENTS: u64 = 1 << 9 | 1 << 12;
/// The gateway's side.
#[derive(Default)]
pub struct Gateway {
    pub identifies: usize,
    /// The sequence numbers of the RESUMEs.
    pub resumes: Vec<u64>,
    pub heartbeats: usize,
    pub(super) session: Option<String>,
    sequence: u64,
    pub(super) log: Vec<(u64, Value)>,
    pub(super) socket: Option<mpsc::UnboundedSender<Out>>,
    /// Whether the socket has said READY or RESUMED.
    pub(super) ready: bool,
}

pub(super) enum Out {
    Say(Value),
    Close(u16),
    Drop,
}

impl Gateway {
    /// Whether the bot is connected.
    pub fn is_connected(&self) -> bool {
        self.socket.is_some() && self.ready
    }

    pub(super) fn say(&mut self, out: Out) {
        if let Some(socket) = &self.socket {
            // A socket that has just gone is noticed elsewhere.
            let _ = socket.send(out);
        }
    }
}

impl Inner {
    /// The gateway tells of something; now, or when the bot resumes.
    pub(super) fn dispatch(&mut self, kind: &str, data: Value) {
        self.gateway.sequence += 1;
        let event = json!({ "op": 0, "s": self.gateway.sequence, "t": kind, "d": data });
        self.gateway.log.push((self.gateway.sequence, event.clone()));
        if self.gateway.ready {
            self.gateway.say(Out::Say(event));
        }
    }
}

pub(super) async fn socket(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let query = request.uri().query().unwrap_or_default().to_owned();
    if !query.contains("v=10") {
        shared.change(|inner| inner.complaints.push(format!("the gateway is asked with \"{query}\"")));
    }
    match WebSocketUpgrade::from_request(request, &()).await {
        Ok(upgrade) => upgrade.on_upgrade(move |socket| converse(shared, socket)),
        Err(refusal) => refusal.into_response(),
    }
}

async fn converse(shared: Arc<Shared>, socket: WebSocket) {
    let (mut out, mut input) = socket.split();
    let (sender, mut receiver) = mpsc::unbounded_channel();
    let hello = json!({ "op": 10, "d": { "heartbeat_interval": shared.heartbeat } });
    if out.send(Frame::Text(hello.to_string().into())).await.is_err() {
        return;
    }
    loop {
        tokio::select! {
            said = receiver.recv() => match said {
                Some(Out::Say(value)) => {
                    if out.send(Frame::Text(value.to_string().into())).await.is_err() {
                        break;
                    }
                }
                Some(Out::Close(code)) => {
                    let _ = out.send(Frame::Close(Some(CloseFrame { code, reason: "".into() }))).await;
                    break;
                }
                Some(Out::Drop) | None => break,
            },
            heard = input.next() => match heard {
                Some(Ok(Frame::Text(text))) => match serde_json::from_str(&text) {
                    Ok(value) => heard_of(&shared, &sender, &value),
                    Err(_) => shared.change(|inner| inner.complaints.push(format!("the gateway hears {text}"))),
                },
                // The other side's farewell is answered by going on to listen.
                Some(Ok(_)) => {}
                Some(Err(_)) | None => break,
            },
        }
    }
    shared.change(|inner| {
        if inner.gateway.socket.as_ref().is_some_and(|socket| socket.same_channel(&sender)) {
            inner.gateway.socket = None;
            inner.gateway.ready = false;
        }
    });
}

fn heard_of(shared: &Shared, sender: &mpsc::UnboundedSender<Out>, heard: &Value) {
    let data = &heard["d"];
    let say = |value: Value| {
        let _ = sender.send(Out::Say(value));
    };
    shared.change(|inner| match heard["op"].as_u64() {
        Some(1) => {
            inner.gateway.heartbeats += 1;
            say(json!({ "op": 11, "d": null }));
        }
        Some(2) => {
            inner.gateway.identifies += 1;
            if data["token"] != format!("Bot {TOKEN}") && data["token"] != TOKEN {
                let _ = sender.send(Out::Close(4004));
                return;
            }
            let intents = data["intents"].as_u64().unwrap_or_default();
            if intents & INTENTS != INTENTS || intents & (1 << 1 | 1 << 8 | 1 << 15) != 0 {
                inner.complaints.push(format!("the intents are {intents}"));
                let _ = sender.send(Out::Close(4014));
                return;
            }
            for property in ["os", "browser", "device"] {
                if !data["properties"][property].is_string() {
                    inner.complaints.push(format!("identify has no {property}"));
                }
            }
            let session = inner.id();
            inner.gateway.session = Some(session.clone());
            inner.gateway.sequence = 0;
            inner.gateway.log.clear();
            inner.gateway.socket = Some(sender.clone());
            inner.gateway.ready = true;
            let address = shared.address;
            inner.dispatch(
                "READY",
                json!({
                    "v": 10, "user": user(BOT, "tavlei", None, true), "guilds": [{ "id": GUILD, "unavailable": true }],
                    "session_id": session, "resume_gateway_url": format!("ws://{address}/socket"), "shard": [0, 1],
                    "application": { "id": APPLICATION, "flags": 0 },
                }),
            );
        }
        Some(6) => {
            let sequence = data["seq"].as_u64().unwrap_or_default();
            inner.gateway.resumes.push(sequence);
            if inner.gateway.session.is_none() || data["session_id"] != json!(inner.gateway.session) {
                say(json!({ "op": 9, "d": false }));
                return;
            }
            inner.gateway.socket = Some(sender.clone());
            for (_, event) in inner.gateway.log.iter().filter(|(at, _)| *at > sequence) {
                say(event.clone());
            }
            inner.gateway.ready = true;
            inner.dispatch("RESUMED", json!({ "_trace": [] }));
        }
        Some(3) => {}
        other => inner.complaints.push(format!("the gateway hears op {other:?}")),
    });
}
