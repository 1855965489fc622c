//! What people type: forgiving reading, and plain explanations of what is not legal.

mod support;

use support::{play, table};
use tavlei_core::catalogue::GAMES;
use tavlei_core::games::draughts::Numbers;
use tavlei_core::reading::read_plies;
use tavlei_core::square::squares_in;
use tavlei_core::{Illegal, Misread, Seat, Table};

fn after(slug: &str, plies: &str) -> Box<dyn Table> {
    let mut table = table(slug, &[]);
    play(table.as_mut(), &plies.split_whitespace().collect::<Vec<_>>());
    table
}

fn reads(table: &dyn Table, texts: &[&str], ply: &str) {
    for text in texts {
        assert_eq!(table.read(text).as_deref(), Ok(ply), "{text:?}");
    }
}

#[test]
fn steps_are_read_in_any_clothes() {
    let start = table("russian", &[]);
    let texts = [
        "c3-d4",
        "C3-D4",
        "c3d4",
        "c3 d4",
        "c3 - d4",
        "c3–d4",
        "c3—d4",
        " c3-d4. ",
        "c3-d4!",
        "с3-д4",
        "С3-Д4",
        "ц3д4",
        "ｃ３－ｄ４",
        "c3→d4",
    ];
    reads(start.as_ref(), &texts, "c3-d4");
    // Look-alike and sound-alike letters of every file.
    reads(start.as_ref(), &["а3-б4", "a3-b4", "а3-в4"], "a3-b4");
    reads(start.as_ref(), &["е3-ф4", "e3:f4"], "e3-f4");
    reads(start.as_ref(), &["г3-х4", "г3-н4", "g3-h4"], "g3-h4");
}

#[test]
fn captures_may_be_shortened_when_one_fits() {
    let table = after("russian", "c3-b4 d6-e5 g3-f4 e5:g3 f2:h4 b6-a5 e1-f2");
    reads(
        table.as_ref(),
        &[
            "a5:c3:e1:g3",
            "a5xc3xe1xg3",
            "a5×c3×e1×g3",
            "a5хс3хе1хг3",
            "а5:ц3:е1:г3",
            "a5c3e1g3",
            "a5:g3",
            "a5 g3",
            "a5:e1:g3",
        ],
        "a5:c3:e1:g3",
    );
    // Its end is missing; its squares are not in order.
    for text in ["a5:c3", "a5:e1:c3:g3"] {
        assert!(matches!(table.read(text), Err(Misread::Illegal(Illegal::GoesOnly { .. }))), "{text}");
    }
}

#[test]
fn placements_are_read_in_either_case() {
    let start = table("reversi", &[]);
    reads(start.as_ref(), &["d3", "D3", "д3", "Д3", "ｄ３", "d3!"], "d3");
}

#[test]
fn pits_are_read_in_either_case() {
    let start = table("kalah", &[]);
    reads(start.as_ref(), &["B", "b", "Б", "б"], "B");
}

#[test]
fn chat_is_no_ply() {
    let start = table("russian", &[]);
    let chat = [
        "hello",
        "",
        "   ",
        "good game",
        "давай ещё",
        "a",
        "meet at c3?",
        "c3 is weak",
        "🙂",
        "1",
        "-",
        "see b4 you",
    ];
    for text in chat {
        assert_eq!(start.read(text), Err(Misread::NotAPly), "{text:?}");
    }
    assert_eq!(start.read(&"c3-d4 ".repeat(20_000)), Err(Misread::NotAPly));
}

#[test]
fn illegal_plies_say_why() {
    let why = |table: &dyn Table, text: &str| match table.read(text) {
        Err(Misread::Illegal(why)) => why,
        other => panic!("{text}: {other:?}"),
    };
    let square = |name: &str| name.parse().expect("a square");
    let start = table("russian", &[]);
    assert_eq!(why(start.as_ref(), "d4-e5"), Illegal::NoPiece { square: square("d4") });
    assert_eq!(why(start.as_ref(), "b6-a5"), Illegal::NotYours { square: square("b6") });
    assert_eq!(why(start.as_ref(), "a1-b2"), Illegal::Stuck { square: square("a1") });
    assert_eq!(
        why(start.as_ref(), "c3-c4"),
        Illegal::GoesOnly { square: square("c3"), plies: vec!["c3-b4".into(), "c3-d4".into()] }
    );
    let capture = after("russian", "c3-d4 b6-c5");
    assert_eq!(why(capture.as_ref(), "g3-h4"), Illegal::MustCapture { plies: vec!["d4:b6".into()] });
    let reversi = table("reversi", &[]);
    assert_eq!(why(reversi.as_ref(), "d4"), Illegal::Occupied { square: square("d4") });
    assert!(matches!(why(reversi.as_ref(), "a1"), Illegal::Closed { plies, .. } if plies.len() == 4));
}

