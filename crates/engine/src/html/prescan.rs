//! Reads the declarations in the first bytes of a page before decoding: `<meta charset>`, the XML declaration,
//! `<html lang>`, and the root element of XML.
//!
//! Source: WHATWG HTML §13.2.3.2, "prescan a byte stream to determine its encoding" and "get an XML encoding"; §2.5.4,
//! "extracting a character encoding from a `meta` element".

use super::listing::ATOM;
use super::tokenizer::{Attributes, Token, Tokenizer};
use std::borrow::Cow;
use types::limits::CHARSET_LABELS;

/// The namespace of XHTML.
pub(crate) const XHTML: &str = "http://www.w3.org/1999/xhtml";
/// The namespace of RSS 1.0.
const RSS_1: &str = "http://purl.org/rss/1.0/";

/// The declarations of a page.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct DeclaredEncoding {
    /// The labels of encodings, in order: those of `<meta>`, then that of the XML declaration. A browser takes the
    /// first one that it knows.
    pub(crate) charsets: Vec<String>,
    /// The language tag of the `html` element.
    pub(crate) lang: Option<String>,
}

/// Reads the tags in these bytes, except those in comments.
pub(crate) fn prescan(head: &[u8]) -> DeclaredEncoding {
    let mut declared = DeclaredEncoding::default();
    // The last tag may be cut.
    let text = String::from_utf8_lossy(head) + ">";
    let mut tokens = Tokenizer::new(&text);
    while let Some(token) = tokens.next() {
        let Token::StartTag(tag) = token else {
            continue;
        };
        if tag.is("meta") {
            declare(&mut declared.charsets, tokens.attributes());
        } else if tag.is("html") && declared.lang.is_none() {
            let value = |name| value(tokens.attributes(), name);
            declared.lang = value("lang").or_else(|| value("xml:lang"));
        }
    }
    declared.charsets.extend(xml_encoding(&text));
    declared
}

/// The kind of an XML document, by its root element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum XmlRoot {
    /// `html` in the XHTML namespace.
    Page,
    /// That of a feed: RSS, RSS 1.0 (RDF) or Atom.
    Feed,
    Other,
}

