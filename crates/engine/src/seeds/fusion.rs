//! Merges the results of several providers into one list without duplicates, best first.
//!
//! Each provider's list is a ranking of the pages. Two more rankings are by the query words in title, description and URL, and by the number
//! of other candidates that link to the page: seeds should be relevant and important, where importance is defined by links (Batsakis §2.3).
//! The score of a page is the sum of `1 / (60 + rank)` over these rankings: reciprocal rank fusion (Cormack, Clarke and Büttcher 2009),
//! which needs no comparable scores. A single list keeps its order.
//!
//! Not covered: links that no provider reported, since these require fetching the candidates.

use super::findings::Words;
use crate::text::{Analyzer, TextOptions};
use std::collections::{BTreeMap, BTreeSet};
use types::limits::SEEDS_FOUND;
use types::seeds::{Findings, FoundSeed};
use types::url::CanonicalUrl;

/// The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009, §2).
const K: f64 = 60.0;
/// Minimum number of words of a title that identifies duplicates: different pages often share a shorter one.
const TITLE_WORDS: usize = 4;

/// Returns the pages of all lists, each with the ids of its providers. Ties are resolved by the order of the lists.
pub fn merge(query: &str, lists: &[(&str, &Findings)]) -> Vec<FoundSeed> {
    let mut candidates = Candidates::default();
    for (provider, findings) in lists {
        candidates.add(provider, findings);
    }
    let filled = lists.iter().filter(|(_, found)| !found.seeds.is_empty());
    if filled.count() > 1 {
        candidates.rank_by_words(query);
        candidates.rank_by_links(lists);
    }
    let scored = candidates.scores.into_iter().zip(candidates.found);
    let mut pages: Vec<(f64, FoundSeed)> = scored.collect();
    pages.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    pages.truncate(SEEDS_FOUND);
    pages.into_iter().map(|(_, found)| found).collect()
}

/// The pages, each once, with their scores.
#[derive(Default)]
struct Candidates {
    found: Vec<FoundSeed>,
    scores: Vec<f64>,
    /// The index of the page with each URL spelling and each title.
    known: BTreeMap<String, usize>,
}

impl Candidates {
    /// Adds the list of a provider. Of duplicates, the first one is kept.
    fn add(&mut self, provider: &str, findings: &Findings) {
        for (rank, seed) in findings.seeds.iter().enumerate() {
            let (spelling, title) = (spelling(&seed.url), title_key(&seed.title));
            let of_title = title.as_ref().and_then(|title| self.known.get(title));
            // Many sites have the same title on all pages, so pages of one provider are not compared by title.
            let of_title = of_title.filter(|at| !self.is_by(provider, **at));
            let same = self.known.get(&spelling).or(of_title).copied();
            let at = same.unwrap_or(self.found.len());
            if same.is_none() {
                self.found.push(FoundSeed { seed: seed.clone(), providers: Vec::new() });
                self.scores.push(0.0);
            }
            for key in [Some(spelling), title].into_iter().flatten() {
                self.known.entry(key).or_insert(at);
            }
            if !self.is_by(provider, at) {
                self.found[at].providers.push(provider.to_owned());
                self.scores[at] += reciprocal(rank);
            }
        }
    }

    fn is_by(&self, provider: &str, at: usize) -> bool {
        self.found[at].providers.iter().any(|id| id == provider)
    }

    /// Ranks the pages by their share of the query's words.
    fn rank_by_words(&mut self, query: &str) {
        let mut words = Words::new(query);
        let found = self.found.iter();
        let fits = found.map(|FoundSeed { seed, .. }| {
            let tokens: Vec<_> = seed.url.tokens().collect();
            let text = format!("{} {} {}", seed.title, seed.snippet, tokens.join(" "));
            words.fit(&text)
        });
        let fits: Vec<f64> = fits.collect();
        self.rank(&fits);
    }

    /// Ranks the pages by the number of other candidates that link to them. A link to any page of a site counts for its home page.
    ///
    /// One link from a page's only provider does not count: it is how the provider found the page, which its list already ranks.
    fn rank_by_links(&mut self, lists: &[(&str, &Findings)]) {
        let mut linking: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); self.found.len()];
        let mut introduced = vec![false; self.found.len()];
        let links = lists.iter().flat_map(|(provider, found)| {
            let links = found.links.iter();
            links.map(move |(from, to)| (*provider, from, to))
        });
        for (provider, from, to) in links {
            let Some(from) = self.known.get(&spelling(from)) else {
                continue;
            };
            for key in [spelling(to), host(to)] {
                if let Some(at) = self.known.get(&key).filter(|at| *at != from) {
                    linking[*at].insert(*from);
                    introduced[*at] |= self.found[*at].providers == [provider];
                }
            }
        }
        let counts = linking.iter().zip(introduced);
        let counts = counts.map(|(from, introduced)| (from.len() - usize::from(introduced)) as f64);
        self.rank(&counts.collect::<Vec<_>>());
    }

    /// Adds a ranking by these values, the largest first. Equal values share a rank; zeros are not ranked.
    fn rank(&mut self, values: &[f64]) {
        for (at, value) in values.iter().enumerate() {
            if *value > 0.0 {
                let better = values.iter().filter(|other| *other > value).count();
                self.scores[at] += reciprocal(better);
            }
        }
    }
}

/// Returns the score of a rank; the first rank is 0.
fn reciprocal(place: usize) -> f64 {
    1.0 / (K + 1.0 + place as f64)
}

/// Returns a URL without the differences between spellings of one page: scheme, `www.` and `m.`, and trailing slashes.
fn spelling(url: &CanonicalUrl) -> String {
    let rest = url.path_and_query().trim_end_matches('/');
    format!("{}{rest}", host(url))
}

fn host(url: &CanonicalUrl) -> String {
    let labels = url.authority().split('.');
    let labels: Vec<&str> = labels.filter(|name| !matches!(*name, "www" | "m")).collect();
    labels.join(".")
}

/// Returns the key by which pages with the same title are duplicates; `None` for a title with too few words.
fn title_key(title: &str) -> Option<String> {
    let mut count = 0;
    let mut key = String::new();
    Analyzer::new(TextOptions::default()).tokens(title, None, |token| {
        count += 1;
        key.push(' ');
        key.push_str(token.term);
    });
    (count >= TITLE_WORDS).then_some(key)
}