#[test]
fn several_plies_may_stand_in_one_message() {
    let start = table("russian", &[]);
    let everybody = |_: Seat| true;
    let white = |seat: Seat| seat == Seat::FIRST;
    let both = read_plies(start.as_ref(), "1. c3-d4 b6-c5 2. d4:b6", everybody);
    assert_eq!(both, Ok(vec!["c3-d4".into(), "b6-c5".into(), "d4:b6".into()]));
    // A player plays his own plies only.
    assert_eq!(read_plies(start.as_ref(), "c3-d4 b6-c5", white), Err(Illegal::NotYourTurn.into()));
    assert_eq!(read_plies(start.as_ref(), "c3 d4", white), Ok(vec!["c3-d4".into()]));
    assert_eq!(
        read_plies(start.as_ref(), "c3-d4", |seat| seat == Seat::SECOND),
        Err(Illegal::NotYourTurn.into())
    );
    assert_eq!(read_plies(start.as_ref(), "well played", |_| false), Err(Misread::NotAPly));
}

#[test]
fn pieces_put_down_are_read_as_people_write_them() {
    reads(after("reversi", "").as_ref(), &["D3", "d3.", "д3", "Д 3"], "d3");
    reads(after("damut", "").as_ref(), &["d4d5", "d5+d4", "D4 D5", "d4-d5", "д4 д5"], "d4+d5");
    // A hook is meant where nothing else can be.
    reads(after("loach", "d4 d5 d6 d7 d8").as_ref(), &["e8", "E8*", "е8"], "e8*");
    let joined = after("loach", "d4 c4* b4 b3* b2 c2* d2 d3* c3*");
    reads(joined.as_ref(), &["a2b2", "a2 b2", "a2-b2", "а2@б2"], "a2@b2");
    // A gap goes by its ends either way, or by a square that is in no other.
    let gaps = after("curtain", "d4 a1 e6 a2 g4 a3");
    reads(gaps.as_ref(), &["e4-f4", "f4..e4", "e4f4", "e4", "F4"], "e4..f4");
    reads(gaps.as_ref(), &["f5"], "f5");
    reads(after("fenzu", "d4 a5 e4 b5 f4 a6 g4 e5").as_ref(), &["d4", "Xd4", "хд4", "×d4"], "xd4");
    reads(after("flood", "d4").as_ref(), &["пас", "PASS", "pass", "пасс"], "pass");
    let double = after("tic-tac-toe", "a1 c3 e5");
    reads(double.as_ref(), &["D4+", "д4+", "d4 +"], "d4+");
    reads(double.as_ref(), &["d4", "D4"], "d4");
    assert_eq!(
        read_plies(double.as_ref(), "d4+ h1", |seat| seat == Seat::SECOND),
        Ok(vec!["d4+".into(), "h1".into()])
    );
}

/// The games in which people number the dark squares.
const NUMBERED: [(&str, Numbers); 13] = [
    ("checkers", Numbers::FromWhite),
    ("makyek", Numbers::FromBlack),
    ("damas", Numbers::FromBlack),
    ("russian", Numbers::FromBlack),
    ("double-move", Numbers::FromBlack),
    ("foreign-move", Numbers::FromBlack),
    ("self-eaters", Numbers::FromBlack),
    ("switch-off", Numbers::FromBlack),
    ("proskok", Numbers::FromBlack),
    ("giveaway", Numbers::FromBlack),
    ("bottom", Numbers::FromBlack),
    ("stilts", Numbers::FromBlack),
    ("vertep", Numbers::FromBlack),
];

#[test]
fn draughts_are_read_by_number() {
    reads(after("russian", "").as_ref(), &["22-18", "22–18", "22 18", "２２－１８"], "c3-d4");
    reads(after("russian", "c3-d4 b6-c5").as_ref(), &["18x9", "18:9", "18×9", "18х9", "18-9"], "d4:b6");
    let four = after("russian", "c3-b4 d6-e5 g3-f4 e5:g3 f2:h4 b6-a5 e1-f2");
    reads(four.as_ref(), &["13x22x31x24", "13x24", "13:22:31:24", "13 24"], "a5:c3:e1:g3");
    reads(after("checkers", "").as_ref(), &["11-15", "11 15"], "c3-d4");
    reads(after("stolby", "").as_ref(), &["22-18"], "c3-d4");
    // Beside a file the same Russian letter is its letter, and a number before it a count of pieces.
    let beside = after("dipole", "e1-h4 d8-a5");
    let leaving = beside.legal().into_iter().find(|ply| ply.contains("h4-off")).expect("a way off");
    reads(beside.as_ref(), &[&leaving.replace('h', "х")], &leaving);
    let both = read_plies(after("russian", "").as_ref(), "1. 22-18 9-14 2. 18x9", |_| true);
    assert_eq!(both, Ok(vec!["c3-d4".into(), "b6-c5".into(), "d4:b6".into()]));
    for (slug, numbers) in NUMBERED {
        let mut table = table(slug, &[]);
        for ply in 0..40 {
            for text in table.legal() {
                let squares = squares_in(&text).into_iter().map(|square| numbers.number(square).to_string());
                let sign = if text.contains(':') { "x" } else { "-" };
                let typed = squares.collect::<Vec<_>>().join(sign);
                match table.read(&typed) {
                    Ok(read) => assert_eq!(read, text, "{slug}: {typed}"),
                    // Numbers do not say whether a step or a capture is meant.
                    Err(Misread::Illegal(Illegal::Ambiguous { plies })) => assert!(plies.contains(&text)),
                    Err(why) => panic!("{slug}: {typed}: {why:?}"),
                }
            }
            let Some(text) = table.random(ply) else { break };
            table.play(&text).expect("legal");
        }
    }
}

