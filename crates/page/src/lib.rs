//! The page: what a person sees. It asks, sends plans to the worker, and draws what the worker reports.
//!
//! Four layers, each of which imports only those below it: `app` holds the state and performs the effects of actions
//! (messages to the worker, storage, files, timers, the address); [`views`] are the screens, which dispatch actions and
//! meet only through them; [`widgets`] are controls that know nothing of crawls; [`dom`] wraps the browser. What is
//! shown is the state of the crate `page-state`, which answers each action with its effects as plain data. A
//! component exists where something is kept (a focus, a scroll position) or where drawing anew is worth avoiding;
//! everything else is a function, which costs the download less. Not covered: the engine beyond its plain data, so that
//! the page is small and paints before the engine is there.

use dom::document::element;
use wasm_bindgen::JsCast;

mod app;
pub mod dispatch;
pub mod dom;
pub mod views;
pub mod widgets;

/// Renders the app. The page shows its earlier content until the app is drawn, and keeps text that was typed meanwhile.
///
/// The returned function removes the app from the page and ends its worker. The app must have been drawn by then, since
/// Yew creates what it was to destroy in the same task.
pub fn run() -> impl FnOnce() {
    console_error_panic_hook::set_once();
    let input = element("#query").and_then(|input| input.dyn_into::<web_sys::HtmlInputElement>().ok());
    let typed = input.map(|input| input.value()).unwrap_or_default().into();
    let props = app::Props { typed };
    let app = match element("#app") {
        Some(root) => yew::Renderer::<app::App>::with_root_and_props(root, props).render(),
        None => yew::Renderer::<app::App>::with_props(props).render(),
    };
    move || app.destroy()
}
