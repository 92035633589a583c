//! The pages that the services find, and their index: invented pages in eight languages (`data/services/pages.toml`)
//! and the pages of a web.
//!
//! A recording is indexed once. The demo web is searched with its own search engine, so that a start takes no time.

use super::answer::percent_decoded;
use super::made_public;
use crate::LabError;
use crate::topics::Topic;
use crate::web::{Web, combined};
use engine::html::{self, Document, EncodingRs};
use engine::text::{Analyzer, Language, TextOptions};
use serde::Deserialize;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use types::text::cut;
use types::url::CanonicalUrl;
use url::Url;

/// The number of characters of a page's text that its description has.
const ABOUT_CHARS: usize = 200;

/// The kind of a page, which decides the services that know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    /// An article of a Wikipedia.
    Article,
    /// The official website of a Wikidata item.
    Official,
    /// An item of the Internet Archive.
    Item,
    /// A publication.
    Paper,
    /// The home page of a repository.
    Repository,
    /// A question of Stack Overflow.
    Question,
    /// An article of a newspaper.
    News,
    /// Any other page.
    Site,
}

/// A page that services find.
#[derive(Debug)]
pub(super) struct Page {
    /// The number in answers, by which landing pages are found; 0 for a page of the demo web.
    pub(super) id: usize,
    /// The number of the subject, which pages share that cite each other; `None` for a page of a recording.
    pub(super) subject: Option<usize>,
    pub(super) language: Language,
    pub(super) kind: Kind,
    pub(super) url: CanonicalUrl,
    pub(super) title: String,
    pub(super) about: String,
    /// The text below the description.
    pub(super) text: String,
    /// `robots` if robots.txt disallows the page, else the status of its response; empty for a page that can be read.
    pub(super) trouble: String,
    title_terms: BTreeSet<String>,
    terms: BTreeSet<String>,
}

/// A subject of `pages.toml`.
#[derive(Deserialize)]
struct Subject {
    language: String,
    about: String,
    articles: Vec<String>,
    pages: Vec<String>,
}

#[derive(Deserialize)]
struct Subjects {
    subject: Vec<Subject>,
}

/// All pages.
pub(super) struct Index {
    pages: Vec<Arc<Page>>,
    by_url: BTreeMap<String, usize>,
    subjects: usize,
    analyzer: Analyzer,
}

impl Index {
    /// Indexes the invented pages, those of a recording, and articles on topics of the demo web with their example
    /// pages.
    ///
    /// # Errors A line of the data has another form than its head says.
    pub(super) fn new(web: &dyn Web, topics: &[Topic], is_listed: bool) -> Result<Self, LabError> {
        let mut index = Self {
            pages: Vec::new(),
            by_url: BTreeMap::new(),
            subjects: 0,
            analyzer: Analyzer::new(TextOptions::default()),
        };
        let data: Result<Subjects, _> = toml::from_str(include_str!("../../data/services/pages.toml"));
        let wrong = |problem: String| LabError::Services(format!("pages.toml: {problem}"));
        for subject in data.map_err(|error| wrong(error.to_string()))?.subject {
            index.add_subject(&subject).map_err(|line| wrong(format!("“{line}” is not a page")))?;
        }
        for topic in topics {
            index.add_topic(topic, web);
        }
        if is_listed {
            for url in web.urls() {
                index.add_recorded(&url, web);
            }
        }
        Ok(index)
    }

    /// Returns the number of a new subject.
    fn begin_subject(&mut self) -> usize {
        self.subjects += 1;
        self.subjects - 1
    }

