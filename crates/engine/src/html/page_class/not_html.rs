//! Detects content that is labeled as HTML and is not: data, scripts, style sheets, tables, binary files. Of what is
//! labeled as plain text, it detects files for programs.

use super::evidence::prefix;
use memchr::memmem;

/// The number of bytes that are examined.
const EXAMINED: usize = 2_048;
/// The number of lines of a table that are compared.
const ROWS: usize = 8;

/// The first bytes of binary files, as text that was decoded from them.
#[rustfmt::skip]
const SIGNATURES: [&str; 10] = [
    "%PDF-", "GIF87a", "GIF89a", "\u{FFFD}PNG", "‰PNG", "PK\u{3}\u{4}", "wOFF", "wOF2", "\u{1f}", "RIFF",
];

/// The first characters of scripts and style sheets.
#[rustfmt::skip]
const CODE_BEGINNINGS: [&str; 24] = [
    "(function", "!function", "(()=>", "(() =>", "(async", ";(function", "function ", "function(",
    "\"use strict\"", "'use strict'", "window.", "self.", "document.write", "module.exports", "define(", "require(",
    "export ", "import{", "webpackjsonp",
    "@charset", "@import", "@font-face", ":root{", ":root {",
];

/// The first characters of other formats of text.
#[rustfmt::skip]
const FILE_BEGINNINGS: [&str; 12] = [
    "user-agent:", "sitemap:", "begin:vcalendar", "begin:vcard", "#extm3u", "webvtt", "{\\rtf", "%!ps", "#!/",
    "-----begin ", "-- mysql dump", "-- phpmyadmin sql dump",
];

/// The names of the root elements of XML documents that are no pages.
#[rustfmt::skip]
const XML_ROOTS: [&str; 20] = [
    "rss", "feed", "urlset", "sitemapindex", "svg", "opml", "rdf", "kml", "gpx", "error", "response",
    "listbucketresult", "oembed", "opensearchdescription", "definitions", "soap", "xml", "wsdl", "methodresponse",
    "tei",
];

/// The names of the elements with which a page may begin.
#[rustfmt::skip]
const HTML_ROOTS: [&str; 8] = [
    "html", "head", "body", "!doctype html", "title", "meta", "frameset", "div",
];

/// Returns true if the content is not HTML.
pub(super) fn is_data(markup: &str) -> bool {
    let begin = beginning(markup);
    match begin.as_bytes().first() {
        None => false,
        Some(b'<') => is_xml(begin),
        Some(_) if SIGNATURES.iter().any(|signature| begin.starts_with(signature)) => true,
        Some(b'{' | b'[') => is_json(begin) && !has_document(begin),
        Some(_) => (is_binary(begin) || is_encoded(begin) || is_code(begin) || is_table(begin)) && !has_document(begin),
    }
}

/// Returns true if a body that is sent as text is a file for programs: in JSON, a table of values, or of another known
/// format. All of these begin with ASCII, whatever the encoding.
pub(crate) fn is_data_file(body: &[u8]) -> bool {
    let text = String::from_utf8_lossy(&body[..body.len().min(EXAMINED)]);
    let begin = beginning(&text);
    let is_list = || ["[{", "[[", "[\""].iter().any(|open| begin.starts_with(open));
    (begin.starts_with('{') || is_list()) && is_json(begin)
        || begins(begin, &FILE_BEGINNINGS)
        || !begin.starts_with('|') && is_table(begin)
}

/// Returns the part of a text that is examined, without white space before it.
fn beginning(text: &str) -> &str {
    prefix(text, EXAMINED).trim_start_matches(|c: char| c == '\u{FEFF}' || c.is_whitespace())
}

/// Returns true if a text begins with one of these, which are in lower case.
fn begins(text: &str, beginnings: &[&str]) -> bool {
    let lower = prefix(text, 64).to_ascii_lowercase();
    beginnings.iter().any(|beginning| lower.starts_with(beginning))
}

/// Returns true if the beginning has the root elements of a page.
fn has_document(begin: &str) -> bool {
    let lower = begin.to_ascii_lowercase();
    ["<html", "<!doctype html", "<body", "<head>"]
        .iter()
        .any(|tag| memmem::find(lower.as_bytes(), tag.as_bytes()).is_some())
}

/// Returns true for a document whose first element, after prolog and comments, is known as the root of other XML, or
/// for an XML prolog before an element that is not HTML's.
fn is_xml(begin: &str) -> bool {
    let mut rest = begin;
    let mut has_prolog = false;
    loop {
        rest = rest.trim_start();
        let end = match rest.as_bytes() {
            [b'<', b'?', ..] => {
                has_prolog |= starts(rest, "<?xml");
                rest.find("?>").map(|at| at + 2)
            }
            [b'<', b'!', b'-', b'-', ..] => rest.find("-->").map(|at| at + 3),
            [b'<', b'!', ..] if !starts(rest, "<!doctype html") => rest.find('>').map(|at| at + 1),
            _ => break,
        };
        match end {
            Some(end) => rest = &rest[end..],
            None => return false,
        }
    }
    let Some(name) = rest.strip_prefix('<') else {
        return false;
    };
    let length = name.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/')).unwrap_or(name.len());
    let element = name[..length].to_ascii_lowercase();
    let root = element.split(':').next().unwrap_or_default();
    // The prefix of the root element is that of a namespace in XHTML.
    let is_html = HTML_ROOTS.iter().any(|known| starts(name, known)) || element.ends_with(":html");
    XML_ROOTS.contains(&root) || (!is_html && (has_prolog || element.contains(':')))
}

