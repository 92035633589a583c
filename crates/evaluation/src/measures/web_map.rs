//! Maps a whole web: its pages and links. The popularity of pages and the ceilings of the measures follow from it.
//!
//! A driver that has the whole web (a recording, the demo web) adds its responses; a live web has no map. A redirect
//! counts as its target. Nofollow links are ignored, as in a crawl. Robots.txt and trap rules are ignored. They only
//! reduce the reachable pages, so a ceiling without them is still an upper bound.
//!
//! Source: Pant §4.1, 6 (`PageRank`, HITS, in-links).

use engine::fetch::FetchResponse;
use engine::graph::{LinkGraph, UrlId, Urls, hits, pagerank};
use engine::html::Link;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;
use types::limits;
use types::url::CanonicalUrl;

/// A builder of a web's map: it requests URLs, and the driver adds the responses.
#[derive(Clone, Debug, Default)]
pub struct WebMapBuilder {
    pages: Vec<(CanonicalUrl, Vec<CanonicalUrl>)>,
    /// The listed addresses with parameters that canonical URLs omit.
    wholes: BTreeSet<CanonicalUrl>,
    redirects: BTreeMap<CanonicalUrl, CanonicalUrl>,
    /// The URLs that remain to be requested, the next one last.
    wanted: Vec<CanonicalUrl>,
    /// The number of requested URLs so far.
    known: usize,
    /// Unlisted link targets are being requested.
    is_beyond: bool,
}

/// The map of a web.
#[derive(Clone, Debug, Default)]
pub struct WebMap {
    urls: Urls,
    graph: LinkGraph,
    redirects: BTreeMap<CanonicalUrl, CanonicalUrl>,
    /// The PageRank values, computed on first use because most comparisons do not need them.
    pageranks: OnceLock<Vec<f64>>,
    authorities: OnceLock<Vec<f64>>,
}

impl WebMapBuilder {
    /// Creates a builder for a web that lists these URLs.
    pub fn new(listed: Vec<CanonicalUrl>) -> Self {
        let is_whole = |url: &&CanonicalUrl| CanonicalUrl::parse(url.as_str()).as_ref() != Ok(*url);
        let mut builder = Self { wholes: listed.iter().filter(is_whole).cloned().collect(), ..Self::default() };
        builder.want(listed);
        builder
    }

    /// Returns the URL to request next; `None` at the end. The listed URLs come first, then the unlisted URLs that they
    /// link or redirect to. These are not followed further, because traps are endless.
    pub fn next_url(&mut self) -> Option<CanonicalUrl> {
        if self.wanted.is_empty() && !self.is_beyond {
            self.is_beyond = true;
            let linked = self.linked();
            self.want(linked);
        }
        self.wanted.pop()
    }

    /// Returns the number of finished and of all known requests.
    pub fn progress(&self) -> (usize, usize) {
        (self.known - self.wanted.len(), self.known)
    }

    fn want(&mut self, mut urls: Vec<CanonicalUrl>) {
        self.known += urls.len();
        urls.reverse();
        self.wanted = urls;
    }

    /// Adds the response of a URL. Anything but a page in HTML or a redirect is not part of the map: a comparison reads
    /// no documents.
    pub fn add(&mut self, url: &CanonicalUrl, response: &FetchResponse) {
        if let Some(target) = response.target(url) {
            self.redirects.insert(url.clone(), target);
        } else if let Some(document) = response.document().filter(|document| document.file.is_none()) {
            let closed = document.robots.nofollow || response.robots.nofollow;
            let links = document.links.iter().filter(|link| !closed && !link.nofollow);
            let links = links.map(|link| self.target(link).clone()).collect();
            self.pages.push((url.clone(), links));
        }
    }

    /// Returns the page that a link leads to: its whole address where the web lists it.
    fn target<'a>(&self, link: &'a Link) -> &'a CanonicalUrl {
        let whole = link.omitted.original.as_ref();
        whole.filter(|whole| self.wholes.contains(whole)).unwrap_or(&link.url)
    }

    /// Returns the targets of links and redirects without a response yet, each once.
    fn linked(&self) -> Vec<CanonicalUrl> {
        let known = self.pages.iter().map(|(url, _)| url);
        let known: BTreeSet<&CanonicalUrl> = known.chain(self.redirects.keys()).collect();
        let linked = self.pages.iter().flat_map(|(_, links)| links);
        let all: BTreeSet<&CanonicalUrl> = linked.chain(self.redirects.values()).collect();
        all.difference(&known).map(|url| (*url).clone()).collect()
    }

    /// Builds the map from the pages added so far.
    pub fn map(self) -> WebMap {
        let mut urls = Urls::default();
        let known: Vec<Option<UrlId>> = self.pages.iter().map(|(url, _)| urls.learn(url)).collect();
        let mut map = WebMap { urls, redirects: self.redirects, ..WebMap::default() };
        for (page, (_, links)) in known.iter().zip(&self.pages) {
            let Some(page) = page else { continue };
            let targets: Vec<UrlId> = links.iter().filter_map(|link| map.find(link)).collect();
            map.graph.record(*page, targets);
        }
        map
    }
}

/// The damping factor of `PageRank` (Evolving §2.2.1.2).
const DAMPING: f64 = 0.85;

impl WebMap {
    /// Returns the number of pages on the map.
    pub fn len(&self) -> usize {
        self.urls.len()
    }

