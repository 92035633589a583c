//! Renders the actions on all topics: add starter topics or selected pages, insert the demo web's topics, open a file, add a folder, save.

use crate::dispatch::Dispatch;
use crate::dom::files;
use crate::views::parts::import::save_as;
use page_state::Action;
use page_state::catalog::Catalog;
use page_state::digits::counted;
use page_state::file_content::FileContent;
use page_state::form::{Form, Topics};
use page_state::train::{GoodPages, TrainAction};
use protocol::{FileKind, ToWorker, TopicsToFile};
use std::rc::Rc;
use types::taxonomy::{Taxonomy, Topic};
use types::text::cut;
use yew::prelude::*;

/// The name of the built-in topics in messages.
const BUILT_IN: &str = "the demo web";

/// Renders the buttons.
pub(crate) fn actions(form: &Form, catalog: &Catalog, good: &GoodPages, dispatch: &Dispatch) -> Html {
    let taught = catalog.examples.iter().any(|one| !one.examples.is_empty());
    html! {
        <div class="topics-actions">
            <button type="button" id="starter-topics" disabled={form.topics.is_filing()} onclick={file_topics(form, dispatch)}>{ "Use starter topics" }</button>
            if taught {
                <button type="button" id="demo-topics" onclick={fill(form, catalog, dispatch)}>{ "Use demo topics" }</button>
            }
            if !good.is_empty() {
                <button type="button" id="selected-topics" disabled={form.topics.is_filing()} onclick={add_selected(form, good, dispatch)}>{ format!("Add {}", counted(good.len(), "selected page")) }</button>
            }
            { file(dispatch) }
            if form.topics.folders.is_empty() { { add(dispatch) } }
            if !form.topics.folders.is_empty() {
                { save_as("save", |kind| save(form, dispatch, kind)) }
            }
        </div>
    }
}

/// Renders the button that adds a folder at the end of the top level.
pub(crate) fn add(dispatch: &Dispatch) -> Html {
    let onclick = edit(dispatch, |topics| topics.add(None));
    html! { <button type="button" class="add" {onclick}>{ "Add folder" }</button> }
}

/// Returns a callback that edits the topics and clears their problems.
pub(crate) fn edit(dispatch: &Dispatch, how: impl Fn(&mut Topics) + Clone + 'static) -> Callback<MouseEvent> {
    dispatch.on(move || vec![change(how.clone())])
}

/// Returns a change of the topics.
pub(crate) fn change(how: impl FnOnce(&mut Topics) + 'static) -> Action {
    Action::edit_form("topics", move |form| how(form.topics_mut()))
}

/// Renders the choice of a file.
fn file(dispatch: &Dispatch) -> Html {
    let accept = ".html,.htm,.json,.csv,.opml,.xml,.plist,text/html,application/json";
    files::choice("topics-file", "Import bookmarks", accept, dispatch.on_file(FileContent::Topics))
}

/// The name of the target of selected pages if there is no query, and the most bytes of a name taken from the query.
const SELECTED: &str = "Selected pages";
const NAME_BYTES: usize = 60;

/// The name of the folder for pages on none of the topics.
const OTHERS: &str = "Other pages";

/// Inserts the topics of the demo web; the target is the topic of the query, or the first one. Its portals become examples of other pages.
/// Without them the classifier would assign every page to a topic.
fn fill(form: &Form, catalog: &Catalog, dispatch: &Dispatch) -> Callback<MouseEvent> {
    let wanted = form.example(catalog).or(catalog.examples.first());
    let wanted = wanted.map(|example| example.title.clone());
    let topics = catalog.examples.iter().map(|example| Topic {
        name: example.title.clone(),
        good: Some(&example.title) == wanted.as_ref(),
        examples: example.examples.clone(),
        ..Topic::default()
    });
    let mut portals: Vec<String> = Vec::new();
    for seed in catalog.examples.iter().flat_map(|example| &example.seeds) {
        if !portals.contains(seed) {
            portals.push(seed.clone());
        }
    }
    let others = Topic { name: OTHERS.to_owned(), examples: portals, ..Topic::default() };
    let taxonomy = Taxonomy { topics: topics.chain([others]).collect() };
    edit(dispatch, move |topics| {
        topics.import(&taxonomy, BUILT_IN.to_owned(), Vec::new());
    })
}

/// Requests the starter topics, with the targets and the query filed under them.
fn file_topics(form: &Form, dispatch: &Dispatch) -> Callback<MouseEvent> {
    let (dispatch, topics) = (dispatch.clone(), Rc::clone(&form.topics));
    let request = filing(form);
    Callback::from(move |_| {
        dispatch.dispatch(change(Topics::begin_filing));
        dispatch.send(request(&topics));
    })
}

/// Adds the selected good pages. If they become a new target, requests the starter topics with the target filed under them.
fn add_selected(form: &Form, good: &GoodPages, dispatch: &Dispatch) -> Callback<MouseEvent> {
    let (dispatch, topics, good) = (dispatch.clone(), Rc::clone(&form.topics), good.clone());
    let request = filing(form);
    let name = match form.query.text.trim() {
        "" => SELECTED.to_owned(),
        query => cut(query, NAME_BYTES).to_owned(),
    };
    Callback::from(move |_| {
        let mut added = Topics::clone(&topics);
        let pages = good.iter().map(|page| (&*page.url, &*page.title));
        if added.add_good(&name, pages) {
            added.begin_filing();
            dispatch.send(request(&added));
        }
        dispatch.dispatch(change(move |topics| *topics = added));
        dispatch.dispatch(Action::Train(TrainAction::ClearGood));
    })
}

/// Returns the request to file topics.
fn filing(form: &Form) -> impl Fn(&Topics) -> ToWorker + use<> {
    let (query, stemming) = (form.query.text.clone(), form.plan().stemming);
    move |topics| {
        ToWorker::FileTopics(Box::new(TopicsToFile { taxonomy: topics.to_file(), query: query.clone(), stemming }))
    }
}

fn save(form: &Form, dispatch: &Dispatch, kind: FileKind) -> Callback<MouseEvent> {
    let (dispatch, topics) = (dispatch.clone(), form.topics.clone());
    Callback::from(move |_| {
        let taxonomy = Box::new(topics.whole());
        dispatch.send(ToWorker::WriteTopics { taxonomy, kind });
    })
}
