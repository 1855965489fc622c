//! Each command and rule, through the step.

use tavlei_core::Length;
use tavlei_core::catalogue::{self, GAMES};

use crate::commands::COMMANDS;
use crate::delivery::{Deliver, Span};
use crate::event::What;
use crate::ids::MessageId;
use crate::keys;
use crate::names::harmless;
use crate::record::{Challenge, Sitter, Task, decode};
use crate::step::{Answer, Input, Thought, step};
use crate::store::{Commit, Store};
use crate::testing::{Desk, person};
use crate::texts::flat;
use crate::transaction::Transaction;

/// Anna (Black, to act) and Boris at reversi in a group.
fn reversi() -> Desk {
    let mut desk = Desk::group();
    desk.says("Anna", "/play reversi [Boris] black");
    desk.presses("Boris", "Accept");
    assert_eq!(desk.game().seats[0], Sitter::Person(guest("Anna")));
    desk
}

fn guest(name: &str) -> crate::record::Guest {
    crate::conditions::guest(&person(name))
}

fn one(texts: Vec<String>) -> String {
    assert_eq!(texts.len(), 1, "{texts:?}");
    texts.into_iter().next().expect("one")
}

// ---- Starting ----

#[test]
fn a_person_plays_the_bot_by_typing() {
    let mut desk = Desk::private();
    let text = one(desk.says("Anna", "/play reversi bot 1"));
    assert!(text.contains("Black to move: Anna"), "{text}");
    let text = one(desk.says("Anna", "D3"));
    assert!(text.contains("Black played: d3") && text.contains("the bot (level 1) is thinking"), "{text}");
    let message = desk.last_id();
    desk.bot_thinks();
    assert_eq!(desk.plies().len(), 2);
    assert!(desk.texts()[0].contains("White played"), "{:?}", desk.texts());
    assert_eq!(desk.last_id(), message, "the answer comes in place");
    assert!(!desk.last().buttons.is_empty());
}

#[test]
fn the_bot_begins_where_it_has_the_first_move() {
    let mut desk = Desk::private();
    desk.says("Anna", "/play reversi bot 1 white");
    assert_eq!(desk.thinking.len(), 1);
    assert!(desk.last().buttons.is_empty());
    desk.bot_thinks();
    assert_eq!(desk.plies().len(), 1);
    assert_eq!(desk.board().picture.as_ref().map(|picture| picture.seen_by), Some(1));
}

#[test]
fn a_side_drawn_by_lot_is_sometimes_this_and_sometimes_that() {
    let mut seats = std::collections::HashSet::new();
    let mut desk = Desk::private();
    for _ in 0..12 {
        desk.says("Anna", "/play reversi bot 1 random");
        seats.insert(desk.game().seat_of(&person("Anna").id));
    }
    assert_eq!(seats.len(), 2);
}

#[test]
fn nobody_named_asks_whom_to_play_and_offers_the_bot() {
    let mut desk = Desk::private();
    let text = one(desk.says("Anna", "/play reversi"));
    assert!(text.contains("Whom would you like to play"), "{text}");
    assert_eq!(desk.labels(), ["Bot: easy", "Bot: medium", "Bot: strong", "How to play a friend"]);
    desk.presses("Anna", "How to play a friend");
    assert!(one(desk.texts()).contains("add me to a chat"));
    desk.presses("Anna", "Bot: strong");
    assert_eq!(desk.game().seats[1], Sitter::Bot { level: 8 });
    assert!(desk.labels().iter().all(|label| !label.starts_with("Bot")), "the question is closed");
}

#[test]
fn nobody_named_in_a_group_can_become_an_open_challenge() {
    let mut desk = Desk::group();
    desk.says("Anna", "/play reversi black");
    assert_eq!(desk.presses("Boris", "Anyone here"), "This question is for somebody else.");
    desk.presses("Anna", "Anyone here");
    assert!(one(desk.texts()).contains("Anna is looking for an opponent"));
    assert!(desk.presses("Anna", "Accept").contains("your own challenge"));
    assert!(desk.presses("Boris", "Call off").contains("Only the one who made"));
    desk.presses("Boris", "Accept");
    assert_eq!(desk.game().seats, ["Anna", "Boris"].map(|name| Sitter::Person(guest(name))));
    assert_eq!(
        desk.carried.last().map(|d| matches!(&d.what, Deliver::Send(m) if m.notify == [person("Anna").id])),
        Some(true)
    );
}

#[test]
fn only_the_one_challenged_accepts_or_declines() {
    for (answer, games) in [("Accept", 1), ("Decline", 0)] {
        let mut desk = Desk::group();
        let text = one(desk.says("Anna", "/play reversi [Boris]"));
        assert!(text.contains("Boris, do you accept?") && text.contains("drawn by lot"), "{text}");
        assert_eq!(desk.last().notify, [person("Boris").id]);
        assert!(desk.presses("Clara", answer).contains("for somebody else"));
        desk.presses("Boris", answer);
        assert_eq!(desk.games().len(), games);
        assert!(desk.labels().iter().all(|label| label != "Accept"), "the buttons are gone");
    }
}

#[test]
fn a_challenge_by_handle_is_for_whoever_has_the_handle() {
    let mut desk = Desk::group();
    let text = one(desk.says("Anna", "/play reversi @boris"));
    assert!(text.contains("@boris, do you accept?"), "{text}");
    assert!(desk.presses("Clara", "Accept").contains("for somebody else"));
    desk.presses("Boris", "Accept");
    assert_eq!(desk.games().len(), 1);
    // By now the handle is known, and the challenge is for the person.
    let text = one(desk.says("Anna", "/play gana @BORIS"));
    assert!(text.contains("Boris, do you accept?"), "{text}");
    assert_eq!(desk.last().notify, [person("Boris").id]);
}

#[test]
fn the_challenger_can_withdraw() {
    let mut desk = Desk::group();
    desk.says("Anna", "/play reversi [Boris]");
    desk.presses("Anna", "Decline");
    assert!(one(desk.texts()).contains("Anna has called it off"));
    assert_eq!(desk.games().len(), 0);
}

#[test]
fn a_challenge_ends_after_a_day() {
    let mut desk = Desk::group();
    desk.says("Anna", "/play reversi [Boris]");
    desk.now += crate::record::QUESTION_LIFE + 1;
    assert!(desk.presses("Boris", "Accept").contains("no longer open"));
    assert!(one(desk.texts()).contains("lapsed"));
    assert_eq!(desk.games().len(), 0);
    // The same without anybody pressing anything.
    desk.says("Anna", "/play reversi [Boris]");
    let found = desk.store.scan("challenge/").expect("memory");
    assert_eq!(found.len(), 1);
    let challenge: Challenge = decode(&found[0].0, &found[0].1).expect("readable");
    desk.run(&Input::ChallengeEnds(challenge.id));
    assert!(flat(&desk.last().text).contains("lapsed"));
    assert!(desk.labels().is_empty());
    assert!(desk.store.scan("challenge/").expect("memory").is_empty());
}

