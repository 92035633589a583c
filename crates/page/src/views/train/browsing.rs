//! Renders training from real browsing: it records pages visited in other tabs, and imports the browser's bookmarks.
//! Only the browser extension supports this.
//!
//! The recorder is `extension/background.js`. Recorded pages and bookmarks become files of trails, which are imported
//! like other files.

use crate::dom::document::document;
use crate::views::prelude::*;
use page_state::effect::{AccessCause, Effect};
use page_state::train::browsing::{BrowsingFile, Record, Recording};

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) recording: Recording,
    pub(crate) dispatch: Dispatch,
}

/// Renders the switch, the number of recorded pages, and the import of bookmarks.
#[component]
pub(crate) fn Browsing(props: &Props) -> Html {
    let Props { recording, dispatch } = props;
    use_status(dispatch);
    let Recording { is_on, pages, relevant, is_on_toolbar } = *recording;
    let request = |request: Record| dispatch.on::<MouseEvent>(move || vec![Action::perform(Effect::Record(request))]);
    // Without access to sites the extension cannot see other tabs.
    let start = || vec![Action::perform(Effect::RequestAccess(AccessCause::Recording))];
    let toggle = if is_on { request(Record::Stop) } else { dispatch.on(start) };
    let import = || vec![Action::perform(Effect::ImportBrowsing(BrowsingFile::Bookmarks))];
    html! {
        <section class="browsing" aria-labelledby="browsing">
            <h2 id="browsing">{ "Your browsing" }</h2>
            <p class="fine">{ "Record the pages that you visit in other tabs of this window, each tab as one trail. \
                Nothing leaves your browser; private windows are never recorded." }</p>
            <p role="status">{ status(*recording) }</p>
            <div class="topics-actions">
                <button type="button" onclick={toggle}>
                    { toggle_label(["Record browsing", "Stop recording"], is_on) }
                </button>
                if pages > 0 {
                    <button type="button" class="main" onclick={dispatch.on::<MouseEvent>(add)}>
                        { "Add to trails" }
                    </button>
                    <button type="button" class="quiet" onclick={request(Record::Forget)}>
                        { "Delete recording" }
                    </button>
                }
                <button type="button" onclick={dispatch.on::<MouseEvent>(import)}>{ "Import bookmarks" }</button>
            </div>
            if is_on && !is_on_toolbar {
                <p class="help">{ "Pin Salticid to the toolbar: its button shows “REC” while pages are recorded, and \
                    marks the page that you read." }</p>
            }
            if is_on && relevant == 0 {
                <p class="help">{ "Press the Salticid button in the toolbar, or Alt+Shift+M unless you changed it, to \
                    mark the page that you read as relevant." }</p>
            }
        </section>
    }
}

/// Returns the state of the recording, in a sentence.
fn status(recording: Recording) -> String {
    let Recording { is_on, pages, relevant, .. } = recording;
    let count = format!("{}, {relevant} relevant", counted(pages, "page"));
    match (is_on, pages) {
        (true, 0) => "Recording. Open pages in other tabs.".to_owned(),
        (true, _) => format!("Recording: {count}."),
        (false, 0) => String::new(),
        (false, _) => format!("Recorded: {count}."),
    }
}

/// Requests the state of the recording whenever the person returns to this tab, because pages are recorded in other
/// tabs.
#[hook]
fn use_status(dispatch: &Dispatch) {
    let dispatch = dispatch.clone();
    use_effect_with((), move |()| {
        let refresh = move || dispatch.dispatch(Action::perform(Effect::Record(Record::Status)));
        refresh();
        let listener = document().map(|document| EventListener::new(&document, "visibilitychange", move |_| refresh()));
        move || drop(listener)
    });
}

/// Imports the recorded pages, and selects direct requests as their source.
fn add() -> Vec<Action> {
    let select = Action::edit_form("source", |form| form.source.kind = Some(SourceKind::Direct));
    vec![select, Action::perform(Effect::ImportBrowsing(BrowsingFile::Recorded))]
}
