//! Selects headers: a request is built from scratch, and a response passes an allow-list.
//!
//! No cookie, authorization or referer is ever sent, because none is ever read. Hop-by-hop headers (RFC 9110 §7.6.1),
//! lengths and encodings are dropped, because the body is passed on decoded. The module `caller` checks the headers of
//! the caller's own request.

use std::collections::BTreeMap;

use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use types::agent;
use types::header::url_value;

/// The response headers of a host that its caller may see, in lower case.
pub const PASSED: [HeaderName; 9] = [
    header::CONTENT_TYPE,
    header::CONTENT_LANGUAGE,
    header::LAST_MODIFIED,
    header::ETAG,
    header::CACHE_CONTROL,
    header::REFRESH,
    header::RETRY_AFTER,
    ROBOTS_TAG,
    header::LINK,
];

/// The further response headers that tell how long a response may be reused (RFC 9111), for a program with a cache.
const CACHING: [HeaderName; 5] = [header::AGE, header::DATE, header::EXPIRES, header::PRAGMA, header::VARY];

/// The page's directives for crawlers. The header may be repeated, for all crawlers or for a named one.
const ROBOTS_TAG: HeaderName = HeaderName::from_static("x-robots-tag");

/// The directives with a value, whose colon does not follow a crawler's name.
const RULES_WITH_VALUE: [&str; 4] = ["unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"];

/// The status of the host's response.
pub const UPSTREAM_STATUS: HeaderName = HeaderName::from_static("x-upstream-status");
/// The target of the host's redirect, as an absolute URL.
pub const UPSTREAM_LOCATION: HeaderName = HeaderName::from_static("x-upstream-location");
/// The mark of an incomplete body, with the reason as in WARC records (ISO 28500:2017 §5.13).
pub const TRUNCATED: HeaderName = HeaderName::from_static(types::header::TRUNCATED);
/// The code of a refusal.
pub const PROXY_ERROR: HeaderName = HeaderName::from_static("x-proxy-error");
/// The session token of a caller that is not a page.
pub const TOKEN: HeaderName = HeaderName::from_static("x-salticid-token");

/// The policy of every fetched body: whatever its type, it runs nothing and loads nothing.
pub const SANDBOX: HeaderValue = HeaderValue::from_static("sandbox; default-src 'none'");

/// The content encodings that are requested and can be decoded.
pub(crate) const ACCEPTED_ENCODINGS: HeaderValue = HeaderValue::from_static("gzip, deflate, br");

/// The conditional headers that a caller may pass on.
const CONDITIONS: [HeaderName; 2] = [header::IF_NONE_MATCH, header::IF_MODIFIED_SINCE];

/// Returns the User-Agent of the proxy, with the page about its operator, or about the project if there is none.
pub(crate) fn user_agent(contact: Option<&str>) -> HeaderValue {
    let header = |contact| HeaderValue::from_str(&agent::user_agent(contact)).ok();
    // A contact with line breaks or other control characters is no header.
    header(contact).or_else(|| header(None)).unwrap_or(HeaderValue::from_static("Salticid"))
}

/// Returns the conditions of the caller's request, without any other header.
pub(crate) fn conditions(caller: &HeaderMap) -> HeaderMap {
    pick(caller, &CONDITIONS)
}

/// Returns conditions given by names and values. Invalid header values are omitted.
pub(crate) fn named_conditions(of: &BTreeMap<String, String>) -> HeaderMap {
    let named = CONDITIONS.iter().filter_map(|name| {
        let value = HeaderValue::from_str(of.get(name.as_str())?);
        Some((name.clone(), value.ok()?))
    });
    named.collect()
}

/// The request headers that a person cannot set: those of the connection, and those on which reading the response
/// depends.
const RESERVED: [HeaderName; 11] = [
    header::HOST,
    header::CONNECTION,
    header::CONTENT_LENGTH,
    header::TRANSFER_ENCODING,
    header::TE,
    header::TRAILER,
    header::UPGRADE,
    header::EXPECT,
    header::RANGE,
    header::ACCEPT_ENCODING,
    header::PROXY_AUTHORIZATION,
];
/// The request headers that tell who the person is, which only a named host gets.
const PRIVATE: [HeaderName; 2] = [header::COOKIE, header::AUTHORIZATION];

/// A header of requests, in place of the default one with its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestHeader {
    host: Option<String>,
    name: HeaderName,
    value: HeaderValue,
}

