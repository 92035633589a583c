//! Search services without a key: one reader for all, and one file per service that locates the results in its JSON.
//!
//! Each service has an API that its operator documents for programs. A search is a person's request, so the robots.txt of the API's host, which
//! addresses crawlers, does not apply; the pages found are crawled under their own robots.txt. A request goes through the source of the crawl
//! and has its User-Agent, that of the proxy or of the browser. It contains the query and nothing about the person. The examples in
//! `tests/answers` follow the documented formats.
//!
//! Not covered: HTML result pages, since the terms or the robots.txt of the large search engines forbid programs to request them; services
//! that need a key.

pub(super) mod crossref;
pub(super) mod hacker_news;
pub(super) mod internet_archive;
pub(super) mod marginalia;
pub(super) mod openalex;
pub(super) mod stack_exchange;
pub(super) mod wikidata;

use super::findings::plain;
use super::search::SearchContext;
use super::{Declaration, Entry, Provider, ProviderResponse, SeedInputs, SeedsError, entry};
use crate::text::is_mark;
use address_guard::special_host;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;
use types::limits::{SEED_QUERY_CHARS, SEEDS_FOUND};
use types::seeds::{Need, Seed, Web};
use types::text::cut;
use types::url::CanonicalUrl;
use url::Url;

/// The description of a service.
pub(super) struct Service {
    /// The URL of a search, with `{}` for the percent-encoded query.
    pub(super) address: &'static str,
    /// Returns the query to send.
    pub(super) text: fn(&SeedInputs) -> String,
    /// The location of the results in a response.
    pub(super) results: Results,
}

/// Returns an entry with the fields that most services share; it has no name yet.
const fn search(make: fn() -> Box<dyn Provider>) -> Declaration {
    Entry {
        id: "",
        title: "",
        description: "",
        needs: &[Need::Query],
        webs: &[Web::Live],
        asked_by_default: true,
        time_limit_s: entry::QUICK_S,
        field: ("", ""),
        make,
    }
}

/// The JSON pointers (RFC 6901) to the results in a response. An empty one means none.
pub(super) struct Results {
    /// The list of results.
    pub(super) list: &'static str,
    /// The prefixes of a result's URL, each with the pointer to the rest; the first valid URL is used.
    pub(super) urls: &'static [(&'static str, &'static str)],
    /// The title of a result.
    pub(super) title: &'static str,
    /// The description of a result.
    pub(super) about: &'static str,
    /// The error message.
    pub(super) error: &'static str,
    /// Returns the canonical URL of a result, if it may be a seed.
    pub(super) page: fn(&str) -> Option<CanonicalUrl>,
}

impl Provider for &'static Service {
    fn begin(&mut self, inputs: &SeedInputs, context: &mut SearchContext) -> Result<(), SeedsError> {
        let text = utf8_percent_encode(&(self.text)(inputs), NON_ALPHANUMERIC).to_string();
        if text.is_empty() {
            return Err(SeedsError::NoWords);
        }
        let url = Url::parse(&self.address.replace("{}", &text));
        context.search(&url.map_err(|_| SeedsError::NoWords)?)
    }

    fn read(&mut self, response: &ProviderResponse<'_>, context: &mut SearchContext) -> Result<(), SeedsError> {
        self.results.take(response, context, |_| String::new())
    }

    fn no_results_hint(&self) -> &'static str {
        "No results for these words. Try other words, or find seeds another way."
    }
}

impl Results {
    /// Adds the first results of a response. `place` names the service.
    pub(super) fn take(
        &self,
        response: &ProviderResponse<'_>,
        context: &mut SearchContext,
        place: impl Fn(&Value) -> String,
    ) -> Result<(), SeedsError> {
        let answer = response.json(self.error)?;
        let results = answer.pointer(self.list).and_then(Value::as_array);
        let results = results.ok_or_else(|| response.unexpected_format())?;
        for result in results.iter().take(SEEDS_FOUND) {
            let mut addresses = self.urls.iter().filter_map(|(begin, rest)| {
                let rest = text(result, rest);
                (self.page)(&format!("{begin}{rest}")).filter(|_| !rest.is_empty())
            });
            if let Some(url) = addresses.next() {
                let [title, about] = [self.title, self.about].map(|at| plain(&text(result, at), &url));
                let seed = Seed::new(url, &title, &about, &place(result));
                context.findings().found(seed);
            }
        }
        Ok(())
    }
}

/// Returns the text at a pointer; of a list, the first element.
pub(super) fn text(value: &Value, pointer: &str) -> String {
    let found = Some(pointer).filter(|pointer| !pointer.is_empty());
    let found = found.and_then(|pointer| value.pointer(pointer));
    let found = found.map(|found| match found {
        Value::Array(list) => list.first().unwrap_or(&Value::Null),
        other => other,
    });
    found.and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// Returns the URL of a result; `None` for a host outside the public internet: a service must not direct a crawl into the person's own network.
pub(super) fn public_page(address: &str) -> Option<CanonicalUrl> {
    let url = CanonicalUrl::parse(address).ok()?;
    special_host(url.host()).is_none().then_some(url)
}

/// Returns the query as typed.
pub(super) fn whole(inputs: &SeedInputs) -> String {
    cut(inputs.query.trim(), SEED_QUERY_CHARS).to_owned()
}

/// Returns the words of the query, for services that interpret punctuation and capitalized operators.
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
