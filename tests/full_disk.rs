//! A disk without room, with the real binary: its files may not get any longer. Whoever can act on it is told, the program
//! lives, what was accepted is not lost, and once there is room the game goes on by itself.
#![cfg(target_os = "linux")]

mod support;

use std::time::Duration;

use support::discord::{Answer, Discord, Person};
use support::discord_board::Follower;
use support::process::{PATIENCE, Process};
use support::telegram::{ANNA, Chat};
use support::telegram_play::{Play, drawn, player, recorded};
use support::web::Page;

/// What whoever runs the bot is told.
const TOLD: &str = "no room is left for the store in";
/// How long before something is looked at or tried again.
const MOMENT: Duration = Duration::from_millis(100);
/// What is said when there is room again.
const AGAIN: &str = "is open again";

/// No file of a program takes anything more.
fn fill_up(process: &Process) {
    process.limit(Some(0));
}

/// How often the program has said that there is no room.
fn told(process: &Process) -> usize {
    process.said().matches(TOLD).count()
}

/// Waits until the program says once more that there is no room.
async fn until_told_again(process: &Process, before: usize) {
    let said = tokio::time::timeout(PATIENCE, async {
        while told(process) == before {
            tokio::time::sleep(MOMENT).await;
        }
    });
    assert!(said.await.is_ok(), "it never said so:\n{}", process.said());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_on_the_page_outlives_a_full_disk() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut process, mut page) = Page::start(folder.path()).await;
    page.say(1, "/lang en").await;
    page.say(1, "/play russian @two white").await;
    page.press(2, "Accept").await;
    page.wait_for("the board", |m| m.alt.is_some()).await;
    let (plies, _) = recorded(7, 60);
    let mut killed = false;
    for (index, ply) in plies.iter().enumerate() {
        let person = 1 + (index % 2) as u8;
        let update = format!("ply {index}");
        let languages = [("en", "no room left on the disk"), ("ru-RU", "не осталось места")];
        let is_full = index % 12 == 5;
        if is_full {
            fill_up(&process);
        }
        for (language, words) in languages.into_iter().filter(|_| is_full) {
            let said = page.try_say(person, ply, &update, language).await.expect_err("there is no room");
            // The person at the page is who can act on it: a whole sentence, and nothing of the machine's.
            assert!(said.contains(words) && said.ends_with('.') && !said.contains("os error"), "{said}");
            let there = page.messages().await;
            let last = there.iter().rev().find(|m| m.from.is_some()).expect("something was written before");
            assert_ne!(last.text, *ply, "what is not accepted does not stand there as if it were");
            assert_eq!(page.get("/", &[]).await.status(), 200, "the program lives");
        }
        if is_full {
            until_told_again(&process, 0).await;
        }
        if is_full && index == 41 {
            // It is killed meanwhile, as impatient people do, and started when there is room.
            killed = true;
            process.kill().await;
            (process, page) = Page::start(folder.path()).await;
        }
        process.limit(None);
        // The page sends again what was refused, under the same id: it counts once.
        while page.try_say(person, ply, &update, "en").await.is_err() {
            tokio::time::sleep(MOMENT).await;
        }
    }
    assert!(killed);
    page.say(1, "/board").await;
    let last = plies.last().expect("plies");
    let board = page.wait_for("the last board", |m| m.alt.is_some() && m.text.contains(last.as_str())).await;
    assert_eq!(page.picture(&board).await, drawn("russian", &plies), "every ply once, in order");
    let (status, said) = process.stop().await;
    assert!(status.success() && !said.contains("panicked"), "{said}");
    assert!(said.contains(TOLD) && said.contains(AGAIN), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_press_that_cannot_be_stored_is_answered_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let (process, mut page) = Page::start(folder.path()).await;
    page.say(1, "/play reversi bot 1 black").await;
    let board = page.wait_for("a board", |m| m.buttons.iter().any(|(label, _)| label == "d3")).await;
    fill_up(&process);
    let said = page.try_press(1, &board, "d3").await.expect_err("no room");
    assert!(said.contains("no room left on the disk"), "{said}");
    process.limit(None);
    while page.try_press(1, &board, "d3").await.is_err() {
        tokio::time::sleep(MOMENT).await;
    }
    // And the bot has been set thinking.
    page.wait_for("the bot's answer", |m| m.alt.is_some() && m.text.contains("White played")).await;
    process.stop().await;
}

const CLUB: Chat = Chat::Group(-1_001_000_000_001);

