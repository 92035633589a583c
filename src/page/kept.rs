//! Topics that are too many for an address: kept in the browser's session, under a digest that stands in the address.
//!
//! Left out on purpose: more than one set of topics, since a session's room is small and the latest crawl is the one that is reloaded.

use super::form::{Form, Topics, problem, read_outline};
use crate::protocol::digest;
use std::rc::Rc;
use web_sys::Storage;

/// Under which name the topics are kept: their digest, a line break, their outline.
const KEY: &str = "salticid-topics";

/// Keeps the topics of a form, where they do not fit into its address.
pub(crate) fn keep(form: &Form) {
    let (outline, fits) = form.outline();
    if let Some(session) = session().filter(|_| !fits) {
        // A browser that keeps nothing says so when the address is opened again.
        let _ = session.set_item(KEY, &format!("{}\n{outline}", digest(&outline)));
    }
}

/// Brings the topics that a form's address only names, or says that they are not here.
pub(crate) fn bring(form: &mut Form) {
    let Some(wanted) = form.topics.kept.clone() else {
        return;
    };
    let kept = session().and_then(|session| session.get_item(KEY).ok().flatten());
    match kept.as_deref().and_then(|kept| kept.split_once('\n')) {
        Some((digest, outline)) if digest == wanted => {
            form.topics = Rc::new(Topics::of(&read_outline(outline)));
        }
        _ => form.problems.push(problem(
            "topics",
            "The topics of this address were too many to stand in it, and are kept only by the tab in which it was made: read them from a file again.".to_owned(),
        )),
    }
}

fn session() -> Option<Storage> {
    web_sys::window()?.session_storage().ok()?
}
