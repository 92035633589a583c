//! What can be done with all topics: fill in those of the built-in web, read a file, add a folder, save.

use crate::page::catalog::Catalog;
use crate::page::files;
use crate::page::form::{Form, Topics};
use crate::page::hands::Hands;
use crate::page::state::Action;
use crate::protocol::{FileKind, ToWorker};
use engine::taxonomy::{Taxonomy, Topic};
use yew::prelude::*;

/// What the built-in web's topics are called where they are told of.
const BUILT_IN: &str = "the built-in web";

/// The buttons.
pub(super) fn actions(form: &Form, catalog: &Catalog, hands: &Hands) -> Html {
    let taught = catalog.examples.iter().any(|one| !one.examples.is_empty());
    html! {
        <div class="topics-actions">
            if taught {
                <button type="button" onclick={fill(form, catalog, hands)}>{ "Fill in topics of the built-in web" }</button>
            }
            { file(hands) }
            if form.topics.folders.is_empty() { { add(hands) } }
            if !form.topics.folders.is_empty() {
                <span class="save">
                    <span class="fine" id="save">{ "Save as" }</span>
                    <button type="button" class="quiet" aria-describedby="save" onclick={save(form, hands, FileKind::Bookmarks)}>{ "Bookmarks" }</button>
                    <button type="button" class="quiet" aria-describedby="save" onclick={save(form, hands, FileKind::Json)}>{ "JSON" }</button>
                </span>
            }
        </div>
    }
}

/// Adds a folder at the top; stands below those that are there.
pub(super) fn add(hands: &Hands) -> Html {
    let onclick = edit(hands, |topics| topics.add(None));
    html! { <button type="button" class="add" {onclick}>{ "Add a folder" }</button> }
}

/// A press that changes the topics; what was wrong with them is forgotten.
pub(super) fn edit(
    hands: &Hands,
    how: impl Fn(&mut Topics) + Clone + 'static,
) -> Callback<MouseEvent> {
    hands.on(move || vec![change(how.clone())])
}

/// A change of the topics.
pub(super) fn change(how: impl FnOnce(&mut Topics) + 'static) -> Action {
    let change = move |form: &mut Form| how(form.topics_mut());
    Action::Edit("topics".into(), Box::new(change))
}

/// The choice of a file.
fn file(hands: &Hands) -> Html {
    let hands = hands.clone();
    let take = Callback::from(move |file| super::files::hand_over(&file, &hands));
    let accept = ".html,.htm,.json,text/html,application/json";
    files::choice("topics-file", "Read a bookmark file", accept, take)
}

/// What the folder of pages on none of the topics is called.
const OTHERS: &str = "Other pages";

/// Fills in the topics of the built-in web: looked for is the one that the query asks for, or the first. Its portals are pages on none
/// of them, without which every page would have to be about one.
fn fill(form: &Form, catalog: &Catalog, hands: &Hands) -> Callback<MouseEvent> {
    let wanted = form.example(catalog).or(catalog.examples.first());
    let wanted = wanted.map(|example| example.title.clone());
    let topics = catalog.examples.iter().map(|example| Topic {
        name: example.title.clone(),
        good: Some(&example.title) == wanted.as_ref(),
        examples: example.examples.clone(),
        topics: Vec::new(),
    });
    let mut portals: Vec<String> = Vec::new();
    for seed in catalog.examples.iter().flat_map(|example| &example.seeds) {
        if !portals.contains(seed) {
            portals.push(seed.clone());
        }
    }
    let others = Topic {
        name: OTHERS.to_owned(),
        examples: portals,
        ..Topic::default()
    };
    let taxonomy = Taxonomy {
        topics: topics.chain([others]).collect(),
    };
    edit(hands, move |topics| {
        topics.take_in(&taxonomy, BUILT_IN.to_owned(), Vec::new());
    })
}

fn save(form: &Form, hands: &Hands, kind: FileKind) -> Callback<MouseEvent> {
    let (say, topics) = (hands.say.clone(), form.topics.clone());
    Callback::from(move |_| {
        let taxonomy = Box::new(topics.whole());
        say.emit(ToWorker::WriteTopics { taxonomy, kind });
    })
}
