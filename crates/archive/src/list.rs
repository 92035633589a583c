//! Lists of URLs as people keep them: one a line.
//!
//! Empty lines and lines that begin with `#` are passed over, a URL that was there before counts once, a missing scheme is added as
//! for what a person types. What is no URL is complained about and left out.
//! Not covered: titles and other columns; a table is no list.

use crate::limits::{LIST_BYTES, LIST_COMPLAINTS, LIST_URLS};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use types::url::{CanonicalUrl, UrlProblem};

/// Something in a list that was not taken as it stands; all else was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum Complaint {
    /// A line is no URL that can be crawled.
    #[error("line {line}: {problem}")]
    Skipped {
        /// Its number, from 1.
        line: u32,
        /// The problem.
        problem: UrlProblem,
    },
    /// So many more lines are no URLs ([`LIST_COMPLAINTS`] are named one by one).
    #[error("{0} more lines are not URLs and were left out")]
    MoreSkipped(u32),
    /// So many lines repeat an earlier one.
    #[error("{0} duplicate lines were ignored")]
    Repeated(u32),
    /// The list has more URLs than [`LIST_URLS`].
    #[error("the list has more than {LIST_URLS} URLs: the rest was left out")]
    TooMany,
    /// The list has more bytes than [`LIST_BYTES`].
    #[error("the list has {0} bytes: only the first {LIST_BYTES} were read")]
    TooLong(usize),
}

impl Complaint {
    /// Returns a stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Skipped { .. } => "list-skipped",
            Self::MoreSkipped(_) => "list-more-skipped",
            Self::Repeated(_) => "list-repeated",
            Self::TooMany => "list-too-many",
            Self::TooLong(_) => "list-too-long",
        }
    }
}

/// Returns the URLs of a list in their order, each once, and what of the list was not taken.
pub fn read(text: &str) -> (Vec<CanonicalUrl>, Vec<Complaint>) {
    let mut reader = Reader::default();
    let cut = &text[..text.floor_char_boundary(LIST_BYTES)];
    let lines = cut.strip_prefix('\u{feff}').unwrap_or(cut).lines();
    for (at, line) in lines.map(str::trim).enumerate() {
        if reader.urls.len() == LIST_URLS {
            reader.last.push(Complaint::TooMany);
            break;
        }
        if !line.is_empty() && !line.starts_with('#') {
            reader.line(at, line);
        }
    }
    if cut.len() < text.len() {
        reader.last.push(Complaint::TooLong(text.len()));
    }
    reader.finish()
}

/// Returns a list, one URL a line.
pub fn write<'a>(urls: impl IntoIterator<Item = &'a CanonicalUrl>) -> String {
    let lines = urls.into_iter().map(|url| format!("{url}\n"));
    lines.collect()
}

#[derive(Default)]
struct Reader {
    urls: Vec<CanonicalUrl>,
    known: BTreeSet<CanonicalUrl>,
    complaints: Vec<Complaint>,
    skipped: u32,
    repeated: u32,
    /// Said after all else.
    last: Vec<Complaint>,
}

impl Reader {
    fn line(&mut self, at: usize, line: &str) {
        match CanonicalUrl::from_person(line) {
            Ok(url) if self.known.insert(url.clone()) => self.urls.push(url),
            Ok(_) => self.repeated += 1,
            Err(_) if self.complaints.len() == LIST_COMPLAINTS => self.skipped += 1,
            Err(problem) => {
                let line = engine::count(at + 1);
                self.complaints.push(Complaint::Skipped { line, problem });
            }
        }
    }

    fn finish(mut self) -> (Vec<CanonicalUrl>, Vec<Complaint>) {
        if self.skipped > 0 {
            self.complaints.push(Complaint::MoreSkipped(self.skipped));
        }
        if self.repeated > 0 {
            self.complaints.push(Complaint::Repeated(self.repeated));
        }
        self.complaints.append(&mut self.last);
        (self.urls, self.complaints)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(text: &str) -> Vec<&'static str> {
        read(text).1.iter().map(Complaint::code).collect()
    }

    #[test]
    fn a_list_has_one_url_a_line_with_comments_and_blanks_between() {
        let text =
            "\u{feff}# mine\r\n\r\nhttp://B.test/x#top\r\n  example.org/a \n\nhttp://a.test\n";
        let (urls, complaints) = read(text);
        assert_eq!(
            write(&urls),
            "http://b.test/x\nhttps://example.org/a\nhttp://a.test/\n"
        );
        assert!(complaints.is_empty(), "{complaints:?}");
        assert_eq!(read(&write(&urls)), (urls, Vec::new()));
    }

    #[test]
    fn lines_that_are_no_urls_are_named_and_the_others_taken() {
        let (urls, complaints) = read("http://a.test/\nnot a url\njavascript:alert(1)\nb.test\n");
        assert_eq!(urls.len(), 2);
        let said: Vec<String> = complaints.iter().map(ToString::to_string).collect();
        assert!(
            said[0].starts_with("line 2: “not a url” is not a URL"),
            "{said:?}"
        );
        assert!(
            said[1].starts_with("line 3: only http and https"),
            "{said:?}"
        );
    }

    #[test]
    fn repeated_lines_count_once() {
        assert_eq!(codes("a.test\nhttp://a.test/\n"), ["list-repeated"]);
        assert_eq!(codes("a.test\n"), Vec::<&str>::new());
    }

    #[test]
    fn long_lists_end_at_the_limit_and_say_so() {
        let lines: Vec<String> = (0..=LIST_URLS).map(|n| format!("a.test/{n}")).collect();
        let many = lines.join(
            "
",
        );
        let (urls, _) = read(&many);
        assert_eq!(
            (urls.len(), codes(&many)),
            (LIST_URLS, vec!["list-too-many"])
        );
        let bad = "not a url\n".repeat(LIST_COMPLAINTS + 5);
        assert_eq!(read(&bad).1.last(), Some(&Complaint::MoreSkipped(5)));
        let long = "ä".repeat(LIST_BYTES);
        assert_eq!(codes(&long).last(), Some(&"list-too-long"));
    }
}
