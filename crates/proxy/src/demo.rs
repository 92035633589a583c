//! Serves the demo web under the same checks: hosts under `.test` that are answered from memory, without a network.
//!
//! Its responses pass the same header list and the same caps as any other, after the host's delay. [`demo_web`] defines
//! the pages.

use std::time::Duration;

use bytes::Bytes;
use demo_web::{ConnectionError, DemoWeb, Response};
use hyper::header::{HeaderMap, HeaderName, HeaderValue};

use crate::error::Refusal;

/// A host's response before the caller's headers are added: status, all headers, body.
pub(crate) struct Raw {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    /// True if bytes are missing at the end of the body.
    pub(crate) is_truncated: bool,
}

/// Returns the response to a URL of the demo web, with the body as transferred; [`Refusal::Dns`] if the host is not
/// part of it.
pub(crate) async fn answer(web: &DemoWeb, url: &str) -> Result<Raw, Refusal> {
    let simulated = web.fetch(url).ok_or(Refusal::Dns)?;
    tokio::time::sleep(Duration::from_millis(u64::from(simulated.delay_ms))).await;
    match simulated.result {
        Err(ConnectionError::Reset) => Err(Refusal::Broken),
        Err(ConnectionError::TimedOut) => Err(Refusal::HeadersTimeout),
        Ok(response) => Ok(raw(response)),
    }
}

fn raw(response: Response) -> Raw {
    let headers = response.headers.iter().filter_map(|(name, value)| {
        Some((HeaderName::from_bytes(name.as_bytes()).ok()?, HeaderValue::from_str(value).ok()?))
    });
    Raw { status: response.status, headers: headers.collect(), body: response.body.into(), is_truncated: false }
}

#[cfg(test)]
mod tests {
    use super::*;
    use demo_web::DEFAULT_SEED;
    use tokio::time::Instant;

    #[tokio::test(start_paused = true)]
    async fn every_host_takes_its_time_and_says_or_fails_what_the_web_says() {
        let web = DemoWeb::new(DEFAULT_SEED);
        let (mut answers, mut failures) = (0, 0);
        // Every host has a home page; the failing host fails at these paths.
        let hosts = demo_web::hosts().map(str::to_owned).collect::<Vec<_>>();
        let paths = ["", "reset", "time-out", "error"];
        for page in hosts.iter().flat_map(|host| paths.map(|path| format!("http://{host}/{path}"))) {
            let page = page.as_str();
            let expected = web.fetch(page).expect("a page of the web");
            let begun = Instant::now();
            let answered = answer(&web, page).await;
            assert_eq!(begun.elapsed().as_millis(), u128::from(expected.delay_ms), "{page}");
            match expected.result {
                Ok(response) => {
                    answers += 1;
                    let raw = answered.expect("an answer");
                    assert_eq!((raw.status, &raw.body[..]), (response.status, &response.body[..]), "{page}");
                }
                Err(error) => {
                    failures += 1;
                    let refusal =
                        if error == ConnectionError::Reset { Refusal::Broken } else { Refusal::HeadersTimeout };
                    assert_eq!(answered.err(), Some(refusal), "{page}");
                }
            }
        }
        assert!(answers > 0 && failures > 0, "{answers} and {failures}");
    }

    #[tokio::test]
    async fn other_hosts_are_not_of_the_web() {
        let web = DemoWeb::new(DEFAULT_SEED);
        let response = answer(&web, "http://example.com/").await;
        assert_eq!(response.err(), Some(Refusal::Dns));
    }
}
