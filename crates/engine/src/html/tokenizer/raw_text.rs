//! Finds the end tag that ends raw text.
//!
//! Source: WHATWG HTML §13.2.5.9 to 31 (RCDATA, RAWTEXT and script data, with its escaped and double escaped states).

use super::tag::is_space;
use memchr::{memchr, memchr2};

/// Returns the position of the end tag of this name, or the length of the text.
pub(super) fn end(text: &str, name: &str) -> usize {
    let bytes = text.as_bytes();
    let mut from = 0;
    while let Some(found) = memchr(b'<', &bytes[from..]) {
        let at = from + found;
        if is_tag(&bytes[at..], b"</", name) {
            return at;
        }
        from = at + 1;
    }
    bytes.len()
}

/// The states of script data.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Data,
    /// After `<!--`.
    Escaped,
    /// After `<!--` and `<script>`.
    DoubleEscaped,
}

/// Returns the position of the end tag of a script, or the length of the text.
pub(super) fn script_end(text: &str, name: &str) -> usize {
    let bytes = text.as_bytes();
    let mut state = Script::Data;
    let mut from = 0;
    while let Some(at) = next_mark(bytes, from, state) {
        let rest = &bytes[at..];
        if state != Script::DoubleEscaped && is_tag(rest, b"</", name) {
            return at;
        }
        let (next, length) = step(state, rest);
        state = next;
        from = at + length;
    }
    bytes.len()
}

/// Returns the next position that may change the state.
fn next_mark(bytes: &[u8], from: usize, state: Script) -> Option<usize> {
    let rest = bytes.get(from..)?;
    let found = match state {
        Script::Data => memchr(b'<', rest),
        Script::Escaped | Script::DoubleEscaped => memchr2(b'<', b'-', rest),
    };
    Some(from + found?)
}

/// Returns the state after the mark at the start of `rest`, and the length of the mark.
fn step(state: Script, rest: &[u8]) -> (Script, usize) {
    match state {
        // The dashes may also belong to the end: `<!-->`.
        Script::Data if rest.starts_with(b"<!--") => (Script::Escaped, 2),
        Script::Escaped | Script::DoubleEscaped if rest.starts_with(b"-->") => (Script::Data, 3),
        Script::Escaped if is_tag(rest, b"<", "script") => (Script::DoubleEscaped, 7),
        Script::DoubleEscaped if is_tag(rest, b"</", "script") => (Script::Escaped, 8),
        _ => (state, 1),
    }
}

/// Returns true if the bytes begin with `mark`, then this name in any case, then a character that ends a tag name.
fn is_tag(bytes: &[u8], mark: &[u8], name: &str) -> bool {
    let Some(rest) = bytes.strip_prefix(mark) else {
        return false;
    };
    let Some((found, [next, ..])) = rest.split_at_checked(name.len()) else {
        return false;
    };
    !name.is_empty() && found.eq_ignore_ascii_case(name.as_bytes()) && (is_space(*next) || matches!(next, b'/' | b'>'))
}
