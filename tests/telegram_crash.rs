//! `kill -9` in the middle of games in Telegram: no ply is lost, none is played twice, every reply arrives.

mod support;

use std::time::Duration;

use support::telegram::{ANNA, BORIS, Chat, Fault};
use support::telegram_play::{Play, drawn, last_plies, player, recorded};

const CLUB: Chat = Chat::Group(-1_001_000_000_001);

/// Every ply: handed over, then killed at once or a moment later, and started again.
#[tokio::test]
async fn a_game_survives_being_killed_at_every_ply() {
    let mut play = Play::start().await;
    play.begin(CLUB, "/play russian @boris_plays white").await;
    let (mut plies, _) = recorded(0, 20);
    plies.truncate(20);
    let mut board = None;
    for (index, ply) in plies.iter().enumerate() {
        let before = play.telegram.seq();
        play.telegram.say(player(index), CLUB, ply);
        let update = play.telegram.newest_update();
        play.telegram
            .until("the ply to be handed over", |w| w.handed_over.contains(&update).then_some(()))
            .await;
        // Before it is stored, between storing and sending, after sending: whatever the moment happens to be.
        tokio::time::sleep(Duration::from_millis(4 * index as u64)).await;
        play.restart().await;
        board = Some(play.board_after(CLUB, before, ply).await);
    }
    let board = board.expect("a board");
    assert_eq!(board.photo.as_deref(), Some(&drawn("russian", &plies)[..]), "every ply once, in order");
    // And the last process is there too.
    play.telegram.say(ANNA, CLUB, "/help");
    play.telegram.text(CLUB, board.seq, "/resign").await;
    play.telegram.all_confirmed().await;
    play.stop().await;
}

#[tokio::test]
async fn two_games_in_one_chat_survive_being_killed() {
    let mut play = Play::start().await;
    let mut boards = [
        play.begin(CLUB, "/play russian @boris_plays white").await,
        play.begin(CLUB, "/play reversi @boris_plays black").await,
    ];
    let scripts = [["c3-d4", "b6-a5", "d2-c3", "c7-b6"], ["f5", "f6", "e6", "f4"]];
    for round in 0..4 {
        for (game, script) in scripts.iter().enumerate() {
            let ply = script[round];
            let before = play.telegram.seq();
            // What is a ply in one of them only needs no picture to be answered.
            if round % 2 == 0 {
                play.telegram.say(player(round), CLUB, ply);
            } else {
                play.telegram.reply(player(round), &boards[game], ply);
            }
            if round == 2 {
                play.restart().await;
            }
            boards[game] = play.board_after(CLUB, before, ply).await;
        }
    }
    for ((game, board), script) in ["russian", "reversi"].iter().zip(&boards).zip(scripts) {
        assert_eq!(board.photo.as_deref(), Some(&drawn(game, &script.map(str::to_owned))[..]), "{game}");
    }
    play.stop().await;
}

#[tokio::test]
async fn what_was_stored_and_not_sent_is_sent_after_the_restart() {
    let mut play = Play::start().await;
    play.begin(CLUB, "/play russian @boris_plays white").await;
    let before = play.telegram.seq();
    let boards = play.telegram.calls("sendPhoto");
    play.telegram.hold("sendPhoto");
    play.telegram.say(ANNA, CLUB, "c3-d4");
    // The reply is on its way, so the ply is stored.
    play.telegram.until_called("sendPhoto", boards + 1).await;
    play.kill().await;
    let sent = play.telegram.look(|w| w.shown[before..].iter().filter(|p| !p.edited).count());
    assert_eq!(sent, 0, "nothing has been sent");
    play.telegram.release("sendPhoto");
    play.launch();
    play.board_after(CLUB, before, "c3-d4").await;
    let board = play.type_ply(BORIS, CLUB, "b6-a5").await;
    let plies = ["c3-d4", "b6-a5"].map(str::to_owned);
    assert_eq!(board.photo.as_deref(), Some(&drawn("russian", &plies)[..]));
    play.stop().await;
}

#[tokio::test]
async fn what_was_sent_and_not_struck_off_may_come_twice_but_is_played_once() {
    let mut play = Play::start().await;
    play.begin(CLUB, "/play russian @boris_plays white").await;
    let before = play.telegram.seq();
    play.telegram.fail("sendPhoto", Fault::Stuck);
    play.telegram.say(ANNA, CLUB, "c3-d4");
    let first = play.board_after(CLUB, before, "c3-d4").await;
    play.restart().await;
    play.board_after(CLUB, first.seq, "c3-d4").await;
    let board = play.type_ply(BORIS, CLUB, "b6-a5").await;
    let plies = ["c3-d4", "b6-a5"].map(str::to_owned);
    assert_eq!(board.photo.as_deref(), Some(&drawn("russian", &plies)[..]));
    play.stop().await;
}

