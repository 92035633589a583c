//! Wikipedia in the language of the query: articles about it, the pages that the best of them cite or list under
//! "External links", and the websites that Wikidata names for their subjects.
//!
//! Wikipedia requires all words. If that gives few articles, one request asks again for all but the rarest word, and
//! for any of them. The texts of the best articles are requested before other Wikipedias are searched, so that most
//! pages are found early. The Wikipedia of the likely language is asked too if the language of the query is uncertain,
//! and the English one if the query may be English or if the first one has few articles. Cited pages are chosen by the
//! text of their citations; of articles whose text is not read, by their URLs. Citations are links among candidates,
//! which influence the merged order ([`super::fusion`]).
//!
//! Source: MediaWiki API, `action=query` with `list=search` (API:Search; `CirrusSearch`, "Logical operators": `OR`)
//! and, for the same articles, `prop=extlinks` (API:Extlinks); `action=parse` with `prop=wikitext|properties`
//! (API:Parsing wikitext), which names the article's item (`wikibase_item`). Wikidata: P856 is the official website,
//! P973 a URL that describes the item, P953 its full text, P101 a field of work, P921 the main subject. No key;
//! anonymous cross-site requests by `origin=*` (API:Cross-site requests). API:Etiquette demands one request at a time.

mod citations;
mod languages;

use super::findings::plain;
use super::search::SearchContext;
use super::services::list::{BINDINGS, SPARQL};
use super::services::{public_page, text, whole, words};
use super::{Declaration, Entry, Make, Provider, ProviderResponse, SeedInputs, SeedsError};
use crate::text::{Analyzer, Language, TextOptions};
use citations::{Citation, citations};
use languages::{English, languages};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use types::limits::SEED_LINKS;
use types::seeds::{Need, Seed, Web};
use types::sorting;
use types::url::CanonicalUrl;
use url::Url;

/// Number of requested articles.
const ARTICLES: usize = 10;
/// Number of articles below which the search is repeated with fewer words, and in English.
const FEW: usize = 3;
/// Maximum number of words of which articles are searched that have any.
const WORDS: usize = 16;
/// Maximum number of characters of a query that the API takes.
const QUERY_CHARS: usize = 300;
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
    /// The text of an article.
    Article(Article),
    /// The websites of the articles' subjects.
    Sites,
}

/// An article of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Article {
    title: String,
    url: CanonicalUrl,
    /// Its place among the articles found.
    place: usize,
    /// The first pages that it cites, at most [`LINKS`].
    cited: Vec<CanonicalUrl>,
}

#[derive(Default)]
struct Wikipedia {
    query: String,
    /// The words of the query; those of the analyzer if it has no spaces.
    words: Vec<String>,
    has_spaces: bool,
    language: String,
    /// The requests by their URLs.
    requests: BTreeMap<CanonicalUrl, Request>,
    /// The Wikipedias that were asked, by their hosts' first labels.
    asked: BTreeSet<String>,
    /// The articles found.
    articles: BTreeSet<CanonicalUrl>,
    /// True once the best articles of a search are read: of the first one that found any.
    has_read: bool,
    /// The Wikidata items of these articles.
    items: Vec<String>,
}