#[test]
fn what_cannot_be_played_is_said_in_a_sentence() {
    let mut desk = Desk::group();
    for (typed, expected) in [
        ("/play", "Which game?"),
        ("/play xyzzyqwerty", "I know no game called “xyzzyqwerty”"),
        ("/play reversi bot 9", "There is no level 9"),
        ("/play reversi bot south", "no such side in Reversi"),
        ("/play reversi bot size=9", "Reversi has no options"),
        ("/play cats-mouse bot size=9", "has no option size. It has start."),
        ("/play cats-mouse bot start=a1", "cannot be a1. You can choose start=d4"),
        ("/play reversi [Anna]", "cannot play against yourself"),
        ("/play reversi @anna", "cannot play against yourself"),
        ("/play reversi [Boris] bot", "choose one of them"),
        ("/play reversi [Boris] [Clara]", "name one person"),
    ] {
        let text = one(desk.says("Anna", typed));
        assert!(text.contains(expected), "{typed}: {text}");
    }
    desk.private = true;
    let text = one(desk.says("Anna", "/play reversi [Boris]"));
    assert!(text.contains("add me to a chat"), "{text}");
    assert!(desk.games().is_empty());
}

#[test]
fn an_ambiguous_name_asks_and_keeps_the_rest_of_the_order() {
    let mut desk = Desk::private();
    // The beginning of more than one name.
    let text = one(desk.says("Anna", "/play t bot 3 black"));
    assert!(text.contains("fits several games"), "{text}");
    assert!(desk.labels().len() > 1);
    let label = desk.labels().into_iter().find(|label| label == "Tower").expect("Tower");
    desk.presses("Anna", &label);
    let game = desk.game();
    assert_eq!((game.slug.as_str(), game.seats[0].clone()), ("tower", Sitter::Bot { level: 3 }));
}

#[test]
fn a_misspelt_name_offers_the_nearest() {
    let mut desk = Desk::private();
    desk.says("Anna", "/play ревизия bot");
    let near = desk.labels();
    assert!(near.contains(&"Reversi".to_owned()), "{near:?}");
}

#[test]
fn options_are_kept_shown_and_defaults_left_out() {
    let mut desk = Desk::private();
    desk.says("Anna", "/play cats-mouse bot start=e5");
    assert!(flat(&desk.board().text).contains("(start=e5)"));
    desk.says("Anna", "/play cats-mouse bot start=d4");
    assert!(desk.game().options.is_empty(), "the default is no option");
}

#[test]
fn russian_commands_mean_the_same() {
    let mut desk = Desk::private();
    desk.says("Анна", "/сыграть реверси с ботом 1");
    assert_eq!(desk.game().slug, "reversi");
    assert!(flat(&desk.board().text).contains("Ходят чёрные: Анна"));
    desk.says("Анна", "/ХОД д3");
    assert_eq!(desk.plies(), ["d3"]);
    desk.says("Анна", "/help@tavlei_bot");
    assert!(flat(&desk.last().text).contains("/сыграть"));
}

#[test]
fn slash_commands_do_what_typed_ones_do() {
    let mut desk = Desk::group();
    desk.commands("Anna", "play", &[("game", "reversi"), ("opponent", "[Boris]"), ("side", "black")]);
    desk.presses("Boris", "Accept");
    let text = one(desk.commands("Anna", "move", &[("move", "d3")]));
    assert!(text.contains("Black played: d3"), "{text}");
    assert!(one(desk.commands("Anna", "move", &[("move", "c3")])).contains("not your turn"));
    assert!(one(desk.commands("Boris", "move", &[("move", "hello")])).contains("do not see a move"));
    desk.commands("Boris", "play", &[("game", "gana"), ("level", "3")]);
    assert_eq!(desk.game().seats[1], Sitter::Bot { level: 3 });
    for command in COMMANDS {
        assert!(!desk.commands("Anna", command.name, &[]).is_empty(), "{} is answered", command.name);
    }
    assert!(one(desk.commands("Anna", "nonsense", &[])).contains("do not know this command"));
}

#[test]
fn there_is_an_end_to_the_games_in_one_chat() {
    let mut desk = Desk::private();
    for _ in 0..super::playing::MOST_HERE {
        desk.says("Anna", "/play reversi bot 1");
    }
    let text = one(desk.says("Anna", "/play reversi bot 1"));
    assert!(text.contains("games in progress here already"), "{text}");
    assert_eq!(desk.games().len(), super::playing::MOST_HERE);
}

// ---- Playing ----

#[test]
fn two_people_play_and_each_is_notified_on_the_others_ply() {
    let mut desk = reversi();
    let text = one(desk.says("Anna", "d3"));
    assert!(text.contains("Black played: d3") && text.contains("White to move: Boris"), "{text}");
    assert_eq!(desk.last().notify, [person("Boris").id]);
    let before = desk.last_id();
    desk.says("Boris", "e3");
    assert!(desk.last_id() > before, "a new message");
    assert!(desk.messages[&before].buttons.is_empty(), "the old buttons are gone");
    assert_eq!(desk.plies(), ["d3", "e3"]);
}

#[test]
fn a_text_is_a_ply_only_for_who_is_to_act() {
    let mut desk = reversi();
    assert!(one(desk.says("Boris", "d3")).contains("not your turn"));
    assert_eq!(desk.says("Clara", "d3"), [""; 0], "an onlooker is not answered");
    assert_eq!(desk.says("Anna", "good luck!"), [""; 0], "chat is not answered");
    assert_eq!(desk.says("Anna", "a"), [""; 0], "a letter is no ply of reversi");
    assert!(one(desk.says("Anna", "a1")).contains("cannot play on a1 now"));
    assert!(one(desk.says("Anna", "d4")).contains("d4 is taken"));
    assert!(desk.plies().is_empty());
}

#[test]
fn whoever_calls_the_bot_by_its_name_gets_a_hint() {
    let mut desk = reversi();
    let board = desk.last_id();
    let mut called = |text: &str, reply_to: Option<u64>| {
        let reply_to = reply_to.map(|id| MessageId(id.to_string()));
        let text = text.to_owned();
        let event = desk.event("Anna", What::Said { text, reply_to, addressed: true, mentions: Vec::new() });
        desk.run(&Input::Event(Box::new(event)));
        desk.texts()
    };
    for text in ["what now?", ""] {
        assert!(one(called(text, None)).contains("I do not see a move in that"), "{text}");
    }
    assert_eq!(called("what a game", Some(board)), [""; 0], "people talk under a picture too");
    assert!(one(called("d3", None)).contains("Black played"));
}

