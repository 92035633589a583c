//! Serializes the plan of a comparison for a link: JSON without defaults, so that most plans fit.

use evaluation::compare::Comparison;
use js_sys::encode_uri_component;

/// The most encoded bytes of a plan in a link, which browsers and mail programs accept.
const LINK_BYTES: usize = 8_000;

/// Encodes a plan for a link; `None` if it is too long.
pub(super) fn link(plan: &Comparison) -> Option<String> {
    let text = plan.without_defaults().to_string();
    let link = String::from(encode_uri_component(&text));
    (link.len() <= LINK_BYTES).then_some(link)
}

/// Adds the fingerprint of the results to a plan, once all crawls have run.
pub(super) fn reached(plan: &Comparison, fingerprint: Option<String>) -> Comparison {
    Comparison { fingerprint: fingerprint.or_else(|| plan.fingerprint.clone()), ..plan.clone() }
}
