//! Arranges a document for reading: the lines of its text, or of its main text, as headings and paragraphs, with the
//! links in place.
//!
//! The engine stores a page's text as lines, its headings as texts, and for each link the range of its anchor. A line
//! is a heading if it has the text of the next heading and the links after it are below that heading, because menus
//! often contain the same words earlier. The engine does not store heading levels, lists, tables and images. Each of a
//! file's pages gets a heading with its number.

use engine::html::{Document, Link};
use protocol::Source;
use protocol::reader::{Block, Piece, ReaderLink, ReaderPage};
use std::ops::Range;
use types::text::cut;
use types::url::CanonicalUrl;

/// The most characters of an address that is shown for a link without text.
const ADDRESS_CHARS: usize = 60;

/// The part of a page that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// All text: whoever records a trail follows links, those of menus as well.
    Whole,
    /// The main text.
    Main,
}

/// Returns the content of a page of a source, without the time and way in which it was read.
pub(crate) fn reading(url: CanonicalUrl, source: Source, document: &Document, part: Part) -> ReaderPage {
    ReaderPage {
        url,
        moved_from: None,
        title: document.title.clone(),
        language: document.language.clone(),
        blocks: match part {
            Part::Whole => blocks(document, std::iter::once(0..document.body.len())),
            Part::Main => blocks(document, document.main_ranges()),
        },
        links: document.links.iter().map(link).collect(),
        cut: document.cut,
        at: 0,
        source,
        was_kept: false,
        unkept: None,
    }
}

fn link(link: &Link) -> ReaderLink {
    ReaderLink { url: link.url.clone(), anchor: link.anchor.clone(), context: link.context.clone() }
}

/// Returns the blocks of ranges of the text, which must be ascending.
fn blocks(document: &Document, ranges: impl Iterator<Item = Range<usize>>) -> Vec<Block> {
    let mut headings = document.headings.as_slice();
    let mut parts = ranges.flat_map(|range| lines(document, range)).peekable();
    let (mut start, mut blocks) = (0, Vec::new());
    // The first link whose anchor does not end before the line.
    let mut first = 0;
    let mut pages = (1..).zip(&document.page_starts).filter(|_| document.page_starts.len() > 1).peekable();
    for text in document.body.split('\n') {
        let line = start..start + text.len();
        start = line.end + 1;
        // An empty page starts where the next one does.
        while let Some((number, _)) = pages.next_if(|(_, page)| **page as usize <= line.start) {
            let text = format!("Page {number}");
            blocks.push(Block { heading: true, pieces: vec![Piece { text, ..Piece::default() }] });
        }
        first += document.links[first..].iter().take_while(|link| (link.span.1 as usize) < line.start).count();
        let heading = is_heading(headings, text, &document.links[first..], line.end);
        if heading {
            headings = &headings[1..];
        }
        // A line may have several parts: the cells of a table that arranges the page.
        while let Some(part) = parts.next_if(|part| part.start <= line.end) {
            let (pieces, next) = pieces(document, &part, first);
            first = next;
            if !pieces.is_empty() {
                blocks.push(Block { heading, pieces });
            }
        }
    }
    blocks
}

/// Returns the lines of a range of the text.
fn lines(document: &Document, range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut start = range.start;
    text(document, range).split('\n').map(move |line| {
        let line = start..start + line.len();
        start = line.end + 1;
        line
    })
}

/// Returns whether a line is the next heading.
fn is_heading(headings: &[String], text: &str, links: &[Link], end: usize) -> bool {
    let Some((next, later)) = headings.split_first() else {
        return false;
    };
    let text = text.trim_end_matches(['¶', ' ']);
    let same = text == next || text.starts_with(next.as_str()) && next.chars().count() >= 300;
    let after = links.iter().find(|link| link.span.0 as usize > end);
    let under = |link: &Link| link.heading == *next || later.contains(&link.heading);
    same && after.is_none_or(under)
}

/// Returns the pieces of a line, and the first link for the next line.
fn pieces(document: &Document, line: &Range<usize>, first: usize) -> (Vec<Piece>, usize) {
    let (mut pieces, mut at, mut place) = (Vec::new(), line.start, first);
    while let Some(link) = document.links.get(place) {
        let span = link.span.0 as usize..link.span.1 as usize;
        let is_empty = span.is_empty();
        if span.start > line.end || !is_empty && span.start >= line.end {
            break;
        }
        let number = u32::try_from(place).ok();
        if is_empty {
            push(&mut pieces, text(document, at..span.start), None);
            at = at.max(span.start);
            push(&mut pieces, &spoken(link), number);
        } else {
            push(&mut pieces, text(document, at..span.start), None);
            let end = span.end.min(line.end);
            push(&mut pieces, text(document, at.max(span.start)..end), number);
            at = at.max(end);
            if span.end > line.end {
                return (pieces, place);
            }
        }
        place += 1;
    }
    push(&mut pieces, text(document, at..line.end), None);
    (pieces, place)
}

fn text(document: &Document, range: Range<usize>) -> &str {
    document.body.get(range).unwrap_or_default()
}

/// Adds a piece. Adjacent links, of images or table cells, are separated by a space.
fn push(pieces: &mut Vec<Piece>, text: &str, link: Option<u32>) {
    if text.is_empty() {
        return;
    }
    let is_open = |piece: &Piece| !piece.text.ends_with(char::is_whitespace);
    let beside = link.is_some() && pieces.last().is_some_and(|last| last.link.is_some());
    if beside && pieces.last().is_some_and(is_open) {
        pieces.push(Piece { text: " ".to_owned(), ..Piece::default() });
    }
    pieces.push(Piece { text: text.to_owned(), link, marks: Vec::new() });
}

/// Returns the text for a link without text: that of its image, or the end of its address.
fn spoken(link: &Link) -> String {
    if !link.anchor.is_empty() {
        return link.anchor.clone();
    }
    let path = link.url.path_and_query();
    let address = if path.len() > 1 { path } else { link.url.authority() };
    cut(address, ADDRESS_CHARS).to_owned()
}
