//! The real binary on the stand-in for Discord: whole games, crashes, and people who do other than they should.

mod support;

use std::path::Path;

use serde_json::Value;
use support::discord::{Answer, BOT, Discord, Fault, Message, Person, TOKEN};
use support::discord_board::{Follower, typed};
use support::process::Process;
use tavlei_core::Seat;
use tavlei_session::Language;
use tavlei_session::commands::{COMMANDS, Kind, Verb};

/// A bot at work in a folder of its own.
struct Bot {
    discord: Discord,
    folder: tempfile::TempDir,
    process: Process,
}

impl Bot {
    async fn new() -> Bot {
        let discord = Discord::start().await;
        let folder = tempfile::tempdir().expect("a folder");
        let process = start(&discord, folder.path(), "info");
        discord.ready().await;
        Bot { discord, folder, process }
    }

    /// Kills the bot as `kill -9` does, and starts it again.
    async fn crash(mut self, mend: bool) -> Bot {
        let identifies = self.discord.look(|inner| inner.gateway.identifies);
        self.process.kill().await;
        self.discord.drop_socket();
        if mend {
            self.discord.mend();
        }
        self.process = start(&self.discord, self.folder.path(), "info");
        let again = |inner: &support::discord::Inner| {
            (inner.gateway.identifies > identifies && inner.gateway.is_connected()).then_some(())
        };
        self.discord.wait("the bot is back", again).await;
        self
    }

    /// Ends the bot; nothing was wrong, and the token was not told.
    async fn end(self) {
        self.discord.assert_clean();
        let (status, said) = self.process.stop().await;
        assert!(status.success(), "{said}");
        for trouble in ["ERROR", "panicked", "Err deserializing"] {
            assert!(!said.contains(trouble), "{said}");
        }
        assert_secret(&said);
    }
}

fn start(discord: &Discord, folder: &Path, log: &str) -> Process {
    let mut settings = discord.settings().to_vec();
    settings.push(("TAVLEI_LOG", log));
    Process::start(folder, &settings)
}

fn assert_secret(said: &str) {
    let hex = |text: &str| text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
    for part in TOKEN.split('.') {
        assert!(!said.contains(part), "the token is in the log");
        assert!(!said.to_lowercase().contains(&hex(part)), "the token is in the log");
    }
}

fn anna() -> Person {
    Person::new(1, "anna", "Anna", "en-US")
}

fn boris() -> Person {
    Person::new(2, "boris", "Boris", "en-GB")
}

fn stranger() -> Person {
    Person::new(3, "stranger", "A stranger", "en-US")
}

/// The recorded games of Othello that go to the end of the board.
fn recorded(number: usize) -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/core/tests/records/reversi.jsonl");
    let text = std::fs::read_to_string(path).expect("the records");
    let games = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let plies = |game: Value| -> Vec<String> {
        game["plies"]
            .as_array()
            .expect("plies")
            .iter()
            .map(|ply| ply.as_str().expect("a ply").to_owned())
            .collect()
    };
    games.map(plies).filter(|plies| plies.len() == 60).nth(number).expect("a whole game")
}

/// Two people begin a game in a channel: who challenges sits on the seat that acts first.
async fn begin(
    discord: &Discord,
    channel: &str,
    slug: &str,
    first: &str,
    people: [&Person; 2],
) -> (Follower, Message) {
    let options = [("game", slug), ("opponent", people[1].id.as_str()), ("side", first)];
    let id = discord.command_with(people[0], channel, "play", &options, people[1]);
    let challenge = discord.answer(&id).await;
    assert_eq!(challenge.pings, [people[1].id.clone()]);
    let mut follower = Follower::new(discord, slug, channel);
    discord.press(people[1], &challenge, &challenge.button("Accept").expect("a button"));
    let board = follower.shows(discord).await;
    let settled = discord.message("the challenge is settled", channel, |message| {
        message.id == challenge.id && message.content.contains("accepts")
    });
    assert!(settled.await.buttons().is_empty());
    (follower, board)
}

/// Who is to act of the two.
fn to_act<'a>(follower: &Follower, people: [&'a Person; 2]) -> &'a Person {
    people[follower.table.to_act().expect("not over").index()]
}

