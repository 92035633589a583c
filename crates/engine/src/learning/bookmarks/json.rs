//! Reads bookmark files in JSON: backups of Firefox, the `Bookmarks` file of Chrome, and lists of objects with an
//! address, such as those of Pinboard, Raindrop, Linkwarden, Karakeep and Pocket, also as JSON Lines. If none of the
//! known keys has bookmarks, they are searched for below all others.
//!
//! Source: files written by current Firefox and Chrome; Pinboard's export; jsonlines.org. The parser limits the depth,
//! and so the recursion.

use super::builder::{Builder, Reading, seconds, title};
use crate::import_warning::ImportWarning;
use crate::json;
use serde_json::{Map, Value};
use types::url::CanonicalUrl;

/// The fields with an address, a title, a date, and the content of a folder. Those with texts are read in any case.
const ADDRESS: [&str; 8] = ["uri", "url", "href", "link", "given_url", "resolved_url", "page_url", "pageurl"];
const TITLE: [&str; 4] = ["title", "name", "label", "description"];
const ADDED: [&str; 5] = ["dateAdded", "time_added", "created", "added", "time"];
const CONTENT: [&str; 13] = [
    "children",
    "roots",
    "bookmarks",
    "items",
    "collections",
    "links",
    "list",
    "windows",
    "tabs",
    "lists",
    "cards",
    "sessions",
    "data",
];
/// The words in the names of fields with the address of a picture.
const PICTURES: [&str; 7] = ["icon", "image", "thumb", "cover", "avatar", "logo", "screenshot"];
/// The fields of files with trails and with topics, which are no bookmarks although they have addresses.
const OTHER_FILES: [&str; 2] = ["trails", "topics"];
/// The seconds between the origin of Chrome's dates (1601) and 1970.
const SINCE_1601: u64 = 11_644_473_600;

/// Returns the folder tree of a file, of which the entries before the first damage are read; `None` if it contains no
/// bookmarks.
///
/// # Errors
/// Returns the damage if no bookmark is before it.
pub(super) fn read(text: &str) -> Result<Option<Reading>, serde_json::Error> {
    let whole = json::parse_beginning(text.as_bytes(), usize::MAX);
    let is_damaged = !matches!(whole, Ok((_, None)));
    let lines = is_damaged.then(|| lines(text)).flatten();
    let (value, damage) = lines.map_or(whole, |lines| Ok((lines, None)))?;
    let mut builder = Builder::default();
    let mut is_recognized = false;
    match &value {
        Value::Object(file) if !has_address(file) || has_content(file) => {
            builder.name(title(text_of(file, &TITLE)));
            content(file, &mut builder, &mut is_recognized);
        }
        value => node(value, &mut builder, &mut is_recognized),
    }
    if !is_recognized && !OTHER_FILES.iter().any(|field| value.get(*field).is_some()) {
        builder = Builder::default();
        anywhere("", &value, &mut builder, &mut is_recognized);
    }
    match damage {
        Some(damage) if !is_recognized => Err(damage),
        damage => Ok(is_recognized.then(|| {
            let (file, mut warnings) = builder.finish();
            warnings.extend(damage.map(|damage| ImportWarning::Damaged(damage.to_string())));
            (file, warnings)
        })),
    }
}

/// Returns the values of JSON Lines, of which a damaged line is a text; `None` unless most lines are objects.
fn lines(text: &str) -> Option<Value> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let values: Vec<Value> = lines.map(|line| json::parse(line.as_bytes()).unwrap_or_else(|| line.into())).collect();
    let objects = values.iter().filter(|value| value.is_object()).count();
    (2 * objects > values.len()).then_some(Value::Array(values))
}

/// Reads the nodes of a list, or of an object whose values are nodes.
fn nodes(value: &Value, builder: &mut Builder, is_recognized: &mut bool) {
    match value {
        Value::Array(all) => all.iter().for_each(|one| node(one, builder, is_recognized)),
        // Chrome keeps a version among the folders.
        Value::Object(all) => {
            let all = all.values().filter(|one| one.is_object() || one.is_array() || is_url(one));
            all.for_each(|one| node(one, builder, is_recognized));
        }
        _ => {}
    }
}

/// Reads the bookmarks below any keys. The title of an address is that of its object, or else its key.
fn anywhere(key: &str, value: &Value, builder: &mut Builder, is_recognized: &mut bool) {
    match value {
        Value::Object(object) if has_address(object) => node(value, builder, is_recognized),
        Value::Object(object) => {
            let name = text_of(object, &TITLE);
            builder.open((has_content(object) && !name.is_empty()).then(|| title(name)));
            for (key, value) in object.iter().filter(|(key, _)| names_pages(key)) {
                let key = if name.is_empty() { key.as_str() } else { name };
                anywhere(key, value, builder, is_recognized);
            }
            builder.close();
        }
        Value::Array(all) => all.iter().for_each(|one| anywhere("", one, builder, is_recognized)),
        Value::String(text) if is_url(value) => {
            *is_recognized = true;
            builder.bookmark(title(key), text, None);
        }
        _ => {}
    }
}

/// Returns false for a field with pictures, or about the file (`$schema`).
fn names_pages(key: &str) -> bool {
    let key = key.to_lowercase();
    !key.starts_with('$') && !PICTURES.iter().any(|word| key.contains(word))
}

fn is_url(value: &Value) -> bool {
    value.as_str().is_some_and(|text| CanonicalUrl::parse(text).is_ok())
}

/// Reads a bookmark, a folder, or a list; a text may be an address. An entry with neither an address nor a content is
/// skipped, unless it is an empty folder or a separator of Firefox.
fn node(value: &Value, builder: &mut Builder, is_recognized: &mut bool) {
    let node = match value {
        Value::Object(node) => node,
        Value::Array(_) => return nodes(value, builder, is_recognized),
        Value::String(text) => {
            let is_url = is_url(value);
            *is_recognized |= is_url;
            return builder.bookmark(if is_url { String::new() } else { title(text) }, text, None);
        }
        other => {
            let text = other.to_string();
            return builder.bookmark(text.clone(), &text, None);
        }
    };
    let name = title(text_of(node, &TITLE));
    if has_address(node) {
        *is_recognized = true;
        return builder.bookmark(name, text_of(content_of(node), &ADDRESS), added(node));
    }
    if has_content(node) {
        builder.open(Some(name));
        content(node, builder, is_recognized);
        builder.close();
    } else if !["container", "separator"].iter().any(|kind| text_of(node, &["type"]).ends_with(kind)) {
        builder.bookmark(name, "", None);
    }
}

/// Returns the object with the address, which Karakeep keeps apart.
fn content_of(node: &Map<String, Value>) -> &Map<String, Value> {
    node.get("content").and_then(Value::as_object).unwrap_or(node)
}

fn has_address(node: &Map<String, Value>) -> bool {
    let is_address = |key: &String| ADDRESS.iter().any(|field| key.eq_ignore_ascii_case(field));
    content_of(node).iter().any(|(key, value)| value.is_string() && is_address(key))
}

fn has_content(node: &Map<String, Value>) -> bool {
    CONTENT.iter().any(|field| node.contains_key(*field))
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
    let mut texts = fields.iter().flat_map(|field| {
        let named = node.iter().filter(move |(key, _)| key.eq_ignore_ascii_case(field));
        named.filter_map(|(_, value)| value.as_str())
    });
    texts.find(|text| !text.is_empty()).unwrap_or_default()
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
