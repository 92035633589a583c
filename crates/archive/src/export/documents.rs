//! Writes the documents that pages link to: as a list of links, as bookmarks, as references, as a table, as addresses,
//! as lines of JSON.

use super::{Export, ExportPage, bookmarks};
use crate::csv::{cell, excel};
use crate::list;
use engine::html::{Block, Container, Content, Outline, PageContent, Span, Target};
use engine::learning::bookmarks::Bookmark;
use serde::Serialize;
use std::collections::BTreeMap;
use types::count;
use types::document::LinkedDocument;
use types::export::{DocumentsFormat, ExportFormat};
use types::report::{PageRecord, PageText};
use types::sorting;
use types::text::clean;
use types::url::CanonicalUrl;

/// The documents of one or several crawls, each once: that of the crawl with the best estimate.
#[derive(Clone, Debug, Default)]
pub struct DocumentList(BTreeMap<CanonicalUrl, Entry>);

/// A document, with the URL and the title of the page that has the best link to it.
#[derive(Clone, Debug)]
struct Entry {
    document: LinkedDocument,
    page: Option<(CanonicalUrl, String)>,
}

/// A document as a line of JSON.
#[derive(Serialize)]
struct Line<'a> {
    rank: usize,
    text: &'a str,
    url: &'a CanonicalUrl,
    kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    relevance: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<&'a CanonicalUrl>,
    #[serde(skip_serializing_if = "str::is_empty")]
    page_title: &'a str,
    pages: u32,
}

impl DocumentList {
    /// Adds the documents of a crawl, whose pages are all given in order.
    pub fn add(&mut self, documents: Vec<LinkedDocument>, pages: &[PageRecord]) {
        for document in documents {
            let known = self.0.get(&document.url);
            if known.is_none_or(|known| known.document.relevance < document.relevance) {
                let page = document.page.and_then(|n| pages.get(pages.binary_search_by_key(&n, |page| page.n).ok()?));
                let page = page.map(|page| (page.url.clone(), page.text.title.clone()));
                self.0.insert(document.url.clone(), Entry { document, page });
            }
        }
    }

    /// Writes the file, the best estimate first; `title` is the name of the crawl or the topic.
    pub fn write(&self, title: &str, format: DocumentsFormat) -> String {
        let mut entries: Vec<&Entry> = self.0.values().collect();
        sorting::sort_by(&mut entries, |a, b| b.document.relevance.total_cmp(&a.document.relevance));
        let lines: Vec<Line<'_>> = entries.into_iter().zip(1..).map(|(entry, rank)| entry.line(rank)).collect();
        match format {
            DocumentsFormat::Markdown => markdown(title, &lines),
            DocumentsFormat::Bookmarks => bookmarks::file(title, lines.iter().map(bookmark).collect()),
            DocumentsFormat::Csv => csv(&lines),
            DocumentsFormat::Urls => list::write(lines.iter().map(|line| line.url)),
            DocumentsFormat::Jsonl => lines.iter().map(json).collect(),
            DocumentsFormat::Ris => references(title, &lines, ExportFormat::Ris),
            DocumentsFormat::Bibtex => references(title, &lines, ExportFormat::Bibtex),
            DocumentsFormat::CslJson => references(title, &lines, ExportFormat::CslJson),
        }
    }
}

impl Entry {
    fn line(&self, rank: usize) -> Line<'_> {
        let document = &self.document;
        Line {
            rank,
            text: &document.anchor,
            url: &document.url,
            kind: document.kind.title(),
            bytes: document.bytes,
            relevance: document.relevance,
            page: self.page.as_ref().map(|(url, _)| url),
            page_title: self.page.as_ref().map_or("", |(_, title)| title),
            pages: document.pages,
        }
    }
}

/// Returns a text, or the address without one.
fn title(text: &str, url: &CanonicalUrl) -> String {
    let text = clean(text);
    if text.is_empty() { url.to_string() } else { text }
}

