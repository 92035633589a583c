//! The screen of a model: its training, its quality, what it learned, and the way to a crawl with it.

use super::Props;
use super::retrain::{back, retrain_section};
use crate::page::dom::digits::{counted, grouped, plain};
use crate::page::dom::text::{bytes, date, shown};
use crate::page::state::crawl_address::CrawlAddress;
use crate::page::state::models::quality::how_well;
use crate::page::state::route::Route;
use crate::page::state::train::trail_editor::display_name;
use crate::page::views::parts::good_pages::context_graph;
use crate::page::views::parts::learned::{groups, lost, unread};
use crate::page::views::parts::learning_progress::progress;
use crate::page::views::parts::training::places;
use crate::page::widgets::tables::ModelTables;
use crate::protocol::ToWorker;
use crate::protocol::models::{ModelView, ModelsRequest};
use types::spec::ParamValue;
use types::strategy::{ParamInfo, StrategyInfo};
use types::trails::Trail;
use yew::prelude::*;

/// Trails that are listed.
const TRAILS: usize = 200;

/// Draws the page.
#[component]
pub(crate) fn ModelPage(props: &Props) -> Html {
    let id = super::id_of(&props.query);
    let shown_one = props.models.shown.as_ref().filter(|(one, _)| *one == id);
    let page = match shown_one {
        None => html! { <p class="fine">{ "Loading the model…" }</p> },
        Some((_, Err(sentence))) => html! {
            <>
                <h1>{ "Could not open the model" }</h1>
                <p class="problem" role="alert">{ shown(sentence) }</p>
                <p><a href="#/models">{ "All models" }</a></p>
            </>
        },
        Some((_, Ok(view))) => model(view, props),
    };
    html! { <div class="models model">{ places(Route::Model, &props.models) }{ page }</div> }
}

fn model(view: &ModelView, props: &Props) -> Html {
    let info = props.catalog.strategy(&view.card.strategy);
    let fits = view.card.stale.is_none();
    html! {
        <>
            <h1>{ name(view, props) }</h1>
            <p class="lede">{ origin(view, info) }</p>
            if let Some(stale) = &view.card.stale { <p class="problem" role="alert">{ shown(stale) }</p> }
            if fits { { model_actions(view, props) } } else { { retrain_section(view, info, props) } }
            <p class="library-news" role="status">{ props.models.said.clone() }</p>
            { progress(&props.models, &props.dispatch) }
            if fits { { findings(view) } }
            <div class="model-more">
                if let Some(info) = info { { settings(view, info) } }
                { trails(&view.spec.trails.trails) }
            </div>
        </>
    }
}

/// Returns its name, as the list has it: it may have been renamed since the page was asked for.
fn name(view: &ModelView, props: &Props) -> String {
    let card = props.models.card(&view.card.id).unwrap_or(&view.card);
    shown(&card.name)
}

/// Returns what it was learned from, by what and when.
fn origin(view: &ModelView, info: Option<&StrategyInfo>) -> String {
    let (card, report) = (&view.card, &view.report);
    let by = info.map_or(card.strategy.as_str(), |info| &info.title);
    let pages = if report.given == 0 {
        String::new()
    } else {
        format!(
            ", {} of {} readable",
            grouped(report.read),
            counted(report.given, "page")
        )
    };
    format!(
        "{by}, trained on {} from {}{pages}. Size: {}.",
        date(card.at),
        counted(card.trails, "trail"),
        bytes(card.bytes as f64)
    )
}

/// Draws the actions on the model.
fn model_actions(view: &ModelView, props: &Props) -> Html {
    let address = CrawlAddress {
        strategy: Some(view.card.strategy.clone()),
        source: props.form.source,
        rest: [("model".to_owned(), view.card.id.clone())].into(),
        ..CrawlAddress::default()
    };
    let write = ModelsRequest::Write {
        id: view.card.id.clone(),
    };
    html! {
        <p class="buttons model-ways">
            <a class="button main" href={format!("#/crawl?{}", address.write())}>{ "Crawl with this model" }</a>
            <button type="button" onclick={props.dispatch.on_send(ToWorker::Models(write))}>{ "Export" }</button>
            { back(view, props) }
        </p>
    }
}

/// Shows how well it does, and what it knows.
fn findings(view: &ModelView) -> Html {
    let report = &view.report;
    html! {
        <>
            <section class="lesson" aria-labelledby="how-well">
                <h2 id="how-well">{ "Accuracy" }</h2>
                <p>{ how_well(report) }</p>
                { groups(report, true) }
                { unread(&lost(report), report.given.saturating_sub(report.read), true) }
            </section>
            <section class="model-tables" aria-labelledby="knows">
                <h2 id="knows">{ "Learned data" }</h2>
                <ModelTables tables={report.tables.clone()} is_below=true />
            </section>
        </>
    }
}

/// Draws the training settings.
fn settings(view: &ModelView, info: &StrategyInfo) -> Html {
    let one = |param: &ParamInfo| {
        let value = param.value_in(&view.spec.params).unwrap_or(&param.default);
        let value = match value {
            ParamValue::Number(number) => plain(*number),
            ParamValue::Switch(on) => if *on { "yes" } else { "no" }.to_owned(),
            ParamValue::Word(word) => word.clone(),
        };
        html! { <div><dt>{ &param.title }</dt><dd>{ value }</dd></div> }
    };
    html! {
        <details>
            <summary>{ "Training settings" }</summary>
            <dl class="facts wide">
                if !view.spec.query.is_empty() { <div><dt>{ "Query" }</dt><dd>{ shown(&view.spec.query) }</dd></div> }
                { for info.params.iter().map(one) }
            </dl>
        </details>
    }
}

/// Draws the trails that it was learned from.
fn trails(trails: &[Trail]) -> Html {
    let more = trails.len().saturating_sub(TRAILS);
    let one = |trail: &Trail| {
        let relevant = trail.pages.iter().filter(|page| page.relevant).count();
        let pages = counted(trail.pages.len(), "page");
        html! {
            <li>{ shown(display_name(&trail.name)) }<span class="fine">{ format!("{pages}, {} relevant", grouped(relevant as f64)) }</span>{ for trail.graphs.iter().map(context_graph) }</li>
        }
    };
    html! {
        <details>
            <summary>{ "Training trails" }</summary>
            <ul class="model-trails">
                for trail in trails.iter().take(TRAILS) { { one(trail) } }
                if more > 0 { <li>{ format!("… and {} more", grouped(more as f64)) }</li> }
            </ul>
        </details>
    }
}
