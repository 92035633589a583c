//! Creates context graphs from in-links: the pages of a known link graph that lead to good pages.
//!
//! Layer 0 contains the good pages, layer i + 1 the pages that link to layer i and are in no smaller layer. The link
//! graph comes from a crawl or a recorded web. From a layer with too many pages, every n-th in the order of the link
//! graph is taken. A link to a redirecting address leads to the target of the redirect.
//!
//! Source: Pant §3.4 (Diligenti et al. 2000), Tsay §3.2.

use crate::fetch::{Content, FetchResponse};
use crate::graph::{UrlId, Urls};
use std::collections::{BTreeMap, BTreeSet};
use types::count;
use types::limits::{CONTEXT_PAGES, PAGE_REDIRECTS};
use types::trails::{ContextGraph, ContextPage, GraphSource, Trail, TrailKind, TrailPage};
use types::url::CanonicalUrl;
use xxhash_rust::xxh3::xxh3_64;

/// The pages that were read and their links, from one or more link graphs, combined into one.
#[derive(Clone, Debug, Default)]
pub struct KnownLinks {
    pages: Vec<CanonicalUrl>,
    links: Vec<(CanonicalUrl, CanonicalUrl)>,
    redirects: BTreeMap<CanonicalUrl, CanonicalUrl>,
}

impl KnownLinks {
    /// Adds pages that were read, links as pairs of source and target, and redirects with their targets.
    pub fn extend<'a>(
        &mut self,
        pages: impl Iterator<Item = &'a CanonicalUrl>,
        links: impl Iterator<Item = (&'a CanonicalUrl, &'a CanonicalUrl)>,
        redirects: impl Iterator<Item = (&'a CanonicalUrl, &'a CanonicalUrl)>,
    ) {
        let owned = |(from, to): (&CanonicalUrl, &CanonicalUrl)| (from.clone(), to.clone());
        self.pages.extend(pages.cloned());
        self.links.extend(links.map(owned));
        self.redirects.extend(redirects.map(owned));
    }

    /// Adds a page with its links, or a redirect; other responses have no links.
    pub fn add_response(&mut self, url: CanonicalUrl, response: &FetchResponse) {
        match (&response.location, &response.content) {
            (Some(location), _) => {
                if let Ok((target, _)) = url.resolve(location) {
                    self.redirects.insert(url, target);
                }
            }
            (None, Content::Page(document)) => {
                let targets = document.links.iter().map(|link| &link.url);
                self.links.extend(targets.map(|target| (url.clone(), target.clone())));
                self.pages.push(url);
            }
            _ => {}
        }
    }

    /// Returns the in-links of the pages.
    pub fn backlinks(&self) -> Backlinks {
        let links = self.links.iter();
        Backlinks::new(&self.pages, links.map(|(from, to)| (from, self.behind_redirects(to))))
    }

    /// Returns the URL at the end of the redirects of a URL.
    fn behind_redirects<'a>(&'a self, mut url: &'a CanonicalUrl) -> &'a CanonicalUrl {
        for _ in 0..PAGE_REDIRECTS {
            match self.redirects.get(url) {
                Some(target) => url = target,
                None => break,
            }
        }
        url
    }
}

/// The in-links of pages that were read.
#[derive(Clone, Debug, Default)]
pub struct Backlinks {
    pages: Urls,
    /// For each page, the pages that link to it, ascending.
    linking: Vec<Vec<usize>>,
}

impl Backlinks {
    /// Creates the in-links of pages that were read. Links to other addresses, and of a page to itself, are ignored.
    pub fn new<'a>(
        pages: impl IntoIterator<Item = &'a CanonicalUrl>,
        links: impl IntoIterator<Item = (&'a CanonicalUrl, &'a CanonicalUrl)>,
    ) -> Self {
        let mut graph = Self::default();
        for page in pages {
            graph.pages.learn(page);
        }
        graph.linking = vec![Vec::new(); graph.pages.len()];
        for (from, to) in links {
            let ends = graph.index_of(from).zip(graph.index_of(to));
            if let Some((from, to)) = ends.filter(|(from, to)| from != to) {
                graph.linking[to].push(from);
            }
        }
        for linking in &mut graph.linking {
            linking.sort_unstable();
            linking.dedup();
        }
        graph
    }

    /// Returns true if a page was read.
    pub fn has(&self, page: &CanonicalUrl) -> bool {
        self.index_of(page).is_some()
    }

    fn index_of(&self, page: &CanonicalUrl) -> Option<usize> {
        Some(self.pages.find(page)?.0 as usize)
    }

    /// Returns the URL at an index.
    fn url(&self, index: usize) -> &CanonicalUrl {
        self.pages.url(UrlId(count(index)))
    }

    /// Returns a hash of all links in hexadecimal, independent of their order.
    pub fn fingerprint(&self) -> String {
        let of_page = |(to, linking): (usize, &Vec<usize>)| {
            let to = self.url(to);
            let hash = |from: &usize| xxh3_64(format!("{} {to}", self.url(*from)).as_bytes());
            linking.iter().map(hash).fold(0, u64::wrapping_add)
        };
        let pages = self.linking.iter().enumerate();
        let sum = pages.map(of_page).fold(0, u64::wrapping_add);
        format!("{sum:016x}")
    }

    /// Returns a set of good pages with their context graph: the pages within `distance` links of a good page, at most
    /// [`CONTEXT_PAGES`] besides the good pages. Good pages that were not read have no context.
    pub fn set(&self, name: &str, good: &[TrailPage], distance: usize) -> Trail {
        let urls = good.iter().map(|page| CanonicalUrl::parse(&page.url));
        let first = urls.filter_map(|url| self.index_of(&url.ok()?));
        let mut graph = ContextGraph {
            source: GraphSource { name: name.to_owned(), fingerprint: self.fingerprint() },
            ..ContextGraph::default()
        };
        let mut layer: BTreeMap<usize, Vec<u32>> = first.map(|page| (page, Vec::new())).collect();
        let (examples, mut seen) = (layer.len(), BTreeSet::new());
        for step in 0..=distance {
            let room = match step {
                0 => examples,
                _ => (examples + CONTEXT_PAGES - graph.pages.len()).div_ceil(distance - step + 1),
            };
            let every = layer.len().div_ceil(room.max(1)).max(1);
            seen.extend(layer.keys().copied());
            let mut next: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
            for (page, links) in layer.into_iter().step_by(every).take(room) {
                for from in &self.linking[page] {
                    let links = next.entry(*from).or_default();
                    links.push(count(graph.pages.len()));
                }
                let url = self.url(page).to_string();
                graph.pages.push(ContextPage { url, links });
            }
            next.retain(|page, _| !seen.contains(page));
            layer = next;
        }
        let good = good.iter().map(|page| TrailPage { relevant: true, ..page.clone() });
        Trail { name: name.to_owned(), kind: TrailKind::Set, pages: good.collect(), graphs: vec![graph] }
    }
}
