//! Renders the details of a page below views other than the results.

use super::super::Props;
use super::list::why_of;
use super::row::{URL_CHARS, gauge, link, title};
use crate::page::dom::focus::scroll_into_view;
use crate::page::views::prelude::*;

/// Renders the details of the open page, if there is one. It receives the focus when it opens, for keyboard users.
#[component]
pub(crate) fn Details(props: &Props) -> Html {
    let place = use_node_ref();
    {
        let place = place.clone();
        use_effect_with(props.state.screen.open, move |_| {
            // Switching views must not move the focus to a page that was open before.
            if let Some(section) = place.cast::<HtmlElement>().filter(|_| !is_focus_in("[role=tab]")) {
                // If the section cannot receive the focus, the focus stays.
                let _ = section.focus();
                scroll_into_view(&section);
                // Beside the map only the head is scrolled into view, so that the map stays visible.
                if let Some(head) = section.first_element_child() {
                    scroll_into_view(&head);
                }
            }
        });
    }
    let Some(record) = props.state.screen.open.and_then(|n| props.crawl.ranking.pages.get(n)) else {
        return Html::default();
    };
    let title = title(record);
    let close = props.dispatch.on(|| vec![Action::Screen(ScreenAction::Details(None))]);
    let onkeydown = props.dispatch.on_escape(|| Action::Screen(ScreenAction::Details(None)));
    html! {
        <section class="details" ref={place} tabindex="-1" aria-label={format!("Details: {title}")} {onkeydown}>
            <div class="details-head">
                { gauge(record.relevance) }
                <div>
                    <h3>{ link(record, &title, true) }</h3>
                    <p class="url">{ cut(record.url.as_str(), URL_CHARS).to_owned() }</p>
                </div>
                <button type="button" class="quiet" onclick={close}>{ "Close" }</button>
            </div>
            { why_of(props, record).unwrap_or_default() }
        </section>
    }
}
