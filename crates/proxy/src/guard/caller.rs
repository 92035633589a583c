//! Checks callers: every page that a person visits can reach a proxy on localhost, so each request has to prove its
//! authorization.
//!
//! There are three checks before any connection is made. `Host` must be a name of the proxy; otherwise a foreign name
//! could be rebound to its address. `Origin`, if present, must be the proxy's own or on the operator's list. A fetch
//! must come from the proxy's own page (Fetch Metadata, or its `Origin`) or from a page of a listed origin, or it must
//! carry the session token. Cookies and credentialed responses are not used.

use std::collections::HashSet;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use url::Url;

use crate::error::Refusal;
use crate::guard::{address, host_text};
use crate::headers::TOKEN;

const SEC_FETCH_DEST: HeaderName = HeaderName::from_static("sec-fetch-dest");
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// A page's origin, exactly as browsers send it: `--allow-origin ORIGIN`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedOrigin(String);

impl FromStr for AllowedOrigin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let exact = !text.contains('*')
            && Url::parse(text).is_ok_and(|url| {
                matches!(url.scheme(), "http" | "https") && url.origin().ascii_serialization() == text
            });
        if exact {
            Ok(Self(text.to_owned()))
        } else {
            Err(format!(
                "`{text}` is not an origin. Write it as browsers send it, such as https://user.github.io; `null` and \
                `*` are never allowed"
            ))
        }
    }
}

/// A name of the proxy: `--host NAME`, with a port if the address bar shows one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicHost(String);

impl PublicHost {
    /// Returns the name, lower case, with its port if it was given with one.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for PublicHost {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, port) = match text.split_once(':') {
            Some((name, port)) => (name, Some(port)),
            None => (text, None),
        };
        let read = || {
            let name = host_text::name(name)?;
            let port = port.map(host_text::port).transpose()?;
            Ok(port.map_or_else(|| name.clone(), |port| format!("{name}:{port}")))
        };
        let wrong = |why: String| {
            format!("`{text}` is not a host name such as crawler.example.org or crawler.example.org:8443: {why}")
        };
        read().map(Self).map_err(wrong)
    }
}

/// Identifies the caller for per-caller limits: the network of the remote address and the page's origin.
///
/// A browser spreads a page's calls over several connections, so a connection does not identify the caller. Behind a
/// reverse proxy all callers have the same address, and only their origins distinguish them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Caller {
    network: IpAddr,
    origin: Option<HeaderValue>,
}

impl Caller {
    /// Creates the caller at an address.
    pub(crate) fn new(peer: IpAddr, origin: Option<HeaderValue>) -> Self {
        Self { network: address::network(peer), origin }
    }
}

/// The kind of access that a request needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RequestKind {
    /// The app's own files, the health check, a preflight.
    OwnResource,
    /// A request that makes the proxy fetch.
    Fetch,
}

/// Holds the rights of callers of one running proxy.
#[derive(Debug)]
pub(crate) struct Callers {
    hosts: HashSet<String>,
    origins: HashSet<String>,
    token: Option<String>,
}

/// The origin that a request declares.
enum Origin {
    Unsaid,
    Own,
    Listed(HeaderValue),
}

impl Callers {
    pub(crate) fn new(
        listening: SocketAddr,
        names: &[PublicHost],
        origins: &[AllowedOrigin],
        token: Option<String>,
    ) -> Self {
        let port = listening.port();
        let mut hosts = HashSet::new();
        for name in ["localhost", "127.0.0.1", "[::1]"] {
            add(&mut hosts, name, port);
        }
        if !listening.ip().is_unspecified() {
            let ip = listening.ip();
            add(&mut hosts, &if ip.is_ipv6() { format!("[{ip}]") } else { ip.to_string() }, port);
        }
        for name in names {
            hosts.insert(name.0.clone());
            add(&mut hosts, &name.0, port);
        }
        let origins = origins.iter().map(|origin| origin.0.clone()).collect();
        Self { hosts, origins, token: token.filter(|token| !token.is_empty()) }
    }

