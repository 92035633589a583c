//! Renders the screen of a model: its training, its quality, its learned data, and the link to a crawl with it.

use super::diagram::state_diagram;
use super::list::export;
use crate::views::parts::learned::{groups, lost, unread};
use crate::views::parts::training::{context_graph, crawl_with, places, progress, query};
use crate::views::prelude::*;
use crate::widgets::fact;
use crate::widgets::tables::ModelTables;
use page_state::models::diagram::StateDiagram;
use page_state::models::quality::{Quality, measured, quality_text};
use page_state::models::{lacks_query, trail_sources};
use page_state::train::trail_editor::display_name;
use protocol::models::ModelView;
use protocol::trails::SourcedTrail;
use types::report::TrainingReport;
use types::strategy::ParamInfo;
use types::trails::Trail;

/// The most trails that are listed.
const TRAILS: usize = 200;

/// Renders the screen.
pub(crate) fn model_page(state: &State, dispatch: &Dispatch, query: &str) -> Html {
    let id = param(query, "id").unwrap_or_default();
    let shown_one = state.models.shown.as_ref().filter(|(one, _)| *one == id);
    let page = match shown_one {
        None => html! { <p class="fine">{ "Loading the model…" }</p> },
        Some((_, Err(sentence))) => html! {
            <>
                <h1>{ "Could not open the model" }</h1>
                <p class="problem" role="alert">{ shown(sentence) }</p>
                <p><a href="#/models">{ "All models" }</a></p>
            </>
        },
        Some((_, Ok(view))) => model(view, state, dispatch),
    };
    html! {
        <div class="models model">
            <link rel="stylesheet" href={style_sheet("train")} />{ places(Route::Model, &state.models) }{ page }
        </div>
    }
}

fn model(view: &ModelView, state: &State, dispatch: &Dispatch) -> Html {
    let info = state.catalog.strategy(&view.card.strategy.id);
    let fits = view.card.stale.is_none();
    html! {
        <>
            <h1>{ name(view, &state.models) }</h1>
            <p class="lede">{ origin(view, info) }</p>
            if let Some(stale) = &view.card.stale { <p class="problem" role="alert">{ shown(stale) }</p> }
            if fits {
                { model_actions(view, state, dispatch) }
            } else {
                { retrain_section(view, info, state, dispatch) }
            }
            { notice_line(&state.models.feedback.notice, None) }
            { progress(&state.models, dispatch) }
            if fits { { findings(view) } }
            <div class="model-more">
                if let Some(info) = info { { settings(view, info) } }
                { trails(&view.plan.trails.trails) }
            </div>
        </>
    }
}

/// Returns the name from the list, because the model may have been renamed since its page was requested.
fn name(view: &ModelView, models: &Models) -> String {
    let card = models.card(&view.card.id).unwrap_or(&view.card);
    shown(&card.name)
}

/// Describes its training data, strategy and time.
fn origin(view: &ModelView, info: Option<&StrategyInfo>) -> String {
    let (card, report) = (&view.card, &view.report);
    let by = info.map_or(card.strategy.id.as_str(), |info| &info.title);
    let pages = if report.given == 0 {
        String::new()
    } else {
        format!(", {} of {} read", grouped(report.read), counted(report.given, "page"))
    };
    format!(
        "{by}, trained on {} from {}{pages}. Size: {}.",
        date(card.at),
        counted(card.trails, "trail"),
        bytes(card.bytes as f64)
    )
}

fn model_actions(view: &ModelView, state: &State, dispatch: &Dispatch) -> Html {
    html! {
        <p class="buttons model-ways">
            { crawl_with(&view.card, &state.setup.form, "") }
            <button type="button" onclick={export(&view.card, dispatch)}>{ "Export" }</button>
            { back(view, state, dispatch) }
        </p>
    }
}

/// Renders its quality and its learned data.
fn findings(view: &ModelView) -> Html {
    let report = &view.report;
    let diagram = StateDiagram::new(&report.tables);
    html! {
        <>
            <section class="lesson" aria-labelledby="how-well">
                { verdict(report) }
                <p>{ quality_text(report) }</p>
                { groups(report, true) }
                { unread(&lost(report), report.given.saturating_sub(report.read), true) }
            </section>
            if let Some(diagram) = &diagram { { state_diagram(diagram) } }
            <section class="model-tables">
                // Without a diagram, only the tables show the learned model.
                <details open={diagram.is_none()}>
                    <summary><h2>{ "Model tables" }</h2></summary>
                    <ModelTables tables={report.tables.clone()} is_below=true />
                </details>
            </section>
        </>
    }
}

