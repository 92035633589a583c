//! The services: an entry each, with the address of a search and the places of the results in its answer.
//!
//! A service is switched on by default only if it is quick, needs no key, welcomes programs, and crawlers may read the
//! pages that it finds. `docs/seeds.md` names limits, terms and the answers that each entry was checked against.

use super::super::{Declaration, Entry, Make, SeedInputs};
use super::{Answer, Results, Service, Text, public_page, whole, words};
use crate::html;
use serde_json::Map;
use types::seeds::{Need, Web};

/// The fields that most services share; it has no name and no service yet.
const SERVICE: Declaration = Entry {
    id: "",
    title: "",
    description: "",
    needs: &[Need::Query],
    webs: &[Web::Live],
    asked_by_default: false,
    precision: 0.5,
    field: ("", ""),
    make: Make::Service(&Service { address: "", text: whole, answer: Answer::Feed }),
};

/// The results that most services share, in part.
const RESULTS: Results = Results {
    list: "/results",
    urls: &[("", "/url")],
    title: Text::Plain("/title"),
    about: Text::Plain("/description"),
    page: public_page,
    is_none: |_| false,
};

/// Wikidata: the official websites of items with the query words in name or description.
///
/// Source: Wikidata Query Service, `GET /sparql?format=json`, with its search service (mediawiki.org, "Wikidata Query
/// Service/User Manual/MWAPI"); property P856 is the official website; responses are SPARQL 1.1 Query Results JSON.
/// Without `wikibase:limit` the service reads all result pages, which is slow. No key; CORS is open.
pub(crate) const WIKIDATA: Declaration = Entry {
    id: "wikidata",
    title: "Wikidata",
    description: "Searches Wikidata for the official websites of the things that your words name.",
    asked_by_default: true,
    precision: 0.8,
    make: Make::Service(&Service { address: SPARQL, text: sparql, answer: Answer::Json(BINDINGS) }),
    ..SERVICE
};

/// The address of a query to Wikidata.
pub(crate) const SPARQL: &str = "https://query.wikidata.org/sparql?format=json&query={}";

/// The results of queries to Wikidata for `?site`, `?itemLabel` and `?itemDescription`.
pub(crate) const BINDINGS: Results = Results {
    list: "/results/bindings",
    urls: &[("", "/site/value")],
    title: Text::Plain("/itemLabel/value"),
    about: Text::Plain("/itemDescription/value"),
    ..RESULTS
};

/// Returns the query for the websites of the first ten items. Words contain no characters that could end the string
/// literal.
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
/// Source: HN Search API by Algolia, `GET /api/v1/search` (hn.algolia.com/api): `hits[].url`, null for a question;
/// `objectID`. No key, 10,000 requests an hour per IP address; CORS is open.
pub(crate) const HACKER_NEWS: Declaration = Entry {
    id: "hacker-news",
    title: "Hacker News",
    description: "Searches the stories of Hacker News: pages that people recommended, mostly on technology and \
        science.",
    asked_by_default: true,
    precision: 0.6,
    make: Make::Service(&Service {
        address: "https://hn.algolia.com/api/v1/search?tags=story&hitsPerPage=10&query={}",
        text: whole,
        answer: Answer::Json(Results {
            list: "/hits",
            urls: &[("", "/url"), ("https://news.ycombinator.com/item?id=", "/objectID")],
            about: Text::Html("/story_text"),
            ..RESULTS
        }),
    }),
    ..SERVICE
};

/// Stack Exchange: questions of Stack Overflow, its largest site. The API searches one site at a time. Disabled by
/// default, since the site refuses crawlers: its robots.txt forbids every page, and its pages answer 403.
///
/// Source: Stack Exchange API 2.3, `GET /search/advanced` (api.stackexchange.com/docs/advanced-search): `items[].link`,
/// titles with HTML entities; errors have status 400 and `error_message`. Without a key 300 requests a day per IP
/// address; CORS is open.
pub(crate) const STACK_EXCHANGE: Declaration = Entry {
    id: "stack-exchange",
    title: "Stack Overflow",
    description: "Searches the questions of Stack Overflow, which a crawl cannot read: the site refuses crawlers.",
    precision: 0.2,
    make: Make::Service(&Service {
        address: "https://api.stackexchange.com/2.3/search/advanced?site=stackoverflow&order=desc&sort=relevance\
            &pagesize=10&q={}",
        text: whole,
        answer: Answer::Json(Results {
            list: "/items",
            urls: &[("", "/link")],
            title: Text::Html("/title"),
            about: Text::None,
            ..RESULTS
        }),
    }),
    ..SERVICE
};

