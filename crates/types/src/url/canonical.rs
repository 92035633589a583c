//! The canonical form of a URL: the one spelling under which a page is known.
//!
//! The `url` crate implements the standard (lower-case scheme and host, default port removed, dot segments resolved, an
//! empty path made `/`); [`super::spelling`] adds the rules of the papers. Canonicalization is idempotent. Kept on
//! purpose, since changing them can name another page: the order of the query, repeated slashes, the trailing slash of
//! a longer path, `http` versus `https`, `www.` versus none. Source: Pant §2.4 "URL Extraction and Canonicalization";
//! Evolving table 3.1; WHATWG URL.

use super::spelling;
use crate::limits::{HOST_BYTES, ORIGINAL_BYTES};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use url::{EncodingOverride, Position, Url};

/// An absolute http or https URL in canonical form, without fragment and user name, at most
/// [`crate::limits::URL_BYTES`] long.
///
/// The engine identifies pages only by this type, which cannot hold other schemes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CanonicalUrl {
    text: Box<str>,
    /// Byte offset at which the path starts: `text[..path]` is the host key.
    path: u32,
}

/// The parts of an address that its canonical URL omits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Omitted {
    /// The default document (`index.html`); robots.txt may have a rule for it.
    pub document: Option<Box<str>>,
    /// The address with its tracking parameters and session ids ([`CanonicalUrl::whole`]), if any are omitted and it
    /// has at most [`crate::limits::ORIGINAL_BYTES`]. It may be another page.
    pub original: Option<CanonicalUrl>,
}

/// The reason why a text is not a URL, or a URL cannot be crawled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum UrlProblem {
    /// The text is empty.
    #[error("the URL is empty: write one like https://example.org/page")]
    Empty,
    /// The text is not a URL.
    #[error("“{0}” is not a URL: write one like https://example.org/page")]
    Unreadable(String),
    /// Its scheme is not http or https.
    #[error("only http and https pages can be crawled, not “{0}:” URLs")]
    Scheme(String),
    /// It is longer than [`crate::limits::URL_BYTES`].
    #[error("the URL has {0} bytes, the limit is {limit}: use a shorter one", limit = crate::limits::URL_BYTES)]
    TooLong(usize),
    /// It contains a user name or password.
    #[error("URLs with a user name or password are not crawled: remove the part before “@”")]
    Credentials,
}

impl UrlProblem {
    /// Returns a stable code for logs and counters.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "url-empty",
            Self::Unreadable(_) => "url-unreadable",
            Self::Scheme(_) => "url-scheme",
            Self::TooLong(_) => "url-too-long",
            Self::Credentials => "url-credentials",
        }
    }

    /// Returns the problem of a text that is no URL, with its first 80 characters, without control characters.
    pub fn unreadable(text: &str) -> Self {
        Self::Unreadable(text.chars().filter(|c| !c.is_control()).take(80).collect())
    }
}

impl CanonicalUrl {
    /// Parses an absolute URL. [`CanonicalUrl::from_person`] parses typed addresses, which may lack a scheme.
    pub fn parse(text: &str) -> Result<Self, UrlProblem> {
        let url = Url::parse(text.trim()).map_err(|_| UrlProblem::unreadable(text))?;
        Self::from_url(url)
    }

    /// Parses an absolute URL as [`CanonicalUrl::parse`] does, but keeps its tracking parameters and session ids if it
    /// has at most [`crate::limits::ORIGINAL_BYTES`]. On some hosts they name pages.
    pub fn whole(text: &str) -> Result<Self, UrlProblem> {
        let url = Url::parse(text.trim()).map_err(|_| UrlProblem::unreadable(text))?;
        let (bare, omitted) = Self::split(url)?;
        Ok(omitted.original.unwrap_or(bare))
    }

    /// Resolves a reference (the value of an `href`) against the URL of its page or its `<base>`.
    pub fn join(base: &Url, reference: &str) -> Result<Self, UrlProblem> {
        Ok(Self::join_with_omitted(base, reference, None)?.0)
    }

