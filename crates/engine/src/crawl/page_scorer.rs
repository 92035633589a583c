//! Scores pages apart from others: each page is the first of a crawl of its own, so that its scores depend on the page
//! alone.

use super::{CheckedPlan, Crawl, Model, ModelError};
use crate::event::{Event, EventKind};
use crate::fetch::FetchResponse;
use crate::topic::VectorizerState;
use std::sync::Arc;
use types::plan::Politeness;
use types::url::CanonicalUrl;

/// A plan, and a model if there is one, by which any number of [`PageScorer`]s score pages.
pub struct ScoringPlan {
    plan: CheckedPlan,
    model: Option<Model>,
}

impl ScoringPlan {
    /// Creates the plan. The seeds of `plan` are ignored.
    ///
    /// # Errors
    /// Returns an error if the settings of the plan differ from those of the model's training.
    pub fn new(mut plan: CheckedPlan, model: Option<Model>) -> Result<Arc<Self>, ModelError> {
        plan.plan.politeness = Politeness::Replay;
        Crawl::from_model(plan.clone(), model.clone())?;
        Ok(Arc::new(Self { plan, model }))
    }

    /// Returns the checked plan.
    pub fn checked(&self) -> &CheckedPlan {
        &self.plan
    }

    fn new_crawl(&self) -> Crawl {
        let crawl = Crawl::from_model(self.plan.clone(), self.model.clone());
        crawl.expect("the model fits: the constructor created a crawl").without_following()
    }
}

/// Scores the links of single pages.
///
/// A page has the same scores whatever was scored before it, to the last bit. If the strategy scores pages
/// independently ([`Crawl::scores_pages_independently`]), the crawl, its model and its cache of stems are reused.
pub struct PageScorer {
    plan: Arc<ScoringPlan>,
    /// The terms before the first page.
    terms: VectorizerState,
    crawl: Crawl,
}

impl PageScorer {
    /// Creates a scorer.
    pub fn new(plan: Arc<ScoringPlan>) -> Self {
        let crawl = plan.new_crawl();
        Self { terms: crawl.vectorizer.state().clone(), plan, crawl }
    }

    /// Crawls this page alone. The first record of the returned crawl is the page; its frontier has the scored links.
    /// There is no record if the response is not a page.
    pub fn crawl(&mut self, url: &CanonicalUrl, response: FetchResponse) -> &Crawl {
        if self.crawl.scores_pages_independently() {
            self.crawl.restart(&self.terms);
        } else {
            self.crawl = self.plan.new_crawl();
        }
        self.crawl.plan.seeds = vec![url.clone()];
        for kind in [EventKind::Known(url.clone(), Box::new(response)), EventKind::Seeded] {
            self.crawl.handle(Event::at(0, kind));
        }
        &self.crawl
    }
}
