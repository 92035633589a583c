//! Holds the setup of the next crawl: its form, what helps to fill it in, and its pending start.

use super::Shared;
use super::effect::Effect;
use super::form::{Form, Topics, problem, read_outline};
use super::related::Related;
use super::seeds::SeedFinder;
use crate::digits::counted;
use protocol::digest;
use std::rc::Rc;

/// Holds the setup of the next crawl.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CrawlSetup {
    /// The form.
    pub form: Shared<Form>,
    /// The search for seeds.
    pub seeds: Shared<SeedFinder>,
    /// The related words of the query.
    pub related: Shared<Related>,
    /// The topics in session storage.
    pub(super) stored_topics: Option<String>,
}

/// The key in session storage of topics that are too long for an address, which names their digest. The value is the
/// digest, a line break and the outline.
///
/// Only the latest topics are stored, because session storage is small and only the latest crawl is reloaded.
pub const TOPICS: &str = "salticid-topics";

impl CrawlSetup {
    /// Appends the selected seeds to the typed ones.
    pub(super) fn use_seeds(&mut self) {
        let urls: Vec<String> = self.seeds.checked_seeds().iter().map(|seed| seed.url.to_string()).collect();
        let mut added = 0;
        self.form.change(|form| form.edit("seeds", |form| added = form.scope.add_seeds(&urls)));
        self.seeds.change(|search| {
            search.clear();
            search.notice = match added {
                0 => "They are already seeds.".to_owned(),
                added => format!("{} added to the seeds.", counted(added, "URL")),
            };
        });
    }

    /// Stores the topics of a form in session storage if they do not fit into its address.
    pub(super) fn store_topics(&mut self, form: &Form) -> Option<Effect> {
        let (outline, fits) = form.outline();
        if fits {
            return None;
        }
        let text = format!("{}\n{outline}", digest(&outline));
        self.stored_topics = Some(text.clone());
        Some(Effect::StoreInSession(TOPICS, text))
    }

    /// Fills in the topics that a form's address names from session storage, or reports that they are missing.
    pub(super) fn restore_topics(&self, form: &mut Form) {
        let Some(wanted) = form.topics.kept.clone() else {
            return;
        };
        match self.stored_topics.as_deref().and_then(|stored| stored.split_once('\n')) {
            Some((digest, outline)) if digest == wanted => {
                form.topics = Rc::new(Topics::of(&read_outline(outline)));
            }
            _ => form.problems.push(problem(
                "topics",
                "The topics were too large for this link and exist only in the tab that made it. Import them from a \
                file again."
                    .to_owned(),
            )),
        }
    }

    /// Returns whether the form holds exactly the seeds that were found automatically for the last crawl.
    pub(super) fn has_found_seeds(&self) -> bool {
        self.seeds.has_found(&self.form.scope.typed_seeds())
    }
}
