//! Splits a robots.txt into its records, as leniently as Google's parser does.
//!
//! The colon may be missing, names may have common typos or further letters, and line ends are LF, CR, both or NUL.
//! Other lines are no records: they belong to no group and end none (RFC 9309 §2.2.4). Source: RFC 9309 §2.2 and §2.5;
//! google/robotstxt, `robots.cc`.

use memchr::memchr;
use std::borrow::Cow;
use types::limits::ROBOTS_BYTES;

/// The fields that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    UserAgent,
    Allow,
    Disallow,
    Sitemap,
    CrawlDelay,
}

/// The names of the fields and their common misspellings, lower case. None begins with another one.
const NAMES: [(&str, Field); 16] = [
    ("user-agent", Field::UserAgent),
    ("useragent", Field::UserAgent),
    ("user agent", Field::UserAgent),
    ("allow", Field::Allow),
    ("disallow", Field::Disallow),
    ("dissallow", Field::Disallow),
    ("dissalow", Field::Disallow),
    ("disalow", Field::Disallow),
    ("diasllow", Field::Disallow),
    ("disallaw", Field::Disallow),
    ("sitemap", Field::Sitemap),
    ("site-map", Field::Sitemap),
    ("site map", Field::Sitemap),
    ("crawl-delay", Field::CrawlDelay),
    ("crawl delay", Field::CrawlDelay),
    ("crawldelay", Field::CrawlDelay),
];

/// Returns the file as UTF-8, without its byte order mark and what exceeds the size limit. Invalid bytes are kept.
pub(super) fn content(file: &[u8]) -> Cow<'_, [u8]> {
    let file = whole_lines(file);
    match file {
        // Without a mark, UTF-16 shows in the zeros beside its first letters.
        [0xFE, 0xFF, rest @ ..] | rest @ [0, 1..0x80, 0, 1..0x80, ..] => utf16(rest, u16::from_be_bytes),
        [0xFF, 0xFE, rest @ ..] | rest @ [1..0x80, 0, 1..0x80, 0, ..] => utf16(rest, u16::from_le_bytes),
        _ => Cow::Borrowed(without_mark(file)),
    }
}

/// Returns the file up to the size limit; at the limit it drops the last line, which may be incomplete (§2.5).
fn whole_lines(file: &[u8]) -> &[u8] {
    let Some(kept) = file.get(..ROBOTS_BYTES) else {
        return file;
    };
    let end = kept.iter().rposition(|byte| is_line_end(*byte));
    &kept[..end.unwrap_or(0)]
}

/// Removes a complete or truncated byte order mark, as Google's parser does.
fn without_mark(file: &[u8]) -> &[u8] {
    let mark = b"\xEF\xBB\xBF";
    let length = file.iter().zip(mark).take_while(|(one, other)| one == other);
    &file[length.count()..]
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Cow<'static, [u8]> {
    let (pairs, _) = bytes.as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    String::from_utf16_lossy(&units).into_bytes().into()
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r' | 0)
}

/// Returns the records of a file's [`content`], each with its value; values have no comment and no white space at their
/// ends.
pub(super) fn records(content: &[u8]) -> impl Iterator<Item = (Field, &[u8])> {
    content.split(|byte| is_line_end(*byte)).filter_map(record)
}

fn record(line: &[u8]) -> Option<(Field, &[u8])> {
    let line = trimmed(line.split(|byte| *byte == b'#').next()?);
    let (name, field) = NAMES
        .iter()
        .find(|(name, _)| line.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes())))?;
    Some((*field, value(*field, &line[name.len()..])?))
}

/// Returns the value of a field in the part of a line after its name.
fn value(field: Field, rest: &[u8]) -> Option<&[u8]> {
    let after = rest.trim_ascii_start();
    if let Some(value) = after.strip_prefix(b":") {
        return Some(trimmed(value));
    }
    // White space may stand for the colon, but not in a sentence that happens to begin with the name.
    let is_word = !after.is_empty() && !after.iter().any(u8::is_ascii_whitespace);
    let is_path = field == Field::Sitemap && after.starts_with(b"/");
    if (is_word || is_path) && after.len() < rest.len() {
        return Some(after);
    }
    // Google's parser compares the beginning of the name: `Disallowed: /`.
    let colon = memchr(b':', rest)?;
    // The colon behind the scheme of a URL separates nothing.
    let is_in_url = rest[colon..].starts_with(b"://");
    let blank = rest[..colon].iter().rposition(u8::is_ascii_whitespace).filter(|_| is_in_url);
    Some(trimmed(&rest[blank.unwrap_or(colon) + 1..]))
}

/// Returns a text without white space at its ends; editors also insert no-break spaces.
fn trimmed(text: &[u8]) -> &[u8] {
    str::from_utf8(text).map_or_else(|_| text.trim_ascii(), |text| text.trim().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the record of a line; an empty field stands for none.
    fn check(line: &str, expected: Option<(Field, &str)>) {
        let found = record(line.as_bytes());
        let found = found.map(|(field, value)| (field, str::from_utf8(value).expect("ASCII")));
        assert_eq!(found, expected, "{line:?}");
    }

    #[test]
    fn google_accepted_typos_are_read() {
        for name in ["dissallow", "dissalow", "disalow", "diasllow", "disallaw", "DISALLOW", "Disallowed"] {
            check(&format!("{name}: /a"), Some((Field::Disallow, "/a")));
        }
        for name in ["useragent", "user agent", "User-Agent", "user-agents"] {
            check(&format!("{name}: a"), Some((Field::UserAgent, "a")));
        }
        for name in ["site-map", "site map", "Sitemap", "sitemaps"] {
            check(&format!("{name}: /s"), Some((Field::Sitemap, "/s")));
        }
        for line in ["", "#allow: /", "no-index: /", "host: a.test", "disallo: /a", "allow", "disallow/a", "x allow: /"]
        {
            check(line, None);
        }
    }

    #[test]
    fn white_space_may_stand_for_the_colon() {
        check("Disallow /a", Some((Field::Disallow, "/a")));
        check("Disallow\t\t/a:b  # c", Some((Field::Disallow, "/a:b")));
        check("user agent *", Some((Field::UserAgent, "*")));
        check("Sitemap http://a.test/s", Some((Field::Sitemap, "http://a.test/s")));
        check("Sitemap http://h/x y", Some((Field::Sitemap, "http://h/x y")));
        check("Sitemap \t/x y", Some((Field::Sitemap, "/x y")));
        check("Sitemaps http://h/x", Some((Field::Sitemap, "http://h/x")));
        check("Sitemap is at: http://h/x", Some((Field::Sitemap, "http://h/x")));
        check("Disallow /a /b", None);
        check("Allow all", Some((Field::Allow, "all")));
        check("Allow us to say", None);
        check("Disallow :/a", Some((Field::Disallow, "/a")));
        check("Disallow:", Some((Field::Disallow, "")));
        check("\u{a0}Disallow:\u{a0}/a*\u{2002} # x", Some((Field::Disallow, "/a*")));
    }

    #[test]
    fn files_in_utf_16_are_decoded() {
        let text = "User-agent: *\r\nDisallow: /é";
        let little: Vec<u8> = [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = [0xFEFF].into_iter().chain(text.encode_utf16()).flat_map(u16::to_be_bytes).collect();
        let without_mark = [&little[2..], &big[2..]].map(<[u8]>::to_vec);
        for file in [&little, &big, &[&little[..], b"x"].concat(), &without_mark[0], &without_mark[1]] {
            assert_eq!(&*content(file), text.as_bytes());
        }
    }
}
