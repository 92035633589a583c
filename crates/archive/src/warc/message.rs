//! Writes the HTTP message of a response record: a status line, the headers that still apply, and the stored body.
//!
//! Header values from the web cannot inject lines: an invalid header is dropped, and line ends in a value become blanks. The reason phrase
//! is omitted, because no reader uses it (RFC 9112 §4 allows that). Source: RFC 9112 §2, §4, §5; RFC 9110 §5.1, §5.5; ISO 28500:2017 §6.3.

use super::http::TRANSFER_HEADERS;
use std::fmt::Write as _;

/// Returns a message whose headers describe the following body: no transfer coding, and its actual length.
pub(super) fn message(status: u16, headers: &[(String, String)], body: &[u8]) -> Vec<u8> {
    let mut head = format!("HTTP/1.1 {status:03} \r\n");
    for (name, value) in headers {
        if is_name(name) && !TRANSFER_HEADERS.contains(&&*name.to_ascii_lowercase()) {
            line(&mut head, name, value);
        }
    }
    line(&mut head, "content-length", &body.len().to_string());
    head += "\r\n";
    [head.as_bytes(), body].concat()
}

/// Appends a header, with its value on one line.
pub(super) fn line(out: &mut String, name: &str, value: &str) {
    let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let _ = write!(out, "{name}: {}\r\n", value.trim());
}

/// Returns true for a token (RFC 9110 §5.6.2).
fn is_name(name: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !name.is_empty() && name.bytes().all(is_letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(headers: &[(&str, &str)]) -> String {
        let owned: Vec<(String, String)> =
            headers.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        String::from_utf8(message(200, &owned, b"body")).unwrap()
    }

    #[test]
    fn transfer_headers_are_replaced_by_the_stored_length() {
        assert_eq!(
            text(&[
                ("content-type", "text/html"),
                ("Content-Encoding", "gzip"),
                ("transfer-encoding", "chunked"),
                ("content-length", "9999"),
            ]),
            "HTTP/1.1 200 \r\ncontent-type: text/html\r\ncontent-length: 4\r\n\r\nbody"
        );
    }

    #[test]
    fn a_header_value_cannot_inject_lines() {
        assert_eq!(
            text(&[("x-a", "one\r\nSet-Cookie: two\r\n\r\n<p>"), ("bad name", "x"), ("", "x"), ("x:y", "z")]),
            "HTTP/1.1 200 \r\nx-a: one  Set-Cookie: two    <p>\r\ncontent-length: 4\r\n\r\nbody"
        );
    }
}
