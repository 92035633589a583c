//! Renders the form of a crawl: the query, an example, and the settings.

mod advanced;
mod query;
mod related;
mod seeds;
pub(crate) mod strategy;
mod topics;

use super::parts::saved::{home_topics, interrupted};
use super::parts::source;
use crate::views::prelude::*;
use page_state::related::Related;
use page_state::screen::Screen;
use page_state::seeds::{SeedFinder, SeedsAction};
use page_state::starting::Start;
use protocol::Problem;
use web_sys::HtmlInputElement;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) catalog: Shared<Catalog>,
    pub(crate) form: Shared<Form>,
    /// The related words of the query.
    pub(crate) related: Shared<Related>,
    /// The search for seeds.
    pub(crate) search: Shared<SeedFinder>,
    /// The saved crawls.
    pub(crate) library: Shared<Library>,
    /// The selected good pages.
    pub(crate) good: GoodPages,
    /// The saved models.
    pub(crate) models: Shared<Models>,
    /// The id of the strategy that was chosen last from the list.
    pub(crate) listed: Option<String>,
    /// The progress of a start, and the field to focus.
    pub(crate) screen: Screen,
    /// How the next crawl begins.
    pub(crate) start: Start,
    /// A crawl to return to; true if it is still running.
    pub(crate) back: Option<bool>,
    pub(crate) dispatch: Dispatch,
}

/// Renders the form.
#[component]
pub(crate) fn CrawlForm(props: &Props) -> Html {
    let Props { catalog, form, dispatch, .. } = props;
    let input = use_node_ref();
    use_focus(&input, props);
    let onsubmit = dispatch.on_submit(|| Action::Start(StartAction::Start));
    html! {
        <form class="ask" {onsubmit} novalidate=true>
            <div class="ask-head">
                <h1>{ "What are you looking for?" }</h1>
                <p class="lede">{ if form.scope.site_map {
                    "Enter a topic and a site. Salticid maps the site, with the relevant pages and the paths to them."
                } else {
                    "Enter a topic. Salticid crawls the most promising links first and shows results live."
                } }</p>
            </div>
            { strange(form) }
            { query::query(form, catalog, dispatch, &input) }
            { problem_summary(form) }
            <div class="start-state">
                <p class="waiting" role="status">{ waiting(props) }</p>{ cancel_start(props) }
                { unknown_query(props) }
            </div>
            if props.back.is_none() {
                { interrupted(&props.library, dispatch) }
                { home_topics(&props.library, dispatch) }
            }
            if props.back.is_some() || !props.library.is_awaited(catalog) {
                { query::examples(form, catalog, &props.library, dispatch) }
            }
            { back(props) }
            { source::source(form, catalog, &props.library, dispatch) }
            if !form.scope.site_map { { seeds::summary(form, catalog) } }
            <strategy::StrategyChoice catalog={catalog.clone()} form={form.clone()} models={props.models.clone()}
                listed={props.listed.clone()} dispatch={dispatch.clone()} />
            if form.learns(catalog) {
                <topics::Editor catalog={catalog.clone()} form={form.clone()} good={props.good.clone()}
                    dispatch={dispatch.clone()} />
            }
            { advanced::advanced(props) }
        </form>
    }
}

/// Renders the parts of the address that were ignored.
fn strange(form: &Form) -> Html {
    match form.problem("address") {
        Some(sentence) => html! {
            <p class="problem strange" role="alert" tabindex="-1" data-wrong="">{ sentence }</p>
        },
        None => Html::default(),
    }
}

/// Returns the reason that a start waits.
fn waiting(props: &Props) -> &'static str {
    match &props.catalog.worker {
        _ if matches!(props.start, Start::No | Start::Open { .. } | Start::Unconfirmed(_)) => "",
        _ if props.start == Start::Seeking => "Finding seeds. The crawl starts when they are found.",
        _ if is_loading(props) => "Loading language data…",
        _ if matches!(props.start, Start::Sent(_)) => "Starting…",
        Worker::Loading => "Loading the crawler. The crawl starts when it is ready.",
        Worker::Ready if props.form.waits_for_models(&props.models) => "Loading the model…",
        Worker::Ready => "Connecting to the proxy…",
        Worker::VersionMismatch(_) | Worker::Broken(_) => "The crawl cannot start. See the notice above.",
    }
}

