//! Writes the documents that pages link to as a table that Excel opens.

use crate::csv::{cell, excel};
use types::document::LinkedDocument;
use types::report::PageRecord;

/// Returns the table: a line with the names of the columns, then a line per document, in their order. `pages` are the
/// pages of the crawl.
pub fn csv(documents: &[LinkedDocument], pages: &[PageRecord]) -> String {
    let head = ["rank", "text", "url", "kind", "bytes", "relevance", "page", "page_title", "pages"];
    let lines = documents.iter().enumerate().map(|(index, document)| {
        let page = document.page.and_then(|n| pages.get(pages.binary_search_by_key(&n, |page| page.n).ok()?));
        [
            (index + 1).to_string(),
            cell(&document.anchor),
            cell(document.url.as_str()),
            document.kind.title().to_owned(),
            document.bytes.map(|bytes| bytes.to_string()).unwrap_or_default(),
            format!("{:.3}", document.relevance),
            cell(page.map_or("", |page| page.url.as_str())),
            cell(page.map_or("", |page| &page.text.title)),
            document.pages.to_string(),
        ]
    });
    excel(head, lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::golden::{crawl, golden, url};
    use types::document::DocumentKind;

    #[test]
    fn documents_are_a_table_to_the_byte() {
        let document = |address: &str, page| LinkedDocument {
            url: url(address),
            kind: DocumentKind::Pdf,
            anchor: "=1+1, the report".to_owned(),
            page,
            bytes: page.is_some().then_some(2_300_000),
            pages: 2,
            relevance: 0.5,
        };
        let documents = [document("http://a.test/x.pdf", Some(2)), document("http://b.test/y.pdf", None)];
        golden("documents.csv", &csv(&documents, &crawl()));
    }
}
