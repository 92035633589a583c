//! Reads document type declarations.
//!
//! Source: WHATWG HTML §13.2.5.53 to 68 (DOCTYPE). In each of these states `>` ends the declaration.

use memchr::memchr;

/// A document type declaration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Doctype<'a> {
    /// The name as it is written.
    pub name: Option<&'a str>,
    /// The public identifier.
    pub public_id: Option<&'a str>,
    /// The system identifier.
    pub system_id: Option<&'a str>,
    /// True if the declaration is malformed, so that browsers use quirks mode.
    pub force_quirks: bool,
}

const KEYWORD: &str = "doctype";

/// Returns true if the text after `<!` begins a document type declaration.
pub(super) fn begins(after: &str) -> bool {
    let word = after.as_bytes().get(..KEYWORD.len());
    word.is_some_and(|word| word.eq_ignore_ascii_case(KEYWORD.as_bytes()))
}

/// Parses the declaration after `<!`; returns it and its length including the `>`.
pub(super) fn scan(after: &str) -> (Doctype<'_>, usize) {
    let end = memchr(b'>', after.as_bytes());
    let text = &after[KEYWORD.len()..end.unwrap_or(after.len())];
    let mut doctype = Doctype::default();
    let progress = read(trimmed(text), &mut doctype);
    doctype.force_quirks = match progress {
        Progress::Malformed => true,
        Progress::Complete => end.is_none(),
        Progress::Trailing => false,
    };
    (doctype, end.map_or(after.len(), |end| end + 1))
}

/// Returns the length of a declaration with the declarations in its brackets, of which `length` bytes end at the first
/// `>` (XML 1.0 §2.8, "internal subset").
pub(super) fn whole_length(after: &str, length: usize) -> usize {
    if !after[..length].contains('[') {
        return length;
    }
    let ends = after.match_indices(']').map(|(at, _)| at + 1);
    let mut ends = ends.filter_map(|at| trimmed(&after[at..]).strip_prefix('>'));
    ends.next().map_or(length, |rest| after.len() - rest.len())
}

/// The validity of a declaration.
enum Progress {
    /// Valid.
    Complete,
    /// Valid, followed by ignored text.
    Trailing,
    /// Invalid.
    Malformed,
}

/// Parses the text after the keyword.
fn read<'a>(text: &'a str, doctype: &mut Doctype<'a>) -> Progress {
    if text.is_empty() {
        return Progress::Malformed;
    }
    let (name, rest) = text.split_at(text.find(is_space).unwrap_or(text.len()));
    doctype.name = Some(name);
    let rest = trimmed(rest);
    if rest.is_empty() {
        return Progress::Complete;
    }
    if let Some(rest) = keyword(rest, "public") {
        return public(rest, doctype);
    }
    let id = keyword(rest, "system").map(|rest| system(rest, doctype));
    id.unwrap_or(Progress::Malformed)
}

fn public<'a>(text: &'a str, doctype: &mut Doctype<'a>) -> Progress {
    let Some((id, rest)) = quoted(text) else {
        return Progress::Malformed;
    };
    doctype.public_id = Some(id);
    match rest {
        None => Progress::Malformed,
        Some("") => Progress::Complete,
        Some(rest) => system(rest, doctype),
    }
}

fn system<'a>(text: &'a str, doctype: &mut Doctype<'a>) -> Progress {
    let Some((id, rest)) = quoted(text) else {
        return Progress::Malformed;
    };
    doctype.system_id = Some(id);
    match rest {
        None => Progress::Malformed,
        Some("") => Progress::Complete,
        Some(_) => Progress::Trailing,
    }
}

/// Returns the text after a case-insensitive keyword and white space.
fn keyword<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (first, rest) = text.split_at_checked(word.len())?;
    first.eq_ignore_ascii_case(word).then(|| trimmed(rest))
}

/// Returns a quoted identifier, and the text after its closing quote, if it has one.
fn quoted(text: &str) -> Option<(&str, Option<&str>)> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let id = &text[1..];
    Some(match id.split_once(quote) {
        Some((id, rest)) => (id, Some(trimmed(rest))),
        None => (id, None),
    })
}

fn trimmed(text: &str) -> &str {
    text.trim_start_matches(is_space)
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\x0c' | '\r')
}
