//! Checks whether a proxy answers: the one that served this page, or one at another address that accepts this page.
//!
//! A proxy on this device is checked automatically only with the browser's permission. Otherwise a click starts the
//! check, because the browser then asks the person. The address of the last proxy that answered is stored in this
//! browser only.
//!
//! Source: WICG Local Network Access (the permission of a public page for this device and its network), §4; W3C
//! Permissions §6.2.

use crate::dom::storage;
use crate::dom::tab::needs_permission;
use gloo_net::http::Request;
use js_sys::{Array, Object, Reflect};
use page_state::catalog::Proxy;
use page_state::effect::CheckCause;
use protocol::ProxyAddress;
use protocol::object::object;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{PermissionState, PermissionStatus, ReferrerPolicy, RequestCredentials};

/// The name by which a proxy identifies itself.
const NAME: &str = "salticid-proxy";
/// The key in local storage of the address of a proxy.
const KEY: &str = "salticid-proxy";

/// Sends a request to the proxy at an address; none for the one that served this page.
pub(crate) async fn probe(address: Option<&ProxyAddress>, cause: CheckCause) -> Proxy {
    let Some(address) = address else {
        return probe_serving(cause).await;
    };
    let gated = needs_permission(address);
    if gated && cause == CheckCause::Page {
        match permission().await {
            Some(PermissionState::Granted) => {}
            Some(PermissionState::Denied) => return Proxy::Denied,
            _ => return Proxy::Unchecked,
        }
    }
    let found = name_at(&format!("{}healthz", address.as_str())).await;
    if found == Proxy::Missing && gated {
        // If the person dismissed the prompt, the browser would prompt again.
        if let Some(PermissionState::Denied | PermissionState::Prompt) = permission().await {
            return Proxy::Denied;
        }
    }
    if found == Proxy::There && cause == CheckCause::Person {
        remember(Some(address));
    }
    found
}

/// Sends a request to the proxy that served this page. A static file server answers with an arbitrary file.
async fn probe_serving(cause: CheckCause) -> Proxy {
    if name_at("./healthz").await != Proxy::There {
        return Proxy::Missing;
    }
    if cause == CheckCause::Person {
        remember(None);
    }
    Proxy::There
}

/// Returns whether a proxy served this page, which it says in a header of the page (W3C Server Timing §3.3).
pub(crate) fn served_page() -> bool {
    let read = || -> Option<bool> {
        let navigation = web_sys::window()?.performance()?.get_entries_by_type("navigation").get(0);
        let metrics = Reflect::get(&navigation, &"serverTiming".into()).ok()?;
        let name = |metric: JsValue| Reflect::get(&metric, &"name".into()).ok()?.as_string();
        Some(metrics.dyn_into::<Array>().ok()?.iter().filter_map(name).any(|name| name == NAME))
    };
    read().unwrap_or_default()
}

/// Returns the stored address, if any.
pub(crate) fn remembered() -> Option<String> {
    storage::read(KEY)
}

/// Stores an address, or removes it.
fn remember(address: Option<&ProxyAddress>) {
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
    let name = Reflect::get(&health, &JsValue::from_str("name")).ok();
    match name.and_then(|name| name.as_string()) {
        Some(name) if name == NAME => Proxy::There,
        _ => Proxy::NotAProxy,
    }
}

/// The names of the permission in browsers, the broadest first.
const NAMES: [&str; 2] = ["local-network-access", "loopback-network"];

/// Queries the state of the permission, without prompting; `None` if the browser has no such permission, or does not
/// reveal its state.
async fn permission() -> Option<PermissionState> {
    let permissions = web_sys::window()?.navigator().permissions().ok()?;
    for name in NAMES {
        let wish: Object = object([("name", name.into())]).unchecked_into();
        // A browser that does not know the name throws or rejects.
        if let Ok(status) = permissions.query(&wish)
            && let Ok(status) = JsFuture::from(status).await
        {
            return Some(status.unchecked_into::<PermissionStatus>().state());
        }
    }
    None
}