/// Returns the kind of an XML document.
pub(crate) fn xml_root(body: &[u8]) -> XmlRoot {
    let text = match body {
        [0xff, 0xfe, rest @ ..] => Cow::Owned(utf_16(rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => Cow::Owned(utf_16(rest, u16::from_be_bytes)),
        _ => String::from_utf8_lossy(body),
    };
    let mut tokens = Tokenizer::new(&text);
    tokens.set_xml(true);
    let root = tokens.find_map(|token| if let Token::StartTag(tag) = token { Some(tag.name) } else { None });
    let name = root.unwrap_or_default();
    let (prefix, local) = name.split_once(':').unwrap_or(("", name));
    let is_namespace = |attribute: &str| {
        let declared = attribute.strip_prefix("xmlns");
        declared.is_some_and(|declared| declared.trim_start_matches(':') == prefix)
    };
    let has = |namespace: &str, is_any: bool| {
        let mut attributes = tokens.attributes().iter();
        attributes.any(|one| one.value().raw() == namespace && (is_any || is_namespace(one.name)))
    };
    match local {
        "html" if has(XHTML, false) => XmlRoot::Page,
        "rss" => XmlRoot::Feed,
        "feed" if ATOM.into_iter().any(|atom| has(atom, false)) => XmlRoot::Feed,
        // Its own namespace is that of RDF.
        "RDF" if has(RSS_1, true) => XmlRoot::Feed,
        _ => XmlRoot::Other,
    }
}

fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, _) = bytes.as_chunks::<2>();
    char::decode_utf16(pairs.iter().map(|pair| unit(*pair)))
        .map(|read| read.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

/// Adds the label of a `<meta>` to those before it, at most [`CHARSET_LABELS`].
pub(crate) fn declare(charsets: &mut Vec<String>, attributes: &Attributes<'_>) {
    if charsets.len() < CHARSET_LABELS {
        charsets.extend(charset(attributes));
    }
}

/// Returns the encoding of an XML declaration at the start of a file.
pub(crate) fn xml_encoding(text: &str) -> Option<String> {
    let (declaration, _) = text.strip_prefix("<?xml")?.split_once('>')?;
    let (_, value) = declaration.split_once("encoding")?;
    let value = trim_xml(value).strip_prefix('=')?;
    let (label, _) = quoted(trim_xml(value))?;
    let is_label = !label.is_empty() && label.bytes().all(|byte| byte > b' ');
    is_label.then(|| without_utf_16(label.to_lowercase()))
}

fn trim_xml(text: &str) -> &str {
    text.trim_start_matches(|c: char| c <= ' ')
}

/// Returns the text in quotes at the start of `text`, and the text after it.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|sign| matches!(sign, '"' | '\''))?;
    text[1..].split_once(quote)
}

/// UTF-16 labels mean UTF-8, since a declaration in UTF-16 could not be read here.
fn without_utf_16(label: String) -> String {
    match &*label {
        "utf-16" | "utf-16le" | "utf-16be" | "ucs-2" | "unicode" => "utf-8".to_owned(),
        _ => label,
    }
}

/// Returns the value of an attribute in lower case, without resolving character references; `None` if it is empty.
fn value(attributes: &Attributes<'_>, name: &str) -> Option<String> {
    let value = attributes.get(name)?.raw().trim().to_lowercase();
    (!value.is_empty()).then_some(value)
}

/// Returns the label of a `<meta>` in either form.
fn charset(attributes: &Attributes<'_>) -> Option<String> {
    let label = value(attributes, "charset").or_else(|| {
        let pragma = value(attributes, "http-equiv")? == "content-type";
        from_content(&value(attributes, "content").filter(|_| pragma)?).map(str::to_owned)
    })?;
    Some(if label == "x-user-defined" { "windows-1252".to_owned() } else { without_utf_16(label) })
}

/// Returns the label in `text/html; charset=…`.
fn from_content(content: &str) -> Option<&str> {
    let mut after = content;
    loop {
        after = after.split_once("charset")?.1.trim_start();
        if let Some(value) = after.strip_prefix('=') {
            let value = value.trim_start();
            let label = match value.chars().next()? {
                '"' | '\'' => quoted(value)?.0,
                _ => value.split([';', ' ', '\t', '\n', '\r', '\x0c']).next()?,
            };
            return Some(label.trim()).filter(|label| !label.is_empty());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_meta_name_a_charset() {
        for (head, charset) in [
            ("<meta charset=big5>", Some("big5")),
            ("<META CHARSET = 'Big5' />", Some("big5")),
            ("<meta name=x charset=\"big5\">", Some("big5")),
            ("<meta http-equiv=Content-Type content='text/html; charset=big5'>", Some("big5")),
            ("<meta content=\"a; charset='big5'\" http-equiv=content-type>", Some("big5")),
            ("<meta content='text/html; charset=big5'>", None),
            ("<meta http-equiv=refresh content='0; charset=big5'>", None),
            ("<meta charset=''>", None),
            ("<!-- <meta charset=koi8-r> --><meta charset=big5>", Some("big5")),
            ("<!--><meta charset=big5>", Some("big5")),
            ("<!-- <meta charset=big5>", None),
            ("<p title='<meta charset=koi8-r>'><meta charset=big5>", Some("big5")),
            ("<meta charset=big5><meta charset=koi8-r>", Some("big5")),
            ("<meta charset=utf-16le>", Some("utf-8")),
            ("<meta charset=x-user-defined>", Some("windows-1252")),
            ("<meta charset=big5", Some("big5")),
            ("<meta http-equiv=content-type content='charset of text; charset = big5'>", Some("big5")),
            ("<meta http-equiv=content-type content='charset=\"big5'>", None),
            ("<meta =charset ==big5>", None),
            ("<meta/charset=big5>", Some("big5")),
            ("<META\nHTTP-EQUIV=\"CONTENT-TYPE\"\nCONTENT=\"TEXT/HTML;CHARSET=BIG5\">", Some("big5")),
            ("<meta http-equiv=content-type content='text/html;charset=big5;x'>", Some("big5")),
            ("<meta http-equiv=content-type content='text/html; charset=\n\tbig5'>", Some("big5")),
            ("<title>a</title><link><meta charset=\"big5\"/>", Some("big5")),
            ("< meta charset=big5>", None),
            ("", None),
        ] {
            let declared = prescan(head.as_bytes()).charsets;
            assert_eq!(declared.first().map(String::as_str), charset, "{head}");
        }
    }

    /// WHATWG HTML §13.2.3.2, "get an XML encoding".
    #[test]
    fn an_xml_declaration_counts_after_a_meta() {
        for (head, charset) in [
            ("<?xml version='1.0' encoding='KOI8-R'?><html>", Some("koi8-r")),
            ("<?xml encoding = \"big5\" ?>", Some("big5")),
            ("<?xml encoding='big5'?><meta charset=koi8-r>", Some("koi8-r")),
            ("<?xml encoding='utf-16'?>", Some("utf-8")),
            (" <?xml encoding='big5'?>", None),
            ("<?xml encoding=big5?>", None),
            ("<?xml encoding='big 5'?>", None),
            ("<?xml encoding=''?>", None),
            ("<?xml version='1.0'?><p encoding='big5'>", None),
        ] {
            let declared = prescan(head.as_bytes()).charsets;
            assert_eq!(declared.first().map(String::as_str), charset, "{head}");
        }
    }

    #[test]
    fn the_language_is_that_of_the_html_element() {
        let lang = |head: &str| prescan(head.as_bytes()).lang;
        assert_eq!(lang("<!doctype html><HTML class=x LANG='zh-TW'>").as_deref(), Some("zh-tw"));
        assert_eq!(lang("<body lang=ja>"), None);
    }
}
