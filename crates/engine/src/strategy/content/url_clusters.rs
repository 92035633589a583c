//! URL clusters: links whose URLs are similar to those of the relevant pages so far come first.
//!
//! `final = φ · potential + (1 − φ) · F`, `F = ω · S_urls + (1 − ω) · S_content`. The potential is shark-search's.
//! Every 100 pages the URLs of the relevant pages so far, split at `/` and `.`, are clustered with DBSCAN, and the
//! frontier is scored again; the links of the last of these pages get the new clusters. `S_content = Σ sim(p_i, Q)`
//! over the parts of the URL. Words of pages are "quantitatively processed by TF-IDF method" (§3.2); the paper does not
//! name the source of the idf, and the default is the background table.
//!
//! Eq. 3 is `S_urls = Σ sim(r_i, P) · u_i` over the centroids `r_i` of clusters of `u_i` URLs. The sum grows with the
//! crawl, and the paper does not say how it is scaled, but that with ω .7 "the clusters of URLs affect more to the
//! similarity when compared with URL's text". Two scalings are offered: the mean `Σ sim(r_i, P) · u_i / Σ u_i`, which
//! falls with the number of clusters, and `max_i(sim(r_i, P) · u_i) / max_i u_i`, which does not. The quoted sentence
//! holds under both on the demo web: `tests/url_clusters.rs` measures ω · `S_urls` and (1 − ω) · `S_content` of the
//! picked links. On held-out topics neither finds more (docs/lab.md); the mean is the default. If relevant pages are
//! spread over k dissimilar sites of equal size, the sentence holds only under the maximum: by the mean a link into one
//! of them gets 1 / k.
//!
//! The query of a URL is also split at `&` and `=` ("most web pages are generated dynamically"). Scheme, port and
//! fragment are ignored, and so are the top-level domain and the extension of a file ([`parts`]): with them the order
//! of Fig. 2, `F(A) > F(B) > F(C)`, does not hold, since C shares `com` and `html` with the large cluster. Weights by
//! idf over the relevant URLs would be 0 for the parts that all of them share. The paper does not give the radius of
//! DBSCAN: with the default, two of three parts must be the same.
//!
//! The plan may name pages of earlier crawls. Their URLs are clustered before the first page, and with those of the
//! crawl at each update. A page with a text counts only if the words of the text are similar enough to the query; one
//! without a text counts always.
//!
//! Source: DBSCAN §3, defaults §4.

use super::shark_search::{BETA, DELTA, DEPTH, GAMMA, SharkSearch};
use crate::learning::{dbscan, is_within};
use crate::past::QuerySimilarity;
use crate::strategy::prelude::*;
use crate::text::{SparseVector, TermCounts, Terms, cosine};
use crate::url::{parts, pattern};
use serde::{Deserialize, Serialize};
use types::limits;
use types::plan::Plan;
use types::sorting;
use types::url::CanonicalUrl;

const PHI: Param<f64> = Param::share(
    "phi",
    "Shark-search share (φ)",
    0.45,
    "Share of the Shark-search score; the rest comes from the URL.",
);
const OMEGA: Param<f64> = Param::share(
    "omega",
    "Cluster share (ω)",
    0.7,
    "Share of cluster similarity in the URL score; the rest is your words in the URL.",
);
const EPS: Param<f64> = Param::share(
    "eps",
    "Radius",
    0.4,
    "Maximum distance of two URLs in a cluster: 0 is identical, 1 has no part in common.",
);
const SCALE: Param<Scale> = Param::choice(
    "scale",
    "Cluster score",
    &[("mean", "Mean"), ("largest", "Largest")],
    &[Scale::Mean, Scale::Largest],
    "The mean similarity to all clusters, weighted by size, or the largest product of similarity and size.",
);
const EVERY: Param<usize> =
    Param::whole("every", "Pages between updates", 1..=10_000, 100, "Pages after which the URLs are clustered again.");
