//! Parses a URL that may be fetched according to its text; only this form is used from then on.
//!
//! The `url` crate follows the WHATWG standard, so `2130706433`, `0x7f000001`, `127.1` and full-width digits all become
//! the address 127.0.0.1 here and reach the guard in this form. The module `connect` resolves the name.

use url::{Host, Url};

use crate::error::Refusal;

/// A checked URL: http or https, with a host, without user name and password.
#[derive(Debug, Clone)]
pub struct Target {
    url: Url,
    host: Host<String>,
    port: u16,
}

impl Target {
    /// Parses a URL of at most `limit` bytes.
    ///
    /// # Errors
    /// [`Refusal::UrlTooLong`], [`Refusal::BadUrl`], [`Refusal::Scheme`] or [`Refusal::Userinfo`].
    pub fn parse(text: &str, limit: usize) -> Result<Self, Refusal> {
        if text.len() > limit {
            return Err(Refusal::UrlTooLong);
        }
        let mut url = Url::parse(text).map_err(|_| Refusal::BadUrl)?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(Refusal::Scheme);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Refusal::Userinfo);
        }
        url.set_fragment(None);
        let host = url.host().ok_or(Refusal::BadUrl)?.to_owned();
        let port = url.port_or_known_default().ok_or(Refusal::BadUrl)?;
        Ok(Self { url, host, port })
    }

    /// Parses the only `url` of a query, `url=http%3A%2F%2Fexample.com%2F`.
    ///
    /// # Errors
    /// [`Refusal::BadRequest`] if there is none or more than one, else as [`Target::parse`].
    pub fn from_query(query: Option<&str>, limit: usize) -> Result<Self, Refusal> {
        let mut urls =
            url::form_urlencoded::parse(query.unwrap_or_default().as_bytes()).filter(|(name, _)| name == "url");
        match (urls.next(), urls.next()) {
            (Some((_, url)), None) => Self::parse(&url, limit),
            _ => Err(Refusal::BadRequest),
        }
    }

    /// Returns the canonical text of the URL, without a fragment.
    pub fn as_str(&self) -> &str {
        self.url.as_str()
    }

    /// Returns the name or address in the parsed URL.
    pub fn host(&self) -> &Host<String> {
        &self.host
    }

    /// Returns the host as text, without a final dot: the key of host rules and slots.
    pub fn host_name(&self) -> &str {
        let name = self.url.host_str().unwrap_or_default();
        name.strip_suffix('.').unwrap_or(name)
    }

    /// Returns the port; by default that of the scheme.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Returns true if TLS is used.
    pub fn is_https(&self) -> bool {
        self.url.scheme() == "https"
    }

    /// Returns the value of the `Host` header: the name, and the port unless it is the scheme's default.
    pub fn authority(&self) -> String {
        let host = self.url.host_str().unwrap_or_default();
        match self.url.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        }
    }

    /// Returns path and query for the request line.
    pub fn path_and_query(&self) -> &str {
        &self.url[url::Position::BeforePath..url::Position::AfterQuery]
    }

    /// Returns true for a file with the name `robots.txt`, in the folder of RFC 9309 §2.3 or in another, to which a
    /// redirect led.
    pub fn is_robots_file(&self) -> bool {
        self.url.path().ends_with("/robots.txt")
    }

    /// Returns true for the name of a gzip file, such as a sitemap.
    pub fn is_packed_file(&self) -> bool {
        let name = self.url.path().rsplit_once('.');
        name.is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("gz"))
    }

    /// Resolves a `Location` against this URL; `None` if it is not a URL.
    pub fn resolve(&self, location: &str) -> Option<String> {
        self.url.join(&types::url::with_two_slashes(location)).ok().map(String::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: usize = 2_083;

    #[test]
    fn every_spelling_of_loopback_becomes_the_address() {
        for spelling in [
            "2130706433",
            "0x7f000001",
            "0x7f.1",
            "127.1",
            "127.0.1",
            "127.0.0.1.",
            "0177.0.0.1",
            "017700000001",
            "127.0.0.1",
            "１２７.０.０.１",
            "127。0。0。1",
            "%31%32%37.0.0.1",
            "0x7F.0x0.0x0.0x1",
        ] {
            let target = Target::parse(&format!("http://{spelling}/"), LIMIT).expect(spelling);
            assert_eq!(target.host(), &Host::<String>::Ipv4([127, 0, 0, 1].into()), "{spelling}");
        }
    }

    #[test]
    fn invalid_urls_are_refused_with_their_reason() {
        for (text, refusal) in [
            ("", Refusal::BadUrl),
            ("/path", Refusal::BadUrl),
            ("example.com", Refusal::BadUrl),
            ("http://", Refusal::BadUrl),
            ("http://exa mple.com/", Refusal::BadUrl),
            ("http://1.2.3.4.5/", Refusal::BadUrl),
            ("http://256.0.0.1/", Refusal::BadUrl),
            ("http://[::1/", Refusal::BadUrl),
            ("http://[fe80::1%25eth0]/", Refusal::BadUrl),
            ("http://example.com:99999/", Refusal::BadUrl),
            ("ftp://example.com/", Refusal::Scheme),
            ("file:///etc/passwd", Refusal::Scheme),
            ("javascript:alert(1)", Refusal::Scheme),
            ("data:text/html,x", Refusal::Scheme),
            ("gopher://example.com/", Refusal::Scheme),
            ("ws://example.com/", Refusal::Scheme),
            ("http://user@example.com/", Refusal::Userinfo),
            ("http://user:word@example.com/", Refusal::Userinfo),
            ("http://:word@example.com/", Refusal::Userinfo),
            ("http://example.com:80@127.0.0.1/", Refusal::Userinfo),
        ] {
            assert_eq!(Target::parse(text, LIMIT).err(), Some(refusal), "{text}");
        }
    }

    #[test]
    fn a_url_over_the_limit_is_refused_and_one_at_the_limit_is_not() {
        let at = format!("http://example.com/{}", "a".repeat(LIMIT - 19));
        assert!(Target::parse(&at, LIMIT).is_ok());
        assert_eq!(Target::parse(&format!("{at}a"), LIMIT).err(), Some(Refusal::UrlTooLong));
    }

    #[test]
    fn host_header_and_request_line_come_from_the_parsed_url() {
        for (text, authority, line) in [
            ("http://Example.COM", "example.com", "/"),
            ("http://example.com:80/a?b=c#d", "example.com", "/a?b=c"),
            ("https://example.com:8443/ä?ö", "example.com:8443", "/%C3%A4?%C3%B6"),
            ("http://[2606:4700::1111]:8080/", "[2606:4700::1111]:8080", "/"),
            ("http://bücher.example./x", "xn--bcher-kva.example.", "/x"),
        ] {
            let target = Target::parse(text, LIMIT).expect(text);
            assert_eq!((target.authority().as_str(), target.path_and_query()), (authority, line), "{text}");
        }
    }

    #[test]
    fn a_location_is_read_as_seen_from_the_page() {
        let target = Target::parse("http://example.com/a/b?c", LIMIT).expect("a URL");
        assert_eq!(target.resolve("../d").as_deref(), Some("http://example.com/d"));
        assert_eq!(target.resolve("//other.example/e").as_deref(), Some("http://other.example/e"));
        assert_eq!(target.resolve("///other.example/e").as_deref(), Some("http://other.example/e"));
        assert_eq!(target.resolve("http://[bad"), None);
    }
}
