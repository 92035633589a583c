//! Rewrites a robots.txt so that the parser reads it as RFC 9309 requires.
//!
//! `robotxt` parses and matches. Four deviations are corrected in its input:
//! - `User-agent: salticid/1.2 (x)` begins with the product token `salticid` (§2.2.1); the parser would compare the whole value.
//! - `Crawl-delay` is not a record of the RFC, so it must not end a group (§2.2.4), as it does in the parser. A second pass therefore reads
//!   the delays, in which they belong to their groups.
//! - An escaped special character (`%24`, `%2A`) matches the plain character in a URL (§2.2.3), and a `$` before the end of a pattern is a
//!   plain character. Both are escaped in rules and URLs.
//! - The last line of a file of the maximum size is dropped, since it may be truncated (§2.5).
//!
//! Not covered: everything that the parser reads correctly.

use std::borrow::Cow;
use types::limits::ROBOTS_BYTES;

/// The records to keep.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    /// Groups and their `Allow` and `Disallow` rules.
    Rules,
    /// Groups, rules and `Crawl-delay`.
    Delays,
}

/// Returns the file's lines without sitemaps, rewritten for the parser, with `\n` as line ends.
pub(super) fn rewritten(file: &[u8], keep: Keep) -> Vec<u8> {
    let file = whole_lines(without_mark(file));
    let mut out = Vec::with_capacity(file.len() + 2);
    // If the lines before a later mark are dropped, the empty line keeps the parser from taking it for a byte order mark.
    out.push(b'\n');
    for line in file.split(|byte| matches!(byte, b'\n' | b'\r' | 0)) {
        let line = line.trim_ascii();
        if let Some(value) = value_of(line, &["user-agent", "user agent", "useragent"]) {
            out.extend_from_slice(b"user-agent:");
            out.extend_from_slice(product_token(value));
        } else if is_left_out(line, keep) {
            continue;
        } else {
            out.extend_from_slice(&plain_dollars(line));
        }
        out.push(b'\n');
    }
    out
}

/// Returns the file without a complete or truncated byte order mark, so that the rules of the first group apply. Google's parser does the
/// same (google/robotstxt, `robots.cc`).
pub(crate) fn without_mark(file: &[u8]) -> &[u8] {
    let mark = b"\xEF\xBB\xBF";
    let length = file.iter().zip(mark).take_while(|(one, other)| one == other);
    &file[length.count()..]
}

/// Returns a path and query with `*` and `$` escaped, so that they match only patterns that name them.
pub(super) fn escaped_specials(path: &str) -> Cow<'_, str> {
    if path.contains(['*', '$']) { path.replace('*', "%2A").replace('$', "%24").into() } else { path.into() }
}

/// Returns the file up to the size limit; at the limit it drops the last line, which may be incomplete.
fn whole_lines(file: &[u8]) -> &[u8] {
    let Some(kept) = file.get(..ROBOTS_BYTES) else {
        return file;
    };
    let end = kept.iter().rposition(|byte| matches!(byte, b'\n' | b'\r' | 0));
    &kept[..end.unwrap_or(0)]
}

fn is_left_out(line: &[u8], keep: Keep) -> bool {
    let is_delay = || value_of(line, &["crawl-delay", "crawl delay", "crawldelay"]).is_some();
    value_of(line, &["sitemap", "site-map", "site map"]).is_some() || (keep == Keep::Rules && is_delay())
}

/// Returns the value of a line with one of these keys; the colon may be missing, as in the parser.
fn value_of<'a>(line: &'a [u8], keys: &[&str]) -> Option<&'a [u8]> {
    let key = keys
        .iter()
        .find(|key| line.get(..key.len()).is_some_and(|start| start.eq_ignore_ascii_case(key.as_bytes())))?;
    let rest = &line[key.len()..];
    let value = rest.trim_ascii_start();
    match value.strip_prefix(b":") {
        Some(value) => Some(value.trim_ascii_start()),
        None if value.len() < rest.len() => Some(value),
        None => None,
    }
}

/// Returns the product token at the start of a `User-agent` value; `*` means all crawlers.
fn product_token(value: &[u8]) -> &[u8] {
    if let [b'*', rest @ ..] = value
        && rest.first().is_none_or(|byte| byte.is_ascii_whitespace() || *byte == b'#')
    {
        return b"*";
    }
    let end = value.iter().position(|byte| !(byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_')));
    &value[..end.unwrap_or(value.len())]
}

/// Returns a rule with every `$` escaped except one at its end. Comments are removed first, since they hide the end.
fn plain_dollars(line: &[u8]) -> Cow<'_, [u8]> {
    let rule = line.split(|byte| *byte == b'#').next().unwrap_or_default().trim_ascii_end();
    let (body, end) = match rule.strip_suffix(b"$") {
        Some(body) => (body, "$"),
        None => (rule, ""),
    };
    if !body.contains(&b'$') {
        return Cow::Borrowed(rule);
    }
    let mut out = Vec::with_capacity(rule.len() + 8);
    for byte in body {
        if *byte == b'$' {
            out.extend_from_slice(b"%24");
        } else {
            out.push(*byte);
        }
    }
    out.extend_from_slice(end.as_bytes());
    Cow::Owned(out)
}
