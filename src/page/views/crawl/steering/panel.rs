//! Renders the steering drawer with the list of changes.

use super::chips::{BOOST, chips};
use super::strategy::{StrategyAction, StrategyForm, send, strategy_form, waiting};
use super::words::describe;
use crate::page::dom::digits::{counted, grouped};
use crate::page::dom::focus::{focus, is_focus_in, is_focus_lost};
use crate::page::state::catalog::Catalog;
use crate::page::state::crawl::live::Live;
use crate::page::state::dispatch::Dispatch;
use crate::page::state::form::problem;
use crate::page::state::numbers::PAGES;
use crate::page::state::related::Related;
use crate::page::state::screen::{ScreenAction, View};
use crate::page::state::steer::{Steer, SteerAction};
use crate::page::state::{Action, Shared};
use crate::page::widgets::disclosure::Disclosure;
use crate::page::widgets::drawer::{drawer, drawer_button};
use crate::page::widgets::inline_form::{InlineForm, typed};
use crate::protocol::ToWorker;
use crate::protocol::steer::Change;
use types::count;
use types::steering::is_same_word;
use yew::prelude::*;

/// The prefix of the ids of the strategy's fields.
const PLACE: &str = "steer";
/// The id of the drawer in the document.
const DRAWER: &str = "steering";

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) catalog: Shared<Catalog>,
    /// The crawl's counts and its changes.
    pub(crate) live: Shared<Live>,
    /// The steering panel.
    pub(crate) steer: Shared<Steer>,
    /// The related words, which tell whether the lexicon is loading.
    pub(crate) related: Shared<Related>,
    pub(crate) dispatch: Dispatch,
}

/// Renders the button that opens the drawer, with the number of changes.
pub(crate) fn button(live: &Live) -> Html {
    if !has_content(live) {
        return Html::default();
    }
    let changes = count(live.steered.list().len());
    let label = html! {
        <>
            { "Steer" }
            if changes > 0 { { " " }<span class="count">{ grouped(changes) }</span><span class="unseen">{ if changes == 1 { " change" } else { " changes" } }</span> }
        </>
    };
    drawer_button(DRAWER, label)
}

/// Returns whether the crawl can be changed or has been changed.
fn has_content(live: &Live) -> bool {
    !live.is_before_crawl() && (live.can_be_steered() || !live.steered.list().is_empty())
}

/// Renders the drawer, and the error of a rejected rating, which belongs to no field.
#[component]
pub(crate) fn Panel(props: &Props) -> Html {
    let Props {
        live,
        steer,
        dispatch,
        ..
    } = props;
    use_focus(live, steer);
    if !has_content(live) {
        return Html::default();
    }
    let fields = || {
        html! {
            <>
                { pages(live, steer, dispatch) }
                { words(live, steer, dispatch) }
                { leave_out(steer, dispatch) }
                { seeds(steer, dispatch) }
                { strategy(props) }
            </>
        }
    };
    let content = html! {
        <div class="steer">
            if live.can_be_steered() { { fields() } }
            { changes(props) }
        </div>
    };
    html! {
        <>
            if let Some(problem) = steer.general_problem() { <p class="problem" role="alert">{ problem }</p> }
            { drawer(DRAWER, "Steering", content) }
        </>
    }
}

/// Moves the focus to the first invalid field after the worker has rejected a change. If the focused button has disappeared, the focus
/// moves to the list of changes, or to the button of the closed drawer.
#[hook]
fn use_focus(live: &Live, steer: &Steer) {
    let problems = steer.form.problems.clone();
    let before = use_mut_ref(Vec::new);
    use_effect_with(problems, move |problems| {
        let before = before.replace(problems.clone());
        if problems.len() > before.len() {
            focus(if is_focus_in(".what-if") {
                ".what-if [aria-invalid=true]"
            } else {
                ".steer [aria-invalid=true]"
            });
        }
    });
    let before = use_mut_ref(|| None);
    use_effect_with(live.steered.list().len(), move |changes| {
        if before.replace(Some(*changes)).is_none() {
            return;
        }
        if is_focus_lost() {
            focus(".drawer:popover-open #steered");
        }
        if is_focus_lost() {
            focus("[popovertarget=steering]");
        }
    });
}