    /// Returns true if the map has no pages.
    pub fn is_empty(&self) -> bool {
        self.urls.is_empty()
    }

    /// Returns the `PageRank` of a page as a multiple of the mean; 0 if it is not on the map.
    pub fn pagerank(&self, url: &CanonicalUrl) -> f64 {
        let ranks = || self.scaled(pagerank(&self.graph, self.len(), DAMPING, &[]));
        self.value_of(url, self.pageranks.get_or_init(ranks))
    }

    /// Returns the HITS authority of a page as a multiple of the mean; 0 if it is not on the map.
    pub fn authority(&self, url: &CanonicalUrl) -> f64 {
        let found = || hits(&self.graph, self.len(), |_| 1.0, |_, _| true, &[]);
        let authorities = || self.scaled(found().authorities);
        self.value_of(url, self.authorities.get_or_init(authorities))
    }

    /// Returns the number of pages that link to a page.
    pub fn in_links(&self, url: &CanonicalUrl) -> u32 {
        self.find(url).map_or(0, |page| self.graph.in_links(page))
    }

    /// Returns the page of a URL, after redirects.
    pub(super) fn find(&self, url: &CanonicalUrl) -> Option<UrlId> {
        let mut url = url;
        for _ in 0..=limits::PAGE_REDIRECTS {
            if let Some(page) = self.urls.find(url) {
                return Some(page);
            }
            url = self.redirects.get(url)?;
        }
        None
    }

    pub(super) fn url(&self, page: UrlId) -> &CanonicalUrl {
        self.urls.url(page)
    }

    pub(super) fn links_of(&self, page: UrlId) -> &[UrlId] {
        self.graph.links_of(page)
    }

    /// Returns shares of 1 as multiples of their mean.
    fn scaled(&self, shares: Vec<f64>) -> Vec<f64> {
        let pages = self.len() as f64;
        shares.into_iter().map(|share| share * pages).collect()
    }

    fn value_of(&self, url: &CanonicalUrl, values: &[f64]) -> f64 {
        let page = self.find(url);
        page.and_then(|page| values.get(page.0 as usize).copied()).unwrap_or(0.0)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::measures::tests::response;
    use engine::fetch::Content;
    use engine::html::Document;

    pub(crate) fn url(name: &str) -> CanonicalUrl {
        CanonicalUrl::parse(&format!("http://web.test/{name}")).unwrap()
    }

    fn redirect(to: &str) -> FetchResponse {
        FetchResponse { location: Some(to.to_owned()), ..response(Content::Nothing) }
    }

    /// Returns a web of pages with their links, each a letter.
    pub(crate) fn map(pages: &[(&str, &str)], redirects: &[(&str, &str)]) -> WebMap {
        let mut builder = WebMapBuilder::default();
        for (page, targets) in pages {
            let link = |target: char| Link {
                url: url(&target.to_string()),
                omitted: types::url::Omitted::default(),
                anchor: String::new(),
                context: String::new(),
                heading: String::new(),
                span: (0, 0),
                nofollow: false,
                hidden: false,
                kind: engine::html::LinkKind::Anchor,
                place: engine::html::LinkPlace::default(),
            };
            let document = Document { links: targets.chars().map(link).collect(), ..Document::default() };
            builder.add(&url(page), &crate::measures::tests::page(document));
        }
        for (from, to) in redirects {
            builder.add(&url(from), &redirect(to));
        }
        builder.map()
    }

    #[test]
    fn links_to_redirects_count_for_their_targets_and_dead_links_do_not_count() {
        let map = map(&[("a", "bcx"), ("b", "c"), ("c", "")], &[("x", "b")]);
        assert_eq!(map.len(), 3);
        assert_eq!(["a", "b", "c", "x", "z"].map(|page| map.in_links(&url(page))), [0, 1, 2, 1, 0]);
    }

    #[test]
    fn unlisted_link_targets_are_requested_once_after_listed_pages() {
        let mut builder = WebMapBuilder::new(vec![url("a"), url("b")]);
        let mut asked = Vec::new();
        while let Some(next) = builder.next_url() {
            // Every page links to an unlisted one.
            let target = format!("{}x", next.as_str().rsplit('/').next().unwrap_or_default());
            builder.add(&next, &redirect(&target));
            asked.push(next);
        }
        assert_eq!(asked, ["a", "b", "ax", "bx"].map(url));
        assert_eq!(builder.progress(), (4, 4));
    }

    #[test]
    fn a_redirect_in_a_circle_leads_nowhere() {
        let map = map(&[("a", "x")], &[("x", "y"), ("y", "x")]);
        assert_eq!(map.find(&url("x")), None);
    }

    #[test]
    fn popularity_is_a_multiple_of_the_mean() {
        let map = map(&[("a", "b"), ("b", "a"), ("c", "a")], &[]);
        let sum =
            |of: &dyn Fn(&CanonicalUrl) -> f64| -> f64 { ["a", "b", "c"].iter().map(|page| of(&url(page))).sum() };
        assert!((sum(&|page| map.pagerank(page)) - 3.0).abs() < 1e-9);
        assert!((sum(&|page| map.authority(page)) - 3.0).abs() < 1e-9);
        assert!(map.pagerank(&url("a")) > map.pagerank(&url("b")));
        // By hand: a(a) = h(b) + h(c), a(b) = h(a): all authority ends at a, with two hubs that point to it.
        assert!((map.authority(&url("a")) - 3.0).abs() < 1e-9);
    }
}
