//! The judge of one crawl: it is shown each answer in the order of the crawl, and holds sums and curves, never the pages.
//!
//! Two clocks run. A page counts once on the axis of pages; every request that left counts once on the axis of requests, worth what its page
//! is worth or, where it brought none (robots.txt, a redirect, an error), nothing. So a crawler that asks much for each page does not look
//! cheap. Requests for examples, before the crawl, are counted apart: what was learned may serve any number of crawls.

use super::curve::Tally;
use super::{Curve, Grid, Known, Measure};
use crate::fetch::Answer;
use crate::report::PageRecord;
use std::collections::BTreeMap;
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// Bits of a URL's hash that are kept: as many as every reader of JSON takes exactly.
const HASH_BITS: u32 = 53;

/// The judge of one crawl.
#[derive(Clone, Debug)]
pub struct Judge {
    known: Arc<Known>,
    tallies: BTreeMap<Measure, [Tally; 2]>,
    requests: u32,
    digest: u64,
    urls: Vec<u64>,
}

/// What the judge saw of an answer, before the crawl took it.
#[derive(Clone, Debug, Default)]
pub struct Look {}

impl Judge {
    /// The judge of a crawl with this budget.
    pub fn new(known: Arc<Known>, grid: &Grid) -> Self {
        let tallies = known.measures.iter().filter_map(|measure| {
            let in_all = match measure {
                Measure::TargetRecall => known.judged.targets.len(),
                _ => known.judged.len(),
            };
            let tally = Tally::new(*measure, grid, in_all);
            is_measured(*measure, &known).then(|| (*measure, [tally.clone(), tally]))
        });
        Self {
            tallies: tallies.collect(),
            known,
            requests: 0,
            digest: 0,
            urls: Vec::new(),
        }
    }

    /// Looks at an answer before the crawl takes it.
    pub fn look(&mut self, _answer: &Answer) -> Look {
        Look {}
    }

    /// Counts a request, and the page that came of it, where one did.
    pub fn count(&mut self, page: Option<&PageRecord>, look: &Look) {
        self.requests += 1;
        for (measure, [pages, requests]) in &mut self.tallies {
            let worth = page.map(|page| worth(*measure, &self.known, page, look));
            requests.count(worth.unwrap_or(0.0));
            if let Some(worth) = worth {
                pages.count(worth);
            }
        }
        if let Some(page) = page {
            let print = page.url.fingerprint();
            let [digest, url] = [self.digest.to_le_bytes(), halves(print)];
            self.digest = xxh3_64(&[digest, url].concat());
            self.urls.push(hash(print));
        }
    }

    /// Requests counted.
    pub fn requests(&self) -> u32 {
        self.requests
    }

    /// The curves over pages so far, each up to its last place that was reached.
    pub fn so_far(&self) -> BTreeMap<Measure, Curve> {
        let curves = self.tallies.iter();
        curves
            .map(|(measure, [pages, _])| (*measure, pages.so_far()))
            .collect()
    }

    /// The whole curves over pages.
    pub fn over_pages(&self) -> BTreeMap<Measure, Curve> {
        let curves = self.tallies.iter();
        curves
            .map(|(measure, [pages, _])| (*measure, pages.whole()))
            .collect()
    }

    /// The whole curves over requests.
    pub fn over_requests(&self) -> BTreeMap<Measure, Curve> {
        let curves = self.tallies.iter();
        curves
            .map(|(measure, [_, requests])| (*measure, requests.whole()))
            .collect()
    }

    /// A hash of the crawled URLs in their order, in hexadecimal digits: two crawls with the same one went the same way.
    pub fn digest(&self) -> String {
        format!("{:016x}", self.digest)
    }

    /// A hash of each crawled URL, below 2⁵³, in the order of the crawl.
    pub fn urls(&self) -> &[u64] {
        &self.urls
    }
}

/// True where a measure can be taken while a crawl runs, by what is known.
fn is_measured(measure: Measure, known: &Known) -> bool {
    match measure {
        Measure::Harvest | Measure::Recall | Measure::SearchLength => !known.judged.is_empty(),
        Measure::TargetRecall => !known.judged.targets.is_empty(),
        Measure::AverageRelevance | Measure::WindowRelevance => true,
        _ => false,
    }
}

/// What a page is worth by a measure.
fn worth(measure: Measure, known: &Known, page: &PageRecord, _look: &Look) -> f64 {
    match measure {
        Measure::Harvest | Measure::Recall | Measure::SearchLength => {
            f64::from(u8::from(known.judged.is_relevant(&page.url)))
        }
        Measure::TargetRecall => f64::from(u8::from(known.judged.targets.contains(&page.url))),
        Measure::AverageRelevance | Measure::WindowRelevance => page.relevance,
        _ => 0.0,
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "half of the bits are wanted"
)]
fn halves(fingerprint: u128) -> [u8; 8] {
    (fingerprint as u64).to_le_bytes()
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "some of the bits are wanted"
)]
fn hash(fingerprint: u128) -> u64 {
    (fingerprint as u64) >> (u64::BITS - HASH_BITS)
}
