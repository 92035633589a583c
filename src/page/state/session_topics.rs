//! Stores topics that are too long for an address in session storage, under a digest that the address contains.
//!
//! Only the latest topics are stored, because session storage is small and only the latest crawl is reloaded.

use super::form::{Form, Topics, problem, read_outline};
use crate::page::dom::storage;
use crate::protocol::digest;
use std::rc::Rc;

/// The key of the topics in session storage. The value is the digest, a line break and the outline.
const KEY: &str = "salticid-topics";

/// Saves the topics of a form in session storage if they do not fit into its address.
pub(crate) fn save(form: &Form) {
    let (outline, fits) = form.outline();
    if let Some(session) = storage::session().filter(|_| !fits) {
        // If the browser stores nothing, this is reported when the address is opened again.
        let _ = session.set_item(KEY, &format!("{}\n{outline}", digest(&outline)));
    }
}

/// Loads the topics named by a form's address from session storage, or reports that they are missing.
pub(crate) fn restore(form: &mut Form) {
    let Some(wanted) = form.topics.kept.clone() else {
        return;
    };
    let kept = storage::session().and_then(|session| session.get_item(KEY).ok().flatten());
    match kept.as_deref().and_then(|kept| kept.split_once('\n')) {
        Some((digest, outline)) if digest == wanted => {
            form.topics = Rc::new(Topics::of(&read_outline(outline)));
        }
        _ => form.problems.push(problem(
            "topics",
            "The topics were too large for this link and exist only in the tab that made it. Import them from a file again.".to_owned(),
        )),
    }
}
