//! One folder of the tree: its name and marks in a row, and, unfolded, its examples and the folders in it.

use super::actions::{change, edit};
use super::tree::{Drawing, Place, no_start};
use crate::page::ask::field::{Ties, problem_line};
use crate::page::digits::counted;
use crate::page::form::{Folder, Topics, examples_id, name_id};
use crate::page::hands::Hands;
use engine::limits::TAXONOMY_DEPTH;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// Lines of the field of examples, least and most.
const LINES: (usize, usize) = (3, 9);
/// Characters of a choice in the menu of places.
const HOMES: usize = 300;

/// The folder and what lies in it.
pub(super) fn folder(drawing: &Drawing<'_>, folder: &Folder, place: Place) -> Html {
    let found = !drawing.wanted.is_empty();
    let below = Place {
        depth: place.depth + 1,
        good: place.good || folder.good,
    };
    let id = format!("topic-{}", folder.key);
    html! {
        <li key={folder.key} class={classes!("folder", (!folder.is_chosen()).then_some("aside"))}>
            { row(drawing, folder, place, &id) }
            { problem_line(&name_id(folder.key), drawing.form.problem(&name_id(folder.key)).as_ref()) }
            if folder.open || found {
                <div class="inside" id={id}>
                    if folder.open { { inside(drawing, folder, place) } }
                    { drawing.list(&folder.folders, below) }
                </div>
            }
        </li>
    }
}

/// Name, marks and count.
fn row(drawing: &Drawing<'_>, folder: &Folder, place: Place, id: &str) -> Html {
    let (key, hands) = (folder.key, drawing.hands);
    let field = name_id(key);
    let problem = drawing.form.problem(&field);
    let ties = Ties::of(&field, false, problem.as_ref());
    let oninput = hands.typing(field.clone(), move |form, text| {
        form.topics_mut().change(key, |folder| folder.name = text);
    });
    let toggle = edit(hands, move |topics| {
        topics.change(key, |folder| folder.open = !folder.open);
    });
    let called = folder.called().to_owned();
    html! {
        <div class="folder-row">
            <button type="button" class="quiet fold" onclick={toggle} aria-expanded={folder.open.to_string()}
                aria-controls={folder.open.then(|| id.to_owned())} aria-label={format!("Inside {called}")}>
                <svg viewBox="0 0 6 10" width="6" height="10" aria-hidden="true"><path d="M1 1l4 4-4 4" /></svg>
            </button>
            if drawing.choice { { use_mark(folder, hands) } }
            <input id={field} class="name" type="text" autocomplete="off" aria-label="Folder name" placeholder="name of the topic"
                value={folder.name.clone()} {oninput} onkeydown={no_start()}
                aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
            <span class="fine amount">{ amount(folder) }</span>
            { good_mark(folder, place, hands) }
            <button type="button" class="quiet remove" onclick={edit(hands, move |topics| topics.remove(key))}
                aria-label={format!("Remove {called}")} title="Remove">
                <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true"><path d="M1 1l8 8M9 1l-8 8" /></svg>
            </button>
        </div>
    }
}

/// How much is in it.
fn amount(folder: &Folder) -> String {
    let small = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let own = counted(small(folder.count()), "example");
    match (folder.folders.len(), folder.count()) {
        (0, _) => own,
        (folders, 0) => counted(small(folders), "folder"),
        (folders, _) => format!("{own}, {}", counted(small(folders), "folder")),
    }
}

fn use_mark(folder: &Folder, hands: &Hands) -> Html {
    let (key, whole) = (folder.key, folder.is_whole());
    let partly = !whole && folder.is_chosen();
    let oninput = hands.typing("topics", move |form, text| {
        form.topics_mut().use_all(key, text == "true");
    });
    let part = if partly { ", partly in use" } else { "" };
    let label = format!("Use {}{part}", folder.called());
    html! {
        <input type="checkbox" class={classes!("use", partly.then_some("partly"))} checked={whole} {oninput}
            aria-label={label.clone()} title={label} />
    }
}

fn good_mark(folder: &Folder, place: Place, hands: &Hands) -> Html {
    let key = folder.key;
    let oninput = hands.typing("topics", move |form, text| {
        let good = text == "true";
        form.topics_mut().change(key, |folder| {
            folder.good = good;
            folder.used |= good;
        });
    });
    let why = place
        .good
        .then_some("The folder around it is looked for, and so is this one.");
    html! {
        <label class="good" title={why}>
            <input type="checkbox" checked={folder.good || place.good} disabled={place.good} {oninput} />
            { "looked for" }<span class="unseen">{ format!("({})", folder.called()) }</span>
        </label>
    }
}

/// The examples, and what can be done with the folder.
fn inside(drawing: &Drawing<'_>, folder: &Folder, place: Place) -> Html {
    let (key, hands) = (folder.key, drawing.hands);
    let field = examples_id(key);
    let problem = drawing.form.problem(&field);
    let ties = Ties::of(&field, false, problem.as_ref());
    let oninput = hands.typing(field.clone(), move |form, text| {
        form.topics_mut().change(key, |folder| folder.write(text));
    });
    let lines = folder.text().lines().count() + 1;
    html! {
        <>
            <textarea id={field.clone()} rows={lines.clamp(LINES.0, LINES.1).to_string()} spellcheck="false" autocapitalize="none"
                aria-label={format!("Example pages of {}", folder.called())} placeholder="page addresses, one a line; pasted lists and text are split"
                value={folder.text().to_owned()} {oninput} aria-describedby={ties.described_by} aria-invalid={ties.invalid} />
            { problem_line(&field, problem.as_ref()) }
            <p class="folder-more">
                if place.depth < TAXONOMY_DEPTH {
                    <button type="button" class="quiet" onclick={edit(hands, move |topics| topics.add(Some(key)))}>{ "Add a folder in it" }</button>
                }
                { homes(&drawing.form.topics, folder, place, hands) }
            </p>
        </>
    }
}

/// The menu of places where the folder can be moved.
fn homes(topics: &Topics, folder: &Folder, place: Place, hands: &Hands) -> Html {
    let (key, act) = (folder.key, hands.act.clone());
    let homes = topics.homes(key);
    if homes.is_empty() && place.depth == 1 {
        return Html::default();
    }
    let onchange = Callback::from(move |event: Event| {
        let menu = event.target_unchecked_into::<HtmlSelectElement>();
        let under = match menu.value().as_str() {
            "" => return,
            "top" => None,
            home => home.parse().ok(),
        };
        menu.set_value("");
        act.emit(change(move |topics| topics.move_to(key, under)));
    });
    let homes = homes.into_iter().take(HOMES);
    html! {
        <select class="move" aria-label={format!("Move {} to", folder.called())} {onchange}>
            <option value="" selected=true>{ "Move to …" }</option>
            if place.depth > 1 { <option value="top">{ "the top" }</option> }
            { for homes.map(|(home, path)| html! { <option value={home.to_string()}>{ path }</option> }) }
        </select>
    }
}
