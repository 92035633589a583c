//! The pages of a host that the person names, from the index of Common Crawl: seeds of a site without a sitemap.
//!
//! The first request reads the list of indexes, the second asks the newest for pages of the host. Not covered: the
//! archived copies.
//!
//! Source: `collinfo.json` (index.commoncrawl.org): a list with `cdx-api`, newest first; CDX server API (pywb, "CDXJ
//! Server API"): `url` with a final `*`, `output=json`, `filter`, `limit`; the answer has a JSON object with `url` in
//! each line. No key, few requests at a time.

use super::search::SearchContext;
use super::services::{public_page, text};
use super::{Declaration, Entry, Make, Provider, ProviderResponse, SeedInputs, SeedsError};
use types::limits::SITEMAP_ADDRESSES;
use types::seeds::{Need, Seed, Web};
use types::url::CanonicalUrl;
use url::Url;

pub(super) const ENTRY: Declaration = Entry {
    id: "common-crawl",
    title: "Common Crawl",
    description: "Searches the index of Common Crawl for pages of a site with your words in the URL.",
    needs: &[Need::Address],
    webs: &[Web::Live],
    asked_by_default: false,
    precision: 0.5,
    field: ("Site URL", "https://example.org"),
    make: Make::Provider(|| Box::new(CommonCrawl::default())),
};

/// The list of indexes.
const INDEXES: &str = "https://index.commoncrawl.org/collinfo.json";
/// The number of pages that are requested.
const PAGES: &str = "1000";

#[derive(Default)]
struct CommonCrawl {
    /// The host that the person entered.
    host: String,
    /// True once an index was asked.
    has_asked: bool,
}

impl Provider for CommonCrawl {
    fn begin(&mut self, inputs: &SeedInputs, context: &mut SearchContext) -> Result<(), SeedsError> {
        CanonicalUrl::from_person(&inputs.address)?.authority().clone_into(&mut self.host);
        context.search(&Url::parse(INDEXES).map_err(|_| SeedsError::NoWords)?)
    }

    fn read(&mut self, response: &ProviderResponse<'_>, context: &mut SearchContext) -> Result<(), SeedsError> {
        if !self.has_asked {
            self.has_asked = true;
            let indexes = response.json()?;
            let index = public_page(&text(&indexes, "/0/cdx-api")).ok_or_else(|| response.unexpected_format())?;
            let site = format!("{}/*", self.host);
            let query = [
                ("url", site.as_str()),
                ("output", "json"),
                ("fl", "url"),
                ("filter", "=status:200"),
                ("filter", "=mime:text/html"),
                ("limit", PAGES),
            ];
            let url = Url::parse_with_params(index.as_str(), query);
            return context.search(&url.map_err(|_| SeedsError::NoWords)?);
        }
        // The index answers 404 with a message if it has no page of the host.
        if response.status == 404 {
            return Ok(());
        }
        if !response.is_success() {
            return Err(response.refusal());
        }
        let lines = response.body.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
        let mut left_out = 0;
        for line in lines.take(SITEMAP_ADDRESSES) {
            let page = crate::json::parse(line);
            let Some(url) = page.and_then(|page| public_page(&text(&page, "/url"))) else {
                left_out += 1;
                continue;
            };
            let words = url.tokens().collect::<Vec<_>>().join(" ");
            context.findings().listed(Seed::new(url, "", "", &self.host), &words);
        }
        context.findings().warn_left_out(left_out, response.url.authority());
        Ok(())
    }

    fn no_results_hint(&self) -> &'static str {
        "The newest index of Common Crawl has no page of this site. Enter another site, or search its sitemap."
    }
}
