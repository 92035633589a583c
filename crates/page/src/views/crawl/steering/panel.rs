//! Renders the steering drawer with the list of changes.

use super::super::Props;
use super::chips::{BOOST, chips, on_change};
use super::strategy::{StrategyForm, strategy_form, waiting};
use super::words::describe;
use crate::views::parts::speed::speed;
use crate::views::prelude::*;
use crate::widgets::buttons::{drawer, drawer_button};
use crate::widgets::disclosure::Disclosure;
use page_state::form::{read_setting, typed_seeds};
use protocol::steer::Change;
use types::plan::{PAGES, SPEED};
use types::settings::SettingValue as _;
use types::steering::is_same_word;

/// The prefix of the ids of the strategy's fields.
const PLACE: &str = "steer";
/// The id of the drawer in the document.
const DRAWER: &str = "steering";

/// Renders the button that opens the drawer, with the number of changes.
pub(crate) fn button(live: &Live) -> Html {
    if !has_content(live) {
        return Html::default();
    }
    let changes = count(live.steered.list().len());
    let label = html! {
        <>
            { "Steer" }
            if changes > 0 {
                { " " }
                <span class="count">{ grouped(changes) }</span>
                <span class="unseen">{ if changes == 1 { " change" } else { " changes" } }</span>
            }
        </>
    };
    drawer_button(DRAWER, label, None)
}

/// Returns whether the crawl can be changed or has been changed.
fn has_content(live: &Live) -> bool {
    !live.is_before_crawl() && (live.can_be_steered() || !live.steered.list().is_empty())
}

