//! A SearXNG instance that the person names: a self-hosted metasearch engine, which needs no key.
//!
//! Source: SearXNG search API, `GET /search?q=…&format=json`; an instance returns JSON only if its settings enable it.
//! Its limiter admits four requests for JSON an hour from an address (`searx/botdetection/ip_limit.py`, `API_MAX` and
//! `API_WINDOW`), and answers 429 above.

use super::search::SearchContext;
use super::services::{Results, Text, text};
use super::{Declaration, Entry, Make, Provider, ProviderResponse, SeedInputs, SeedsError};
use types::seeds::{Need, Web};
use types::url::CanonicalUrl;
use url::Url;

pub(super) const ENTRY: Declaration = Entry {
    id: "searxng",
    title: "SearXNG instance",
    description: "Searches with a SearXNG instance that allows API access, such as your own.",
    needs: &[Need::Query, Need::Address],
    webs: &[Web::Live],
    asked_by_default: true,
    precision: 0.7,
    field: ("Instance URL", "https://searx.example.org"),
    make: Make::Provider(|| Box::new(SearXng)),
};

/// The location of results in a SearXNG response.
static RESULTS: Results = Results {
    list: "/results",
    urls: &[("", "/url")],
    title: Text::Plain("/title"),
    about: Text::Plain("/content"),
    // The person's own instance may return pages of the local network; the source of the crawl decides about those.
    page: |address| CanonicalUrl::parse(address).ok(),
    is_none: |_| false,
};

/// The window of an instance's limiter, in seconds.
const LIMITER_S: u64 = 3_600;

/// Returns true for the name of status 403, with which an instance answers that does not return JSON.
fn is_name_of_status(message: &str) -> bool {
    message.trim_start_matches("403").trim().eq_ignore_ascii_case("forbidden")
}

struct SearXng;

impl Provider for SearXng {
    fn begin(&mut self, inputs: &SeedInputs, context: &mut SearchContext) -> Result<(), SeedsError> {
        let instance = CanonicalUrl::from_person(&inputs.address)?;
        let path = instance.path();
        let folder = path.strip_suffix("/search").unwrap_or(path);
        let folder = folder.trim_end_matches('/');
        let address = format!("{}{folder}/search", instance.host_key());
        let query = [("q", inputs.query.trim()), ("format", "json")];
        let url = Url::parse_with_params(&address, query);
        context.search(&url.map_err(|_| SeedsError::NoWords)?)
    }

    fn read(&mut self, response: &ProviderResponse<'_>, context: &mut SearchContext) -> Result<(), SeedsError> {
        let host = response.url.authority().to_owned();
        if response.status == 403 {
            return Err(match response.refusal() {
                SeedsError::ServiceMessage { message, .. } if is_name_of_status(&message) => SeedsError::JsonOff(host),
                SeedsError::Status { .. } => SeedsError::JsonOff(host),
                other => other,
            });
        }
        let seeds = RESULTS.seeds(response, context, |result| match text(result, "/engine").as_str() {
            "" => host.clone(),
            engine => format!("{engine}, by {host}"),
        });
        for seed in seeds.map_err(|error| error.with_wait(LIMITER_S))? {
            context.findings().found(seed);
        }
        Ok(())
    }

    fn no_results_hint(&self) -> &'static str {
        "No results for these words. Try other words or, if that never helps, another instance: its search engines may \
        be blocked."
    }
}