#[tokio::test]
async fn two_people_play_a_recorded_game_of_othello_by_slash_commands() {
    let mut bot = Bot::new().await;
    let (anna, boris) = (anna(), boris());
    let people = [&anna, &boris];
    let channel = bot.discord.channel(1);
    let (mut follower, board) = begin(&bot.discord, &channel, "reversi", "black", people).await;
    assert_eq!(board.pings, vec![anna.id.clone()]);

    for (number, ply) in recorded(0).into_iter().enumerate() {
        if number == 30 {
            // `kill -9` in the middle of the game.
            bot = bot.crash(false).await;
        }
        let discord = &bot.discord;
        let who = to_act(&follower, people);
        let id = discord.command(who, &channel, "move", &[("move", &ply)]);
        let board = follower.shows_ply(discord, &ply).await;
        assert_eq!(discord.answer(&id).await.content, board.content);
        // Nobody is pinged but who is to act next, and at the end the other.
        let next = follower.table.to_act().map(|seat| people[seat.index()]);
        let expected = match next {
            Some(next) if next.id != who.id => vec![next.id.clone()],
            Some(_) => Vec::new(),
            None => {
                people.iter().filter(|person| person.id != who.id).map(|person| person.id.clone()).collect()
            }
        };
        assert_eq!(board.pings, expected);
        // Only the newest board has buttons.
        let with_buttons: Vec<String> = discord
            .wait("older buttons are removed", |inner| {
                let with: Vec<_> = inner
                    .messages
                    .iter()
                    .filter(|held| !held.deleted && !held.components.is_empty())
                    .collect();
                (with.len() <= 1).then(|| with.into_iter().map(|held| held.id.clone()).collect())
            })
            .await;
        assert!(with_buttons.iter().all(|id| *id == board.id), "{with_buttons:?}");
    }

    let outcome = follower.table.outcome().expect("the game is over");
    let last =
        bot.discord.look(|inner| inner.messages.iter().rev().find(|held| !held.files.is_empty()).cloned());
    let last = last.expect("there were boards").content;
    let score = outcome.score.expect("discs are counted");
    let score = score.as_slice().iter().map(i16::to_string).collect::<Vec<_>>().join(" : ");
    assert!(last.contains(&score), "{last}");
    let winner = outcome.winner.map(|Seat(seat)| people[usize::from(seat)]);
    if let Some(winner) = winner {
        let line = last.lines().find(|line| line.contains("wins")).expect("it says who wins");
        assert!(line.contains(&format!("<@{}>", winner.id)), "{last}");
    }
    bot.end().await;
}

#[tokio::test]
async fn a_person_plays_the_bot_to_the_end() {
    let mut bot = Bot::new().await;
    let anna = anna();
    let channel = bot.discord.direct(&anna);
    let mut follower = Follower::new(&bot.discord, "reversi", &channel).seen_by(0);
    let options = [("game", "reversi"), ("opponent", BOT), ("level", "1"), ("side", "black")];
    bot.discord.command(&anna, &channel, "play", &options);
    follower.shows(&bot.discord).await;
    let mut turns = 0;
    while let Some(seat) = follower.table.to_act() {
        if seat == Seat(0) && turns == 8 {
            // `kill -9` in the middle of the game. What comes once more for it is passed over.
            bot = bot.crash(false).await;
            let id = bot.discord.command(&anna, &channel, "board", &[]);
            let now = bot.discord.answer(&id).await;
            follower.check(&now);
            follower.skip_to(&bot.discord, &now);
        }
        let discord = &bot.discord;
        if seat == Seat(0) {
            let legal = follower.table.legal();
            let ply = legal[turns % legal.len()].clone();
            turns += 1;
            discord.command(&anna, &channel, "move", &[("move", &ply)]);
            follower.shows_ply(discord, &ply).await;
        } else {
            follower.answered(discord).await;
        }
    }
    assert!(turns > 10);
    bot.end().await;
}