#[test]
fn nobody_is_called_but_who_is_to_act_and_who_is_asked() {
    let mut desk = reversi();
    let called = |desk: &Desk| -> Vec<crate::ids::PersonId> {
        let messages = desk.carried.iter().filter_map(|delivery| match &delivery.what {
            Deliver::Send(message) | Deliver::Edit { to: message, .. } => Some(message),
            _ => None,
        });
        messages.flat_map(|message| message.notify.clone()).collect()
    };
    // Whoever has just written something is there already.
    for text in
        ["/board", "/moves", "/mygames", "/rules reversi", "/flip", "/play t", "/resign", "a1", "/theme"]
    {
        assert!(!desk.says("Anna", text).is_empty(), "{text}");
        assert_eq!(called(&desk), [], "{text}");
    }
    assert!(!desk.says("Boris", "d3").is_empty());
    assert_eq!(called(&desk), [], "it is not his turn");
    desk.says("Anna", "d3");
    assert_eq!(called(&desk), [person("Boris").id]);
    desk.says("Anna", "/draw");
    assert_eq!(called(&desk), [person("Boris").id]);
    desk.says("Boris", "c3");
    assert_eq!(called(&desk), [person("Anna").id]);
}

#[test]
fn a_letter_is_a_ply_of_kalah_only_in_turn() {
    let mut desk = Desk::group();
    desk.says("Anna", "/play kalah [Boris] white");
    desk.presses("Boris", "Accept");
    let legal = desk.boards.table(&desk.game()).expect("readable").legal();
    let letter = legal[0].to_lowercase();
    assert_eq!(letter.len(), 1, "{legal:?}");
    assert_eq!(desk.says("Boris", &letter), [""; 0]);
    desk.says("Anna", &letter);
    assert_eq!(desk.plies(), [legal[0].clone()]);
}

#[test]
fn several_plies_may_stand_in_one_message_but_only_ones_own() {
    let mut desk = Desk::private();
    desk.says("Anna", "/play cats-mouse bot 1 black");
    while desk.game().seat_of(&person("Anna").id)
        != desk.boards.table(&desk.game()).expect("readable").to_act()
    {
        desk.bot_thinks();
    }
    let mut ahead = desk.boards.table(&desk.game()).expect("readable");
    let mine = ahead.to_act();
    let mut plies = Vec::new();
    for _ in 0..2 {
        if ahead.to_act() == mine {
            let ply = ahead.legal().remove(0);
            ahead.play(&ply).expect("legal");
            plies.push(ply);
        }
    }
    let before = desk.plies().len();
    desk.says("Anna", &plies.join(" "));
    assert_eq!(desk.plies()[before..], plies);
    // In reversi the second ply would be the other's: nothing is played.
    let mut desk = reversi();
    assert!(one(desk.says("Anna", "d3 e3")).contains("not your turn"));
    assert!(desk.plies().is_empty());
}

#[test]
fn a_reply_belongs_to_the_game_of_its_picture() {
    let mut desk = Desk::group();
    let mut boards = Vec::new();
    for _ in 0..2 {
        desk.says("Anna", "/play reversi [Boris] black");
        desk.presses("Boris", "Accept");
        boards.push(desk.last_id());
    }
    desk.says_to("Anna", "d3", Some(boards[0]));
    assert_eq!(desk.games()[0].plies.len(), 1);
    assert_eq!(desk.games()[1].plies.len(), 0);
    // Now she is to act in one game only.
    desk.says("Anna", "c4");
    assert_eq!(desk.games()[1].plies.len(), 1);
    assert!(one(desk.says_to("Clara", "d3", Some(boards[0]))).contains("do not play in this game"));
    assert_eq!(desk.says_to("Clara", "nice move", Some(boards[0])), [""; 0]);
}

#[test]
fn with_two_games_the_bot_asks_which() {
    let mut desk = Desk::group();
    for _ in 0..2 {
        desk.says("Anna", "/play reversi [Boris] black");
        desk.presses("Boris", "Accept");
    }
    let text = one(desk.says("Anna", "d3"));
    assert!(text.contains("Which one do you mean?"), "{text}");
    assert!(desk.games().iter().all(|game| game.plies.is_empty()));
    assert!(desk.presses("Boris", "Reversi: Boris").contains("for somebody else"));
    desk.presses("Anna", "Reversi: Boris");
    assert_eq!(desk.games().iter().map(|game| game.plies.len()).sum::<usize>(), 1);
    assert!(desk.labels().iter().all(|label| label != "Reversi: Boris"), "the question is closed");
}

#[test]
fn different_games_are_told_apart_by_what_is_legal() {
    let mut desk = Desk::group();
    desk.says("Anna", "/play reversi [Boris] black");
    desk.presses("Boris", "Accept");
    desk.says("Anna", "/play russian [Clara] white");
    desk.presses("Clara", "Accept");
    desk.says("Anna", "c3-d4");
    desk.says("Anna", "d3");
    assert_eq!(desk.games().iter().map(|game| game.plies.len()).collect::<Vec<_>>(), [1, 1]);
    // What is wrong in both is explained for the one that was played last.
    desk.says("Boris", "c5");
    let text = one(desk.says("Anna", "a1-b2"));
    assert!(text.contains("Reversi") || text.contains("Russian"), "{text}");
}

#[test]
fn illegal_plies_explain_themselves_in_the_persons_language() {
    let mut desk = Desk::private();
    desk.says("Анна", "/play russian bot white");
    for (typed, expected) in [
        ("c3-c5", "С c3 можно пойти так: c3-b4, c3-d4"),
        ("d4-e5", "На d4 ничего не стоит"),
        ("f6-e5", "На f6 стоит чужая фигура"),
        ("a1-b2", "С a1 сейчас пойти нельзя"),
    ] {
        let text = one(desk.says("Анна", typed));
        assert!(text.contains(expected), "{typed}: {text}");
    }
    let text = one(desk.says("Анна", "как дела?"));
    assert!(text.contains("Хода здесь не видно"), "{text}");
}

#[test]
fn a_whole_game_ends_with_a_result_and_can_be_played_again() {
    let mut desk = reversi();
    let mut step = 0;
    while desk.game().ended.is_none() {
        let game = desk.game();
        let table = desk.boards.table(&game).expect("readable");
        let seat = table.to_act().expect("not over");
        let name = if game.sits(&person("Anna").id, seat) { "Anna" } else { "Boris" };
        let ply = table.random(step).expect("not over");
        desk.says(name, &ply);
        step += 1;
    }
    let text = flat(&desk.last().text);
    assert!(text.contains("wins (") || text.contains("A draw"), "{text}");
    assert!(text.contains("Score: "), "{text}");
    assert_eq!(desk.labels(), ["Play again", "Go through it"]);
    assert!(one(desk.says("Anna", "/resign")).contains("no game in progress here"));
    assert!(desk.presses("Clara", "Play again").contains("do not play in this game"));
    desk.presses("Boris", "Play again");
    assert!(one(desk.texts()).contains("Boris plays Black"), "the sides change");
    desk.presses("Anna", "Accept");
    assert_eq!(desk.games().len(), 2);
}

