//! Holds requests against the condensed description of Discord's API in `tests/data/discord-api.json`.

use std::collections::{BTreeMap, BTreeSet};

use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde_json::{Map, Value};

/// The routes and what their bodies may look like.
pub struct Api {
    routes: Vec<Route>,
}

/// One route.
pub struct Route {
    /// The method and the path with its parameters' names in braces.
    pub name: String,
    method: String,
    path: Vec<String>,
    query: Vec<String>,
    body: Option<Validator>,
    multipart: bool,
}

/// A request as it came.
pub struct Asked<'a> {
    pub query: &'a [(String, String)],
    pub body: Option<&'a Value>,
    /// The names of the file parts; none for a request that is plain JSON.
    pub files: Option<Vec<String>>,
}

impl Api {
    pub fn load() -> Api {
        let all: Value =
            serde_json::from_str(include_str!("../data/discord-api.json")).expect("the data file is JSON");
        let text = |value: &Value| value.as_str().expect("a string").to_owned();
        let routes = all["routes"].as_array().expect("routes").iter().map(|route| Route {
            name: format!("{} {}", text(&route["method"]), text(&route["path"])),
            method: text(&route["method"]),
            path: text(&route["path"]).trim_start_matches('/').split('/').map(str::to_owned).collect(),
            query: route["query"].as_array().into_iter().flatten().map(text).collect(),
            body: route.get("body").map(|body| validator(body, &all["$defs"])),
            multipart: route["multipart"] == true,
        });
        Api { routes: routes.collect() }
    }

    /// The route of a request and the parameters in its path. Routes with fewer parameters go first.
    pub fn find(&self, method: &str, path: &str) -> Option<(&Route, BTreeMap<String, String>)> {
        let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        self.routes
            .iter()
            .filter(|route| route.method == method)
            .filter_map(|route| Some((route, route.parameters(&parts)?)))
            .min_by_key(|(_, parameters)| parameters.len())
    }

    /// What is wrong with a request; empty if nothing is.
    pub fn faults(&self, route: &Route, parameters: &BTreeMap<String, String>, asked: &Asked) -> Vec<String> {
        let mut faults = Vec::new();
        for (name, value) in parameters {
            if name.ends_with("_id") && !is_snowflake(value) {
                faults.push(format!("the path's {name} is \"{value}\""));
            }
        }
        for (name, value) in asked.query {
            if !route.query.contains(name) {
                faults.push(format!("the query's {name} is unknown"));
            } else if name.starts_with("w") && !["true", "false"].contains(&value.as_str()) {
                faults.push(format!("the query's {name} is \"{value}\""));
            }
        }
        match (&route.body, asked.body) {
            (None, Some(_)) => faults.push("there is a body".to_owned()),
            (Some(_), None) => faults.push("there is no body".to_owned()),
            (Some(schema), Some(body)) => {
                faults.extend(schema.iter_errors(body).flat_map(|error| complaints(&error)))
            }
            (None, None) => {}
        }
        // The description of the callback leaves its multipart form out, which the prose allows.
        if asked.files.is_some() && !route.multipart && !route.name.ends_with("/callback") {
            faults.push("files are not taken here".to_owned());
        }
        if let Some(body) = asked.body {
            prose(route, body, asked.files.as_deref().unwrap_or_default(), &mut faults);
        }
        faults
    }
}

/// What a body is held against: a schema that refers to others by name.
fn validator(schema: &Value, others: &Value) -> Validator {
    let mut schema = schema.clone();
    schema["$defs"] = others.clone();
    jsonschema::validator_for(&schema).expect("the data file holds JSON schemas")
}

/// What is wrong, and where. Of a thing that may look in several ways, the complaints of the way that it comes nearest to
/// are wanted: of an object that says what it is, of that very kind.
fn complaints(error: &ValidationError) -> Vec<String> {
    let variants = match error.kind() {
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => context,
        _ => return vec![format!("body{}: {error}", error.instance_path())],
    };
    let is_other_kind = |fault: &ValidationError| {
        matches!(fault.kind(), ValidationErrorKind::Type { .. })
            && fault.instance_path() == error.instance_path()
            || fault.instance_path().to_string().ends_with("/type")
    };
    let nearest = variants.iter().min_by_key(|variant| (variant.iter().any(is_other_kind), variant.len()));
    nearest.into_iter().flatten().flat_map(complaints).collect()
}

impl Route {
    fn parameters(&self, parts: &[&str]) -> Option<BTreeMap<String, String>> {
        if parts.len() != self.path.len() {
            return None;
        }
        let mut parameters = BTreeMap::new();
        for (template, part) in self.path.iter().zip(parts) {
            match template.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
                Some(name) => {
                    parameters.insert(name.to_owned(), (*part).to_owned());
                }
                None if template == part => {}
                None => return None,
            }
        }
        Some(parameters)
    }
}

fn is_snowflake(text: &str) -> bool {
    !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && (text == "0" || !text.starts_with('0'))
}

