//! Renders the topics of a comparison: those of the demo web and those that the person types.

use crate::views::prelude::*;
use page_state::compare::draft::Draft;
use protocol::compare::{CompareChoices, TopicForm};
use types::compare::MIN_TOPICS;

/// Renders the choice; `has_topics` if the web has topics.
pub(crate) fn topics(draft: &Draft, offer: &CompareChoices, has_topics: bool, dispatch: &Dispatch) -> Html {
    let problem = draft.problem("topics");
    let count = draft.topic_count(has_topics);
    html! {
        <fieldset class="card contest-topics" data-wrong={problem.as_ref().map(|_| "true")} tabindex="-1"
            aria-describedby={problem.as_ref().map(|_| "topics-problem")}>
            <legend><h2>{ "Topics" }{ count_badge(count) }</h2></legend>
            { problem_line("topics", problem.as_ref()) }
            if has_topics { { demo_topics(draft, offer, dispatch) } }
            { for draft.form.typed.iter().enumerate().map(|(at, topic)| typed(at, topic, draft, dispatch)) }
            <p class="add">
                <button type="button"
                    onclick={dispatch.pressing(Action::edit_comparison, "topics",
                        |draft| draft.form.typed.push(TopicForm::default()))}>
                    { "Add topic" }
                </button>
            </p>
            if !has_topics && draft.form.typed.is_empty() {
                <p class="help">{ "This web has no topics. Add a query and seeds." }</p>
            }
            if count < MIN_TOPICS as usize {
                <p class="help">{ format!("With fewer than {MIN_TOPICS} topics, differences are not judged.") }</p>
            }
        </fieldset>
    }
}

fn demo_topics(draft: &Draft, offer: &CompareChoices, dispatch: &Dispatch) -> Html {
    let all = draft.form.topics.len() == offer.topics.len();
    let names: Vec<String> = offer.topics.iter().map(|(name, _)| name.clone()).collect();
    let toggle = dispatch.pressing(Action::edit_comparison, "topics", move |draft| {
        draft.form.topics = if all { Vec::new() } else { names.clone() }.into_iter().collect();
    });
    let row = |(name, title): &(String, String)| {
        let selected = name.clone();
        let oninput = dispatch.typing_into(Action::edit_comparison, "topics", move |draft, on| {
            draft.form.topics.retain(|name| *name != selected);
            if on == "true" {
                draft.form.topics.push(selected.clone());
            }
        });
        html! {
            <li key={name.clone()}>
                <label class="check">
                    <input type="checkbox" checked={draft.form.topics.contains(name)} {oninput} /><span>{ title }</span>
                </label>
            </li>
        }
    };
    html! {
        <>
            <ul class="choices">{ for offer.topics.iter().map(row) }</ul>
            <button type="button" class="quiet all" onclick={toggle}>
                { toggle_label(["Select all", "Clear selection"], all) }
            </button>
        </>
    }
}

/// A field of a topic.
struct Line {
    /// Its name in problems.
    name: &'static str,
    label: &'static str,
    /// The help text; empty for a field of one line.
    help: &'static str,
    text: fn(&mut TopicForm) -> &mut String,
}

/// The fields of a topic, in the order of the form.
const LINES: [Line; 4] = [
    Line { name: "query", label: "Query", help: "", text: |topic| &mut topic.query },
    Line { name: "name", label: "Name (optional)", help: "", text: |topic| &mut topic.name },
    Line { name: "seeds", label: "Seeds", help: "One URL per line.", text: |topic| &mut topic.seeds },
    Line {
        name: "relevant",
        label: "Known relevant pages (optional)",
        help: "One URL per line. Used only for measuring, never shown to crawls.",
        text: |topic| &mut topic.relevant,
    },
];

fn typed(at: usize, topic: &TopicForm, draft: &Draft, dispatch: &Dispatch) -> Html {
    let number = at + 1;
    let notice = format!("Removed topic {number}.");
    let remove = dispatch.pressing(Action::replace_compared(notice), "topics", move |draft| {
        if at < draft.form.typed.len() {
            draft.form.typed.remove(at);
        }
    });
    let mut names = [&topic.name, &topic.query].into_iter();
    let title = match names.find(|text| !text.trim().is_empty()) {
        Some(name) => format!("Topic {number}: {}", shown(name)),
        None => format!("Topic {number}"),
    };
    let of_it = format!("topic.{at}.");
    let is_wrong = draft.problems.iter().any(|one| one.field.starts_with(&of_it));
    html! {
        <details class="typed-topic" open={topic.is_typed() || is_wrong}>
            <summary>{ title }</summary>
            { for LINES.iter().map(|one| line(one, at, topic, draft, dispatch)) }
            { extras(topic) }
            <button type="button" class="quiet" onclick={remove} aria-label={format!("Remove topic {number}")}>
                { "Remove" }
            </button>
        </details>
    }
}

/// Renders one of its fields; fields for addresses have several lines.
fn line(line: &Line, at: usize, topic: &TopicForm, draft: &Draft, dispatch: &Dispatch) -> Html {
    let (id, field) = (format!("topic-{at}-{}", line.name), format!("topic.{at}.{}", line.name));
    let labeled = Field { id: &id, label: line.label, help: line.help, problem: draft.problem(&field) };
    let (into, mut shown) = (line.text, topic.clone());
    let value = std::mem::take(into(&mut shown));
    let oninput = dispatch.typing_into(Action::edit_comparison, field, move |draft, text| {
        if let Some(topic) = draft.form.typed.get_mut(at) {
            *into(topic) = text;
        }
    });
    labeled.draw(|ties| {
        let id = id.clone();
        if line.help.is_empty() {
            html! {
                <input {id} type="text" autocomplete="off" {value} {oninput} aria-describedby={ties.described_by}
                    aria-invalid={ties.invalid} />
            }
        } else {
            html! {
                <textarea {id} rows="3" spellcheck="false" autocapitalize="none" {value} {oninput}
                    aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
            }
        }
    })
}

/// Renders the number of hidden addresses of a topic.
fn extras(topic: &TopicForm) -> Html {
    let beyond = topic.beyond;
    let counts = [
        (beyond.relevant, "relevant pages"),
        (beyond.targets, "targets"),
        (beyond.examples, "examples"),
        (beyond.trails, "trails"),
    ];
    let parts: Vec<String> =
        counts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
    if parts.is_empty() {
        return Html::default();
    }
    html! { <p class="fine">{ format!("From the file: {}.", parts.join(", ")) }</p> }
}
