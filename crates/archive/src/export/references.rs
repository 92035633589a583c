//! Writes references for reference managers.
//!
//! Source: RIS format specifications (Research Information Systems, 2011); `BibTeX` 0.99 (Patashnik, 1988); CSL
//! 1.0.2, `csl-data.json`.

use super::{Export, ExportPage};
use crate::date;
use engine::html::PageMetadata;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use types::text::clean;

/// The kind of a work.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Article,
    Book,
    Web,
}

fn kind(page: &ExportPage<'_>) -> Kind {
    if !page.metadata.journal.is_empty() {
        Kind::Article
    } else if !page.metadata.isbn.is_empty() {
        Kind::Book
    } else {
        Kind::Web
    }
}

/// Words of the names of organizations, in lower case, and those that join several names.
const ORGANIZATION: &[&str] = &[
    "academy",
    "agency",
    "and",
    "archive",
    "archives",
    "association",
    "bank",
    "board",
    "bureau",
    "center",
    "centre",
    "church",
    "college",
    "commission",
    "committee",
    "company",
    "consortium",
    "contributors",
    "corporation",
    "council",
    "department",
    "editors",
    "et",
    "federation",
    "fondation",
    "for",
    "foundation",
    "gesellschaft",
    "gmbh",
    "group",
    "hospital",
    "inc",
    "institut",
    "institute",
    "instituto",
    "ltd",
    "library",
    "ministerio",
    "ministerium",
    "ministry",
    "ministère",
    "museum",
    "network",
    "office",
    "organisation",
    "organization",
    "press",
    "project",
    "redaktion",
    "school",
    "service",
    "society",
    "staff",
    "stiftung",
    "team",
    "the",
    "und",
    "union",
    "universidad",
    "university",
    "universität",
    "université",
    "verein",
    "&",
];

/// Returns the given and the family name of an author of a page; organizations, and several names in one, have a
/// family name only.
fn names(page: &PageMetadata, author: &str) -> (String, String) {
    let is_organization = page.organizations.iter().any(|name| name == author);
    let author = clean(author);
    if is_organization || author.split(' ').any(|part| ORGANIZATION.contains(&plain(part).as_str())) {
        return (String::new(), author);
    }
    let mut parts = author.split(',').map(str::trim).filter(|part| !DEGREES.contains(&plain(part).as_str()));
    let person = parts.next().unwrap_or_default();
    if let Some(given) = parts.next().filter(|part| !GENERATIONS.contains(&plain(part).as_str())) {
        return (given.to_owned(), person.to_owned());
    }
    let words: Vec<&str> = person.split(' ').collect();
    let generation = usize::from(words.last().is_some_and(|last| GENERATIONS.contains(&plain(last).as_str())));
    let last = words.len().saturating_sub(1 + generation);
    let particle = words.iter().skip(1).position(|word| PARTICLES.contains(&word.to_lowercase().as_str()));
    let family = particle.map_or(last, |at| last.min(at + 1));
    if family == 0 || words.len() - generation > 5 {
        return (String::new(), author.clone());
    }
    (words[..family].join(" "), words[family..].join(" "))
}

/// Returns a part of a name without punctuation, in lower case.
fn plain(part: &str) -> String {
    part.replace(['.', ',', '(', ')'], "").to_lowercase()
}

/// Degrees and professions behind a name.
const DEGREES: [&str; 12] = ["phd", "md", "dphil", "msc", "ma", "mba", "bsc", "ba", "rn", "jd", "dds", "esq"];
/// Generations behind a name.
const GENERATIONS: [&str; 5] = ["jr", "sr", "ii", "iii", "iv"];
/// Words with which a family name begins.
const PARTICLES: [&str; 21] = [
    "al", "ben", "bin", "da", "de", "del", "della", "den", "der", "di", "dos", "du", "el", "ibn", "la", "le", "ten",
    "ter", "van", "von", "zu",
];

