//! Tests that the same plan gives the same crawl natively and in the browser: both must match the committed
//! fingerprints.
//!
//! After an intended change of the engine or the demo web,
//! `SALTICID_BLESS=1 cargo test -p engine --test engine same_crawl` writes new ones.

use crate::fingerprint;
use engine::html::EncodingRs;

const RENEW: &str =
    "the crawl changed: if that was meant, run SALTICID_BLESS=1 cargo test -p engine --test engine same_crawl";

#[test]
fn the_same_plan_gives_the_same_crawl_natively_and_in_wasm() {
    let lines = fingerprint::lines(&EncodingRs);
    if std::env::var_os("SALTICID_BLESS").is_some() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/fingerprints.txt");
        std::fs::write(file, &lines).expect("the fingerprints can be written");
        return;
    }
    for (found, committed) in lines.lines().zip(fingerprint::COMMITTED.lines()) {
        assert_eq!(found, committed, "{RENEW}");
    }
    assert_eq!(lines.len(), fingerprint::COMMITTED.len(), "{RENEW}");
}
