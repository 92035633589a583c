//! What a session tells in place of what the worker has: problems, examples, the card of a crawl; and the crawl of a plan.

use crate::protocol::{Example, Opened, Problem};
use crate::worker::store::Card;
use engine::crawl::{Crawl, Model};
use engine::plan::{CheckedPlan, PlanError};

/// The crawl of a plan, by a model where there is one.
pub(super) fn made(plan: CheckedPlan, model: Option<Box<Model>>) -> Result<Crawl, Vec<Problem>> {
    match model {
        None => Ok(Crawl::new(plan)),
        Some(model) => {
            Crawl::taught(plan, *model).map_err(|error| vec![problem("model", error.to_string())])
        }
    }
}

pub(super) fn is_about_lexicon(error: &PlanError) -> bool {
    matches!(error, PlanError::LexiconMissing(_))
}

/// What to tell of an error; nothing of a lexicon that is loaded once all else is right.
pub(super) fn told(error: &PlanError) -> Option<Problem> {
    (!is_about_lexicon(error)).then(|| problem(&error.field(), error.to_string()))
}

pub(super) fn problem(field: &str, message: String) -> Problem {
    Problem {
        field: field.to_owned(),
        message,
    }
}

pub(super) fn example(topic: &demo_web::Topic) -> Example {
    Example {
        title: topic.title.to_owned(),
        query: topic.query.to_owned(),
        seeds: topic.seeds.clone(),
        examples: topic.examples.clone(),
    }
}

pub(super) fn opened(card: &Card, elsewhere: bool) -> Opened {
    Opened {
        id: card.id.clone(),
        name: card.name.clone(),
        plan: card.plan.clone(),
        stay: !card.plan.scope.allow.is_empty(),
        source: card.source.clone(),
        first: card.steered.first.clone(),
        elsewhere,
    }
}
