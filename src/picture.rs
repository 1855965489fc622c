//! `tavlei picture`: the board as a file.

use std::path::Path;

use tavlei_core::{Info, Seat, Side};
use tavlei_render::{Look, Renderer, Theme};

use crate::args::PictureArgs;
use crate::{Failure, opening};

pub fn run(args: &PictureArgs) -> Result<(), Failure> {
    let table = opening::table(&args.game, &args.plies)?;
    let look =
        Look { theme: theme(args.theme.as_deref())?, seen_by: seat(table.info(), args.seen_by.as_deref())? };
    let renderer = Renderer::new().map_err(Failure::other)?;
    let view = table.view();
    let bytes = match args.out.extension().and_then(|ending| ending.to_str()) {
        Some("png") => renderer.png(&view, &look).map_err(Failure::other)?,
        Some("svg") => renderer.svg(&view, &look).into_bytes(),
        _ => return Err(Failure::arguments("--out must name a .png or .svg file")),
    };
    write(&args.out, &bytes)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes)
        .map_err(|error| Failure::Other(format!("cannot write {}: {error}", path.display())))
}

fn theme(name: Option<&str>) -> Result<Theme, Failure> {
    let Some(name) = name else { return Ok(Theme::default()) };
    Theme::by_name(name).ok_or_else(|| {
        let known: Vec<&str> = Theme::ALL.iter().map(|theme| theme.name()).collect();
        let shown: String = name.chars().take(40).collect();
        Failure::Arguments(format!("there is no theme \"{shown}\": write one of {}", known.join(", ")))
    })
}

fn seat(info: &Info, name: Option<&str>) -> Result<Seat, Failure> {
    let Some(name) = name else { return Ok(bottom(info)) };
    let seat = Side::of_name(name).and_then(|side| info.seats.iter().position(|&other| other == side));
    seat.map(|index| Seat(index as u8)).ok_or_else(|| {
        let known: Vec<&str> = info.seats.iter().map(|side| side.name()).collect();
        let shown: String = name.chars().take(40).collect();
        Failure::Arguments(format!("{} has no side \"{shown}\": write {}", info.slug, known.join(" or ")))
    })
}

/// The seat at the bottom of the board if none is asked for: White or South, as in books.
fn bottom(info: &Info) -> Seat {
    let below = info.seats.iter().position(|side| matches!(side, Side::White | Side::South));
    Seat(below.unwrap_or(0) as u8)
}
