//! Sets of good pages with the pages that lead to them, from the link graphs of recorded webs and saved crawls.

use crate::web::Web;
use crate::{LabError, file, saved_crawl, sets, web};
use engine::fetch::Content;
use engine::html::EncodingRs;
use engine::trails::Backlinks;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use types::trails::{Trail, TrailPage};
use types::url::CanonicalUrl;

/// The ending of saved crawls.
const SAVED_CRAWL: &str = "salticid";

/// The pages of link graphs that were read, and their links.
#[derive(Default)]
struct KnownLinks {
    pages: Vec<CanonicalUrl>,
    links: Vec<(CanonicalUrl, CanonicalUrl)>,
}

/// Returns the good pages of a file with the pages from which link graphs lead to them within `distance` links. Several graphs count as one. Reports
/// the size of the layers on the standard error.
pub(crate) fn read(examples: &Path, graphs: &[String], distance: usize) -> Result<Trail, LabError> {
    let good = sets::read(examples)?;
    let mut known = KnownLinks::default();
    for graph in graphs {
        known.add(graph)?;
    }
    let names: Vec<&str> = graphs.iter().map(|graph| file_name(graph)).collect();
    let names = names.join(", ");
    let links = known.links.iter().map(|(from, to)| (from, to));
    let backlinks = Backlinks::of(&known.pages, links);
    let in_graph = good.iter().filter(|page| backlinks.has(page)).count();
    if in_graph == 0 {
        return Err(LabError::Flag {
            flag: "graph",
            problem: format!(
                "{names} has none of the {} good pages: name a recorded web or a saved crawl that has them",
                good.len()
            ),
        });
    }
    let pages: Vec<TrailPage> = good.iter().map(page).collect();
    let set = backlinks.set(&names, &pages, distance);
    report(&set, good.len() - in_graph);
    Ok(set)
}

impl KnownLinks {
    fn add(&mut self, graph: &str) -> Result<(), LabError> {
        if Path::new(graph)
            .extension()
            .is_some_and(|of| of == SAVED_CRAWL)
        {
            let crawl = file::read_bytes(Path::new(graph), saved_crawl::read)?;
            let pages = crawl.pages().iter();
            let read = pages.filter(|page| page.outcome.is_read());
            self.pages.extend(read.map(|page| page.url.clone()));
            let links = crawl.links();
            self.links
                .extend(links.map(|(from, to)| (from.clone(), to.clone())));
            return Ok(());
        }
        let web = web::open(graph)?;
        for url in web.urls() {
            self.add_page(&*web, url);
        }
        Ok(())
    }

    /// Adds a page of a web if it can be read.
    fn add_page(&mut self, web: &dyn Web, url: CanonicalUrl) {
        let response = web.response(url.as_str());
        let Some(Ok(response)) = response.map(|response| response.outcome) else {
            return;
        };
        if let Content::Page(document) = response.as_page(&url, &EncodingRs).content {
            let targets: BTreeSet<CanonicalUrl> =
                document.links.into_iter().map(|link| link.url).collect();
            self.links
                .extend(targets.into_iter().map(|target| (url.clone(), target)));
            self.pages.push(url);
        }
    }
}

fn page(url: &CanonicalUrl) -> TrailPage {
    TrailPage {
        url: url.to_string(),
        ..TrailPage::default()
    }
}

/// Returns the name of a graph's file, or of a made-up web.
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
    /// Good pages to learn from, without trails: a JSON array of URLs, or one URL a line. The pages that lead to them are taken from `--graph`.
    #[arg(long, value_name = "FILE", requires = "graphs")]
    pub(crate) examples: Option<PathBuf>,
    /// Link graph of the good pages: a WARC file, a crawl that the app saved (.salticid), or a demo web as in `--web` (repeatable).
    #[arg(long = "graph", value_name = "FILE", requires = "examples")]
    graphs: Vec<String>,
}

impl GoodPages {
    /// Returns the set of good pages, where any were named.
    pub(crate) fn read(&self, distance: usize) -> Result<Option<Trail>, LabError> {
        let examples = self.examples.as_deref();
        examples
            .map(|examples| read(examples, &self.graphs, distance))
            .transpose()
    }
}
