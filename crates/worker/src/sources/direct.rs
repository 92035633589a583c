//! Fetches directly from sites: in a web page those that allow cross-origin requests (CORS), in the extension all sites
//! to which the person granted access.
//!
//! Every request passes [`Direct::refuse_special`] first, which refuses hosts that cannot be on the public internet.
//! Requests carry no cookies, credentials or referrer.
//!
//! A web page learns neither the target of a redirect nor the address of a host, so redirects are failures there. The
//! extension learns both from the browser once the request was sent ([`super::network_reports`]). Firefox also resolves
//! each host before the first request to it; no request is sent to a host with an address that is not public. The
//! extension drops a response from an address that is not public unread, and refuses that host from then on. The engine
//! follows redirects, as with the proxy. Before the person has granted access, the extension sends no request.
//!
//! A body of a type that the engine does not parse is not downloaded.
//!
//! Source: WHATWG Fetch §2.2.6 (opaque-redirect filtered response), §3.2 (CORS protocol).

use super::network_reports::{NetworkReport, NetworkReports, within_time, without_fragment};
use super::{Cancellation, SourceResponse, elapsed_ms, failure};
use crate::browser::byte_stream::ByteStream;
use crate::browser::clock;
use address_guard::{special_address, special_host};
use engine::fetch::FetchRequest;
use futures_util::future::AbortHandle;
use gloo_net::http::{Request, Response};
use std::cell::RefCell;
use std::net::IpAddr;
use std::rc::Rc;
use types::agent::{API_USER_AGENT, sends_api_user_agent, user_agent};
use types::direct::DirectOptions;
use types::failure::Failure;
use web_sys::{
    AbortSignal, ReferrerPolicy, RequestCache, RequestCredentials, RequestMode, RequestRedirect, ResponseType, Url,
};

/// The most milliseconds of a response, from the request to its last byte: as many as the proxy allows.
const TIME_MS: u32 = 30_000;
/// The headers that the engine reads. A site must expose the last four (`Access-Control-Expose-Headers`).
const HEADERS: [&str; 6] = ["content-type", "last-modified", "refresh", "retry-after", "x-robots-tag", "etag"];

/// Fetches directly from sites.
pub struct Direct {
    cancellation: Cancellation,
    /// The browser's reports; `None` in a web page, which gets none.
    pub(super) reports: Option<Rc<NetworkReports>>,
    /// The options, which only the extension uses.
    pub(super) options: DirectOptions,
    /// The page that is being rendered.
    pub(super) rendering: RefCell<Option<AbortHandle>>,
}

impl Direct {
    /// Creates a source that connects to public addresses and, in the extension, which has reports, to the allowed
    /// ones.
    pub fn new(reports: Option<Rc<NetworkReports>>, options: DirectOptions) -> Self {
        Self { cancellation: Cancellation::new(), reports, options, rendering: RefCell::default() }
    }

    /// Fetches from the site.
    pub(super) async fn fetch(&self, request: &FetchRequest) -> Result<SourceResponse, Failure> {
        let address = request.address();
        self.refuse_special(address)?;
        self.refuse_without_access().await?;
        self.refuse_resolved(address).await?;
        let began = clock::precise();
        let signal = self.cancellation.signal(TIME_MS);
        let why = || self.why(&signal);
        let report = self.reports.as_ref().map(|reports| reports.expect(address));
        let response = send(request, self.reports.is_some(), &signal).await.ok_or_else(why)?;
        // Dropping this cancels the download.
        let pieces = ByteStream::new(response.body().as_ref());
        if let Some(target) = followed(address, &response) {
            let headers = vec![("location".to_owned(), target)];
            return Ok(SourceResponse { status: 307, headers, body: Vec::new(), elapsed_ms: elapsed_ms(began) });
        }
        let report = match report {
            Some(report) => within_time(report).await.ok_or_else(unreported)?,
            None => NetworkReport::default(),
        };
        let is_redirect = response.type_() == ResponseType::Opaqueredirect;
        if let Some(reports) = &self.reports
            && !(is_redirect && is_upgrade(address, &report))
        {
            let ip = report.address.ok_or_else(unreported)?;
            self.refuse_address(host(address), ip, reports)?;
        }
        let mut headers = headers(&response);
        let mut status = response.status();
        if is_redirect {
            let location = report.location.ok_or_else(hidden_redirect)?;
            headers.push(("location".to_owned(), location));
            status = report.status;
        }
        let mut body = Vec::new();
        let media_type = response.headers().get("content-type");
        if request.purpose.may_parse(media_type.as_deref()) {
            let most = request.purpose.most_bytes_of(media_type.as_deref());
            let read = pieces.read_past(most, &mut body).await;
            read.map_err(|_| why())?;
        }
        Ok(SourceResponse { status, headers, body, elapsed_ms: elapsed_ms(began) })
    }

    pub(super) fn abort(&self) {
        self.cancellation.cancel();
        if let Some(rendering) = self.rendering.take() {
            rendering.abort();
        }
    }

