//! Hints and a look back at a game on the local page, end to end: the real binary, real HTTP, real searches.

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

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_is_gone_through_with_what_was_better_and_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_process, mut page) = Page::start(folder.path()).await;
    page.say(1, "/lang en").await;
    page.say(1, "/play russian @two white").await;
    page.press(2, "Accept").await;
    page.say(1, "/analyse").await;
    page.wait_for("a refusal", |m| m.text.contains("once it is over")).await;
    // White walks into a shot of two for one, and gives up after it.
    for (person, ply) in
        [(1, "a3-b4"), (2, "b6-a5"), (1, "g3-f4"), (2, "d6-e5"), (1, "f4:d6"), (2, "e7:c5:a3")]
    {
        page.say(person, ply).await;
    }
    page.say(1, "/resign").await;
    page.press(1, "Yes, give up").await;
    page.press(2, "Go through it").await;
    let turn = page.wait_for("the turning point", |m| m.text.starts_with("Move 3.")).await;
    assert!(turn.text.contains("White (Анна) played g3-f4;"), "{turn:?}");
    assert!(turn.text.contains("And g3-f4 has an answer, d6-e5:"), "{turn:?}");
    assert!(turn.text.contains("A sacrifice that pays: gives up 1 and takes 2."), "{turn:?}");
    let picture = page.picture(&turn).await;
    assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n"), "the position before it");
    page.wait_for("the heading", |m| m.text.contains("One move decided the game.")).await;
}
