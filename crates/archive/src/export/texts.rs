//! Writes main texts: Markdown in one file or a file a page, plain text, lines of JSON.

use super::{Export, ExportPage, tokens};
use crate::{date, zip};
use serde::Serialize;
use std::fmt::Write as _;
use types::text::clean;

/// The most bytes of a file name in a folder, without number and extension.
const NAME_BYTES: usize = 60;

/// A page as a line of JSON.
#[derive(Serialize)]
struct Line<'a> {
    rank: usize,
    url: &'a str,
    title: String,
    relevance: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    authors: &'a Vec<String>,
    #[serde(skip_serializing_if = "str::is_empty")]
    date: &'a str,
    site: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    description: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    language: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    license: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    doi: &'a str,
    fetched: String,
    #[serde(skip_serializing_if = "str::is_empty")]
    state: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    notes: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: &'a Vec<String>,
    tokens: u32,
    /// Markdown.
    text: &'a str,
}

impl ExportPage<'_> {
    /// Returns a page that was read for [`types::export::ExportFormat::MarkdownFolder`] as Markdown, with its title and
    /// address.
    pub fn markdown(&self) -> String {
        format!("# {}\n\n<{}>\n\n{}\n", escaped(&self.title()), self.record.url, self.text)
    }
}

impl Export<'_> {
    /// Returns one Markdown file: a heading for the crawl, one for each page, and the headings of the page below it.
    pub(super) fn markdown(&self) -> String {
        let head = format!("# {}\n", escaped(self.title));
        self.limited(head, |page| {
            let mut text = format!("\n## {}\n\n<{}>\n", escaped(&page.title()), page.record.url);
            let by = byline(page);
            if !by.is_empty() {
                let _ = writeln!(text, "\n{}", escaped(&by));
            }
            if !page.judgment.note.is_empty() {
                let _ = writeln!(text, "\n> {}", escaped(&clean(&page.judgment.note)));
            }
            text
        })
    }

    /// Returns the main texts as plain text, each under its title and address.
    pub(super) fn text(&self) -> String {
        let head = format!("{}\n", clean(self.title));
        self.limited(head, |page| {
            let mut text = format!("\n\n{}\n{}\n", page.title(), page.record.url);
            for line in [byline(page), clean(&page.judgment.note)].iter().filter(|line| !line.is_empty()) {
                let _ = writeln!(text, "{line}");
            }
            text
        })
    }

    /// Returns a text with the head and the text of each page, as far as the limit of tokens allows, and the number of
    /// pages beyond it.
    fn limited(&self, mut out: String, page_head: impl Fn(&ExportPage<'_>) -> String) -> String {
        let limited = self.tokens < u32::MAX;
        let reserve = if limited { tokens(&beyond(self.pages.len(), self.tokens)) } else { 0 };
        let left = self.tokens.saturating_sub(tokens(&out) + reserve);
        let pages = self.within(left, |_, page| page_head(page));
        for (_, head, text) in &pages {
            out += head;
            if !text.is_empty() {
                out.extend(["\n", text, "\n"]);
            }
        }
        let beyond_limit = self.pages.len() - pages.len();
        if beyond_limit > 0 {
            out += &beyond(beyond_limit, self.tokens);
        }
        out
    }

    /// Returns the pages within a limit of tokens: the number of each from 0, its head, and its text. That of the last
    /// one may be cut.
    fn within(&self, mut left: u32, head: impl Fn(usize, &ExportPage<'_>) -> String) -> Vec<(usize, String, &str)> {
        let mut pages = Vec::new();
        for (index, page) in self.pages.iter().enumerate() {
            let head = head(index, page);
            let Some(for_text) = left.checked_sub(tokens(&head)).filter(|left| *left > 0) else {
                continue;
            };
            let text = shortened(&page.text, for_text);
            if text.is_empty() && !page.text.is_empty() {
                continue;
            }
            left = for_text.saturating_sub(tokens(text));
            pages.push((index, head, text));
            if text.len() < page.text.len() {
                break;
            }
        }
        pages
    }

    /// Returns a ZIP file with a file a page, as far as the limit of tokens allows.
    pub(super) fn folder(&self) -> Vec<u8> {
        let head = |index: usize, page: &ExportPage<'_>| {
            format!("{}\n# {}\n\n", front_matter(page, index + 1), escaped(&page.title()))
        };
        let name = |index: usize| file_name(&self.pages[index].title());
        let file = |(index, head, text): (usize, String, &str)| {
            (format!("{:04}-{}.md", index + 1, name(index)), format!("{head}{text}\n"))
        };
        let files: Vec<_> = self.within(self.tokens, head).into_iter().map(file).collect();
        zip::file(&files)
    }

    /// Returns a line of JSON for each page.
    pub(super) fn jsonl(&self) -> String {
        let mut out = String::new();
        for (index, page) in self.pages.iter().enumerate() {
            let data = &page.metadata;
            let line = Line {
                rank: index + 1,
                url: page.record.url.as_str(),
                title: page.title(),
                relevance: page.record.relevance,
                authors: &data.authors,
                date: &data.date,
                site: page.site(),
                description: &data.description,
                language: &data.language,
                license: &data.license,
                doi: &data.doi,
                fetched: date::to_millis(page.record.fetch.at),
                state: page.state(),
                notes: &page.judgment.note,
                tags: &page.judgment.tags,
                tokens: tokens(&page.text),
                text: &page.text,
            };
            out += &serde_json::to_string(&line).expect("numbers and texts can be written as JSON");
            out.push('\n');
        }
        out
    }
}

