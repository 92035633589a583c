//! Decides when a start without seeds has found enough pages for its crawl to begin, and which of the pages found
//! afterwards the crawl gets.
//!
//! A start begins at the first [`SEED_STARTS`](types::limits::SEED_STARTS) pages once all providers have answered.
//! It begins after [`SEED_START_MS`] if [`SEED_EARLY_STARTS`] pages fit within the first limits of [`ROUNDS`], at those
//! that fit within [`EARLY_ROUND`]. The best page of a host whose robots.txt was requested in advance is among them: it
//! is read first, so that a start waits twice as long for one. Pages that a provider has found count before its search
//! ends. When all have answered, the crawl gets further seeds, until it has as many as a patient start, within the same
//! limits, and the other pages as spare seeds.
//!
//! Not covered: the time limit of the providers, which the driver sets.

use super::fusion::{EARLY_ROUND, PER_HOST, ROUNDS, Round, SeedCounts, first_pages, is_weak, spelling};
use super::search::robots_of;
use std::collections::BTreeSet;
use types::limits::{SEED_EARLY_STARTS, SEED_START_MS};
use types::seeds::{FoundSeed, LearnedRanks, Seed};
use types::url::CanonicalUrl;

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
    /// answered. `early_robots` are the robots.txt files that were requested in advance. Returns the pages of the crawl
    /// when it may begin, and again when all providers have answered after that; `None` while there is nothing to do.
    pub fn update(
        &mut self,
        found: &[FoundSeed],
        elapsed_ms: u64,
        left: usize,
        early_robots: &[CanonicalUrl],
    ) -> Option<StartPages> {
        let Some(begun) = &self.begun else {
            let chosen = if left == 0 {
                self.first(found, BTreeSet::new(), &ROUNDS)
            } else if self.may_begin(elapsed_ms) {
                let soonest = soonest(found, early_robots);
                let is_late = elapsed_ms >= 2 * SEED_START_MS || early_robots.is_empty();
                let fitting = self.first(found, BTreeSet::new(), &ROUNDS[..1]).len();
                let may_begin = fitting >= SEED_EARLY_STARTS && (is_late || !soonest.is_empty());
                may_begin.then(|| self.first(found, soonest, &EARLY_ROUND))?
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
        let keys: BTreeSet<String> = begun.iter().map(|page| spelling(&page.seed.url)).collect();
        let is_new = |page: &&FoundSeed| !keys.contains(&spelling(&page.seed.url));
        // Titles, descriptions and further providers may have been found since.
        let pages = begun.iter().map(|page| newest(found, page)).chain(found.iter().filter(is_new).cloned());
        let pages: Vec<FoundSeed> = pages.collect();
        let chosen = self.first(&pages, (0..begun.len()).collect(), &ROUNDS);
        Some(StartPages::new(&pages, &chosen))
    }

    fn first(&self, pages: &[FoundSeed], chosen: BTreeSet<usize>, rounds: &[Round]) -> BTreeSet<usize> {
        first_pages(pages, chosen, rounds, |provider| is_weak(provider, &self.kind, &self.ranks))
    }
}

impl StartPages {
    /// Returns the pages with the seeds first, then those of hosts that have few of them so far.
    fn new(pages: &[FoundSeed], seeds: &BTreeSet<usize>) -> Self {
        let mut counts = SeedCounts::default();
        for at in seeds {
            counts.add(&pages[*at]);
        }
        let (near, far): (Vec<_>, Vec<_>) = (0..pages.len()).filter(|at| !seeds.contains(at)).partition(|at| {
            let has_room = counts.has_room(&pages[*at], PER_HOST, usize::MAX);
            counts.add(&pages[*at]);
            has_room
        });
        let pages = seeds.iter().copied().chain(near).chain(far).map(|at| pages[at].clone());
        Self { pages: pages.collect(), seeds: seeds.len() }
    }
}

/// Returns the index of the best page of a host whose robots.txt was requested in advance.
fn soonest(found: &[FoundSeed], early_robots: &[CanonicalUrl]) -> BTreeSet<usize> {
    let is_soon = |page: &FoundSeed| robots_of(&page.seed.url).is_some_and(|robots| early_robots.contains(&robots));
    found.iter().position(is_soon).into_iter().collect()
}

/// Returns a page as it was found since, at its address before; as it was before if it was not found again.
fn newest(found: &[FoundSeed], before: &FoundSeed) -> FoundSeed {
    let key = spelling(&before.seed.url);
    let now = found.iter().find(|now| spelling(&now.seed.url) == key).unwrap_or(before);
    FoundSeed { seed: Seed { url: before.seed.url.clone(), ..now.seed.clone() }, ..now.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::slice;

    fn pages(of: &str, range: std::ops::Range<usize>, provider: &str) -> Vec<FoundSeed> {
        let url = |n: usize| CanonicalUrl::parse(&format!("https://{of}{n}.org/")).expect("a URL");
        let page = |n| FoundSeed { seed: Seed::new(url(n), "", "", ""), providers: vec![provider.to_owned()] };
        range.map(page).collect()
    }

    fn addresses(pages: &[FoundSeed]) -> Vec<&str> {
        pages.iter().map(|page| page.seed.url.as_str()).collect()
    }

    #[test]
    fn a_start_begins_once_two_pages_of_good_providers_are_found_after_the_wait() {
        let good = [pages("a", 0..6, "wikipedia"), pages("b", 0..6, "wikidata")].concat();
        let of_one_host: Vec<FoundSeed> = (0..12)
            .map(|n| {
                let url = CanonicalUrl::parse(&format!("https://en.wikipedia.org/wiki/{n}")).expect("a URL");
                FoundSeed { seed: Seed::new(url, "", "", ""), providers: vec!["wikipedia".to_owned()] }
            })
            .collect();
        for (found, elapsed_ms, left, seeds) in [
            (&good[..], 399, 3, None),
            (&good[..], 400, 3, Some(4)),
            (&good[..7], 400, 3, Some(3)),
            (&good[..1], 400, 3, None),
            (&good[..1], 4_000, 1, None),
            (&good[..2], 400, 3, Some(2)),
            (&good[..3], 100, 0, Some(3)),
            (&good[..], 100, 0, Some(10)),
            (&[][..], 5_000, 0, Some(0)),
            (&pages("a", 0..20, "internet-archive"), 400, 3, None),
            (&of_one_host, 400, 3, Some(2)),
            (&[&of_one_host[..], &good[6..]].concat(), 400, 3, Some(4)),
            (&[&good[..], &pages("c", 0..9, "hacker-news")].concat(), 400, 3, Some(6)),
        ] {
            let begins = StartSearch::default().update(found, elapsed_ms, left, &[]).map(|start| start.seeds);
            assert_eq!(begins, seeds, "{} pages after {elapsed_ms} ms", found.len());
        }
    }

    #[test]
    fn a_start_begins_at_a_page_whose_robots_txt_was_requested_in_advance() {
        let [article, robots] = ["https://en.wikipedia.org/wiki/A", "https://en.wikipedia.org/robots.txt"]
            .map(|url| CanonicalUrl::parse(url).expect("a URL"));
        let cited = pages("a", 0..3, "wikipedia");
        let article = FoundSeed { seed: Seed::new(article, "", "", ""), ..cited[0].clone() };
        let found = [&cited[..], &[article]].concat();
        let begin = |early: &[CanonicalUrl]| StartSearch::default().update(&found, 400, 1, early).expect("enough");
        for (early, expected) in [
            (slice::from_ref(&robots), ["https://a0.org/", "https://en.wikipedia.org/wiki/A"]),
            (&[], ["https://a0.org/", "https://a1.org/"]),
        ] {
            let start = begin(early);
            assert_eq!(addresses(&start.pages)[..start.seeds], expected);
        }
        for (elapsed_ms, begins) in [(799, false), (800, true)] {
            let start = StartSearch::default().update(&cited, elapsed_ms, 1, slice::from_ref(&robots));
            assert_eq!(start.is_some(), begins, "without such a page, after {elapsed_ms} ms");
        }
    }

    #[test]
    fn pages_found_after_the_beginning_are_further_seeds_up_to_ten_within_the_limits_else_spare_ones() {
        let mut search = StartSearch::default();
        let early = [pages("a", 0..8, "wikipedia"), pages("d", 0..5, "hacker-news")].concat();
        let start = search.update(&early, 1_200, 2, &[]).expect("enough");
        let begun = [&addresses(&early)[..2], &addresses(&early)[8..10]].concat();
        assert_eq!((&addresses(&start.pages)[..4], start.pages.len(), start.seeds), (&begun[..], 13, 4));
        assert_eq!(search.update(&early, 1_300, 1, &[]), None, "once");
        let mut late = [pages("b", 0..3, "wikidata"), early.clone(), pages("c", 0..9, "wiby")].concat();
        late[3].seed.title = "A".to_owned();
        let start = search.update(&late, 2_000, 0, &[]).expect("the end");
        assert_eq!(start.pages[0].seed.title, "A", "found since");
        let further = [&addresses(&late)[..3], &addresses(&early)[2..4], &addresses(&early)[10..11]].concat();
        assert_eq!(addresses(&start.pages)[..start.seeds], [begun, further].concat());
        assert_eq!(start.pages.len(), 25, "the others are spare");
    }

    #[test]
    fn another_spelling_of_a_seed_is_no_further_seed_and_a_page_of_two_providers_fits_if_one_has_room() {
        let mut search = StartSearch::default();
        let early = [pages("a", 0..5, "wikipedia"), pages("d", 0..5, "hacker-news")].concat();
        search.update(&early, 1_000, 1, &[]).expect("enough");
        let mut late = early.clone();
        late[0].seed.url = CanonicalUrl::parse("http://www.a0.org").expect("a URL");
        late[0].providers.push("wikidata".to_owned());
        late[4].providers.push("wikidata".to_owned());
        let start = search.update(&late, 1_500, 0, &[]).expect("the end");
        assert_eq!((start.pages[0].seed.url.as_str(), start.pages.len()), ("https://a0.org/", 10));
        assert_eq!(start.pages[0].providers, ["wikipedia", "wikidata"], "it was found again");
        let first = addresses(&start.pages)[..9].to_vec();
        assert!(first.contains(&"https://a4.org/"), "{first:?}");
    }

    #[test]
    fn spare_seeds_of_hosts_with_few_seeds_come_first() {
        let of_host = |host: &str, n| {
            let url = CanonicalUrl::parse(&format!("https://{host}/{n}")).expect("a URL");
            FoundSeed { seed: Seed::new(url, "", "", ""), providers: vec!["wikidata".to_owned()] }
        };
        let many: Vec<FoundSeed> = (0..20).map(|n| of_host("many.org", n)).collect();
        let found = [&many[..], &[of_host("few.org", 0)], &pages("a", 0..9, "wikipedia")].concat();
        let start = StartSearch::default().update(&found, 100, 0, &[]).expect("all have answered");
        assert_eq!(addresses(&start.pages)[10..13], ["https://a6.org/", "https://a7.org/", "https://a8.org/"]);
    }

    #[test]
    fn a_provider_that_crawls_found_weak_does_not_begin_a_start() {
        let mut ranks = LearnedRanks::default();
        for _ in 0..30 {
            ranks.learn("en-word", "hacker-news", 0.0);
        }
        let found = pages("a", 0..12, "hacker-news");
        let begins = |kind: &str, ranks: &LearnedRanks| {
            StartSearch::new(kind.to_owned(), ranks.clone()).update(&found, 1_000, 1, &[]).is_some()
        };
        assert!(begins("en-word", &LearnedRanks::default()));
        assert!(!begins("en-word", &ranks));
    }
}
