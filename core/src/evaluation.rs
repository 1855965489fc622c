//! The terms of an evaluation: what makes a position good, measured apart from what it is worth.
//!
//! A game measures its terms; their weights are data: those in the game's own table, unless `weights.txt` has newer
//! ones, found by playing (`tavlei-lab tune`).

use std::ops::{Index, IndexMut};

use crate::info::Info;

/// The most terms that a game has.
pub const MOST: usize = 20;

/// The greatest value of a position that is not proven.
pub const GREATEST: i32 = 20_000;

/// Weights are kept in sixteenths of a hundredth of a man.
const FINENESS: i32 = 16;

/// The weights that were found by playing: a line for each game, its slug and then `term=weight` for every term.
const TUNED: &str = include_str!("../weights.txt");

/// A term and its weight before any tuning.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// Its name: lower-case words joined by `-`.
    pub name: &'static str,
    /// What one of it is worth, in hundredths of a man.
    pub weight: i16,
}

/// A term of this name and weight.
pub const fn term(name: &'static str, weight: i16) -> Term {
    Term { name, weight }
}

/// How much there is of each term, seen by one seat: own less the enemy's, in the order of the game's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measured([i32; MOST]);

impl Measured {
    /// Nothing at all.
    pub const NOTHING: Measured = Measured([0; MOST]);

    /// These terms, and nothing of the rest.
    #[inline]
    pub fn of<const N: usize>(terms: [i32; N]) -> Measured {
        const { assert!(N <= MOST) };
        let mut all = [0; MOST];
        all[..N].copy_from_slice(&terms);
        Measured(all)
    }

    /// One side's terms less the other's.
    #[inline]
    pub fn balance<const N: usize>(own: [i32; N], enemy: [i32; N]) -> Measured {
        Measured::of::<N>(std::array::from_fn(|index| own[index] - enemy[index]))
    }

    /// The first `count` terms.
    pub fn first(&self, count: usize) -> &[i32] {
        &self.0[..count.min(MOST)]
    }
}

impl Index<usize> for Measured {
    type Output = i32;

    #[inline]
    fn index(&self, term: usize) -> &i32 {
        &self.0[term]
    }
}

impl IndexMut<usize> for Measured {
    #[inline]
    fn index_mut(&mut self, term: usize) -> &mut i32 {
        &mut self.0[term]
    }
}

/// What the terms of a game are worth.
///
/// ```
/// use tavlei_core::evaluation::term;
/// use tavlei_core::{Measured, Weights};
///
/// let weights = Weights::untuned(&[term("men", 100), term("kings", 250)]);
/// // Three men against two, no king against one.
/// assert_eq!(weights.value(&Measured::balance([3, 0], [2, 1])), -150);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights([i32; MOST]);

impl Weights {
    /// The weights of a game: the tuned ones, or those of its own table.
    pub fn of(info: &Info, terms: &[Term]) -> Weights {
        let mut weights = Weights::untuned(terms);
        for (term, weight) in tuned(info.slug) {
            if let Some(index) = terms.iter().position(|own| own.name == term)
                && let Ok(weight) = weight.parse::<f32>()
            {
                weights.set(index, weight);
            }
        }
        weights
    }

    /// The weights of a game's own table.
    pub fn untuned(terms: &[Term]) -> Weights {
        let mut weights = Weights([0; MOST]);
        for (index, term) in terms.iter().take(MOST).enumerate() {
            weights.0[index] = i32::from(term.weight) * FINENESS;
        }
        weights
    }

    /// These weights, in hundredths of a man; those beyond the terms that a game can have are left out.
    pub fn from_hundredths(weights: &[f32]) -> Weights {
        let mut all = Weights([0; MOST]);
        for (index, &weight) in weights.iter().take(MOST).enumerate() {
            all.set(index, weight);
        }
        all
    }

    /// The weight of a term in hundredths of a man.
    pub fn hundredths(&self, term: usize) -> f32 {
        self.0.get(term).map_or(0.0, |&weight| weight as f32 / FINENESS as f32)
    }

    fn set(&mut self, term: usize, hundredths: f32) {
        self.0[term] = (hundredths * FINENESS as f32).round() as i32;
    }

    /// The value of what was measured, in hundredths of a man, within ±[`GREATEST`].
    #[inline]
    pub fn value(&self, measured: &Measured) -> i32 {
        let mut sum = 0;
        for term in 0..MOST {
            sum += self.0[term] * measured.0[term];
        }
        (sum / FINENESS).clamp(-GREATEST, GREATEST)
    }
}

/// The tuned weights of a game, term by term.
fn tuned(slug: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let line = TUNED.lines().find(|line| line.split_whitespace().next() == Some(slug));
    line.unwrap_or_default().split_whitespace().skip(1).filter_map(|pair| pair.split_once('='))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::catalogue::{self, GAMES};

    #[test]
    fn tuned_weights_name_games_and_terms_that_there_are() {
        let mut seen = HashSet::new();
        for line in TUNED.lines().filter(|line| !line.starts_with('#')) {
            let slug = line.split_whitespace().next().expect("a slug");
            let table = catalogue::by_slug(slug).expect("a game").table(&Default::default());
            assert!(seen.insert(slug), "{slug} has two lines");
            let names: HashSet<_> = table.terms().iter().map(|term| term.name).collect();
            let tuned: Vec<_> = tuned(slug).collect();
            for (term, weight) in &tuned {
                assert!(names.contains(term), "{slug} has no term {term}");
                assert!(weight.parse::<f32>().is_ok_and(f32::is_finite), "{slug} {term}: {weight}");
            }
            assert_eq!(tuned.len(), names.len(), "{slug} lacks weights");
        }
    }

    #[test]
    fn every_game_has_terms_with_names_of_their_own() {
        for entry in GAMES {
            let table = entry.table(&Default::default());
            let names: HashSet<_> = table.terms().iter().map(|term| term.name).collect();
            assert_eq!(names.len(), table.terms().len(), "{}", entry.info.slug);
            assert!((1..=MOST).contains(&names.len()), "{}", entry.info.slug);
        }
    }

    #[test]
    fn a_value_is_the_sum_of_what_the_terms_are_worth() {
        let weights = Weights::from_hundredths(&[100.0, -2.5]);
        assert_eq!(weights.value(&Measured::of([3, 4])), 290);
        assert_eq!(weights.value(&Measured::balance([3, 4], [5, 0])), -210);
        assert_eq!(weights.value(&Measured::of([10_000])), GREATEST);
        assert_eq!(weights.hundredths(1), -2.5);
    }
}
