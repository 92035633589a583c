//! Renders the form that switches the strategy of a running crawl: menu, parameters, preview.
//!
//! Strategies that learn from examples are not offered, because they are trained before a crawl. Parameters that only
//! apply during training are labeled.

use crate::views::parts::params::{FieldContext, about, params};
use crate::views::prelude::*;
use protocol::Problem;
use types::spec::StrategySpec;

/// The strategy in the form.
pub(crate) struct StrategyForm {
    /// The strategy, or the problems of its parameters.
    pub(crate) spec: Result<StrategySpec, Vec<Problem>>,
    /// It equals the crawl's strategy.
    pub(crate) is_same: bool,
}

impl StrategyForm {
    /// Returns the strategy that the form holds now.
    pub(crate) fn new(steer: &Steer, live: &Live, catalog: &Catalog) -> Self {
        let spec = steer.form.spec(catalog);
        let is_same = spec.as_ref().ok() == live.spec().as_ref();
        Self { spec, is_same }
    }
}

/// Renders the form of a strategy. Its ids begin with `place`, which distinguishes two forms on one screen.
pub(crate) fn strategy_form(
    place: &'static str,
    steer: &Steer,
    live: &Live,
    catalog: &Catalog,
    dispatch: &Dispatch,
    buttons: Html,
    onsubmit: Callback<SubmitEvent>,
) -> Html {
    let form = &steer.form;
    let (now, chosen) = (live.spec().unwrap_or_default(), form.strategy_id());
    let id = format!("{place}-strategy");
    let problem = form.problem("strategy");
    let ties = AriaLinks::of(&id, true, problem.as_ref());
    let oninput = dispatch.typing_into(Action::edit_steering, "strategy", |form, id| {
        form.strategy.id = Some(id);
    });
    let listed = catalog.strategies.iter();
    let listed = listed.filter(|info| info.id == now.id || !is_for_starts(info));
    let listed = listed.map(|info| (info.id.as_str(), info.title.as_str()));
    let known = catalog.strategy(&chosen);
    html! {
        <form class="steer-method" {onsubmit} novalidate=true>
            <label for={id.clone()}>{ "Strategy" }</label>
            { menu(&id, ties, listed, &chosen, oninput) }
            { problem_line(&id, problem.as_ref()) }
            <div id={format!("{id}-help")} class="help">
                if let Some(info) = known { { about(info) } }
            </div>
            if let Some(info) = known {
                <div class="steer-params">
                    { params(form, info, FieldContext { name: place, is_late: info.needs.training() },
                        Action::edit_steering, dispatch) }
                </div>
            }
            <p class="buttons">{ buttons }</p>
        </form>
    }
}

/// Returns whether a crawl can start with the strategy but not switch to it, because it needs training or earlier
/// crawls.
fn is_for_starts(info: &StrategyInfo) -> bool {
    info.needs.training() || info.needs.past
}

/// Renders the notice that a strategy waits for language data.
pub(crate) fn waiting(steer: &Steer, catalog: &Catalog) -> Html {
    let is_waiting = (steer.is_switching || steer.is_looking) && catalog.loading.is_some();
    let text = if is_waiting { "Loading language data…" } else { "" };
    html! { <p class="fine" role="status">{ text }</p> }
}
