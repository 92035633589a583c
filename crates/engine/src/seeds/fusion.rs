//! Merges the results of several providers into one list without duplicates, best first.
//!
//! Each provider's list is a ranking of the pages. Two more rankings are by the query words in title, description and
//! URL, and by the number of other candidates that link to the page: seeds should be relevant and important, where
//! importance is defined by links (Batsakis §2.3). The score of a page is the sum of `w / (60 + rank)` over these
//! rankings: reciprocal rank fusion (Cormack, Clarke and Büttcher 2009), which needs no comparable scores. The weight
//! `w` of a provider's list is its precision ([`LearnedRanks`]), that of the others is 1. A single list keeps its
//! order.
//!
//! The first [`SEED_STARTS`] pages, at which a crawl starts, are of several hosts and providers ([`ROUNDS`]).
//!
//! Not covered: links that no provider reported, since these require fetching the candidates.

use super::findings::Words;
use crate::html;
use crate::text::{Analyzer, TextOptions};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use std::collections::{BTreeMap, BTreeSet};
use types::limits::{SEED_STARTS, SEEDS_FOUND};
use types::seeds::{Findings, FoundSeed, LearnedRanks};
use types::sorting;
use types::url::CanonicalUrl;

/// The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009, §2).
const K: f64 = 60.0;
/// Minimum number of words of a title that identifies duplicates: different pages often share a shorter one.
const TITLE_WORDS: usize = 4;
/// The precision below which a provider is weak: less than half of its pages are about the query.
const WEAK: f64 = 0.5;

/// The number of pages of a host among the seeds, unless there are few others.
pub(super) const PER_HOST: usize = 2;
/// The limits of the rounds in which the first pages are chosen: of pages per host, of pages per provider, and whether
/// pages that only weak providers found may be chosen. A third page of a host precedes the pages of weak providers.
pub(super) const ROUNDS: [Round; 5] = [
    (PER_HOST, 4, false),
    (3, 4, false),
    (PER_HOST, 4, true),
    (PER_HOST, usize::MAX, true),
    (usize::MAX, usize::MAX, true),
];
/// The limits of the round for a start before all providers have answered, which leaves room for what is found later.
pub(super) const EARLY_ROUND: [Round; 1] = [(PER_HOST, 2, false)];
/// The limits of a round: see [`ROUNDS`].
pub(super) type Round = (usize, usize, bool);

/// Returns the kind of a query, within which the ranks of providers are learned: its language, and whether it is one
/// word, a phrase of two or three, or longer. `language` is the tag of the person's.
pub fn kind_of(query: &str, language: &str) -> String {
    let language = html::query_language(query, language).language;
    let length = match query.split_whitespace().count() {
        0 | 1 => "word",
        2 | 3 => "phrase",
        _ => "sentence",
    };
    format!("{}-{length}", language.code())
}

/// Returns the pages of all lists, each with the ids of its providers. Ties are resolved by the order of the lists.
/// `kind` is that of the query ([`kind_of`]).
pub fn merge(query: &str, lists: &[(&str, &Findings)], kind: &str, ranks: &LearnedRanks) -> Vec<FoundSeed> {
    let mut candidates = Candidates::default();
    for (provider, findings) in lists {
        candidates.add(provider, findings, precision(provider, kind, ranks));
    }
    let filled = lists.iter().filter(|(_, found)| !found.seeds.is_empty());
    if filled.count() > 1 {
        candidates.rank_by_words(query);
        candidates.rank_by_links(lists);
    }
    candidates.complete_texts(lists);
    let scored = candidates.scores.into_iter().zip(candidates.found);
    let mut pages: Vec<(f64, FoundSeed)> = scored.collect();
    sorting::sort_by(&mut pages, |(one, _), (other, _)| other.total_cmp(one));
    let pages: Vec<FoundSeed> = pages.into_iter().map(|(_, found)| found).collect();
    let chosen = first_pages(&pages, BTreeSet::new(), &ROUNDS, |provider| is_weak(provider, kind, ranks));
    let (mut first, rest): (Vec<_>, Vec<_>) = pages.into_iter().enumerate().partition(|(at, _)| chosen.contains(at));
    first.extend(rest);
    first.truncate(SEEDS_FOUND);
    first.into_iter().map(|(_, found)| found).collect()
}

/// Returns the expected share of a provider's pages that are about a query of this kind, in 0..=1.
fn precision(provider: &str, kind: &str, ranks: &LearnedRanks) -> f64 {
    let estimate = super::find(provider).map_or(1.0, |entry| entry.precision);
    ranks.precision(kind, provider, estimate)
}

/// Returns true if less than half of a provider's pages are expected to be about a query of this kind.
pub(super) fn is_weak(provider: &str, kind: &str, ranks: &LearnedRanks) -> bool {
    precision(provider, kind, ranks) < WEAK
}