/// The Internet Archive: the pages of its items, such as books, recordings and collections.
///
/// Source: Advanced Search API, `GET /advancedsearch.php?output=json` (archive.org/help/aboutsearch.htm):
/// `response.docs[]` with `identifier`, which determines the URL of an item; `title` and `description` are texts or
/// lists of texts, descriptions in HTML. The query has Lucene syntax, so only its words are sent. No key.
pub(crate) const INTERNET_ARCHIVE: Declaration = Entry {
    id: "internet-archive",
    title: "Internet Archive",
    description: "Searches the Internet Archive for books, recordings and other items.",
    asked_by_default: true,
    precision: 0.3,
    make: Make::Service(&Service {
        address: "https://archive.org/advancedsearch.php?output=json&rows=10&fl%5B%5D=identifier&fl%5B%5D=title\
            &fl%5B%5D=description&q={}",
        text: words,
        answer: Answer::Json(Results {
            list: "/response/docs",
            urls: &[("https://archive.org/details/", "/identifier")],
            about: Text::Html("/description"),
            ..RESULTS
        }),
    }),
    ..SERVICE
};

/// Mwmbl: an open index of a community.
///
/// Source: Mwmbl API v2, `GET /api/v2/search/` (developer.mwmbl.org): `results[]` with `url`, `title`, `content`; an
/// invalid request gets 422 with `detail[]`. Without a key 1,000 requests a month per IP address, one a second. Results
/// are under CC BY-NC-SA 4.0.
pub(crate) const MWMBL: Declaration = Entry {
    id: "mwmbl",
    title: "Mwmbl",
    description: "Searches Mwmbl, an open index of the web that a community builds.",
    make: Make::Service(&Service {
        address: "https://api.mwmbl.org/api/v2/search/?q={}",
        text: whole,
        answer: Answer::Json(Results { about: Text::Plain("/content"), ..RESULTS }),
    }),
    ..SERVICE
};

/// Marginalia Search: small sites with much text. Disabled by default, since all users of the key `public` share its
/// rate limit.
///
/// Source: Marginalia Search API, `GET /public/search/{query}` (about.marginalia-search.com/article/api): `results[]`
/// with `url`, `title` and `description`, under CC BY-NC-SA 4.0; status 503 above the limit. Its newer API takes the
/// key in a header, which neither source of a crawl sends. `lang` (default `en`) is in the service's code only
/// (`ApiV1.java`); its languages are in `languages-default.xml` and `languages-experimental.xml`. CORS is not documented.
pub(crate) const MARGINALIA: Declaration = Entry {
    id: "marginalia",
    title: "Marginalia Search",
    description: "Searches small, text-oriented sites with Marginalia Search. Everyone without a key shares one limit, \
        so it often refuses.",
    make: Make::Service(&Service {
        address: "https://api.marginalia.nu/public/search/{}?count=10&lang={language}",
        text: whole,
        answer: Answer::Json(RESULTS),
    }),
    ..SERVICE
};

/// Returns the language of the query if Marginalia has it, else English.
pub(super) fn language(inputs: &SeedInputs) -> &'static str {
    let language = html::query_language(&inputs.query, &inputs.language).language;
    ["de", "fr", "sv"].into_iter().find(|known| *known == language.code()).unwrap_or("en")
}

/// Wiby: old and personal pages.
///
/// Source: Wiby, `GET /json/?q=` (wiby.me/about): a list of results with `URL`, `Title`, `Snippet`. No key.
pub(crate) const WIBY: Declaration = Entry {
    id: "wiby",
    title: "Wiby",
    description: "Searches small and old personal pages with Wiby.",
    precision: 0.4,
    make: Make::Service(&Service {
        address: "https://wiby.me/json/?q={}",
        text: whole,
        answer: Answer::Json(Results {
            list: "",
            urls: &[("", "/URL")],
            title: Text::Html("/Title"),
            about: Text::Html("/Snippet"),
            ..RESULTS
        }),
    }),
    ..SERVICE
};

