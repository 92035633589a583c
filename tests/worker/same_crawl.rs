//! Tests that the same plan gives the same crawl in wasm as natively: both must match the committed
//! fingerprints.

#[path = "../../crates/engine/tests/support/fingerprint.rs"]
mod fingerprint;
#[path = "../../crates/engine/tests/support/mod.rs"]
mod support;

use wasm_bindgen_test::wasm_bindgen_test;
use worker::BrowserDecoder;

#[wasm_bindgen_test]
fn the_same_plan_gives_the_same_crawl_in_wasm_as_natively() {
    assert_eq!(fingerprint::lines(&BrowserDecoder), fingerprint::COMMITTED);
}
