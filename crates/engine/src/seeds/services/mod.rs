//! Search services without a key: one reader for all. [`list`] describes each service by data.
//!
//! Each service has an API that its operator documents for programs. A search is a person's request, so the robots.txt
//! of the API's host, which addresses crawlers, does not apply; the pages found are crawled under their own robots.txt.
//! A request goes through the source of the crawl and has its User-Agent, that of the proxy or of the browser. It
//! contains the query and nothing about the person. The examples in `tests/answers` follow the documented formats.
//!
//! Not covered: HTML result pages, since the terms or the robots.txt of the large search engines forbid programs to
//! request them; services that need a key.

pub(super) mod list;

use super::findings::plain;
use super::search::SearchContext;
use super::{Provider, ProviderResponse, SeedInputs, SeedsError, site};
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
    /// The URL of a search, with `{}` for the percent-encoded query, and `{language}` for that of [`list::language`].
    address: &'static str,
    /// Returns the query to send.
    text: fn(&SeedInputs) -> String,
    /// The form of its answer.
    answer: Answer,
}

/// The form of a service's answer.
enum Answer {
    /// JSON with a list of results.
    Json(Results),
    /// A feed.
    Feed,
}

/// The JSON pointers (RFC 6901) to the results in a response.
pub(super) struct Results {
    /// The list of results; empty if the response is the list.
    pub(super) list: &'static str,
    /// The prefixes of a result's URL, each with the pointer to the rest; the first valid URL is used.
    pub(super) urls: &'static [(&'static str, &'static str)],
    /// The title of a result.
    pub(super) title: Text,
    /// The description of a result.
    pub(super) about: Text,
    /// Returns the canonical URL of a result, if it may be a seed.
    pub(super) page: fn(&str) -> Option<CanonicalUrl>,
    /// Returns true for an answer without a list that says that nothing was found.
    pub(super) is_none: fn(&Value) -> bool,
}

/// The pointer to a text of a result, and its form: a title such as “The <dialog> element” is damaged if plain text is
/// read as HTML.
#[derive(Clone, Copy)]
pub(super) enum Text {
    /// There is none.
    None,
    /// Plain text.
    Plain(&'static str),
    /// HTML, or plain text with its entities.
    Html(&'static str),
}

impl Text {
    /// Returns the text of a result at `url`.
    fn read(self, result: &Value, url: &CanonicalUrl) -> String {
        match self {
            Self::None => String::new(),
            Self::Plain(at) => text(result, at),
            Self::Html(at) => plain(&text(result, at), url),
        }
    }
}

impl Provider for &'static Service {
    fn begin(&mut self, inputs: &SeedInputs, context: &mut SearchContext) -> Result<(), SeedsError> {
        let text = utf8_percent_encode(&(self.text)(inputs), NON_ALPHANUMERIC).to_string();
        if text.is_empty() {
            return Err(SeedsError::NoWords);
        }
        let address = self.address.replace("{}", &text).replace("{language}", list::language(inputs));
        let url = Url::parse(&address);
        context.search(&url.map_err(|_| SeedsError::NoWords)?)
    }

    fn read(&mut self, response: &ProviderResponse<'_>, context: &mut SearchContext) -> Result<(), SeedsError> {
        let seeds = match &self.answer {
            Answer::Json(results) => results.seeds(response, context, |_| String::new())?,
            Answer::Feed => site::seeds_of_feed(response, context)?,
        };
        for seed in seeds {
            context.findings().found(seed);
        }
        Ok(())
    }

    fn no_results_hint(&self) -> &'static str {
        "No results for these words. Try other words, or find seeds another way."
    }
}

impl Results {
    /// Returns the first results of a response, and warns of those without a public address. `place` names the service.
    ///
    /// `backoff`: the seconds that a client of Stack Exchange must wait (api.stackexchange.com/docs/throttle).
    pub(super) fn seeds(
        &self,
        response: &ProviderResponse<'_>,
        context: &mut SearchContext,
        place: impl Fn(&Value) -> String,
    ) -> Result<Vec<Seed>, SeedsError> {
        let answer = response.json()?;
        if let Some(seconds) = answer["backoff"].as_u64() {
            context.demand_wait(seconds);
        }
        let results = match answer.pointer(self.list).and_then(Value::as_array) {
            Some(results) => results.as_slice(),
            None if (self.is_none)(&answer) => &[],
            None => return Err(response.unexpected_format()),
        };
        let results = &results[..results.len().min(SEEDS_FOUND)];
        let seeds = results.iter().filter_map(|result| {
            let mut addresses = self.urls.iter().filter_map(|(begin, rest)| {
                let rest = text(result, rest);
                (self.page)(&format!("{begin}{rest}")).filter(|_| !rest.is_empty())
            });
            let url = addresses.next()?;
            let [title, about] = [self.title, self.about].map(|text| text.read(result, &url));
            Some(Seed::new(url, &title, &about, &place(result)))
        });
        let seeds: Vec<Seed> = seeds.collect();
        context.findings().warn_left_out(results.len() - seeds.len(), response.url.authority());
        Ok(seeds)
    }
}

/// Returns the text at a pointer; of a list, the first element.
pub(super) fn text(value: &Value, pointer: &str) -> String {
    let found = value.pointer(pointer).map(|found| match found {
        Value::Array(list) => list.first().unwrap_or(&Value::Null),
        other => other,
    });
    found.and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// Returns the URL of a result; `None` for a host outside the public internet: a service must not direct a crawl into
/// the person's own network.
pub(super) fn public_page(address: &str) -> Option<CanonicalUrl> {
    let url = CanonicalUrl::parse(address).ok()?;
    special_host(url.host()).is_none().then_some(url)
}

/// Returns the query as typed.
pub(super) fn whole(inputs: &SeedInputs) -> String {
    cut(inputs.query.trim(), SEED_QUERY_CHARS).to_owned()
}

/// Returns the words of the query, for services that interpret punctuation and capitalized operators.
pub(super) fn words(inputs: &SeedInputs) -> String {
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
