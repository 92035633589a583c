//! Compare: strategies on the same topics, judged side by side as the papers do it.
//!
//! The worker runs and judges; this page asks, shows, and saves the files that come. `draft`, `variant`, `figures` and the classes of the curves are
//! pure and tested as such. Left out on purpose: what a measure is and what its figures say, the engine's; where pages come from, which is chosen
//! for crawls and comparisons alike.

mod ask;
pub mod curves;
pub mod desk;
pub mod draft;
mod export;
mod fields;
pub mod figures;
mod kept;
mod look;
mod measures;
mod picture;
mod run;
mod strategies;
mod table;
mod topics;
pub mod typed;
pub mod variant;

pub use desk::{Act, Desk};

use super::ask::focus;
use super::catalog::{Catalog, Worker};
use super::files::{self, Dropping, use_dropping};
use super::form::Form;
use super::hands::Hands;
use super::library::words::shown;
use super::library::{Library, reading, taking};
use super::place::{Place, go, here, read, use_fragment};
use super::state::{Action, Part, State};
use crate::protocol::compare::CompareOrder;
use crate::protocol::{SourceKind, ToWorker};
use ask::{Sheet, ask};
use look::Shows;
use web_sys::{Blob, File, UrlSearchParams};
use yew::prelude::*;

/// What the page shows.
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// What stands behind the question mark of the address.
    pub(crate) query: String,
    /// Comparisons.
    pub(crate) desk: Part<Desk>,
    /// The form of a crawl, which has the source.
    pub(crate) form: Part<Form>,
    /// The strategies.
    pub(crate) catalog: Part<Catalog>,
    /// The recorded web.
    pub(crate) library: Part<Library>,
    /// The ways to act.
    pub(crate) hands: Hands,
}

/// The page.
#[component]
pub(crate) fn ComparePage(props: &Props) -> Html {
    let Props {
        desk,
        form,
        catalog,
        library,
        hands,
        query,
    } = props;
    let Dropping {
        over,
        ondragover,
        ondragleave,
        ondrop,
    } = use_dropping(taking_any(catalog, hands));
    export::use_saving(desk, hands);
    use_focus(desk);
    strategies::use_steps(&desk.draft);
    let sheet = Sheet {
        desk,
        form,
        catalog,
        library,
        hands,
    };
    let id = param(query, "id");
    html! {
        <div class={classes!("library", "compare", over.then_some("dropping"))} {ondragover} {ondragleave} {ondrop}>
            if let Some(id) = id { { open(&id, sheet) } } else { { blank(sheet) } }
        </div>
    }
}

/// The form and the list.
fn blank(sheet: Sheet<'_>) -> Html {
    let Sheet {
        desk,
        catalog,
        library,
        hands,
        ..
    } = sheet;
    html! {
        <>
            <h1 id="compare" tabindex="-1">{ "Compare" }</h1>
            <p class="lede">{ "Run strategies on the same topics and see which finds more, how sure that is, and what it does not say." }</p>
            { kept::jump(desk) }
            { news(desk, library) }
            { reading(library, hands) }
            { ask(sheet) }
            { kept::kept(desk, hands) }
            <section class="bring" aria-labelledby="bring-plan">
                <h2 id="bring-plan">{ "Bring in" }</h2>
                <p class="fine">{ "A plan that was saved here or written for salticid-lab (.json, .toml); a file of topics (.json); or a recording (.warc, .warc.gz), to compare on its pages with no network. Choose a file or drop it anywhere on this page." }</p>
                { files::choice("plan-file", "Choose a file", ".json,.toml,.warc,.gz", taking_any(catalog, hands)) }
            </section>
        </>
    }
}

/// What was done, and what was not, here or with a recording that was brought here.
fn news(desk: &Desk, library: &Library) -> Html {
    let wrong = desk.wrong.as_ref().or(library.wrong.as_ref());
    html! {
        <>
            <p class="library-news" role="status">{ desk.said.clone() }</p>
            if let Some(wrong) = wrong { <p class="problem" role="alert">{ wrong }</p> }
        </>
    }
}