    fn add_subject<'a>(&mut self, subject: &'a Subject) -> Result<(), &'a str> {
        let number = self.begin_subject();
        let language = Language::from_code(&subject.language).ok_or(&*subject.language)?;
        for line in &subject.articles {
            let (title, about) = line.split_once(": ").ok_or(&**line)?;
            let url = article_url(language, title).ok_or(&**line)?;
            self.add(Some(number), language, Kind::Article, url, [title, about, &subject.about], "");
        }
        let end = subject.about.find(['.', '。']).map_or(subject.about.len(), |end| end + 1);
        let about = subject.about.get(..end).unwrap_or(&subject.about);
        for line in &subject.pages {
            let (kind, rest) = line.split_once(' ').ok_or(&**line)?;
            let (kind, trouble) = kind.split_once('!').unwrap_or((kind, ""));
            let kind = toml::Value::from(kind).try_into().map_err(|_| &**line)?;
            let (address, title) = match kind {
                Kind::Question => (format!("stackoverflow.com/questions/{}/q", self.next_id()), rest),
                _ => rest.split_once(' ').map(|(at, title)| (at.to_owned(), title)).ok_or(&**line)?,
            };
            let url = CanonicalUrl::parse(&format!("https://{address}")).map_err(|_| &**line)?;
            self.add(Some(number), language, kind, url, [title, about, &subject.about], trouble);
        }
        // What encyclopedias cite beyond the listed pages: a source of each article.
        for line in &subject.articles {
            let (_, about) = line.split_once(": ").ok_or(&**line)?;
            let url = CanonicalUrl::parse(&format!("https://source-{}.boxed/", self.next_id())).map_err(|_| &**line)?;
            self.add(Some(number), language, Kind::Site, url, [about, about, &subject.about], "");
        }
        Ok(())
    }

    /// Adds three articles on a topic of the demo web, with the words of its example pages, which they cite, and the
    /// website of an item.
    fn add_topic(&mut self, topic: &Topic, web: &dyn Web) {
        let (number, language) = (self.begin_subject(), Language::ENGLISH);
        let examples = topic.examples.iter().filter_map(|url| CanonicalUrl::parse(url).ok());
        let examples: Vec<_> = examples.filter_map(|url| read(&url, web)).collect();
        let words: Vec<&str> = examples.iter().map(|(_, page)| &*page.body).collect();
        let words = words.join("\n");
        let name = topic.name.replace('-', " ");
        for title in [name.clone(), format!("History of {name}"), format!("Outline of {name}")] {
            let about = format!("{title}: {}.", topic.query);
            if let Some(url) = article_url(language, &title) {
                self.add(Some(number), language, Kind::Article, url, [&title, &about, &words], "");
            }
        }
        let home = examples.first().and_then(|(url, page)| Some((CanonicalUrl::parse(url.host_key()).ok()?, page)));
        if let Some((home, page)) = home {
            self.add(Some(number), language, Kind::Official, home, [&page.title, &topic.query, &page.body], "");
        }
        for (url, page) in examples.iter().cloned() {
            self.add(Some(number), language, Kind::Site, url, [&page.title, &topic.query, &page.body], "");
        }
    }

    fn add_recorded(&mut self, url: &CanonicalUrl, web: &dyn Web) {
        let Some((public, page)) = read(url, web) else { return };
        let language = page.language.as_deref().and_then(Language::from_code).unwrap_or(Language::ENGLISH);
        let about = cut(page.body.trim_start_matches(&page.title).trim(), ABOUT_CHARS).to_owned();
        match recorded_article(url) {
            Some((title, public)) => self.add(None, language, Kind::Article, public, [&title, &about, &page.body], ""),
            None => self.add(None, language, Kind::Site, public, [&page.title, &about, &page.body], ""),
        }
    }

    fn next_id(&self) -> usize {
        self.pages.len() + 1
    }

    /// Adds a page with these texts: title, description, and what else it says. The first page of a URL stays.
    fn add(
        &mut self,
        subject: Option<usize>,
        language: Language,
        kind: Kind,
        url: CanonicalUrl,
        [title, about, text]: [&str; 3],
        trouble: &str,
    ) {
        if self.by_url.contains_key(url.as_str()) {
            return;
        }
        let id = self.next_id();
        self.by_url.insert(url.as_str().to_owned(), id - 1);
        let page = Page::new(language, kind, url, [title, about, text], &mut self.analyzer);
        self.pages.push(Arc::new(Page { id, subject, trouble: trouble.to_owned(), ..page }));
    }

    /// Returns the page at a URL.
    pub(super) fn at(&self, url: &CanonicalUrl) -> Option<&Arc<Page>> {
        self.by_url.get(url.as_str()).map(|place| &self.pages[*place])
    }

    /// Returns the page with this number.
    pub(super) fn with_id(&self, id: usize) -> Option<&Arc<Page>> {
        self.pages.get(id.checked_sub(1)?)
    }

    /// Returns all pages in the order of the data.
    pub(super) fn pages(&self) -> impl Iterator<Item = &Arc<Page>> {
        self.pages.iter()
    }

    /// Returns the pages of a subject in the order of the data.
    pub(super) fn of_subject(&self, subject: usize) -> impl Iterator<Item = &Arc<Page>> {
        self.pages.iter().filter(move |page| page.subject == Some(subject))
    }
}