const RELEVANT: Param<f64> = Param::share(
    "relevant",
    "Relevance threshold",
    limits::GOOD_RELEVANCE,
    "Minimum relevance of a page whose URL is clustered.",
);

pub(in crate::strategy) const ENTRY: Declaration = Entry {
    id: "url-clusters",
    title: "URL clusters",
    description: "Extends Shark-search: prefers links whose URLs resemble those of relevant pages so far.",
    family: Family::Classics,
    source: "DBSCAN §3, §4",
    params: declare![PHI, OMEGA, EPS, SCALE, EVERY, RELEVANT, GAMMA, DELTA, BETA, DEPTH, ON_REDISCOVERY,],
    needs: Needs::QUERY.with_background_idf(),
    scores_pages_independently: false,
    parts: &[
        ScorePart { name: "potential", title: "Shark-search", help: "Shark-search score of the link" },
        ScorePart {
            name: "clusters",
            title: "URL clusters",
            help: "similarity of the URL to those of relevant pages so far",
        },
        ScorePart { name: "address", title: "URL", help: "share of your words in the parts of the URL" },
    ],
    make: |StrategyInputs { settings, plan, .. }| Box::new(UrlClusters::new(settings, plan)),
};

/// The scaling of the sum over clusters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scale {
    /// `max_i(sim(r_i, P) · u_i) / max_i u_i`.
    Largest,
    /// `Σ sim(r_i, P) · u_i / Σ u_i`.
    Mean,
}

/// Minimum number of points of a cluster: DBSCAN §3.
const MIN_POINTS: usize = 3;

struct UrlClusters {
    phi: f64,
    omega: f64,
    eps: f64,
    scale: Scale,
    relevant: f64,
    shark: SharkSearch,
    /// The pages of earlier crawls.
    past: Vec<PastUrl>,
    state: ClusterState,
}

#[derive(Serialize, Deserialize)]
struct ClusterState {
    terms: Terms,
    /// The relevant pages so far. Those of earlier crawls come first ([`past_id`]).
    pages: Vec<UrlId>,
    /// Their URLs.
    found: Vec<SparseVector>,
    clusters: Vec<Cluster>,
    refresh: Refresh,
    /// The number of pages seen: those of a crawl, or those that are replayed after a change.
    seen: u32,
    /// True if the frontier has yet to be scored by the clusters.
    is_new: bool,
}

#[derive(Serialize, Deserialize)]
struct Cluster {
    centroid: SparseVector,
    members: Vec<UrlId>,
}

/// Returns the number of a page of an earlier crawl. It counts down from the largest number, which no URL of a crawl
/// has ([`limits::KNOWN_URL_BYTES`]).
fn past_id(at: usize) -> UrlId {
    UrlId(u32::MAX - crate::count(at))
}

/// A page of an earlier crawl, numbered by its place in the plan, so that the number is the same whatever the
/// parameters are.
struct PastUrl {
    id: UrlId,
    url: CanonicalUrl,
    is_relevant: bool,
}

/// Returns the pages of earlier crawls, each once.
fn past_urls(plan: &Plan, threshold: f64) -> Vec<PastUrl> {
    let mut query = QuerySimilarity::to(&plan.query);
    let mut urls: Vec<PastUrl> = Vec::new();
    for (at, page) in plan.past.iter().enumerate() {
        let text = page.read_text();
        let is_relevant = text.is_empty() || query.similarity(text, page.language.as_deref()) >= threshold;
        let url = CanonicalUrl::parse(&page.url).ok();
        let url = url.filter(|url| urls.iter().all(|known| known.url != *url));
        urls.extend(url.map(|url| PastUrl { id: past_id(at), url, is_relevant }));
    }
    urls
}

impl UrlClusters {
    fn new(settings: &Settings, plan: &Plan) -> Self {
        let (eps, relevant) = (settings.get(&EPS), settings.get(&RELEVANT));
        let past = past_urls(plan, relevant);
        Self {
            phi: settings.get(&PHI),
            omega: settings.get(&OMEGA),
            eps,
            scale: settings.get(&SCALE),
            relevant,
            shark: SharkSearch::new(settings),
            state: ClusterState::new(&past, eps, Refresh::fixed(settings.get(&EVERY))),
            past,
        }
    }