/// Returns a handler that sends the change of a field.
fn sends(
    dispatch: &Dispatch,
    change: impl Fn() -> Result<Change, String> + 'static,
    field: &'static str,
) -> Callback<SubmitEvent> {
    let dispatch = dispatch.clone();
    Callback::from(move |event: SubmitEvent| {
        event.prevent_default();
        match change() {
            Ok(change) => send_change(&dispatch, change),
            Err(sentence) => dispatch.dispatch(Action::Steer(SteerAction::Wrong(vec![problem(
                field, sentence,
            )]))),
        }
    })
}

fn send_change(dispatch: &Dispatch, change: Change) {
    dispatch.dispatch(Action::Steer(SteerAction::Sent(change.field())));
    dispatch.send(ToWorker::Steer(Box::new(change)));
}

fn submit(text: &'static str) -> Html {
    html! { <button type="submit">{ text }</button> }
}

/// Renders the field for the number of pages.
fn pages(live: &Live, steer: &Steer, dispatch: &Dispatch) -> Html {
    let budget = grouped(live.progress.budget);
    let written = steer.form.numbers.get(PAGES.name).cloned();
    let text = written.clone();
    let onsubmit = sends(
        dispatch,
        move || {
            let text = text.as_deref().unwrap_or_default();
            Ok(Change::Budget(types::to_u32(PAGES.read(text)?)))
        },
        "pages",
    );
    InlineForm {
        id: "steer-pages",
        label: "Page limit",
        help: "",
        value: written.unwrap_or_default(),
        placeholder: &budget,
        is_long: false,
        problem: steer.form.problem("pages"),
        oninput: dispatch.typing_into(edit, "pages", |form, text| {
            form.numbers.insert(PAGES.name.to_owned(), text);
        }),
        onsubmit,
    }
    .draw(submit("Set limit"))
}

fn edit(field: AttrValue, how: Box<dyn FnOnce(&mut crate::page::state::form::Form)>) -> Action {
    Action::Steer(SteerAction::Edit(field, how))
}

/// Renders the words of the query, the weighted words, and a field for another word.
fn words(live: &Live, steer: &Steer, dispatch: &Dispatch) -> Html {
    let query = live
        .request
        .as_ref()
        .map(|request| request.plan.query.as_str());
    let mut all: Vec<&str> = Vec::new();
    let of_query = query.unwrap_or_default().split_whitespace();
    for word in of_query.chain(live.steered.words()) {
        if !all.iter().any(|known| is_same_word(known, word)) {
            all.push(word);
        }
    }
    let weigh = |weight: f64| {
        let word = steer.word.trim().to_owned();
        move || {
            if word.is_empty() {
                return Err("Enter a word to boost or exclude.".to_owned());
            }
            let word = word.clone();
            Ok(Change::Word { word, weight })
        }
    };
    let exclude = {
        let (dispatch, change) = (dispatch.clone(), weigh(0.0));
        Callback::from(move |_: MouseEvent| match change() {
            Ok(change) => send_change(&dispatch, change),
            Err(sentence) => dispatch.dispatch(Action::Steer(SteerAction::Wrong(vec![problem(
                "word", sentence,
            )]))),
        })
    };
    let actions = dispatch.actions.clone();
    let field = InlineForm {
        id: "steer-word",
        label: "Word",
        help: "",
        value: steer.word.clone(),
        placeholder: "",
        is_long: false,
        problem: steer.form.problem("word"),
        oninput: Callback::from(move |event| {
            actions.emit(Action::Steer(SteerAction::Word(typed(&event))));
        }),
        onsubmit: sends(dispatch, weigh(BOOST), "word"),
    };
    html! {
        <section>
            <h3>{ "Words" }</h3>
            if !all.is_empty() { { chips(all.into_iter(), "Topic words", live, dispatch) } }
            { field.draw(html! { <>{ submit("Boost") }<button type="button" onclick={exclude}>{ "Exclude" }</button></> }) }
        </section>
    }
}

