//! Takes files that are chosen or dropped, and saves files. The worker reads their content.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, File, HtmlAnchorElement, HtmlInputElement, Url};
use yew::prelude::*;

/// Saves a file that was made in the tab: by a link with `download` that is pressed for the person.
pub(crate) fn save(name: &str, file: &Blob) -> Result<(), JsValue> {
    let document = web_sys::window().and_then(|window| window.document());
    let document = document.ok_or(JsValue::NULL)?;
    let address = Url::create_object_url_with_blob(file)?;
    let link: HtmlAnchorElement = document.create_element("a")?.unchecked_into();
    link.set_href(&address);
    link.set_download(name);
    link.click();
    Url::revoke_object_url(&address)
}

/// Draws the choice of a file. The field itself is out of sight, since browsers draw it in their own way.
pub(crate) fn choice(
    id: &'static str,
    text: &'static str,
    accept: &'static str,
    take: Callback<File>,
) -> Html {
    let onchange = Callback::from(move |event: Event| {
        let input = event.target_unchecked_into::<HtmlInputElement>();
        if let Some(file) = input.files().and_then(|files| files.get(0)) {
            take.emit(file);
        }
        // The same file may be chosen once more.
        input.set_value("");
    });
    html! {
        <span class="file">
            <input {id} class="unseen" type="file" {accept} {onchange} />
            <label for={id}>{ text }</label>
        </span>
    }
}

/// The event handlers of an element that accepts dropped files.
pub(crate) struct Dropping {
    /// One is held over it.
    pub(crate) over: bool,
    /// For the element.
    pub(crate) ondragover: Callback<DragEvent>,
    /// For the element.
    pub(crate) ondragleave: Callback<DragEvent>,
    /// For the element.
    pub(crate) ondrop: Callback<DragEvent>,
}

/// Takes the first of the files that are dropped.
#[hook]
pub(crate) fn use_dropping(take: Callback<File>) -> Dropping {
    let over = use_state_eq(|| false);
    let (enter, leave) = (over.setter(), over.setter());
    let done = over.setter();
    Dropping {
        over: *over,
        ondragover: Callback::from(move |event: DragEvent| {
            // Unless this is said, the browser leaves the app and shows the file.
            event.prevent_default();
            enter.set(true);
        }),
        ondragleave: Callback::from(move |_| leave.set(false)),
        ondrop: Callback::from(move |event: DragEvent| {
            event.prevent_default();
            done.set(false);
            let files = event.data_transfer().and_then(|data| data.files());
            if let Some(file) = files.and_then(|files| files.get(0)) {
                take.emit(file);
            }
        }),
    }
}