/// GitHub: the home pages of repositories, else the repositories themselves.
///
/// Source: GitHub REST API, `GET /search/repositories` (docs.github.com/rest/search): `items[]` with `homepage` (null
/// or empty without one), `html_url`, `full_name`, `description`; errors have a `message`. Without a key ten searches a
/// minute per IP address; CORS is open.
pub(crate) const GITHUB: Declaration = Entry {
    id: "github",
    title: "GitHub",
    description: "Searches GitHub for software, and finds the home pages of its projects.",
    make: Make::Service(&Service {
        address: "https://api.github.com/search/repositories?per_page=10&q={}",
        text: words,
        answer: Answer::Json(Results {
            list: "/items",
            urls: &[("", "/homepage"), ("", "/html_url")],
            title: Text::Plain("/full_name"),
            ..RESULTS
        }),
    }),
    ..SERVICE
};

/// GDELT: the news of the last three months.
///
/// Source: GDELT DOC 2.0 API, `GET /api/v2/doc/doc?mode=artlist&format=json` (blog.gdeltproject.org, "GDELT DOC 2.0 API
/// Debuts!"): `articles[]` with `url` and `title`. Its errors are plain text with status 200 or 429. No key, one
/// request every five seconds.
pub(crate) const GDELT: Declaration = Entry {
    id: "gdelt",
    title: "GDELT news",
    description: "Searches the news of the last three months, in many languages, with GDELT.",
    precision: 0.4,
    make: Make::Service(&Service {
        address: "https://api.gdeltproject.org/api/v2/doc/doc?mode=artlist&format=json&maxrecords=10&sort=hybridrel\
            &query={}",
        text: words,
        answer: Answer::Json(Results {
            list: "/articles",
            about: Text::None,
            is_none: |answer| answer.as_object().is_some_and(Map::is_empty),
            ..RESULTS
        }),
    }),
    ..SERVICE
};

/// Crossref: scholarly publications, by the page of their publisher, else by their DOI. Disabled by default, since it
/// has no results for most topics.
///
/// Source: Crossref REST API, `GET /works` (api.crossref.org): `message.items[]` with `resource.primary.URL`, `URL`,
/// `title` (a list, with markup) and `abstract` (JATS). No key; CORS is open.
pub(crate) const CROSSREF: Declaration = Entry {
    id: "crossref",
    title: "Crossref",
    description: "Searches Crossref for scholarly publications.",
    precision: 0.3,
    make: Make::Service(&Service {
        address: "https://api.crossref.org/works?rows=10&select=URL%2Cresource%2Ctitle%2Cabstract&query={}",
        text: whole,
        answer: Answer::Json(Results {
            list: "/message/items",
            urls: &[("", "/resource/primary/URL"), ("", "/URL")],
            title: Text::Html("/title"),
            about: Text::Html("/abstract"),
            ..RESULTS
        }),
    }),
    ..SERVICE
};

/// OpenAlex: scholarly publications, by the page of their publisher or their DOI. Disabled by default, since it has no
/// results for most topics.
///
/// Source: OpenAlex API, `GET /works?search=` (developers.openalex.org): `results[]` with
/// `primary_location.landing_page_url`, `doi`, `display_name` (with markup); errors have a `message`. Since February
/// 2026 a key is needed above a small free amount a day; without it the response is 429. CORS is open.
pub(crate) const OPENALEX: Declaration = Entry {
    id: "openalex",
    title: "OpenAlex",
    description: "Searches OpenAlex for scholarly publications; it answers some 100 searches a day without a key.",
    precision: 0.3,
    make: Make::Service(&Service {
        address: "https://api.openalex.org/works?per_page=10&select=doi%2Cdisplay_name%2Cprimary_location&search={}",
        text: whole,
        answer: Answer::Json(Results {
            urls: &[("", "/primary_location/landing_page_url"), ("", "/doi")],
            title: Text::Html("/display_name"),
            about: Text::None,
            ..RESULTS
        }),
    }),
    ..SERVICE
};

