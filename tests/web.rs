//! The local page, end to end: the real binary, no token, real HTTP.

mod support;

use std::net::TcpListener;

use support::process::Process;
use support::web::{Message, Page};
use tavlei_core::catalogue;

/// A random game of fixed length at most, as canonical plies with the seat that plays each.
fn random_game(slug: &str, most: u64) -> Vec<(u8, String)> {
    let mut table = catalogue::by_slug(slug).expect("in the catalogue").table(&Default::default());
    let mut plies = Vec::new();
    while let Some(seat) = table.to_act().filter(|_| (plies.len() as u64) < most) {
        let ply = table.random(plies.len() as u64 + 77).expect("the game goes on");
        table.play(&ply).expect("legal");
        plies.push((seat.0, ply));
    }
    plies
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_speaks_both_languages_and_needs_nothing_from_elsewhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let (process, page) = Page::start(folder.path()).await;
    let english = page.get("/", &[("accept-language", "en-GB,en;q=0.9")]).await.text().await.expect("text");
    let russian =
        page.get("/", &[("accept-language", "ru-RU,ru;q=0.9,en;q=0.8")]).await.text().await.expect("text");
    assert!(english.contains("lang=\"en\"") && english.contains("Send"));
    assert!(russian.contains("lang=\"ru\"") && russian.contains("Отправить"));
    for text in [&english, &russian] {
        assert!(!text.contains("https://") && !text.contains("http://") && !text.contains('{'), "{text}");
    }
    assert_eq!(page.get("/", &[("host", "evil.example")]).await.status(), 403);
    let (status, _) = process.stop().await;
    assert!(status.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_each_of_seven_games_by_typing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_process, mut page) = Page::start(folder.path()).await;
    page.say(1, "/lang en").await;
    page.say(2, "/lang en").await;
    for slug in ["russian", "reversi", "gana", "kalah", "cats-mouse", "tower"] {
        page.say(1, &format!("/play {slug} @two {}", first_side(slug))).await;
        page.press(2, "Accept").await;
        let plies = random_game(slug, 24);
        for (number, (seat, ply)) in plies.iter().enumerate() {
            page.say(seat + 1, ply).await;
            if number % 8 == 7 || number + 1 == plies.len() {
                let message = page
                    .wait_for(&format!("{ply} of {slug}"), |m| {
                        m.alt.is_some() && m.text.contains(ply.as_str())
                    })
                    .await;
                let png = page.picture(&message).await;
                assert!(
                    png.starts_with(b"\x89PNG\r\n\x1a\n") && png.len() <= 60_000,
                    "{slug}: {}",
                    png.len()
                );
            }
        }
        if plies.len() == 24 {
            // The next game is then the only one in the chat.
            page.say(1, "/resign").await;
            page.press(1, "Yes, give up").await;
        }
        page.wait_for("a result", |m| m.text.contains("wins") || m.text.contains("A draw")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn four_seats_are_shared_by_two_people_and_the_bot() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_process, mut page) = Page::start(folder.path()).await;
    page.say(1, "/play ruma").await;
    page.press(1, "With people here").await;
    page.press(2, "Join").await;
    page.press(1, "Begin").await;
    let mut tapped = std::collections::HashSet::new();
    for _ in 0..8 {
        let message = page
            .wait_for("a person's turn", |m| {
                m.alt.is_some() && m.buttons.iter().any(|(_, payload)| !tapped.contains(payload))
            })
            .await;
        let (label, payload) = message.buttons.first().expect("just seen").clone();
        let acts = message.text.lines().last().unwrap_or_default();
        let person = if acts.contains("Анна") { 1 } else { 2 };
        assert!(person == 1 || acts.contains("Boris"), "{message:?}");
        tapped.insert(payload);
        page.press(person, &label).await;
    }
}

/// The side that acts first, so that person 1 has seat 0.
fn first_side(slug: &str) -> &'static str {
    catalogue::by_slug(slug).expect("in the catalogue").info.seats[0].name()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_process_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let (process, mut page) = Page::start(folder.path()).await;
    page.say(1, "/play russian @two white").await;
    page.press(2, "Accept").await;
    page.say(1, "c3-d4").await;
    page.say_again(2, "b6-c5", "the-same").await;
    process.kill().await;
    let (_process, mut page) = Page::start(folder.path()).await;
    // The page was not told that it had arrived, and sends it again.
    page.say_again(2, "b6-c5", "the-same").await;
    page.say(1, "g3-h4").await;
    let why = page.wait_for("the only ply", |m| m.text.contains("d4:b6")).await;
    assert!(why.alt.is_none(), "{why:?}");
    page.say(1, "d4:b6").await;
    let board = page.wait_for("the board", |m| m.alt.is_some() && m.text.contains("d4:b6")).await;
    assert!(board.text.contains("Black"), "{board:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_beats_or_loses_to_the_bot_by_tapping() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut process, mut page) = Page::start(folder.path()).await;
    page.say(1, "/play kalah bot 1 white").await;
    let mut tapped = std::collections::HashSet::new();
    for _ in 0..400 {
        let message = page
            .wait_for("a board to tap on, or the end", |m| {
                m.alt.is_some()
                    && (m.text.contains("wins")
                        || m.text.contains("A draw")
                        || m.buttons
                            .iter()
                            .any(|(_, payload)| !tapped.contains(payload) && payload.starts_with("m:")))
            })
            .await;
        let Some((label, payload)) =
            message.buttons.iter().find(|(_, payload)| payload.starts_with("m:")).cloned()
        else {
            assert!(message.text.contains("wins") || message.text.contains("A draw"), "{message:?}");
            assert!(tapped.len() > 5, "it was killed on the way");
            process.stop().await;
            return;
        };
        tapped.insert(payload);
        page.press(1, &label).await;
        if tapped.len() == 5 {
            // `kill -9` while the bot thinks, or before or after.
            process.kill().await;
            (process, page) = Page::start(folder.path()).await;
            page.say(1, "/board").await;
        }
    }
    panic!("the game does not end");
}

#[tokio::test(flavor = "multi_thread")]
async fn nonsense_does_no_harm() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_process, mut page) = Page::start(folder.path()).await;
    page.say(1, &"x".repeat(100_000)).await;
    page.say(1, &"/play ".repeat(15_000)).await;
    page.say(1, "/play chess").await;
    page.say(1, "/play\u{202e}\u{0}reversi <b>&amp;*_`[x](y)").await;
    page.say(1, "/move c3-d4").await;
    page.say(2, "/play reversi bot 1 black").await;
    page.wait_for("a game", |m| m.alt.is_some() && m.text.contains("Reversi")).await;
    page.say(2, "a1").await;
    let why = page.wait_for("the legal plies", |m| m.text.contains("c4")).await;
    assert!(why.text.contains("a1"), "{why:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_done_is_said_on_the_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_process, mut page) = Page::start(folder.path()).await;
    for (text, words) in [
        // Whoever does not know what to write is told.
        ("hello", "/play reversi bot"),
        ("/play xyzzyqwerty", "I know no game called “xyzzyqwerty”"),
        ("/play t", "fits several games"),
        ("/juggle", "I do not know this command"),
    ] {
        page.say(1, text).await;
        page.wait_for(words, |m| m.text.contains(words)).await;
    }
    page.say(1, "/play russian @two white").await;
    let challenge =
        page.wait_for("a challenge", |m| m.buttons.iter().any(|(label, _)| label == "Accept")).await;
    let note = page.press_for_note(1, &challenge, payload(&challenge, "Accept")).await;
    assert!(note.contains("your own challenge"), "{note}");
    page.press(2, "Accept").await;
    let first = page.wait_for("the board", |m| m.alt.is_some()).await;
    let ply = payload(&first, "c3-d4");
    let note = page.press_for_note(2, &first, ply).await;
    assert!(note.contains("not your turn"), "{note}");
    for (person, text, words) in [
        (1, "c3-c5", "From c3 you can play c3-b4, c3-d4"),
        (2, "b6-a5", "It is not your turn"),
        (1, "what shall I do?", "I do not see a move in that"),
    ] {
        page.say(person, text).await;
        page.wait_for(words, |m| m.text.contains(words)).await;
    }
    page.say(1, "c3-d4").await;
    page.wait_for("the next board", |m| m.alt.is_some() && m.text.contains("c3-d4")).await;
    let note = page.press_for_note(1, &first, ply).await;
    assert!(note.contains("older position"), "{note}");
    let note = page.press_for_note(1, &first, "no such thing").await;
    assert!(note.contains("does nothing any more"), "{note}");
}