/// Returns an author with the family name first.
fn inverted(page: &PageMetadata, author: &str) -> String {
    let (given, family) = names(page, author);
    if given.is_empty() { family } else { format!("{family}, {given}") }
}

/// Returns the day of a fetch: `2026-11-20`; empty for a time before the web, which is that of a virtual clock.
fn day(page: &ExportPage<'_>) -> String {
    let at = date::to_millis(page.record.fetch.at);
    if &at[..4] < "1990" { String::new() } else { at[..10].to_owned() }
}

/// Returns the reference of a page in words: authors, date, title, journal or site, address.
pub fn citation(page: &ExportPage<'_>) -> String {
    let data = &page.metadata;
    let authors: Vec<String> = data.authors.iter().map(|author| inverted(data, author)).collect();
    let mut out = authors.join("; ");
    if !data.date.is_empty() {
        let _ = write!(out, "{}({})", if out.is_empty() { "" } else { " " }, data.date);
    }
    if !out.is_empty() {
        out.push_str(". ");
    }
    let _ = write!(out, "{}. ", page.title().trim_end_matches('.'));
    if kind(page) == Kind::Article {
        let _ = write!(out, "{}", data.journal);
        for (before, part, after) in [(" ", &data.volume, ""), ("(", &data.issue, ")"), (", ", &pages(page), "")] {
            if !part.is_empty() {
                let _ = write!(out, "{before}{part}{after}");
            }
        }
    } else {
        out.push_str(if data.publisher.is_empty() { page.site() } else { &data.publisher });
    }
    out.push_str(". ");
    if data.doi.is_empty() {
        out.push_str(page.record.url.as_str());
        let day = day(page);
        if !day.is_empty() {
            let _ = write!(out, " (accessed {day})");
        }
    } else {
        let _ = write!(out, "https://doi.org/{}", data.doi);
    }
    clean(&out)
}

/// Returns the range of pages: `666-731`.
fn pages(page: &ExportPage<'_>) -> String {
    let data = &page.metadata;
    let parts = [&data.first_page, &data.last_page].into_iter().filter(|part| !part.is_empty());
    parts.cloned().collect::<Vec<_>>().join("-")
}