/// Renders the field for a host or path to exclude.
fn leave_out(steer: &Steer, dispatch: &Dispatch) -> Html {
    let rule = steer.rule.clone();
    let actions = dispatch.actions.clone();
    let field = InlineForm {
        id: "steer-rule",
        label: "Exclude a host or path",
        help: "",
        value: steer.rule.clone(),
        placeholder: "example.org or /login",
        is_long: false,
        problem: steer.form.problem("rule"),
        oninput: Callback::from(move |event| {
            actions.emit(Action::Steer(SteerAction::Rule(typed(&event))));
        }),
        onsubmit: sends(dispatch, move || Ok(Change::Drop(rule.clone())), "rule"),
    };
    field.draw(submit("Exclude"))
}

/// Renders the field for further seeds.
fn seeds(steer: &Steer, dispatch: &Dispatch) -> Html {
    let typed = steer.form.scope.typed_seeds();
    let field = InlineForm {
        id: "steer-seeds",
        label: "Seed URLs",
        help: "",
        value: steer.form.scope.seeds.clone(),
        placeholder: "https://example.org/links",
        is_long: true,
        problem: steer.form.problem("seeds"),
        oninput: dispatch.typing_into(edit, "seeds", |form, text| form.scope.seeds = text),
        onsubmit: sends(dispatch, move || Ok(Change::Seeds(typed.clone())), "seeds"),
    };
    let is_open = steer.form.problem("seeds").is_some();
    html! { <Disclosure class="steer-fold" wants_open={is_open} head={"Seeds"}>{ field.draw(submit("Add seeds")) }</Disclosure> }
}

/// Renders the form that switches the strategy or its parameters.
fn strategy(props: &Props) -> Html {
    let Props {
        catalog,
        live,
        steer,
        related,
        dispatch,
    } = props;
    let typed = StrategyForm::of(steer, live, catalog);
    let is_same = typed.is_same;
    let switch = typed.on_submit(StrategyAction::Switch, dispatch);
    let ahead = {
        let (dispatch, spec) = (dispatch.clone(), typed.spec);
        Callback::from(move |_: MouseEvent| {
            dispatch.dispatch(Action::Screen(ScreenAction::View(View::Frontier)));
            send(StrategyAction::Preview, spec.clone(), &dispatch);
        })
    };
    let buttons = html! {
        <>
            <button type="submit" disabled={is_same}>{ "Switch strategy" }</button>
            <button type="button" class="quiet" disabled={is_same} onclick={ahead}>{ "Preview" }</button>
        </>
    };
    let form = strategy_form(PLACE, steer, live, catalog, dispatch, buttons, switch);
    let mut problems = steer.form.problems.iter();
    let is_open = problems.any(|one| one.field == "strategy" || one.field.starts_with("params."));
    html! {
        <Disclosure class="steer-fold" wants_open={is_open} head={"Strategy"}>
            { form }
            { waiting(steer, related) }
        </Disclosure>
    }
}

/// Renders the list of changes, the latest first.
fn changes(props: &Props) -> Html {
    let list = props.live.steered.list();
    if list.is_empty() {
        return Html::default();
    }
    let one = |(at, (done, steering)): (usize, &(u32, types::steering::Steering))| {
        let text = describe(steering, &props.catalog);
        let back = props
            .live
            .steered
            .undo_of(at)
            .filter(|_| props.live.can_be_steered())
            .map(|change| props.dispatch.on_send(ToWorker::Steer(Box::new(change))));
        let label = format!("Undo: {text}");
        html! {
            <li key={at}>
                <span>{ text }<span class="fine">{ format!(" after {}", counted(*done, "page")) }</span></span>
                if let Some(onclick) = back { <button type="button" class="quiet small" {onclick} aria-label={label}>{ "Undo" }</button> }
            </li>
        }
    };
    html! {
        <section class="steered">
            <h3 id="steered" tabindex="-1">{ "Changes" }</h3>
            <ol reversed=true aria-labelledby="steered">{ for list.iter().enumerate().rev().map(one) }</ol>
        </section>
    }
}