    /// Admits a request, and returns the origin that the response must name so that the browser accepts it.
    pub(crate) fn admit(&self, headers: &HeaderMap, kind: RequestKind) -> (Option<HeaderValue>, Result<(), Refusal>) {
        let origin = match self.host(headers).and_then(|host| self.origin(headers, &host)) {
            Ok(origin) => origin,
            Err(refusal) => return (None, Err(refusal)),
        };
        if kind == RequestKind::Fetch && !is_for_data(headers) {
            return (None, Err(Refusal::ForbiddenDestination));
        }
        let is_same_origin = only(headers, &SEC_FETCH_SITE).is_some_and(|site| site == "same-origin");
        match origin {
            Origin::Listed(origin) => (Some(origin), Ok(())),
            Origin::Own => (None, Ok(())),
            Origin::Unsaid if kind == RequestKind::OwnResource || is_same_origin || self.holds_token(headers) => {
                (None, Ok(()))
            }
            Origin::Unsaid => (None, Err(Refusal::ForbiddenSite)),
        }
    }

    fn host(&self, headers: &HeaderMap) -> Result<String, Refusal> {
        only(headers, &header::HOST)
            .and_then(|host| host.to_str().ok())
            .map(str::to_ascii_lowercase)
            .filter(|host| self.hosts.contains(host))
            .ok_or(Refusal::ForbiddenHost)
    }

    fn origin(&self, headers: &HeaderMap, host: &str) -> Result<Origin, Refusal> {
        if !headers.contains_key(header::ORIGIN) {
            return Ok(Origin::Unsaid);
        }
        let value = only(headers, &header::ORIGIN).ok_or(Refusal::ForbiddenOrigin)?;
        let origin = value.to_str().map_err(|_| Refusal::ForbiddenOrigin)?;
        let name = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        if name == Some(host) {
            Ok(Origin::Own)
        } else if self.origins.contains(origin) {
            Ok(Origin::Listed(value.clone()))
        } else {
            Err(Refusal::ForbiddenOrigin)
        }
    }

    /// Compares the token in constant time, so that the duration reveals nothing about it.
    fn holds_token(&self, headers: &HeaderMap) -> bool {
        let (Some(token), Some(value)) = (&self.token, only(headers, &TOKEN)) else {
            return false;
        };
        let (token, value) = (token.as_bytes(), value.as_bytes());
        token.len() == value.len() && token.iter().zip(value).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
    }
}

/// Returns true if the browser passes the response to `fetch()`, or if no browser sent the request. Returns false for a
/// script, a worker, a frame or a page (Fetch Metadata §2.1; the destination `empty` of Fetch §2.2.5).
fn is_for_data(headers: &HeaderMap) -> bool {
    let mut destinations = headers.get_all(&SEC_FETCH_DEST).iter();
    destinations.all(|destination| destination == "empty")
}

/// Adds a name with the proxy's port, and without a port if that is a default port of browsers.
fn add(hosts: &mut HashSet<String>, name: &str, port: u16) {
    hosts.insert(format!("{name}:{port}"));
    if port == 80 {
        hosts.insert(name.to_owned());
    }
}

