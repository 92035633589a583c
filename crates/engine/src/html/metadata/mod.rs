//! Reads the data about a page: title, authors, date, publisher and, for papers, journal and DOI.
//!
//! Of several sources, the one for scholarly indexes comes first: Highwire Press (`citation_…`), PRISM and Dublin Core,
//! JSON-LD, `OpenGraph` (`og:`, `article:`), then the names of HTML itself.
//!
//! Source: Google Scholar, "Inclusion Guidelines for Webmasters" (Highwire Press); DCMI, "Expressing Dublin Core
//! metadata using HTML"; schema.org; ogp.me; WHATWG HTML §4.2.5.1, "Standard metadata names".

mod json_ld;
#[cfg(test)]
mod tests;

use super::Document;
use super::compose::References;
use super::outline::record::Record;
use super::tokenizer::Text;
use serde::Serialize;
use std::collections::BTreeMap;
use types::text::{clean, cut};

/// The most characters of a value, and of a description.
const VALUE_CHARS: usize = 500;
/// See [`VALUE_CHARS`].
const DESCRIPTION_CHARS: usize = 2_000;
/// The most authors of a page.
const AUTHORS: usize = 100;

/// The data about a page. Unknown values are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PageMetadata {
    /// The title of the work, which usually lacks the name of the site.
    pub title: String,
    /// The type of the work, as it is written: `article`, `NewsArticle`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The authors, as they are written: `Ada Lovelace` or `Lovelace, Ada`.
    pub authors: Vec<String>,
    /// Those of the authors that the page describes as organizations.
    #[serde(skip)]
    pub organizations: Vec<String>,
    /// The date of publication: `2026-11-20`, `2026-11` or `2026`.
    pub date: String,
    /// The publisher.
    pub publisher: String,
    /// The name of the site.
    pub site_name: String,
    /// A summary.
    pub description: String,
    /// The address that the page gives as its own.
    pub canonical: String,
    /// The address of a feed of the site.
    pub feed: String,
    /// The language, mostly as a BCP 47 tag.
    pub language: String,
    /// The license: an address or a name.
    pub license: String,
    /// The digital object identifier, without `doi:` and address: `10.1000/182`.
    pub doi: String,
    /// The ISSN of the journal.
    pub issn: String,
    /// The ISBN of a book.
    pub isbn: String,
    /// The journal.
    pub journal: String,
    /// The volume of the journal.
    pub volume: String,
    /// The issue of the journal.
    pub issue: String,
    /// The first page.
    pub first_page: String,
    /// The last page.
    pub last_page: String,
}

/// The values of the `meta` elements by their names in lower case.
struct Metas(BTreeMap<String, Vec<String>>);

impl Metas {
    fn new(metas: &[(Text<'_>, Text<'_>)]) -> Self {
        let mut by_name = BTreeMap::<String, Vec<String>>::new();
        for (name, content) in metas {
            let value = clean(&content.decoded());
            if !value.is_empty() {
                by_name.entry(name.decoded().trim().to_ascii_lowercase()).or_default().push(value);
            }
        }
        Self(by_name)
    }

    /// Returns the values of the first of some names.
    fn all(&self, names: &[&str]) -> Option<&[String]> {
        names.iter().find_map(|name| self.0.get(*name)).map(Vec::as_slice)
    }

    /// Returns the first value of the first of some names.
    fn first(&self, names: &[&str]) -> Option<String> {
        let values = self.all(names)?;
        values.first().map(|value| cut(value, VALUE_CHARS).to_owned())
    }
}

/// Returns the data about a page. `canonical` is the reference of `<link rel=canonical>`, which `references`
/// resolves.
pub(super) fn read(
    document: &Document,
    record: &Record<'_>,
    canonical: Option<&str>,
    references: &References<'_>,
) -> PageMetadata {
    let metas = Metas::new(&record.metas);
    let linked = json_ld::read(&record.data);
    let resolve = |reference: &str| references.resolve(reference).map(String::from);
    let first = |scholarly: &[&str], linked: &str, others: &[&str]| {
        let linked = || Some(linked.to_owned()).filter(|linked| !linked.is_empty());
        metas.first(scholarly).or_else(linked).or_else(|| metas.first(others)).unwrap_or_default()
    };
    let canonical = canonical.map(str::to_owned).or_else(|| metas.first(&["og:url"]));
    let linked_url = |link: Option<Text<'_>>| link.and_then(|reference| resolve(&reference.decoded()));
    let doi = first(&["citation_doi", "prism.doi", "bepress_citation_doi"], &linked.doi, &DOIS);
    let description = first(
        &["dc.description", "dcterms.description", "dcterms.abstract"],
        &linked.description,
        &["og:description", "description", "twitter:description"],
    );
    PageMetadata {
        title: Some(first(&TITLES, &linked.title, &["og:title", "twitter:title"]))
            .filter(|title| !title.is_empty())
            .unwrap_or_else(|| own_title(document).to_owned()),
        kind: first(&["dc.type", "dcterms.type"], &linked.kind, &["og:type"]),
        authors: authors(&metas, linked.authors),
        organizations: linked.organizations,
        date: date(&first(&DATES, &linked.date, &["article:published_time", "date", "pubdate"])).unwrap_or_default(),
        publisher: first(&["citation_publisher", "dc.publisher", "dcterms.publisher"], &linked.publisher, &[]),
        site_name: first(&["og:site_name", "application-name"], "", &[]),
        description: cut(&description, DESCRIPTION_CHARS).to_owned(),
        canonical: canonical.and_then(|reference| resolve(&reference)).unwrap_or_default(),
        language: first(&["citation_language", "dc.language", "dcterms.language"], &linked.language, &[]),
        feed: linked_url(record.feed).unwrap_or_default(),
        license: linked_url(record.license).unwrap_or_else(|| {
            first(&["dcterms.license", "dc.rights", "dcterms.rights"], &linked.license, &["license"])
        }),
        doi: normalized_doi(&doi).unwrap_or_default(),
        issn: first(&["citation_issn", "prism.issn", "prism.eissn"], &linked.issn, &[]),
        isbn: first(&["citation_isbn", "prism.isbn"], &linked.isbn, &["book:isbn"]),
        journal: first(&JOURNALS, &linked.journal, &[]),
        volume: first(&["citation_volume", "prism.volume"], &linked.volume, &[]),
        issue: first(&["citation_issue", "prism.number"], &linked.issue, &[]),
        first_page: first(&["citation_firstpage", "prism.startingpage"], &linked.first_page, &[]),
        last_page: first(&["citation_lastpage", "prism.endingpage"], &linked.last_page, &[]),
    }
    .with_language(document)
}