/// Returns the sentence about the pages beyond the limit of tokens.
fn beyond(pages: usize, limit: u32) -> String {
    let pages = if pages == 1 { "1 more page is".to_owned() } else { format!("{pages} more pages are") };
    format!("\n({pages} beyond the limit of {limit} tokens.)\n")
}

/// Returns the part of a text within a number of tokens: whole paragraphs, or whole lines or words of the first
/// paragraph if that is longer.
fn shortened(text: &str, limit: u32) -> &str {
    if tokens(text) <= limit {
        return text;
    }
    let whole = |separator: &str| {
        let (mut kept, mut used) = (0, 0_u32);
        for (end, _) in text.match_indices(separator) {
            used = used.saturating_add(tokens(&text[kept..end]));
            if used > limit {
                break;
            }
            kept = end;
        }
        &text[..kept]
    };
    ["\n\n", "\n", " "].into_iter().map(whole).find(|text| !text.is_empty()).unwrap_or_default()
}

/// Returns authors, date and license in a line.
fn byline(page: &ExportPage<'_>) -> String {
    let data = &page.metadata;
    let license = if data.license.is_empty() { String::new() } else { format!("License: {}", data.license) };
    let parts = [data.authors.join("; "), data.date.clone(), license];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(" · ")
}

/// Returns the data of a page as YAML. Each text is a JSON string, which YAML 1.2 reads as well.
fn front_matter(page: &ExportPage<'_>, rank: usize) -> String {
    let data = &page.metadata;
    let mut out = format!("---\nrank: {rank}\nrelevance: {:.3}\n", page.record.relevance);
    let fetched = date::to_millis(page.record.fetch.at);
    let texts = [
        ("title", page.title().as_str()),
        ("url", page.record.url.as_str()),
        ("site", page.site()),
        ("date", &data.date),
        ("publisher", &data.publisher),
        ("description", &data.description),
        ("canonical", &data.canonical),
        ("language", &data.language),
        ("license", &data.license),
        ("doi", &data.doi),
        ("fetched", &fetched),
        ("state", page.state()),
        ("notes", &page.judgment.note),
    ]
    .map(|(name, text)| (name, text.to_owned()));
    for (name, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
        let _ = writeln!(out, "{name}: {}", json(&text));
    }
    for (name, list) in [("authors", &data.authors), ("tags", &page.judgment.tags)] {
        if !list.is_empty() {
            let _ = writeln!(out, "{name}: {}", json(list));
        }
    }
    out + "---\n"
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts can be written as JSON")
}

/// Returns a text with a backslash before each sign that Markdown could interpret.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in clean(text).chars() {
        if "\\`*_[]<>~&#|".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Returns a title as a file name that all systems accept: letters and digits, with `-` between words.
fn file_name(title: &str) -> String {
    let mut name = String::new();
    for c in title.chars() {
        if c.is_alphanumeric() && name.len() + c.len_utf8() <= NAME_BYTES {
            name.extend(c.to_lowercase());
        } else if !name.ends_with('-') && !name.is_empty() && !c.is_alphanumeric() {
            name.push('-');
        }
    }
    let name = name.trim_matches('-');
    if name.is_empty() { "page".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_after_a_paragraph_else_a_line_else_a_word() {
        for (text, limit, expected) in [
            ("one two\n\nthree four", 20, "one two\n\nthree four"),
            ("one two\n\nthree four", 3, "one two"),
            ("| a |\n| b |\n\nc", 2, "| a |"),
            ("one two three\n\nfour", 2, "one two"),
            ("everything", 1, ""),
        ] {
            assert_eq!(shortened(text, limit), expected, "{text}");
        }
    }
}
