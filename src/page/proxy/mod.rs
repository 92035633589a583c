//! Asks whether this page came from `salticid-proxy`: only then can pages be had through it.
//!
//! It is asked when someone wants it, not before: on a static host the question would be an error in the console for nothing.

use super::catalog::Proxy;
use gloo_net::http::Request;
use wasm_bindgen::JsValue;

/// The name that the proxy gives itself.
const NAME: &str = "salticid-proxy";

/// Asks.
pub(crate) async fn probe() -> Proxy {
    let name = name_at("./healthz").await;
    if name.as_deref() == Some(NAME) {
        Proxy::There
    } else {
        Proxy::Missing
    }
}

async fn name_at(address: &str) -> Option<String> {
    let response = Request::get(address).send().await.ok()?;
    let health = js_sys::JSON::parse(&response.text().await.ok()?).ok()?;
    js_sys::Reflect::get(&health, &JsValue::from_str("name"))
        .ok()?
        .as_string()
}