#[tokio::test]
async fn a_message_that_was_handed_over_and_not_handled_is_answered() {
    let mut play = Play::start().await;
    // Telegram hands it over, but the answer to the poll is lost on the way, and then the program dies.
    play.telegram.say(ANNA, CLUB, "/games");
    play.telegram.text(CLUB, 0, "game").await;
    play.telegram.all_confirmed().await;
    play.kill().await;
    let before = play.telegram.seq();
    play.telegram.fail("getUpdates", Fault::Stuck);
    play.telegram.say(ANNA, CLUB, "/help");
    play.launch();
    let update = play.telegram.newest_update();
    play.telegram.until("it to be handed over", |w| w.handed_over.contains(&update).then_some(())).await;
    play.restart().await;
    play.telegram.text(CLUB, before, "/resign").await;
    play.telegram.all_confirmed().await;
    play.stop().await;
}

#[tokio::test]
async fn a_press_is_answered_after_a_restart() {
    let mut play = Play::start().await;
    let board = play.begin(CLUB, "/play reversi @boris_plays black").await;
    play.telegram.hold("answerCallbackQuery");
    let ply = board.labels()[0].to_owned();
    let answered = play.telegram.calls("answerCallbackQuery");
    let press = play.telegram.press(ANNA, &board, &ply);
    play.telegram.until_called("answerCallbackQuery", answered + 1).await;
    play.kill().await;
    play.telegram.release("answerCallbackQuery");
    play.launch();
    play.telegram.answer(&press).await;
    play.telegram
        .shown(CLUB, board.seq, "the board", |p| p.photo.is_some() && last_plies(p).contains(&ply))
        .await;
    play.stop().await;
}

#[tokio::test]
async fn the_bot_goes_on_thinking_after_a_restart() {
    let mut play = Play::start().await;
    let home = Chat::Private(ANNA);
    play.telegram.say(ANNA, home, "/play russian bot 4 white");
    play.telegram.shown(home, 0, "the first board", |p| p.photo.is_some()).await;
    let mut seen = play.telegram.seq();
    let mut mine = "c3-d4".to_owned();
    for _ in 0..3 {
        play.telegram.say(ANNA, home, &mine);
        let board = play.board_after(home, seen, &mine).await;
        // It is thinking, or has just finished.
        play.restart().await;
        let answer = play
            .telegram
            .shown(home, board.seq - 1, "the bot's answer", |p| {
                p.photo.is_some() && p.text.contains("to move: Anna")
            })
            .await;
        seen = play.telegram.seq().max(answer.seq);
        mine = answer
            .labels()
            .iter()
            .find(|label| !label.ends_with('…'))
            .map_or_else(String::new, |l| (*l).to_owned());
        if mine.is_empty() {
            play.telegram.say(ANNA, home, "/moves");
            let list = play.telegram.text(home, seen, "legal move").await;
            mine = support::telegram_play::codes(&list)[0].clone();
            seen = list.seq;
        }
    }
    play.stop().await;
}

#[tokio::test]
async fn an_update_that_comes_again_is_played_once() {
    let mut play = Play::start().await;
    play.begin(CLUB, "/play russian @boris_plays white").await;
    play.telegram.hold("getUpdates");
    play.telegram.say(ANNA, CLUB, "c3-d4");
    play.telegram.repeat_last();
    play.telegram.release("getUpdates");
    let board = play.board_after(CLUB, 0, "c3-d4").await;
    play.telegram.all_confirmed().await;
    // Ended in peace, so that no reply has to be sent again.
    play.stop().await;
    play.launch();
    // Once more, to another process, after it was confirmed.
    play.telegram.repeat_last();
    let next = play.type_ply(BORIS, CLUB, "b6-a5").await;
    let boards = play
        .telegram
        .look(|w| w.shown[board.seq..next.seq].iter().filter(|p| p.photo.is_some() && !p.edited).count());
    assert_eq!(boards, 1, "no second answer to the same ply");
    let plies = ["c3-d4", "b6-a5"].map(str::to_owned);
    assert_eq!(next.photo.as_deref(), Some(&drawn("russian", &plies)[..]));
    play.stop().await;
}
