//! Decides when a start without seeds has found enough pages for its crawl to begin, and which of the pages found
//! afterwards the crawl gets.
//!
//! A start begins at the first [`SEED_STARTS`] pages as soon as all providers have answered, or after
//! [`SEED_START_MS`] at the pages found by then if at least [`SEED_EARLY_STARTS`] of providers that are not weak
//! ([`super::fusion`]) fit within the first limits of [`ROUNDS`]. Pages that a provider has found count before its
//! search ends. When all have answered, the crawl gets further seeds, until it has as many as a patient start, within
//! the same limits, and the other pages as spare seeds.
//!
//! Not covered: the time limit of the providers, which the driver sets.

use super::fusion::{ROUNDS, Round, first_pages, is_weak, spelling};
use std::collections::BTreeSet;
use types::limits::{SEED_EARLY_STARTS, SEED_START_MS};
use types::seeds::{FoundSeed, LearnedRanks};

/// The search for the seeds of one start.
#[derive(Clone, Debug, Default)]
pub struct StartSearch {
    kind: String,
    ranks: LearnedRanks,
    /// The seeds at which the crawl began.
    begun: Option<Vec<FoundSeed>>,
}

/// The pages that a crawl gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartPages {
    /// All pages. After a beginning they start with the same seeds.
    pub pages: Vec<FoundSeed>,
    /// The number of the first pages that are seeds; the others are spare.
    pub seeds: usize,
}

impl StartSearch {
    /// Creates a search for a query of this kind ([`super::kind_of`]).
    pub fn new(kind: String, ranks: LearnedRanks) -> Self {
        Self { kind, ranks, begun: None }
    }

    /// Returns whether the crawl may begin before all providers have answered, if enough pages are found.
    pub fn may_begin(&self, elapsed_ms: u64) -> bool {
        self.begun.is_none() && elapsed_ms >= SEED_START_MS
    }

    /// Handles the merged pages found in the milliseconds since the search began, while `left` providers have not
    /// answered. Returns the pages of the crawl when it may begin, and again when all providers have answered after
    /// that; `None` while there is nothing to do.
    pub fn update(&mut self, found: &[FoundSeed], elapsed_ms: u64, left: usize) -> Option<StartPages> {
        let Some(begun) = &self.begun else {
            let chosen = if left == 0 {
                self.first(found, BTreeSet::new(), &ROUNDS)
            } else if self.may_begin(elapsed_ms) {
                let early = self.first(found, BTreeSet::new(), &ROUNDS[..1]);
                (early.len() >= SEED_EARLY_STARTS).then_some(early)?
            } else {
                return None;
            };
            let start = StartPages::new(found, &chosen);
            self.begun = Some(start.pages[..start.seeds].to_vec());
            return Some(start);
        };
        if left > 0 {
            return None;
        }
        let spellings: BTreeSet<String> = begun.iter().map(|page| spelling(&page.seed.url)).collect();
        let is_new = |page: &&FoundSeed| !spellings.contains(&spelling(&page.seed.url));
        // Titles, descriptions and further providers may have been found since.
        let pages = begun.iter().map(|page| newest(found, page)).chain(found.iter().filter(is_new)).cloned();
        let pages: Vec<FoundSeed> = pages.collect();
        let chosen = self.first(&pages, (0..begun.len()).collect(), &ROUNDS);
        Some(StartPages::new(&pages, &chosen))
    }

    fn first(&self, pages: &[FoundSeed], chosen: BTreeSet<usize>, rounds: &[Round]) -> BTreeSet<usize> {
        first_pages(pages, chosen, rounds, |provider| is_weak(provider, &self.kind, &self.ranks))
    }
}

impl StartPages {
    /// Returns the pages with the seeds first.
    fn new(pages: &[FoundSeed], seeds: &BTreeSet<usize>) -> Self {
        let rest = (0..pages.len()).filter(|at| !seeds.contains(at));
        let pages = seeds.iter().copied().chain(rest).map(|at| pages[at].clone());
        Self { pages: pages.collect(), seeds: seeds.len() }
    }
}

