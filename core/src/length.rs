//! How long games last, as measured: `lengths.txt`, a line a game, which the example `lengths` writes.

use std::sync::LazyLock;

/// Plies over several games.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Plies {
    /// Half of the games are not longer than this.
    pub median: u32,
    /// The mean.
    pub mean: f64,
}

/// How long a game lasts.
///
/// ```
/// let length = tavlei_core::Length::of("reversi").expect("measured");
/// assert!((50..=60).contains(&length.random.median));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Length {
    /// When every ply is picked by lot.
    pub random: Plies,
    /// When the opponent plays itself at level 3.
    pub level3: Plies,
}

impl Length {
    /// The length of a game, if it has been measured.
    pub fn of(slug: &str) -> Option<Length> {
        LENGTHS.iter().find(|(known, _)| *known == slug).map(|(_, length)| *length)
    }
}

static LENGTHS: LazyLock<Vec<(&'static str, Length)>> =
    LazyLock::new(|| lines(include_str!("../lengths.txt")).filter_map(measured).collect());

/// The lines that are not remarks.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// A line's game and its length.
fn measured(line: &str) -> Option<(&str, Length)> {
    let mut words = line.split_whitespace();
    let slug = words.next()?;
    let mut plies = || Some(Plies { median: words.next()?.parse().ok()?, mean: words.next()?.parse().ok()? });
    Some((slug, Length { random: plies()?, level3: plies()? }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    #[test]
    fn every_line_is_read_and_is_of_a_game() {
        let all: Vec<&str> = lines(include_str!("../lengths.txt")).collect();
        assert_eq!(LENGTHS.len(), all.len());
        for (index, (slug, length)) in LENGTHS.iter().enumerate() {
            assert!(catalogue::by_slug(slug).is_some(), "{slug} is no game");
            assert!(LENGTHS[..index].iter().all(|(other, _)| other != slug), "{slug} comes twice");
            for plies in [length.random, length.level3] {
                assert!(plies.median > 0 && plies.mean > 0.0, "{slug}");
            }
        }
    }

    #[test]
    fn a_game_that_was_not_measured_has_no_length() {
        assert_eq!(Length::of("no-such-game"), None);
        assert_eq!(measured("tower 12 13.5 20"), None);
        assert_eq!(measured("tower 12 13.5 20 x"), None);
        let (slug, length) = measured("tower  12  13.5  20  21.0").expect("a whole line");
        assert_eq!((slug, length.random.median, length.level3.mean), ("tower", 12, 21.0));
    }
}
