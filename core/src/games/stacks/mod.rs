//! Games on several levels: stacks, towers, and groups that share a square.

mod gana;
mod stolby;
mod tower;

pub use gana::Gana;
pub use stolby::Stolby;
pub use tower::Tower;
