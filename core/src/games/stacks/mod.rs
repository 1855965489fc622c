//! Games on several levels: stacks, towers, and groups that share a square.

mod gana;
mod tower;

pub use gana::Gana;
pub use tower::Tower;
