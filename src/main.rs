//! tavlei
fn main() {}