/// The rules that Discord's documentation gives in words only.
fn prose(route: &Route, body: &Value, files: &[String], faults: &mut Vec<String>) {
    if route.name.ends_with("/commands") {
        let one = std::slice::from_ref(body);
        for command in body.as_array().map_or(one, Vec::as_slice) {
            command_prose(command, faults);
        }
        return;
    }
    let callback = route.name.ends_with("/callback");
    let message = if callback { &body["data"] } else { body };
    let kind = body["type"].as_u64().filter(|_| callback);
    if matches!(kind, Some(5 | 6 | 8)) || message.is_null() {
        return;
    }
    let content = message["content"].as_str().unwrap_or_default();
    if content.chars().count() > 2000 {
        faults.push(format!("content has {} characters", content.chars().count()));
    }
    let new = route.name.starts_with("POST") && kind != Some(7);
    if new && content.is_empty() && files.is_empty() {
        faults.push("an empty message".to_owned());
    }
    let listed: Vec<String> = message["attachments"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|attachment| attachment["id"].as_str())
        .map(|id| format!("files[{id}]"))
        .collect();
    if new && !message["attachments"].is_null() || !files.is_empty() {
        let (files, listed): (BTreeSet<_>, BTreeSet<_>) = (files.iter().collect(), listed.iter().collect());
        if files != listed {
            faults.push(format!("the files are {files:?}, the attachments {listed:?}"));
        }
    }
    components_prose(message, faults);
}

fn components_prose(message: &Value, faults: &mut Vec<String>) {
    let rows = message["components"].as_array().map(Vec::as_slice).unwrap_or_default();
    if rows.len() > 5 {
        faults.push(format!("{} rows of components", rows.len()));
    }
    let mut ids = BTreeSet::new();
    for row in rows {
        if row["type"] != 1 {
            faults.push(format!("a row is of type {}", row["type"]));
        }
        let parts = row["components"].as_array().map(Vec::as_slice).unwrap_or_default();
        for part in parts {
            match part["type"].as_u64() {
                Some(2) => {
                    if part["label"].as_str().is_none_or(str::is_empty) && part["emoji"].is_null() {
                        faults.push("a button shows nothing".to_owned());
                    }
                    if part["custom_id"].is_null() {
                        faults.push("a button without a custom_id".to_owned());
                    }
                }
                Some(3) => {
                    if parts.len() != 1 {
                        faults.push("a select does not stand alone".to_owned());
                    }
                    let options = part["options"].as_array().map(Vec::as_slice).unwrap_or_default();
                    let values: BTreeSet<_> =
                        options.iter().map(|option| option["value"].to_string()).collect();
                    if values.len() < options.len() {
                        faults.push("a select repeats a value".to_owned());
                    }
                }
                other => faults.push(format!("a component of type {other:?}")),
            }
            if let Some(id) = part["custom_id"].as_str()
                && !ids.insert(id)
            {
                faults.push(format!("the custom_id {id} comes twice"));
            }
        }
    }
}

fn command_prose(command: &Value, faults: &mut Vec<String>) {
    let names = |value: &Value| -> Vec<String> {
        let local = value["name_localizations"].as_object().into_iter().flat_map(|names| names.values());
        std::iter::once(&value["name"])
            .chain(local)
            .filter_map(|name| name.as_str().map(str::to_owned))
            .collect()
    };
    let mut size = 0;
    let mut look = |value: &Value, faults: &mut Vec<String>| {
        for name in names(value) {
            let letters = |c: char| c.is_alphanumeric() || "-_'".contains(c);
            if !name.chars().all(letters) || name.to_lowercase() != name {
                faults.push(format!("\"{name}\" is no name for a command or an option"));
            }
        }
        if value["description"].as_str().is_none_or(str::is_empty) {
            faults.push(format!("{} has no description", value["name"]));
        }
        for key in ["name_localizations", "description_localizations"] {
            for locale in value[key].as_object().into_iter().flat_map(Map::keys) {
                if !["ru", "en-US", "en-GB"].contains(&locale.as_str()) {
                    faults.push(format!("\"{locale}\" is no locale that is known here"));
                }
            }
        }
        size += [&value["name"], &value["description"]]
            .iter()
            .filter_map(|text| text.as_str())
            .map(|text| text.chars().count())
            .sum::<usize>();
    };
    look(command, faults);
    let mut optional = false;
    let mut seen = BTreeSet::new();
    for option in command["options"].as_array().into_iter().flatten() {
        look(option, faults);
        let required = option["required"] == true;
        if required && optional {
            faults.push(format!("the required option {} comes after an optional one", option["name"]));
        }
        optional |= !required;
        if option["autocomplete"] == true
            && option["choices"].as_array().is_some_and(|choices| !choices.is_empty())
        {
            faults.push(format!("the option {} has choices and autocomplete", option["name"]));
        }
        for name in names(option) {
            if !seen.insert(name.clone()) && option["name"] != name.as_str() {
                faults.push(format!("two options are called {name}"));
            }
        }
    }
    if size > 8000 {
        faults.push(format!("the command {} has {size} characters", command["name"]));
    }
}
