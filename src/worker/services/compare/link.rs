//! The plan of a comparison as JSON: only what differs from the default, so that most plans fit into a link.

use evaluation::compare::Comparison;
use js_sys::encode_uri_component;
use serde_json::Value;

/// Longest plan in a link, in encoded bytes: browsers and mail programs accept this.
const LINK_BYTES: usize = 8_000;

/// Encodes a plan for a link; `None` if it is too long.
pub(super) fn link(plan: &Comparison) -> Option<String> {
    let text = serde_json::to_string(&without_defaults(plan)).ok()?;
    let link = String::from(encode_uri_component(&text));
    (link.len() <= LINK_BYTES).then_some(link)
}

/// Adds the fingerprint of the results to a plan, once all crawls have run.
pub(super) fn reached(plan: &Comparison, fingerprint: Option<String>) -> Comparison {
    Comparison {
        fingerprint: fingerprint.or_else(|| plan.fingerprint.clone()),
        ..plan.clone()
    }
}

/// Serializes what differs from the default, and the version.
pub(super) fn without_defaults(plan: &Comparison) -> Value {
    let value = |plan: &Comparison| serde_json::to_value(plan).unwrap_or_default();
    let usual = value(&Comparison::default());
    let mut json = value(plan);
    if let Value::Object(fields) = &mut json {
        let needed = |name: &str| matches!(name, "version" | "web" | "pages" | "measures");
        fields.retain(|name, field| needed(name) || usual.get(name.as_str()) != Some(field));
    }
    json
}
