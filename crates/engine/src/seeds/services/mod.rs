//! Services that search without a key: one reader for all, and one file a service that says where its JSON has the results.
//!
//! Each is an API that its operator documents for programs. A search is the request of a person, so the robots.txt of the API's host, which is
//! for crawlers, does not apply; the pages that are found are crawled by theirs. A request goes through the source of the crawl and
//! identifies itself as all requests of that source do: by the User-Agent of the proxy or of the browser. It carries the query and nothing
//! about the person. The examples in `tests/answers` follow the documented shapes.
//!
//! Not covered: pages of results in HTML. The terms or the robots.txt of the large search engines forbid programs to request them.
//! Nor services that need a key.

pub(super) mod crossref;
pub(super) mod hacker_news;
pub(super) mod internet_archive;
pub(super) mod marginalia;
pub(super) mod openalex;
pub(super) mod stack_exchange;
pub(super) mod wikidata;

use super::findings::plain;
use super::search::SearchContext;
use super::{Provider, ProviderResponse, SeedInputs, SeedsError};
use crate::text::is_mark;
use address_guard::special_host;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;
use types::limits::{SEED_QUERY_CHARS, SEEDS_FOUND};
use types::seeds::Seed;
use types::text::cut;
use types::url::CanonicalUrl;
use url::Url;

/// The description of a service.
pub(super) struct Service {
    /// The address of a search, with `{}` for the percent-encoded text.
    pub(super) address: &'static str,
    /// Returns the text that is searched for.
    pub(super) text: fn(&SeedInputs) -> String,
    /// The place of the results in an answer.
    pub(super) results: Results,
}

/// The JSON pointers (RFC 6901) to the results in an answer. An empty one stands for nothing.
pub(super) struct Results {
    /// The list of results.
    pub(super) list: &'static str,
    /// The beginnings of a result's address, each with the pointer to its rest; the first that gives a URL counts.
    pub(super) urls: &'static [(&'static str, &'static str)],
    /// The title of a result.
    pub(super) title: &'static str,
    /// The description of a result.
    pub(super) about: &'static str,
    /// The message of an error.
    pub(super) error: &'static str,
    /// Returns the page of an address among the results, if it may be a seed.
    pub(super) page: fn(&str) -> Option<CanonicalUrl>,
}

impl Provider for &'static Service {
    fn begin(
        &mut self,
        inputs: &SeedInputs,
        context: &mut SearchContext,
    ) -> Result<(), SeedsError> {
        let text = utf8_percent_encode(&(self.text)(inputs), NON_ALPHANUMERIC).to_string();
        if text.is_empty() {
            return Err(SeedsError::NoWords);
        }
        let url = Url::parse(&self.address.replace("{}", &text));
        context.search(&url.map_err(|_| SeedsError::NoWords)?)
    }

    fn read(
        &mut self,
        response: &ProviderResponse<'_>,
        context: &mut SearchContext,
    ) -> Result<(), SeedsError> {
        self.results.take(response, context, |_| String::new())
    }

    fn nothing(&self) -> &'static str {
        "No results for these words. Try other words, or find seeds another way."
    }
}

impl Results {
    /// Takes the first results of a response. `place` tells where the service found one.
    pub(super) fn take(
        &self,
        response: &ProviderResponse<'_>,
        context: &mut SearchContext,
        place: impl Fn(&Value) -> String,
    ) -> Result<(), SeedsError> {
        let answer = response.json(self.error)?;
        let results = answer.pointer(self.list).and_then(Value::as_array);
        let results = results.ok_or_else(|| response.not_results())?;
        for result in results.iter().take(SEEDS_FOUND) {
            let mut addresses = self.urls.iter().filter_map(|(begin, rest)| {
                let rest = text(result, rest);
                (self.page)(&format!("{begin}{rest}")).filter(|_| !rest.is_empty())
            });
            if let Some(url) = addresses.next() {
                let [title, about] =
                    [self.title, self.about].map(|at| plain(&text(result, at), &url));
                let seed = Seed::new(url, &title, &about, &place(result));
                context.findings().found(seed);
            }
        }
        Ok(())
    }
}

/// Returns the text at a pointer; of a list the first one.
pub(super) fn text(value: &Value, pointer: &str) -> String {
    let found = Some(pointer).filter(|pointer| !pointer.is_empty());
    let found = found.and_then(|pointer| value.pointer(pointer));
    let found = found.map(|found| match found {
        Value::Array(list) => list.first().unwrap_or(&Value::Null),
        other => other,
    });
    found.and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// Returns the URL of a page that a service names. One of a host that is not on the public internet is none: no search engine finds those, and
/// a service must not lead a crawl into the person's own network.
pub(super) fn public_page(address: &str) -> Option<CanonicalUrl> {
    let url = CanonicalUrl::parse(address).ok()?;
    special_host(url.host()).is_none().then_some(url)
}

/// Returns the query as it was typed.
pub(super) fn whole(inputs: &SeedInputs) -> String {
    cut(inputs.query.trim(), SEED_QUERY_CHARS).to_owned()
}

/// Returns the words of the query, for services that give a meaning to signs and to operators in capitals.
fn words(inputs: &SeedInputs) -> String {
    let query = whole(inputs);
    let words = query.split(|c: char| !c.is_alphanumeric() && !is_mark(c));
    let words = words.filter(|word| word.contains(char::is_alphanumeric));
    let words = words.map(|word| match word {
        "AND" => "and",
        "OR" => "or",
        "NOT" => "not",
        other => other,
    });
    words.collect::<Vec<_>>().join(" ")
}
