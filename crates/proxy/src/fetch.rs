//! Performs one fetch, from a checked URL to a capped response: slot, connection, request, head, body.
//!
//! Every wait has its limit and its own code. Redirects are returned and never followed, so that the crawler's rules
//! (robots.txt, scope, hops) see every step. [`crate::guard::caller`] checks the caller; [`crate::routes`] and
//! [`crate::fetch_many`] send the response.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use demo_web::DemoWeb;
use http_body_util::{BodyExt, Empty};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper::header::{self, HeaderMap, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::task::{AbortHandle, JoinHandle};
use tokio::time::{Instant, timeout};
use types::header::url_value;
use types::response_head::is_redirect;

use crate::decode::{DecodedBody, Decoder, DecoderPool, Wanted};
use crate::demo::{self, Raw};
use crate::error::Refusal;
use crate::guard::caller::PublicHost;
use crate::guard::connect::{Connector, Route};
use crate::guard::forward::ForwardProxy;
use crate::guard::interfaces::Interfaces;
use crate::guard::rules::Rules;
use crate::guard::target::Target;
use crate::headers::{self, RequestHeader};
use crate::limits::Limits;
use crate::media;
use crate::memory::{MemoryBudget, Reservation};
use crate::settings::Settings;
use crate::slots::{Slot, Slots};
use crate::strict::StrictStream;

/// The failures of a body that cost only the body if the status is not 2xx, because the status decides.
const UNREADABLE: [Refusal; 4] = [Refusal::Broken, Refusal::IdleTimeout, Refusal::Encoding, Refusal::TooLarge];

/// A request to a host.
pub(crate) struct UpstreamRequest {
    pub(crate) target: Target,
    /// GET or HEAD.
    pub(crate) method: Method,
    /// Accepts a body of any type (true) or only of those that the app reads (false).
    pub(crate) any_type: bool,
    /// `If-None-Match` and `If-Modified-Since` of the caller, if present.
    pub(crate) conditions: HeaderMap,
}

/// The response of a host, with any status.
#[derive(Debug)]
pub(crate) struct UpstreamResponse {
    pub(crate) status: u16,
    /// The headers that may be forwarded.
    pub(crate) headers: HeaderMap,
    /// The target of a redirect, as an absolute URL.
    pub(crate) location: Option<String>,
    /// The decoded body, which holds its reservation of the common memory.
    pub(crate) body: Bytes,
    /// The time from the slot to the last byte.
    pub(crate) elapsed: Duration,
}

/// The origin of a response.
enum Source<'a> {
    Demo(&'a DemoWeb),
    Host(Route),
}

/// Performs fetches.
pub(crate) struct Fetcher {
    pub(crate) connector: Connector,
    pub(crate) slots: Slots,
    pub(crate) decoders: DecoderPool,
    pub(crate) memory: MemoryBudget,
    pub(crate) limits: Limits,
    pub(crate) demo: Option<DemoWeb>,
    pub(crate) agent: HeaderValue,
    pub(crate) request_headers: Vec<RequestHeader>,
    own_hosts: BTreeSet<String>,
}

impl Fetcher {
    /// Creates a fetcher with these settings; `listening` is the listening address of this process, if any.
    pub(crate) fn new(settings: &Settings, listening: Option<SocketAddr>) -> Self {
        let names = settings.hosts.iter().map(PublicHost::as_str);
        let names: Vec<String> = names.map(str::to_owned).collect();
        let interfaces = Interfaces::new(settings.interfaces, settings.limits.interfaces);
        let web = || DemoWeb::new(demo_web::DEFAULT_SEED);
        Self {
            connector: Connector {
                rules: Rules::new(&settings.allowed_addresses, &settings.mappings, &names, listening, interfaces),
                resolver: Arc::clone(&settings.resolver),
                tls: Arc::clone(&settings.tls),
                forward_proxy: settings.forward_proxy.clone(),
                limit: settings.limits.connect,
            },
            slots: Slots::new(&settings.limits),
            decoders: DecoderPool::new(settings.limits.decoders),
            memory: MemoryBudget::new(settings.limits.memory),
            demo: settings.demo_web.then(web),
            agent: headers::user_agent(settings.contact.as_deref()),
            request_headers: settings.request_headers.clone(),
            own_hosts: settings.own_hosts.clone(),
            limits: settings.limits.clone(),
        }
    }

    /// Runs one fetch to its end. Dropping the future cancels it and frees its slot.
    pub(crate) async fn fetch(&self, ask: &UpstreamRequest) -> Result<UpstreamResponse, Refusal> {
        self.connector.rules.judge_target(&ask.target)?;
        // A fetch that waits for its slot counts too, because nothing else limits the number of waiting fetches.
        let reservation = self.memory.reserve(self.limits.header_bytes)?;
        let (source, mut slot) = self.slot(&ask.target).await?;
        let begun = Instant::now();
        let raw = async {
            match source {
                Source::Demo(web) => self.raw_from_demo(ask, web, reservation).await,
                Source::Host(route) => self.raw_from_host(ask, &route, &mut slot, reservation).await,
            }
        };
        let mut raw = timeout(self.limits.total, raw).await.unwrap_or(Err(Refusal::TotalTimeout))?;
        if ask.target.is_robots_file() {
            media::mark_robots_file(&mut raw.headers);
        }
        media::mark_media_type(&mut raw.headers);
        let mut headers = headers::passed(&raw.headers);
        if ask.any_type {
            headers.extend(headers::caching(&raw.headers));
        }
        if raw.is_truncated {
            headers.insert(headers::TRUNCATED, HeaderValue::from_static("unspecified"));
        }
        Ok(UpstreamResponse {
            status: raw.status,
            headers,
            location: location(&ask.target, raw.status, &raw.headers),
            body: raw.body,
            elapsed: begun.elapsed(),
        })
    }

    /// Waits for a slot of the host and, once they are known, of its addresses. Hosts of the operator, and those of the
    /// person, have neither rates nor limits by address.
    async fn slot(&self, target: &Target) -> Result<(Source<'_>, Slot), Refusal> {
        let demo = self.demo_for(target);
        let is_own = self.own_hosts.contains(&target.authority());
        let is_limited = demo.is_none() && !is_own && !self.connector.rules.is_named(target);
        if is_limited {
            self.slots.pace(target.host_name())?;
        }
        let host = format!("{}:{}", target.host_name(), target.port());
        let host = self.slots.take_host(&host, is_own).await?;
        let source = match demo {
            Some(web) => Source::Demo(web),
            None => Source::Host(self.connector.route(target).await?),
        };
        let addresses = match &source {
            Source::Host(route) if is_limited => route.addresses(),
            _ => Vec::new(),
        };
        let slot = self.slots.take(host, &addresses).await?;
        Ok((source, slot))
    }

    /// Returns true if every host of the demo web is answered from memory, so that callers need no politeness for them.
    pub(crate) fn serves_demo_web(&self) -> bool {
        self.demo.is_some() && !self.connector.rules.name_any(demo_web::is_host)
    }

    /// Returns the demo web if it has the host and the operator has not mapped the name.
    fn demo_for(&self, target: &Target) -> Option<&DemoWeb> {
        self.demo.as_ref().filter(|_| demo_web::is_host(target.host_name()) && !self.connector.rules.is_named(target))
    }

    async fn raw_from_host(
        &self,
        ask: &UpstreamRequest,
        route: &Route,
        slot: &mut Slot,
        reservation: Reservation,
    ) -> Result<Raw, Refusal> {
        // The driver must live as long as the body is read.
        let (response, _driver) = self.head(ask, route, slot).await?;
        if response.status() == StatusCode::SWITCHING_PROTOCOLS {
            return Err(Refusal::Protocol);
        }
        let (head, body) = response.into_parts();
        let (status, mut headers) = (head.status.as_u16(), head.headers);
        let is_success = head.status.is_success();
        let keeps_part: &[Refusal] = match is_success {
            // Rules that are missing would allow what the host forbids.
            true if ask.target.is_robots_file() => &[],
            true => &[Refusal::Broken],
            false => &UNREADABLE,
        };
        // The body of a redirect is not used, and may never end.
        let has_target = is_redirect(status) && location(&ask.target, status, &headers).is_some();
        let body = match self.wanted(ask, status, &headers)?.filter(|_| !has_target) {
            Some(wanted) => match self.body(body, &headers, wanted, reservation, keeps_part).await {
                Err(refusal) if !is_success && UNREADABLE.contains(&refusal) => no_body(&mut headers),
                body => body?,
            },
            None => no_body(&mut headers),
        };
        Ok(Raw { status, headers, body: body.bytes, is_truncated: body.is_truncated })
    }

    /// Applies the limits and types of other hosts to a response of the demo web.
    async fn raw_from_demo(
        &self,
        ask: &UpstreamRequest,
        web: &DemoWeb,
        reservation: Reservation,
    ) -> Result<Raw, Refusal> {
        let mut raw = demo::answer(web, ask.target.as_str()).await?;
        let body = match self.wanted(ask, raw.status, &raw.headers)? {
            Some(wanted) => {
                let mut decoder = Decoder::new(&raw.headers, &self.limits, wanted, reservation)?;
                decoder.feed(&raw.body)?;
                self.decoders.decode(decoder).await?.finish()?
            }
            None => no_body(&mut raw.headers),
        };
        (raw.body, raw.is_truncated) = (body.bytes, body.is_truncated);
        if ask.method == Method::HEAD {
            raw.body = Bytes::new();
        }
        Ok(raw)
    }

    /// Connects, sends the request and waits for the response's head.
    async fn head(
        &self,
        ask: &UpstreamRequest,
        route: &Route,
        slot: &mut Slot,
    ) -> Result<(Response<Incoming>, AbortOnDrop<hyper::Result<()>>), Refusal> {
        let mut request = self.request(ask)?;
        let (wire, address) = self.connector.connect(&ask.target, route).await?;
        if let Some(address) = address {
            slot.keep_only(address);
        }
        let exchange = async {
            let (mut sender, connection) = http1::Builder::new()
                .max_header_size(self.limits.header_bytes)
                .max_buf_size(self.limits.header_bytes)
                .max_headers(self.limits.headers_in_head)
                .handshake(TokioIo::new(StrictStream::new(wire, self.limits.header_bytes)))
                .await
                .map_err(|error| refusal(&error))?;
            let driver = AbortOnDrop(tokio::spawn(connection));
            let most = self.limits.interim;
            let interim = count_interim(&mut request, most, driver.0.abort_handle());
            let response = sender.send_request(request).await;
            if interim.load(Ordering::Relaxed) > most {
                return Err(Refusal::HeadersTooLarge);
            }
            Ok((response.map_err(|error| refusal(&error))?, driver))
        };
        timeout(self.limits.headers, exchange).await.unwrap_or(Err(Refusal::HeadersTimeout))
    }

    /// Returns the request to the host.
    pub(crate) fn request(&self, ask: &UpstreamRequest) -> Result<Request<Empty<Bytes>>, Refusal> {
        let host = HeaderValue::from_str(&ask.target.authority()).map_err(|_| Refusal::BadUrl)?;
        let proxy = self.connector.forward_proxy.as_ref().filter(|_| !self.connector.rules.has_tls(&ask.target));
        let uri = if proxy.is_some() { ask.target.as_str() } else { ask.target.path_and_query() };
        let request = Request::builder().method(ask.method.clone()).uri(uri).body(Empty::new());
        let mut request = request.map_err(|_| Refusal::BadUrl)?;
        let headers = request.headers_mut();
        *headers = headers::request(host, &self.agent, &ask.conditions);
        let further = self.request_headers.iter().filter(|header| header.is_for(ask.target.host_name()));
        further.for_each(|header| header.add_to(headers));
        if let Some(authorization) = proxy.and_then(ForwardProxy::authorization) {
            headers.insert(header::PROXY_AUTHORIZATION, authorization.clone());
        }
        Ok(request)
    }

    /// Returns the part of the body to read; `None` for no body.
    fn wanted(&self, ask: &UpstreamRequest, status: u16, headers: &HeaderMap) -> Result<Option<Wanted>, Refusal> {
        let judged = media::judge(&ask.target, status, headers, &self.limits);
        if ask.any_type {
            return Ok(Some(judged.ok().flatten().unwrap_or(Wanted::All)));
        }
        judged
    }

    /// Reads the body piece by piece, each within the idle limit, counted before and after decoding. What came of a
    /// body that ends with a refusal among `keeps_part` is returned.
    async fn body(
        &self,
        mut body: Incoming,
        headers: &HeaderMap,
        wanted: Wanted,
        reservation: Reservation,
        keeps_part: &[Refusal],
    ) -> Result<DecodedBody, Refusal> {
        let mut decoder = Decoder::new(headers, &self.limits, wanted, reservation)?;
        while !decoder.is_full() {
            match self.piece(&mut body).await {
                Ok(Some(piece)) => {
                    decoder.feed(&piece)?;
                    decoder = self.decoders.decode(decoder).await?;
                }
                Ok(None) => break,
                Err(refusal) if keeps_part.contains(&refusal) && decoder.has_output() => decoder.break_off(),
                Err(refusal) => return Err(refusal),
            }
        }
        decoder.finish()
    }

    /// Returns the next piece of a body, which is empty for trailers.
    async fn piece(&self, body: &mut Incoming) -> Result<Option<Bytes>, Refusal> {
        let frame = timeout(self.limits.idle, body.frame()).await;
        let frame = frame.map_err(|_| Refusal::IdleTimeout)?.transpose();
        let frame = frame.map_err(|error| refusal(&error))?;
        Ok(frame.map(|frame| frame.into_data().unwrap_or_default()))
    }
}

/// Counts the interim responses (1xx, RFC 9110 §15.2) to a request. The driver of its connection is ended if there are
/// more than `most`.
fn count_interim(request: &mut Request<Empty<Bytes>>, most: usize, driver: AbortHandle) -> Arc<AtomicUsize> {
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    hyper::ext::on_informational(request, move |_| {
        if counted.fetch_add(1, Ordering::Relaxed) >= most {
            driver.abort();
        }
    });
    count
}

/// Removes the type of an unread body, so that the empty one is not interpreted. That of a document says what is there.
fn no_body(headers: &mut HeaderMap) -> DecodedBody {
    let is_truncated = media::is_document(headers);
    if !is_truncated {
        headers.remove(header::CONTENT_TYPE);
    }
    DecodedBody { bytes: Bytes::new(), is_truncated }
}

/// Returns the absolute target of a 3xx response, which the crawler may follow: that of the first `Location` that is
/// not empty, as in Chromium (`HttpResponseHeaders::IsRedirect`). Bytes that are not ASCII are kept as they are,
/// percent-encoded.
fn location(target: &Target, status: u16, headers: &HeaderMap) -> Option<String> {
    let mut locations = headers.get_all(header::LOCATION).iter().filter(|_| (300..400).contains(&status));
    let location = locations.find(|location| !location.is_empty())?;
    target.resolve(&url_value(location.as_bytes()))
}

fn refusal(error: &hyper::Error) -> Refusal {
    if error.is_parse_too_large() {
        Refusal::HeadersTooLarge
    } else if error.is_parse() {
        Refusal::Protocol
    } else {
        Refusal::Broken
    }
}

/// A task that ends with its owner, such as the driver of a connection.
#[derive(Debug)]
pub(crate) struct AbortOnDrop<T>(pub(crate) JoinHandle<T>);

impl<T> Drop for AbortOnDrop<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}
