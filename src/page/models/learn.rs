//! Learning from the trails: by which strategy, with which settings, under which name; beside the trails, on the Train page.
//!
//! The strategies are those of the engine's list that need trails, and no one is named here. Pages that the reader has not kept are fetched from
//! where the reader reads.

use super::progress::progress;
use super::{Act, Models};
use crate::page::ask::field::{Ties, menu, problem_line};
use crate::page::ask::params::{Place, params};
use crate::page::ask::source::SOURCES;
use crate::page::ask::strategy::about;
use crate::page::catalog::{Catalog, Worker};
use crate::page::form::Form;
use crate::page::hands::Hands;
use crate::page::library::words::shown;
use crate::page::state::Action;
use crate::page::train::book::Shelf;
use crate::page::train::missing::Counts;
use crate::protocol::ToWorker;
use crate::protocol::models::ModelsOrder;
use engine::strategy::Info;
use engine::text::cut;
use engine::trails::Trails;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Most bytes of the name that is offered.
const NAME_BYTES: usize = 60;

/// What there is to learn from, and where pages come from.
pub(crate) struct Given<'a> {
    /// The trails.
    pub(crate) shelf: &'a Shelf,
    /// The form of a crawl, which has the source.
    pub(crate) form: &'a Form,
    /// What there is to choose from.
    pub(crate) catalog: &'a Catalog,
    /// The models, with the form of the next one.
    pub(crate) models: &'a Models,
    /// The ways to act.
    pub(crate) hands: &'a Hands,
}

/// The panel.
pub(crate) fn learn(given: &Given<'_>) -> Html {
    let Given {
        catalog,
        models,
        hands,
        ..
    } = given;
    let form = &models.form;
    let chosen = form.strategy_id();
    let Some(info) = catalog.strategy(&chosen).filter(|info| info.needs.trails) else {
        return Html::default();
    };
    let lacking = !Counts::of(given.shelf).missing().is_empty();
    html! {
        <section class="learn" aria-labelledby="learn">
            <h2 id="learn" tabindex="-1">{ "Learn" }</h2>
            if models.learning.is_none() {
                <form onsubmit={begin(given, info)} novalidate=true>
                    { strategies(catalog, &chosen, hands) }
                    <div id="learn-strategy-help" class="help">{ about(info) }</div>
                    { name(given) }
                    if info.needs.query { { query(form, hands) } }
                    <details class="learn-settings" open={info.params.iter().any(|param| form.problem(&format!("params.{}", param.name)).is_some())}>
                        <summary>{ "Settings" }</summary>
                        { params(form, info, Place::default(), Action::Teach, hands) }
                    </details>
                    { source(given) }
                    <p class="learn-go">
                        <button type="submit" class="main" disabled={lacking || given.catalog.worker != Worker::Ready}
                            aria-describedby={lacking.then_some("learn-lacking")}>{ "Learn" }</button>
                        if lacking { <span id="learn-lacking" class="fine">{ "Too little to learn from yet: what is missing stands above." }</span> }
                    </p>
                </form>
            }
            { progress(models, hands) }
        </section>
    }
}

fn strategies(catalog: &Catalog, chosen: &str, hands: &Hands) -> Html {
    let oninput = hands.typing_into(Action::Teach, "strategy", |form, id| {
        form.strategy = Some(id);
    });
    let listed = catalog.strategies.iter().filter(|info| info.needs.trails);
    let listed = listed.map(|info| (info.id.as_str(), info.title.as_str()));
    let ties = Ties::of("learn-strategy", true, None);
    html! {
        <>
            <label class="learn-label" for="learn-strategy">{ "How it learns" }</label>
            { menu("learn-strategy", ties, listed, chosen, oninput) }
        </>
    }
}

fn name(given: &Given<'_>) -> Html {
    let act = given.hands.act.clone();
    let oninput = Callback::from(move |event: InputEvent| {
        let name = event.target_unchecked_into::<HtmlInputElement>().value();
        act.emit(Action::Models(Act::Name(name)));
    });
    html! {
        <div class="field">
            <label for="learn-name">{ "Model name" }</label>
            <input id="learn-name" type="text" autocomplete="off" maxlength="200" value={given.models.name.clone()} {oninput}
                placeholder={offered(given.shelf)} />
        </div>
    }
}

/// The words that a strategy needs beside the trails.
pub(super) fn query(form: &Form, hands: &Hands) -> Html {
    let problem = form.problem("query");
    let ties = Ties::of("learn-query", false, problem.as_ref());
    let oninput = hands.typing_into(Action::Teach, "query", |form, text| form.query = text);
    html! {
        <div class="field">
            <label for="learn-query">{ "Words that name your topic" }</label>
            <input id="learn-query" type="text" autocomplete="off" value={form.query.clone()} {oninput}
                aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
            { problem_line("learn-query", problem.as_ref()) }
        </div>
    }
}

fn source(given: &Given<'_>) -> Html {
    let from = given.form.source(given.catalog);
    let title = SOURCES.iter().find(|(source, ..)| *source == from);
    let title = title.map(|(_, title, _)| *title);
    html! {
        <p class="fine">{ "Pages that the reader has not read come from: " }<b>{ title }</b>{ ", as in the reader." }</p>
    }
}

/// The name that is offered: what the first relevant page is called whose title is known.
fn offered(shelf: &Shelf) -> String {
    let mut pages = shelf.iter().flat_map(|kept| &kept.trail.pages);
    let named = pages.find(|page| page.relevant && !page.title.is_empty());
    let named = named.map(|page| cut(&shown(&page.title), NAME_BYTES).trim_end().to_owned());
    named.unwrap_or_else(|| "My topic".to_owned())
}

fn begin(given: &Given<'_>, info: &Info) -> Callback<SubmitEvent> {
    let (form, hands) = (given.models.form.clone(), given.hands.clone());
    let name = match given.models.name.trim() {
        "" => offered(given.shelf),
        name => name.to_owned(),
    };
    let shelf = given.shelf.clone();
    let source = given.form.full_source(given.catalog);
    let number = given.models.next_order();
    // The recipe needs the strategy's own parameters and nothing else of the list.
    let catalog = Catalog {
        strategies: vec![info.clone()],
        ..Catalog::default()
    };
    Callback::from(move |event: SubmitEvent| {
        event.prevent_default();
        let filled = shelf.iter().filter(|kept| !kept.trail.pages.is_empty());
        let trails = Trails {
            trails: filled.map(|kept| kept.trail.clone()).collect(),
        };
        let recipe = form.recipe(&name, trails, &catalog);
        let source = source.clone();
        match (recipe, source) {
            (Err(problems), _) => hands.act.emit(Action::Models(Act::Problems(problems))),
            (_, Err(sentence)) => hands.act.emit(Action::Models(Act::Untaught(sentence))),
            (Ok(recipe), Ok(source)) => {
                hands
                    .act
                    .emit(Action::Models(Act::Begin(number, name.clone())));
                hands.say.emit(ToWorker::Models(ModelsOrder::Learn {
                    number,
                    recipe: Box::new(recipe),
                    source,
                }));
            }
        }
    })
}