/// The comparison of this id, as soon as it is here.
fn open(id: &str, sheet: Sheet<'_>) -> Html {
    let desk = sheet.desk;
    let lost = desk.lost.as_ref().filter(|(own, _)| own == id);
    let here = desk.shown.as_ref().filter(|shown| shown.card.id == id);
    match (here, lost) {
        (Some(shown), _) => html! {
            <>
                if let Some(wrong) = &desk.wrong { <p class="problem" role="alert">{ wrong }</p> }
                { run::run(&Shows(shown.clone()), sheet) }
            </>
        },
        (None, Some((_, message))) => html! {
            <section class="lost"><h1>{ "It cannot be opened" }</h1><p class="problem" role="alert">{ shown(message) }</p><p><a href="#/compare">{ "All comparisons" }</a></p></section>
        },
        (None, None) => html! { <p class="fine">{ "Getting the comparison…" }</p> },
    }
}

/// What an address names.
fn param(query: &str, name: &str) -> Option<String> {
    let params = UrlSearchParams::new_with_str(query).ok()?;
    params.get(name).filter(|value| !value.is_empty())
}

/// Hands a file to the worker: a plan, or else whatever the Library makes of it.
fn taking_any(catalog: &Catalog, hands: &Hands) -> Callback<File> {
    let (other, say, act) = (taking(catalog, hands), hands.say.clone(), hands.act.clone());
    let is_ready = catalog.worker == Worker::Ready;
    Callback::from(move |file: File| {
        let name = file.name();
        let lower = super::form::lowercase(&name);
        let ending = lower.rsplit('.').next();
        let is_plan = matches!(ending, Some("json" | "toml"));
        if is_plan && is_ready {
            let file = Blob::from(file);
            say.emit(ToWorker::Compare(CompareOrder::ReadFile { name, file }));
        } else {
            // What was said of a plan before is over.
            act.emit(Action::Compare(Act::Say(String::new())));
            other.emit(file);
        }
    })
}

/// Asks for what there is to choose from, for the comparison that the address names, and for what its link says; follows one that has just begun.
#[hook]
pub(crate) fn use_compare(state: &State, hands: &Hands) {
    let fragment = use_fragment();
    let (place, query) = read(fragment.as_str());
    let is_there = state.catalog.worker == Worker::Ready && place == Place::Compare;
    let say = hands.say.clone();
    let id = param(query, "id").filter(|_| is_there);
    use_effect_with((is_there, id.is_some()), move |(is_there, _)| {
        if *is_there {
            say.emit(ToWorker::Compare(CompareOrder::List));
        }
    });
    let own = hands.clone();
    use_effect_with(id, move |id| {
        if let Some(id) = id.clone() {
            own.say.emit(ToWorker::Compare(CompareOrder::Open { id }));
        }
    });
    let plan = param(query, "plan").filter(|_| is_there);
    let say = hands.say.clone();
    use_effect_with(plan, move |plan| {
        if let Some(text) = plan.clone() {
            say.emit(ToWorker::Compare(CompareOrder::ReadText(text)));
        }
    });
    let own = hands.clone();
    use_effect_with(state.compare.began.clone(), move |began| {
        if let Some(id) = began {
            own.act.emit(Action::Compare(Act::Arrived));
            if here() == Place::Compare {
                go(&kept::page_of(id));
            }
        }
    });
    use_filled(state, hands);
}

/// A plan that was put into the form says where pages come from, and the form comes into view.
#[hook]
fn use_filled(state: &State, hands: &Hands) {
    let own = hands.clone();
    let web = state.compare.draft.web().to_owned();
    let live = match state.form.source(&state.catalog) {
        kind @ (SourceKind::Proxy | SourceKind::Direct) => kind,
        _ => SourceKind::Proxy,
    };
    use_effect_with(state.compare.read, move |read| {
        if *read == 0 {
            return;
        }
        let kind = match web.as_str() {
            "live" => live,
            web if web == "demo" || web.starts_with("demo:") => SourceKind::Demo,
            _ => SourceKind::Recorded,
        };
        let change = move |form: &mut Form| form.source = Some(kind);
        own.act
            .emit(Action::Edit("source".into(), Box::new(change)));
        if here() == Place::Compare {
            go("#/compare");
        }
    });
}

/// Moves the focus to what was asked for: the field that is wrong, the question, the comparison that came into view.
#[hook]
fn use_focus(desk: &Desk) {
    let problems = desk.draft.problems.clone();
    use_effect_with(problems, |problems| {
        if !problems.is_empty() {
            focus(".contest [aria-invalid=true], .contest [data-wrong]");
        }
    });
    use_effect_with(desk.asks.is_some(), |asks| {
        if *asks {
            focus("#compare-agree");
        }
    });
    let shown = desk.shown.as_ref().map(|shown| shown.card.id.clone());
    use_effect_with(shown, |shown| {
        if shown.is_some() {
            focus("#comparison");
        }
    });
}
