//! The stand-ins are held against what they should complain of: a check that cannot fail would prove nothing.

mod support;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};
use support::discord_api::{Api, Asked};
use support::telegram::{TOKEN, Telegram};
use support::telegram_spec;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

fn fields(value: Value) -> Map<String, Value> {
    value.as_object().expect("fields").clone()
}

/// What is wrong with a call of the Bot API that uploads these parts.
fn telegram(method: &str, parameters: Value, files: &[&str]) -> String {
    let files: BTreeSet<String> = files.iter().map(|name| (*name).to_owned()).collect();
    telegram_spec::faults(method, &fields(parameters), &files).join("; ")
}

#[test]
fn a_call_of_the_bot_api_that_is_right_is_let_through() {
    let keyboard = json!({"inline_keyboard": [[{"text": "d3", "callback_data": "m:1"}]]});
    let right = json!({"chat_id": -100, "photo": "attach://board", "caption": "Reversi", "message_thread_id": 5,
        "caption_entities": [{"type": "bold", "offset": 0, "length": 7}], "reply_markup": keyboard});
    assert_eq!(telegram("sendPhoto", right, &["board"]), "");
    assert_eq!(
        telegram("getUpdates", json!({"offset": 1, "timeout": 50, "allowed_updates": ["message"]}), &[]),
        ""
    );
}

#[test]
fn a_call_of_the_bot_api_that_is_wrong_is_complained_of() {
    for (method, parameters, files, complaint) in [
        ("sendMessage", json!({"text": "x"}), &[][..], "sendMessage lacks chat_id"),
        (
            "sendMessage",
            json!({"chat_id": 1, "text": "x", "colour": "red"}),
            &[],
            "sendMessage has no colour",
        ),
        ("sendMessage", json!({"chat_id": 1, "text": 7}), &[], "sendMessage.text is not a String"),
        ("sendMessage", json!({"chat_id": 1.5, "text": "x"}), &[], "sendMessage.chat_id is not a"),
        ("sendMessage", json!({"chat_id": 1, "text": "x", "entities": {}}), &[], "is not an array"),
        (
            "sendMessage",
            json!({"chat_id": 1, "text": "x", "entities": [{"type": "bold"}]}),
            &[],
            "lacks offset",
        ),
        ("sendPhoto", json!({"chat_id": 1, "photo": "attach://board"}), &[], "the file board"),
        ("sendPhoto", json!({"chat_id": 1, "photo": "x"}), &["board"], "the file board"),
        ("answerCallbackQuery", json!({"text": "x"}), &[], "lacks callback_query_id"),
        ("editMessageMedia", json!({"chat_id": 1, "message_id": 2}), &[], "lacks media"),
        (
            "sendMessage",
            json!({"chat_id": 1, "text": "x", "reply_markup": {"inline_keyboard": [[{"callback_data": "x"}]]}}),
            &[],
            "lacks text",
        ),
    ] {
        let found = telegram(method, parameters.clone(), files);
        assert!(found.contains(complaint), "{method} {parameters}: {found}");
    }
    assert_eq!(telegram_spec::method("sendPicture"), None);
}

/// What is wrong with a request to Discord.
fn discord(
    method: &str,
    path: &str,
    query: &[(&str, &str)],
    body: Option<Value>,
    files: Option<&[&str]>,
) -> String {
    let api = Api::load();
    let Some((route, parameters)) = api.find(method, path) else { return "no such route".to_owned() };
    let query: Vec<(String, String)> =
        query.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let files = files.map(|files| files.iter().map(|name| (*name).to_owned()).collect());
    let parameters: BTreeMap<String, String> = parameters;
    api.faults(route, &parameters, &Asked { query: &query, body: body.as_ref(), files }).join("; ")
}

const MESSAGES: &str = "/channels/900000000000000001/messages";
const CALLBACK: &str = "/interactions/900000000000000001/token/callback";
const COMMANDS: &str = "/applications/900000000000000001/commands";

