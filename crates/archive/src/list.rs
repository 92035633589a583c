//! Reads and writes lists of URLs, one per line.
//!
//! Empty lines and lines that start with `#` are ignored, a repeated URL counts once, and a missing scheme is added as
//! for typed addresses. Invalid URLs are omitted with a warning. What else a line has, such as a title, is ignored.

use crate::limits::{LIST_BYTES, LIST_URLS};
use engine::import_warning::{ImportWarning, SkippedEntries};
use std::collections::BTreeSet;
use types::url::CanonicalUrl;

/// Returns the URLs of a list in order, each once, and the warnings about its other lines.
pub fn read(text: &str) -> (Vec<CanonicalUrl>, Vec<ImportWarning>) {
    let (mut urls, mut known) = (Vec::new(), BTreeSet::new());
    let (mut skipped, mut repeated, mut too_many) = (SkippedEntries::default(), 0, None);
    let cut = &text[..text.floor_char_boundary(LIST_BYTES)];
    let lines = cut.strip_prefix('\u{feff}').unwrap_or(cut).lines();
    for (line, text) in (1_usize..).zip(lines.map(str::trim)) {
        if urls.len() == LIST_URLS {
            too_many = Some(ImportWarning::TooMany(LIST_URLS));
            break;
        }
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        match CanonicalUrl::from_list_line(text) {
            Ok(url) if known.insert(url.clone()) => urls.push(url),
            Ok(_) => repeated += 1,
            Err(problem) => skipped.add(|| format!("line {line}"), problem),
        }
    }
    let repeated = (repeated > 0).then_some(ImportWarning::Repeated(repeated));
    let too_long = (cut.len() < text.len()).then_some(ImportWarning::TooLong { bytes: text.len(), limit: LIST_BYTES });
    (urls, skipped.warnings([repeated, too_many, too_long]))
}

/// Returns a list with one URL per line.
pub fn write<'a>(urls: impl IntoIterator<Item = &'a CanonicalUrl>) -> String {
    let lines = urls.into_iter().map(|url| format!("{url}\n"));
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use types::limits::LISTED_PROBLEMS;

    #[test]
    fn a_list_has_one_url_a_line_with_comments_and_blanks_between() {
        let text = "\u{feff}# mine\r\n\r\nhttp://B.test/x#top\r\n  example.org/a \n\nhttp://a.test\n";
        let (urls, warnings) = read(text);
        assert_eq!(write(&urls), "http://b.test/x\nhttps://example.org/a\nhttp://a.test/\n");
        assert!(warnings.is_empty(), "{warnings:?}");
        assert_eq!(read(&write(&urls)), (urls, Vec::new()));
    }

    #[test]
    fn titles_behind_addresses_are_ignored() {
        let (urls, warnings) = read("http://a.test/x | A title | of a site\nhttp://b.test/\tB\n");
        assert_eq!(write(&urls), "http://a.test/x\nhttp://b.test/\n");
        assert_eq!(warnings, []);
    }

    #[test]
    fn invalid_lines_are_named_and_the_others_are_read() {
        let (urls, warnings) = read("http://a.test/\nnot a url\njavascript:alert(1)\nb.test\n");
        assert_eq!(urls.len(), 2);
        let messages: Vec<String> = warnings.iter().map(ToString::to_string).collect();
        assert!(messages[0].starts_with("line 2 was left out: “not a url” is not a URL"), "{messages:?}");
        assert!(messages[1].starts_with("line 3 was left out: only http and https"), "{messages:?}");
    }

    #[test]
    fn repeated_lines_count_once() {
        assert_eq!(read("a.test\nhttp://a.test/\n").1, [ImportWarning::Repeated(1)]);
        assert_eq!(read("a.test\n").1, []);
    }

    #[test]
    fn long_lists_end_at_the_limit_and_say_so() {
        let lines: Vec<String> = (0..=LIST_URLS).map(|n| format!("a.test/{n}")).collect();
        let many = lines.join(
            "
",
        );
        let (urls, warnings) = read(&many);
        assert_eq!(urls.len(), LIST_URLS);
        assert_eq!(warnings, [ImportWarning::TooMany(LIST_URLS)]);
        let bad = "not a url\n".repeat(LISTED_PROBLEMS + 5);
        assert_eq!(read(&bad).1.last(), Some(&ImportWarning::MoreSkipped(5)));
        let (bytes, limit) = (2 * LIST_BYTES, LIST_BYTES);
        let warnings = read(&"ä".repeat(LIST_BYTES)).1;
        assert_eq!(warnings.last(), Some(&ImportWarning::TooLong { bytes, limit }));
    }
}
