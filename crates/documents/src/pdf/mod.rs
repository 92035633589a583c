//! Reads PDF files: text by pages in reading order, title, language, date, links.
//!
//! `hayro-syntax` reads the file's structure, `hayro-font` its fonts; the content streams and the text of pages are
//! read here. `BENCHMARKS.md#pdf-files` compares other readers. Not covered: drawing, pictures, passwords.

mod bounds;
mod fonts;
mod interpret;
mod lines;
mod text;
mod title;
mod tokens;

use crate::{Limits, Unreadable};
use bounds::unpacks_within_bounds;
use hayro_syntax::object::dict::keys;
use hayro_syntax::object::{Array, Dict, Name, String as PdfString};
use hayro_syntax::page::Page;
use hayro_syntax::{LoadPdfError, Pdf};
use interpret::Interpreter;
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

/// The content of a PDF file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PdfText {
    /// The title of the metadata, else the largest text of the first page.
    pub title: String,
    /// The text of each page that was read, lines of a paragraph joined, paragraphs separated by `\n`.
    pub pages: Vec<String>,
    /// The number of pages of the file.
    pub page_count: usize,
    /// The language that the file declares, such as `en-US`.
    pub language: Option<String>,
    /// The date of creation, else of the last change, as `YYYY-MM-DD`.
    pub date: Option<String>,
    /// The links, in the order of the pages.
    pub links: Vec<PdfLink>,
    /// True if a limit ended the reading.
    pub is_cut: bool,
}

/// A link of a PDF file: an annotation, or an address in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdfLink {
    /// The address as it is written.
    pub address: String,
    /// The page, from 0.
    pub page: usize,
    /// The bytes of its text in that page; empty if it has none.
    pub span: Range<usize>,
}

/// Returns true if a file begins as a PDF file does. Readers accept up to 1,024 bytes before the mark.
fn is_pdf(bytes: &[u8]) -> bool {
    memchr::memmem::find(&bytes[..bytes.len().min(1_024)], b"%PDF-").is_some()
}

/// Files with encryption, or compression by LZW, over this size are not read: what their streams unpack to cannot be
/// counted before.
const UNCOUNTED_BYTES: usize = 1 << 20;
/// Letters and digits a page below which pages count as pictures.
const FEWEST_LETTERS: usize = 8;

/// Reads a PDF file.
///
/// # Errors
///
/// The reason if there is no text to read.
pub fn read(bytes: &[u8], limits: &Limits) -> Result<PdfText, Unreadable> {
    let has = |word: &[u8]| memchr::memmem::find(bytes, word).is_some();
    if !is_pdf(bytes) {
        return Err(Unreadable::Damaged);
    }
    if bytes.len() > limits.bytes || !unpacks_within_bounds(bytes) {
        return Err(Unreadable::TooLarge);
    }
    if bytes.len() > UNCOUNTED_BYTES && has(b"/Encrypt") {
        return Err(Unreadable::Encrypted);
    }
    if bytes.len() > UNCOUNTED_BYTES && has(b"/LZWDecode") {
        return Err(Unreadable::TooLarge);
    }
    let pdf = Pdf::new(Arc::new(bytes.to_vec())).map_err(|error| match error {
        LoadPdfError::Decryption(_) => Unreadable::Encrypted,
        LoadPdfError::Invalid if has(b"/Encrypt") => Unreadable::Encrypted,
        LoadPdfError::Invalid => Unreadable::Damaged,
    })?;
    let (text, is_exhausted) = read_pages(&pdf, limits);
    let letters = text.pages.iter().flat_map(|page| page.chars()).filter(|c| c.is_alphanumeric());
    if text.pages.is_empty() {
        return Err(Unreadable::Damaged);
    }
    if letters.take(FEWEST_LETTERS * text.pages.len()).count() < FEWEST_LETTERS * text.pages.len() {
        return Err(if is_exhausted { Unreadable::TooLarge } else { Unreadable::Scanned });
    }
    Ok(text)
}

