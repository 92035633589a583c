//! Takes a URL apart: host, and path with query.
//!
//! It reads what a crawler sends, canonical or nearly so, and refuses the rest. Left out: percent-decoding, dot
//! segments and all else that RFC 3986 has and no page of this web uses.

/// The parts of a URL that decide its answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Address {
    /// Lower case, without port.
    pub(crate) host: String,
    /// Path and query, without fragment; never empty.
    pub(crate) path: String,
}

impl Address {
    /// Reads an absolute `http` or `https` URL on its default port.
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
        Some(Self {
            host: host.trim_end_matches('.').to_ascii_lowercase(),
            path: rooted(path),
        })
    }
}

/// A path that starts with a slash and ends in no empty query.
fn rooted(path: &str) -> String {
    let path = path.strip_suffix('?').unwrap_or(path);
    if path.starts_with('/') {
        path.to_owned()
    } else {
        format!("/{path}")
    }
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn small_differences_name_the_same_page() {
        for (url, host, path) in [
            ("http://a.test", "a.test", "/"),
            ("http://a.test/", "a.test", "/"),
            ("HTTP://A.Test:80/x?y=1#z", "a.test", "/x?y=1"),
            ("https://a.test:443/x?", "a.test", "/x"),
            ("http://a.test./x", "a.test", "/x"),
            ("http://a.test?id=3", "a.test", "/?id=3"),
        ] {
            let address = Address::parse(url).unwrap();
            assert_eq!(
                (address.host.as_str(), address.path.as_str()),
                (host, path),
                "{url}"
            );
        }
    }

    #[test]
    fn other_schemes_and_ports_are_not_of_this_web() {
        for url in [
            "",
            "a.test",
            "ftp://a.test/",
            "javascript:alert(1)",
            "http://a.test:8080/",
            "http:/a.test",
        ] {
            assert_eq!(Address::parse(url), None, "{url}");
        }
    }
}
