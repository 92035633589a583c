//! Collects the pages that a provider finds: a bounded list without duplicates, best first.

use crate::html;
use crate::text::{Analyzer, TextOptions};
use std::collections::BTreeSet;
use types::limits;
use types::seeds::{Findings, Seed};
use types::sorting;
use types::url::CanonicalUrl;

/// Returns the text of a piece of HTML.
pub(super) fn plain(html: &str, url: &CanonicalUrl) -> String {
    html::text_of_piece(begin(html, limits::SNIPPET_BYTES), url)
}

/// Returns at most the first `bytes` of a text.
fn begin(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

/// Builds the findings of a search.
pub(super) struct FindingsBuilder {
    words: Words,
    /// The pages with their match score, the newest last.
    seeds: Vec<(f64, Seed)>,
    known: BTreeSet<u128>,
    links: Vec<(CanonicalUrl, CanonicalUrl)>,
    warnings: Vec<String>,
    /// The number of warnings beyond the limit.
    more_warnings: usize,
    /// Pages whose words were compared with the query.
    compared: u32,
}

impl FindingsBuilder {
    pub(super) fn new(query: &str) -> Self {
        Self {
            words: Words::new(query),
            seeds: Vec::new(),
            known: BTreeSet::new(),
            links: Vec::new(),
            warnings: Vec::new(),
            more_warnings: 0,
            compared: 0,
        }
    }

    /// Returns true if no page was found.
    pub(super) fn is_empty(&self) -> bool {
        self.seeds.is_empty()
    }

    /// Returns the query words.
    pub(super) fn words(&mut self) -> &mut Words {
        &mut self.words
    }

    /// Adds a page that a search found for the query, ranked after those before it.
    pub(super) fn found(&mut self, seed: Seed) {
        self.push(1.0, seed);
    }

    /// Adds a page of a list without a query, ranked by the number of query words in this text.
    pub(super) fn listed(&mut self, seed: Seed, text: &str) {
        let fit = self.words.fit(text);
        self.compared += 1;
        self.push(fit, seed);
    }

    /// Adds a page with a rank of its own, in 0..=1: the higher, the better. A page that was found before keeps its
    /// better rank, with the texts of that.
    pub(super) fn ranked(&mut self, rank: f64, seed: Seed) {
        if let Some((known, before)) = self.seeds.iter_mut().find(|(_, known)| known.url == seed.url) {
            if rank > *known {
                (*known, *before) = (rank, seed);
            }
            return;
        }
        self.push(rank, seed);
    }

    fn push(&mut self, fit: f64, seed: Seed) {
        if !self.known.insert(seed.url.fingerprint()) {
            return;
        }
        self.seeds.push((fit, seed));
        if self.seeds.len() > 4 * limits::SEEDS_FOUND {
            self.sort();
            self.seeds.truncate(limits::SEEDS_FOUND);
        }
    }

    /// Adds a link from page to page that the provider reported.
    pub(super) fn link(&mut self, from: CanonicalUrl, to: CanonicalUrl) {
        if self.links.len() < limits::SEED_LINKS {
            self.links.push((from, to));
        }
    }

    /// Adds a warning. Those beyond the limit are counted.
    pub(super) fn warn(&mut self, sentence: String) {
        if self.warnings.contains(&sentence) {
            return;
        }
        if self.warnings.len() < limits::SEED_WARNINGS {
            self.warnings.push(sentence);
        } else {
            self.more_warnings += 1;
        }
    }

    /// Warns that this number of entries of a list was left out, if any was.
    pub(super) fn warn_left_out(&mut self, count: usize, list: &str) {
        match count {
            0 => {}
            1 => self.warn(format!("1 entry of {list} was left out: it has no address of a web page.")),
            n => self.warn(format!("{n} entries of {list} were left out: they have no address of a web page.")),
        }
    }

    /// Sorts the pages, best first; of equal ones the earlier.
    fn sort(&mut self) {
        sorting::sort_by(&mut self.seeds, |(one, _), (other, _)| other.total_cmp(one));
    }

    /// Returns the pages found so far, the best first, and their links, without warnings.
    pub(super) fn so_far(&mut self) -> Findings {
        self.sort();
        let seeds = self.seeds.iter().take(limits::SEEDS_FOUND).map(|(_, seed)| seed.clone());
        Findings { seeds: seeds.collect(), warnings: Vec::new(), links: self.links.clone() }
    }

    /// Returns the pages found. Listed pages without any query word are dropped, unless all are.
    pub(super) fn finish(mut self) -> Findings {
        self.sort();
        self.seeds.truncate(limits::SEEDS_FOUND);
        let fits = self.seeds.iter().filter(|(fit, _)| *fit > 0.0).count();
        if self.compared > 0 && !self.words.is_empty() {
            if fits > 0 {
                self.seeds.truncate(fits);
            } else if !self.seeds.is_empty() {
                self.warn(
                    "None of these has your words in its title or URL: these are the first ones listed.".to_owned(),
                );
            }
        }
        if self.more_warnings > 0 {
            self.warnings.pop();
            self.warnings.push(format!("{} more warnings like these are not listed.", self.more_warnings + 1));
        }
        Findings {
            seeds: self.seeds.into_iter().map(|(_, seed)| seed).collect(),
            warnings: self.warnings,
            links: self.links,
        }
    }
}

/// Maximum number of compared words of a query.
const WORDS: usize = 16;
/// Maximum number of compared bytes of a text.
const BYTES: usize = 2_048;

/// The words of a query, as terms, to score a title or URL by the share of them in it. It has no word weights: it only
/// orders lists of arbitrary pages, and the crawl judges the pages.
pub(super) struct Words {
    analyzer: Analyzer,
    terms: Vec<String>,
}

impl Words {
    pub(super) fn new(query: &str) -> Self {
        let mut analyzer = Analyzer::new(TextOptions::default());
        let mut terms: Vec<String> = Vec::new();
        analyzer.tokens(begin(query, BYTES), None, |token| {
            if terms.len() < WORDS && !terms.iter().any(|term| term == token.term) {
                terms.push(token.term.to_owned());
            }
        });
        Self { analyzer, terms }
    }

    /// Returns true if the query has no words.
    pub(super) fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Returns the share of the words that occur in a text, in 0..=1; 1 without words.
    pub(super) fn fit(&mut self, text: &str) -> f64 {
        if self.terms.is_empty() {
            return 1.0;
        }
        let mut there = vec![false; self.terms.len()];
        let terms = &self.terms;
        self.analyzer.tokens(begin(text, BYTES), None, |token| {
            let place = terms.iter().position(|term| term == token.term);
            if let Some(there) = place.and_then(|place| there.get_mut(place)) {
                *there = true;
            }
        });
        let met = there.iter().filter(|met| **met).count();
        met as f64 / self.terms.len() as f64
    }
}
