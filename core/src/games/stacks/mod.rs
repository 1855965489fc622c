//! Games on several levels: stacks, towers, and groups that share a square.

mod gana;

pub use gana::Gana;
