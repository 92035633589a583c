//! A checked plan, with everything that a crawl needs from it.

mod check;

use crate::strategy::{Assets, Entry, Settings, Strategy, StrategyInputs};
use crate::topic::Vectorizer;
use types::plan::Plan;
use types::taxonomy::{CheckedTaxonomy, ExampleContent};
use types::trails::CheckedTrails;
use types::url::{CanonicalUrl, ScopeRule};

/// A checked plan, from which a crawl is created.
#[derive(Clone, Debug)]
pub struct CheckedPlan {
    /// The plan as given, with the topics that the driver or the query added.
    pub plan: Plan,
    /// Its seeds, canonical, each once, in order.
    pub seeds: Vec<CanonicalUrl>,
    /// Its strategy.
    pub entry: &'static Entry,
    /// The strategy's parameters, complete and in range.
    pub settings: Settings,
    /// Its topics if the strategy learns from topics; otherwise none.
    pub taxonomy: CheckedTaxonomy,
    /// Its trails if the strategy learns from trails, or if the topic does because there is no query;
    /// otherwise none.
    pub trails: CheckedTrails,
    /// The training data of its strategy.
    pub examples: Vec<Example>,
    /// Resources of the driver, such as the lexicon.
    pub assets: Assets,
}

/// An example to learn from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// A page, or words.
    pub content: ExampleContent,
    /// The crawl looks for pages like it.
    pub good: bool,
}

impl CheckedPlan {
    /// Creates the strategy, without any page seen.
    pub fn strategy(&self) -> Box<dyn Strategy> {
        (self.entry.make)(&StrategyInputs {
            settings: &self.settings,
            plan: &self.plan,
            taxonomy: &self.taxonomy,
            trails: &self.trails,
            lexicon: self.assets.lexicon.as_ref(),
        })
    }

    /// Limits the crawl to the hosts of its seeds, with and without `www.`, since one usually redirects to the other.
    pub fn stay_on_hosts(&mut self) {
        let hosts = self.seeds.iter().map(ScopeRule::host_of);
        let names = hosts.flat_map(|host| [host.with_other_name(), host]);
        self.plan.scope.allow.extend(names);
    }

    /// Creates the vectorizer, with the word weights of the plan or else those of the strategy's
    /// paper.
    pub(super) fn vectorizer(&self) -> Vectorizer {
        let idf = self.plan.idf.resolved(self.entry.needs);
        Vectorizer::new(self.plan.stemming, idf)
    }
}

#[cfg(test)]
mod tests;