/// Returns the value of a header that occurs exactly once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a HeaderValue> {
    let mut values = headers.get_all(name).iter();
    values.next().filter(|_| values.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn callers() -> Callers {
        let names = ["crawler.example".parse().expect("a name")];
        let origins = ["https://user.github.io".parse().expect("an origin")];
        Callers::new(([127, 0, 0, 1], 8181).into(), &names, &origins, Some("secret".to_owned()))
    }

    fn admit(pairs: &[(&str, &str)], kind: RequestKind) -> (bool, Result<(), Refusal>) {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            let name = HeaderName::from_bytes(name.as_bytes()).expect("a name");
            headers.append(name, HeaderValue::from_str(value).expect("a value"));
        }
        let (origin, result) = callers().admit(&headers, kind);
        (origin.is_some(), result)
    }

    #[test]
    fn only_our_own_names_are_answered_under() {
        for host in [
            "127.0.0.1:8181",
            "localhost:8181",
            "LocalHost:8181",
            "[::1]:8181",
            "crawler.example",
            "crawler.example:8181",
        ] {
            assert_eq!(admit(&[("host", host)], RequestKind::OwnResource).1, Ok(()), "{host}");
        }
        for host in [
            "",
            "localhost",
            "127.0.0.1",
            "127.0.0.1:80",
            "evil.example",
            "evil.example:8181",
            "localhost:8181.evil.example",
            "127.0.0.2:8181",
        ] {
            assert_eq!(admit(&[("host", host)], RequestKind::OwnResource).1, Err(Refusal::ForbiddenHost), "{host}");
        }
        assert_eq!(admit(&[], RequestKind::OwnResource).1, Err(Refusal::ForbiddenHost));
        let two = [("host", "localhost:8181"), ("host", "localhost:8181")];
        assert_eq!(admit(&two, RequestKind::OwnResource).1, Err(Refusal::ForbiddenHost));
    }

    #[test]
    fn a_fetch_needs_our_own_page_a_listed_origin_or_the_token() {
        let forbidden_site = Err(Refusal::ForbiddenSite);
        let forbidden_origin = Err(Refusal::ForbiddenOrigin);
        for (pairs, cors, result) in [
            (&[][..], false, forbidden_site),
            (&[("sec-fetch-site", "same-origin")], false, Ok(())),
            (&[("sec-fetch-site", "none")], false, forbidden_site),
            (&[("sec-fetch-site", "same-site")], false, forbidden_site),
            (&[("sec-fetch-site", "cross-site")], false, forbidden_site),
            (&[("sec-fetch-site", "same-origin"), ("sec-fetch-site", "cross-site")], false, forbidden_site),
            (&[("origin", "http://localhost:8181")], false, Ok(())),
            (&[("origin", "https://user.github.io"), ("sec-fetch-site", "cross-site")], true, Ok(())),
            (&[("origin", "https://user.github.io.evil.example")], false, forbidden_origin),
            (&[("origin", "http://user.github.io")], false, forbidden_origin),
            (&[("origin", "http://localhost:9999")], false, forbidden_origin),
            (&[("origin", "http://127.0.0.1:8181")], false, forbidden_origin),
            (&[("origin", "null")], false, forbidden_origin),
            (&[("origin", "null"), ("x-salticid-token", "secret")], false, forbidden_origin),
            (&[("origin", "http://localhost:8181"), ("origin", "null")], false, forbidden_origin),
            (&[("x-salticid-token", "secret")], false, Ok(())),
            (&[("x-salticid-token", "secreT")], false, forbidden_site),
            (&[("x-salticid-token", "")], false, forbidden_site),
        ] {
            let mut headers = vec![("host", "localhost:8181")];
            headers.extend(pairs);
            assert_eq!(admit(&headers, RequestKind::Fetch), (cors, result), "{pairs:?}");
        }
    }

    #[test]
    fn a_caller_is_a_network_and_an_origin() {
        let caller = |peer: &str, origin: &'static str| {
            let origin = HeaderValue::from_static(origin);
            Caller::new(peer.parse().expect("an address"), Some(origin))
        };
        let one = caller("192.0.2.1", "https://a.example");
        assert_eq!(one, caller("::ffff:192.0.2.1", "https://a.example"));
        assert_ne!(one, caller("192.0.2.2", "https://a.example"));
        assert_ne!(one, caller("192.0.2.1", "https://b.example"));
        let six = caller("2001:db8::1", "https://a.example");
        assert_eq!(six, caller("2001:db8::2:3:4:5", "https://a.example"));
        assert_ne!(six, caller("2001:db8:0:1::1", "https://a.example"));
    }

    #[test]
    fn an_empty_token_opens_nothing() {
        let callers = Callers::new(([127, 0, 0, 1], 8181).into(), &[], &[], Some(String::new()));
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static("localhost:8181"));
        headers.insert(TOKEN, HeaderValue::from_static(""));
        assert_eq!(callers.admit(&headers, RequestKind::Fetch).1, Err(Refusal::ForbiddenSite));
    }

    #[test]
    fn origins_and_names_that_are_not_exact_are_refused_as_flags() {
        for text in [
            "null",
            "*",
            "",
            "user.github.io",
            "https://user.github.io/",
            "https://User.github.io",
            "https://*.github.io",
            "file://",
            "https://a.example:443",
        ] {
            assert!(text.parse::<AllowedOrigin>().is_err(), "{text}");
        }
        for text in [
            "",
            "a b",
            "10.0.0.1",
            "name:port",
            "*",
            "évil.com",
            "%65vil.com",
            "a,b",
            "evil.com:+80",
            "evil.com:",
            "evil..com",
            "ｅvil.com",
        ] {
            let refused = text.parse::<PublicHost>().expect_err(text);
            assert!(refused.contains("crawler.example.org"), "{refused}");
        }
        let name: PublicHost = "Crawler.Example.:8443".parse().expect("a name");
        assert_eq!(name.as_str(), "crawler.example:8443");
    }
}