#[tokio::test]
async fn a_game_is_played_by_taps_against_the_bot() {
    let bot = Bot::new().await;
    let discord = &bot.discord;
    let anna = anna();
    let channel = discord.channel(1);
    // With nobody named the bot asks whom to play, and of a stranger it takes no answer.
    let mut follower = Follower::new(discord, "russian", &channel).seen_by(0);
    let id = discord.command(&anna, &channel, "play", &[("game", "russian")]);
    let question = discord.answer(&id).await;
    let easy = question.button("Bot: easy").expect("a button");
    let press = discord.press(&stranger(), &question, &easy);
    let note = discord.answer(&press).await;
    assert!(note.ephemeral);
    discord.press(&anna, &question, &easy);
    let mut board = follower.shows(discord).await;
    for turn in 0..6 {
        // Tap until there is a ply to choose, then choose it.
        let legal = follower.table.legal();
        let ply = loop {
            let buttons = board.buttons();
            assert!(!buttons.is_empty(), "{}", board.content);
            let button = &buttons[turn % buttons.len()];
            if button.label.contains('←') {
                discord.press(&anna, &board, &buttons[0]);
            } else {
                discord.press(&anna, &board, button);
            }
            if legal.contains(&button.label) {
                break button.label.clone();
            }
            let (id, before) = (board.id.clone(), board.components.clone());
            board = discord
                .message("other buttons", &channel, |message| {
                    message.id == id && message.components != before
                })
                .await;
        };
        board = follower.shows_ply(discord, &ply).await;
        while follower.table.to_act().is_some_and(|seat| seat != Seat(0)) {
            board = follower.answered(discord).await.1;
        }
    }
    bot.end().await;
}

#[tokio::test]
async fn a_kill_in_the_middle_loses_no_ply_and_plays_none_twice() {
    let mut bot = Bot::new().await;
    let (anna, boris) = (anna(), boris());
    let people = [&anna, &boris];
    let channel = bot.discord.channel(1);
    let (mut follower, _) = begin(&bot.discord, &channel, "reversi", "black", people).await;
    for (number, ply) in recorded(1).into_iter().take(24).enumerate() {
        let who = to_act(&follower, people);
        match number % 6 {
            // Killed when it has stored the ply and could not yet answer.
            2 => {
                for _ in 0..50 {
                    bot.discord.fault("POST", Fault::Broken(503));
                }
                let id = bot.discord.command(who, &channel, "move", &[("move", &ply)]);
                // The first fault is for deferring the answer, which waits for nothing to be stored.
                bot.discord
                    .wait("it tries to answer", |inner| (inner.faults_left() < 49).then_some(()))
                    .await;
                bot = bot.crash(true).await;
                let board = follower.shows_ply(&bot.discord, &ply).await;
                // The gateway gives the same command again: nothing comes of it.
                bot.discord.repeat(&id);
                let id = bot.discord.command(who, &channel, "board", &[]);
                let now = bot.discord.answer(&id).await;
                follower.check(&now);
                assert_eq!(now.content, board.content);
            }
            // Killed at once: either it was stored, or nobody was told that it was.
            4 => {
                bot.discord.command(who, &channel, "move", &[("move", &ply)]);
                bot = bot.crash(false).await;
                let id = bot.discord.command(who, &channel, "board", &[]);
                let now = bot.discord.answer(&id).await;
                if typed(&now).last() != Some(&ply) {
                    bot.discord.command(who, &channel, "move", &[("move", &ply)]);
                }
                follower.until_ply(&bot.discord, &ply).await;
            }
            _ => {
                bot.discord.command(who, &channel, "move", &[("move", &ply)]);
                follower.until_ply(&bot.discord, &ply).await;
            }
        }
    }
    bot.end().await;
}

#[tokio::test]
async fn a_kill_while_the_bot_thinks_only_delays_its_answer() {
    let mut bot = Bot::new().await;
    let anna = anna();
    let channel = bot.discord.direct(&anna);
    let mut follower = Follower::new(&bot.discord, "reversi", &channel).seen_by(0);
    let options = [("game", "reversi"), ("level", "8"), ("side", "black")];
    bot.discord.command(&anna, &channel, "play", &options);
    follower.shows(&bot.discord).await;
    for _ in 0..3 {
        let ply = follower.table.legal()[0].clone();
        bot.discord.command(&anna, &channel, "move", &[("move", &ply)]);
        follower.shows_ply(&bot.discord, &ply).await;
        bot = bot.crash(false).await;
        follower.answered(&bot.discord).await;
    }
    bot.end().await;
}

