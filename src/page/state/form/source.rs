//! Holds the source of pages that the form selects, with its proxy and its allowed addresses.

use crate::page::dom::tab;
use crate::protocol::{ProxyAddress, Source, SourceKind};
use std::net::IpAddr;

/// Holds the source of pages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SourceInput {
    /// The chosen kind of source.
    pub kind: Option<SourceKind>,
    /// The address of the proxy; empty for the one that served this page, `None` if never entered. Links do not contain it.
    pub proxy: Option<String>,
    /// The addresses of the person's own network that the browser extension may connect to, separated by white space; `None` if never
    /// entered. Links do not contain them.
    pub allowed: Option<String>,
}

impl SourceInput {
    /// Creates the selection of a source.
    pub fn of(source: &Source) -> Self {
        Self { kind: Some(source.kind()), proxy: proxy(source), allowed: allowed(source) }
    }

    /// Selects a source. The entered proxy and addresses stay if the source has none.
    pub(crate) fn set(&mut self, source: &Source) {
        let before = std::mem::replace(self, Self::of(source));
        self.keep_entered(before);
    }

    /// Takes the proxy and the addresses that were entered before, where it has none.
    pub(crate) fn keep_entered(&mut self, before: Self) {
        self.proxy = self.proxy.take().or(before.proxy);
        self.allowed = self.allowed.take().or(before.allowed);
    }

    /// Returns the address of a proxy; none for the one that served this page, and an error message if it is invalid.
    pub fn proxy_address(&self) -> Result<Option<ProxyAddress>, String> {
        match self.proxy.as_deref().map(str::trim) {
            None | Some("") => Ok(None),
            Some(text) => ProxyAddress::read(text, tab::page_is_secure()).map(Some),
        }
    }

    /// Returns direct requests as the source, with the allowed addresses.
    pub(super) fn direct_source(&self) -> Result<Source, String> {
        let read = |text: &str| {
            text.parse::<IpAddr>().map_err(|_| {
                format!("“{text}” is not an IP address. Enter addresses such as 127.0.0.1, separated by spaces.")
            })
        };
        let allowed =
            (self.allowed.iter().flat_map(|text| text.split_whitespace()).map(read)).collect::<Result<Vec<_>, _>>()?;
        Ok(if allowed.is_empty() { Source::Direct } else { Source::DirectAllowing(allowed) })
    }
}

/// Returns the text of the field for allowed addresses; none if the crawl had none.
fn allowed(source: &Source) -> Option<String> {
    match source {
        Source::DirectAllowing(allowed) => {
            let texts: Vec<String> = allowed.iter().map(ToString::to_string).collect();
            Some(texts.join(" "))
        }
        _ => None,
    }
}

/// Returns the text of the field for the proxy's address; `None` if the crawl used no proxy.
fn proxy(source: &Source) -> Option<String> {
    match source {
        Source::Proxy => Some(String::new()),
        Source::ProxyAt(address) => Some(address.as_str().to_owned()),
        _ => None,
    }
}