/// Returns the address of an article.
pub(super) fn article_url(language: Language, title: &str) -> Option<CanonicalUrl> {
    let mut url = Url::parse(&format!("https://{}.wikipedia.org/", language.code())).ok()?;
    url.set_path(&format!("/wiki/{}", title.replace('%', "%25").replace(' ', "_")));
    CanonicalUrl::parse(url.as_str()).ok()
}

/// Returns the title and the address in the English Wikipedia of an article of a recorded encyclopedia, whose path is
/// `/wiki/` with the title; `None` for another page.
pub(super) fn recorded_article(url: &CanonicalUrl) -> Option<(String, CanonicalUrl)> {
    let title = percent_decoded(url.path().strip_prefix("/wiki/")?).replace('_', " ");
    let public = article_url(Language::ENGLISH, &title)?;
    Some((title, public))
}

/// Returns a page of the web as it is read, with its public address.
fn read(url: &CanonicalUrl, web: &dyn Web) -> Option<(CanonicalUrl, Document)> {
    let response = web.response(url.as_str())?.outcome.ok().filter(crate::web::Response::is_page)?;
    let public = CanonicalUrl::parse(&made_public(url.as_str())).ok()?;
    Some((public, html::read(&response.body, response.header("content-type"), url, &EncodingRs)))
}

fn terms(analyzer: &mut Analyzer, text: &str, language: Language) -> BTreeSet<String> {
    let mut terms = BTreeSet::new();
    analyzer.tokens(text, Some(language), |token| {
        terms.insert(token.term.to_owned());
    });
    terms
}

/// A query as a search service reads it.
pub(super) struct Query {
    text: String,
    /// True if a page with one of the words is a result: the query has the operator OR.
    any: bool,
}

impl Query {
    /// Parses a query. Fields such as `all:` and `intitle:` are dropped and their words kept; filters such as
    /// `haswbstatement:P856` are dropped.
    pub(super) fn new(text: &str) -> Self {
        let mut any = false;
        let words = text.split_whitespace().filter_map(|word| {
            any |= word == "OR";
            let (field, value) = word.split_once(':').unwrap_or(("", word));
            let is_words = ["", "all", "ti", "abs", "title", "abstract", "intitle"].contains(&field);
            (is_words && !["OR", "AND", "NOT"].contains(&word)).then_some(value)
        });
        let text = words.collect::<Vec<_>>().join(" ");
        Self { text, any }
    }
}

/// The pages that a service knows, and how it compares them with a query.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    pub(super) kinds: &'a [Kind],
    /// A language to which the service is restricted.
    pub(super) language: Option<Language>,
    /// True if one word of the query suffices.
    pub(super) any: bool,
    /// True if the service knows titles and no texts.
    pub(super) titles_only: bool,
}