/// Renders the drawer, and the error of a rejected rating, which belongs to no field.
#[component]
pub(crate) fn Panel(props: &Props) -> Html {
    let Props { crawl: CrawlState { live, steer, .. }, dispatch, .. } = props;
    use_focus(live, steer);
    if !has_content(live) {
        return Html::default();
    }
    let fields = || {
        html! {
            <>
                { speed_of(live, dispatch) }
                { PAGE_LIMIT.draw(grouped(live.page_limit()), steer, dispatch, submit("Set limit")) }
                { words(live, steer, dispatch) }
                { RULE.draw("example.org or /login".to_owned(), steer, dispatch, submit("Exclude")) }
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
            { drawer(DRAWER, "Steer crawl", content) }
        </>
    }
}

/// Moves the focus to the first invalid field after the worker has rejected a change. If the focused button has
/// disappeared, the focus moves to the list of changes, or to the button of the closed drawer.
#[hook]
fn use_focus(live: &Live, steer: &Steer) {
    let problems = steer.form.problems.clone();
    let before = use_mut_ref(Vec::new);
    use_effect_with(problems, move |problems| {
        let before = before.replace(problems.clone());
        if problems.len() > before.len() {
            focus(if is_focus_in(".what-if") { ".what-if [aria-invalid=true]" } else { ".steer [aria-invalid=true]" });
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

/// Describes a field that is submitted on its own.
struct Field {
    /// Its name in problems.
    name: &'static str,
    label: &'static str,
    /// It has several lines.
    is_long: bool,
    /// Returns the change, or the problem of the typed text.
    change: fn(&str) -> Result<Change, String>,
}

/// The field for the number of pages.
const PAGE_LIMIT: Field = Field {
    name: PAGES.name,
    label: PAGES.title,
    is_long: false,
    change: |text| Ok(Change::Budget(u32::from_value(&read_setting(&PAGES, text)?).unwrap_or_default())),
};
/// The field for another word.
const WORD: Field = Field { name: "word", label: "Add a word", is_long: false, change: |text| weigh(text, BOOST) };
/// The field for a host or path to exclude.
const RULE: Field = Field {
    name: "rule",
    label: "Exclude a host or path",
    is_long: false,
    change: |text| Ok(Change::Drop(text.to_owned())),
};
/// The field for further seeds.
const SEEDS: Field =
    Field { name: "seeds", label: "Seed URLs", is_long: true, change: |text| Ok(Change::Seeds(typed_seeds(text))) };

impl Field {
    /// Renders the form; `buttons` are beside the field and include the submit button.
    fn draw(&self, placeholder: String, steer: &Steer, dispatch: &Dispatch, buttons: Html) -> Html {
        let (name, id) = (self.name, format!("steer-{}", self.name));
        let problem = steer.form.problem(name);
        let ties = AriaLinks::of(&id, false, problem.as_ref());
        let (value, change) = (steer.text(name).to_owned(), self.change);
        let oninput = dispatch.on_text::<InputEvent>(move |text| Action::Steer(SteerAction::Type(name, text)));
        let onsubmit = dispatch.on_submit(move || Action::Steer(SteerAction::SubmitText(name, change)));
        let control = if self.is_long {
            html! {
                <textarea id={id.clone()} rows="3" spellcheck="false" autocapitalize="none" {placeholder} {value}
                    {oninput} aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
            }
        } else {
            html! {
                <input id={id.clone()} type="text" autocomplete="off" spellcheck="false" autocapitalize="none"
                    {placeholder} {value} {oninput} aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
            }
        };
        html! {
            <form class="steer-field" {onsubmit} novalidate=true>
                <label for={id.clone()}>{ self.label }</label>
                <div class={classes!("steer-line", self.is_long.then_some("long"))}>{ control }{ buttons }</div>
                { problem_line(&id, problem.as_ref()) }
            </form>
        }
    }
}

/// Renders the choice of the speed; only live sites need delays.
fn speed_of(live: &Live, dispatch: &Dispatch) -> Option<Html> {
    let request = live.request.as_ref().filter(|request| request.source.is_live())?;
    let choose = dispatch.actions.reform(|speed| Action::Steer(SteerAction::Change(Box::new(Change::Speed(speed)))));
    Some(html! { <section><h3>{ SPEED.title }</h3>{ speed("steer-speed", request.plan.speed, &choose) }</section> })
}

/// Returns the change of a word's weight.
fn weigh(word: &str, weight: f64) -> Result<Change, String> {
    match word.trim() {
        "" => Err("Enter a word to boost or exclude.".to_owned()),
        word => Ok(Change::Word { word: word.to_owned(), weight }),
    }
}

fn submit(text: &'static str) -> Html {
    html! { <button type="submit">{ text }</button> }
}

/// Renders the words of the query, the weighted words, and a field for another word.
fn words(live: &Live, steer: &Steer, dispatch: &Dispatch) -> Html {
    let query = live.request.as_ref().map(|request| request.plan.query.as_str());
    let mut all: Vec<&str> = Vec::new();
    let of_query = query.unwrap_or_default().split_whitespace();
    for word in of_query.chain(live.steered.words()) {
        if !all.iter().any(|known| is_same_word(known, word)) {
            all.push(word);
        }
    }
    let exclude = || SteerAction::SubmitText(WORD.name, |text| weigh(text, 0.0));
    let exclude = dispatch.on::<MouseEvent>(move || vec![Action::Steer(exclude())]);
    let buttons = html! { <>{ submit("Boost") }<button type="button" onclick={exclude}>{ "Exclude" }</button></> };
    html! {
        <section>
            <h3>{ "Words" }</h3>
            if !all.is_empty() { { chips(all.into_iter(), "Topic words", live, dispatch) } }
            { WORD.draw(String::new(), steer, dispatch, buttons) }
        </section>
    }
}

/// Renders the field for further seeds, folded unless it has a problem.
fn seeds(steer: &Steer, dispatch: &Dispatch) -> Html {
    let is_open = steer.form.problem(SEEDS.name).is_some();
    let example = "https://example.org/links".to_owned();
    let field = SEEDS.draw(example, steer, dispatch, submit("Add seeds"));
    html! { <Disclosure class="steer-fold" wants_open={is_open} head={"Seeds"}>{ field }</Disclosure> }
}

/// Renders the form that switches the strategy or its parameters.
fn strategy(props: &Props) -> Html {
    let Props { state: State { catalog, .. }, crawl: CrawlState { live, steer, .. }, dispatch, .. } = props;
    let typed = StrategyForm::new(steer, live, catalog);
    let is_same = typed.is_same;
    let send = |purpose| Action::Steer(SteerAction::SubmitStrategy(purpose));
    let switch = dispatch.on_submit(move || send(StrategyPurpose::Switch));
    let ahead =
        dispatch.on(move || vec![Action::Screen(ScreenAction::View(View::Frontier)), send(StrategyPurpose::Preview)]);
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
            { waiting(steer, catalog) }
        </Disclosure>
    }
}

/// Renders the list of changes, the latest first.
fn changes(props: &Props) -> Html {
    let Props { state: State { catalog, .. }, crawl: CrawlState { live, .. }, dispatch, .. } = props;
    let list = live.steered.list();
    if list.is_empty() {
        return Html::default();
    }
    let one = |(at, (done, steering)): (usize, &(u32, types::steering::Steering))| {
        let text = describe(steering, catalog);
        let undo = live.steered.undo_of(at).filter(|_| live.can_be_steered());
        let back = undo.map(|change| on_change(change, dispatch));
        let label = format!("Undo: {text}");
        html! {
            <li key={at}>
                <span>{ text }<span class="fine">{ format!(" after {}", counted(*done, "page")) }</span></span>
                if let Some(onclick) = back {
                    <button type="button" class="quiet small" {onclick} aria-label={label}>{ "Undo" }</button>
                }
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
