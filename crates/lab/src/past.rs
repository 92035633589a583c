//! Provides pages of earlier crawls for strategies that start with them: from the logs of these crawls, with their
//! words from the crawled web.
//!
//! In the tab, the Library has this role. The engine selects the pages ([`engine::past`]).

use crate::web::Web;
use crate::{LabError, file};
use engine::html::{self, EncodingRs};
use engine::past;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use types::plan::PastPage;
use types::url::CanonicalUrl;

/// A line of a log: the summary has no URL.
#[derive(serde::Deserialize)]
struct Line {
    url: Option<String>,
    status: Option<u16>,
}

/// Returns the pages that were read in the crawls of these logs, selected for a query, at most
/// [`types::limits::PAST_PAGES`].
pub(crate) fn read(logs: &[PathBuf], web: &dyn Web, query: &str) -> Result<Vec<PastPage>, LabError> {
    let mut urls = BTreeSet::new();
    for log in logs {
        urls.extend(file::read(log as &Path, urls_of)?);
    }
    let pages: Vec<PastPage> = urls.iter().filter_map(|url| page(url, web)).collect();
    Ok(past::select_pages(&pages, query))
}

fn urls_of(text: &str) -> Result<BTreeSet<CanonicalUrl>, String> {
    let mut urls = BTreeSet::new();
    for (at, line) in text.lines().enumerate() {
        let line: Line = serde_json::from_str(line)
            .map_err(|error| format!("line {}: {error}: give a log that `crawl` wrote", at + 1))?;
        if let (Some(url), Some(200)) = (line.url, line.status) {
            urls.extend(CanonicalUrl::parse(&url));
        }
    }
    Ok(urls)
}

fn page(url: &CanonicalUrl, web: &dyn Web) -> Option<PastPage> {
    let response = web.response(url.as_str())?.outcome.ok()?;
    let kind = response.header("content-type");
    let document = html::read(&response.body, kind, url, &EncodingRs);
    Some(past::page(url.to_string(), &document))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::Demo;
    use types::limits;

    #[test]
    fn a_log_gives_the_pages_that_were_read() {
        let log = "{\"url\":\"http://a.test/\",\"status\":200}\n{\"url\":\"http://b.test/\",\"status\":404}\n\
            {\"summary\":true}\n";
        let urls: Vec<String> = urls_of(log).unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(urls, ["http://a.test/"]);
        assert!(urls_of("nonsense").unwrap_err().contains("line 1"));
    }

    #[test]
    fn the_words_of_a_page_are_those_that_the_web_has() {
        let web = Demo::new(demo_web::DEFAULT_SEED);
        let demo = demo_web::DemoWeb::new(demo_web::DEFAULT_SEED);
        let seed = CanonicalUrl::parse(&demo.topics()[0].seeds[0]).unwrap();
        let found = page(&seed, &web).unwrap();
        assert!(found.text.len() > 100 && found.text.len() <= limits::PAST_TEXT_BYTES);
    }
}
