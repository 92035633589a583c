//! Parses the HTTP message inside a response record.
//!
//! Source: RFC 9112 §2 (message format); ISO 28500 §6.3 (response records).

use super::coding;
use crate::limits::{HTTP_HEADER_BYTES as HEADER_BYTES, HTTP_HEADERS as HEADERS};
use engine::fetch::{FetchRequest, FetchResponse, RawResponse};
use engine::html::Decoder;
use types::failure::{Failure, FailureKind};
use types::text::cut;
use types::url::CanonicalUrl;

/// The most characters of an unknown coding's name in a message.
const CODING_CHARS: usize = 80;

/// Headers that describe the transfer and do not apply to the decoded body.
pub(super) const TRANSFER_HEADERS: [&str; 7] =
    ["connection", "content-encoding", "content-length", "keep-alive", "trailer", "transfer-encoding", "upgrade"];

/// A decoded HTTP response.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Response {
    /// HTTP status, 100..=599.
    pub status: u16,
    /// Header names in lower case with their values, without those about codings, length and connection.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Response {
    /// Returns the value of a header, by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(given, _)| given == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Returns true for an HTML page with a status of success (RFC 9110 §15.3); without a content type it is taken for
    /// HTML.
    pub fn is_page(&self) -> bool {
        let kind = self.header("content-type");
        let is_html = kind.is_none_or(|kind| kind.to_ascii_lowercase().contains("html"));
        is_html && (200..300).contains(&self.status)
    }

    /// Returns the response as received, with this delay in milliseconds.
    pub fn raw(&self, elapsed_ms: u32) -> RawResponse<'_> {
        RawResponse { status: self.status, headers: &self.headers, body: &self.body, elapsed_ms }
    }

    /// Returns the response that a crawl would get for a page at this URL.
    pub fn as_page(&self, url: &CanonicalUrl, decoder: &dyn Decoder) -> FetchResponse {
        let request = FetchRequest::page(url.clone());
        FetchResponse::read(&request, self.raw(0), 0, decoder)
    }
}

/// Returns the status of a recorded message; `None` if it is not an HTTP response.
pub(super) fn status(message: &[u8]) -> Option<u16> {
    let mut lines = [httparse::EMPTY_HEADER; HEADERS];
    let mut parsed = httparse::Response::new(&mut lines);
    match parsed.parse(start(message)) {
        Ok(httparse::Status::Complete(_)) => parsed.code.filter(|code| (100..600).contains(code)),
        _ => None,
    }
}

/// Returns a recorded message as a response; a failure if the coding of its body is unknown.
pub(super) fn response(message: &[u8]) -> Result<Response, Failure> {
    let mut lines = [httparse::EMPTY_HEADER; HEADERS];
    let mut parsed = httparse::Response::new(&mut lines);
    let end = match parsed.parse(start(message)) {
        Ok(httparse::Status::Complete(end)) => end,
        Ok(httparse::Status::Partial) if message.len() > HEADER_BYTES => {
            let most = HEADER_BYTES >> 10;
            let reason = format!("the recorded response has over {most} KiB of headers");
            return Err(failure("recording", reason));
        }
        _ => {
            let reason = "the recorded response is not valid HTTP".to_owned();
            return Err(failure("recording", reason));
        }
    };
    let mut headers: Vec<(String, String)> =
        parsed.headers.iter().map(|line| (line.name.to_ascii_lowercase(), text(line.value))).collect();
    let body = body(&message[end..], &headers)?;
    headers.retain(|(name, _)| !TRANSFER_HEADERS.contains(&name.as_str()));
    Ok(Response { status: parsed.code.unwrap_or_default(), headers, body })
}

/// Returns the part of a message in which its headers must end.
fn start(message: &[u8]) -> &[u8] {
    &message[..message.len().min(HEADER_BYTES)]
}

fn body(bytes: &[u8], headers: &[(String, String)]) -> Result<Vec<u8>, Failure> {
    let all = |name: &str| {
        let values = headers.iter().filter(|(given, _)| given == name);
        values.map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(",")
    };
    let chunked = all("transfer-encoding").to_ascii_lowercase().contains("chunked");
    let bytes = if chunked { coding::unchunk(bytes) } else { bytes.into() };
    let codings = all("content-encoding");
    let plain = coding::decompress(bytes, &codings);
    plain.map(std::borrow::Cow::into_owned).ok_or_else(|| {
        failure("coding", format!("the recorded body has an unsupported encoding: {}", cut(&codings, CODING_CHARS)))
    })
}

/// Returns a header's value; bytes that are not UTF-8 are read as Latin-1 (RFC 9110 §5.5).
fn text(value: &[u8]) -> String {
    let text = std::str::from_utf8(value).map(str::to_owned);
    text.unwrap_or_else(|_| value.iter().map(|byte| char::from(*byte)).collect())
}

fn failure(code: &str, message: String) -> Failure {
    Failure { code: code.to_owned(), message, kind: FailureKind::Transient }
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
        assert_eq!(response.headers, kept.map(|(name, value)| (name.to_owned(), value.to_owned())));
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
    fn headers_over_the_limit_are_a_failure() {
        let message = |bytes: usize| {
            let line = format!("X: {}\r\n", "y".repeat(1_000));
            let lines = line.repeat(bytes / line.len());
            format!("HTTP/1.1 200 OK\r\n{lines}\r\n<p>")
        };
        let some = message(HEADER_BYTES / 2);
        assert_eq!(response(some.as_bytes()).unwrap().body, b"<p>");
        let long = "X".repeat(HEADER_BYTES);
        let long = format!("HTTP/1.1 200 OK\r\nX: {long}\r\n\r\n<p>");
        let failure = response(long.as_bytes()).unwrap_err();
        assert!(failure.message.contains("256 KiB"), "{}", failure.message);
        assert_eq!(status(long.as_bytes()), None);
    }

    #[test]
    fn a_long_name_of_a_coding_is_cut() {
        let name = "z".repeat(10_000);
        let message = format!("HTTP/1.1 200 OK\r\nContent-Encoding: {name}\r\n\r\nx");
        let failure = response(message.as_bytes()).unwrap_err();
        assert!(failure.message.len() < 200, "{}", failure.message.len());
    }

    #[test]
    fn invalid_http_has_no_status() {
        assert_eq!(status(b"HTTP/1.1 204 No Content\r\n\r\n"), Some(204));
        for message in [&b""[..], b"<p>", b"HTTP/1.1 200", b"HTTP/1.1 999 Odd\r\n\r\n"] {
            assert_eq!(status(message), None, "{message:?}");
        }
    }
}
