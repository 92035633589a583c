//! Renders the form of a comparison: strategies, topics, length, measures.

use super::measures::measures;
use super::strategies::strategies;
use super::topics::topics;
use crate::views::ScreenProps;
use crate::views::parts::params::control;
use crate::views::parts::source::source;
use crate::views::prelude::*;
use crate::widgets;
use crate::widgets::field::check_box;
use page_state::class;
use page_state::compare::Submission;
use page_state::compare::draft::{Draft, NUMBERS};
use page_state::compare::strategy_draft::StrategyDraft;
use page_state::compare::topic_data::TopicData;
use page_state::digits;
use protocol::compare::{ComparisonForm, RequestBudget};
use types::compare::SeedUse;
use types::settings::Setting;
use types::strategy::Needs;

/// Renders the form.
pub(crate) fn comparison_form(props: &ScreenProps) -> Html {
    let ScreenProps { state: State { compare, catalog, library, setup, .. }, dispatch, .. } = props;
    let form = &setup.form;
    let Some(offer) = &compare.offer else {
        return html! { <p class="fine">{ waiting(&catalog.worker) }</p> };
    };
    let kind = form.source(catalog);
    let has_own = kind == SourceKind::Demo;
    let data = TopicData::new(&compare.draft, kind);
    let onsubmit = dispatch.on_submit(|| Action::Compare(CompareAction::Begin(false)));
    html! {
        <form class="contest" {onsubmit} novalidate=true>
            { strategies(&compare.draft, catalog, data, dispatch) }
            <div class="ask-settings">
                { topics(&compare.draft, offer, has_own, dispatch) }
                { source(form, catalog, library, dispatch) }
                { numbers(&compare.draft, catalog, dispatch) }
            </div>
            { measures(&compare.draft, data, dispatch) }
            { other_problems(&compare.draft) }
            { run_section(props, has_own) }
        </form>
    }
}

fn waiting(worker: &Worker) -> &'static str {
    match worker {
        Worker::Loading | Worker::Ready => "Loading the crawler…",
        Worker::VersionMismatch(_) | Worker::Broken(_) => "Comparison is unavailable. See the notice above.",
    }
}

fn numbers(draft: &Draft, catalog: &Catalog, dispatch: &Dispatch) -> Html {
    let any_needs = |what: fn(&Needs) -> bool| {
        let ids = draft.strategies.selected.iter().map(|draft| draft.form.strategy_id());
        let mut infos = ids.filter_map(|id| catalog.strategy(&id));
        infos.any(|info| what(&info.needs))
    };
    let begins_late = any_needs(|needs| needs.past);
    let is_of_use = |number: &&'static Setting<_>| number.name != "past_pages" || begins_late;
    let field = |number: &'static Setting<_>| {
        let name = number.name;
        let oninput = dispatch.typing_into(Action::edit_comparison, name, move |draft, text| {
            draft.numbers.insert(name, text);
        });
        let id = format!("compare-{name}");
        let info = number.info(&ComparisonForm::default());
        control(&id, &info, draft.number(number), draft.problem(name), oninput)
    };
    let (pages, more) = (&NUMBERS[..2], &NUMBERS[2..]);
    html! {
        <section class="card" aria-labelledby="compare-length">
            <h2 id="compare-length">{ "Crawls" }</h2>
            { for pages.iter().map(field) }
            { seeds(draft, dispatch) }
            { for more.iter().filter(is_of_use).map(field) }
            if any_needs(|needs| needs.taxonomy) && !draft.form.has_taxonomy { { starter_topics(draft, dispatch) } }
        </section>
    }
}

fn starter_topics(draft: &Draft, dispatch: &Dispatch) -> Html {
    let oninput = dispatch.typing_into(Action::edit_comparison, "starter_topics", |draft, text| {
        draft.form.starter_topics = text == "true";
    });
    check_box(
        "compare-starter",
        "Train on the starter topics",
        "Broad topics with each query as the target, in place of the topics’ example pages. Always used for topics \
        without examples.",
        draft.form.starter_topics,
        oninput,
    )
}

fn seeds(draft: &Draft, dispatch: &Dispatch) -> Html {
    let oninput = dispatch.typing_into(Action::edit_comparison, "seeds", |draft, name| {
        let found = SeedUse::ALL.into_iter().find(|seeds| seeds.id() == name);
        draft.form.seeds = found.unwrap_or_default();
    });
    let options = SeedUse::ALL.iter().map(|seeds| (seeds.id(), seeds.title()));
    Field {
        id: "compare-seeds",
        label: "Seeds per topic",
        help: draft.form.seeds.sentence(),
        problem: draft.problem("seeds"),
    }
    .draw(|ties| menu("compare-seeds", ties, options, draft.form.seeds.id(), oninput))
}

/// Renders the problems that belong to no field of the form.
fn other_problems(draft: &Draft) -> Html {
    const SHOWN: [&str; 4] = ["strategies", "topics", "measures", "seeds"];
    let is_shown = |field: &str| {
        SHOWN.contains(&field) || field.starts_with("topic.") || NUMBERS.iter().any(|number| number.name == field)
    };
    widgets::other_problems(&draft.problems, is_shown)
}