/// Renders the hint that the demo web has no page on the query, and the ways out; nothing while a start waits.
fn unknown_query(props: &Props) -> Html {
    let Props { form, catalog, dispatch, .. } = props;
    if !waiting(props).is_empty() || !form.is_unknown_to_demo_web(catalog) {
        return Html::default();
    }
    let web = catalog.web_source();
    html! {
        <p class="unknown-query" role="status">
            { "None of the demo web’s topics has these words. Choose an example below, or " }
            <button type="button" class="inline" onclick={source::choose(web, dispatch)}>{ "crawl the web" }</button>
            { " instead." }
        </p>
    }
}

/// Returns whether a start waits for language data.
fn is_loading(props: &Props) -> bool {
    matches!(props.start, Start::Sent(_)) && props.catalog.loading.is_some()
}

/// Renders the cancel button of a slow start.
fn cancel_start(props: &Props) -> Html {
    let dispatch = &props.dispatch;
    let onclick = if props.start == Start::Seeking {
        dispatch.on(|| vec![Action::Seeds(SeedsAction::Stop)])
    } else if is_loading(props) {
        dispatch.on(|| vec![Action::Start(StartAction::Cancel)])
    } else {
        return Html::default();
    };
    html! { <button type="button" class="quiet" {onclick}>{ "Cancel" }</button> }
}

fn back(props: &Props) -> Option<Html> {
    let runs = props.back?;
    let onclick = props.dispatch.on(|| vec![Action::Screen(ScreenAction::ShowCrawl)]);
    let text = if runs { "← Back to the running crawl" } else { "← Back to the last crawl" };
    Some(html! { <p class="back"><button type="button" class="quiet" {onclick}>{ text }</button></p> })
}

/// Moves the focus to the first invalid field or to a requested field. Initially it is in the query, with the example
/// selected, so that typing replaces it.
#[hook]
fn use_focus(input: &NodeRef, props: &Props) {
    let before = use_mut_ref(|| None::<Vec<Problem>>);
    let now = (props.form.problems.clone(), props.screen.point);
    use_effect_with(now, move |(problems, point)| {
        let before = before.replace(Some(problems.clone()));
        // A solved problem does not move the focus.
        let fewer = |before: Vec<Problem>| problems.len() < before.len();
        match point {
            _ if before.is_some_and(fewer) => {}
            _ if !problems.is_empty() => focus("[aria-invalid=true], [data-wrong]"),
            Some(selector) => focus(selector),
            None => focus("#query"),
        }
    });
    let input = input.clone();
    let query = &props.form.query;
    let example = (!query.is_touched && !query.text.is_empty()).then(|| query.text.clone());
    use_effect_with(example, move |example| {
        // The example arrives with the worker. If the person has moved the focus in the meantime, it stays.
        let input = input.cast::<HtmlInputElement>();
        if let Some(input) = input.filter(|_| example.is_some() && is_focus_in("#query")) {
            input.select();
        }
    });
}

/// Renders the problems of all fields, except those of the query, which is beside the button, and of the address, which
/// are shown elsewhere.
fn problem_summary(form: &Form) -> Html {
    let problems = form.problems.iter();
    let problems = problems.filter(|problem| !matches!(&*problem.field, "query" | "address"));
    let lines: Vec<Html> = problems
        .map(|problem| {
            // The field shows the other lines.
            let text = sentence(problem.message.lines().next().unwrap_or_default());
            let field = problem.field.clone();
            let onclick = Callback::from(move |_: MouseEvent| focus(&field_of(&field)));
            html! { <li><button type="button" class="inline" {onclick}>{ text }</button></li> }
        })
        .collect();
    if lines.is_empty() {
        return Html::default();
    }
    html! {
        <div class="form-problems" role="group" aria-label="Problems">
            <p><strong>{ "The crawl cannot start: " }{ counted(lines.len(), "problem") }{ "." }</strong></p>
            <ul>{ for lines }</ul>
        </div>
    }
}

/// Returns the selector of a field, which references its problem in `aria-describedby`.
fn field_of(field: &str) -> String {
    format!("[aria-describedby~=\"{field}-problem\"], [data-wrong][id=\"{field}\"], [data-wrong=\"{field}\"]")
}
