//! Hints, going through finished games, and what the bot says by itself, through the step.

use tavlei_core::advice::Why;
use tavlei_core::catalogue::GAMES;
use tavlei_core::search::WIN;
use tavlei_core::view::{CounterKind, Pointer};

use crate::delivery::Deliver;
use crate::keys;
use crate::record::{Sitter, Task, TurningPoint};
use crate::step::{Advice, Answer, Choice};
use crate::store::Store;
use crate::testing::{Desk, person};
use crate::texts::flat;
use crate::transaction::Transaction;

fn one(texts: Vec<String>) -> String {
    assert_eq!(texts.len(), 1, "{texts:?}");
    texts.into_iter().next().expect("one")
}

/// Anna (Black, to act) and Boris at reversi in a group.
fn reversi() -> Desk {
    let mut desk = Desk::group();
    desk.says("Anna", "/play reversi [Boris] black");
    desk.presses("Boris", "Accept");
    desk
}

fn advice(ply: &str, why: Vec<Why>) -> Answer {
    Answer::Hint(Some(Box::new(Advice { ply: ply.to_owned(), reply: Some("c3".to_owned()), why })))
}

// ---- Hints ----

#[test]
fn a_hint_names_the_ply_and_the_reason_and_points_at_it() {
    let mut desk = reversi();
    assert!(one(desk.says("Anna", "/hint")).contains("Let me think"));
    let waiting = desk.last_id();
    assert!(one(desk.says("Anna", "/hint")).contains("already"), "one at a time");
    let (id, think) = desk.thinking.pop().expect("a thought");
    assert_eq!(think.task, Task::Hint);
    desk.bot_answers(&id, &think, advice("d3", vec![Why::Turns { pieces: 1 }]));
    let text = flat(&desk.messages[&waiting].text);
    assert!(text.starts_with("Hint for Anna: d3"), "{text}");
    assert!(text.contains("Wins over one of the opponent’s pieces."), "{text}");
    assert!(text.contains("Expected reply: c3."), "{text}");
    assert!(text.contains("level 6") && text.contains("Everybody in this chat can see"), "{text}");
    let picture = desk.messages[&waiting].picture.as_ref().expect("a picture");
    assert_eq!(picture.view.pointers, [Pointer::Spot("d3".parse().expect("a square"))]);
    assert!(desk.plies().is_empty(), "nothing is played");
    // What is answered to the hint is meant for its game.
    desk.says_to("Anna", "d3", Some(waiting));
    assert_eq!(desk.plies(), ["d3"]);
    assert!(desk.store.scan("hint/").expect("memory").is_empty());
}

#[test]
fn only_who_is_to_act_gets_a_hint() {
    let mut desk = reversi();
    assert!(one(desk.says("Boris", "/hint")).contains("when it is your turn"));
    assert!(one(desk.says("Clara", "/hint")).contains("no game in progress here"));
    let board = desk.board().picture.clone();
    assert!(one(desk.says_to("Clara", "/hint", Some(2))).contains("do not play in this game"));
    assert!(desk.thinking.is_empty());
    assert_eq!(desk.board().picture, board);
}

#[test]
fn a_hint_about_a_position_that_has_changed_is_dropped() {
    let mut desk = reversi();
    desk.says("Anna", "/hint");
    let waiting = desk.last_id();
    let (id, think) = desk.thinking[0].clone();
    desk.says("Anna", "d3");
    assert!(desk.thinking.is_empty(), "nobody thinks about it any more");
    let text = flat(&desk.messages[&waiting].text);
    assert!(text.contains("The position has changed"), "{text}");
    desk.bot_answers(&id, &think, advice("d3", Vec::new()));
    assert!(desk.carried.is_empty(), "and if somebody did, it comes too late");
    // The same when the game ends.
    desk.says("Boris", "/hint");
    desk.says("Boris", "/resign");
    desk.presses("Boris", "Yes, give up");
    assert!(desk.thinking.is_empty());
    assert!(desk.store.scan("hint/").expect("memory").is_empty());
}