#[test]
fn a_game_is_played_again_once_however_often_that_is_pressed() {
    let mut desk = Desk::private();
    desk.says("Anna", "/play reversi bot 1");
    desk.says("Anna", "/resign");
    desk.presses("Anna", "Yes, give up");
    let (board, again) = (desk.last_id(), desk.last().buttons[0][0].payload.clone());
    desk.presses_payload("Anna", board, &again);
    assert_eq!(desk.games().len(), 2);
    assert!(desk.presses_payload("Anna", board, &again).contains("does nothing any more"));
    assert_eq!(desk.games().len(), 2);
}

#[test]
fn every_game_can_be_played_to_its_end_in_a_chat_in_both_languages() {
    for (number, entry) in GAMES.iter().enumerate() {
        let (me, language) = if number % 2 == 0 { ("Анна", "ru") } else { ("Anna", "en") };
        let mut desk = Desk::private();
        desk.says(me, &format!("/play {} bot 1", entry.info.slug));
        for ply in 0..60 {
            let game = desk.game();
            if game.ended.is_some() {
                break;
            }
            let table = desk.boards.table(&game).expect("readable");
            let text = table.random(ply).expect("not over");
            if let Some((id, think)) = desk.thinking.pop() {
                desk.bot_answers(&id, &think, Answer::Ply(text.into()));
            } else {
                desk.says(me, &text);
            }
            assert!(desk.game().plies.len() == ply as usize + 1, "{} {language}: {}", entry.info.slug, ply);
        }
    }
}

// ---- Buttons ----

#[test]
fn plies_are_tapped_by_the_player_to_act_alone() {
    let mut desk = reversi();
    assert!(desk.presses("Clara", "d3").contains("do not play in this game"));
    assert!(desk.presses("Boris", "d3").contains("not your turn"));
    assert_eq!(desk.presses("Anna", "d3"), "");
    assert_eq!(desk.plies(), ["d3"]);
    assert_eq!(desk.last().notify, [person("Boris").id]);
}

#[test]
fn a_tap_against_the_bot_changes_the_message_in_place() {
    let mut desk = Desk::private();
    desk.says("Anna", "/play reversi bot 1");
    let board = desk.last_id();
    desk.presses("Anna", "d3");
    desk.bot_thinks();
    assert_eq!(desk.last_id(), board);
    assert_eq!(desk.plies().len(), 2);
    // When the bot took long, its answer is a new message.
    let label = desk.last().buttons[0][0].label.clone();
    desk.presses("Anna", &label);
    desk.now += 60_000;
    desk.bot_thinks();
    assert!(desk.last_id() > board);
    assert!(desk.messages[&board].buttons.is_empty());
}

#[test]
fn departure_first_then_destination_and_back() {
    let mut desk = Desk::private();
    desk.says("Anna", "/play gana bot 1");
    let board = desk.last_id();
    let all = desk.labels();
    let group = all.iter().find(|label| label.ends_with('…')).expect("a group").clone();
    desk.presses("Anna", &group);
    assert_eq!(desk.last_id(), board, "only the buttons change");
    assert!(desk.carried.iter().any(|d| matches!(d.what, Deliver::Buttons { .. })));
    let start = group.trim_end_matches(" …").to_owned();
    assert!(desk.labels().iter().any(|label| label.starts_with(&start)));
    desk.presses("Anna", "← Back");
    assert_eq!(desk.labels(), all);
    desk.presses("Anna", &group);
    let ply = desk.labels().remove(0);
    desk.presses("Anna", &ply);
    assert_eq!(desk.plies(), [ply]);
}

#[test]
fn an_old_button_is_recognised() {
    let mut desk = reversi();
    let (old, payload) = (desk.last_id(), desk.last().buttons[0][0].payload.clone());
    desk.says("Anna", "d3");
    desk.says("Boris", "c3");
    let note = desk.presses_payload("Anna", old, &payload);
    assert!(note.contains("older position"), "{note}");
    assert_eq!(desk.plies().len(), 2);
    // A double tap on a message that now shows the new position leaves its buttons alone.
    let mut desk = Desk::private();
    desk.says("Anna", "/play reversi bot 1");
    let (board, payload) = (desk.last_id(), desk.last().buttons[0][0].payload.clone());
    desk.presses_payload("Anna", board, &payload);
    desk.bot_thinks();
    assert!(desk.presses_payload("Anna", board, &payload).contains("is old"));
    assert!(!desk.last().buttons.is_empty());
    assert_eq!(desk.plies().len(), 2);
}

#[test]
fn a_press_counts_only_on_the_message_and_in_the_chat_that_offered_it() {
    let mut desk = reversi();
    let (board, ply) = (desk.last_id(), desk.last().buttons[0][0].payload.clone());
    desk.says("Anna", "/play kalah");
    desk.presses("Anna", "Anyone here");
    let challenge = desk.last_id();
    let accept = desk.last().buttons[0][0].payload.clone();
    desk.says("Carol", "/play gana bot 1");
    let other = desk.last_id();
    let before = desk.messages.clone();
    for (who, message, payload) in [
        ("Anna", other, &ply),
        ("Carol", board, &accept),
        ("Carol", 77, &accept),
        ("Boris", other, &format!("z:{}", desk.game().id)),
        ("Boris", other, &"p:ruma".to_owned()),
    ] {
        assert!(desk.presses_payload(who, message, payload).contains("is old"), "{who} {message} {payload}");
        assert_eq!(desk.messages, before, "{who} {message} {payload}");
    }
    // The same button, pressed in a chat where it never was.
    let here = std::mem::replace(&mut desk.chat.id, "elsewhere".to_owned());
    desk.private = true;
    assert!(desk.presses_payload("Carol", challenge, &accept).contains("is old"));
    desk.chat.id = here;
    desk.private = false;
    assert_eq!(desk.games().len(), 2);
    assert_eq!(desk.presses_payload("Carol", challenge, &accept), "");
    assert_eq!(desk.games().len(), 3);
}

