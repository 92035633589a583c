//! Judges one crawl: it receives each response in the order of the crawl, and stores sums and curves, but no pages.
//!
//! There are two axes. Each page counts once on the axis of pages. Each request counts once on the axis of requests,
//! with the value of its page, or 0 if it returned none (robots.txt, a redirect, an error). A crawler that sends many
//! requests per page therefore does not look cheap. Requests for training before the crawl are counted separately,
//! because its result may serve any number of crawls.
//!
//! A page counts as a known page if that page redirected to it, because the list may be older than the site.
//!
//! A relevant page has been discovered once it was crawled, or a crawled page links to it. The recall in the paper on
//! DBSCAN must refer to discovered pages: with n · precision / recall, the denominator of its table 1 grows from 574 to
//! 2,529 pages within one crawl.

use super::curve::RunningCurve;
use super::importance::{PageImportance, ReferenceTexts};
use super::{Grid, JudgingData};
use crate::limits;
use engine::fetch::FetchResponse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use types::measures::{Axis, Curve, Measure, Needs};
use types::report::PageRecord;
use types::url::CanonicalUrl;
use xxhash_rust::xxh3::xxh3_64;

/// The number of bits of a URL's hash, which every JSON parser represents exactly.
const HASH_BITS: u32 = 53;

/// The judge of one crawl.
#[derive(Debug)]
pub struct Judge {
    known: Arc<JudgingData>,
    words: Option<ReferenceTexts>,
    tallies: BTreeMap<Measure, [RunningCurve; 2]>,
    /// The redirect targets of known pages, with the known page of each.
    known_as: BTreeMap<CanonicalUrl, CanonicalUrl>,
    requests: u32,
    digest: u64,
    urls: Vec<u64>,
    /// The similarity of each page to the query, if a measure ranks pages by it.
    scores: Option<Vec<f64>>,
    /// The known relevant pages discovered so far, if a measure uses them.
    met: Option<BTreeSet<CanonicalUrl>>,
    /// The sites with a known relevant page so far, if a measure counts them.
    sites: Option<BTreeSet<String>>,
}

/// The judge's assessment of a response, made before the crawl processes it.
#[derive(Clone, Copy, Debug, Default)]
pub struct JudgedResponse(PageImportance);

/// A page that is counted.
#[derive(Clone, Copy, Debug)]
pub struct CountedPage<'a> {
    /// Its URL.
    pub url: &'a CanonicalUrl,
    /// Its relevance according to the crawl, in 0..=1.
    pub relevance: f64,
    /// The number of living spiders after it; 0 if the strategy has none.
    pub living: u32,
}

impl<'a> From<&'a PageRecord> for CountedPage<'a> {
    fn from(page: &'a PageRecord) -> Self {
        Self {
            url: &page.url,
            relevance: page.relevance,
            living: page.population.map_or(0, |population| population.living),
        }
    }
}

impl Judge {
    /// Returns the judge of a crawl with this budget.
    pub fn new(known: Arc<JudgingData>, grid: &Grid) -> Self {
        let measured: Vec<Measure> = known.measured().collect();
        let while_crawling = measured.iter().filter(|measure| is_taken_while_crawling(**measure));
        let tallies = while_crawling.map(|measure| {
            let total = match measure {
                Measure::TargetRecall => known.judgments.targets.len(),
                _ => known.judgments.len(),
            };
            let tally = RunningCurve::new(*measure, grid, total);
            (*measure, [tally.clone(), tally])
        });
        Self {
            tallies: tallies.collect(),
            words: known.words.as_ref().map(ReferenceTexts::for_another_crawl),
            known_as: BTreeMap::new(),
            requests: 0,
            digest: 0,
            urls: Vec::new(),
            scores: measured.contains(&Measure::RetrievalRank).then(Vec::new),
            met: measured.contains(&Measure::DiscoveredRecall).then(BTreeSet::new),
            sites: measured.contains(&Measure::RelevantSites).then(BTreeSet::new),
            known,
        }
    }

    /// Assesses a response before the crawl handles it.
    pub fn assess(&mut self, response: &FetchResponse) -> JudgedResponse {
        let page = response.document().into_iter();
        for link in page.flat_map(|page| &page.links) {
            self.meet(&link.url);
        }
        let words = self.words.as_mut();
        JudgedResponse(words.map(|words| words.worth(response)).unwrap_or_default())
    }

    /// Records a redirect.
    pub fn redirected(&mut self, from: &CanonicalUrl, to: CanonicalUrl) {
        let from = self.known_as.get(from).unwrap_or(from);
        if self.known.judgments.is_relevant(from) && !self.known.judgments.is_relevant(&to) {
            let from = from.clone();
            self.known_as.insert(to, from);
        }
    }

    /// Records that a crawl fetched a page or found a link to it.
    fn meet(&mut self, url: &CanonicalUrl) {
        let Some(met) = &mut self.met else {
            return;
        };
        let url = self.known_as.get(url).unwrap_or(url);
        if self.known.judgments.is_relevant(url) {
            met.insert(url.clone());
        }
    }

