//! The program and the stand-in for Telegram together, and what people do there all the time.

use std::path::Path;
use std::process::{Command, ExitStatus};

use serde_json::Value;
use tempfile::TempDir;

use super::process::Process;
use super::telegram::{ANNA, BORIS, Chat, Posted, TOKEN, Telegram, User};

/// The program on a store of its own, talking to a stand-in.
pub struct Play {
    /// The stand-in.
    pub telegram: Telegram,
    folder: TempDir,
    program: Option<Process>,
    settings: Vec<(String, String)>,
}

impl Play {
    /// Starts both.
    pub async fn start() -> Play {
        Play::with(&[]).await
    }

    /// Starts both, the program with more settings.
    pub async fn with(settings: &[(&str, &str)]) -> Play {
        let mut play = Play::prepare(settings).await;
        play.launch();
        play
    }

    /// Starts the stand-in only.
    pub async fn prepare(settings: &[(&str, &str)]) -> Play {
        let telegram = Telegram::start().await;
        let given = settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let folder = tempfile::tempdir().expect("a folder");
        Play { telegram, folder, program: None, settings: given }
    }

    /// Starts the program.
    pub fn launch(&mut self) {
        let mut settings = self.telegram.settings().to_vec();
        settings.extend(self.settings.iter().map(|(name, value)| (name.as_str(), value.as_str())));
        let settings: Vec<(&str, &str)> = settings;
        self.program = Some(Process::start_after("true", self.folder.path(), &settings));
    }

    /// Kills the program on the spot.
    pub async fn kill(&mut self) {
        let said = self.program.take().expect("it runs").kill().await;
        check_output(&said);
    }

    /// Kills the program on the spot and starts it again.
    pub async fn restart(&mut self) {
        self.kill().await;
        self.launch();
    }

    /// Asks the program to end; it must do so without a fault.
    pub async fn stop(&mut self) {
        let (status, said) = self.program.take().expect("it runs").stop().await;
        assert!(status.success(), "it ended with {status}:\n{said}");
        check_output(&said);
    }

    /// Waits until the program ends by itself.
    pub async fn ended(&mut self) -> (ExitStatus, String) {
        let (status, said) = self.program.take().expect("it runs").ended().await;
        check_output(&said);
        (status, said)
    }

    /// Waits until the program says something.
    pub async fn until_said(&self, words: &str) {
        self.program().until_said(words).await;
    }

    /// The program.
    pub fn program(&self) -> &Process {
        self.program.as_ref().expect("it runs")
    }

    /// The folder in which the program runs.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Anna challenges Boris with an order that names him, and he accepts. The board.
    pub async fn begin(&self, chat: Chat, order: &str) -> Posted {
        let telegram = &self.telegram;
        let before = telegram.seq();
        telegram.say(ANNA, chat, order);
        let challenge = telegram.shown(chat, before, "a challenge", |p| p.labels().contains(&"Accept")).await;
        let press = telegram.press(BORIS, &challenge, "Accept");
        telegram.answer(&press).await;
        telegram.shown(chat, challenge.seq, "the first board", |p| p.photo.is_some()).await
    }

    /// Somebody types a ply; the new board, which must name it and show a whole picture.
    pub async fn type_ply(&self, user: User, chat: Chat, ply: &str) -> Posted {
        let before = self.telegram.seq();
        self.telegram.say(user, chat, ply);
        self.board_after(chat, before, ply).await
    }

    /// Stops the program and starts it again; after one ply of a game Boris plays the next one, and the board is the game's.
    pub async fn goes_on_after_a_restart(&mut self, chat: Chat, game: &str, plies: [&str; 2]) {
        self.stop().await;
        self.launch();
        let board = self.type_ply(BORIS, chat, plies[1]).await;
        assert_eq!(board.photo.as_deref(), Some(&drawn(game, &plies.map(str::to_owned))[..]));
        self.stop().await;
    }

    /// Waits for a new board that names a ply.
    pub async fn board_after(&self, chat: Chat, before: usize, ply: &str) -> Posted {
        let what = format!("a board after {ply}");
        let board = self
            .telegram
            .shown(chat, before, &what, |p| {
                p.photo.is_some() && !p.edited && last_plies(p).contains(&ply.to_owned())
            })
            .await;
        let (width, height) = board.picture_size();
        assert!(width == 720 && height >= 720, "{width}×{height}");
        board
    }
}

/// The plies that a caption names.
pub fn last_plies(board: &Posted) -> Vec<String> {
    codes(board)
}

/// What a text shows as something to be typed.
pub fn codes(posted: &Posted) -> Vec<String> {
    let units: Vec<u16> = posted.text.encode_utf16().collect();
    let code = |entity: &Value| {
        let start = entity["offset"].as_u64().expect("an offset") as usize;
        let length = entity["length"].as_u64().expect("a length") as usize;
        String::from_utf16(&units[start..start + length]).expect("whole characters")
    };
    posted.entities.iter().filter(|entity| entity["type"] == "code").map(code).collect()
}

/// The picture of a position as the command line draws it.
pub fn drawn(game: &str, plies: &[String]) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("board.png");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tavlei"));
    command.args(["picture", game, "--out"]).arg(&file).args(plies);
    assert!(command.status().expect("the binary starts").success());
    std::fs::read(file).expect("a picture")
}

/// The token must never be seen, and nothing may panic.
pub fn check_output(said: &str) {
    let secret = TOKEN.split_once(':').expect("a token").1;
    assert!(!said.contains(secret), "the token was printed:\n{said}");
    assert!(!said.contains("panicked"), "something panicked:\n{said}");
}

/// A recorded game of Russian draughts with so many plies at least, by its place in the file: plies and result.
pub fn recorded(nth: usize, least: usize) -> (Vec<String>, String) {
    let records = include_str!("../../core/tests/records/russian.jsonl");
    let games = records.lines().map(|line| serde_json::from_str::<Value>(line).expect("a record"));
    let plies = |game: &Value| -> Vec<String> {
        game["plies"]
            .as_array()
            .expect("plies")
            .iter()
            .map(|p| p.as_str().expect("a ply").to_owned())
            .collect()
    };
    let game = games.filter(|game| plies(game).len() >= least).nth(nth).expect("such a record");
    (plies(&game), game["result"].as_str().expect("a result").to_owned())
}

/// Who acts at a ply of a game for two.
pub fn player(ply: usize) -> User {
    if ply.is_multiple_of(2) { ANNA } else { BORIS }
}

impl Drop for Play {
    fn drop(&mut self) {
        if std::thread::panicking()
            && let Some(program) = &self.program
        {
            println!("the program said:\n{}", program.said());
        }
    }
}
