//! The services that are described by data (`data/services/services.toml`): requests, answers as templates, failures.

use super::pages::{Index, Kind, Page, Query, Scope};
use super::{escape_xml, for_every_page, response};
use crate::LabError;
use crate::web::{Response, Web};
use serde::Deserialize;
use url::Url;

/// The number of results if the request names none, and the most.
const ROWS: usize = 10;
const MAX_ROWS: usize = 100;

/// A search service.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Service {
    pub(super) id: String,
    pub(super) hosts: Vec<String>,
    /// The beginning of the path of a search.
    path: String,
    /// The parameter with the query; without one it is the rest of the path.
    #[serde(default)]
    query: String,
    /// The parameter with the number of results; without one the number is fixed.
    #[serde(default)]
    rows: String,
    kinds: Vec<Kind>,
    #[serde(default)]
    words: Words,
    #[serde(default)]
    titles_only: bool,
    /// A host whose pages redirect to those of results.
    pub(super) landing: Option<String>,
    /// The delay of a response in milliseconds.
    pub(super) delay_ms: u32,
    /// True if web pages of every origin may read the responses.
    #[serde(default)]
    cors: bool,
    pub(super) limit: Option<Limit>,
    /// The media type of responses.
    r#type: String,
    answer: String,
    item: String,
}

/// The most requests of a client in a time.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Limit {
    pub(super) requests: usize,
    pub(super) seconds: u64,
    /// The id of the response to further ones.
    pub(super) failure: String,
}

/// The words of a query that a result has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Words {
    #[default]
    All,
    Any,
}

/// A response in place of results.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FailureResponse {
    pub(super) id: String,
    status: u16,
    r#type: String,
    /// The value of `Retry-After`, in seconds.
    retry_after_s: Option<u32>,
    body: String,
}

/// The content of `services.toml`.
#[derive(Deserialize)]
pub(super) struct Data {
    pub(super) service: Vec<Service>,
    pub(super) failure: Vec<FailureResponse>,
}

impl Data {
    /// Parses the built-in file.
    ///
    /// # Errors
    /// The file has another form.
    pub(super) fn read() -> Result<Self, LabError> {
        let data = toml::from_str(include_str!("../../data/services/services.toml"));
        data.map_err(|error: toml::de::Error| LabError::Services(format!("services.toml: {error}")))
    }
}

impl FailureResponse {
    pub(super) fn response(&self) -> Response {
        let mut response = response(self.status, &self.r#type, self.body.clone());
        let wait = self.retry_after_s.map(|seconds| ("retry-after".to_owned(), seconds.to_string()));
        response.headers.extend(wait);
        response
    }
}

impl Service {
    /// Returns true if a request is a search of this service.
    pub(super) fn is_asked(&self, url: &Url) -> bool {
        self.hosts.iter().any(|host| url.host_str() == Some(host)) && url.path().starts_with(&self.path)
    }

    /// Answers a search.
    pub(super) fn answer(&self, url: &Url, index: &Index, web: &dyn Web) -> Response {
        let query = self.query_text(url);
        let rows = parameter(url, &self.rows).and_then(|rows| rows.parse().ok()).unwrap_or(ROWS).min(MAX_ROWS);
        let scope =
            Scope { kinds: &self.kinds, language: None, any: self.words == Words::Any, titles_only: self.titles_only };
        let found = index.search(&Query::new(&query), scope, web);
        let separator = if self.is_json() { "," } else { "" };
        let items: Vec<String> =
            found.iter().take(rows).map(|page| self.filled(&self.item, |name| page.field(name))).collect();
        let body = self.filled(&self.answer, |name| match name {
            "items" => Field::Ready(items.join(separator)),
            "count" => Field::Ready(found.len().to_string()),
            "query" => Field::Text(query.clone()),
            _ => Field::Unknown,
        });
        let response = response(200, &self.r#type, body);
        if self.cors { for_every_page(response) } else { response }
    }

    fn query_text(&self, url: &Url) -> String {
        if !self.query.is_empty() {
            return parameter(url, &self.query).unwrap_or_default();
        }
        let rest = url.path().strip_prefix(&self.path).unwrap_or_default();
        percent_decoded(rest)
    }

    fn is_json(&self) -> bool {
        self.r#type.starts_with("application/json")
    }

    /// Fills a template: `$name` is a field, whose text is escaped for the media type.
    fn filled(&self, template: &str, field: impl Fn(&str) -> Field) -> String {
        let mut parts = template.split('$');
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let end = part.find(|c: char| !c.is_ascii_lowercase() && c != '_').unwrap_or(part.len());
            let (name, rest) = part.split_at(end);
            match field(name) {
                Field::Ready(text) => filled.push_str(&text),
                Field::Text(text) if self.is_json() => filled.push_str(&escape_json(&text)),
                Field::Text(text) => filled.push_str(&escape_xml(&text)),
                Field::Unknown => filled.extend(["$", name]),
            }
            filled.push_str(rest);
        }
        filled
    }
}

/// The value of a field in a template.
enum Field {
    /// A text to escape.
    Text(String),
    /// A part of the answer.
    Ready(String),
    /// No field has this name.
    Unknown,
}

impl Page {
    fn field(&self, name: &str) -> Field {
        Field::Text(match name {
            "id" => self.id.to_string(),
            "title" => self.title.clone(),
            "html_title" => escape_xml(&self.title),
            "about" => self.about.clone(),
            "url" => self.url.as_str().to_owned(),
            "host" => self.url.host().to_owned(),
            "name" => self.url.path().rsplit('/').next().unwrap_or_default().to_owned(),
            _ => return Field::Unknown,
        })
    }
}

/// Returns a parameter of a URL's query.
pub(super) fn parameter(url: &Url, name: &str) -> Option<String> {
    url.query_pairs().find(|(given, _)| given == name).map(|(_, value)| value.into_owned())
}

/// Returns a text of a path with its percent-encoded bytes decoded.
pub(super) fn percent_decoded(text: &str) -> String {
    let as_query = format!("q={}", text.replace('+', "%2B"));
    let decoded = url::form_urlencoded::parse(as_query.as_bytes()).next();
    decoded.map(|(_, value)| value.into_owned()).unwrap_or_default()
}

/// Escapes a text for a JSON string (RFC 8259 §7).
fn escape_json(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}
