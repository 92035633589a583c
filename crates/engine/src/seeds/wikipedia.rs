//! Wikipedia in the language of the query: articles about it, the pages that the best of them cite or list under
//! "External links", and the websites that Wikidata names for their subjects.
//!
//! Wikipedia requires all words. If that gives few articles, one request asks again for all but the rarest word, and
//! for any of them. The texts of the best articles are requested before other Wikipedias are searched, so that most
//! pages are found early. The Wikipedia of the likely language is asked too if the language of the query is uncertain,
//! and the English one if the query may be English or if the first one has few articles. Cited pages are chosen by the
//! text of their citations; of articles whose text was not read, by their URLs. All citations are links among
//! candidates, which influence the merged order ([`super::fusion`]).
//!
//! Source: MediaWiki API, `action=query` with `list=search` (API:Search; `CirrusSearch`, "Logical operators": `OR`)
//! and, for the same articles, `prop=extlinks` (API:Extlinks) and `prop=pageprops` (API:Pageprops, `wikibase_item`);
//! `action=parse` with `prop=wikitext` (API:Parsing wikitext). Wikidata: P856 is the official website, P973 a URL that
//! describes the item, P101 a field of work, P921 the main subject. No key; anonymous cross-site requests by `origin=*`
//! (API:Cross-site requests). API:Etiquette demands one request at a time.

mod citations;
mod languages;

use super::findings::plain;
use super::search::SearchContext;
use super::services::list::{BINDINGS, SPARQL};
use super::services::{public_page, text, whole, words};
use super::{Declaration, Entry, Make, Provider, ProviderResponse, SeedInputs, SeedsError};
use crate::text::Language;
use citations::{Citation, citations};
use languages::{English, languages};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use types::limits::SEED_LINKS;
use types::seeds::{Need, Seed, Web};
use types::url::CanonicalUrl;
use url::Url;

/// Number of requested articles.
const ARTICLES: usize = 10;
/// Number of articles below which the search is repeated with fewer words, and in English.
const FEW: usize = 3;
/// Number of the best articles whose text is read.
const READ: usize = 2;
/// Maximum number of seeds among the pages that one article cites or lists.
const CITED: usize = 8;
/// Maximum number of seeds among the pages that an article cites whose text was not read.
const CITED_BY_URL: usize = 2;
/// Maximum number of links read of one article, so that a long one leaves room for the others.
const LINKS: usize = SEED_LINKS / ARTICLES;
/// The difference between the ranks of two articles that follow each other. Between them are the pages that the first
/// cites.
const STEP: f64 = 0.05;
/// The rank of the websites of the articles' subjects: after the first article.
const SITES: f64 = 1.0 - STEP / 2.0;
/// Hosts of archived copies and of the encyclopedia's own pages, which are not seeds.
const OWN: [&str; 8] = [
    "web.archive.org",
    "archive.today",
    "archive.ph",
    "archive.is",
    "webcitation.org",
    "wikipedia.org",
    "wikimedia.org",
    "wikidata.org",
];

pub(super) const ENTRY: Declaration = Entry {
    id: "wikipedia",
    title: "Wikipedia",
    description: "Searches the Wikipedia of your query’s language, the pages that its articles cite, and the websites \
        that Wikidata names for their subjects. Crawl articles through the proxy or by the browser extension, since \
        they do not allow cross-origin requests.",
    needs: &[Need::Query],
    webs: &[Web::Live],
    asked_by_default: true,
    precision: 1.0,
    field: ("", ""),
    make: Make::Provider(|| Box::new(Wikipedia::default())),
};

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Request {
    /// Articles of a Wikipedia with the words of the query.
    Articles { site: String, is_first: bool },
    /// More articles, with fewer words.
    MoreArticles { site: String },
    /// The text of an article, by its place among the articles.
    Article { title: String, url: CanonicalUrl, place: usize },
    /// The websites of the articles' subjects.
    Sites,
}

#[derive(Default)]
struct Wikipedia {
    query: String,
    words: Vec<String>,
    language: String,
    /// The requests by their URLs.
    requests: BTreeMap<CanonicalUrl, Request>,
    /// The Wikipedias that were asked, by their hosts' first labels.
    asked: BTreeSet<String>,
    /// The articles found.
    articles: BTreeSet<CanonicalUrl>,
    /// True once the best articles of a search are read: of the first one that found any.
    has_read: bool,
}

