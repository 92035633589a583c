//! Links to other sites. Only http and https addresses can become one.
//!
//! Yew escapes text but does not check addresses: a crawled `javascript:` address in an `href` would run.

use crate::protocol::ProxyAddress;
use types::url::CanonicalUrl;
use yew::prelude::*;

/// An address that is safe in `href`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafeHref(String);

impl SafeHref {
    /// Returns the address of a page of a crawl. `None` if it is neither http nor https, which its type already excludes.
    pub fn of(url: &CanonicalUrl) -> Option<Self> {
        let text = url.as_str();
        let safe = text.starts_with("https://") || text.starts_with("http://");
        safe.then(|| Self(text.to_owned()))
    }

    /// Returns the address of a proxy, which serves the app as well. Its type admits http and https alone.
    pub fn of_proxy(address: &ProxyAddress) -> Self {
        Self(address.as_str().to_owned())
    }

    /// Returns the address.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Draws a link to a page of the web: opens beside the app, tells it nothing about where it was followed. The keyboard passes it by
/// where it is not `reachable`: the row it stands in is not the active one.
pub(crate) fn outer_link(href: &SafeHref, text: &str, reachable: bool) -> Html {
    let tab = (!reachable).then_some("-1");
    html! {
        <a href={href.0.clone()} target="_blank" rel="noopener noreferrer" tabindex={tab}>{ text }</a>
    }
}
