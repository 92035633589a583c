//! Counts the contents of a recorded web: pages, hosts, statuses, types, links, languages.
//!
//! Every page is parsed as in a crawl, so the figures cover what a crawl can read.

use super::{Recording, Response};
use engine::fetch::Content;
use engine::html::{Document, EncodingRs};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use types::url::CanonicalUrl;

/// The figures of a recorded web.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WebInfo {
    /// URLs that were recorded, errors and redirects included.
    pub pages: u32,
    /// The number of URLs that a crawl can read.
    pub read: u32,
    /// Records that are not pages (requests, metadata), and pages of URLs with another record.
    pub passed_over: u32,
    /// Records over the size limit.
    pub too_large: u32,
    /// Records of a URL beyond its first.
    pub repeated: u32,
    /// Bytes of all bodies, codings undone.
    pub bytes: u64,
    /// Pages by host (scheme, name and port).
    pub hosts: BTreeMap<String, u32>,
    /// Pages by HTTP status; `0` if the record cannot be read.
    pub statuses: BTreeMap<u16, u32>,
    /// Pages by media type, without its parameters.
    pub media_types: BTreeMap<String, u32>,
    /// Pages that were read, by language (ISO 639-1); `unknown` if it cannot be detected.
    pub languages: BTreeMap<String, u32>,
    /// Links on all pages; a repeated target on a page counts once, a link to the page itself does not count.
    pub links: u64,
    /// Those that lead to a recorded URL.
    pub links_within: u64,
    /// Date of the first record, as it is written.
    pub first: Option<String>,
    /// Date of the last record.
    pub last: Option<String>,
}

impl WebInfo {
    /// Reads all pages of a recording.
    pub fn of(web: &Recording) -> Self {
        let known: BTreeSet<&CanonicalUrl> = web.urls().collect();
        let mut info = Self {
            passed_over: web.passed_over(),
            too_large: web.too_large(),
            repeated: web.repeated(),
            first: web.dates().map(|(first, _)| first.to_owned()),
            last: web.dates().map(|(_, last)| last.to_owned()),
            ..Self::default()
        };
        for url in web.urls() {
            info.count(url, web.answer(url.as_str()).and_then(Result::ok), &known);
        }
        info
    }

    fn count(
        &mut self,
        url: &CanonicalUrl,
        response: Option<Response>,
        known: &BTreeSet<&CanonicalUrl>,
    ) {
        self.pages += 1;
        one_more(&mut self.hosts, url.host_key().to_owned());
        let response = response.unwrap_or_default();
        one_more(&mut self.statuses, response.status);
        one_more(&mut self.media_types, media_type(&response));
        self.bytes += response.body.len() as u64;
        if let Content::Page(document) = response.as_page(url, &EncodingRs).content {
            self.read += 1;
            let language = document.language.clone();
            one_more(
                &mut self.languages,
                language.unwrap_or_else(|| "unknown".to_owned()),
            );
            self.count_links(url, &document, known);
        }
    }

    fn count_links(
        &mut self,
        page: &CanonicalUrl,
        document: &Document,
        known: &BTreeSet<&CanonicalUrl>,
    ) {
        let targets: BTreeSet<&CanonicalUrl> =
            document.links.iter().map(|link| &link.url).collect();
        for target in targets.into_iter().filter(|target| *target != page) {
            self.links += 1;
            self.links_within += u64::from(known.contains(target));
        }
    }
}

impl std::fmt::Display for WebInfo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "pages        {} ({} can be read)", self.pages, self.read)?;
        writeln!(f, "bytes        {}", self.bytes)?;
        writeln!(
            f,
            "links        {} ({} within the web)",
            self.links, self.links_within
        )?;
        writeln!(
            f,
            "recorded     {} to {}",
            shown(self.first.as_ref()),
            shown(self.last.as_ref())
        )?;
        writeln!(
            f,
            "skipped      {} records, {} repeated, {} too large",
            self.passed_over, self.repeated, self.too_large
        )?;
        writeln!(f, "statuses     {}", counts(&self.statuses))?;
        writeln!(f, "media types  {}", counts(&self.media_types))?;
        writeln!(f, "languages    {}", counts(&self.languages))?;
        writeln!(f, "hosts        {}", self.hosts.len())?;
        for (host, pages) in by_size(&self.hosts) {
            writeln!(f, "  {pages:>7}  {host}")?;
        }
        Ok(())
    }
}

fn shown(date: Option<&String>) -> &str {
    date.map_or("unknown", String::as_str)
}

fn counts<K: std::fmt::Display + Ord>(counts: &BTreeMap<K, u32>) -> String {
    let parts = by_size(counts)
        .into_iter()
        .map(|(name, n)| format!("{name}: {n}"));
    parts.collect::<Vec<_>>().join(", ")
}

/// Returns the entries, largest first, equal ones in the order of their names.
fn by_size<K: Ord>(counts: &BTreeMap<K, u32>) -> Vec<(&K, u32)> {
    let mut sorted: Vec<(&K, u32)> = counts.iter().map(|(name, n)| (name, *n)).collect();
    sorted.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    sorted
}

fn one_more<K: Ord>(counts: &mut BTreeMap<K, u32>, key: K) {
    *counts.entry(key).or_default() += 1;
}

fn media_type(response: &Response) -> String {
    let value = response.header("content-type").unwrap_or("none");
    let essence = value.split(';').next().unwrap_or_default();
    essence.trim().to_ascii_lowercase()
}
