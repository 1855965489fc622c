//! What holds whatever happens, over random events.

use proptest::prelude::*;

use crate::event::{Event, What};
use crate::ids::MessageId;
use crate::record::Game;
use crate::step::Input;
use crate::testing::Desk;

/// Something that a person may do, with numbers that choose among what there is.
#[derive(Clone, Debug)]
enum Act {
    /// Types a legal ply of whatever game.
    Ply { who: usize, game: usize, ply: usize },
    /// Presses a button that is there.
    Press { who: usize, button: usize },
    /// Presses a button that was there once.
    PressOld { who: usize, button: usize },
    /// Types a command.
    Command { who: usize, command: usize },
    /// The bot's thoughts come in.
    Thoughts,
    /// An update that was handled before comes again.
    Again { which: usize },
}

const PEOPLE: [&str; 3] = ["Anna", "Борис", "Clara"];
const COMMANDS: [&str; 16] = [
    "/play reversi [Anna]",
    "/play kalah [Борис] white",
    "/play cats-mouse",
    "/play ruma",
    "/play russian bot 1",
    "/board",
    "/moves",
    "/undo",
    "/draw",
    "/resign",
    "/flip",
    "/hint",
    "/analyse",
    "/mygames",
    "/lang ru",
    "/theme",
];

fn act() -> impl Strategy<Value = Act> {
    let n = 0..64_usize;
    prop_oneof![
        6 => (0..3_usize, n.clone(), n.clone()).prop_map(|(who, game, ply)| Act::Ply { who, game, ply }),
        4 => (0..3_usize, n.clone()).prop_map(|(who, button)| Act::Press { who, button }),
        1 => (0..3_usize, n.clone()).prop_map(|(who, button)| Act::PressOld { who, button }),
        3 => (0..3_usize, n.clone()).prop_map(|(who, command)| Act::Command { who, command }),
        2 => Just(Act::Thoughts),
        3 => n.prop_map(|which| Act::Again { which }),
    ]
}

/// A desk that remembers every event and every button that was ever there.
struct Play {
    desk: Desk,
    done: Vec<Event>,
    buttons: Vec<(u64, String)>,
}

impl Play {
    fn event(&mut self, act: &Act) -> Option<Event> {
        let (who, what) = match *act {
            Act::Ply { who, game, ply } => {
                let games: Vec<Game> =
                    self.desk.games().into_iter().filter(|game| game.ended.is_none()).collect();
                let game = games.get(game % games.len().max(1))?;
                let legal = self.desk.boards.table(game).expect("readable").legal();
                (who, said(&legal[ply % legal.len()]))
            }
            Act::Press { who, button } => {
                let there: Vec<_> = self
                    .desk
                    .messages
                    .iter()
                    .flat_map(|(id, message)| {
                        message.buttons.iter().flatten().map(|b| (*id, b.payload.clone()))
                    })
                    .collect();
                (who, pressed(there.get(button % there.len().max(1))?))
            }
            Act::PressOld { who, button } => {
                (who, pressed(self.buttons.get(button % self.buttons.len().max(1))?))
            }
            Act::Command { who, command } => {
                let (event, mentions) = crate::testing::said(COMMANDS[command % COMMANDS.len()]);
                return Some(self.desk.event(
                    PEOPLE[who],
                    What::Said { text: event, reply_to: None, addressed: false, mentions },
                ));
            }
            Act::Thoughts | Act::Again { .. } => return None,
        };
        Some(self.desk.event(PEOPLE[who], what))
    }

    fn perform(&mut self, act: &Act) {
        match act {
            Act::Thoughts => self.desk.bot_thinks(),
            Act::Again { which } => {
                let Some(event) = self.done.get(which % self.done.len().max(1)).cloned() else { return };
                let before = self.desk.store.all();
                let changes = self.desk.run(&Input::Event(Box::new(event)));
                assert!(changes.seen && changes.out.is_empty() && changes.think.is_empty());
                assert_eq!(self.desk.store.all(), before, "an update that comes again changes nothing");
            }
            _ => {
                let Some(event) = self.event(act) else { return };
                let before = self.desk.games();
                self.desk.run(&Input::Event(Box::new(event.clone())));
                self.check_step(&before);
                self.done.push(event);
            }
        }
        let all = self.desk.messages.iter();
        let buttons = all.flat_map(|(id, m)| m.buttons.iter().flatten().map(|b| (*id, b.payload.clone())));
        self.buttons.extend(buttons.collect::<Vec<_>>());
        self.buttons.sort();
        self.buttons.dedup();
    }

