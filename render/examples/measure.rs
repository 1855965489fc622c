//! Measures pictures: CPU milliseconds and bytes a theme, over positions of the whole catalogue.
//!
//! `cargo run --release -p tavlei-render --example measure`

#[path = "../tests/support/mod.rs"]
mod support;

use std::time::{Duration, Instant};

use tavlei_core::seat::Seat;
use tavlei_render::{Look, Renderer, Theme};

/// How often each picture is drawn: the system's clock of CPU time ticks only every few milliseconds.
const ROUNDS: u32 = 8;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut views = support::of_the_catalogue(&[0, 5, 12, 25, 40]);
    views.extend(support::by_hand());
    println!("{} views", views.len());
    println!("theme     first ms  mean ms    max ms   mean B    max B");
    for theme in Theme::ALL {
        let renderer = Renderer::new()?;
        let look = Look { theme, seen_by: Seat::FIRST };
        // Fills the cache, and then takes the same time again for the same picture.
        let mut times = Vec::new();
        let mut sizes = Vec::new();
        let before = Instant::now();
        renderer.png(&views[0].1, &look)?;
        let first = before.elapsed();
        for (_, view) in &views {
            sizes.push(renderer.png(view, &look)?.len());
            let before = cpu_time();
            for _ in 0..ROUNDS {
                renderer.png(view, &look)?;
            }
            times.push((cpu_time() - before).as_secs_f64() * 1e3 / f64::from(ROUNDS));
        }
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let most = times.iter().copied().fold(0.0, f64::max);
        let bytes = sizes.iter().sum::<usize>() / sizes.len();
        let largest = sizes.iter().max().copied().unwrap_or(0);
        let first = first.as_secs_f64() * 1e3;
        println!("{:9} {first:8.2} {mean:8.2} {most:9.2} {bytes:8} {largest:8}", theme.name());
    }
    Ok(())
}

/// CPU time of this thread where the system tells it, else the time of day.
fn cpu_time() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let from_system = std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split_whitespace().next()?.parse().ok())
        .map(Duration::from_nanos);
    from_system.unwrap_or_else(|| START.get_or_init(Instant::now).elapsed())
}
