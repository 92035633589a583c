//! Parameters that identify a visitor and not a page: tracking parameters and session ids.
//!
//! Not covered: names that carry content on some sites (`ref`, `source`, `id`, `s`): removing a parameter with content loses pages, keeping
//! one without content costs a duplicate.
//! Source: Pant §2.4 ("other canonicalization rules may be applied"), §2.1 (spider traps); the names are those that advertising and mailing
//! services document for their own links.

/// Prefixes of names: every campaign tool adds its own fields.
const TRACKING_PREFIXES: [&str; 7] = ["utm_", "mtm_", "pk_", "piwik_", "matomo_", "hsa_", "ga_campaign"];

/// Names of tracking parameters, lower case.
const TRACKING: [&str; 44] = [
    "gclid",
    "gclsrc",
    "dclid",
    "gbraid",
    "wbraid",
    "gad_source",
    "gad_campaignid",
    "srsltid",
    "_ga",
    "_gl",
    "fbclid",
    "fb_action_ids",
    "fb_action_types",
    "fb_source",
    "fb_ref",
    "mibextid",
    "msclkid",
    "yclid",
    "ysclid",
    "_openstat",
    "twclid",
    "ttclid",
    "li_fat_id",
    "igshid",
    "igsh",
    "epik",
    "mc_cid",
    "mc_eid",
    "mkt_tok",
    "_hsenc",
    "_hsmi",
    "__hssc",
    "__hstc",
    "__hsfp",
    "hsctatracking",
    "vero_id",
    "vero_conv",
    "oly_anon_id",
    "oly_enc_id",
    "wickedid",
    "rb_clickid",
    "s_cid",
    "ml_subscriber",
    "xtor",
];

/// Names that are always session ids, lower case.
const SESSION: [&str; 11] = [
    "phpsessid",
    "jsessionid",
    "sessionid",
    "session_id",
    "sessid",
    "php_sessid",
    "asp.net_sessionid",
    "cfid",
    "cftoken",
    "zenid",
    "oscsid",
];

/// Names that are session ids on some sites and content on others, lower case: the value decides.
const PERHAPS_SESSION: [&str; 4] = ["sid", "session", "sess", "ssid"];

/// Returns true for a `name=value` whose name is a tracking parameter's.
pub(super) fn is_tracking(parameter: &str) -> bool {
    let name = split(parameter).0;
    TRACKING_PREFIXES.iter().any(|prefix| starts_with(name, prefix)) || is_one_of(&TRACKING, name)
}

/// Returns true for a `name=value` that carries a session id.
pub(super) fn is_session(parameter: &str) -> bool {
    let (name, value) = split(parameter);
    is_one_of(&SESSION, name)
        || starts_with(name, "aspsessionid")
        || (is_one_of(&PERHAPS_SESSION, name) && is_opaque(value))
}

fn split(parameter: &str) -> (&str, &str) {
    parameter.split_once('=').unwrap_or((parameter, ""))
}

fn is_one_of(names: &[&str], name: &str) -> bool {
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

fn starts_with(name: &str, prefix: &str) -> bool {
    name.as_bytes().get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix.as_bytes()))
}

/// Returns true for a value that looks generated: at least 16 characters, only letters and digits, and both of them.
fn is_opaque(value: &str) -> bool {
    value.len() >= 16
        && value.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && value.bytes().any(|byte| byte.is_ascii_digit())
        && value.bytes().any(|byte| byte.is_ascii_alphabetic())
}
