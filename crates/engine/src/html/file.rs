//! Builds the document of a file that is read like a page, such as PDF, from its text and links.

use super::around::around;
use super::charset::Decoder;
use super::document::Document;
use super::language;
use super::link::{Link, LinkKind, LinkPlace};
use super::metadata::PageMetadata;
use super::outline::{Block, Content, Outline, Span};
use super::read::{PageContent, read_file_content, read_file_markup};
use documents::pdf::{PdfLink, PdfText};
use documents::{DocumentText, Unreadable};
use types::document::{DocumentFormat, ReadDocument};
use types::header::MediaType;
use types::limits;
use types::report::PageClass;
use types::text::{clean, cut};
use types::url::{CanonicalUrl, Omitted};

/// A file that the driver has read.
pub(crate) struct ReadFile {
    format: DocumentFormat,
    text: Result<DocumentText, Unreadable>,
}

impl ReadFile {
    /// Reads a file; `None` if the driver reads none.
    pub(crate) fn new(format: DocumentFormat, bytes: &[u8], decoder: &dyn Decoder) -> Option<Self> {
        Some(Self { format, text: decoder.read_document(format, bytes)? })
    }

    /// Reads a file if bytes begin as one or have its type, and the driver reads it.
    pub(super) fn detect(
        bytes: &[u8],
        content_type: Option<&str>,
        url: &CanonicalUrl,
        decoder: &dyn Decoder,
    ) -> Option<Self> {
        let media_type = MediaType::extract(content_type);
        Self::new(DocumentFormat::detect(url, media_type.as_ref(), bytes)?, bytes, decoder)
    }

    /// Builds the document of the file at a URL, with at most so many bytes of text.
    pub(crate) fn document(self, url: &CanonicalUrl, text_bytes: usize) -> Document {
        let (document, pages) = match self.text {
            Ok(DocumentText::Pdf(text)) => (with_text(&text, url, text_bytes), crate::count(text.page_count)),
            Ok(DocumentText::Markup(text)) => {
                let document = read_file_markup(&text.html, url, text_bytes);
                (Document { cut: document.cut || text.is_cut, ..document }, 0)
            }
            Err(reason) => (Document { class: Some(class(reason)), ..Document::default() }, 0),
        };
        Document { file: Some(ReadDocument { format: self.format, pages }), ..document }
    }

    /// Returns the content for other programs and for reading.
    pub(super) fn content(self, url: &CanonicalUrl) -> PageContent {
        match self.text {
            Ok(DocumentText::Pdf(text)) => content(text),
            Ok(DocumentText::Markup(text)) => read_file_content(&text.html, url),
            Err(_) => PageContent::default(),
        }
    }
}

fn class(reason: Unreadable) -> PageClass {
    match reason {
        Unreadable::Encrypted => PageClass::EncryptedFile,
        Unreadable::Scanned => PageClass::ScannedFile,
        Unreadable::Damaged => PageClass::DamagedFile,
        Unreadable::TooLarge => PageClass::LargeFile,
    }
}

/// Returns the text of a PDF file for other programs and for reading, with a heading for each of several pages.
fn content(text: PdfText) -> PageContent {
    let paragraph = |text: &str| vec![Span { text: text.to_owned(), ..Span::default() }];
    let block = |content| Block { within: Vec::new(), content };
    let mut blocks = Vec::new();
    for (number, page) in text.pages.iter().enumerate() {
        if text.pages.len() > 1 {
            blocks.push(block(Content::Heading(2, paragraph(&format!("Page {}", number + 1)))));
        }
        let lines = page.split('\n').filter(|line| !line.is_empty());
        blocks.extend(lines.map(|line| block(Content::Paragraph(paragraph(line)))));
    }
    let metadata = PageMetadata {
        title: cut(&clean(&text.title), limits::TITLE_CHARS).to_owned(),
        date: text.date.unwrap_or_default(),
        language: text.language.unwrap_or_default(),
        ..PageMetadata::default()
    };
    PageContent { outline: Outline { blocks }, metadata }
}

