//! Clean ends: the real binary stops when it is told to, whatever others leave half done, and hangs on nobody.

mod support;

use std::path::Path;

use support::process::{PATIENCE, Process};
use support::web::Page;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Connects to the page and sends the beginning of a request.
async fn begin(address: &str, words: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.expect("it listens");
    stream.write_all(words.as_bytes()).await.expect("it takes a beginning");
    stream
}

/// What the page sends until it closes the connection.
async fn answer(mut stream: TcpStream) -> String {
    let mut text = Vec::new();
    let read = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut text)).await;
    // A reset is a close too.
    let _ = read.expect("the page closes the connection");
    String::from_utf8_lossy(&text).into_owned()
}

const HALF_HEAD: &str = "GET / HTTP/1.1\r\nHost: loc";
const HALF_BODY: &str = "POST /say HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{\"update\":";

#[tokio::test]
async fn it_ends_when_told_to_whatever_is_half_open() {
    let folder = tempfile::tempdir().expect("a folder");
    let (process, page) = Page::start(folder.path()).await;
    let address = page.address();
    let mut held = Vec::new();
    for _ in 0..100 {
        held.push(begin(&address, HALF_HEAD).await);
        held.push(begin(&address, HALF_BODY).await);
        held.push(begin(&address, "GET /happenings HTTP/1.1\r\nHost: localhost\r\n\r\n").await);
        held.push(begin(&address, "").await);
    }
    let (status, said) = process.stop().await;
    assert!(status.success(), "{said}");
    drop(held);
}

#[tokio::test]
async fn a_request_without_an_end_is_given_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_process, page) = Page::start(folder.path()).await;
    let address = page.address();
    let (head, body, idle) =
        (begin(&address, HALF_HEAD).await, begin(&address, HALF_BODY).await, begin(&address, "").await);
    let (head, body, idle) = tokio::join!(answer(head), answer(body), answer(idle));
    assert!(head.is_empty() || head.starts_with("HTTP/1.1 408"), "{head}");
    assert!(body.starts_with("HTTP/1.1 408"), "{body}");
    assert!(idle.is_empty() || idle.starts_with("HTTP/1.1 408"), "{idle}");
}

#[tokio::test]
async fn no_other_page_may_show_this_one_or_run_scripts_in_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_process, page) = Page::start(folder.path()).await;
    for path in ["/", "/page.js", "/no-such-thing"] {
        let answer = page.get(path, &[]).await;
        let policy = answer.headers().get("content-security-policy").expect("a policy");
        let policy = policy.to_str().expect("text");
        assert!(
            policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"),
            "{policy}"
        );
        assert_eq!(answer.headers()["x-frame-options"], "DENY");
    }
}

#[tokio::test]
async fn an_update_with_an_endless_id_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_process, mut page) = Page::start(folder.path()).await;
    assert_eq!(page.say_with_id("/help", &"x".repeat(64)).await, 204);
    assert_eq!(page.say_with_id("/help", &"x".repeat(65)).await, 400);
}

#[tokio::test]
async fn settings_are_read_from_the_working_directory_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let inner: &Path = &folder.path().join("inner");
    std::fs::create_dir(inner).expect("a folder");
    std::fs::write(folder.path().join(".env"), "TAVLEI_MEMORY=nonsense\n").expect("written");
    let (process, _page) = Page::start(inner).await;
    let (status, said) = process.stop().await;
    assert!(status.success(), "{said}");
    let refused = Process::start(folder.path(), &[]);
    let (status, said) = refused.ended().await;
    assert_eq!(status.code(), Some(1), "{said}");
    assert!(said.contains("TAVLEI_MEMORY"), "{said}");
}
