//! Splits a URL into host and path with query.
//!
//! It accepts the URLs of crawlers, canonical or nearly so, and rejects all others. It does not decode percent-encoding or remove dot
//! segments (RFC 3986 §5.2.4), because no page of this web needs it.

/// The parts of a URL that decide its response.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RequestUrl {
    /// Host in lower case, without port.
    pub(crate) host: String,
    /// Path and query without fragment; never empty.
    pub(crate) path: String,
}

impl RequestUrl {
    /// Parses an absolute `http` or `https` URL on its default port.
    pub(crate) fn parse(url: &str) -> Option<Self> {
        let (scheme, rest) = url.trim().split_once("://")?;
        let port = match scheme.to_ascii_lowercase().as_str() {
            "http" => "80",
            "https" => "443",
            _ => return None,
        };
        let rest = rest.split('#').next().unwrap_or_default();
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        let host = match authority.split_once(':') {
            Some((host, given)) if given == port || given.is_empty() => host,
            Some(_) => return None,
            None => authority,
        };
        Some(Self { host: host.trim_end_matches('.').to_ascii_lowercase(), path: with_slash(path) })
    }
}

/// Returns the path with a leading slash and without an empty query.
fn with_slash(path: &str) -> String {
    let path = path.strip_suffix('?').unwrap_or(path);
    if path.starts_with('/') { path.to_owned() } else { format!("/{path}") }
}

#[cfg(test)]
mod tests {
    use super::RequestUrl;

    #[test]
    fn equivalent_urls_are_the_same_page() {
        for (url, host, path) in [
            ("http://a.test", "a.test", "/"),
            ("http://a.test/", "a.test", "/"),
            ("HTTP://A.Test:80/x?y=1#z", "a.test", "/x?y=1"),
            ("https://a.test:443/x?", "a.test", "/x"),
            ("http://a.test./x", "a.test", "/x"),
            ("http://a.test?id=3", "a.test", "/?id=3"),
        ] {
            let parsed = RequestUrl::parse(url).unwrap();
            assert_eq!((parsed.host.as_str(), parsed.path.as_str()), (host, path), "{url}");
        }
    }

    #[test]
    fn other_schemes_and_ports_are_rejected() {
        for url in ["", "a.test", "ftp://a.test/", "javascript:alert(1)", "http://a.test:8080/", "http:/a.test"] {
            assert_eq!(RequestUrl::parse(url), None, "{url}");
        }
    }
}
