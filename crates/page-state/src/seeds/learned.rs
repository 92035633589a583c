//! Learns the ranks of providers from the crawl that started at their pages, once it ends, and stores them in the
//! browser.
//!
//! The browser also stores the seeds of each crawl until then, with their providers, redirects and losses, so that a
//! crawl that is continued in another session teaches too.

use crate::State;
use crate::crawl::crawled_pages::CrawledPages;
use crate::crawl::failures::Failures;
use crate::effect::Effect;
use crate::seeds::{RANKS, UNLEARNED};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;
use types::report::{Notification, Phase};
use types::seeds::FoundSeed;
use types::url::CanonicalUrl;

/// The number of relevant pages, reached from a seed, from which its yield is full.
const FULL: f64 = 5.0;
/// The yield of a seed that was read without leading to a relevant page.
const READ: f64 = 0.25;
/// The yield of a seed that led to one relevant page, which may be itself: its provider is not weak.
const RELEVANT: f64 = 0.5;
/// Maximum number of stored crawls from which nothing was learned yet, the latest ones.
const UNLEARNED_MAX: usize = 20;

/// A crawl with automatic seeds from which nothing was learned yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnlearnedCrawl {
    /// The id of the saved crawl.
    id: String,
    /// The kind of the query.
    kind: String,
    seeds: Vec<UnlearnedSeed>,
}

/// An automatic seed of such a crawl.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct UnlearnedSeed {
    url: String,
    /// The address to which it redirects.
    target: Option<String>,
    /// Unless it has a page, it is lost: it was refused, or its host asked to wait.
    is_lost: bool,
    /// The ids of the providers that found it.
    providers: Vec<String>,
}

impl UnlearnedSeed {
    /// Returns the seed with what is known of it by now.
    fn with_outcome(&self, failures: &Failures) -> Self {
        let target = Some(failures.target_of(&self.url)).filter(|target| *target != self.url);
        Self {
            target: target.map(str::to_owned).or_else(|| self.target.clone()),
            is_lost: self.is_lost || failures.is_lost(&self.url),
            ..self.clone()
        }
    }

    /// Returns the address of its page.
    fn page(&self) -> &str {
        self.target.as_ref().unwrap_or(&self.url)
    }
}

impl UnlearnedCrawl {
    /// Returns the crawl with what is known of its seeds by now.
    fn with_outcomes(&self, failures: &Failures) -> Self {
        Self { seeds: self.seeds.iter().map(|seed| seed.with_outcome(failures)).collect(), ..self.clone() }
    }
}

/// Writes `ID KIND SEED=PROVIDER+PROVIDER …` in one line. A seed is `URL`, or `URL>TARGET` if it redirects, and ends
/// with `>` if it is lost; no URL contains that character.
impl Display for UnlearnedCrawl {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.id, self.kind)?;
        self.seeds.iter().try_for_each(|UnlearnedSeed { url, target, is_lost, providers }| {
            let target = target.as_ref().map_or_else(String::new, |target| format!(">{target}"));
            let end = if *is_lost { ">" } else { "" };
            write!(f, " {url}{target}{end}={}", providers.join("+"))
        })
    }
}

/// Reads the line that [`Display`] writes; `Err` for another one: anyone may change it.
impl FromStr for UnlearnedCrawl {
    type Err = ();

    fn from_str(line: &str) -> Result<Self, ()> {
        let mut parts = line.split(' ').map(str::to_owned);
        let (id, kind) = parts.next().zip(parts.next()).ok_or(())?;
        let seeds = parts.filter_map(|part| {
            let (seed, providers) = part.rsplit_once('=')?;
            let providers = providers.split('+').map(str::to_owned).collect();
            let kept = seed.strip_suffix('>');
            let seed = kept.unwrap_or(seed);
            let (url, target) = seed.split_once('>').map_or((seed, None), |(url, target)| (url, Some(target)));
            let (url, target) = (url.to_owned(), target.map(str::to_owned));
            Some(UnlearnedSeed { url, target, is_lost: kept.is_some(), providers })
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

    /// Stores the redirects and losses of the seeds that notifications of a crawl told.
    pub(crate) fn remember_outcomes(&mut self) {
        let Some(known) = self.stored_crawl().filter(|_| self.crawl.live.read_only.is_none()) else { return };
        let new = known.with_outcomes(&self.crawl.live.failures);
        if new != *known {
            self.replace_unlearned(&new.id.clone(), Some(new));
        }
    }

    /// Returns the redirects of the seeds of a crawl that is continued.
    pub(crate) fn stored_redirects(&self, id: &str) -> Vec<(CanonicalUrl, CanonicalUrl)> {
        let crawl = self.catalog.unlearned.iter().find(|crawl| crawl.id == id);
        let seeds = crawl.into_iter().flat_map(|crawl| &crawl.seeds);
        let redirect = |seed: &UnlearnedSeed| {
            // They were canonical when they were stored.
            let url = |text: &String| CanonicalUrl::try_from(text.clone()).ok();
            Some((url(&seed.url)?, url(seed.target.as_ref()?)?))
        };
        seeds.filter_map(redirect).collect()
    }

    /// Returns what is stored of the crawl.
    fn stored_crawl(&self) -> Option<&UnlearnedCrawl> {
        let id = self.crawl.live.saved.id.as_ref()?;
        self.catalog.unlearned.iter().find(|crawl| crawl.id == *id)
    }

    /// Returns the crawl if its seeds were found automatically in this session.
    fn crawl_of_session(&self) -> Option<UnlearnedCrawl> {
        let stored = self.stored_crawl();
        let seed = |found: &FoundSeed| {
            let url = found.seed.url.as_str();
            let stored = stored.and_then(|stored| stored.seeds.iter().find(|seed| seed.url == url)).cloned();
            UnlearnedSeed { url: url.to_owned(), providers: found.providers.clone(), ..stored.unwrap_or_default() }
        };
        let seeds: Vec<_> = self.seeds_of_live_crawl().into_iter().map(seed).collect();
        let id = self.crawl.live.saved.id.clone().unwrap_or_default();
        let crawl = UnlearnedCrawl { id, kind: self.setup.seeds.kind.clone(), seeds };
        (!crawl.seeds.is_empty()).then(|| crawl.with_outcomes(&self.crawl.live.failures))
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
            let is_ready = !self.setup.seeds.is_learned && !self.setup.seeds.is_incomplete();
            return is_ready.then_some(crawl);
        }
        Some(self.stored_crawl()?.with_outcomes(&self.crawl.live.failures))
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
        let outcomes = crawl.seeds.iter().filter_map(|seed| {
            let of_page = seed_yield(seed.page(), pages, good);
            Some((&seed.providers, of_page.or_else(|| seed.is_lost.then_some(0.0))?))
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

/// Returns whether a notification may tell a redirect or a loss of a seed.
pub(crate) fn tells_outcome(notification: &Notification) -> bool {
    matches!(notification, Notification::Redirected { .. } | Notification::Refused(_) | Notification::Delayed { .. })
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
    let further = (relevant as f64 - 1.0) / (FULL - 1.0);
    Some(if relevant == 0 { READ } else { RELEVANT + (1.0 - RELEVANT) * further.min(1.0) })
}
