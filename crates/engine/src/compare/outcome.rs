//! What came of one crawl of a comparison: plain data, a line of a journal.

use super::TrialKey;
use crate::eval::{Axis, Curve, Measure};
use crate::event::EndReason;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What came of a crawl.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Which crawl it was.
    pub key: TrialKey,
    /// Why it ended.
    pub end: EndReason,
    /// Why it could not learn, where it could not: a sentence.
    pub trouble: Option<String>,
    /// Pages crawled.
    pub pages: u32,
    /// Requests that left for them: pages, robots.txt, redirects, failures.
    pub requests: u32,
    /// Requests for examples before the crawl; they are in no curve.
    pub examples: u32,
    /// The measures over pages.
    pub page_curves: BTreeMap<Measure, Curve>,
    /// The measures over requests.
    pub request_curves: BTreeMap<Measure, Curve>,
    /// A hash of the crawled URLs in their order, in hexadecimal digits: two crawls with the same one went the same way.
    pub digest: String,
    /// A hash of each crawled URL, below 2⁵³, in the order of the crawl.
    pub urls: Vec<u64>,
    /// Seconds that it took, where its driver measured them.
    pub seconds: Option<f64>,
}

impl Outcome {
    /// The curve of a measure; none where it was not measured.
    pub fn curve(&self, measure: Measure, axis: Axis) -> Option<&Curve> {
        match axis {
            Axis::Pages => self.page_curves.get(&measure),
            Axis::Requests => self.request_curves.get(&measure),
        }
    }

    /// The value of a measure after so many pages or requests.
    pub fn value(&self, measure: Measure, axis: Axis, at: u32) -> Option<f64> {
        self.curve(measure, axis)?.value(at)
    }
}
