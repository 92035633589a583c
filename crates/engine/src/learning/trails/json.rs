//! The JSON format of trails:
//! `{"version":1,"trails":[{"name","kind"?,"source"?,"pages":[{"url","relevant","title"?,"visited_at"?}],"graphs"?}]}`.
//!
//! `source` names the origin of the pages; the app writes and reads it. A context graph is
//! `{"source":{"name","fingerprint"},"pages":[{"url","links"}],"unlabeled"}`; links are indices, from 0, of earlier
//! pages of the graph, and `unlabeled` has those of pages that are neither good nor bad examples. Unknown fields are
//! ignored, so that later minor additions stay readable. A file of another version is rejected with its number. Pages
//! that are not http(s) are omitted with a warning. Not covered: texts of pages.

use super::{Intake, caption};
use crate::import_warning::ImportWarning;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use types::json_path::json_path;
use types::limits::TRAILS_BYTES;
use types::text::{clean, cut};
use types::trails::{ContextGraph, Trail, TrailKind, TrailPage, Trails, TrailsError};
use types::url::CanonicalUrl;

const VERSION: u64 = 1;

/// A trail with the name of its source, if the file gives one.
pub type SourcedTrail = (Trail, Option<String>);

/// The fields that every version of the format has.
#[derive(Deserialize)]
#[serde(expecting = "an object with version and trails")]
struct Head {
    version: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(expecting = "an object with version and trails")]
struct File {
    version: u64,
    trails: Vec<FileTrail>,
}

#[derive(Serialize, Deserialize)]
#[serde(expecting = "a trail, an object with name and pages")]
struct FileTrail {
    #[serde(default)]
    name: String,
    /// `None` for a path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kind: Option<TrailKind>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    pages: Vec<FilePage>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    graphs: Vec<ContextGraph>,
}

#[derive(Serialize, Deserialize)]
#[serde(expecting = "a page, an object with url and relevant")]
struct FilePage {
    url: String,
    #[serde(default)]
    relevant: bool,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    visited_at: Option<u64>,
}

/// Returns true if a JSON text names a field `trails`, and so may be a file of trails, also a damaged one.
pub fn is_trails(bytes: &[u8]) -> bool {
    memchr::memmem::find(bytes, b"\"trails\"").is_some()
}

/// Parses trails with canonical URLs; returns them with warnings about the skipped parts.
pub fn read(bytes: &[u8]) -> Result<(Trails, Vec<ImportWarning>), TrailsError> {
    if bytes.len() > TRAILS_BYTES {
        return Err(TrailsError::TooLong(bytes.len()));
    }
    let (sourced, warnings) = read_sourced(bytes)?;
    let trails = sourced.into_iter().map(|(trail, _)| trail).collect();
    Ok((Trails { trails }, warnings))
}

/// Parses trails with their sources from a file that this program wrote. It may exceed the import limit, since
/// canonical URLs can be longer than the imported ones.
pub fn read_sourced(bytes: &[u8]) -> Result<(Vec<SourcedTrail>, Vec<ImportWarning>), TrailsError> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let head: Head = parsed(bytes)?;
    if head.version != VERSION {
        return Err(TrailsError::Newer(head.version));
    }
    let file: File = parsed(bytes)?;
    let mut intake = Intake::default();
    let mut trails = Vec::new();
    for (at, trail) in file.trails.into_iter().enumerate() {
        if !intake.count_one() {
            break;
        }
        let name = caption(&trail.name);
        let mut pages = Vec::new();
        for (number, page) in trail.pages.into_iter().enumerate() {
            match CanonicalUrl::parse(&page.url) {
                Ok(url) if intake.count_one() => pages.push(trail_page(&url, &page)),
                Ok(_) => break,
                Err(problem) => intake.skip((at + 1, &name), number + 1, problem),
            }
        }
        let kind = trail.kind.unwrap_or_default();
        let graphs = trail.graphs.into_iter();
        let graphs = graphs.map(|graph| taken_graph(graph, (at + 1, &name), &mut intake));
        let graphs = graphs.collect();
        let read = Trail { name, kind, pages, graphs };
        trails.push((read, trail.source));
    }
    Ok((trails, intake.warnings()))
}

/// Returns trails as JSON, which [`read`] parses.
pub fn write(trails: &Trails) -> String {
    let sourced = trails.trails.iter().map(|trail| (trail, None));
    write_sourced(sourced)
}

/// Returns trails with the names of their sources as JSON, which [`read_sourced`] parses.
pub fn write_sourced<'a>(trails: impl IntoIterator<Item = (&'a Trail, Option<String>)>) -> String {
    let page = |page: &TrailPage| FilePage {
        url: page.url.clone(),
        relevant: page.relevant,
        title: page.title.clone(),
        visited_at: page.visited_at,
    };
    let trail = |(trail, source): (&Trail, Option<String>)| FileTrail {
        name: trail.name.clone(),
        kind: (trail.kind != TrailKind::Path).then_some(trail.kind),
        source,
        pages: trail.pages.iter().map(page).collect(),
        graphs: trail.graphs.clone(),
    };
    let file = File { version: VERSION, trails: trails.into_iter().map(trail).collect() };
    written(&file)
}

fn written(file: &File) -> String {
    serde_json::to_string_pretty(file).expect("texts, numbers and lists can always be written")
}

fn trail_page(url: &CanonicalUrl, page: &FilePage) -> TrailPage {
    TrailPage {
        url: url.as_str().to_owned(),
        title: caption(&page.title),
        relevant: page.relevant,
        visited_at: page.visited_at,
    }
}

/// Returns a context graph with canonical URLs, truncated at the limit. A page that cannot be crawled keeps its index,
/// since links are indices.
fn taken_graph(mut graph: ContextGraph, trail: (usize, &str), intake: &mut Intake) -> ContextGraph {
    graph.source.name = caption(&graph.source.name);
    graph.source.fingerprint = caption(&graph.source.fingerprint);
    let pages = graph.pages.iter();
    let room = pages.take_while(|_| intake.count_one()).count();
    graph.pages.truncate(room);
    graph.unlabeled.retain(|at| usize::try_from(*at).is_ok_and(|at| at < room));
    for (number, page) in graph.pages.iter_mut().enumerate() {
        match CanonicalUrl::parse(&page.url) {
            Ok(url) => url.as_str().clone_into(&mut page.url),
            Err(problem) => intake.skip(trail, number + 1, problem),
        }
    }
    graph
}

/// Parses JSON; errors include their position.
fn parsed<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, TrailsError> {
    serde_json::from_slice(bytes).map_err(|fault| TrailsError::Unreadable {
        field: json_path(bytes, fault.line(), fault.column()),
        problem: quoted(&fault),
    })
}

/// Shortens a parser's message, which may quote long parts of the file.
fn quoted(fault: &serde_json::Error) -> String {
    let place = format!(" at line {} column {}", fault.line(), fault.column());
    let message = fault.to_string();
    let message = clean(message.strip_suffix(&place).unwrap_or(&message));
    let short = cut(&message, 160);
    let dots = if short.len() < message.len() { " …" } else { "" };
    format!("{short}{dots}{place}")
}
