//! Implements RFC 9309 (parsing, matching, the meaning of a 4xx, a 5xx or a time-out) and the directives of pages.
//!
//! Not covered: fetching and redirects, which the crawl does; the content of sitemaps.

mod directives;
mod policy;
mod rewrite;

pub use directives::{MetaRobots, directives, header_robots};
pub use policy::RobotsPolicy;
pub(crate) use rewrite::without_mark;
use types::url::CanonicalUrl;

/// The product token of this crawler in robots.txt files and headers (RFC 9309 §2.2.1).
pub const PRODUCT_TOKEN: &str = "salticid";

/// Returns the addresses of the `Sitemap:` lines of a robots.txt, in their order (sitemaps.org protocol 0.9). A line without a crawlable URL is
/// left out.
pub fn sitemaps(text: &str) -> impl Iterator<Item = CanonicalUrl> {
    text.lines().filter_map(sitemap_line)
}

fn sitemap_line(line: &str) -> Option<CanonicalUrl> {
    let (name, address) = line.split_once(':')?;
    let is_one = name.trim().eq_ignore_ascii_case("sitemap");
    CanonicalUrl::parse(address.trim()).ok().filter(|_| is_one)
}

#[cfg(test)]
mod tests {
    #[test]
    fn sitemap_lines_are_read_in_any_case_and_without_those_that_name_no_page() {
        let text = "sitemap: http://a.test/2\nSitemap: not one\nUser-agent: *\nSITEMAP : http://a.test/1";
        let found: Vec<String> = super::sitemaps(text).map(|url| url.to_string()).collect();
        assert_eq!(found, ["http://a.test/2", "http://a.test/1"]);
    }
}
