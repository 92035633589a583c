//! Checks whether a proxy answers: the one that served this page, or one at another address that accepts this page.
//!
//! The check runs only when a proxy is the source: on a static host it would log a useless error. A proxy on this device is checked
//! automatically only with the browser's permission. Otherwise a click starts the check, because the browser then asks the person. The
//! address of the last proxy that answered is stored in this browser only.
//!
//! Source: WICG Local Network Access (the permission of a public page for this device and its network).

mod permission;

use super::catalog::Proxy;
use super::{Action, State};
use crate::page::dom::storage;
use crate::protocol::{ProxyAddress, is_loopback};
use gloo_net::http::Request;
use permission::Permission;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Location, ReferrerPolicy, RequestCredentials};
use yew::Callback;

/// The name by which a proxy identifies itself.
const NAME: &str = "salticid-proxy";
/// The key in local storage of the address of a proxy.
const KEY: &str = "salticid-proxy";

/// The cause of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CheckCause {
    /// The page, automatically.
    Page,
    /// The person, by pressing the button.
    Person,
}

/// The status of the proxy.
pub enum ProxyAction {
    /// The status of the form's proxy.
    Status(Proxy),
    /// The status of the proxy at an address; none for the one that served this page.
    Found(Option<ProxyAddress>, Proxy),
}

impl State {
    pub(super) fn apply_proxy(&mut self, action: ProxyAction) {
        match action {
            ProxyAction::Status(proxy) => self.catalog.change(|catalog| catalog.proxy = proxy),
            // Another address may have been typed in the meantime.
            ProxyAction::Found(address, _) if self.setup.form.source.proxy_address() != Ok(address.clone()) => {}
            ProxyAction::Found(_, proxy) => {
                self.setup.form.change(|form| form.problems.retain(|problem| problem.field != "proxy"));
                self.catalog.change(|catalog| catalog.proxy = proxy);
            }
        }
    }
}

/// Checks the proxy at this address and updates the state; `None` for the one that served this page.
pub(crate) fn look(address: Option<ProxyAddress>, cause: CheckCause, actions: Callback<Action>) {
    actions.emit(Action::Proxy(ProxyAction::Status(Proxy::Checking)));
    spawn_local(async move {
        let found = probe(address.as_ref(), cause).await;
        actions.emit(Action::Proxy(ProxyAction::Found(address, found)));
    });
}

/// Sends a request to the proxy at an address; none for the one that served this page.
async fn probe(address: Option<&ProxyAddress>, cause: CheckCause) -> Proxy {
    let Some(address) = address else {
        return own(cause).await;
    };
    let gated = needs_permission(address);
    if gated && cause == CheckCause::Page {
        match permission::state().await {
            Permission::Granted => {}
            Permission::Denied => return Proxy::Denied,
            Permission::Open | Permission::Unknown => return Proxy::Unchecked,
        }
    }
    let found = name_at(&format!("{}healthz", address.as_str())).await;
    if found == Proxy::Missing && gated {
        match permission::state().await {
            // If the person dismissed the prompt, the permission is still open.
            Permission::Denied | Permission::Open => return Proxy::Denied,
            Permission::Granted | Permission::Unknown => {}
        }
    }
    if found == Proxy::There && cause == CheckCause::Person {
        remember(Some(address));
    }
    found
}

/// Sends a request to the proxy that served this page. A static file server answers with an arbitrary file.
async fn own(cause: CheckCause) -> Proxy {
    if name_at("./healthz").await != Proxy::There {
        return Proxy::Missing;
    }
    if cause == CheckCause::Person {
        remember(None);
    }
    Proxy::There
}

/// Returns whether the browser asks for permission before this page may reach an address: the address is on this device, and the page is
/// not.
pub(crate) fn needs_permission(address: &ProxyAddress) -> bool {
    let host = location().and_then(|location| location.hostname().ok());
    address.is_loopback() && !host.is_some_and(|host| is_loopback(&host))
}

/// Returns whether this page was loaded by https.
pub(crate) fn page_is_secure() -> bool {
    let scheme = location().and_then(|location| location.protocol().ok());
    scheme.is_some_and(|scheme| scheme == "https:")
}

/// Returns this page's origin, which the proxy must be told.
pub(crate) fn own_origin() -> String {
    let origin = location().and_then(|location| location.origin().ok());
    origin.unwrap_or_default()
}

/// Returns the stored address, if any.
pub(crate) fn remembered() -> Option<String> {
    storage::read(KEY)
}

/// Stores an address, or removes it.
pub(crate) fn remember(address: Option<&ProxyAddress>) {
    storage::write(KEY, address.map(ProxyAddress::as_str));
}

async fn name_at(address: &str) -> Proxy {
    let request =
        Request::get(address).credentials(RequestCredentials::SameOrigin).referrer_policy(ReferrerPolicy::NoReferrer);
    let Ok(response) = request.send().await else {
        return Proxy::Missing;
    };
    let text = response.text().await.unwrap_or_default();
    let health = js_sys::JSON::parse(&text).unwrap_or_default();
    let name = js_sys::Reflect::get(&health, &JsValue::from_str("name")).ok();
    match name.and_then(|name| name.as_string()) {
        Some(name) if name == NAME => Proxy::There,
        _ => Proxy::NotAProxy,
    }
}

fn location() -> Option<Location> {
    Some(web_sys::window()?.location())
}

/// The advice for a missing proxy.
pub(crate) const PROXY_MISSING: &str = "Could not reach the proxy. Start it with “cargo xtask start” and open the address it prints, enter another proxy, or choose another source.";
