//! `tavlei picture`: the board as a file.

use crate::Failure;
use crate::args::PictureArgs;

pub fn run(_: &PictureArgs) -> Result<(), Failure> {
    Err(Failure::other("not drawn yet"))
}
