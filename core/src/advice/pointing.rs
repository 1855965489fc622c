//! Pointing at a ply in a view.

use crate::square::squares_in;
use crate::table::Table;
use crate::view::{Pointer, View};

/// Points at a ply in a view: arrows along its way, or rings where it puts something, or the pits that it names.
pub fn point_at(table: &dyn Table, ply: &str, view: &mut View) {
    if !view.pits.is_empty() {
        let words: Vec<&str> = ply.split(|c: char| !c.is_ascii_alphanumeric()).collect();
        let named = view.pits.iter().filter(|pit| {
            // The sign of a capture may stand before the name.
            words.iter().any(|word| *word == pit.name || word.strip_prefix('x') == Some(&pit.name))
        });
        view.pointers.extend(named.map(|pit| Pointer::Pit(pit.name.clone())));
        return;
    }
    // Where a piece goes: the first square of each part, as `e2-g2Kf2` goes to g2.
    let parts = ply.split(['-', ':']).filter_map(|part| squares_in(part).first().copied());
    let way: Vec<_> = parts.collect();
    let moves = way.first().is_some_and(|start| table.board().squares.contains_key(start));
    if moves && way.len() > 1 {
        let steps = way.windows(2).filter(|pair| pair[0] != pair[1]);
        view.pointers.extend(steps.map(|pair| Pointer::Arrow(pair[0], pair[1])));
    } else {
        view.pointers.extend(squares_in(ply).into_iter().map(Pointer::Spot));
    }
}
