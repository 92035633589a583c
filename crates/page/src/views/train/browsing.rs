//! Renders training from real browsing: it records pages visited in other tabs, and imports the browser's bookmarks.
//! Only the browser extension supports this.
//!
//! The recorder is `extension/background.js`. Recorded pages and bookmarks become files of trails, which are imported
//! like other files.
//!
//! Source: Batsakis §3.3 (training from the paths of a person's browsing).

use crate::dom::document::document;
use crate::dom::extension::{self, Record, Recording};
use crate::views::prelude::*;
use js_sys::Array;
use page_state::catalog::SiteAccess;
use std::future::Future;

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) catalog: Shared<Catalog>,
    pub(crate) dispatch: Dispatch,
}

/// Renders the switch, the number of recorded pages, and the import of bookmarks.
#[component]
pub(crate) fn Browsing(props: &Props) -> Html {
    let recording = use_recording();
    let Recording { is_on, pages, relevant, is_on_toolbar } = *recording;
    let request = |request: Record| {
        let setter = recording.setter();
        Callback::from(move |_: MouseEvent| set_when_known(&setter, extension::record(request)))
    };
    let toggle = if is_on { request(Record::Stop) } else { start(props, &recording) };
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
                    <button type="button" class="main" onclick={add(props)}>{ "Add to trails" }</button>
                    <button type="button" class="quiet" onclick={request(Record::Forget)}>
                        { "Delete recording" }
                    </button>
                }
                <button type="button" onclick={bookmarks(props)}>{ "Import bookmarks" }</button>
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

/// Returns the state of the recording. It is requested whenever the person returns to this tab, because pages are
/// recorded in other tabs.
#[hook]
fn use_recording() -> UseStateHandle<Recording> {
    let recording = use_state_eq(Recording::default);
    let setter = recording.setter();
    use_effect_with((), move |()| {
        let refresh = move || set_when_known(&setter, extension::record(Record::Status));
        refresh();
        let listener = document().map(|document| EventListener::new(&document, "visibilitychange", move |_| refresh()));
        move || drop(listener)
    });
    recording
}

fn set_when_known(setter: &UseStateSetter<Recording>, status: impl Future<Output = Recording> + 'static) {
    let setter = setter.clone();
    spawn_local(async move { setter.set(status.await) });
}

/// Starts recording after the person has granted access to sites, without which the extension cannot see other tabs.
fn start(props: &Props, recording: &UseStateHandle<Recording>) -> Callback<MouseEvent> {
    let (dispatch, setter) = (props.dispatch.clone(), recording.setter());
    Callback::from(move |_| {
        let (dispatch, setter) = (dispatch.clone(), setter.clone());
        let access = extension::request_access();
        spawn_local(async move {
            let is_granted = access.await;
            dispatch.dispatch(Action::Access(SiteAccess::of_extension(is_granted)));
            if is_granted {
                setter.set(extension::record(Record::Start).await);
            } else {
                report_problem(
                    &dispatch,
                    "Could not record: Salticid has no access to sites. Press “Record browsing” again and allow it.",
                );
            }
        });
    })
}

/// Imports the recorded pages, and selects direct requests as their source.
fn add(props: &Props) -> Callback<MouseEvent> {
    let import = import(props, "browsing.json", extension::recorded_trails, |_| {});
    let dispatch = props.dispatch.clone();
    Callback::from(move |event| {
        dispatch.edit_form("source", |form| form.source.kind = Some(SourceKind::Direct));
        import.emit(event);
    })
}

fn bookmarks(props: &Props) -> Callback<MouseEvent> {
    import(props, "bookmarks.html", extension::bookmarks, |dispatch| {
        report_problem(
            dispatch,
            "Could not read the bookmarks: Salticid has no access to them. Press “Import bookmarks” again and allow \
            it.",
        );
    })
}

/// Returns a callback that imports a text as a file of trails, or reports that there is none.
fn import<F: Future<Output = Option<String>> + 'static>(
    props: &Props,
    name: &'static str,
    text: fn() -> F,
    on_none: fn(&Dispatch),
) -> Callback<MouseEvent> {
    let (take, dispatch) = (props.dispatch.on_file(FileContent::Trails), props.dispatch.clone());
    Callback::from(move |_| {
        let (take, dispatch, text) = (take.clone(), dispatch.clone(), text());
        spawn_local(async move {
            let text = text.await;
            let file = text.and_then(|text| File::new_with_str_sequence(&Array::of1(&text.into()), name).ok());
            match file {
                Some(file) => take.emit(file),
                None => on_none(&dispatch),
            }
        });
    })
}

fn report_problem(dispatch: &Dispatch, message: &str) {
    dispatch.dispatch(Action::Train(TrainAction::ReportError(message.to_owned())));
}