impl Provider for Wikipedia {
    fn begin(&mut self, inputs: &SeedInputs, context: &mut SearchContext) -> Result<(), SeedsError> {
        self.query = whole(inputs);
        self.words = words(inputs).split_whitespace().map(str::to_owned).collect();
        let languages = languages(&self.query, &inputs.language, &mut English::new());
        for (at, language) in languages.into_iter().enumerate() {
            if at == 0 {
                language.code().clone_into(&mut self.language);
            }
            self.search_in(language, at == 0, context)?;
        }
        Ok(())
    }

    fn read(&mut self, response: &ProviderResponse<'_>, context: &mut SearchContext) -> Result<(), SeedsError> {
        match self.requests.remove(response.requested) {
            Some(Request::Articles { site, is_first }) => self.read_articles(&site, Some(is_first), response, context),
            Some(Request::MoreArticles { site }) => self.read_articles(&site, None, response, context),
            Some(Request::Article { title, url, place }) => read_article(&title, &url, place, response, context),
            Some(Request::Sites) => read_sites(response, context),
            None => Ok(()),
        }
    }

    fn no_results_hint(&self) -> &'static str {
        "Wikipedia has no article with these words. Try fewer or other words, or find seeds another way."
    }
}

impl Wikipedia {
    /// Sends a request after those that are queued.
    fn send(&mut self, request: Request, url: &Url, context: &mut SearchContext) -> Result<(), SeedsError> {
        self.requests.insert(CanonicalUrl::parse(url.as_str())?, request);
        context.search(url)
    }

    /// Sends a request before those that are queued.
    fn send_next(&mut self, request: Request, url: &Url, context: &mut SearchContext) -> Result<(), SeedsError> {
        self.requests.insert(CanonicalUrl::parse(url.as_str())?, request);
        context.search_next(url)
    }

    /// Searches the Wikipedia of a language, once.
    fn search_in(&mut self, language: Language, is_first: bool, context: &mut SearchContext) -> Result<(), SeedsError> {
        let site = match language.code() {
            // The Wikipedia in Bokmål has the code of the Norwegian macrolanguage.
            "nb" => "no",
            code => code,
        };
        if !self.asked.insert(site.to_owned()) {
            return Ok(());
        }
        let url = search_url(site, &self.query, &self.query)?;
        self.send(Request::Articles { site: site.to_owned(), is_first }, &url, context)
    }

    /// Searches again for all but the rarest word and for any word, with one request.
    fn ask_with_fewer_words(&mut self, site: &str, context: &mut SearchContext) -> Result<(), SeedsError> {
        if self.words.len() < 2 {
            return Ok(());
        }
        let any = self.words.join(" OR ");
        let fewer = rarest(&self.words).filter(|_| self.words.len() > 2).map(|rarest| {
            let mut others = self.words.clone();
            others.remove(rarest);
            others.join(" ")
        });
        let url = search_url(site, fewer.as_ref().unwrap_or(&any), &any)?;
        self.send_next(Request::MoreArticles { site: site.to_owned() }, &url, context)
    }

    /// Adds the articles of a response, and sends the requests that follow from it; `is_first` is `None` for a search
    /// with fewer words.
    fn read_articles(
        &mut self,
        site: &str,
        is_first: Option<bool>,
        response: &ProviderResponse<'_>,
        context: &mut SearchContext,
    ) -> Result<(), SeedsError> {
        let answer = response.json()?;
        let list = |at| answer.pointer(at).and_then(Value::as_array);
        let found = list("/query/search").ok_or_else(|| response.unexpected_format())?;
        let pages = list("/query/pages").map_or(&[][..], Vec::as_slice);
        let mut pages: Vec<&Value> = pages.iter().take(ARTICLES).collect();
        pages.sort_by_key(|page| page.pointer("/index").and_then(Value::as_u64));
        let mut best = Vec::new();
        for article in found.iter().take(ARTICLES).chain(pages.iter().copied()) {
            let title = text(article, "/title");
            let Some(url) = article_url(site, &title).filter(|_| !title.is_empty()) else {
                continue;
            };
            let place = self.articles.len();
            if !self.articles.insert(url.clone()) {
                continue;
            }
            let about = plain(&text(article, "/snippet"), &url);
            context.findings().ranked(rank(place), Seed::new(url.clone(), &title, &about, ""));
            let page = pages.iter().find(|page| text(page, "/title") == title);
            let links = page.and_then(|page| page.pointer("/extlinks")?.as_array());
            cited_by_url(&url, &title, place, links.map_or(&[][..], Vec::as_slice), context);
            let item = page.map(|page| text(page, "/pageprops/wikibase_item")).unwrap_or_default();
            best.push((title, url, place, item));
        }
        if is_first.is_some() && found.len() < FEW {
            if is_first == Some(true) {
                self.search_in(Language::ENGLISH, false, context)?;
            }
            self.ask_with_fewer_words(site, context)?;
        }
        if !self.has_read && !best.is_empty() {
            self.has_read = true;
            best.truncate(READ);
            self.ask_about(site, best, context)?;
        }
        Ok(())
    }