/// Reads the pages; returns also whether the operations were not enough.
fn read_pages(pdf: &Pdf, limits: &Limits) -> (PdfText, bool) {
    let pages = pdf.pages();
    let mut interpreter = Interpreter::new(limits.operations);
    let mut read = PdfText { page_count: pages.len(), language: language(pdf), date: date(pdf), ..PdfText::default() };
    let mut largest = String::new();
    for (number, page) in pages.iter().enumerate() {
        if number >= limits.pages || interpreter.is_exhausted() {
            read.is_cut = true;
            break;
        }
        let annotations = annotations(page, limits.links - read.links.len());
        let rects: Vec<lines::Rect> = annotations.iter().map(|(rect, _)| *rect).collect();
        let mut lines = lines::Lines::new(&rects);
        interpreter.page(page, &mut lines);
        let assembled = lines.joined();
        if number == 0 {
            largest = title::largest(&assembled.sizes);
        }
        let from = read.links.len();
        for ((_, address), span) in annotations.into_iter().zip(assembled.spans) {
            read.links.push(PdfLink { address, page: number, span });
        }
        add_written_addresses(&assembled.text, number, from, limits.links, &mut read.links);
        read.pages.push(assembled.text);
    }
    let declared = pdf.metadata().title.as_deref().map(text::decoded);
    read.title = declared.and_then(|title| title::plausible(&title)).unwrap_or(largest);
    read.is_cut |= interpreter.is_exhausted();
    (read, interpreter.is_exhausted())
}

/// Returns the places and addresses of the links of a page (ISO 32000-1 §12.5.6.5, §12.6.4.7), at most `most`.
fn annotations(page: &Page<'_>, most: usize) -> Vec<(lines::Rect, String)> {
    let annotations = page.raw().get::<Array<'_>>("Annots");
    let links = annotations.iter().flat_map(Array::iter::<Dict<'_>>).filter_map(|annotation| {
        let is_link = annotation.get::<Name<'_>>("Subtype").is_some_and(|name| name.as_ref() == b"Link");
        let action = annotation.get::<Dict<'_>>("A").filter(|_| is_link)?;
        let address = text::decoded(action.get::<PdfString<'_>>("URI")?.as_bytes());
        let [a, b, c, d] = annotation.get::<[f64; 4]>("Rect").unwrap_or_default();
        Some(([a.min(c), b.min(d), a.max(c), b.max(d)], address)).filter(|(_, address)| !address.is_empty())
    });
    links.take(most).collect()
}

/// Adds the web addresses in a page's text, except those that begin the address of an annotation: it has the parts on
/// further lines, too.
fn add_written_addresses(text: &str, page: usize, from: usize, most: usize, links: &mut Vec<PdfLink>) {
    let mut at = 0;
    while let Some(start) = text[at..].find("http").map(|found| at + found) {
        let is_end =
            |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '{' | '}' | '|' | '\\' | '“' | '”' | '’');
        let end = text[start..].find(is_end).map_or(text.len(), |end| start + end);
        let address = text[start..end].trim_end_matches(['.', ',', ';', ':', '!', '?', ')', ']', '\'']);
        let host = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://")).unwrap_or_default();
        let is_known = || links[from..].iter().any(|link| link.address.starts_with(address));
        if host.contains('.') && links.len() < most && !is_known() {
            links.push(PdfLink { address: address.to_owned(), page, span: start..start + address.len() });
        }
        at = end.max(start + 4);
    }
}

fn language(pdf: &Pdf) -> Option<String> {
    let root = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id())?;
    let language = text::decoded(root.get::<PdfString<'_>>(keys::LANG)?.as_bytes());
    (!language.is_empty() && language.len() <= 35).then_some(language)
}

fn date(pdf: &Pdf) -> Option<String> {
    let metadata = pdf.metadata();
    let date = metadata.creation_date.or(metadata.modification_date)?;
    let mut written = String::new();
    write!(written, "{:04}-{:02}-{:02}", date.year, date.month, date.day).ok()?;
    Some(written)
}

#[cfg(test)]
mod tests;
