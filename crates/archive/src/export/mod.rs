//! Exports for people: texts, references, tables, lists and feeds of chosen pages, the best page first, and lists of
//! documents.
//!
//! What pages say about themselves and their main text come from their bodies. Pages without a saved body keep what the
//! crawl recorded: title, address and snippet. Everything comes from the web, so each format escapes it.

mod bookmarks;
mod documents;
mod feeds;
mod reading_list;
mod references;
mod table;
#[cfg(test)]
mod tests;
mod texts;

pub use documents::DocumentList;
pub use references::citation;

use engine::html::{PageContent, PageMetadata};
use types::export::ExportFormat;
use types::judgment::{Judgment, JudgmentState};
use types::report::{Millis, PageRecord};
use types::sorting;
use types::text::clean;

/// A page to export.
#[derive(Clone, Debug)]
pub struct ExportPage<'a> {
    /// Its record.
    pub record: &'a PageRecord,
    /// The data that it has about itself.
    pub metadata: PageMetadata,
    /// Its main text, as Markdown or as plain text, depending on the format; empty without a saved body.
    pub text: String,
    /// The person's judgment of it.
    pub judgment: Judgment,
}

impl<'a> ExportPage<'a> {
    /// Returns a page with the parts of its content that a format needs.
    pub fn new(record: &'a PageRecord, content: PageContent, format: ExportFormat) -> Self {
        let text = match format {
            ExportFormat::Markdown => content.outline.markdown(2),
            ExportFormat::MarkdownFolder | ExportFormat::TextJsonl => content.outline.markdown(1),
            ExportFormat::Text => content.outline.plain_text(),
            _ => String::new(),
        };
        let page = Self { record, metadata: content.metadata, text, judgment: Judgment::default() };
        if page.text_begins_with_title() { page.without_first_block() } else { page }
    }

    /// Returns the title, or the address without one.
    pub(crate) fn title(&self) -> String {
        let titles = [&self.metadata.title, &self.record.text.title].map(|title| clean(title));
        let title = titles.into_iter().find(|title| !title.is_empty());
        title.unwrap_or_else(|| self.record.url.to_string())
    }

    /// Returns the stable name of the judgment's state; empty without one.
    pub(crate) fn state(&self) -> &'static str {
        self.judgment.state.map(JudgmentState::word).unwrap_or_default()
    }

    /// Returns the description that the page gives, or the excerpt that the crawl shows.
    pub(crate) fn summary(&self) -> String {
        let description = clean(&self.metadata.description);
        if description.is_empty() { clean(&self.record.text.snippet) } else { description }
    }

    /// Returns the name of the site.
    pub(crate) fn site(&self) -> &str {
        if self.metadata.site_name.is_empty() { self.record.url.authority() } else { &self.metadata.site_name }
    }

    /// Returns true if the text begins with a heading that repeats the title.
    fn text_begins_with_title(&self) -> bool {
        let first = self.text.lines().next().unwrap_or_default();
        clean(&first.trim_start_matches('#').replace('\\', "")) == self.title()
    }

    fn without_first_block(mut self) -> Self {
        let (_, rest) = self.text.split_once('\n').unwrap_or_default();
        self.text = rest.trim_start_matches('\n').to_owned();
        self
    }
}

/// The pages to export.
#[derive(Clone, Debug)]
pub struct Export<'a> {
    /// The name of the crawl.
    pub title: &'a str,
    /// The time of the crawl.
    pub created: Millis,
    /// The maximum number of tokens of a text, as [`tokens`] estimates them.
    pub tokens: u32,
    pages: Vec<ExportPage<'a>>,
}

impl<'a> Export<'a> {
    /// Returns an export without a limit. The pages are ordered by relevance.
    pub fn new(title: &'a str, created: Millis, mut pages: Vec<ExportPage<'a>>) -> Self {
        sorting::sort_by(&mut pages, |a, b| {
            b.record.relevance.total_cmp(&a.record.relevance).then(a.record.n.cmp(&b.record.n))
        });
        Self { title, created, tokens: u32::MAX, pages }
    }

    /// Writes the file; empty for a format that is not made of pages and their contents.
    pub fn write(&self, format: ExportFormat) -> Vec<u8> {
        match format {
            ExportFormat::Markdown => self.markdown().into_bytes(),
            ExportFormat::MarkdownFolder => self.folder(),
            ExportFormat::Text => self.text().into_bytes(),
            ExportFormat::TextJsonl => self.jsonl().into_bytes(),
            ExportFormat::ReadingList => self.reading_list().into_bytes(),
            ExportFormat::Bookmarks => self.bookmarks().into_bytes(),
            ExportFormat::Ris => self.ris().into_bytes(),
            ExportFormat::Bibtex => self.bibtex().into_bytes(),
            ExportFormat::CslJson => self.csl_json().into_bytes(),
            ExportFormat::Excel => self.excel().into_bytes(),
            ExportFormat::Atom => self.atom().into_bytes(),
            ExportFormat::Opml => self.opml().into_bytes(),
            _ => Vec::new(),
        }
    }
}

/// Returns true if a page is exported unless the person chose pages. Lists for programs have every page, recordings
/// those with a response, and addresses those that were read. Tables for people have every page that was read and may
/// be listed, other formats those of them that were kept or are read later, and those on the topic that were not
/// discarded.
pub fn is_exported(format: ExportFormat, page: &PageRecord, judgment: Option<&Judgment>, good: f64) -> bool {
    match format {
        ExportFormat::Csv | ExportFormat::Jsonl => true,
        ExportFormat::Warc | ExportFormat::WarcGz | ExportFormat::Wacz => page.status > 0,
        ExportFormat::Urls => page.outcome.is_read(),
        ExportFormat::Excel | ExportFormat::TextJsonl => page.outcome.is_listed(),
        _ => match judgment.and_then(|judgment| judgment.state) {
            Some(state) => state != JudgmentState::Discarded && page.outcome.is_listed(),
            None => page.is_on_topic(good),
        },
    }
}

/// Estimates the number of tokens of a language model: one for four bytes, and one for each character of a script
/// without spaces (Chinese, Japanese, Korean, Thai).
pub fn tokens(text: &str) -> u32 {
    let (mut bytes, mut characters) = (0_usize, 0_usize);
    for c in text.chars() {
        match c {
            '\u{e00}'..='\u{eff}' | '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' => {
                characters += 1;
            }
            '\u{20000}'..='\u{3ffff}' => characters += 1,
            _ => bytes += c.len_utf8(),
        }
    }
    types::count(bytes.div_ceil(4) + characters)
}
