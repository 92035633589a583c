//! Learns the ranks of providers from the crawl that started at their pages, once it ends, and stores them in the
//! browser.
//!
//! The browser also stores the providers of the seeds of each crawl until then, so that a crawl that is continued in
//! another session teaches too.

use crate::State;
use crate::crawl::crawled_pages::CrawledPages;
use crate::effect::Effect;
use crate::seeds::{RANKS, UNLEARNED};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;
use types::report::Phase;

/// The number of relevant pages, reached from a seed, from which its yield is full.
const FULL: f64 = 5.0;
/// The yield of a seed that was read without leading to a relevant page.
const READ: f64 = 0.25;
/// Maximum number of stored crawls from which nothing was learned yet, the latest ones.
const UNLEARNED_MAX: usize = 20;

/// A crawl with automatic seeds from which nothing was learned yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnlearnedCrawl {
    /// The id of the saved crawl.
    id: String,
    /// The kind of the query.
    kind: String,
    /// The addresses of the seeds, each with the ids of the providers that found it.
    seeds: Vec<(String, Vec<String>)>,
}

/// Writes `ID KIND URL=PROVIDER+PROVIDER …` in one line.
impl Display for UnlearnedCrawl {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.id, self.kind)?;
        self.seeds.iter().try_for_each(|(url, providers)| write!(f, " {url}={}", providers.join("+")))
    }
}

/// Reads the line that [`Display`] writes; `Err` for another one: anyone may change it.
impl FromStr for UnlearnedCrawl {
    type Err = ();

    fn from_str(line: &str) -> Result<Self, ()> {
        let mut parts = line.split(' ').map(str::to_owned);
        let (id, kind) = parts.next().zip(parts.next()).ok_or(())?;
        let seeds = parts.filter_map(|part| {
            let (url, providers) = part.rsplit_once('=')?;
            Some((url.to_owned(), providers.split('+').map(str::to_owned).collect()))
        });
        Ok(Self { id, kind, seeds: seeds.collect() })
    }
}

impl State {
    /// Stores the providers of the seeds of the crawl until it ends, once it is saved.
    pub(crate) fn remember_seeds(&mut self) {
        let is_open = self.crawl.live.saved.id.is_some() && !self.setup.seeds.is_learned;
        if let Some(crawl) = self.crawl_of_session().filter(|_| is_open) {
            self.replace_unlearned(&crawl.id.clone(), Some(crawl));
        }
    }

    /// Returns the crawl if its seeds were found automatically in this session.
    fn crawl_of_session(&self) -> Option<UnlearnedCrawl> {
        let seeds = self.seeds_of_live_crawl().into_iter();
        let seeds: Vec<_> = seeds.map(|found| (found.seed.url.to_string(), found.providers.clone())).collect();
        let id = self.crawl.live.saved.id.clone().unwrap_or_default();
        (!seeds.is_empty()).then(|| UnlearnedCrawl { id, kind: self.setup.seeds.kind.clone(), seeds })
    }

    /// Replaces or removes the stored crawl with this id.
    fn replace_unlearned(&mut self, id: &str, by: Option<UnlearnedCrawl>) {
        self.catalog.change(|catalog| {
            catalog.unlearned.retain(|crawl| crawl.id != id);
            catalog.unlearned.extend(by);
            let excess = catalog.unlearned.len().saturating_sub(UNLEARNED_MAX);
            catalog.unlearned.drain(..excess);
        });
        let lines: Vec<String> = self.catalog.unlearned.iter().map(ToString::to_string).collect();
        self.effects.push(Effect::Store(UNLEARNED, lines.join("\n")));
    }

    /// Returns the crawl if nothing was learned from it yet and its seeds were found automatically, in this session or
    /// in an earlier one.
    fn unlearned_crawl(&self) -> Option<UnlearnedCrawl> {
        if let Some(crawl) = self.crawl_of_session() {
            return Some(crawl).filter(|_| !self.setup.seeds.is_learned);
        }
        let id = self.crawl.live.saved.id.as_deref().unwrap_or_default();
        self.catalog.unlearned.iter().find(|crawl| crawl.id == id).cloned()
    }

    /// Learns from an ended crawl whose seeds were found automatically, once. A seed that redirects teaches by its
    /// target, one that still waits for its host is lost, and those that the crawl did not reach teach nothing.
    pub(crate) fn learn_ranks(&mut self) {
        let live = &self.crawl.live;
        let has_ended = matches!(live.progress.phase, Phase::Ended(_)) && !live.is_catching_up;
        if !has_ended || live.read_only.is_some() {
            return;
        }
        let Some(crawl) = self.unlearned_crawl() else { return };
        let (pages, good) = (&self.crawl.ranking.pages, live.good_from());
        let outcomes = crawl.seeds.iter().filter_map(|(url, providers)| {
            let of_page = seed_yield(live.failures.target_of(url), pages, good);
            Some((providers, of_page.or_else(|| live.failures.is_lost(url).then_some(0.0))?))
        });
        let outcomes: Vec<_> = outcomes.collect();
        if outcomes.is_empty() {
            return;
        }
        self.catalog.change(|catalog| {
            for (providers, seed_yield) in outcomes {
                for provider in providers {
                    catalog.ranks.learn(&crawl.kind, provider, seed_yield);
                }
            }
        });
        if !self.seeds_of_live_crawl().is_empty() {
            self.setup.seeds.change(|search| search.is_learned = true);
        }
        self.effects.push(Effect::Store(RANKS, self.catalog.ranks.to_string()));
        self.replace_unlearned(&crawl.id, None);
    }
}

/// Returns the yield of the seed with a page at `url` in 0..=1: 0 if it could not be read, 1 if it led to [`FULL`]
/// relevant pages, itself included; `None` without such a page.
fn seed_yield(url: &str, pages: &CrawledPages, good: f64) -> Option<f64> {
    let records = pages.records().iter();
    let page = records.clone().find(|page| page.url.as_str() == url)?;
    if !page.outcome.is_read() {
        return Some(0.0);
    }
    let is_relevant = |n: u32, relevance: f64| relevance >= good && pages.seed_of(n) == Some(page.n);
    let relevant = records.filter(|other| other.outcome.is_read() && is_relevant(other.n, other.relevance)).count();
    Some(READ + (1.0 - READ) * (relevant as f64 / FULL).min(1.0))
}
