//! Ranks pages by the number and rarity of the query words that they contain.

use super::{MAX_PAGES, RESULTS_PER_PAGE};
use crate::plan::{Behavior, Page, PageKind, Plan, SiteType};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The most results of one host on a page of results.
const HOST_RESULTS_PER_PAGE: usize = 2;

/// The most words of a query that are used.
const MAX_WORDS: usize = 12;

/// A page with the query words that it contains.
type Match<'a> = (usize, Vec<&'a String>);

/// Returns the pages that contain any of the words, the best first, as many as the result pages show.
pub(super) fn rank(plan: &Plan, words: &BTreeSet<String>) -> Vec<usize> {
    let mut matches = matches(plan, words);
    let mut frequencies: BTreeMap<&String, u64> = BTreeMap::new();
    for word in matches.iter().flat_map(|(_, words)| words) {
        *frequencies.entry(*word).or_default() += 1;
    }
    let rarity = |words: &[&String]| -> u64 {
        let frequencies = words.iter().filter_map(|word| frequencies.get(*word));
        frequencies.map(|frequency| 1_000_000 / frequency).sum()
    };
    matches.sort_by_cached_key(|(page, words)| (Reverse((words.len(), rarity(words))), *page));
    paginate(plan, matches.into_iter().map(|(page, _)| page).collect())
}

fn matches<'a>(plan: &Plan, words: &'a BTreeSet<String>) -> Vec<Match<'a>> {
    let pages = plan.pages.iter().enumerate();
    let indexed = pages.filter(|(_, page)| is_indexed(page));
    let matches = indexed.map(|(index, page)| {
        let page_words = all_words(&format!("{} {} {}", page.title, page.site().title, page.path));
        (index, words.iter().filter(|word| page_words.contains(*word)).collect())
    });
    matches.filter(|(_, words): &Match<'_>| !words.is_empty()).collect()
}

/// Selects the results of all pages. Each page takes the best remaining results, with a limit for each host.
fn paginate(plan: &Plan, mut remaining: Vec<usize>) -> Vec<usize> {
    let mut results = Vec::new();
    for _ in 0..MAX_PAGES {
        let mut host_results: BTreeMap<usize, usize> = BTreeMap::new();
        let page_end = results.len() + RESULTS_PER_PAGE;
        remaining.retain(|&page| {
            let count = host_results.entry(plan.pages[page].host).or_default();
            let fits = results.len() < page_end && *count < HOST_RESULTS_PER_PAGE;
            if fits {
                *count += 1;
                results.push(page);
            }
            !fits
        });
    }
    results
}

fn is_indexed(page: &Page) -> bool {
    let is_copy = page.original.is_some() || page.kind == PageKind::Print;
    let site = page.site();
    !is_copy && site.behavior != Behavior::RobotsMetadata && site.site_type != SiteType::Mirror
}

/// Returns the stems of a query's words. ASCII words need at least three letters.
pub(super) fn query_words(query: &str) -> BTreeSet<String> {
    let long = split(query).filter(|word| word.chars().count() > 2 || !word.is_ascii());
    long.map(stem).take(MAX_WORDS).collect()
}

/// Returns the stems of all words of a text.
fn all_words(text: &str) -> BTreeSet<String> {
    split(text).map(stem).collect()
}

fn split(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty())
}

/// Returns the word in lower case, and most English plurals as singulars.
fn stem(word: &str) -> String {
    let word = word.to_lowercase();
    match word.strip_suffix('s') {
        Some(singular) if singular.len() > 3 && !singular.ends_with('s') => singular.to_owned(),
        _ => word,
    }
}
