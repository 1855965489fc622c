//! The local page as an open window sees it: every message as it comes.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::process::{PATIENCE, Process};

/// A message of the bot as it is shown at some time: its pieces, its picture in words, and its buttons.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Counts what the window was shown, later states of a message too.
    pub seq: usize,
    pub id: String,
    pub spans: Vec<(String, String)>,
    pub alt: Option<String>,
    /// Label and payload.
    pub buttons: Vec<(String, String)>,
}

/// A window of the page.
pub struct Window {
    base: String,
    client: reqwest::Client,
    shown: Arc<Mutex<Vec<Shown>>>,
    changed: watch::Receiver<()>,
    reader: JoinHandle<()>,
    updates: u64,
}

impl Drop for Window {
    fn drop(&mut self) {
        self.reader.abort();
    }
}

impl Window {
    /// Opens the page of a process that serves it.
    pub async fn open(process: &Process) -> Window {
        let head = "Tavlei is at ";
        let found = tokio::time::timeout(PATIENCE, async {
            loop {
                let said = process.said();
                if let Some(line) = said.lines().find_map(|line| line.strip_prefix(head)) {
                    return line.to_owned();
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        });
        let base = found.await.unwrap_or_else(|_| panic!("no address: {}", process.said()));
        let client = reqwest::Client::new();
        let stream = client.get(format!("{base}/happenings")).send().await.expect("a stream");
        let shown = Arc::default();
        let (send, changed) = watch::channel(());
        let reader = tokio::spawn(follow(stream, Arc::clone(&shown), send));
        Window { base, client, shown, changed, reader, updates: 0 }
    }

    async fn post(&mut self, path: &str, person: usize, name: &str, language: &str, more: Value) {
        self.updates += 1;
        let mut body = json!({
            "update": format!("window-{}", self.updates), "person": person + 1, "name": name, "language": language,
        });
        body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        let sent = self.client.post(format!("{}{path}", self.base)).json(&body).send().await;
        let status = sent.expect("an answer").status();
        assert!(status.is_success(), "{more}: {status}");
    }

    /// Somebody writes.
    pub async fn say(
        &mut self,
        person: usize,
        name: &str,
        language: &str,
        text: &str,
        reply_to: Option<&str>,
    ) {
        self.post("/say", person, name, language, json!({ "text": text, "reply_to": reply_to })).await;
    }

    /// Somebody presses the button with a label under a message.
    pub async fn press(&mut self, person: usize, name: &str, language: &str, under: &Shown, label: &str) {
        let payload = under.buttons.iter().find(|(other, _)| other == label);
        let (_, payload) = payload.unwrap_or_else(|| panic!("no button {label}: {under:?}"));
        let what = json!({ "payload": payload, "message": under.id });
        self.post("/press", person, name, language, what).await;
    }

    /// The first that fits of what is shown after so much.
    pub async fn next(&mut self, after: usize, what: &str, mut fits: impl FnMut(&Shown) -> bool) -> Shown {
        let found = tokio::time::timeout(PATIENCE, async {
            loop {
                self.changed.borrow_and_update();
                let found =
                    self.shown.lock().expect("unharmed").iter().skip(after).find(|s| fits(s)).cloned();
                match found {
                    Some(shown) => return shown,
                    None => self.changed.changed().await.expect("the stream stays open"),
                }
            }
        });
        match found.await {
            Ok(shown) => shown,
            Err(_) => {
                let shown = self.shown.lock().expect("unharmed");
                panic!("waited in vain for {what}: {:#?}", shown.iter().rev().take(5).collect::<Vec<_>>());
            }
        }
    }

    /// The picture of a message.
    pub async fn picture(&self, shown: &Shown) -> Bytes {
        let answer = self.client.get(format!("{}/picture/{}", self.base, shown.id)).send().await;
        answer.expect("an answer").bytes().await.expect("a picture")
    }
}

/// Keeps what comes; the bot's messages only.
async fn follow(mut stream: reqwest::Response, shown: Arc<Mutex<Vec<Shown>>>, changed: watch::Sender<()>) {
    let mut rest = Vec::new();
    while let Ok(Some(chunk)) = stream.chunk().await {
        rest.extend_from_slice(&chunk);
        while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = rest.drain(..=end).collect();
            let Some(data) = line.strip_prefix(b"data:") else { continue };
            let happening: Value = serde_json::from_slice(data).expect("JSON");
            let message = &happening["message"];
            if happening["kind"] == "message" && message["from"].is_null() {
                let mut shown = shown.lock().expect("unharmed");
                let seq = shown.len() + 1;
                shown.push(read(message, seq));
                drop(shown);
                changed.send_replace(());
            }
        }
    }
}

fn read(message: &Value, seq: usize) -> Shown {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let span = |span: &Value| {
        let (kind, inner) = span.as_object().and_then(|span| span.iter().next()).expect("a piece");
        (kind.clone(), if inner.is_object() { text(&inner["name"]) } else { text(inner) })
    };
    Shown {
        seq,
        id: text(&message["id"]),
        spans: list(&message["text"]).iter().map(span).collect(),
        alt: message["alt"].as_str().map(str::to_owned),
        buttons: list(&message["buttons"])
            .iter()
            .flat_map(list)
            .map(|button| (text(&button["label"]), text(&button["payload"])))
            .collect(),
    }
}