impl Provider for Wikipedia {
    fn begin(&mut self, inputs: &SeedInputs, context: &mut SearchContext) -> Result<(), SeedsError> {
        self.query = whole(inputs);
        let words = words(inputs);
        self.has_spaces = words.contains(' ');
        self.words = if self.has_spaces { split(&words) } else { analyzed(&words) };
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
            Some(Request::Article(article)) => self.read_article(&article, response, context),
            Some(Request::Sites) => read_sites(response, context),
            None => Ok(()),
        }
    }

    fn unanswered(&mut self, requested: &CanonicalUrl, context: &mut SearchContext) -> Result<(), SeedsError> {
        let Some(Request::Article(article)) = self.requests.remove(requested) else {
            return Ok(());
        };
        cited_by_url(&article, context);
        self.ask_for_sites_after_last(context)
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
        context.expect_pages(&CanonicalUrl::parse(url.as_str())?);
        self.send(Request::Articles { site: site.to_owned(), is_first }, &url, context)
    }

    /// Searches again for all but the rarest word and for any word, with one request.
    fn ask_with_fewer_words(&mut self, site: &str, context: &mut SearchContext) -> Result<(), SeedsError> {
        if self.words.len() < 2 {
            return Ok(());
        }
        let any = any_of(&self.words);
        let fewer = rarest(&self.words).filter(|_| self.has_spaces && self.words.len() > 2).map(|rarest| {
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
        sorting::sort_by_key(&mut pages, |page| page.pointer("/index").and_then(Value::as_u64));
        let mut articles = Vec::new();
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
            let links = page.and_then(|page| page.pointer("/extlinks")?.as_array()).into_iter().flatten();
            let cited = links.filter_map(|link| outer_page(&text(link, "/url"))).take(LINKS).collect();
            articles.push(Article { title, url, place, cited });
        }
        if is_first.is_some() && found.len() < FEW {
            if is_first == Some(true) {
                self.search_in(Language::ENGLISH, false, context)?;
            }
            self.ask_with_fewer_words(site, context)?;
        }
        let read = if self.has_read { 0 } else { READ.min(articles.len()) };
        self.has_read |= read > 0;
        for article in &articles[read..] {
            cited_by_url(article, context);
        }
        articles.truncate(read);
        self.ask_for_texts(site, articles, context)
    }

    /// Requests the texts of the best articles.
    fn ask_for_texts(&mut self, site: &str, best: Vec<Article>, context: &mut SearchContext) -> Result<(), SeedsError> {
        for article in best.into_iter().rev() {
            let parameters = [
                ("action", "parse"),
                ("page", article.title.as_str()),
                ("prop", "wikitext|properties"),
                ("redirects", "1"),
                ("format", "json"),
                ("formatversion", "2"),
                ("origin", "*"),
            ];
            let address = Url::parse_with_params(&api(site), parameters).map_err(|_| SeedsError::NoWords)?;
            self.send_next(Request::Article(article), &address, context)?;
        }
        Ok(())
    }

    /// Adds the pages that an article cites, chosen by their URLs if its text cannot be read. After the last article,
    /// requests the websites of the subjects.
    fn read_article(
        &mut self,
        article: &Article,
        response: &ProviderResponse<'_>,
        context: &mut SearchContext,
    ) -> Result<(), SeedsError> {
        let answer = response.json();
        let parsed = answer.as_ref().ok().and_then(|answer| answer.pointer("/parse/wikitext")?.as_str());
        match parsed {
            Some(wikitext) => cited_by_text(article, wikitext, context),
            None => cited_by_url(article, context),
        }
        let item =
            answer.as_ref().map_or_else(|_| String::new(), |answer| text(answer, "/parse/properties/wikibase_item"));
        self.items.extend(Some(item).filter(|item| is_item(item)));
        self.ask_for_sites_after_last(context)?;
        if parsed.is_some() { Ok(()) } else { Err(answer.err().unwrap_or_else(|| response.unexpected_format())) }
    }

    /// Requests the websites of the articles' subjects, unless the text of an article is still to come.
    fn ask_for_sites_after_last(&mut self, context: &mut SearchContext) -> Result<(), SeedsError> {
        let is_last = !self.requests.values().any(|request| matches!(request, Request::Article(_)));
        if !is_last || self.items.is_empty() {
            return Ok(());
        }
        let sparql = utf8_percent_encode(&sites_query(&self.items, &self.language), NON_ALPHANUMERIC).to_string();
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

/// Returns the URL of a search for articles, and for articles with their links, which may be by another query: the
/// request has two independent searches.
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
        ("prop", "extlinks"),
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

/// Returns the words between spaces, each once.
fn split(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in text.split(' ') {
        if !words.iter().any(|known| known == word) {
            words.push(word.to_owned());
        }
    }
    words
}

/// Returns the query for any of the words, of the first ones if it would be too long.
fn any_of(words: &[String]) -> String {
    let mut query = String::new();
    for word in words.iter().take(WORDS) {
        let or = if query.is_empty() { "" } else { " OR " };
        if query.chars().count() + or.len() + word.chars().count() > QUERY_CHARS {
            break;
        }
        query.extend([or, word]);
    }
    query
}

/// Returns the words of a text without spaces as the analyzer divides it: of Han, kana and Thai, pairs of characters.
fn analyzed(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    Analyzer::new(TextOptions::default()).tokens(text, None, |token| {
        let word = &text[token.start..token.end];
        if words.len() < WORDS && !words.iter().any(|known| known == word) {
            words.push(word.to_owned());
        }
    });
    words
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
        {{ ?topic wdt:P856|wdt:P973|wdt:P953 ?site . BIND(?topic AS ?item) }} UNION \
        {{ ?item wdt:P101|wdt:P921 ?topic . ?item wdt:P856|wdt:P973|wdt:P953 ?site . }} \
        SERVICE wikibase:label {{ bd:serviceParam wikibase:language \"{language},en\" . }} \
        }} LIMIT 20",
        items.join(" ")
    )
}

/// Adds the websites of the articles' subjects.
fn read_sites(response: &ProviderResponse<'_>, context: &mut SearchContext) -> Result<(), SeedsError> {
    let sites = BINDINGS.seeds(response, context, |_| "website, by Wikidata".to_owned())?;
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
fn cited_by_url(article: &Article, context: &mut SearchContext) {
    let findings = context.findings();
    let mut fitting = Vec::new();
    for page in &article.cited {
        let tokens: Vec<_> = page.tokens().collect();
        fitting.push((findings.words().fit(&tokens.join(" ")), page.clone()));
        findings.link(article.url.clone(), page.clone());
    }
    sorting::sort_by(&mut fitting, |(one, _), (other, _)| other.total_cmp(one));
    for (at, (_, page)) in fitting.into_iter().take(CITED_BY_URL).enumerate() {
        let seed = Seed::new(page, "", "", &format!("cited by “{}”", article.title));
        findings.ranked(below(rank(article.place) - 0.8 * STEP, at), seed);
    }
}

/// Returns a page outside of the encyclopedia and the archives of copies.
fn outer_page(address: &str) -> Option<CanonicalUrl> {
    let page = public_page(address)?;
    let is_own = |own: &str| page.host().strip_suffix(own).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    (!OWN.into_iter().any(is_own)).then_some(page)
}

/// Adds the pages that the text of an article lists as external links, and those that it cites with the most query
/// words in the citation. Of all of them the best are links of the article, at most [`LINKS`].
fn cited_by_text(article: &Article, wikitext: &str, context: &mut SearchContext) {
    let findings = context.findings();
    let cited = citations(wikitext).into_iter().filter_map(|Citation { url, text, title, is_external_link }| {
        let page = outer_page(&url)?;
        Some((is_external_link, findings.words().fit(&text), page, title, text))
    });
    let mut rated: Vec<_> = cited.collect();
    sorting::sort_by(&mut rated, |one, other| other.0.cmp(&one.0).then(other.1.total_cmp(&one.1)));
    let mut known = BTreeSet::new();
    rated.retain(|(_, _, page, ..)| known.insert(page.clone()));
    for (_, _, page, ..) in rated.iter().take(LINKS) {
        findings.link(article.url.clone(), page.clone());
    }
    rated.retain(|(is_external_link, fit, ..)| *is_external_link || *fit > 0.0);
    for (at, (is_external_link, _, page, label, text)) in rated.into_iter().take(CITED).enumerate() {
        let found_in = if is_external_link { "an external link of" } else { "cited by" };
        let about = if label == text { "" } else { text.as_str() };
        let seed = Seed::new(page, &label, about, &format!("{found_in} “{}”", article.title));
        let lower = if is_external_link { 0.55 } else { 0.65 };
        findings.ranked(below(rank(article.place) - lower * STEP, at), seed);
    }
}
