//! Defines the source of a crawl's pages, in requests and in saved crawls.
//!
//! Cards of saved crawls identify a [`Source`] by the number of its variant. New variants are added at the end, and
//! none is moved, so that the cards of earlier versions stay readable. A crawl's link does not contain the address of a
//! proxy, because the sender would choose the proxy of another person's crawl.
//!
//! Source: W3C Secure Contexts §3.1 (the hosts of this device: 127.0.0.0/8, `::1`, `localhost`); WHATWG URL.

use serde::{Deserialize, Serialize};
use std::net::Ipv4Addr;
use types::direct::DirectOptions;
use types::plan::Plan;
use web_sys::Url;

/// The source of pages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Source {
    /// The proxy that serves this app, on the page's own origin.
    Proxy,
    /// Direct requests to sites, which must send CORS headers.
    Direct,
    /// The built-in demo web.
    #[default]
    Demo,
    /// The recorded web that the worker has; only saved by versions that did not store the name of its file.
    Recorded,
    /// A proxy at another address, which accepts this page.
    ProxyAt(ProxyAddress),
    /// The pages of a WARC file with this name, which are in the worker's memory as long as the tab lives.
    RecordedIn(String),
    /// Direct requests of the extension, with options.
    DirectWith(DirectOptions),
}

/// A kind of source that a person can select.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SourceKind {
    /// A proxy: that of this app, or one at another address.
    Proxy,
    /// Direct requests to sites.
    Direct,
    /// The built-in demo web.
    #[default]
    Demo,
    /// A file of recorded pages.
    Recorded,
}

impl SourceKind {
    const ALL: [Self; 4] = [Self::Proxy, Self::Direct, Self::Demo, Self::Recorded];

    /// Returns its name in addresses and files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proxy => "proxy",
            Self::Direct => "direct",
            Self::Demo => "demo",
            Self::Recorded => "recorded",
        }
    }

    /// Returns the kind with a name; `None` if there is none.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns true if pages come from live sites.
    pub fn is_live(self) -> bool {
        matches!(self, Self::Proxy | Self::Direct)
    }

    /// Returns the default plan of a crawl of this source.
    pub fn usual_plan(self) -> Plan {
        if self.is_live() { Plan::live() } else { Plan::default() }
    }
}

impl Source {
    /// Returns the kind.
    pub fn kind(&self) -> SourceKind {
        match self {
            Self::Proxy | Self::ProxyAt(_) => SourceKind::Proxy,
            Self::Direct | Self::DirectWith(_) => SourceKind::Direct,
            Self::Demo => SourceKind::Demo,
            Self::Recorded | Self::RecordedIn(_) => SourceKind::Recorded,
        }
    }

    /// Returns true if pages come from live sites.
    pub fn is_live(&self) -> bool {
        self.kind().is_live()
    }

    /// Returns whether both have the same pages: live sites are the same by proxy and by direct requests.
    pub fn is_same_web(&self, other: &Self) -> bool {
        self == other || (self.is_live() && other.is_live())
    }

    /// Returns the source of several crawls; `None` if they have more than one.
    pub fn common(mut sources: Vec<Self>) -> Option<Self> {
        sources.dedup();
        sources.pop().filter(|_| sources.is_empty())
    }

    /// Returns the source of most pages of several crawls, each with its number of pages; `None` without crawls.
    pub fn widest(crawls: &[(Self, u32)]) -> Option<Self> {
        let of_same_web = |source: &Self| {
            let same = crawls.iter().filter(|(other, _)| other.is_same_web(source));
            same.map(|(_, pages)| u64::from(*pages)).sum::<u64>()
        };
        crawls.iter().map(|(source, _)| source).max_by_key(|source| of_same_web(source)).cloned()
    }

    /// Returns the name in files of trails: that of its kind, followed by a colon and the file or the address.
    pub fn name(&self) -> String {
        let kind = self.kind().name();
        match self {
            Self::RecordedIn(file) => format!("{kind}:{file}"),
            Self::ProxyAt(address) => format!("{kind}:{}", address.as_str()),
            // The options only concern this device.
            Self::Proxy | Self::Direct | Self::DirectWith(_) | Self::Demo | Self::Recorded => kind.to_owned(),
        }
    }

