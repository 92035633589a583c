//! Renders the topics of the Library as a list.

use crate::views::parts::saved;
use crate::views::prelude::*;
use page_state::library::subjects::address;
use protocol::library::LibraryContents;
use protocol::subjects::{SubjectChange, SubjectSummary};
use types::judgment::JudgmentState;

/// Renders the list of topics; nothing if there are none.
pub(crate) fn topics(contents: &LibraryContents) -> Html {
    let rows = contents.subjects.iter().filter(|summary| summary.subject.deleted.is_none());
    let rows: Vec<Html> = rows.map(row).collect();
    if rows.is_empty() {
        return Html::default();
    }
    let intro = html! {
        <p class="fine">{ "Crawls with the same query belong to one topic, with its judgments and notes." }</p>
    };
    saved::list("topics", "Topics", intro, rows)
}

fn row(summary: &SubjectSummary) -> Html {
    let subject = &summary.subject;
    let name = shown(&subject.name);
    let queries: Vec<String> = subject.queries.iter().map(|query| format!("“{}”", shown(query))).collect();
    html! {
        <li class="topic-row" id={format!("topic-{}", subject.id)} key={subject.id.clone()}>
            <div class="crawl-what">
                <h3><a href={address(&subject.id)} aria-label={format!("Topic: {name}")}>{ &name }</a></h3>
                <p class="fine">{ queries.join(" · ") }</p>
            </div>
            { figures(summary) }
        </li>
    }
}

/// Renders the number of crawls of a topic, and of its judged pages by state.
pub(super) fn figures(summary: &SubjectSummary) -> Html {
    let judged = JudgmentState::ALL.into_iter().zip(summary.judged);
    let judged = judged.map(|(state, pages)| (state.title(), grouped(pages)));
    let all = std::iter::once(("Crawls", grouped(summary.subject.crawls.len() as f64))).chain(judged);
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
    html! {
        <li class="topic-row gone" key={summary.subject.id.clone()}>
            <p>{ format!("Topic {name}, {}", counted(summary.subject.crawls.len(), "crawl")) }</p>
            <button type="button" {onclick} aria-label={format!("Undo: topic {name}")}>{ "Undo" }</button>
        </li>
    }
}
