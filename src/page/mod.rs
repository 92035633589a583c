//! The page: what a person sees. It asks, sends the plan to the worker, and draws what the worker tells.
//!
//! The state is in one place ([`state`]); the modules without a component ([`address`], [`form`], [`ranking`], [`window`],
//! [`curve`], [`marks`], [`refusals`]) are pure and tested as such. Left out on purpose: the engine beyond its plain data, so that
//! the page is small and paints before the engine is there.

mod about;
pub mod address;
mod app;
mod ask;
pub mod catalog;
mod crawl_page;
pub mod curve;
pub mod form;
mod frame;
pub mod href;
mod hunt;
mod link;
pub mod live;
pub mod marks;
mod notices;
pub mod numbers;
mod proxy;
pub mod ranking;
pub mod refusals;
mod results;
pub mod state;
mod theme;
pub mod window;

/// Draws the app into the page.
pub fn run() {
    console_error_panic_hook::set_once();
    let body = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.get_element_by_id("app"));
    match body {
        Some(root) => yew::Renderer::<app::App>::with_root(root).render(),
        None => yew::Renderer::<app::App>::new().render(),
    };
}
