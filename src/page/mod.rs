//! The page: what a person sees. It asks, sends the plan to the worker, and draws what the worker tells.
//!
//! The state is in one place ([`state`]) and is handed down in parts, each equal only to itself. A component stands where something
//! is kept (a focus, a scroll position) or where drawing anew is worth avoiding; everything else is a function, which
//! costs the download less. The modules without a component ([`address`], [`form`], [`ranking`], [`window`],
//! [`curve`], [`marks`], [`refusals`], [`related`], and what [`train`] keeps) are pure and tested as such. Left out on purpose: the engine beyond its plain data, so that
//! the page is small and paints before the engine is there.

use wasm_bindgen::JsCast;

mod about;
pub mod adding;
pub mod address;
mod app;
mod ask;
pub mod catalog;
pub mod compare;
mod confirm;
pub mod curve;
pub mod digits;
mod files;
pub mod form;
mod frame;
pub mod frontier;
mod hands;
pub mod href;
mod hunt;
mod kept;
pub mod lesson;
pub mod library;
mod link;
pub mod live;
pub mod map;
pub mod marks;
pub mod models;
mod notices;
pub mod numbers;
mod part;
pub mod place;
mod proxy;
pub mod ranking;
mod recovery;
pub mod refusals;
pub mod related;
mod rename;
mod results;
pub mod screen;
pub mod seeds;
pub mod sights;
pub mod spiders;
mod start;
pub mod state;
pub mod steer;
mod tab;
mod tables;
mod theme;
mod tour;
pub mod train;
mod vendor;
pub mod window;

/// Draws the app in place of what the page shows until it is there; what was typed meanwhile is kept.
pub fn run() {
    console_error_panic_hook::set_once();
    let document = web_sys::window().and_then(|window| window.document());
    let element = |id| {
        document
            .as_ref()
            .and_then(|document| document.get_element_by_id(id))
    };
    let input =
        element("query").and_then(|input| input.dyn_into::<web_sys::HtmlInputElement>().ok());
    let typed = input.map(|input| input.value()).unwrap_or_default().into();
    let props = app::Props { typed };
    match element("app") {
        Some(root) => yew::Renderer::<app::App>::with_root_and_props(root, props).render(),
        None => yew::Renderer::<app::App>::with_props(props).render(),
    };
}
