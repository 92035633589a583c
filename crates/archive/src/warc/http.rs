//! Reads the HTTP message inside a response record, as leniently as browsers do: its head may stand behind interim
//! responses, and may end with the message.
//!
//! Source: ISO 28500 §6.3 (response records), §6.7 (revisit records).

use super::coding;
use crate::limits::HTTP_HEADER_BYTES as HEADER_BYTES;
use engine::fetch::{self, FetchRequest, FetchResponse, RawResponse};
use engine::html::Decoder;
use serde::{Deserialize, Serialize};
use types::header::{TRUNCATED, url_value};
use types::response_head::ResponseHead;
use types::url::CanonicalUrl;
use xxhash_rust::xxh3::xxh3_64;

/// The headers whose values contain a URL, which keeps its bytes.
const URL_HEADERS: [&str; 2] = ["location", "refresh"];

/// Headers that describe the transfer and do not apply to the decoded body.
pub(super) const TRANSFER_HEADERS: [&str; 7] =
    ["connection", "content-encoding", "content-length", "keep-alive", "trailer", "transfer-encoding", "upgrade"];

/// A decoded HTTP response.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Response {
    /// HTTP status, 100..=999.
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

    /// Returns true for a page (HTML or XHTML) with a status of success (RFC 9110 §15.3); without a known content type
    /// text is taken for HTML.
    pub fn is_page(&self) -> bool {
        let types = self.headers.iter().filter(|(name, _)| name == "content-type");
        (200..300).contains(&self.status) && fetch::is_page(types.map(|(_, value)| value.as_str()), &self.body)
    }

    /// Marks the body as incomplete, for a reason as in `WARC-Truncated` (ISO 28500:2017 §5.13).
    pub(super) fn mark_truncated(&mut self, reason: &str) {
        if self.header(TRUNCATED).is_none() {
            self.headers.push((TRUNCATED.to_owned(), reason.to_owned()));
        }
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

/// Parses the head of a message, behind those of interim responses (RFC 9110 §15.2).
///
/// # Errors
/// The reason, as a sentence without its period, if the message is not an HTTP response.
pub(super) fn head(message: &[u8]) -> Result<ResponseHead, String> {
    let mut at = 0;
    loop {
        let head = ResponseHead::parse(message, at, HEADER_BYTES);
        let head = head.ok_or("the recorded response is not valid HTTP")?;
        if head.end > HEADER_BYTES {
            let most = HEADER_BYTES >> 10;
            return Err(format!("the recorded response has over {most} KiB of headers"));
        }
        if head.status >= 200 || !message[head.end..].trim_ascii_start().starts_with(b"HTTP/") {
            return Ok(head);
        }
        at = head.end;
    }
}

/// Returns the response with a head and a body, whose codings are those of `coded`, the head with which it was stored.
///
/// # Errors
/// The reason, as a sentence without its period, if the body is compressed and cannot be decoded. A redirect is
/// returned without it.
fn with_body(head: ResponseHead, body: &[u8], coded: &ResponseHead) -> Result<Response, String> {
    let is_chunked = coded.joined("transfer-encoding").to_ascii_lowercase().contains("chunked");
    let is_chunked = is_chunked || coding::is_chunked(body);
    let chunks = if is_chunked { coding::unchunk(body) } else { coding::Decoded::whole(body) };
    let decoded = match coding::decompress(chunks, &coded.joined("content-encoding")) {
        // A redirect needs no body.
        Err(_) if (300..400).contains(&head.status) => coding::Decoded::whole(&[]),
        decoded => decoded?,
    };
    let ours = |name: &str| TRANSFER_HEADERS.contains(&name) || name == TRUNCATED;
    let headers = head.headers.into_iter().filter(|(name, _)| !ours(name)).map(|(name, value)| {
        let value = if URL_HEADERS.contains(&&*name) { url_value(&value) } else { text(&value) };
        (name, value)
    });
    let mut response = Response { status: head.status, headers: headers.collect(), body: decoded.bytes.into_owned() };
    if decoded.is_truncated {
        response.mark_truncated("unspecified");
    }
    Ok(response)
}

/// Returns a hash of what a message says: its body and the target of its redirect, as they are recorded.
pub(super) fn content(message: &[u8], head: &ResponseHead) -> u64 {
    let parts = [head.joined("location").as_bytes(), &message[head.end..]].map(xxh3_64);
    xxh3_64(parts.map(u64::to_le_bytes).as_flattened())
}

/// Returns a recorded message as a response.
///
/// # Errors
/// The reason, as a sentence without its period.
pub(super) fn response(message: &[u8]) -> Result<Response, String> {
    let head = head(message)?;
    with_body(head.clone(), &message[head.end..], &head)
}

/// Returns the response with the head of one message and the body of another (ISO 28500 §6.7.2). A head of 304 (§6.7.3)
/// only says that the other response is still valid, so that is returned.
///
/// # Errors
/// The reason, as a sentence without its period.
pub(super) fn revisited(head: &[u8], original: &[u8]) -> Result<Response, String> {
    let original_head = self::head(original)?;
    match self::head(head).ok().filter(|head| head.status != 304) {
        Some(head) => with_body(head, &original[original_head.end..], &original_head),
        None => response(original),
    }
}

/// Returns a header's value; bytes that are not UTF-8 are read as Latin-1 (RFC 9110 §5.5).
fn text(value: &[u8]) -> String {
    let text = std::str::from_utf8(value).map(str::to_owned);
    text.unwrap_or_else(|_| value.iter().map(|byte| char::from(*byte)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::read::GzEncoder;
    use std::io::Read as _;

    #[test]
    fn status_headers_and_body_are_kept_without_transfer_headers() {
        let message = b"HTTP/1.1 301 Moved\r\nLocation: /b\r\nTransfer-Encoding: chunked\r\nX-Name: caf\xe9\r\n\r\n\
            2\r\nhi\r\n0\r\n\r\n";
        let response = response(message).unwrap();
        assert_eq!(response.status, 301);
        let kept = [("location", "/b"), ("x-name", "café")];
        assert_eq!(response.headers, kept.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert_eq!(response.body, b"hi");
    }

    /// As in Chromium and curl.
    #[test]
    fn odd_header_lines_are_ignored_and_the_others_read() {
        for (odd, kept) in [
            (&b"P3P : CP=x"[..], Some(("p3p", "CP=x"))),
            (b"X-A: one\r\n two\r\n\tthree", Some(("x-a", "one two three"))),
            (b"Power by: x", None),
            (b"Power by: x\r\n continued", None),
            (b" folded at the start", None),
            (b"Garbage", None),
            (b"<!DOCTYPE html>", None),
            (b": no name", None),
            (b"X-N\xc3\xa4me: x", None),
            (b"Set-Cookie: a=\x7fb", Some(("set-cookie", "a=\u{7f}b"))),
            (b"X-N: a\0b", Some(("x-n", "a\0b"))),
        ] {
            for end in ["\r\n", "\n", "\r\r\n"] {
                let lines = [b"HTTP/1.1 200 OK", odd, b"Content-Type: text/html", b"", b"<p>"];
                let response = response(&lines.join(end.as_bytes())).unwrap();
                let kept = kept.into_iter().chain([("content-type", "text/html")]);
                let kept: Vec<_> = kept.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
                assert_eq!((response.headers, &*response.body), (kept, &b"<p>"[..]), "{odd:?}");
            }
        }
    }

    #[test]
    fn status_lines_of_every_version_are_read() {
        for line in [
            "HTTP/2 200",
            "HTTP/3 200 ",
            "HTTP/2.0 200 OK",
            "HTTP/1.0  200  Fine",
            "http/1.1 200 OK",
            "HTTP 200 OK",
            "\r\nHTTP/1.1 200 OK",
            "HTTP/1.1 200OK",
            "\0\0HTTP/1.1 200 OK",
            "x\r\nHTTP/1.1 200 OK",
            "ab\r\nhttp/1.0 200 OK",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK",
        ] {
            let message = format!("{line}\r\nContent-Type: text/html\r\n\r\n<p>");
            let response = response(message.as_bytes()).unwrap();
            assert_eq!((response.status, &*response.body), (200, &b"<p>"[..]), "{line}");
        }
    }

    /// As in Chromium and Firefox; some sites refuse crawlers with 999.
    #[test]
    fn every_code_of_three_digits_is_read_and_a_missing_one_is_200() {
        for (line, status) in [
            ("HTTP/1.1 999 Request denied", 999),
            ("HTTP/1.1 600", 600),
            ("HTTP/1.1 OK", 200),
            ("HTTP/1.1 ", 200),
            ("HTTP/1.1", 200),
            ("HTTP/1.1 - 404", 200),
            ("http/2 OK", 200),
        ] {
            let message = format!("{line}\r\nContent-Type: text/html\r\n\r\n<p>");
            let response = response(message.as_bytes()).unwrap();
            assert_eq!((response.status, &*response.body), (status, &b"<p>"[..]), "{line}");
        }
    }

    #[test]
    fn many_short_headers_are_read() {
        let lines = (0..3_000).map(|n| format!("X-{n}: {n}\r\n")).collect::<Vec<_>>().concat();
        let message = format!("HTTP/1.1 200 OK\r\n{lines}\r\n<p>");
        let response = response(message.as_bytes()).unwrap();
        assert_eq!((response.headers.len(), &*response.body), (3_000, &b"<p>"[..]));
    }

    #[test]
    fn a_head_may_end_with_the_message() {
        for message in ["HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 204", "HTTP/1.1 204 No Content\nA: b"] {
            let response = response(message.as_bytes()).unwrap();
            assert_eq!((response.status, response.body.len()), (204, 0), "{message}");
        }
    }

    #[test]
    fn headers_over_the_limit_are_an_error() {
        let message = |bytes: usize| {
            let line = format!("X: {}\r\n", "y".repeat(1_000));
            let lines = line.repeat(bytes / line.len());
            format!("HTTP/1.1 200 OK\r\n{lines}\r\n<p>")
        };
        let some = message(HEADER_BYTES / 2);
        assert_eq!(response(some.as_bytes()).unwrap().body, b"<p>");
        let long = "X".repeat(HEADER_BYTES);
        let long = format!("HTTP/1.1 200 OK\r\nX: {long}\r\n\r\n<p>");
        for long in [long, message(2 * HEADER_BYTES)] {
            let reason = response(long.as_bytes()).unwrap_err();
            assert!(reason.contains("256 KiB"), "{reason}");
        }
    }

    #[test]
    fn other_messages_are_no_responses() {
        for message in [
            &b""[..],
            b"<p>",
            b"HTTP",
            b"HTTP is a protocol\r\n",
            b"HTTP/1.1 099 Odd\r\n\r\n",
            b"HTTP/1.1 2000 Odd\r\n\r\n",
            b"HTTPS 200\r\n",
            b"<p>xxHTTP/1.1 200 OK\r\n\r\n",
            b"GET / HTTP/1.1\r\n",
        ] {
            assert!(response(message).is_err(), "{message:?}");
        }
    }

    #[test]
    fn a_redirect_does_not_need_its_body() {
        for status in [301, 302, 308] {
            let head = format!("HTTP/1.1 {status} Moved\r\nLocation: /b\r\nContent-Encoding: gzip\r\n\r\n");
            let response = response(&[head.as_bytes(), b"\0\x01\x02\x03"].concat()).unwrap();
            assert_eq!((response.status, response.header("location")), (status, Some("/b")));
            assert_eq!(response.body, b"");
        }
        assert!(response(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\0\x01\x02\x03").is_err());
    }

    #[test]
    fn chunks_of_a_compressed_body_are_joined_also_if_undeclared() {
        let mut packed = Vec::new();
        GzEncoder::new(&b"<p>page"[..], Compression::fast()).read_to_end(&mut packed).unwrap();
        let chunk = |data: &[u8]| [format!("{:x}\r\n", data.len()).as_bytes(), data, b"\r\n"].concat();
        let body = [chunk(&packed[..20]), chunk(&packed[20..]), chunk(b"")].concat();
        for declared in ["", "Transfer-Encoding: chunked\r\n"] {
            let head = format!("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n{declared}\r\n");
            let response = response(&[head.as_bytes(), &body].concat()).unwrap();
            assert_eq!((response.header(TRUNCATED), &*response.body), (None, &b"<p>page"[..]), "{declared}");
        }
    }

    #[test]
    fn a_location_keeps_its_bytes() {
        for (location, kept) in [(&b"/caf\xe9"[..], "/caf%E9"), ("/café".as_bytes(), "/caf%C3%A9")] {
            let message = [b"HTTP/1.1 302 Found\r\nLocation: ", location, b"\r\n\r\n"].concat();
            assert_eq!(response(&message).unwrap().header("location"), Some(kept));
        }
    }

    #[test]
    fn a_body_that_breaks_off_is_marked_and_no_recorded_header_says_so() {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-Upstream-Truncated: x\r\n\r\n";
        let whole = response(format!("{head}3\r\nabc\r\n0\r\n\r\n").as_bytes()).unwrap();
        assert_eq!((whole.header(TRUNCATED), &*whole.body), (None, &b"abc"[..]));
        let part = response(format!("{head}5\r\nabc").as_bytes()).unwrap();
        assert_eq!((part.header(TRUNCATED), &*part.body), (Some("unspecified"), &b"abc"[..]));
    }
}