#[test]
fn a_hint_and_a_draw_do_not_disturb_each_other() {
    let mut desk = Desk::private();
    desk.says("Анна", "/play reversi bot 3");
    desk.says("Анна", "/draw");
    assert!(one(desk.says("Анна", "/подсказка")).contains("Думаю"));
    let tasks: Vec<Task> = desk.thinking.iter().map(|(_, think)| think.task).collect();
    assert_eq!(tasks, [Task::Draw, Task::Hint]);
    let (id, think) = desk.thinking.pop().expect("a hint");
    desk.bot_answers(&id, &think, advice("d3", Vec::new()));
    let text = flat(&desk.last().text);
    assert!(text.starts_with("Подсказка: d3") && text.contains("улучшает положение"), "{text}");
    assert!(!text.contains("видят все"), "in private nobody else reads it: {text}");
    let (id, think) = desk.thinking.pop().expect("a draw");
    desk.bot_answers(&id, &think, Answer::Draw { score: 400 });
    assert!(one(desk.texts()).contains("отказывается"));
}

#[test]
fn a_hint_that_cannot_be_found_is_apologised_for_and_may_be_asked_for_again() {
    let mut desk = reversi();
    desk.says("Anna", "/hint");
    let (id, think) = desk.thinking.pop().expect("a thought");
    desk.bot_answers(&id, &think, Answer::Hint(None));
    assert!(flat(&desk.last().text).contains("try again"));
    assert!(one(desk.says("Anna", "/hint")).contains("Let me think"));
}

#[test]
fn every_game_can_be_hinted_at_in_both_languages() {
    for (number, entry) in GAMES.iter().enumerate() {
        let me = if number % 2 == 0 { "Анна" } else { "Anna" };
        let mut desk = Desk::private();
        desk.says(me, &format!("/play {} bot 1", entry.info.slug));
        desk.says(me, "/hint");
        desk.bot_thinks();
        assert!(desk.last().picture.is_some(), "{}", entry.info.slug);
    }
}

// ---- Going through a game ----

/// Anna and Boris have played ten plies of reversi, and Boris has given up.
fn finished() -> Desk {
    let mut desk = reversi();
    for (number, ply) in ["d3", "c3", "c4", "c5", "b4", "d2", "c2", "b3", "d6", "e6"].into_iter().enumerate()
    {
        desk.says(if number % 2 == 0 { "Anna" } else { "Boris" }, ply);
    }
    assert_eq!(desk.plies().len(), 10, "{:?}", desk.texts());
    desk.says("Boris", "/resign");
    desk.presses("Boris", "Yes, give up");
    desk
}

/// Answers all values until a ply is to be looked at closely, or it is over.
fn values(desk: &mut Desk, value: impl Fn(u32) -> i32) {
    while let Some((id, think)) = desk.thinking.first().cloned() {
        let Task::Value { after } = think.task else { return };
        desk.thinking.remove(0);
        desk.bot_answers(&id, &think, Answer::Value { after, score: value(after) });
    }
}

fn turn(after: u32, before: i32, then: i32) -> TurningPoint {
    let why = vec![Why::Forces { reply: "b5".to_owned() }];
    let answer = Some(("a3".to_owned(), vec![Why::Turns { pieces: 4 }]));
    TurningPoint { after, better: "f4".to_owned(), why, reply: None, before, then, answer }
}

