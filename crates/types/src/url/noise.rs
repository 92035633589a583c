//! Parameters that identify a visitor or a campaign and not a page: tracking parameters and session ids.
//!
//! A parameter is removed only by its exact name, and only if the service that adds it documents the name: removing a
//! parameter with content loses pages, keeping one without content costs a duplicate. Not covered: names that carry
//! content on some sites (`pk_id`, `session_id`, `session`, `ref`, `source`, `id`, `s`, `cfid`), and other names with
//! the beginning of a known one (`utm_x`, `hsa_x`).
//! Source: Pant §2.4 ("other canonicalization rules may be applied"), §2.1 (spider traps); each name has its own.

const GOOGLE_ANALYTICS: &str = "https://support.google.com/analytics/answer/10917952";
const GOOGLE_ADS: &str = "https://support.google.com/google-ads/answer/9744275";
const GOOGLE_LINKER: &str = "https://support.google.com/analytics/answer/10071811";
const GOOGLE_MERCHANT: &str = "https://support.google.com/merchants/answer/11537846";
const MATOMO: &str = "https://matomo.org/faq/reports/advanced-how-to-manually-build-campaign-tracking-urls";
const MATOMO_DEFAULTS: &str = "https://matomo.org/faq/how-to/faq_120";
const MATOMO_PLUGIN: &str = "https://github.com/matomo-org/plugin-MarketingCampaignsReporting";
const MATOMO_CONFIG: &str = "https://github.com/matomo-org/matomo/blob/5.x-dev/config/global.ini.php";
const HUBSPOT_ADS: &str = "https://knowledge.hubspot.com/ads/ad-tracking-in-hubspot";
const HUBSPOT: &str = "https://knowledge.hubspot.com/reports/what-cookies-does-hubspot-set-in-a-visitor-s-browser";
const META: &str = "https://developers.facebook.com/docs/marketing-api/conversions-api/parameters/fbp-and-fbc";
const MICROSOFT: &str = "https://help.ads.microsoft.com/apex/index/3/en/60000";
const YANDEX: &str = "https://yandex.com/support/metrica/general/yclid.html";
const OPENSTAT: &str = "https://yandex.com/support/direct/statistics/url-tags.html";
const X: &str = "https://business.x.com/en/help/campaign-measurement-and-analytics/conversion-tracking-for-websites";
const TIKTOK: &str = "https://ads.tiktok.com/help/article/tiktok-click-id";
const LINKEDIN: &str = "https://www.linkedin.com/help/lms/answer/a423304";
const PINTEREST: &str = "https://help.pinterest.com/en/business/article/pinterest-tag-parameters-and-cookies";
const MAILCHIMP: &str = "https://mailchimp.com/developer/marketing/docs/e-commerce/";
const MARKETO: &str =
    "https://experienceleague.adobe.com/en/docs/marketo-developer/marketo/javascriptapi/lead-tracking";
const VERO: &str = "https://help.getvero.com/cloud/articles/what-are-vero-id-and-vero-conv/";
const OMEDA: &str = "https://training.knowledgebase.omeda.com/omedaclientknowledgebase/olytics-javascript-api";
const AT_INTERNET: &str = "https://github.com/at-internet/smarttag-documentation-archive/wiki/Marketing-campaigns-v2";
const PHP: &str = "https://www.php.net/manual/en/session.configuration.php#ini.session.name";
const SERVLETS: &str = "https://jakarta.ee/specifications/servlet/6.0/jakarta-servlet-spec-6.0#url-rewriting";
const COLDFUSION: &str =
    "https://helpx.adobe.com/coldfusion/cfml-reference/coldfusion-functions/functions-t-z/urlsessionformat.html";
const ZEN_CART: &str = "https://docs.zen-cart.com/user/troubleshooting/zenid/";
const OSCOMMERCE: &str =
    "https://github.com/osCommerce/oscommerce2/blob/master/catalog/includes/functions/sessions.php";