    /// Resolves a reference as [`CanonicalUrl::join`] does, with its query in the encoding of the page; `None` is
    /// UTF-8. Also returns what the canonical URL omits.
    pub fn join_with_omitted(
        base: &Url,
        reference: &str,
        encode: EncodingOverride<'_>,
    ) -> Result<(Self, Omitted), UrlProblem> {
        let parser = Url::options().base_url(Some(base)).encoding_override(encode);
        let url = parser.parse(&with_two_slashes(reference)).map_err(|_| UrlProblem::unreadable(reference))?;
        Self::split(url)
    }

    fn from_url(url: Url) -> Result<Self, UrlProblem> {
        Ok(Self::split(url)?.0)
    }

    pub(super) fn split(mut url: Url) -> Result<(Self, Omitted), UrlProblem> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(UrlProblem::Scheme(url.scheme().chars().take(80).collect()));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(UrlProblem::Credentials);
        }
        drop_trailing_dots(&mut url)?;
        if url.host_str().is_none_or(|host| host.len() > HOST_BYTES) {
            return Err(UrlProblem::unreadable(url.as_str()));
        }
        let path = url[..Position::BeforePath].len();
        let (text, omitted) = if spelling::is_plain(&url) {
            let end = url[..Position::AfterQuery].len();
            let mut text = String::from(url);
            text.truncate(end);
            (text, Omitted::default())
        } else {
            let bare = spelling::respell(&url, false);
            let whole = bare.has_noise.then(|| spelling::respell(&url, true).text);
            let original = whole.filter(|whole| whole.len() <= ORIGINAL_BYTES).and_then(|whole| {
                let path = u32::try_from(path).ok()?;
                Some(Self { text: whole.into(), path })
            });
            (bare.text, Omitted { document: bare.document, original })
        };
        match u32::try_from(path) {
            Ok(path) if text.len() <= crate::limits::URL_BYTES => {
                let text = text.into();
                Ok((Self { text, path }, omitted))
            }
            _ => Err(UrlProblem::TooLong(text.len())),
        }
    }

    /// Resolves a `Location` against this URL. Returns the canonical target of the redirect, and the URL as the host
    /// spelled it, without fragment.
    pub fn resolve(&self, reference: &str) -> Result<(Self, Box<str>), UrlProblem> {
        let base = Url::parse(&self.text).map_err(|_| UrlProblem::unreadable(&self.text))?;
        let mut url = base.join(&with_two_slashes(reference)).map_err(|_| UrlProblem::unreadable(reference))?;
        url.set_fragment(None);
        let exact = url.as_str().into();
        Ok((Self::from_url(url)?, exact))
    }

    /// Returns the whole URL.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns scheme, host and port (the port only if it is not the scheme's default): `https://example.org:8443`. The
    /// unit of robots.txt.
    pub fn host_key(&self) -> &str {
        &self.text[..self.path as usize]
    }

    /// Returns host and port without the scheme: `example.org:8443`, `[::1]:8080`.
    pub fn authority(&self) -> &str {
        self.host_key().split_once("://").map_or("", |(_, rest)| rest)
    }

    /// Returns the host's name or address without the port, lower case, in its ASCII form: `example.org`, `[::1]`.
    pub fn host(&self) -> &str {
        let authority = self.authority();
        match authority.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => host,
            _ => authority,
        }
    }

    /// Returns the site of the host, its registrable domain: `example.org` for `www.example.org`. The unit of
    /// politeness.
    pub fn site(&self) -> &str {
        super::site::site(self.host())
    }

    /// Returns path and query, the part that robots.txt rules are matched against.
    pub fn path_and_query(&self) -> &str {
        &self.text[self.path as usize..]
    }

    /// Returns the path, which always starts with `/`.
    pub fn path(&self) -> &str {
        let rest = self.path_and_query();
        rest.split_once('?').map_or(rest, |(path, _)| path)
    }

    /// Returns the query without its `?`; never an empty one.
    pub fn query(&self) -> Option<&str> {
        self.path_and_query().split_once('?').map(|(_, query)| query)
    }

    /// Returns the path's parts between slashes, empty ones left out.
    pub fn segments(&self) -> impl Iterator<Item = &str> {
        self.path().split('/').filter(|segment| !segment.is_empty())
    }

    /// Returns the number of slashes in the path: 1 for a home page, one more for each folder.
    pub fn slashes(&self) -> usize {
        self.path().bytes().filter(|byte| *byte == b'/').count()
    }

    /// Returns the URL's words: host, path and query, split at characters other than letters and digits, with escapes
    /// decoded and the case kept. Escapes that are not UTF-8 give no word.
    pub fn tokens(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let text = &self.text[self.text.len() - self.authority().len() - self.path_and_query().len()..];
        text.split(|c: char| !c.is_ascii_alphanumeric() && c != '%').flat_map(|piece| {
            // Only parts with escapes need an allocation; an empty vector needs none.
            let (plain, decoded) =
                if piece.contains('%') { (None, spelling::decoded_words(piece)) } else { (Some(piece), Vec::new()) };
            plain
                .filter(|word| !word.is_empty())
                .map(Cow::Borrowed)
                .into_iter()
                .chain(decoded.into_iter().map(Cow::Owned))
        })
    }

    /// Returns the 128-bit hash of the canonical URL, which identifies pages in the seen set and the repository (Pant
    /// §2.3).
    pub fn fingerprint(&self) -> u128 {
        xxhash_rust::xxh3::xxh3_128(self.text.as_bytes())
    }
}

