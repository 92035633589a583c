//! The panel beside a crawl by which it is steered, and the list of what was changed.

use super::changes::is_same_word;
use super::chips::{BOOST, chips};
use super::field::{OneField, typed};
use super::fold::Fold;
use super::strategy::{Look, Typed, method_form, send, waiting};
use super::words::told;
use super::{Act, Steer};
use crate::page::ask::{focus, is_focus_in, is_focus_lost};
use crate::page::catalog::Catalog;
use crate::page::digits::{counted, grouped};
use crate::page::form::problem;
use crate::page::hands::Hands;
use crate::page::live::Live;
use crate::page::numbers::PAGES;
use crate::page::related::Related;
use crate::page::screen::View;
use crate::page::state::{Action, Part};
use crate::protocol::ToWorker;
use crate::protocol::steer::Change;
use yew::prelude::*;

/// What stands in the ids of the strategy's fields here.
const PLACE: &str = "steer";
/// The width of a window, in CSS pixels, from which the panel is open at first: that of the style sheet.
const WIDE: f64 = 896.0;

/// What the panel shows.
#[derive(Clone, PartialEq, Properties)]
pub(in crate::page) struct Props {
    /// What names the strategies.
    pub(in crate::page) catalog: Part<Catalog>,
    /// The crawl's counts and its changes.
    pub(in crate::page) live: Part<Live>,
    /// What is typed.
    pub(in crate::page) steer: Part<Steer>,
    /// Whether the lexicon is on its way.
    pub(in crate::page) related: Part<Related>,
    /// The ways to act.
    pub(in crate::page) hands: Hands,
}

/// The panel.
#[component]
pub(in crate::page) fn Panel(props: &Props) -> Html {
    let Props {
        live, steer, hands, ..
    } = props;
    let is_wide = use_memo((), |()| is_wide());
    use_focus(live, steer);
    let changes = changes(props);
    if !live.can_be_steered() {
        return if live.steered.list().is_empty() {
            Html::default()
        } else {
            html! { <section class="panel steer"><h2>{ "What you changed" }</h2>{ changes }</section> }
        };
    }
    let trouble = steer.trouble();
    let count = amount(live.steered.list().len());
    let head = html! { <><h2>{ "Steer" }</h2><span class="count">{ count }</span></> };
    html! {
        <Fold class="panel steer" wants_open={*is_wide || !steer.form.problems.is_empty()} {head}>
            <p class="problem" role="alert">{ trouble.unwrap_or_default() }</p>
            { pages(live, steer, hands) }
            { words(live, steer, hands) }
            { leave_out(steer, hands) }
            { seeds(steer, hands) }
            { strategy(props) }
            { changes }
        </Fold>
    }
}

/// Puts the focus where it helps: into the first field that is wrong since the worker has said so, and to the list of changes where the
/// button is gone that had it.
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
    use_effect_with(live.steered.list().len(), |_| {
        if is_focus_lost() {
            focus("#steered");
        }
    });
}

fn is_wide() -> bool {
    let width = web_sys::window().and_then(|window| window.inner_width().ok()?.as_f64());
    width.is_some_and(|width| width >= WIDE)
}

fn amount(changes: usize) -> String {
    match u32::try_from(changes) {
        Ok(0) => String::new(),
        Ok(changes) => counted(changes, "change"),
        Err(_) => grouped(changes as f64),
    }
}

/// Sends a change from a field.
fn sends(
    hands: &Hands,
    change: impl Fn() -> Result<Change, String> + 'static,
    field: &'static str,
) -> Callback<SubmitEvent> {
    let hands = hands.clone();
    Callback::from(move |event: SubmitEvent| {
        event.prevent_default();
        match change() {
            Ok(change) => tell(&hands, change),
            Err(sentence) => hands
                .act
                .emit(Action::Steer(Act::Wrong(vec![problem(field, sentence)]))),
        }
    })
}

fn tell(hands: &Hands, change: Change) {
    hands.act.emit(Action::Steer(Act::Sent(change.field())));
    hands.say.emit(ToWorker::Steer(Box::new(change)));
}

fn submit(text: &'static str) -> Html {
    html! { <button type="submit">{ text }</button> }
}

/// How many pages to fetch.
fn pages(live: &Live, steer: &Steer, hands: &Hands) -> Html {
    let budget = grouped(live.progress.budget);
    let written = steer.form.numbers.get(PAGES.name).cloned();
    let text = written.clone();
    let onsubmit = sends(
        hands,
        move || {
            let text = text.as_deref().unwrap_or_default();
            let pages = PAGES.read(text)?;
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "read as a whole number that fits"
            )]
            Ok(Change::Budget(pages as u32))
        },
        "pages",
    );
    OneField {
        id: "steer-pages",
        label: "Pages to fetch in all",
        help: "",
        value: written.unwrap_or_default(),
        placeholder: &budget,
        is_long: false,
        problem: steer.form.problem("pages"),
        oninput: hands.typing_into(edit, "pages", |form, text| {
            form.numbers.insert(PAGES.name.to_owned(), text);
        }),
        onsubmit,
    }
    .draw(submit("Set"))
}

fn edit(field: AttrValue, how: Box<dyn FnOnce(&mut crate::page::form::Form)>) -> Action {
    Action::Steer(Act::Edit(field, how))
}

