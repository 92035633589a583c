//! Renders the training of a model on the trails: strategy, settings, name.
//!
//! The strategies are those of the catalog that need trails. Pages that the reader has not stored are fetched from the
//! source of their trail, or else from the reader's source.

use crate::views::ScreenProps;
use crate::views::parts::params::{FieldContext, about, params};
use crate::views::parts::source::not_open;
use crate::views::parts::training::{progress, query};
use crate::views::prelude::*;
use page_state::library::status;
use types::spec::AUTOMATIC_TRAILS_STRATEGY;
use types::strategy::ParamInfo;

/// Renders the panel.
pub(crate) fn learn(props: &ScreenProps) -> Option<Html> {
    let ScreenProps { state: State { train, catalog, models, .. }, dispatch, .. } = props;
    let form = &models.form;
    let chosen = form.strategy_id();
    let info = catalog.strategy(&chosen).filter(|info| info.needs.trails)?;
    let is_enough = train.counts.missing(info.needs).is_empty();
    let lacking = (!is_enough).then_some("Not enough data to train this strategy yet. “Check” shows what is missing.");
    let onsubmit = dispatch.on_submit(|| Action::Models(ModelsAction::Train));
    let is_wrong = |param: &ParamInfo| form.problem(&format!("params.{}", param.name)).is_some();
    Some(html! {
        <section class="learn step-panel" aria-labelledby="learn">
            <h2 id="learn" tabindex="-1">{ "Learn" }</h2>
            if models.learning.is_none() {
                <form {onsubmit} novalidate=true>
                    { strategies(catalog, &chosen, dispatch) }
                    <div id="learn-strategy-help" class="help">{ about(info) }</div>
                    { name(props) }
                    if info.needs.query { { query(form, dispatch) } }
                    <details class="learn-settings" open={info.params.iter().any(is_wrong)}>
                        <summary>{ "Settings" }</summary>
                        { params(form, info, FieldContext::default(), Action::edit_model, dispatch) }
                    </details>
                    { source(&props.state) }
                    <p class="learn-go">
                        <button type="submit" class="main"
                            disabled={lacking.is_some() || catalog.worker != Worker::Ready}
                            aria-describedby={lacking.map(|_| "learn-lacking")}>
                            { "Train" }
                        </button>
                        if let Some(lacking) = lacking { <span id="learn-lacking" class="fine">{ lacking }</span> }
                    </p>
                </form>
            }
            { progress(models, dispatch) }
        </section>
    })
}

fn strategies(catalog: &Catalog, chosen: &str, dispatch: &Dispatch) -> Html {
    let oninput = dispatch.typing_into(Action::edit_model, "strategy", |form, id| {
        form.strategy.id = Some(id);
    });
    let trained = catalog.strategies.iter().filter(|info| info.needs.trails);
    let (automatic, others): (Vec<_>, Vec<_>) = trained.partition(|info| info.id == AUTOMATIC_TRAILS_STRATEGY);
    let title = automatic.first().map(|info| format!("Automatic ({})", info.title));
    let listed = automatic.iter().zip(&title);
    let listed = listed.map(|(info, title)| (info.id.as_str(), title.as_str()));
    let others = others.iter().map(|info| (info.id.as_str(), info.title.as_str()));
    let listed = listed.chain(others);
    let ties = AriaLinks::of("learn-strategy", true, None);
    html! {
        <>
            <label class="learn-label" for="learn-strategy">{ "Strategy" }</label>
            { menu("learn-strategy", ties, listed, chosen, oninput) }
        </>
    }
}

fn name(props: &ScreenProps) -> Html {
    let ScreenProps { state: State { train, models, .. }, dispatch, .. } = props;
    let oninput = dispatch.on_text(|name| Action::Models(ModelsAction::Name(name)));
    html! {
        <div class="field">
            <label for="learn-name">{ "Model name" }</label>
            <input id="learn-name" type="text" autocomplete="off" maxlength="200" value={models.name.clone()} {oninput}
                placeholder={train.suggested_name()} />
        </div>
    }
}

/// Renders the source of the pages, and the recorded web that must be opened for it.
fn source(state: &State) -> Html {
    let fallback = || state.setup.form.full_source(&state.catalog).ok();
    let trails = state.train.editor.trails().iter();
    let mut sources: Vec<Source> = Vec::new();
    for source in trails.filter_map(|kept| kept.source.clone().or_else(fallback)) {
        if !sources.contains(&source) {
            sources.push(source);
        }
    }
    let names: Vec<String> = sources.iter().map(status::source).collect();
    let gone = sources.iter().find_map(|one| not_open(one, &state.library));
    html! {
        <>
            if !names.is_empty() {
                <p class="fine">{ "Missing pages are fetched from: " }<b>{ names.join(", ") }</b>{ "." }</p>
            }
            if let Some(gone) = gone {
                <p class="help">
                    { format!("{gone} It is under “Source” in the step “Collect”. Pages that the reader has saved do \
                        not need it.") }
                </p>
            }
        </>
    }
}