/// Europe PMC: publications of the life sciences, by its page of each, else by their DOI.
///
/// Source: Europe PMC web service (REST), `GET /search?format=json&resultType=lite` (europepmc.org/RestfulWebService):
/// `resultList.result[]` with `pmid`, `pmcid`, `doi`, `title` (with markup). The query has Lucene syntax, so only its
/// words are sent. No key; CORS is open.
pub(crate) const EUROPE_PMC: Declaration = Entry {
    id: "europe-pmc",
    title: "Europe PMC",
    description: "Searches Europe PMC for publications of biology and medicine.",
    precision: 0.4,
    make: Make::Service(&Service {
        address: "https://www.ebi.ac.uk/europepmc/webservices/rest/search?format=json&resultType=lite&pageSize=10\
            &query={}",
        text: words,
        answer: Answer::Json(Results {
            list: "/resultList/result",
            urls: &[
                ("https://europepmc.org/article/PMC/", "/pmcid"),
                ("https://europepmc.org/article/MED/", "/pmid"),
                ("https://doi.org/", "/doi"),
            ],
            title: Text::Html("/title"),
            about: Text::None,
            ..RESULTS
        }),
    }),
    ..SERVICE
};

/// arXiv: preprints of physics, mathematics and computer science.
///
/// Source: arXiv API, `GET /api/query` (info.arxiv.org/help/api/user-manual.html): an Atom feed whose entries link to
/// their abstracts. The words are joined by `AND`, as the manual shows. No key, one request every three seconds.
pub(crate) const ARXIV: Declaration = Entry {
    id: "arxiv",
    title: "arXiv",
    description: "Searches arXiv for preprints of physics, mathematics and computer science.",
    precision: 0.4,
    make: Make::Service(&Service {
        address: "https://export.arxiv.org/api/query?max_results=10&search_query={}",
        text: |inputs| {
            let words = words(inputs);
            words.split_whitespace().map(|word| format!("all:{word}")).collect::<Vec<_>>().join(" AND ")
        },
        answer: Answer::Feed,
    }),
    ..SERVICE
};

/// DOAJ: articles of open access journals.
///
/// Source: DOAJ API, `GET /api/search/articles/{query}` (doaj.org/api): `results[].bibjson` with `link[].url` (the full
/// text), `title`, `abstract`. The query has Lucene syntax, so only its words are sent. No key, two requests a second.
pub(crate) const DOAJ: Declaration = Entry {
    id: "doaj",
    title: "DOAJ",
    description: "Searches the Directory of Open Access Journals for articles that anyone can read.",
    precision: 0.4,
    make: Make::Service(&Service {
        address: "https://doaj.org/api/search/articles/{}?pageSize=10",
        text: words,
        answer: Answer::Json(Results {
            urls: &[("", "/bibjson/link/0/url")],
            title: Text::Html("/bibjson/title"),
            about: Text::Html("/bibjson/abstract"),
            ..RESULTS
        }),
    }),
    ..SERVICE
};

/// Semantic Scholar: scholarly publications, by its page of each.
///
/// Source: Semantic Scholar Academic Graph API, `GET /graph/v1/paper/search` (api.semanticscholar.org/api-docs/graph):
/// `data[]` with `url`, `title`, `abstract`; a search without results has no `data`. Everyone without a key shares one
/// rate limit; above it the status is 429.
pub(crate) const SEMANTIC_SCHOLAR: Declaration = Entry {
    id: "semantic-scholar",
    title: "Semantic Scholar",
    description: "Searches Semantic Scholar for scholarly publications; it often refuses, since all share one limit.",
    precision: 0.3,
    make: Make::Service(&Service {
        address: "https://api.semanticscholar.org/graph/v1/paper/search?limit=10&fields=title%2Curl%2Cabstract\
            &query={}",
        text: words,
        answer: Answer::Json(Results {
            list: "/data",
            about: Text::Plain("/abstract"),
            is_none: |answer| answer["total"] == 0,
            ..RESULTS
        }),
    }),
    ..SERVICE
};
