//! Blocking games: shut the enemy in, or break through (*1. Blocking games*).

mod cats_mouse;

pub use cats_mouse::CatsMouse;
