//! Renders the training report of a crawl or model, topic by topic, with advice.
//!
//! Before a crawl it fills the screen; during the crawl it is folded beside the results.

use crate::views::prelude::*;
use crate::widgets::tables::ModelTables;
use page_state::crawl::training_report::{Verdict, advice, group_text, group_text_of, name, summary};
use page_state::models::quality::quality_text;
use types::report::{Group, TrainingReport};

/// The most characters of an address or a reason that are shown.
const CHARS: usize = 200;

/// Renders the training report with the start button.
pub(crate) fn learned(live: &Live, report: &TrainingReport, dispatch: &Dispatch) -> Html {
    let waits = live.progress.phase == Phase::Prepared;
    let of_trails = is_of_trails(live);
    html! {
        <section class="results lesson" aria-labelledby="learned">
            <h2 id="learned" tabindex="-1">{ "Training results" }</h2>
            { overall(report, of_trails) }
            if waits {
                <p class="buttons">
                    <button type="button" class="main"
                        onclick={dispatch.on(|| vec![Action::Steer(SteerAction::Continue(None))])}>
                        { "Start crawl" }
                    </button>
                    <button type="button" onclick={dispatch.on_field::<MouseEvent>("#topics")}>
                        { "Edit topics" }
                    </button>
                </p>
            }
            { groups(report, of_trails) }
            { unread(&lost(report), report.given.saturating_sub(report.read), true) }
            <ModelTables tables={report.tables.clone()} is_below=true />
        </section>
    }
}

/// Renders the report, folded, beside a running or finished crawl.
pub(crate) fn folded(live: &Live) -> Option<Html> {
    let report = live.learned.training_report.as_ref()?;
    let of_trails = is_of_trails(live);
    Some(html! {
        <details class="panel lesson">
            <summary><h2>{ "Training results" }</h2></summary>
            { overall(report, of_trails) }
            { groups(report, of_trails) }
            { unread(&lost(report), report.given.saturating_sub(report.read), true) }
            <ModelTables tables={report.tables.clone()} is_below=true />
        </details>
    })
}

/// Returns whether the crawl was trained on trails instead of folders of examples.
fn is_of_trails(live: &Live) -> bool {
    live.request.as_ref().is_some_and(StartRequest::is_trained)
}

fn overall(report: &TrainingReport, of_trails: bool) -> Html {
    let thing = if of_trails { "page" } else { "example" };
    let read = format!("Read {} of {}.", grouped(report.read), counted(report.given, thing));
    let summary = if of_trails { Some(quality_text(report)) } else { summary(report) };
    let warned = |group: &&Group| matches!(Verdict::new(group), Verdict::Mixed | Verdict::Few);
    let wanting = report.groups.iter().filter(warned).count();
    html! {
        <>
            if let Some(trouble) = &report.trouble {
                <p class="problem">{ sentence(trouble) }</p>
            }
            <p>{ read }{ " " }{ summary }</p>
            if !of_trails && wanting > 0 && report.trouble.is_none() {
                <p class="fine">
                    { format!("{} of {} need attention (see below). You can start anyway.",
                        grouped(wanting as f64), counted(report.groups.len(), "folder")) }
                </p>
            }
        </>
    }
}

/// Renders the accuracy on each folder of examples or, for trails, on each distance from a relevant page.
pub(crate) fn groups(report: &TrainingReport, of_trails: bool) -> Html {
    if report.groups.is_empty() {
        return Html::default();
    }
    html! {
        <ul class="groups" aria-label={if of_trails { "Kinds of pages" } else { "Folders" }}>
            { for report.groups.iter().map(|one| group(one, of_trails)) }
        </ul>
    }
}

fn group(group: &Group, of_trails: bool) -> Html {
    let verdict = Verdict::new(group);
    let class = match verdict {
        Verdict::Good | Verdict::Words => "verdict",
        Verdict::Mixed | Verdict::Few => "verdict warn",
    };
    let (text, advice) = if of_trails {
        (group_text_of(group, "page"), None)
    } else {
        let read = format!("{} of {} read", grouped(group.read), grouped(group.given));
        (format!("Examples: {read}. {}", group_text(group)), advice(group))
    };
    html! {
        <li>
            <h3>{ name(&group.name) }if group.good { <span class="wanted">{ "target" }</span> }</h3>
            <span {class}>{ verdict.word() }</span>
            <p class="fine">{ text }</p>
            { bar(group) }
            if let Some(advice) = advice { <p class="advice">{ advice }</p> }
        </li>
    }
}

/// Renders the share of a group's examples that were classified correctly.
fn bar(group: &Group) -> Option<Html> {
    let correct = group.correct.filter(|_| group.read > 0)?;
    let share = f64::from(correct) / f64::from(group.read);
    Some(html! {
        <span class="share">
            { share_bar(share, 8) }
            <b>{ percent(share) }</b>
        </span>
    })
}

/// Returns the examples that could not be read, with the reasons.
pub(crate) fn lost(report: &TrainingReport) -> Vec<(String, String)> {
    let lost = report.unread.iter();
    lost.map(|(url, reason)| (url.to_string(), reason.clone())).collect()
}

/// Renders the examples that could not be read, with the reasons; folded if `folded`.
pub(crate) fn unread(lost: &[(String, String)], all: u32, folded: bool) -> Html {
    if lost.is_empty() {
        return Html::default();
    }
    let all = lost.len().max(all as usize);
    let more = all - lost.len();
    let shown = |text: &str| cut(&clean(text), CHARS).to_owned();
    html! {
        <details class="unread" open={!folded || lost.len() <= 3}>
            <summary>{ format!("{} could not be read", counted(all, "example")) }</summary>
            <ul>
                for (url, reason) in lost {
                    <li><code>{ shown(url) }</code>{ ": " }{ shown(reason) }</li>
                }
                { more_item(more) }
            </ul>
        </details>
    }
}
