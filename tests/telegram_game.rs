//! Whole games in Telegram: the real binary, and a stand-in for the Bot API.

mod support;

use serde_json::json;
use support::telegram::{ANNA, BORIS, Chat, HANDLE, Posted, STRANGER};
use support::telegram_play::{Play, codes, drawn, last_plies, player, recorded};

const CLUB: Chat = Chat::Group(-1_001_000_000_001);
const OTHER: Chat = Chat::Group(-1_001_000_000_002);

#[tokio::test]
async fn a_recorded_game_is_typed_by_two_people_in_a_group() {
    let mut play = Play::start().await;
    let (plies, result) = recorded(7, 60);
    assert_eq!(result, "0-1", "the record ends when White gives up");

    let killed_at = plies.len() / 2;
    let mut board = play.begin(CLUB, "/play russian @boris_plays white").await;
    assert!(board.text.contains("Anna") && board.text.contains("Boris"), "{}", board.text);
    for (index, ply) in plies.iter().enumerate() {
        let who = player(index);
        let before = play.telegram.seq();
        // Now plainly, now as a reply to the picture, now to the bot by name.
        match index % 3 {
            0 => play.telegram.say(who, CLUB, ply),
            1 => play.telegram.reply(who, &board, &ply.to_uppercase()),
            _ => play.telegram.say(who, CLUB, &format!("@{HANDLE} {}", ply.replace(':', "x"))),
        };
        if index == killed_at {
            // `kill -9` in the middle of the game, and in the middle of a ply.
            play.restart().await;
        }
        let next = play.board_after(CLUB, before, ply).await;
        assert_ne!(next.id, board.id, "a ply is answered by a new message");
        assert!(next.text.contains("Russian draughts"), "{}", next.text);
        assert_eq!(next.pings(), vec![player(index + 1).id; next.pings().len()], "{}", next.text);
        assert!(!next.silent && !next.pings().is_empty(), "whoever is to act is to notice");
        // What was sent just before or after the program died may come twice.
        if [killed_at, killed_at + 1].contains(&index) {
            play.telegram.last_stripped(&board).await;
        } else {
            play.telegram.stripped(&board).await;
        }
        board = next;
    }
    assert_eq!(board.photo.as_deref(), Some(&drawn("russian", &plies)[..]), "the position of the record");

    let telegram = &play.telegram;
    telegram.say(ANNA, CLUB, "/resign");
    let sure = telegram.shown(CLUB, board.seq, "a question", |p| p.labels().contains(&"Yes, give up")).await;
    let press = telegram.press(ANNA, &sure, "Yes, give up");
    telegram.answer(&press).await;
    let end = telegram.text(CLUB, sure.seq, "Black wins").await;
    assert!(end.text.contains("Boris"), "{}", end.text);
    telegram.all_confirmed().await;
    play.stop().await;
}

#[tokio::test]
async fn a_person_plays_the_bot_in_private_to_the_end() {
    let mut play = Play::start().await;
    let home = Chat::Private(ANNA);
    play.telegram.say(ANNA, home, "/play reversi bot 1");
    let (mut seen, mut last, mut typed, mut killed) = (0, 0, 0, false);
    let end = loop {
        let telegram = &play.telegram;
        let board = telegram
            .shown(home, seen, "a board to act on, or the end", |p| {
                p.id > last
                    && p.photo.is_some()
                    && (p.text.contains("to move: Anna") || p.labels().contains(&"Play again"))
            })
            .await;
        board.picture_size();
        (seen, last) = (board.seq, board.id);
        if board.labels().contains(&"Play again") {
            break board;
        }
        // The legal plies, as the bot lists them, and one of them typed.
        telegram.say(ANNA, home, "/moves");
        let list = telegram.shown(home, seen, "the legal plies", |p| p.text.contains("legal move")).await;
        let plies = codes(&list);
        telegram.say(ANNA, home, &plies[typed % plies.len()]);
        typed += 1;
        seen = list.seq;
        if typed == 6 {
            // `kill -9` before, while or after it is stored, thought about and answered.
            killed = true;
            play.restart().await;
        }
    };
    assert!(killed && typed > 6, "{typed} plies");
    assert!(end.text.contains("win") || end.text.contains("draw"), "{}", end.text);
    play.stop().await;
}