/// Returns the indexes of the pages at which a crawl starts, at most [`SEED_STARTS`], among pages in the order in which
/// they are preferred. The pages `chosen` before are part of it and count in the limits of the rounds.
pub(super) fn first_pages(
    pages: &[FoundSeed],
    mut chosen: BTreeSet<usize>,
    rounds: &[Round],
    is_weak: impl Fn(&str) -> bool,
) -> BTreeSet<usize> {
    let mut counts = SeedCounts::default();
    for page in chosen.iter().filter_map(|at| pages.get(*at)) {
        counts.add(page);
    }
    for (of_host, of_provider, with_weak) in rounds {
        for (at, page) in pages.iter().enumerate() {
            let is_weak = page.providers.iter().all(|id| is_weak(id));
            if chosen.len() < SEED_STARTS
                && (*with_weak || !is_weak)
                && counts.has_room(page, *of_host, *of_provider)
                && chosen.insert(at)
            {
                counts.add(page);
            }
        }
    }
    chosen
}

/// The numbers of chosen pages by host and by provider.
#[derive(Default)]
pub(super) struct SeedCounts<'a> {
    hosts: BTreeMap<String, usize>,
    providers: BTreeMap<&'a str, usize>,
}

impl<'a> SeedCounts<'a> {
    pub(super) fn add(&mut self, page: &'a FoundSeed) {
        *self.hosts.entry(host(&page.seed.url)).or_default() += 1;
        for id in &page.providers {
            *self.providers.entry(id).or_default() += 1;
        }
    }

    /// Returns true if the host and one of the page's providers have fewer pages than these.
    pub(super) fn has_room(&self, page: &FoundSeed, of_host: usize, of_provider: usize) -> bool {
        let is_below = |count: Option<&usize>, most| count.is_none_or(|count| *count < most);
        is_below(self.hosts.get(&host(&page.seed.url)), of_host)
            && page.providers.iter().any(|id| is_below(self.providers.get(&**id), of_provider))
    }
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
    fn add(&mut self, provider: &str, findings: &Findings, weight: f64) {
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
                self.scores[at] += weight * reciprocal(rank);
            }
        }
    }

    fn is_by(&self, provider: &str, at: usize) -> bool {
        self.found[at].providers.iter().any(|id| id == provider)
    }

    /// Gives pages without a title or description that of the first list with one. The rankings use the texts of the
    /// list that found a page first, so that the order does not depend on this.
    fn complete_texts(&mut self, lists: &[(&str, &Findings)]) {
        for seed in lists.iter().flat_map(|(_, findings)| &findings.seeds) {
            let at = self.known.get(&spelling(&seed.url));
            let Some(FoundSeed { seed: kept, .. }) = at.and_then(|at| self.found.get_mut(*at)) else { continue };
            for (text, other) in [(&mut kept.title, &seed.title), (&mut kept.snippet, &seed.snippet)] {
                if text.is_empty() {
                    text.clone_from(other);
                }
            }
        }
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

    /// Ranks the pages by the number of other candidates that link to them. A link to any page of a site counts for its
    /// home page.
    ///
    /// One link from a page's only provider does not count: it is how the provider found the page, which its list
    /// already ranks.
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

/// The characters that may be written as such or escaped in a path or query. Unlike those that are part of the syntax
/// (`/`, `?`, `&`, `=`, `+`, `%`), their escapes rarely mean another page.
const EITHER: &AsciiSet = &CONTROLS
    .add(b'!')
    .add(b'$')
    .add(b'\'')
    .add(b'(')
    .add(b')')
    .add(b'*')
    .add(b',')
    .add(b':')
    .add(b';')
    .add(b'@')
    .add(b'[')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// Returns a URL without the differences between spellings of one page: scheme, `www.` and `m.`, escapes of characters
/// that need none (`(` and `%28`), and slashes at the end of the path.
pub(super) fn spelling(url: &CanonicalUrl) -> String {
    let whole = utf8_percent_encode(url.path_and_query(), EITHER).to_string();
    let (path, query) = whole.split_at(whole.find('?').unwrap_or(whole.len()));
    format!("{}{}{query}", host(url), path.trim_end_matches('/'))
}

/// Returns the host of a URL, with its port unless that is the default one, without `www.` and `m.` before its last two
/// labels, and without the `dx.` of DOIs.
pub(super) fn host(url: &CanonicalUrl) -> String {
    if url.authority() == "dx.doi.org" {
        return "doi.org".to_owned();
    }
    let mut labels: Vec<&str> = url.authority().split('.').collect();
    let last = labels.split_off(labels.len().saturating_sub(2));
    labels.retain(|name| !matches!(*name, "www" | "m"));
    [labels, last].concat().join(".")
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