#[test]
fn a_button_from_last_week_is_told_to_be_old() {
    const WEEK: u64 = 8 * 24 * 60 * 60 * 1000;
    let mut desk = reversi();
    let (board, ply) = (desk.last_id(), desk.last().buttons[0][0].payload.clone());
    desk.says("Anna", "/play kalah [Boris]");
    let (challenge, accept) = (desk.last_id(), desk.last().buttons[0][0].payload.clone());
    desk.says("Anna", "/play t");
    let (question, name) = (desk.last_id(), desk.last().buttons[0][0].payload.clone());
    desk.says("Anna", "/draw");
    let (offer, agree) = (desk.last_id(), desk.last().buttons[0][0].payload.clone());
    desk.says("Anna", "d3");
    desk.says("Boris", "c3");
    desk.now += WEEK;
    let game = desk.games().remove(0);
    for (who, message, payload, note) in [
        ("Anna", board, &ply, "older position"),
        ("Boris", challenge, &accept, "no longer open"),
        ("Boris", offer, &agree, "lapsed"),
    ] {
        assert!(desk.presses_payload(who, message, payload).contains(note), "{note}");
        assert!(desk.messages[&message].buttons.is_empty(), "{note}");
    }
    // A question is put away after a day, whether or not somebody presses it.
    let asks = desk.store.scan("ask/").expect("memory");
    let id = crate::record::AskId::read(asks[0].0.trim_start_matches("ask/")).expect("an id");
    desk.run(&Input::AskEnds { ask: id, chat: desk.chat.clone() });
    assert!(desk.messages[&question].buttons.is_empty());
    assert!(desk.presses_payload("Anna", question, &name).contains("settled"));
    assert_eq!(desk.games(), [game], "nothing has come of it");
}

#[test]
fn strange_buttons_do_nothing() {
    let mut desk = reversi();
    for payload in
        ["", "m:zzzzzzzz:0:0", "m::", "c:00000000:a", "nonsense", &"x".repeat(500), "w:00000000:00000000:0"]
    {
        assert!(!desk.presses_payload("Anna", 1, payload).is_empty(), "{payload}");
    }
    assert!(desk.plies().is_empty());
}

// ---- Boards and lists ----

#[test]
fn the_board_is_shown_again_and_the_old_buttons_go_away() {
    let mut desk = reversi();
    let old = desk.last_id();
    desk.says("Clara", "/board");
    assert!(desk.last_id() > old && !desk.last().buttons.is_empty());
    assert!(desk.messages[&old].buttons.is_empty());
    // The newest picture counts for the next ply.
    let shown = desk.last_id();
    desk.says("Anna", "d3");
    assert!(desk.messages[&shown].buttons.is_empty());
}

#[test]
fn moves_lists_all_legal_plies_of_every_game() {
    for entry in GAMES {
        let mut desk = Desk::private();
        desk.says("Anna", &format!("/play {} bot 1", entry.info.slug));
        desk.says("Anna", "/moves");
        let mut listed = Vec::new();
        for delivery in &desk.carried {
            if let Deliver::Send(message) = &delivery.what {
                listed.extend(message.text.iter().filter_map(|span| match span {
                    Span::Code(text) => Some(text.clone()),
                    _ => None,
                }));
            }
        }
        assert_eq!(listed, entry.table(&Default::default()).legal(), "{}", entry.info.slug);
    }
}

#[test]
fn flip_turns_the_board_round_here() {
    let mut desk = reversi();
    let seen = |desk: &Desk| desk.board().picture.as_ref().map(|picture| picture.seen_by);
    assert_eq!(seen(&desk), Some(1), "White below in a group");
    desk.says("Anna", "/flip");
    assert_eq!(seen(&desk), Some(0));
    desk.says("Anna", "d3");
    assert_eq!(seen(&desk), Some(0), "and it stays so");
    assert!(one(desk.says("Clara", "/flip")).contains("no game in progress here"));
}

#[test]
fn my_games_lists_mine_wherever_they_are() {
    let mut desk = reversi();
    desk.says("Anna", "/play kalah bot 1");
    desk.chat.id = "other".to_owned();
    desk.private = true;
    let text = one(desk.says("Anna", "/mygames"));
    assert!(text.contains("2 games in progress"), "{text}");
    assert!(text.contains("Reversi: Boris — your turn, nothing played yet, in another chat"), "{text}");
    assert!(one(desk.says("Clara", "/mygames")).contains("no games in progress"));
    desk.chat.id = "club".to_owned();
    desk.private = false;
    desk.says("Anna", "/mygames");
    desk.presses("Anna", "Reversi: Boris");
    assert!(flat(&desk.board().text).starts_with("Reversi"));
}

#[test]
fn a_command_for_one_of_several_games_asks_which() {
    let mut desk = reversi();
    desk.says("Anna", "/play kalah [Boris]");
    desk.presses("Boris", "Accept");
    assert!(one(desk.says("Anna", "/resign")).contains("Which game do you mean?"));
    let question = desk.last_id();
    desk.presses("Anna", "Kalah: Boris");
    assert!(one(desk.texts()).contains("Do you really give up?"));
    assert!(desk.messages[&question].buttons.is_empty(), "the question is settled");
    desk.presses("Anna", "Yes, give up");
    assert_eq!(desk.games().iter().filter(|game| game.ended.is_some()).count(), 1);
}

#[test]
fn rules_come_with_the_starting_picture_and_a_way_to_play() {
    for entry in GAMES {
        for me in ["Anna", "Анна"] {
            let mut desk = Desk::private();
            desk.says(me, &format!("/rules {}", entry.info.slug));
            assert!(desk.messages.values().any(|message| message.picture.is_some()), "{}", entry.info.slug);
            let lasts = if me == "Anna" { "A game takes about" } else { "Партия длится" };
            let told = desk.texts().iter().any(|text| text.contains(lasts));
            assert_eq!(told, Length::of(entry.info.slug).is_some(), "{}", entry.info.slug);
            let label = if me == "Anna" { "Play" } else { "Сыграть" };
            desk.presses(me, label);
            assert!(desk.labels().iter().any(|label| label.starts_with("Bot:") || label.starts_with("Бот:")));
        }
    }
}

#[test]
fn games_are_listed_by_family_and_searched() {
    let mut desk = Desk::private();
    let all = desk.says("Anna", "/games").concat();
    for entry in GAMES {
        assert!(all.contains(&format!("{} — {}", entry.info.en, entry.info.slug)), "{}", entry.info.slug);
    }
    let found = one(desk.says("Anna", "/games draughts"));
    assert!(found.contains("russian") && !found.contains("reversi"), "{found}");
    let found = one(desk.says("Анна", "/games отелло"));
    assert!(found.contains("Реверси — reversi"), "{found}");
    assert!(one(desk.says("Anna", "/games xyzzyqwerty")).contains("I know no game"));
    desk.says("Anna", "/games reversi");
    desk.presses("Anna", "Reversi");
    assert!(desk.last().picture.is_some());
}

#[test]
fn help_names_every_command() {
    let mut desk = Desk::private();
    for me in ["Anna", "Анна"] {
        let text = one(desk.says(me, "/help"));
        for command in COMMANDS.iter().filter(|command| command.name != "start") {
            assert!(text.contains(&format!("/{}", command.name)), "{}", command.name);
        }
        assert!(one(desk.says(me, "/start")).contains(me));
    }
    let mut desk = Desk::group();
    assert!(one(desk.says("Anna", "/start payload")).contains("/play reversi"));
}