    /// Returns the source with a name; `None` if there is none.
    pub fn named(name: &str) -> Option<Self> {
        let (kind, rest) = match name.split_once(':') {
            Some((kind, rest)) => (kind, Some(rest)),
            None => (name, None),
        };
        Some(match (SourceKind::named(kind)?, rest) {
            (SourceKind::Demo, None) => Self::Demo,
            (SourceKind::Direct, None) => Self::Direct,
            (SourceKind::Proxy, None) => Self::Proxy,
            (SourceKind::Proxy, Some(address)) => Self::ProxyAt(ProxyAddress::read(address, false).ok()?),
            (SourceKind::Recorded, None) => Self::Recorded,
            (SourceKind::Recorded, Some(file)) => Self::RecordedIn(file.to_owned()),
            (SourceKind::Demo | SourceKind::Direct, Some(_)) => return None,
        })
    }

    /// Returns the safe form of a source from a file. A proxy on another device is dropped, because the author of the
    /// file would see the requests, and so are the options of the extension.
    #[must_use]
    pub fn from_a_file(self) -> Self {
        match self {
            Self::ProxyAt(address) if !address.is_loopback() => Self::Proxy,
            Self::DirectWith(_) => Self::Direct,
            source => source,
        }
    }
}

/// The address of a proxy: http or https, no user name, no query; it ends with a slash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ProxyAddress(String);

impl ProxyAddress {
    /// Parses a typed address; the error is the remedy, in a sentence. The default scheme is `http` on this device and
    /// `https` elsewhere. `page_is_secure` means that the page was loaded by https: browsers then refuse plain http to
    /// other devices.
    pub fn read(text: &str, page_is_secure: bool) -> Result<Self, String> {
        let text = text.trim();
        // Some browsers encode a space in a host as %20.
        let url = parse(text).filter(|_| !text.contains(char::is_whitespace)).ok_or(NO_ADDRESS)?;
        let scheme = url.protocol();
        if scheme != "http:" && scheme != "https:" {
            return Err(NO_ADDRESS.to_owned());
        }
        if !url.username().is_empty() || !url.password().is_empty() {
            return Err("Remove the user name and password: proxies do not use them.".to_owned());
        }
        if !url.search().is_empty() || !url.hash().is_empty() {
            return Err("Remove the part after “?” or “#”.".to_owned());
        }
        if scheme == "http:" && page_is_secure && !is_loopback(&url.hostname()) {
            return Err(
                "Use an https address: this page uses https, so browsers allow plain http only on this device."
                    .to_owned(),
            );
        }
        let (origin, path) = (url.origin(), url.pathname());
        let slash = if path.ends_with('/') { "" } else { "/" };
        Ok(Self(format!("{origin}{path}{slash}")))
    }

    /// Returns the address with its final slash.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns host and port for display.
    pub fn place(&self) -> &str {
        self.0.split_once("://").map_or("", |(_, rest)| rest).trim_end_matches('/')
    }

    /// Returns true if it is on this device.
    pub fn is_loopback(&self) -> bool {
        Url::new(&self.0).is_ok_and(|url| is_loopback(&url.hostname()))
    }
}

impl TryFrom<String> for ProxyAddress {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::read(&text, false)
    }
}

impl From<ProxyAddress> for String {
    fn from(address: ProxyAddress) -> Self {
        address.0
    }
}

const NO_ADDRESS: &str = "Invalid proxy address. Write it like http://127.0.0.1:8181, or leave it empty to use the \
    proxy that served this page.";

fn parse(text: &str) -> Option<Url> {
    if text.contains("://") {
        return Url::new(text).ok();
    }
    let plain = Url::new(&format!("http://{text}")).ok()?;
    if is_loopback(&plain.hostname()) {
        return Some(plain);
    }
    Url::new(&format!("https://{text}")).ok()
}

/// Returns true for a host, in the browser's spelling, that is this device whatever a name server says.
pub fn is_loopback(host: &str) -> bool {
    let host = host.trim_end_matches('.');
    let named = host == "localhost" || host.ends_with(".localhost") || host == "[::1]";
    named || host.parse::<Ipv4Addr>().is_ok_and(|host| host.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crawls_with_several_sources_have_none_in_common() {
        let recorded = || Source::RecordedIn("a.warc".into());
        assert_eq!(Source::common(vec![recorded(), recorded()]), Some(recorded()));
        assert_eq!(Source::common(vec![Source::Demo, recorded(), Source::Demo]), None);
        assert_eq!(Source::common(Vec::new()), None);
    }

    #[test]
    fn the_widest_source_has_most_pages_and_live_sites_count_together() {
        let crawls = [(Source::Direct, 60), (Source::Demo, 100), (Source::Proxy, 50)];
        assert!(Source::widest(&crawls).is_some_and(|source| source.is_live()));
        assert_eq!(Source::widest(&crawls[..2]), Some(Source::Demo));
        assert_eq!(Source::widest(&[]), None);
    }
}