    /// Requests the texts of the best articles, and the websites of their subjects.
    fn ask_about(
        &mut self,
        site: &str,
        best: Vec<(String, CanonicalUrl, usize, String)>,
        context: &mut SearchContext,
    ) -> Result<(), SeedsError> {
        let items: Vec<String> = best.iter().map(|(.., item)| item.clone()).filter(|item| is_item(item)).collect();
        for (title, url, place, _) in best.into_iter().rev() {
            let parameters = [
                ("action", "parse"),
                ("page", title.as_str()),
                ("prop", "wikitext"),
                ("redirects", "1"),
                ("format", "json"),
                ("formatversion", "2"),
                ("origin", "*"),
            ];
            let address = Url::parse_with_params(&api(site), parameters).map_err(|_| SeedsError::NoWords)?;
            self.send_next(Request::Article { title, url, place }, &address, context)?;
        }
        if items.is_empty() {
            return Ok(());
        }
        let sparql = utf8_percent_encode(&sites_query(&items, &self.language), NON_ALPHANUMERIC).to_string();
        let url = Url::parse(&SPARQL.replace("{}", &sparql)).map_err(|_| SeedsError::NoWords)?;
        self.send(Request::Sites, &url, context)
    }
}

/// Returns the rank of the article at a place.
fn rank(place: usize) -> f64 {
    (1.0 - STEP * place as f64).max(STEP)
}

/// Returns the address of a Wikipedia's API.
fn api(site: &str) -> String {
    format!("https://{site}.wikipedia.org/w/api.php")
}

/// Returns the URL of a search for articles, and for articles with their links and items, which may be by another
/// query: the request has two independent searches.
fn search_url(site: &str, query: &str, with_links: &str) -> Result<Url, SeedsError> {
    let articles = ARTICLES.to_string();
    let parameters = [
        ("action", "query"),
        ("list", "search"),
        ("srsearch", query),
        ("srlimit", &articles),
        ("srprop", "snippet"),
        ("generator", "search"),
        ("gsrsearch", with_links),
        ("gsrlimit", &articles),
        ("prop", "extlinks|pageprops"),
        ("ppprop", "wikibase_item"),
        ("ellimit", "max"),
        ("format", "json"),
        ("formatversion", "2"),
        ("origin", "*"),
    ];
    Url::parse_with_params(&api(site), parameters).map_err(|_| SeedsError::NoWords)
}

/// Returns the address of an article.
fn article_url(site: &str, title: &str) -> Option<CanonicalUrl> {
    let mut url = Url::parse(&format!("https://{site}.wikipedia.org/")).ok()?;
    let title = title.replace('%', "%25").replace(' ', "_");
    url.set_path(&format!("/wiki/{title}"));
    CanonicalUrl::parse(url.as_str()).ok()
}

/// Returns the place of the rarest word: by the table of general English, in which unknown words are the rarest; of
/// equals the longest.
fn rarest(words: &[String]) -> Option<usize> {
    let mut english = English::new();
    let rated = words.iter().enumerate().map(|(at, word)| (english.idf(word), word.chars().count(), at));
    let best = rated.max_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    best.map(|(.., at)| at)
}

