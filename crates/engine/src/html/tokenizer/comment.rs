//! Reads comments, and markup that the standard treats as comments.
//!
//! Source: WHATWG HTML §13.2.5.41 "bogus comment state", §13.2.5.43 to 52 (comments).

use memchr::{memchr, memchr_iter};

/// Returns the data of a comment that begins with `<!--`, and the length of the whole comment.
pub(super) fn scan(rest: &str) -> (&str, usize) {
    const START: usize = "<!--".len();
    let data = &rest[START..];
    for (abrupt, mark) in [(">", 1), ("->", 2)] {
        if data.starts_with(abrupt) {
            return ("", START + mark);
        }
    }
    for end in memchr_iter(b'>', data.as_bytes()) {
        let before = &data[..end];
        let ended = before.strip_suffix("--");
        if let Some(inner) = ended.or_else(|| before.strip_suffix("--!")) {
            return (inner, START + end + 1);
        }
    }
    (unended(data), rest.len())
}

/// Returns the data of an unclosed comment without an incomplete end mark.
fn unended(data: &str) -> &str {
    let marks = ["--!", "--", "-"];
    let mut cut = marks.iter().filter_map(|mark| data.strip_suffix(mark));
    cut.next().unwrap_or(data)
}

/// Returns the data from `start` to the next `>`, and the length including the `>`.
pub(super) fn bogus(rest: &str, start: usize) -> (&str, usize) {
    let data = &rest[start..];
    match memchr(b'>', data.as_bytes()) {
        Some(end) => (&data[..end], start + end + 1),
        None => (data, rest.len()),
    }
}

/// Returns the data of a processing instruction, and the length of the whole one; `None` if it does not end.
pub(super) fn instruction(rest: &str) -> Option<(&str, usize)> {
    let end = rest.find("?>")?;
    Some((&rest[1..end], end + 2))
}
