//! The local page as a browser sees it.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use super::process::{PATIENCE, Process};

/// The page of a running binary, with two people at it.
pub struct Page {
    base: String,
    client: reqwest::Client,
    updates: u64,
    run: String,
}

/// A message of the chat.
#[derive(Clone, Debug)]
pub struct Message {
    pub id: String,
    pub from: Option<String>,
    pub text: String,
    pub alt: Option<String>,
    /// Label and payload.
    pub buttons: Vec<(String, String)>,
}

impl Page {
    /// Starts the binary with its page on a free port.
    pub async fn start(folder: &Path) -> (Process, Page) {
        let process = Process::start_after("true", folder, &[("TAVLEI_WEB", "127.0.0.1:0")]);
        let mut waited = Duration::ZERO;
        let base = loop {
            let said = process.said();
            if let Some(line) = said.lines().find(|line| line.starts_with("Tavlei is at http://")) {
                break line.trim_start_matches("Tavlei is at ").to_owned();
            }
            assert!(waited < PATIENCE, "no address: {said}");
            tokio::time::sleep(Duration::from_millis(20)).await;
            waited += Duration::from_millis(20);
        };
        let run = base.rsplit(':').next().unwrap_or_default().to_owned();
        (process, Page { base, client: reqwest::Client::new(), updates: 0, run })
    }

    /// Where it listens.
    pub fn address(&self) -> String {
        self.base.trim_start_matches("http://").to_owned()
    }

    /// Writes something under an id of its own: the status of the answer.
    pub async fn say_with_id(&mut self, text: &str, update: &str) -> u16 {
        let mut doer = self.doer(1);
        doer["update"] = json!(update);
        self.post("/say", doer, json!({ "text": text, "reply_to": null })).await.as_u16()
    }

    /// Fetches something.
    pub async fn get(&self, path: &str, headers: &[(&str, &str)]) -> reqwest::Response {
        let mut request = self.client.get(format!("{}{path}", self.base));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.send().await.expect("an answer")
    }

    fn doer(&mut self, person: u8) -> Value {
        self.updates += 1;
        json!({
            "update": format!("{}-{}", self.run, self.updates),
            "person": person,
            "name": if person == 1 { "Анна" } else { "Boris" },
            "language": "en",
        })
    }

    async fn post(&self, path: &str, doer: Value, more: Value) -> reqwest::StatusCode {
        self.ask(path, doer, more).await.status()
    }

    async fn ask(&self, path: &str, mut doer: Value, more: Value) -> reqwest::Response {
        let fields = more.as_object().expect("an object").clone();
        doer.as_object_mut().expect("an object").extend(fields);
        let request = self.client.post(format!("{}{path}", self.base)).json(&doer);
        request.send().await.expect("an answer")
    }

    /// Writes something as person 1 or 2.
    pub async fn say(&mut self, person: u8, text: &str) {
        let doer = self.doer(person);
        let status = self.post("/say", doer, json!({ "text": text, "reply_to": null })).await;
        assert!(status.is_success(), "{text}: {status}");
    }

    /// Writes something under an id of its own, in a language; what is said against it, if it is not stored.
    pub async fn try_say(
        &mut self,
        person: u8,
        text: &str,
        update: &str,
        language: &str,
    ) -> Result<(), String> {
        let mut doer = self.doer(person);
        doer["update"] = json!(update);
        doer["language"] = json!(language);
        refusal(self.ask("/say", doer, json!({ "text": text, "reply_to": null })).await).await
    }

    /// Presses a button; what is said against it, if that is not stored.
    pub async fn try_press(&mut self, person: u8, message: &Message, label: &str) -> Result<(), String> {
        let payload = &message.buttons.iter().find(|(other, _)| other == label).expect("it is there").1;
        let doer = self.doer(person);
        refusal(self.ask("/press", doer, json!({ "payload": payload, "message": message.id })).await).await
    }

    /// Presses a button that may be gone by now, and gives what the page says of it for a moment.
    pub async fn press_for_note(&mut self, person: u8, message: &Message, payload: &str) -> String {
        let mut stream = self.get("/happenings", &[]).await;
        let doer = self.doer(person);
        let more = json!({ "payload": payload, "message": message.id });
        assert!(self.post("/press", doer, more).await.is_success());
        let note = async {
            let mut text = String::new();
            loop {
                let chunk = stream.chunk().await.expect("the page listens").expect("it goes on");
                text.push_str(&String::from_utf8_lossy(&chunk));
                let whole = text.rfind('\n').unwrap_or(0);
                let happenings = text[..whole].lines().filter_map(|line| line.strip_prefix("data:"));
                let mut happenings =
                    happenings.map(|data| serde_json::from_str::<Value>(data.trim()).expect("JSON"));
                if let Some(note) = happenings.find(|it| it["kind"] == "note") {
                    return spans(&note["text"]);
                }
            }
        };
        tokio::time::timeout(PATIENCE, note).await.expect("a note")
    }