/// Returns true for the id of a Wikidata item.
fn is_item(id: &str) -> bool {
    let digits = id.strip_prefix('Q').unwrap_or_default();
    !digits.is_empty() && digits.len() < 12 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the query for the websites of items, and of the organizations and works that are about them.
fn sites_query(items: &[String], language: &str) -> String {
    let items: Vec<String> = items.iter().map(|item| format!("wd:{item}")).collect();
    format!(
        "SELECT DISTINCT ?item ?itemLabel ?itemDescription ?site WHERE {{ VALUES ?topic {{ {} }} \
        {{ ?topic wdt:P856|wdt:P973 ?site . BIND(?topic AS ?item) }} UNION \
        {{ ?item wdt:P101|wdt:P921 ?topic . ?item wdt:P856|wdt:P973 ?site . }} \
        SERVICE wikibase:label {{ bd:serviceParam wikibase:language \"{language},en\" . }} \
        }} LIMIT 20",
        items.join(" ")
    )
}

/// Adds the websites of the articles' subjects.
fn read_sites(response: &ProviderResponse<'_>, context: &mut SearchContext) -> Result<(), SeedsError> {
    let sites = BINDINGS.seeds(response, |_| "website, by Wikidata".to_owned())?;
    for (at, seed) in sites.into_iter().take(CITED).enumerate() {
        context.findings().ranked(below(SITES, at), seed);
    }
    Ok(())
}

/// Returns the rank of the page at a place among those that share a rank.
fn below(rank: f64, at: usize) -> f64 {
    rank - at as f64 * STEP / 1_000.0
}

/// Adds the links of an article, and as seeds those with the most query words in their URL; if none has one, the first.
fn cited_by_url(article: &CanonicalUrl, title: &str, place: usize, links: &[Value], context: &mut SearchContext) {
    let findings = context.findings();
    let pages = links.iter().filter_map(|link| outer_page(&text(link, "/url")));
    let mut fitting = Vec::new();
    for page in pages.take(LINKS) {
        let tokens: Vec<_> = page.tokens().collect();
        fitting.push((findings.words().fit(&tokens.join(" ")), page.clone()));
        findings.link(article.clone(), page);
    }
    fitting.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    for (at, (_, page)) in fitting.into_iter().take(CITED_BY_URL).enumerate() {
        let seed = Seed::new(page, "", "", &format!("cited by “{title}”"));
        findings.ranked(below(rank(place) - 0.8 * STEP, at), seed);
    }
}

/// Returns a page outside of the encyclopedia and the archives of copies.
fn outer_page(address: &str) -> Option<CanonicalUrl> {
    let page = public_page(address)?;
    let is_own = |own: &str| page.host().strip_suffix(own).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    (!OWN.into_iter().any(is_own)).then_some(page)
}

/// Adds the pages that an article lists as external links, and those that it cites with the most query words in the
/// citation.
fn read_article(
    title: &str,
    article: &CanonicalUrl,
    place: usize,
    response: &ProviderResponse<'_>,
    context: &mut SearchContext,
) -> Result<(), SeedsError> {
    let answer = response.json()?;
    let wikitext = answer.pointer("/parse/wikitext").and_then(Value::as_str);
    let wikitext = wikitext.ok_or_else(|| response.unexpected_format())?;
    let findings = context.findings();
    let mut rated = Vec::new();
    for Citation { url, text, title, is_external_link } in citations(wikitext) {
        let Some(page) = outer_page(&url) else {
            continue;
        };
        let fit = findings.words().fit(&text);
        findings.link(article.clone(), page.clone());
        rated.push((is_external_link, fit, page, title, text));
    }
    rated.retain(|(is_external_link, fit, ..)| *is_external_link || *fit > 0.0);
    rated.sort_by(|one, other| other.0.cmp(&one.0).then(other.1.total_cmp(&one.1)));
    let mut known = BTreeSet::new();
    rated.retain(|(_, _, page, ..)| known.insert(page.clone()));
    for (at, (is_external_link, _, page, label, text)) in rated.into_iter().take(CITED).enumerate() {
        let found_in = if is_external_link { "an external link of" } else { "cited by" };
        let about = if label == text { "" } else { text.as_str() };
        let seed = Seed::new(page, &label, about, &format!("{found_in} “{title}”"));
        let lower = if is_external_link { 0.55 } else { 0.65 };
        findings.ranked(below(rank(place) - lower * STEP, at), seed);
    }
    Ok(())
}