    /// At most one game changes, by plies of one person at its end, or by plies taken back from it.
    fn check_step(&self, before: &[Game]) {
        let mut changed = 0;
        for game in self.desk.games() {
            let old = before.iter().find(|old| old.id == game.id).map_or(&[][..], |old| &old.plies);
            if game.plies == old {
                continue;
            }
            changed += 1;
            let longer = game.plies.len().max(old.len());
            let common = game.plies.iter().zip(old).take_while(|(a, b)| a == b).count();
            assert!(common == game.plies.len() || common == old.len(), "the past is never rewritten");
            assert!(longer > common);
            // Whatever is stored can be played again from the start.
            self.desk.boards.at(&game, usize::MAX).expect("legal to the last ply");
        }
        assert!(changed <= 1);
    }
}

fn said(text: &str) -> What {
    What::Said { text: text.to_owned(), reply_to: None, addressed: false, mentions: Vec::new() }
}

fn pressed((message, payload): &(u64, String)) -> What {
    What::Pressed { payload: payload.clone(), message: MessageId(message.to_string()) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn updates_that_come_again_never_lose_or_double_a_ply(acts in prop::collection::vec(act(), 1..60)) {
        let mut play = Play { desk: Desk::group(), done: Vec::new(), buttons: Vec::new() };
        play.desk.says("Anna", "/play reversi [Борис] black");
        play.desk.presses("Борис", "Accept");
        for act in &acts {
            play.perform(act);
        }
        // Every game in progress is known to its chat and its people, and no other.
        let games = play.desk.games();
        let stored = play.desk.store.all();
        for game in &games {
            let quoted = format!("\"{}\"", game.id);
            for (key, value) in &stored {
                if !key.starts_with("chat/") && !key.starts_with("person/") {
                    continue;
                }
                let text = String::from_utf8_lossy(value);
                let list = text.split("\"games\":[").nth(1).and_then(|rest| rest.split(']').next()).unwrap_or_default();
                if game.ended.is_some() {
                    prop_assert!(!list.contains(&quoted), "{} lists a finished game", key);
                } else if key.starts_with("chat/") {
                    prop_assert!(list.contains(&quoted), "{} does not list its game", key);
                }
            }
        }
        // The bot never waits for a thought that nobody has.
        for game in games.iter().filter(|game| game.ended.is_none()) {
            let table = play.desk.boards.table(game).expect("readable");
            let waits = table.to_act().is_some_and(|seat| game.bot(seat).is_some());
            let thinks = stored.contains_key(&format!("think/{}", game.id));
            prop_assert!(!waits || thinks);
        }
    }

    #[test]
    fn garbage_never_panics_and_never_plays(
        text in prop_oneof!["\\PC{0,60}", "[/a-hх0-9а-я: =@-]{0,40}", ".{0,200}"],
        payload in prop_oneof!["\\PC{0,70}", "[a-z]:[0-9a-z]{8}:[0-9]{1,3}:[0-9a-z]{0,3}"],
        private in any::<bool>(),
    ) {
        let mut desk = Desk::group();
        desk.says("Anna", "/play russian [Борис] white");
        desk.presses("Борис", "Accept");
        desk.private = private;
        for who in PEOPLE {
            let before = desk.plies();
            desk.says(who, &text);
            let after = desk.games();
            if desk.plies() != before {
                // What was played was a legal ply after all.
                let replayed = after.iter().all(|game| {
                    desk.boards.at(game, usize::MAX).is_ok()
                });
                prop_assert!(replayed);
            }
            desk.says(who, &format!("/play {text}"));
            desk.says(who, &format!("/rules {text}"));
            desk.says(who, &format!("/games {text}"));
            desk.commands(who, "play", &[("game", "reversi"), ("options", &text), ("side", &text), ("level", &text)]);
            desk.commands(who, &text, &[("x", &text)]);
            desk.presses_payload(who, 1, &payload);
        }
    }
}
