//! Serves a web over HTTP. The request's Host header selects the host, so that a browser or a proxy can crawl a
//! recording (with names mapped to this address).
//!
//! Statuses and headers are the recorded ones. If the recorded request failed, a 502 contains the reason. This server
//! does not support TLS, so pages that were recorded only by https are also served by http. Web pages may ask whether
//! they may read a response (WHATWG Fetch §4.8, "CORS-preflight fetch"). It does not support ranges, conditional
//! requests or compression.

use crate::web::{RecordedResponse, Response, Web};
use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, Method, Request, StatusCode, header};
use axum::response::{IntoResponse as _, Response as HttpResponse};
use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// Serves a web until `end` is done; requests in flight get a response before it returns.
pub async fn serve(
    listener: TcpListener,
    web: Arc<dyn Web>,
    end: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let router = Router::new().fallback(response).with_state(web);
    axum::serve(listener, router).with_graceful_shutdown(end).await
}

async fn response(State(web): State<Arc<dyn Web>>, request: Request<Body>) -> HttpResponse {
    if !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return (StatusCode::METHOD_NOT_ALLOWED, "a recorded web accepts only GET and HEAD\n").into_response();
    }
    let Some(host) = host(&request) else {
        return (StatusCode::BAD_REQUEST, "name a host of the recorded web in the Host header\n").into_response();
    };
    let agent = request.headers().get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
    if let Some(refusal) = web.refusal(&host, agent.unwrap_or_default()) {
        return http(refusal);
    }
    let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
    let reply = find(&*web, &host, path);
    if *request.method() == Method::OPTIONS {
        return preflight(&reply);
    }
    if reply.delay_ms > 0 {
        tokio::time::sleep(Duration::from_millis(reply.delay_ms.into())).await;
    }
    match reply.outcome {
        Ok(response) => http(response),
        Err(failure) => (StatusCode::BAD_GATEWAY, failure.message + "\n").into_response(),
    }
}

/// Returns the response to the question whether a page of another origin may send a request with this reply.
fn preflight(reply: &RecordedResponse) -> HttpResponse {
    let origin = reply.outcome.as_ref().ok().and_then(|response| response.header("access-control-allow-origin"));
    let Some(origin) = origin.and_then(|origin| HeaderValue::try_from(origin).ok()) else {
        return (StatusCode::METHOD_NOT_ALLOWED, "a recorded web accepts only GET and HEAD\n").into_response();
    };
    let headers = [
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, origin),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("api-user-agent")),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}

/// Returns the requested host: that of an absolute target, else that of the Host header (RFC 9112 §3.2).
fn host(request: &Request<Body>) -> Option<String> {
    if let Some(authority) = request.uri().authority() {
        return Some(authority.to_string());
    }
    let host = request.headers().get(header::HOST)?.to_str().ok()?;
    (!host.is_empty()).then(|| host.to_owned())
}

/// Returns the response to a path of a host, http before https.
fn find(web: &dyn Web, host: &str, path: &str) -> RecordedResponse {
    let found = ["http", "https"].iter().find_map(|scheme| web.response(&format!("{scheme}://{host}{path}")));
    found.unwrap_or_else(RecordedResponse::missing)
}

fn http(response: Response) -> HttpResponse {
    let mut answer = HttpResponse::new(Body::from(response.body));
    *answer.status_mut() = StatusCode::from_u16(response.status).unwrap_or(StatusCode::BAD_GATEWAY);
    for (name, value) in &response.headers {
        let pair = (HeaderName::try_from(name.as_str()), HeaderValue::try_from(value.as_str()));
        if let (Ok(name), Ok(value)) = pair {
            answer.headers_mut().append(name, value);
        }
    }
    answer
}

#[cfg(test)]
mod tests;
