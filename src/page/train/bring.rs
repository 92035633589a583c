//! Trails in and out: files that are chosen or dropped, a pasted list, files to save.

use super::desk::Train;
use super::{Act, on};
use crate::page::catalog::{Catalog, Worker};
use crate::page::files;
use crate::page::hands::Hands;
use crate::page::state::Action;
use crate::protocol::trails::TrailsOrder;
use crate::protocol::{FileKind, ToWorker};
use engine::limits::TRAILS_BYTES;
use js_sys::Array;
use web_sys::{Blob, File, HtmlTextAreaElement};
use yew::prelude::*;

/// The ways in and out.
pub(super) fn actions(train: &Train, catalog: &Catalog, hands: &Hands) -> Html {
    let accept = ".html,.htm,.json,.txt,text/html,application/json,text/plain";
    let nothing = train.book.trails().is_empty();
    html! {
        <div class="topics-actions">
            if train.is_ours() {
                <button type="button" onclick={on(hands, Act::Begin)}>{ "New trail" }</button>
                { files::choice("trails-file", "Read a file", accept, taking(catalog, hands)) }
            }
            if !nothing {
                <span class="save">
                    <span class="fine" id="save-trails">{ "Save as" }</span>
                    <button type="button" class="quiet" aria-describedby="save-trails" onclick={save(train, hands, FileKind::Bookmarks)}>{ "Bookmarks" }</button>
                    <button type="button" class="quiet" aria-describedby="save-trails" onclick={save(train, hands, FileKind::Json)}>{ "JSON" }</button>
                </span>
            }
        </div>
    }
}

/// Hands a file to the worker; one that is too large stays where it is.
pub(super) fn taking(catalog: &Catalog, hands: &Hands) -> Callback<File> {
    let hands = hands.clone();
    let is_ready = catalog.worker == Worker::Ready;
    Callback::from(move |file: File| {
        let name = file.name();
        let most = TRAILS_BYTES / 1024 / 1024;
        let wrong = if !is_ready {
            format!(
                "“{name}” was not read: the crawler is not there yet. Choose it again in a moment."
            )
        } else if file.size() > TRAILS_BYTES as f64 {
            format!(
                "“{name}” is larger than {most} MB: export fewer folders, or without icons. The trails stay as they are."
            )
        } else {
            let file = Blob::from(file);
            let order = TrailsOrder::ReadFile { name, file };
            return hands.say.emit(ToWorker::Trails(order));
        };
        hands.act.emit(Action::Train(Act::Wrong(wrong)));
    })
}

/// A field for addresses that are typed or pasted; they go to the end of a trail, or make trails of their own.
pub(super) fn paste(id: &str, into: Option<u32>, hands: &Hands) -> Html {
    let hands = hands.clone();
    let onsubmit = Callback::from(move |event: SubmitEvent| {
        event.prevent_default();
        let form = event.target_unchecked_into::<web_sys::Element>();
        let field = form.query_selector("textarea").ok().flatten();
        let Some(field) = field.map(wasm_bindgen::JsCast::unchecked_into::<HtmlTextAreaElement>)
        else {
            return;
        };
        let text = field.value();
        if !text.trim().is_empty() {
            field.set_value("");
            hands
                .say
                .emit(ToWorker::Trails(TrailsOrder::ReadList { text, into }));
        }
    });
    let (label, help) = match into {
        Some(_) => (
            "Add pages by their addresses",
            "One a line; they come last.",
        ),
        None => (
            "Paste addresses",
            "One a line. An empty line begins the next trail, a line “# name” names it. The last page of each is marked as relevant, unless another line begins with ★.",
        ),
    };
    let (field, about) = (format!("{id}-text"), format!("{id}-help"));
    html! {
        <form class="paste" {onsubmit}>
            <label for={field.clone()}>{ label }</label>
            <textarea id={field} rows="3" spellcheck="false" autocapitalize="none" aria-describedby={about.clone()} />
            <p class="help" id={about}>{ help }</p>
            <button type="submit">{ "Add" }</button>
        </form>
    }
}

fn save(train: &Train, hands: &Hands, kind: FileKind) -> Callback<MouseEvent> {
    let (say, shelf) = (hands.say.clone(), train.book.trails().clone());
    Callback::from(move |_| {
        let trails = shelf.iter().map(|kept| kept.trail.clone()).collect();
        say.emit(ToWorker::Trails(TrailsOrder::Write { trails, kind }));
    })
}

/// Saves a file that the worker wrote, once.
#[hook]
pub(super) fn use_saving(train: &Train, hands: &Hands) {
    let act = hands.act.clone();
    use_effect_with(train.written.clone(), move |written| {
        if let Some((kind, text)) = written {
            let name = match kind {
                FileKind::Bookmarks => "trails.html",
                FileKind::Json => "trails.json",
            };
            // What cannot be saved is missed by the person, who presses again.
            let file = Blob::new_with_str_sequence(&Array::of1(&(&**text).into()));
            let _ = file.and_then(|file| files::save(name, &file));
            act.emit(Action::Train(Act::Saved));
        }
    });
}
