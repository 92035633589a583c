//! The scope of a crawl: which URLs it may follow, by host and path.
//!
//! A denying rule overrides an allowing one; without allowing rules, everything is allowed. The scheme is ignored.
//! Not covered: patterns and regular expressions: a rule must explain to a person why a page is missing.
//! Source: Heritrix's scope (vocabulary); Pant §2.1 (limiting the pages of a domain) for the reason.

use super::{CanonicalUrl, UrlProblem};
use crate::limits::HOST_BYTES;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// The URLs that a crawl may follow. The default admits every http and https URL.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scope {
    /// If not empty, only URLs that one of these rules covers are followed.
    #[serde(default)]
    pub allow: Vec<ScopeRule>,
    /// URLs that one of these rules covers are not followed, even if allowed.
    #[serde(default)]
    pub deny: Vec<ScopeRule>,
}

/// A rule for some hosts, and for the pages below a path on them.
///
/// Written `example.org` (that host), `*.example.org` (it and its subdomains), `example.org/docs` (that path and what
/// is below it), `/login` (that path on every host). A written port must match that of the URL; a written scheme is
/// ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ScopeRule {
    hosts: Hosts,
    /// A path in canonical spelling; `/` covers every path.
    path: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Hosts {
    All,
    /// Host and port; every port if none is written.
    One(String),
    /// The host and its subdomains.
    Domain(String),
}

/// The scope rule that forbids a URL.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum ScopeProblem {
    /// A rule denies it.
    #[error("the crawl's scope excludes {0}")]
    Denied(String),
    /// There are allowing rules, and none covers it.
    #[error("the crawl's scope excludes this URL: allow its host to crawl it")]
    NotAllowed,
}

impl ScopeProblem {
    /// Returns a stable code for logs and counters.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Denied(_) => "scope-denied",
            Self::NotAllowed => "scope-not-allowed",
        }
    }
}

impl Scope {
    /// Checks whether the crawl may follow this URL.
    pub fn admits(&self, url: &CanonicalUrl) -> Result<(), ScopeProblem> {
        if let Some(rule) = self.deny.iter().find(|rule| rule.covers(url)) {
            return Err(ScopeProblem::Denied(rule.to_string()));
        }
        if self.reaches(url) {
            return Ok(());
        }
        Err(ScopeProblem::NotAllowed)
    }

    /// Returns true if there are no allowing rules, or one covers this URL.
    pub fn reaches(&self, url: &CanonicalUrl) -> bool {
        self.allow.is_empty() || self.allow.iter().any(|rule| rule.covers(url))
    }
}

impl ScopeRule {
    /// Returns the rule for all pages of a URL's host and port. It needs no URL parser, which the page does not
    /// contain.
    pub fn host_of(url: &CanonicalUrl) -> Self {
        Self { hosts: Hosts::One(url.authority().to_owned()), path: "/".to_owned() }
    }

    /// Returns the same rule for the host with `www.` added or removed, since most sites use both names.
    #[must_use]
    pub fn with_other_name(&self) -> Self {
        let mut rule = self.clone();
        if let Hosts::One(name) = &mut rule.hosts {
            *name = match name.strip_prefix("www.") {
                Some(bare) => bare.to_owned(),
                None => format!("www.{name}"),
            };
        }
        rule
    }

    /// Returns true if the rule covers this URL.
    pub fn covers(&self, url: &CanonicalUrl) -> bool {
        let host = match &self.hosts {
            Hosts::All => true,
            Hosts::One(name) => is_host(name, url),
            Hosts::Domain(name) => {
                is_host(name, url) || url.host().strip_suffix(name.as_str()).is_some_and(|sub| sub.ends_with('.'))
            }
        };
        host && is_below(url.path(), &self.path)
    }
}

fn is_host(name: &str, url: &CanonicalUrl) -> bool {
    name == url.host() || name == url.authority()
}

/// Returns true if a path is equal to or below the prefix: `/docs` covers `/docs` and `/docs/a` but not `/docsearch`.
fn is_below(path: &str, prefix: &str) -> bool {
    path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || prefix.ends_with('/'))
}

impl FromStr for ScopeRule {
    type Err = UrlProblem;
    fn from_str(text: &str) -> Result<Self, UrlProblem> {
        let text = text.trim();
        if text.is_empty() {
            return Err(UrlProblem::Empty);
        }
        let written = text.split_once("://").map_or(text, |(_, rest)| rest);
        let (domain, rest) = match written.strip_prefix("*.") {
            Some(rest) => (true, rest),
            None => (false, written),
        };
        // Host and path are normalized like the URLs they are compared with; a rule without a host uses an arbitrary
        // one.
        let whole = if rest.starts_with('/') { format!("http://any{rest}") } else { format!("http://{rest}") };
        let url = CanonicalUrl::parse(&whole).map_err(|problem| match problem {
            UrlProblem::Unreadable(_) => UrlProblem::unreadable(text),
            other => other,
        })?;
        let hosts = match (rest.starts_with('/'), domain) {
            (true, true) => return Err(UrlProblem::unreadable(text)),
            (true, false) => Hosts::All,
            (false, true) => Hosts::Domain(url.authority().to_owned()),
            (false, false) => Hosts::One(url.authority().to_owned()),
        };
        Ok(Self { hosts, path: url.path().to_owned() })
    }
}

impl std::fmt::Display for ScopeRule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let path = if self.path == "/" && self.hosts != Hosts::All { "" } else { self.path.as_str() };
        match &self.hosts {
            Hosts::All => write!(f, "{path}"),
            Hosts::One(name) => write!(f, "{name}{path}"),
            Hosts::Domain(name) => write!(f, "*.{name}{path}"),
        }
    }
}

