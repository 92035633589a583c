//! Search services without a key: one reader for all, and an entry per service that locates the results in its JSON.
//!
//! Each service has an API that its operator documents for programs. A search is a person's request, so the robots.txt of the API's host, which
//! addresses crawlers, does not apply; the pages found are crawled under their own robots.txt. A request goes through the source of the crawl
//! and has its User-Agent, that of the proxy or of the browser. It contains the query and nothing about the person. The examples in
//! `tests/answers` follow the documented formats.
//!
//! Not covered: HTML result pages, since the terms or the robots.txt of the large search engines forbid programs to request them; services
//! that need a key.

use super::findings::plain;
use super::search::SearchContext;
use super::{Declaration, Entry, Provider, ProviderResponse, SeedInputs, SeedsError, entry};
use crate::html;
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
struct Service {
    /// The URL of a search, with `{}` for the percent-encoded query.
    address: &'static str,
    /// Returns the query to send.
    text: fn(&SeedInputs) -> String,
    /// The location of the results in a response.
    results: Results,
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

/// Wikidata: the official websites of items with the query words in name or description.
///
/// Source: Wikidata Query Service, `GET /sparql?format=json`, with its search service (mediawiki.org, "Wikidata Query Service/User
/// Manual/MWAPI"); property P856 is the official website; responses are SPARQL 1.1 Query Results JSON. Without `wikibase:limit` the
/// service reads all result pages, which is slow. No key; CORS is open.
pub(super) const WIKIDATA: Declaration = Entry {
    id: "wikidata",
    title: "Wikidata",
    description: "Searches Wikidata for the official websites of the things that your words name.",
    ..search(|| {
        Box::new(&Service {
            address: "https://query.wikidata.org/sparql?format=json&query={}",
            text: sparql,
            results: Results {
                list: "/results/bindings",
                urls: &[("", "/site/value")],
                title: "/itemLabel/value",
                about: "/itemDescription/value",
                error: "",
                page: public_page,
            },
        })
    })
};

/// Returns the query for the websites of the first ten items. Words contain no characters that could end the string literal.
fn sparql(inputs: &SeedInputs) -> String {
    let words = words(inputs);
    if words.is_empty() {
        return words;
    }
    let language = html::query_language(&inputs.query, &inputs.language);
    let language = language.language.code();
    format!(
        "SELECT DISTINCT ?rank ?item ?itemLabel ?itemDescription ?site WHERE {{ \
        SERVICE wikibase:mwapi {{ bd:serviceParam wikibase:endpoint \"www.wikidata.org\"; wikibase:api \"Search\"; \
        mwapi:srsearch \"{words} haswbstatement:P856\"; mwapi:srlimit \"10\"; wikibase:limit 10 . \
        ?item wikibase:apiOutputItem mwapi:title . ?rank wikibase:apiOrdinal true . }} \
        ?item wdt:P856 ?site . \
        SERVICE wikibase:label {{ bd:serviceParam wikibase:language \"{language},en\" . }} \
        }} ORDER BY ?rank LIMIT 20"
    )
}

/// Hacker News: the pages of matching stories, or the discussion of a story without a page.
///
/// Source: HN Search API by Algolia, `GET /api/v1/search` (hn.algolia.com/api): `hits[].url`, null for a question; `objectID`. No key, 10,000
/// requests an hour per IP address; CORS is open.
pub(super) const HACKER_NEWS: Declaration = Entry {
    id: "hacker-news",
    title: "Hacker News",
    description: "Searches the stories of Hacker News: pages that people recommended, mostly on technology and science.",
    ..search(|| {
        Box::new(&Service {
            address: "https://hn.algolia.com/api/v1/search?tags=story&hitsPerPage=10&query={}",
            text: whole,
            results: Results {
                list: "/hits",
                urls: &[("", "/url"), ("https://news.ycombinator.com/item?id=", "/objectID")],
                title: "/title",
                about: "/story_text",
                error: "/message",
                page: public_page,
            },
        })
    })
};

/// Stack Exchange: questions of Stack Overflow, its largest site. The API searches one site at a time.
///
/// Source: Stack Exchange API 2.3, `GET /search/advanced` (api.stackexchange.com/docs/advanced-search): `items[].link`, titles with HTML entities;
/// errors have status 400 and `error_message`. Without a key 300 requests a day per IP address; CORS is open.
pub(super) const STACK_EXCHANGE: Declaration = Entry {
    id: "stack-exchange",
    title: "Stack Overflow",
    description: "Searches the questions of Stack Overflow through the API of Stack Exchange.",
    ..search(|| {
        Box::new(&Service {
            address: "https://api.stackexchange.com/2.3/search/advanced?site=stackoverflow&order=desc&sort=relevance&pagesize=10&q={}",
            text: whole,
            results: Results {
                list: "/items",
                urls: &[("", "/link")],
                title: "/title",
                about: "",
                error: "/error_message",
                page: public_page,
            },
        })
    })
};

/// The Internet Archive: the pages of its items, such as books, recordings and collections.
///
/// Source: Advanced Search API, `GET /advancedsearch.php?output=json` (archive.org/help/aboutsearch.htm): `response.docs[]` with `identifier`, which
/// determines the URL of an item; `title` and `description` are texts or lists of texts. The query has Lucene syntax, so only its words are
/// sent. No key.
pub(super) const INTERNET_ARCHIVE: Declaration = Entry {
    id: "internet-archive",
    title: "Internet Archive",
    description: "Searches the Internet Archive for books, recordings and other items.",
    ..search(|| {
        Box::new(&Service {
            address: "https://archive.org/advancedsearch.php?output=json&rows=10&fl%5B%5D=identifier&fl%5B%5D=title&fl%5B%5D=description&q={}",
            text: words,
            results: Results {
                list: "/response/docs",
                urls: &[("https://archive.org/details/", "/identifier")],
                title: "/title",
                about: "/description",
                error: "/error",
                page: public_page,
            },
        })
    })
};

/// Crossref: scholarly publications, by their DOI. Disabled by default, since it has no results for most topics.
///
/// Source: Crossref REST API, `GET /works` (api.crossref.org): `message.items[]` with `URL`, `title` (a list) and `abstract` (JATS). No key;
/// CORS is open.
pub(super) const CROSSREF: Declaration = Entry {
    id: "crossref",
    title: "Crossref",
    description: "Searches Crossref for scholarly publications.",
    asked_by_default: false,
    ..search(|| {
        Box::new(&Service {
            address: "https://api.crossref.org/works?rows=10&select=URL%2Ctitle%2Cabstract&query={}",
            text: whole,
            results: Results {
                list: "/message/items",
                urls: &[("", "/URL")],
                title: "/title",
                about: "/abstract",
                error: "/message/0/message",
                page: public_page,
            },
        })
    })
};

/// OpenAlex: scholarly publications, by the page of their publisher or their DOI. Disabled by default, since it has no results for most topics.
///
/// Source: OpenAlex API, `GET /works?search=` (developers.openalex.org): `results[]` with `primary_location.landing_page_url`, `doi`,
/// `display_name`; errors have a `message`. Since February 2026 a key is needed above a small free amount a day; without it the response is 429.
/// CORS is open.
pub(super) const OPENALEX: Declaration = Entry {
    id: "openalex",
    title: "OpenAlex",
    description: "Searches OpenAlex for scholarly publications; it answers some 100 searches a day without a key.",
    asked_by_default: false,
    ..search(|| {
        Box::new(&Service {
            address: "https://api.openalex.org/works?per_page=10&select=doi%2Cdisplay_name%2Cprimary_location&search={}",
            text: whole,
            results: Results {
                list: "/results",
                urls: &[("", "/primary_location/landing_page_url"), ("", "/doi")],
                title: "/display_name",
                about: "",
                error: "/message",
                page: public_page,
            },
        })
    })
};

/// Marginalia Search: small sites with much text. Disabled by default, since all users of the key `public` share its rate limit.
///
/// Source: Marginalia Search API, `GET /public/search/{query}` (about.marginalia-search.com/article/api): `results[]` with `url`, `title` and
/// `description`, under CC BY-NC-SA 4.0; status 503 above the limit. Its newer API takes the key in a header, which neither source of a crawl
/// sends. CORS is not documented.
pub(super) const MARGINALIA: Declaration = Entry {
    id: "marginalia",
    title: "Marginalia Search",
    description: "Searches small, text-oriented sites with Marginalia Search. Everyone without a key shares one limit, so it often refuses.",
    asked_by_default: false,
    ..search(|| {
        Box::new(&Service {
            address: "https://api.marginalia.nu/public/search/{}?count=10",
            text: whole,
            results: Results {
                list: "/results",
                urls: &[("", "/url")],
                title: "/title",
                about: "/description",
                error: "",
                page: public_page,
            },
        })
    })
};

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
