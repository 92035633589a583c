//! Parses JSON of services and programs, which is not always valid: texts that were cut inside a character, half of a
//! surrogate pair, a byte order mark, raw line ends in texts, commas before a closing bracket, and the numbers NaN and
//! Infinity, which Python writes. Such a place must not cost the rest.

use serde_json::{Error, Value};

/// Parses JSON. If it is not valid, replaces what cannot be read by U+FFFD or null first. `None` if that does not help.
pub(crate) fn parse(bytes: &[u8]) -> Option<Value> {
    whole(bytes).ok()
}

/// Parses JSON as [`parse`] does. Of a text that stays invalid, returns the values that end before the damage, and the
/// damage. Values within more than `depth` lists and objects are kept only as parts of values that are complete.
///
/// # Errors
/// Returns the damage if no value ends before it.
pub(crate) fn parse_beginning(bytes: &[u8], depth: usize) -> Result<(Value, Option<Error>), Error> {
    whole(bytes).map(|value| (value, None)).or_else(|(text, damage)| {
        match serde_json::from_str(&beginning(&text, &damage, depth)) {
            Ok(value) => Ok((value, Some(damage))),
            Err(_) => Err(damage),
        }
    })
}

/// Parses JSON; the error is the mended text and its damage.
fn whole(bytes: &[u8]) -> Result<Value, (String, Error)> {
    serde_json::from_slice(bytes).or_else(|_| {
        let text = mended(&String::from_utf8_lossy(bytes));
        serde_json::from_str(&text).map_err(|damage| (text, damage))
    })
}

/// Returns the text up to the last value that ends before the damage, with the lists and objects around it closed.
fn beginning(text: &str, damage: &Error, depth: usize) -> String {
    // The brackets that close the open lists and objects.
    let mut open = Vec::new();
    let (mut end, mut closing) = (0, Vec::new());
    let (mut is_in_string, mut is_escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate().take(intact_bytes(text, damage)) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_in_string,
            b'"' => is_in_string = !is_in_string,
            _ if is_in_string => {}
            b'{' => open.push('}'),
            b'[' => open.push(']'),
            b'}' | b']' | b',' => {
                let is_bracket = byte != b',';
                if is_bracket {
                    open.pop();
                }
                if open.len() <= depth {
                    end = at + usize::from(is_bracket);
                    closing.clone_from(&open);
                }
            }
            _ => {}
        }
    }
    text[..end].chars().chain(closing.into_iter().rev()).collect()
}

/// Returns the number of bytes before the damage.
fn intact_bytes(text: &str, damage: &Error) -> usize {
    if damage.is_eof() {
        return text.len();
    }
    let line_end = |n| memchr::memchr_iter(b'\n', text.as_bytes()).nth(n);
    let line = damage.line().checked_sub(2).and_then(line_end).map_or(0, |end| end + 1);
    // The parser may count the damaged byte.
    (line + damage.column()).saturating_sub(1)
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
            '\0'..' ' if is_in_string => (1, control(first)),
            ',' if !is_in_string && rest[1..].trim_start().starts_with(['}', ']']) => (1, ""),
            _ if !is_in_string => number(rest).unwrap_or_else(|| split(rest, first.len_utf8())),
            _ => split(rest, first.len_utf8()),
        };
        out.push_str(written);
        rest = &rest[taken..];
    }
    out
}

/// Returns the escape of a control character, which may not be written as it is.
fn control(character: char) -> &'static str {
    match character {
        '\n' => "\\n",
        '\r' => "\\r",
        '\t' => "\\t",
        _ => "\\ufffd",
    }
}

/// Returns the length of an escape and its replacement. Half of a surrogate pair becomes U+FFFD. An escape that JSON
/// does not have, such as `\'`, loses its backslash.
fn escape(text: &str) -> (usize, &str) {
    match (unit(text), text.get(6..).and_then(unit)) {
        (Some(0xD800..0xDC00), Some(0xDC00..0xE000)) => split(text, 12),
        (Some(0xD800..0xE000), _) => (6, "\\ufffd"),
        (Some(_), _) => split(text, 6),
        _ if text[1..].starts_with(['"', '\\', '/', 'b', 'f', 'n', 'r', 't']) => split(text, 2),
        _ => (1, ""),
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
    use super::{parse, parse_beginning};
    use serde_json::json;

    #[test]
    fn a_damaged_place_costs_that_place() {
        let cases: [(&[u8], _); 13] = [
            (br#"{"a":"Two \ud83d","b":1}"#, json!({"a": "Two \u{FFFD}", "b": 1})),
            (br#"{"a":"\ude00\ud83d\ude00"}"#, json!({"a": "\u{FFFD}😀"})),
            (br#"{"a":NaN,"b":[-Infinity,Infinity]}"#, json!({"a": null, "b": [null, null]})),
            (br#"{"a":"NaN \" \\","b":NaN}"#, json!({"a": "NaN \" \\", "b": null})),
            (b"\xEF\xBB\xBF{\"a\":1}", json!({"a": 1})),
            (b"{\"a\":\"x\xFFy\"}", json!({"a": "x\u{FFFD}y"})),
            (b"{\"a\":\"\\ud83d\xC3\"}", json!({"a": "\u{FFFD}\u{FFFD}"})),
            (b"[1]", json!([1])),
            (b"{\"a\":\"x\ny\tz\r\x01\"}", json!({"a": "x\ny\tz\r\u{FFFD}"})),
            (b"{\"a\":[1,\n],\"b\":\",]\",}", json!({"a": [1], "b": ",]"})),
            (br#"{"a":"it\'s \u00e9","b":"\u12"}"#, json!({"a": "it's é", "b": "u12"})),
            (br#"{"a":"\\\"\/\b\f\n\r\t",}"#, json!({"a": "\\\"/\u{8}\u{c}\n\r\t"})),
            (b"{\"a\":\"\\\n\"}", json!({"a": "\n"})),
        ];
        for (bytes, expected) in cases {
            assert_eq!(parse(bytes), Some(expected), "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn the_values_before_the_damage_are_kept() {
        let cases = [
            (r#"{"a":1,"b":[{"c":[1,2]},{"d":[3,4"#, 9, json!({"a": 1, "b": [{"c": [1, 2]}, {"d": [3]}]})),
            (r#"{"a":1,"b":[{"c":[1,2]},{"d":[3,4"#, 2, json!({"a": 1, "b": [{"c": [1, 2]}]})),
            (r#"{"a":1,"b":[{"c":[1,2]},{"d":[3,4"#, 1, json!({"a": 1})),
            ("[{\"a\":\"x]}\\\"\"},\n\n{\"a\":\"He said \"hi\"\"},{}]", 9, json!([{"a": "x]}\""}])),
            ("[1,\n2 3]", 9, json!([1])),
            ("[[1],\n[2]", 9, json!([[1], [2]])),
            (r#"{"a":[1]} trailing"#, 9, json!({"a": [1]})),
        ];
        for (text, depth, expected) in cases {
            let (value, damage) = parse_beginning(text.as_bytes(), depth).unwrap();
            assert_eq!(value, expected, "{text}");
            assert!(damage.is_some(), "{text}");
        }
        assert!(parse_beginning(b"[1,2,]", 9).is_ok_and(|(value, damage)| value == json!([1, 2]) && damage.is_none()));
        for text in ["", "{\"a\":", "[1", "<html>", "]", ",", &"[".repeat(1_000)] {
            assert!(parse_beginning(text.as_bytes(), 9).is_err(), "{text}");
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
