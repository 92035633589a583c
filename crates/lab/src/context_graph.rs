//! Builds context graphs of good pages from the link graphs of recorded webs and saved crawls.

use crate::{LabError, file, saved_crawl, sets, web};
use engine::html::EncodingRs;
use engine::learning::trails::KnownLinks;
use std::path::{Path, PathBuf};
use types::trails::{Trail, TrailPage};
use types::url::CanonicalUrl;

/// The file extension of saved crawls.
const SAVED_CRAWL: &str = "salticid";

/// Returns the good pages of a file with their context graph up to `distance` links. Several link graphs are combined.
/// Prints the size of the layers to the standard error.
pub(crate) fn read(examples: &Path, graphs: &[String], distance: usize) -> Result<Trail, LabError> {
    let good = sets::read(examples)?;
    let mut known = KnownLinks::default();
    for graph in graphs {
        add(&mut known, graph)?;
    }
    let names: Vec<&str> = graphs.iter().map(|graph| file_name(graph)).collect();
    let names = names.join(", ");
    let backlinks = known.backlinks();
    let in_graph = good.iter().filter(|page| backlinks.has(page)).count();
    if in_graph == 0 {
        return Err(LabError::flag(
            "graph",
            format!(
                "{names} has none of the {} good pages: name a recorded web or a saved crawl that has them",
                good.len()
            ),
        ));
    }
    let pages: Vec<TrailPage> = good.iter().map(page).collect();
    let set = backlinks.set(&names, &pages, distance);
    report(&set, good.len() - in_graph);
    Ok(set)
}

/// Adds the pages of a saved crawl or of a web.
fn add(known: &mut KnownLinks, graph: &str) -> Result<(), LabError> {
    let path = Path::new(graph);
    if path.extension().is_some_and(|of| of == SAVED_CRAWL) {
        file::read_bytes(path, saved_crawl::read)?.add_links_to(known);
        return Ok(());
    }
    let web = web::open(graph)?;
    for url in web.urls() {
        let response = web.response(url.as_str());
        let Some(Ok(response)) = response.map(|response| response.outcome) else {
            continue;
        };
        let response = response.as_page(&url, &EncodingRs);
        known.add_response(url, &response);
    }
    Ok(())
}

fn page(url: &CanonicalUrl) -> TrailPage {
    TrailPage { url: url.to_string(), ..TrailPage::default() }
}

/// Returns the name of a graph's file, or of a generated web.
fn file_name(graph: &str) -> &str {
    let name = Path::new(graph).file_name();
    name.and_then(|name| name.to_str()).unwrap_or(graph)
}

fn report(set: &Trail, unknown: usize) {
    for graph in &set.graphs {
        let sizes: Vec<String> = graph.layer_sizes().iter().map(usize::to_string).collect();
        eprintln!(
            "context graph from {} (fingerprint {}): {} pages by distance from 0; {unknown} good pages are not in it",
            graph.source.name,
            graph.source.fingerprint,
            sizes.join(", ")
        );
    }
}

/// The examples and graphs of flags.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct GoodPages {
    /// Good pages for training without trails: a JSON array of URLs, or one URL per line. The pages that lead to them
    /// are taken from `--graph`.
    #[arg(long, value_name = "FILE", requires = "graphs")]
    pub(crate) examples: Option<PathBuf>,
    /// Link graph of the good pages: a WARC file, a crawl that the app saved (.salticid), or a demo web as in `--web`
    /// (repeatable).
    #[arg(long = "graph", value_name = "FILE", requires = "examples")]
    graphs: Vec<String>,
}

impl GoodPages {
    /// Returns the set of good pages, if any were named.
    pub(crate) fn read(&self, distance: usize) -> Result<Option<Trail>, LabError> {
        let examples = self.examples.as_deref();
        examples.map(|examples| read(examples, &self.graphs, distance)).transpose()
    }
}
