//! Renders a link to a crawled page, which opens in the app's reader or outside of the app.
//!
//! Pages of the demo web and of recordings have no address that a browser can open, so they open in the reader.

use crate::dom::href::{SafeHref, outer_link_with};
use crate::widgets::marks::{all_pieces, marked};
use types::url::CanonicalUrl;
use yew::prelude::*;

/// The callback that opens pages in the reader; `None` if they open outside of the app.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct OpenInReader(pub(crate) Option<Callback<CanonicalUrl>>);

#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    pub(crate) url: CanonicalUrl,
    /// The text of the link.
    pub(crate) text: AttrValue,
    /// The byte ranges of the highlighted words of the text, in order.
    #[prop_or_default]
    pub(crate) marks: Vec<(u32, u32)>,
    /// The link is a tab stop.
    #[prop_or(true)]
    pub(crate) reachable: bool,
}

/// Renders the link.
#[component]
pub(crate) fn PageLink(props: &Props) -> Html {
    let open = use_context::<OpenInReader>().and_then(|open| open.0);
    let Props { url, text, marks, reachable } = props;
    let content = marked(&all_pieces(text, marks), |_| true);
    if let Some(open) = open {
        let link = url.clone();
        let onclick = open.reform(move |_: MouseEvent| link.clone());
        let tabindex = (!reachable).then_some("-1");
        return html! {
            <button type="button" class="inline page-link" title={url.to_string()} aria-haspopup="dialog" {tabindex}
                {onclick}>
                <span>{ content }</span>
            </button>
        };
    }
    match SafeHref::of(url) {
        Some(href) => outer_link_with(&href, content, *reachable),
        None => content,
    }
}
