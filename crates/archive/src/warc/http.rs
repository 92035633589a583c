//! Parses the HTTP message inside a response record.
//!
//! Source: RFC 9112 §2 (message format); ISO 28500 §6.3 (response records).

use super::{Response, coding};
use crate::limits::HTTP_HEADERS as HEADERS;
use types::failure::{Failure, FailureKind};

/// Headers that describe the transfer and do not apply to the decoded body.
pub(super) const TRANSFER_HEADERS: [&str; 7] = [
    "connection",
    "content-encoding",
    "content-length",
    "keep-alive",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Returns the status of a recorded message; `None` if it is not an HTTP response.
pub(super) fn status(message: &[u8]) -> Option<u16> {
    let mut lines = [httparse::EMPTY_HEADER; HEADERS];
    let mut parsed = httparse::Response::new(&mut lines);
    match parsed.parse(message) {
        Ok(httparse::Status::Complete(_)) => parsed.code.filter(|code| (100..600).contains(code)),
        _ => None,
    }
}

/// Returns a recorded message as a response; a failure if the coding of its body is unknown.
pub(super) fn response(message: &[u8]) -> Result<Response, Failure> {
    let mut lines = [httparse::EMPTY_HEADER; HEADERS];
    let mut parsed = httparse::Response::new(&mut lines);
    let Ok(httparse::Status::Complete(start)) = parsed.parse(message) else {
        return Err(failure(
            "recording",
            "the recorded response is not valid HTTP".to_owned(),
        ));
    };
    let mut headers: Vec<(String, String)> = parsed
        .headers
        .iter()
        .map(|line| (line.name.to_ascii_lowercase(), text(line.value)))
        .collect();
    let body = body(&message[start..], &headers)?;
    headers.retain(|(name, _)| !TRANSFER_HEADERS.contains(&name.as_str()));
    Ok(Response {
        status: parsed.code.unwrap_or_default(),
        headers,
        body,
    })
}

fn body(bytes: &[u8], headers: &[(String, String)]) -> Result<Vec<u8>, Failure> {
    let all = |name: &str| {
        let values = headers.iter().filter(|(given, _)| given == name);
        values
            .map(|(_, value)| value.as_str())
            .collect::<Vec<_>>()
            .join(",")
    };
    let chunked = all("transfer-encoding")
        .to_ascii_lowercase()
        .contains("chunked");
    let bytes = if chunked {
        coding::unchunk(bytes)
    } else {
        bytes.into()
    };
    let codings = all("content-encoding");
    let plain = coding::decompress(bytes, &codings);
    plain.map(std::borrow::Cow::into_owned).ok_or_else(|| {
        failure(
            "coding",
            format!("the recorded body has an unsupported encoding: {codings}"),
        )
    })
}

/// Returns a header's value; bytes that are not UTF-8 are read as Latin-1 (RFC 9110 §5.5).
fn text(value: &[u8]) -> String {
    let text = std::str::from_utf8(value).map(str::to_owned);
    text.unwrap_or_else(|_| value.iter().map(|byte| char::from(*byte)).collect())
}

fn failure(code: &str, message: String) -> Failure {
    Failure {
        code: code.to_owned(),
        message,
        kind: FailureKind::Transient,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_headers_and_body_are_kept_without_transfer_headers() {
        let message = b"HTTP/1.1 301 Moved\r\nLocation: /b\r\nTransfer-Encoding: chunked\r\nX-Name: caf\xe9\r\n\r\n2\r\nhi\r\n0\r\n\r\n";
        let response = response(message).unwrap();
        assert_eq!(response.status, 301);
        let kept = [("location", "/b"), ("x-name", "café")];
        assert_eq!(
            response.headers,
            kept.map(|(name, value)| (name.to_owned(), value.to_owned()))
        );
        assert_eq!(response.body, b"hi");
    }

    #[test]
    fn a_body_in_an_unknown_coding_is_a_failure_with_its_name() {
        let message = b"HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\n\r\n\x00";
        let failure = response(message).unwrap_err();
        assert_eq!(failure.code, "coding");
        assert!(failure.message.contains("zstd"));
    }

    #[test]
    fn invalid_http_has_no_status() {
        assert_eq!(status(b"HTTP/1.1 204 No Content\r\n\r\n"), Some(204));
        for message in [
            &b""[..],
            b"<p>",
            b"HTTP/1.1 200",
            b"HTTP/1.1 999 Odd\r\n\r\n",
        ] {
            assert_eq!(status(message), None, "{message:?}");
        }
    }
}
