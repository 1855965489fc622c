//! Going through a finished game: which positions are judged, and which plies turned it.

use std::collections::BTreeMap;

use crate::record::Game;

/// Games of fewer plies have no turning point.
const SHORTEST: usize = 4;

/// The most positions that are judged. Longer games are looked at here and there, and closely where they change.
const MOST: usize = 48;
/// So many positions of a long game are judged first, evenly spread.
const SPREAD: u32 = 24;
/// Values beyond this are all the same: won.
const WON: i32 = 1_000;
/// What a ply must lose to be looked at, in hundredths of a man.
const LOSS: i32 = 100;
/// What it must turn out to have lost.
const SURE_LOSS: i32 = 80;
/// The most plies that are looked at closely.
const CANDIDATES: usize = 6;
/// The most plies that are shown.
pub(crate) const SHOWN: usize = 3;

/// The text that says why a game cannot be gone through; none if it can.
pub(crate) fn why_not(game: &Game) -> Option<&'static str> {
    match game {
        Game { ended: None, .. } => Some("analyse-later"),
        Game { seats, .. } if seats.len() != 2 => Some("analyse-four"),
        Game { plies, .. } if plies.len() < SHORTEST => Some("analyse-short"),
        _ => None,
    }
}

/// The next position to be judged, as the number of plies before it; none when enough is known. Values are those for
/// the first seat.
pub(crate) fn next(values: &BTreeMap<u32, i32>, plies: u32) -> Option<u32> {
    let missing = |number: &u32| !values.contains_key(number);
    if (plies as usize) < MOST {
        return (0..=plies).find(missing);
    }
    let first = (0..SPREAD).map(|step| step * plies / (SPREAD - 1)).find(missing);
    if first.is_some() || values.len() >= MOST {
        return first;
    }
    // The stretch in which most has changed is halved.
    let stretches = values.iter().zip(values.iter().skip(1));
    stretches
        .filter(|((from, _), (to, _))| *to - *from > 1)
        .max_by_key(|((from, one), (to, other))| (capped(**one).abs_diff(capped(**other)), *to - *from))
        .map(|((from, _), (to, _))| (from + to) / 2)
}

/// Whether a game of so many plies is looked at here and there only.
pub(crate) const fn is_sampled(plies: u32) -> bool {
    plies as usize >= MOST
}

/// The plies that may have turned the game, the worst first, as the number of plies before each. `seats` says who
/// played each ply; the plies of seats that are left out do not count.
pub(crate) fn candidates(
    values: &BTreeMap<u32, i32>,
    seats: &[u8],
    left_out: impl Fn(u8) -> bool,
) -> Vec<u32> {
    let mut losses: Vec<(i32, u32)> = Vec::new();
    for ((&from, &before), (&to, &then)) in values.iter().zip(values.iter().skip(1)) {
        let Some(&seat) = seats.get(from as usize).filter(|_| to == from + 1) else { continue };
        let change = capped(before) - capped(then);
        let loss = if seat == 0 { change } else { -change };
        if loss >= LOSS && !left_out(seat) {
            losses.push((loss, from));
        }
    }
    losses.sort_unstable_by_key(|&(loss, from)| (-loss, from));
    losses.into_iter().map(|(_, from)| from).take(CANDIDATES).collect()
}

/// Whether a ply lost enough, now that it was looked at closely: from this value to that, for who played it.
pub(crate) fn is_turn(before: i32, then: i32) -> bool {
    capped(before) - capped(then) >= SURE_LOSS
}

fn capped(value: i32) -> i32 {
    value.clamp(-WON, WON)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Judges a game whose values are known, and gives what was asked for.
    fn judged(value: impl Fn(u32) -> i32, plies: u32) -> BTreeMap<u32, i32> {
        let mut values = BTreeMap::new();
        while let Some(number) = next(&values, plies) {
            assert!(number <= plies);
            assert!(values.insert(number, value(number)).is_none(), "{number} twice");
            assert!(values.len() <= MOST.max(plies as usize + 1));
        }
        values
    }

    #[test]
    fn every_position_of_a_short_game_is_judged() {
        for plies in [1, 2, 30, 47] {
            assert_eq!(judged(|_| 0, plies).len(), plies as usize + 1);
            assert!(!is_sampled(plies));
        }
    }

    #[test]
    fn a_long_game_costs_no_more_and_its_turn_is_found() {
        for turn in [0, 1, 77, 150, 298] {
            // White plays on well for a while and then loses everything at once.
            let values = judged(|number| if number <= turn { 40 } else { -900 }, 299);
            assert!(values.len() <= MOST);
            let seats: Vec<u8> = (0..299).map(|ply| (ply % 2) as u8).collect();
            let found = candidates(&values, &seats, |_| false);
            // Black's plies lose nothing, so an odd one is not his mistake.
            assert_eq!(found, if turn % 2 == 0 { vec![turn] } else { Vec::new() }, "{turn}");
        }
    }

    #[test]
    fn the_worst_ply_comes_first_and_seats_may_be_left_out() {
        let values: BTreeMap<u32, i32> = [0, -150, 300, 250, 260, -5_000]
            .into_iter()
            .enumerate()
            .map(|(number, value)| (number as u32, value))
            .collect();
        let seats = [0, 1, 0, 1, 0];
        assert_eq!(candidates(&values, &seats, |_| false), [4, 1, 0]);
        assert_eq!(candidates(&values, &seats, |seat| seat == 0), [1]);
    }

    #[test]
    fn what_is_won_anyway_is_no_turn() {
        assert!(!is_turn(30_000, 1_400));
        assert!(is_turn(30_000, 300));
        assert!(is_turn(20, -90));
        assert!(!is_turn(20, 0));
    }
}