#[test]
fn captures_are_read_with_a_cross_whatever_their_kind() {
    // By jumping, by replacement, and by a step that encloses.
    reads(after("russian", "c3-d4 b6-c5").as_ref(), &["d4xb6", "D4XB6", "d4×b6", "д4хб6"], "d4:b6");
    reads(after("lines", "").as_ref(), &["b1xb3", "b1:b3", "б1хб3"], "b1-b3");
    for entry in GAMES {
        let mut table = entry.table(&Default::default());
        for ply in 0..60 {
            for text in table.legal() {
                let squares = squares_in(&text);
                // Whatever has squares only, a cross may stand between them.
                let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
                if squares.len() > 1 && [names.join("-"), names.join(":")].contains(&text) {
                    for typed in [names.join("x"), names.join("×").to_uppercase(), names.join(" ")] {
                        assert_eq!(table.read(&typed).as_ref(), Ok(&text), "{}: {typed}", entry.info.slug);
                    }
                }
            }
            let Some(text) = table.random(ply * 31 + 5) else { break };
            table.play(&text).expect("legal");
        }
    }
}

#[test]
fn othello_is_read_as_it_is_written() {
    let start = after("reversi", "");
    reads(start.as_ref(), &["d3", "D3"], "d3");
    // Nobody passes here: the turn goes to whoever can play, and who tries is told what can be played.
    for text in ["pa", "PA", "ps", "pass", "пас"] {
        let why = start.read(text);
        assert!(
            matches!(&why, Err(Misread::Illegal(Illegal::Unknown { plies })) if plies.len() == 4),
            "{why:?}"
        );
    }
}

#[test]
fn a_turn_is_given_up_in_any_words() {
    let mut found = 0;
    for entry in GAMES {
        let mut table = entry.table(&Default::default());
        for ply in 0..120 {
            if table.legal().contains(&"pass".to_owned()) {
                reads(table.as_ref(), &["pa", "PA", "ps", "Pass", "пас", "ПАС", "пасс", "пропуск"], "pass");
                found += 1;
                break;
            }
            let Some(text) = table.random(ply) else { break };
            table.play(&text).expect("legal");
        }
    }
    assert!(found >= 5, "{found} games");
}

#[test]
fn pits_are_read_by_number_from_the_owners_left() {
    reads(after("kalah", "").as_ref(), &["2", "２"], "B");
    for slug in ["kalah", "wari", "ruma"] {
        let mut table = after(slug, "");
        for ply in 0..30 {
            let legal = table.legal();
            let mut read = Vec::new();
            for number in 1..=6 {
                read.extend(table.read(&number.to_string()).ok());
            }
            read.sort_unstable();
            assert_eq!(read, legal, "{slug}: every pit has its number");
            let Some(text) = table.random(ply) else { break };
            table.play(&text).expect("legal");
        }
    }
}

#[test]
fn several_plies_of_a_turn_are_read_in_every_game() {
    for entry in GAMES {
        let mut table = entry.table(&Default::default());
        for turn in 0..40 {
            let Some(seat) = table.to_act() else { break };
            let mut ahead = table.clone_table();
            let mut plies = Vec::new();
            while ahead.to_act() == Some(seat) && plies.len() < 8 {
                let ply = ahead.random(turn * 100 + plies.len() as u64).expect("the game goes on");
                ahead.play(&ply).expect("legal");
                plies.push(ply);
            }
            for between in [" ", "; ", ", ", "\n"] {
                let typed = plies.join(between);
                let read = read_plies(table.as_ref(), &typed, |other| other == seat);
                assert_eq!(read.as_ref(), Ok(&plies), "{}: {typed}", entry.info.slug);
            }
            table = ahead;
        }
    }
}