#[tokio::test]
async fn what_comes_while_the_connection_is_down_is_answered_after_the_resume() {
    let bot = Bot::new().await;
    let discord = &bot.discord;
    let (anna, boris) = (anna(), boris());
    let people = [&anna, &boris];
    let channel = discord.channel(1);
    let (mut follower, _) = begin(discord, &channel, "reversi", "black", people).await;
    for round in 1..=2 {
        discord.drop_socket();
        discord.wait("the connection is gone", |inner| (!inner.gateway.is_connected()).then_some(())).await;
        // Both move before the bot is back: in this order only it is legal.
        let mut plies = Vec::new();
        let mut table = follower.table.clone_table();
        for _ in 0..2 {
            let who = people[table.to_act().expect("not over").index()];
            let ply = table.legal()[0].clone();
            discord.command(who, &channel, "move", &[("move", &ply)]);
            table.play(&ply).expect("legal");
            plies.push(ply);
        }
        for ply in plies {
            follower.shows_ply(discord, &ply).await;
        }
        assert_eq!(discord.look(|inner| inner.gateway.resumes.len()), round);
    }
    assert_eq!(discord.look(|inner| inner.gateway.identifies), 1);
    bot.end().await;
}

#[tokio::test]
async fn failures_on_the_way_delay_a_game_and_do_not_disturb_it() {
    let bot = Bot::new().await;
    let discord = &bot.discord;
    let (anna, boris) = (anna(), boris());
    let people = [&anna, &boris];
    let channel = discord.channel(1);
    let (mut follower, _) = begin(discord, &channel, "reversi", "black", people).await;
    let faults = [
        Fault::TooMany(0.2),
        Fault::Broken(500),
        Fault::Lost,
        Fault::AnswerLost,
        Fault::Broken(503),
        Fault::TooMany(0.4),
    ];
    for (number, ply) in recorded(2).into_iter().take(12).enumerate() {
        for at in 0..=number % 3 {
            let route = ["/callback", "PATCH", "POST /channels"][at];
            discord.fault(route, faults[(number + at) % faults.len()]);
        }
        let who = to_act(&follower, people);
        // In turn by command and by word.
        if number % 2 == 0 {
            discord.command(who, &channel, "move", &[("move", &ply)]);
        } else {
            discord.say(who, &channel, &format!("<@{BOT}> {ply}"), None);
        }
        follower.shows_ply(discord, &ply).await;
    }
    // Each board was shown once.
    let boards = discord.look(|inner| {
        let boards = inner.messages.iter().filter(|held| !held.files.is_empty() && !held.deleted);
        boards.map(|held| held.content.clone()).collect::<Vec<_>>()
    });
    assert_eq!(boards.len(), 13);
    bot.end().await;
}

#[tokio::test]
async fn moves_are_completed_for_who_is_to_act() {
    let bot = Bot::new().await;
    let discord = &bot.discord;
    let (anna, boris) = (anna(), boris());
    let channel = discord.channel(1);
    let (follower, _) = begin(discord, &channel, "reversi", "black", [&anna, &boris]).await;
    let offered = discord.complete(&anna, &channel, "move", &[("move", "")], "move").await;
    let offered: Vec<String> = offered.into_iter().map(|(_, ply)| ply).collect();
    assert_eq!(offered, follower.table.legal());
    let offered = discord.complete(&anna, &channel, "move", &[("move", "е6")], "move").await;
    assert_eq!(offered[0].1, "e6");
    assert!(discord.complete(&boris, &channel, "move", &[("move", "")], "move").await.is_empty());
    let games = discord.complete(&boris, &channel, "play", &[("game", "othello")], "game").await;
    assert_eq!(games[0].1, "reversi");
    bot.end().await;
}