/// Removes the dots at the end of a host name: `example.org.` and `example.org` are the same host.
fn drop_trailing_dots(url: &mut Url) -> Result<(), UrlProblem> {
    let Some(host) = url.host_str().filter(|host| host.ends_with('.')) else {
        return Ok(());
    };
    let bare = host.trim_end_matches('.').to_owned();
    // The name is parsed again, since the rest may be an IP address: `0x7f000001..` is 127.0.0.1.
    url.set_host(Some(&bare)).map_err(|_| UrlProblem::unreadable(url.as_str()))
}

/// Deserializes a URL that was canonical when it was serialized (in a message or snapshot).
///
/// Checks only what readers rely on: http or https, a host, no user name, valid characters, the length. The standard's
/// full parser would add 60 KB to the page, which only displays URLs.
impl TryFrom<String> for CanonicalUrl {
    type Error = UrlProblem;
    fn try_from(text: String) -> Result<Self, UrlProblem> {
        let unreadable = || UrlProblem::unreadable(&text);
        let (scheme, rest) = text.split_once("://").ok_or_else(unreadable)?;
        if !matches!(scheme, "http" | "https") {
            return Err(UrlProblem::Scheme(scheme.chars().take(80).collect()));
        }
        let host = rest.find(['/', '?']).ok_or_else(unreadable)?;
        if rest[..host].contains('@') {
            return Err(UrlProblem::Credentials);
        }
        let name = rest[..host].rsplit_once(':').map_or(&rest[..host], |(name, _)| name);
        if name.is_empty() || name.len() > HOST_BYTES || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(unreadable());
        }
        match u32::try_from(scheme.len() + "://".len() + host) {
            Ok(path) if text.len() <= crate::limits::URL_BYTES => Ok(Self { text: text.into(), path }),
            _ => Err(UrlProblem::TooLong(text.len())),
        }
    }
}

impl From<CanonicalUrl> for String {
    fn from(url: CanonicalUrl) -> Self {
        url.text.into()
    }
}

impl std::fmt::Display for CanonicalUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

/// Returns a reference to http(s) that begins with more than two slashes with two, since the others are ignored (URL
/// Standard, "special authority ignore slashes state"). The crate `url` takes them for an empty host.
pub fn with_two_slashes(reference: &str) -> Cow<'_, str> {
    let begin = reference.trim_start_matches(|c: char| c <= ' ');
    let rest = begin.trim_start_matches(['/', '\\']);
    if begin.len() - rest.len() > 2 { Cow::Owned(format!("//{rest}")) } else { Cow::Borrowed(reference) }
}

#[cfg(test)]
#[path = "canonical_tests.rs"]
mod tests;