#[tokio::test]
async fn a_tap_changes_the_picture_in_place_when_nobody_else_has_to_notice() {
    let mut play = Play::start().await;
    let telegram = &play.telegram;
    let home = Chat::Private(ANNA);
    telegram.say(ANNA, home, "/play reversi bot 1");
    let mut board = telegram.shown(home, 0, "the first board", |p| p.labels().contains(&"d3")).await;
    for _ in 0..4 {
        let ply = board.labels()[0].to_owned();
        let press = telegram.press(ANNA, &board, &ply);
        let mine = telegram
            .shown(home, board.seq, "the board after the tap", |p| {
                p.photo.is_some() && last_plies(p) == [&*ply]
            })
            .await;
        assert!(mine.edited && mine.id == board.id, "no new message for a ply of one's own");
        assert_ne!(mine.photo, board.photo, "the picture is another");
        assert!(mine.labels().is_empty(), "the bot is to act: {:?}", mine.labels());
        telegram.answer(&press).await;
        board = telegram
            .shown(home, mine.seq, "the bot's answer", |p| {
                p.photo.is_some() && p.text.contains("to move: Anna") && !p.labels().is_empty()
            })
            .await;
    }
    play.stop().await;
}

#[tokio::test]
async fn plies_are_chosen_by_tapping() {
    let mut play = Play::start().await;
    let telegram = &play.telegram;
    let mut board = play.begin(CLUB, "/play russian @boris_plays white").await;
    for index in 0..12 {
        let who = player(index);
        // The first group that there is, then the first ply in it.
        let label = board.labels()[0].to_owned();
        let mut choice = board.clone();
        if label.ends_with('…') {
            let square = label.trim_end_matches('…').trim().to_owned();
            let press = telegram.press(who, &board, &label);
            choice = telegram
                .shown(CLUB, board.seq, "the plies of a group", |p| {
                    p.edited
                        && p.id == board.id
                        && p.labels().iter().any(|l| l.starts_with(&square) && !l.ends_with('…'))
                })
                .await;
            assert_eq!(choice.text, board.text, "only the buttons change");
            telegram.answer(&press).await;
        }
        let ply = choice.labels()[0].to_owned();
        let press = telegram.press(who, &choice, &ply);
        telegram.answer(&press).await;
        let next = telegram
            .shown(CLUB, choice.seq, "the board after a tap", |p| {
                p.photo.is_some() && last_plies(p).contains(&ply)
            })
            .await;
        assert!(!next.edited && !next.silent && next.id != choice.id, "the other is to notice it");
        telegram.stripped(&choice).await;
        board = next;
        board.picture_size();
    }
    let all_once = telegram.look(|world| world.presses.values().all(|press| press.answers == 1));
    assert!(all_once, "every press is answered exactly once");
    play.stop().await;
}

#[tokio::test]
async fn a_strangers_press_and_an_old_button_change_nothing() {
    let mut play = Play::start().await;
    let telegram = &play.telegram;
    let first = play.begin(CLUB, "/play reversi @boris_plays black").await;
    let ply = first.labels()[0].to_owned();
    let payload = first.payload(&ply).expect("a payload").to_owned();

    let press = telegram.press(STRANGER, &first, &ply);
    assert_eq!(telegram.answer(&press).await.as_deref(), Some("You do not play in this game."));
    let press = telegram.press(BORIS, &first, &ply);
    assert_eq!(telegram.answer(&press).await.as_deref(), Some("It is not your turn."));

    let press = telegram.press(ANNA, &first, &ply);
    telegram.answer(&press).await;
    let second = telegram
        .shown(CLUB, first.seq, "the next board", |p| p.photo.is_some() && p.text.contains(&ply))
        .await;
    telegram.stripped(&first).await;
    let seq = telegram.seq();
    // The person's program still shows the button for a while.
    let press = telegram.press_payload(ANNA, &first, &payload);
    let note = telegram.answer(&press).await.expect("a note");
    assert!(note.contains("older position"), "{note}");
    let press = telegram.press_payload(ANNA, &second, "no such thing");
    assert!(telegram.answer(&press).await.is_some());
    // From last week: Telegram tells no more of such a message than where it was.
    let chat = json!({"id": CLUB.id(), "type": "supergroup", "title": "Board games"});
    let press =
        telegram.press_under(ANNA, json!({"message_id": first.id, "date": 0, "chat": chat}), &payload);
    let note = telegram.answer(&press).await.expect("a note");
    assert!(note.contains("older position"), "{note}");
    assert_eq!(telegram.seq(), seq, "nothing has been shown");
    play.stop().await;
}

