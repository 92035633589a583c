//! Pages of earlier crawls, for strategies that begin with such: from the logs of these crawls, their words from the web that was crawled.
//!
//! It is to a recorded web what the Library is to the tab: the pages most like the query come first. The rest of the room has others, spread
//! evenly over what is left, so that a strategy sees what the likely ones are to be told from.

use crate::web::Web;
use crate::{LabError, file};
use engine::html::{self, EncodingRs};
use engine::limits;
use engine::plan::PastPage;
use engine::text::Language;
use engine::topic::{IdfSource, Lens, Topic};
use engine::url::CanonicalUrl;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A line of a log: the summary has no URL.
#[derive(serde::Deserialize)]
struct Line {
    url: Option<String>,
    status: Option<u16>,
}

/// The pages that were read in the crawls of these logs, chosen for a query, at most [`limits::PAST_PAGES`].
pub(crate) fn read(
    logs: &[PathBuf],
    web: &dyn Web,
    query: &str,
) -> Result<Vec<PastPage>, LabError> {
    let mut urls = BTreeSet::new();
    for log in logs {
        urls.extend(file::read(log as &Path, urls_of)?);
    }
    Ok(of(&urls, web, query))
}

/// The same for pages that a crawl has just read.
pub(crate) fn of(urls: &BTreeSet<CanonicalUrl>, web: &dyn Web, query: &str) -> Vec<PastPage> {
    let mut lens = Lens::new(true, IdfSource::None);
    let pages = urls.iter().filter_map(|url| page(url, web));
    let judged = pages.map(|page| (likeness(&page, query, &mut lens), page));
    choose(judged.collect())
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
    let response = web.answer(url.as_str())?.outcome.ok()?;
    let kind = response.header("content-type");
    let document = html::read(&response.body, kind, url, &EncodingRs);
    let text = format!("{}\n{}", document.title, document.body);
    let end = text.floor_char_boundary(limits::PAST_TEXT_BYTES);
    Some(PastPage {
        url: url.to_string(),
        text: text[..end].to_owned(),
        language: document.language,
    })
}

fn likeness(page: &PastPage, query: &str, lens: &mut Lens) -> f64 {
    let language = page.language.as_deref().and_then(Language::from_code);
    let (words, query) = (
        lens.vector(&page.text, language),
        lens.vector(query, language),
    );
    Topic::relevance(&words, &query).score
}

/// Two thirds of the room for the likeliest, the rest for others.
fn choose(mut judged: Vec<(f64, PastPage)>) -> Vec<PastPage> {
    judged.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let likely = limits::PAST_PAGES * 2 / 3;
    let others = judged.len().saturating_sub(likely);
    let step = others.div_ceil(limits::PAST_PAGES - likely).max(1);
    let is_chosen = |at: usize| at < likely || (at - likely).is_multiple_of(step);
    let pages = judged.into_iter().map(|(_, page)| page).enumerate();
    pages
        .filter(|(at, _)| is_chosen(*at))
        .map(|(_, page)| page)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::Demo;

    #[test]
    fn a_log_gives_the_pages_that_were_read() {
        let log = "{\"url\":\"http://a.test/\",\"status\":200}\n{\"url\":\"http://b.test/\",\"status\":404}\n{\"summary\":true}\n";
        let urls: Vec<String> = urls_of(log)
            .unwrap()
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(urls, ["http://a.test/"]);
        assert!(urls_of("nonsense").unwrap_err().contains("line 1"));
    }

    #[test]
    fn the_likeliest_come_first_and_others_fill_the_room() {
        let page = |n: u32| PastPage {
            url: n.to_string(),
            ..PastPage::default()
        };
        let chosen = choose((0..1_000).map(|n| (f64::from(n), page(n))).collect());
        assert_eq!(chosen.len(), limits::PAST_PAGES);
        assert_eq!((&*chosen[0].url, &*chosen[199].url), ("999", "800"));
        assert_eq!((&*chosen[200].url, &*chosen[299].url), ("799", "7"));
        assert_eq!(choose(vec![(0.5, page(1))]).len(), 1);
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
