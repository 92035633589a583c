//! The sites themselves, as far as they let other pages read them (CORS).
//!
//! A browser hides a redirect from a page that asks not to follow it, so it is followed here and told as what it was: a
//! redirect to the final address, which the engine then asks for under that address's own rules. Left out on purpose: cookies,
//! credentials, and the address of the app (no referrer).
//!
//! Source: WHATWG Fetch §2.2.6 (opaque-redirect filtered response), §3.2 (CORS protocol).

use super::lifeline::Lifeline;
use super::stream::Pieces;
use super::{Reply, elapsed_ms, failure};
use crate::worker::clock;
use engine::fetch::{Failure, Order};
use engine::url::CanonicalUrl;
use gloo_net::http::{Request, Response};
use web_sys::{AbortSignal, ReferrerPolicy, RequestCredentials, RequestMode, RequestRedirect};

/// Milliseconds that an answer may take from the order to its last byte: what the proxy allows too.
const TIME_MS: u32 = 30_000;
/// The headers that the engine reads. A site shows the last two only where it lists them (`Access-Control-Expose-Headers`).
const HEADERS: [&str; 3] = ["content-type", "retry-after", "x-robots-tag"];

/// The sites themselves.
pub struct Direct {
    lifeline: Lifeline,
}

impl Default for Direct {
    fn default() -> Self {
        Self {
            lifeline: Lifeline::new(),
        }
    }
}

impl Direct {
    /// Asks the site.
    pub(super) async fn fetch(&self, order: &Order) -> Result<Reply, Failure> {
        let began = clock::precise();
        let signal = self.lifeline.signal(TIME_MS);
        let why = || why(&signal);
        let response = send(order, &signal).await.ok_or_else(why)?;
        let pieces = Pieces::of(response.body());
        if let Some(location) = moved(order, &response) {
            return Ok(redirect(location, began));
        }
        let mut body = Vec::new();
        while body.len() <= order.purpose.most_bytes() {
            if !pieces.append_to(&mut body).await.map_err(|_| why())? {
                break;
            }
        }
        Ok(Reply {
            status: response.status(),
            headers: headers(&response),
            body,
            elapsed_ms: elapsed_ms(began),
        })
    }

    pub(super) fn abort(&self) {
        self.lifeline.cut();
    }
}

async fn send(order: &Order, signal: &AbortSignal) -> Option<Response> {
    let request = Request::get(order.address())
        .mode(RequestMode::Cors)
        .credentials(RequestCredentials::Omit)
        .referrer_policy(ReferrerPolicy::NoReferrer)
        .redirect(RequestRedirect::Follow)
        .abort_signal(Some(signal));
    request.send().await.ok()
}

/// Where the answer really comes from, if that is another page than the one that was ordered.
fn moved(order: &Order, response: &Response) -> Option<String> {
    let from = response.url();
    let same = from == order.address()
        || CanonicalUrl::parse(&from).is_ok_and(|canonical| canonical == order.url);
    (response.redirected() && !same).then_some(from)
}

fn redirect(location: String, began: f64) -> Reply {
    Reply {
        status: 302,
        headers: vec![("location".to_owned(), location)],
        body: Vec::new(),
        elapsed_ms: elapsed_ms(began),
    }
}

fn headers(response: &Response) -> Vec<(String, String)> {
    let headers = response.headers();
    let given = HEADERS.into_iter().filter_map(|name| {
        let value = headers.get(name)?;
        Some((name.to_owned(), value))
    });
    given.collect()
}

/// A browser does not tell a page why it may not read an answer; only the time-out is ours to know.
fn why(signal: &AbortSignal) -> Failure {
    if signal.aborted() {
        return failure(
            "timed-out",
            "The site did not answer in 30 seconds. It may work later.",
        );
    }
    failure(
        "blocked",
        "The site does not let other pages read it, or it did not answer: the browser does not say which. Use the proxy as the source to read it.",
    )
}