    /// Counts a request, and its page, if there is one.
    pub fn count(&mut self, page: Option<CountedPage<'_>>, assessed: &JudgedResponse) {
        self.requests += 1;
        if let Some(page) = page {
            self.meet(page.url);
        }
        let met = self.met.as_ref().map_or(0, BTreeSet::len);
        let judged = page.map(|page| CountedPage { url: self.known_as.get(page.url).unwrap_or(page.url), ..page });
        let finds_site = judged.is_some_and(|page| {
            let sites = self.sites.as_mut().filter(|_| self.known.judgments.is_relevant(page.url));
            sites.is_some_and(|sites| sites.insert(page.url.site().to_owned()))
        });
        for (measure, [pages, requests]) in &mut self.tallies {
            if *measure == Measure::DiscoveredRecall {
                pages.set_total(met);
                requests.set_total(met);
            }
            match judged {
                None => requests.count_without_page(),
                Some(page) => {
                    let worth = worth(*measure, &self.known, page, assessed, finds_site);
                    requests.count(worth);
                    pages.count(worth);
                }
            }
        }
        if let Some(CountedPage { url, .. }) = page {
            let print = url.fingerprint();
            let [digest, page] = [self.digest.to_le_bytes(), halves(print)];
            self.digest = xxh3_64(&[digest, page].concat());
            self.urls.push(hash(print));
            if let Some(scores) = &mut self.scores {
                scores.push(assessed.0.query);
            }
        }
    }

    /// Returns the number of requests counted.
    pub fn requests(&self) -> u32 {
        self.requests
    }

    /// Returns the curves so far, each up to the last position reached.
    pub fn partial_curves(&self, axis: Axis) -> BTreeMap<Measure, Curve> {
        self.curves(axis, RunningCurve::partial_curve)
    }

    /// Returns the whole curves, to the end of the budget, whether the crawl reached it or not.
    pub fn whole(&self, axis: Axis) -> BTreeMap<Measure, Curve> {
        self.curves(axis, RunningCurve::whole)
    }

    fn curves(&self, axis: Axis, of: fn(&RunningCurve) -> Curve) -> BTreeMap<Measure, Curve> {
        let curves = self.tallies.iter().map(|(measure, [pages, requests])| {
            let tally = match axis {
                Axis::Pages => pages,
                Axis::Requests => requests,
            };
            (*measure, of(tally))
        });
        curves.collect()
    }

    /// Returns a hash of the crawled URLs in their order, in hexadecimal digits: it is equal for identical crawls.
    pub fn digest(&self) -> String {
        format!("{:016x}", self.digest)
    }

    /// Returns a hash of each crawled URL, below 2⁵³, in the order of the crawl.
    pub fn urls(&self) -> &[u64] {
        &self.urls
    }

    /// Returns the similarity of each crawled page to the query, in the order of the crawl; empty unless a measure
    /// ranks pages by it.
    pub fn scores(&self) -> &[f64] {
        self.scores.as_deref().unwrap_or_default()
    }
}

/// Returns true if a measure needs no outcomes of other crawls.
fn is_taken_while_crawling(measure: Measure) -> bool {
    measure.needs() != Needs::Halves && measure != Measure::RetrievalRank
}

/// Returns the value of a page by a measure; `finds_site` is true for the first relevant page of a site.
fn worth(
    measure: Measure,
    known: &JudgingData,
    page: CountedPage<'_>,
    assessed: &JudgedResponse,
    finds_site: bool,
) -> f64 {
    let (url, by_words) = (page.url, &assessed.0);
    let share = |is_so: bool| f64::from(u8::from(is_so));
    let map = known.map.as_deref();
    match measure {
        Measure::Harvest | Measure::Recall | Measure::DiscoveredRecall | Measure::SearchLength => {
            share(known.judgments.is_relevant(url))
        }
        Measure::TargetRecall => share(known.judgments.targets.contains(url)),
        Measure::RelevantSites => share(finds_site),
        Measure::AverageRelevance | Measure::WindowRelevance => page.relevance,
        Measure::HarvestRatio => share(by_words.nearest > limits::LIKENESS),
        Measure::AverageSimilarity => by_words.nearest,
        Measure::Keywords => by_words.keywords,
        Measure::QueryLikeness | Measure::RetrievalRank => by_words.query,
        Measure::SeedLikeness => by_words.seeds,
        Measure::Classifier => by_words.classifier,
        Measure::PageRank => map.map_or(0.0, |map| map.pagerank(url)),
        Measure::Hits => map.map_or(0.0, |map| map.authority(url)),
        Measure::InLinks => map.map_or(0.0, |map| f64::from(map.in_links(url))),
        Measure::Population => f64::from(page.living),
        Measure::Robustness => 0.0,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "half of the bits are wanted")]
fn halves(fingerprint: u128) -> [u8; 8] {
    (fingerprint as u64).to_le_bytes()
}