#[tokio::test]
async fn moves_are_typed_in_direct_messages_and_where_the_bot_is_meant() {
    let bot = Bot::new().await;
    let discord = &bot.discord;
    let (anna, boris) = (anna(), boris());
    let people = [&anna, &boris];
    // Alone with the bot.
    let direct = discord.direct(&anna);
    let mut follower = Follower::new(discord, "reversi", &direct).seen_by(0);
    discord.say(&anna, &direct, "/play reversi bot 1 black", None);
    follower.shows(discord).await;
    discord.say(&anna, &direct, "F5", None);
    follower.shows_ply(discord, "f5").await;
    follower.answered(discord).await;
    discord.say(&anna, &direct, "how are you?", None);
    discord.message("a hint", &direct, |message| message.content.contains("/moves")).await;

    // In a channel: a mention, a reply, and talk that is not meant for the bot.
    let channel = discord.channel(1);
    let (mut follower, board) = begin(discord, &channel, "reversi", "black", people).await;
    discord.say(&anna, &channel, "f5", None);
    discord.say(&anna, &channel, &format!("<@{BOT}> d3"), None);
    follower.shows_ply(discord, "d3").await;
    discord.say(&boris, &channel, "c3", Some(&board));
    follower.shows_ply(discord, "c3").await;
    // A call without a ply is answered with what could be done.
    for text in ["", " help me"] {
        let known = discord.look(|inner| inner.messages.len());
        discord.say(&anna, &channel, &format!("<@{BOT}>{text}"), None);
        let hint = |inner: &support::discord::Inner| {
            inner.messages[known..]
                .iter()
                .find(|message| message.content.contains("I do not see a move"))
                .cloned()
        };
        assert!(discord.wait("a hint", hint).await.pings.is_empty());
    }
    let words = format!("<@!{BOT}> /play kalah <@{}> white", anna.id);
    discord.say_naming(&boris, &channel, &words, None, &[&anna]);
    let challenge =
        discord.message("a challenge", &channel, |message| message.button("Accept").is_some()).await;
    assert_eq!(challenge.pings, vec![anna.id.clone()]);
    bot.end().await;
}

#[tokio::test]
async fn the_slash_commands_are_those_of_the_one_table() {
    let bot = Bot::new().await;
    let registered = bot.discord.look(|inner| inner.commands.clone());
    let names = |value: &Value, key: &str| -> Vec<String> {
        let list = value.as_array().into_iter().flatten();
        list.map(|one| one[key].as_str().unwrap_or_default().to_owned()).collect()
    };
    let table = || COMMANDS.iter().filter(|command| command.verb != Verb::Start);
    assert_eq!(
        names(&Value::from(registered.clone()), "name"),
        table().map(|command| command.name).collect::<Vec<_>>()
    );
    for (command, there) in table().zip(&registered) {
        assert_eq!(there["description"], command.describe(Language::English));
        assert_eq!(there["description_localizations"]["ru"], command.describe(Language::Russian));
        assert_eq!(there["name_localizations"]["ru"], command.russian[0]);
        let arguments: Vec<_> = command.arguments.iter().map(|argument| argument.name).collect();
        assert_eq!(names(&there["options"], "name"), arguments, "{}", command.name);
        for (argument, option) in command.arguments.iter().zip(there["options"].as_array().expect("a list")) {
            assert_eq!(option["required"], argument.required, "{} {}", command.name, argument.name);
            let completed = matches!(argument.kind, Kind::Game | Kind::Ply);
            assert!(!completed || option["autocomplete"] == true, "{} {}", command.name, argument.name);
        }
    }
    bot.end().await;
}

#[tokio::test]
async fn a_message_of_a_hundred_thousand_characters_is_borne() {
    let bot = Bot::new().await;
    let discord = &bot.discord;
    let anna = anna();
    let channel = discord.direct(&anna);
    let mut follower = Follower::new(discord, "reversi", &channel).seen_by(0);
    discord.say(&anna, &channel, "/play reversi bot 1 black", None);
    follower.shows(discord).await;
    for text in ["d3 ".repeat(33_334), "🎲".repeat(100_000), format!("/play {}", "я".repeat(100_000))] {
        discord.say(&anna, &channel, &text, None);
    }
    discord.message("a hint", &channel, |message| message.content.contains("/moves")).await;
    discord.message("a refusal", &channel, |message| message.content.contains("I know no game called")).await;
    let id = discord.command(&anna, &channel, "move", &[("move", &"d3 ".repeat(2_000))]);
    assert!(discord.answer(&id).await.files.is_empty(), "it is no ply");
    discord.say(&anna, &channel, "d3", None);
    follower.shows_ply(discord, "d3").await;
    bot.end().await;
}

