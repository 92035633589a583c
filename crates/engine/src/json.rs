//! Parses JSON of services and programs, which is not always valid: texts that were cut inside a character, half of a
//! surrogate pair, a byte order mark, and the numbers NaN and Infinity, which Python writes. Such a place must not cost
//! the rest.

use serde_json::Value;

/// Parses JSON. If it is not valid, replaces what cannot be read by U+FFFD or null first. `None` if that does not help.
pub(crate) fn parse(bytes: &[u8]) -> Option<Value> {
    let parsed = serde_json::from_slice(bytes).ok();
    parsed.or_else(|| serde_json::from_str(&mended(&String::from_utf8_lossy(bytes))).ok())
}

fn mended(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let mut is_in_string = false;
    while let Some(first) = rest.chars().next() {
        let (taken, written) = match first {
            '\\' if is_in_string => escape(rest),
            '"' => {
                is_in_string = !is_in_string;
                (1, "\"")
            }
            _ if !is_in_string => number(rest).unwrap_or_else(|| split(rest, first.len_utf8())),
            _ => split(rest, first.len_utf8()),
        };
        out.push_str(written);
        rest = &rest[taken..];
    }
    out
}

/// Returns the length of an escape and its replacement. Half of a surrogate pair becomes U+FFFD.
fn escape(text: &str) -> (usize, &str) {
    match (unit(text), text.get(6..).and_then(unit)) {
        (Some(0xD800..0xDC00), Some(0xDC00..0xE000)) => split(text, 12),
        (Some(0xD800..0xE000), _) => (6, "\\ufffd"),
        _ => split(text, 1 + text[1..].chars().next().map_or(0, char::len_utf8)),
    }
}

/// Returns the UTF-16 unit of an escape `\uXXXX`.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    u16::from_str_radix(digits, 16).ok()
}

/// Returns the length of a number that JSON does not have, and null for it.
fn number(text: &str) -> Option<(usize, &str)> {
    let names = ["NaN", "Infinity", "-Infinity"];
    let name = names.iter().find(|name| text.starts_with(**name))?;
    Some((name.len(), "null"))
}

fn split(text: &str, length: usize) -> (usize, &str) {
    (length, &text[..length])
}

#[cfg(test)]
mod tests {
    use super::parse;
    use serde_json::json;

    #[test]
    fn a_damaged_place_costs_that_place() {
        let cases: [(&[u8], _); 8] = [
            (br#"{"a":"Two \ud83d","b":1}"#, json!({"a": "Two \u{FFFD}", "b": 1})),
            (br#"{"a":"\ude00\ud83d\ude00"}"#, json!({"a": "\u{FFFD}😀"})),
            (br#"{"a":NaN,"b":[-Infinity,Infinity]}"#, json!({"a": null, "b": [null, null]})),
            (br#"{"a":"NaN \" \\","b":NaN}"#, json!({"a": "NaN \" \\", "b": null})),
            (b"\xEF\xBB\xBF{\"a\":1}", json!({"a": 1})),
            (b"{\"a\":\"x\xFFy\"}", json!({"a": "x\u{FFFD}y"})),
            (b"{\"a\":\"\\ud83d\xC3\"}", json!({"a": "\u{FFFD}\u{FFFD}"})),
            (b"[1]", json!([1])),
        ];
        for (bytes, expected) in cases {
            assert_eq!(parse(bytes), Some(expected), "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn other_text_is_not_json() {
        let texts = ["", "<html>", "{\"a\":", "{\"a\":\"\\", "{\"a\":\"\\u\"", "\"\\ud83d\\", "\\é"];
        for text in texts {
            assert_eq!(parse(text.as_bytes()), None, "{text}");
        }
    }
}
