//! Territory games: one piece a ply on a board that fills up.

mod area;
mod atari;
mod comb;
mod crossroads;
mod dots;
pub mod endgame;
mod fenzu;
mod flips;
mod flood;
mod korobochka;
mod reversi;

pub use atari::Atari;
pub use comb::Comb;
pub use crossroads::Crossroads;
pub use dots::Dots;
pub use fenzu::Fenzu;
pub use flood::Flood;
pub use korobochka::Korobochka;
pub use reversi::Reversi;

use crate::outcome::Outcome;
use crate::seat::Seat;
use crate::view::{TallyKind, View};

/// Shows what each has scored, once that is known.
fn show_score(outcome: Option<Outcome>, view: &mut View) {
    if let Some(score) = outcome.and_then(|outcome| outcome.score) {
        for (seat, &points) in (0..).zip(score.as_slice()) {
            view.tally(Seat(seat), TallyKind::Points, points, None);
        }
    }
}
