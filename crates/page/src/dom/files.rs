//! Receives files that are selected or dropped, and saves files. The worker reads their content.

use super::document::document;
use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, File, HtmlAnchorElement, HtmlInputElement, Url};
use yew::prelude::*;

/// Saves a file by clicking a link with `download`.
pub(crate) fn save(name: &str, file: &Blob) -> Result<(), JsValue> {
    let document = document().ok_or(JsValue::NULL)?;
    let address = Url::create_object_url_with_blob(file)?;
    let link: HtmlAnchorElement = document.create_element("a")?.unchecked_into();
    link.set_href(&address);
    link.set_download(name);
    link.click();
    Url::revoke_object_url(&address)
}

/// Saves a text from the worker. A failure is not reported, because the missing file is obvious.
pub(crate) fn save_text(name: &str, text: &str) {
    let file = Blob::new_with_str_sequence(&Array::of1(&text.into()));
    let _ = file.and_then(|file| save(name, &file));
}

/// Renders the choice of a file. The native field is hidden, because browsers render it differently.
pub(crate) fn choice(id: &'static str, text: &'static str, accept: &'static str, take: Callback<File>) -> Html {
    let onchange = Callback::from(move |event: Event| {
        let input = event.target_unchecked_into::<HtmlInputElement>();
        if let Some(file) = input.files().and_then(|files| files.get(0)) {
            take.emit(file);
        }
        // Clearing the value allows the same file to be selected again.
        input.set_value("");
    });
    html! {
        <span class="file">
            <input {id} class="unseen" type="file" {accept} {onchange} />
            <label for={id}>{ text }</label>
        </span>
    }
}

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct DropProps {
    /// The classes of the element.
    pub(crate) class: Classes,
    /// The id of its heading.
    #[prop_or_default]
    pub(crate) labelledby: Option<&'static str>,
    /// Called with the first of the dropped files.
    pub(crate) take: Callback<File>,
    /// The content.
    pub(crate) children: Html,
}

/// Renders a section that accepts dropped files.
#[component]
pub(crate) fn DropArea(props: &DropProps) -> Html {
    let over = use_state_eq(|| false);
    let (enter, leave, done) = (over.setter(), over.setter(), over.setter());
    let ondragover = Callback::from(move |event: DragEvent| {
        // By default the browser would leave the app and show the file.
        event.prevent_default();
        enter.set(true);
    });
    let ondragleave = Callback::from(move |_: DragEvent| leave.set(false));
    let take = props.take.clone();
    let ondrop = Callback::from(move |event: DragEvent| {
        event.prevent_default();
        done.set(false);
        if let Some(file) = dropped(&event) {
            take.emit(file);
        }
    });
    let class = classes!(props.class.clone(), over.then_some("dropping"));
    html! {
        <section {class} aria-labelledby={props.labelledby} {ondragover} {ondragleave} {ondrop}>
            { props.children.clone() }
        </section>
    }
}

/// Returns the first of the dropped files.
pub(crate) fn dropped(event: &DragEvent) -> Option<File> {
    let files = event.data_transfer().and_then(|data| data.files());
    files.and_then(|files| files.get(0))
}
