//! Renders the training of a model on the trails: strategy, settings, name.
//!
//! The strategies are those of the catalog that need trails. Pages that the reader has not stored are fetched from the source of their
//! trail, or else from the reader's source.

use crate::views::ScreenProps;
use crate::views::parts::params::{FieldContext, about, params};
use crate::views::parts::source::not_open;
use crate::views::parts::training::{fallback, progress, query};
use crate::views::prelude::*;
use page_state::library::status;
use page_state::models::TrainingRequest;
use types::spec::AUTOMATIC_TRAILS_STRATEGY;
use types::strategy::ParamInfo;
use types::trails::Trails;

/// The most bytes of the suggested name.
const NAME_BYTES: usize = 60;

/// Renders the panel.
pub(crate) fn learn(props: &ScreenProps) -> Html {
    let ScreenProps { state: State { train, catalog, models, .. }, dispatch, .. } = props;
    let form = &models.form;
    let chosen = form.strategy_id();
    let Some(info) = catalog.strategy(&chosen).filter(|info| info.needs.trails) else {
        return Html::default();
    };
    let lacking =
        (!train.counts.missing().is_empty()).then_some("Not enough data to train yet. “Check” shows what is missing.");
    let is_wrong = |param: &ParamInfo| form.problem(&format!("params.{}", param.name)).is_some();
    html! {
        <section class="learn step-panel" aria-labelledby="learn">
            <h2 id="learn" tabindex="-1">{ "Learn" }</h2>
            if models.learning.is_none() {
                <form onsubmit={on_submit(props, info)} novalidate=true>
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
                        <button type="submit" class="main" disabled={lacking.is_some() || catalog.worker != Worker::Ready}
                            aria-describedby={lacking.map(|_| "learn-lacking")}>{ "Train" }</button>
                        if let Some(lacking) = lacking { <span id="learn-lacking" class="fine">{ lacking }</span> }
                    </p>
                </form>
            }
            { progress(models, dispatch) }
        </section>
    }
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
                placeholder={offered(train)} />
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
                <p class="help">{ format!("{gone} It is under “Source” in the step “Collect”. Pages that the reader has saved do not need it.") }</p>
            }
        </>
    }
}

/// Returns the suggested name: the title of the first relevant page that has one.
fn offered(train: &Train) -> String {
    let trails = train.editor.trails().iter();
    let mut pages = trails.flat_map(|kept| &kept.trail.pages);
    let named = pages.find(|page| page.relevant && !page.title.is_empty());
    let named = named.map(|page| cut(&shown(&page.title), NAME_BYTES).trim_end().to_owned());
    named.unwrap_or_else(|| "My topic".to_owned())
}

fn on_submit(props: &ScreenProps, info: &StrategyInfo) -> Callback<SubmitEvent> {
    let State { train, models, setup, catalog, .. } = &props.state;
    let (form, dispatch) = (models.form.clone(), props.dispatch.clone());
    let name = match models.name.trim() {
        "" => offered(train),
        name => name.to_owned(),
    };
    let saved_trails = train.editor.trails().clone();
    let source = setup.form.full_source(catalog);
    // The plan only needs the parameters of its strategy, not the whole catalog.
    let catalog = Catalog { strategies: vec![info.clone()], ..Catalog::default() };
    Callback::from(move |event: SubmitEvent| {
        event.prevent_default();
        let filled = || saved_trails.iter().filter(|kept| !kept.trail.pages.is_empty());
        let trails = Trails { trails: filled().map(|kept| kept.trail.clone()).collect() };
        let sources: Vec<Option<Source>> = filled().map(|kept| kept.source.clone()).collect();
        let plan = form.training_plan(&name, trails, &catalog);
        match (plan, fallback(source.clone(), &sources)) {
            (Err(problems), _) => {
                dispatch.dispatch(Action::Models(ModelsAction::Problems(problems)));
            }
            (_, Err(sentence)) => {
                dispatch.dispatch(Action::Models(ModelsAction::TrainingFailed(sentence)));
            }
            (Ok(plan), Ok(source)) => {
                let request = TrainingRequest { name: name.trim().to_owned(), plan, source, sources };
                dispatch.dispatch(Action::Models(ModelsAction::Train(Box::new(request))));
            }
        }
    })
}