#[tokio::test]
async fn a_game_in_telegram_outlives_a_full_disk() {
    let mut play = Play::start().await;
    play.begin(CLUB, "/play russian @boris_plays white").await;
    let (mut plies, _) = recorded(0, 20);
    plies.truncate(12);
    for (index, ply) in plies.iter().enumerate() {
        let before = play.telegram.seq();
        if index % 4 == 2 {
            let before = told(play.program());
            fill_up(play.program());
            play.telegram.say(player(index), CLUB, ply);
            until_told_again(play.program(), before).await;
            // Telegram keeps what is not stored, and the program tries again until it is; or another one does.
            if index == 6 {
                play.restart().await;
            }
            play.program().limit(None);
        } else {
            play.telegram.say(player(index), CLUB, ply);
        }
        play.board_after(CLUB, before, ply).await;
    }
    let board = play.type_ply(player(plies.len()), CLUB, &next(&plies)).await;
    plies.push(next(&plies));
    assert_eq!(board.photo.as_deref(), Some(&drawn("russian", &plies)[..]), "every ply once, in order");
    play.telegram.all_confirmed().await;
    play.stop().await;
}

/// Some legal ply.
fn next(plies: &[String]) -> String {
    let russian = tavlei_core::catalogue::by_slug("russian").expect("in the catalogue");
    let mut table = russian.table(&Default::default());
    for ply in plies {
        table.play(ply).expect("legal");
    }
    table.legal().remove(0)
}

#[tokio::test]
async fn a_group_that_moves_while_the_disk_is_full_is_found_again() {
    let (group, supergroup) = (Chat::Group(-77), Chat::Group(-1_001_000_000_077));
    let mut play = Play::start().await;
    play.begin(group, "/play russian @boris_plays white").await;
    fill_up(play.program());
    play.telegram.migrate(group.id(), supergroup.id());
    play.telegram.say(ANNA, supergroup, "c3-d4");
    play.until_said(TOLD).await;
    play.program().limit(None);
    play.board_after(supergroup, 0, "c3-d4").await;
    play.telegram.all_confirmed().await;
    play.goes_on_after_a_restart(supergroup, "russian", ["c3-d4", "b6-a5"]).await;
}

#[tokio::test]
async fn a_game_in_discord_outlives_a_full_disk() {
    let discord = Discord::start().await;
    let folder = tempfile::tempdir().expect("a folder");
    let process = Process::start_after("true", folder.path(), &discord.settings());
    discord.ready().await;
    let anna = Person::new(1, "anna", "Anna", "en-US");
    let channel = discord.direct(&anna);
    let mut follower = Follower::new(&discord, "reversi", &channel).seen_by(0);
    let options = [("game", "reversi"), ("level", "1"), ("side", "black")];
    discord.command(&anna, &channel, "play", &options);
    follower.shows(&discord).await;
    for turn in 0..3 {
        let ply = follower.table.legal()[0].clone();
        let before = told(&process);
        fill_up(&process);
        // Discord tells nothing twice: what cannot be stored is kept in mind until it can.
        let id = discord.command(&anna, &channel, "move", &[("move", &ply)]);
        // Whoever waits is told within Discord's three seconds that it will take longer.
        let deferred = |inner: &support::discord::Inner| {
            (inner.interaction(&id)?.answer == Answer::Deferred(5)).then_some(())
        };
        discord.wait("it asks for patience", deferred).await;
        until_told_again(&process, before).await;
        process.limit(None);
        let board = follower.shows_ply(&discord, &ply).await;
        assert!(!discord.answer(&id).await.content.is_empty(), "turn {turn}: {}", board.content);
        follower.answered(&discord).await;
    }
    discord.assert_clean();
    let (status, said) = process.stop().await;
    assert!(status.success() && !said.contains("panicked"), "{said}");
}

#[tokio::test]
async fn a_start_on_a_full_disk_says_so_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let web = [("TAVLEI_WEB", "127.0.0.1:0"), ("TAVLEI_LOG", "error,sled=off")];
    let (status, said) = Process::start_after("ulimit -f 0", folder.path(), &web).ended().await;
    assert_eq!(status.code(), Some(1), "{said}");
    assert_eq!(said.trim_end().lines().count(), 1, "{said}");
    assert!(said.starts_with("tavlei: ") && said.contains(TOLD), "{said}");
    // Nothing that was begun is in the way once there is room.
    let (process, _page) = Page::start(folder.path()).await;
    process.stop().await;
}
