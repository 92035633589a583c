//! Seeds from crawls that are kept: the Library's own search, without what the crawl's source does not have.

use super::Seeker;
use crate::protocol::SourceKind;
use crate::protocol::library::Hit;
use crate::protocol::seeds::Quest;
use engine::seeds::Seed;

/// Pages that are taken.
const PAGES: usize = 10;
/// Least score of a page that is taken: about that of one that has half of the words.
const SCORE: f64 = 0.25;

impl Seeker {
    /// Pages of kept crawls that fit the words, the best first.
    pub(super) async fn kept(&self, words: String, quest: &Quest) -> Vec<Seed> {
        let found = self.librarian.search(words).await;
        let hits = found.map(|found| found.hits).unwrap_or_default();
        let good = hits.into_iter().filter(|hit| hit.score >= SCORE);
        let there = good.filter(|hit| self.is_of(quest.source.kind(), hit));
        there.take(PAGES).map(seed).collect()
    }

    /// True where a page is of the web that this source reaches.
    fn is_of(&self, source: SourceKind, hit: &Hit) -> bool {
        let is_demo = self.demo.has_host(hit.url.host());
        match source {
            SourceKind::Demo => is_demo,
            SourceKind::Proxy | SourceKind::Direct => !is_demo,
            SourceKind::Recorded => self
                .librarian
                .recording()
                .is_some_and(|recording| recording.answer(hit.url.as_str()).is_some()),
        }
    }
}

fn seed(hit: Hit) -> Seed {
    let topic = hit.topics.first();
    let place = topic.map_or_else(String::new, |topic| format!("crawl “{}”", topic.query));
    Seed::new(hit.url, &hit.title, &hit.snippet, &place)
}