fn with_text(text: &PdfText, url: &CanonicalUrl, text_bytes: usize) -> Document {
    let mut body = String::new();
    let mut starts = Vec::new();
    for page in &text.pages {
        if !body.is_empty() && !page.is_empty() {
            body.push('\n');
        }
        starts.push(body.len());
        body.push_str(page);
    }
    let kept = body.floor_char_boundary(text_bytes);
    let links = text.links.iter().filter_map(|found| link(found, starts[found.page], &body, kept, url)).collect();
    let is_cut = text.is_cut || kept < body.len();
    body.truncate(kept);
    let line_ends = body.match_indices('\n').map(|(at, _)| crate::count(at + 1));
    Document {
        title: cut(&clean(&text.title), limits::TITLE_CHARS).to_owned(),
        language: language::detect(&body, text.language.as_deref()),
        leaves: std::iter::once(0).chain(line_ends).collect(),
        links,
        cut: is_cut,
        page_starts: starts.iter().take_while(|start| **start < kept).map(|start| crate::count(*start)).collect(),
        body,
        ..Document::default()
    }
}

/// Returns a link with the text at its place; `None` if its address is no URL, or the file itself.
fn link(found: &PdfLink, page: usize, body: &str, kept: usize, url: &CanonicalUrl) -> Option<Link> {
    let address = found.address.trim();
    let named = if address.starts_with("www.") { format!("http://{address}") } else { address.to_owned() };
    let (target, _) = url.resolve(&named).ok().filter(|(target, _)| target != url)?;
    let span = page + found.span.start..page + found.span.end;
    let line = body[..span.start].rfind('\n').map_or(0, |end| end + 1)
        ..body[span.end..].find('\n').map_or(body.len(), |end| span.end + end);
    let shown = span.start.min(kept)..span.end.min(kept);
    Some(Link {
        url: target,
        omitted: Omitted::default(),
        anchor: cut(&clean(&body[span.clone()]), limits::ANCHOR_CHARS).to_owned(),
        context: if span.is_empty() { String::new() } else { around(body, &line, &span) },
        heading: String::new(),
        span: (crate::count(shown.start), crate::count(shown.end)),
        nofollow: false,
        hidden: false,
        kind: LinkKind::Anchor,
        place: LinkPlace::default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: PdfText) -> ReadFile {
        ReadFile { format: DocumentFormat::Pdf, text: Ok(DocumentText::Pdf(text)) }
    }

    fn text() -> PdfText {
        let link = |address: &str, page, span| PdfLink { address: address.to_owned(), page, span };
        PdfText {
            title: "Spiders\nof Peru".into(),
            pages: vec!["Wolf spiders\nread the report on silk".into(), "www".into()],
            page_count: 12,
            links: vec![
                link("/report", 0, 22..28),
                link("mailto:a@b.test", 0, 0..4),
                link("www.c.test/#x", 1, 0..3),
                link("http://a.test/x.pdf", 1, 0..0),
            ],
            ..PdfText::default()
        }
    }

    #[test]
    fn a_pdf_file_is_a_document_with_anchors_and_contexts() {
        let url = CanonicalUrl::parse("http://a.test/x.pdf").unwrap();
        let document = file(text()).document(&url, limits::BODY_TEXT_BYTES);
        assert_eq!(document.title, "Spiders of Peru");
        assert_eq!(document.body, "Wolf spiders\nread the report on silk\nwww");
        let read = ReadDocument { format: DocumentFormat::Pdf, pages: 12 };
        assert_eq!((document.file, document.class, document.cut), (Some(read), None, false));
        assert_eq!(document.page_starts, [0, 37]);
        let links: Vec<_> =
            document.links.iter().map(|link| (link.url.as_str(), &*link.anchor, &*link.context)).collect();
        assert_eq!(links, [("http://a.test/report", "report", "read the on silk"), ("http://www.c.test/", "www", "")]);
    }

    #[test]
    fn the_content_for_reading_is_by_pages() {
        let content = file(text()).content(&CanonicalUrl::parse("http://a.test/x.pdf").unwrap());
        let shown = "## Page 1\n\nWolf spiders\n\nread the report on silk\n\n## Page 2\n\nwww";
        assert_eq!((content.outline.markdown(0).trim_end(), &*content.metadata.title), (shown, "Spiders of Peru"));
    }

    #[test]
    fn links_behind_the_kept_text_have_their_anchors() {
        let url = CanonicalUrl::parse("http://a.test/x.pdf").unwrap();
        let page = format!("{} end", "x".repeat(limits::BODY_TEXT_BYTES));
        let links = vec![PdfLink { address: "/y".into(), page: 0, span: page.len() - 3..page.len() }];
        let text = PdfText { pages: vec![page], links, ..PdfText::default() };
        let document = file(text).document(&url, limits::BODY_TEXT_BYTES);
        let kept = crate::count(limits::BODY_TEXT_BYTES);
        assert_eq!((&*document.links[0].anchor, document.links[0].span, document.cut), ("end", (kept, kept), true));
    }
}