impl PageMetadata {
    /// Uses the language of the text if the page names none.
    fn with_language(mut self, document: &Document) -> Self {
        if self.language.is_empty() {
            self.language = document.language.clone().unwrap_or_default();
        }
        self
    }
}

/// Returns the title of a page, without the name of the site if a heading of the page shows where that begins.
fn own_title(document: &Document) -> &str {
    let is_before_name = |heading: &&String| {
        let rest = document.title.strip_prefix(heading.as_str()).map(str::trim_start);
        !heading.is_empty() && rest.is_some_and(|rest| rest.starts_with(['|', '-', '–', '—', '·', '»']))
    };
    document.headings.iter().find(is_before_name).unwrap_or(&document.title)
}

const TITLES: [&str; 4] = ["citation_title", "dc.title", "dcterms.title", "prism.title"];
const DATES: [&str; 9] = [
    "citation_publication_date",
    "citation_date",
    "citation_online_date",
    "citation_year",
    "prism.publicationdate",
    "dcterms.issued",
    "dc.date.issued",
    "dcterms.date",
    "dc.date",
];
const JOURNALS: [&str; 4] =
    ["citation_journal_title", "citation_conference_title", "prism.publicationname", "dc.source.journal"];
const DOIS: [&str; 3] = ["dc.identifier", "dcterms.identifier", "dc.identifier.doi"];

fn authors(metas: &Metas, mut linked: Vec<String>) -> Vec<String> {
    linked.retain(|author| is_name(author));
    let scholarly = metas.all(&["citation_author", "citation_authors", "dc.creator", "dcterms.creator"]);
    let mut authors = match scholarly {
        Some(authors) => split(authors),
        None if !linked.is_empty() => linked,
        None => {
            let values = metas.all(&["author", "article:author", "parsely-author", "sailthru.author"]);
            split(values.unwrap_or_default()).iter().flat_map(|author| persons(author)).collect()
        }
    };
    authors.retain(|author| is_name(author));
    let mut known = Vec::<String>::new();
    for author in authors {
        if known.len() < AUTHORS && !known.contains(&author) {
            known.push(author);
        }
    }
    known
}

fn is_name(author: &str) -> bool {
    !author.is_empty() && !author.contains("://")
}

/// Returns the persons that a text lists between commas, each with given and family name; else the text itself.
fn persons(author: &str) -> Vec<String> {
    let is_capitalized = |word: &str| word.starts_with(char::is_uppercase);
    let is_person = |part: &&str| {
        let words = part.split_whitespace();
        (2..=3).contains(&words.clone().count()) && words.clone().all(is_capitalized)
    };
    let listed = author.replace(" and ", ", ").replace(" & ", ", ");
    let parts: Vec<&str> = listed.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    if parts.iter().all(is_person) { parts.into_iter().map(str::to_owned).collect() } else { vec![author.to_owned()] }
}

/// Returns the authors of several elements, of which one may list several between semicolons.
fn split(values: &[String]) -> Vec<String> {
    let parts = values.iter().flat_map(|value| value.split(';'));
    parts.map(|part| cut(part.trim(), VALUE_CHARS).to_owned()).collect()
}

/// Returns a date as `2026-11-20`, `2026-11` or `2026`; `None` if it does not begin with a year.
fn date(text: &str) -> Option<String> {
    let text = text.trim();
    let mut parts = text.split(['-', '/', '.', 'T', ' ']).map(str::trim);
    let number = |part: Option<&str>, digits: std::ops::RangeInclusive<usize>, most: u32| {
        let part =
            part.filter(|part| digits.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit()))?;
        part.parse::<u32>().ok().filter(|number| (1..=most).contains(number))
    };
    let first = parts.next();
    if let Some(whole) = first.filter(|first| first.len() == 8 && first.bytes().all(|byte| byte.is_ascii_digit())) {
        return date(&format!("{}-{}-{}", &whole[..4], &whole[4..6], &whole[6..]));
    }
    let year = number(first, 4..=4, 9_999)?;
    let Some(month) = number(parts.next(), 1..=2, 12) else {
        return Some(format!("{year:04}"));
    };
    Some(match number(parts.next(), 1..=2, 31) {
        Some(day) => format!("{year:04}-{month:02}-{day:02}"),
        None => format!("{year:04}-{month:02}"),
    })
}

/// Returns a DOI without what is written before it; `None` for other identifiers.
fn normalized_doi(text: &str) -> Option<String> {
    let start = text.find("10.")?;
    let before = text[..start].to_ascii_lowercase();
    let is_known = ["", "doi:", "doi: ", "doi ", "info:doi/"].contains(&&*before) || before.ends_with("doi.org/");
    let doi = text[start..].split_whitespace().next()?;
    (is_known && doi.contains('/')).then(|| doi.to_owned())
}