// ---- Giving up, draws, takebacks ----

#[test]
fn resigning_asks_once_and_only_the_one_who_asked() {
    let mut desk = reversi();
    desk.says("Anna", "/resign");
    assert!(desk.presses("Boris", "Yes, give up").contains("for somebody else"));
    desk.presses("Anna", "No, play on");
    assert!(desk.game().ended.is_none());
    let question = |desk: &mut Desk| {
        desk.says("Anna", "/resign");
        (desk.last_id(), desk.last().buttons[0][0].payload.clone())
    };
    // An answered question, one that was asked again, and one after which she played on.
    let (answered, first) = question(&mut desk);
    desk.presses("Anna", "No, play on");
    let (old, second) = question(&mut desk);
    let (older, third) = question(&mut desk);
    assert!(desk.messages[&old].buttons.is_empty() && !desk.messages[&older].buttons.is_empty());
    desk.says("Anna", "d3");
    assert!(desk.messages[&older].buttons.is_empty());
    for (message, yes) in [(answered, first), (old, second), (older, third)] {
        assert!(desk.presses_payload("Anna", message, &yes).contains("settled"));
    }
    assert!(desk.game().ended.is_none());
    question(&mut desk);
    desk.says("Boris", "c3");
    desk.presses("Anna", "Yes, give up");
    assert_eq!(desk.game().resigning, []);
    let ended = desk.game().ended.expect("over");
    assert_eq!((ended.winner, ended.reason.as_str()), (Some(1), "resignation"));
    let text = flat(&desk.last().text);
    assert!(text.contains("White wins (Boris): the opponent gave up"), "{text}");
    assert_eq!(desk.last().notify, [person("Boris").id]);
}

#[test]
fn a_draw_is_offered_and_accepted_or_declined() {
    let mut desk = reversi();
    let text = one(desk.says("Anna", "/draw"));
    assert!(text.contains("Boris, do you agree?"), "{text}");
    assert!(one(desk.says("Anna", "/draw")).contains("still waiting"));
    assert!(desk.presses("Clara", "Yes, I agree").contains("for somebody else"));
    assert!(desk.presses("Anna", "Yes, I agree").contains("for somebody else"));
    desk.presses("Boris", "No");
    assert!(desk.game().offer.is_none() && desk.game().ended.is_none());
    desk.says("Anna", "/draw");
    desk.presses("Boris", "Yes, I agree");
    let ended = desk.game().ended.expect("over");
    assert_eq!((ended.winner, ended.reason.as_str()), (None, "agreement"));
    assert!(flat(&desk.last().text).contains("A draw: by agreement"));
}

#[test]
fn a_draw_wanted_by_both_is_agreed() {
    let mut desk = reversi();
    desk.says("Anna", "/draw");
    desk.says("Boris", "/draw");
    assert_eq!(desk.game().ended.map(|ended| ended.reason), Some("agreement".to_owned()));
    assert_eq!(desk.labels(), ["Play again"], "the offer's buttons are gone");
}

#[test]
fn a_new_offer_takes_the_place_of_the_one_before() {
    let mut desk = reversi();
    desk.says("Anna", "d3");
    desk.says("Anna", "/draw");
    let draw = desk.last_id();
    desk.says("Anna", "/undo");
    assert!(desk.messages[&draw].buttons.is_empty());
    desk.presses("Boris", "Yes, I agree");
    assert!(desk.game().ended.is_none() && desk.plies().is_empty());
}

#[test]
fn an_offer_lapses_when_the_other_plays_on() {
    let mut desk = reversi();
    desk.says("Anna", "/draw");
    let (message, payload) = (desk.last_id(), desk.last().buttons[0][0].payload.clone());
    desk.says("Anna", "d3");
    assert!(desk.game().offer.is_some(), "who offers may play on");
    desk.says("Boris", "c3");
    assert!(desk.game().offer.is_none());
    assert!(desk.messages[&message].buttons.is_empty());
    assert!(desk.presses_payload("Boris", message, &payload).contains("lapsed"));
    assert!(desk.game().ended.is_none());
}

#[test]
fn the_bot_answers_a_draw_by_its_own_judgement() {
    for (score, drawn) in [(300, false), (0, false), (-100, false), (-300, true)] {
        let mut desk = Desk::private();
        desk.says("Anna", "/play reversi bot 1");
        assert!(one(desk.says("Anna", "/draw")).contains("thinking about your offer"));
        let (id, think) = desk.thinking.pop().expect("a thought");
        assert_eq!(think.task, Task::Draw);
        desk.bot_answers(&id, &think, Answer::Draw { score });
        assert_eq!(desk.game().ended.is_some(), drawn, "{score}");
        if !drawn {
            assert!(one(desk.texts()).contains("declines the draw"));
            assert!(one(desk.says("Anna", "/draw")).contains("already declined"));
            desk.says("Anna", "d3");
            assert!(one(desk.says("Anna", "/draw")).contains("when it is your turn"));
            assert_eq!(desk.thinking[0].1.task, Task::Ply, "the bot goes on thinking about its ply");
        }
    }
}

#[test]
fn a_draw_offered_to_the_bot_is_answered_though_the_person_plays_on() {
    for (score, drawn) in [(300, false), (-300, true)] {
        let mut desk = Desk::private();
        desk.says("Anna", "/play reversi bot 1");
        desk.says("Anna", "/draw");
        let (id, first) = desk.thinking[0].clone();
        assert!(one(desk.says("Anna", "/draw")).contains("still waiting"));
        desk.says("Anna", "d3");
        // The thought about the position before comes too late; there is one about this position.
        desk.bot_answers(&id, &first, Answer::Draw { score });
        assert!(desk.game().ended.is_none() && desk.texts().is_empty());
        assert!(one(desk.says("Anna", "/draw")).contains("still waiting"));
        let (id, think) = desk.thinking.pop().expect("a thought");
        assert_eq!((think.task, think.stage), (Task::Draw, desk.game().stage));
        desk.bot_answers(&id, &think, Answer::Draw { score });
        assert_eq!(desk.game().ended.is_some(), drawn, "{score}");
        if drawn {
            let texts = desk.texts();
            assert!(texts[0].contains("agrees to a draw"), "{texts:?}");
            assert!(texts[1].contains("A draw: by agreement"), "{texts:?}");
            assert!(desk.thinking.is_empty());
        } else {
            assert!(one(desk.texts()).contains("declines the draw"));
            // And then it plays.
            desk.bot_thinks();
            assert_eq!(desk.plies().len(), 2);
        }
    }
}

