//! What goes wrong in Telegram: floods, broken connections, lost chats, hostile people, wrong settings.

mod support;

use serde_json::json;
use support::process::Process;
use support::telegram::{ANNA, BORIS, Chat, Fault, Posted, STRANGER, Telegram, User};
use support::telegram_play::{Play, check_output, drawn};

const CLUB: Chat = Chat::Group(-1_001_000_000_001);
const OTHER: Chat = Chat::Group(-1_001_000_000_002);

#[tokio::test]
async fn a_flood_limit_is_obeyed_and_the_order_kept() {
    let mut play = Play::start().await;
    let telegram = &play.telegram;
    play.begin(CLUB, "/play russian @boris_plays white").await;
    let before = telegram.seq();
    telegram.fail_in(CLUB.id(), Fault::Flood(2));
    let plies = ["c3-d4", "b6-a5", "d2-c3", "c7-b6"];
    for (index, ply) in plies.iter().enumerate() {
        telegram.say(if index % 2 == 0 { ANNA } else { BORIS }, CLUB, ply);
    }
    play.board_after(CLUB, before, "c7-b6").await;
    let shown = telegram.look(|w| {
        w.shown[before..].iter().filter(|p| p.photo.is_some() && !p.edited).cloned().collect::<Vec<_>>()
    });
    assert_eq!(shown.len(), 4);
    for (board, ply) in shown.iter().zip(plies) {
        assert!(board.text.contains(ply), "{} is not {ply}", board.text);
    }
    let plies = plies.map(str::to_owned);
    assert_eq!(shown[3].photo.as_deref(), Some(&drawn("russian", &plies)[..]));
    play.stop().await;
}

#[tokio::test]
async fn a_chat_that_has_to_wait_does_not_hold_up_another() {
    let mut play = Play::start().await;
    let telegram = &play.telegram;
    telegram.hold("sendPhoto");
    telegram.say(ANNA, CLUB, "/rules reversi");
    telegram.until_called("sendPhoto", 1).await;
    telegram.say(BORIS, OTHER, "/help");
    telegram.text(OTHER, 0, "/resign").await;
    telegram.release("sendPhoto");
    telegram.shown(CLUB, 0, "the rules", |p| p.photo.is_some()).await;
    play.stop().await;
}

#[tokio::test]
async fn requests_that_fail_are_made_again() {
    // Whatever the libraries may say of them, the token must not be in it.
    let mut play = Play::with(&[("TAVLEI_LOG", "trace")]).await;
    let telegram = &play.telegram;
    play.begin(CLUB, "/play russian @boris_plays white").await;
    for (index, (ply, fault)) in [
        ("c3-d4", Fault::BadGateway),
        ("b6-a5", Fault::Internal),
        ("d2-c3", Fault::Lost),
        ("c7-b6", Fault::Flood(1)),
        ("e1-d2", Fault::LostAfter),
    ]
    .into_iter()
    .enumerate()
    {
        telegram.fail("sendPhoto", fault.clone());
        telegram.fail("getUpdates", fault);
        telegram.fail("editMessageReplyMarkup", Fault::LostAfter);
        play.type_ply(if index % 2 == 0 { ANNA } else { BORIS }, CLUB, ply).await;
    }
    telegram.all_confirmed().await;
    play.stop().await;
}

#[tokio::test]
async fn an_api_that_is_down_at_the_start_is_waited_for() {
    let mut play = Play::prepare(&[]).await;
    for fault in [Fault::BadGateway, Fault::Lost, Fault::Flood(1)] {
        play.telegram.fail("getMe", fault);
    }
    play.telegram.fail("setMyCommands", Fault::Flood(1));
    play.telegram.fail("setMyCommands", Fault::Internal);
    play.launch();
    play.telegram.say(ANNA, CLUB, "/help");
    play.telegram.text(CLUB, 0, "/resign").await;
    play.telegram.until("the menus", |world| (world.menus.len() == 3).then_some(())).await;
    play.stop().await;
}