impl RequestHeader {
    /// Returns a header for the requests to one host, by its name in lower case, or to all hosts.
    ///
    /// # Errors
    /// A sentence for a name or value that HTTP does not allow, a header that the client sets itself, and a cookie or
    /// credentials without a host.
    pub fn new(host: Option<&str>, name: &str, value: &str) -> Result<Self, String> {
        let parsed = HeaderName::try_from(name).map_err(|_| format!("“{name}” is not the name of a header"))?;
        let mut value = HeaderValue::try_from(value)
            .map_err(|_| format!("the value of “{name}” has line breaks or other control characters"))?;
        if RESERVED.contains(&parsed) {
            return Err(format!("“{name}” is set by the client itself: leave it out"));
        }
        if host.is_none() && PRIVATE.contains(&parsed) {
            return Err(format!("“{name}” would be sent to every host: name the host"));
        }
        value.set_sensitive(PRIVATE.contains(&parsed));
        Ok(Self { host: host.map(str::to_owned), name: parsed, value })
    }

    /// Returns true if requests to a host have it.
    pub(crate) fn is_for(&self, host: &str) -> bool {
        self.host.as_deref().is_none_or(|named| named == host)
    }

    /// Adds it to the headers of a request.
    pub(crate) fn add_to(&self, headers: &mut HeaderMap) {
        headers.insert(self.name.clone(), self.value.clone());
    }
}

/// Returns the headers of the request to the host.
pub(crate) fn request(host: HeaderValue, agent: &HeaderValue, conditions: &HeaderMap) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(header::HOST, host);
    headers.insert(header::USER_AGENT, agent.clone());
    headers
        .insert(header::ACCEPT, HeaderValue::from_static("text/html,application/xhtml+xml,text/plain;q=0.9,*/*;q=0.5"));
    headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_static("en, *;q=0.5"));
    headers.insert(header::ACCEPT_ENCODING, ACCEPTED_ENCODINGS);
    headers.extend(pick(conditions, &CONDITIONS));
    headers
}

/// Returns the host's headers that are passed on, including repeated ones.
///
/// A browser joins repeated headers with commas, and so does a frame of `/fetch-many`. In `googlebot: noindex,
/// nofollow` the second directive may be for one crawler, or from another header for all crawlers. So the directives of
/// `X-Robots-Tag` for all crawlers come first, followed by those for named crawlers.
pub(crate) fn passed(upstream: &HeaderMap) -> HeaderMap {
    let mut passed = pick(upstream, &PASSED);
    passed.remove(ROBOTS_TAG);
    // Its URL keeps its bytes.
    let refresh = passed.get(header::REFRESH).map(|value| HeaderValue::from_str(&url_value(value.as_bytes())));
    if let Some(Ok(refresh)) = refresh {
        passed.insert(header::REFRESH, refresh);
    }
    let fields = upstream.get_all(ROBOTS_TAG).iter();
    let (general, named): (Vec<_>, Vec<_>) = fields.map(|field| split_at_name(field.as_bytes())).unzip();
    let parts = general.into_iter().chain(named);
    for part in parts.filter(|part| !part.is_empty()) {
        if let Ok(value) = HeaderValue::from_bytes(part) {
            passed.append(ROBOTS_TAG, value);
        }
    }
    passed
}

/// Splits an `X-Robots-Tag` into the directives for all crawlers and those from the first crawler's name on: `noindex`
/// and `googlebot: nofollow`.
fn split_at_name(field: &[u8]) -> (&[u8], &[u8]) {
    let mut start = 0;
    for piece in field.split(|byte| *byte == b',') {
        if names_a_crawler(piece) {
            let general = field[..start].trim_ascii_end();
            let general = general.strip_suffix(b",").unwrap_or(general);
            return (general, field[start..].trim_ascii_start());
        }
        start += piece.len() + 1;
    }
    (field, &[])
}

/// Returns true for `googlebot: noindex`, false for `noindex` and for a rule that carries a value.
fn names_a_crawler(piece: &[u8]) -> bool {
    let Some(end) = piece.iter().position(|byte| *byte == b':') else {
        return false;
    };
    let word = piece[..end].trim_ascii();
    let of_a_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'/' | b'*');
    let is_rule = RULES_WITH_VALUE.iter().any(|rule| rule.as_bytes().eq_ignore_ascii_case(word));
    !word.is_empty() && word.iter().all(of_a_name) && !is_rule
}

/// Returns the headers of a host by which a cache decides.
pub(crate) fn caching(upstream: &HeaderMap) -> HeaderMap {
    pick(upstream, &CACHING)
}