#[test]
fn a_draw_offered_to_the_bot_outlives_a_takeback_and_not_the_game() {
    let mut desk = Desk::private();
    desk.says("Anna", "/play reversi bot 1");
    desk.says("Anna", "d3");
    desk.bot_thinks();
    desk.says("Anna", "/draw");
    desk.says("Anna", "/undo");
    let (id, think) = desk.thinking.pop().expect("a thought");
    assert_eq!((think.task, think.stage), (Task::Draw, desk.game().stage));
    desk.bot_answers(&id, &think, Answer::Draw { score: 300 });
    assert!(one(desk.texts()).contains("declines the draw"));
    assert!(desk.thinking.is_empty(), "it is Anna's turn");
    assert!(one(desk.says("Anna", "/draw")).contains("already declined"));
    desk.says("Anna", "d3");
    desk.bot_thinks();
    desk.says("Anna", "/draw");
    desk.says("Anna", "/resign");
    desk.presses("Anna", "Yes, give up");
    assert!(desk.thinking.is_empty());
}

#[test]
fn a_takeback_against_the_bot_is_done_at_once() {
    let mut desk = Desk::private();
    desk.says("Anna", "/play reversi bot 1");
    assert!(one(desk.says("Anna", "/undo")).contains("no move to take back"));
    desk.says("Anna", "d3");
    desk.bot_thinks();
    desk.says("Anna", "/undo");
    assert!(desk.plies().is_empty());
    assert!(flat(&desk.last().text).contains("Black to move: Anna"));
    // While the bot thinks, its thought is dropped, and would not be taken if it came.
    desk.says("Anna", "d3");
    let (id, think) = desk.thinking[0].clone();
    desk.says("Anna", "/undo");
    assert!(desk.thinking.is_empty());
    desk.bot_answers(&id, &think, Answer::Ply("c3".to_owned().into()));
    assert!(desk.plies().is_empty());
    desk.says("Anna", "c4");
    assert_eq!(desk.plies(), ["c4"]);
}

#[test]
fn a_takeback_among_people_needs_consent() {
    let mut desk = reversi();
    desk.says("Anna", "d3");
    desk.says("Boris", "c3");
    let text = one(desk.says("Anna", "/undo"));
    assert!(text.contains("Anna asks to take a move back"), "{text}");
    assert!(desk.presses("Anna", "Yes, I agree").contains("for somebody else"));
    desk.presses("Boris", "No");
    assert_eq!(desk.plies().len(), 2);
    desk.says("Anna", "/undo");
    desk.presses("Boris", "Yes, I agree");
    assert!(desk.plies().is_empty());
    // A request does not outlive a ply.
    desk.says("Anna", "d3");
    desk.says("Anna", "/undo");
    desk.says("Boris", "c3");
    assert!(desk.game().offer.is_none());
    // Who asks can take the request back.
    desk.says("Boris", "/undo");
    desk.presses("Boris", "No");
    assert!(desk.game().offer.is_none());
}

// ---- Four at a table ----

#[test]
fn four_gather_at_a_table_and_the_bot_takes_the_free_seats() {
    let mut desk = Desk::group();
    desk.says("Anna", "/play ruma");
    desk.presses("Anna", "With people here");
    assert!(one(desk.texts()).contains("gathering a game for four"));
    desk.presses("Boris", "Join");
    assert!(one(desk.texts()).contains("At the table (2): Anna, Boris. 2 seats are free."));
    assert!(desk.presses("Boris", "Join").contains("already"));
    assert!(desk.presses("Boris", "Begin").contains("Only the one"));
    desk.presses("Boris", "Leave");
    desk.presses("Boris", "Join");
    desk.presses("Anna", "Begin");
    let game = desk.game();
    assert_eq!(game.people().count(), 2);
    assert_eq!(game.seats.iter().filter(|sitter| matches!(sitter, Sitter::Bot { .. })).count(), 2);
}

#[test]
fn a_full_table_begins_by_itself_and_only_the_invited_sit_down() {
    let mut desk = Desk::group();
    desk.says("Anna", "/play ruma [Boris] [Clara] [Dora]");
    assert!(desk.presses("Emil", "Join").contains("for somebody else"));
    for name in ["Boris", "Clara", "Dora"] {
        desk.presses(name, "Join");
    }
    assert_eq!(desk.game().people().count(), 4);
}

#[test]
fn who_leaves_a_table_of_four_is_replaced_by_the_bot() {
    let mut desk = Desk::group();
    desk.says("Anna", "/play ruma [Boris]");
    desk.presses("Boris", "Join");
    desk.presses("Anna", "Begin");
    assert!(one(desk.says("Anna", "/draw")).contains("no draws by agreement"));
    desk.says("Anna", "/resign");
    desk.presses("Anna", "Yes, give up");
    assert!(desk.game().ended.is_none());
    assert_eq!(desk.game().people().count(), 1);
    assert!(one(desk.says("Anna", "/mygames")).contains("no games in progress"));
    desk.says("Boris", "/resign");
    desk.presses("Boris", "Yes, give up");
    assert_eq!(desk.game().ended.map(|ended| ended.winner), Some(None));
    assert!(flat(&desk.last().text).contains("broken off"));
}

#[test]
fn four_handed_against_three_bots_runs_round_the_table() {
    let mut desk = Desk::private();
    desk.says("Anna", "/play ruma bot 1");
    for _ in 0..4 {
        let ply = desk.boards.table(&desk.game()).expect("readable").legal().remove(0);
        desk.says("Anna", &ply);
        desk.bot_thinks();
        let game = desk.game();
        assert!(
            game.ended.is_some()
                || game.sits(
                    &person("Anna").id,
                    desk.boards.table(&game).expect("readable").to_act().expect("goes on")
                )
        );
    }
    desk.says("Anna", "/undo");
    let game = desk.game();
    assert!(
        game.sits(&person("Anna").id, desk.boards.table(&game).expect("readable").to_act().expect("goes on"))
    );
}

// ---- Settings ----

#[test]
fn a_person_is_answered_in_the_language_chosen() {
    let mut desk = Desk::private();
    assert!(one(desk.says("Anna", "/lang ru")).contains("по-русски"));
    assert!(one(desk.says("Anna", "/mygames")).contains("Неоконченных партий"));
    desk.says("Anna", "/язык");
    desk.presses("Anna", "English");
    assert!(one(desk.says("Anna", "/mygames")).contains("no games in progress"));
    assert!(one(desk.says("Anna", "/lang klingon")).contains("do not speak"));
}