    /// Refuses a host that cannot be on the public internet, or that had a private address. The browser's URL parser
    /// determines the host, as it does for the request.
    fn refuse_special(&self, address: &str) -> Result<(), Failure> {
        let host = host(address);
        let ip = host.trim_matches(['[', ']']).parse();
        let is_allowed = self.reports.is_some() && ip.is_ok_and(|ip| self.options.allowed.contains(&ip));
        let special = special_host(&host).filter(|_| !is_allowed);
        let earlier = || {
            let reports = self.reports.as_ref()?;
            self.special(reports.special_address_of(&host)?)
        };
        match special.or_else(earlier) {
            Some(kind) => Err(not_public(&host, kind)),
            None => Ok(()),
        }
    }

    /// Refuses every request of an extension to which the person has not granted access.
    async fn refuse_without_access(&self) -> Result<(), Failure> {
        match &self.reports {
            Some(reports) if !reports.has_access().await => Err(failure(
                "blocked",
                "Salticid has no access to sites. Start a crawl of “The web” and allow it, or allow it in the \
                browser's settings of the extension.",
            )),
            _ => Ok(()),
        }
    }

    /// Refuses a host of which the browser tells, before any request, an address that is neither public nor allowed.
    /// The browser resolves the name again for the request, so the address of the connection is checked as well.
    async fn refuse_resolved(&self, address: &str) -> Result<(), Failure> {
        let Some(reports) = &self.reports else {
            return Ok(());
        };
        let host = host(address);
        reports.addresses_of(&host).await.into_iter().try_for_each(|ip| self.refuse_address(host.clone(), ip, reports))
    }

    /// Refuses a host with an address that is neither public nor allowed, and every later request to it.
    pub(super) fn refuse_address(&self, host: String, ip: IpAddr, reports: &NetworkReports) -> Result<(), Failure> {
        let Some(kind) = self.special(ip) else {
            return Ok(());
        };
        let failure = not_public(&host, kind);
        reports.add_special_host(host, ip);
        Err(failure)
    }

    /// Returns the kind of an address that is neither public nor allowed.
    pub(super) fn special(&self, ip: IpAddr) -> Option<&'static str> {
        special_address(ip).filter(|_| !self.options.allowed.contains(&ip))
    }

    /// Returns the reason that there is no response. The browser only reports that the request failed, so only a
    /// time-out can be distinguished.
    fn why(&self, signal: &AbortSignal) -> Failure {
        if signal.aborted() {
            return failure("timed-out", "The site did not respond within 30 seconds. Try again later.");
        }
        if self.reports.is_some() {
            return failure(
                "network",
                "The site did not respond, or Salticid has no access to it. Check the address and the access of the \
                extension.",
            );
        }
        failure(
            "blocked",
            "The site does not allow cross-origin requests (CORS) or did not respond; the browser does not say which. \
            Use the proxy as the source, or the browser extension.",
        )
    }
}

/// Returns the URL of a response that is not the requested one. Firefox upgrades an address to https (RFC 6797, HSTS)
/// and then requests that itself. The response is treated as a redirect, so that the target is checked like any other.
fn followed(address: &str, response: &Response) -> Option<String> {
    let url = response.url();
    (!url.is_empty() && url != without_fragment(address)).then_some(url)
}

/// Returns whether the browser itself redirected to the same address over https (RFC 6797, HSTS), without connecting to
/// a host.
fn is_upgrade(address: &str, report: &NetworkReport) -> bool {
    let secure = address.strip_prefix("http:").map(|rest| format!("https:{rest}"));
    report.address.is_none() && secure.is_some() && secure == report.location
}

/// Returns the host of an address in the browser's spelling; empty if there is none.
pub(super) fn host(address: &str) -> String {
    Url::new(address).map_or_else(|_| String::new(), |url| url.hostname())
}

pub(super) fn not_public(host: &str, kind: &str) -> Failure {
    let message = format!(
        "“{host}” is not on the public internet ({kind}). To crawl your own network, use the proxy with \
        --allow-address, or the browser extension: enter the IP address instead of a name, and allow it below the \
        source."
    );
    failure("address", &message)
}

pub(super) fn unreported() -> Failure {
    failure(
        "address",
        "The browser did not report which address it connected to, so the response was dropped unread. Allow Salticid \
        to access the site, then retry.",
    )
}

/// Sends a request; `is_extension` if the browser's rules for cross-origin requests do not apply.
///
/// Browsers do not let a page set the User-Agent, so hosts of Wikimedia learn from a header of theirs who asks.
async fn send(request: &FetchRequest, is_extension: bool, signal: &AbortSignal) -> Option<Response> {
    let mut builder = Request::get(request.address());
    if sends_api_user_agent(&request.url, is_extension) {
        builder = builder.header(API_USER_AGENT, &user_agent(None));
    }
    let request = builder
        .mode(RequestMode::Cors)
        .credentials(RequestCredentials::Omit)
        .referrer_policy(ReferrerPolicy::NoReferrer)
        .redirect(RequestRedirect::Manual)
        // A response from the cache has no address.
        .cache(RequestCache::NoStore)
        .abort_signal(Some(signal));
    request.send().await.ok()
}

fn hidden_redirect() -> Failure {
    failure(
        "redirect-hidden",
        "This page redirects, and the browser does not tell the target. Use the proxy as the source to follow \
        redirects, or the browser extension.",
    )
}

fn headers(response: &Response) -> Vec<(String, String)> {
    let headers = response.headers();
    HEADERS.into_iter().filter_map(|name| Some((name.to_owned(), headers.get(name)?))).collect()
}
