//! The topics of a comparison: the demo web's own, and those that a person types.

use super::draft::{Draft, Typed};
use super::fields::{pressing, typing};
use crate::page::ask::field::{Ties, problem_line};
use crate::page::hands::Hands;
use crate::page::library::words::shown;
use crate::protocol::compare::Offer;
use yew::prelude::*;

/// The choice; `has_own` where the web has topics of its own.
pub(super) fn topics(draft: &Draft, offer: &Offer, has_own: bool, hands: &Hands) -> Html {
    let problem = draft.problem("topics");
    html! {
        <fieldset class="card contest-topics" data-wrong={problem.as_ref().map(|_| "true")} tabindex="-1" aria-describedby={problem.as_ref().map(|_| "topics-problem")}>
            <legend><h2>{ "Topics" }<span class="count">{ draft.typed.len() + if has_own { draft.topics.len() } else { 0 } }</span></h2></legend>
            { problem_line("topics", problem.as_ref()) }
            if has_own { { own(draft, offer, hands) } }
            { for draft.typed.iter().enumerate().map(|(at, topic)| typed(at, topic, draft, hands)) }
            <p class="add"><button type="button" onclick={pressing(hands, "topics", |draft| draft.typed.push(Typed::default()))}>{ "Type a topic" }</button></p>
            if !has_own && draft.typed.is_empty() {
                <p class="help">{ "This web says nothing of its pages: type what crawls look for and where they start." }</p>
            }
        </fieldset>
    }
}

fn own(draft: &Draft, offer: &Offer, hands: &Hands) -> Html {
    let all = draft.topics.len() == offer.topics.len();
    let names: Vec<String> = offer.topics.iter().map(|(name, _)| name.clone()).collect();
    let toggle = pressing(hands, "topics", move |draft| {
        draft.topics = if all { Vec::new() } else { names.clone() }
            .into_iter()
            .collect();
    });
    let row = |(name, title): &(String, String)| {
        let own = name.clone();
        let oninput = typing(hands, "topics", move |draft, on| {
            if on == "true" {
                draft.topics.insert(own.clone());
            } else {
                draft.topics.remove(&own);
            }
        });
        html! {
            <li key={name.clone()}><label class="check"><input type="checkbox" checked={draft.topics.contains(name)} {oninput} /><span>{ title }</span></label></li>
        }
    };
    html! {
        <>
            <ul class="choices">{ for offer.topics.iter().map(row) }</ul>
            <button type="button" class="quiet all" onclick={toggle}>{ if all { "Choose none" } else { "Choose all" } }</button>
        </>
    }
}

/// A topic that is typed.
fn typed(at: usize, topic: &Typed, draft: &Draft, hands: &Hands) -> Html {
    let remove = pressing(hands, "topics", move |draft| {
        if at < draft.typed.len() {
            draft.typed.remove(at);
        }
    });
    let put = move |into: fn(&mut Typed) -> &mut String| {
        move |draft: &mut Draft, text: String| {
            if let Some(topic) = draft.typed.get_mut(at) {
                *into(topic) = text;
            }
        }
    };
    let key = |name: &str| format!("topic.{at}.{name}");
    let line = |name: &'static str, label: &'static str, value: &str, into| {
        let (id, problem) = (format!("topic-{at}-{name}"), draft.problem(&key(name)));
        let ties = Ties::of(&id, false, problem.as_ref());
        html! {
            <div class="field">
                <label for={id.clone()}>{ label }</label>
                <input id={id.clone()} type="text" autocomplete="off" value={value.to_owned()} oninput={typing(hands, key(name), put(into))}
                    aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
                { problem_line(&id, problem.as_ref()) }
            </div>
        }
    };
    let lines = |name: &'static str, label: &'static str, help: &'static str, value: &str, into| {
        let (id, problem) = (format!("topic-{at}-{name}"), draft.problem(&key(name)));
        let ties = Ties::of(&id, true, problem.as_ref());
        html! {
            <div class="field">
                <label for={id.clone()}>{ label }</label>
                <textarea id={id.clone()} rows="3" spellcheck="false" autocapitalize="none" value={value.to_owned()} oninput={typing(hands, key(name), put(into))}
                    aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
                { problem_line(&id, problem.as_ref()) }
                <p class="help" id={format!("{id}-help")}>{ help }</p>
            </div>
        }
    };
    let title = match [&topic.name, &topic.query]
        .into_iter()
        .find(|text| !text.trim().is_empty())
    {
        Some(name) => format!("Topic {}: {}", at + 1, shown(name)),
        None => format!("Topic {}", at + 1),
    };
    let is_wrong = draft
        .problems
        .iter()
        .any(|one| one.field.starts_with(&key("")));
    html! {
        <details class="typed-topic" open={topic.is_typed() || is_wrong}>
            <summary>{ title }</summary>
            { line("query", "What to look for", &topic.query, |topic| &mut topic.query) }
            { line("name", "Name (optional)", &topic.name, |topic| &mut topic.name) }
            { lines("seeds", "Where crawls start", "Addresses, one a line.", &topic.seeds, |topic| &mut topic.seeds) }
            { lines("relevant", "Pages known to be relevant (optional)", "Addresses, one a line. Crawls never see them; measures of what was found need them.", &topic.relevant, |topic| &mut topic.relevant) }
            { extras(topic) }
            <button type="button" class="quiet" onclick={remove} aria-label={format!("Remove topic {}", at + 1)}>{ "Remove" }</button>
        </details>
    }
}

/// What a topic has beyond what is shown of it.
fn extras(topic: &Typed) -> Html {
    let base = &topic.base;
    let counts = [
        (base.relevant.len(), "relevant pages"),
        (base.targets.len(), "targets"),
        (base.examples.len(), "examples"),
        (base.trails.trails.len(), "trails"),
    ];
    let told: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    if told.is_empty() {
        return Html::default();
    }
    html! { <p class="fine">{ format!("From its file: {}.", told.join(", ")) }</p> }
}