#[test]
fn the_turning_points_of_a_game_are_shown_with_what_was_better_and_why() {
    let mut desk = finished();
    assert!(one(desk.says("Clara", "/analyse")).contains("going through the game"));
    assert!(one(desk.says("Anna", "/analyse")).contains("already"));
    // Black plays e6… no: White, the second seat, throws the game away with the sixth ply, and Black with the ninth.
    values(&mut desk, |after| match after {
        0..=5 => 0,
        6..=8 => 500,
        _ => -200,
    });
    for (after, before, then) in [(8, 500, -200), (5, 0, -500)] {
        let (id, think) = desk.thinking.pop().expect("a closer look");
        assert_eq!(think.task, Task::TurningPoint { after });
        let point = Some(Box::new(turn(after, before, then)));
        desk.bot_answers(&id, &think, Answer::TurningPoint { after, point });
    }
    let texts = desk.texts();
    assert_eq!(texts.len(), 3, "{texts:?}");
    assert!(texts[0].contains("This is where it turned"), "{texts:?}");
    // In the order in which they were played.
    assert!(texts[1].contains("Move 6. White (Boris) played d2; f4 was better."), "{}", texts[1]);
    assert!(texts[1].contains("For White this turned an even game into a bad position."), "{}", texts[1]);
    assert!(texts[1].contains("Leaves the opponent one reply: b5."), "{}", texts[1]);
    assert!(texts[1].contains("And d2 has an answer, a3:"), "{}", texts[1]);
    assert!(texts[2].contains("Move 9. Black (Anna) played d6"), "{}", texts[2]);
    let pictures: Vec<_> = desk
        .carried
        .iter()
        .filter_map(|delivery| match &delivery.what {
            Deliver::Send(message) => message.picture.clone(),
            _ => None,
        })
        .collect();
    // The position before the ply, with the better one pointed at.
    assert_eq!(pictures.len(), 2);
    assert_eq!(pictures[0].view.last.as_deref(), Some("b4"));
    assert_eq!(pictures[0].view.pointers, [Pointer::Spot("f4".parse().expect("a square"))]);
    assert!(desk.store.scan("analysis/").expect("memory").is_empty());
    assert!(one(desk.says("Anna", "/analyse")).contains("going through"), "it may be asked for again");
}

#[test]
fn a_game_without_mistakes_says_so() {
    let mut desk = finished();
    desk.says("Anna", "/analyse");
    values(&mut desk, |_| 10);
    assert!(one(desk.texts()).contains("I found no big mistakes"));
    // And what looks like one and is none is no turning point.
    desk.says("Anna", "/analyse");
    values(&mut desk, |after| if after > 3 { -150 } else { 0 });
    assert!(desk.thinking.is_empty(), "White’s gain is nobody’s loss");
    desk.says("Anna", "/analyse");
    values(&mut desk, |after| if after > 3 { 150 } else { 0 });
    let (id, think) = desk.thinking.pop().expect("a closer look");
    desk.bot_answers(&id, &think, Answer::TurningPoint { after: 3, point: Some(Box::new(turn(3, 20, -10))) });
    assert!(one(desk.texts()).contains("I found no big mistakes"));
}

#[test]
fn an_answer_that_comes_twice_is_taken_once() {
    let mut desk = finished();
    desk.says("Anna", "/analyse");
    let (id, think) = desk.thinking.remove(0);
    desk.bot_answers(&id, &think, Answer::Value { after: 0, score: 5 });
    let before = desk.store.all();
    desk.bot_answers(&id, &think, Answer::Value { after: 0, score: 700 });
    assert_eq!(desk.store.all(), before);
}

#[test]
fn a_strong_bots_plies_are_no_mistakes() {
    for (level, mistakes) in [(6, 0), (2, 1)] {
        let mut desk = Desk::private();
        desk.says("Anna", &format!("/play reversi bot {level}"));
        for ply in ["d3", "c3", "c4", "c5", "b4", "d2"] {
            match desk.thinking.pop() {
                Some((id, think)) => desk.bot_answers(&id, &think, Answer::Ply(ply.to_owned().into())),
                None => drop(desk.says("Anna", ply)),
            }
        }
        desk.says("Anna", "/resign");
        desk.presses("Anna", "Yes, give up");
        desk.says("Anna", "/analyse");
        // The bot, White, loses everything with the fourth ply.
        values(&mut desk, |after| if after > 3 { 900 } else { 0 });
        assert_eq!(desk.thinking.len(), mistakes, "level {level}");
    }
}

