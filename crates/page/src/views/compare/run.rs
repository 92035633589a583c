//! Renders an open comparison: progress, curves, tables, conclusions, files.

use super::curves::Curves;
use super::figures::{some_of, time_left};
use super::list::{display_name, progress_words, run_status};
use super::table;
use super::table::looking;
use crate::dom::tab::full_address;
use crate::views::ScreenProps;
use crate::views::prelude::*;
use crate::widgets::buttons::{ButtonEntry, button_list};
use crate::widgets::progress_bar;
use page_state::library::status;
use protocol::compare::{
    ClaimVerdict, CompareRequest, ComparisonFormat, ComparisonStatus, ComparisonSummary, ComparisonView,
    OpenComparison, TrialProgress,
};
use types::measures::{Axis, Measure};

/// Renders the comparison.
pub(crate) fn run(shows: &Shared<OpenComparison>, props: &ScreenProps) -> Html {
    let ScreenProps { state: State { compare, .. }, dispatch, .. } = props;
    html! {
        <>
            { head(shows, compare.run.progress.as_deref(), dispatch) }
            if let Some(measure) = shows.look.measure {
                <section class="contest-figures" aria-labelledby="curves">
                    <h2 id="curves" tabindex="-1">{ measure.title() }</h2>
                    <p class="fine">{ measure.sentence() }{ " " }<span class="cite">{ measure.source() }</span></p>
                    { choices(shows, measure, dispatch) }
                    <Curves shows={shows.clone()} extent={measure.extent()} title={measure.title()}
                        percents={measure.is_over_percents()}
                        running={compare.run.progress.clone().filter(|_| {
                            shows.card.status == ComparisonStatus::Running && shows.is_here
                        })} />
                </section>
                if !table::is_empty(shows) { { table::measure(shows, measure) } }
            }
            { interpretation(shows) }
            { claims(&shows.claims) }
            { table::all(shows) }
            { export(shows, compare, dispatch) }
            { table::trials(shows, dispatch) }
        </>
    }
}

/// Renders the name, the state and the actions.
fn head(shows: &OpenComparison, now: Option<&TrialProgress>, dispatch: &Dispatch) -> Html {
    let card = &shows.card;
    let on = |request: fn() -> CompareRequest| {
        dispatch.on::<MouseEvent>(move || vec![Action::Compare(CompareAction::Request(request()))])
    };
    let is_going = card.status == ComparisonStatus::Running && shows.is_here;
    let can_resume = card.status != ComparisonStatus::Done && !is_going && !shows.elsewhere && !shows.is_closed;
    let share = share(card, now.filter(|_| is_going));
    let state = if shows.elsewhere { "Open in another tab" } else { run_status(card, shows.is_here) };
    html! {
        <header class={classes!("contest-head", is_going.then_some("busy"))}>
            <p class="fine"><a href="#/compare">{ "← All comparisons" }</a></p>
            <h1 id="comparison" tabindex="-1">{ display_name(card) }</h1>
            <p class="fine">{ about(shows) }</p>
            <p class="contest-state" role="status"><b>{ state }</b>{ format!(" · {}", progress_words(card)) }</p>
            { progress_bar("Completed crawls", share, card.done, card.trials, None) }
            <p class="fine contest-now">
                { is_going.then(|| now.map_or_else(|| "Preparing the web…".to_owned(), in_flight)) }
            </p>
            if let Some(standstill) = shows.standstill.as_ref().or_else(|| now?.standstill.as_ref()) {
                <p class="problem" role="alert">{ shown(standstill) }</p>
            }
            <p class="buttons">
                if is_going || can_resume {
                    <button type="button" class={can_resume.then_some("main")}
                        onclick={on(if can_resume { || CompareRequest::Resume } else { || CompareRequest::Pause })}>
                        { toggle_label(["Pause", "Resume"], can_resume) }
                    </button>
                }
                if is_going || card.status == ComparisonStatus::Paused {
                    <button type="button" onclick={on(|| CompareRequest::Stop)}>{ "Stop" }</button>
                }
                <button type="button" onclick={on(|| CompareRequest::CopyPlan)}>{ "Edit settings" }</button>
            </p>
        </header>
    }
}

