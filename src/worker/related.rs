//! Which words a strategy takes for related to those of a query, told before any crawl.
//!
//! Left out on purpose: loading the lexicon, which the [`Library`](super::lexicon::Library) does, and what is struck out: it stays in view.

use crate::protocol::RelatedTo;
use engine::lexicon::Lexicon;
use engine::limits;
use engine::plan::{Plan, PlanError};
use engine::report::RelatedWord;
use engine::strategy::{Entry, Materials, ParamError, Settings};
use engine::taxonomy::CheckedTaxonomy;
use engine::trails::CheckedTrails;
use std::sync::Arc;

/// The related words that a strategy would use, were it started now.
pub(super) fn related(
    entry: &Entry,
    to: &RelatedTo,
    lexicon: &Arc<Lexicon>,
) -> Result<Vec<RelatedWord>, String> {
    let length = to.query.chars().count();
    if length > limits::QUERY_CHARS {
        return Err(PlanError::QueryTooLong(length).to_string());
    }
    let wrong = |errors: Vec<ParamError>| {
        let sentences: Vec<String> = errors.iter().map(ToString::to_string).collect();
        sentences.join("; ")
    };
    let settings = Settings::check(entry, &to.params).map_err(wrong)?;
    let plan = Plan {
        query: to.query.clone(),
        ..Plan::default()
    };
    let strategy = (entry.make)(&Materials {
        settings: &settings,
        plan: &plan,
        taxonomy: &CheckedTaxonomy::default(),
        trails: &CheckedTrails::default(),
        lexicon: Some(lexicon),
    });
    Ok(strategy.related())
}
