//! Addresses as people type them: `example.org/page`, `localhost:8080`, with or without a scheme.
//!
//! Without a scheme `https` is assumed, but `http` for hosts that have no certificate: `localhost`, names that end in
//! `.test` (RFC 6761), IP addresses. A single word is not a host: it is more often a search word in the wrong field.

use super::{CanonicalUrl, Omitted, UrlProblem, addresses};
use url::{Host, Url};

impl CanonicalUrl {
    /// Parses an address that a person typed or pasted; its scheme may be missing.
    pub fn from_person(text: &str) -> Result<Self, UrlProblem> {
        Ok(Self::from_person_with_omitted(text)?.0)
    }

    /// Parses a line of a list: an address as in [`CanonicalUrl::from_person`]. What follows it behind a tab, a bar, a
    /// dash or a number sign is ignored, such as the titles in exports of `OneTab`. Of a line that is no address, such
    /// as a link in Markdown or the `URL=` of a shortcut file, or that has several, the first absolute address is read.
    pub fn from_list_line(line: &str) -> Result<Self, UrlProblem> {
        let line = line.trim();
        let ends = ["\t", " | ", " #", " - ", " – ", " — ", " http://", " https://", "\u{3000}"];
        let end = ends.iter().filter_map(|end| line.find(end)).min().unwrap_or(line.len());
        let address = line[..end].trim_end_matches([',', ';', ' ']);
        Self::from_person(address).or_else(|problem| match problem {
            UrlProblem::Unreadable(_) => addresses(line).find_map(|word| Self::parse(word).ok()).ok_or(problem),
            _ => Err(problem),
        })
    }

    /// Parses an address as [`CanonicalUrl::from_person`] does, but keeps its parameters as [`CanonicalUrl::whole`]
    /// does.
    pub fn whole_from_person(text: &str) -> Result<Self, UrlProblem> {
        let (bare, omitted) = Self::from_person_with_omitted(text)?;
        Ok(omitted.original.unwrap_or(bare))
    }

    /// Parses an address as [`CanonicalUrl::from_person`] does. Also returns what the canonical URL omits.
    pub fn from_person_with_omitted(text: &str) -> Result<(Self, Omitted), UrlProblem> {
        let text = text.trim();
        if text.is_empty() {
            return Err(UrlProblem::Empty);
        }
        if has_scheme(text) {
            let url = Url::parse(text).map_err(|_| UrlProblem::unreadable(text))?;
            return Self::split(url);
        }
        let bare = text.trim_start_matches('/');
        let mut url = Url::parse(&format!("https://{bare}")).map_err(|_| UrlProblem::unreadable(text))?;
        match assumed_scheme(&url) {
            Some("https") => Self::split(url),
            // The address is parsed again, since the scheme determines the default port.
            Some(scheme) => {
                url = Url::parse(&format!("{scheme}://{bare}")).map_err(|_| UrlProblem::unreadable(text))?;
                Self::split(url)
            }
            None => Err(UrlProblem::unreadable(text)),
        }
    }
}

/// Returns true for `scheme:…`, but not for `host:port`.
fn has_scheme(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else {
        return false;
    };
    let named = scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    let port = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let is_port = !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    named && scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && !is_port
}

