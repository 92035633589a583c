//! The index of Common Crawl: the list of indexes, and the captures of a site's pages in the newest one.
//!
//! Source: `collinfo.json` of index.commoncrawl.org; CDX server API (pywb, "CDXJ Server API": `url`, `limit`).

use super::answer::parameter;
use super::{SimulatedServices, response};
use crate::web::Response;
use serde_json::json;
use url::Url;

pub(super) const HOST: &str = "index.commoncrawl.org";
/// The name of the newest index, with its path and that of the list.
const INDEX: &str = "CC-MAIN-2026-43";
const INDEX_PATH: &str = "/CC-MAIN-2026-43-index";
const LIST_PATH: &str = "/collinfo.json";

impl SimulatedServices {
    /// Answers a request to the host of the indexes; `None` for an unknown path.
    pub(super) fn common_crawl(&self, url: &Url) -> Option<Response> {
        match url.path() {
            LIST_PATH => {
                let address = |end: &str| format!("https://{HOST}/{INDEX}{end}");
                let index = json!([{
                    "id": INDEX, "name": "October 2026 Index", "timegate": address("/"), "cdx-api": address("-index"),
                }]);
                Some(response(200, "application/json", index.to_string()))
            }
            INDEX_PATH => Some(self.captures(url)),
            _ => None,
        }
    }

    fn captures(&self, url: &Url) -> Response {
        let site = parameter(url, "url").unwrap_or_default();
        let limit = parameter(url, "limit").and_then(|limit| limit.parse().ok()).unwrap_or(usize::MAX);
        let host = site.split('/').next().unwrap_or_default();
        let pages = self.index.pages().filter(|page| page.url.host() == host && page.trouble.is_empty());
        let lines = pages.take(limit).map(|page| format!("{}\n", json!({"url": page.url.as_str()})));
        let lines: String = lines.collect();
        if lines.is_empty() {
            let message = json!({"message": format!("No Captures found for: {site}")});
            return response(404, "application/json", message.to_string());
        }
        response(200, "text/x-ndjson", lines)
    }
}