#[test]
fn only_a_finished_game_for_two_of_some_length_is_gone_through() {
    let mut desk = reversi();
    assert!(one(desk.says("Anna", "/analyse")).contains("once it is over"));
    let mut empty = Desk::group();
    assert!(one(empty.says("Anna", "/разбор")).contains("No game has been finished"));
    desk.says("Anna", "d3");
    desk.says("Boris", "/resign");
    desk.presses("Boris", "Yes, give up");
    assert!(one(desk.says("Anna", "/analyse")).contains("Too few moves"));
    let mut four = Desk::private();
    four.says("Anna", "/play ruma bot 1");
    for _ in 0..3 {
        let ply = four.boards.table(&four.game()).expect("readable").legal().remove(0);
        four.says("Anna", &ply);
        four.bot_thinks();
    }
    four.says("Anna", "/resign");
    four.presses("Anna", "Yes, give up");
    assert!(one(four.says("Anna", "/analyse")).contains("games for two"));
    assert!(desk.thinking.is_empty() && four.thinking.is_empty());
}

#[test]
fn the_game_of_the_message_that_is_answered_is_gone_through() {
    let mut desk = finished();
    let board = desk.last_id();
    desk.says("Anna", "/play kalah [Boris] white");
    desk.presses("Boris", "Accept");
    desk.says_to("Anna", "/analyse", Some(board));
    assert_eq!(desk.thinking[0].1.task, Task::Value { after: 0 });
    // The last one finished here, though another has begun since.
    let mut desk = finished();
    desk.says("Anna", "/play kalah [Boris] white");
    desk.presses("Boris", "Accept");
    desk.says("Anna", "/analyse");
    assert_eq!(desk.thinking[0].0, desk.games()[0].id);
}

// ---- What the bot says by itself ----

/// Anna plays the bot, who answers whatever she plays and finds it as good as this.
fn played(desk: &mut Desk, plies: usize, score: impl Fn(usize) -> i32) {
    for number in 0..plies {
        let game = desk.game();
        if game.ended.is_some() {
            return;
        }
        let ply = desk.boards.table(&game).expect("readable").random(number as u64).expect("goes on");
        match desk.thinking.pop() {
            Some((id, think)) => {
                let choice = Choice { ply, score: score(number), win_in: None };
                desk.bot_answers(&id, &think, Answer::Ply(choice));
            }
            None => drop(desk.says("Anna", &ply)),
        }
    }
}

#[test]
fn the_bot_gives_up_a_lost_game_in_a_friendly_way() {
    let mut desk = Desk::private();
    desk.says("Anna", "/play reversi bot 6");
    played(&mut desk, 40, |number| number as i32 - WIN + 4);
    let game = desk.game();
    let ended = game.ended.expect("the bot has given up");
    assert_eq!((ended.winner, ended.reason.as_str()), (Some(0), "resignation"));
    assert!(game.plies.len() >= 16, "{}", game.plies.len());
    let texts = desk.texts();
    assert!(texts[0].contains("The bot (level 6) gives up") && texts[0].contains("Well played, Anna!"));
    assert!(texts[1].contains("Black wins (Anna): the opponent gave up"), "{texts:?}");
    assert_eq!(desk.labels(), ["Play again", "Go through it"]);
    assert!(desk.thinking.is_empty());
}

#[test]
fn a_beginners_bot_plays_on_to_the_end() {
    let mut desk = Desk::private();
    desk.says("Anna", "/play reversi bot 2");
    played(&mut desk, 70, |number| number as i32 - WIN + 4);
    assert_ne!(desk.game().ended.map(|ended| ended.reason), Some("resignation".to_owned()));
}

/// A game that goes nowhere for a long time: its plies, and how many of them there were when the bot could offer a draw.
fn going_nowhere() -> (&'static str, Vec<String>) {
    for entry in GAMES.iter().filter(|entry| entry.info.seats.len() == 2) {
        for seed in 0..20 {
            let mut table = entry.table(&Default::default());
            while let Some(ply) = table.random(seed * 1_000 + table.plies().len() as u64) {
                table.play(&ply).expect("legal");
                let counters = table.view().counters;
                let stuck = counters.iter().any(|c| c.what == CounterKind::NoProgress && c.count >= 16);
                // The bot has the second seat and has just played.
                if stuck && table.plies().len() >= 40 && table.to_act() == Some(tavlei_core::Seat::FIRST) {
                    return (entry.info.slug, table.plies().to_vec());
                }
            }
        }
    }
    panic!("no game goes nowhere");
}

