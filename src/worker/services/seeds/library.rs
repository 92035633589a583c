//! Finds seeds in saved crawls by the Library's search, restricted to pages of the crawl's source.

use super::SeedService;
use crate::protocol::SourceKind;
use crate::protocol::library::{Search, SearchHit};
use crate::protocol::seeds::SeedSearch;
use types::seeds::Seed;

/// The most pages.
const PAGES: usize = 10;
/// The least score of a page: about that of one with half of the words.
const SCORE: f64 = 0.25;

impl SeedService {
    /// Returns pages of saved crawls that match the words, the best first.
    pub(super) async fn kept(&self, words: String, seed_search: &SeedSearch) -> Vec<Seed> {
        let search = Search { words, is_exact: true };
        let found = self.library.search(search).await;
        let hits = found.map(|found| found.hits).unwrap_or_default();
        let good = hits.into_iter().filter(|hit| hit.score >= SCORE);
        let there = good.filter(|hit| self.is_of(seed_search.source.kind(), hit));
        there.take(PAGES).map(seed).collect()
    }

    /// Returns whether this source has the page.
    fn is_of(&self, source: SourceKind, hit: &SearchHit) -> bool {
        let is_demo = demo_web::is_host(hit.url.host());
        match source {
            SourceKind::Demo => is_demo,
            SourceKind::Proxy | SourceKind::Direct => !is_demo,
            SourceKind::Recorded => {
                self.context.recording.get().is_some_and(|recording| recording.has(hit.url.as_str()))
            }
        }
    }
}

fn seed(hit: SearchHit) -> Seed {
    let topic = hit.topics.first();
    let place = topic.map_or_else(String::new, |topic| format!("crawl “{}”", topic.query));
    Seed::new(hit.url, &hit.title, &hit.snippet, &place)
}
