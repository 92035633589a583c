//! Defines a checked plan, with everything that a crawl needs from it.

mod check;

use crate::strategy::{Assets, Entry, Make, Settings, Strategy, StrategyInputs};
use crate::topic::{Vectorizer, VectorizerState};
use std::sync::Arc;
use types::plan::Plan;
use types::strategy::Needs;
use types::taxonomy::{CheckedTaxonomy, ExampleContent};
use types::trails::CheckedTrails;
use types::url::{CanonicalUrl, ScopeRule};

/// A valid plan, from which a crawl is created.
#[derive(Clone, Debug)]
pub struct CheckedPlan {
    /// The plan as given, with the topics that the driver or the query added. Its relevance is never
    /// [`types::plan::RelevanceMeasure::Auto`], so that it stays when the crawl switches to another strategy.
    pub plan: Plan,
    /// The canonical seeds, without duplicates, in order.
    pub seeds: Vec<CanonicalUrl>,
    /// The whole addresses of the seeds with tracking parameters or session ids.
    pub(super) seed_addresses: Vec<CanonicalUrl>,
    /// The whole addresses of the spare seeds, in order.
    pub(super) spare_seeds: Vec<CanonicalUrl>,
    /// The entry of its strategy.
    pub entry: &'static Entry,
    /// Creates its strategy.
    pub(super) make: Make,
    /// The strategy's parameters, complete and in range.
    pub settings: Settings,
    /// Its topics if the strategy learns from topics; otherwise none.
    pub taxonomy: CheckedTaxonomy,
    /// Its trails if the strategy learns from trails, or if the topic does because there is no query; otherwise none.
    pub trails: CheckedTrails,
    /// The training data of its strategy.
    pub examples: Vec<Example>,
    /// Resources of the driver, such as the lexicon.
    pub assets: Assets,
    /// The word weights before the first page, if they were computed in advance.
    pub(super) initial_weights: Option<Arc<VectorizerState>>,
}

/// A training example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// A page or words.
    pub content: ExampleContent,
    /// True if the crawl looks for pages like this one.
    pub good: bool,
}

impl CheckedPlan {
    /// Creates the strategy, which has seen no page.
    pub fn strategy(&self) -> Box<dyn Strategy> {
        let needs = self.needs();
        let (lexicon, vectors) = (&self.assets.lexicon, &self.assets.vectors);
        (self.make)(&StrategyInputs {
            settings: &self.settings,
            plan: &self.plan,
            taxonomy: &self.taxonomy,
            trails: &self.trails,
            lexicon: lexicon.as_ref().filter(|_| needs.lexicon),
            vectors: vectors.as_ref().filter(|_| needs.vectors),
        })
    }

    /// Returns what the strategy needs with its parameters.
    pub(super) fn needs(&self) -> Needs {
        self.entry.needs_with(&self.plan.strategy.params)
    }

    /// Limits the crawl to the hosts of its seeds, with and without `www.`, since one usually redirects to the other.
    pub fn stay_on_hosts(&mut self) {
        let hosts = self.seeds.iter().map(ScopeRule::host_of);
        let names = hosts.flat_map(|host| [host.with_other_name(), host]);
        self.plan.scope.allow.extend(names);
    }

    /// Computes the word weights before the first page, for a program that creates many crawls from copies of this
    /// plan. Otherwise each crawl computes them.
    pub fn compute_initial_weights(&mut self) {
        self.initial_weights = Some(Arc::new(self.vectorizer().state().clone()));
    }

    /// Creates the vectorizer, with the word weights of the plan or else those of the strategy's paper.
    pub(super) fn vectorizer(&self) -> Vectorizer {
        if let Some(state) = &self.initial_weights {
            return Vectorizer::with_state(self.plan.stemming, VectorizerState::clone(state));
        }
        let idf = self.plan.idf.resolved(self.entry.needs);
        Vectorizer::new(self.plan.stemming, idf).with_emphasis(self.plan.emphasis)
    }
}

#[cfg(test)]
mod tests;
