//! Files in and out: one that is chosen or dropped goes to the worker unread; one that the worker wrote is saved.

use crate::page::files;
use crate::page::form::{Form, problem};
use crate::page::hands::Hands;
use crate::page::state::Action;
use crate::protocol::{FileKind, ToWorker};
use engine::limits::BOOKMARK_BYTES;
use js_sys::Array;
use wasm_bindgen::JsValue;
use web_sys::{Blob, File};
use yew::prelude::*;

/// Hands a file to the worker; one that is too large stays where it is.
pub(super) fn hand_over(file: &File, hands: &Hands) {
    let name = file.name();
    if file.size() <= BOOKMARK_BYTES as f64 {
        let file = Blob::from(file.clone());
        return hands.say.emit(ToWorker::ReadTopics { name, file });
    }
    let most = BOOKMARK_BYTES / 1024 / 1024;
    let message = format!(
        "“{name}” is larger than {most} MB: export fewer bookmarks, or export them without icons."
    );
    let tell = move |form: &mut Form| form.problems.push(problem("topics", message));
    let tell = Action::Edit("topics".into(), Box::new(tell));
    hands.act.emit(tell);
}

/// Saves a file that the worker wrote, once.
#[hook]
pub(super) fn use_saving(form: &Form, hands: &Hands) {
    let act = hands.act.clone();
    use_effect_with(form.written.clone(), move |written| {
        if let Some((kind, text)) = written {
            // What cannot be saved is missed by the person, who presses again.
            let _ = save(*kind, text);
            let done = |form: &mut Form| form.written = None;
            act.emit(Action::Edit("saved".into(), Box::new(done)));
        }
    });
}

fn save(kind: FileKind, text: &str) -> Result<(), JsValue> {
    let name = match kind {
        FileKind::Bookmarks => "topics.html",
        FileKind::Json => "topics.json",
    };
    let blob = Blob::new_with_str_sequence(&Array::of1(&text.into()))?;
    files::save(name, &blob)
}
