//! Links that lead out of the app: only through a type that admits http and https.
//!
//! Yew escapes text but looks at no address: a crawled `javascript:` in an `href` would run.

use engine::url::CanonicalUrl;
use yew::prelude::*;

/// An address that may stand in `href`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafeHref(String);

impl SafeHref {
    /// The address of a page of a crawl. None where it is neither http nor https, which its type rules out already.
    pub fn of(url: &CanonicalUrl) -> Option<Self> {
        let text = url.as_str();
        let safe = text.starts_with("https://") || text.starts_with("http://");
        safe.then(|| Self(text.to_owned()))
    }

    /// The address.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What an outer link shows.
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// Where it leads.
    pub(crate) href: SafeHref,
    /// Its text.
    pub(crate) text: AttrValue,
    /// False where the keyboard passes it by: the row it stands in is not the active one.
    #[prop_or(true)]
    pub(crate) reachable: bool,
}

/// A link to a page of the web: opens beside the app, tells it nothing about where it was followed.
#[component]
pub(crate) fn OuterLink(props: &Props) -> Html {
    let tab = (!props.reachable).then_some("-1");
    html! {
        <a href={props.href.0.clone()} target="_blank" rel="noopener noreferrer" tabindex={tab}>{ &props.text }</a>
    }
}
