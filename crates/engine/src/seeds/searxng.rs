//! A SearXNG instance that the person names: a search engine that many people run, which asks others and needs no key.
//!
//! Source: SearXNG search API, `GET /search?q=…&format=json`; an instance gives JSON only where its settings say so.

use super::search::SearchContext;
use super::{Entry, Provider, ProviderResponse, SeedInputs, SeedsError};
use serde::Deserialize;
use types::seeds::{Need, Seed, Web};
use types::url::CanonicalUrl;
use url::Url;

pub(super) const ENTRY: Entry = Entry {
    id: "searxng",
    title: "SearXNG instance",
    sentence: "Searches with a SearXNG instance that allows API access, such as your own.",
    needs: &[Need::Query, Need::Address],
    webs: &[Web::Live],
    field: ("Instance URL", "https://searx.example.org"),
    make: || Box::new(SearXng),
};

/// The relevant part of the response.
#[derive(Deserialize)]
struct Answer {
    results: Vec<Hit>,
}

#[derive(Deserialize)]
struct Hit {
    url: Option<String>,
    title: Option<String>,
    content: Option<String>,
    engine: Option<String>,
}

struct SearXng;

impl Provider for SearXng {
    fn begin(
        &mut self,
        inputs: &SeedInputs,
        context: &mut SearchContext,
    ) -> Result<(), SeedsError> {
        let instance = CanonicalUrl::from_person(&inputs.address)?;
        let path = instance.path();
        let folder = path.strip_suffix("/search").unwrap_or(path);
        let folder = folder.trim_end_matches('/');
        let address = format!("{}{folder}/search", instance.host_key());
        let query = [("q", inputs.query.trim()), ("format", "json")];
        let url = Url::parse_with_params(&address, query);
        context.search(&url.map_err(|_| SeedsError::NoWords)?)
    }

    fn read(
        &mut self,
        response: &ProviderResponse<'_>,
        context: &mut SearchContext,
    ) -> Result<(), SeedsError> {
        let host = response.url.authority().to_owned();
        if response.status == 403 {
            return Err(SeedsError::JsonOff(host));
        }
        response.check_status()?;
        for hit in response.results::<Answer>()?.results {
            let address = hit.url.unwrap_or_default();
            let Ok(url) = CanonicalUrl::parse(&address) else {
                continue;
            };
            let [title, about, engine] =
                [hit.title, hit.content, hit.engine].map(Option::unwrap_or_default);
            let place = match engine.as_str() {
                "" => host.clone(),
                engine => format!("{engine}, by {host}"),
            };
            context
                .findings()
                .found(Seed::new(url, &title, &about, &place));
        }
        Ok(())
    }

    fn nothing(&self) -> &'static str {
        "No results for these words. Try other words or, if that never helps, another instance: its search engines may be blocked."
    }
}
