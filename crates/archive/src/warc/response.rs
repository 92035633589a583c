//! An HTTP response as a crawl wants it: status, headers that still hold, the body undone.

use engine::fetch::{FetchId, FetchRequest, FetchResponse, Purpose, RawResponse};
use engine::html::Decoder;
use types::url::CanonicalUrl;

/// An HTTP response, transfer and content codings undone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Response {
    /// HTTP status, 100..=599.
    pub status: u16,
    /// Header names in lower case with their values; those that speak of codings, length and connection are left out.
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

    /// Returns the response as received, with this delay in milliseconds.
    pub fn raw(&self, elapsed_ms: u32) -> RawResponse<'_> {
        RawResponse {
            status: self.status,
            headers: &self.headers,
            body: &self.body,
            elapsed_ms,
        }
    }

    /// Returns the response as a crawl that requests a page at this URL would get it.
    pub fn as_page(&self, url: &CanonicalUrl, decoder: &dyn Decoder) -> FetchResponse {
        let request = FetchRequest {
            id: FetchId(0),
            url: url.clone(),
            exact: None,
            purpose: Purpose::Page,
        };
        FetchResponse::read(&request, self.raw(0), 0, decoder)
    }
}