    /// Answers a message.
    pub async fn reply(&mut self, person: u8, to: &Message, text: &str) {
        let doer = self.doer(person);
        assert!(self.post("/say", doer, json!({ "text": text, "reply_to": to.id })).await.is_success());
    }

    /// Writes something under another name.
    pub async fn say_as(&mut self, person: u8, name: &str, text: &str) {
        let mut doer = self.doer(person);
        doer["name"] = json!(name);
        assert!(self.post("/say", doer, json!({ "text": text, "reply_to": null })).await.is_success());
    }

    /// Sends what a page sends when it does not know whether the first time arrived.
    pub async fn say_again(&mut self, person: u8, text: &str, update: &str) {
        let mut doer = self.doer(person);
        doer["update"] = json!(update);
        assert!(self.post("/say", doer, json!({ "text": text, "reply_to": null })).await.is_success());
    }

    /// Presses the button with a label under the newest message that has it.
    pub async fn press(&mut self, person: u8, label: &str) {
        let what = format!("a button {label}");
        let message = self.wait_for(&what, |m| m.buttons.iter().any(|(other, _)| other == label)).await;
        let payload = message.buttons.iter().find(|(other, _)| other == label).expect("just seen").1.clone();
        let doer = self.doer(person);
        let status = self.post("/press", doer, json!({ "payload": payload, "message": message.id })).await;
        assert!(status.is_success(), "{label}: {status}");
    }

    /// All messages so far.
    pub async fn messages(&self) -> Vec<Message> {
        let mut response = self.get("/happenings", &[]).await;
        let mut text = String::new();
        // The stream stays open: what is there comes at once, and a short silence ends it.
        while let Ok(Ok(Some(chunk))) =
            tokio::time::timeout(Duration::from_millis(150), response.chunk()).await
        {
            text.push_str(&String::from_utf8_lossy(&chunk));
        }
        let mut messages = BTreeMap::new();
        for line in text.lines().filter_map(|line| line.strip_prefix("data:")) {
            let happening: Value = serde_json::from_str(line.trim()).expect("JSON");
            let number = |id: &str| id.parse::<u64>().expect("a number");
            match happening["kind"].as_str() {
                Some("message") => {
                    let message = message(&happening["message"]);
                    messages.insert(number(&message.id), message);
                }
                Some("gone") => _ = messages.remove(&number(happening["id"].as_str().expect("an id"))),
                _ => {}
            }
        }
        messages.into_values().collect()
    }

    /// Waits for the newest message of the bot that fits.
    pub async fn wait_for(&self, what: &str, fits: impl Fn(&Message) -> bool) -> Message {
        let mut waited = Duration::ZERO;
        loop {
            let messages = self.messages().await;
            if let Some(message) = messages.iter().rev().find(|m| m.from.is_none() && fits(m)) {
                return message.clone();
            }
            assert!(waited < PATIENCE, "waiting for {what}; the chat is {messages:#?}");
            tokio::time::sleep(Duration::from_millis(30)).await;
            waited += Duration::from_millis(180);
        }
    }

    /// The picture of a message.
    pub async fn picture(&self, message: &Message) -> Vec<u8> {
        let response = self.get(&format!("/picture/{}", message.id), &[]).await;
        assert!(response.status().is_success());
        response.bytes().await.expect("a body").to_vec()
    }
}

async fn refusal(answer: reqwest::Response) -> Result<(), String> {
    if answer.status().is_success() {
        return Ok(());
    }
    assert_eq!(answer.status(), 500);
    Err(answer.text().await.expect("a text"))
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

fn word(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The plain text of spans.
fn spans(value: &Value) -> String {
    let span = |span: &Value| {
        let inner = span.as_object().and_then(|span| span.values().next()).cloned().unwrap_or_default();
        if inner.is_object() { word(&inner["name"]) } else { word(&inner) }
    };
    list(value).iter().map(span).collect()
}

fn message(value: &Value) -> Message {
    Message {
        id: word(&value["id"]),
        from: value["from"].as_str().map(str::to_owned),
        text: spans(&value["text"]),
        alt: value["alt"].as_str().map(str::to_owned),
        buttons: list(&value["buttons"])
            .iter()
            .flat_map(list)
            .map(|button| (word(&button["label"]), word(&button["payload"])))
            .collect(),
    }
}