/// Returns the scheme to assume for an address without one; `None` if its host is a single word.
fn assumed_scheme(url: &Url) -> Option<&'static str> {
    match url.host()? {
        Host::Ipv4(_) | Host::Ipv6(_) => Some("http"),
        Host::Domain(name) => match name.trim_end_matches('.').rsplit('.').next()? {
            "localhost" | "test" => Some("http"),
            _ if name.trim_end_matches('.').contains('.') => Some("https"),
            _ => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(typed: &str, expected: &str) {
        assert_eq!(CanonicalUrl::from_person(typed).unwrap().as_str(), expected, "{typed}");
    }

    #[test]
    fn a_missing_scheme_is_https() {
        for (typed, expected) in [
            ("example.org/page", "https://example.org/page"),
            ("  Example.ORG  ", "https://example.org/"),
            ("//example.org/a", "https://example.org/a"),
            ("example.org:8443/a", "https://example.org:8443/a"),
            ("example.org:443", "https://example.org/"),
            ("example.org/a:b", "https://example.org/a:b"),
            ("bücher.example", "https://xn--bcher-kva.example/"),
        ] {
            check(typed, expected);
        }
    }

    #[test]
    fn a_missing_scheme_is_http_for_hosts_without_certificates() {
        for (typed, expected) in [
            ("linux.test/a", "http://linux.test/a"),
            ("localhost", "http://localhost/"),
            ("localhost:3000/x", "http://localhost:3000/x"),
            ("app.localhost:80", "http://app.localhost/"),
            ("127.0.0.1:8080", "http://127.0.0.1:8080/"),
            ("[::1]:8080/a", "http://[::1]:8080/a"),
        ] {
            check(typed, expected);
        }
    }

    #[test]
    fn a_line_of_a_list_may_have_more_than_its_address() {
        for line in [
            "http://a.test/1",
            " a.test/1 ",
            "http://a.test/1 | A title | of a site",
            "http://a.test/1\tA title",
            "a.test/1\tA | B",
            "[A title](http://a.test/1)",
            "[1] http://a.test/1",
            "URL=http://a.test/1",
            "http://a.test/1 # note",
            "http://a.test/1 - A title",
            "http://a.test/1 — A title",
            "http://a.test/1 https://b.test/2",
            "http://a.test/1,",
            "a.test/1; ",
            "url = {http://a.test/1},",
            "「http://a.test/1」",
            "http://a.test/1\u{3000}題",
        ] {
            assert_eq!(CanonicalUrl::from_list_line(line).unwrap().as_str(), "http://a.test/1", "{line}");
        }
        let spaced = CanonicalUrl::from_list_line("http://a.test/1 b|c");
        assert_eq!(spaced.unwrap().as_str(), "http://a.test/1%20b|c");
        for (line, code) in
            [("", "url-empty"), ("[InternetShortcut]", "url-unreadable"), ("mailto:x@http://a.test/", "url-scheme")]
        {
            assert_eq!(CanonicalUrl::from_list_line(line).unwrap_err().code(), code, "{line}");
        }
    }

    #[test]
    fn the_whole_address_keeps_its_parameters() {
        let whole = CanonicalUrl::whole_from_person("a.test/x?utm_term=1&b=2#c").unwrap();
        assert_eq!(whole.as_str(), "http://a.test/x?utm_term=1&b=2");
        check("a.test/x?utm_term=1&b=2", "http://a.test/x?b=2");
    }

    #[test]
    fn a_scheme_that_was_typed_is_kept() {
        check("http://example.org", "http://example.org/");
        check("HTTPS://linux.test", "https://linux.test/");
        check("http://intranet/", "http://intranet/");
    }

    #[test]
    fn an_invalid_address_is_refused_with_a_remedy() {
        for (typed, code, says) in [
            ("", "url-empty", "write one like https://example.org/page"),
            ("   ", "url-empty", "write one like https://example.org/page"),
            ("linux", "url-unreadable", "“linux” is not a URL: write one like https://example.org/page"),
            ("linux kernel", "url-unreadable", "“linux kernel” is not a URL"),
            ("https://", "url-unreadable", "write one like"),
            ("mailto:someone@example.org", "url-scheme", "not “mailto:” URLs"),
            ("javascript:alert(1)", "url-scheme", "only http and https"),
            ("ftp://example.org/", "url-scheme", "not “ftp:” URLs"),
            ("someone@example.org", "url-credentials", "remove the part before “@”"),
        ] {
            let problem = CanonicalUrl::from_person(typed).unwrap_err();
            assert_eq!(problem.code(), code, "{typed}");
            assert!(problem.to_string().contains(says), "{typed}: {problem}");
        }
    }
}
