//! Judges crawls: measures during a crawl, and measures against known pages; one file per measure or family of
//! measures.
//!
//! [`types::measures::Measure`] lists the measures. A crawl of a comparison has a [`Judge`], built from the
//! [`JudgingData`] of its topic, which receives every response and returns [`types::measures::Curve`]s. A crawl in the
//! tab has [`types::report::Measures`], which need no ground truth. [`crate::compare`] selects the crawls.
//!
//! Source: Pant §4.1 and §4.2, Batsakis §4.2.

mod ceiling;
mod curve;
mod importance;
mod judge;
mod judging_data;
mod web_map;

pub use ceiling::{Ceiling, MEASURES_WITH_CEILING};
pub(crate) use curve::curve_of;
pub use curve::{Grid, PERCENTS};
pub use importance::CLASSIFIED_WORDS;
pub use judge::{CountedPage, Judge, JudgedResponse};
pub use judging_data::{JudgingData, JudgingDataBuilder, JudgingSources, RelevanceJudgments};
pub use web_map::{WebMap, WebMapBuilder};

#[cfg(test)]
mod tests {
    use engine::fetch::{Content, FetchResponse};
    use engine::html::Document;
    use types::report::Validators;

    /// Returns a response with this content.
    pub(super) fn response(content: Content) -> FetchResponse {
        FetchResponse {
            status: 200,
            location: None,
            retry_after_ms: None,
            robots: Document::default().robots,
            validators: Validators::default(),
            bytes: 0,
            elapsed_ms: 0,
            is_rendered: false,
            content,
        }
    }

    /// Returns the response with a page.
    pub(super) fn page(document: Document) -> FetchResponse {
        response(Content::Page(Box::new(document)))
    }
}