#[expect(clippy::cast_possible_truncation, reason = "some of the bits are wanted")]
fn hash(fingerprint: u128) -> u64 {
    (fingerprint as u64) >> (u64::BITS - HASH_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::{JudgingDataBuilder, JudgingSources, RelevanceJudgments};
    use engine::html::{Utf8Only, read};

    fn url(path: &str) -> CanonicalUrl {
        CanonicalUrl::parse(&format!("http://a.test/{path}")).unwrap()
    }

    fn page(body: &str) -> FetchResponse {
        let document = read(body.as_bytes(), None, &url(""), &Utf8Only);
        crate::measures::tests::page(document)
    }

    /// Four relevant pages in the order of their addresses; a sample of two has the first and the third.
    #[test]
    fn likeness_to_a_sample_asks_for_the_words_of_so_many_pages() {
        for (sample, words) in [(0, 4), (2, 2), (9, 4)] {
            let sources = JudgingSources {
                judgments: RelevanceJudgments {
                    relevant: ["r1", "r2", "r3", "r4"].map(url).into(),
                    ..RelevanceJudgments::default()
                },
                relevant_sample: sample,
                ..JudgingSources::default()
            };
            let grid = Grid::new(5, &[]);
            let measures = [Measure::AverageSimilarity];
            let mut builder = JudgingDataBuilder::new(sources, &measures, &grid);
            let moss = ["moss", "fern", "lichen", "reed"];
            for (at, word) in moss.into_iter().enumerate() {
                builder.read(&url(&format!("r{}", at + 1)), Some(&page(word)));
            }
            let mut judge = Judge::new(Arc::new(builder.known()), &grid);
            let similar = moss.map(|word| judge.assess(&page(word)).0.nearest > 0.99);
            let n = similar.iter().filter(|similar| **similar).count();
            assert_eq!(n, words, "{sample}: {similar:?}");
            assert!(similar[0] && (similar[2] || sample == 0), "{similar:?}");
        }
    }

    fn counted(url: &CanonicalUrl) -> CountedPage<'_> {
        CountedPage { url, relevance: 0.5, living: 0 }
    }

    /// Two relevant pages of a site, one of them under another host name, and one of another site. A request for
    /// robots.txt goes before the third page.
    #[test]
    fn relevant_sites_are_counted_once_by_their_registered_domain() {
        let urls = ["http://a.test/1", "http://www.a.test/2", "http://c.test/", "http://b.test/"];
        let urls = urls.map(|url| CanonicalUrl::parse(url).unwrap());
        let relevant = [&urls[0], &urls[1], &urls[3]].into_iter().cloned().collect();
        let judgments = RelevanceJudgments { relevant, ..RelevanceJudgments::default() };
        let grid = Grid::new(6, &[]);
        let sources = JudgingSources { judgments, ..JudgingSources::default() };
        let known = JudgingDataBuilder::new(sources, &[Measure::RelevantSites], &grid).known();
        let mut judge = Judge::new(Arc::new(known), &grid);
        for (at, url) in urls.iter().enumerate() {
            if at == 2 {
                judge.count(None, &JudgedResponse::default());
            }
            judge.count(Some(counted(url)), &JudgedResponse::default());
        }
        let curve = |axis| judge.whole(axis)[&Measure::RelevantSites].values.clone();
        assert_eq!(curve(Axis::Pages), [1.0, 1.0, 1.0, 2.0, 2.0, 2.0]);
        assert_eq!(curve(Axis::Requests), [1.0, 1.0, 1.0, 1.0, 2.0, 2.0]);
    }

    /// Five relevant pages. The seed links to r1 and r2: 0 of 2. r1 links to r2 and r3: 1 of 3. A page off the topic: 1
    /// of 3. r4, which nothing linked to: 2 of 4. Nobody meets r5. After the end the share stays. One request for
    /// robots.txt goes before the first page.
    #[test]
    fn discovered_recall_is_the_share_of_the_relevant_pages_met_so_far() {
        let relevant = ["r1", "r2", "r3", "r4", "r5"].map(url);
        let sources = JudgingSources {
            judgments: RelevanceJudgments { relevant: relevant.into(), ..RelevanceJudgments::default() },
            ..JudgingSources::default()
        };
        let grid = Grid::new(5, &[]);
        let known = JudgingDataBuilder::new(sources, &[Measure::DiscoveredRecall], &grid).known();
        let mut judge = Judge::new(Arc::new(known), &grid);
        judge.count(None, &JudgedResponse::default());
        for (path, body) in [
            ("seed", "<a href=/r1>a</a> <a href=/r2>b</a> <a href=/x>c</a>"),
            ("r1", "<a href=/r2>b</a> <a href=/r3>c</a>"),
            ("x", "<p>moss"),
            ("r4", "<p>moss"),
        ] {
            let assessed = judge.assess(&page(body));
            judge.count(Some(counted(&url(path))), &assessed);
        }
        let curve = |axis| judge.whole(axis)[&Measure::DiscoveredRecall].values.clone();
        let third = 1.0 / 3.0;
        assert_eq!(curve(Axis::Pages), [0.0, third, third, 0.5, 0.5]);
        assert_eq!(curve(Axis::Requests), [0.0, 0.0, third, third, 0.5]);
    }
}