/// Deserializes a rule, whose spelling must be canonical. It is checked but not normalized again, since that would
/// require the URL parser wherever rules are exchanged. Rules that a person typed are parsed.
impl TryFrom<String> for ScopeRule {
    type Error = UrlProblem;
    fn try_from(text: String) -> Result<Self, UrlProblem> {
        let (domain, rest) = match text.strip_prefix("*.") {
            Some(rest) => (true, rest),
            None => (false, text.as_str()),
        };
        let (name, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let is_bad = name.is_empty() && (domain || path.is_empty());
        if is_bad || name.len() > HOST_BYTES || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(UrlProblem::unreadable(&text));
        }
        Ok(Self {
            hosts: match (name, domain) {
                ("", _) => Hosts::All,
                (name, true) => Hosts::Domain(name.to_owned()),
                (name, false) => Hosts::One(name.to_owned()),
            },
            path: if path.is_empty() { "/" } else { path }.to_owned(),
        })
    }
}

impl From<ScopeRule> for String {
    fn from(rule: ScopeRule) -> Self {
        rule.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covers(rule: &str, url: &str) -> bool {
        rule.parse::<ScopeRule>().unwrap().covers(&CanonicalUrl::parse(url).unwrap())
    }

    fn scope(allow: &[&str], deny: &[&str]) -> Scope {
        let rules = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect();
        Scope { allow: rules(allow), deny: rules(deny) }
    }

    #[test]
    fn a_rule_covers_its_hosts_and_the_pages_below_its_path() {
        for (rule, url, expected) in [
            ("example.org", "https://example.org/a", true),
            ("example.org", "http://example.org:8080/", true),
            ("example.org", "http://www.example.org/", false),
            ("example.org:8080", "http://example.org:8080/", true),
            ("example.org:8080", "http://example.org/", false),
            ("https://Example.ORG./", "http://example.org/", true),
            ("*.example.org", "http://example.org/", true),
            ("*.example.org", "http://a.b.example.org:81/", true),
            ("*.example.org", "http://badexample.org/", false),
            ("bücher.example", "http://xn--bcher-kva.example/", true),
            ("example.org/docs", "http://example.org/docs", true),
            ("example.org/docs", "http://example.org/docs/a?b", true),
            ("example.org/docs", "http://example.org/docs?b", true),
            ("example.org/docs", "http://example.org/docsearch", false),
            ("example.org/docs/", "http://example.org/docs/a", true),
            ("example.org/docs/", "http://example.org/docs", false),
            ("example.org/%7ejoe", "http://example.org/~joe/", true),
            ("/login", "http://any.test/login/now", true),
            ("/login", "http://any.test/a/login", false),
            ("*.example.org/docs", "http://a.example.org/docs/1", true),
            ("[::1]", "http://[::1]:8080/", true),
        ] {
            assert_eq!(covers(rule, url), expected, "{rule} on {url}");
        }
    }

    #[test]
    fn without_rules_everything_is_admitted() {
        assert_eq!(Scope::default().admits(&CanonicalUrl::parse("http://a.test/").unwrap()), Ok(()));
    }

    #[test]
    fn deny_overrides_allow_and_other_urls_are_refused() {
        let scope = scope(&["*.a.test"], &["a.test/private", "/login"]);
        for (url, code) in [
            ("http://a.test/", None),
            ("http://www.a.test/b", None),
            ("http://a.test/private/x", Some("scope-denied")),
            ("http://www.a.test/login", Some("scope-denied")),
            ("http://b.test/", Some("scope-not-allowed")),
        ] {
            let answer = scope.admits(&CanonicalUrl::parse(url).unwrap());
            assert_eq!(answer.err().map(|problem| problem.code()), code, "{url}");
        }
        let denied = scope.admits(&CanonicalUrl::parse("http://a.test/private").unwrap()).unwrap_err();
        assert_eq!(denied.to_string(), "the crawl's scope excludes a.test/private");
    }

    #[test]
    fn an_invalid_rule_is_refused() {
        for text in ["", "*./a", "a b", "*.", "user@a.test"] {
            assert!(text.parse::<ScopeRule>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_scope_is_saved_as_the_text_of_its_rules() {
        for text in
            ["example.org", "example.org:8080", "*.example.org", "example.org/docs/", "/login", "/", "*.a.test/b"]
        {
            assert_eq!(text.parse::<ScopeRule>().unwrap().to_string(), text);
        }
        let scope = scope(&["*.a.test"], &["/login"]);
        let bytes = postcard::to_stdvec(&scope).unwrap();
        assert_eq!(postcard::from_bytes::<Scope>(&bytes).unwrap(), scope);
    }

    #[test]
    fn serialized_rules_are_deserialized_and_other_texts_are_refused() {
        for rule in ["example.org", "*.example.org:8080/a%20b", "/login", "Example.org/A", "bücher.example"] {
            let rule: ScopeRule = rule.parse().unwrap();
            assert_eq!(ScopeRule::try_from(rule.to_string()), Ok(rule));
        }
        for text in ["", "*.", "*./a", "a b", "a\u{0}", "bücher.example"] {
            assert!(ScopeRule::try_from(text.to_owned()).is_err(), "{text}");
        }
        let longest = "a".repeat(HOST_BYTES);
        assert!(ScopeRule::try_from(longest.clone()).is_ok());
        assert!(ScopeRule::try_from(longest + "a").is_err());
    }
}
