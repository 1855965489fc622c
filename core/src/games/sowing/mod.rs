//! Sowing games: men are lifted from a pit and dropped one by one into the places that follow; and Pachisi, the
//! game of the track that shares their chapter (*4. Mancalas and Pachisi*).

mod kalah;
mod pachisi;
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
