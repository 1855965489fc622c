//! Holds a request against the description of the Bot API: known names, required ones, types.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Map, Value};

static SPEC: LazyLock<Spec> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../data/telegram-methods.json"))
        .expect("the description of the Bot API")
});

#[derive(Deserialize)]
struct Spec {
    methods: BTreeMap<String, Fields>,
    types: BTreeMap<String, Type>,
}

/// Names with their types; `!` after a name says that it is required.
type Fields = BTreeMap<String, String>;

#[derive(Deserialize)]
#[serde(untagged)]
enum Type {
    OneOf(String),
    Object(Fields),
}

/// A method's name as it is written, whatever the case it is called in.
pub fn method(name: &str) -> Option<&'static str> {
    SPEC.methods.keys().find(|known| known.eq_ignore_ascii_case(name)).map(String::as_str)
}

/// The parameters of a form, where everything is text, as what they are.
pub fn typed(method: &str, form: Vec<(String, String)>) -> Map<String, Value> {
    let fields = &SPEC.methods[method];
    form.into_iter()
        .map(|(name, text)| {
            let kind = field(fields, &name).unwrap_or("String");
            let plain = Value::String(text.clone());
            let value = match kind {
                "String" | "InputFile|String" => plain,
                _ => serde_json::from_str(&text).unwrap_or(plain),
            };
            (name, value)
        })
        .collect()
}

/// What is wrong with a request; `files` are the names of the uploaded parts.
pub fn faults(method: &str, parameters: &Map<String, Value>, files: &BTreeSet<String>) -> Vec<String> {
    let mut faults = Vec::new();
    check_object(method, &SPEC.methods[method], parameters, &mut faults);
    let mut attached = BTreeSet::new();
    find_attached(&Value::Object(parameters.clone()), &mut attached);
    for name in attached.symmetric_difference(files) {
        faults
            .push(format!("{method}: the file {name} is attached but not uploaded, or the other way round"));
    }
    faults
}

fn field<'a>(fields: &'a Fields, name: &str) -> Option<&'a str> {
    fields.get(name).or_else(|| fields.get(&format!("{name}!"))).map(String::as_str)
}

fn check_object(at: &str, fields: &Fields, object: &Map<String, Value>, faults: &mut Vec<String>) {
    for name in fields.keys().filter_map(|name| name.strip_suffix('!')) {
        if !object.contains_key(name) {
            faults.push(format!("{at} lacks {name}"));
        }
    }
    for (name, value) in object {
        match field(fields, name) {
            None => faults.push(format!("{at} has no {name}")),
            Some(kind) => check(&format!("{at}.{name}"), kind, value, faults),
        }
    }
}

/// Checks a value against a type, or several separated by `|`.
fn check(at: &str, kind: &str, value: &Value, faults: &mut Vec<String>) {
    let tries = kind.split('|').map(|kind| {
        let mut faults = Vec::new();
        check_one(at, kind, value, &mut faults);
        faults
    });
    let least = tries.min_by_key(Vec::len).expect("a type");
    faults.extend(least);
}

fn check_one(at: &str, kind: &str, value: &Value, faults: &mut Vec<String>) {
    if let Some(item) = kind.strip_prefix("Array of ") {
        match value.as_array() {
            Some(items) => items.iter().for_each(|value| check(&format!("{at}[]"), item, value, faults)),
            None => faults.push(format!("{at} is not an array: {value}")),
        }
        return;
    }
    let fits = match kind {
        "Integer" => value.is_i64() || value.is_u64(),
        "Float" => value.is_number(),
        "Boolean" => value.is_boolean(),
        "String" | "InputFile" => value.is_string(),
        _ => match (&SPEC.types[kind], value.as_object()) {
            (Type::OneOf(kinds), _) => return check(at, kinds, value, faults),
            (Type::Object(fields), Some(object)) => return check_object(at, fields, object, faults),
            (Type::Object(_), None) => false,
        },
    };
    if !fits {
        faults.push(format!("{at} is not a {kind}: {value}"));
    }
}

fn find_attached(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => found.extend(text.strip_prefix("attach://").map(str::to_owned)),
        Value::Array(items) => items.iter().for_each(|item| find_attached(item, found)),
        Value::Object(object) => object.values().for_each(|value| find_attached(value, found)),
        _ => {}
    }
}
