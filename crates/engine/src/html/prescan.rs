//! Reads the declarations in the first bytes of a page before decoding: `<meta charset>` and `<html lang>`.
//!
//! Source: WHATWG HTML §13.2.3.2, "prescan a byte stream to determine its encoding".

use super::tokenizer::{Attributes, Token, Tokenizer};

/// The declarations of a page.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct DeclaredEncoding {
    /// The label of an encoding.
    pub(crate) charset: Option<String>,
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
        if tag.is("meta") && declared.charset.is_none() {
            declared.charset = charset(tokens.attributes());
        } else if tag.is("html") && declared.lang.is_none() {
            declared.lang = value(tokens.attributes(), "lang");
        }
    }
    declared
}

/// Returns the value of an attribute in lower case, without resolving character references; `None` if it is empty.
fn value(attributes: &Attributes<'_>, name: &str) -> Option<String> {
    let value = attributes.get(name)?.raw().trim().to_lowercase();
    (!value.is_empty()).then_some(value)
}

/// Returns the label of a `<meta>` in either form. UTF-16 labels mean UTF-8, since a `<meta>` in UTF-16 could not be read here.
fn charset(attributes: &Attributes<'_>) -> Option<String> {
    let label = value(attributes, "charset").or_else(|| {
        let pragma = value(attributes, "http-equiv")? == "content-type";
        from_content(&value(attributes, "content").filter(|_| pragma)?).map(str::to_owned)
    })?;
    Some(match &*label {
        "utf-16" | "utf-16le" | "utf-16be" | "ucs-2" | "unicode" => "utf-8".to_owned(),
        "x-user-defined" => "windows-1252".to_owned(),
        _ => label,
    })
}

/// Returns the label in `text/html; charset=…`.
fn from_content(content: &str) -> Option<&str> {
    let after = content.split_once("charset")?.1.trim_start().strip_prefix('=')?.trim_start();
    let label = match after.chars().next()? {
        quote @ ('"' | '\'') => after[1..].split(quote).next()?,
        _ => after.split([';', ' ', '\t', '\n']).next()?,
    };
    Some(label.trim()).filter(|label| !label.is_empty())
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
            ("<meta =charset ==big5>", None),
            ("< meta charset=big5>", None),
            ("", None),
        ] {
            assert_eq!(prescan(head.as_bytes()).charset.as_deref(), charset, "{head}");
        }
    }

    #[test]
    fn the_language_is_that_of_the_html_element() {
        let lang = |head: &str| prescan(head.as_bytes()).lang;
        assert_eq!(lang("<!doctype html><HTML class=x LANG='zh-TW'>").as_deref(), Some("zh-tw"));
        assert_eq!(lang("<body lang=ja>"), None);
    }
}
