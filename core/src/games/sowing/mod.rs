//! Sowing games: men are lifted from a pit and dropped one by one into the places that follow; and Pachisi, the
//! game of the track that shares their chapter (`docs/rules/4-mancala-pachisi.md`).

mod filled;
mod kalah;
mod pachisi;
mod places;
mod ring;
mod ruma;
mod tsoro;
mod wari;

pub use kalah::Kalah;
pub use pachisi::Pachisi;
pub use ruma::Ruma;
pub use tsoro::Tsoro;
pub use wari::Wari;

use crate::seat::Seat;
use crate::view::{Cells, Pit, PitLook, PitMark, View};

/// Adds a pit to a picture.
fn show_pit(view: &mut View, name: &str, count: u8, at: Cells, owner: Seat, look: PitLook) {
    view.pits.push(Pit { name: name.to_owned(), count: count.into(), at, owner, look, mark: None });
}

/// Marks what the last ply did in a pit. The first mark of a pit stays.
fn mark_pit(view: &mut View, name: &str, mark: PitMark) {
    if let Some(pit) = view.pits.iter_mut().find(|pit| pit.name == name && pit.mark.is_none()) {
        pit.mark = Some(mark);
    }
}

/// Adds the pits, numbered from `first`, that a test picks; eight at most. Written without
/// branches: which pits hold men is as good as random, so a processor would mispredict them.
#[inline]
fn add_pits(first: usize, pits: usize, list: &mut Vec<u8>, test: impl Fn(usize) -> bool) {
    let mut picked = [0; 8];
    let mut count = 0;
    for pit in first..first + pits {
        picked[count % 8] = pit as u8;
        count += usize::from(test(pit));
    }
    let before = list.len();
    list.extend_from_slice(&picked);
    list.truncate(before + count);
}
