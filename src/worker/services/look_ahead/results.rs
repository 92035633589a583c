//! Selects the suggestions of a look-ahead: pages that fit, the best first, each with the matched words and the path to it.

use super::fits::Fits;
use super::{FIT, FOUND};
use crate::protocol::ahead::{IntermediatePage, SuggestedPage};
use engine::topic::Fit;
use types::report::{FetchOutcome, PageRecord};

/// Returns the number of pages read, without the first.
pub(super) fn pages_checked(records: &[PageRecord]) -> u32 {
    let read = records.iter().filter(|page| page.discovery.depth > 0);
    let read = read.filter(|page| page.outcome.is_read()).count();
    engine::count(read)
}

/// Returns the pages that fit, the best first, without duplicates and without pages with `noindex`.
pub(super) fn suggestions(records: &[PageRecord], fits: &Fits) -> Vec<SuggestedPage> {
    let shown = records.iter().filter(|page| {
        let is_page = page.outcome == FetchOutcome::Read && page.near_duplicate_of.is_none();
        page.discovery.depth > 0 && is_page
    });
    let fitting = shown.map(|page| (page, fits.get(&page.url)));
    let mut best: Vec<(&PageRecord, Fit)> = fitting.filter(|(_, fit)| fit.score >= FIT).collect();
    best.sort_by(|(a, a_fit), (b, b_fit)| b_fit.score.total_cmp(&a_fit.score).then(a.n.cmp(&b.n)));
    let best = best.into_iter().take(FOUND);
    best.map(|(page, fit)| result(page, fit, records)).collect()
}

fn result(page: &PageRecord, fit: Fit, records: &[PageRecord]) -> SuggestedPage {
    let parent = page.discovery.parent.and_then(|n| {
        let mut all = records.iter();
        all.find(|other| other.n == n)
    });
    let between = parent.filter(|parent| parent.discovery.depth > 0);
    SuggestedPage {
        url: page.url.clone(),
        title: page.text.title.clone(),
        fit: fit.score,
        words: fit.words,
        anchor: page.discovery.anchor.clone(),
        between: between
            .map(|parent| IntermediatePage { title: display_name(parent), anchor: parent.discovery.anchor.clone() }),
    }
}

fn display_name(page: &PageRecord) -> String {
    if page.text.title.is_empty() { page.url.to_string() } else { page.text.title.clone() }
}