/// The words of the query and those that were weighed, and one more.
fn words(live: &Live, steer: &Steer, hands: &Hands) -> Html {
    let query = live.order.as_ref().map(|order| order.plan.query.as_str());
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
                return Err("Give a word to boost or to strike.".to_owned());
            }
            let word = word.clone();
            Ok(Change::Word { word, weight })
        }
    };
    let strike = {
        let (hands, change) = (hands.clone(), weigh(0.0));
        Callback::from(move |_: MouseEvent| match change() {
            Ok(change) => tell(&hands, change),
            Err(sentence) => hands
                .act
                .emit(Action::Steer(Act::Wrong(vec![problem("word", sentence)]))),
        })
    };
    let act = hands.act.clone();
    let field = OneField {
        id: "steer-word",
        label: "Another word",
        help: "",
        value: steer.word.clone(),
        placeholder: "",
        is_long: false,
        problem: steer.form.problem("word"),
        oninput: Callback::from(move |event| {
            act.emit(Action::Steer(Act::Word(typed(&event))));
        }),
        onsubmit: sends(hands, weigh(BOOST), "word"),
    };
    html! {
        <section>
            <h3>{ "Words" }</h3>
            if !all.is_empty() { { chips(all.into_iter(), "Words of the topic", live, hands) } }
            { field.draw(html! { <>{ submit("Boost") }<button type="button" onclick={strike}>{ "Strike" }</button></> }) }
        </section>
    }
}

/// A host or a path to leave out.
fn leave_out(steer: &Steer, hands: &Hands) -> Html {
    let rule = steer.rule.clone();
    let act = hands.act.clone();
    let field = OneField {
        id: "steer-rule",
        label: "Leave out a host or a path",
        help: "",
        value: steer.rule.clone(),
        placeholder: "example.org or /login",
        is_long: false,
        problem: steer.form.problem("rule"),
        oninput: Callback::from(move |event| {
            act.emit(Action::Steer(Act::Rule(typed(&event))));
        }),
        onsubmit: sends(hands, move || Ok(Change::Drop(rule.clone())), "rule"),
    };
    field.draw(submit("Leave out"))
}

/// More addresses to start from.
fn seeds(steer: &Steer, hands: &Hands) -> Html {
    let typed = steer.form.typed_seeds();
    let field = OneField {
        id: "steer-seeds",
        label: "More addresses to start from",
        help: "",
        value: steer.form.seeds.clone(),
        placeholder: "https://example.org/links",
        is_long: true,
        problem: steer.form.problem("seeds"),
        oninput: hands.typing_into(edit, "seeds", |form, text| form.seeds = text),
        onsubmit: sends(hands, move || Ok(Change::Seeds(typed.clone())), "seeds"),
    };
    let is_open = steer.form.problem("seeds").is_some();
    html! { <Fold class="steer-fold" wants_open={is_open} head={"Add seeds"}>{ field.draw(submit("Add")) }</Fold> }
}

/// Another strategy, or other parameters.
fn strategy(props: &Props) -> Html {
    let Props {
        catalog,
        live,
        steer,
        related,
        hands,
    } = props;
    let typed = Typed::of(steer, live, catalog);
    let is_same = typed.is_same;
    let switch = typed.on_submit(Look::Switch, hands);
    let ahead = {
        let (hands, method) = (hands.clone(), typed.method);
        Callback::from(move |_: MouseEvent| {
            hands.act.emit(Action::View(View::Frontier));
            send(Look::Ahead, method.clone(), &hands);
        })
    };
    let buttons = html! {
        <>
            <button type="submit" disabled={is_same}>{ "Switch" }</button>
            <button type="button" class="quiet" disabled={is_same} onclick={ahead}>{ "Look first what it would do" }</button>
        </>
    };
    let form = method_form(PLACE, steer, live, catalog, hands, buttons, switch);
    let mut problems = steer.form.problems.iter();
    let is_open = problems.any(|one| one.field == "strategy" || one.field.starts_with("params."));
    html! {
        <Fold class="steer-fold" wants_open={is_open} head={"Strategy"}>
            { form }
            { waiting(steer, related) }
        </Fold>
    }
}

/// What was changed so far, the latest first.
fn changes(props: &Props) -> Html {
    let Props {
        catalog,
        live,
        hands,
        ..
    } = props;
    let list = live.steered.list();
    if list.is_empty() {
        return Html::default();
    }
    let one = |(at, (done, steering)): (usize, &(u32, engine::steering::Steering))| {
        let text = told(steering, catalog);
        let back = live
            .steered
            .way_back(at)
            .filter(|_| live.can_be_steered())
            .map(|change| hands.on_say(ToWorker::Steer(Box::new(change))));
        let label = format!("Take back: {text}");
        html! {
            <li key={at}>
                <span>{ text }<span class="fine">{ format!(" after {}", counted(*done, "page")) }</span></span>
                if let Some(onclick) = back { <button type="button" class="quiet small" {onclick} aria-label={label}>{ "Take back" }</button> }
            </li>
        }
    };
    html! {
        <section class="steered">
            <h3 id="steered" tabindex="-1">{ "So far" }</h3>
            <ol reversed=true aria-labelledby="steered">{ for list.iter().enumerate().rev().map(one) }</ol>
        </section>
    }
}
