//! Learns the ranks of providers from the crawl that started at their pages, once it ends, and stores them in the
//! browser.

use crate::State;
use crate::crawl::crawled_pages::CrawledPages;
use crate::effect::Effect;
use crate::seeds::RANKS;
use types::report::Phase;
use types::seeds::Seed;

/// The number of relevant pages, reached from a seed, from which its yield is full.
const FULL: f64 = 5.0;
/// The yield of a seed that was read without leading to a relevant page.
const READ: f64 = 0.25;

impl State {
    /// Learns from an ended crawl whose seeds were found automatically, once. Seeds that the crawl did not reach teach
    /// nothing.
    pub(crate) fn learn_ranks(&mut self) {
        let live = &self.crawl.live;
        let Some(request) = &live.request else { return };
        let has_ended = matches!(live.progress.phase, Phase::Ended(_)) && !live.is_catching_up;
        if !has_ended || self.setup.seeds.is_learned {
            return;
        }
        let seeds = self.setup.seeds.seeds_of_crawl(&request.plan.seeds);
        let (pages, good) = (&self.crawl.ranking.pages, live.good_from());
        let outcomes: Vec<_> = seeds
            .into_iter()
            .filter_map(|found| {
                let is_lost = live.failures.lost_seeds.iter().any(|(url, _)| url == found.seed.url.as_str());
                let seed_yield = if is_lost { Some(0.0) } else { seed_yield(&found.seed, pages, good) };
                Some((found.providers.clone(), seed_yield?))
            })
            .collect();
        if outcomes.is_empty() {
            return;
        }
        let kind = self.setup.seeds.kind.clone();
        self.catalog.change(|catalog| {
            for (providers, seed_yield) in &outcomes {
                for provider in providers {
                    catalog.ranks.learn(&kind, provider, *seed_yield);
                }
            }
        });
        self.setup.seeds.change(|search| search.is_learned = true);
        self.effects.push(Effect::Store(RANKS, self.catalog.ranks.to_string()));
    }
}

/// Returns the yield of a seed in 0..=1: 0 if it could not be read, 1 if it led to [`FULL`] relevant pages, itself
/// included; `None` if the crawl did not request it.
fn seed_yield(seed: &Seed, pages: &CrawledPages, good: f64) -> Option<f64> {
    let records = pages.records().iter();
    let page = records.clone().find(|page| page.discovery.parent.is_none() && page.url == seed.url)?;
    if !page.outcome.is_read() {
        return Some(0.0);
    }
    let is_relevant = |n: u32, relevance: f64| relevance >= good && pages.seed_of(n) == Some(page.n);
    let relevant = records.filter(|other| other.outcome.is_read() && is_relevant(other.n, other.relevance)).count();
    Some(READ + (1.0 - READ) * (relevant as f64 / FULL).min(1.0))
}