#[tokio::test]
async fn a_chat_that_throws_the_bot_out_is_given_up() {
    let mut play = Play::start().await;
    let telegram = &play.telegram;
    play.begin(CLUB, "/play russian @boris_plays white").await;
    telegram.throw_out(CLUB.id());
    telegram.say(ANNA, CLUB, "c3-d4");
    telegram.all_confirmed().await;
    telegram.say(BORIS, OTHER, "/help");
    telegram.text(OTHER, 0, "/resign").await;
    // Back again, the game goes on: the ply that nobody was told of was played.
    telegram.set(|world| world.let_in(CLUB.id()));
    let board = play.type_ply(BORIS, CLUB, "b6-a5").await;
    let plies = ["c3-d4", "b6-a5"].map(str::to_owned);
    assert_eq!(board.photo.as_deref(), Some(&drawn("russian", &plies)[..]));
    play.stop().await;
}

#[tokio::test]
async fn a_board_that_was_deleted_is_shown_anew() {
    let mut play = Play::start().await;
    let telegram = &play.telegram;
    let board = play.begin(CLUB, "/play russian @boris_plays white").await;
    telegram.say(ANNA, CLUB, "/flip");
    let turned = telegram
        .shown(CLUB, board.seq, "the board turned round", |p| p.photo != board.photo && p.photo.is_some())
        .await;
    telegram.delete(&turned);
    telegram.delete(&board);
    telegram.say(ANNA, CLUB, "/flip");
    let anew = telegram.shown(CLUB, turned.seq, "the board anew", |p| p.photo == board.photo).await;
    assert!(!anew.edited);
    play.type_ply(ANNA, CLUB, "c3-d4").await;
    play.stop().await;
}

#[tokio::test]
async fn a_group_without_pictures_gets_the_board_in_words() {
    let mut play = Play::start().await;
    let telegram = &play.telegram;
    let board = play.begin(CLUB, "/play russian @boris_plays white").await;
    telegram
        .fail("sendPhoto", Fault::Refused(400, "Bad Request: not enough rights to send photos to the chat"));
    telegram.say(ANNA, CLUB, "c3-d4");
    let words = telegram.text(CLUB, board.seq, "c3-d4").await;
    assert!(words.photo.is_none() && !words.buttons.is_empty(), "{words:?}");
    assert!(words.text.contains("a1") && words.text.contains("White"), "{}", words.text);
    play.stop().await;
}

#[tokio::test]
async fn a_picture_that_is_refused_is_tried_once_more_and_then_put_in_words() {
    let mut play = Play::start().await;
    let telegram = &play.telegram;
    let refused = |method: &'static str, times: usize| {
        for _ in 0..times {
            telegram.fail(method, Fault::Refused(400, "Bad Request: IMAGE_PROCESS_FAILED"));
        }
    };
    let board = play.begin(CLUB, "/play russian @boris_plays white").await;
    refused("sendPhoto", 1);
    let board = {
        telegram.say(ANNA, CLUB, "c3-d4");
        telegram.shown(CLUB, board.seq, "the board", |p| p.photo.is_some() && p.text.contains("c3-d4")).await
    };
    refused("sendPhoto", 2);
    telegram.say(BORIS, CLUB, "b6-a5");
    // An older one that has lost its buttons is another.
    let in_words = |p: &Posted| p.photo.is_none() && p.text.contains("b6-a5") && !p.buttons.is_empty();
    let words = telegram.shown(CLUB, board.seq, "the board in words", in_words).await;
    assert!(!words.buttons.is_empty(), "{words:?}");
    assert!(words.text.contains("a1") && words.text.contains("White"), "{}", words.text);
    play.stop().await;
}

#[tokio::test]
async fn a_board_does_not_wait_until_old_buttons_are_taken_away() {
    let mut play = Play::start().await;
    let telegram = &play.telegram;
    let board = play.begin(CLUB, "/play reversi @boris_plays black").await;
    let strips = telegram.calls("editMessageReplyMarkup");
    telegram.hold("editMessageReplyMarkup");
    let ply = board.labels()[0].to_owned();
    telegram.say(ANNA, CLUB, &ply);
    telegram.shown(CLUB, board.seq, "the next board", |p| p.photo.is_some() && p.text.contains(&ply)).await;
    telegram.until_called("editMessageReplyMarkup", strips + 1).await;
    telegram.release("editMessageReplyMarkup");
    telegram
        .until("the old buttons to go", |world| {
            let old = world.shown.iter().rev().find(|posted| posted.id == board.id)?;
            old.buttons.is_empty().then_some(())
        })
        .await;
    play.stop().await;
}