/// Writes the references of documents as those of pages of which title, address and relevance are known.
fn references(title: &str, lines: &[Line<'_>], format: ExportFormat) -> String {
    let record = |line: &Line<'_>| PageRecord {
        relevance: line.relevance,
        text: PageText { title: line.text.to_owned(), ..PageText::default() },
        ..PageRecord::new(count(line.rank), line.url.clone())
    };
    let records: Vec<PageRecord> = lines.iter().map(record).collect();
    let pages = records.iter().map(|record| ExportPage::new(record, PageContent::default(), format));
    let export = Export::new(title, 0, pages.collect());
    String::from_utf8_lossy(&export.write(format)).into_owned()
}

fn bookmark(line: &Line<'_>) -> Bookmark {
    Bookmark { title: title(line.text, line.url), url: line.url.clone(), added: None }
}

/// Returns a list of links, each with the kind and a link to the page.
fn markdown(name: &str, lines: &[Line<'_>]) -> String {
    let text = |text: String| Span { text, ..Span::default() };
    let link = |title: String, url: &CanonicalUrl| Span { target: Target::Link(url.to_string()), ..text(title) };
    let item = |line: &Line<'_>| {
        let mut spans = vec![link(title(line.text, line.url), line.url), text(format!(" ({})", line.kind))];
        if let Some(page) = line.page {
            spans.extend([text(", linked from ".to_owned()), link(title(line.page_title, page), page)]);
        }
        let within = vec![Container::Item { id: count(line.rank), number: None }];
        Block { within, content: Content::Paragraph(spans) }
    };
    let heading = Block { within: Vec::new(), content: Content::Heading(1, vec![text(clean(name))]) };
    let blocks = std::iter::once(heading).chain(lines.iter().map(item)).collect();
    Outline { blocks }.markdown(0) + "\n"
}

/// Returns a table that Excel opens.
fn csv(lines: &[Line<'_>]) -> String {
    let head = ["rank", "text", "url", "kind", "bytes", "relevance", "page", "page_title", "pages"];
    let lines = lines.iter().map(|line| {
        [
            line.rank.to_string(),
            cell(line.text),
            cell(line.url.as_str()),
            line.kind.to_owned(),
            line.bytes.map(|bytes| bytes.to_string()).unwrap_or_default(),
            format!("{:.3}", line.relevance),
            cell(line.page.map_or("", CanonicalUrl::as_str)),
            cell(line.page_title),
            line.pages.to_string(),
        ]
    });
    excel(head, lines)
}

fn json(line: &Line<'_>) -> String {
    serde_json::to_string(line).expect("numbers, words and URLs can be written as JSON") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golden::{crawl, golden, url};
    use types::document::DocumentKind;

    fn document(address: &str, anchor: &str, page: Option<u32>, relevance: f64) -> LinkedDocument {
        LinkedDocument {
            url: url(address),
            kind: DocumentKind::Pdf,
            anchor: anchor.to_owned(),
            page,
            bytes: page.is_some().then_some(2_300_000),
            pages: 2,
            relevance,
        }
    }

    #[test]
    fn documents_are_written_to_the_byte() {
        let hostile = "=1+1, the *report*\n</A>";
        let documents = vec![
            document("http://a.test/x.pdf", hostile, Some(2), 0.5),
            document("http://b.test/y.pdf", "", None, 0.5),
        ];
        let mut list = DocumentList::default();
        list.add(documents, &crawl());
        for format in DocumentsFormat::ALL {
            golden(ExportFormat::Documents(format).file_name(), &list.write("dengue <fever>", format));
        }
    }

    #[test]
    fn a_document_of_several_crawls_is_listed_once_with_its_best_estimate_and_the_best_is_first() {
        let mut list = DocumentList::default();
        list.add(vec![document("http://a.test/x.pdf", "report", Some(1), 0.2)], &crawl());
        list.add(vec![document("http://a.test/x.pdf", "the report", Some(4), 0.6)], &crawl());
        list.add(vec![document("http://a.test/x.pdf", "a file", Some(1), 0.4)], &crawl());
        list.add(vec![document("http://b.test/y.pdf", "more", Some(1), 0.9)], &crawl());
        assert_eq!(list.write("", DocumentsFormat::Urls), "http://b.test/y.pdf\nhttp://a.test/x.pdf\n");
        let lines = list.write("", DocumentsFormat::Jsonl);
        let entry: serde_json::Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
        assert_eq!((&entry["text"], &entry["page"]), (&"the report".into(), &"http://b.test:8080/on".into()));
    }
}
