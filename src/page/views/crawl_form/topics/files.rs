//! Passes files of topics to the worker without parsing them, and saves the files that the worker wrote.

use crate::page::dom::files;
use crate::page::state::dispatch::Dispatch;
use crate::page::state::form::{Form, problem};
use crate::protocol::{FileKind, ToWorker};
use types::limits::BOOKMARK_BYTES;
use web_sys::{Blob, File};
use yew::prelude::*;

/// Passes a file to the worker, unless it is too large.
pub(crate) fn hand_over(file: &File, dispatch: &Dispatch) {
    let name = file.name();
    if file.size() <= BOOKMARK_BYTES as f64 {
        let file = Blob::from(file.clone());
        return dispatch.send(ToWorker::ReadTopics { name, file });
    }
    let most = BOOKMARK_BYTES / 1024 / 1024;
    let message = format!("“{name}” is larger than {most} MB. Export fewer bookmarks, or export without icons.");
    dispatch.edit_form("topics", move |form| {
        form.problems.push(problem("topics", message));
    });
}

/// Saves a file that the worker wrote, once.
#[hook]
pub(crate) fn use_saving(form: &Form, dispatch: &Dispatch) {
    let own = dispatch.clone();
    use_effect_with(form.topics_file.clone(), move |written| {
        if let Some((kind, text)) = written {
            let name = match kind {
                FileKind::Bookmarks => "topics.html",
                FileKind::Json => "topics.json",
            };
            files::save_text(name, text);
            own.edit_form("saved", |form| form.topics_file = None);
        }
    });
}
