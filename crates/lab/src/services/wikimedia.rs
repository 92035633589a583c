//! Wikipedia in each language of the pages, and Wikidata: the parts of the MediaWiki Action API and of the query
//! service that seed searches use.
//!
//! Sources: API:Search, API:Query, API:Extlinks, API:Parsing wikitext, API:Errors and warnings, with `formatversion=2`;
//! SPARQL 1.1 Query Results JSON. A search requires all words of the query unless it has the operator OR
//! (Help:CirrusSearch).

use super::SimulatedServices;
use super::answer::parameter;
use super::pages::{Kind, Page, Query, Scope, article_url};
use engine::text::Language;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use std::sync::Arc;
use url::Url;

/// The most results of a search (API:Search, `srlimit`).
const RESULTS: usize = 500;
/// The most external links of one response (API:Extlinks, `ellimit=max`).
const LINKS: usize = 500;
/// The number of links in the section of external links.
const LISTED: usize = 4;
/// The most items of a search of the query service.
const ITEMS: usize = 20;

/// The datatype of whole numbers in results of the query service.
const XSD_INT: &str = "http://www.w3.org/2001/XMLSchema#int";

/// The titles of the section of external links.
const SECTIONS: [(&str, &str); 8] = [
    ("en", "External links"),
    ("de", "Weblinks"),
    ("fr", "Liens externes"),
    ("es", "Enlaces externos"),
    ("it", "Collegamenti esterni"),
    ("ru", "Ссылки"),
    ("zh", "外部链接"),
    ("ja", "外部リンク"),
];

impl SimulatedServices {
    /// Answers a request to the Action API of a Wikipedia.
    pub(super) fn wikipedia(&self, code: &str, url: &Url) -> Value {
        let language = Language::from_code(code).unwrap_or(Language::ENGLISH);
        let action = parameter(url, "action").unwrap_or_default();
        match action.as_str() {
            "query" => self.query(language, url),
            "parse" => self.parse(language, url),
            _ => error("badvalue", &format!("Unrecognized value for parameter \"action\": {action}.")),
        }
    }

    fn search_articles(&self, language: Language, text: &str) -> Vec<Arc<Page>> {
        let scope = Scope { kinds: &[Kind::Article], language: Some(language), any: false, titles_only: false };
        self.index.search(&Query::new(text), scope, &*self.web)
    }

    fn query(&self, language: Language, url: &Url) -> Value {
        let of = |name: &str| parameter(url, name).unwrap_or_default();
        let limit = |name: &str| of(name).parse().unwrap_or(10).min(RESULTS);
        let mut query = Map::new();
        if of("list").split('|').any(|list| list == "search") {
            let found = self.search_articles(language, &of("srsearch"));
            query.insert("searchinfo".to_owned(), json!({"totalhits": found.len()}));
            query.insert("search".to_owned(), found.iter().take(limit("srlimit")).map(|page| result(page)).collect());
        }
        let searches = of("generator") == "search";
        let pages = if searches { self.search_articles(language, &of("gsrsearch")) } else { Vec::new() };
        let lists_links = of("prop").split('|').any(|prop| prop == "extlinks");
        let mut left = of("ellimit").parse().unwrap_or(LINKS).min(LINKS);
        let mut is_complete = true;
        let pages: Vec<Value> = pages
            .iter()
            .take(limit("gsrlimit"))
            .enumerate()
            .map(|(place, page)| {
                let mut entry = json!({"pageid": page.id, "ns": 0, "title": page.title, "index": place + 1});
                if lists_links {
                    let links = self.external_links(page);
                    is_complete &= links.len() <= left;
                    let links: Vec<Value> = links.into_iter().take(left).map(|url| json!({"url": url})).collect();
                    left -= links.len();
                    entry["extlinks"] = links.into();
                }
                entry
            })
            .collect();
        if !pages.is_empty() {
            query.insert("pages".to_owned(), pages.into());
        }
        if is_complete {
            json!({"batchcomplete": true, "query": query})
        } else {
            json!({"continue": {"elcontinue": "1", "continue": "||"}, "query": query})
        }
    }

    fn parse(&self, language: Language, url: &Url) -> Value {
        let title = parameter(url, "page").unwrap_or_default();
        let page = article_url(language, &title).and_then(|url| self.index.at(&url));
        let Some(page) = page.filter(|page| page.kind == Kind::Article) else {
            return error("missingtitle", "The page you specified doesn't exist.");
        };
        let mut parsed = json!({"title": page.title, "pageid": page.id});
        for prop in parameter(url, "prop").unwrap_or_default().split('|') {
            match prop {
                "wikitext" => parsed["wikitext"] = self.wikitext(page).into(),
                "properties" => parsed["properties"] = json!({"wikibase_item": self.item_id(page)}),
                _ => {}
            }
        }
        json!({"parse": parsed})
    }

