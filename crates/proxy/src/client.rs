//! Fetches for a program that links this crate: like `/fetch`, but without a socket and without checks of the caller.
//!
//! Guard, slots, limits and requests are the same. As with `/fetch`, the crawler handles redirects, robots.txt and
//! delays.

use std::time::Duration;

use bytes::Bytes;
use hyper::Method;
use hyper::header::HeaderMap;

use crate::error::Refusal;
use crate::fetch::{Fetcher, UpstreamRequest, UpstreamResponse};
use crate::guard::target::Target;
use crate::settings::Settings;

/// The response of a host, with any status.
#[derive(Debug)]
pub struct ClientResponse {
    /// HTTP status.
    pub status: u16,
    /// Header names in lower case with their values: those of [`crate::headers::PASSED`] and of caching, `location` as
    /// an absolute URL if the host redirects, and [`crate::headers::TRUNCATED`] if the body is incomplete.
    pub headers: Vec<(String, String)>,
    /// The decoded body.
    pub body: Bytes,
    /// The time from the slot to the last byte.
    pub elapsed: Duration,
}

/// Fetches under the rules of [`Settings`], except for those about callers.
pub struct Client {
    fetcher: Fetcher,
}

impl Client {
    /// Creates a client with these settings.
    pub fn new(settings: &Settings) -> Self {
        Self { fetcher: Fetcher::new(settings, None) }
    }

    /// Returns true if every host of the demo web is answered from memory, so that a crawler needs no politeness for
    /// them.
    pub fn serves_demo_web(&self) -> bool {
        self.fetcher.serves_demo_web()
    }

    /// Fetches a URL. Dropping the future cancels the fetch.
    ///
    /// Unlike `/fetch`, it returns bodies of every type, because no browser can run them. Of a larger page it returns
    /// the first [`crate::Limits::page_bytes`], as `/fetch` does; the crawler reads no more.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if no response came, or if the request is not allowed.
    pub async fn get(&self, url: &str) -> Result<ClientResponse, Refusal> {
        self.get_if(url, HeaderMap::new()).await
    }

    /// Fetches a URL as [`Self::get`] does, with `If-None-Match` and `If-Modified-Since` of these headers.
    ///
    /// # Errors
    /// As [`Self::get`].
    pub async fn get_if(&self, url: &str, conditions: HeaderMap) -> Result<ClientResponse, Refusal> {
        self.fetcher.fetch(&self.upstream_request(url, conditions)?).await.map(ClientResponse::from)
    }

    /// Returns the headers of a request, by which a cache tells responses apart (`Vary`, RFC 9111 §4.1).
    ///
    /// # Errors
    /// Returns a [`Refusal`] for a URL that cannot be fetched.
    pub fn request_headers(&self, url: &str) -> Result<HeaderMap, Refusal> {
        let request = self.fetcher.request(&self.upstream_request(url, HeaderMap::new())?)?;
        Ok(request.into_parts().0.headers)
    }

    fn upstream_request(&self, url: &str, conditions: HeaderMap) -> Result<UpstreamRequest, Refusal> {
        let target = Target::parse(url, self.fetcher.limits.url_bytes)?;
        Ok(UpstreamRequest { target, method: Method::GET, any_type: true, conditions })
    }
}

impl From<UpstreamResponse> for ClientResponse {
    fn from(answer: UpstreamResponse) -> Self {
        let headers = answer.headers.iter().map(|(name, value)| {
            let value = String::from_utf8_lossy(value.as_bytes());
            (name.as_str().to_owned(), value.into_owned())
        });
        let location = answer.location.map(|url| ("location".to_owned(), url));
        Self {
            status: answer.status,
            headers: headers.chain(location).collect(),
            body: answer.body,
            elapsed: answer.elapsed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ForwardProxy;

    #[tokio::test]
    async fn the_guard_of_the_proxy_stands_before_every_fetch() {
        let client = Client::new(&Settings::default());
        for (url, code) in [
            ("http://127.0.0.1/", "address"),
            ("http://localhost:8181/", "port"),
            ("http://169.254.169.254/", "address"),
            ("file:///etc/passwd", "scheme"),
            ("http://user@example.com/", "userinfo"),
            ("nonsense", "bad-url"),
        ] {
            let refusal = client.get(url).await.expect_err(url);
            assert_eq!(refusal.code(), code, "{url}");
        }
    }

    #[tokio::test]
    async fn a_forward_proxy_admits_no_address_that_is_not_public() {
        let forward_proxy = Some(ForwardProxy::new("127.0.0.1:9", None).expect("an address"));
        let client = Client::new(&Settings { forward_proxy, demo_web: false, ..Settings::default() });
        for (url, code) in
            [("http://127.0.0.1/", "address"), ("https://[::1]/", "address"), ("http://a.test:22/", "port")]
        {
            let refusal = client.get(url).await.expect_err(url);
            assert_eq!(refusal.code(), code, "{url}");
        }
        for address in ["", "a.test", "a.test:0", "a.test:99999", ":80"] {
            assert!(ForwardProxy::new(address, None).is_err(), "{address}");
        }
    }

    #[tokio::test]
    async fn the_demo_web_answers_with_the_headers_that_are_handed_on() {
        let web = demo_web::DemoWeb::new(demo_web::DEFAULT_SEED);
        let client = Client::new(&Settings::default());
        let page = client.get(&web.topics()[0].seeds[0]).await.expect("a page");
        assert_eq!(page.status, 200);
        let kind = page.headers.iter().find(|(name, _)| name == "content-type");
        assert!(kind.is_some_and(|(_, value)| value.starts_with("text/html")));
        assert!(!page.body.is_empty());
    }
}
