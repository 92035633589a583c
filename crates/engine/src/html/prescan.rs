//! Reads the declarations in the first bytes of a page before decoding: `<meta charset>` and `<html lang>`.
//!
//! Source: WHATWG HTML §13.2.3.2, "prescan a byte stream to determine its encoding".

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
    let mut rest = head;
    while let Some(at) = rest.iter().position(|&b| b == b'<') {
        rest = &rest[at..];
        if rest.starts_with(b"<!--") {
            let Some(end) = rest.windows(3).skip(2).position(|w| w == b"-->") else {
                break;
            };
            rest = &rest[end + 5..];
            continue;
        }
        let (name, attributes, after) = tag(rest);
        match name.as_str() {
            "meta" if declared.charset.is_none() => declared.charset = charset(&attributes),
            "html" if declared.lang.is_none() => {
                declared.lang = value(&attributes, "lang").map(ToOwned::to_owned);
            }
            _ => {}
        }
        rest = after;
    }
    declared
}

type Attributes = Vec<(String, String)>;

/// Returns the name and attributes of a tag and the remaining bytes; the name is empty if `<` begins no tag.
fn tag(bytes: &[u8]) -> (String, Attributes, &[u8]) {
    let mut rest = &bytes[1..];
    let name = take(&mut rest, |b| b.is_ascii_alphanumeric());
    let mut attributes = Attributes::new();
    if name.is_empty() {
        return (name, attributes, rest);
    }
    loop {
        take(&mut rest, |b| b.is_ascii_whitespace() || b == b'/');
        match rest.first() {
            None => break,
            Some(b'>') => {
                rest = &rest[1..];
                break;
            }
            Some(_) => attributes.push(attribute(&mut rest)),
        }
    }
    (name, attributes, rest)
}

fn attribute(rest: &mut &[u8]) -> (String, String) {
    // An attribute may start with `=`, which is then part of its name, so every round of the caller's loop consumes a byte.
    let mut name = String::new();
    if let Some((b'=', after)) = rest.split_first() {
        name.push('=');
        *rest = after;
    }
    name += &take(rest, |b| !b.is_ascii_whitespace() && !matches!(b, b'/' | b'>' | b'='));
    take(rest, |b| b.is_ascii_whitespace());
    let Some((b'=', after)) = rest.split_first() else {
        return (name, String::new());
    };
    *rest = after;
    take(rest, |b| b.is_ascii_whitespace());
    let value = match rest.split_first() {
        Some((&quote @ (b'"' | b'\''), after)) => {
            *rest = after;
            let value = take(rest, |b| b != quote);
            *rest = rest.get(1..).unwrap_or_default();
            value
        }
        _ => take(rest, |b| !b.is_ascii_whitespace() && b != b'>'),
    };
    (name, value)
}

/// Takes bytes from the front while they match, as lower-case text.
fn take(rest: &mut &[u8], fits: impl Fn(u8) -> bool) -> String {
    let end = rest.iter().position(|&b| !fits(b)).unwrap_or(rest.len());
    let (head, after) = rest.split_at(end);
    *rest = after;
    String::from_utf8_lossy(head).to_lowercase()
}

fn value<'a>(attributes: &'a Attributes, name: &str) -> Option<&'a str> {
    let found = attributes.iter().find(|(known, _)| known == name)?;
    Some(found.1.trim()).filter(|value| !value.is_empty())
}

/// Returns the label of a `<meta>` in either form. UTF-16 labels mean UTF-8, since a `<meta>` in UTF-16 could not be read here.
fn charset(attributes: &Attributes) -> Option<String> {
    let label = value(attributes, "charset").or_else(|| {
        let pragma = value(attributes, "http-equiv")? == "content-type";
        pragma.then(|| from_content(value(attributes, "content")?)).flatten()
    })?;
    Some(match label {
        "utf-16" | "utf-16le" | "utf-16be" | "ucs-2" | "unicode" => "utf-8".to_owned(),
        "x-user-defined" => "windows-1252".to_owned(),
        _ => label.to_owned(),
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