#[tokio::test]
async fn two_games_in_one_channel_are_kept_apart() {
    let mut bot = Bot::new().await;
    let discord = &bot.discord;
    let (anna, boris) = (anna(), boris());
    let people = [&anna, &boris];
    let channel = discord.channel(1);
    let (mut first, one) = begin(discord, &channel, "reversi", "black", people).await;
    let (mut second, two) = begin(discord, &channel, "reversi", "black", people).await;
    // A reply says which game is meant; a move that fits both is asked about.
    discord.say(&anna, &channel, "d3", Some(&one));
    first.shows_ply(discord, "d3").await;
    second.skip_to(discord, &two);
    discord.say(&anna, &channel, "d3", Some(&two));
    second.until_ply(discord, "d3").await;
    let played = |message: &&Message| typed(message).last().is_some_and(|ply| ply == "d3");
    let both = |inner: &support::discord::Inner| {
        (inner.messages.iter().filter(|message| !message.files.is_empty()).filter(played).count() >= 2)
            .then_some(())
    };
    discord.wait("both are played in", both).await;
    // `kill -9` while both are under way.
    bot = bot.crash(false).await;
    let discord = &bot.discord;
    let id = discord.command(&boris, &channel, "move", &[("move", "c3")]);
    let question = discord.answer(&id).await;
    assert!(question.files.is_empty() && question.buttons().len() == 2, "{}", question.content);
    discord.press(&stranger(), &question, &question.buttons()[0]);
    discord.press(&boris, &question, &question.buttons()[0]);
    let played =
        |message: &Message| !message.files.is_empty() && typed(message).last().is_some_and(|ply| ply == "c3");
    discord.message("the move is played", &channel, played).await;
    bot.end().await;
}

#[tokio::test]
async fn a_stranger_and_an_old_button_are_told_so_and_nobody_else_is() {
    let bot = Bot::new().await;
    let discord = &bot.discord;
    let (anna, boris) = (anna(), boris());
    let people = [&anna, &boris];
    let channel = discord.channel(1);
    let (mut follower, old) = begin(discord, &channel, "reversi", "black", people).await;
    let button = old.buttons()[0].clone();
    for (who, board) in [(&stranger(), &old), (&boris, &old)] {
        let press = discord.press(who, board, &button);
        let note = discord.answer(&press).await;
        assert!(note.ephemeral && note.pings.is_empty(), "{}", note.content);
    }
    discord.press(&anna, &old, &button);
    let board = follower.shows_ply(discord, &button.label).await;
    assert_ne!(board.id, old.id);
    // The same button again: it belongs to a position that is gone.
    let press = discord.press(&anna, &old, &button);
    assert!(discord.answer(&press).await.ephemeral);
    // Another's move, a move that is not legal, a game that there is not, and a name that may mean several.
    for (who, command, options, words) in [
        (&anna, "move", vec![("move", "c3")], "not your turn"),
        (&boris, "move", vec![("move", "a1")], "You cannot play on `a1` now"),
        (&boris, "rules", vec![("game", "zzzz")], "I know no game called"),
        (&boris, "play", vec![("game", "t")], "fits several games"),
    ] {
        let id = discord.command(who, &channel, command, &options);
        let answer = discord.answer(&id).await;
        assert!(answer.content.contains(words) && answer.files.is_empty(), "{}", answer.content);
        assert!(answer.pings.is_empty(), "who has just asked is there already");
    }
    let id = discord.command(&boris, &channel, "board", &[]);
    follower.check(&discord.answer(&id).await);
    bot.end().await;
}

