//! The text fields of a page, whole or without its boilerplate.
//!
//! Source: Evolving §2.1.4: "terms that appear in the title field of a page are regarded as more important […]. In the
//! body text, those emphasized terms (e.g., under header tags `<h1>`, `<h2>`, . . . bold tag `<b>`, etc.) are also
//! given higher weights."

use crate::html::Document;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

/// The fields of a page. Headings and bold text are part of the body as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fields<'a> {
    pub(super) title: &'a str,
    pub(super) headings: String,
    pub(super) bold: String,
    pub(super) body: Cow<'a, str>,
}

impl<'a> Fields<'a> {
    /// Returns the fields of the whole page.
    pub fn whole(document: &'a Document) -> Self {
        Self {
            title: &document.title,
            headings: document.headings.join("\n"),
            bold: bold(document, std::iter::once(0..document.body.len())),
            body: Cow::Borrowed(&document.body),
        }
    }

    /// Returns the fields of the blocks (lines of the text) that `is_main` accepts; of the whole page if it accepts
    /// none.
    pub fn main(document: &'a Document, is_main: impl Fn(&str) -> bool) -> Self {
        let mut end = 0;
        let blocks = document.body.split('\n').map(|line| {
            let start = end;
            end += line.len() + 1;
            start..start + line.len()
        });
        let kept: Vec<Range<usize>> = blocks.filter(|block| is_main(&document.body[block.clone()])).collect();
        if kept.is_empty() {
            return Self::whole(document);
        }
        Self::within(document, kept)
    }

    /// Returns the fields of the main text, with the title.
    pub fn main_text(document: &'a Document) -> Self {
        if document.main.is_empty() {
            Self::whole(document)
        } else {
            Self::within(document, document.main_ranges().collect())
        }
    }

    /// Returns the fields outside the main text, without the title; `None` if the whole text is main text.
    pub fn beside(document: &'a Document) -> Option<Self> {
        if document.main.is_empty() {
            return None;
        }
        let ends = document.main_ranges().map(|range| range.start).chain([document.body.len()]);
        let starts = std::iter::once(0).chain(document.main_ranges().map(|range| range.end));
        let outside = starts.zip(ends).map(|(start, end)| start..end);
        Some(Self { title: "", ..Self::within(document, outside.collect()) })
    }

    /// Returns the fields of parts of the text, which must be ascending.
    fn within(document: &'a Document, parts: Vec<Range<usize>>) -> Self {
        let texts: Vec<&str> = parts.iter().filter_map(|part| document.body.get(part.clone())).collect();
        let body = texts.join("\n");
        let lines: BTreeSet<&str> = body.split('\n').collect();
        let headings = document.headings.iter().map(String::as_str).filter(|heading| lines.contains(heading));
        let headings = headings.collect::<Vec<_>>().join("\n");
        Self { title: &document.title, headings, bold: bold(document, parts.into_iter()), body: Cow::Owned(body) }
    }

    /// Returns the text.
    pub fn body(&self) -> &str {
        &self.body
    }
}

/// Returns the bold text of some blocks, which must be ascending.
fn bold(document: &Document, blocks: impl Iterator<Item = Range<usize>>) -> String {
    let ranges = document.bold.iter();
    let mut ranges = ranges.map(|&(start, end)| start as usize..end as usize).peekable();
    let mut bold = String::new();
    for block in blocks {
        while let Some(range) = ranges.next_if(|range| range.start < block.end) {
            let within = range.start.max(block.start)..range.end.min(block.end);
            if let Some(text) = document.body.get(within) {
                bold.push_str(text);
                bold.push('\n');
            }
        }
    }
    bold
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::{Utf8Only, read};
    use crate::topic::Vectorizer;
    use types::plan::IdfSource;
    use types::url::CanonicalUrl;

    fn document() -> Document {
        let url = CanonicalUrl::parse("http://a.test/").expect("a URL");
        let html = "<title>mites</title><h1>Menu</h1><p><b>spider</b> legs</p><h2>Web</h2><p>silk <b>web</b></p>\
            <p><b>imprint</b>";
        read(html.as_bytes(), None, &url, &Utf8Only)
    }

    #[test]
    fn the_fields_of_some_blocks_contain_no_text_of_others() {
        let document = document();
        let fields = Fields::main(&document, |block| !matches!(block, "Menu" | "imprint"));
        let Fields { title, headings, bold, body } = &fields;
        assert_eq!(
            (*title, &**headings, &**bold, &**body),
            ("mites", "Web", "spider\nweb\n", "spider legs\nWeb\nsilk web")
        );
        assert_eq!(Fields::main(&document, |_| false), Fields::whole(&document));
    }

    /// "mites" is in the title (3), "spider" is bold (2), "web" is in a heading and bold (2 + 2), "menu" in a heading
    /// (2), "imprint" bold (2), "legs" and "silk" are plain (1 each). Without emphasis each occurrence counts once.
    #[test]
    fn words_of_title_headings_and_bold_text_have_larger_weights() {
        let mut vectorizer = Vectorizer::new(false, IdfSource::None);
        let (counts, _) = vectorizer.fields(&Fields::whole(&document()), None);
        for (word, expected) in
            [("mites", 3), ("spider", 2), ("legs", 1), ("web", 4), ("silk", 1), ("menu", 2), ("imprint", 2)]
        {
            let term = vectorizer.sequence(word, None)[0];
            assert_eq!(counts.get(term), expected, "{word}");
        }
        assert_eq!(counts.total(), 15);
        let mut by_occurrence = Vectorizer::new(false, IdfSource::None).with_emphasis(false);
        let (counts, _) = by_occurrence.fields(&Fields::whole(&document()), None);
        let of = |word: &str| counts.get(by_occurrence.sequence(word, None)[0]);
        assert_eq!(["mites", "spider", "web", "menu"].map(of), [1, 1, 2, 1]);
    }
}