#[tokio::test]
async fn two_games_at_once_in_one_chat_are_kept_apart() {
    let mut play = Play::start().await;
    let telegram = &play.telegram;
    let draughts = play.begin(CLUB, "/play russian @boris_plays white").await;
    let reversi = play.begin(CLUB, "/play reversi @boris_plays black").await;
    assert_ne!(draughts.id, reversi.id);

    // What is a ply in one game only is played there.
    let draughts = play.type_ply(ANNA, CLUB, "c3-d4").await;
    assert!(draughts.text.contains("Russian draughts"), "{}", draughts.text);
    let reversi = play.type_ply(ANNA, CLUB, "f5").await;
    assert!(reversi.text.contains("Reversi"), "{}", reversi.text);

    // Boris is to act in both: the picture that he answers says in which.
    let before = telegram.seq();
    telegram.reply(BORIS, &draughts, "b6-a5");
    let draughts = play.board_after(CLUB, before, "b6-a5").await;
    assert!(draughts.text.contains("Russian draughts"), "{}", draughts.text);
    let before = telegram.seq();
    telegram.reply(BORIS, &reversi, "f6");
    let reversi = play.board_after(CLUB, before, "f6").await;
    assert!(reversi.text.contains("Reversi"), "{}", reversi.text);

    // The same game twice: what is a ply in both is asked about, and one tap settles it.
    let other = play.begin(CLUB, "/play russian @boris_plays white").await;
    telegram.say(ANNA, CLUB, "g3-h4");
    let question = telegram.text(CLUB, other.seq, "Which one").await;
    assert_eq!(question.labels().len(), 2, "{:?}", question.labels());
    let press = telegram.press(ANNA, &question, question.labels()[0]);
    telegram.answer(&press).await;
    play.board_after(CLUB, question.seq, "g3-h4").await;
    play.stop().await;
}

#[tokio::test]
async fn a_friend_without_a_handle_is_challenged_by_name() {
    let mut play = Play::start().await;
    let telegram = &play.telegram;
    let name = json!({"type": "text_mention", "offset": 14, "length": 8,
        "user": {"id": STRANGER.id, "is_bot": false, "first_name": STRANGER.name}});
    telegram.write(ANNA, CLUB, "/play russian Stranger white", json!({ "entities": [name] }));
    let challenge = telegram.shown(CLUB, 0, "a challenge", |p| p.labels().contains(&"Accept")).await;
    assert_eq!(challenge.pings(), [STRANGER.id], "{}", challenge.text);
    let press = telegram.press(BORIS, &challenge, "Accept");
    assert_eq!(telegram.answer(&press).await.as_deref(), Some("This challenge is for somebody else."));
    let press = telegram.press(STRANGER, &challenge, "Accept");
    telegram.answer(&press).await;
    let board = telegram.shown(CLUB, challenge.seq, "a board", |p| p.photo.is_some()).await;
    assert!(board.text.contains("Stranger"), "{}", board.text);
    play.type_ply(ANNA, CLUB, "c3-d4").await;
    play.type_ply(STRANGER, CLUB, "b6-a5").await;
    play.stop().await;
}

#[tokio::test]
async fn topics_of_a_forum_are_chats_of_their_own() {
    let mut play = Play::start().await;
    let telegram = &play.telegram;
    let (one, two) = (Chat::Topic(-1_001_000_000_002, 5), Chat::Topic(-1_001_000_000_002, 9));
    let general = Chat::Group(-1_001_000_000_002);
    play.begin(one, "/play russian @boris_plays white").await;
    play.begin(two, "/play russian @boris_plays black").await;
    let board = play.type_ply(ANNA, one, "c3-d4").await;
    assert_eq!(board.thread, Some(5));
    let board = play.type_ply(BORIS, two, "c3-b4").await;
    assert_eq!(board.thread, Some(9));
    telegram.say(ANNA, general, "/board");
    telegram.text(general, 0, "no game in progress here").await;
    play.stop().await;
}

