//! Creates links to other sites. Only http and https addresses are accepted.
//!
//! Yew escapes text but does not check addresses, so a crawled `javascript:` address in an `href` would run.

use protocol::ProxyAddress;
use types::url::CanonicalUrl;
use yew::prelude::*;

/// An address that is safe in `href`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafeHref(String);

impl SafeHref {
    /// Returns the address of a page of a crawl; `None` if it is neither http nor https, which its type already
    /// excludes.
    pub fn of(url: &CanonicalUrl) -> Option<Self> {
        let text = url.as_str();
        let safe = text.starts_with("https://") || text.starts_with("http://");
        safe.then(|| Self(text.to_owned()))
    }

    /// Returns the address of a proxy, which also serves the app. Its type only admits http and https.
    pub fn of_proxy(address: &ProxyAddress) -> Self {
        Self(address.as_str().to_owned())
    }

    /// Returns the address.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Renders a link to a web page, which opens in a new tab and receives no referrer. The link is a tab stop only if it
/// is `reachable`, that is, in the active row.
pub(crate) fn outer_link(href: &SafeHref, text: &str, reachable: bool) -> Html {
    outer_link_with(href, html! { { text } }, reachable)
}

/// Renders a link like [`outer_link`], with other content than a text.
pub(crate) fn outer_link_with(href: &SafeHref, content: Html, reachable: bool) -> Html {
    let tab = (!reachable).then_some("-1");
    html! {
        <a href={href.0.clone()} target="_blank" rel="noopener noreferrer" tabindex={tab}>{ content }</a>
    }
}