/// Renders the verdict: a word, and the accuracy compared with guessing.
fn verdict(report: &TrainingReport) -> Html {
    let quality = Quality::new(report);
    let class = match quality {
        Quality::Good => "is-good",
        Quality::Weak => "is-weak",
        Quality::Guessing => "is-bad",
        Quality::Untested => "is-unknown",
    };
    let what = if report.link_ranking.is_some() {
        "of the links to relevant pages rank above other links"
    } else {
        "accuracy on trails not used for training"
    };
    let at = |share: f64| fixed(share.clamp(0.0, 1.0) * 100.0, 1);
    html! {
        <div class={classes!("model-verdict", class)}>
            <h2 id="how-well">{ quality.verdict() }</h2>
            if let Some((share, baseline)) = measured(report) {
                <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                    <rect class="gauge-all" width="100" height="6" />
                    <rect class="gauge-part" width={at(share)} height="6" />
                    <rect class="gauge-guess" x={at(baseline)} width="0.6" height="6" />
                </svg>
                <p>
                    <b>{ percent(share) }</b>{ format!(" {what} (guessing: {}).", percent(baseline)) }
                </p>
            }
        </div>
    }
}

fn settings(view: &ModelView, info: &StrategyInfo) -> Html {
    let one = |param: &ParamInfo| {
        let value = view.plan.strategy.params.get(&param.name).unwrap_or(&param.default);
        fact(&param.title, param.value_title(value))
    };
    html! {
        <details>
            <summary>{ "Training settings" }</summary>
            <dl class="facts wide">
                if !view.plan.query.is_empty() { <div><dt>{ "Query" }</dt><dd>{ shown(&view.plan.query) }</dd></div> }
                { for info.params.iter().map(one) }
            </dl>
        </details>
    }
}

fn trails(trails: &[Trail]) -> Html {
    let more = trails.len().saturating_sub(TRAILS);
    let one = |trail: &Trail| {
        let relevant = trail.pages.iter().filter(|page| page.relevant).count();
        let pages = counted(trail.pages.len(), "page");
        html! {
            <li>
                { shown(display_name(&trail.name)) }
                <span class="fine">{ format!("{pages}, {} relevant", grouped(relevant as f64)) }</span>
                { for trail.graphs.iter().map(context_graph) }
            </li>
        }
    };
    html! {
        <details>
            <summary>{ "Training trails" }</summary>
            <ul class="model-trails">
                for trail in trails.iter().take(TRAILS) { { one(trail) } }
                { more_item(more) }
            </ul>
        </details>
    }
}

/// Renders the button, the query if the strategy needs one, and the button that restores the trails.
pub(crate) fn retrain_section(
    view: &ModelView,
    info: Option<&StrategyInfo>,
    state: &State,
    dispatch: &Dispatch,
) -> Html {
    let form = &state.models.form;
    let onclick = dispatch.on::<MouseEvent>(|| vec![Action::Models(ModelsAction::Retrain)]);
    html! {
        <>
            if lacks_query(view, info) { { query(form, dispatch) } }
            <p class="buttons model-ways">
                <button type="button" class="main" {onclick}
                    disabled={info.is_none() || state.models.learning.is_some()}>
                    { "Retrain" }
                </button>
                { back(view, state, dispatch) }
            </p>
        </>
    }
}

/// Adds its trails to the edited ones.
pub(crate) fn back(view: &ModelView, state: &State, dispatch: &Dispatch) -> Html {
    let trails = view.plan.trails.trails.iter().cloned().zip(trail_sources(view));
    let trails = trails.map(|(trail, source)| SourcedTrail { trail, source });
    let actions = TrainAction::Bring(trails.collect(), shown(&view.card.name));
    let onclick = dispatch.on::<MouseEvent>(move || {
        let forget = Action::Models(ModelsAction::ShowNotice(String::new()));
        vec![Action::Train(actions.clone()), forget, Action::open("#/train")]
    });
    html! {
        <button type="button" class="quiet" {onclick} disabled={!state.train.saving.is_ours()}>
            { "Copy trails to Train" }
        </button>
    }
}
