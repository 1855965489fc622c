//! A game of the test's own that is held against every board that the bot shows.

use tavlei_core::catalogue;
use tavlei_core::{Side, Table, View};
use tavlei_render::{Look, Renderer};

use super::discord::{Discord, Message};

/// Follows one game in one channel.
pub struct Follower {
    pub table: Box<dyn Table>,
    channel: String,
    renderer: Renderer,
    seen_by: u8,
    /// How much of what was shown has been looked at.
    at: usize,
    last: String,
}

impl Follower {
    /// Follows the game that is about to begin in a channel, seen from White's or South's side.
    pub fn new(discord: &Discord, slug: &str, channel: &str) -> Follower {
        let table = catalogue::by_slug(slug).expect("in the catalogue").table(&Default::default());
        let below = table.info().seats.iter().position(|side| matches!(side, Side::White | Side::South));
        Follower {
            seen_by: below.unwrap_or(0) as u8,
            table,
            channel: channel.to_owned(),
            renderer: Renderer::new().expect("a font"),
            at: discord.look(|inner| inner.shown.len()),
            last: String::new(),
        }
    }

    /// The same, seen from a seat.
    pub fn seen_by(self, seat: u8) -> Follower {
        Follower { seen_by: seat, ..self }
    }

    /// The next board that is shown in the channel and is not the one before.
    pub async fn board(&mut self, discord: &Discord) -> Message {
        let (at, board) = discord
            .wait("the next board", |inner| {
                let shown = inner.shown.iter().enumerate().skip(self.at);
                // A board that only loses its buttons is shown again, and is none.
                let again = |at: usize, now: &Message| {
                    inner.shown[..at].iter().any(|old| old.id == now.id && old.content == now.content)
                };
                let mut boards = shown.filter(|&(at, message)| {
                    message.channel == self.channel
                        && !again(at, message)
                        && !message.files.is_empty()
                        && message.content != self.last
                });
                boards.next().map(|(at, message)| (at, message.clone()))
            })
            .await;
        self.at = at + 1;
        self.last.clone_from(&board.content);
        board
    }

    /// The next board must show the position as it stands here.
    pub async fn shows(&mut self, discord: &Discord) -> Message {
        let board = self.board(discord).await;
        self.check(&board);
        board
    }

    /// A ply is played here; the next board must show it.
    pub async fn shows_ply(&mut self, discord: &Discord, ply: &str) -> Message {
        self.table.play(ply).expect("legal");
        let board = self.shows(discord).await;
        assert_eq!(typed(&board).last().map(String::as_str), Some(ply), "{}", board.content);
        board
    }

    /// A ply is played here; some board to come must show it. Boards of the position before may come again.
    pub async fn until_ply(&mut self, discord: &Discord, ply: &str) -> Message {
        self.table.play(ply).expect("legal");
        loop {
            let board = self.board(discord).await;
            if typed(&board).last().is_some_and(|last| last == ply) {
                self.check(&board);
                return board;
            }
        }
    }

    /// Passes over everything that was shown until this board of the game.
    pub fn skip_to(&mut self, discord: &Discord, board: &Message) {
        self.at =
            discord.look(|inner| inner.shown.iter().position(|shown| shown.id == board.id)).unwrap_or(0);
        self.last.clone_from(&board.content);
    }

    /// The ply that the next board shows is played here, and the board held against it.
    pub async fn answered(&mut self, discord: &Discord) -> (String, Message) {
        let board = self.board(discord).await;
        let ply = typed(&board).pop().unwrap_or_else(|| panic!("no ply in {}", board.content));
        self.table.play(&ply).unwrap_or_else(|why| panic!("{ply} is not legal: {why}\n{}", board.content));
        self.check(&board);
        (ply, board)
    }

    /// Holds a board against the position.
    pub fn check(&self, board: &Message) {
        assert_eq!(board.files.len(), 1);
        let file = &board.files[0];
        let look = Look::named("wood", self.seen_by);
        let expected = self.renderer.png(&self.view(), &look).expect("drawn");
        let plies = self.table.plies();
        assert!(file.bytes == expected, "after {plies:?} the picture is another:\n{}", board.content);
        let alt = &file.alt;
        assert!(alt.contains(self.table.info().en) || alt.contains(self.table.info().ru), "{alt}");
        if let Some(last) = plies.last() {
            assert!(alt.contains(last.as_str()), "{alt}");
        }
    }

    fn view(&self) -> View {
        let mut view = self.table.view();
        if self.table.to_act().is_none() {
            for player in &mut view.players {
                player.acts = false;
            }
        }
        view
    }
}

/// What a message shows as something to type.
pub fn typed(message: &Message) -> Vec<String> {
    message.content.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}