#[tokio::test]
async fn what_is_only_forwarded_is_nobodys_order() {
    let mut play = Play::start().await;
    let telegram = &play.telegram;
    play.begin(CLUB, "/play russian @boris_plays white").await;
    let origin =
        json!({"type": "user", "date": 1, "sender_user": {"id": 7, "is_bot": false, "first_name": "X"}});
    telegram.write(ANNA, CLUB, "c3-d4", json!({"forward_origin": origin}));
    let board = play.type_ply(ANNA, CLUB, "g3-h4").await;
    assert_eq!(board.photo.as_deref(), Some(&drawn("russian", &["g3-h4".to_owned()])[..]));
    play.stop().await;
}

#[tokio::test]
async fn a_press_that_telegram_has_forgotten_does_no_harm() {
    let mut play = Play::start().await;
    let telegram = &play.telegram;
    let board = play.begin(CLUB, "/play reversi @boris_plays black").await;
    telegram.hold("answerCallbackQuery");
    let ply = board.labels()[0].to_owned();
    let press = telegram.press(ANNA, &board, &ply);
    telegram.set(|world| world.presses.remove(&press));
    telegram.release("answerCallbackQuery");
    let next =
        telegram.shown(CLUB, board.seq, "the board", |p| p.photo.is_some() && p.text.contains(&ply)).await;
    let reply = next.labels()[0].to_owned();
    let press = telegram.press(BORIS, &next, &reply);
    telegram.answer(&press).await;
    play.stop().await;
}

#[tokio::test]
async fn a_message_of_a_hundred_thousand_characters_is_borne() {
    let mut play = Play::start().await;
    let telegram = &play.telegram;
    play.begin(CLUB, "/play russian @boris_plays white").await;
    let before = telegram.seq();
    let long = "c3-d4 ".repeat(100_000 / 6);
    telegram.say(ANNA, CLUB, &long);
    telegram.say(ANNA, CLUB, &"🎲".repeat(100_000));
    telegram.say(ANNA, CLUB, &format!("/play {}", "x".repeat(100_000)));
    let refusal = telegram.shown(CLUB, before, "an answer to the command", |_| true).await;
    assert!(refusal.text.chars().count() < 1_000, "{}", refusal.text);
    telegram.say(ANNA, Chat::Private(ANNA), &long);
    telegram.text(Chat::Private(ANNA), before, "/help").await;
    let board = play.type_ply(ANNA, CLUB, "c3-d4").await;
    assert_eq!(board.photo.as_deref(), Some(&drawn("russian", &["c3-d4".to_owned()])[..]));
    play.stop().await;
}

#[tokio::test]
async fn hostile_names_stay_names() {
    const EVIL: User = User {
        id: 2001,
        name: "<b>*_`[x](tg://user?id=1)</b> \u{202e}\u{2066}evil\u{200f} @durov https://evil.example /help #x\n\n👑",
        handle: Some("evil_plays"),
        language: "en",
    };
    const ARAB: User =
        User {
            id: 2002, name: "\u{202e}عربي\u{202c} \u{2067}x", handle: Some("arab_plays"), language: "en"
        };
    let mut play = Play::start().await;
    let telegram = &play.telegram;
    telegram.say(EVIL, CLUB, "/play russian @arab_plays white");
    let challenge = telegram.shown(CLUB, 0, "a challenge", |p| p.labels().contains(&"Accept")).await;
    let press = telegram.press(ARAB, &challenge, "Accept");
    telegram.answer(&press).await;
    let board = telegram.shown(CLUB, challenge.seq, "a board", |p| p.photo.is_some()).await;
    for posted in [&challenge, &board] {
        assert!(posted.text.contains("<b>*_`[x]"), "markup is shown as it is: {}", posted.text);
        for lure in ["@durov", "evil.example", "//", "/help", "#x", "\u{202e}", "\u{2066}", "\u{200f}"] {
            assert!(!posted.text.contains(lure), "{lure:?} in {:?}", posted.text);
        }
    }
    let next = play.type_ply(EVIL, CLUB, "c3-d4").await;
    assert_eq!(next.pings().first(), Some(&ARAB.id), "{:?}", next.entities);
    assert!(next.pings().iter().all(|user| *user == ARAB.id), "{:?}", next.entities);
    play.stop().await;
}

#[tokio::test]
async fn a_group_that_becomes_a_supergroup_keeps_its_game() {
    let (group, supergroup) = (Chat::Group(-77), Chat::Group(-1_001_000_000_077));
    let mut play = Play::start().await;
    play.begin(group, "/play russian @boris_plays white").await;
    play.telegram.migrate(group.id(), supergroup.id());
    play.type_ply(ANNA, supergroup, "c3-d4").await;
    // It is remembered: Telegram tells it once.
    play.goes_on_after_a_restart(supergroup, "russian", ["c3-d4", "b6-a5"]).await;
}