#[test]
fn a_request_to_discord_that_is_right_is_let_through() {
    let board = json!({"content": "Reversi", "allowed_mentions": {"parse": [], "users": ["800000000000000001"]},
        "attachments": [{"id": "0", "filename": "board.png", "description": "Four discs"}],
        "components": [{"type": 1, "components": [{"type": 2, "style": 2, "label": "d3", "custom_id": "m:1"}]}]});
    assert_eq!(discord("POST", MESSAGES, &[], Some(board.clone()), Some(&["files[0]"])), "");
    let answer = json!({"type": 4, "data": board});
    assert_eq!(
        discord("POST", CALLBACK, &[("with_response", "true")], Some(answer), Some(&["files[0]"])),
        ""
    );
}

#[test]
fn a_request_to_discord_that_is_wrong_is_complained_of() {
    let button = |id: &str| json!({"type": 2, "style": 2, "label": "d3", "custom_id": id});
    let rows = |count: usize| -> Vec<Value> {
        (0..count).map(|n| json!({"type": 1, "components": [button(&n.to_string())]})).collect()
    };
    for (body, complaint) in [
        (json!({}), "an empty message"),
        (json!({"content": "x", "colour": "red"}), "'colour' was unexpected"),
        (json!({"content": 7}), "body/content: 7 is not of type"),
        (json!({"content": "x".repeat(2001)}), "2001 characters"),
        (json!({"content": "x", "allowed_mentions": {"users": ["anna"]}}), "\"anna\" does not match"),
        (json!({"content": "x", "attachments": [{"id": "0"}]}), "the attachments"),
        (json!({"content": "x", "components": rows(6)}), "6 rows of components"),
        (
            json!({"content": "x", "components": [{"type": 1, "components": [button("a"), button("a")]}]}),
            "the custom_id a comes twice",
        ),
        (
            json!({"content": "x", "components": [{"type": 1, "components": [button(&"y".repeat(101))]}]}),
            "body/components/0/components/0/custom_id: ",
        ),
    ] {
        let found = discord("POST", MESSAGES, &[], Some(body.clone()), None);
        assert!(found.contains(complaint), "{body}: {found}");
    }
    assert_eq!(discord("POST", "/channels/1/letters", &[], None, None), "no such route");
    assert!(
        discord("POST", "/channels/club/messages", &[], Some(json!({"content": "x"})), None)
            .contains("channel_id")
    );
    assert!(discord("POST", MESSAGES, &[], None, None).contains("no body"));
    assert!(
        discord("POST", CALLBACK, &[("loud", "true")], Some(json!({"type": 5})), None)
            .contains("loud is unknown")
    );
    for (command, complaint) in [
        (json!([{"type": 1, "name": "play"}]), "has no description"),
        (json!([{"type": 1, "name": "Play Now", "description": "x"}]), "is no name for a command"),
        (json!([{"type": 1, "name": "play", "description": "x".repeat(101)}]), "longer than 100"),
        (
            json!([{"type": 1, "name": "play", "description": "x", "options": [
                {"type": 3, "name": "a", "description": "x"},
                {"type": 3, "name": "b", "description": "x", "required": true},
            ]}]),
            "comes after an optional one",
        ),
    ] {
        let found = discord("PUT", COMMANDS, &[], Some(command.clone()), None);
        assert!(found.contains(complaint), "{command}: {found}");
    }
}

#[tokio::test]
async fn who_is_killed_while_uploading_did_nothing_wrong() {
    let telegram = Telegram::start().await;
    let address = telegram.url.trim_start_matches("http://").trim_end_matches('/').to_owned();
    // A picture that ends too early, and says that it is longer or that this is all.
    let picture = "--x\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"board.png\"\r\n\r\nPNG";
    let upload = async |length: usize| {
        let mut stream = TcpStream::connect(&address).await.expect("a connection");
        let head = format!(
            "POST /bot{TOKEN}/sendPhoto HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
             Content-Type: multipart/form-data; boundary=x\r\nContent-Length: {length}\r\n\r\n"
        );
        stream.write_all((head + picture).as_bytes()).await.expect("what is sent");
        stream.shutdown().await.expect("an end");
        let mut answer = String::new();
        // Whether a broken request is answered does not matter.
        let _ = stream.read_to_string(&mut answer).await;
    };
    upload(picture.len() + 1000).await;
    assert_eq!(telegram.take_wrongs(), [""; 0]);
    upload(picture.len()).await;
    assert_eq!(telegram.take_wrongs().len(), 1);
}
