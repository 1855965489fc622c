//! Games on several levels: stacks, towers, and groups that share a square.

mod dipole;
mod gana;
mod stolby;
mod tower;
mod tumblin_down;

pub use dipole::Dipole;
pub use gana::Gana;
pub use stolby::Stolby;
pub use tower::Tower;
pub use tumblin_down::TumblinDown;
