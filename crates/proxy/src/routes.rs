//! Routes the proxy's addresses: `/fetch`, `/fetch-many`, `/healthz`, and the app's files.
//!
//! Every request is first checked in one place: caller, then method. Every response gets its headers there: security
//! headers and, for a listed origin, the CORS headers. [`crate::fetch`] performs fetches.

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::{Extension, Router, routing};
use bytes::Bytes;
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Method, StatusCode};
use serde_json::json;
use tokio::time::timeout;

use crate::error::Refusal;
use crate::fetch::{Fetcher, UpstreamRequest, UpstreamResponse};
use crate::fetch_many::{self, Batch};
use crate::guard::caller::{Caller, Callers, RequestKind};
use crate::guard::target::Target;
use crate::headers;
use crate::limits::Limits;
use crate::log::{self, RefusedRequest};
use crate::memory::{MemoryBudget, Reservation, Slices};
use crate::pages::Pages;
use crate::tickets::Tickets;

/// Every method that some address supports.
const METHODS: &str = "GET, HEAD, OPTIONS, POST";

/// The state that all requests share.
pub(crate) struct Shared {
    pub(crate) callers: Callers,
    pub(crate) fetcher: Arc<Fetcher>,
    pub(crate) tickets: Arc<Tickets>,
    /// The memory for the texts of batches.
    pub(crate) texts: MemoryBudget,
    pub(crate) pages: Pages,
}

/// The remote address of the connection of a request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// Returns the whole service. The connection adds its [`Peer`].
pub(crate) fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/fetch", routing::any(fetch))
        .route("/fetch-many", routing::any(fetch_many))
        .route("/healthz", routing::any(health))
        .fallback(page)
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), check))
        .with_state(shared)
}

/// Admits or refuses a request, answers preflights, and adds the common headers to every response.
async fn check(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let (origin, admitted) = shared.callers.admit(request.headers(), request_kind(&request, &path));
    let mut response = match admitted.and_then(|()| method(&request, &path)) {
        Err(refusal) => refused(refusal, RefusedRequest::Call(&path)),
        Ok(()) if request.method() == Method::OPTIONS => preflight(&request),
        Ok(()) => next.run(request).await,
    };
    dress(response.headers_mut(), origin);
    response
}

fn request_kind(request: &Request, path: &str) -> RequestKind {
    let fetches = matches!(path, "/fetch" | "/fetch-many") && request.method() != Method::OPTIONS;
    if fetches { RequestKind::Fetch } else { RequestKind::OwnResource }
}

/// Accepts GET, HEAD and OPTIONS, and POST only for batches. Refuses absolute URLs, which are for forward proxies.
fn method(request: &Request, path: &str) -> Result<(), Refusal> {
    if request.uri().authority().is_some() {
        return Err(Refusal::BadRequest);
    }
    let batch = path == "/fetch-many";
    match *request.method() {
        Method::OPTIONS => Ok(()),
        Method::GET | Method::HEAD if !batch => Ok(()),
        Method::POST if batch => Ok(()),
        _ => Err(Refusal::Method),
    }
}

fn preflight(request: &Request) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let private = request.headers().contains_key("access-control-request-private-network");
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| headers.insert(name, HeaderValue::from_static(value));
    set(header::ALLOW, METHODS);
    set(header::ACCESS_CONTROL_ALLOW_METHODS, METHODS);
    set(header::ACCESS_CONTROL_ALLOW_HEADERS, "content-type, if-none-match, if-modified-since, x-salticid-token");
    set(header::ACCESS_CONTROL_MAX_AGE, "600");
    if private {
        set(HeaderName::from_static("access-control-allow-private-network"), "true");
    }
    response
}

/// Adds the headers of every response. Without a listed origin, there is no CORS header.
fn dress(headers: &mut HeaderMap, origin: Option<HeaderValue>) {
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin"));
    headers.append(header::VARY, HeaderValue::from_static("origin"));
    if let Some(origin) = origin {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        let exposed = HeaderValue::from_static(
            "x-upstream-status, x-upstream-location, x-proxy-error, content-language, last-modified, etag, \
            cache-control, retry-after, x-robots-tag, link",
        );
        headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
    } else {
        let cors: Vec<_> =
            headers.keys().filter(|name| name.as_str().starts_with("access-control-")).cloned().collect();
        for name in cors {
            headers.remove(name);
        }
    }
}

