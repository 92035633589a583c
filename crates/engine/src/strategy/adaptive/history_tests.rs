//! Tests the cues of links.

use super::super::cues::{PARTS, Predictions};
use super::*;
use crate::text::SparseVector;

/// Returns the history of two pages with this relevance: one equals the query, the other shares no term with it.
fn history(good: [f64; 2]) -> History {
    let mut history = History::default();
    let query: SparseVector = [(0, 1.0)].into_iter().collect();
    history.topic.add_query(&query);
    for (id, (term, asked)) in (0..).zip([(0, 0.5), (1, 0.0)]) {
        history.idf.observe(&[(term, 1)].into_iter().collect());
        history.read(ReadPage::new(UrlId(id), vec![(term, 1.0)].into(), asked));
    }
    history.judge(&BTreeMap::new(), None, None, true);
    history.records = Records::default();
    for (at, good) in good.into_iter().enumerate() {
        history.reads[at].good = good;
        history.record(at, good);
    }
    history.compute_lifts();
    history
}

#[track_caller]
fn cue(history: &History, found: &FrontierLink, name: &str, expected: f64) {
    let at = PARTS.iter().position(|part| part.name == name);
    let is = history.cues(found)[at.expect("a cue of this name")];
    assert!((is - expected).abs() < 1e-12, "{name}: {is} is not {expected}");
}

#[test]
fn linking_pages_determine_the_cues_page_links_and_path() {
    let history = history([0.8, 0.2]);
    let mut found = FrontierLink { depth: 1, ..FrontierLink::default() };
    found.add_linking_page(0, 3, 0, Predictions::default());
    found.add_linking_page(0, 7, 0, Predictions::default());
    assert_eq!(found.linking_pages, [(0, 3)], "a page counts once");
    // The mean of all pages is 0.5, which two pseudo-pages have beside the linking page.
    cue(&history, &found, "page", (0.8 + 2.0 * 0.5) / 3.0);
    cue(&history, &found, "asked", 0.5 / 3.0);
    cue(&history, &found, "links", (0.8 - 0.5) / 2.0_f64.sqrt());
    cue(&history, &found, "path", 0.8);
    cue(&history, &found, "depth", -libm::log(2.0));
    found.add_linking_page(1, 0, 0, Predictions::default());
    cue(&history, &found, "page", (0.8 + 0.2 + 2.0 * 0.5) / 4.0);
    cue(&history, &found, "links", 0.0);
}

/// The mean of all pages is 0.5. A page of relevance 1 was reached by a link of group 7 on page 0.
#[test]
fn links_of_one_shape_share_the_relevance_behind_them_on_their_page_more_than_on_their_host() {
    let mut history = history([0.8, 0.2]);
    history.records.groups.entry((0, 7)).or_default().count(1.0);
    history.records.host_groups.entry((0, 7)).or_default().count(1.0);
    let mut found = FrontierLink::default();
    found.add_linking_page(1, 0, 7, Predictions::default());
    let on_host = (1.0 + 2.0 * 0.5) / 3.0;
    cue(&history, &found, "group", on_host);
    found.add_linking_page(0, 0, 7, Predictions::default());
    cue(&history, &found, "group", (1.0 + 2.0 * on_host) / 3.0);
    let mut other = FrontierLink::default();
    other.add_linking_page(0, 0, 8, Predictions::default());
    cue(&history, &other, "group", 0.5);
}

#[test]
fn text_cues_compare_words_with_query_and_topic() {
    let history = history([1.0, 0.0]);
    let found = FrontierLink { anchor: vec![0, 1], ..FrontierLink::default() };
    // Each word occurs on one of two pages, so both have the same idf and contribute half of the squared length.
    cue(&history, &found, "query", 0.5_f64.sqrt());
    cue(&history, &FrontierLink::default(), "query", 0.0);
    cue(&history, &FrontierLink { context: vec![0], ..FrontierLink::default() }, "context", 1.0);
}

#[test]
fn pages_behind_other_links_of_a_page_are_evidence_weighted_by_nearness() {
    let mut history = history([0.6, 0.0]);
    let mut gone = FrontierLink { anchor: vec![5], host: 9, folder: 4, ..FrontierLink::default() };
    gone.add_linking_page(0, 10, 0, Predictions::default());
    history.links.insert(UrlId(2), gone);
    history.idf.observe(&[(5, 1)].into_iter().collect());
    history.read(ReadPage::new(UrlId(2), Box::default(), 0.0).on(9, 4));
    history.record(2, 0.9);
    history.reads[2].good = 0.9;
    history.compute_lifts();
    // The mean relevance of the three pages is 0.5.
    let mut found = FrontierLink { anchor: vec![5], host: 9, folder: 4, ..FrontierLink::default() };
    found.add_linking_page(0, 12, 0, Predictions::default());
    cue(&history, &found, "hub", (0.9 + 1.0) / 3.0);
    cue(&history, &found, "siblings", (0.45 + 1.0) / 2.5);
    cue(&history, &found, "host", (0.9 + 1.0) / 3.0);
    cue(&history, &found, "folder", (0.9 + 1.0) / 3.0);
    cue(&history, &found, "words", (0.9 + 1.0) / 3.0 - 0.5);
    let mut far = FrontierLink::default();
    far.add_linking_page(0, 16, 0, Predictions::default());
    cue(&history, &far, "siblings", 0.5);
    // Its own relevance of 0.9; its links inherit half of 0.9, which is below 0.6.
    let mut behind = FrontierLink::default();
    behind.add_linking_page(2, 0, 0, Predictions::default());
    cue(&history, &behind, "path", 0.9);
}

#[test]
fn a_term_number_out_of_range_in_a_saved_topic_allocates_no_memory() {
    let mut history = history([0.5, 0.5]);
    history.topic.add_query(&[(TermId::MAX, 1.0)].into_iter().collect());
    history.judge(&BTreeMap::new(), None, None, true);
    history.rebuild();
    assert!(history.topic.similarity(&[TermId::MAX], &history.idf) > 0.1);
}

#[test]
fn page_indexes_out_of_range_are_invalid() {
    let mut history = history([0.5, 0.5]);
    assert!(history.is_valid());
    let mut found = FrontierLink::default();
    found.add_linking_page(2, 0, 0, Predictions::default());
    history.links.insert(UrlId(9), found);
    assert!(!history.is_valid());
    for (related, factor) in [(Some(f64::NAN), 0.0), (None, f32::INFINITY)] {
        let found = FrontierLink { related, vector_factors: Some([factor; 2]), ..FrontierLink::default() };
        history.links.insert(UrlId(9), found);
        assert!(!history.is_valid());
    }
}
