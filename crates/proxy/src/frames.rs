//! Frames the responses of `/fetch-many`: length and JSON head, length and body, for each response.
//!
//! A frame is a big-endian `u32`, that many bytes of UTF-8 JSON, a big-endian `u32`, that many bytes of body. The
//! lengths come first, so that the browser can cut the stream without scanning it. There is no final frame; the stream
//! just ends.

use std::collections::BTreeMap;

use bytes::{BufMut, Bytes, BytesMut};
use serde::Serialize;

use crate::error::Refusal;
use crate::fetch::UpstreamResponse;

/// The JSON head of a response.
#[derive(Serialize)]
struct AnswerHead<'a> {
    url: &'a str,
    status: u16,
    headers: BTreeMap<&'a str, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<&'a str>,
    elapsed_ms: u128,
}

/// The JSON head of a refusal.
#[derive(Serialize)]
struct RefusalHead<'a> {
    url: &'a str,
    code: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    ticket: Option<&'a str>,
}

/// Returns a frame in two pieces, so that the body is not copied.
pub(crate) fn answer(url: &str, answer: UpstreamResponse) -> [Bytes; 2] {
    let mut headers: BTreeMap<&str, String> = BTreeMap::new();
    for (name, value) in &answer.headers {
        let value = String::from_utf8_lossy(value.as_bytes());
        let joined = headers.entry(name.as_str()).or_default();
        if !joined.is_empty() {
            joined.push_str(", ");
        }
        joined.push_str(&value);
    }
    let head = AnswerHead {
        url,
        status: answer.status,
        headers,
        location: answer.location.as_deref(),
        elapsed_ms: answer.elapsed.as_millis(),
    };
    frame(&head, answer.body)
}

/// Returns the frame of a refusal; [`Refusal::StillWaiting`] and [`Refusal::NoTicket`] include the ticket.
pub(crate) fn refusal(url: &str, refusal: Refusal, ticket: Option<&str>) -> [Bytes; 2] {
    frame(&RefusalHead { url, code: refusal.code(), message: refusal.to_string(), ticket }, Bytes::new())
}

fn frame(head: &impl Serialize, body: Bytes) -> [Bytes; 2] {
    let json = serde_json::to_vec(head).expect("strings and numbers are always JSON");
    let mut lead = BytesMut::with_capacity(json.len() + 8);
    lead.put_u32(u32::try_from(json.len()).expect("a head is far below 4 GiB: its parts are capped"));
    lead.put_slice(&json);
    lead.put_u32(u32::try_from(body.len()).expect("a body is capped at some MiB"));
    [lead.freeze(), body]
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyper::header::{HeaderMap, HeaderValue, LINK};
    use std::time::Duration;

    #[test]
    fn a_frame_is_two_lengths_with_their_bytes() {
        let mut headers = HeaderMap::new();
        headers.append(LINK, HeaderValue::from_static("<a>"));
        headers.append(LINK, HeaderValue::from_static("<b>"));
        let given = UpstreamResponse {
            status: 301,
            headers,
            location: Some("http://b.test/".to_owned()),
            body: Bytes::from_static(b"moved"),
            elapsed: Duration::from_millis(7),
        };
        let bytes = answer("http://a.test/", given).concat();
        let json = r#"{"url":"http://a.test/","status":301,"headers":{"link":"<a>, <b>"},"location":"http://b.test/","elapsed_ms":7}"#;
        let length = u8::try_from(json.len()).expect("short");
        assert_eq!(bytes, [&[0, 0, 0, length], json.as_bytes(), &[0, 0, 0, 5], b"moved"].concat());
    }
}