#[tokio::test]
async fn another_bot_cannot_be_challenged() {
    let bot = Bot::new().await;
    let discord = &bot.discord;
    let channel = discord.channel(1);
    let other = Person { is_bot: true, ..Person::new(9, "music", "Music", "en-US") };
    let options = [("game", "reversi"), ("opponent", other.id.as_str())];
    let id = discord.command_with(&anna(), &channel, "play", &options, &other);
    let answer = discord.answer(&id).await;
    assert!(answer.content.contains("another bot") && answer.buttons().is_empty(), "{}", answer.content);
    let words = format!("<@{BOT}> /play reversi <@{}>", other.id);
    discord.say_naming(&anna(), &channel, &words, None, &[&other]);
    let again = |message: &Message| message.id != answer.id && message.content.contains("another bot");
    discord.message("the same", &channel, again).await;
    bot.end().await;
}

#[tokio::test]
async fn draws_takebacks_and_giving_up_are_asked_about_and_their_buttons_go() {
    let bot = Bot::new().await;
    let discord = &bot.discord;
    let (anna, boris) = (anna(), boris());
    let channel = discord.channel(1);
    let (mut follower, _) = begin(discord, &channel, "russian", "white", [&anna, &boris]).await;
    discord.command(&anna, &channel, "move", &[("move", "c3-d4")]);
    follower.shows_ply(discord, "c3-d4").await;
    let press = async |who: &Person, under: &Message, label: &str| {
        let id = discord.press(who, under, &under.button(label).expect("a button"));
        discord.answer(&id).await
    };
    let settled = async |question: &Message, words: &str| {
        let is = |message: &Message| message.id == question.id && message.content.contains(words);
        let message = discord.message(words, &channel, is).await;
        assert!(message.buttons().is_empty(), "{:?}", message.buttons());
    };

    let id = discord.command(&anna, &channel, "draw", &[]);
    let offer = discord.answer(&id).await;
    assert_eq!(offer.pings, std::slice::from_ref(&boris.id), "{}", offer.content);
    for who in [&stranger(), &anna] {
        let note = press(who, &offer, "Yes, I agree").await;
        assert!(note.ephemeral && note.content.contains("somebody else"), "{}", note.content);
    }
    discord.press(&boris, &offer, &offer.button("No").expect("a button"));
    settled(&offer, "declines the draw").await;

    let id = discord.command(&anna, &channel, "undo", &[]);
    let offer = discord.answer(&id).await;
    discord.press(&boris, &offer, &offer.button("Yes, I agree").expect("a button"));
    settled(&offer, "the move is taken back").await;
    follower.table = tavlei_core::catalogue::by_slug("russian").expect("there").table(&Default::default());
    follower.shows(discord).await;

    let id = discord.command(&anna, &channel, "resign", &[]);
    let sure = discord.answer(&id).await;
    let note = press(&boris, &sure, "Yes, give up").await;
    assert!(note.ephemeral && note.content.contains("somebody else"), "{}", note.content);
    discord.press(&anna, &sure, &sure.button("No, play on").expect("a button"));
    settled(&sure, "The game goes on").await;
    let note = press(&anna, &sure, "Yes, give up").await;
    assert!(note.ephemeral && note.content.contains("settled"), "{}", note.content);
    discord.command(&anna, &channel, "move", &[("move", "g3-h4")]);
    follower.shows_ply(discord, "g3-h4").await;

    let id = discord.command(&boris, &channel, "draw", &[]);
    let offer = discord.answer(&id).await;
    discord.press(&anna, &offer, &offer.button("Yes, I agree").expect("a button"));
    let end = discord.message("the end", &channel, |message| message.content.contains("by agreement")).await;
    assert!(end.content.contains("A draw") && end.button("Play again").is_some(), "{}", end.content);
    bot.end().await;
}