fn pick(from: &HeaderMap, names: &[HeaderName]) -> HeaderMap {
    let mut picked = HeaderMap::new();
    for name in names {
        for value in from.get_all(name) {
            picked.append(name.clone(), value.clone());
        }
    }
    picked
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value))).collect()
    }

    #[test]
    fn headers_that_a_person_sets_break_no_request_and_give_no_secret_to_every_host() {
        let header = |host, name, value| RequestHeader::new(host, name, value);
        for (host, name, value) in [
            (None, "Accept-Language", "de\r\nX: y"),
            (None, "a b", "c"),
            (None, "Cookie", "a=b"),
            (None, "authorization", "Basic x"),
            (Some("a.test"), "Host", "b.test"),
            (None, "Transfer-Encoding", "chunked"),
            (None, "accept-encoding", "zstd"),
        ] {
            assert!(header(host, name, value).is_err(), "{name}");
        }
        let cookie = header(Some("a.test"), "Cookie", "a=b").expect("a named host");
        assert!(cookie.is_for("a.test") && !cookie.is_for("www.a.test"));
        let mut headers = request(HeaderValue::from_static("a.test"), &user_agent(None), &HeaderMap::new());
        header(None, "Accept-Language", "de").expect("a header").add_to(&mut headers);
        assert_eq!(headers.get_all(header::ACCEPT_LANGUAGE).iter().collect::<Vec<_>>(), ["de"]);
    }

    #[test]
    fn only_conditional_headers_of_a_caller_reach_the_host() {
        let caller = map(&[
            ("cookie", "a=b"),
            ("authorization", "Basic x"),
            ("referer", "http://localhost/"),
            ("origin", "http://localhost"),
            ("x-forwarded-for", "10.0.0.1"),
            ("x-salticid-token", "secret"),
            ("user-agent", "browser"),
            ("range", "bytes=0-"),
            ("if-none-match", "\"a\""),
            ("if-modified-since", "Fri, 20 Nov 2026 00:00:00 GMT"),
        ]);
        let sent = request(HeaderValue::from_static("example.com"), &user_agent(None), &conditions(&caller));
        let mut names: Vec<_> = sent.keys().map(HeaderName::as_str).collect();
        names.sort_unstable();
        assert_eq!(
            names,
            [
                "accept",
                "accept-encoding",
                "accept-language",
                "host",
                "if-modified-since",
                "if-none-match",
                "user-agent"
            ]
        );
        assert!(sent[header::USER_AGENT].to_str().is_ok_and(|agent| agent.starts_with("Salticid/")));
    }

    #[test]
    fn only_listed_headers_of_a_host_reach_the_caller() {
        let upstream = map(&[
            ("content-type", "text/html"),
            ("content-language", "en"),
            ("last-modified", "x"),
            ("etag", "\"a\""),
            ("cache-control", "no-store"),
            ("retry-after", "3"),
            ("x-robots-tag", "noindex"),
            ("link", "<a>; rel=canonical"),
            ("set-cookie", "a=b"),
            ("location", "http://example.com/"),
            ("content-encoding", "gzip"),
            ("content-length", "3"),
            ("transfer-encoding", "chunked"),
            ("refresh", "0; url=http://example.com/"),
            ("clear-site-data", "*"),
            ("access-control-allow-origin", "*"),
            ("access-control-allow-credentials", "true"),
            ("content-security-policy", "default-src *"),
            ("service-worker-allowed", "/"),
            ("strict-transport-security", "max-age=1"),
        ]);
        let passed = passed(&upstream);
        assert_eq!(passed.len(), PASSED.len());
        assert!(PASSED.iter().all(|name| passed.contains_key(name)));
    }

    #[test]
    fn robots_directives_for_all_precede_those_for_named_crawlers() {
        let upstream = map(&[
            ("x-robots-tag", "googlebot: noindex, noarchive"),
            ("x-robots-tag", "nofollow"),
            ("x-robots-tag", "noarchive, otherbot: noindex"),
            ("x-robots-tag", "unavailable_after: Friday, 25-Jun-10 15:00:00 UTC"),
            ("x-robots-tag", "salticid: none"),
            ("x-robots-tag", "Max-Snippet:20, noindex"),
            ("x-robots-tag", ""),
        ]);
        let passed = passed(&upstream);
        let values = passed.get_all(ROBOTS_TAG).iter();
        assert_eq!(
            values.collect::<Vec<_>>(),
            [
                "nofollow",
                "noarchive",
                "unavailable_after: Friday, 25-Jun-10 15:00:00 UTC",
                "Max-Snippet:20, noindex",
                "googlebot: noindex, noarchive",
                "otherbot: noindex",
                "salticid: none",
            ]
        );
    }

    #[test]
    fn the_user_agent_contains_the_contact() {
        let agent = user_agent(Some("https://example.com/crawler"));
        assert!(agent.to_str().is_ok_and(|agent| agent.contains("(+https://example.com/crawler;")));
        for contact in [None, Some("a\r\nb: c"), Some("")] {
            let agent = user_agent(contact);
            assert!(agent.to_str().is_ok_and(|agent| agent.contains(agent::HOMEPAGE)), "{agent:?}");
        }
    }
}