#[tokio::test]
async fn languages_are_chosen_by_the_person_and_for_the_chat() {
    let mut play = Play::start().await;
    let telegram = &play.telegram;
    let menus =
        telegram.until("the menus", |world| (world.menus.len() == 3).then(|| world.menus.clone())).await;
    assert_eq!(menus[""], menus["en"]);
    let names = |language: &str| menus[language].iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>();
    assert_eq!(names("en"), names("ru"));
    for name in
        ["play", "move", "board", "moves", "resign", "draw", "undo", "mygames", "lang", "theme", "flip"]
    {
        assert!(names("en").contains(&name), "{name}");
    }
    let russian = |text: &str| text.chars().any(|c| ('а'..='я').contains(&c));
    assert!(menus["ru"].iter().all(|(_, text)| russian(text)));
    assert!(!menus["en"].iter().any(|(_, text)| russian(text)));

    telegram.say(ANNA, CLUB, "/lang ru");
    let done = telegram.shown(CLUB, 0, "an answer in Russian", |p| russian(&p.text)).await;
    telegram.say(ANNA, CLUB, "/сыграть шашки @boris_plays белые");
    let challenge = telegram.shown(CLUB, done.seq, "a challenge", |p| !p.buttons.is_empty()).await;
    assert!(russian(&challenge.text), "{}", challenge.text);
    let accept = challenge.labels()[0].to_owned();
    let press = telegram.press(BORIS, &challenge, &accept);
    telegram.answer(&press).await;
    let board = telegram.shown(CLUB, challenge.seq, "a board", |p| p.photo.is_some()).await;
    assert!(
        board.text.contains("Русские шашки") && board.text.contains("Ходят белые: Anna"),
        "{}",
        board.text
    );
    // Typed on a Russian keyboard.
    let before = telegram.seq();
    telegram.say(ANNA, CLUB, "ц3-д4");
    play.board_after(CLUB, before, "c3-d4").await;

    // A person's own chat speaks the language of the person's program.
    let mut vera = STRANGER;
    vera.language = "ru";
    telegram.say(vera, Chat::Private(vera), "/start");
    telegram.shown(Chat::Private(vera), 0, "a greeting in Russian", |p| russian(&p.text)).await;
    play.stop().await;
}

#[tokio::test]
async fn only_what_is_meant_for_the_bot_is_answered_in_a_group() {
    let mut play = Play::start().await;
    let telegram = &play.telegram;
    telegram.say(ANNA, CLUB, "/help");
    let help = telegram.text(CLUB, 0, "/resign").await;
    for text in ["hello everybody", "/play@another_bot reversi", "f5", "c3-d4", "/", "@someone look"] {
        telegram.say(ANNA, CLUB, text);
    }
    let sticker = json!({"message_id": 900, "date": 1, "chat": {"id": CLUB.id(), "type": "supergroup", "title": "x"},
        "from": {"id": 1001, "is_bot": false, "first_name": "Anna"}, "sticker": {"file_id": "x"}});
    telegram.queue("message", sticker);
    let edited = json!({"message_id": 900, "date": 1, "edit_date": 2, "text": "/help",
        "chat": {"id": CLUB.id(), "type": "supergroup", "title": "x"},
        "from": {"id": 1001, "is_bot": false, "first_name": "Anna"}});
    telegram.queue("edited_message", edited);
    telegram.all_confirmed().await;
    // In private there is a hint, and for whoever calls the bot by its name; both come after all of these.
    telegram.say(ANNA, OTHER, &format!("@{HANDLE} what now?"));
    telegram.text(OTHER, help.seq, "/play reversi bot").await;
    telegram.say(ANNA, Chat::Private(ANNA), "hello");
    telegram.text(Chat::Private(ANNA), help.seq, "/play reversi bot").await;
    let said: Vec<Posted> =
        telegram.look(|w| w.shown.iter().filter(|p| p.chat == CLUB.id()).cloned().collect());
    assert_eq!(said.len(), 1, "{said:#?}");
    play.stop().await;
}