    /// Returns the pages that an article cites: those of its subject, beginning with others than the article before.
    fn cited(&self, page: &Page) -> Vec<&Arc<Page>> {
        let pages = page.subject.into_iter().flat_map(|subject| self.index.of_subject(subject));
        let (articles, others): (Vec<_>, Vec<_>) = pages.partition(|page| page.kind == Kind::Article);
        let mut cited: Vec<_> = others.into_iter().filter(|other| other.kind != Kind::Question).collect();
        let place = articles.iter().position(|article| article.id == page.id).unwrap_or_default();
        let begin = (place * LISTED) % cited.len().max(1);
        cited.rotate_left(begin);
        cited
    }

    /// Returns the addresses that an article cites, and that of an archived copy.
    fn external_links(&self, page: &Page) -> Vec<String> {
        let mut links: Vec<String> = self.cited(page).iter().map(|other| other.url.as_str().to_owned()).collect();
        if let Some(first) = links.first() {
            links.push(format!("https://web.archive.org/web/20200101000000/{first}"));
        }
        links
    }

    /// Returns the source text of an article: its first pages are listed as external links, the others are cited.
    fn wikitext(&self, page: &Page) -> String {
        let mut text = format!("'''{}''': {}\n\n{}\n", page.title, page.about, page.text);
        for other in self.cited(page).into_iter().skip(LISTED) {
            let (url, title) = (other.url.as_str(), &other.title);
            let _ = writeln!(text, "<ref>{{{{cite web |url={url} |title={title} |access-date=2026-11-01}}}}</ref>");
        }
        let _ = write!(text, "\n== {} ==\n", section_title(page));
        for other in self.cited(page).into_iter().take(LISTED) {
            let _ = writeln!(text, "* [{} {}]", other.url.as_str(), other.title);
        }
        text
    }

    /// Returns the number of an article's Wikidata item: that of its subject for the first article, else one without
    /// statements.
    fn item_id(&self, page: &Page) -> Option<String> {
        let subject = page.subject?;
        let first = self.index.of_subject(subject).next()?;
        Some(if first.id == page.id { format!("Q{}", 1_000 + subject) } else { format!("Q{}", 1_000_000 + page.id) })
    }

    /// Answers a query of the Wikidata Query Service: the official websites of items whose texts have the words of
    /// `mwapi:srsearch`, or of the items that the query names.
    pub(super) fn sparql(&self, url: &Url) -> Value {
        let text = parameter(url, "query").unwrap_or_default();
        let words =
            text.split_once("mwapi:srsearch \"").and_then(|(_, rest)| rest.split_once('"')).map(|(words, _)| words);
        let found: Vec<Arc<Page>> = match words {
            Some(words) => {
                let scope = Scope { kinds: &[Kind::Official], language: None, any: false, titles_only: false };
                self.index.search(&Query::new(words), scope, &*self.web)
            }
            None => text.split("wd:Q").skip(1).filter_map(|rest| self.official(subject_of(rest)?)).cloned().collect(),
        };
        let literal = |text: &str, language: &str| json!({"xml:lang": language, "type": "literal", "value": text});
        let bindings = found.iter().take(ITEMS).enumerate().map(|(rank, page)| {
            let item = format!("http://www.wikidata.org/entity/Q{}", 1_000 + page.subject.unwrap_or_default());
            json!({
                "rank": {"type": "literal", "datatype": XSD_INT, "value": rank.to_string()},
                "item": {"type": "uri", "value": item},
                "site": {"type": "uri", "value": page.url.as_str()},
                "itemLabel": literal(&page.title, page.language.code()),
                "itemDescription": literal(&page.about, page.language.code()),
            })
        });
        let bindings: Vec<Value> = bindings.collect();
        let vars = ["rank", "item", "itemLabel", "itemDescription", "site"];
        json!({"head": {"vars": vars}, "results": {"bindings": bindings}})
    }

    fn official(&self, subject: usize) -> Option<&Arc<Page>> {
        self.index.of_subject(subject).find(|page| page.kind == Kind::Official)
    }
}

/// Returns the title of the section of external links in an article.
fn section_title(page: &Page) -> &'static str {
    let code = page.language.code();
    SECTIONS.iter().find(|(language, _)| *language == code).map_or("External links", |(_, title)| title)
}

/// Returns the subject of an item, by the digits at the start of a text.
fn subject_of(text: &str) -> Option<usize> {
    let digits = text.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse::<usize>().ok()?.checked_sub(1_000)
}

/// Returns a result of a search, whose snippet is HTML.
fn result(page: &Page) -> Value {
    let about = super::escape_xml(&page.about);
    let snippet = match about.split_once(' ') {
        Some((first, rest)) => format!("<span class=\"searchmatch\">{first}</span> {rest}"),
        None => about,
    };
    json!({"ns": 0, "title": page.title, "pageid": page.id, "size": 40_102, "wordcount": 4_000, "snippet": snippet,
        "timestamp": "2026-09-01T09:00:00Z"})
}

/// Returns an error of the Action API, which has status 200.
fn error(code: &str, info: &str) -> Value {
    let docref = "See https://en.wikipedia.org/w/api.php for API usage.";
    json!({"error": {"code": code, "info": info, "docref": docref}, "servedby": "mw1"})
}
