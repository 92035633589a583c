//! The search page of the demo web: a plain page with links, read as any other.

use super::search::Desk;
use super::{Came, Entry, Provider, SeedsError, Wanted};
use crate::html;
use types::seeds::{Need, Seed, Web};
use url::Url;

/// The search page of the demo web.
const ADDRESS: &str = "http://search.test/";

pub(super) const ENTRY: Entry = Entry {
    id: "demo-search",
    title: "Demo web search",
    sentence: "Searches the demo web for your words. No network.",
    needs: &[Need::Query],
    webs: &[Web::Demo],
    field: ("", ""),
    make: || Box::new(DemoSearch),
};

struct DemoSearch;

impl Provider for DemoSearch {
    fn begin(&mut self, wanted: &Wanted, desk: &mut Desk) -> Result<(), SeedsError> {
        let query = [("q", wanted.query.trim())];
        let url = Url::parse_with_params(ADDRESS, query);
        desk.search(&url.map_err(|_| SeedsError::NoWords)?)
    }

    fn read(&mut self, came: &Came<'_>, desk: &mut Desk) -> Result<(), SeedsError> {
        if !came.is_fine() {
            return Err(SeedsError::Status {
                host: came.url.authority().to_owned(),
                status: came.status,
            });
        }
        let page = html::read(came.body, came.media_type, came.url, came.decoder);
        let others = page.links.iter();
        for link in others.filter(|link| link.url.host() != came.url.host()) {
            let seed = Seed::new(link.url.clone(), &link.anchor, &link.context, "");
            desk.heap().found(seed);
        }
        Ok(())
    }

    fn nothing(&self) -> &'static str {
        "No page of the demo web has these words. Try an example, or enter URLs of its pages."
    }
}
