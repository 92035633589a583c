//! Escapes text for XML and HTML.
//!
//! No library is used: graphs, charts and reports are a fixed frame around escaped text. Source: XML 1.0 §2.2
//! (characters), §2.4 (character data), §3.3.3 (attribute values).

/// Returns a text for use between tags and in attributes: escaped, without the characters that are invalid in XML.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            // A parser would normalize it to a space in an attribute.
            '\t' => out += "&#9;",
            '\n' => out += "&#10;",
            '\r' => out += "&#13;",
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_escaped_and_invalid_xml_characters_are_removed() {
        for (text, expected) in [
            ("<a href=\"x\">&", "&lt;a href=&quot;x&quot;&gt;&amp;"),
            ("]]>", "]]&gt;"),
            ("a\0b\u{b}c\u{ffff}d", "abcd"),
            ("tab\tline\r\n", "tab&#9;line&#13;&#10;"),
            ("äöü 漢 🕷", "äöü 漢 🕷"),
        ] {
            assert_eq!(escaped(text), expected, "{text:?}");
        }
    }
}
