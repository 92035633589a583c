//! Renders topics in the lists of the Library.

use crate::views::parts::saved;
use crate::views::prelude::*;
use page_state::library::subjects::address;
use protocol::subjects::{SubjectChange, SubjectSummary};
use types::judgment::JudgmentState;

/// The most crawls of a topic that the list of topics shows.
const CRAWLS: usize = 3;

/// Renders a topic in the list, with its latest crawls.
pub(super) fn topic(summary: &SubjectSummary, mut crawls: Vec<Html>) -> Html {
    let subject = &summary.subject;
    let name = shown(&subject.name);
    let queries: Vec<String> = subject.queries.iter().map(|query| format!("“{}”", shown(query))).collect();
    let count = crawls.len();
    crawls.truncate(CRAWLS);
    html! {
        <li class="topic-row" id={format!("topic-{}", subject.id)} key={subject.id.clone()}>
            <div class="crawl-what">
                <h3><a href={address(&subject.id)} aria-label={format!("Topic: {name}")}>{ &name }</a></h3>
                <p class="fine">{ queries.join(" · ") }</p>
            </div>
            { figures(summary, count) }
            <ul class="topic-crawls" aria-label={format!("Crawls: {name}")}>{ for crawls }</ul>
            if count > CRAWLS {
                <p class="fine"><a href={address(&subject.id)}>{ format!("All {}", counted(count, "crawl")) }</a></p>
            }
        </li>
    }
}

/// Renders the number of crawls of a topic, and of its judged pages by state.
pub(super) fn figures(summary: &SubjectSummary, crawls: usize) -> Html {
    let judged = JudgmentState::ALL.into_iter().zip(summary.judged);
    let judged = judged.map(|(state, pages)| (state.title(), grouped(pages)));
    let all = std::iter::once(("Crawls", grouped(crawls as f64))).chain(judged);
    html! {
        <dl class="crawl-figures">
            { for all.map(|(name, value)| html! { <div><dt>{ name }</dt><dd>{ value }</dd></div> }) }
        </dl>
    }
}

/// Renders a deleted topic with its undo button.
pub(super) fn deleted(summary: &SubjectSummary, dispatch: &Dispatch) -> Html {
    let (id, name) = (summary.subject.id.clone(), shown(&summary.subject.name));
    let restore = move || Action::Library(LibraryAction::ChangeSubject(id.clone(), SubjectChange::Restore));
    let onclick: Callback<MouseEvent> = saved::removing(dispatch, restore, "#topics");
    let crawls = summary.subject.merged.as_ref().map_or(&summary.subject.crawls, |merged| &merged.crawls).len();
    let merged = if summary.subject.merged.is_some() { ", merged with another topic" } else { "" };
    html! {
        <li class="topic-row gone" key={summary.subject.id.clone()}>
            <p>{ format!("Topic {name}, {}{merged}", counted(crawls, "crawl")) }</p>
            <button type="button" {onclick} aria-label={format!("Undo: topic {name}")}>{ "Undo" }</button>
        </li>
    }
}