fn starts(text: &str, beginning: &str) -> bool {
    text.get(..beginning.len()).is_some_and(|start| start.eq_ignore_ascii_case(beginning))
}

/// Returns true for the beginning of an object or an array in JSON.
fn is_json(begin: &str) -> bool {
    let mut rest = begin.bytes().filter(|byte| !byte.is_ascii_whitespace());
    match (rest.next(), rest.next()) {
        (Some(b'{'), Some(b'"')) => {
            let after = begin.split('"').nth(2).unwrap_or_default();
            after.trim_start().starts_with(':')
        }
        (Some(b'{'), Some(b'}')) | (Some(b'['), Some(b']')) => begin.trim_end().len() <= 4,
        (Some(b'['), Some(b'{' | b'[')) => begin.contains('"') || begin.contains(','),
        (Some(b'['), Some(b'"')) => begin.contains("\",") || begin.trim_end().ends_with(']'),
        (Some(b'['), Some(b'0'..=b'9' | b'-')) => begin.contains(','),
        _ => false,
    }
}

/// Returns true if many characters are controls or could not be decoded.
fn is_binary(begin: &str) -> bool {
    let is_odd = |c: &char| *c == '\u{FFFD}' || (c.is_control() && !c.is_whitespace());
    let odd = begin.chars().filter(is_odd).count();
    odd * 10 > begin.chars().count()
}

/// Returns true for bytes in Base64 or hexadecimal digits: hundreds of letters without a space.
fn is_encoded(begin: &str) -> bool {
    let is_code =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'-' | b'_' | b'\r' | b'\n');
    let code = begin.as_bytes().iter().take_while(|byte| is_code(byte)).count();
    code >= 300 && begin[..code].lines().take(4).all(|line| line.len() >= 40 || line.is_empty())
}

/// Returns true for scripts and style sheets, calls with data (JSONP), and other formats of text.
fn is_code(begin: &str) -> bool {
    let code = without_comments(begin);
    begins(code, &CODE_BEGINNINGS)
        || begins(code, &FILE_BEGINNINGS)
        || is_assignment(code)
        || is_call(code)
        || is_style(code)
}

/// Returns the text after comments of scripts and style sheets.
fn without_comments(begin: &str) -> &str {
    let mut rest = begin;
    loop {
        rest = rest.trim_start();
        let end = if rest.starts_with("/*") {
            rest.find("*/").map(|at| at + 2)
        } else if rest.starts_with("//") {
            rest.find('\n')
        } else {
            return rest;
        };
        match end {
            Some(end) => rest = &rest[end..],
            None => return rest,
        }
    }
}

/// Returns true for `var x =` and its like.
fn is_assignment(code: &str) -> bool {
    let declared = ["var ", "let ", "const "].iter().find_map(|word| code.strip_prefix(word));
    declared.is_some_and(|rest| {
        let rest = rest.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.'));
        rest.trim_start().starts_with(['=', ';', ','])
    })
}

/// Returns true for a call whose argument is an object, an array or a string.
fn is_call(code: &str) -> bool {
    let rest = code.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.'));
    rest.len() < code.len() && ["({\"", "({", "([{", "(["].iter().any(|call| rest.starts_with(call))
}

/// Returns true for a rule of a style sheet: a selector, and a declaration in braces.
fn is_style(code: &str) -> bool {
    let Some((selector, rest)) = code.split_once('{') else {
        return false;
    };
    let declaration = rest.trim_start().split(['}', ';']).next().unwrap_or_default();
    let is_selector = selector.len() < 200 && !selector.contains(['<', '.'])
        || selector.trim_start().starts_with(['.', '#', '*', '@']);
    let name = declaration.split(':').next().unwrap_or_default().trim();
    is_selector
        && declaration.contains(':')
        && !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
}

/// Returns true if the first lines have the same number of separators, at least two, and no markup.
fn is_table(begin: &str) -> bool {
    if begin.contains('<') {
        return false;
    }
    let mut lines: Vec<&str> = begin.lines().take(ROWS).collect();
    if lines.len() == ROWS || begin.len() + 4 > EXAMINED {
        lines.pop();
    }
    let count = |line: &str, separator: char| line.matches(separator).count();
    lines.len() >= 3
        && [',', ';', '\t', '|'].iter().any(|&separator| {
            let first = count(lines[0], separator);
            first >= 2 && lines.iter().all(|line| count(line, separator) == first)
        })
}