#[tokio::test]
async fn names_and_texts_full_of_markup_ping_nobody_and_break_nothing() {
    let bot = Bot::new().await;
    let discord = &bot.discord;
    let hostile = Person::new(
        4,
        "h_o_s_t",
        "**@everyone** `x` <@1> ||s|| \u{202e}evil\u{0}\n# [a](https://e.vil)",
        "en-US",
    );
    let endless = Person::new(5, "endless", &"Ж*_`~|".repeat(20), "ru");
    let people = [&hostile, &endless];
    let channel = discord.channel(1);
    let (mut follower, _) = begin(discord, &channel, "reversi", "black", people).await;
    for ply in recorded(0).into_iter().take(4) {
        discord.command(to_act(&follower, people), &channel, "move", &[("move", &ply)]);
        follower.shows_ply(discord, &ply).await;
    }
    begin(discord, &channel, "kalah", "white", people).await;
    for command in ["resign", "mygames", "draw"] {
        let id = discord.command(&hostile, &channel, command, &[]);
        discord.answer(&id).await;
    }
    for text in
        ["**@everyone** <@&5> https://e.vil", &"@everyone ".repeat(190), &"x".repeat(1900), "\u{202e}\u{0}`"]
    {
        let id = discord.command(&hostile, &channel, "games", &[("search", text)]);
        discord.answer(&id).await;
        let id = discord.command(&hostile, &channel, "rules", &[("game", text)]);
        discord.answer(&id).await;
        discord.say(&hostile, &channel, &format!("<@{BOT}> {text}"), None);
    }
    let known = [hostile.id.clone(), endless.id.clone()];
    let pings: Vec<String> =
        discord.look(|inner| inner.messages.iter().flat_map(|held| held.pings.clone()).collect());
    assert!(pings.iter().all(|ping| known.contains(ping)), "{pings:?}");
    bot.end().await;
}

#[tokio::test]
async fn a_russian_is_spoken_to_in_russian() {
    let bot = Bot::new().await;
    let discord = &bot.discord;
    let olga = Person::new(6, "olga", "Ольга", "ru");
    let channel = discord.direct(&olga);
    let mut follower = Follower::new(discord, "russian", &channel).seen_by(0);
    discord.command(&olga, &channel, "play", &[("game", "русские шашки"), ("level", "1"), ("side", "white")]);
    let board = follower.shows(discord).await;
    assert!(board.content.contains("Ход белых") || board.content.contains("Белые"), "{}", board.content);
    discord.say(&olga, &channel, "ц3д4", None);
    follower.shows_ply(discord, "c3-d4").await;
    bot.end().await;
}

#[tokio::test]
async fn a_wrong_token_ends_it_with_one_plain_line() {
    let discord = Discord::start().await;
    let folder = tempfile::tempdir().expect("a folder");
    let wrong = "WRONGTOKENWRONGTOKEN.WRONG1.WRONGTOKENWRONG";
    let settings =
        [("DISCORD_TOKEN", wrong), ("DISCORD_API_URL", discord.url.as_str()), ("TAVLEI_LOG", "warn")];
    let (status, said) = Process::start(folder.path(), &settings).ended().await;
    assert_eq!(status.code(), Some(1), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("DISCORD_TOKEN") && !said.contains("WRONG"), "{said}");
}

#[tokio::test]
async fn the_token_stays_out_of_the_most_talkative_log() {
    let discord = Discord::start().await;
    let folder = tempfile::tempdir().expect("a folder");
    let process = start(&discord, folder.path(), "trace");
    discord.ready().await;
    let anna = anna();
    let channel = discord.direct(&anna);
    discord.fault("/callback", Fault::Broken(500));
    discord.fault("/callback", Fault::Lost);
    let id = discord.command(&anna, &channel, "help", &[]);
    discord.answer(&id).await;
    discord.drop_socket();
    discord.wait("it resumes", |inner| (inner.gateway.resumes.len() == 1).then_some(())).await;
    let (status, said) = process.stop().await;
    assert!(status.success());
    assert!(said.lines().count() > 20, "the log says something");
    assert_secret(&said);
    // Whoever has an interaction's token can answer in the bot's name for a while.
    assert!(!said.contains("interaction-token"), "an interaction's token is in the log");
    discord.assert_clean();
}

#[tokio::test]
async fn an_answer_is_given_even_if_discord_was_told_to_wait() {
    let bot = Bot::new().await;
    let discord = &bot.discord;
    let anna = anna();
    let channel = discord.direct(&anna);
    // The answer is held up until the bot has to ask for patience.
    discord.fault("/callback", Fault::TooMany(2.5));
    let id = discord.command(&anna, &channel, "help", &[]);
    let answer = discord.answer(&id).await;
    assert!(answer.content.contains("/play"));
    let how = discord.look(|inner| inner.interaction(&id).map(|interaction| interaction.answer));
    assert_ne!(how, Some(Answer::None));
    bot.end().await;
}
