//! Converts results of the engine and the database to messages for the page, and creates the crawl of a plan.

use crate::protocol::{Opened, Problem};
use crate::worker::storage::database::CrawlCard;
use engine::crawl::{CheckedPlan, Crawl, Model};
use types::plan::PlanError;
use types::taxonomy::TaxonomyError;

/// Creates the crawl of a plan, with a trained model if there is one.
pub(super) fn new_crawl(plan: CheckedPlan, model: Option<Box<Model>>) -> Result<Crawl, Vec<Problem>> {
    Crawl::from_model(plan, model.map(|model| *model)).map_err(|error| vec![problem("model", error.to_string())])
}

/// Returns whether loading the strategy's code or its language data resolves the error.
pub(super) fn is_about_assets(error: &PlanError) -> bool {
    matches!(error, PlanError::LanguageDataMissing(_) | PlanError::VectorsMissing | PlanError::CodeMissing(_))
}

/// Returns whether the plan has no topics to train on.
pub(super) fn lacks_topics(error: &PlanError) -> bool {
    matches!(error, PlanError::Taxonomy(TaxonomyError::NoTopics))
}

/// Returns the problem to show; `None` for missing assets, which are loaded once the rest is valid.
pub(super) fn plan_problem(error: &PlanError) -> Option<Problem> {
    (!is_about_assets(error)).then(|| problem(&error.field(), error.to_string()))
}

/// Creates a problem of a field.
pub(super) fn problem(field: &str, message: String) -> Problem {
    Problem { field: field.to_owned(), message }
}

/// Returns the description of a saved crawl that is opened; `elsewhere` if another tab has it.
pub(super) fn opened(card: &CrawlCard, elsewhere: bool) -> Opened {
    Opened {
        id: card.id.clone(),
        name: card.name.clone(),
        plan: card.plan.clone(),
        stay: !card.plan.scope.allow.is_empty(),
        source: card.source.clone(),
        first: card.steered.first.clone(),
        lacking: card.lacking.clone(),
        elsewhere,
    }
}
