//! The canonical form of a URL: the one spelling under which a page is known.

use serde::{Deserialize, Serialize};

/// An absolute http or https URL in canonical form, without fragment.
///
/// It is the only type that names a page inside the engine: what is not http(s) cannot be held in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CanonicalUrl {
    text: Box<str>,
    /// Byte offset at which the path starts: `text[..path]` is the host key.
    path: u32,
}

/// Why a reference is not a URL that can be crawled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
pub enum UrlProblem {
    /// It cannot be read as a URL.
    #[error("“{0}” is not a web address: write one like https://example.org/page")]
    Unreadable(String),
    /// Its scheme is not http or https.
    #[error("only http and https pages can be crawled, not “{0}:” addresses")]
    Scheme(String),
    /// It is longer than [`crate::limits::URL_BYTES`].
    #[error("the address is {0} bytes long: the limit is {limit}", limit = crate::limits::URL_BYTES)]
    TooLong(usize),
    /// It carries a user name or password.
    #[error("addresses with a user name or password are not crawled: take the part before “@” out")]
    Credentials,
}

impl UrlProblem {
    /// A stable code for logs and counters.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unreadable(_) => "url-unreadable",
            Self::Scheme(_) => "url-scheme",
            Self::TooLong(_) => "url-too-long",
            Self::Credentials => "url-credentials",
        }
    }
}

impl CanonicalUrl {
    /// Reads an absolute URL as a person or a seed list writes it.
    pub fn parse(text: &str) -> Result<Self, UrlProblem> {
        let url = ::url::Url::parse(text.trim())
            .map_err(|_| UrlProblem::Unreadable(text.chars().take(80).collect()))?;
        Self::from_url(url)
    }

    /// Resolves a reference (the value of an `href`) against the URL of its page or its `<base>`.
    pub fn join(base: &::url::Url, reference: &str) -> Result<Self, UrlProblem> {
        let url = base
            .join(reference.trim())
            .map_err(|_| UrlProblem::Unreadable(reference.chars().take(80).collect()))?;
        Self::from_url(url)
    }

    fn from_url(mut url: ::url::Url) -> Result<Self, UrlProblem> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(UrlProblem::Scheme(url.scheme().to_owned()));
        }
        url.set_fragment(None);
        let text = url.as_str();
        let path = text.len() - url[::url::Position::BeforePath..].len();
        let path = u32::try_from(path).map_err(|_| UrlProblem::TooLong(text.len()))?;
        Ok(Self {
            text: text.into(),
            path,
        })
    }

    /// The whole URL.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Scheme, host and port (the port only where it is not the scheme's own): `https://example.org:8443`. The unit of politeness.
    pub fn host_key(&self) -> &str {
        &self.text[..self.path as usize]
    }

    /// Path and query.
    pub fn path_and_query(&self) -> &str {
        &self.text[self.path as usize..]
    }

    /// The 128-bit hash of the canonical URL, by which pages are known in the seen set and the repository (Pant §2.3).
    pub fn fingerprint(&self) -> u128 {
        xxhash_rust::xxh3::xxh3_128(self.text.as_bytes())
    }
}

impl TryFrom<String> for CanonicalUrl {
    type Error = UrlProblem;
    fn try_from(text: String) -> Result<Self, UrlProblem> {
        Self::parse(&text)
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
