//! Passes files of topics to the worker without parsing them, and saves the files that the worker wrote.

use crate::page::dom::files;
use crate::page::state::Action;
use crate::page::state::dispatch::Dispatch;
use crate::page::state::editing::FormAction;
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
    let message = format!(
        "“{name}” is larger than {most} MB. Export fewer bookmarks, or export without icons."
    );
    let tell = move |form: &mut Form| form.problems.push(problem("topics", message));
    let tell = Action::Form(FormAction::Edit("topics".into(), Box::new(tell)));
    dispatch.dispatch(tell);
}

/// Saves a file that the worker wrote, once.
#[hook]
pub(crate) fn use_saving(form: &Form, dispatch: &Dispatch) {
    let actions = dispatch.actions.clone();
    use_effect_with(form.topics_file.clone(), move |written| {
        if let Some((kind, text)) = written {
            let name = match kind {
                FileKind::Bookmarks => "topics.html",
                FileKind::Json => "topics.json",
            };
            files::save_text(name, text);
            let done = |form: &mut Form| form.topics_file = None;
            actions.emit(Action::Form(FormAction::Edit(
                "saved".into(),
                Box::new(done),
            )));
        }
    });
}
