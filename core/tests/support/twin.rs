//! Games told a second time whose positions are of any make: all that a twin has to say is what is legal and what comes
//! of it. What is written for this shares nothing with the core but the rules.

use super::{folder, table};

/// A position of a game, told plainly.
pub trait Twin: Clone {
    /// The legal plies with the positions after them: none in a finished position.
    fn legal(&self) -> Vec<(String, Self)>;
}

fn perft<P: Twin>(position: &P, depth: u32) -> u64 {
    let legal = position.legal();
    if depth == 1 {
        return legal.len() as u64;
    }
    legal.iter().map(|(_, next)| perft(next, depth - 1)).sum()
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// Confirms the numbers of `perft.txt` up to `TAVLEI_PLAIN_LEAVES`, and the legal plies over `TAVLEI_PLAIN_GAMES` games of
/// random play.
pub fn confirm<P: Twin>(slug: &str, options: &[&str], start: &P) {
    let most = setting("TAVLEI_PLAIN_LEAVES", 20_000);
    let text = std::fs::read_to_string(folder("perft.txt")).expect("the data file");
    let head = [&[slug], options].concat().join(" ");
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("{head}: ")));
    for (depth, count) in (1..).zip(line.unwrap_or_default().split_whitespace()) {
        let count: u64 = count.parse().expect("a number");
        if count > most {
            break;
        }
        assert_eq!(perft(start, depth), count, "{head}, depth {depth}");
    }
    for seed in 0..setting("TAVLEI_PLAIN_GAMES", 6) {
        let mut table = table(slug, options);
        let mut position = start.clone();
        for ply in 0.. {
            let mut legal = position.legal();
            legal.sort_by(|a, b| a.0.cmp(&b.0));
            // What the history ends is none of the twin's business.
            let endless = ["repetition", "no-progress", "limit", "count"];
            let stopped = table.outcome().is_some_and(|outcome| endless.contains(&outcome.reason.0));
            if stopped && !legal.is_empty() {
                break;
            }
            let texts: Vec<&String> = legal.iter().map(|(text, _)| text).collect();
            assert_eq!(table.legal().iter().collect::<Vec<_>>(), texts, "{head}: {:?}", table.plies());
            let Some(text) = table.random(seed * 7_919 + ply) else { break };
            table.play(&text).expect("legal");
            let found = legal.into_iter().find(|(other, _)| *other == text);
            position = found.expect("the same plies").1;
        }
    }
}
