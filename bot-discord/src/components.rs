//! Buttons as Discord's components: at most five rows of five buttons, and selects where there are more.

use std::collections::HashSet;

use serde_json::{Value, json};
use tavlei_session::{Button, ButtonKind};

/// Rows of a message, and buttons of a row.
const ROWS: usize = 5;
const COLUMNS: usize = 5;
/// Options of a select.
const OPTIONS: usize = 25;
/// Characters of a button's label and of an option's.
const LABEL: usize = 80;
/// Characters of an id or a value.
const PAYLOAD: usize = 100;

/// What the id of a select begins with; its option's value is the payload.
pub(crate) const SELECT: &str = "select:";

/// The components of a message.
pub(crate) fn rows(buttons: &[Vec<Button>]) -> Vec<Value> {
    // Discord refuses a message in which an id comes twice.
    let mut seen = HashSet::new();
    let mut kept: Vec<Vec<&Button>> = buttons
        .iter()
        .map(|row| row.iter().filter(|button| fits(button) && seen.insert(&button.payload)).collect())
        .filter(|row: &Vec<&Button>| !row.is_empty())
        .collect();
    if kept.len() > ROWS || kept.iter().any(|row| row.len() > COLUMNS) {
        kept = packed(kept);
    }
    if kept.len() <= ROWS {
        return kept.into_iter().map(|row| action_row(row.into_iter().map(button).collect())).collect();
    }
    with_selects(kept)
}

fn fits(button: &Button) -> bool {
    let fits = !button.payload.is_empty() && button.payload.chars().count() <= PAYLOAD;
    if !fits {
        tracing::error!(payload = button.payload, "a button's payload does not fit");
    }
    fits
}

/// The same buttons in as few rows as hold them; those that say yes or no stay apart.
fn packed(rows: Vec<Vec<&Button>>) -> Vec<Vec<&Button>> {
    let (plain, answers): (Vec<_>, Vec<_>) =
        rows.into_iter().flatten().partition(|button| button.kind == ButtonKind::Plain);
    plain.chunks(COLUMNS).chain(answers.chunks(COLUMNS)).map(<[&Button]>::to_vec).collect()
}

/// Selects for the plain buttons, a row of buttons for those that say yes or no.
fn with_selects(rows: Vec<Vec<&Button>>) -> Vec<Value> {
    let (plain, answers): (Vec<_>, Vec<_>) =
        rows.into_iter().flatten().partition(|button| button.kind == ButtonKind::Plain);
    let answers: Vec<Value> = answers
        .chunks(COLUMNS)
        .map(|row| action_row(row.iter().map(|held| button(held)).collect()))
        .collect();
    let room = ROWS.saturating_sub(answers.len());
    if plain.len() > room * OPTIONS {
        tracing::error!(buttons = plain.len(), "a message has more buttons than Discord can show");
    }
    let selects = plain.chunks(OPTIONS).take(room).enumerate().map(|(index, options)| {
        let options: Vec<Value> =
            options.iter().map(|held| json!({ "label": label(held), "value": held.payload })).collect();
        action_row(vec![json!({ "type": 3, "custom_id": format!("{SELECT}{index}"), "options": options })])
    });
    selects.chain(answers).take(ROWS).collect()
}

fn action_row(components: Vec<Value>) -> Value {
    json!({ "type": 1, "components": components })
}

fn button(button: &Button) -> Value {
    let style = match button.kind {
        ButtonKind::Plain => 2,
        ButtonKind::Yes => 3,
        ButtonKind::No => 4,
    };
    json!({ "type": 2, "style": style, "label": label(button), "custom_id": button.payload })
}

fn label(button: &Button) -> String {
    let label: String = button.label.chars().take(LABEL).collect();
    // A component must show something.
    if label.trim().is_empty() { button.payload.clone() } else { label }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(number: usize, kind: ButtonKind) -> Button {
        Button { label: format!("b{number}"), payload: format!("p{number}"), kind }
    }

    fn grid(rows: usize, columns: usize) -> Vec<Vec<Button>> {
        (0..rows)
            .map(|row| (0..columns).map(|column| held(row * columns + column, ButtonKind::Plain)).collect())
            .collect()
    }

    fn widths(rows: &[Value]) -> Vec<usize> {
        rows.iter().map(|row| row["components"].as_array().map_or(0, Vec::len)).collect()
    }

    #[test]
    fn what_fits_keeps_its_rows_and_its_meaning() {
        let rows = rows(&[
            vec![held(1, ButtonKind::Yes), held(2, ButtonKind::No)],
            vec![held(3, ButtonKind::Plain)],
        ]);
        assert_eq!(widths(&rows), [2, 1]);
        let styles: Vec<_> =
            rows[0]["components"].as_array().into_iter().flatten().map(|b| &b["style"]).collect();
        assert_eq!(styles, [3, 4]);
        assert_eq!(rows[1]["components"][0]["custom_id"], "p3");
    }

    #[test]
    fn many_short_rows_are_packed_and_answers_stay_apart() {
        let mut buttons = grid(8, 2);
        buttons.push(vec![held(90, ButtonKind::No)]);
        assert_eq!(widths(&rows(&buttons)), [5, 5, 5, 1, 1]);
    }

    #[test]
    fn more_than_fit_become_selects() {
        let mut buttons = grid(9, 5);
        buttons.push(vec![held(90, ButtonKind::No)]);
        let rows = rows(&buttons);
        assert_eq!(widths(&rows), [1, 1, 1]);
        let select = &rows[0]["components"][0];
        assert_eq!(select["type"], 3);
        assert_eq!(select["options"].as_array().map(Vec::len), Some(25));
        assert_eq!(select["options"][24]["value"], "p24");
        assert_eq!(rows[1]["components"][0]["options"].as_array().map(Vec::len), Some(20));
        assert_eq!(rows[2]["components"][0]["custom_id"], "p90");
        assert_ne!(select["custom_id"], rows[1]["components"][0]["custom_id"]);
    }

    #[test]
    fn a_payload_comes_once_and_labels_are_never_empty_or_too_long() {
        let mut long = held(1, ButtonKind::Plain);
        long.label = "x".repeat(90);
        let mut empty = held(2, ButtonKind::Plain);
        empty.label = " ".to_owned();
        let rows = rows(&[vec![long.clone(), long, empty]]);
        assert_eq!(widths(&rows), [2]);
        assert_eq!(rows[0]["components"][0]["label"].as_str().map(str::len), Some(80));
        assert_eq!(rows[0]["components"][1]["label"], "p2");
    }

    #[test]
    fn no_buttons_are_no_rows() {
        assert!(rows(&[]).is_empty());
        assert!(rows(&[Vec::new()]).is_empty());
    }
}
