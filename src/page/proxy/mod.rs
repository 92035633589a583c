//! Asks whether a proxy is there: the one that this page came from, or one elsewhere that lets this page use it.
//!
//! It is asked when someone wants it, not before: on a static host the question would be an error in the console for nothing. One on
//! this device is asked by itself only where the browser's permission is there; else on a click, since the browser then puts a
//! question. The address of the last proxy elsewhere that answered is remembered in this browser, and nowhere else.
//!
//! Source: WICG Local Network Access (the permission of a public page for this device and its network).

mod permission;

use super::catalog::Proxy;
use super::state::Action;
use crate::protocol::{ProxyAddress, is_loopback};
use gloo_net::http::Request;
use permission::Permission;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Location, ReferrerPolicy, RequestCredentials, Storage};
use yew::Callback;

/// The name that the proxy gives itself.
const NAME: &str = "salticid-proxy";
/// Under which name the address of a proxy elsewhere is remembered.
const KEY: &str = "salticid-proxy";

/// Who wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asker {
    /// The page by itself.
    Page,
    /// The person, who pressed the button.
    Person,
}

/// Asks the proxy at this address, and tells the state; none for the one that this page came from.
pub(crate) fn look(address: Option<ProxyAddress>, asker: Asker, act: Callback<Action>) {
    act.emit(Action::Proxy(Proxy::Asked));
    spawn_local(async move {
        let found = probe(address.as_ref(), asker).await;
        act.emit(Action::Found(address, found));
    });
}

/// Asks the proxy at this address; none for the one that this page came from.
async fn probe(address: Option<&ProxyAddress>, asker: Asker) -> Proxy {
    let Some(address) = address else {
        return own(asker).await;
    };
    let gated = needs_permission(address);
    if gated && asker == Asker::Page {
        match permission::state().await {
            Permission::Granted => {}
            Permission::Denied => return Proxy::Denied,
            Permission::Open | Permission::Unknown => return Proxy::Unasked,
        }
    }
    let found = name_at(&format!("{}healthz", address.as_str())).await;
    if found == Proxy::Missing && gated {
        match permission::state().await {
            // A question that was closed without an answer leaves it open.
            Permission::Denied | Permission::Open => return Proxy::Denied,
            Permission::Granted | Permission::Unknown => {}
        }
    }
    if found == Proxy::There && asker == Asker::Person {
        remember(Some(address));
    }
    found
}

/// Asks the proxy that this page came from. A file server answers with whatever it has.
async fn own(asker: Asker) -> Proxy {
    if name_at("./healthz").await != Proxy::There {
        return Proxy::Missing;
    }
    if asker == Asker::Person {
        remember(None);
    }
    Proxy::There
}

/// True where the browser asks the person before this page may reach that address: it is on this device, and the page is not.
pub(crate) fn needs_permission(address: &ProxyAddress) -> bool {
    let host = location().and_then(|location| location.hostname().ok());
    address.is_loopback() && !host.is_some_and(|host| is_loopback(&host))
}

/// True where this page came by https.
pub(crate) fn page_is_secure() -> bool {
    let scheme = location().and_then(|location| location.protocol().ok());
    scheme.is_some_and(|scheme| scheme == "https:")
}

/// This page's origin, as a proxy has to know it.
pub(crate) fn own_origin() -> String {
    let origin = location().and_then(|location| location.origin().ok());
    origin.unwrap_or_default()
}

/// The address that was remembered, if any.
pub(crate) fn remembered() -> Option<String> {
    storage()?.get_item(KEY).ok().flatten()
}

/// Remembers an address, or forgets it.
pub(crate) fn remember(address: Option<&ProxyAddress>) {
    if let Some(storage) = storage() {
        // A browser that stores nothing connects all the same; the address is to be typed again the next time.
        let _ = match address {
            Some(address) => storage.set_item(KEY, address.as_str()),
            None => storage.remove_item(KEY),
        };
    }
}

async fn name_at(address: &str) -> Proxy {
    let request = Request::get(address)
        .credentials(RequestCredentials::SameOrigin)
        .referrer_policy(ReferrerPolicy::NoReferrer);
    let Ok(response) = request.send().await else {
        return Proxy::Missing;
    };
    let text = response.text().await.unwrap_or_default();
    let health = js_sys::JSON::parse(&text).unwrap_or_default();
    let name = js_sys::Reflect::get(&health, &JsValue::from_str("name")).ok();
    match name.and_then(|name| name.as_string()) {
        Some(name) if name == NAME => Proxy::There,
        _ => Proxy::Stranger,
    }
}

fn location() -> Option<Location> {
    Some(web_sys::window()?.location())
}

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok()?
}
