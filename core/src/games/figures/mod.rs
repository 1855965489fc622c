//! Placing and figure games: pieces from the hand that stay where they are put.

mod bridgit;
mod curtain;
mod damut;
mod fence;
mod goban;
mod loach;
mod quadrature;
mod renju;
mod rows;
mod tic_tac_toe;

pub use bridgit::Bridgit;
pub use curtain::Curtain;
pub use damut::Damut;
pub use fence::Fence;
pub use goban::Goban;
pub use loach::Loach;
pub use quadrature::Quadrature;
pub use renju::Renju;
pub use tic_tac_toe::TicTacToe;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::outcome::Score;

/// What is left in the hands, by seat: pieces never leave the board, so those on it tell.
fn hands(pieces: [Bitboard; 2], size: u8) -> [u8; 2] {
    pieces.map(|set| size.saturating_sub(set.len() as u8))
}

/// The board of a game in which White is seat 0 and each had `size` pieces. `marked` are part of `pieces`.
fn board(pieces: [Bitboard; 2], marked: Bitboard, size: u8) -> Board {
    let mut board = Board::of_men_and_kings(pieces[0], pieces[1], marked);
    board.hands = Some(hands(pieces, size).map(u16::from).into());
    board
}

/// Pieces placed by each.
fn placed(pieces: [Bitboard; 2]) -> Score {
    Score::two(pieces[0].len() as i16, pieces[1].len() as i16)
}
