//! Hints on the local page, end to end: the real binary, real HTTP, real searches.

mod support;

use support::web::Page;

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_comes_with_a_picture_and_a_reason_that_is_true() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_process, mut page) = Page::start(folder.path()).await;
    page.say(1, "/lang en").await;
    page.say(1, "/play russian @two white").await;
    page.press(2, "Accept").await;
    for (person, ply) in [(1, "a3-b4"), (2, "b6-a5"), (1, "g3-f4")] {
        page.say(person, ply).await;
    }
    page.wait_for("the board", |m| m.alt.is_some() && m.text.contains("g3-f4")).await;
    // It is not her turn; it is his, and there is a shot.
    page.say(1, "/hint").await;
    page.wait_for("a refusal", |m| m.text.contains("when it is your turn")).await;
    let board = page.wait_for("the board", |m| m.alt.is_some() && m.text.contains("g3-f4")).await;
    let plain = page.picture(&board).await;
    page.say(2, "/hint").await;
    let hint = page.wait_for("a hint", |m| m.text.starts_with("Hint for Boris")).await;
    assert!(hint.text.starts_with("Hint for Boris: d6-e5"), "{hint:?}");
    assert!(hint.text.contains("A sacrifice that pays: gives up 1 and takes 2."), "{hint:?}");
    assert!(hint.text.contains("Leaves the opponent one reply: f4:d6."), "{hint:?}");
    let pointed = page.picture(&hint).await;
    assert!(pointed.starts_with(b"\x89PNG\r\n\x1a\n") && pointed != plain, "the arrow is seen");
    page.say(2, "d6-e5").await;
    page.wait_for("the ply", |m| m.alt.is_some() && m.text.contains("Black played: d6-e5")).await;
}