/// The names that are removed, lower case and in order, each with the page that documents it.
const NAMES: [(&str, &str); 77] = [
    ("__hsfp", HUBSPOT),
    ("__hssc", HUBSPOT),
    ("__hstc", HUBSPOT),
    ("_ga", GOOGLE_LINKER),
    ("_gl", GOOGLE_LINKER),
    ("_hsenc", HUBSPOT),
    ("_hsmi", HUBSPOT),
    ("_openstat", OPENSTAT),
    ("cftoken", COLDFUSION),
    ("dclid", GOOGLE_ADS),
    ("epik", PINTEREST),
    ("fbclid", META),
    ("gad_campaignid", GOOGLE_ADS),
    ("gad_source", GOOGLE_ADS),
    ("gbraid", GOOGLE_ADS),
    ("gclid", GOOGLE_ADS),
    ("gclsrc", GOOGLE_ADS),
    ("hsa_acc", HUBSPOT_ADS),
    ("hsa_ad", HUBSPOT_ADS),
    ("hsa_cam", HUBSPOT_ADS),
    ("hsa_grp", HUBSPOT_ADS),
    ("hsa_kw", HUBSPOT_ADS),
    ("hsa_mt", HUBSPOT_ADS),
    ("hsa_net", HUBSPOT_ADS),
    ("hsa_src", HUBSPOT_ADS),
    ("hsa_tgt", HUBSPOT_ADS),
    ("hsa_ver", HUBSPOT_ADS),
    ("hsctatracking", HUBSPOT),
    ("jsessionid", SERVLETS),
    ("li_fat_id", LINKEDIN),
    ("matomo_campaign", MATOMO_DEFAULTS),
    ("matomo_kwd", MATOMO_CONFIG),
    ("mc_cid", MAILCHIMP),
    ("mc_eid", MAILCHIMP),
    ("mkt_tok", MARKETO),
    ("msclkid", MICROSOFT),
    ("mtm_campaign", MATOMO),
    ("mtm_cid", MATOMO),
    ("mtm_content", MATOMO),
    ("mtm_group", MATOMO),
    ("mtm_keyword", MATOMO),
    ("mtm_kwd", MATOMO_DEFAULTS),
    ("mtm_medium", MATOMO),
    ("mtm_placement", MATOMO),
    ("mtm_source", MATOMO),
    ("oly_anon_id", OMEDA),
    ("oly_enc_id", OMEDA),
    ("oscsid", OSCOMMERCE),
    ("phpsessid", PHP),
    ("piwik_campaign", MATOMO_DEFAULTS),
    ("piwik_kwd", MATOMO_DEFAULTS),
    ("pk_campaign", MATOMO_DEFAULTS),
    ("pk_cid", MATOMO_PLUGIN),
    ("pk_content", MATOMO_PLUGIN),
    ("pk_cpn", MATOMO_CONFIG),
    ("pk_keyword", MATOMO_DEFAULTS),
    ("pk_kwd", MATOMO_DEFAULTS),
    ("pk_medium", MATOMO_PLUGIN),
    ("pk_source", MATOMO_PLUGIN),
    ("srsltid", GOOGLE_MERCHANT),
    ("ttclid", TIKTOK),
    ("twclid", X),
    ("utm_campaign", GOOGLE_ANALYTICS),
    ("utm_content", GOOGLE_ANALYTICS),
    ("utm_creative_format", GOOGLE_ANALYTICS),
    ("utm_id", GOOGLE_ANALYTICS),
    ("utm_marketing_tactic", GOOGLE_ANALYTICS),
    ("utm_medium", GOOGLE_ANALYTICS),
    ("utm_source", GOOGLE_ANALYTICS),
    ("utm_source_platform", GOOGLE_ANALYTICS),
    ("utm_term", GOOGLE_ANALYTICS),
    ("vero_conv", VERO),
    ("vero_id", VERO),
    ("wbraid", GOOGLE_ADS),
    ("xtor", AT_INTERNET),
    ("yclid", YANDEX),
    ("zenid", ZEN_CART),
];

/// Returns true for a `name=value` that names no other page.
pub(super) fn is_noise(parameter: &str) -> bool {
    let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
    NAMES.iter().any(|(known, _)| known.eq_ignore_ascii_case(name)) || is_phpbb_session(name, value)
}

/// Returns true for the session id of phpBB, an MD5 in hexadecimal digits. Other values of `sid` are content.
/// Source: <https://area51.phpbb.com/docs/dev/3.3.x/extensions/tutorial_key_concepts.html>.
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