#[test]
fn a_group_speaks_as_the_first_who_spoke_or_as_chosen() {
    let mut desk = Desk::group();
    desk.says("Анна", "/play reversi [Boris]");
    assert!(desk.labels().contains(&"Принять".to_owned()));
    // A note is for one person and in that person's language.
    assert!(desk.presses("Clara", "Принять").contains("for somebody else"));
    desk.presses("Boris", "Принять");
    assert!(flat(&desk.board().text).contains("Ходят чёрные"));
    assert!(one(desk.says("Boris", "/lang en")).contains("In this chat I will speak English"));
    desk.says("Анна", "/board");
    assert!(flat(&desk.board().text).contains("Black to move"));
}

#[test]
fn a_theme_is_chosen_for_oneself_or_the_group() {
    let mut desk = Desk::private();
    let theme = |desk: &Desk| desk.board().picture.as_ref().map(|picture| picture.theme.clone());
    desk.says("Anna", "/theme");
    desk.presses("Anna", "Dark");
    assert_eq!(theme(&desk).as_deref(), Some("dark"));
    desk.says("Anna", "/play reversi bot 1");
    assert_eq!(theme(&desk).as_deref(), Some("dark"));
    desk.says("Anna", "/тема контрастная");
    assert_eq!(theme(&desk).as_deref(), Some("contrast"));
    assert!(one(desk.says("Anna", "/theme ugly")).contains("no such look"));
    desk.private = false;
    desk.chat.id = "other group".to_owned();
    desk.says("Anna", "/rules reversi");
    assert_eq!(theme(&desk).as_deref(), Some("wood"), "a group has its own");
}

// ---- Bad input ----

#[test]
fn a_message_of_a_hundred_thousand_characters_is_chat() {
    let mut desk = reversi();
    assert_eq!(desk.says("Anna", &"a".repeat(100_000)), [""; 0]);
    assert_eq!(desk.says("Anna", &"d3 ".repeat(40_000)), [""; 0]);
    let text = one(desk.says("Anna", &format!("/play {}", "я".repeat(100_000))));
    assert!(text.contains("I know no game called"), "{text}");
    desk.says("Anna", &format!("/{}", "x".repeat(100_000)));
    desk.private = true;
    assert_eq!(desk.says("Anna", &"é".repeat(100_000)).len(), 1);
    assert!(desk.plies().is_empty());
}

#[test]
fn names_full_of_markup_and_marks_stay_harmless() {
    let hostile = "\u{202e}<b>*_`[x](y)`_*</b>\n\n@everyone {$who} \u{e000}0\u{e001}**";
    let mut desk = Desk::group();
    let what = |text: &str| What::Said {
        text: text.to_owned(),
        reply_to: None,
        addressed: false,
        mentions: Vec::new(),
    };
    let mut event = desk.event("Anna", what("/play reversi bot 1"));
    event.who.name = hostile.to_owned();
    event.who.handle = Some("../\u{202e}`x`".to_owned());
    // Not through the desk's own checks: the name has signs in it that our texts never have.
    let changes =
        step(&desk.store, &desk.boards, desk.stamp(), &Input::Event(Box::new(event))).expect("readable");
    assert_eq!(desk.store.commit(&changes.expected, &changes.writes), Ok(Commit::Done));
    let game = desk.game();
    let Sitter::Person(guest) = &game.seats[0] else { panic!("a person") };
    assert_eq!(guest.name, harmless(hostile));
    assert!(!guest.name.contains(['\n', '\u{202e}', '\u{e000}']));
    assert!(guest.name.chars().count() <= 33);
    let table = desk.boards.table(&game).expect("readable");
    let caption = crate::caption::caption(&game, table.as_ref(), crate::Language::English);
    let people: Vec<_> = caption.iter().filter(|span| matches!(span, Span::Person { .. })).collect();
    assert_eq!(people.len(), 2, "the name is a piece of its own: {caption:?}");
    assert!(caption.iter().all(|span| !matches!(span, Span::Code(_))), "{caption:?}");
}

#[test]
fn an_unreadable_game_does_not_stop_the_others() {
    let mut desk = reversi();
    let broken = desk.game();
    let (board, payload) = (desk.last_id(), desk.last().buttons[0][0].payload.clone());
    desk.says("Anna", "/play kalah [Boris] white");
    desk.presses("Boris", "Accept");
    let key = keys::game(&broken.id).text;
    assert_eq!(desk.store.commit(&[], &[(key.clone(), Some(b"rubbish".to_vec()))]), Ok(Commit::Done));
    desk.says("Anna", "/moves");
    assert!(flat(&desk.last().text).contains("Kalah"));
    desk.says("Anna", "/mygames");
    let event = desk.event("Anna", What::Pressed { payload, message: MessageId(board.to_string()) });
    let input = Input::Event(Box::new(event.clone()));
    assert!(step(&desk.store, &desk.boards, desk.stamp(), &input).is_err());
    let changes = super::apologise(&desk.store, &desk.boards, desk.stamp(), &event).expect("readable");
    assert!(changes.out.iter().any(|out| matches!(&out.what,
        crate::delivery::Deliver::Note { text: Some(text) } if text.contains("cannot be read"))));
    assert_eq!(desk.store.all().get(&key).map(Vec::as_slice), Some(&b"rubbish"[..]), "left as it is");
}

#[test]
fn the_same_update_does_nothing_the_second_time() {
    let mut desk = reversi();
    let what = What::Said { text: "d3".to_owned(), reply_to: None, addressed: false, mentions: Vec::new() };
    let event = desk.event("Anna", what);
    desk.run(&Input::Event(Box::new(event.clone())));
    let before = desk.store.all();
    let changes = desk.run(&Input::Event(Box::new(event)));
    assert!(changes.seen && changes.writes.is_empty() && changes.out.is_empty());
    assert_eq!(desk.store.all(), before);
}

#[test]
fn a_thought_about_another_position_is_dropped() {
    let mut desk = Desk::private();
    desk.says("Anna", "/play reversi bot 1");
    desk.says("Anna", "d3");
    let (id, think) = desk.thinking[0].clone();
    desk.bot_answers(&id, &think, Answer::Ply("c3".to_owned().into()));
    assert_eq!(desk.plies(), ["d3", "c3"]);
    let again = Thought { game: id, stage: think.stage, answer: Answer::Ply("c3".to_owned().into()) };
    desk.run(&Input::Thought(again));
    assert_eq!(desk.plies(), ["d3", "c3"]);
    assert!(Transaction::new(&desk.store).load(&keys::think(&desk.game().id)).expect("readable").is_none());
}

#[test]
fn every_game_of_the_catalogue_is_found_by_what_lists_show() {
    for entry in GAMES {
        for name in [entry.info.en, entry.info.ru] {
            let found = match catalogue::look_up(name) {
                catalogue::Lookup::Found(entry) => vec![entry],
                catalogue::Lookup::Several(entries) => entries,
                catalogue::Lookup::Nothing(_) => Vec::new(),
            };
            assert!(found.iter().any(|found| found.info.slug == entry.info.slug), "{name}");
        }
    }
}
