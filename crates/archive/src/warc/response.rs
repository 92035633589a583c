//! Defines a decoded HTTP response: status, headers that still apply, body.

use engine::fetch::{FetchRequest, FetchResponse, RawResponse};
use engine::html::Decoder;
use types::url::CanonicalUrl;

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

    /// Returns true for an HTML page with a status of success (RFC 9110 §15.3); without a content type it is taken for HTML.
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
