//! The page of a model: what it was learned from, how well it does, what it knows, and the way to a crawl by it.

use super::again::again;
use super::words::how_well;
use super::{Act, Models, places, progress::progress};
use crate::page::address::CrawlAddress;
use crate::page::catalog::Catalog;
use crate::page::digits::{counted, grouped, plain};
use crate::page::form::Form;
use crate::page::hands::Hands;
use crate::page::hunt::learned::{groups, lost, unread};
use crate::page::library::words::{bytes, date, shown};
use crate::page::place::{Place, go};
use crate::page::state::{Action, Part};
use crate::page::tables::Tables;
use crate::page::train::book::called;
use crate::page::train::{self, Train};
use crate::protocol::ToWorker;
use crate::protocol::models::{ModelView, ModelsOrder};
use engine::strategy::{Info, ParamInfo, ParamValue};
use engine::trails::Trail;
use yew::prelude::*;

/// Trails that are listed.
const TRAILS: usize = 200;

/// What the page shows.
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// What stands behind the question mark of the address.
    pub(crate) query: String,
    /// The models.
    pub(crate) models: Part<Models>,
    /// The trails, among which those of the model can be put.
    pub(crate) train: Part<Train>,
    /// What was typed: where pages come from.
    pub(crate) form: Part<Form>,
    /// The strategies' titles.
    pub(crate) catalog: Part<Catalog>,
    /// The ways to act.
    pub(crate) hands: Hands,
}

/// The page.
#[component]
pub(crate) fn ModelPage(props: &Props) -> Html {
    let id = super::id_of(&props.query);
    let shown_one = props.models.shown.as_ref().filter(|(one, _)| *one == id);
    let page = match shown_one {
        None => html! { <p class="fine">{ "Looking for the model…" }</p> },
        Some((_, Err(sentence))) => html! {
            <>
                <h1>{ "This model cannot be shown" }</h1>
                <p class="problem" role="alert">{ shown(sentence) }</p>
                <p><a href="#/models">{ "To the models that are kept here" }</a></p>
            </>
        },
        Some((_, Ok(view))) => model(view, props),
    };
    html! { <div class="models model">{ places(Place::Model, &props.models) }{ page }</div> }
}

fn model(view: &ModelView, props: &Props) -> Html {
    let info = props.catalog.strategy(&view.card.strategy);
    let fits = view.card.stale.is_none();
    html! {
        <>
            <h1>{ name(view, props) }</h1>
            <p class="lede">{ origin(view, info) }</p>
            if let Some(stale) = &view.card.stale { <p class="problem" role="alert">{ shown(stale) }</p> }
            if fits { { ways(view, props) } } else { { again(view, info, props) } }
            <p class="library-news" role="status">{ props.models.said.clone() }</p>
            { progress(&props.models, &props.hands) }
            if fits { { findings(view) } }
            <div class="model-more">
                if let Some(info) = info { { settings(view, info) } }
                { trails(&view.recipe.trails.trails) }
            </div>
        </>
    }
}

/// Its name, as the list has it: it may have been renamed since the page was asked for.
fn name(view: &ModelView, props: &Props) -> String {
    let card = props.models.card(&view.card.id).unwrap_or(&view.card);
    shown(&card.name)
}

/// What it was learned from, by what and when.
fn origin(view: &ModelView, info: Option<&Info>) -> String {
    let (card, lesson) = (&view.card, &view.lesson);
    let by = info.map_or(card.strategy.as_str(), |info| &info.title);
    let pages = if lesson.given == 0 {
        String::new()
    } else {
        format!(
            ", of which {} of {} could be read",
            grouped(lesson.read),
            counted(lesson.given, "page")
        )
    };
    format!(
        "Learned by “{by}” on {} from {}{pages}. It takes {}.",
        date(card.at),
        counted(card.trails, "trail"),
        bytes(card.bytes as f64)
    )
}

/// What can be done with it.
fn ways(view: &ModelView, props: &Props) -> Html {
    let address = CrawlAddress {
        strategy: Some(view.card.strategy.clone()),
        source: props.form.source,
        rest: [("model".to_owned(), view.card.id.clone())].into(),
        ..CrawlAddress::default()
    };
    let write = ModelsOrder::Write {
        id: view.card.id.clone(),
    };
    html! {
        <p class="buttons model-ways">
            <a class="button main" href={format!("#/crawl?{}", address.write())}>{ "Crawl with this model" }</a>
            <button type="button" onclick={props.hands.on_say(ToWorker::Models(write))}>{ "Save as a file" }</button>
            { back(view, props) }
        </p>
    }
}

/// Puts its trails among those that are edited.
pub(super) fn back(view: &ModelView, props: &Props) -> Html {
    let act = train::Act::Bring(view.recipe.trails.trails.clone(), shown(&view.card.name));
    let hands = props.hands.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        hands.act.emit(Action::Train(act.clone()));
        hands.act.emit(Action::Models(Act::Say(String::new())));
        go("#/train");
    });
    html! {
        <button type="button" class="quiet" {onclick} disabled={!props.train.is_ours()}>{ "Put its trails among mine" }</button>
    }
}

/// How well it does, and what it knows.
fn findings(view: &ModelView) -> Html {
    let lesson = &view.lesson;
    html! {
        <>
            <section class="lesson" aria-labelledby="how-well">
                <h2 id="how-well">{ "How well it tells pages apart" }</h2>
                <p>{ how_well(lesson) }</p>
                { groups(lesson, true) }
                { unread(&lost(lesson), lesson.given.saturating_sub(lesson.read), true) }
            </section>
            <section class="model-tables" aria-labelledby="knows">
                <h2 id="knows">{ "What it knows" }</h2>
                <Tables tables={lesson.tables.clone()} is_below=true />
            </section>
        </>
    }
}

/// With which settings it was learned.
fn settings(view: &ModelView, info: &Info) -> Html {
    let one = |param: &ParamInfo| {
        let value = view
            .recipe
            .params
            .get(&param.name)
            .unwrap_or(&param.default);
        let value = match value {
            ParamValue::Number(number) => plain(*number),
            ParamValue::Switch(on) => if *on { "yes" } else { "no" }.to_owned(),
            ParamValue::Word(word) => word.clone(),
        };
        html! { <div><dt>{ &param.title }</dt><dd>{ value }</dd></div> }
    };
    html! {
        <details>
            <summary>{ "Settings that it was learned with" }</summary>
            <dl class="facts wide">
                if !view.recipe.query.is_empty() { <div><dt>{ "Words beside the trails" }</dt><dd>{ shown(&view.recipe.query) }</dd></div> }
                { for info.params.iter().map(one) }
            </dl>
        </details>
    }
}

/// The trails that it was learned from.
fn trails(trails: &[Trail]) -> Html {
    let more = trails.len().saturating_sub(TRAILS);
    let one = |trail: &Trail| {
        let relevant = trail.pages.iter().filter(|page| page.relevant).count();
        let pages = counted(u32::try_from(trail.pages.len()).unwrap_or(u32::MAX), "page");
        html! {
            <li>{ shown(called(&trail.name)) }<span class="fine">{ format!("{pages}, {} relevant", grouped(relevant as f64)) }</span></li>
        }
    };
    html! {
        <details>
            <summary>{ "Trails that it was learned from" }</summary>
            <ul class="model-trails">
                for trail in trails.iter().take(TRAILS) { { one(trail) } }
                if more > 0 { <li>{ format!("… and {} more", grouped(more as f64)) }</li> }
            </ul>
        </details>
    }
}
