//! Lists the words that a strategy relates to those of a query, before any crawl.
//!
//! Excluded words are included, so that the person can include them again.

use crate::protocol::{RelatedTo, ToPage};
use crate::worker::context::Context;
use engine::strategy;
use engine::strategy::{Assets, Entry, Report, StrategyInputs};
use std::rc::Rc;
use types::limits;
use types::plan::{Plan, PlanError};
use types::report::RelatedWord;
use types::spec::ParamError;
use types::taxonomy::CheckedTaxonomy;
use types::text::joined;
use types::trails::CheckedTrails;
use wasm_bindgen_futures::spawn_local;

/// Sends the related words, even during a crawl. A strategy without the lexicon has none.
pub(crate) fn on_message(context: &Rc<Context>, to: RelatedTo) {
    let entry = strategy::find(&to.strategy.id).filter(|entry| entry.needs.lexicon);
    let context = Rc::clone(context);
    spawn_local(async move {
        let words = match entry {
            Some(entry) => match context.load_assets([entry.id]).await {
                Ok(assets) => related(entry, &to, &assets),
                Err(sentence) => Err(sentence),
            },
            None => Ok(Vec::new()),
        };
        context.send(&ToPage::Related { to, words });
    });
}

/// Returns the related words that a strategy would use if it were started now.
fn related(entry: &Entry, to: &RelatedTo, assets: &Assets) -> Result<Vec<RelatedWord>, String> {
    let length = to.query.chars().count();
    if length > limits::QUERY_CHARS {
        return Err(PlanError::QueryTooLong(length).to_string());
    }
    let wrong = |errors: Vec<ParamError>| joined(&errors);
    let settings = entry.settings(&to.strategy.params).map_err(wrong)?;
    let plan = Plan {
        query: to.query.clone(),
        ..Plan::default()
    };
    let Some(make) = assets.code.find(entry.id) else {
        return Ok(Vec::new());
    };
    let strategy = make(&StrategyInputs {
        settings: &settings,
        plan: &plan,
        taxonomy: &CheckedTaxonomy::default(),
        trails: &CheckedTrails::default(),
        lexicon: assets.lexicon.as_ref(),
        vectors: assets.vectors.as_ref(),
    });
    Ok(strategy.report().map(Report::related).unwrap_or_default())
}
