//! Renders the actions on all topics: add starter topics or selected pages, insert the demo web's topics, open a file,
//! add a folder, save.

use crate::views::parts::import::save_as;
use crate::views::prelude::*;
use page_state::form::{Topics, TopicsAction};

/// Renders the buttons.
pub(crate) fn actions(form: &Form, catalog: &Catalog, good: &GoodPages, dispatch: &Dispatch) -> Html {
    let on = |action: TopicsAction| dispatch.on::<MouseEvent>(move || vec![Action::Topics(action)]);
    let taught = catalog.examples.iter().any(|one| !one.examples.is_empty());
    html! {
        <div class="topics-actions">
            <button type="button" id="starter-topics" disabled={form.topics.is_filing()}
                onclick={on(TopicsAction::UseStarter)}>
                { "Use starter topics" }
            </button>
            if taught {
                <button type="button" id="demo-topics" onclick={on(TopicsAction::UseDemo)}>
                    { "Use demo topics" }
                </button>
            }
            if !good.is_empty() {
                <button type="button" id="selected-topics" disabled={form.topics.is_filing()}
                    onclick={on(TopicsAction::AddSelected)}>
                    { format!("Add {}", counted(good.len(), "selected page")) }
                </button>
            }
            { file(dispatch) }
            if form.topics.folders.is_empty() { { add(dispatch) } }
            if !form.topics.folders.is_empty() {
                { save_as("save", |kind| on(TopicsAction::Save(kind))) }
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
