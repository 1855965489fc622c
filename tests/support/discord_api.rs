//! Holds requests against the condensed description of Discord's API in `tests/data/discord-api.json`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

/// The routes and what their bodies may look like.
pub struct Api {
    routes: Vec<Route>,
    schemas: Map<String, Value>,
}

/// One route.
pub struct Route {
    /// The method and the path with its parameters' names in braces.
    pub name: String,
    method: String,
    path: Vec<String>,
    query: Vec<String>,
    body: Option<Value>,
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
            body: route.get("body").cloned(),
            multipart: route["multipart"] == true,
        });
        Api { routes: routes.collect(), schemas: all["schemas"].as_object().expect("schemas").clone() }
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
            (Some(schema), Some(body)) => self.check(schema, body, "body", &mut faults),
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

    fn check(&self, schema: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
        if let Some(name) = schema["ref"].as_str() {
            return self.check(&self.schemas[name], value, at, faults);
        }
        if let Some(variants) = schema["any"].as_array() {
            let mut nearest: Option<Vec<String>> = None;
            for variant in variants {
                let mut found = Vec::new();
                self.check(variant, value, at, &mut found);
                if found.is_empty() {
                    nearest = Some(found);
                    break;
                }
                // Of an object that says what it is, the complaints of that very variant are wanted.
                let named = found.iter().all(|fault| !fault.starts_with(&format!("{at}.type ")));
                if nearest.as_ref().is_none_or(|best| named && found.len() < best.len() + 3) {
                    nearest = Some(found);
                }
            }
            faults.extend(nearest.unwrap_or_default());
        }
        for part in schema["all"].as_array().into_iter().flatten() {
            self.check(part, value, at, faults);
        }
        let kinds: Vec<&str> = match &schema["type"] {
            Value::String(kind) => vec![kind],
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        if !kinds.is_empty() && !kinds.iter().any(|kind| is_a(kind, value)) {
            faults.push(format!("{at} is {value}, not {}", kinds.join(" or ")));
            return;
        }
        if let Some(allowed) = schema["enum"].as_array()
            && !value.is_null()
            && !allowed.contains(value)
        {
            faults.push(format!("{at} is {value}, not one of {allowed:?}"));
        }
        let limit = |name: &str| schema[name].as_u64().and_then(|limit| usize::try_from(limit).ok());
        let mut within = |what: &str, size: usize, least: &str, most: &str| {
            if limit(least).is_some_and(|least| size < least) || limit(most).is_some_and(|most| size > most) {
                faults.push(format!("{at} has {size} {what}"));
            }
        };
        match value {
            Value::String(text) => {
                within("characters", text.chars().count(), "minLength", "maxLength");
                if schema["format"] == "snowflake" && !is_snowflake(text) {
                    faults.push(format!("{at} is \"{text}\", not an id"));
                }
            }
            Value::Number(number) => {
                let number = number.as_f64().unwrap_or_default();
                if schema["minimum"].as_f64().is_some_and(|least| number < least)
                    || schema["maximum"].as_f64().is_some_and(|most| number > most)
                {
                    faults.push(format!("{at} is {number}"));
                }
            }
            Value::Array(items) => {
                within("items", items.len(), "minItems", "maxItems");
                let different: BTreeSet<String> = items.iter().map(Value::to_string).collect();
                if schema["uniqueItems"] == true && different.len() < items.len() {
                    faults.push(format!("{at} repeats an item"));
                }
                for (index, item) in items.iter().enumerate() {
                    self.check(&schema["items"], item, &format!("{at}[{index}]"), faults);
                }
            }
            Value::Object(fields) => {
                within("properties", fields.len(), "minProperties", "maxProperties");
                for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
                    if !fields.contains_key(name) {
                        faults.push(format!("{at} has no {name}"));
                    }
                }
                let Some(known) = schema["properties"].as_object() else {
                    if schema.get("others").is_some() {
                        for (name, field) in fields {
                            self.check(&schema["others"], field, &format!("{at}.{name}"), faults);
                        }
                    }
                    return;
                };
                for (name, field) in fields {
                    match known.get(name) {
                        Some(schema) => self.check(schema, field, &format!("{at}.{name}"), faults),
                        None => faults.push(format!("{at}.{name} is unknown")),
                    }
                }
            }
            Value::Null | Value::Bool(_) => {}
        }
    }
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

fn is_a(kind: &str, value: &Value) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the data file knows a type {other}"),
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
