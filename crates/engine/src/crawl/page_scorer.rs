//! Scores pages apart from others: each page is the first of a crawl of its own, so that its scores depend on the page alone.

use super::state::State;
use super::{CheckedPlan, Crawl, Model, ModelError};
use crate::event::{Event, EventKind};
use crate::fetch::FetchResponse;
use crate::topic::VectorizerState;
use types::plan::Politeness;
use types::url::CanonicalUrl;

/// Scores the links of single pages.
///
/// A page has the same scores whatever was scored before it, to the last bit. If the strategy scores pages independently
/// ([`Crawl::scores_pages_independently`]), the crawl, its model and its cache of stems are reused.
pub struct PageScorer {
    plan: CheckedPlan,
    model: Option<Model>,
    /// The terms before the first page.
    terms: VectorizerState,
    crawl: Crawl,
}

impl PageScorer {
    /// Creates a scorer. The seeds of the plan are ignored.
    ///
    /// # Errors
    /// Returns an error if the settings of the plan differ from those of the model's training.
    pub fn new(mut plan: CheckedPlan, model: Option<Model>) -> Result<Self, ModelError> {
        plan.plan.politeness = Politeness::Replay;
        let crawl = new_crawl(&plan, model.as_ref())?;
        Ok(Self {
            terms: crawl.vectorizer.state().clone(),
            plan,
            model,
            crawl,
        })
    }

    /// Returns the checked plan.
    pub fn plan(&self) -> &CheckedPlan {
        &self.plan
    }

    /// Crawls this page alone. The first record of the returned crawl is the page; its frontier has the scored links. There is no record if
    /// the response is not a page.
    ///
    /// # Panics
    /// Never: the model fitted when this scorer was created.
    pub fn crawl(&mut self, url: &CanonicalUrl, response: FetchResponse) -> &Crawl {
        self.restart();
        self.crawl.plan.seeds = vec![url.clone()];
        for kind in [
            EventKind::Known(url.clone(), Box::new(response)),
            EventKind::Seeded,
        ] {
            self.crawl.handle(Event::at(0, kind));
        }
        &self.crawl
    }

    /// Returns the crawl to its state before the first page.
    fn restart(&mut self) {
        if self.crawl.scores_pages_independently() {
            self.crawl.restart(&self.terms);
        } else {
            let crawl = new_crawl(&self.plan, self.model.as_ref());
            self.crawl = crawl.expect("the model fitted when this scorer was created");
        }
    }
}

fn new_crawl(plan: &CheckedPlan, model: Option<&Model>) -> Result<Crawl, ModelError> {
    let crawl = match model {
        None => Crawl::new(plan.clone()),
        Some(model) => Crawl::from_model(plan.clone(), model.clone())?,
    };
    Ok(crawl.without_following())
}

impl Crawl {
    /// Forgets all pages and their terms; keeps what was learned before the crawl.
    fn restart(&mut self, terms: &VectorizerState) {
        self.vectorizer.reset(terms);
        self.strategy.restart();
        let training = std::mem::take(&mut self.state.training);
        self.state = State::new(&self.plan.plan);
        self.state.training = training;
    }
}
