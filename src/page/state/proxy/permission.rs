//! Queries the browser's permission for a public page to reach programs on this device.
//!
//! The browser asks for the permission at the first request.
//!
//! Source: WICG Local Network Access §4 (permissions); W3C Permissions §6.2.

use crate::object::object;
use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// The names of the permission in browsers, the broadest first.
const NAMES: [&str; 2] = ["local-network-access", "loopback-network"];

/// The state of the permission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Permission {
    Granted,
    Denied,
    /// The browser will ask the person.
    Open,
    /// The browser has no such permission, or does not reveal its state.
    Unknown,
}

/// Queries the state of the permission, without prompting.
pub(crate) async fn state() -> Permission {
    for name in NAMES {
        match query(name).await.as_deref() {
            Some("granted") => return Permission::Granted,
            Some("denied") => return Permission::Denied,
            Some(_) => return Permission::Open,
            None => {}
        }
    }
    Permission::Unknown
}

async fn query(name: &str) -> Option<String> {
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into()).ok()?;
    let permissions: JsValue = Reflect::get(&navigator, &"permissions".into()).ok()?;
    let query = Reflect::get(permissions.dyn_ref::<Object>()?, &"query".into()).ok()?;
    let wish = object([("name", name.into())]);
    // A browser that does not know the name throws or rejects.
    let promise = query.dyn_into::<Function>().ok()?.call1(&permissions, &wish);
    let status = JsFuture::from(promise.ok()?.dyn_into::<Promise>().ok()?).await;
    let state = Reflect::get(&status.ok()?, &"state".into()).ok()?;
    state.as_string()
}