/// Describes the comparison in one line.
fn about(shows: &OpenComparison) -> String {
    let card = &shows.card;
    let strategies = counted(card.strategies.len(), "strategy");
    let topics = shown(&some_of(&shows.topics, 4));
    let pages = format!("{} each", counted(card.pages, "page"));
    let mut facts = vec![strategies, topics, pages];
    if card.repeats > 1 {
        facts.push(counted(card.repeats, "repeat"));
    }
    facts.push(match card.parallel {
        1 => "one fetch at a time".to_owned(),
        parallel => format!("up to {} fetches", grouped(parallel)),
    });
    facts.push(status::source(&card.source));
    facts.join(" · ")
}

/// Returns the finished share of all crawls, including the known progress of the running one.
fn share(card: &ComparisonSummary, now: Option<&TrialProgress>) -> f64 {
    let now = now.filter(|now| !now.contender.is_empty());
    let part = now.map_or(0.0, |now| f64::from(now.pages) / f64::from(now.of.max(1)));
    (f64::from(card.done) + part).min(f64::from(card.trials)) / f64::from(card.trials.max(1))
}

/// Returns the running trial as a text.
fn in_flight(now: &TrialProgress) -> String {
    if now.contender.is_empty() {
        return format!(
            "Reading the whole web for the ideal crawl: {} of {} pages",
            grouped(now.pages),
            grouped(now.of)
        );
    }
    let asked = now.requests.map(|count| format!("; {} to live sites so far", counted(count, "request")));
    let left = now.left.map(|seconds| format!("; {}", time_left(seconds)));
    format!(
        "Now: {} on {}, {} of {} pages{}{}",
        shown(&now.contender),
        shown(&now.topic),
        grouped(now.pages),
        grouped(now.of),
        asked.unwrap_or_default(),
        left.unwrap_or_default()
    )
}

/// Renders the controls for measure, axis and mark.
fn choices(shows: &OpenComparison, current: Measure, dispatch: &Dispatch) -> Html {
    let now = shows.look;
    let of_plan = Measure::ALL.into_iter();
    let of_plan = of_plan.filter(|measure| shows.card.measures.contains(measure));
    let named = of_plan.map(|measure| (measure.id(), measure.title()));
    let measure = looking(dispatch, move |id| ComparisonView { measure: Measure::find(&id), mark: None, ..now });
    let axis = |axis: Axis, name: &'static str, title: &'static str| {
        let oninput = looking(dispatch, move |_| ComparisonView { axis, mark: None, ..now });
        html! {
            <label class="check">
                <input type="radio" name="axis" value={name} checked={now.axis == axis} {oninput} />{ title }
            </label>
        }
    };
    let (title, sign) = if current.is_over_percents() { ("Tables at", "%") } else { ("Tables at", "") };
    let marks: Vec<(String, String)> =
        shows.marks.iter().map(|mark| (mark.to_string(), format!("{}{sign}", grouped(*mark)))).collect();
    let marks_named = marks.iter().map(|(value, text)| (value.as_str(), text.as_str()));
    let mark = looking(dispatch, move |text| ComparisonView { mark: text.parse().ok(), ..now });
    let chosen = now.mark.map(|mark| mark.to_string()).unwrap_or_default();
    let plain = || AriaLinks::of("", false, None);
    html! {
        <div class="contest-choices">
            <div class="field">
                <label for="look-measure">{ "Measure" }</label>
                { menu("look-measure", plain(), named, current.id(), measure) }
            </div>
            if !current.has_only_page_axis() {
                <fieldset class="field">
                    <legend>{ "X axis" }</legend>
                    { axis(Axis::Pages, "pages", "Pages") }
                    { axis(Axis::Requests, "requests", "Requests") }
                </fieldset>
            }
            if shows.marks.len() > 1 {
                <div class="field">
                    <label for="look-mark">{ title }</label>{ menu("look-mark", plain(), marks_named, &chosen, mark) }
                </div>
            }
        </div>
    }
}