impl Index {
    /// Returns the pages of a scope that match a query, the best first, and of equal ones the earlier.
    pub(super) fn search(&self, query: &Query, scope: Scope<'_>, web: &dyn Web) -> Vec<Arc<Page>> {
        let mut analyzer = Analyzer::new(TextOptions::default());
        let mut wanted: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let demo =
            if scope.kinds.contains(&Kind::Site) { demo_pages(&query.text, web, &mut analyzer) } else { Vec::new() };
        let known = self.pages.iter().cloned().chain(demo);
        let known = known.filter(|page| {
            scope.kinds.contains(&page.kind) && scope.language.is_none_or(|language| page.language == language)
        });
        let mut urls = BTreeSet::new();
        let mut found: Vec<(usize, Arc<Page>)> = Vec::new();
        for page in known.filter(|page| urls.insert(page.url.as_str().to_owned())) {
            let code = page.language.code().to_owned();
            let wanted = wanted.entry(code).or_insert_with(|| terms(&mut analyzer, &query.text, page.language));
            let searched = if scope.titles_only { &page.title_terms } else { &page.terms };
            let matching = wanted.intersection(searched).count();
            // Services divide Chinese and Japanese into words; of pairs of characters half suffice.
            let pairs = wanted.iter().filter(|term| is_pair(term)).count();
            let least = if query.any || scope.any { 1 } else { (wanted.len() - pairs / 2).max(1) };
            if matching >= least {
                found.push((matching + 2 * wanted.intersection(&page.title_terms).count(), page));
            }
        }
        found.sort_by_key(|(score, _)| Reverse(*score));
        found.into_iter().map(|(_, page)| page).collect()
    }
}

/// Returns true for two characters of a script without spaces between words.
fn is_pair(term: &str) -> bool {
    term.chars().count() == 2 && term.chars().all(|letter| ('\u{3040}'..='\u{9fff}').contains(&letter))
}

/// Returns the pages that the search engine of the demo web finds; none for another web.
fn demo_pages(query: &str, web: &dyn Web, analyzer: &mut Analyzer) -> Vec<Arc<Page>> {
    let address = Url::parse_with_params("http://search.test/", [("q", query)]);
    let Some(address) = address.ok().and_then(|url| CanonicalUrl::parse(url.as_str()).ok()) else {
        return Vec::new();
    };
    let results = read(&address, web).map(|(_, results)| results.links).unwrap_or_default();
    let results = results.iter().filter(|link| link.url.host() != address.host());
    let pages = results.filter_map(|link| {
        let (url, page) = read(&link.url, web)?;
        let language = page.language.as_deref().and_then(Language::from_code).unwrap_or(Language::ENGLISH);
        let texts = [&page.title, cut(&page.body, ABOUT_CHARS), &page.body];
        Some(Arc::new(Page::new(language, Kind::Site, url, texts, analyzer)))
    });
    pages.collect()
}

impl Page {
    /// Creates a page of no subject that can be read, with these texts: title, description, and what else it says.
    fn new(
        language: Language,
        kind: Kind,
        url: CanonicalUrl,
        [title, about, text]: [&str; 3],
        analyzer: &mut Analyzer,
    ) -> Self {
        let title_terms = terms(analyzer, title, language);
        let mut terms = terms(analyzer, &format!("{about} {text}"), language);
        terms.extend(title_terms.iter().cloned());
        let [title, about, text] = [title, about, text].map(str::to_owned);
        let trouble = String::new();
        Self { id: 0, subject: None, language, kind, url, title, about, text, trouble, title_terms, terms }
    }

    /// Renders the page, with links to others of its subject.
    pub(super) fn html(&self, index: &Index) -> String {
        let others = self.subject.into_iter().flat_map(|subject| index.of_subject(subject));
        let links = others.filter(|other| other.id != self.id).map(|other| {
            let [url, title] = [other.url.as_str(), &other.title].map(super::escape_xml);
            format!("<li><a href=\"{url}\">{title}</a></li>\n")
        });
        let [title, about, text] = [&self.title, &self.about, &self.text].map(|text| super::escape_xml(text));
        format!(
            "<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{title}</title></head>\n\
            <body><h1>{title}</h1><p>{about}</p>\n<p>{text}</p>\n<ul>\n{}</ul></body></html>\n",
            self.language.code(),
            links.collect::<String>()
        )
    }
}

/// Returns a page with the domain of the simulation in place of that of the demo web.
pub(super) fn public_body(body: &[u8]) -> Vec<u8> {
    combined::replaced(body, b".test", super::DOMAIN.as_bytes())
}