    /// Returns true if a page of an earlier crawl with this URL is among the relevant ones.
    fn counts_already(&self, url: &CanonicalUrl) -> bool {
        let past = self.past.iter().find(|past| past.url == *url);
        past.is_some_and(|past| self.state.pages.contains(&past.id))
    }

    /// Returns the URL of a relevant page, of this crawl or of an earlier one.
    fn url<'a>(&'a self, page: UrlId, overview: &'a CrawlOverview<'_>) -> Option<&'a CanonicalUrl> {
        let past = self.past.iter().find(|past| past.id == page);
        past.map(|past| &past.url).or_else(|| overview.urls.get(page))
    }

    fn combine(&self, potential: f64, clusters: f64, address: f64) -> Score {
        let of_url = self.omega * clusters + (1.0 - self.omega) * address;
        let sum = self.phi * potential + (1.0 - self.phi) * of_url;
        Score::with_parts(sum, vec![potential, clusters, address])
    }
}

impl ClusterState {
    /// Returns the state before the first page, with the clusters of the URLs of earlier crawls.
    fn new(past: &[PastUrl], eps: f64, refresh: Refresh) -> Self {
        let relevant = || past.iter().filter(|past| past.is_relevant);
        let mut state = Self {
            terms: Terms::new(),
            pages: relevant().map(|past| past.id).collect(),
            found: Vec::new(),
            clusters: Vec::new(),
            refresh,
            seen: 0,
            is_new: false,
        };
        state.found = relevant().map(|past| state.vector(&past.url)).collect();
        state.cluster(eps);
        state
    }

    /// Returns a URL as a vector of its parts.
    fn vector(&mut self, url: &CanonicalUrl) -> SparseVector {
        let counts: TermCounts = parts(url).map(|part| self.terms.intern(part)).collect();
        SparseVector::raw(&counts)
    }

    /// Returns `S_urls` in 0..=1; 0 without clusters.
    fn likeness(&mut self, url: &CanonicalUrl, scale: Scale) -> f64 {
        let address = self.vector(url);
        let (mut value, mut most) = (0.0_f64, 0.0_f64);
        for cluster in &self.clusters {
            let size = cluster.members.len() as f64;
            let weighted = cosine(&cluster.centroid, &address) * size;
            (value, most) = match scale {
                Scale::Largest => (value.max(weighted), most.max(size)),
                Scale::Mean => (value + weighted, most + size),
            };
        }
        if most > 0.0 { value / most } else { 0.0 }
    }

    fn cluster(&mut self, eps: f64) {
        let labels = dbscan(&self.found, eps, MIN_POINTS);
        let clusters = labels.iter().flatten().max().map_or(0, |last| last + 1);
        let of = |cluster: u32| {
            let within = || labels.iter().map(move |label| *label == Some(cluster));
            let addresses = self.found.iter().zip(within()).filter(|(_, within)| *within);
            let pages = self.pages.iter().zip(within()).filter(|(_, within)| *within);
            Cluster {
                centroid: SparseVector::centroid(addresses.map(|(address, _)| address)),
                members: pages.map(|(page, _)| *page).collect(),
            }
        };
        self.clusters = (0..clusters).map(of).collect();
    }

    /// Returns a URL as a vector of its parts if all parts are known.
    fn known(&self, url: &CanonicalUrl) -> SparseVector {
        let counts: TermCounts = parts(url).filter_map(|part| self.terms.get(part)).collect();
        SparseVector::raw(&counts)
    }