/// What the button with a label means.
fn payload<'a>(message: &'a Message, label: &str) -> &'a str {
    let button = message.buttons.iter().find(|(other, _)| other == label);
    &button.unwrap_or_else(|| panic!("no {label}: {message:?}")).1
}

#[tokio::test(flavor = "multi_thread")]
async fn two_games_on_the_page_are_kept_apart_even_if_it_is_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let (process, mut page) = Page::start(folder.path()).await;
    let mut boards = Vec::new();
    for order in ["/play russian @two white", "/play reversi @two black", "/play russian @two white"] {
        page.say(1, order).await;
        page.press(2, "Accept").await;
        let known: Vec<String> = boards.iter().map(|board: &Message| board.id.clone()).collect();
        boards.push(page.wait_for("a board", |m| m.alt.is_some() && !known.contains(&m.id)).await);
    }
    // A reply belongs to the game of its picture; what is a ply in one game only goes there; else the bot asks.
    page.reply(1, &boards[2], "g3-h4").await;
    page.wait_for("the third", |m| m.alt.is_some() && m.text.contains("g3-h4")).await;
    page.say(1, "f5").await;
    page.wait_for("the second", |m| m.alt.is_some() && m.text.contains("f5")).await;
    page.say(1, "c3-d4").await;
    page.wait_for("the first", |m| m.alt.is_some() && m.text.contains("c3-d4")).await;
    process.kill().await;
    let (_process, mut page) = Page::start(folder.path()).await;
    page.say(2, "b6-a5").await;
    let question = page.wait_for("a question", |m| m.text.contains("Which one")).await;
    assert_eq!(question.buttons.len(), 2, "{question:?}");
    let first = question.buttons[0].0.clone();
    page.press(2, &first).await;
    page.wait_for("the ply", |m| m.alt.is_some() && m.text.contains("b6-a5")).await;
    // In the other one it is still to be played.
    page.say(2, "b6-a5").await;
    page.say(2, "/mygames").await;
    let games = page.wait_for("the games", |m| m.text.contains("3 games in progress")).await;
    assert_eq!(games.text.matches("2 moves played").count(), 2, "{}", games.text);
    assert_eq!(games.text.matches("one move played").count(), 1, "{}", games.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_full_of_markup_stays_a_name_on_the_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_process, mut page) = Page::start(folder.path()).await;
    let evil = "<img src=x onerror=alert(1)> **b** `c` \u{202e}evil\u{2066}\n\n/help";
    page.say_as(1, evil, "/play reversi bot 1 black").await;
    let board = page.wait_for("a board", |m| m.alt.is_some()).await;
    assert!(board.text.contains("<img src=x"), "{}", board.text);
    assert!(
        !board.text.contains(['\u{202e}', '\u{2066}']) && !board.text.contains("/help"),
        "{}",
        board.text
    );
    // The page puts words in as words.
    let script = page.get("/page.js", &[]).await.text().await.expect("text");
    assert!(!script.contains("innerHTML") && !script.contains("insertAdjacentHTML"));
}

