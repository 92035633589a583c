//! Wikipedia: articles that have the words. Its search needs no key and lets every page read its answers.
//!
//! Source: MediaWiki API, `action=query&list=search` (API:Search), anonymous cross-site requests by `origin=*` (API:Cross-site requests).
//! Not covered: Wikipedias in other languages than English.

use super::findings::plain;
use super::search::SearchContext;
use super::{Entry, Provider, ProviderResponse, SeedInputs, SeedsError};
use serde::Deserialize;
use types::seeds::{Need, Seed, Web};
use types::text::{clean, cut};
use types::url::CanonicalUrl;
use url::Url;

/// Whose articles are found.
const SITE: &str = "https://en.wikipedia.org/";
/// Articles that are asked for.
const ARTICLES: &str = "10";
/// Most characters of an error of the service that are shown.
const ERROR_CHARS: usize = 200;

pub(super) const ENTRY: Entry = Entry {
    id: "wikipedia",
    title: "Wikipedia",
    sentence: "Searches the English Wikipedia. Crawl its articles through the proxy, since it does not allow cross-origin requests.",
    needs: &[Need::Query],
    webs: &[Web::Live],
    field: ("", ""),
    make: || Box::new(Wikipedia),
};

/// The relevant part of the response.
#[derive(Deserialize)]
struct Answer {
    error: Option<ApiError>,
    query: Option<Query>,
}

#[derive(Deserialize)]
struct ApiError {
    info: String,
}

#[derive(Deserialize)]
struct Query {
    search: Vec<Hit>,
}

#[derive(Deserialize)]
struct Hit {
    title: String,
    #[serde(default)]
    snippet: String,
}

struct Wikipedia;

impl Provider for Wikipedia {
    fn begin(
        &mut self,
        inputs: &SeedInputs,
        context: &mut SearchContext,
    ) -> Result<(), SeedsError> {
        let parameters = [
            ("action", "query"),
            ("list", "search"),
            ("srsearch", inputs.query.trim()),
            ("srlimit", ARTICLES),
            ("srprop", "snippet"),
            ("format", "json"),
            ("formatversion", "2"),
            ("origin", "*"),
        ];
        let url = Url::parse_with_params(&format!("{SITE}w/api.php"), parameters);
        context.search(&url.map_err(|_| SeedsError::NoWords)?)
    }

    fn read(
        &mut self,
        response: &ProviderResponse<'_>,
        context: &mut SearchContext,
    ) -> Result<(), SeedsError> {
        let host = || response.url.authority().to_owned();
        response.check_status()?;
        let answer: Answer = response.results()?;
        if let Some(ApiError { info }) = answer.error {
            let message = cut(&clean(&info), ERROR_CHARS).to_owned();
            return Err(SeedsError::Said {
                host: host(),
                message,
            });
        }
        let query = answer.query.ok_or_else(|| SeedsError::NotResults(host()))?;
        for hit in query.search {
            if let Some(url) = article(&hit.title) {
                let about = plain(&hit.snippet, &url);
                context
                    .findings()
                    .found(Seed::new(url, &hit.title, &about, ""));
            }
        }
        Ok(())
    }

    fn nothing(&self) -> &'static str {
        "Wikipedia has no article with these words. Try fewer or other words, or find seeds another way."
    }
}

/// Returns the address of an article.
fn article(title: &str) -> Option<CanonicalUrl> {
    let mut url = Url::parse(SITE).ok()?;
    let title = title.replace('%', "%25").replace(' ', "_");
    url.set_path(&format!("/wiki/{title}"));
    CanonicalUrl::parse(url.as_str()).ok()
}
