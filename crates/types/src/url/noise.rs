//! Parameters that identify a visitor or a campaign and not a page: tracking parameters and session ids.
//!
//! A parameter is removed only by its exact name, and only if a page that was read for this list says what it is:
//! removing a parameter with content loses pages, keeping one without content costs a duplicate. These pages are lists
//! that browsers apply on every site, and documents of the programs that add the names. Not covered: names that carry
//! content on some sites (`pk_id`, `session_id`, `session`, `ref`, `source`, `id`, `s`, `cfid`), and other names with
//! the beginning of a known one (`utm_x`, `hsa_x`).
//! Source: Pant §2.4 ("other canonicalization rules may be applied"), §2.1 (spider traps); each name has its own.

const ADGUARD: &str = "https://github.com/AdguardTeam/AdguardFilters/blob/002b06615b38c64b27fadafad6cf5323e752090f/\
    TrackParamFilter/sections/general_url.txt";
const BRAVE: &str = "https://github.com/brave/adblock-lists/blob/53ba6df288c3ebad3139c331d2f30ffa07de8ce7/\
    brave-lists/clean-urls.json";
const CLEARURLS: &str =
    "https://github.com/ClearURLs/Rules/blob/9317c06bf56ae3b447f56c14dc2e03a68ab53dee/data.min.json";
const MATOMO: &str = "https://github.com/matomo-org/matomo/blob/5.x-dev/config/global.ini.php";
const LINKEDIN: &str = "https://learn.microsoft.com/en-us/linkedin/marketing/conversions/enabling-first-party-cookies";
const PINTEREST: &str = "https://www.rubydoc.info/gems/late-sdk/0.0.1180/Zernio/ConversionEventUserClickIds";
const PHP: &str = "https://github.com/php/php-src/blob/9016c34d4f79bbe1d71541e583cfbe24c279f8c2/php.ini-development";
/// Quotes the servlet specification 2.3, SRV.7.1.3.
const SERVLETS: &str = "https://www.mail-archive.com/struts-user@jakarta.apache.org/msg75028.html";
const COLDFUSION: &str = "https://docs.lucee.org/reference/functions/urlsessionformat.html";
const ZEN_CART: &str = "https://github.com/drbyte/zencart/blob/b922120ad255ea17af387523fa4e4a6e6c428055/\
    includes/init_includes/init_sessions.php";
const OSCOMMERCE: &str =
    "https://raw.githubusercontent.com/CVEProject/cvelistV5/main/cves/2003/1xxx/CVE-2003-1219.json";

/// The names that are removed, lower case and in order, each with a page that names it.
const NAMES: [(&str, &str); 77] = [
    ("__hsfp", ADGUARD),
    ("__hssc", ADGUARD),
    ("__hstc", ADGUARD),
    ("_ga", ADGUARD),
    ("_gl", ADGUARD),
    ("_hsenc", ADGUARD),
    ("_hsmi", BRAVE),
    ("_openstat", ADGUARD),
    ("cftoken", COLDFUSION),
    ("dclid", CLEARURLS),
    ("epik", PINTEREST),
    ("fbclid", ADGUARD),
    ("gad_campaignid", BRAVE),
    ("gad_source", BRAVE),
    ("gbraid", ADGUARD),
    ("gclid", ADGUARD),
    ("gclsrc", ADGUARD),
    ("hsa_acc", ADGUARD),
    ("hsa_ad", ADGUARD),
    ("hsa_cam", ADGUARD),
    ("hsa_grp", ADGUARD),
    ("hsa_kw", ADGUARD),
    ("hsa_mt", ADGUARD),
    ("hsa_net", ADGUARD),
    ("hsa_src", ADGUARD),
    ("hsa_tgt", ADGUARD),
    ("hsa_ver", ADGUARD),
    ("hsctatracking", ADGUARD),
    ("jsessionid", SERVLETS),
    ("li_fat_id", LINKEDIN),
    ("matomo_campaign", MATOMO),
    ("matomo_kwd", MATOMO),
    ("mc_cid", BRAVE),
    ("mc_eid", ADGUARD),
    ("mkt_tok", ADGUARD),
    ("msclkid", ADGUARD),
    ("mtm_campaign", ADGUARD),
    ("mtm_cid", ADGUARD),
    ("mtm_content", ADGUARD),
    ("mtm_group", ADGUARD),
    ("mtm_keyword", ADGUARD),
    ("mtm_kwd", MATOMO),
    ("mtm_medium", ADGUARD),
    ("mtm_placement", ADGUARD),
    ("mtm_source", ADGUARD),
    ("oly_anon_id", ADGUARD),
    ("oly_enc_id", ADGUARD),
    ("oscsid", OSCOMMERCE),
    ("phpsessid", PHP),
    ("piwik_campaign", MATOMO),
    ("piwik_kwd", MATOMO),
    ("pk_campaign", ADGUARD),
    ("pk_cid", BRAVE),
    ("pk_content", BRAVE),
    ("pk_cpn", MATOMO),
    ("pk_keyword", MATOMO),
    ("pk_kwd", MATOMO),
    ("pk_medium", ADGUARD),
    ("pk_source", ADGUARD),
    ("srsltid", BRAVE),
    ("ttclid", BRAVE),
    ("twclid", ADGUARD),
    ("utm_campaign", ADGUARD),
    ("utm_content", ADGUARD),
    ("utm_creative_format", BRAVE),
    ("utm_id", ADGUARD),
    ("utm_marketing_tactic", BRAVE),
    ("utm_medium", ADGUARD),
    ("utm_source", ADGUARD),
    ("utm_source_platform", BRAVE),
    ("utm_term", ADGUARD),
    ("vero_conv", ADGUARD),
    ("vero_id", ADGUARD),
    ("wbraid", ADGUARD),
    ("xtor", ADGUARD),
    ("yclid", ADGUARD),
    ("zenid", ZEN_CART),
];

/// Returns true for a `name=value` that names no other page.
pub(super) fn is_noise(parameter: &str) -> bool {
    let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
    NAMES.iter().any(|(known, _)| known.eq_ignore_ascii_case(name)) || is_phpbb_session(name, value)
}

/// Returns true for the session id of phpBB, an MD5 in hexadecimal digits. Other values of `sid` are content.
/// Source: phpBB 3, `phpbb/session.php` (`session_id = md5(unique_id())`).
fn is_phpbb_session(name: &str, value: &str) -> bool {
    name.eq_ignore_ascii_case("sid") && value.len() == 32 && value.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_lower_case_in_order_and_has_a_source() {
        assert!(NAMES.is_sorted_by(|(one, _), (other, _)| one < other));
        for (name, source) in NAMES {
            assert_eq!(name, name.to_ascii_lowercase());
            assert!(source.starts_with("https://"), "{name}");
        }
    }
}
