//! Finds seeds among the pages of saved crawls that match the query.
//!
//! Not covered: the search itself, which the driver has, since the crawls are kept with it.

use super::search::SearchContext;
use super::{Entry, Provider, SeedInputs, SeedsError, entry};
use types::seeds::Need;

pub(super) const ENTRY: Entry = Entry {
    id: "library",
    title: "Your Library",
    sentence: "Searches the crawls saved in this browser for your words. No network.",
    needs: &[Need::Query],
    webs: entry::ALL,
    asked_by_default: true,
    wait_s: entry::PATIENT_S,
    field: ("", ""),
    make: || Box::new(Library),
};

struct Library;

impl Provider for Library {
    fn begin(
        &mut self,
        inputs: &SeedInputs,
        context: &mut SearchContext,
    ) -> Result<(), SeedsError> {
        context.look_up(inputs.query.trim());
        Ok(())
    }

    fn nothing(&self) -> &'static str {
        "No page in your Library has these words. Try other words, or find seeds another way."
    }
}