/// Renders the interpretation of the results, in sentences.
fn interpretation(shows: &OpenComparison) -> Html {
    if shows.words.is_empty() {
        return Html::default();
    }
    html! {
        <section class="contest-words" aria-labelledby="in-words">
            <h2 id="in-words">{ "Interpretation" }</h2>
            <ul>{ for shows.words.iter().map(|sentence| html! { <li>{ clean(sentence) }</li> }) }</ul>
        </section>
    }
}

fn claims(claims: &[ClaimVerdict]) -> Html {
    if claims.is_empty() {
        return Html::default();
    }
    let one = |of: &ClaimVerdict| {
        html! {
            <li>
                <b>{ of.verdict.clone() }</b>{ ": " }{ clean(&of.text) }
                if !of.source.is_empty() { { " " }<span class="cite">{ clean(&of.source) }</span> }
                <p class="fine">{ clean(&of.why) }</p>
                if !of.remark.is_empty() { <p class="fine">{ "Plan notes: " }{ clean(&of.remark) }</p> }
            </li>
        }
    };
    html! {
        <section class="contest-words" aria-labelledby="claims">
            <h2 id="claims">{ "Claims" }</h2>
            <p class="fine">{ "Each claim is tested separately over the topics." }</p>
            { learn_more("A claim is supported if a one-tailed paired t-test confirms it, and contradicted if a \
                two-tailed test shows the opposite. Claims made after seeing the results are tested like the table.") }
            <ul>{ for claims.iter().map(one) }</ul>
        </section>
    }
}

/// The files with their names and purposes.
const FORMATS: [(ComparisonFormat, &str, &str); 4] = [
    (ComparisonFormat::Csv, "Data, CSV", "all curves of all crawls"),
    (ComparisonFormat::Svg, "Curves, SVG", "vector graphic, for papers"),
    (ComparisonFormat::Png, "Curves, PNG", "image, for slides"),
    (ComparisonFormat::Plan, "Plan", "to run again, here or in salticid-lab"),
];

/// The purpose of a plan whose pages come from live sites.
const LATER: &str = "to run again; sites may have changed by then";

/// Renders the panel.
pub(crate) fn export(shows: &OpenComparison, compare: &CompareState, dispatch: &Dispatch) -> Html {
    let is_live = shows.card.source.is_live();
    let entry = |(format, title, help): (ComparisonFormat, &'static str, &'static str)| {
        let help = if is_live && format == ComparisonFormat::Plan { LATER } else { help };
        let onclick =
            dispatch.on(move || vec![Action::Compare(CompareAction::Request(CompareRequest::Export(format)))]);
        ButtonEntry::new(title, help, onclick)
    };
    let link = shows.link.as_ref().map(|link| {
        let help = if is_live { LATER } else { "the plan, to reproduce these results" };
        ButtonEntry::new("Copy link", help, copy(link, dispatch))
    });
    let entries = FORMATS.into_iter().map(entry).chain(link);
    html! {
        <section class="contest-export" aria-labelledby="take-along">
            <h2 id="take-along">{ "Export" }</h2>
            { button_list(entries) }
            if let Some(link) = &shows.link {
                <p class="fine"><a id="plan-link" href={format!("#/compare?plan={link}")}>{ "Plan as a link" }</a></p>
            } else {
                <p class="fine">{ "The plan is too long for a link. Save it as a file." }</p>
            }
            <p class="fine" role="status">{ compare.feedback.notice.clone() }</p>
        </section>
    }
}

fn copy(link: &str, dispatch: &Dispatch) -> Callback<MouseEvent> {
    let copy = Effect::Copy(full_address(&format!("#/compare?plan={link}")));
    dispatch.on(move || vec![Action::perform(copy.clone())])
}
