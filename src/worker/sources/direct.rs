//! Fetches from the sites themselves, if they allow cross-origin requests (CORS).
//!
//! Every request passes [`refuse_special`] first: hosts that cannot be on the public internet get none. Redirects are not followed.
//! The browser hides their target from a page that does not follow them, so neither this check nor the target's robots.txt could
//! come before the request. Requests carry no cookies, credentials or referrer. A page cannot know to which address a name
//! resolves.
//!
//! Source: WHATWG Fetch §2.2.6 (opaque-redirect filtered response), §3.2 (CORS protocol).

use super::cancellation::Cancellation;
use super::{SourceResponse, elapsed_ms, failure};
use crate::worker::browser::byte_stream::ByteStream;
use crate::worker::browser::clock;
use address_guard::special_host;
use engine::fetch::FetchRequest;
use gloo_net::http::{Request, Response};
use types::failure::Failure;
use web_sys::{
    AbortSignal, ReferrerPolicy, RequestCredentials, RequestMode, RequestRedirect, ResponseType,
    Url,
};

/// Milliseconds that a response may take, from the request to its last byte: as much as the proxy allows.
const TIME_MS: u32 = 30_000;
/// The headers that the engine reads. A site must expose the last three (`Access-Control-Expose-Headers`).
const HEADERS: [&str; 5] = [
    "content-type",
    "last-modified",
    "retry-after",
    "x-robots-tag",
    "etag",
];

/// Fetches from the sites themselves.
pub struct Direct {
    cancellation: Cancellation,
}

impl Default for Direct {
    fn default() -> Self {
        Self {
            cancellation: Cancellation::new(),
        }
    }
}

impl Direct {
    /// Fetches from the site.
    pub(super) async fn fetch(&self, request: &FetchRequest) -> Result<SourceResponse, Failure> {
        refuse_special(request.address())?;
        let began = clock::precise();
        let signal = self.cancellation.signal(TIME_MS);
        let why = || why(&signal);
        let response = send(request, &signal).await.ok_or_else(why)?;
        if response.type_() == ResponseType::Opaqueredirect {
            return Err(hidden_redirect());
        }
        let pieces = ByteStream::new(response.body());
        let mut body = Vec::new();
        let most = request.purpose.most_bytes();
        let read = pieces.read_past(most, &mut body).await;
        read.map_err(|_| why())?;
        Ok(SourceResponse {
            status: response.status(),
            headers: headers(&response),
            body,
            elapsed_ms: elapsed_ms(began),
        })
    }

    pub(super) fn abort(&self) {
        self.cancellation.cancel();
    }
}

/// Refuses a host that cannot be on the public internet. The browser's URL parser decides which host that is, as it does for the
/// request.
fn refuse_special(address: &str) -> Result<(), Failure> {
    let host = Url::new(address).map(|url| url.hostname());
    let host = host.unwrap_or_default();
    let Some(kind) = special_host(&host) else {
        return Ok(());
    };
    let message = format!(
        "“{host}” is not on the public internet ({kind}). To crawl your own network, use the proxy and start it with --allow-address."
    );
    Err(failure("address", &message))
}

async fn send(request: &FetchRequest, signal: &AbortSignal) -> Option<Response> {
    let request = Request::get(request.address())
        .mode(RequestMode::Cors)
        .credentials(RequestCredentials::Omit)
        .referrer_policy(ReferrerPolicy::NoReferrer)
        .redirect(RequestRedirect::Manual)
        .abort_signal(Some(signal));
    request.send().await.ok()
}

fn hidden_redirect() -> Failure {
    failure(
        "redirect-hidden",
        "This page redirects, and the browser hides the target. Use the proxy as the source to follow redirects.",
    )
}

fn headers(response: &Response) -> Vec<(String, String)> {
    let headers = response.headers();
    let given = HEADERS.into_iter().filter_map(|name| {
        let value = headers.get(name)?;
        Some((name.to_owned(), value))
    });
    given.collect()
}

/// Returns why there is no response. The browser tells a page only that the request failed, so a time-out is all that is known.
fn why(signal: &AbortSignal) -> Failure {
    if signal.aborted() {
        return failure(
            "timed-out",
            "The site did not respond within 30 seconds. Try again later.",
        );
    }
    failure(
        "blocked",
        "The site does not allow cross-origin requests (CORS) or did not respond; the browser does not say which. Use the proxy as the source.",
    )
}
