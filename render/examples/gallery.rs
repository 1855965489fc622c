//! Draws every game of the catalogue (or the ones named) in every theme into a folder.
//!
//! `cargo run -p tavlei-render --example gallery -- FOLDER [SLUG… | THEME… | SEAT]`: a game's positions after 0, 1, 12,
//! 30, 60 and 400 random plies (or at its end); `by-hand` draws the views that show every mark, sign and line; with no
//! name, everything. SEAT is the number of the seat whose side is below, 0 if not given.

#[path = "../tests/support/mod.rs"]
mod support;

use std::path::PathBuf;
use std::process::ExitCode;

use tavlei_core::seat::Seat;
use tavlei_render::{Look, Renderer, Theme};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(folder) = arguments.next().map(PathBuf::from) else {
        eprintln!("say into which folder the pictures go");
        return ExitCode::from(2);
    };
    let (mut themes, mut wanted, mut seen_by) = (Vec::new(), Vec::new(), Seat::FIRST);
    for argument in arguments {
        if let Some(theme) = Theme::by_name(&argument) {
            themes.push(theme);
        } else if let Ok(seat) = argument.parse() {
            seen_by = Seat(seat);
        } else {
            wanted.push(argument);
        }
    }
    if themes.is_empty() {
        themes = Theme::ALL.to_vec();
    }
    match draw(&folder, &wanted, &themes, seen_by) {
        Ok(count) => {
            println!("{count} pictures in {}", folder.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn draw(
    folder: &std::path::Path,
    wanted: &[String],
    themes: &[Theme],
    seen_by: Seat,
) -> Result<usize, Box<dyn std::error::Error>> {
    std::fs::create_dir_all(folder)?;
    let renderer = Renderer::new()?;
    let mut views = support::of_the_catalogue(&[0, 1, 12, 30, 60, 400]);
    views.retain(|(_, view)| wanted.is_empty() || wanted.contains(&view.game));
    if wanted.is_empty() || wanted.iter().any(|name| name == "by-hand") {
        views.extend(support::by_hand());
    }
    let mut count = 0;
    for (name, view) in &views {
        for &theme in themes {
            let look = Look { theme, seen_by };
            let file = folder.join(format!("{name}-{}", theme.name()));
            std::fs::write(file.with_extension("png"), renderer.png(view, &look)?)?;
            std::fs::write(file.with_extension("svg"), renderer.svg(view, &look))?;
            count += 1;
        }
    }
    Ok(count)
}
