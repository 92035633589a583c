//! Finds the path of a place in a JSON text: parsers report only its line and column.
//!
//! `serde_path_to_error` wraps the parser of every type that is read: 118 KB of machine code in the worker.

/// A container around the place.
enum Container<'a> {
    /// An array, with the index of the current element.
    Array(usize),
    /// An object, with the key of the current member once it was read.
    Object(Option<&'a [u8]>),
}

/// Returns the path of the key or value that ends at a line (from 1) and a column (bytes of that line, as `serde_json`
/// counts them), such as `trails[0].pages[1].url`; empty for the whole text.
pub fn json_path(text: &[u8], line: usize, column: usize) -> String {
    let containers = containers(before(text, line, column));
    let path = containers.iter().fold(String::new(), |path, container| match container {
        Container::Array(index) => format!("{path}[{index}]"),
        Container::Object(Some(key)) => format!("{path}.{}", String::from_utf8_lossy(key)),
        Container::Object(None) => path,
    });
    path.trim_start_matches('.').to_owned()
}

/// Returns the text up to a place.
fn before(text: &[u8], line: usize, column: usize) -> &[u8] {
    let lines = text.split_inclusive(|byte| *byte == b'\n');
    let lines = lines.take(line.saturating_sub(1)).map(<[u8]>::len);
    let end = lines.sum::<usize>().saturating_add(column);
    text.get(..end).unwrap_or(text)
}

/// Returns the containers that are open at the end of a text, the outermost first.
fn containers(mut text: &[u8]) -> Vec<Container<'_>> {
    let mut open = Vec::new();
    while let Some((byte, rest)) = text.split_first() {
        text = rest;
        match (byte, open.last_mut()) {
            (b'{', _) => open.push(Container::Object(None)),
            (b'[', _) => open.push(Container::Array(0)),
            (b'}' | b']', _) => drop(open.pop()),
            (b',', Some(Container::Array(index))) => *index += 1,
            (b',', Some(Container::Object(key))) => *key = None,
            (b'"', container) => {
                let string = string(text);
                text = text.get(string.len() + 1..).unwrap_or_default();
                if let Some(Container::Object(key @ None)) = container {
                    *key = Some(string);
                }
            }
            _ => {}
        }
    }
    open
}

/// Returns the content of a string, as it is written. The text begins after the opening quote.
fn string(text: &[u8]) -> &[u8] {
    let mut is_escaped = false;
    let end = text.iter().position(|byte| {
        let is_end = *byte == b'"' && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        is_end
    });
    &text[..end.unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taxonomy::Taxonomy;
    use crate::trails::Trails;
    use serde::de::DeserializeOwned;

    /// Returns the path of the error with which a type rejects a text.
    fn path_of_error<T: DeserializeOwned>(text: &str) -> String {
        let error = serde_json::from_str::<T>(text).map(|_| ());
        let error = error.expect_err(text);
        json_path(text.as_bytes(), error.line(), error.column())
    }

    #[test]
    fn the_path_leads_to_what_a_parser_rejects() {
        for (text, path) in [
            ("", ""),
            ("7", ""),
            ("{\"trails\": 7}", "trails"),
            ("{\"trails\": [7]}", "trails[0]"),
            ("{\"trails\": [{\"name\": \"a\", \"pages\": [\n  {\"url\": true}]}]}", "trails[0].pages[0].url"),
            ("{\"trails\": [{\"name\": \"}]\\\"\", \"pages\": []}, {\n\"pages\": {}}]}", "trails[1].pages"),
        ] {
            assert_eq!(path_of_error::<Trails>(text), path, "{text}");
        }
        let missing = "{\"topics\": [{\"name\": \"ä\"}, {}]}";
        assert_eq!(path_of_error::<Taxonomy>(missing), "topics[1]");
    }

    #[test]
    fn a_place_beyond_the_text_or_within_a_character_is_no_error() {
        assert_eq!(json_path("{\"ä".as_bytes(), 1, 3), "\u{fffd}");
        assert_eq!(json_path(b"{\"a\": [1, 2", 9, usize::MAX), "a[1]");
        assert_eq!(json_path(b"}]", 0, 5), "");
    }
}
