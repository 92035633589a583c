//! Defines one crawl of a comparison, its stable key, and its outcome: plain data, saved as a line of a journal.

use crate::measures::{Ceiling, Grid};
use engine::strategy;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use types::measures::{Axis, Curve, Measure};
use types::plan::Plan;
use types::report::EndReason;
use xxhash_rust::xxh3::xxh3_64;

/// Hexadecimal digits of a fingerprint.
pub(super) const FINGERPRINT_DIGITS: usize = 16;

/// A crawl to run.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Index of its strategy among [`super::CheckedComparison::contenders`].
    pub contender: usize,
    /// Index of its topic among [`super::CheckedComparison::topics`].
    pub topic: usize,
    /// The index among the topic's crawls from different seeds.
    pub group: usize,
    /// The index among repeats with different random numbers.
    pub repeat: u32,
    /// The key.
    pub key: TrialKey,
    /// The plan to run.
    pub plan: Plan,
    /// The length of an earlier crawl, for strategies that start from its pages; 0 for none.
    pub past_pages: u32,
    /// Mean simulated time until a response arrives, in milliseconds.
    pub latency_ms: u32,
    /// The positions of its curves.
    pub grid: Grid,
}

/// The stable key of a crawl, which does not change when other crawls are added.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TrialKey {
    /// The strategy in the comparison's notation.
    pub contender: String,
    /// The name of the topic.
    pub topic: String,
    /// The index among the topic's crawls from different seeds.
    pub group: usize,
    /// The index among repeats.
    pub repeat: u32,
}

impl std::fmt::Display for TrialKey {
    /// Formats the key as `best-first#0#2#asthma`: strategy, group, repeat, topic. No strategy's parameter contains a
    /// `#`, so keys are unique.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { contender, topic, group, repeat } = self;
        write!(f, "{contender}#{group}#{repeat}#{topic}")
    }
}

impl Trial {
    /// Returns the earlier crawl, by the default strategy from the same seeds; its pages go into [`Plan::past`].
    pub fn earlier(&self) -> Option<Plan> {
        let begins_so = strategy::find(&self.plan.strategy.id)?.needs.past && self.past_pages > 0;
        begins_so.then(|| Plan { strategy: strategy::DEFAULT.id.into(), pages: self.past_pages, ..self.plan.clone() })
    }
}

/// The outcome of a crawl.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrialOutcome {
    /// The key of the crawl.
    pub key: TrialKey,
    /// The reason for its end.
    pub end: EndReason,
    /// The problem of its training in a sentence, if there was one.
    pub trouble: Option<String>,
    /// The number of pages crawled.
    pub pages: u32,
    /// The number of requests for them: pages, robots.txt, redirects, failures.
    pub requests: u32,
    /// Requests before the crawl, for examples and the robots.txt of their hosts; they are in no curve.
    pub examples: u32,
    /// Requests of the earlier crawl, if the strategy starts from its pages; they are in no curve.
    pub earlier: u32,
    /// The measures over pages.
    pub page_curves: BTreeMap<Measure, Curve>,
    /// The measures over requests.
    pub request_curves: BTreeMap<Measure, Curve>,
    /// A hash of the crawled URLs in their order, in hexadecimal digits: it is equal for identical crawls.
    pub digest: String,
    /// A hash of each crawled URL, below 2⁵³, in the order of the crawl.
    pub urls: Vec<u64>,
    /// The similarity of each crawled page to the query, in the order of the crawl, if pages are ranked by it; else
    /// empty.
    pub scores: Vec<f64>,
    /// The maximum that a crawl from these seeds could have reached, over pages, if the whole web is known; empty if
    /// it also started from pages of an earlier crawl.
    pub ceilings: BTreeMap<Measure, Ceiling>,
    /// The duration in seconds, without the crawl and training before it, if the driver measured
    /// it.
    pub seconds: Option<f64>,
}

impl TrialOutcome {
    /// Returns the curve of a measure; `None` if it was not measured.
    pub fn curve(&self, measure: Measure, axis: Axis) -> Option<&Curve> {
        match axis {
            Axis::Pages => self.page_curves.get(&measure),
            Axis::Requests => self.request_curves.get(&measure),
        }
    }

    /// Returns the value of a measure after so many pages or requests.
    pub fn value(&self, measure: Measure, axis: Axis, at: u32) -> Option<f64> {
        self.curve(measure, axis)?.value(at)
    }
}

/// Returns a fingerprint of the crawls, in 16 hexadecimal digits, independent of the order in which they were run. Two
/// runs of a comparison with the same fingerprint had identical crawls.
pub fn fingerprint<'a>(outcomes: impl IntoIterator<Item = &'a TrialOutcome>) -> String {
    let line = |of: &TrialOutcome| format!("{} {}", of.key, of.digest);
    let mut lines: Vec<String> = outcomes.into_iter().map(line).collect();
    lines.sort_unstable();
    format!("{:016x}", xxh3_64(lines.join("\n").as_bytes()))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns an outcome without any measurement.
    pub(crate) fn outcome(contender: &str, topic: &str) -> TrialOutcome {
        TrialOutcome {
            key: TrialKey { contender: contender.to_owned(), topic: topic.to_owned(), ..TrialKey::default() },
            end: EndReason::BudgetSpent,
            trouble: None,
            pages: 0,
            requests: 0,
            examples: 0,
            earlier: 0,
            page_curves: BTreeMap::new(),
            request_curves: BTreeMap::new(),
            digest: String::new(),
            urls: Vec::new(),
            scores: Vec::new(),
            ceilings: BTreeMap::new(),
            seconds: None,
        }
    }

    #[test]
    fn the_fingerprint_covers_all_crawls_in_any_order() {
        let way =
            |contender: &str, digest: &str| TrialOutcome { digest: digest.to_owned(), ..outcome(contender, "a topic") };
        let (one, two) = (way("best-first", "0a"), way("breadth-first", "0b"));
        let print = fingerprint([&one, &two]);
        assert_eq!(print.len(), FINGERPRINT_DIGITS);
        assert_eq!(fingerprint([&two, &one]), print);
        assert_ne!(fingerprint([&one]), print);
        assert_ne!(fingerprint([&one, &way("breadth-first", "0c")]), print);
        let swapped = [way("best-first", "0b"), way("breadth-first", "0a")];
        assert_ne!(fingerprint(&swapped), print);
        let slower = TrialOutcome { seconds: Some(1.0), ..two };
        assert_eq!(fingerprint([&one, &slower]), print);
    }

    #[test]
    fn an_outcome_is_a_line_of_json_and_comes_back() {
        let mut whole = outcome("best-first:on_rediscovery=first", "a topic");
        let curve = Curve { at: vec![1, 2], values: vec![0.25, 1.0 / 3.0] };
        whole.page_curves.insert(Measure::PageRank, curve.clone());
        whole.request_curves.insert(Measure::SearchLength, curve);
        whole.urls = vec![(1 << 53) - 1, 0];
        let line = serde_json::to_string(&whole).unwrap();
        assert!(!line.contains('\n') && line.contains("\"pagerank\":"), "{line}");
        assert_eq!(serde_json::from_str::<TrialOutcome>(&line).unwrap(), whole);
        let bytes = postcard::to_stdvec(&whole).unwrap();
        assert_eq!(postcard::from_bytes::<TrialOutcome>(&bytes).unwrap(), whole);
    }
}