    /// Returns for each cluster the number of frontier links within the radius of its centroid, and the best of them.
    fn links_within(&self, eps: f64, overview: &CrawlOverview<'_>) -> Vec<(u32, Option<UrlId>)> {
        let mut links = vec![(0, None); self.clusters.len()];
        for (id, _) in overview.frontier.top(overview.frontier.len()) {
            let address = self.known(overview.urls.url(id));
            for (cluster, (count, first)) in self.clusters.iter().zip(&mut links) {
                if is_within(cosine(&cluster.centroid, &address), eps) {
                    *count += 1;
                    first.get_or_insert(id);
                }
            }
        }
        links
    }
}

impl UrlClusters {
    /// Returns the row of a cluster: the pattern, the pages, the number of frontier links, the best of them.
    fn row(&self, cluster: &Cluster, overview: &CrawlOverview<'_>, (links, first): (u32, Option<UrlId>)) -> Vec<Cell> {
        let members = cluster.members.iter();
        let urls = members.filter_map(|page| self.url(*page, overview));
        vec![
            Cell::Text(pattern(urls)),
            Cell::Count(crate::count(cluster.members.len())),
            Cell::Count(links),
            first.map_or_else(|| Cell::Text("none".to_owned()), |first| overview.cell(first)),
        ]
    }
}

/// Returns `S_content`: the sum of the similarities of the parts to the query.
fn content(url: &CanonicalUrl, context: &mut Context<'_>) -> f64 {
    parts(url).fold(0.0, |sum, part| sum + context.similarity(part))
}

impl Strategy for UrlClusters {
    fn score(&mut self, page: &PageView<'_>, links: &[LinkView<'_>], context: &mut Context<'_>) -> Vec<Option<Score>> {
        if page.relevance >= self.relevant && !self.counts_already(page.url) {
            let address = self.state.vector(page.url);
            self.state.found.push(address);
            self.state.pages.push(page.id);
        }
        self.state.seen = self.state.seen.saturating_add(1);
        if self.state.refresh.is_due(self.state.seen) {
            self.state.cluster(self.eps);
            self.state.is_new = true;
        }
        let potentials = self.shark.score(page, links, context);
        let scored = links.iter().zip(potentials).map(|(view, potential)| {
            let clusters = self.state.likeness(&view.link.url, self.scale);
            let address = content(&view.link.url, context);
            Some(self.combine(potential?.first, clusters, address))
        });
        scored.collect()
    }

    fn revise(&mut self, _page: &PageView<'_>, frontier: &Frontier, context: &mut Context<'_>) -> Vec<(UrlId, Score)> {
        if !std::mem::take(&mut self.state.is_new) {
            return Vec::new();
        }
        let mut moved = Vec::new();
        for (id, waiting) in frontier.top(frontier.len()) {
            if let [potential, _, address] = waiting.score.parts[..] {
                let clusters = self.state.likeness(context.urls.url(id), self.scale);
                moved.push((id, self.combine(potential, clusters, address)));
            }
        }
        moved
    }

    fn save(&self) -> Vec<u8> {
        saved(&(&self.state, self.shark.save()))
    }

    fn restore(&mut self, saved: &[u8]) -> bool {
        let Some((state, shark)) = read_saved::<(ClusterState, Vec<u8>)>(saved) else {
            return false;
        };
        self.state = state;
        self.shark.restore(&shark)
    }

    fn report(&self) -> Option<&dyn Report> {
        Some(self)
    }
}

impl Report for UrlClusters {
    fn tables(&self, overview: &CrawlOverview<'_>) -> Vec<ModelTable> {
        if self.state.clusters.is_empty() {
            return Vec::new();
        }
        let links = self.state.links_within(self.eps, overview);
        let mut rows: Vec<_> = self.state.clusters.iter().zip(links).collect();
        sorting::sort_by_key(&mut rows, |(cluster, _)| std::cmp::Reverse(cluster.members.len()));
        let rows = rows.into_iter();
        vec![ModelTable::new(
            "URL clusters",
            "Similar URLs of relevant pages. Links in the frontier with similar URLs score higher.",
            &["Example URL", "Relevant pages", "Matching links in the frontier", "Best of them"],
            rows.map(|(cluster, links)| self.row(cluster, overview, links)),
        )]
    }
}
