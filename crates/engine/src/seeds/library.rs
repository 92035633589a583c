//! Finds seeds among the pages of saved crawls that match the query.
//!
//! Not covered: the search itself, since the driver stores the crawls.

use super::search::SearchContext;
use super::{Declaration, Entry, Provider, SeedInputs, SeedsError, entry};
use types::seeds::Need;

pub(super) const ENTRY: Declaration = Entry {
    id: "library",
    title: "Library",
    description: "Searches the crawls saved in this browser for your words. No network.",
    needs: &[Need::Query],
    webs: entry::ALL,
    asked_by_default: true,
    time_limit_s: entry::PATIENT_S,
    field: ("", ""),
    make: || Box::new(Library),
};

struct Library;

impl Provider for Library {
    fn begin(&mut self, inputs: &SeedInputs, context: &mut SearchContext) -> Result<(), SeedsError> {
        context.look_up(inputs.query.trim());
        Ok(())
    }

    fn no_results_hint(&self) -> &'static str {
        "No page in your Library has these words. Try other words, or find seeds another way."
    }
}
