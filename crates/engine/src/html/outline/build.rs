//! Builds the outline from the recorded elements, the text, its main ranges and its links. The work is linear in them.

use super::record::{Markup, Tag};
use super::{Block, Container, Content, Outline, Span, Target};
use crate::html::Document;
use crate::html::compose::References;
use crate::html::name::Name;
use crate::html::tokenizer::Text;
use std::ops::Range;
use types::sorting;
use types::text::{clean, cut};

/// The most quotes and list items around a block; it is not within the inner ones.
const DEPTH: usize = 8;
/// The most cells of a row.
const CELLS: usize = 64;
/// The most characters of an image's alternative text.
const ALT_CHARS: usize = 500;
/// The most bytes of an image's reference.
const SOURCE_BYTES: usize = 2_000;

/// An open element.
enum Open {
    /// A list, with the number of the next item if it is ordered.
    List(Option<u32>),
    /// A list item or a quote; true if blocks know that they are within it.
    Container(bool),
    Heading(u8),
    /// Preformatted text, the start of its text on the page, and its language.
    Preformatted(String, usize, String),
    Code,
    /// The rows of a table; `None` if it arranges the page.
    Table(Option<Vec<Vec<Vec<Span>>>>),
    /// A cell with the number of its columns; `None` in a table that arranges the page.
    Cell(Option<usize>),
}

