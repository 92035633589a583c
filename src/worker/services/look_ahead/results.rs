//! The results of a look ahead: pages that fit, the best first, each with the words that matched and the path to it.

use super::{FIT, FOUND, WORDS};
use crate::protocol::ahead::{IntermediatePage, SuggestedPage};
use types::report::{FetchOutcome, PageRecord};

/// Returns how many pages were read, without the first.
pub(super) fn looked(records: &[PageRecord]) -> u32 {
    let read = records.iter().filter(|page| page.discovery.depth > 0);
    let read = read.filter(|page| page.outcome.is_read()).count();
    engine::count(read)
}

/// Returns the pages that fit, the best first, without duplicates and without pages with `noindex`.
pub(super) fn found(records: &[PageRecord]) -> Vec<SuggestedPage> {
    let fits = |page: &&PageRecord| {
        let shown = page.outcome == FetchOutcome::Read && page.repeats.is_none();
        page.discovery.depth > 0 && shown && page.relevance >= FIT
    };
    let mut best: Vec<&PageRecord> = records.iter().filter(fits).collect();
    best.sort_by(|a, b| b.relevance.total_cmp(&a.relevance).then(a.n.cmp(&b.n)));
    let best = best.into_iter().take(FOUND);
    best.map(|page| result(page, records)).collect()
}

fn result(page: &PageRecord, records: &[PageRecord]) -> SuggestedPage {
    let parent = page.discovery.parent.and_then(|n| {
        let mut all = records.iter();
        all.find(|other| other.n == n)
    });
    let between = parent.filter(|parent| parent.discovery.depth > 0);
    SuggestedPage {
        url: page.url.clone(),
        title: page.text.title.clone(),
        fit: page.relevance,
        words: words(page),
        anchor: page.discovery.anchor.clone(),
        between: between.map(|parent| IntermediatePage {
            title: display_name(parent),
            anchor: parent.discovery.anchor.clone(),
        }),
    }
}

fn display_name(page: &PageRecord) -> String {
    if page.text.title.is_empty() {
        page.url.to_string()
    } else {
        page.text.title.clone()
    }
}

/// Returns the words that matched, each once, whatever its case.
fn words(page: &PageRecord) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for (word, _) in &page.words {
        let word = word.to_lowercase();
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words.truncate(WORDS);
    words
}