#[tokio::test]
async fn what_cannot_be_done_is_said_in_a_sentence() {
    let mut play = Play::start().await;
    let telegram = &play.telegram;
    let board = play.begin(CLUB, "/play russian @boris_plays white").await;
    let mut seen = board.seq;
    for (who, text, words) in [
        (ANNA, "/play xyzzyqwerty", "I know no game called “xyzzyqwerty”"),
        (ANNA, "/play t", "fits several games"),
        (ANNA, "c3-c5", "From c3 you can play c3-b4, c3-d4"),
        (ANNA, "a1-b2", "The piece on a1 cannot move now"),
        (BORIS, "b6-a5", "It is not your turn"),
    ] {
        telegram.say(who, CLUB, text);
        let said = telegram.text(CLUB, seen, words).await;
        assert!(said.text.starts_with(&format!("{}: ", who.name)), "{}", said.text);
        assert!(said.silent && said.pings().is_empty(), "who has just written is there already");
        assert_eq!(said.labels().is_empty(), text != "/play t", "{:?}", said.labels());
        seen = said.seq;
    }
    // One of the games that the name may mean.
    let question = telegram.look(|world| world.shown.iter().find(|p| p.text.contains("several")).cloned());
    let press = telegram.press(ANNA, &question.expect("just seen"), "Tower");
    telegram.answer(&press).await;
    telegram.text(CLUB, seen, "Whom would you like to play").await;
    play.type_ply(ANNA, CLUB, "c3-d4").await;
    play.stop().await;
}

#[tokio::test]
async fn a_challenge_is_for_the_one_who_is_asked_and_an_open_one_for_anybody_else() {
    let mut play = Play::start().await;
    let telegram = &play.telegram;
    telegram.say(ANNA, CLUB, "/play kalah @boris_plays");
    let challenge = telegram.shown(CLUB, 0, "a challenge", |p| p.labels().contains(&"Accept")).await;
    for (who, label, note) in [
        (STRANGER, "Accept", "This challenge is for somebody else."),
        (STRANGER, "Decline", "This challenge is for somebody else."),
    ] {
        let press = telegram.press(who, &challenge, label);
        assert_eq!(telegram.answer(&press).await.as_deref(), Some(note));
    }
    let accept = challenge.payload("Accept").expect("a payload").to_owned();
    let press = telegram.press(BORIS, &challenge, "Decline");
    telegram.answer(&press).await;
    telegram.text(CLUB, challenge.seq, "Boris declines.").await;
    telegram.stripped(&challenge).await;
    let press = telegram.press_payload(BORIS, &challenge, &accept);
    assert_eq!(telegram.answer(&press).await.as_deref(), Some("This challenge is no longer open."));

    let before = telegram.seq();
    telegram.say(ANNA, CLUB, "/play reversi");
    let question = telegram.shown(CLUB, before, "whom", |p| p.labels().contains(&"Anyone here")).await;
    let press = telegram.press(STRANGER, &question, "Bot: easy");
    assert_eq!(telegram.answer(&press).await.as_deref(), Some("This question is for somebody else."));
    let press = telegram.press(ANNA, &question, "Anyone here");
    telegram.answer(&press).await;
    let open =
        telegram.shown(CLUB, question.seq, "an open challenge", |p| p.labels().contains(&"Accept")).await;
    let press = telegram.press(ANNA, &open, "Accept");
    let note = telegram.answer(&press).await.expect("a note");
    assert!(note.starts_with("This is your own challenge"), "{note}");
    let press = telegram.press(STRANGER, &open, "Accept");
    telegram.answer(&press).await;
    let board = telegram.shown(CLUB, open.seq, "a board", |p| p.photo.is_some()).await;
    assert!(board.text.contains("Anna") && board.text.contains("Stranger"), "{}", board.text);
    telegram.stripped(&open).await;
    play.stop().await;
}