impl Export<'_> {
    /// Returns the references as RIS.
    pub(super) fn ris(&self) -> String {
        let mut out = String::new();
        for page in &self.pages {
            let data = &page.metadata;
            let tag = match kind(page) {
                Kind::Article => "JOUR",
                Kind::Book => "BOOK",
                Kind::Web => "ELEC",
            };
            let mut line = |name: &str, value: &str| {
                let value = clean(value);
                if !value.is_empty() || name == "ER" {
                    let _ = write!(out, "{name}  - {value}\r\n");
                }
            };
            line("TY", tag);
            line("TI", &page.title());
            for author in &data.authors {
                line("AU", &inverted(data, author));
            }
            line("PY", data.date.get(..4).unwrap_or_default());
            line("DA", &data.date.replace('-', "/"));
            line("JO", &data.journal);
            line("VL", &data.volume);
            line("IS", &data.issue);
            line("SP", &data.first_page);
            line("EP", &data.last_page);
            line("SN", if data.issn.is_empty() { &data.isbn } else { &data.issn });
            line("DO", &data.doi);
            line("PB", if data.publisher.is_empty() { page.site() } else { &data.publisher });
            line("LA", &data.language);
            line("AB", &page.summary());
            line("UR", page.record.url.as_str());
            line("Y2", &day(page).replace('-', "/"));
            line("N1", &page.judgment.note);
            for tag in &page.judgment.tags {
                line("KW", tag);
            }
            line("ER", "");
            out.push_str("\r\n");
        }
        out
    }

    /// Returns the references as BibTeX, in UTF-8.
    pub(super) fn bibtex(&self) -> String {
        let (mut out, mut keys) = (String::new(), BTreeMap::new());
        for page in &self.pages {
            let data = &page.metadata;
            let name = match kind(page) {
                Kind::Article => "article",
                Kind::Book => "book",
                Kind::Web => "misc",
            };
            let _ = writeln!(out, "@{name}{{{},", unique(&key(page), &mut keys));
            let authors: Vec<String> = data.authors.iter().map(|author| bibtex_author(data, author)).collect();
            let day = day(page);
            let accessed = if day.is_empty() { day } else { format!("Accessed {day}") };
            let fields = [
                ("author", authors.join(" and ")),
                ("title", format!("{{{}}}", bibtex(&page.title()))),
                ("journal", bibtex(&data.journal)),
                ("volume", bibtex(&data.volume)),
                ("number", bibtex(&data.issue)),
                ("pages", bibtex(&pages(page)).replace('-', "--")),
                ("year", data.date.get(..4).unwrap_or_default().to_owned()),
                ("month", data.date.get(5..7).unwrap_or_default().trim_start_matches('0').to_owned()),
                ("publisher", bibtex(&data.publisher)),
                ("issn", bibtex(&data.issn)),
                ("isbn", bibtex(&data.isbn)),
                ("doi", address(&data.doi)),
                ("url", address(page.record.url.as_str())),
                ("language", bibtex(&data.language)),
                ("keywords", bibtex(&page.judgment.tags.join(", "))),
                ("annote", bibtex(&page.judgment.note)),
                ("note", accessed),
            ];
            for (name, value) in fields.iter().filter(|(_, value)| !value.is_empty() && value != "{}") {
                let _ = writeln!(out, "  {name} = {{{value}}},");
            }
            out.push_str("}\n\n");
        }
        out
    }

    /// Returns the references as CSL-JSON.
    pub(super) fn csl_json(&self) -> String {
        let mut keys = BTreeMap::new();
        let items: Vec<Value> = self.pages.iter().map(|page| csl(page, &unique(&key(page), &mut keys))).collect();
        serde_json::to_string_pretty(&items).expect("texts can be written as JSON") + "\n"
    }
}

/// Returns the key of a page: family name, year and first long word of the title.
fn key(page: &ExportPage<'_>) -> String {
    let family = page.metadata.authors.first().map(|author| names(&page.metadata, author).1);
    let first = family.unwrap_or_else(|| page.record.url.authority().to_owned());
    let title = page.title();
    let word = title.split(|c: char| !c.is_alphanumeric()).find(|word| word.chars().count() > 3);
    let parts = [first.as_str(), page.metadata.date.get(..4).unwrap_or_default(), word.unwrap_or_default()];
    let mut key = String::new();
    for c in parts.concat().chars().filter(char::is_ascii_alphanumeric).take(40) {
        key.push(c.to_ascii_lowercase());
    }
    if key.is_empty() { "page".to_owned() } else { key }
}

/// Returns a key with a number if it is in use. Keys have no hyphens, so that a numbered one is no other's.
fn unique(key: &str, uses: &mut BTreeMap<String, u32>) -> String {
    let uses = uses.entry(key.to_owned()).or_default();
    *uses += 1;
    if *uses == 1 { key.to_owned() } else { format!("{key}-{uses}") }
}

/// Returns an author, of which commas and the word `and` divide nothing.
fn bibtex_author(page: &PageMetadata, author: &str) -> String {
    let (given, family) = names(page, author);
    if given.is_empty() { format!("{{{}}}", bibtex(&family)) } else { bibtex(&format!("{family}, {given}")) }
}

/// Returns a text of a field: signs that LaTeX interprets are escaped, and braces are balanced by omission.
fn bibtex(text: &str) -> String {
    let mut out = String::new();
    for c in clean(text).chars() {
        match c {
            '{' | '}' => {}
            '\\' => out.push('/'),
            '&' | '%' | '$' | '#' | '_' => out.extend(['\\', c]),
            '~' => out.push_str("\\~{}"),
            '^' => out.push_str("\\^{}"),
            _ => out.push(c),
        }
    }
    out
}