/// Anna has played such a game against the bot, up to its offer.
fn offered() -> Desk {
    let (slug, plies) = going_nowhere();
    let mut desk = Desk::private();
    desk.says("Anna", &format!("/play {slug} bot 4"));
    for ply in &plies {
        match desk.thinking.pop() {
            Some((id, think)) => {
                let choice = Choice { ply: ply.clone(), score: 5, win_in: None };
                desk.bot_answers(&id, &think, Answer::Ply(choice));
            }
            None => drop(desk.says("Anna", ply)),
        }
    }
    assert_eq!(desk.plies(), plies);
    desk
}

#[test]
fn the_bot_offers_a_draw_where_a_game_goes_nowhere() {
    let mut desk = offered();
    let text = flat(&desk.last().text);
    assert!(
        text.contains("The bot (level 4) offers a draw") && text.contains("Anna, do you agree?"),
        "{text}"
    );
    assert_eq!(desk.last().notify, [person("Anna").id]);
    desk.presses("Anna", "Yes, I agree");
    let ended = desk.game().ended.expect("a draw");
    assert_eq!((ended.winner, ended.reason.as_str()), (None, "agreement"));
    // Who would rather play on says no, or plays on; the bot does not insist.
    for declines in [true, false] {
        let mut desk = offered();
        if declines {
            desk.presses("Anna", "No");
        }
        let game = desk.game();
        let ply = desk.boards.table(&game).expect("readable").random(7).expect("goes on");
        desk.says("Anna", &ply);
        assert!(desk.game().offer.is_none() && desk.game().ended.is_none());
        assert!(desk.labels().iter().all(|label| label != "Yes, I agree"));
        if let Some((id, think)) = desk.thinking.pop() {
            let ply = desk.boards.table(&desk.game()).expect("readable").random(8).expect("goes on");
            desk.bot_answers(&id, &think, Answer::Ply(Choice { ply, score: 0, win_in: None }));
            assert!(desk.game().offer.is_none());
        }
    }
    // And whoever asks for it at the same time has it.
    let mut desk = offered();
    desk.says("Anna", "/draw");
    assert_eq!(desk.game().ended.map(|ended| ended.reason), Some("agreement".to_owned()));
}

#[test]
fn the_bot_agrees_to_a_draw_in_words() {
    let mut desk = Desk::private();
    desk.says("Anna", "/play reversi bot 3");
    desk.says("Anna", "/draw");
    let (id, think) = desk.thinking.pop().expect("a thought");
    desk.bot_answers(&id, &think, Answer::Draw { score: -300 });
    let texts = desk.texts();
    assert!(texts[0].contains("The bot (level 3) agrees to a draw"), "{texts:?}");
    assert!(texts[1].contains("A draw: by agreement"), "{texts:?}");
}

#[test]
fn a_proven_win_of_the_bot_is_announced_while_it_holds() {
    let mut desk = Desk::private();
    desk.says("Anna", "/play reversi bot 3");
    desk.says("Anna", "d3");
    let (id, think) = desk.thinking.pop().expect("a thought");
    let choice = Choice { ply: "c3".to_owned(), score: WIN - 7, win_in: Some(7) };
    desk.bot_answers(&id, &think, Answer::Ply(choice));
    let text = flat(&desk.board().text);
    assert!(text.contains("The bot sees its win: in 6 more moves at most"), "{text}");
    desk.says("Anna", "c4");
    assert!(!flat(&desk.board().text).contains("sees its win"), "until it has looked again");
    desk.says("Anna", "/undo");
    let game = desk.game();
    assert_eq!(game.mood, Default::default(), "a takeback begins anew");
    assert!(matches!(game.seats[1], Sitter::Bot { level: 3 }));
    assert!(Transaction::new(&desk.store).load(&keys::think(&game.id)).expect("readable").is_none());
}