#[tokio::test]
async fn a_move_that_only_a_refusal_tells_is_followed() {
    let (group, supergroup) = (Chat::Group(-78), Chat::Group(-1_001_000_000_078));
    let mut play = Play::start().await;
    play.begin(group, "/play russian @boris_plays white").await;
    play.telegram.set(|world| world.move_silently(group.id(), supergroup.id()));
    play.telegram.say(ANNA, group, "c3-d4");
    play.board_after(supergroup, 0, "c3-d4").await;
    play.type_ply(BORIS, supergroup, "b6-a5").await;
    play.stop().await;
}

#[tokio::test]
async fn an_update_that_cannot_be_read_holds_nothing_up() {
    let mut play = Play::start().await;
    let telegram = &play.telegram;
    telegram.queue("hologram", json!({"shines": true}));
    telegram.queue("message", json!("nonsense"));
    telegram.queue("callback_query", json!({"id": "1"}));
    telegram.write(
        ANNA,
        CLUB,
        "/help now",
        json!({"entities": [{"type": "date_time", "offset": 6, "length": 3,
        "unix_time": 1_790_000_000}]}),
    );
    telegram.text(CLUB, 0, "/resign").await;
    telegram.all_confirmed().await;
    play.stop().await;
}

#[tokio::test]
async fn a_wrong_token_is_said_plainly() {
    let telegram = Telegram::start().await;
    for token in ["123456789:AAWrongWrongWrongWrongWrongWrongWro", "nonsense", "with blanks / and ? signs"] {
        let folder = tempfile::tempdir().expect("a folder");
        let settings =
            [("TELEGRAM_TOKEN", token), ("TELEGRAM_API_URL", &telegram.url), ("TAVLEI_LOG", "error")];
        let (status, said) = Process::start(folder.path(), &settings).ended().await;
        assert_eq!(status.code(), Some(1), "{said}");
        assert_eq!(said.lines().count(), 1, "one line: {said}");
        assert!(said.contains("TELEGRAM_TOKEN") && said.contains("BotFather"), "{said}");
        assert!(!said.contains(token), "{said}");
    }
}

#[tokio::test]
async fn a_wrong_address_is_said_plainly() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = [("TELEGRAM_TOKEN", "1:x"), ("TELEGRAM_API_URL", "telegram"), ("TAVLEI_LOG", "error")];
    let (status, said) = Process::start(folder.path(), &settings).ended().await;
    assert_eq!(status.code(), Some(1), "{said}");
    assert!(said.lines().count() == 1 && said.contains("TELEGRAM_API_URL"), "{said}");
}

#[tokio::test]
async fn a_token_that_is_taken_back_ends_the_program() {
    let mut play = Play::start().await;
    play.telegram.say(ANNA, CLUB, "/help");
    play.telegram.text(CLUB, 0, "/resign").await;
    play.telegram.fail("getUpdates", Fault::Refused(401, "Unauthorized"));
    play.telegram.say(ANNA, CLUB, "/help");
    let (status, said) = play.ended().await;
    assert_eq!(status.code(), Some(1), "{said}");
    assert!(said.contains("TELEGRAM_TOKEN"), "{said}");
}

#[tokio::test]
async fn a_second_program_with_the_same_token_is_reported() {
    let mut play = Play::start().await;
    let telegram = &play.telegram;
    telegram.say(ANNA, CLUB, "/help");
    let help = telegram.text(CLUB, 0, "/resign").await;
    let second = tempfile::tempdir().expect("a folder");
    let second = Process::start(second.path(), &telegram.settings());
    play.until_said("another program uses the same Telegram token").await;
    check_output(&second.kill().await);
    telegram.say(STRANGER, CLUB, "/games");
    telegram.shown(CLUB, help.seq, "an answer", |_| true).await;
    play.stop().await;
}

#[tokio::test]
async fn a_webhook_of_earlier_days_is_undone() {
    let mut play = Play::prepare(&[]).await;
    play.telegram.set(|world| world.webhook = true);
    play.launch();
    play.telegram.say(ANNA, CLUB, "/help");
    play.telegram.text(CLUB, 0, "/resign").await;
    play.stop().await;
}
