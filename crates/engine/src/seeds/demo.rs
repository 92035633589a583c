//! The search page of the demo web: a plain page with links, parsed like any other page.

use super::search::SearchContext;
use super::{Declaration, Entry, Make, Provider, ProviderResponse, SeedInputs, SeedsError};
use crate::html;
use types::seeds::{Need, Seed, Web};
use url::Url;

/// The search page of the demo web.
const ADDRESS: &str = "http://search.test/";

pub(super) const ENTRY: Declaration = Entry {
    id: "demo-search",
    title: "Demo web search",
    description: "Searches the demo web for your words. No network.",
    needs: &[Need::Query],
    webs: &[Web::Demo],
    asked_by_default: true,
    precision: 1.0,
    field: ("", ""),
    make: Make::Provider(|| Box::new(DemoSearch)),
};

struct DemoSearch;

impl Provider for DemoSearch {
    fn begin(&mut self, inputs: &SeedInputs, context: &mut SearchContext) -> Result<(), SeedsError> {
        let query = [("q", inputs.query.trim())];
        let url = Url::parse_with_params(ADDRESS, query);
        context.search(&url.map_err(|_| SeedsError::NoWords)?)
    }

    fn read(&mut self, response: &ProviderResponse<'_>, context: &mut SearchContext) -> Result<(), SeedsError> {
        response.check_status()?;
        let page = html::read(response.body, response.media_type, response.url, response.decoder);
        let others = page.links.iter();
        for link in others.filter(|link| link.url.host() != response.url.host()) {
            let seed = Seed::new(link.url.clone(), &link.anchor, &link.context, "");
            context.findings().found(seed);
        }
        Ok(())
    }

    fn no_results_hint(&self) -> &'static str {
        "No page of the demo web has these words. Try an example, or enter URLs of its pages."
    }
}
