//! Measures pictures: CPU milliseconds and bytes a theme, over positions of the whole catalogue, and the heaviest of them,
//! as tables in Markdown.
//!
//! `cargo run --release -p tavlei-render --example measure` tells of all; `… --example measure -- NAME…` only of those views
//! whose names begin so.

#[path = "../tests/support/mod.rs"]
mod support;

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use tavlei_core::seat::Seat;
use tavlei_render::{Look, Renderer, Theme};

/// Each picture is drawn so often, and the median of their times counts.
const ROUNDS: usize = 5;
/// So many of the heaviest pictures are named.
const NAMED: usize = 12;

/// What a picture takes.
struct Measured {
    name: String,
    milliseconds: f64,
    bytes: usize,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut views = support::of_the_catalogue(&[0, 5, 12, 25, 40, 80]);
    views.extend(support::by_hand());
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    views.retain(|(name, _)| wanted.is_empty() || wanted.iter().any(|wanted| name.starts_with(wanted)));
    println!("{} views\n", views.len());
    println!(
        "| theme | first picture, ms | mean ms | most ms | mean bytes | most bytes | over 5 ms | over 30 kB |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|");
    let mut all = Vec::new();
    for theme in Theme::ALL {
        let renderer = Renderer::new()?;
        let look = Look { theme, seen_by: Seat::FIRST };
        let before = now();
        renderer.png(&views[0].1, &look)?;
        let first = milliseconds(now() - before);
        let mut pictures = Vec::new();
        for (name, view) in &views {
            // Fills the cache; afterwards the same picture takes the same time again.
            let bytes = renderer.png(view, &look)?.len();
            let mut times = Vec::new();
            for _ in 0..ROUNDS {
                let before = now();
                renderer.png(view, &look)?;
                times.push(milliseconds(now() - before));
            }
            times.sort_unstable_by(f64::total_cmp);
            let name = format!("{name} {}", theme.name());
            pictures.push(Measured { name, milliseconds: times[ROUNDS / 2], bytes });
        }
        let number = pictures.len();
        let mean = pictures.iter().map(|picture| picture.milliseconds).sum::<f64>() / number as f64;
        let most = pictures.iter().map(|picture| picture.milliseconds).fold(0.0, f64::max);
        let bytes = pictures.iter().map(|picture| picture.bytes).sum::<usize>() / number;
        let largest = pictures.iter().map(|picture| picture.bytes).max().unwrap_or(0);
        let slow = pictures.iter().filter(|picture| picture.milliseconds > 5.0).count();
        let large = pictures.iter().filter(|picture| picture.bytes > 30_000).count();
        println!(
            "| {} | {first:.1} | {mean:.2} | {most:.2} | {bytes} | {largest} | {slow} | {large} |",
            theme.name()
        );
        all.extend(pictures);
    }
    all.sort_by(|a, b| b.milliseconds.total_cmp(&a.milliseconds));
    println!("\nThose that take longest:\n");
    list(&all);
    all.sort_by_key(|picture| std::cmp::Reverse(picture.bytes));
    println!("\nThe largest:\n");
    list(&all);
    Ok(())
}

/// The first of some pictures.
fn list(pictures: &[Measured]) {
    println!("| picture | ms | bytes |\n|---|---:|---:|");
    for picture in pictures.iter().take(NAMED) {
        println!("| {} | {:.2} | {} |", picture.name, picture.milliseconds, picture.bytes);
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The processor time that this thread has taken so far: the time of day would count what other programs take, too.
fn now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}
