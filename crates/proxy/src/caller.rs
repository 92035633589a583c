//! Who may call: every page that a person visits can reach a proxy on localhost, so each request has to show its right.
//!
//! Three locks, all before anything is dialed. `Host` must be a name of ours, or a foreign name could be rebound to our
//! address. `Origin`, where there is one, must be ours or on the operator's list. And whoever fetches must be our own
//! page (Fetch Metadata, or its `Origin`), a page of a listed origin, or hold the session token. Left out on purpose:
//! cookies, and answers with credentials.

use std::collections::HashSet;
use std::net::SocketAddr;
use std::str::FromStr;

use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use url::{Host, Url};

use crate::error::Refusal;
use crate::headers::TOKEN;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// A page's origin, written exactly as browsers send it: `--allow-origin ORIGIN`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedOrigin(String);

impl FromStr for AllowedOrigin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let exact = !text.contains('*')
            && Url::parse(text).is_ok_and(|url| {
                matches!(url.scheme(), "http" | "https")
                    && url.origin().ascii_serialization() == text
            });
        if exact {
            Ok(Self(text.to_owned()))
        } else {
            Err(format!(
                "`{text}` is not an origin. Write it as browsers send it, such as https://user.github.io; `null` and `*` are never allowed"
            ))
        }
    }
}

/// A name under which the proxy is reached: `--host NAME`, with a port where the address bar shows one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnName(String);

impl OwnName {
    /// The name, lower case, with its port if it was given with one.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for OwnName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, port) = text
            .split_once(':')
            .map_or((text, None), |(name, port)| (name, Some(port)));
        let named = !name.contains('*') && matches!(Host::parse(name), Ok(Host::Domain(_)));
        if named && port.is_none_or(|port| port.parse::<u16>().is_ok()) {
            Ok(Self(text.to_ascii_lowercase()))
        } else {
            Err(format!(
                "`{text}` is not a host name such as crawler.example.org or crawler.example.org:8443"
            ))
        }
    }
}

/// What a request is for, as far as rights go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wish {
    /// The app's own files, the health check, a preflight.
    Look,
    /// Something that makes the proxy fetch.
    Fetch,
}

/// The rights of callers of one running proxy.
#[derive(Debug)]
pub(crate) struct Callers {
    hosts: HashSet<String>,
    origins: HashSet<String>,
    token: Option<String>,
}

/// Where a request says it comes from.
enum Origin {
    Unsaid,
    Own,
    Listed(HeaderValue),
}

impl Callers {
    pub(crate) fn new(
        own: SocketAddr,
        names: &[OwnName],
        origins: &[AllowedOrigin],
        token: Option<String>,
    ) -> Self {
        let port = own.port();
        let mut hosts = HashSet::new();
        for name in ["localhost", "127.0.0.1", "[::1]"] {
            add(&mut hosts, name, port);
        }
        if !own.ip().is_unspecified() {
            let ip = own.ip();
            add(
                &mut hosts,
                &if ip.is_ipv6() {
                    format!("[{ip}]")
                } else {
                    ip.to_string()
                },
                port,
            );
        }
        for name in names {
            hosts.insert(name.0.clone());
            add(&mut hosts, &name.0, port);
        }
        let origins = origins.iter().map(|origin| origin.0.clone()).collect();
        Self {
            hosts,
            origins,
            token: token.filter(|token| !token.is_empty()),
        }
    }