/// The process ends by itself, with status 1 and one plain line.
async fn refused(process: Process) -> String {
    let (status, said) = process.ended().await;
    assert_eq!(status.code(), Some(1), "{said}");
    assert_eq!(said.trim_end().lines().count(), 1, "{said}");
    assert!(said.starts_with("tavlei: "), "{said}");
    said
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_run_says_so_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("its address").to_string();
    let said = refused(Process::start(folder.path(), &[("TAVLEI_WEB", &address)])).await;
    assert!(said.contains(&address) && said.contains("TAVLEI_WEB"), "{said}");
    let said = refused(Process::start(folder.path(), &[("TAVLEI_WEB", "0.0.0.0:0")])).await;
    assert!(said.contains("loopback"), "{said}");
    let said = refused(Process::start(folder.path(), &[("TAVLEI_WEB", "nowhere")])).await;
    assert!(said.contains("nowhere"), "{said}");
    let said = refused(Process::start(folder.path(), &[])).await;
    assert!(said.contains("TELEGRAM_TOKEN"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_cannot_be_used_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let web = [("TAVLEI_WEB", "127.0.0.1:0")];
    let (first, _page) = Page::start(folder.path()).await;
    let said = refused(Process::start(folder.path(), &web)).await;
    assert!(said.contains("in use"), "{said}");
    first.stop().await;
    for entry in std::fs::read_dir(folder.path().join("data")).expect("the store") {
        let path = entry.expect("readable").path();
        if path.is_file() {
            std::fs::write(&path, b"this is no store at all").expect("written");
        }
    }
    let said = refused(Process::start(folder.path(), &web)).await;
    assert!(said.contains("data") && said.contains("tavlei store export"), "{said}");
}