/// Returns a page as it was found, or as it was before.
fn newest<'a>(found: &'a [FoundSeed], before: &'a FoundSeed) -> &'a FoundSeed {
    found.iter().find(|now| now.seed.url == before.seed.url).unwrap_or(before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use types::seeds::Seed;
    use types::url::CanonicalUrl;

    fn pages(of: &str, range: std::ops::Range<usize>, provider: &str) -> Vec<FoundSeed> {
        let url = |n: usize| CanonicalUrl::parse(&format!("https://{of}{n}.org/")).expect("a URL");
        let page = |n| FoundSeed { seed: Seed::new(url(n), "", "", ""), providers: vec![provider.to_owned()] };
        range.map(page).collect()
    }

    fn addresses(pages: &[FoundSeed]) -> Vec<&str> {
        pages.iter().map(|page| page.seed.url.as_str()).collect()
    }

    #[test]
    fn a_start_begins_once_four_pages_of_good_providers_and_several_hosts_are_found_after_the_wait() {
        let good = pages("a", 0..12, "wikipedia");
        let of_one_host: Vec<FoundSeed> = (0..12)
            .map(|n| {
                let url = CanonicalUrl::parse(&format!("https://en.wikipedia.org/wiki/{n}")).expect("a URL");
                FoundSeed { seed: Seed::new(url, "", "", ""), providers: vec!["wikipedia".to_owned()] }
            })
            .collect();
        for (found, elapsed_ms, left, seeds) in [
            (&good[..], 399, 3, None),
            (&good[..], 400, 3, Some(4)),
            (&good[..3], 400, 3, None),
            (&good[..3], 4_000, 1, None),
            (&good[..3], 100, 0, Some(3)),
            (&good[..], 100, 0, Some(10)),
            (&[][..], 5_000, 0, Some(0)),
            (&pages("a", 0..20, "internet-archive"), 400, 3, None),
            (&of_one_host, 400, 3, None),
            (&[&of_one_host[..], &good[..2]].concat(), 400, 3, Some(4)),
            (&[&good[..], &pages("b", 0..9, "wikidata")].concat(), 400, 3, Some(8)),
        ] {
            let begins = StartSearch::default().update(found, elapsed_ms, left).map(|start| start.seeds);
            assert_eq!(begins, seeds, "{} pages after {elapsed_ms} ms", found.len());
        }
    }

    #[test]
    fn pages_found_after_the_beginning_are_further_seeds_up_to_ten_within_the_limits_else_spare_ones() {
        let mut search = StartSearch::default();
        let early = pages("a", 0..15, "wikipedia");
        let start = search.update(&early, 1_200, 2).expect("enough");
        assert_eq!((start.pages, start.seeds), (early.clone(), 4));
        assert_eq!(search.update(&early, 1_300, 1), None, "once");
        let mut late = [pages("b", 0..3, "wikidata"), early.clone(), pages("c", 0..9, "hacker-news")].concat();
        late[3].seed.title = "A".to_owned();
        let start = search.update(&late, 2_000, 0).expect("the end");
        assert_eq!(start.pages[0].seed.title, "A", "found since");
        let of = |letter: &str| {
            start.pages[..start.seeds].iter().filter(|page| page.seed.url.as_str().contains(letter)).count()
        };
        assert_eq!([of("//a"), of("//b"), of("//c")], [4, 3, 3]);
        assert_eq!(addresses(&start.pages)[..7], [&addresses(&early)[..4], &addresses(&late)[..3]].concat());
        assert_eq!(start.pages.len(), 27, "the others are spare");
    }

    #[test]
    fn another_spelling_of_a_seed_is_no_further_seed() {
        let mut search = StartSearch::default();
        let early = pages("a", 0..10, "wikipedia");
        search.update(&early, 1_000, 1).expect("enough");
        let mut late = early.clone();
        late[3].seed.url = CanonicalUrl::parse("http://www.a3.org").expect("a URL");
        assert_eq!(search.update(&late, 1_500, 0), Some(StartPages { pages: early, seeds: 10 }));
    }

    #[test]
    fn a_provider_that_crawls_found_weak_does_not_begin_a_start() {
        let mut ranks = LearnedRanks::default();
        for _ in 0..30 {
            ranks.learn("en-word", "hacker-news", 0.0);
        }
        let found = pages("a", 0..12, "hacker-news");
        let begins = |kind: &str, ranks: &LearnedRanks| {
            StartSearch::new(kind.to_owned(), ranks.clone()).update(&found, 1_000, 1).is_some()
        };
        assert!(begins("en-word", &LearnedRanks::default()));
        assert!(!begins("en-word", &ranks));
    }
}