/// Renders the size of the comparison and the button.
fn run_section(props: &ScreenProps, has_own: bool) -> Html {
    let draft = &props.state.compare.draft;
    let typed = props.dispatch.typing_into(Action::edit_comparison, "title", |draft, text| {
        draft.form.title = text;
    });
    let topics = draft.topic_count(has_own);
    let says = size_text(draft, topics, chosen(draft, props));
    html! {
        <section class="contest-go" aria-label="Run">
            <div class="field">
                <label for="compare-title">{ "Name (optional)" }</label>
                <input id="compare-title" type="text" autocomplete="off" maxlength="200"
                    value={draft.form.title.clone()} oninput={typed} />
            </div>
            if let Submission::Confirm(budget) = props.state.compare.submission {
                { confirmation(budget, props) }
            } else {
                <p class="learn-go">
                    <button type="submit" class="main"
                        disabled={props.state.compare.submission == Submission::Sent
                            || props.state.catalog.worker != Worker::Ready}>
                        { "Run comparison" }
                    </button>
                    <a id="compare-class" class="button" href={in_class(draft, &props.state)}>{ "Show in class" }</a>
                    <span class="fine" role="status">
                        {
                            if props.state.compare.submission == Submission::Sent {
                                "Preparing…"
                            } else {
                                says.as_str()
                            }
                        }
                    </span>
                </p>
            }
        </section>
    }
}

/// Returns the address of the view for a class, with the first two selected strategies that need no training, and the
/// first selected topic.
fn in_class(draft: &Draft, State { catalog, compare, .. }: &State) -> String {
    let selected = draft.strategies.selected.iter();
    let needs_none =
        |draft: &&StrategyDraft| catalog.strategy(&draft.form.strategy_id()).is_some_and(|info| !info.needs.training());
    let mut selected: Vec<&StrategyDraft> = selected.filter(needs_none).collect();
    selected.dedup_by_key(|draft| draft.form.strategy_id());
    let mut topics = compare.offer.iter().flat_map(|offer| &offer.topics);
    let topic = topics.find(|(name, _)| draft.form.topics.first() == Some(name));
    let example = topic.and_then(|(_, title)| catalog.examples.iter().find(|example| example.title == *title));
    let query = example.map(|example| example.query.as_str());
    let strategies = match selected.as_slice() {
        [left, right, ..] => Some([&left.form.strategy, &right.form.strategy]),
        _ => None,
    };
    class::link(strategies, query, &[], catalog)
}

/// Returns the size of the comparison in a sentence: `54 crawls of up to 200 pages: 9 strategies × 3 topics × 2
/// repeats, by 3 measures.`
fn size_text(draft: &Draft, topics: usize, measures: usize) -> String {
    let number = |at: usize| digits::read(&draft.number(&NUMBERS[at])).filter(|value| *value >= 1.0);
    let strategies = draft.strategies.selected.len();
    let mut factors = vec![counted(strategies, "strategy"), counted(topics, "topic")];
    let (groups, known) = match draft.form.seeds {
        SeedUse::Together | SeedUse::Sites | SeedUse::OnTopic => (1, true),
        SeedUse::Halves => (2, true),
        SeedUse::Apart => (1, false),
    };
    match draft.form.seeds {
        SeedUse::Together | SeedUse::Sites | SeedUse::OnTopic => {}
        SeedUse::Halves => factors.push("2 halves".to_owned()),
        SeedUse::Apart => factors.push("its seeds".to_owned()),
    }
    let repeats = number(1).unwrap_or(1.0);
    if repeats > 1.0 {
        factors.push(format!("{} repeats", grouped(repeats)));
    }
    let crawls = (strategies * topics * groups) as f64 * repeats;
    let limit = number(0).map(|pages| format!(" of up to {} pages", grouped(pages)));
    let head = match limit {
        Some(limit) if known => format!("{} crawls{limit}: ", grouped(crawls)),
        Some(limit) => format!("Crawls{limit}: "),
        None => String::new(),
    };
    format!("{head}{}, by {}.", factors.join(" × "), counted(measures, "measure"))
}

/// Returns the number of selected measures that are available.
fn chosen(draft: &Draft, props: &ScreenProps) -> usize {
    let data = TopicData::new(draft, props.state.setup.form.source(&props.state.catalog));
    data.computable(&draft.form.measures).count()
}

/// Renders the confirmation before live sites are requested.
fn confirmation(budget: RequestBudget, props: &ScreenProps) -> Html {
    let onyes = props.dispatch.on(|| vec![Action::Compare(CompareAction::Begin(true))]);
    let onno = props.dispatch.on(|| vec![Action::Compare(CompareAction::Decline)]);
    let question = format!(
        "This sends requests to live sites: {} of up to {} in all. Each page is fetched once, one per site at a time, \
        and robots.txt is obeyed. It may take {}; you can leave and resume later.",
        counted(budget.trials, "crawl"),
        counted(budget.pages, "page"),
        estimated_time(budget.pages)
    );
    html! {
        <div class="ending" role="group" aria-labelledby="compare-agree">
            <h2 id="compare-agree" tabindex="-1">{ "Crawl live sites?" }</h2>
            <p>{ question }</p>
            <p class="buttons">
                <button type="button" class="main" onclick={onyes}>{ "Start crawls" }</button>
                <button type="button" onclick={onno}>{ "Back" }</button>
            </p>
        </div>
    }
}

/// Returns the estimated time for this many pages of one site, at one or two seconds per page.
fn estimated_time(pages: u32) -> &'static str {
    match pages {
        0..=500 => "minutes",
        501..=2_000 => "an hour",
        _ => "hours",
    }
}
