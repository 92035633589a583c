//! The demo web behind the same door: hosts under `.test` that are answered from memory, without a network.
//!
//! Its answers pass the same header list and the same caps as any other, and come after the delay that the host has.
//! Left out: what the pages say ([`demo_web`]).

use std::time::Duration;

use bytes::Bytes;
use demo_web::{DemoWeb, Failure, Outcome, Response};
use hyper::header::{HeaderMap, HeaderName, HeaderValue};

use crate::decode::Decoder;
use crate::error::Refusal;
use crate::limits::Limits;

/// A host's answer before the caller's headers are put on: status, all headers, body.
pub(crate) struct Raw {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

/// Answers a URL of the demo web; `None` where the host is not of it.
pub(crate) async fn answer(
    web: &DemoWeb,
    url: &str,
    limits: &Limits,
) -> Option<Result<Raw, Refusal>> {
    let answer = web.answer(url)?;
    tokio::time::sleep(Duration::from_millis(u64::from(answer.delay_ms))).await;
    Some(match answer.outcome {
        Outcome::Failure(Failure::Reset) => Err(Refusal::Broken),
        Outcome::Failure(Failure::TimedOut) => Err(Refusal::HeadersTimeout),
        Outcome::Response(response) => raw(&response, limits),
    })
}

fn raw(response: &Response, limits: &Limits) -> Result<Raw, Refusal> {
    let headers: HeaderMap = response
        .headers
        .iter()
        .filter_map(|(name, value)| {
            Some((
                HeaderName::from_bytes(name.as_bytes()).ok()?,
                HeaderValue::from_str(value).ok()?,
            ))
        })
        .collect();
    let mut decoder = Decoder::new(&headers, limits)?;
    decoder.push(&response.body)?;
    let body = decoder.finish(!response.body.is_empty())?.into();
    Ok(Raw {
        status: response.status,
        headers,
        body,
    })
}
