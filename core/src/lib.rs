//! The rules of the games, their notation and their opponent.
//!
//! A game is a value type that implements [`Game`]; everybody outside this crate meets it as a
//! [`Table`]: a position with its history, its options and its plies, behind one object-safe face.
//!
//! ```
//! use tavlei_core::catalogue;
//! use tavlei_core::search::Limits;
//!
//! let mut table = catalogue::by_slug("reversi").expect("a game").table(&Default::default());
//! table.play("d3").expect("legal");
//! let found = table.best(&Limits::level(2, 1), &|| false).expect("the game goes on");
//! table.play(&found.ply).expect("legal");
//! assert_eq!(table.plies(), ["d3", found.ply.as_str()]);
//! ```
//!
//! `examples/play.rs` plays a whole game, `examples/toy.rs` adds one.
//!
//! This crate never does I/O, reads no clock and starts no thread.

pub mod advice;
pub mod bitboard;
pub mod board;
pub mod catalogue;
pub mod contest;
pub mod evaluate;
pub mod evaluation;
pub mod game;
pub mod games;
pub mod history;
pub mod illegal;
pub mod info;
pub mod key;
pub mod length;
pub mod notation;
pub mod options;
pub mod outcome;
pub mod perft;
pub mod played;
pub mod reading;
pub mod search;
pub mod seat;
pub mod show;
pub mod square;
pub mod stack;
pub mod table;
pub mod view;

pub use bitboard::Bitboard;
pub use board::Board;
pub use evaluate::Evaluate;
pub use evaluation::{Measured, Term, Weights};
pub use game::Game;
pub use history::{Endless, History, Stop};
pub use illegal::{Illegal, Misread};
pub use info::{Capital, Family, Info, OptionSpec};
pub use length::Length;
pub use options::{BadOption, Options};
pub use outcome::{Outcome, Reason, Score};
pub use played::Played;
pub use seat::{Colour, Seat, Side};
pub use show::Show;
pub use square::{Direction, Square};
pub use table::Table;
pub use view::View;
