//! What was learned from the examples: folder by folder, in plain words, and the two ways on.
//!
//! Before the crawl it is what the page shows; while the crawl runs it stays beside the results, folded.

use crate::page::digits::{counted, fixed, grouped, percent};
use crate::page::form::Order;
use crate::page::hands::Hands;
use crate::page::lesson::{Verdict, advice, name, summary, told, told_of};
use crate::page::live::Live;
use crate::page::models::words::how_well;
use crate::page::state::Action;
use crate::page::tables::Tables;
use crate::protocol::ToWorker;
use engine::report::{Group, Lesson, Phase};
use engine::text::{clean, cut};
use yew::prelude::*;

/// Most characters of an address or a reason that are shown.
const CHARS: usize = 200;

/// The panel that the person decides by.
pub(super) fn learned(live: &Live, lesson: &Lesson, hands: &Hands) -> Html {
    let waits = live.progress.phase == Phase::Prepared;
    let of_trails = is_of_trails(live);
    let change = hands.on(|| vec![Action::Ask, Action::Point("#topics")]);
    html! {
        <section class="results lesson" aria-labelledby="learned">
            <h2 id="learned" tabindex="-1">{ "What was learned" }</h2>
            { overall(lesson, of_trails) }
            if waits {
                <p class="buttons">
                    <button type="button" class="main" onclick={hands.on_say(ToWorker::Resume)}>{ "Begin the crawl" }</button>
                    <button type="button" onclick={change}>{ "Change the topics" }</button>
                </p>
            }
            { groups(lesson, of_trails) }
            { unread(&lost(lesson), lesson.given.saturating_sub(lesson.read), true) }
            <Tables tables={lesson.tables.clone()} is_below=true />
        </section>
    }
}

/// The same beside a crawl that runs or ran.
pub(super) fn folded(live: &Live) -> Html {
    let Some(lesson) = &live.lesson else {
        return Html::default();
    };
    let of_trails = is_of_trails(live);
    html! {
        <details class="panel lesson">
            <summary><h2>{ "What was learned" }</h2></summary>
            { overall(lesson, of_trails) }
            { groups(lesson, of_trails) }
            { unread(&lost(lesson), lesson.given.saturating_sub(lesson.read), true) }
            <Tables tables={lesson.tables.clone()} is_below=true />
        </details>
    }
}

/// True where trails were learned from, not folders of examples.
fn is_of_trails(live: &Live) -> bool {
    live.order.as_ref().is_some_and(Order::is_taught)
}

/// What the examples gave, all in all.
fn overall(lesson: &Lesson, of_trails: bool) -> Html {
    let thing = if of_trails { "page" } else { "example" };
    let read = format!(
        "{} of {} could be read.",
        grouped(lesson.read),
        counted(lesson.given, thing)
    );
    let summary = if of_trails {
        Some(how_well(lesson))
    } else {
        summary(lesson)
    };
    let warned = |group: &&Group| Verdict::of(group) != Verdict::Good;
    let wanting = lesson.groups.iter().filter(warned).count();
    html! {
        <>
            if let Some(trouble) = &lesson.trouble {
                <p class="problem">{ trouble }</p>
            }
            <p>{ read }{ " " }{ summary }</p>
            if !of_trails && wanting > 0 && lesson.trouble.is_none() {
                <p class="fine">{ format!("{} of {} could be better: see there. You can begin all the same.", grouped(wanting as f64), counted(u32::try_from(lesson.groups.len()).unwrap_or(u32::MAX), "folder")) }</p>
            }
        </>
    }
}

/// How each folder of examples was told from the others, or, of trails, each distance from a relevant page.
pub(in crate::page) fn groups(lesson: &Lesson, of_trails: bool) -> Html {
    if lesson.groups.is_empty() {
        return Html::default();
    }
    html! { <ul class="groups" aria-label={if of_trails { "Kinds of pages" } else { "Folders" }}>{ for lesson.groups.iter().map(|one| group(one, of_trails)) }</ul> }
}

fn group(group: &Group, of_trails: bool) -> Html {
    let verdict = Verdict::of(group);
    let class = match verdict {
        Verdict::Good => "verdict",
        Verdict::Mixed | Verdict::Few => "verdict warn",
    };
    let (told, advice) = if of_trails {
        (told_of(group, "page"), None)
    } else {
        let read = format!("{} of {} read", grouped(group.read), grouped(group.given));
        (format!("Examples: {read}. {}", told(group)), advice(group))
    };
    html! {
        <li>
            <h3>{ name(&group.name) }if group.good { <span class="wanted">{ "looked for" }</span> }</h3>
            <span {class}>{ verdict.word() }</span>
            <p class="fine">{ told }</p>
            { bar(group) }
            if let Some(advice) = advice { <p class="advice">{ advice }</p> }
        </li>
    }
}

/// The share of a group's examples that were told rightly.
fn bar(group: &Group) -> Html {
    let Some(right) = group.right.filter(|_| group.read > 0) else {
        return Html::default();
    };
    let share = f64::from(right) / f64::from(group.read);
    html! {
        <span class="share">
            <svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect class="gauge-all" width="100" height="8" /><rect class="gauge-part" width={fixed(share * 100.0, 1)} height="8" />
            </svg>
            <b>{ percent(share) }</b>
        </span>
    }
}

/// What could not be read, and why.
pub(in crate::page) fn lost(lesson: &Lesson) -> Vec<(String, String)> {
    let lost = lesson.unread.iter();
    lost.map(|(url, reason)| (url.to_string(), reason.clone()))
        .collect()
}

/// The examples that could not be read, and why; folded away where they are no longer news.
pub(in crate::page) fn unread(lost: &[(String, String)], all: u32, folded: bool) -> Html {
    if lost.is_empty() {
        return Html::default();
    }
    let all = all.max(u32::try_from(lost.len()).unwrap_or(u32::MAX));
    let more = all as usize - lost.len();
    let shown = |text: &str| cut(&clean(text), CHARS).to_owned();
    html! {
        <details class="unread" open={!folded || lost.len() <= 3}>
            <summary>{ format!("{} could not be read", counted(all, "example")) }</summary>
            <ul>
                for (url, reason) in lost {
                    <li><code>{ shown(url) }</code>{ ": " }{ shown(reason) }</li>
                }
                if more > 0 { <li>{ format!("… and {} more", grouped(more as f64)) }</li> }
            </ul>
        </details>
    }
}
