//! `tavlei licences`: what the program is built of, and under which licences.

use std::io::Write;

use crate::{Failure, written};

/// Written by `tavlei-lab licences`.
const THIRD_PARTY: &str = include_str!("../THIRD-PARTY.md");

pub fn run() -> Result<(), Failure> {
    written(std::io::stdout().lock().write_all(THIRD_PARTY.as_bytes()))
}