    /// Admits a request or says why not. Gives the origin that the answer must name for the browser to hand it on.
    pub(crate) fn admit(
        &self,
        headers: &HeaderMap,
        wish: Wish,
    ) -> (Option<HeaderValue>, Result<(), Refusal>) {
        let origin = match self
            .host(headers)
            .and_then(|host| self.origin(headers, &host))
        {
            Ok(origin) => origin,
            Err(refusal) => return (None, Err(refusal)),
        };
        let own = only(headers, &SEC_FETCH_SITE).is_some_and(|site| site == "same-origin");
        match origin {
            Origin::Listed(origin) => (Some(origin), Ok(())),
            Origin::Own => (None, Ok(())),
            Origin::Unsaid if wish == Wish::Look || own || self.holds_token(headers) => {
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
        let said = only(headers, &header::ORIGIN).ok_or(Refusal::ForbiddenOrigin)?;
        let origin = said.to_str().map_err(|_| Refusal::ForbiddenOrigin)?;
        let name = origin
            .strip_prefix("http://")
            .or_else(|| origin.strip_prefix("https://"));
        if name == Some(host) {
            Ok(Origin::Own)
        } else if self.origins.contains(origin) {
            Ok(Origin::Listed(said.clone()))
        } else {
            Err(Refusal::ForbiddenOrigin)
        }
    }

    /// Compares in a time that does not tell how much of the token was right.
    fn holds_token(&self, headers: &HeaderMap) -> bool {
        let (Some(token), Some(said)) = (&self.token, only(headers, &TOKEN)) else {
            return false;
        };
        let (token, said) = (token.as_bytes(), said.as_bytes());
        token.len() == said.len()
            && token.iter().zip(said).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
    }
}

/// A name counts with our port, and without one where the port is what browsers leave out.
fn add(hosts: &mut HashSet<String>, name: &str, port: u16) {
    hosts.insert(format!("{name}:{port}"));
    if port == 80 {
        hosts.insert(name.to_owned());
    }
}

/// The value of a header that stands there exactly once.
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
        Callers::new(
            ([127, 0, 0, 1], 8181).into(),
            &names,
            &origins,
            Some("secret".to_owned()),
        )
    }

    fn admit(pairs: &[(&str, &str)], wish: Wish) -> (bool, Result<(), Refusal>) {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            let name = HeaderName::from_bytes(name.as_bytes()).expect("a name");
            headers.append(name, HeaderValue::from_str(value).expect("a value"));
        }
        let (origin, result) = callers().admit(&headers, wish);
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
            assert_eq!(admit(&[("host", host)], Wish::Look).1, Ok(()), "{host}");
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
            assert_eq!(
                admit(&[("host", host)], Wish::Look).1,
                Err(Refusal::ForbiddenHost),
                "{host}"
            );
        }
        assert_eq!(admit(&[], Wish::Look).1, Err(Refusal::ForbiddenHost));
        let two = [("host", "localhost:8181"), ("host", "localhost:8181")];
        assert_eq!(admit(&two, Wish::Look).1, Err(Refusal::ForbiddenHost));
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
            (
                &[
                    ("sec-fetch-site", "same-origin"),
                    ("sec-fetch-site", "cross-site"),
                ],
                false,
                forbidden_site,
            ),
            (&[("origin", "http://localhost:8181")], false, Ok(())),
            (
                &[
                    ("origin", "https://user.github.io"),
                    ("sec-fetch-site", "cross-site"),
                ],
                true,
                Ok(()),
            ),
            (
                &[("origin", "https://user.github.io.evil.example")],
                false,
                forbidden_origin,
            ),
            (
                &[("origin", "http://user.github.io")],
                false,
                forbidden_origin,
            ),
            (
                &[("origin", "http://localhost:9999")],
                false,
                forbidden_origin,
            ),
            (
                &[("origin", "http://127.0.0.1:8181")],
                false,
                forbidden_origin,
            ),
            (&[("origin", "null")], false, forbidden_origin),
            (
                &[("origin", "null"), ("x-salticid-token", "secret")],
                false,
                forbidden_origin,
            ),
            (
                &[("origin", "http://localhost:8181"), ("origin", "null")],
                false,
                forbidden_origin,
            ),
            (&[("x-salticid-token", "secret")], false, Ok(())),
            (&[("x-salticid-token", "secreT")], false, forbidden_site),
            (&[("x-salticid-token", "")], false, forbidden_site),
        ] {
            let mut headers = vec![("host", "localhost:8181")];
            headers.extend(pairs);
            assert_eq!(admit(&headers, Wish::Fetch), (cors, result), "{pairs:?}");
        }
    }

    #[test]
    fn an_empty_token_opens_nothing() {
        let callers = Callers::new(([127, 0, 0, 1], 8181).into(), &[], &[], Some(String::new()));
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static("localhost:8181"));
        headers.insert(TOKEN, HeaderValue::from_static(""));
        assert_eq!(
            callers.admit(&headers, Wish::Fetch).1,
            Err(Refusal::ForbiddenSite)
        );
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
        for text in ["", "a b", "10.0.0.1", "name:port", "*"] {
            assert!(text.parse::<OwnName>().is_err(), "{text}");
        }
    }
}