#[tokio::test]
async fn draws_takebacks_and_giving_up_are_asked_about_and_their_buttons_go() {
    let mut play = Play::start().await;
    let telegram = &play.telegram;
    let first = play.begin(CLUB, "/play russian @boris_plays white").await;
    let board = play.type_ply(ANNA, CLUB, "c3-d4").await;

    telegram.say(ANNA, CLUB, "/draw");
    let offer = telegram.shown(CLUB, board.seq, "an offer", |p| p.labels().contains(&"Yes, I agree")).await;
    assert_eq!(offer.pings(), [BORIS.id], "{}", offer.text);
    let press = telegram.press(STRANGER, &offer, "Yes, I agree");
    assert_eq!(telegram.answer(&press).await.as_deref(), Some("This question is for somebody else."));
    let press = telegram.press(ANNA, &offer, "Yes, I agree");
    assert_eq!(telegram.answer(&press).await.as_deref(), Some("This question is for somebody else."));
    let press = telegram.press(BORIS, &offer, "No");
    telegram.answer(&press).await;
    let declined = telegram.text(CLUB, offer.seq, "Boris declines the draw").await;
    assert!(declined.labels().is_empty(), "{:?}", declined.labels());

    telegram.say(ANNA, CLUB, "/undo");
    let offer =
        telegram.shown(CLUB, declined.seq, "a request", |p| p.labels().contains(&"Yes, I agree")).await;
    let press = telegram.press(BORIS, &offer, "Yes, I agree");
    telegram.answer(&press).await;
    let back = telegram.shown(CLUB, offer.seq, "the first board", |p| p.photo == first.photo).await;
    telegram.stripped(&offer).await;
    telegram.stripped(&board).await;

    telegram.say(ANNA, CLUB, "/resign");
    let sure = telegram.shown(CLUB, back.seq, "a question", |p| p.labels().contains(&"Yes, give up")).await;
    let yes = sure.payload("Yes, give up").expect("a payload").to_owned();
    let press = telegram.press(BORIS, &sure, "Yes, give up");
    assert_eq!(telegram.answer(&press).await.as_deref(), Some("This question is for somebody else."));
    let press = telegram.press(ANNA, &sure, "No, play on");
    telegram.answer(&press).await;
    telegram.text(CLUB, sure.seq, "The game goes on").await;
    telegram.stripped(&sure).await;
    let press = telegram.press_payload(ANNA, &sure, &yes);
    assert_eq!(telegram.answer(&press).await.as_deref(), Some("This question is settled."));
    let board = play.type_ply(ANNA, CLUB, "g3-h4").await;

    telegram.say(BORIS, CLUB, "/draw");
    let offer = telegram.shown(CLUB, board.seq, "an offer", |p| p.labels().contains(&"Yes, I agree")).await;
    let press = telegram.press(ANNA, &offer, "Yes, I agree");
    telegram.answer(&press).await;
    let end =
        telegram.shown(CLUB, offer.seq, "the end", |p| p.photo.is_some() && p.text.contains("A draw")).await;
    assert!(end.text.contains("by agreement") && end.labels().contains(&"Play again"), "{}", end.text);
    telegram.stripped(&offer).await;
    telegram.stripped(&board).await;
    play.stop().await;
}

#[tokio::test]
async fn a_button_from_before_a_quiet_week_still_plays_and_in_its_topic() {
    let mut play = Play::start().await;
    let telegram = &play.telegram;
    let topic = Chat::Topic(OTHER.id(), 5);
    // Of a message this old Telegram tells neither the text nor the topic.
    let old = |message: &Posted| {
        let chat = json!({"id": topic.id(), "type": "supergroup", "title": "Board games", "is_forum": true});
        json!({"message_id": message.id, "date": 0, "chat": chat})
    };
    telegram.say(ANNA, topic, "/play reversi bot 1 black");
    let board = telegram.shown(topic, 0, "a board", |p| p.labels().contains(&"d3")).await;
    let press = telegram.press_under(ANNA, old(&board), board.payload("d3").expect("a payload"));
    telegram.answer(&press).await;
    telegram
        .shown(topic, board.seq, "the bot's answer", |p| {
            p.photo.is_some() && p.text.contains("White played") && !p.labels().is_empty()
        })
        .await;
    telegram.say(ANNA, topic, "/resign");
    let sure = telegram.shown(topic, board.seq, "a question", |p| p.labels().contains(&"Yes, give up")).await;
    let press = telegram.press(ANNA, &sure, "Yes, give up");
    telegram.answer(&press).await;
    let end = telegram.shown(topic, sure.seq, "the end", |p| p.labels().contains(&"Play again")).await;
    let press = telegram.press_under(ANNA, old(&end), end.payload("Play again").expect("a payload"));
    telegram.answer(&press).await;
    telegram
        .shown(topic, end.seq, "a new game", |p| p.photo.is_some() && p.text.contains("to move: Anna"))
        .await;
    telegram.stripped(&end).await;

    let board = play.begin(topic, "/play russian @boris_plays white").await;
    let press = telegram.press_under(ANNA, old(&board), board.payload("c3-d4").expect("a payload"));
    telegram.answer(&press).await;
    let next = play.board_after(topic, board.seq, "c3-d4").await;
    assert_eq!(next.pings().first(), Some(&BORIS.id), "{}", next.text);
    telegram.stripped(&board).await;
    play.stop().await;
}
