//! The crawls that are kept in this browser: pages of earlier hunts that fit the words.
//!
//! Left out on purpose: the search itself, which the driver has, since the crawls are kept with it.

use super::search::Desk;
use super::{Entry, Need, Provider, SeedsError, Wanted, entry};

pub(super) const ENTRY: Entry = Entry {
    id: "library",
    title: "Your Library",
    sentence: "Looks for your words among the pages of crawls that are kept in this browser. Nobody is asked.",
    needs: &[Need::Query],
    webs: entry::ALL,
    field: ("", ""),
    make: || Box::new(Library),
};

struct Library;

impl Provider for Library {
    fn begin(&mut self, wanted: &Wanted, desk: &mut Desk) -> Result<(), SeedsError> {
        desk.look_up(wanted.query.trim());
        Ok(())
    }

    fn nothing(&self) -> &'static str {
        "No page of the crawls in your Library has these words. Try other words, or another way to find seeds."
    }
}
