//! Reads the data about a page from JSON-LD, as far as it is written in the vocabulary of schema.org.
//!
//! Not covered: other vocabularies, remote contexts.

use super::{VALUE_CHARS, cut};
use crate::html::tokenizer::Text;
use serde_json::Value;
use types::text::clean;

/// The most bytes of a script that are read.
const SCRIPT_BYTES: usize = 512 * 1024;
/// The most nodes that are compared.
const NODES: usize = 200;
/// The most works that a work is part of: issue, volume, journal.
const PARTS: usize = 4;

/// The kinds of works, the best first; a type ends with one of them.
const KINDS: [&str; 8] = ["Article", "Posting", "Report", "Book", "Dataset", "Recipe", "CreativeWork", "WebPage"];

/// The data of the best node.
#[derive(Debug, Default)]
pub(super) struct LinkedData {
    pub(super) title: String,
    pub(super) kind: String,
    pub(super) authors: Vec<String>,
    /// Those of the authors that are organizations.
    pub(super) organizations: Vec<String>,
    pub(super) date: String,
    pub(super) publisher: String,
    pub(super) description: String,
    pub(super) language: String,
    pub(super) license: String,
    pub(super) doi: String,
    pub(super) issn: String,
    pub(super) isbn: String,
    pub(super) journal: String,
    pub(super) volume: String,
    pub(super) issue: String,
    pub(super) first_page: String,
    pub(super) last_page: String,
}

/// Returns the data of the node that describes the page best. Scripts that are not JSON are ignored.
pub(super) fn read(scripts: &[Text<'_>]) -> LinkedData {
    let scripts = scripts.iter().filter(|script| script.raw().len() <= SCRIPT_BYTES);
    let values: Vec<Value> = scripts.filter_map(|script| serde_json::from_str(script.raw().trim()).ok()).collect();
    let nodes = nodes(&values);
    let mut best: Option<(usize, &Value)> = None;
    for node in nodes.iter().copied() {
        if let Some(rank) = rank(node).filter(|rank| best.is_none_or(|(known, _)| *rank < known)) {
            best = Some((rank, node));
        }
    }
    best.map_or_else(LinkedData::default, |(_, node)| data(node, &nodes))
}

/// Returns the objects of the scripts: at the top, in arrays, in `@graph` and as `mainEntity`.
fn nodes(values: &[Value]) -> Vec<&Value> {
    let mut nodes: Vec<&Value> = values.iter().collect();
    let mut next = 0;
    while let Some(node) = nodes.get(next).copied().filter(|_| next < NODES) {
        next += 1;
        match node {
            Value::Array(list) => nodes.extend(list),
            Value::Object(fields) => nodes.extend(["@graph", "mainEntity"].iter().filter_map(|name| fields.get(*name))),
            _ => {}
        }
    }
    nodes
}

fn rank(node: &Value) -> Option<usize> {
    KINDS.iter().position(|kind| has_type(node, kind))
}

/// Returns whether one of the node's types ends with a name.
fn has_type(node: &Value, name: &str) -> bool {
    let types = node.get("@type").map(list).unwrap_or_default();
    types.iter().any(|known| known.as_str().is_some_and(|known| known.ends_with(name)))
}

/// Returns the elements of an array, or the value itself.
fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice)
}

/// Returns the first text of a property: itself, or the name, address or value of an object.
fn text(node: &Value, property: &str) -> String {
    let found = node.get(property).and_then(|value| list(value).iter().find_map(name));
    found.unwrap_or_default()
}

fn name(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => clean(text),
        Value::Number(number) => number.to_string(),
        Value::Object(fields) => {
            let values = ["name", "value", "url", "@id"].iter().filter_map(|name| fields.get(*name)?.as_str());
            values.map(clean).find(|text| !text.is_empty())?
        }
        _ => return None,
    };
    (!text.is_empty()).then(|| cut(&text, VALUE_CHARS).to_owned())
}

/// Returns the name of a person or an organization: a text, or the name of an object.
fn agent(value: &Value) -> Option<String> {
    if value.is_string() { name(value) } else { value.get("name").and_then(name) }
}

/// Returns the values of a property; for a reference by `@id` the node that it names, if that is here.
fn values<'a>(node: &'a Value, property: &str, nodes: &[&'a Value]) -> Vec<&'a Value> {
    let resolved = |value: &'a Value| {
        let id = value.get("@id").filter(|_| value.get("name").is_none());
        let mut named = nodes.iter().take(NODES).filter(|node| id.is_some() && node.get("@id") == id);
        named.find(|node| node.get("name").is_some()).copied().unwrap_or(value)
    };
    node.get(property).map(list).unwrap_or_default().iter().take(NODES).map(resolved).collect()
}

fn is_organization(node: &Value) -> bool {
    ["Organization", "Corporation"].iter().any(|name| has_type(node, name))
}

fn data<'a>(node: &'a Value, nodes: &[&'a Value]) -> LinkedData {
    let either = |one: &str, other: &str| {
        Some(text(node, one)).filter(|text| !text.is_empty()).unwrap_or_else(|| text(node, other))
    };
    let authors = values(node, if node.get("author").is_some() { "author" } else { "creator" }, nodes);
    let mut data = LinkedData {
        title: either("headline", "name"),
        kind: text(node, "@type"),
        authors: authors.iter().filter_map(|author| agent(author)).collect(),
        organizations: authors.iter().filter(|author| is_organization(author)).filter_map(|one| agent(one)).collect(),
        date: either("datePublished", "dateCreated"),
        publisher: values(node, "publisher", nodes).into_iter().find_map(agent).unwrap_or_default(),
        description: either("description", "abstract"),
        language: text(node, "inLanguage"),
        license: text(node, "license"),
        doi: doi(node),
        isbn: text(node, "isbn"),
        first_page: text(node, "pageStart"),
        last_page: text(node, "pageEnd"),
        ..LinkedData::default()
    };
    let mut part = node;
    for _ in 0..PARTS {
        let Some(whole) = values(part, "isPartOf", nodes).into_iter().next() else {
            break;
        };
        data.add_whole(whole);
        part = whole;
    }
    data
}

impl LinkedData {
    /// Adds the data of the journal, volume or issue that an article is in.
    fn add_whole(&mut self, whole: &Value) {
        let fill = |field: &mut String, property: &str| {
            if field.is_empty() {
                *field = text(whole, property);
            }
        };
        fill(&mut self.volume, "volumeNumber");
        fill(&mut self.issue, "issueNumber");
        if has_type(whole, "Periodical") {
            fill(&mut self.journal, "name");
            fill(&mut self.issn, "issn");
        }
    }
}

/// Returns the first DOI among the identifiers.
fn doi(node: &Value) -> String {
    let properties = ["identifier", "sameAs", "@id"].iter().filter_map(|property| node.get(*property));
    let mut names = properties.flat_map(list).filter_map(name);
    names.find(|name| super::normalized_doi(name).is_some()).unwrap_or_default()
}
