//! Reads bookmark files in JSON: backups of Firefox, the `Bookmarks` file of Chrome, and lists of objects with an
//! address, such as those of Pinboard, Raindrop, Linkwarden, Karakeep and Pocket.
//!
//! Source: files written by current Firefox and Chrome; Pinboard's export. The parser limits the depth, and so the
//! recursion.

use super::builder::{Builder, Reading, seconds, title};
use crate::json;
use serde_json::{Map, Value};
use types::url::CanonicalUrl;

/// The fields with an address, a title, a date, and the content of a folder.
const ADDRESS: [&str; 5] = ["uri", "url", "href", "link", "given_url"];
const TITLE: [&str; 3] = ["title", "name", "description"];
const ADDED: [&str; 5] = ["dateAdded", "time_added", "created", "added", "time"];
const CONTENT: [&str; 9] =
    ["children", "roots", "bookmarks", "items", "collections", "links", "list", "windows", "tabs"];
/// The seconds between the origin of Chrome's dates (1601) and 1970.
const SINCE_1601: u64 = 11_644_473_600;

/// Returns the folder tree of a file, or the place of damage; `None` if it contains no bookmarks.
pub(super) fn read(text: &str) -> Result<Option<Reading>, serde_json::Error> {
    let value = match json::parse(text.as_bytes()) {
        Some(value) => value,
        None => serde_json::from_str(text)?,
    };
    let mut builder = Builder::default();
    let mut is_recognized = false;
    if let Value::Object(file) = &value {
        builder.name(title(text_of(file, &TITLE)));
        content(file, &mut builder, &mut is_recognized);
    } else {
        nodes(&value, &mut builder, &mut is_recognized);
    }
    Ok(is_recognized.then(|| builder.finish()))
}

/// Reads the nodes of a list, or of an object whose values are nodes.
fn nodes(value: &Value, builder: &mut Builder, is_recognized: &mut bool) {
    match value {
        Value::Array(all) => all.iter().for_each(|one| node(one, builder, is_recognized)),
        Value::Object(all) => all.values().for_each(|one| node(one, builder, is_recognized)),
        _ => {}
    }
}

/// Reads a bookmark or a folder; a text may be an address. An entry with neither an address nor a content is skipped,
/// unless it is an empty folder or a separator of Firefox.
fn node(value: &Value, builder: &mut Builder, is_recognized: &mut bool) {
    let node = match value {
        Value::Object(node) => node,
        Value::String(address) if CanonicalUrl::parse(address).is_ok() => {
            *is_recognized = true;
            return builder.bookmark(String::new(), address, None);
        }
        _ => return,
    };
    let name = title(text_of(node, &TITLE));
    let inner = content_of(node);
    if has_address(inner) {
        *is_recognized = true;
        return builder.bookmark(name, text_of(inner, &ADDRESS), added(node));
    }
    if CONTENT.iter().any(|field| node.contains_key(*field)) {
        let is_open = builder.open_folder(name);
        content(node, builder, is_recognized);
        if is_open {
            builder.close_folder();
        }
    } else if !["container", "separator"].iter().any(|kind| text_of(node, &["type"]).ends_with(kind)) {
        builder.bookmark(name, "", None);
    }
}

/// Returns the object with the address, which Karakeep keeps apart.
fn content_of(node: &Map<String, Value>) -> &Map<String, Value> {
    node.get("content").and_then(Value::as_object).unwrap_or(node)
}

fn has_address(node: &Map<String, Value>) -> bool {
    ADDRESS.iter().any(|field| node.get(*field).is_some_and(Value::is_string))
}

fn content(node: &Map<String, Value>, builder: &mut Builder, is_recognized: &mut bool) {
    for field in CONTENT {
        if let Some(content) = node.get(field) {
            nodes(content, builder, is_recognized);
        }
    }
}

/// Returns the first of these fields that is a text; else an empty text.
fn text_of<'a>(node: &'a Map<String, Value>, fields: &[&str]) -> &'a str {
    let found = fields.iter().find_map(|field| node.get(*field)?.as_str().filter(|text| !text.is_empty()));
    found.unwrap_or_default()
}

/// Returns the date in seconds since 1970.
fn added(node: &Map<String, Value>) -> Option<u64> {
    let number = |value: &Value| match value {
        Value::String(text) => seconds(text),
        number => seconds(&number.as_u64()?.to_string()),
    };
    let chrome = node.get("date_added").and_then(number).and_then(|date| date.checked_sub(SINCE_1601));
    chrome.or_else(|| ADDED.iter().find_map(|field| number(node.get(*field)?)))
}