/// Serves `GET /fetch?url=…`: one page.
async fn fetch(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let limit = shared.fetcher.limits.url_bytes;
    let target = match Target::from_query(request.uri().query(), limit) {
        Ok(target) => target,
        Err(refusal) => return refused(refusal, RefusedRequest::NoUrl),
    };
    let ask = UpstreamRequest {
        target,
        method: request.method().clone(),
        any_type: false,
        conditions: headers::conditions(request.headers()),
    };
    match shared.fetcher.fetch(&ask).await {
        Ok(answer) => answered(answer, &shared.fetcher.limits),
        Err(refusal) => refused(refusal, RefusedRequest::Fetch(&ask.target)),
    }
}

fn answered(answer: UpstreamResponse, limits: &Limits) -> Response {
    let mut response = Response::new(Body::new(Slices::new(answer.body, limits)));
    let headers = response.headers_mut();
    headers.extend(answer.headers);
    // The host's caching headers are for its own response. This one depends on the caller, so it must not be cached for
    // others, or for later.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(headers::UPSTREAM_STATUS, HeaderValue::from(answer.status));
    headers.insert(header::CONTENT_SECURITY_POLICY, headers::SANDBOX);
    if let Some(location) = answer.location.and_then(|location| HeaderValue::from_str(&location).ok()) {
        headers.insert(headers::UPSTREAM_LOCATION, location);
    }
    response
}

/// Serves `POST /fetch-many`: a batch, answered as a stream of frames.
async fn fetch_many(
    State(shared): State<Arc<Shared>>,
    Extension(Peer(peer)): Extension<Peer>,
    request: Request,
) -> Response {
    let caller = Caller::new(peer, request.headers().get(header::ORIGIN).cloned());
    match batch(&shared, request).await {
        Ok((batch, reservation)) => {
            let frames = fetch_many::run(batch, caller, reservation, &shared.fetcher, &shared.tickets);
            local_response(Body::from_stream(frames), "application/octet-stream")
        }
        Err(refusal) => refused(refusal, RefusedRequest::Call("/fetch-many")),
    }
}

/// Reads a batch; returns it with its reservation of memory for texts.
async fn batch(shared: &Shared, request: Request) -> Result<(Batch, Reservation), Refusal> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case("application/json") {
        return Err(Refusal::BadRequest);
    }
    let limits = &shared.fetcher.limits;
    let mut reservation = shared.texts.reserve(limits.batch_bytes)?;
    let read = axum::body::to_bytes(request.into_body(), limits.batch_bytes);
    let json: Bytes = timeout(limits.caller, read).await.ok().and_then(Result::ok).ok_or(Refusal::BadRequest)?;
    reservation.shrink_to(json.len());
    Ok((Batch::parse(&json, limits)?, reservation))
}

/// Serves `GET /healthz`: the name of the proxy, and whether it serves all hosts of the demo web.
async fn health(State(shared): State<Arc<Shared>>) -> Response {
    let demo = shared.fetcher.serves_demo_web();
    json(StatusCode::OK, &json!({"name": "salticid-proxy", "version": env!("CARGO_PKG_VERSION"), "demo_web": demo}))
}

/// Serves everything else: the app.
async fn page(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let path = request.uri().path();
    let answer = shared.pages.answer(path, request.headers()).await;
    answer.unwrap_or_else(|refusal| refused(refusal, RefusedRequest::Call(path)))
}

/// Returns a refusal as HTTP: status, code in a header, code and message as JSON. All refusals pass here, so each one
/// is logged.
fn refused(refusal: Refusal, request: RefusedRequest) -> Response {
    log::refused(refusal, request);
    let mut response = json(refusal.status(), &json!({"code": refusal.code(), "message": refusal.to_string()}));
    let headers = response.headers_mut();
    headers.insert(headers::PROXY_ERROR, HeaderValue::from_static(refusal.code()));
    if matches!(refusal, Refusal::Busy | Refusal::Rate) {
        headers.insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
    }
    if refusal == Refusal::Method {
        headers.insert(header::ALLOW, HeaderValue::from_static(METHODS));
    }
    response
}

fn json(status: StatusCode, value: &serde_json::Value) -> Response {
    let mut response = local_response(Body::from(value.to_string()), "application/json");
    *response.status_mut() = status;
    response
}

/// Returns a body created by the proxy, of this media type, which is never stored or run.
fn local_response(body: Body, kind: &'static str) -> Response {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::CONTENT_SECURITY_POLICY, headers::SANDBOX);
    response
}