/// Returns an address of a field, without the signs that end one.
fn address(text: &str) -> String {
    let text = text.replace('{', "%7B").replace('}', "%7D");
    text.replace('\\', "%5C")
}

fn csl(page: &ExportPage<'_>, id: &str) -> Value {
    let data = &page.metadata;
    let kind = match kind(page) {
        Kind::Article => "article-journal",
        Kind::Book => "book",
        Kind::Web => "webpage",
    };
    let mut item = Map::new();
    item.insert("id".to_owned(), json!(id));
    item.insert("type".to_owned(), json!(kind));
    let container = if data.journal.is_empty() { page.site() } else { &data.journal };
    let (pages, summary, title) = (pages(page), page.summary(), page.title());
    for (name, value) in [
        ("title", title.as_str()),
        ("container-title", container),
        ("volume", &data.volume),
        ("issue", &data.issue),
        ("page", &pages),
        ("publisher", &data.publisher),
        ("ISSN", &data.issn),
        ("ISBN", &data.isbn),
        ("DOI", &data.doi),
        ("URL", page.record.url.as_str()),
        ("language", &data.language),
        ("abstract", &summary),
        ("note", &page.judgment.note),
        ("keyword", &page.judgment.tags.join(", ")),
    ] {
        if !value.is_empty() {
            item.insert(name.to_owned(), json!(value));
        }
    }
    let authors: Vec<Value> = data.authors.iter().map(|author| csl_name(data, author)).collect();
    if !authors.is_empty() {
        item.insert("author".to_owned(), json!(authors));
    }
    for (name, date) in [("issued", data.date.clone()), ("accessed", day(page))] {
        let parts: Vec<u32> = date.split('-').filter_map(|part| part.parse().ok()).collect();
        if !parts.is_empty() {
            item.insert(name.to_owned(), json!({"date-parts": [parts]}));
        }
    }
    Value::Object(item)
}

fn csl_name(page: &PageMetadata, author: &str) -> Value {
    let (given, family) = names(page, author);
    if given.is_empty() { json!({"literal": family}) } else { json!({"family": family, "given": given}) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn persons_are_inverted_and_organizations_are_not() {
        let page = PageMetadata { organizations: vec!["Agence France-Presse".to_owned()], ..PageMetadata::default() };
        for (author, expected) in [
            ("Ada Lovelace", "Lovelace, Ada"),
            ("Lovelace, Ada", "Lovelace, Ada"),
            ("Ursula K. Le Guin", "Le Guin, Ursula K."),
            ("Vincent van Gogh", "van Gogh, Vincent"),
            ("Oscar de la Renta", "de la Renta, Oscar"),
            ("de Gaulle, Charles", "de Gaulle, Charles"),
            ("Martin Luther King Jr.", "King Jr., Martin Luther"),
            ("Martin Luther King, Jr.", "King, Martin Luther"),
            ("Jane Doe, PhD", "Doe, Jane"),
            ("World Health Organization", "World Health Organization"),
            ("Ministry of Health, Labour and Welfare", "Ministry of Health, Labour and Welfare"),
            ("Lawrence and Wishart", "Lawrence and Wishart"),
            ("Universität Zürich", "Universität Zürich"),
            ("Smith et al.", "Smith et al."),
            ("Acme, Inc.", "Acme, Inc."),
            ("Madonna", "Madonna"),
            ("Agence France-Presse", "Agence France-Presse"),
        ] {
            assert_eq!(inverted(&page, author), expected);
        }
        assert_eq!(bibtex_author(&page, "Lawrence and Wishart"), "{Lawrence and Wishart}");
    }

    #[test]
    fn equal_keys_are_numbered() {
        let mut uses = BTreeMap::new();
        let keys: Vec<String> = ["a", "b", "a", "a"].iter().map(|key| unique(key, &mut uses)).collect();
        assert_eq!(keys, ["a", "b", "a-2", "a-3"]);
    }
}