/// Returns the outline of a document. `references` resolves the addresses of images.
pub(in crate::html) fn build(document: &Document, markup: &[Markup<'_>], references: &References<'_>) -> Outline {
    let mut links: Vec<(Range<usize>, &str)> = Vec::new();
    for link in &document.links {
        if link.span.0 < link.span.1 {
            links.push((link.span.0 as usize..link.span.1 as usize, link.url.as_str()));
        }
    }
    sorting::sort_by_key(&mut links, |(range, _)| range.start);
    let mut builder = Builder {
        body: &document.body,
        main: document.main_ranges().collect(),
        links,
        references,
        next_main: 0,
        next_link: 0,
        shown: 0,
        open: Vec::new(),
        within: Vec::new(),
        ids: 0,
        spans: Vec::new(),
        outline: Outline::default(),
    };
    let data_tables = data_tables(markup);
    let mut at = 0;
    for (index, mark) in markup.iter().enumerate() {
        let here = mark.at.min(document.body.len());
        builder.text(at..here);
        at = here.max(at);
        match mark.tag {
            Tag::Start(name, values) => builder.start(name, values, at, data_tables.binary_search(&index).is_ok()),
            Tag::End(name) => builder.end(name, at),
            Tag::Preformatted(text) => builder.preformatted(text),
        }
    }
    builder.text(at..document.body.len());
    builder.flush();
    builder.outline
}

/// A table whose elements are counted.
struct Counted {
    index: usize,
    is_plain: bool,
    rows: usize,
    cells: usize,
    columns: usize,
    paragraphs: usize,
}

/// Returns the indices of the tables with data: at least two rows and two columns, and no block in a cell but one
/// paragraph. Others arrange the page.
fn data_tables(markup: &[Markup<'_>]) -> Vec<usize> {
    let (mut found, mut open) = (Vec::new(), Vec::<Counted>::new());
    for (index, mark) in markup.iter().enumerate() {
        match (mark.tag, open.last_mut()) {
            (Tag::Start(Name::Table, _), outer) => {
                if let Some(outer) = outer {
                    outer.is_plain = false;
                }
                open.push(Counted { index, is_plain: true, rows: 0, cells: 0, columns: 0, paragraphs: 0 });
            }
            (Tag::Start(name, _), Some(table)) => table.count(name),
            (Tag::End(Name::Table), Some(_)) => {
                let closed = open.pop();
                found.extend(closed.filter(Counted::has_data).map(|table| table.index));
            }
            _ => {}
        }
    }
    found.sort_unstable();
    found
}

impl Counted {
    fn count(&mut self, name: Name) {
        match name {
            Name::Tr => {
                self.rows += 1;
                self.cells = 0;
            }
            Name::Td | Name::Th => {
                self.cells += 1;
                self.columns = self.columns.max(self.cells);
                self.paragraphs = 0;
            }
            Name::P => {
                self.paragraphs += 1;
                self.is_plain &= self.paragraphs < 2;
            }
            Name::Ul | Name::Ol | Name::Dl | Name::Pre | Name::Listing | Name::Blockquote | Name::Form => {
                self.is_plain = false;
            }
            _ => self.is_plain &= !name.is_heading(),
        }
    }

    fn has_data(&self) -> bool {
        self.is_plain && self.rows > 1 && self.columns > 1
    }
}

/// An outline that is being built.
struct Builder<'a> {
    body: &'a str,
    main: Vec<Range<usize>>,
    links: Vec<(Range<usize>, &'a str)>,
    references: &'a References<'a>,
    /// The first main range and the first link that do not end before the text so far.
    next_main: usize,
    next_link: usize,
    /// The end of the main text so far.
    shown: usize,
    open: Vec<Open>,
    within: Vec<Container>,
    /// The number of list items and quotes so far.
    ids: u32,
    /// The current paragraph, heading or cell.
    spans: Vec<Span>,
    outline: Outline,
}

impl Builder<'_> {
    /// Adds the main text within a range of the page's text.
    fn text(&mut self, range: Range<usize>) {
        while let Some(main) = self.main.get(self.next_main).filter(|main| main.start < range.end) {
            let piece = main.start.max(range.start)..main.end.min(range.end);
            let is_over = main.end <= range.end;
            if !piece.is_empty() {
                self.main_text(piece);
            }
            if !is_over {
                break;
            }
            self.next_main += 1;
        }
    }

    fn main_text(&mut self, piece: Range<usize>) {
        if self.is_in_preformatted() {
            self.shown = piece.end;
            return;
        }
        let is_gap = piece.start > self.shown && !self.spans.is_empty();
        if is_gap {
            let sign = if self.body.as_bytes()[self.shown] == b'\n' { "\n" } else { " " };
            self.add(sign, Target::None);
        }
        self.shown = piece.end;
        let mut at = piece.start;
        while at < piece.end {
            while self.links.get(self.next_link).is_some_and(|(link, _)| link.end <= at) {
                self.next_link += 1;
            }
            let (end, target) = match self.links.get(self.next_link) {
                Some((link, url)) if link.start <= at => (link.end, Target::Link((*url).to_owned())),
                Some((link, _)) => (link.start, Target::None),
                None => (piece.end, Target::None),
            };
            let end = end.min(piece.end);
            let text = self.body.get(at..end).unwrap_or_default();
            self.add(text, target);
            at = end;
        }
    }

    /// Adds a text to the current block.
    fn add(&mut self, text: &str, target: Target) {
        let is_code = self.open.iter().rev().any(|open| matches!(open, Open::Code));
        match self.spans.last_mut() {
            Some(last) if last.is_code == is_code && last.target == target => last.text.push_str(text),
            _ => self.spans.push(Span { text: text.to_owned(), is_code, target }),
        }
    }

    fn start(&mut self, name: Name, [first, second]: [Option<Text<'_>>; 2], at: usize, has_data: bool) {
        match name {
            Name::Br => return self.line_break(),
            Name::Img => return self.image(first, second, at),
            Name::Code => {
                if let Some(Open::Preformatted(_, _, language)) = self.open.last_mut()
                    && let Some(named) = first.and_then(language_of)
                {
                    *language = named;
                }
                return self.open.push(Open::Code);
            }
            _ => self.border(),
        }
        match name {
            Name::Ul | Name::Menu | Name::Dir | Name::Dl => self.open.push(Open::List(None)),
            Name::Ol => {
                let number = first.and_then(|start| start.decoded().trim().parse().ok());
                self.open.push(Open::List(Some(number.unwrap_or(1).min(999_999_999))));
            }
            Name::Li | Name::Dd => self.item(),
            Name::Blockquote => {
                self.ids += 1;
                self.contain(Container::Quote(self.ids));
            }
            Name::Pre | Name::Listing => {
                let language = first.and_then(language_of).unwrap_or_default();
                self.open.push(Open::Preformatted(String::new(), at, language));
            }
            Name::Table => self.open.push(Open::Table(has_data.then(Vec::new))),
            Name::Tr => self.row(),
            Name::Td | Name::Th => {
                let columns = first.and_then(|columns| columns.decoded().trim().parse().ok());
                let columns = self.rows().map(|_| columns.unwrap_or(1).clamp(1, CELLS));
                self.open.push(Open::Cell(columns));
            }
            _ => self.open.extend(level(name).map(Open::Heading)),
        }
    }

    fn end(&mut self, name: Name, at: usize) {
        let closes = |open: &Open| match open {
            Open::List(_) => matches!(name, Name::Ul | Name::Menu | Name::Dir | Name::Dl | Name::Ol),
            Open::Container(_) => matches!(name, Name::Li | Name::Dd | Name::Blockquote),
            Open::Heading(_) => name.is_heading(),
            Open::Preformatted(..) => matches!(name, Name::Pre | Name::Listing),
            Open::Code => name == Name::Code,
            Open::Table(_) => name == Name::Table,
            Open::Cell(_) => matches!(name, Name::Td | Name::Th),
        };
        if self.open.last().is_some_and(closes) {
            self.close(at);
        } else {
            self.border();
        }
    }

    /// Closes the innermost element.
    fn close(&mut self, at: usize) {
        if !matches!(self.open.last(), Some(Open::Code | Open::Cell(Some(_)))) {
            self.border();
        }
        match self.open.pop() {
            Some(Open::Container(true)) => drop(self.within.pop()),
            Some(Open::Preformatted(text, start, language)) => self.code(&text, start..at, language),
            Some(Open::Table(Some(mut rows))) => {
                rows.retain(|row| row.iter().any(|cell| !cell.is_empty()));
                if !rows.is_empty() {
                    self.push(Content::Table(rows));
                }
            }
            Some(Open::Cell(Some(columns))) => {
                let cell = trimmed(std::mem::take(&mut self.spans));
                if let Some(rows) = self.rows() {
                    if rows.is_empty() {
                        rows.push(Vec::new());
                    }
                    if let Some(row) = rows.last_mut() {
                        let length = (row.len() + columns).min(CELLS);
                        row.push(cell);
                        row.resize(length, Vec::new());
                    }
                }
            }
            _ => {}
        }
    }

    /// Returns the rows of the innermost table, if it has data and no cell is open.
    fn rows(&mut self) -> Option<&mut Vec<Vec<Vec<Span>>>> {
        if let Some(Open::Table(rows)) = self.open.last_mut() { rows.as_mut() } else { None }
    }

    fn row(&mut self) {
        if let Some(rows) = self.rows() {
            rows.push(Vec::new());
        }
    }

    fn item(&mut self) {
        self.ids += 1;
        let mut lists = self.open.iter_mut().rev();
        let list = lists.find_map(|open| if let Open::List(number) = open { Some(number) } else { None });
        let number = list.and_then(|number| {
            let this = (*number)?;
            *number = Some((this + 1).min(999_999_999));
            Some(this)
        });
        self.contain(Container::Item { id: self.ids, number });
    }

    fn contain(&mut self, container: Container) {
        let is_known = self.within.len() < DEPTH;
        if is_known {
            self.within.push(container);
        }
        self.open.push(Open::Container(is_known));
    }

    fn is_in_preformatted(&self) -> bool {
        let mut inner = self.open.iter().rev();
        inner.any(|open| matches!(open, Open::Preformatted(..)))
    }

    /// Adds to the innermost preformatted text.
    fn preformatted(&mut self, text: Text<'_>) {
        let mut inner = self.open.iter_mut().rev();
        if let Some(Open::Preformatted(code, ..)) = inner.find(|open| matches!(open, Open::Preformatted(..))) {
            code.push_str(&text.decoded());
        }
    }

    /// Ends a line of preformatted text.
    fn end_code_line(&mut self) {
        let mut inner = self.open.iter_mut().rev();
        if let Some(Open::Preformatted(code, ..)) = inner.find(|open| matches!(open, Open::Preformatted(..)))
            && !code.is_empty()
            && !code.ends_with('\n')
        {
            code.push('\n');
        }
    }

    fn code(&mut self, text: &str, range: Range<usize>, language: String) {
        let next = self.main.partition_point(|main| main.end <= range.start);
        let is_main = self.main.get(next).is_some_and(|main| main.start < range.end);
        let text = text.trim_matches('\n').trim_end();
        if is_main && !text.is_empty() {
            self.push(Content::Code { language, text: text.to_owned() });
        }
    }

    fn line_break(&mut self) {
        // Other text has the line break itself.
        if self.is_in_preformatted() {
            self.end_code_line();
        }
    }

    /// Adds an image within or beside the main text.
    fn image(&mut self, alt: Option<Text<'_>>, source: Option<Text<'_>>, at: usize) {
        let alt = alt.map(|alt| clean(&alt.decoded())).unwrap_or_default();
        let next = self.main.partition_point(|main| main.end < at);
        let is_main = self.main.get(next).is_some_and(|main| main.start <= at);
        if alt.is_empty() || !is_main || self.is_in_preformatted() {
            return;
        }
        let source = source.filter(|source| source.raw().len() <= SOURCE_BYTES);
        let url = source.and_then(|source| self.references.resolve(&source.decoded()));
        let url = url.filter(|url| matches!(url.scheme(), "http" | "https")).map(String::from);
        if self.spans.last().is_some_and(|last| !last.text.ends_with([' ', '\n'])) {
            self.add(" ", Target::None);
        }
        let text = cut(&alt, ALT_CHARS).to_owned();
        self.spans.push(Span { text, is_code: false, target: Target::Image(url.unwrap_or_default()) });
    }

    /// Ends the current paragraph; a cell goes on.
    fn border(&mut self) {
        if self.is_in_preformatted() {
            self.end_code_line();
            return;
        }
        let mut inner = self.open.iter().rev();
        if inner.any(|open| matches!(open, Open::Cell(Some(_)))) {
            if !self.spans.is_empty() {
                self.add(" ", Target::None);
            }
        } else {
            self.flush();
        }
    }

    /// Ends the current paragraph or heading.
    fn flush(&mut self) {
        let spans = trimmed(std::mem::take(&mut self.spans));
        if spans.is_empty() {
            return;
        }
        let mut inner = self.open.iter().rev();
        let level = inner.find_map(|open| if let Open::Heading(level) = open { Some(*level) } else { None });
        let content = match level {
            None => Content::Paragraph(spans),
            Some(level) => Content::Heading(level, spans),
        };
        if !matches!(&content, Content::Heading(_, spans) if is_permalink(spans)) {
            self.push(content);
        }
    }

    fn push(&mut self, content: Content) {
        self.outline.blocks.push(Block { within: self.within.clone(), content });
    }
}

/// Returns true for the sign that documentation sites append to headings, and nothing else.
fn is_permalink(spans: &[Span]) -> bool {
    spans.iter().all(|span| span.text.trim_matches(['¶', ' ']).is_empty())
}

/// Returns spans without white space at both ends, and without the sign of a permalink.
fn trimmed(mut spans: Vec<Span>) -> Vec<Span> {
    let is_text = |span: &Span| !matches!(span.target, Target::Image(_));
    while let Some(last) = spans.last_mut().filter(|last| is_text(last)) {
        last.text.truncate(last.text.trim_end_matches(['¶', ' ', '\n']).len());
        if !last.text.is_empty() {
            break;
        }
        spans.pop();
    }
    let blank = spans.iter().take_while(|span| is_text(span) && span.text.trim().is_empty()).count();
    spans.drain(..blank);
    if let Some(first) = spans.first_mut().filter(|first| is_text(first)) {
        first.text = first.text.trim_start().to_owned();
    }
    spans
}

fn level(name: Name) -> Option<u8> {
    let levels = [Name::H1, Name::H2, Name::H3, Name::H4, Name::H5, Name::H6];
    let index = levels.iter().position(|level| *level == name)?;
    u8::try_from(index + 1).ok()
}

/// Returns the programming language that a class names, as the standard suggests (WHATWG HTML §4.5.15).
fn language_of(class: Text<'_>) -> Option<String> {
    let class = class.decoded();
    let mut words = class.split_ascii_whitespace();
    let language = words.find_map(|word| {
        ["language-", "lang-", "highlight-source-"].iter().find_map(|start| word.strip_prefix(start))
    })?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '#' | '-' | '_' | '.');
    (language.len() <= 32 && language.chars().all(is_name)).then(|| language.to_owned())
}
