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
            Some(entry) => match load(&context, entry, &to).await {
                Ok(()) => related(entry, &to, &context.assets()),
                Err(sentence) => Err(sentence),
            },
            None => Ok(Vec::new()),
        };
        context.send(&ToPage::Related { to, words });
    });
}

/// Loads the code of the strategy, the lexicon, and the word vectors, which a crawl by the strategy will need but the list can do without.
async fn load(context: &Context, entry: &Entry, to: &RelatedTo) -> Result<(), String> {
    context.load_code(entry.id).await?;
    let needs = entry.needs_with(&to.strategy.params);
    let mut problem = None;
    if needs.lexicon {
        problem = context.lexicon.load().await.err();
    }
    if needs.vectors {
        // The start of a crawl reports the reason if they are still missing then.
        let _ = context.vectors.load().await;
    }
    problem.map_or(Ok(()), |error| Err(error.to_string()))
}

/// Returns the related words that a strategy would use if it were started now.
fn related(entry: &Entry, to: &RelatedTo, assets: &Assets) -> Result<Vec<RelatedWord>, String> {
    let length = to.query.chars().count();
    if length > limits::QUERY_CHARS {
        return Err(PlanError::QueryTooLong(length).to_string());
    }
    let wrong = |errors: Vec<ParamError>| joined(&errors);
    let settings = entry.settings(&to.strategy.params).map_err(wrong)?;
    let plan = Plan { query: to.query.clone(), ..Plan::default() };
    let Some(make) = assets.code.find(entry.id) else {
        return Ok(Vec::new());
    };
    let needs = entry.needs_with(&to.strategy.params);
    let (lexicon, vectors) = (assets.lexicon.as_ref(), assets.vectors.as_ref());
    let strategy = make(&StrategyInputs {
        settings: &settings,
        plan: &plan,
        taxonomy: &CheckedTaxonomy::default(),
        trails: &CheckedTrails::default(),
        lexicon: lexicon.filter(|_| needs.lexicon),
        vectors: vectors.filter(|_| needs.vectors),
    });
    Ok(strategy.report().map(Report::related).unwrap_or_default())
}
