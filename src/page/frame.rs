//! What stands around every page: the head with name and places, notices, the way past them, the foot.

use super::app::Route;
use super::notices::Notices;
use super::theme::ThemeToggle;
use yew::prelude::*;
use yew_router::components::Link;

/// What the frame holds.
#[derive(Clone, PartialEq, Properties)]
pub(crate) struct Props {
    /// The page.
    pub(crate) children: Html,
}

/// The frame.
#[component]
pub(crate) fn Frame(props: &Props) -> Html {
    html! {
        <>
            <header class="head">
                <Link<Route> to={Route::Crawl} classes="brand"><Mark />{ "Salticid" }</Link<Route>>
                <nav aria-label="Places">
                    <Link<Route> to={Route::Crawl} classes="place">{ "Crawl" }</Link<Route>>
                    <Link<Route> to={Route::About} classes="place">{ "About" }</Link<Route>>
                    <ThemeToggle />
                </nav>
            </header>
            <Notices />
            <main id="main">{ props.children.clone() }</main>
        </>
    }
}

/// The mark: the face of a jumping spider, as it looks at you.
#[component]
pub(crate) fn Mark() -> Html {
    html! {
        <svg class="mark" viewBox="0 0 40 28" aria-hidden="true">
            <g class="mark-eye">
                <circle cx="4" cy="9" r="3" />
                <circle cx="36" cy="9" r="3" />
                <circle cx="13" cy="15" r="8" />
                <circle cx="27" cy="15" r="8" />
            </g>
            <g class="mark-pupil">
                <circle cx="14.5" cy="16" r="4.2" />
                <circle cx="25.5" cy="16" r="4.2" />
            </g>
            <g class="mark-light">
                <circle cx="12.6" cy="13.2" r="1.5" />
                <circle cx="23.6" cy="13.2" r="1.5" />
            </g>
        </svg>
    }
}
